-- What holds joints in a simulation: dry friction, which sticks exactly, limits of positions, and on request those of efforts.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia
local near = compare.near
local wheel, ball = mechanisms.wheel, mechanisms.ball

local function last_of(log) return { q = log.q[#log], v = log.v[#log], tau = log.tau[#log] } end

local function events_named(log, name)
    local list = {}
    for _, event in ipairs(log.events) do
        if event.name == name then list[#list + 1] = event end
    end
    return list
end

-- ---- dry friction ---------------------------------------------------------------------------------------------------

describe("dry friction", function()
    local function pushed(tau, options)
        options.controller = function() return { tau } end
        return wheel({ friction = 2 }):simulate(options)
    end

    it("holds what pushes less, without a creep, for ten minutes, by every method", function()
        for _, method in ipairs { "auto", "rk4", "rkmk45", "semi_implicit_euler", "implicit", "midpoint" } do
            local log = pushed(0.98, { duration = 600, dt = 0.05, method = method, sample = 100 })
            assert.equal(0, log.q[#log][1])
            assert.equal(0, log.v[#log][1])
            assert.equal(7, #log)
        end
    end)

    it("takes its part of what pushes more, and lets go at exactly its bound", function()
        near(last_of(pushed(2.5, { duration = 1 })).v, { 0.5 / 0.5 }, { tol = 1e-12 })
        assert.equal(0, last_of(pushed(2, { duration = 1 })).v[1])
        assert.truthy(last_of(pushed(2 + 1e-9, { duration = 1 })).v[1] > 1e-9)
        near(last_of(pushed(-2.5, { duration = 1 })).v, { -1 }, { tol = 1e-12 })
    end)

    it("brings a swinging disc to rest where the closed form says, at the time it says", function()
        -- I = 0.5, k: half swings of pi / w, each 2 f / k shorter
        local k, f, start = 8, 0.9, 1.3
        local m = wheel { friction = f }
        m:joint("axle").stiffness = k
        local log = m:simulate { q = { start }, duration = 6 }
        local amplitude, turns, t = start, 0, 0
        while amplitude > f / k do amplitude, turns, t = amplitude - 2 * f / k, turns + 1, t + math.pi / math.sqrt(k / 0.5) end
        near(log.q[#log][1], (turns % 2 == 0 and 1 or -1) * amplitude, { tol = 1e-7, scale = start })
        assert.equal(0, log.v[#log][1])
        local stops = events_named(log, "axle: stops")
        assert.equal(turns, #stops)
        near(stops[#stops].t, t, { tol = 1e-8 })
        assert.truthy(turns >= 4)
    end)

    it("resists a joint by what follows it, too", function()
        local m = Model { gravity = { 0, 0, 0 } }
        local disc = SpatialInertia { mass = 1, inertia = { 1, 1, 0.5 } }
        m:add_body { name = "a", joint = { type = "revolute", friction = 0.5 }, inertia = disc }
        m:add_body { name = "b", joint = { type = "revolute", friction = 1, mimic = { joint = "a", multiplier = -2 } }, inertia = disc }
        local function moved(tau)
            local log = m:simulate { duration = 0.1, controller = function() return { tau } end }
            return log.q[#log][1]
        end
        assert.equal(0, moved(2.49))
        assert.truthy(moved(2.51) > 0)
    end)

    it("never gives energy, and lets no joint creep that it holds, on drawn trees with everything", function()
        for seed = 1, 6 do
            local d = draw.stream(seed)
            local m = trees.random(d, 7, { resistance = true, springs = true, armature = true, mimics = 0.2, payloads = 0.2, roots = 2 })
            local log = m:simulate { q = trees.configuration(d, m), v = trees.velocity(d, m), duration = 0.5 }
            local energy = log:energy()
            for i = 2, #energy do assert(energy[i] <= energy[i - 1] + 1e-8 * (1 + math.abs(energy[1])), "seed " .. seed) end
            near(log.balance.drift, 0, { scale = math.abs(log.balance.work) + 1, tol = 1e-6 })
            local friction, still = m:friction(), 0
            for i = 2, #log do
                for k = 1, m:nv() do
                    if friction[k] > 0 and log.v[i][k] == 0 and log.v[i - 1][k] == 0 then still = still + 1 end
                end
            end
            assert(#log.events > 0 or still == 0)
        end
    end)
end)

-- ---- limits ---------------------------------------------------------------------------------------------------------

describe("a limit", function()
    local function on_floor()
        local m = ball()
        m:joint("rail").lower = 0
        return m
    end

    it("stops what meets it, at the closed form's time, with its impulse, and holds it", function()
        local log = on_floor():simulate { q = { 1 }, duration = 2 }
        local events = events_named(log, "rail: lower limit")
        assert.equal(1, #events)
        near(events[1].t, math.sqrt(2 / 9.81), { tol = 1e-11 })
        near(events[1].impulse, 2 * math.sqrt(2 * 9.81), { tol = 1e-10 })
        assert.equal("rail", events[1].joint)
        for i = 1, #log do assert.truthy(log.q[i][1] >= -1e-14) end
        assert.truthy(log.q[#log][1] == 0 and log.v[#log][1] == 0)
        near(log.balance.lost, 2 * 9.81, { tol = 1e-10 })
        near(log.v[events[1].sample], { -math.sqrt(2 * 9.81) }, { tol = 1e-10 }) -- the sample before; the next is after
        assert.equal(log.t[events[1].sample], log.t[events[1].sample + 1])
        assert.equal(0, log.v[events[1].sample + 1][1])
    end)

    it("throws back with the restitution that is asked for: heights fall by e^2, until it rests", function()
        local e = 0.7
        local log = on_floor():simulate { q = { 1 }, duration = 3.5, restitution = e }
        local events = events_named(log, "rail: lower limit")
        assert.truthy(#events > 20)
        local t, speed = math.sqrt(2 / 9.81), math.sqrt(2 * 9.81)
        for n = 1, 15 do
            near(events[n].t, t, { tol = 1e-9 })
            near(events[n].impulse, 2 * (1 + e) * speed, { tol = 1e-7 })
            speed = e * speed
            t = t + 2 * speed / 9.81
        end
        assert.truthy(log.q[#log][1] == 0 and log.v[#log][1] == 0)
    end)

    it("is found in few looks at the forces, however soon after the last it comes", function()
        for method, stages in pairs { rk4 = 4, rkmk45 = 6, implicit = 4 } do
            local looks = 0
            local log = on_floor():simulate {
                q = { 1 }, duration = 3, restitution = 0.7, method = method, continuous = true,
                controller = function()
                    looks = looks + 1
                    return { 0 }
                end,
            }
            assert.truthy(#log.events > 40)
            assert.truthy((looks - stages * log.steps) / #log.events < 25, method)
        end
    end)

    it("is found in as few beside friction, where what moves may turn or come back to its limit", function()
        local m, looks = rigid.load "spec/models/arm7.urdf", 0
        local function look() looks = looks + 1 return {} end
        local log = m:simulate { q = m:random_state(1), duration = 2, dt = 1e-3, method = "rk4", external = look }
        assert.truthy(#log.events > 50 and (looks - 4 * log.steps) / #log.events < 15)
    end)

    it("of friction ends, whatever the force grows by, and is found in few looks at it", function()
        local m = rigid.Model { gravity = { 0, 0, 0 } }
        m:add_body { name = "wheel", joint = { type = "revolute", axis = { 0, 0, 1 }, friction = 1 }, inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 1 } }
        local grows = {
            { function(t) return 1.2 * math.sin(2 * t) end, math.asin(1 / 1.2) / 2 }, { function(t) return math.exp(9 * (t - 0.61)) end, 0.61 },
            { function(t) return 2 / (1 + math.exp(40 * (0.37 - t))) end, 0.37 }, { function(t) return 1.3 * math.sqrt(t) end, 1 / 1.69 },
        }
        for _, one in ipairs(grows) do
            local force, ends, looks = one[1], one[2], 0
            local log = m:simulate {
                q = { 0 }, duration = 1, dt = 0.1, method = "rk4", continuous = true,
                controller = function(t)
                    looks = looks + 1
                    return { force(t) }
                end,
            }
            near(log.events[1].t, ends, { tol = 1e-9 })
            assert.truthy(looks < 80, looks) -- 40 are the steps', and halving takes 200
        end
    end)

    it("lets go of what is pulled away", function()
        local log = on_floor():simulate { duration = 1, controller = function(t) return { t < 0.4995 and 0 or 2 * 9.81 + 4 } end }
        near(log.q[#log], { 0.5 * 2 * 0.5 ^ 2 }, { tol = 1e-9 })
    end)

    it("is not there where it is not wanted", function()
        assert.truthy(last_of(on_floor():simulate { q = { 1 }, duration = 1, limits = false }).q[1] < -3)
    end)

    it("binds what begins beyond it to go no farther out, and says so", function()
        local log = on_floor():simulate { q = { -0.5 }, duration = 0.1 }
        assert.equal(-0.5, log.q[#log][1])
        assert.truthy(log.notes[1]:find("joint 'rail' begins at -0.5, beyond its limit 0, and goes no farther out", 1, true))
        -- and once it is inside, the limit is where it was said
        log = on_floor():simulate { q = { -0.5 }, v = { 5 }, duration = 2 }
        assert.equal(0, log.q[#log][1])
        assert.is_nil(on_floor():simulate({ q = { 0.1 }, duration = 0.1 }).notes)
        local under = on_floor() -- what begins at a limit is not beyond it
        under:joint("rail").upper = 2
        for _, q in ipairs { 0, 2 } do assert.is_nil(under:simulate({ q = { q }, duration = 0.01 }).notes) end
    end)

    it("of what follows binds its leader", function()
        local m = Model { gravity = { 0, 0, 0 } }
        local disc = SpatialInertia { mass = 1, inertia = { 1, 1, 0.5 } }
        m:add_body { name = "a", joint = { type = "revolute", limits = { lower = -3, upper = 3 } }, inertia = disc }
        m:add_body { name = "b", joint = { type = "revolute", limits = { lower = -1, upper = 1 }, mimic = { joint = "a", multiplier = -2, offset = 0.5 } }, inertia = disc }
        for _, way in ipairs { 1, -1 } do
            local log = m:simulate { v = { way }, duration = 2 }
            near(log.q[#log], { way > 0 and 0.75 or -0.25 }, { tol = 1e-12 })
        end
    end)

    it("is kept with friction and other limits at once, and no energy comes of it, on drawn trees", function()
        local met = 0
        for seed = 1, 6 do
            local d = draw.stream(seed)
            local m = trees.random(d, 7, { resistance = seed % 2 == 0, springs = true, armature = true, roots = 2 })
            local q, v = trees.configuration(d, m), trees.velocity(d, m)
            for _, name in ipairs(m:joint_names()) do
                local joint = m:joint(name)
                if joint.nq == joint.nv and joint.type ~= "continuous" and joint.type ~= "planar" and not joint.mimic then
                    local lower, upper = {}, {}
                    for i = 1, joint.nq do lower[i], upper[i] = q[joint.q + i - 1] - d:between(0, 0.1), q[joint.q + i - 1] + d:between(0, 0.1) end
                    if joint.nq == 1 then lower, upper = lower[1], upper[1] end
                    joint.lower, joint.upper = lower, upper
                end
            end
            local restitution = seed % 3 == 0 and 0.5 or 0
            local log = m:simulate { q = q, v = v, duration = 0.4, restitution = restitution }
            local limits, energy = m:limits(), log:energy()
            for i = 1, #log do
                for k = 1, m:nq() do
                    assert(log.q[i][k] >= limits.lower[k] - 1e-12 and log.q[i][k] <= limits.upper[k] + 1e-12, ("q[%d], seed %d"):format(k, seed))
                end
                assert(i == 1 or energy[i] <= energy[i - 1] + 1e-7 * (1 + math.abs(energy[1])), ("energy, seed %d"):format(seed))
            end
            met = met + (log.balance.lost > 0 and 1 or 0)
            near(log.balance.drift, 0, { scale = 1 + log.balance.lost, tol = 1e-5, what = "seed " .. seed })
        end
        assert.truthy(met >= 5)
    end)
end)

-- ---- efforts --------------------------------------------------------------------------------------------------------

describe("an effort", function()
    it("is cut to its limit on request, with an event where that begins", function()
        local m = wheel()
        m:joint("axle").effort = 1.5
        local options = { duration = 1, controller = function(t) return { t < 0.4995 and 1 or -4 } end }
        near(last_of(m:simulate(options)).v, { 0.5 * 1 / 0.5 - 0.5 * 4 / 0.5 })
        options.effort = true
        local log = m:simulate(options)
        near(log.v[#log], { 0.5 * 1 / 0.5 - 0.5 * 1.5 / 0.5 })
        near(log.tau[#log], { -1.5 })
        assert.equal(1, #events_named(log, "axle: effort limit"))
        near(log.events[1].t, 0.5)
    end)
end)

-- ---- what is kept ---------------------------------------------------------------------------------------------------

describe("a log", function()
    it("keeps a sample about every so many seconds", function()
        local log = wheel():simulate { v = { 1 }, duration = 10, dt = 0.01, sample = 0.5 }
        assert.equal(21, #log)
        near(log.t[2], 0.5)
        local ok, text = pcall(function() wheel():simulate { duration = 1, sample = 0.1, log = { every = 3 } } end)
        assert.truthy(not ok and text:find("either this, or log = {every = n}", 1, true))
    end)

    it("keeps the first ten thousand events, and counts the others", function()
        local log = wheel():simulate {
            duration = 10.2, dt = 1e-3, sample = 1, events = { { name = "tick", watch = function(t) return math.sin(math.pi * t / 1e-3 + 0.5) end } },
        }
        assert.equal(10000, #log.events)
        assert.truthy(log.events.more > 100 and log.events.more < 300)
    end)
end)

describe("what the controller lets go between two steps", function()
    local function names(log)
        local list = {}
        for i, event in ipairs(log.events) do list[i] = ("%s at %.3g"):format(event.name, event.t) end
        return list
    end

    it("is an event where friction held it", function()
        for _, method in ipairs { "rk4", "rkmk45", "semi_implicit_euler", "implicit", "midpoint" } do
            for _, continuous in ipairs { false, true } do
                local log = wheel { friction = 2 }:simulate {
                    duration = 0.5, method = method, continuous = continuous, controller = function(t) return { t < 0.25 - 1e-12 and 1.5 or 2.5 } end,
                }
                assert.are.same({ "axle: slips at 0.25" }, names(log), method)
                assert.truthy(log.v[#log][1] > 0)
            end
        end
    end)

    it("is one where it stood at a limit, and where a run of its own lets it stop and go again", function()
        local m = wheel {}
        m:joint("axle").lower = -0.1
        local log = m:simulate { q = { -0.1 }, duration = 0.3, controller = function(t) return { t < 0.1 - 1e-12 and -1 or 1 } end }
        assert.are.same({ "axle: leaves its limit at 0.1" }, names(log))
        log = wheel { friction = 2 }:simulate {
            v = { 0.4 }, duration = 0.4, controller = function(t) return { t < 0.2 - 1e-12 and 0 or -3 } end,
        }
        assert.are.same({ "axle: stops at 0.1", "axle: slips at 0.2" }, names(log))
    end)

    it("is not told again at each tick of a method that keeps its last stage", function()
        local m = wheel {}
        m:joint("axle").lower, m:joint("axle").upper = -0.1, 0.1
        local log = m:simulate { v = { 1 }, duration = 1, dt = 0.01, continuous = true, controller = function(t) return { -0.09 * math.sin(t) } end }
        assert.are.same({ "axle: upper limit" }, { log.events[1].name })
        assert.equal(1, #log.events)
    end)

    it("is told once where a swing takes it off its limit, whatever the weight that the forces of the swing cancel", function()
        local m = mechanisms.double_pendulum()
        m:joint("elbow").lower = 0
        local log = m:simulate { q = { 1.2, 0 }, duration = 3 }
        local count = 0
        for _, event in ipairs(log.events) do count = count + (event.name == "elbow: leaves its limit" and 1 or 0) end
        assert.truthy(count > 0 and count < 5, count)
        assert.truthy(log.steps < 4000)
    end)

    it("is none where it only stands on, or where an event has told it", function()
        local log = wheel { friction = 2 }:simulate { duration = 0.3, controller = function(t) return { t < 0.1 and 1 or -1.9 } end }
        assert.are.same({}, names(log))
        log = wheel { friction = 2 }:simulate { duration = 0.3, continuous = true, controller = function(t) return { 20 * t } end }
        assert.are.same({ "axle: slips at 0.1" }, names(log))
    end)
end)

-- Three arms on a trunk, whose joints stand at their limits and push each other off them.
describe("joints that throw each other off their limits", function()
    local function armed(seed)
        local d, m = draw.stream(seed), Model {}
        local box = SpatialInertia.solid_box { mass = 1, size = { 0.1, 0.15, 0.3 } }:shift { 0.02, 0.05, -0.1 }
        local function link(name, parent)
            local function three(most) return { d:between(-most, most), d:between(-most, most), d:between(-most, most) } end
            m:add_body {
                name = name, parent = parent, inertia = box, placement = { position = three(0.2), rpy = three(1) },
                joint = {
                    type = "revolute", axis = d:direction(), damping = 0.06,
                    limits = { lower = -0.3 * d:between(0, 1) - 0.05, upper = 0.3 * d:between(0, 1) + 0.05 },
                },
            }
            return name
        end
        local trunk = link("t3", link("t2", link "t1"))
        for k = 1, 3 do
            local parent = trunk
            for i = 1, 4 do parent = link(("a%d%d"):format(k, i), parent) end
        end
        return m
    end

    it("come to stand together, at the end of a tick as at its beginning", function()
        for _, seed in ipairs { 19, 39, 112, 124, 189 } do -- hundreds of thousands of steps, where what is left of a tick was taken for a tick
            local m = armed(seed)
            local log = m:simulate { q = m:random_state(seed), duration = 1, sample = 0.1, progress = false }
            assert.truthy(log.steps < 30000, log.steps)
        end
    end)
end)

-- ---- what changes on the way --------------------------------------------------------------------------------------------

describe("a joint that an event changes", function()
    -- The wheel (0.5 kg m²) turned by 1 rad/s; at 1 s `change` is done to its joint.
    local function run(method, joint, change)
        local m = wheel(joint)
        return m:simulate {
            v = { 1 }, duration = 3, dt = 0.01, method = method,
            events = { { name = "change", watch = function(t) return t - 1 end, act = function() change(m:joint "axle") end } },
        }
    end

    for _, method in ipairs { "auto", "rk4", "semi_implicit_euler", "implicit" } do
        it("resists as it does from then on: " .. method, function()
            local log = run(method, {}, function(axle) axle.friction = 1 end) -- 1 rad/s in half a second, through 0.25 rad
            near(last_of(log).q, { 1.25 }, { tol = 2e-2 })
            assert.equal(0, last_of(log).v[1])
            log = run(method, {}, function(axle) axle.upper = 1.5 end)
            near(last_of(log).q, { 1.5 }, { tol = 1e-9 })
            log = run(method, { friction = 0.1 }, function(axle) axle.friction = 0 end)
            near(last_of(log).v, { 0.8 }, { tol = 1e-6 })
            log = run(method, {}, function(axle) axle.stiffness, axle.springref = 0.5, 1 end) -- one turn in 2 π s
            near(last_of(log).q, { 1 + math.sin(2) }, { tol = 2e-2 })
        end)
    end

    it("has its energy accounted for", function()
        local log = run("rkmk45", {}, function(axle) axle.stiffness = 0.5 end) -- ½ 0.5 (1 rad)² put in at once
        near(log.balance.work, 0.25, { tol = 1e-9 })
        assert(math.abs(log.balance.drift) < 1e-6, log.balance.drift)
    end)
end)
