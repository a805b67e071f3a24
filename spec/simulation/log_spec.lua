-- The log of a simulation: its samples, its columns, what it says and writes, and how it compares.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local mechanisms = require "spec.support.mechanisms"

local Log, Model, SpatialInertia, Vector = rigid.Log, rigid.Model, rigid.SpatialInertia, rigid.Vector
local near, refuses = compare.near, compare.refuses

local wheel, top, ball, floating_tree = mechanisms.wheel, mechanisms.top, mechanisms.ball, mechanisms.floating_tree
local distance = mechanisms.distance

-- ---- the log --------------------------------------------------------------------------------------------------------

describe("a log", function()
    local function tree_log(seed, dt)
        local m, q, v = floating_tree(seed)
        return m:simulate { q = q, v = v, duration = 0.4, dt = dt, method = "rkmk45", tolerance = 1e-12 }, m
    end

    it("has a type, a length, and a text", function()
        local log = ball():simulate {
            q = { 1 }, duration = 1, dt = 0.1, events = { { name = "floor", watch = function(_, q) return q[1] end, stop = true } },
        }
        assert.equal("Log", rigid.type(log))
        assert.equal(#log.t, #log)
        assert.equal(table.concat({
            "Log of 'ball': 6 samples, t from 0 to 0.451524 s",
            "  method   rkmk45, dt 0.1 s; 5 steps",
            "  energy   19.62 J at first, 19.62 J at last",
            "  event    floor at t = 0.451524 s",
            "  stopped  by event 'floor'",
        }, "\n"), tostring(log))
        assert.equal("Log of 'wheel': 0 samples", tostring(Log(wheel())))
    end)

    it("can be filled by hand", function()
        local m = top()
        local log = Log(m):add(0, { 2, 0, 0, 0 }):add(0.5, { 0, 1, 0, 0 }, { 1, 2, 3 }, Vector { 4, 5, 6 })
        assert.equal(2, #log)
        near(log.q[1], { 1, 0, 0, 0 })
        near(log.v[1], { 0, 0, 0 }, { scale = 1 })
        near(log.tau[2], { 4, 5, 6 })
        near(log:energy()[2], m:kinetic_energy({ 0, 1, 0, 0 }, { 1, 2, 3 }))
        local q = Vector { 1, 0, 0, 0 }
        log:add(0.5, q)
        q[1] = 7
        near(log.q[3], { 1, 0, 0, 0 })
        refuses(function() log:add(0.4, q) end, "bad argument #1 to 'add'", "before that of the last sample, 0.5")
        refuses(function() log:add("1", q) end, "bad argument #1 to 'add'", "finite number")
        refuses(function() log:add(1, { 1, 0, 0 }) end, "bad argument #2 to 'add'", "list of 4 numbers")
        refuses(function() log:add(1, { 0, 0, 0, 0 }) end, "bad argument #2 to 'add'", "quaternion")
        refuses(function() log:add(1, q, { 1 }) end, "bad argument #3 to 'add'", "list of 3 numbers")
        refuses(function() log:add(1, q, nil, { 1, 0 / 0, 2 }) end, "bad argument #4 to 'add'")
        assert.equal(3, #log)
        assert.equal(0, #Log(Model()):add(0, {}).q[1])
    end)

    it("keeps the model as it was", function()
        local m = ball()
        local log = m:simulate { q = { 1 }, duration = 0.5, dt = 0.1 }
        local before = log:energy()
        m:set_gravity { 0, 0, -1 }
        m:body("ball").inertia = SpatialInertia.unitary()
        assert.same(before, log:energy())
        assert.equal(2, log.model:total_mass())
    end)

    it("becomes a table, and one again", function()
        local log = tree_log(41, 0.05)
        local t = log:table()
        assert.equal(9, #t.t)
        assert.equal(log.q[3][2], t.q[3][2])
        local twin = Log(t)
        assert.truthy(log:is_near(twin, 1e-15)) -- quaternions are made unit again
        local copy = log:copy()
        assert.truthy(copy == log and not rawequal(copy, log) and copy.steps == log.steps and copy.method == "rkmk45")
        copy.q[3][1] = copy.q[3][1] + 1e-6
        assert.truthy(copy ~= log)
        assert.truthy(copy:is_near(log, 1e-5))
        assert.is_false(copy:is_near(log))
        assert.is_false(copy:is_near(copy:copy():add(9, copy.q[1])))
        assert.is_false(log:is_near(Log(wheel()), 1e9))
        t.t[2] = t.t[1] - 1
        refuses(function() Log(t) end, "bad argument #1 to 'Log'", "field 't[2]'", "must not decrease")
        t.t[2] = nil
        refuses(function() Log(t) end, "bad argument #1 to 'Log'")
        refuses(function() Log { model = 3 } end, "field 'model'", "Model expected, got 3")
        refuses(function() Log { model = wheel(), q = { { 1 } } } end, "field 'q'", "list of 0 samples expected, got 1")
        refuses(function() Log { model = wheel(), t = { 0 }, q = { { 1, 2 } } } end, "field 'q[1]'")
        refuses(function() Log(3) end, "bad argument #1 to 'Log'", "Model", "got 3")
        refuses(function() Log { modle = wheel() } end, "did you mean 'model'?")
        refuses(function() log:is_near(3) end, "Log expected, got 3")
        refuses(function() log.energy(3) end, "calling 'energy' on 3", "a method of Log")
    end)

    it("gives the state at its samples exactly, and between them smoothly, on the manifold", function()
        local log, m = tree_log(42, 0.05)
        for i = 1, #log do
            local q, v, tau = log:sample(log.t[i])
            assert.truthy(q == log.q[i] and v == log.v[i] and tau == log.tau[i] and not rawequal(q, log.q[i]))
        end
        -- from both sides a sample is approached
        for _, off in ipairs { -1e-9, 1e-9 } do
            local q, v = log:sample(log.t[4] + off)
            assert.truthy(distance(m, q, v, log.q[4], log.v[4]) < 1e-7)
        end
        -- the configuration moves with the velocity that is given
        local t, h = 0.163, 1e-5
        local q, v = log:sample(t)
        near(m:difference((log:sample(t - h)), (log:sample(t + h))) / (2 * h), v, { tol = 1e-8 })
        assert.truthy(math.abs(math.sqrt(q[4] ^ 2 + q[5] ^ 2 + q[6] ^ 2 + q[7] ^ 2) - 1) < 1e-14)
    end)

    it("errs between samples by the fourth power of their distance, in q, and the third in v", function()
        local fine, m = tree_log(43, 0.4 / 256)
        local function errors(dt)
            local log, of_q, of_v = tree_log(43, dt), 0, 0
            for i = 1, #fine do
                local q, v = log:sample(fine.t[i])
                of_q = math.max(of_q, m:difference(q, fine.q[i]):norm())
                of_v = math.max(of_v, (v - fine.v[i]):norm())
            end
            return of_q, of_v
        end
        local q1, v1 = errors(0.4 / 32)
        local q2, v2 = errors(0.4 / 64)
        assert(math.abs(math.log(q1 / q2, 2) - 4) < 0.3, math.log(q1 / q2, 2))
        assert(math.abs(math.log(v1 / v2, 2) - 3) < 0.3, math.log(v1 / v2, 2))
    end)

    it("has nothing to give outside of its time", function()
        local log = wheel():simulate { duration = 1, dt = 0.5 }
        refuses(function() log:sample(1.5) end, "bad argument #1 to 'sample'", "from 0 to 1 expected, got 1.5")
        refuses(function() log:sample(-1e-9) end, "bad argument #1 to 'sample'")
        refuses(function() log:sample(0 / 0) end, "bad argument #1 to 'sample'")
        refuses(function() log:sample "x" end, "bad argument #1 to 'sample'")
        refuses(function() Log(wheel()):sample(0) end, "no samples")
    end)

    local function lines_of(path)
        local list = {}
        for line in io.lines(path) do list[#list + 1] = line end
        os.remove(path)
        return list
    end

    it("saves every joint type with names and units, and all digits", function()
        local m = Model {}
        local types = { "revolute", "prismatic", "continuous", "helical", "universal", "cylindrical", "spherical", "planar", "floating" }
        for i, kind in ipairs(types) do
            m:add_body {
                name = "b" .. i, inertia = SpatialInertia.unitary(),
                joint = { type = kind, name = i == 1 and 'say "a,b"' or kind, pitch = kind == "helical" and 0.1 or nil },
            }
        end
        local q, v = m:random_state(5)
        local path = os.tmpname()
        local log = Log(m):add(0, q, v, v * 3):add(0.1, q)
        assert.truthy(rawequal(log, log:save(path)))
        local lines = lines_of(path)
        assert.equal(3, #lines)
        local headings = [[t [s],"q.say ""a,b"" [rad]",q.prismatic [m],q.continuous [rad],q.helical [rad],]] ..
            [[q.universal.1 [rad],q.universal.2 [rad],q.cylindrical.angle [rad],q.cylindrical.length [m],]] ..
            [[q.spherical.qw,q.spherical.qx,q.spherical.qy,q.spherical.qz,q.planar.x [m],q.planar.y [m],q.planar.angle [rad],]] ..
            [[q.floating.x [m],q.floating.y [m],q.floating.z [m],q.floating.qw,q.floating.qx,q.floating.qy,q.floating.qz,]] ..
            [["v.say ""a,b"" [rad/s]",v.prismatic [m/s],v.continuous [rad/s],v.helical [rad/s],]] ..
            [[v.universal.1 [rad/s],v.universal.2 [rad/s],v.cylindrical.angle [rad/s],v.cylindrical.length [m/s],]] ..
            [[v.spherical.wx [rad/s],v.spherical.wy [rad/s],v.spherical.wz [rad/s],]] ..
            [[v.planar.x [m/s],v.planar.y [m/s],v.planar.angle [rad/s],v.floating.vx [m/s],v.floating.vy [m/s],]] ..
            [[v.floating.vz [m/s],v.floating.wx [rad/s],v.floating.wy [rad/s],v.floating.wz [rad/s],]] ..
            [["tau.say ""a,b"" [N m]",tau.prismatic [N],tau.continuous [N m],tau.helical [N m],]] ..
            [[tau.universal.1 [N m],tau.universal.2 [N m],tau.cylindrical.angle [N m],tau.cylindrical.length [N],]] ..
            [[tau.spherical.x [N m],tau.spherical.y [N m],tau.spherical.z [N m],tau.planar.x [N],tau.planar.y [N],]] ..
            [[tau.planar.angle [N m],tau.floating.fx [N],tau.floating.fy [N],tau.floating.fz [N],]] ..
            [[tau.floating.nx [N m],tau.floating.ny [N m],tau.floating.nz ]] .. "[N m]"
        assert.equal(headings, lines[1])
        local numbers = {}
        for cell in lines[2]:gmatch "[^,]+" do numbers[#numbers + 1] = assert(tonumber(cell)) end
        assert.equal(1 + m:nq() + 2 * m:nv(), #numbers)
        for i = 1, m:nq() do assert.equal(log.q[1][i], numbers[1 + i]) end
        for i = 1, m:nv() do assert.equal(log.v[1][i], numbers[1 + m:nq() + i]) end
        for i = 1, m:nv() do assert.equal(log.tau[1][i], numbers[1 + m:nq() + m:nv() + i]) end
        assert.truthy(lines[3]:find("0.10000000000000001,", 1, true) == 1)
    end)

    it("says why it cannot be saved", function()
        local log = Log(wheel())
        refuses(function() log:save "/no/such/folder/log.csv" end, "bad argument #1 to 'save' (cannot write /no/such/folder/log.csv: No such file", "make that directory first")
        refuses(function() log:save() end, "bad argument #1 to 'save'", "path of a file expected, got nil")
        refuses(function() log:save "" end, "empty string")
        if io.open("/dev/full", "w") then
            local long = wheel():simulate { duration = 1 }
            refuses(function() long:save "/dev/full" end, "cannot write /dev/full", "No space left")
        end
    end)
end)

describe("a run that is watched", function()
    it("says where it is at whatever it meets on its way, however often that is", function()
        local registry = require "rigid.registry"
        local m = rigid.load "spec/models/humanoid30.urdf"
        local seen = {}
        finally(function() registry.running = nil end)
        registry.running = function(model, t, read)
            assert.equal(m, model)
            read(Vector(m:nq()), Vector(m:nv()))
            seen[#seen + 1] = t
        end
        local log = m:simulate { duration = 0.6, dt = 1e-3 }
        local met = {}
        for _, event in ipairs(log.events) do met[event.t] = true end
        local count = 0
        for _ in pairs(met) do count = count + 1 end
        assert.is_true(count > 20)
        assert.is_true(#seen > 0.5 * count, ("%d of %d"):format(#seen, count))
        for i = 2, #seen do assert.is_true(seen[i - 1] <= seen[i]) end
    end)
end)
