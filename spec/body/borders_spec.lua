-- Where one answer ends and another begins: every threshold of the numeric code that a user can meet, tried on both of its
-- sides and near it. Which value it has is a decision, and a change of it is one too.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"

local S, Vec3, Matrix, Transform = rigid.SpatialInertia, rigid.Vec3, rigid.Matrix, rigid.Transform
local near, refuses = compare.near, compare.refuses

local EPS <const> = 2.0 ^ -52

local function body(mass, com, inertia)
    return S { mass = mass, com = com, inertia = inertia, skip_validity_check = true }
end

-- Whose turning resists nothing.
local function particle(mass) return S.point_mass { mass = mass, position = { 0, 0, 0 } } end

local function codes(list)
    local found = {}
    for i, finding in ipairs(list) do found[i] = finding.code end
    return table.concat(found, " ")
end

-- ---- H and its pivots -------------------------------------------------------------------------------------------------

describe("the factors of a mass matrix", function()
    -- Two slides along one direction, whose H is {{m1 + m2, m2}, {m2, m2}}: the pivot of the first is m1. The second is a
    -- general placement away, turned so that it slides the same way.
    local function two_slides(d, m1, m2)
        local m = rigid.Model { name = "slides" }
        local X, axis = make.pose(d), Vec3(d:direction())
        local turn = rigid.Rotation.matrix(d:rotation())
        m:add_body { name = "near", joint = { type = "prismatic", axis = axis }, placement = X, inertia = m1 > 0 and particle(m1) or nil }
        m:add_body {
            name = "far", parent = "near", joint = { type = "prismatic", axis = turn:inverse() * axis },
            placement = Transform(turn, d:vec3()), inertia = particle(m2),
        }
        return m
    end

    it("have pivots of 1e-10 and of 1e-13 of the diagonal as exactly as they can be, and so has what is solved with them", function()
        for _, part in ipairs { 1e-10, 1e-13 } do
            draw.each(20, 5101, function(d)
                local m1, m2 = d:between(0.5, 1.5) * part, d:between(0.5, 1.5)
                local m = two_slides(d, m1, m2)
                local inverse = m:inverse_mass_matrix { 0.3, -0.4 }
                near(inverse, { { 1 / m1, -1 / m1 }, { -1 / m1, 1 / m1 + 1 / m2 } }, { tol = 100 * EPS / part })
                local falling = m:forward_dynamics { 0.3, -0.4 }
                near(m:forward_dynamics({ 0.3, -0.4 }, nil, { 1, 0 }) - falling, { 1 / m1, -1 / m1 }, { tol = 100 * EPS / part })
            end)
        end
    end)

    it("have none where nothing is moved: an H that is singular, exactly or but for rounding, is refused", function()
        local exact = rigid.Model { name = "slides" }
        exact:add_body { name = "near", joint = { type = "prismatic", axis = { 0, 0, 1 } } }
        exact:add_body { name = "far", parent = "near", joint = { type = "prismatic", axis = { 0, 0, 1 } }, inertia = particle(1) }
        refuses(function() exact:inverse_mass_matrix { 0, 0 } end, "moves no inertia")
        local positive = 0
        draw.each(300, 5131, function(d)
            local m = two_slides(d, 0, d:between(0.5, 1.5))
            local H = m:mass_matrix { 0.3, -0.4 }
            if H(1, 1) - H(1, 2) * H(2, 1) / H(2, 2) > 0 then positive = positive + 1 end
            refuses(function() m:inverse_mass_matrix { 0.3, -0.4 } end, "moves no inertia")
            refuses(function() m:forward_dynamics { 0.3, -0.4 } end, "moves no inertia")
        end)
        assert.is_true(positive > 5, "no pivot was left by rounding")
    end)

    it("are those of joints that follow others too", function()
        draw.each(10, 5201, function(d)
            local ratio, m1, m2 = d:between(0.3, 1.2), d:between(0.5, 1.5) * 1e-10, d:between(0.5, 1.5)
            local m = rigid.Model { name = "slides" }
            local axis = d:direction()
            m:add_body { name = "a", joint = { type = "prismatic", name = "a", axis = axis }, inertia = particle(m1) }
            m:add_body { name = "b", parent = "a", joint = { type = "prismatic", name = "b", axis = axis } }
            m:add_body {
                name = "c", parent = "b", inertia = particle(m2),
                joint = { type = "prismatic", name = "c", axis = axis, mimic = { joint = "b", multiplier = ratio } },
            }
            -- c moves with a + (1 + ratio) b
            local s, inverse = 1 + ratio, m:inverse_mass_matrix { 0.3, -0.4 }
            near(inverse, { { 1 / m1, -1 / (s * m1) }, { -1 / (s * m1), (1 / m1 + 1 / m2) / (s * s) } }, { tol = 200 * EPS / 1e-10 })
            local a = m:forward_dynamics({ 0.3, -0.4 }, nil, { 1, 0 })
            local g = m:gravity():dot(axis)
            near(a[1] - g, 1 / m1, { tol = 200 * EPS / 1e-10 })
        end)
    end)
end)

-- ---- one body ---------------------------------------------------------------------------------------------------------

describe("the inverse of an inertia", function()
    local f = rigid.Wrench { 0.3, -0.5, 0.7, 0.2, 0.4, -0.6 }

    it("is that of a body 3e14 times as thin as long, and refused of one 2e15 times", function()
        -- half the trace is 1: the border is 16 eps
        for turn = 1, 3 do
            local function slim(moment)
                local I = { 1, 1, 1 }
                I[turn] = moment
                return body(2, nil, I)
            end
            for _, moment in ipairs { 18 * EPS, 30 * EPS, 100 * EPS } do
                local v = slim(moment):apply_inverse(f)
                near(v:angular()[turn], f:angular()[turn] / moment)
                near(v:linear(), f:linear() / 2)
            end
            for _, moment in ipairs { 0, 1 * EPS, 8 * EPS, 14 * EPS } do
                refuses(function() return slim(moment):apply_inverse(f) end, "singular")
            end
        end
    end)
end)

describe("an articulated body across a joint", function()
    -- What resists one motion alone, g gᵀ with g = e_i + e_j, and a joint that moves by e_i - (1 - part) e_j: its D is part²,
    -- the difference of terms of size part, and the border is 16 eps of their sum.
    local function resisting(i, j, part)
        local rows, joint = {}, { 0, 0, 0, 0, 0, 0 }
        for r = 1, 6 do
            rows[r] = {}
            for c = 1, 6 do rows[r][c] = (r == i or r == j) and (c == i or c == j) and 1 or 0 end
        end
        joint[i], joint[j] = 1, part - 1
        return rigid.ABI.from_matrix(rows), rigid.SpatialMotion(joint)
    end

    it("loses what the joint lets go, if that is more than rounding of the terms that it is made of", function()
        for i = 1, 6 do
            for j = 1, 6 do
                for _, roundings in ipairs(i ~= j and { 40, 64, 1000 } or {}) do
                    local P, joint = resisting(i, j, roundings * EPS)
                    near(P:across_joint(joint):matrix(), Matrix(6, 6), { tol = 1 / roundings, scale = 1 })
                end
                for _, roundings in ipairs(i ~= j and { 0, 4, 20, 24 } or {}) do
                    local P, joint = resisting(i, j, roundings * EPS)
                    refuses(function() return P:across_joint(joint) end, "across_joint")
                end
            end
        end
    end)

    it("is that of a slide with 64 eps between two directions, and not with less", function()
        -- two columns that are nearly one: 1 - cos of what is between them
        local P = rigid.ABI(S.solid_sphere { mass = 1, radius = 1 })
        local function slides(between)
            local c, s = math.cos(between), math.sin(between)
            return Matrix { { 1, c }, { 0, s }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } }
        end
        for _, between in ipairs { 1, 1e-3, 1e-6, 3e-7 } do assert.is_truthy(P:across_joint(slides(between))) end
        for _, between in ipairs { 0, 1e-9, 5e-8 } do refuses(function() return P:across_joint(slides(between)) end, "across_joint") end
    end)

    it("is solved down to 20 eps of its greatest eigenvalue, in its own units of length", function()
        local f = rigid.Wrench { 0.3, -0.5, 0.7, 0.2, 0.4, -0.6 }
        for k = 1, 3 do
            local function slim(moment)
                local I = { 1.5, 1.5, 1.5 }
                I[k] = moment
                return rigid.ABI(body(1, nil, I)) -- of unit length, and its greatest eigenvalue 1.5
            end
            near(slim(60 * EPS):solve(f):angular()[k], f:angular()[k] / (60 * EPS), { tol = 1e-3 })
            refuses(function() slim(20 * EPS):solve(f) end, "singular")
            refuses(function() slim(0):solve(f) end, "singular")
        end
    end)
end)

describe("what no body can have", function()
    -- Ixx, 1, 1 is a spread of Ixx / 2 along y and z; what rounding may do is 8 eps of half the trace.
    it("begins eight roundings below the border of the triangle inequality", function()
        for _, roundings in ipairs { 0, 4, 12, 15 } do
            assert.is_true(body(1, nil, { -roundings * EPS, 1, 1 }):is_physically_valid(), roundings)
        end
        for _, roundings in ipairs { 17, 20, 100 } do
            local M = body(1, nil, { -roundings * EPS, 1, 1 })
            assert.is_false(M:is_physically_valid(), roundings)
            local list = M:diagnose()
            assert.equal("negative_moment negative_spread negative_spread", codes(list))
            assert.equal("Ixx", list[1].quantity)
        end
    end)

    it("is a negative principal moment, by the same border, where the products are too large", function()
        for _, roundings in ipairs { 24, 100 } do
            local off = roundings * EPS / 2
            local list = body(1, nil, { 0.5 - off, 0.5 - off, 1, 0.5 + off, 0, 0 }):diagnose()
            assert.equal("negative_moment", list[1].code)
            assert.equal("least principal moment", list[1].quantity)
        end
    end)

    it("is no negative moment where one is zero, or negative by rounding, and another too large", function()
        for _, least in ipairs { 0, -8 * EPS } do
            assert.equal("triangle_inequality negative_spread", codes(body(1, nil, { least, 1, 2 }):diagnose()))
        end
    end)

    it("is mass that is zero, and no other, with a moment", function()
        assert.equal("massless", codes(body(0, nil, { 1, 1, 1 }):diagnose()))
        assert.is_true(body(1e-300, nil, { 1, 1, 1 }):is_physically_valid())
    end)
end)

-- ---- the doctor -------------------------------------------------------------------------------------------------------

describe("the doctor's borders:", function()
    local function ellipsoid(density, semi_axes)
        return S.solid_ellipsoid { density = density, semi_axes = semi_axes or { 0.3, 0.2, 0.1 } }
    end

    -- The same finding on one side of a border, and nothing on the other.
    local function border(code, inside, outside)
        local list = inside
        assert.equal("", codes(list))
        for _, finding in ipairs(outside) do
            if finding.code == code then return finding end
        end
        error(code .. " is not among: " .. codes(outside), 2)
    end

    it("the bulk density is that of the ellipsoid itself", function()
        for _, semi_axes in ipairs { { 0.3, 0.2, 0.1 }, { 1, 1, 1e-3 } } do
            local density = 3000
            local inside = ellipsoid(density, semi_axes):diagnose { density = { 1, density * (1 + 1e-9) } }
            local finding = border("units", inside, ellipsoid(density, semi_axes):diagnose { density = { 1, density * (1 - 1e-9) } })
            near(finding.value, density, { tol = 1e-9 })
            near(finding.limit, density, { tol = 1e-8 })
        end
    end)

    it("no more than 25000 kg/m³, and no less than a tenth", function()
        near(border("units", ellipsoid(24999):diagnose(), ellipsoid(25001):diagnose()).limit, 25000)
        near(border("units", ellipsoid(0.1001):diagnose(), ellipsoid(0.0999):diagnose()).limit, 0.1)
        local box = { box = { 1, 1, 2 } }
        local function filled(density) return S.solid_box { density = density, size = box.box }:diagnose { geometry = box } end
        near(border("density", filled(20.01), filled(19.99)).limit, 20)
        near(border("density", filled(24999), filled(25001)).limit, 25000)
    end)

    it("a unit is guessed that makes it usual: mm are, cm are not, where it is a thousand times too light", function()
        for _, density in ipairs { 1e3, 5e3 } do
            local M = ellipsoid(density)
            local list = body(M:mass(), nil, M:central_inertia() * 1e6):diagnose()
            assert.truthy(list[1].sentence:find("kg mm²", 1, true), list[1].sentence)
            list = body(M:mass(), nil, M:central_inertia() * 1e4):diagnose()
            assert.truthy(list[1].sentence:find("kg cm²", 1, true), list[1].sentence)
        end
    end)

    it("a spread of 1e-9 of the greatest is flat, and has no density", function()
        local function plate(ratio) -- spreads (1, 1, ratio) of 1 kg, far too light where it counts
            return body(1e-4, nil, { 1 + ratio, 1 + ratio, 2 })
        end
        assert.equal("", codes(plate(0.9e-9):diagnose()))
        assert.equal("units", codes(plate(1.1e-9):diagnose()))
    end)

    it("the identity is a placeholder where as a ball it is lighter than foam", function()
        local function of_density(density) -- of a ball of moment 1: density = m^2.5 / (4/3 pi 2.5^1.5)
            return body((density * 4 / 3 * math.pi * 2.5 ^ 1.5) ^ 0.4, nil, { 1, 1, 1 })
        end
        assert.equal("", codes(of_density(20.1):diagnose()))
        assert.equal("identity", codes(of_density(19.9):diagnose()))
        local function heavy(density)
            return body((density * 4 / 3 * math.pi * 0.025 ^ 1.5) ^ 0.4, nil, { 0.01, 0.01, 0.01 })
        end
        assert.equal("", codes(heavy(24900):diagnose()))
        assert.equal("placeholder", codes(heavy(25100):diagnose()))
    end)

    it("six tenths of the spread at the com are a tensor about the origin", function()
        local function share(part) -- of m c² in the spread, trace / 2 = 1
            local rest = (1 - part) / 3
            return body(1, { math.sqrt(part), 0, 0 }, { 2 * rest, part + 2 * rest, part + 2 * rest })
        end
        local finding = border("about_origin", share(0.599):diagnose(), share(0.601):diagnose())
        near({ finding.value, finding.limit }, { 0.601, 0.6 })
    end)

    it("a com or a spread 1e-9 outside of a box is at its edge", function()
        local g = { box = { 1, 0.8, 0.6 } }
        for k, name in ipairs { "x", "y", "z" } do
            local half = g.box[k] / 2
            local function at(part)
                local com = { 0, 0, 0 }
                com[k] = half * part
                return S.solid_box { mass = 400, size = { 0.1, 0.1, 0.1 } }:shift { -com[1], -com[2], -com[3] }:diagnose { geometry = g }
            end
            local function found(list, code)
                for _, finding in ipairs(list) do
                    if finding.code == code and finding.quantity:find("along " .. name, 1, true) then return finding end
                end
            end
            assert.is_nil(found(at(1 + 0.5e-9), "com_outside"))
            near(found(at(1 + 2e-9), "com_outside").limit, half)
            local function wide(part) -- all of the mass on two faces, at that part of the way to the edge
                local spread = { 1e-3, 1e-3, 1e-3 }
                spread[k] = (half * part) ^ 2
                local trace = spread[1] + spread[2] + spread[3]
                return body(400, nil, { 400 * (trace - spread[1]), 400 * (trace - spread[2]), 400 * (trace - spread[3]) }):diagnose { geometry = g }
            end
            assert.is_nil(found(wide(1 + 0.5e-9), "gyration"))
            near(found(wide(1 + 2e-9), "gyration").value, half, { tol = 1e-8 })
        end
    end)

    it("as it is of an ellipsoid, and of how long a body is", function()
        local function has(code, list)
            for _, finding in ipairs(list) do
                if finding.code == code then return finding end
            end
        end
        local g = { ellipsoid = { 0.6, 0.5, 0.4 } }
        local function at(square) -- in semi-axes, along a general direction
            local c = Vec3(0.6 * 0.48, 0.5 * 0.6, 0.4 * 0.64) * math.sqrt(square)
            return S.point_mass { mass = 400, position = c }:diagnose { geometry = g }
        end
        assert.is_nil(has("com_outside", at(1 + 0.5e-9)))
        near(has("com_outside", at(1 + 2e-9)).value, 1, { tol = 1e-8 })
        local function spread(mean) -- of (x/a)² + (y/b)² + (z/c)²
            local x, y, z = 0.36 * mean / 2, 0.25 * mean / 4, 0.16 * mean / 4
            return body(400, nil, { 400 * (y + z), 400 * (x + z), 400 * (x + y) }):diagnose { geometry = g }
        end
        assert.is_nil(has("ellipsoid", spread(1 + 0.5e-9)))
        near(has("ellipsoid", spread(1 + 2e-9)).value, -400 * 2e-9, { tol = 1e-5 })
        local rod = S.thin_rod { mass = 1, length = 1 }
        local length = rod:minimum_length()
        local function inside(part)
            local half = length * part / 2 -- a ball of that diameter, which a rod fits by its length alone
            return rod:diagnose { geometry = { ellipsoid = { half, half, half } }, density = { 1e-3, 1e9 } }
        end
        assert.is_nil(has("minimum_length", inside(1 - 0.5e-9)))
        assert.is_table(has("minimum_length", inside(1 - 2e-9)))
    end)

    it("three hundred times the tensor of what fills the geometry is another unit", function()
        local g = { box = { 0.1, 0.2, 0.3 } }
        local M = S.solid_box { mass = 6, size = g.box }
        local function ratio(times) return body(6, nil, M:central_inertia() * times):diagnose { geometry = g } end
        local function units(list)
            for _, finding in ipairs(list) do
                if finding.code == "units" then return finding end
            end
        end
        assert.is_nil(units(ratio(299)))
        near({ units(ratio(301)).value, units(ratio(301)).limit, units(ratio(301)).margin }, { 301, 300, -1 }, { tol = 1e-9 })
        assert.is_nil(units(ratio(1 / 299)))
        local small = units(ratio(1 / 301))
        near({ small.value, small.limit, small.margin }, { 1 / 301, 1 / 300, 1 / 301 - 1 / 300 }, { tol = 1e-9 })
    end)

    it("a geometry is what weighs what its limits say, and a hull may be lighter", function()
        local M = S.solid_box { density = 10, size = { 1, 1, 2 } }
        local corners = {}
        for i = 0, 7 do corners[i + 1] = { (i & 1) - 0.5, (i & 2) / 2 - 0.5, (i & 4) / 2 - 1 } end
        assert.equal("density", codes(M:diagnose { geometry = { box = { 1, 1, 2 } } }))
        assert.equal("", codes(M:diagnose { geometry = { vertices = corners } }))
    end)
end)

describe("the limits of a joint", function()
    local function joint(lower, upper)
        return rigid.Model { name = "m" }:add_body {
            name = "b", joint = { type = "revolute", limits = { lower = lower, upper = upper } }, inertia = S.unitary(),
        }
    end

    it("may be one, and not the wrong way round", function()
        assert.is_truthy(joint(0.5, 0.5))
        refuses(function() joint(0.5, 0.5 - 1e-15) end, "lower limit 0.5 is above the upper limit 0.5")
    end)
end)

describe("a tetrahedron", function()
    local function of(scale, height)
        local vertices = { { 0, 0, 0 }, { scale, 0, 0 }, { 0, scale, 0 }, { 0.6 * scale, 0.8 * scale, height * scale } }
        return S.solid_tetrahedron { density = 1, vertices = vertices }
    end

    it("is flat at 16 eps of the box of its edges, whatever its size", function()
        for _, scale in ipairs { 2.0 ^ -40, 1, 2.0 ^ 40 } do
            near(of(scale, 18 * EPS):mass() / scale ^ 3, 3 * EPS)
            refuses(function() return of(scale, 14 * EPS) end, "flat")
        end
    end)
end)

describe("log-Cholesky coordinates", function()
    it("are none where the spread over the mass overflows", function()
        local function long(mass) return S { mass = mass, inertia = { 1e10, 1e10, 2e-3 } } end
        assert.is_truthy(long(1e-290):log_cholesky())
        refuses(function() return long(1e-299):log_cholesky() end, "log_cholesky")
    end)
end)

describe("the added mass of a fluid", function()
    it("is symmetric to a millionth, by its setter", function()
        local function sets(row, column, off)
            local rows = Matrix.identity(6)
            rows:set(row, column, off)
            return rigid.Inertial { mass_matrix = { mass = 1, diagonal = { 1, 1, 1 } } }:set_fluid_added_mass(rows)
        end
        for row = 1, 6 do
            for column = 1, 6 do
                assert.is_true(sets(row, column, row == column and 5 or 1e-6))
                assert.equal(row == column, sets(row, column, row == column and 5 or 1.0000001e-6))
            end
        end
        assert.is_false(sets(3, 3, math.huge))
    end)
end)

-- Matrices of small numbers are as good as others.
describe("what is small", function()
    it("is not nothing", function()
        local m = rigid.Model { name = "dust" }
        m:add_body { name = "dust", joint = "floating", inertia = S.solid_box { mass = 1e-200, size = { 1e-3, 2e-3, 3e-3 } } }
        near(m:inverse_mass_matrix(m:neutral()) * m:mass_matrix(m:neutral()), Matrix.identity(6))
    end)
end)
