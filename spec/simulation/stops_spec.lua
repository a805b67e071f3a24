-- How a run ends that cannot go on: which error, with the log so far, and what is left as it was.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia, Vector, Wrench = rigid.Model, rigid.SpatialInertia, rigid.Vector, rigid.Wrench
local near, refuses = compare.near, compare.refuses

local PUSH = Wrench { 1, 2, 3, 4, 5, 6 }
local wheel, double_pendulum, merged = mechanisms.wheel, mechanisms.double_pendulum, mechanisms.merged

-- ---- runs that cannot go on -----------------------------------------------------------------------------------------

describe("a run that cannot go on", function()
    local function stopped(m, options)
        local ok, stop = pcall(m.simulate, m, options)
        assert.is_false(ok)
        assert.equal("Log", rigid.type(stop.log))
        return stop
    end

    it("raises the message of the controller with the time, and keeps the log so far", function()
        local stop = stopped(wheel(), { v = { 2 }, duration = 1, dt = 0.1, controller = function(t)
            if t > 0.25 then error "boom" end
            return { 0 }
        end })
        assert.truthy(tostring(stop):find("^the simulation of 'wheel' stopped at t = 0%.3%d* s: controller: .*stops_spec%.lua:%d+: boom$"))
        near(stop.t, 0.3)
        near(stop.q, { 0.6 })
        near(stop.v, { 2 })
        assert.equal(3, #stop.log)
        near(stop.log.q[3], { 0.4 })
        assert.truthy(stop.log.stopped:find("error at t = 0%.3%d* s: controller: .*boom$"))
        assert.truthy(stop.cause:find "boom$")
        assert.equal(3, #stop.log:energy())
        -- it reads as a text
        assert.truthy(stop:find "boom" and #stop == #tostring(stop) and stop .. "!" == tostring(stop) .. "!")
        assert.equal("boom", stop:match "%a+$")
    end)

    it("keeps what was raised, whatever it is", function()
        local cause = { code = 7 }
        local stop = stopped(wheel(), { duration = 1, controller = function() error(cause) end })
        assert.truthy(rawequal(cause, stop.cause))
        assert.equal(0, #stop.log)
        assert.truthy(tostring(stop):find "controller: table: ")
    end)

    it("names who raised or returned what", function()
        local m = double_pendulum()
        local function says(options, ...) return refuses(function()
            local ok, stop = pcall(m.simulate, m, merged({ duration = 1, dt = 0.1 }, options))
            assert.is_false(ok)
            error(tostring(stop), 0)
        end, "stopped at t = ", ...) end
        local function returns(...)
            local values = table.pack(...)
            return function() return table.unpack(values, 1, values.n) end
        end
        says({ controller = returns() }, "t = 0 s: controller: Vector or list of 2 numbers expected for tau, and it returned nil")
        says({ controller = returns { 1 } }, "controller:", "returned a table of 1")
        says({ controller = returns(Vector(3)) }, "controller:", "returned a Vector of 3")
        says({ controller = returns { 1, "2" } }, "controller: it returned string for joint 'elbow' (tau[2])")
        says({ controller = returns { 0 / 0, 1 } }, "controller: it returned nan for joint 'shoulder' (tau[1])")
        says({ controller = returns { 1, 1 / 0 }, continuous = true }, "controller: it returned inf for joint 'elbow'")
        says({ external = returns(3) }, "external: table of wrenches by body expected, or nil, and it returned 3")
        says({ external = returns { hand = PUSH } }, "external: what it returned is refused", "no body or frame named 'hand'")
        says({ external = returns { upper = 3 } }, "external: what it returned is refused", "field 'upper'")
        says({ external = function() error "pushed" end }, "external: ", "pushed")
        says({ events = { { name = "e", watch = returns "x" } } }, "event 'e': number expected from watch, and it returned string")
        says({ events = { { name = "e", watch = returns(0 / 0) } } }, "event 'e'", "returned nan")
        says({ events = { { name = "e", watch = function() error "blind" end } } }, "event 'e': ", "blind")
        local function half(t) return t - 0.55 end
        says({ events = { { name = "e", watch = half, act = returns(nil, { 1 }) } } }, "t = 0.55", "event 'e': ", "for v")
        says({ events = { { name = "e", watch = half, act = returns { 1 } } } }, "t = 0.55", "event 'e': q: ", "2 numbers")
        says({ events = { { name = "e", watch = half, act = function() error "acted" end } } }, "event 'e': ", "acted")
    end)

    it("names the time and the joint of a state that is no longer finite, by every method", function()
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local m = wheel()
            m:add_body {
                name = "hand", joint = { type = "revolute", name = "second" },
                inertia = SpatialInertia { mass = 1, inertia = { 1e-3, 1e-3, 1e-3 } },
            }
            -- what is asked on the way is not to blame
            local stop = stopped(m, {
                duration = 2, dt = 0.01, method = method, controller = function(t) return { 0, t < 0.495 and 1e-3 or 1e307 } end,
                external = function() end, events = { { name = "never", watch = function() return 1 end } },
            })
            assert.is_nil(tostring(stop):find("never", 1, true))
            assert.is_nil(tostring(stop):find("external", 1, true))
            assert.is_nil(tostring(stop):find("controller", 1, true))
            assert.equal("second", stop.joint)
            assert.truthy(tostring(stop):find("joint 'second' (v[2])", 1, true), tostring(stop))
            assert.truthy(stop.t >= 0.5 and stop.t < 0.51, tostring(stop))
            near(stop.v, { 0, 0.5 }, { tol = 1e-9 })
            assert.equal(51, #stop.log)
        end
    end)

    it("does not say that an event is to blame for what comes after it was asked", function()
        local m = wheel()
        m:add_body { name = "empty", joint = { type = "revolute", name = "idle" } }
        local stop = stopped(m, { duration = 1, events = { { name = "harmless", watch = function() return 1 end } } })
        assert.equal("idle", stop.joint)
        assert.is_nil(tostring(stop):find("harmless", 1, true), tostring(stop))
    end)

    it("names a joint that moves no inertia", function()
        local m = Model {}
        m:add_body { name = "ghost", joint = { type = "revolute", name = "hinge" } }
        local stop = stopped(m, { duration = 1 })
        assert.equal("hinge", stop.joint)
        assert.truthy(tostring(stop):find("t = 0 s: joint 'hinge' (v[1]) moves no inertia", 1, true))
    end)

    it("because it grows and grows is told after so many steps, at the same place each time", function()
        local function fed(gain) return function(_, _, v) return { gain * v[1], gain * v[2] } end end
        local m = double_pendulum()
        local runaway = { q = { 0.1, 0.2 }, v = { 1, 0 }, duration = 100, controller = fed(5) }
        local stop, again = stopped(m, runaway), stopped(m, runaway)
        assert.matches("%d+ steps were taken, the last 20000 of them for .* moves at v%[%d%] = .*most_steps lets it go on", stop.message)
        assert.same({ stop.t, stop.joint, #stop.log }, { again.t, again.joint, #again.log })
        assert.is_true(#stop.log > 100 and stop.log.steps < 1e6)
        runaway.most_steps = 3000
        local sooner = stopped(m, runaway)
        assert.is_true(sooner.t < stop.t and sooner.log.steps == 3001)
        runaway.most_steps = 3001
        assert.is_true(sooner.t < stopped(m, runaway).t, "the time is that of the last step, not when the clock was looked at")
        refuses(function() m:simulate { duration = 1, most_steps = 0 } end, "most_steps", "integer from 1")
        local few = m:simulate { q = { 0.1, 0.2 }, duration = 1, most_steps = 5000 }
        assert.is_true(few.steps >= 1000 and few.steps <= 5000)
        refuses(function() m:step({ 0.1, 0.2 }, { 1e9, 1e9 }, nil, 0.1) end, "'step'", "100000 steps came as far as")
    end)

    it("because a step would be too short says whose error it is", function()
        local m = wheel()
        -- a torque without a limit to its slope: no step is short enough for the tolerance
        local stop = stopped(m, {
            q = { 1 }, duration = 2, dt = 2, method = "rkmk45", tolerance = 1e-15, continuous = true,
            controller = function(t) return { (t * 1e15) % 1 * 1e3 } end,
        })
        assert.truthy(tostring(stop):find("without meeting the tolerance, for joint 'axle' (v[1])", 1, true))
        assert.truthy(stop.log.rejected > 10)
    end)

    it("refuses what it cannot begin with, naming the field", function()
        local m = double_pendulum()
        local function says(options, ...)
            refuses(function() m:simulate(options) end, "bad argument #1 to 'simulate'", ...)
        end
        says({}, "field 'duration': positive finite number expected, got nil")
        says({ duration = 0 }, "field 'duration'")
        says({ duration = 1 / 0 }, "field 'duration'")
        says({ duration = 1, dt = -1 }, "field 'dt'", "got -1")
        says({ duration = 1, dt = 0 }, "field 'dt'", "got 0")
        says({ duration = 1, sample = 0 }, "field 'sample'", "got 0")
        says({ duration = 1, t = 1e308 }, "field 'dt'", "t + dt is t")
        says({ duration = 1, dt = 5e-324 }, "field 'dt'", "a billion times shorter")
        says({ duration = 1e308 }, "field 'dt'", "a billion times shorter")
        says({ duration = 1, q = { 1 } }, "field 'q': Vector or list of 2 numbers")
        says({ duration = 1, q = { 1, 0 / 0 } }, "field 'q'", "q[2] is nan")
        says({ duration = 1, q = 3 }, "field 'q'")
        says({ duration = 1, v = { 1, 2, 3 } }, "field 'v'", "list of 2 numbers expected, got a list of 3")
        says({ duration = 1, v = Vector { 1, 1 / 0 } }, "field 'v'")
        says({ duration = 1, t = "now" }, "field 't': finite number expected, got string")
        says({ duration = 1, method = "rk5" }, "field 'method'", "did you mean 'rk4'?")
        says({ duration = 1, method = 4 }, "field 'method'")
        says({ duration = 1, tolerance = 0 }, "field 'tolerance'")
        says({ duration = 1, controller = 3 }, "field 'controller': function expected, got 3")
        says({ duration = 1, continuous = 1 }, "field 'continuous': true or false expected")
        says({ duration = 1, damping = 0.1 }, "field 'damping': true or false expected")
        says({ duration = 1, external = 5 }, "field 'external'", "table of external wrenches")
        says({ duration = 1, external = { hand = PUSH } }, "field 'external", "no body or frame named 'hand'")
        says({ duration = 1, external = { upper = 3 } }, "field 'external.upper'")
        says({ duration = 1, events = 3 }, "field 'events'", "list of events")
        says({ duration = 1, events = { floor = print } }, "field 'events'", "list of events")
        says({ duration = 1, events = { {} } }, "field 'events[1].name'")
        says({ duration = 1, events = { { name = "e" } } }, "field 'events[1].watch': function expected")
        says({ duration = 1, events = { { name = "e", watch = print, direction = "down" } } }, "field 'events[1].direction'")
        says({ duration = 1, events = { { name = "e", watch = print, tolerance = 0 } } }, "field 'events[1].tolerance'")
        says({ duration = 1, events = { { name = "e", watch = print, stop = 1 } } }, "field 'events[1].stop'")
        says({ duration = 1, events = { { name = "e", watch = print, act = 1 } } }, "field 'events[1].act'")
        says({ duration = 1, events = { { name = "e", wach = print } } }, "did you mean 'watch'?")
        says({ duration = 1, log = { every = 0 } }, "field 'log.every'")
        says({ duration = 1, log = { evry = 2 } }, "did you mean 'every'?")
        says({ duration = 1, log = 3 }, "field 'log'")
        says({ duration = 1, progress = 1 }, "field 'progress'")
        says({ duratoin = 1 }, "unknown field 'duratoin'; did you mean 'duration'?")
        says(3, "table with named fields")
        says(nil, "table with named fields")
        refuses(function() m.simulate(3, { duration = 1 }) end, "calling 'simulate' on 3: it is a method of Model, called as x:simulate(...)")
    end)
end)
