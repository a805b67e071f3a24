-- An argument that a function does not take is refused, as a misspelt option is. That no public function swallows one is
-- walked in the specs of bad arguments; here is what it says, and the calls of which one way takes fewer arguments than another.

local rigid = require "rigid"
local compare = require "spec.support.compare"

local refuses = compare.refuses
local SpatialInertia, Vec3, Matrix, Vector = rigid.SpatialInertia, rigid.Vec3, rigid.Matrix, rigid.Vector

local function robot()
    return rigid.Model { bodies = { { name = "arm", joint = "revolute", inertia = SpatialInertia.solid_cube { mass = 1, length = 1 } } } }
end

describe("an argument too many", function()
    it("is named with what came, and with how many there may be", function()
        local M, m = SpatialInertia.unitary(), robot()
        refuses(function() SpatialInertia.combine(M, M, M) end, "bad argument #3 to 'combine' (nothing more expected after 2 arguments, got SpatialInertia)")
        refuses(function() M:shift({ 1, 2, 3 }, "junk") end, "bad argument #2 to 'shift' (nothing more expected after 1 argument, got string)")
        refuses(function() Vec3(1, 2, 3, 4) end, "bad argument #4 to 'Vec3' (nothing more expected after 3 arguments, got 4)")
        refuses(function() M:mass(true) end, "bad argument #1 to 'mass' (no argument expected, got boolean)")
        refuses(function() m:name "other" end, "bad argument #1 to 'name' (no argument expected, got string)")
        refuses(function() m:com({ 0 }, "junk") end, "bad argument #2 to 'com' (nothing more expected after 1 argument, got string)")
        refuses(function() m:body("arm", { 1 }) end, "bad argument #2 to 'body' (nothing more expected after 1 argument, got a table of 1)")
        refuses(function() rigid.load("arm.urdf", {}, 5) end, "bad argument #3 to 'load' (nothing more expected after 2 arguments, got 5)")
        refuses(function() rigid.Model({}, {}) end, "bad argument #2 to 'Model' (nothing more expected after 1 argument, got a table of 0)")
        refuses(function() rigid.Log({ model = m }, 1) end, "bad argument #2 to 'Log' (nothing more expected after 1 argument, got 1)")
        refuses(function() rigid.type(m, nil, m) end, "bad argument #3 to 'type' (nothing more expected after 1 argument, got Model)")
    end)

    it("is refused at the line of the caller, by a function written in Lua too", function()
        local m = robot()
        local ok, message = pcall(function() m:name "other" end)
        assert.is_false(ok)
        assert.truthy(message:find "surplus_spec.lua:%d+: bad argument #1 to 'name'")
    end)

    it("is refused where another way of calling would take it", function()
        local row, m, out = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, robot(), Vector(1)
        local H, q = Matrix(1, 1), { 0.3 }
        for _, f in ipairs {
            function() Vec3({ 1, 2, 3 }, 4) end,
            function() Vec3(Vec3(1, 2, 3), nil, 4) end,
            function() Matrix(row, 3) end,
            function() Vector(3, 4) end,
            function() rigid.Rotation.quaternion({ 1, 0, 0, 0 }, 1) end,
            function() rigid.Quaternion({ 1, 0, 0, 0 }, 1) end,
            function() rigid.Rotation.quaternion(rigid.Quaternion.identity(), 1) end,
            function() rigid.Transform({ position = { 1, 2, 3 } }, { 1, 2, 3 }) end,
            function() rigid.RotationalInertia({ 1, 1, 1 }, 1) end,
            function() rigid.RotationalInertia(1, 1, 1, 0) end,
            function() rigid.Twist({ 1, 2, 3, 4, 5, 6 }, { 1, 2, 3 }) end,
            function() rigid.Twist({ 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 }) end,
            function() rigid.Twist({ 1, 2, 3 }, { 1, 2, 3 }):shift({ 1, 2, 3 }, { 0, 0, 1 }) end,
            function() m:forward_dynamics(q, q, q, out, Vector(1)) end,
            function() m:inverse_dynamics(q, q, q, out, "junk") end,
            function() m:coriolis_matrix(q, q, H, Matrix(1, 1)) end,
            function() m:jacobian(q, "arm", Matrix(6, 1), Matrix(6, 1)) end,
            function() m:jacobian_derivative(q, q, "arm", Matrix(6, 1), {}) end,
            function() m:regressor(q, q, q, Matrix(1, 10), {}) end,
            function() m:slotine_li_regressor(q, q, q, q, Matrix(1, 10), { factor = "body" }) end,
            function() m:parameters(Vector(10), Vector(10)) end,
            function() rigid.plot({ x = { 1, 2 }, y = { 1, 2 } }, { text = true }, { text = true }) end,
        } do
            refuses(f, "bad argument #")
        end
        refuses(function() Matrix(row)(1, 2, 3) end, "m(i, j) takes two integers, got a third argument, 3")
        assert.is_true(out == Vector(1) and H == Matrix(1, 1))
    end)

    it("that is nil is as none", function()
        local m = robot()
        assert.is_true(Vec3(1, 2, 3, nil) == Vec3({ 1, 2, 3 }, nil, nil, nil, nil))
        assert.is_true(rigid.Twist({ 1, 2, 3, 4, 5, 6 }, nil, nil) == rigid.Twist({ 1, 2, 3 }, { 4, 5, 6 }, nil))
        assert.is_true(rigid.RotationalInertia(1, 2, 3, nil, nil, nil) == rigid.RotationalInertia { 1, 2, 3 })
        assert.is_true(m:mass_matrix({ 0 }, nil, nil) == m:mass_matrix { 0 })
        assert.equal("model", m:name(nil, nil))
        assert.is_true(m:forward_dynamics({ 0 }, { 0 }, { 0 }, nil, nil, nil) == m:forward_dynamics({ 0 }, { 0 }, { 0 }))
        assert.equal("Vec3", rigid.type(Vec3(1, 2, 3), nil))
    end)

    it("goes on to a function of the caller's, where that is what is asked for", function()
        local got
        local own = require "rigid.environment".io -- what the modules have for globals
        local stdout = own.stdout
        own.stdout = { write = function() end }
        finally(function() own.stdout = stdout end)
        rigid.time(function(...) got = { ... } end, 1, 2, 3, 4, 5)
        assert.same({ 1, 2, 3, 4, 5 }, got)
    end)
end)
