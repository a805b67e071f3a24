-- Robots with loops: their parameters from what is left where the forces of the loops drop out, Nᵀ Y π = Nᵀ τ; against a dense second implementation, on
-- drawn trees with every closing joint, with joints that were not measured, and with logs that cannot be right.
local rigid = require "rigid"
local Tree = require "spec.support.dense_tree"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local dense_loops = require "spec.support.dense_loops"
local draw = require "spec.support.draw"
local linkages = require "spec.support.linkages"
local looped = require "spec.support.looped"
local program = require "spec.support.program"
local trees = require "spec.support.trees"

local Matrix, SpatialInertia, Vector = rigid.Matrix, rigid.SpatialInertia, rigid.Vector
local near, refuses = compare.near, compare.refuses

local TYPES <const> = {"revolute", "prismatic", "universal", "cylindrical", "helical", "spherical"}

-- Torques that move a robot, and dampers.
local function driving(d, m)
    local nv, size, rate, phase = m:nv(), {}, {}, {}
    for j = 1, nv do size[j], rate[j], phase[j] = d:between(3, 12), d:between(3, 9), d:between(0, 6) end
    return function(t, _, v)
        local tau = Vector(nv)
        for j = 1, nv do tau:set(j, size[j] * math.sin(rate[j] * t + phase[j]) - v[j]) end
        return tau
    end
end

-- A chain closed to the world by a joint of that type, so that two freedoms or more are left, a configuration where it is closed, and a motion from there.
local function drawn(seed, kind)
    local d = draw.stream(4100 + seed)
    local m, q
    repeat
        m = trees.random(d, 4, {chain = true, types = TYPES})
        q = trees.configuration(d, m)
        looped.close(d, m, q, "one", kind, nil, "link4")
    until m:loops(q).freedoms >= 2
    return m, q, driving(d, m)
end

local function halved(m) return m:copy():set_parameters(0.5 * m:parameters()) end

-- Rows of what moves a robot along its loops, of the second implementation: the projection on what its rows J leave, times the regressor.
local function dense_rows(m, tree, q, v, a, rows)
    local state = tree:state(q:table(), v:table())
    local J = dense_loops.rows(tree, state, m:table().loops, q:table(), v:table())
    local Y, R = tree:regressor(state, a:table()), dense_loops.orthonormal(J)
    for i = 1, #Y do
        local e = {}
        for j = 1, #Y do e[j] = i == j and 1.0 or 0.0 end
        local z = e
        for _, r in ipairs(R) do z = dense.sub(z, dense.scale(r, dense.dot(r, e))) end
        rows[#rows + 1] = dense.mul(dense.transpose(Y), z)
    end
end

local function rank_of(rows)
    local columns = {}
    for k = 1, #rows[1] do -- of length one: metres and metres squared are alike then
        local sum = 0.0
        for _, row in ipairs(rows) do sum = sum + row[k] ^ 2 end
        columns[k] = sum > 1e-16 and 1 / math.sqrt(sum) or 0.0
    end
    for _, row in ipairs(rows) do
        for k = 1, #row do row[k] = row[k] * columns[k] end
    end
    local _, s = Matrix(rows):svd()
    local rank = 0
    for k = 1, #s do rank = rank + (s[k] > 1e-8 * s[1] and 1 or 0) end
    return rank
end

-- The largest torque that the difference of two sets of parameters makes along the loops, of the torque there.
local function apart(m, log, p)
    local off, size = 0.0, 0.0
    for i = 1, #log.t, 7 do
        local q, v, a = log.q[i], log.v[i], log.a[i]
        local Y, J = m:regressor(q, v, a), m:constraint_jacobian(q):table()
        off = math.max(off, dense.norm(dense_loops.allowed(J, (Y * (p - m:parameters())):table())))
        size = math.max(size, dense.norm(dense_loops.allowed(J, (Y * m:parameters()):table())))
    end
    return off / size
end

-- The log with NaN for the q and v of those joints, but for the first sample's q; without accelerations.
local function without(m, log, names, first)
    local part = {t = log.t, q = Matrix(#log.t, m:nq()), v = Matrix(#log.t, m:nv()), tau = Matrix(#log.t, m:nv())}
    for i = 1, #log.t do
        for k = 1, m:nq() do part.q:set(i, k, log.q[i][k]) end
        for k = 1, m:nv() do
            part.v:set(i, k, log.v[i][k])
            part.tau:set(i, k, log.tau[i][k])
        end
        for _, name in ipairs(names) do
            local joint = m:joint(name)
            for k = 0, joint.nq - 1 do part.q:set(i, joint.q + k, i == 1 and first and first[joint.q + k] or 0 / 0) end
            for k = 0, joint.nv - 1 do part.v:set(i, joint.v + k, 0 / 0) end
        end
    end
    return part
end

local function crank(m, q)
    return linkages.log(m, q, 2, 0.004, function(t, at, v) return {8 * math.sin(2 * t) + 5 * math.cos(5 * t) - 6 * (at[1] + 1.5) - 2 * v[1], 0, 0} end)
end

describe("a robot with loops", function()
    it("has as many base parameters as its motions tell of, and they are found from exact torques, whatever closes it", function()
        for seed, kind in ipairs(looped.types) do
            local m, q, drive = drawn(seed, kind)
            local what = ("%d, %s"):format(seed, kind)
            local log = linkages.log(m, q, 1.5, 0.01, drive)
            local base, tree, rows = m:base_parameters {near = q}, Tree.of(m:table()), {}
            local stride = math.max(1, #log.t * m:loops(q).freedoms // 120)
            for i = 1, #log.t, stride do dense_rows(m, tree, log.q[i], log.v[i], log.a[i], rows) end
            assert.equal(rank_of(rows), base.count, what)
            local E = rigid.identify {model = halved(m), log = log, gamma = 0, trust = true}
            assert.equal(base.count, E.rank, what)
            assert.equal(m:loops(q).freedoms, #E:residuals(), what)
            assert.is_true(apart(m, log, E:parameters()) < 1e-9, what)
            local wanted = base:matrix() * m:parameters()
            near(base:matrix() * E:parameters(), wanted, {tol = 1e-7, what = what}) -- some are hardly shown
            local found = rigid.identify {model = halved(m), log = log, trust = true}
            assert.is_true(apart(m, log, found:parameters()) < 1e-6, what)
            for _, name in ipairs(m:body_names()) do assert.is_true(found:model():body(name).inertia:is_physically_consistent()) end
        end
    end)

    it("is not led astray where a motion shows things a hundred million times as well as others", function()
        local d = draw.stream(4110) -- of one freedom, whose torques are exact
        local m = trees.random(d, 4, {chain = true, types = TYPES})
        local q = trees.configuration(d, m)
        looped.close(d, m, q, "one", "cylindrical", nil, "link4")
        local log = linkages.log(m, q, 1.5, 0.01, driving(d, m))
        local E = rigid.identify {model = halved(m), log = log, trust = true}
        assert.is_true(apart(m, log, E:parameters()) < 1e-6)
        for k = 2, #E.path do assert.is_true(E.path[k].held_out < 10 * E.path[k - 1].held_out, k) end
    end)

    it("tells the way it is put together: a delta's plate stays level", function()
        local m, q = linkages.delta()
        assert.equal(34, m:base_parameters {near = q}.count)
        assert.is_true(m:base_parameters().count > 34) -- where it tilts, which no motion leads to from here
        refuses(function() trees.random(draw.stream(1), 1):base_parameters {near = {0}} end, "near", "only of a model with loops")
        refuses(function() m:base_parameters {near = {0}} end, "near", "22")
        local rest = {}
        for k = 1, 3 do rest[k] = q[m:joint("motor" .. k).q] end
        local log = linkages.log(m, q, 2, 0.005, function(t, at, v)
            local tau = Vector(m:nv())
            for k = 1, 3 do
                local joint = m:joint("motor" .. k)
                tau:set(joint.v, -3 + 3 * math.sin((2 + k) * t + k) - 0.5 * v[joint.v] - 8 * (at[joint.q] - rest[k]))
            end
            return tau
        end)
        local E = rigid.identify {model = halved(m), log = log, gamma = 0}
        assert.equal(34, E.rank)
        assert.equal(34, E.count)
        assert.is_true(apart(m, log, E:parameters()) < 1e-9)
        local passive = {}
        for _, name in ipairs(m:joint_names()) do passive[#passive + 1] = not name:find "motor" and name or nil end
        local F = rigid.identify {model = halved(m), log = without(m, log, passive, q), damping = true}
        assert.is_true(apart(m, log, F:parameters()) < 1e-6)
        assert.truthy(tostring(F):find("motor2 ", 1, true) and tostring(F):find("not measured, where the loops have them: free, urod1l", 1, true))
    end)

    it("is estimated from noise within the deviations, a joint for each freedom that is left", function()
        local m, q = linkages.four_bar()
        local log, d = crank(m, q), draw.stream(11)
        local clean = log.tau
        log.tau = {}
        for i = 1, #log.t do log.tau[i] = clean[i] + Vector {0.2 * (d:unit_interval() + d:unit_interval() - d:unit_interval() - d:unit_interval()), 0, 0} end
        local E = rigid.identify {model = halved(m), log = log, gamma = 0}
        local base = m:base_parameters {near = q}
        local truth = base:matrix() * m:parameters()
        for i, one in ipairs(E:base_parameters()) do assert.is_true(math.abs(one.value - truth[i]) < 4 * one.deviation, one.name) end
        assert.is_true(math.abs(E:residuals()[1] - 0.2 / math.sqrt(3)) < 0.01)
        assert.truthy(tostring(E):find("  j1  ", 1, true) and not tostring(E):find("  j2  ", 1, true))
        local weighed = rigid.identify {model = halved(m), log = log, gamma = 0, weights = {2, 7, 7}}
        assert.equal(1, #weighed.weights)
        assert.equal(2, weighed.weights[1])
        near(weighed:parameters(), E:parameters(), {tol = 1e-9})
    end)

    it("shows what its joints resist by, terms of one's own, and what a link of it holds", function()
        local m, q = linkages.four_bar()
        local true_one = m:copy()
        true_one:attach {name = "load", body = "rod2", inertia = SpatialInertia.solid_cube {mass = 0.7, length = 0.1}:shift {-0.5, 0, 0.1}}
        local log = crank(true_one, q)
        local P = rigid.identify {model = m, log = log, payload = "rod2"}
        local same = rigid.same_dynamics(P:model(), true_one)
        assert.is_true(same)
        local resisting = crank(m, q)
        local damping, friction, stuck, spring = {0.3, 0.2, 0.1}, {0.5, 0.1, 0.2}, {0.4, 0.3, 0.2}, -3
        for i = 1, #resisting.t do
            local v, at, a = resisting.v[i], resisting.q[i], resisting.a[i]
            local more = Vector(3)
            for j = 1, 3 do
                local sign = math.abs(v[j]) < 0.1 and v[j] / 0.1 or v[j] > 0 and 1 or -1
                more:set(j, damping[j] * v[j] + (friction[j] + stuck[j] * math.exp(-(v[j] / 0.8) ^ 2)) * sign + 0.05 * a[j] + 0.25)
            end
            more:set(3, more[3] + spring * math.sin(at[3]))
            resisting.tau[i] = resisting.tau[i] + Vector {more[1], more[2], more[3]}
        end
        local E = rigid.identify {
            model = halved(m), log = resisting, gamma = 0, trust = true, damping = true, friction = true, stribeck = 0.8, dead_zone = 0.1, armature = true, offset = true,
            terms = {spring = function(at) return {0, 0, math.sin(at[3])} end, none = function() return {0, 0, 0} end},
        }
        assert.is_true(E:residuals()[1] < 1e-9)
        assert.is_true(E:terms().none.deviation == math.huge and E:resistance().damping.values:norm() > 0)
    end)

    it("need not be measured where its loops tell where it is", function()
        local m, q = linkages.four_bar()
        local log = crank(m, q)
        local whole = rigid.identify {model = halved(m), log = log}
        for _, part in ipairs {without(m, log, {"j2", "j3"}, q), without(m, log, {"j3"}, q), without(m, log, {"j2"})} do
            local E = rigid.identify {model = halved(m), log = part}
            near(E:residuals(), whole:residuals(), {slack = 1e-4})
            assert.is_true(apart(m, log, E:parameters()) < 1e-4)
        end
        local smooth = rigid.smooth_log(without(m, log, {"j2", "j3"}, q), {cutoff = 20})
        assert.is_true(smooth.q(1, 2) == q[2] and smooth.q(2, 2) ~= smooth.q(2, 2))
        assert.is_true(apart(m, log, rigid.identify({model = halved(m), log = smooth}):parameters()) < 2e-2)
        local part = without(m, log, {"j2", "j3"}, q)
        part.a = Matrix(#log.t, 3)
        for i = 1, #log.t do
            for k = 1, 3 do part.a:set(i, k, k == 1 and log.a[i][1] or 0 / 0) end
        end
        assert.is_true(apart(m, log, rigid.identify({model = halved(m), log = part, gamma = 0}):parameters()) < 1e-9)
        assert.is_true(part.q(2, 2) ~= part.q(2, 2), "the log was changed")
        refuses(function() rigid.identify {model = m, log = without(m, log, {"j1", "j2", "j3"})} end, "'j1', 'j2', 'j3' was not measured", "leave it open")
        part = without(m, log, {"j2", "j3"}, q)
        part.q:set(9, 1, 0 / 0)
        refuses(function() rigid.identify {model = m, log = part} end, "q[1] of sample 9 is NaN")
        local bars = linkages.four_bar()
        bars:remove_loop "pin":add_loop {
            name = "far", placement_a = {position = {5, 0, 0}}, body_b = "rod3", placement_b = {position = {0.6, 0, 0}}, joint = {type = "revolute", axis = {0, 1, 0}},
        }
        refuses(function() rigid.identify {model = bars, log = without(m, log, {"j2", "j3"}, q)} end, "q of", "the loops")
    end)

    it("is gathered piece by piece, by the joints that the first piece drives", function()
        local m, q = linkages.four_bar()
        local log = crank(m, q)
        local function piece(first, last, driven)
            local part = {t = {}, q = {}, v = {}, a = {}, tau = {}}
            for i = first, last do
                for name, list in pairs(part) do list[#list + 1] = log[name][i] end
                if driven then
                    local N = m:constraint_jacobian(log.q[i]):null()
                    local tau = Vector(3) -- the same motion, driven elsewhere
                    tau:set(driven, log.tau[i][1] * N(1, 1) / N(driven, 1))
                    part.tau[#part.tau] = tau
                end
            end
            return part
        end
        local one = rigid.observations {model = halved(m)}
        one:add(piece(1, 250)):add(piece(251, 501))
        local E = rigid.identify {observations = one, gamma = 0}
        assert.is_true(apart(m, log, E:parameters()) < 1e-9)
        local other = rigid.observations {model = halved(m)}:add(piece(320, 400, 3))
        assert.truthy(tostring(rigid.identify {observations = other, gamma = 0}):find("  j3  ", 1, true))
        assert.is_true(apart(m, log, rigid.identify({observations = other, gamma = 0}):parameters()) < 1e-9)
        local empty = rigid.observations {model = halved(m)}
        refuses(function() rigid.identify {observations = empty, gamma = 0} end, "observations", "a log that was added")
        assert.equal(501, rigid.observations({model = m}).samples + one.samples)
        refuses(function() one:merge(other) end, "of the same joints", "of j1, got of j3")
    end)

    it("is refused where its log cannot be right", function()
        local m, q = linkages.four_bar()
        local log = crank(m, q)
        local function told(change, said)
            local copy = {t = log.t, q = {}, v = {}, a = {}, tau = {}}
            for i = 1, #log.t do
                for _, name in ipairs {"q", "v", "a", "tau"} do copy[name][i] = log[name][i]:copy() end
            end
            change(copy)
            said = said or {}
            said.model, said.log = m, copy
            return function() return rigid.identify(said) end
        end
        assert.truthy(told(function() end)())
        refuses(told(function(l) for i = 1, #l.t do l.q[i]:set(2, l.q[i][2] + 0.5) end end), "does not close the loops", "'j1' would have to stand 0.21")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i] = l.tau[i] * -1 end end), "'j1' have the opposite sign", "trust")
        assert.truthy(told(function(l) for i = 1, #l.t do l.tau[i] = l.tau[i] * -1 end end, {trust = true})())
        refuses(told(function(l) for i = 1, #l.t do l.tau[i] = l.tau[i] * 1000 end end), "unit")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i] = Vector(3) end end), "all torques are 0")
        refuses(told(function(l) for i = 1, #l.t do l.v[i]:set(3, -l.v[i][3]) end end), "'j3' has the opposite sign")
        refuses(function() rigid.identify {model = m, Y = Matrix(30, 30), tau = Vector(30), gamma = 0} end, "'four-bar'", "a log expected")
        local held = linkages.four_bar():add_loop {name = "weld", body_b = "rod1", joint = "fixed"}
        refuses(told(function(l) for i = 1, #l.t do l.q[i], l.v[i] = l.q[1], l.v[1] end end), "nothing moves")
        refuses(function() rigid.identify {model = held, log = log} end, "q")
    end)

    it("is saved and reported as any other, by the program too, whose file need not have its passive joints", function()
        local m, q = linkages.four_bar()
        local log = crank(m, q)
        local name = os.tmpname()
        os.remove(name)
        local robot, rows, page, found = name .. ".lua", name .. ".csv", name .. ".html", name .. ".found.lua"
        local lines = {"t,q.j1,q.j2,q.j3,v.j1,tau.j1"}
        for i = 1, #log.t do
            local q2, q3 = i == 1 and q[2] or "", i == 1 and q[3] or ""
            lines[i + 1] = ("%.17g,%.17g,%s,%s,%.17g,%.17g"):format(log.t[i], log.q[i][1], q2, q3, log.v[i][1], log.tau[i][1])
        end
        halved(m):save(robot)
        local function run(text, options)
            local file = assert(io.open(rows, "w"))
            file:write(text, "\n")
            file:close()
            local words = {"identify", robot, rows}
            for word in (options or ""):gmatch "%S+" do words[#words + 1] = word end
            return program.run(words)
        end
        local all = table.concat(lines, "\n")
        local out, err, code = run(all, ("-o %s --report %s"):format(found, page))
        assert.same({"", 0}, {err, code})
        assert.truthy(out:find("8 of 8 base parameters", 1, true) and out:find("not measured, where the loops have them: j2, j3", 1, true), out)
        assert.is_true(apart(m, log, rigid.load(found):parameters()) < 1e-4)
        local text = program.read_file(page)
        assert.truthy(text:find("<figcaption>j1</figcaption>", 1, true))
        assert.falsy(text:find("<figcaption>j2</figcaption>", 1, true))
        assert.truthy(run(all, "--cutoff 20"):find("where the loops have them: j2, j3", 1, true))
        out, err, code = run((all:gsub("tau.j1", "tau")))
        assert.same({"", 1}, {out, code})
        assert.truthy(err:find("no column 'tau.j1'", 1, true), err)
        for _, path in ipairs {robot, rows, page, found} do os.remove(path) end
    end)
end)
