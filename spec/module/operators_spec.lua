-- The operators: every pair of values, every operator; what may be written into a value; and the metamethods, called by hand.

local walk = require "spec.support.walk"
local foreign = require "spec.support.foreign"
local draw = require "spec.support.draw"
local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"

local NIL <const> = spoil.NIL
local EVERY <const> = table.concat(foreign.classes, " ")
local MOTIONS <const>, FORCES <const>, SPATIAL <const> = calls.MOTIONS, calls.FORCES, calls.SPATIAL
local words_of, gather = calls.words_of, spoil.gather

local OPERATORS <const> = {
    ["+"] = function(a, b)
        return a + b
    end,
    ["-"] = function(a, b)
        return a - b
    end,
    ["*"] = function(a, b)
        return a * b
    end,
    ["/"] = function(a, b)
        return a / b
    end,
    ["//"] = function(a, b)
        return a // b
    end,
    ["%"] = function(a, b)
        return a % b
    end,
    ["^"] = function(a, b)
        return a ^ b
    end,
    ["&"] = function(a, b)
        return a & b
    end,
    ["<<"] = function(a, b)
        return a << b
    end,
    [".."] = function(a, b)
        return a .. b
    end,
    ["=="] = function(a, b)
        return a == b
    end,
    ["<"] = function(a, b)
        return a < b
    end,
    ["<="] = function(a, b)
        return a <= b
    end,
    ["unary -"] = function(a)
        return -a
    end,
    ["~"] = function(a)
        return ~a
    end,
    ["#"] = function(a)
        return #a
    end,
    ["tostring"] = function(a)
        return tostring(a)
    end,
    ["index"] = function(a, b)
        return a[b]
    end,
    ["call"] = function(a, b)
        return a(b, b)
    end,
}

-- What each operator gives, by the kinds of its operands; all that is not here must be an error.
local gives = {}
for operator in pairs(OPERATORS) do
    gives[operator] = {}
end

-- rule("*", "Rotation", "Vec3 table", "Vec3"): what is left of it times any of those; "same" is the kind on the right.
local function rule(operator, left, right, result)
    for _, l in ipairs(words_of(left)) do
        for _, r in ipairs(words_of(right)) do
            gives[operator][l .. " " .. r] = result == "same" and r or result
        end
    end
end

for _, family in ipairs { MOTIONS, FORCES } do
    local classes = words_of(family)
    for _, class in ipairs(classes) do
        for _, operator in ipairs { "+", "-" } do
            rule(operator, class, class, class)
            rule(operator, class, classes[1], class)
            rule(operator, classes[1], class, class)
        end
        rule("*", "Matrix", class, "Vector")
        rule("*", "Transform", class, class)
    end
end
for _, class in ipairs(words_of("Vec3 Matrix Vector Quaternion RotationalInertia " .. SPATIAL)) do
    rule("*", class, "number", class)
    rule("*", "number", class, class)
    rule("/", class, "number", class)
    if class ~= "RotationalInertia" then
        rule("unary -", class, "nil", class)
    end
end
for _, class in ipairs(words_of "Vec3 Matrix Vector Quaternion RotationalInertia ABI Inertial") do
    rule("+", class, class, class)
    rule("-", class, class, class)
end
for _, operator in ipairs { "+", "-" } do
    rule(operator, "Vector", "table", "Vector")
    rule(operator, "table", "Vector", "Vector")
    rule(operator, "Vec3", "table", "Vec3")
    rule(operator, "table", "Vec3", "Vec3")
end
rule("*", "Matrix", "Matrix ABI", "Matrix")
rule("*", "Matrix", "Vector Vec3 table", "Vector")
rule("*", "Rotation", "Rotation", "Rotation")
rule("*", "Quaternion", "Quaternion", "Quaternion")
rule("*", "Rotation Quaternion RotationalInertia", "Vec3 table", "Vec3")
rule("*", "Transform", "Transform SpatialInertia ABI", "same")
rule("*", "Transform", "Vec3 table", "Vec3")
rule("+", "SpatialInertia", "SpatialInertia", "SpatialInertia")
rule("+", "SpatialInertia", "ABI", "ABI")
rule("+", "ABI", "SpatialInertia", "ABI")
rule("-", "SpatialInertia", "SpatialInertia", "SpatialInertia")
rule("-", "SpatialInertia", "ABI", "ABI")
rule("-", "ABI", "SpatialInertia", "ABI")
rule("*", "SpatialInertia", "Twist", "SpatialMomentum")
rule("*", "SpatialInertia ABI", "SpatialAcc", "Wrench")
rule("*", "SpatialInertia ABI", "SpatialMotion", "SpatialForce")
rule("*", "SpatialInertia ABI", "Matrix", "Matrix")
rule("#", "Vec3 Vector Matrix Quaternion " .. SPATIAL, "nil", "number")
rule("#", "Log", "nil", "number")
rule("tostring", EVERY, "nil", "string")
rule("call", "Matrix", "number", "number")

local IS_CLASS <const> = select(2, words_of(EVERY))

-- What may come of it: a kind, nil for an error, "any" where no more can be said.
local function outcome(operator, a, b)
    if operator == "==" then
        return "boolean"
    elseif operator == "index" and IS_CLASS[a.kind] then
        return "any"
    end
    return gives[operator][a.kind .. " " .. b.kind]
end

-- An operator may fail with our words or with those of Lua, but must say what it was given.
local function wrong_words(message, a, b)
    local function named(value)
        return message:find(value.kind, 1, true) or value.kind == "Log" and message:find("table", 1, true)
    end
    if type(message) ~= "string" then
        return "the error is a " .. type(message) .. ", not a text"
    elseif #message > 1000 then
        return ("the message has %d bytes: %s.."):format(#message, message:sub(1, 80))
    elseif message:find "attempt to " or message:find "^index " or message:find "^m%(i, j%)" or a.disguised then
        return nil
    elseif not named(a) and not named(b) then
        return "the error names neither operand: " .. message
    end
end

local succeeded = {}

local function try_operator(operator, f, a, b)
    local label = ("%s with %s and %s"):format(operator, a.label, b.label)
    local ok, result, seconds = walk.call(label, f, { a.make(), b.make(), n = 2 })
    local expected = outcome(operator, a, b)
    local wrong = walk.judge_time(seconds)
    if not ok then
        wrong = wrong or wrong_words(result, a, b)
    elseif not expected then
        wrong = "it gives a " .. walk.kind(result[1])
    elseif expected ~= "any" then
        local divides = operator == "/" and b.kind == "number"
        local finite = a.finite and b.finite and not a.extreme and not b.extreme and not divides
        wrong = wrong or walk.judge_answer(result, { kinds = { [expected] = true }, finite = finite })
        succeeded[operator .. " " .. a.kind .. " " .. b.kind] = true
    end
    return wrong and label .. ": " .. wrong
end

local function is_ours(value)
    return IS_CLASS[value.kind] ~= nil
end

-- ---- metamethods, called by hand ------------------------------------------------------------------------------------------

local OPERATOR_OF <const> = { __add = "+", __sub = "-", __mul = "*", __div = "/", __unm = "unary -" }

-- debug.getmetatable hands the metamethods to anyone, who may call them with anything. They must hold, and what they
-- answer must be made of what they were given: the same when asked again.
local function try_metamethod(m, values)
    local labels = {}
    local function arguments()
        local args = { n = #values }
        for i, value in ipairs(values) do
            args[i], labels[i] = value.make(), value.label
        end
        return args
    end
    local args = arguments()
    local label = ("%s of %s called with %s"):format(m.event, m.class, table.concat(labels, ", "))
    local ok, result, seconds = walk.call(label, m.f, args)
    local wrong = walk.judge_time(seconds)
    local a, b = values[1] or NIL, values[2] or NIL
    if not ok then
        if type(result) ~= "string" or #result > 1000 then
            wrong = wrong or "the error is no short text"
        end
    else
        local operator = OPERATOR_OF[m.event]
        local expected = operator and gives[operator][a.kind .. " " .. (operator == "unary -" and "nil" or b.kind)]
        if m.class == "ABI" and expected == "SpatialInertia" then
            expected = "ABI" -- by hand only: the sum or difference of two SpatialInertias, as ABIs
        end
        if operator and (is_ours(a) or is_ours(b)) and not (expected and walk.kinds_of(result) == expected) then
            wrong = wrong or "it gives a " .. walk.kinds_of(result)
        end
        local again_ok, again = walk.call(label, m.f, arguments())
        if not again_ok or not walk.is_same(result, again) then
            wrong = wrong or "it gives something else the second time"
        end
    end
    return wrong and label .. ": " .. wrong
end

describe("operators", function()
    teardown(function()
        foreign.restore()
        assert.is_true(walk.calls >= 500000, ("only %d calls"):format(walk.calls)) -- all of it together
    end)

    it("has an operator for every rule, and a rule for every operator", function()
        local note, report = gather()
        walk.watched(function()
            for _, operator in ipairs(walk.sorted_keys(OPERATORS)) do
                local f = OPERATORS[operator]
                local unary = operator:find "^[u~#t]"
                local left_alone = operator == "call" or operator == "index"
                for _, a in ipairs(foreign.values) do
                    for _, b in ipairs(unary and { NIL } or foreign.values) do
                        if is_ours(a) or is_ours(b) and not left_alone then
                            note(try_operator(operator, f, a, b))
                        end
                    end
                end
            end
        end)
        for operator, rules in pairs(gives) do
            for kinds in pairs(rules) do
                note(not succeeded[operator .. " " .. kinds] and ("%s never works for %s"):format(operator, kinds))
            end
        end
        report()
    end)

    it("lets nothing be written into a value but an entry of a Vector, and a Log, which is a table", function()
        local note, report = gather()
        local entries = {}
        for _, value in ipairs(foreign.short) do
            local wanted = value.kind == "nil" or value.kind == "string" or value.label == "1" or value.label == "NaN"
            entries[#entries + 1] = wanted and value or nil
        end
        for _, value in ipairs(foreign.values) do
            for _, key in ipairs(is_ours(value) and value.kind ~= "Log" and foreign.values or {}) do
                for _, entry in ipairs(key.kind ~= "nil" and key.label ~= "NaN" and entries or {}) do
                    local target = value.make()
                    local before = walk.snapshot(target)
                    local label = ("%s [%s] = %s"):format(value.label, key.label, entry.label)
                    local ok, message = walk.call(label, function()
                        target[key.make()] = entry.make()
                    end, { n = 0 })
                    if ok and not (value.kind == "Vector" and key.kind == "number" and entry.kind == "number") then
                        note(label .. ": it is accepted")
                    elseif not ok and not walk.is_same(before, walk.snapshot(target)) then
                        note(label .. ": the value has changed")
                    elseif not ok and (type(message) ~= "string" or #message > 1000) then
                        note(label .. ": the error is no short text")
                    end
                end
            end
        end
        report()
    end)

    it("holds when its metamethods are called with anything", function()
        local note, report = gather()
        local d = draw.stream(20240)
        local function any()
            return foreign.values[d:integer(1, #foreign.values)]
        end
        walk.watched(function()
            for _, m in ipairs(walk.metamethods()) do
                note(try_metamethod(m, {}))
                for _, value in ipairs(foreign.values) do
                    note(try_metamethod(m, { value }))
                    note(try_metamethod(m, { value, any() }))
                    note(try_metamethod(m, { any(), value }))
                    note(try_metamethod(m, { value, any(), any() }))
                end
            end
        end)
        report()
    end)
end)
