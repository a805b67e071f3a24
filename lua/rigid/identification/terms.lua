-- Terms of one's own in the equations of a robot: terms = {["motor 6"] = function(q, v, a) .. end}, each a function of the state that returns what one unknown
-- number is multiplied by in the torque of each freedom: what no joint has for itself, as the drive of a wrist that turns with two joints.
local core = require "rigid.core"
local terms_file = require "rigid.identification.terms_file"

local Matrix = core.Matrix

local terms = {}

local MOST <const> = 100

-- The terms that a table says, {name, of} each, in the order of their names; or a file, which the list names then (terms_file.lua).
function terms.read(place, said)
    if said == nil then return {} end
    if terms_file.is(said) then
        local list = {file = said}
        for i, name in ipairs(terms_file.names(said)) do list[i] = {name = name, of = said} end
        if #list > MOST then place:bad("%d terms at most expected, got %d", MOST, #list) end
        return list
    end
    if type(said) ~= "table" or core.type(said) then place:expected("table of functions of q, v and a, by their names", said) end
    local list = {}
    for name, f in next, said do
        if type(name) ~= "string" then place:expected("name of a term, as in {coupling = function(q, v, a) .. end},", name) end
        if type(f) ~= "function" then place:field(name):expected("function of q, v and a", f) end
        list[#list + 1] = {name = name, of = f}
    end
    if #list > MOST then place:bad("%d terms at most expected, got %d", MOST, #list) end
    table.sort(list, function(a, b) return a.name < b.name end)
    return list
end

-- Whether two lists are the same terms.
function terms.are_same(a, b)
    if #a ~= #b then return false end
    for i, one in ipairs(a) do
        if one.name ~= b[i].name or one.of ~= b[i].of then return false end
    end
    return true
end

-- What each term is multiplied by at all samples, a Matrix with a sample in each row, term by term the freedoms; nil where there are no terms.
function terms.given(place, list, m, samples)
    if #list == 0 then return nil end
    if list.file then return terms_file.given(list.file, m, samples) end
    local nv, count = m:nv(), samples.q:rows()
    local given = Matrix(count, #list * nv)
    for i = 1, count do
        for c, one in ipairs(list) do
            local x = one.of(samples.q:row(i), samples.v:row(i), samples.a:row(i))
            local here = place:field(one.name)
            local numbers = here:numbers(x, nv, "numbers of it, one for each freedom")
            for j = 1, nv do given:set(i, (c - 1) * nv + j, numbers[j]) end
        end
    end
    local norm = given:norm()
    if norm - norm ~= 0 then place:bad "finite numbers expected of every term, and there is one that is none" end
    return given
end

return terms
