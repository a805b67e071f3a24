-- The typed reference: it says of every function and operator what it takes and gives, and of none that there is not.
local rigid = require "rigid"
local docs = require "spec.support.docs"

local reference = docs.reference(require("rigid.prompt.reference").paths())

local classes = {} -- names, in order

for name, value in pairs(rigid) do
    if type(value) == "table" and (getmetatable(value) or {}).__instance then
        classes[#classes + 1] = name
    end
end

table.sort(classes)

local function instance_of(class) return getmetatable(rigid[class]).__instance end
local function matcher(text) return docs.matcher(text, rigid, reference.aliases) end

-- Every public function by its full name, with the table and key it lives in.
local function registered()
    local found = {}
    local function walk(owner, mark, functions)
        for name, value in pairs(functions) do
            if type(value) == "function" then
                found[owner .. mark .. name] = { functions, name }
            end
        end
    end
    walk("rigid", ".", rigid)
    walk("trajectory", ".", rigid.trajectory)
    for _, class in ipairs(classes) do
        walk(class, ".", rigid[class])
        walk(class, ":", instance_of(class).__methods)
    end
    return found
end

local function sorted_keys(t)
    local keys = {}
    for key in pairs(t) do
        keys[#keys + 1] = key
    end
    table.sort(keys)
    return keys
end

-- Fail with the list of what is wrong, if anything is.
local function none(complaints) assert(#complaints == 0, "\n" .. table.concat(complaints, "\n")) end

describe("the typed reference", function()
    it("has an entry for every class and every public function", function()
        local missing = {}
        assert.truthy(#classes >= 16)
        for _, class in ipairs(classes) do
            if not reference.classes[class] then
                missing[#missing + 1] = class
            end
        end
        for _, name in ipairs(sorted_keys(registered())) do
            if not reference.by_name[name] then
                missing[#missing + 1] = name
            end
        end
        none(missing)
    end)

    it("has no entry of what does not exist", function()
        local functions, stale = registered(), {}
        for _, entry in ipairs(reference.entries) do
            if not functions[entry.full_name] then
                stale[#stale + 1] = ("%s:%d: %s"):format(entry.path, entry.line, entry.full_name)
            end
        end
        for class in pairs(reference.classes) do
            if class ~= "rigid" and class ~= "trajectory" and not (rigid[class] and instance_of(class)) then
                stale[#stale + 1] = class
            end
        end
        none(stale)
    end)

    it("says of every function what it means, takes, returns and refuses", function()
        local complaints = {}
        for _, entry in ipairs(reference.entries) do
            local function complain(what)
                complaints[#complaints + 1] = ("%s:%d: %s %s"):format(entry.path, entry.line, entry.full_name, what)
            end
            if #entry.text < 10 then
                complain "has no meaning"
            end
            local names = {}
            for i, param in ipairs(entry.params) do
                names[i] = param.name
                if not pcall(matcher, param.type) then
                    complain("has a parameter of no known type: " .. param.type)
                end
            end
            if table.concat(names, " ") ~= table.concat(entry.arguments, " ") then
                complain "documents other parameters than it has"
            end
            for _, result in ipairs(entry.returns) do
                if not pcall(matcher, result.type) or result.name == "" then
                    complain("returns something without a name or of no known type: " .. result.type)
                end
            end
            if #entry.returns == 0 and not entry.text:find "Returns nothing" then
                complain "does not say what it returns"
            end
            if #entry.params > 0 and not entry.sections.Errors then
                complain "does not say what it refuses"
            end
            if #entry.examples ~= 1 or not entry.sections.Example then
                complain "has no example, or more than one"
            end
        end
        none(complaints)
    end)

    it("says of every class what it means, how it is made, printed and compared", function()
        for _, class in ipairs(classes) do
            local entry = reference.classes[class]
            assert.equal("rigid." .. class, entry.class)
            assert.truthy(#entry.text > 100, class .. " has no meaning")
            assert.truthy(#entry.overloads > 0, class .. " does not say how it is made")
            assert.equal(1, #entry.examples, class .. " has no example")
            local text = entry.text
            for _, parent in ipairs { "SpatialMotion", "SpatialForce" } do
                if text:find("Made as a " .. parent .. " is", 1, true) then
                    text = text .. reference.classes[parent].text
                end
            end
            assert.truthy(text:find("==", 1, true), class .. " does not say what == compares")
            assert.truthy(text:find("tostring", 1, true), class .. " does not say how it prints")
        end
    end)

    it("lists the classes as fields of the module", function()
        local fields = table.concat(reference.classes.rigid.fields, " ") .. " "
        for _, class in ipairs(classes) do
            assert.truthy(fields:find(class .. " ", 1, true), class)
        end
    end)
end)

-- Operators -----------------------------------------------------------------------------------------------------------

local operators = {
    add = function(a, b) return a + b end,
    sub = function(a, b) return a - b end,
    mul = function(a, b) return a * b end,
    div = function(a, b) return a / b end,
    idiv = function(a, b) return a // b end,
    mod = function(a, b) return a % b end,
    pow = function(a, b) return a ^ b end,
    concat = function(a, b) return a .. b end,
    unm = function(a) return -a end,
    len = function(a) return #a end,
    call = function(a) return a(1, 1) end,
}

local binary = { "add", "sub", "mul", "div", "idiv", "mod", "pow", "concat" }

-- Metamethods that the text of the class speaks of, and what makes methods and entries work.
local silent = {
    __eq = true, __tostring = true, __index = true, __newindex = true, __name = true, __methods = true,
}

-- Operands of every kind: several where shapes matter.
local body = rigid.SpatialInertia.solid_box { mass = 2, size = { 1, 2, 3 } }

local inertial = rigid.Inertial { mass_matrix = { mass = 2, diagonal = { 1, 1, 1 } } }
local lighter = rigid.Inertial { mass_matrix = { mass = 1, diagonal = { 0.5, 0.5, 0.5 } } }

local operands = {
    2,
    rigid.Vec3(1, 2, 3),
    rigid.Matrix.identity(3),
    rigid.Matrix.identity(6),
    rigid.Vector { 1, 2, 3 },
    rigid.Vector { 1, 2, 3, 4, 5, 6 },
    rigid.Rotation.rpy(1, 2, 3),
    rigid.Quaternion(1, 2, 3, 4),
    rigid.Transform { position = { 1, 2, 3 } },
    rigid.SpatialMotion { 1, 2, 3, 4, 5, 6 },
    rigid.Twist { 1, 2, 3, 4, 5, 6 },
    rigid.SpatialAcc { 1, 2, 3, 4, 5, 6 },
    rigid.SpatialForce { 1, 2, 3, 4, 5, 6 },
    rigid.Wrench { 1, 2, 3, 4, 5, 6 },
    rigid.SpatialMomentum { 1, 2, 3, 4, 5, 6 },
    rigid.RotationalInertia { 1, 2, 3 },
    body,
    rigid.ABI(body),
    rigid.MassMatrix3 { mass = 2, diagonal = { 1, 1, 1 } },
    inertial,
    lighter,
    rigid.Log(rigid.Model {}),
    { 1, 2, 3 },
    { 1, 2, 3, 4, 5, 6 },
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    "2",
    true,
}

local function described(value) return rigid.type(value) or type(value) end

-- Is the result of the very kind that the operator says?
local function gives(operator, result)
    local kind = rigid.type(result)
    return kind and "rigid." .. kind == operator.result or not kind and matcher(operator.result)(result)
end

describe("the operators of the typed reference", function()
    for _, class in ipairs(classes) do
        local declared = {} -- op -> list of operators
        for _, operator in ipairs(reference.classes[class] and reference.classes[class].operators or {}) do
            declared[operator.op] = declared[operator.op] or {}
            table.insert(declared[operator.op], operator)
        end

        it("of " .. class .. " name every metamethod that it has", function()
            for name, value in pairs(instance_of(class)) do
                local op = name:match "^__(%w+)$"
                assert.truthy(silent[name] or declared[op], class .. " has " .. name .. " without an @operator")
                assert.truthy(type(value) == "function" or silent[name])
            end
        end)

        it("of " .. class .. " take and give what is written, and nothing else", function()
            local seen, complaints = {}, {}
            for _, a in ipairs(operands) do
                for _, op in ipairs(rigid.type(a) == class and binary or {}) do
                    for _, b in ipairs(operands) do
                        local ok, result = pcall(operators[op], a, b)
                        local fits
                        for _, operator in ipairs(ok and declared[op] or {}) do
                            if matcher(operator.operand)(b) and gives(operator, result) then
                                fits, seen[operator] = true, true
                            end
                        end
                        if ok and not fits then
                            complaints[#complaints + 1] = ("%s %s %s gives a %s"):format(class, op, described(b), described(result))
                        end
                    end
                end
                for _, op in ipairs(rigid.type(a) == class and { "unm", "len", "call" } or {}) do
                    for _, operator in ipairs(declared[op] or {}) do
                        seen[operator] = gives(operator, operators[op](a))
                    end
                end
            end
            for _, list in pairs(declared) do
                for _, operator in ipairs(list) do
                    if not seen[operator] then
                        complaints[#complaints + 1] = ("%s:%d: %s(%s) does not give a %s"):format(
                            reference.classes[class].path, operator.line, operator.op, operator.operand, operator.result)
                    end
                end
            end
            none(complaints)
        end)

        it("of " .. class .. " take a number on the left only to multiply, as on the right", function()
            local scales = false
            for _, operator in ipairs(declared.mul or {}) do
                scales = scales or operator.operand == "number"
            end
            for _, b in ipairs(operands) do
                for _, op in ipairs(rigid.type(b) == class and binary or {}) do
                    local ok, result = pcall(operators[op], 2, b)
                    assert.equal(scales and op == "mul", ok, ("number %s %s"):format(op, class))
                    if ok then
                        assert.truthy(result == b * 2, class)
                    end
                end
            end
        end)
    end
end)
