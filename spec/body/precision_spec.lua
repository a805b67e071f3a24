-- Precision of bodies where it is hard: principal axes at (nearly) equal moments, validity of rods and particles far from the
-- origin and of bodies barely impossible, shifts there and back, shapes from needles to discs.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"

local Rotation, SpatialInertia = rigid.Rotation, rigid.SpatialInertia
local near = compare.near

-- General axes, and those on which a branch could trip: along and between the coordinate axes.
local axes = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 } }

for _, a in ipairs { { 1, 1, 0 }, { 1, -1, 0 }, { 0, 1, 1 }, { -1, 0, 1 }, { 1, 1, 1 }, { -1, 1, -1 }, { 1e-9, 1, 0 }, { 1e-5, 1e-5, -1 } } do
    axes[#axes + 1] = dense.scale(a, 1 / dense.norm(a))
end

for seed = 1, 12 do
    axes[#axes + 1] = draw.stream(1400 + seed):direction()
end

describe("principal axes", function()
    -- R diag(moments) R^T, decomposed: orthonormal, right-handed, ascending, rebuilt.
    local function check(moments, R)
        local I = dense.congruence(R, dense.diagonal(moments))
        for i = 1, 3 do
            for j = 1, i - 1 do
                I[i][j] = I[j][i]
            end
        end
        local got, frame = rigid.RotationalInertia(I):principal()
        local axes_got = frame:matrix():table()
        near(dense.mul(dense.transpose(axes_got), axes_got), dense.identity(3), { tol = tolerance.orthonormal })
        near(dense.determinant3(axes_got), 1, { tol = tolerance.orthonormal })
        assert.is_true(got.x <= got.y and got.y <= got.z)
        local sorted = { table.unpack(moments) }
        table.sort(sorted)
        near(got, sorted, { tol = tolerance.eigenvalue })
        near(dense.congruence(axes_got, dense.diagonal(got:table())), I, { tol = tolerance.eigenvalue })
    end

    it("are an orthonormal right-handed frame at equal and nearly equal moments", function()
        for power = -17, 0 do
            local gap = 10.0 ^ power
            draw.each(30, 1600, function(d)
                local R = d:rotation()
                check({ 1, 1 + gap, 1 + gap / 2 }, R)
                check({ 1, 1, 1.5 + gap }, R)
                check({ 0.4, 1 + gap, 1 }, R)
            end)
        end
    end)

    it("are one at exactly equal ones, in any axes, and at every scale", function()
        for _, scale in ipairs { 1e-300, 1e-100, 1e-9, 1, 1e9, 1e100, 1e300 } do
            check({ scale, scale, scale }, dense.identity(3))
            draw.each(20, 1601, function(d)
                check({ scale, scale, scale }, d:rotation())
                check({ scale, 2 * scale, 2 * scale }, d:rotation())
                check({ 0, scale, scale }, d:rotation())
                check({ scale, 2 * scale, 2.5 * scale }, d:rotation())
            end)
        end
    end)

    it("are one where the products alone are small, or the moments", function()
        for power = -20, -1 do
            local small = 10.0 ^ power
            for _, I in ipairs {
                { 1, 1.2, 1.4, small, 0, 0 }, { 1, 1, 1, small, small, small }, { 1, 1, 1, 0, small, -small },
                { small, 1, 1, 0, 0, 0 }, { 2, 2, 2, 0, 0, small },
            } do
                local moments, frame = rigid.RotationalInertia(I):principal()
                local axes_got = frame:matrix():table()
                near(dense.determinant3(axes_got), 1, { tol = tolerance.orthonormal })
                near(dense.mul(dense.transpose(axes_got), axes_got), dense.identity(3), { tol = tolerance.orthonormal })
                near(dense.congruence(axes_got, dense.diagonal(moments:table())), rigid.RotationalInertia(I), { tol = tolerance.eigenvalue })
            end
        end
    end)
end)

describe("validity", function()
    -- A point `distance` away in a general direction.
    local function far(d, distance) return dense.scale(d:direction(), distance) end

    -- Rods, particles and laminas: bodies on the very edge of the possible.
    local function edge_bodies(d)
        local m = d:between(0.01, 50)
        local x, y = d:between(0.1, 2), d:between(0.1, 2)
        return {
            rod = SpatialInertia.thin_rod { mass = m, length = d:between(0.1, 5), axis = d:direction() },
            particle = SpatialInertia.point_mass { mass = m, position = { 0, 0, 0 } },
            lamina = SpatialInertia { mass = m, inertia = { x, y, x + y } },
        }
    end

    it("is never denied to a rod, particle or lamina up to 1 km away, in any axes", function()
        for _, distance in ipairs { 0.1, 1, 30, 1000 } do
            draw.each(1000, 1700, function(d)
                for name, M in pairs(edge_bodies(d)) do
                    local placed = M:re_express(d:rotation()):shift(far(d, distance)):re_express(d:rotation())
                    if not placed:is_physically_valid() then
                        assert(false, name .. " at " .. distance .. " m: " .. placed:criticize())
                    end
                    assert.is_true(placed:is_physically_consistent())
                    assert.is_nil(placed:criticize())
                end
            end)
        end
    end)

    it("is never denied to those made far away in the first place, nor to their sums", function()
        draw.each(2000, 1701, function(d)
            local place = far(d, 1000)
            local m, length, u = d:between(0.01, 50), d:between(0.1, 5), d:direction()
            local I = dense.scale(dense.sub(dense.identity(3), { { u[1] * u[1], u[1] * u[2], u[1] * u[3] }, { u[2] * u[1], u[2] * u[2], u[2] * u[3] }, { u[3] * u[1], u[3] * u[2], u[3] * u[3] } }), m * length * length / 12)
            local rod = SpatialInertia { mass = m, com = place, inertia = I }
            local particle = SpatialInertia.point_mass { mass = m, position = place }
            assert.is_true(rod:is_physically_valid())
            assert.is_true(particle:is_physically_valid())
            assert.is_true((rod + particle):is_physically_valid())
        end)
    end)

    it("is never given to a body whose spread of mass is negative by 1e-9 of its scale", function()
        draw.each(2000, 1702, function(d)
            -- Spreads a, b and -1e-9 of the larger: moments b - e, a - e, a + b.
            local a, b = d:between(0.1, 2), d:between(0.1, 2)
            local e = 1e-9 * math.max(a, b)
            local m = d:between(0.1, 50)
            local impossible = SpatialInertia { mass = m, inertia = { b - e, a - e, a + b }, skip_validity_check = true }
            for _, M in ipairs { impossible, impossible:re_express(d:rotation()), impossible:re_express(d:rotation()):shift(dense.scale(far(d, 0.1), math.sqrt(a / m))) } do
                assert.is_false(M:is_physically_valid())
                assert.is_false(M:is_physically_consistent())
                assert.equal("string", type(M:criticize()))
            end
        end)
    end)

    it("is the same verdict in grams and in tons, in micrometres and in kilometres", function()
        draw.each(200, 1703, function(d)
            local pi = d:parameters()
            local sound = SpatialInertia.from_parameters(pi)
            local a, b = d:between(0.1, 2), d:between(0.1, 2)
            local unsound = SpatialInertia { mass = 1, inertia = { b - 1e-6, a - 1e-6, a + b }, skip_validity_check = true }
            for _, scale in ipairs { 1e-30, 1e-12, 1e-3, 1e6, 1e20 } do
                for _, length in ipairs { 1e-9, 1e-3, 1e3 } do
                    local function scaled(M)
                        local p = M:parameters():table()
                        local out = { p[1] * scale }
                        for i = 2, 4 do
                            out[i] = p[i] * scale * length
                        end
                        for i = 5, 10 do
                            out[i] = p[i] * scale * length * length
                        end
                        return SpatialInertia.from_parameters(out)
                    end
                    assert.is_true(scaled(sound):is_physically_valid())
                    assert.is_false(scaled(unsound):is_physically_valid())
                end
            end
        end)
    end)
end)

describe("shifting there and back", function()
    it("loses less than 1e-12 of the scale, up to 1 km", function()
        for _, distance in ipairs { 1e-3, 1, 30, 1000 } do
            draw.each(200, 1800, function(d)
                local M = make.body(d)
                local p = dense.scale(d:direction(), distance)
                local there = M:shift(p)
                near(there:shift(dense.neg(p)), M, { tol = tolerance.figure, scale = there })
                local P = rigid.ABI(M)
                near(P:shift(p):shift(dense.neg(p)), P, { tol = tolerance.figure, scale = there })
            end)
        end
    end)

    it("by a thousand steps out and a thousand back loses less than 1e-12 of the scale", function()
        local d = draw.stream(1801)
        local M = make.body(d)
        local moved, step = M:copy(), dense.scale(d:direction(), 0.01)
        for _ = 1, 1000 do
            moved:shift_in_place(step)
        end
        local far_out = moved:copy()
        near(far_out, M:shift(dense.scale(step, 1000)))
        for _ = 1, 1000 do
            moved:shift_in_place(dense.neg(step))
        end
        near(moved, M, { scale = far_out })
    end)

    it("keeps mass to the last bit, and moves the com exactly as far", function()
        draw.each(100, 1802, function(d)
            local M, p = make.body(d), d:vec3()
            assert.equal(M:mass(), M:shift(p):mass())
            near(M:com() - M:shift(p):com(), p)
            near(M:central_inertia(), M:shift(p):central_inertia(), { scale = 100 })
        end)
    end)

    it("turning there and back loses less than 1e-12", function()
        draw.each(100, 1803, function(d)
            local M, R = make.body(d), Rotation.matrix(d:rotation())
            near(M:re_express(R):re_express(R:inverse()), M)
        end)
    end)
end)

describe("shapes from needles to discs", function()
    local RATIOS = {}
    for power = -8, 8 do RATIOS[#RATIOS + 1] = 10.0 ^ power end

    -- What a shape of mass 3 kg says: the moment along its axis and the one across, each to the last digits of its own.
    local function check(shape, options, along, across)
        for i, axis in ipairs {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}} do
            options.mass, options.axis = 3, axis
            local M = SpatialInertia[shape](options)
            local I, k = M:rotational_inertia():matrix(), (i - 1) % 3 + 1
            for r = 1, 3 do
                for c = 1, 3 do
                    local wanted = r ~= c and 0 or r == k and along or across
                    near(I(r, c), wanted, { tol = 8 * tolerance.eps, what = ("%s of %g to %g, I(%d, %d)"):format(shape, options.radius or 0, options.length, r, c) })
                end
            end
            assert.is_true(M:is_physically_valid())
        end
    end

    it("a cylinder keeps all digits of each moment", function()
        for _, r in ipairs(RATIOS) do
            check("solid_cylinder", {radius = r, length = 1}, 3 * r * r / 2, (3 * r * r + 1) / 4)
            check("solid_cylinder_about_end", {radius = r, length = 1}, 3 * r * r / 2, (3 * r * r + 4) / 4)
        end
    end)

    -- Volumes in units of pi r²: L of the cylinder, 4r/3 of the ball that its two halves make.
    it("a capsule too", function()
        for _, r in ipairs(RATIOS) do
            local whole = 1 + 4 * r / 3
            local along = 3 * r * r * (1 / 2 + 4 * r / 3 * 2 / 5) / whole
            local across = 3 * ((3 * r * r + 1) / 12 + 4 * r / 3 * (2 * r * r / 5 + 1 / 4 + 3 * r / 8)) / whole
            check("solid_capsule", {radius = r, length = 1}, along, across)
        end
    end)

    it("a rod has no moment about its axis", function()
        for _, length in ipairs(RATIOS) do
            check("thin_rod", {length = length}, 0, length * length / 4)
            check("thin_rod_about_end", {length = length}, 0, length * length)
        end
    end)

    it("a box and an ellipsoid keep all of theirs", function()
        for _, a in ipairs(RATIOS) do
            for shape, k in pairs {solid_box = 12, solid_ellipsoid = 5} do
                local size = {a, 2 * a, 1}
                local moments = SpatialInertia[shape]{mass = k, size = k == 12 and size or nil, semi_axes = k == 5 and size or nil}:rotational_inertia():moments()
                near(moments.x, 4 * a * a + 1, { tol = tolerance.exact })
                near(moments.y, a * a + 1, { tol = tolerance.exact })
                near(moments.z, 5 * a * a, { tol = tolerance.exact })
            end
        end
    end)

    -- A general axis leaves each moment what its rounding leaves of the largest; one that leans by 1e-6, what that turn makes.
    it("and leaning by 1e-6, what the lean leaves", function()
        for _, r in ipairs {1e-8, 1e-7, 1e-6} do
            local c, s = math.cos(1e-6), math.sin(1e-6)
            for _, shape in ipairs {"solid_cylinder", "solid_cylinder_about_end", "solid_capsule"} do
                local straight = SpatialInertia[shape]{mass = 3, radius = r, length = 1}:rotational_inertia():moments()
                local I = SpatialInertia[shape]{mass = 3, radius = r, length = 1, axis = {s, 0, c}}:rotational_inertia():matrix()
                near(I(3, 3), straight.z * c * c + straight.x * s * s, { tol = 16 * tolerance.eps })
            end
        end
    end)
end)
