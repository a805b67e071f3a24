-- Quaternions: Hamilton's products against the matrices of turns, exponentials and logarithms at every angle, ways between turns.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local Quaternion, Rotation, Vec3 = rigid.Quaternion, rigid.Rotation, rigid.Vec3
local near, refuses = compare.near, compare.refuses

local function drawn(d) return Quaternion(d:number(), d:number(), d:number(), d:number()) end

-- The 4 x 4 matrix L(a) with L(a) b = a b, from the rules i² = j² = k² = ijk = -1 alone.
local function left(a)
    return rigid.Matrix {{a.w, -a.x, -a.y, -a.z}, {a.x, a.w, -a.z, a.y}, {a.y, a.z, a.w, -a.x}, {a.z, -a.y, a.x, a.w}}
end

describe("Quaternion", function()
    it("is four numbers, w first, that are not written to", function()
        local q = Quaternion(1, 2, 3, 4)
        assert.same({ 1, 2, 3, 4, 4, 4 }, { q.w, q.x, q.y, q.z, q[4], #q })
        assert.same({ 1, 2, 3, 4 }, q:table())
        assert.is_nil(q[5])
        assert.equal("Quaternion(1, 2, 3, 4)", tostring(q))
        assert.is_true(q == Quaternion { 1, 2, 3, 4 } and q == Quaternion(q) and q ~= -q and q:copy() == q)
        refuses(function() q.w = 3 end, "does not change in place")
        refuses(function() return q[6] end, "index 6")
        refuses(function() return Quaternion(1, 2, 3) end, "Quaternion")
        refuses(function() return Quaternion { 1, 2, 3 } end, "Quaternion or {w, x, y, z}")
        refuses(function() return Quaternion(Rotation.identity(), 1) end, "nothing more")
    end)

    it("multiplies as Hamilton wrote on the bridge", function()
        local i, j, k, one = Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0), Quaternion(0, 0, 0, 1), Quaternion.identity()
        assert.is_true(i * i == -one and j * j == -one and k * k == -one and i * j * k == -one and i * j == k and j * i == -k)
        draw.each(20, 1510, function(d)
            local a, b, c, s = drawn(d), drawn(d), drawn(d), d:number()
            near((a * b):table(), left(a) * b:table(), { tol = 1e-14 })
            near(((a * b) * c):table(), (a * (b * c)):table(), { tol = 1e-13 })
            near((a * (b + c * s)):table(), (a * b + s * (a * c)):table(), { tol = 1e-13 })
            near((a * b):norm(), a:norm() * b:norm(), { tol = 1e-14 })
            near((a * a:inverse()):table(), { 1, 0, 0, 0 }, { tol = 1e-14 })
            near((a * a:conjugate()):table(), { a:dot(a), 0, 0, 0 }, { tol = 1e-14 })
            near(((a - b) / 2):table(), (a / 2 - 0.5 * b):table(), { tol = 1e-15 })
            near(a:unit():norm(), 1, { tol = 1e-15 })
        end)
        near((Quaternion(1e300, 2e300, 2e300, 4e300)):norm(), 5e300, { tol = 1e-14 })
        near((Quaternion(1e-300, 2e-300, 2e-300, 4e-300)):unit():table(), { 0.2, 0.4, 0.4, 0.8 }, { tol = 1e-14 })
    end)

    it("turns as the rotation does that it is, whatever its length and sign", function()
        draw.each(20, 1520, function(d)
            local a, b, p = drawn(d), drawn(d), Vec3(table.unpack(d:list(3)))
            near(a:rotation() * b:rotation(), (a * b):rotation(), { tol = 1e-14, scale = 1 })
            near((a * -3) * p, a:rotation() * p, { tol = 1e-14 })
            local turned = a * Quaternion(0, p.x, p.y, p.z) * a:inverse()
            near({ turned.x, turned.y, turned.z }, a * p, { tol = 1e-14 })
            local R = a:rotation()
            near(Quaternion(R):table(), (a.w < 0 and -a or a):unit():table(), { tol = 1e-14 })
            assert.is_true(Rotation.quaternion(a):is_near(R, 1e-15))
            near({ R:quaternion() }, Quaternion(R):table(), { tol = 0 })
        end)
    end)

    it("has the exponential and the logarithm of rotation vectors", function()
        draw.each(10, 1530, function(d)
            local n = Vec3(table.unpack(d:direction()))
            for _, angle in ipairs { 0, 1e-300, 1e-9, 1e-3, 0.5, 3, math.pi - 1e-9, math.pi } do
                local w = n * angle
                near(Quaternion.exp(w):rotation(), Rotation.exp(w), { tol = 1e-14, scale = 1 })
                near(Quaternion.exp(w):table(), Quaternion.axis_angle(n, angle):table(), { tol = 1e-14, scale = 1 })
                if angle < math.pi then near((Quaternion.exp(w) * -5):log(), w, { tol = 1e-14 }) end
            end
            near(Quaternion.exp(n * 5):log(), n * (5 - 2 * math.pi), { tol = 1e-14 })
            near(Quaternion.exp(n * math.pi):log():norm(), math.pi, { tol = 1e-14 })
        end)
    end)

    it("goes from turn to turn evenly, the shorter way", function()
        draw.each(20, 1540, function(d)
            local a, b, s = drawn(d), drawn(d), d:between(0, 1)
            near(a:distance(b), a:rotation():distance(b:rotation()), { tol = 1e-13 })
            near(a:distance(-b), a:distance(b), { tol = 1e-14 })
            near(a:slerp(b, s):rotation(), a:rotation():slerp(b:rotation(), s), { tol = 1e-13, scale = 1 })
            near(a:slerp(b, s):distance(a), s * a:distance(b), { tol = 1e-12, scale = 1 })
            near(a:slerp(b, 0):table(), a:unit():table(), { tol = 1e-14 })
            near(math.abs(a:slerp(b, 1):dot(b:unit())), 1, { tol = 1e-14 })
            near(a:slerp(b, s):norm(), 1, { tol = 1e-14 })
        end)
    end)

    it("has a mean, of turns and not of signs", function()
        draw.each(5, 1550, function(d)
            local middle, list, turns = drawn(d):unit(), {}, {}
            for k = 1, 4 do
                list[k] = (k % 2 == 0 and -2 or 1) * (middle * Quaternion.exp(rigid.Vec3(table.unpack(d:list(3))) * 0.3))
                turns[k] = list[k]:rotation()
            end
            near(Quaternion.mean(list, { 1, 2, 3, 4 }):rotation(), Rotation.mean(turns, { 1, 2, 3, 4 }), { tol = 1e-13, scale = 1 })
            assert.is_true(Quaternion.mean(list).w >= 0)
        end)
        refuses(function() Quaternion.mean {} end, "at least one")
        refuses(function() Quaternion.mean { { 1, 2, 3 } } end, "[1]", "Quaternion")
        refuses(function() Quaternion.mean { { 1, 0, 0, 0 }, { 0, 1, 0, 0 } } end, "no single one")
    end)

    it("of no length is no turn", function()
        local zero, endless = Quaternion(0, 0, 0, 0), Quaternion(1, math.huge, 0, 0)
        for _, q in ipairs { zero, endless, Quaternion(0 / 0, 0, 0, 1) } do
            for _, name in ipairs { "unit", "inverse", "log", "rotation" } do
                refuses(function() return q[name](q) end, "is no turn")
            end
            refuses(function() return Quaternion.identity():distance(q) end, "#1", "is no turn")
            refuses(function() return Quaternion.identity():slerp(q, 0.5) end, "#1", "is no turn")
        end
        refuses(function() return zero:slerp(Quaternion.identity(), 0.5) end, "is no turn")
        refuses(function() return zero * Vec3(1, 2, 3) end, "turns nothing")
        refuses(function() return Quaternion(1, 2, 3, 4):slerp({ 1, 0, 0, 0 }, 1e308) end, "#2", "overflow")
        refuses(function() return Rotation.x(3):slerp(Rotation.identity(), 1e308) end, "#2", "overflow")
        near(Quaternion(1e308, 0, 0, 1e308) * Vec3(1, 0, 0), { 0, 1, 0 }, { tol = 1e-15 })
        refuses(function() return Quaternion.axis_angle({ 0, 0, 0 }, 1) end, "above zero")
        refuses(function() return Quaternion.identity() + 1 end, "both must be Quaternions")
        refuses(function() return Vec3(1, 2, 3) * Quaternion.identity() end, "multiply")
        refuses(function() return 2 / Quaternion.identity() end, "inverse")
    end)
end)
