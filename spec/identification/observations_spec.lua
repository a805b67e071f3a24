-- What logs tell, gathered: the triangles are those of the stacked regressors, whatever the threads and however many pieces there were.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local equations = require "rigid.identification.equations"

local Matrix, Model, SpatialInertia, Vector = rigid.Matrix, rigid.Model, rigid.SpatialInertia, rigid.Vector
local near, refuses = compare.near, compare.refuses

local function samples_of(d, m, count)
    local Q, V, A, Tau = {}, {}, {}, {}
    for i = 1, count do
        local q, v, a = trees.state(d, m)
        Q[i], V[i], A[i], Tau[i] = q:table(), v:table(), a:table(), trees.velocity(d, m):table()
    end
    return {q = Matrix(Q), v = Matrix(V), a = Matrix(A), tau = Matrix(Tau)}
end

-- Σ of the squares of w (Y x - τ), sample by sample, by m:regressor.
local function stacked(m, s, options, weights, more)
    local nv, Y, at = m:nv(), nil, 0
    for i = 1, s.q:rows() do
        local y = m:regressor(s.q:row(i), s.v:row(i), s.a:row(i), options)
        Y = Y or Matrix(nv * s.q:rows(), y:cols() + (more and nv or 0) + 1)
        for j = 1, nv do
            at = at + 1
            for k = 1, y:cols() do Y:set(at, k, weights[j] * y(j, k)) end
            if more then Y:set(at, y:cols() + j, weights[j] * more(s.v(i, j))) end
            Y:set(at, Y:cols(), weights[j] * s.tau(i, j))
        end
    end
    return Y:transpose() * Y
end

describe("equations", function()
    it("hold what the stacked regressors do, on trees of every joint, with what joints resist by", function()
        for seed = 1, 10 do
            local d = draw.stream(300 + seed)
            local m = trees.random(d, d:integer(1, 4))
            local s, weights, all = samples_of(d, m, 70), {}, {}
            for j = 1, m:nv() do weights[j] = d:between(0.5, 2) end
            local columns = 10 * m:nbodies() + 3 * m:nv()
            for k = 1, columns do all[k] = k end
            local e = equations.of_model(m, {"damping", "friction", "armature"})
            assert.is_nil(e:take(m, s, 1, 70))
            local F = e:rows(weights, all, {}) * math.sqrt(70 * m:nv())
            local wanted = stacked(m, s, {damping = true, friction = true, armature = true}, weights)
            near(F:transpose() * F, wanted, {tol = 1e-12})
            local x = Vector(d:list(columns))
            local whole, r = Vector(columns + 1), e:residuals(x)
            for k = 1, columns do whole:set(k, x[k]) end
            whole:set(columns + 1, -1)
            local sum = 0
            for j = 1, m:nv() do sum = sum + (weights[j] * r[j]) ^ 2 * 70 end
            near(sum, whole:dot(wanted * whole), {tol = 1e-11})
        end
    end)

    it("are the same to the last bit whatever the threads, and as joined pieces the same to rounding", function()
        local d = draw.stream(331)
        local m = trees.random(d, 3)
        local s, ones = samples_of(d, m, 3000), {}
        for j = 1, m:nv() do ones[j] = 1 end
        local alone = equations.of_model(m, {"offset"})
        alone:take(m, s, 1, 3000)
        for _, threads in ipairs {2, 3, 7} do
            local shared = alone:fresh()
            shared:take(m, s, 1, 3000, threads)
            compare.same_bits(alone:triangle(ones), shared:triangle(ones))
        end
        local one, other = alone:fresh(), alone:fresh()
        one:take(m, s, 1, 1234)
        other:take(m, s, 1235, 3000)
        one:join(other)
        assert.equal(3000, one.samples)
        local R, T = alone:triangle(ones), one:triangle(ones)
        near(T:transpose() * T, R:transpose() * R, {tol = 1e-12})
        s.tau:set(17, 1, 0 / 0)
        assert.equal(17, one:take(m, s, 10, 20))
        assert.equal(3000, one.samples)
    end)

    it("keep digits that sums of products lose", function()
        local m = Model {} -- two slides, one behind the other: their masses are told by what is small beside the rest
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}}
        local Y, tau = Matrix(40, 10), Vector(40)
        for i = 1, 40 do
            local x = {1, 1 + 1e-7 * math.sin(i), 1e-7 * math.cos(i)}
            for k = 1, 3 do Y:set(i, k, x[k]) end
            tau:set(i, x[1] + 2 * x[2] + 3 * x[3])
        end
        local E = rigid.identify {model = m, Y = Y, tau = tau, gamma = 0, weights = {1}, prior = Vector(10)}
        near(E:parameters():table(), {1, 2, 3, 0, 0, 0, 0, 0, 0, 0}, {tol = 1e-6})
    end)

    it("keep their digits where squares of what they say are no numbers any more", function()
        for _, size in ipairs {1e-156, 1e-157} do
            local Y, tau, kept = Matrix(40, 3), Vector(40), equations.of_rows(1, 3)
            for i = 1, 40 do
                local x = {1, 1 + 0.1 * math.sin(i), 0.1 * math.cos(i)}
                for k = 1, 3 do Y:set(i, k, size * x[k]) end
                tau:set(i, size * (x[1] + 2 * x[2] + 3 * x[3]))
            end
            kept:take_rows(Y, tau, 1, 40)
            local R = kept:triangle {1}
            near(((R:block(1, 1, 3, 3) / size):solve(R:block(1, 4, 3, 1) / size)):column(1):table(), {1, 2, 3}, {tol = 1e-11, what = size})
        end
    end)

    it("predict the torques of samples", function()
        local d, m = draw.stream(342), Model {}
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}:shift {0.1, 0, 0}}
        m:add_body {name = "b", parent = "a", joint = {type = "revolute", axis = {1, 0, 0}}, inertia = SpatialInertia.solid_cube {mass = 1, length = 0.2}:shift {0, 0.2, 0}}
        local s = samples_of(d, m, 40)
        local e, x = equations.of_model(m, {"damping"}), m:parameters():table()
        x[21], x[22] = 0.7, 0.3
        local told = e:torques(m, s, x)
        for i = 1, 40 do
            local tau = m:inverse_dynamics(s.q:row(i), s.v:row(i), s.a:row(i))
            near({told(i, 1), told(i, 2)}, {tau[1] + 0.7 * s.v(i, 1), tau[2] + 0.3 * s.v(i, 2)}, {tol = 1e-12})
        end
    end)

    it("have Stribeck's column and a dead zone", function()
        local d, m = draw.stream(341), Model {}
        m:add_body {name = "a", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.solid_cube {mass = 2, length = 0.3}}
        local s = samples_of(d, m, 50)
        local function sign(v) return math.abs(v) < 0.5 and v / 0.5 or v > 0 and 1 or -1 end
        for i = 1, 50 do s.v:set(i, 1, 2 * math.sin(i)) end
        local e = equations.of_model(m, {"friction", "stribeck", dead_zone = 0.5, stribeck = 0.8})
        e:take(m, s, 1, 50)
        local all = {}
        for k = 1, 12 do all[k] = k end
        local F, wanted = e:rows({1}, all, {}) * math.sqrt(50), {0, 0}
        for i = 1, 50 do
            local x, y = sign(s.v(i, 1)), sign(s.v(i, 1)) * math.exp(-(s.v(i, 1) / 0.8) ^ 2)
            wanted[1], wanted[2] = wanted[1] + x * x, wanted[2] + y * y
        end
        local N = F:transpose() * F
        near({N(11, 11), N(12, 12)}, wanted, {tol = 1e-12})
    end)
end)

describe("observations", function()
    local m = Model {name = "arm"}
    m:add_body {name = "a", joint = {type = "revolute", name = "j1", axis = {0, 0, 1}}, inertia = SpatialInertia.solid_box {mass = 3, size = {0.3, 0.1, 0.1}}}
    m:add_body {name = "b", parent = "a", joint = {type = "revolute", name = "j2", axis = {0, 1, 0}}, placement = {position = {0.4, 0, 0}},
        inertia = SpatialInertia.solid_box {mass = 1, size = {0.3, 0.1, 0.1}}:shift {-0.1, 0, 0}}

    local function piece(first, count)
        local log = {t = {}, q = {}, v = {}, a = {}, tau = {}}
        for i = 1, count do
            local t = 0.01 * (first + i)
            local q = {math.sin(2 * t), 0.7 * math.sin(3 * t + 1)}
            local v = {2 * math.cos(2 * t), 2.1 * math.cos(3 * t + 1)}
            local a = {-4 * math.sin(2 * t), -6.3 * math.sin(3 * t + 1)}
            log.t[i], log.q[i], log.v[i], log.a[i], log.tau[i] = t, q, v, a, m:inverse_dynamics(q, v, a)
        end
        return log
    end

    it("gather pieces, and are merged, for one estimate", function()
        local observed = rigid.observations {model = m}
        assert.equal(observed, observed:add(piece(0, 300)))
        local other = rigid.observations {model = m, threads = 2}:add(piece(300, 300))
        assert.equal(600, observed:merge(other).samples)
        local E = rigid.identify {observations = observed, gamma = 0, prior = m:parameters() * 1.1}
        assert.equal(600, E.samples)
        assert.is_true((rigid.same_dynamics(m, E:model())))
        local whole = rigid.identify {model = m, log = piece(0, 600), gamma = 0, prior = m:parameters() * 1.1}
        near(E:parameters():table(), whole:parameters():table(), {tol = 1e-10})
        assert.is_true(rigid.identify {observations = observed}.gamma > 0)
        assert.matches("'arm': 600 samples", tostring(observed))
    end)

    it("take a log of Matrices", function()
        local log = piece(0, 100)
        for _, name in ipairs {"q", "v", "a"} do log[name] = Matrix(log[name]) end
        assert.equal(100, rigid.observations {model = m}:add(log).samples)
        log.v = Matrix(99, 2)
        refuses(function() rigid.observations {model = m}:add(log) end, "100x2 Matrix expected", "99x2")
    end)

    -- A drive that turns with both joints: what it resists by is felt by both.
    local function coupled(first, count)
        local log = piece(first, count)
        for i = 1, count do
            local v, a = log.v[i], log.a[i]
            local drive = 0.03 * (a[1] + a[2]) + 0.4 * (v[1] + v[2])
            log.tau[i] = {log.tau[i][1] + drive, log.tau[i][2] + drive}
        end
        return log
    end
    local function together(x) return {x[1] + x[2], x[1] + x[2]} end
    local TERMS <const> = {
        inertia = function(_, _, a) return together(a) end, ["damping of the drive"] = function(_, v) return Vector(together(v)) end,
    }

    it("find what a term of one's own is multiplied by", function()
        local log = coupled(0, 600)
        local E = rigid.identify {model = m, log = log, terms = TERMS, gamma = 0, offset = true, prior = m:parameters() * 1.1}
        local found = E:terms()
        near({found.inertia.value, found["damping of the drive"].value}, {0.03, 0.4}, {tol = 1e-9})
        assert.is_true(found.inertia.deviation < 1e-9 and found.inertia.deviation > 0)
        assert.is_true((rigid.same_dynamics(m, E:model())))
        assert.is_true(E:residuals():norm() < 1e-12)
        assert.matches("(%d+) of %1 base parameters", tostring(E))
        local blind = rigid.identify {model = m, log = log, gamma = 0, trust = true}
        assert.is_true(blind:residuals():norm() > 0.1)
        local entropic = rigid.identify {model = m, log = log, terms = TERMS}
        near({entropic:terms().inertia.value}, {0.03}, {tol = 1e-3})
        assert.equal(nil, next(rigid.identify {model = m, log = piece(0, 600), gamma = 0}:terms()))
    end)

    it("gather terms in pieces, with threads, to the same digits", function()
        local whole = rigid.observations {model = m, terms = TERMS, damping = true}:add(coupled(0, 3000))
        local shared = rigid.observations {model = m, terms = TERMS, damping = true, threads = 2}:add(coupled(0, 3000))
        local a, b = rigid.identify {observations = whole, gamma = 0}, rigid.identify {observations = shared, gamma = 0}
        assert.equal(a:terms().inertia.value, b:terms().inertia.value)
        local merged = rigid.observations {model = m, terms = TERMS, damping = true}:add(coupled(0, 1000))
        merged:merge(rigid.observations {model = m, terms = TERMS, damping = true}:add(coupled(1000, 2000)))
        near({rigid.identify {observations = merged, gamma = 0}:terms().inertia.value}, {a:terms().inertia.value}, {tol = 1e-9})
    end)

    it("draw torques with terms in the report", function()
        local path = os.tmpname()
        rigid.identify {model = m, log = coupled(0, 600), terms = TERMS, gamma = 0}:report(path)
        local page <close> = assert(io.open(path))
        assert.matches("damping of the drive", page:read "a")
        os.remove(path)
    end)

    it("are refused where a term is none", function()
        local function of(terms) return function() rigid.identify {model = m, log = piece(0, 100), terms = terms} end end
        refuses(of(3), "table of functions of q, v and a, by their names expected, got 3")
        refuses(of {together}, "name of a term")
        refuses(of {drive = 3}, "terms.drive", "function of q, v and a expected, got 3")
        refuses(of {drive = function() return {1} end}, "terms.drive", "2 numbers")
        refuses(of {drive = function() return nil end}, "terms.drive")
        refuses(of {drive = function() return {1, 0 / 0} end}, "terms")
        refuses(of {drive = function() error "of its own" end}, "of its own")
        refuses(function() rigid.identify {model = m, Y = Matrix(20, 20), tau = Vector(20), terms = TERMS} end, "terms", "not with Y")
        refuses(function() rigid.identify {model = m, log = piece(0, 100), terms = TERMS, payload = "b"} end, "payload", "terms")
        local observed = rigid.observations {model = m, terms = TERMS}
        refuses(function() observed:merge(rigid.observations {model = m, terms = {inertia = function() return {1, 1} end}}) end, "same columns")
        refuses(function() rigid.identify {observations = observed, terms = TERMS} end, "terms", "not with observations")
    end)

    it("are refused where they do not fit", function()
        local observed = rigid.observations {model = m, friction = true, stribeck = 0.1}
        refuses(function() observed:merge(observed) end, "these themselves")
        refuses(function() observed:merge(rigid.observations {model = m, friction = true, stribeck = 0.2}) end, "same columns")
        refuses(function() observed:merge {} end, "rigid.observations")
        refuses(function() rigid.identify {observations = observed, friction = true} end, "friction", "not with observations")
        refuses(function() rigid.identify {observations = observed, log = piece(0, 10)} end, "either log, or Y and tau, or observations")
        refuses(function() rigid.identify {observations = 3} end, "rigid.observations")
        refuses(function() rigid.observations {model = m, stribeck = -1} end, "stribeck", "positive")
        refuses(function() rigid.observations {model = m, threads = 0} end, "threads")
    end)
end)
