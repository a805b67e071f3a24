-- What acts on a simulation from outside: controllers, wrenches, events.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia, Vector, Wrench = rigid.Model, rigid.SpatialInertia, rigid.Vector, rigid.Wrench
local near = compare.near

-- Where a run is compared with what the method would do exactly: roundings of some thousand steps.
local ROUNDING <const> = 1e-12

local wheel, double_pendulum, ball, merged = mechanisms.wheel, mechanisms.double_pendulum, mechanisms.ball, mechanisms.merged

-- ---- controllers and wrenches ---------------------------------------------------------------------------------------

describe("a controller", function()
    it("is asked once a tick, and its torque is held and logged", function()
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local asked = {}
            local log = wheel():simulate {
                duration = 0.5, dt = 0.1, method = method,
                controller = function(t, q, v)
                    asked[#asked + 1] = { t, q[1], v[1] }
                    return { 0.5 * #asked }
                end,
            }
            assert.equal(5, #asked)
            local v = 0
            for k = 1, 5 do
                near(asked[k], { log.t[k], log.q[k][1], log.v[k][1] })
                near(log.tau[k], { 0.5 * k })
                near(log.v[k], { v }, { scale = 1 })
                v = v + 0.1 * k -- I = 0.5
            end
            near(log.v[6], { v })
            near(log.tau[6], { 2.5 })
        end
    end)

    it("may return a Vector, the same each time", function()
        local tau = Vector { 0 }
        local log = wheel():simulate { duration = 1, dt = 0.1, controller = function(t)
            tau[1] = t < 0.45 and 1 or -1
            return tau
        end }
        near(log.v[#log], { 0 }, { scale = 1 })
        near(log.tau[5], { 1 })
        near(log.tau[6], { -1 })
    end)

    it("that is asked continuously makes a spring as exact as the method", function()
        local function swing(options)
            local log = wheel():simulate(merged({ q = { 1 }, duration = 3, dt = 0.01, controller = function(_, q)
                return { -4.5 * q[1] } -- w = 3
            end }, options))
            return math.abs(log.q[#log][1] - math.cos(9)), log
        end
        local err, log = swing { continuous = true }
        assert.truthy(err < 1e-6)
        for i = 1, #log, 30 do near(log.tau[i], log.q[i] * -4.5) end
        assert.truthy(swing { continuous = true, method = "rkmk45", tolerance = 1e-12 } < 1e-10)
        local held = swing {}
        assert.truthy(held > 1e-3 and held < 0.1) -- half a tick late
    end)

    it("cannot disturb the run through the q and v that it gets", function()
        local plain = wheel():simulate { v = { 1 }, duration = 0.5, dt = 0.1 }
        local function vandal(_, q, v)
            q[1], v[1] = 7, -7
            return { 0 }
        end
        for _, continuous in ipairs { true, false } do
            local log = wheel():simulate { v = { 1 }, duration = 0.5, dt = 0.1, controller = vandal, continuous = continuous }
            near(log.q[6], plain.q[6])
        end
    end)

    it("can be any value that is called, and can simulate on its own", function()
        local predictor = setmetatable({}, { __call = function(_, t, q, v)
            local ahead = wheel():simulate { q = q, v = v, t = t, duration = 0.1, dt = 0.05 }
            return { -2 * ahead.q[#ahead][1] }
        end })
        local log = wheel():simulate { q = { 1 }, duration = 1, dt = 0.1, controller = predictor }
        near(log.tau[1], { -2 })
        assert.truthy(log.v[#log][1] < 0)
    end)

    it("can change the model, which is seen at once, while the log keeps what it was", function()
        local m = ball()
        m:attach { body = "ball", name = "ballast", inertia = SpatialInertia.point_mass { mass = 2, position = { 0, 0, 0 } } }
        local log = m:simulate { duration = 1, dt = 0.1, controller = function(t)
            if t > 0.45 and m:total_mass() > 3 then m:detach "ballast" end
            return { 4 * 9.81 } -- carries ball and ballast
        end }
        near(log.v[6], { 0 }, { scale = 1 })
        near(log.v[11], { 9.81 / 2 }) -- from 0.5 s on, twice what is needed: up with g
        assert.equal(2, m:total_mass())
        near(log:energy().kinetic[11], 0.5 * 4 * (9.81 / 2) ^ 2)
    end)
end)

describe("external wrenches", function()
    local function free_body()
        local m = Model { gravity = { 0, 0, 0 } }
        m:add_body {
            name = "body", joint = "floating",
            inertia = SpatialInertia { mass = 2, com = { 0.1, 0.2, -0.1 }, inertia = { 0.5, 0.6, 0.7, 0.1, 0, 0.05 } },
        }
        m:add_frame { name = "handle", body = "body", placement = { position = { 0.1, 0.2, -0.1 } } }
        return m
    end

    it("may be constant", function()
        -- through the com: it flies off without turning
        local log = free_body():simulate { duration = 1, dt = 0.1, external = { handle = Wrench { linear = { 3, 0, -1 } } } }
        near(log.v[11], { 1.5, 0, -0.5, 0, 0, 0 }, { tol = ROUNDING })
    end)

    it("may be a function of time and state, asked wherever forces are", function()
        local m, times = ball(), {}
        m:set_gravity { 0, 0, 0 }
        local log = m:simulate {
            q = { 1 }, duration = 2, dt = 0.01, method = "rk4",
            external = function(t, q, v)
                times[#times + 1] = t
                assert(#v == 1)
                return { ball = Wrench { linear = { 0, 0, -2 * 9 * q[1] } } }
            end,
        }
        near(log.q[#log], { math.cos(6) }, { tol = 1e-6 })
        assert.equal(800, #times)
        assert.equal(0.005, times[2])
        near(log.tau[7], { 0 }, { scale = 1 })
    end)

    it("may be none for a while", function()
        local log = free_body():simulate { duration = 1, dt = 0.125, external = function(t)
            if t < 0.5 then return { handle = Wrench { linear = { 2, 0, 0 } } } end
        end, method = "semi_implicit_euler" }
        near(log.v[9], { 0.5, 0, 0, 0, 0, 0 }, { tol = ROUNDING })
    end)
end)

-- ---- events ---------------------------------------------------------------------------------------------------------

describe("an event", function()
    local function height(_, q) return q[1] end

    it("is found when it happens, to its tolerance, and logged", function()
        for _, method in ipairs { "rk4", "rkmk45" } do
            local log = ball():simulate {
                q = { 1 }, duration = 1, dt = 0.1, method = method,
                events = { { name = "floor", watch = height, stop = true } },
            }
            local t = math.sqrt(2 / 9.81)
            assert.equal("event 'floor'", log.stopped)
            assert.equal(1, #log.events)
            assert.equal("floor", log.events[1].name)
            assert.truthy(math.abs(log.events[1].t - t) < 1e-9)
            assert.equal(#log, log.events[1].sample)
            assert.equal(log.events[1].t, log.t[#log])
            assert.truthy(log.q[#log][1] <= 0 and log.q[#log][1] > -1e-8)
            near(log.v[#log], { -9.81 * t }, { tol = 1e-8 })
        end
    end)

    it("comes as late after its time as its tolerance allows", function()
        local function at(tolerance)
            local log = double_pendulum():simulate {
                q = { 1.2, -0.4 }, duration = 2, dt = 0.1, method = "rkmk45", tolerance = 1e-11,
                events = { { name = "straight", watch = function(_, q) return math.sin(q[2]) end, tolerance = tolerance, stop = true } },
            }
            return log.events[1].t, math.sin(log.q[#log][2])
        end
        local exact, at_exact = at(1e-14)
        assert.truthy(math.abs(at_exact) < 1e-12)
        for _, tolerance in ipairs { 1e-3, 1e-6, 1e-9 } do
            local t = at(tolerance)
            assert.truthy(t >= exact - 1e-13 and t - exact <= tolerance)
        end
    end)

    it("is found in few tries: fewer than halving takes where it is smooth, hardly more where it is not", function()
        local function tries(f)
            local count = 0
            local function watch(_, q)
                count = count + 1
                return f(q[1])
            end
            local log = wheel():simulate { v = { 1 }, duration = 1, dt = 1, method = "rk4", events = { { name = "e", tolerance = 1e-12, stop = true, watch = watch } } }
            local t = log.events[1].t
            assert.truthy(f(t) == 0 or f(t) * f(1) > 0 and f(t - 1e-12) * f(1) <= 0)
            return count
        end
        -- halving takes 40 to a 1e-12th, and the beginning and the end are looked at too
        local most = {
            [8] = { function(x) return x - 0.3 end, function(x) return 2 * x - 1 end },
            [18] = {
                function(x) return math.sin(3 * x - 1) end,
                function(x) return x * x - 0.25 end, function(x) return x ^ 8 - 0.01 end, function(x) return 0.01 - (1 - x) ^ 8 end,
                function(x) return math.exp(20 * (x - 0.9)) - 0.5 end, function(x) return 0.5 - math.exp(20 * (0.1 - x)) end,
            },
            [50] = {
                function(x) return math.atan(1000 * (x - 0.123)) end, function(x) return (x - 0.37) ^ 3 end,
                function(x) return x < 0.777 and -1 or 1 end, function(x) return x < 0.4 and -1 or 1e6 * (x - 0.4) + 1e-9 end,
            },
        }
        for limit, list in pairs(most) do
            for i, f in ipairs(list) do
                local got = tries(f)
                assert(got <= limit, ("%d of %d at most: number %d"):format(got, limit, i))
            end
        end
    end)

    it("may change the state: a ball that bounces", function()
        local e = 0.8
        local log = ball():simulate {
            q = { 1 }, duration = 2.5, dt = 0.02,
            events = { { name = "bounce", watch = height, direction = "falling", act = function(t, q, v)
                assert(t > 0 and math.abs(q[1]) < 1e-7)
                return nil, { -e * v[1] }
            end } },
        }
        -- falls for T, then flies for 2 e T, 2 e^2 T, ...
        local T = math.sqrt(2 / 9.81)
        local wanted = { T, T + 2 * e * T, T + 2 * e * T + 2 * e * e * T, T + 2 * T * (e + e ^ 2 + e ^ 3) }
        assert.truthy(#log.events >= 4)
        for i, t in ipairs(wanted) do
            local event = log.events[i]
            assert.truthy(math.abs(event.t - t) < 1e-7)
            -- two samples stand at that time: before and after
            assert.equal(log.t[event.sample], log.t[event.sample + 1])
            near(log.v[event.sample + 1], log.v[event.sample] * -e)
        end
        assert.is_nil(log.stopped)
        assert.equal(2.5, log.t[#log])
        for i = 2, #log do assert.truthy(log.t[i] >= log.t[i - 1]) end
        assert.truthy(log.v[1][1] == 0 and select(2, log:sample(log.events[1].t))[1] > 0)
    end)

    it("may set the configuration, and refuses what is none", function()
        local turns = {}
        local log = wheel():simulate {
            v = { 4 }, duration = 10, dt = 0.05,
            events = { { name = "turn", watch = function(_, q) return q[1] - 2 * math.pi end, act = function(t, q)
                turns[#turns + 1] = t
                return { q[1] - 2 * math.pi }
            end } },
        }
        assert.equal(6, #turns)
        near(log.q[#log], { 40 - 12 * math.pi }, { tol = 1e-7 })
    end)

    it("has a direction", function()
        local function count(direction)
            return #wheel():simulate({
                q = { 1 }, duration = 2 * math.pi, dt = 0.01, continuous = true,
                controller = function(_, q) return { -0.5 * q[1] } end, -- cos t
                events = { { name = "zero", watch = height, direction = direction } },
            }).events
        end
        assert.same({ 1, 1, 2, 2 }, { count "rising", count "falling", count "both", count() })
    end)

    it("comes before another in the same step if it is before", function()
        local function at(limit) return { name = "at " .. limit, watch = function(_, q) return q[1] - limit end } end
        local log = wheel():simulate {
            v = { 1 }, duration = 1, dt = 1, events = { at(0.75), at(0.25), at(0.5), at(0.5) },
        }
        local found = {}
        for i, event in ipairs(log.events) do found[i] = ("%s %.6f"):format(event.name, event.t) end
        assert.same({ "at 0.25 0.250000", "at 0.5 0.500000", "at 0.5 0.500000", "at 0.75 0.750000" }, found)
        assert.equal(1, log.t[#log])
        near(log.q[#log], { 1 }, { tol = ROUNDING })
    end)

    it("may change the model, which every method sees at once", function()
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local m = ball()
            local log = m:simulate {
                duration = 1, dt = 0.5, method = method,
                events = { { name = "half", watch = function(t) return t - 0.5 end, act = function() m:set_gravity { 0, 0, 9.81 } end } },
            }
            near(log.v[#log], { 0 }, { scale = 1, slack = 1e-7 })
        end
    end)

    it("is not what stood at zero from the start", function()
        local log = wheel():simulate { v = { 1 }, duration = 1, dt = 0.1, events = { { name = "start", watch = height } } }
        assert.equal(0, #log.events)
    end)

    it("ends a long run in the middle of a tick, however far it is from the next", function()
        local log = wheel():simulate {
            v = { 1 }, duration = 1e6, dt = 1e3, method = "rkmk45",
            events = { { name = "there", watch = function(_, q) return q[1] - 12345.678 end, stop = true } },
        }
        near(log.t[#log], 12345.678, { tol = 1e-12 })
    end)
end)
