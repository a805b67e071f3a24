-- Laws of the doctor over random draws: verdicts are sharp on both sides of the border of what is possible, findings agree
-- with them, every repair is a body; and the pseudo-inertia's maps, coordinates and distances against dense 4x4 algebra.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"

local S, Matrix = rigid.SpatialInertia, rigid.Matrix
local near = compare.near

local function holds(name, count, first_seed, law)
    it(name, function() draw.each(count, first_seed, law) end)
end

local function log_between(d, low, high) return low * (high / low) ^ d:unit_interval() end

-- A body of these spreads of mass per mass along axes turned anyhow, its com so many of its lengths from the origin.
local function body(d, spreads, reach)
    local mass, length = log_between(d, 1e-3, 1e3), log_between(d, 1e-3, 1e2)
    local a, b, c = table.unpack(spreads)
    local scale = mass * length * length
    local tensor = rigid.RotationalInertia { scale * (b + c), scale * (a + c), scale * (a + b) }:re_express(d:rotation())
    local com, direction = {}, d:direction()
    for i = 1, 3 do
        com[i] = reach * length * direction[i]
    end
    return S { mass = mass, com = com, inertia = tensor, skip_validity_check = true }, scale * (1 + reach * reach)
end

-- Spreads on the border: rods, plates and points as often as bodies of bulk.
local function spreads(d)
    local s = { d:between(0.01, 1), d:between(0.01, 1), d:between(0.01, 1) }
    for i = 1, d:integer(0, 3) do
        s[i] = 0
    end
    return s
end

local function reach(d) return d:unit_interval() < 0.3 and 0 or log_between(d, 0.1, 1000) end

local function errors(list)
    local count = 0
    for _, finding in ipairs(list) do
        count = count + (finding.severity == "error" and 1 or 0)
    end
    return count
end

describe("the verdict", function()
    holds("lets every body pass: rods, plates, points and those far off, moved about and turned", 2500, 8000, function(d)
        local M = body(d, spreads(d), reach(d))
        assert.is_true(M:is_physically_valid(), M:criticize())
        assert.equal(0, errors(M:diagnose()))
        local moved = M:shift(d:vec3()):re_express(rigid.Rotation.matrix(d:rotation()))
        assert.is_true(moved:is_physically_valid(), moved:criticize())
        assert.equal(0, errors(moved:diagnose()))
        assert.is_nil(M:criticize())
    end)

    holds("lets none pass whose spread is negative by 1e-9 of the scale", 2500, 18000, function(d)
        local s, far = spreads(d), reach(d)
        s[1] = -1e-9 * (1 + far * far) -- of the tensor as it is stored, about the origin
        s[2], s[3] = s[2] + d:between(0.1, 1), s[3] + d:between(0.1, 1)
        local M, scale = body(d, s, far)
        assert.is_false(M:is_physically_valid())
        local list = M:diagnose()
        assert.truthy(errors(list) > 0)
        local found = false
        for _, finding in ipairs(list) do
            if finding.code == "negative_spread" then
                found = true
                near(finding.value / scale, -1e-9, { tol = 1e-4 })
            end
        end
        assert.is_true(found)
        assert.truthy(M:criticize())
    end)
end)

describe("every repair", function()
    holds("is a body, and says truly by how much it differs", 150, 8300, function(d)
        local s = { d:between(-1, 1), d:between(-0.5, 1), d:between(0.1, 1) }
        local M = body(d, s, reach(d))
        local before = M:central_inertia()
        for _, repair in ipairs(M:repairs()) do
            assert.is_true(repair.inertia:is_physically_consistent(), repair.edit)
            local difference = (repair.inertia:central_inertia() - before):matrix():norm()
            near(repair.change, difference / before:matrix():norm(), { tol = 1e-9 })
            assert.truthy(repair.sentence:find(repair.edit, 1, true))
        end
    end)

    local function repaired(d)
        local s = { d:between(-0.3, -0.01), d:between(-0.1, 1), d:between(0.1, 1) }
        local M = body(d, s, 0)
        local nearest, entropic
        for _, repair in ipairs(M:repairs()) do
            nearest = repair.kind == "nearest" and repair or nearest
            entropic = repair.kind == "entropic" and repair or entropic
        end
        return M, s, nearest.inertia, entropic.inertia
    end

    local function second_moment(M)
        local I = M:central_inertia():matrix()
        return Matrix.identity(3) * (I:trace() / 2) - I
    end

    holds("that is nearest is nearer than any other body", 60, 8400, function(d)
        local M, _, nearest = repaired(d)
        local given, best = second_moment(M), second_moment(nearest)
        local least = (best - given):norm()
        for _ = 1, 30 do
            local a = Matrix(d:matrix(3, 3)) -- any body: a semi-definite second moment
            local other = best + (a * a:transpose() * d:between(0, 0.3) - best * d:between(0, 0.3)) * given:norm()
            if other:eigen_symmetric()[1] >= 0 then
                assert.truthy((other - given):norm() >= least * (1 - 1e-9))
            end
        end
    end)

    holds("in entropic divergence is the nearest to the ball of those within twice the change", 60, 8500, function(d)
        local M, s, nearest, entropic = repaired(d)
        local given, chosen = second_moment(M), second_moment(entropic)
        local allowed = 2 * (second_moment(nearest) - given):norm()
        local ball = second_moment(nearest):trace() / 3
        local prior = S { mass = M:mass(), inertia = { 2 * ball, 2 * ball, 2 * ball } }
        local function body_with(sigma)
            return S { mass = M:mass(), inertia = Matrix.identity(3) * sigma:trace() - sigma, skip_validity_check = true }
        end
        assert.truthy((chosen - given):norm() <= allowed * (1 + 1e-9))
        local least = entropic:distance(prior)
        for _ = 1, 30 do
            local a = Matrix(d:matrix(3, 3))
            local other = chosen + (a + a:transpose()) * (d:between(0, 0.2) * allowed)
            local body_there = body_with(other)
            if (other - given):norm() <= allowed and other:eigen_symmetric()[1] > 1e-9 * ball then
                assert.truthy(body_there:distance(prior) >= least - 1e-9, table.concat(s, " "))
            end
        end
    end)
end)

-- ---- the pseudo-inertia, densely -----------------------------------------------------------------------------------------

local function pseudo(M)
    local I, h = M:rotational_inertia():matrix(), M:com_moment()
    local half = I:trace() / 2
    local J = Matrix(4, 4)
    for i = 1, 3 do
        for j = 1, 3 do
            J:set(i, j, (i == j and half or 0) - I(i, j))
        end
        J:set(i, 4, h[i]):set(4, i, h[i])
    end
    return J:set(4, 4, M:mass())
end

local loose = { tol = 1e-8 } -- dense inverses lose what the condition of J takes

describe("the pseudo-inertia", function()
    holds("is U Uᵀ of the log-Cholesky coordinates, which give the body back", 200, 8600, function(d)
        local M = make.body(d)
        local t = M:log_cholesky()
        local e = math.exp(t[1])
        local U = Matrix {
            { math.exp(t[2]), t[5], t[7], t[8] }, { 0, math.exp(t[3]), t[6], t[9] }, { 0, 0, math.exp(t[4]), t[10] }, { 0, 0, 0, 1 },
        } * e
        near(U * U:transpose(), pseudo(M), { tol = tolerance.figure })
        near(S.from_log_cholesky(t):parameters(), M:parameters(), { tol = tolerance.figure })
    end)

    holds("has a body for any ten coordinates, which are its coordinates", 200, 8700, function(d)
        local theta = d:list(10)
        local M = S.from_log_cholesky(theta)
        assert.is_true(M:is_physically_consistent())
        near(M:log_cholesky(), theta, { tol = 1e-10, scale = 1 }) -- as far as the condition of J takes
    end)

    holds("has the entropic divergence of the definition", 100, 8800, function(d)
        local M, N = make.body(d), make.body(d)
        local P, Q = pseudo(M), pseudo(N)
        local expected = -math.log(P:determinant() / Q:determinant()) + (Q:inverse() * P):trace() - 4
        near(M:distance(N), expected, loose)
        near(M:distance(N, "entropic"), expected, loose)
        assert.truthy(math.abs(M:distance(N) - N:distance(M)) > tolerance.clearly_different)
        assert.truthy(M:distance(M) < 1e-28)
    end)

    holds("has a second-order divergence near a body: ½ tr((Q⁻¹ dP)²)", 50, 8900, function(d)
        local M, N = make.body(d), make.body(d)
        local h = 1e-4
        local near_M = S.from_parameters(M:parameters() + N:parameters() * h)
        local change = pseudo(M):inverse() * pseudo(N) * h
        near(near_M:distance(M), (change * change):trace() / 2, { tol = 1e-2 })
    end)

    holds("has an affine-invariant distance that is a metric", 100, 9000, function(d)
        local A, B, C = make.body(d), make.body(d), make.body(d)
        local ab, bc, ac = A:distance(B, "affine"), B:distance(C, "affine"), A:distance(C, "affine")
        near(B:distance(A, "affine"), ab, loose)
        assert.truthy(ac <= ab + bc and ab <= ac + bc and ab > 0)
        assert.truthy(A:distance(A, "affine") < 1e-12)
        -- eigenvalues of Q⁻¹P by those of the symmetric L⁻¹ P L⁻ᵀ
        local values, vectors = pseudo(B):eigen_symmetric()
        local roots = {}
        for i = 1, 4 do
            roots[i] = 1 / math.sqrt(values[i])
        end
        local W = Matrix.diagonal(roots) * vectors:transpose()
        local lambda, sum = (W * pseudo(A) * W:transpose()):eigen_symmetric(), 0
        for i = 1, 4 do
            sum = sum + math.log(lambda[i]) ^ 2
        end
        near(ab, math.sqrt(sum), loose)
    end)

    holds("has distances that no frame, mirror or unit changes", 100, 9100, function(d)
        local A, B = make.body(d), make.body(d)
        local X, n = make.pose(d), d:direction()
        for _, kind in ipairs { "entropic", "affine" } do
            local expected = A:distance(B, kind)
            near((X * A):distance(X * B, kind), expected, loose)
            near(A:mirror(n):distance(B:mirror(n), kind), expected, loose)
            near(A:scale { mass = 1e3, length = 1e3 }:distance(B:scale { mass = 1e3, length = 1e3 }, kind), expected, loose)
        end
    end)
end)

describe("maps of a body", function()
    local function cloud(particles, map, factor)
        local M = S.zero()
        for _, particle in ipairs(particles) do
            M:add_in_place(S.point_mass { mass = factor * particle[1], position = map(particle[2]) })
        end
        return M
    end

    holds("are those of its particles: mirrored, scaled", 100, 9200, function(d)
        local particles, n = d:particles(8), d:direction()
        local M = cloud(particles, function(p) return p end, 1)
        local function mirrored(p)
            local far = 2 * (p[1] * n[1] + p[2] * n[2] + p[3] * n[3])
            return { p[1] - far * n[1], p[2] - far * n[2], p[3] - far * n[3] }
        end
        near(M:mirror(n):parameters(), cloud(particles, mirrored, 1):parameters())
        near(M:mirror("xz"):parameters(), cloud(particles, function(p) return { p[1], -p[2], p[3] } end, 1):parameters())
        near(M:mirror("xy"):parameters(), cloud(particles, function(p) return { p[1], p[2], -p[3] } end, 1):parameters())
        near(M:mirror("yz"):parameters(), cloud(particles, function(p) return { -p[1], p[2], p[3] } end, 1):parameters())
        near(M:mirror(n):mirror(n):parameters(), M:parameters())
        local l, m = d:between(0.1, 5), d:between(0.1, 5)
        local function longer(p) return { l * p[1], l * p[2], l * p[3] } end
        near(M:scale({ length = l, mass = m }):parameters(), cloud(particles, longer, m):parameters())
        near(M:scale({ length = l }):parameters(), cloud(particles, longer, 1):parameters())
        near(M:scale({ mass = m }):parameters(), cloud(particles, function(p) return p end, m):parameters())
    end)

    holds("and of parts: (A + B) - B is A, also where A is a rod, a plate or a point", 500, 9300, function(d)
        local A, B = body(d, spreads(d), log_between(d, 0.1, 10)), make.body(d)
        local rest = (A + B) - B
        local scale = (A + B):rotational_inertia():matrix():norm()
        assert.is_true(rest:is_physically_valid(), rest:criticize())
        near(rest:mass(), A:mass(), { scale = A:mass() + B:mass() })
        near(rest:rotational_inertia():matrix(), A:rotational_inertia():matrix(), { scale = scale })
        local larger = S.from_parameters(A:parameters() * 1.001)
        assert.is_false(pcall(function() return A - larger end))
    end)
end)

describe("how likely a body is", function()
    -- Lengths s times as long, at the same density: mass s³, spreads s⁵. The three spreads and the com then have
    -- densities s^-15 s^-15 / s^3 times as high.
    it("depends on its density and its proportions, and on its size not at all", function()
        local plausible = require "rigid.doctor.plausible"
        draw.each(50, 4801, function(d)
            local mass, top, far = d:between(0.5, 5), d:between(0.1, 1), d:between(0.1, 1)
            local spread = rigid.Vec3(top * d:between(0.01, 0.4), top * d:between(0.5, 0.9), top)
            local s = 10 ^ d:between(-2, 2)
            local here = plausible.log_density(mass, spread, far)
            local there = plausible.log_density(s ^ 3 * mass, spread * s ^ 5, s * far)
            near(there, here - 33 * math.log(s), { scale = 100 })
        end)
    end)

    it("is highest at the density and the proportions that links have, and falls to both sides", function()
        local plausible = require "rigid.doctor.plausible"
        -- of a cube of side 0.1, less what the spreads themselves count for
        local function at(mass, x, y, z)
            local spread = rigid.Vec3(x * x, y * y, z * z) * (mass / 12)
            local square = x * x + y * y + z * z
            local gap = math.log(spread.y - spread.x + 0.05 * spread.z) + math.log(spread.z - spread.y + 0.05 * spread.z) + math.log(spread.z - spread.x + 0.05 * spread.z)
            return plausible.log_density(mass, spread, 0) + math.log(spread.x) + math.log(spread.y) + math.log(spread.z) + gap + 1.5 * math.log(square)
        end
        near(at(1, 0.1, 0.1, 0.1), 0, { scale = 1 })
        local function cost(x) return -2.5 * math.log(1 + x * x / 4) end
        for _, times in ipairs { 0.01, 0.3, 2, 50 } do near(at(times, 0.1, 0.1, 0.1), cost(math.log(times) / 3 / 0.7)) end
        -- one length 4 times another, the third between, of the same volume
        near(at(1, 0.05, 0.1, 0.2), 2 * cost(math.log(2) / 0.6))
    end)
end)
