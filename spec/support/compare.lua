-- Comparing numbers: anything of ours, or nested tables, or numbers, against what was expected, relative to the scale
-- of the quantity; and refusals: that a call raises, and what its message names. NaN matches only NaN, an infinity only
-- itself, and shapes must agree, so nothing passes by being empty.

local rigid = require "rigid"
local errors = require "rigid.errors"
local assert = require "luassert"
local tolerance = require "spec.support.tolerance"

local compare = {}

-- How a value of each kind becomes nested tables of numbers; the rest have :table() giving just that.
local plain = {
    RotationalInertia = function(I) return I:matrix():table() end,
    SpatialInertia = function(M) return M:matrix():table() end,
    Transform = function(X) return X:matrix():table() end,
}

local function tables(x)
    local kind = rigid.type(x)
    if kind then return (plain[kind] or x.table)(x) end
    return x
end

local function flatten_into(list, x)
    x = tables(x)
    if type(x) == "number" then
        list[#list + 1] = x
    else
        assert(type(x) == "table", "cannot compare a " .. type(x))
        for i = 1, #x do
            flatten_into(list, x[i])
        end
    end
    return list
end

-- All numbers of x in order.
function compare.flatten(x) return flatten_into({}, x) end

-- "6x10", "3", "" for a number.
function compare.shape(x)
    x = tables(x)
    if type(x) == "number" then return "" end
    local inner = #x > 0 and compare.shape(x[1]) or ""
    return inner == "" and tostring(#x) or #x .. "x" .. inner
end

-- The largest finite magnitude among the numbers of the arguments.
function compare.scale(...)
    local largest = 0
    for i = 1, select("#", ...) do
        for _, value in ipairs(compare.flatten((select(i, ...)))) do
            local magnitude = math.abs(value)
            if magnitude > largest and magnitude < math.huge then largest = magnitude end
        end
    end
    return largest
end

-- The largest magnitude among the numbers of x: NaN where there is one.
function compare.largest(x)
    local most = 0.0
    for _, value in ipairs(compare.flatten(x)) do
        if value ~= value then return value end
        most = math.max(most, math.abs(value))
    end
    return most
end

-- Fail unless got is wanted. options: tol (relative, tolerance.figure unless given), scale (a number, or anything with
-- numbers, that counts towards the scale), slack (absolute: an error known to be in what is wanted), what (said on
-- failure). Returns how many numbers were compared.
function compare.near(got, wanted, options)
    options = options or {}
    local what = options.what or "value"
    local got_shape, wanted_shape = compare.shape(got), compare.shape(wanted)
    if got_shape ~= wanted_shape then
        assert(false, ("%s: shape [%s], expected [%s]"):format(what, got_shape, wanted_shape), 2)
    end
    local tol = options.tol or tolerance.figure
    local g, w = compare.flatten(got), compare.flatten(wanted)
    assert(#g > 0, what .. ": nothing to compare", 2)
    local allowed = tol * compare.scale(wanted, options.scale or 0) + (options.slack or 0)
    for i = 1, #w do
        local off = math.abs(g[i] - w[i])
        local same = g[i] == w[i] or (g[i] ~= g[i] and w[i] ~= w[i])
        if not same and not (off <= allowed) then
            local message = ("%s: entry %d of %d is %.17g, expected %.17g, off by %.3g where %.3g is allowed")
            assert(false, message:format(what, i, #w, g[i], w[i], off, allowed), 2)
        end
    end
    return #w
end

-- Fail unless the method gives of one model, in all its results, what it gives of the other.
function compare.same_answers(name, one, other, ...)
    local wanted = { other[name](other, ...) }
    for i, value in ipairs { one[name](one, ...) } do
        compare.near(value, wanted[i], { what = name })
    end
end

-- Fail unless the two have the same numbers, to the last bit.
function compare.same_bits(a, b)
    local x, y = compare.flatten(a), compare.flatten(b)
    assert(#x == #y and #x > 0, ("%d numbers, expected %d"):format(#x, #y), 2)
    for i = 1, #x do
        if string.pack("<d", x[i]) ~= string.pack("<d", y[i]) then assert(false, ("entry %d is %a, expected %a"):format(i, x[i], y[i]), 2) end
    end
end

-- Fail unless got and wanted clearly differ: more than tolerance.clearly_different of their scale.
function compare.different(got, wanted, options)
    options = options or {}
    local g, w = compare.flatten(got), compare.flatten(wanted)
    local off = 0
    for i = 1, #w do
        off = math.max(off, math.abs(g[i] - w[i]))
    end
    local least = tolerance.clearly_different * compare.scale(got, wanted)
    if not (off > least) then
        assert(false, ("%s: differ by %.3g only, at least %.3g expected"):format(options.what or "values", off, least), 2)
    end
end

-- Call f and fail unless it raises a text, or an error value with one, that holds every one of the words (plain, not patterns). Returns the text.
function compare.refuses(f, ...)
    local ok, message = pcall(f)
    if ok then assert(false, "an error was expected, but none was raised", 2) end
    if errors.is(message) then message = message.message end
    if type(message) ~= "string" then assert(false, "the error is a " .. type(message) .. ", not a text", 2) end
    for i = 1, select("#", ...) do
        local word = (select(i, ...))
        if not message:find(word, 1, true) then
            assert(false, ("the error should say %q, but says: %s"):format(word, message), 2)
        end
    end
    return message
end

-- That a call raises, and its message matches.
function compare.raises(pattern, f, ...)
    local ok, problem = pcall(f, ...)
    assert.is_false(ok)
    assert.matches(pattern, tostring(problem))
end

return compare
