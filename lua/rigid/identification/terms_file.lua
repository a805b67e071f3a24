-- Terms of one's own from a file, for `rigid identify --terms`: a Lua file that returns {name = function(q, v, a) .. end}, as rigid.identify takes
-- them. It is not trusted: it runs as model scripts do (files/sandbox.lua), of which no function comes back. So the samples go in, some thousands
-- of numbers at a time, and what the functions return of them comes out.
local core = require "rigid.core"
local disk = require "rigid.files.disk"
local display = require "rigid.display"
local errors = require "rigid.errors"
local sandbox = require "rigid.files.sandbox"

local Matrix = core.Matrix

local terms_file = {}

local MEGABYTES <const> = 1

-- In front of the file, on its first line; behind it the samples; and what is done with both.
local BEFORE <const> = "local _usual <const> = {type, next, table.sort, rawlen, rawget, tostring, table.unpack} local _said <const> = (function() "
local BEHIND <const> = "\nend)() local type, next, sort, rawlen, rawget, tostring = _usual[7](_usual) local said, nv, first, samples = _said, %d, %d, {%s}\n"
local DONE <const> = [==[
if type(said) ~= "table" then
    return {wrong = "a table of functions of q, v and a, by their names, expected, as in return {coupling = function(q, v, a) .. end}, got a " .. type(said)}
end
local names = {}
for name, f in next, said do
    if type(name) ~= "string" then return {wrong = "names of terms expected, as in return {coupling = function(q, v, a) .. end}, got a " .. type(name)} end
    if type(f) ~= "function" then return {wrong = "'" .. name .. "': a function of q, v and a expected, got a " .. type(f)} end
    names[#names + 1] = name
end
sort(names)
local values = {}
for i = 1, #samples do
    for c = 1, #names do
        local x = said[names[c]](samples[i][1], samples[i][2], samples[i][3])
        local size = type(x) == "table" and rawlen(x)
        if size ~= nv then
            return {wrong = "'" .. names[c] .. "' returned " .. (size and "a list of " .. tostring(size) or "a " .. type(x)) .. "; a list of " .. tostring(nv)
                .. " numbers expected, one for each freedom"}
        end
        for j = 1, nv do
            local number = rawget(x, j)
            if type(number) ~= "number" then return {wrong = "'" .. names[c] .. "'[" .. tostring(j) .. "]: a number expected, got a " .. type(number)} end
            if number - number ~= 0 then
                return {wrong = "'" .. names[c] .. "'[" .. tostring(j) .. "] is no finite number at sample " .. tostring(first + i)}
            end
            values[#values + 1] = number
        end
    end
end
return {names = names, values = values}
]==]

local function numbers_of(x)
    local list = {}
    for k = 1, #x do list[k] = ("%.17g"):format(x[k]) end
    return "{" .. table.concat(list, ",") .. "}"
end

-- What came back, if it is what is asked for: a script may have spoilt what it was given.
local function checked(file, result, rows)
    local names, values = type(result) == "table" and result.names, type(result) == "table" and result.values
    local fine = type(names) == "table" and type(values) == "table" and #values == rows * #names
    for i = 1, fine and #names or 0 do fine = fine and type(names[i]) == "string" and (not file.names or names[i] == file.names[i]) end
    for i = 1, fine and #values or 0 do
        local x = values[i]
        fine = fine and type(x) == "number" and x - x == 0
    end
    if not fine or file.names and #names ~= #file.names then
        error(errors.of_file(file.path, nil, "the same functions of q, v and a expected whenever it is asked"), 0)
    end
    return result
end

-- What the file says of those samples: {names, values}; or raises an error with the file's name and line.
local function run(file, nv, samples, first, last)
    local list = {}
    for i = first, last do list[#list + 1] = ("{%s,%s,%s}"):format(numbers_of(samples.q:row(i)), numbers_of(samples.v:row(i)), numbers_of(samples.a:row(i))) end
    local behind = BEHIND:format(nv, first - 1, table.concat(list, ","))
    local wrong, result = sandbox.run(BEFORE .. file.text .. behind .. DONE, file.path)
    if wrong then error(wrong, 0) end
    if type(result) == "table" and result.wrong then error(errors.of_file(file.path, nil, display.printable(tostring(result.wrong))), 0) end
    return checked(file, result, nv * (last - first + 1))
end

-- ---- what terms.lua asks --------------------------------------------------------------------------------------------

local known = setmetatable({}, {__mode = "k"})

function terms_file.is(value) return known[value] ~= nil end

-- The file at a path; raises what is wrong with it.
function terms_file.read(path)
    local text, problem = disk.read(path, MEGABYTES)
    if not text then error(errors.of_file(path, nil, problem), 0) end
    local made, mistake = load(text, "@" .. path, "t", {})
    if not made then error(display.printable(mistake), 0) end
    local value, file = {}, {path = path, text = text}
    file.names = run(file, 0, {}, 1, 0).names
    known[value] = file
    return value
end

function terms_file.names(value) return known[value].names end

local NUMBERS <const> = 40000 -- that go in at once, or come out

-- As terms.given.
function terms_file.given(value, m, samples)
    local file, nv, count = known[value], m:nv(), samples.q:rows()
    local width = #file.names * nv
    local given, at_once = Matrix(count, width), math.max(1, NUMBERS // (m:nq() + 2 * nv + width))
    for first = 1, count, at_once do
        local last = math.min(count, first + at_once - 1)
        local values = run(file, nv, samples, first, last).values
        for i = first, last do
            for k = 1, width do given:set(i, k, values[(i - first) * width + k]) end
        end
    end
    return given
end

return terms_file
