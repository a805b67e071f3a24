-- What values cost: the in-place forms leave no garbage, a million operations leave nothing behind, a refused call keeps
-- nothing, and a value is its numbers and a small header. Bytes are counted by Lua itself, with the collector stopped.
local rigid = require "rigid"

-- Takes values, so that an expression may stand alone.
local function use() end

-- Bytes that are newly allocated while f runs `count` times. The first call is not counted: it may grow the stack.
local function garbage(count, f)
    f()
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    for _ = 1, count do
        f()
    end
    local after = collectgarbage "count"
    collectgarbage "restart"
    return (after - before) * 1024
end

-- Kilobytes when everything was collected: each collection may halve Lua's table of strings, which is as large as it once had to be.
local function settled()
    local now
    repeat
        local before = now
        collectgarbage()
        now = collectgarbage "count"
    until now == before
    return now
end

-- Bytes that stay after f has run `count` times and everything was collected.
local function kept(count, f)
    for _ = 1, 100 do
        f()
    end
    local before = settled()
    for _ = 1, count do
        f()
    end
    return (settled() - before) * 1024
end

local R = rigid.Rotation.rpy(0.3, -0.2, 0.9)
local p = rigid.Vec3(0.1, -0.4, 0.25)
local X = rigid.Transform(R, p)
local function body()
    return rigid.SpatialInertia { mass = 2, com = { 0.1, -0.2, 0.3 }, inertia = { 1, 1.2, 1.4, 0.1, 0.2, -0.1 } }
end
local function mass_matrix()
    return rigid.MassMatrix3 { mass = 2, diagonal = { 1, 1.2, 1.4 }, off_diagonal = { 0.1, 0.2, -0.1 } }
end

-- One value of every class.
local function one_of_each()
    local M = body()
    return {
        Vec3 = rigid.Vec3(1, 2, 3),
        Matrix = rigid.Matrix { { 1, 2 }, { 3, 4 } },
        Vector = rigid.Vector { 1, 2, 3, 4 },
        Rotation = rigid.Rotation.rpy(1, 2, 3),
        Quaternion = rigid.Quaternion(1, 2, 3, 4),
        Transform = rigid.Transform(R, p),
        SpatialMotion = rigid.SpatialMotion { 1, 2, 3, 4, 5, 6 },
        Twist = rigid.Twist { 1, 2, 3, 4, 5, 6 },
        SpatialAcc = rigid.SpatialAcc { 1, 2, 3, 4, 5, 6 },
        SpatialForce = rigid.SpatialForce { 1, 2, 3, 4, 5, 6 },
        Wrench = rigid.Wrench { 1, 2, 3, 4, 5, 6 },
        SpatialMomentum = rigid.SpatialMomentum { 1, 2, 3, 4, 5, 6 },
        RotationalInertia = M:central_inertia(),
        SpatialInertia = M,
        ABI = rigid.ABI(M),
        MassMatrix3 = mass_matrix(),
        Inertial = rigid.Inertial { mass_matrix = mass_matrix(), pose = X },
    }
end

describe("memory", function()
    it("is measured by a meter that sees a new value", function()
        local a = rigid.Twist { 1, 2, 3, 4, 5, 6 }
        assert.is_true(garbage(1000, function() return a + a end) >= 1000 * 6 * 8)
    end)

    describe("in place", function()
        local function leaves_none(name, f)
            it(name .. " leaves no garbage", function()
                assert.are.equal(0, garbage(1000, f))
            end)
        end

        for name, a in pairs(one_of_each()) do
            if a.add_in_place and a.scale_in_place then
                leaves_none(name .. ":add_in_place", function() a:add_in_place(a) end)
                leaves_none(name .. ":scale_in_place", function() a:scale_in_place(0.5) end)
            end
        end

        local M, sum, zero = body(), body(), rigid.SpatialInertia.zero()
        local parameters = M:parameters()
        leaves_none("SpatialInertia:shift_in_place", function() M:shift_in_place(p) end)
        leaves_none("SpatialInertia:re_express_in_place", function() M:re_express_in_place(R) end)
        leaves_none("SpatialInertia:add_in_place", function() sum:add_in_place(M) end)
        leaves_none("SpatialInertia:set_parameters", function() M:set_parameters(parameters) end)
        leaves_none("SpatialInertia:set_zero", function() zero:set_zero() end)
        leaves_none("SpatialInertia:set_nan", function() zero:set_nan() end)

        local P, Q = rigid.ABI(body()), rigid.ABI(body())
        leaves_none("ABI:shift_in_place", function() P:shift_in_place(p) end)
        leaves_none("ABI:add_in_place", function() P:add_in_place(Q) end)
        leaves_none("ABI:subtract_in_place", function() P:subtract_in_place(Q) end)
        leaves_none("ABI:add_in_place of a SpatialInertia", function() P:add_in_place(M) end)

        local m, v = rigid.Matrix(3, 3), rigid.Vector(4)
        leaves_none("Matrix:set", function() m:set(2, 3, 1.5) end)
        leaves_none("Vector:set", function() v:set(2, 1.5) end)
        leaves_none("v[i] = x", function() v[3] = 2.5 end)

        local inertial = rigid.Inertial { mass_matrix = mass_matrix(), pose = X }
        local other = mass_matrix()
        leaves_none("Inertial:set_pose", function() inertial:set_pose(X) end)
        leaves_none("Inertial:set_mass_matrix", function() inertial:set_mass_matrix(other) end)
    end)

    describe("asking", function()
        it("for a number or a truth leaves no garbage", function()
            local x = one_of_each()
            local M, twist, again = x.SpatialInertia, x.Twist, x.Twist:copy()
            assert.are.equal(0, garbage(1000, function()
                use(x.Vec3.x, x.Vec3[2], x.Vector[3], x.Matrix(2, 1), twist[6])
                use(x.Vec3:dot(x.Vec3), x.Vec3:norm(), x.Vector:norm(), twist:dot(x.Wrench), M:mass())
                use(twist == again, twist:is_near(again, 1e-6), M:is_physically_valid(), M:is_nan(), rigid.type(M))
            end))
        end)
    end)

    describe("a value", function()
        -- Lua's own header of a userdata, ours, and the numbers.
        local LUA_HEADER, OUR_HEADER = 32, 16
        local function cost(make)
            collectgarbage()
            collectgarbage "stop"
            local before = collectgarbage "count"
            local value = make()
            local bytes = (collectgarbage "count" - before) * 1024
            collectgarbage "restart"
            return bytes, value
        end

        for name, numbers in pairs {
            Vec3 = 3, Rotation = 9, Quaternion = 4, Transform = 12, Twist = 6, Wrench = 6, RotationalInertia = 6, SpatialInertia = 10, ABI = 21,
        } do
            it("is " .. numbers .. " numbers and a header for a " .. name, function()
                local x = one_of_each()[name]
                x:copy()
                assert.are.equal(LUA_HEADER + OUR_HEADER + 8 * numbers, (cost(function() return x:copy() end)))
            end)
        end

        it("of any class is collected once nothing refers to it", function()
            local seen = setmetatable({}, { __mode = "k" })
            for name, value in pairs(one_of_each()) do
                seen[value] = name
            end
            assert.is_not_nil(next(seen))
            collectgarbage()
            collectgarbage()
            assert.are.same({}, seen)
        end)
    end)

    it("does not grow over a million operations", function()
        local M, twist, acc = body(), rigid.Twist { 1, 2, 3, 4, 5, 6 }, rigid.SpatialAcc { 6, 5, 4, 3, 2, 1 }
        assert.are.equal(0, kept(100000, function()
            local f = M * acc + M:bias_wrench(twist)
            use((X * M):shift(p):re_express(R) + M, (X * twist + twist) * 2, f:dot(twist))
        end))
    end)

    it("does not grow over dense work of any size", function()
        local n = 12
        local m = rigid.Matrix.identity(n)
        for i = 1, n do
            for j = 1, n do
                m:set(i, j, m(i, j) + 1 / (i + j))
            end
        end
        local b = rigid.Vector(n)
        assert.are.equal(0, kept(2000, function()
            use(m:inverse(), m:solve(b), m:determinant(), m:rank(), m:block(1, 1, 5, 4):solve(rigid.Vector(5)))
            m:svd()
            m:eigen_symmetric()
        end))
    end)

    it("keeps nothing of what was refused", function()
        local M, twist = body(), rigid.Twist { 1, 2, 3, 4, 5, 6 }
        local wrench, flat = rigid.Wrench { 1, 2, 3, 4, 5, 6 }, rigid.Matrix(4, 4)
        local refusals = {
            function() return twist + wrench end,
            function() return M:shift { 1, 2 } end,
            function() return flat:inverse() end,
            function() return rigid.SpatialInertia { mass = 1, inertia = { 1, 1, 5 } } end,
            function() return rigid.SpatialInertia.solid_box { mass = 1, size = { 1, 2, -3 } } end,
            function() return rigid.Matrix { { 1, 2 }, { 3 } } end,
            function() return rigid.Vector { 1, 2, "three" } end,
        }
        for _, refused in ipairs(refusals) do
            assert.is_false((pcall(refused)))
        end
        assert.are.equal(0, kept(2000, function()
            for i = 1, #refusals do
                pcall(refusals[i])
            end
        end))
    end)
end)
