-- Where one answer ends and another begins: every threshold of the numeric code that a user can meet, tried on both of its
-- sides and near it. Which value it has is a decision, and a change of it is one too.
local rigid = require "rigid"
local compare = require "spec.support.compare"

local S, Matrix = rigid.SpatialInertia, rigid.Matrix
local near, refuses = compare.near, compare.refuses

local EPS <const> = 2.0 ^ -52

local function body(mass, com, inertia)
    return S { mass = mass, com = com, inertia = inertia, skip_validity_check = true }
end

local function codes(list)
    local found = {}
    for i, finding in ipairs(list) do found[i] = finding.code end
    return table.concat(found, " ")
end

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
    it("an inertia is judged alike in any unit of mass", function()
        local com = {0.3, 0.2, 0.1}
        local function of(mass, ixx)
            return body(mass, com, {mass * ixx, mass * 1.2, mass * 1.4, mass * 0.05, mass * -0.04, mass * 0.03})
        end
        local usual = of(1, 1):log_cholesky()
        for _, exponent in ipairs {-900, -600, -520, 0, 520, 600, 900} do
            assert.is_true(of(2.0 ^ exponent, 1):is_physically_valid())
            assert.is_false(of(2.0 ^ exponent, 4):is_physically_valid())
            local theta = of(2.0 ^ exponent, 1):log_cholesky()
            for i = 2, 10 do near(theta[i], usual[i], {tol = 1e-12}) end
        end
        local _, problem = pcall(function() return body(1e20, {1, 2, 3}, {1, 1, 1}):log_cholesky() end)
        assert.truthy(tostring(problem):find("with 1e+20 kg this far from the origin, moments about its com below", 1, true), tostring(problem))
    end)
end)
