-- What stands in an argument and is physics: vectors, directions, poses, inertias, lists of numbers. Given the places of
-- rigid.arguments, it adds what reads these.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

-- Methods by their own names: a script may have given a value of ours another metatable.
local function methods_of(class) return getmetatable(core[class]).__instance.__methods end
local inertia_methods, transform_methods, vector_methods = methods_of "SpatialInertia", methods_of "Transform", methods_of "Vector"
local rotation_methods = methods_of "Rotation"

-- What a value was tagged with is its giver's; what the library keeps for itself has no tag.
local function bare(x)
    inner.frames.untag(x)
    return x
end

local ROUNDED <const> = 1e-3 -- an axis is written with few digits, as (0.707, 0.707, 0)
local UNIT <const> = 2.0 ^ -50

local length_of = getmetatable(core.Vector(0)).__len

return function(arguments, Place)
    -- Three finite numbers, as a Vec3.
    function Place:vec3(value)
        local v = (type(value) == "table" or core.type(value)) and arguments.try(inner.asked.Vec3, nil, value)
        if not v then return self:expected("Vec3 or {x, y, z}", value) end
        if v.x - v.x ~= 0 or v.y - v.y ~= 0 or v.z - v.z ~= 0 then self:bad("three finite numbers expected, got %s", tostring(v)) end
        return bare(v)
    end

    -- A direction: of length 1 but for the rounding of its digits, which is taken away.
    function Place:axis(value)
        local v = self:vec3(value)
        local length = v:norm()
        if length == 0 then self:bad("an axis of length zero has no direction") end
        if math.abs(length - 1) > ROUNDED then
            self:bad("unit vector expected, got %s of length %.6g; divide it by its length, or use :unit()", tostring(v), length)
        end
        return math.abs(length - 1) > UNIT and v:unit() or v
    end

    -- A rotation that is one: the exponential of NaN is not.
    function Place:turned(R)
        local w = rotation_methods.log(R)
        if w.x ~= w.x then self:bad "rotation of finite numbers expected, got NaN" end
        return R
    end

    -- A finite pose: a Transform, or {rotation=, position=}.
    function Place:transform(value)
        if type(value) ~= "table" and core.type(value) ~= "Transform" then
            self:expected("Transform or {rotation=, position=}", value)
        end
        if type(value) == "table" then
            local X, problem = arguments.try(inner.asked.Transform, nil, value)
            if not X then return self:relay(problem) end
            self:turned(transform_methods.rotation(X))
            return bare(X)
        end
        local p = transform_methods.position(value)
        if p.x - p.x ~= 0 or p.y - p.y ~= 0 or p.z - p.z ~= 0 then self:bad("finite position expected, got %s", tostring(p)) end
        self:turned(transform_methods.rotation(value))
        return bare(transform_methods.copy(value))
    end

    -- A SpatialInertia of the library's own, or what makes one. Whether such a body can exist is not asked of the first: it
    -- was when it was made, or the caller did not want to be asked.
    function Place:inertia(value)
        if core.type(value) == "SpatialInertia" then return bare(inertia_methods.copy(value)) end
        if type(value) ~= "table" then self:expected("SpatialInertia", value) end
        local M, problem = arguments.try(inner.asked.SpatialInertia, nil, value)
        return M and bare(M) or self:relay(problem)
    end

    -- A list of so many finite numbers: a Vector or a plain list.
    function Place:numbers(value, count, what)
        local list = core.type(value) == "Vector" and vector_methods.table(value) or value
        what = (self.key == what and "" or what .. ": ") .. ("Vector or list of %d numbers"):format(count)
        if type(list) ~= "table" then self:expected(what, value) end
        if rawlen(list) ~= count then self:bad("%s expected, got a list of %d", what, rawlen(list)) end
        for key in next, list do
            if math.type(key) ~= "integer" or key < 1 or key > count then
                self:bad("%s expected, got a table with an entry [%s]", what, arguments.describe_key(key))
            end
        end
        for i = 1, count do
            local x = rawget(list, i)
            if type(x) ~= "number" or x - x ~= 0 then
                self:bad("%s expected, but [%d] is %s", what, i, arguments.describe(x))
            end
        end
        return list
    end

    -- A configuration as the model takes it, quaternions made unit: in a Vector of its own, or in `out`.
    function Place:configuration(m, q, out)
        local moved, problem = arguments.try(inner.asked.integrate, m, q, core.Vector(inner.asked.nv(m)), out)
        return moved or self:relay(problem)
    end

    -- Write the list into the Vector `out` that is argument `number` of the method, where there is one, or else into a new one.
    -- Nothing else is made.
    function arguments.fill(name, number, out, list)
        if out == nil then return core.Vector(list) end
        if core.type(out) ~= "Vector" or length_of(out) ~= #list then
            arguments.at(name, number):expected(("Vector of %d to write into"):format(#list), out)
        end
        for i = 1, #list do vector_methods.set(out, i, list[i]) end
        return out
    end
end
