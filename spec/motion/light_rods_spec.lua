-- Legs that light rods hold together, as walking machines have them: the rods weigh a thousandth of the bars and less, some of their equations
-- are implied by others but for what dimensions are rounded to, and the joints meet their limits.
local rigid = require "rigid"
local draw = require "spec.support.draw"

local Transform, Rotation, SpatialInertia = rigid.Transform, rigid.Rotation, rigid.SpatialInertia

local function at(x, y, z) return Transform(Rotation.identity(), { x, y, z }) end
local function bar(mass, length) return SpatialInertia.solid_box { mass = mass, size = { length, 0.03, 0.02 } }:shift { -length / 2, 0, 0 } end
local function hinge(lower, upper) return { type = "revolute", axis = { 0, 1, 0 }, limits = { lower = lower, upper = upper } } end

-- A pelvis that floats with two legs; in each a rod from thigh to foot, and another from a lever on the shin, all `off` the plane.
local function walker(mass, off, d)
    local m = rigid.Model { name = "walker" }
    m:add_body { name = "pelvis", joint = { type = "floating" }, inertia = SpatialInertia.solid_cube { mass = 10, length = 0.2 } }
    for _, side in ipairs { "left ", "right " } do
        local function body(name, parent, x, z, length, kg, joint)
            joint = joint or hinge(d:between(-0.8, -0.3), d:between(0.3, 0.8))
            m:add_body { name = side .. name, parent = parent, joint = joint, placement = at(x, 0, z), inertia = bar(kg, length) }
        end
        body("thigh", "pelvis", 0, 0, 0.5, 3)
        body("shin", side .. "thigh", 0.5, 0, 0.4, 2)
        body("foot", side .. "shin", 0.4, 0, 0.2, 0.5)
        body("rod", side .. "thigh", 0.1, 0.1, 0.6, mass, { type = "spherical" })
        body("lever", side .. "shin", 0.1, 0.05, 0.15, 30 * mass)
        body("pushrod", side .. "lever", 0.1, 0, 0.3, 10 * mass, { type = "universal" })
    end
    local q = m:neutral()
    for _, side in ipairs { "left ", "right " } do
        for _, rod in ipairs { "rod", "pushrod" } do
            local foot, point = side .. "foot", { rod == "rod" and 0.05 or 0.1, off, 0.05 }
            local there = (m:pose(q, side .. rod):inverse() * m:pose(q, foot)) * rigid.Vec3(point)
            m:add_loop {
                name = side .. rod .. "'s end", joint = { type = "spherical" },
                body_a = side .. rod, placement_a = Transform(Rotation.identity(), there), body_b = foot, placement_b = at(table.unpack(point)),
            }
        end
    end
    return m, q
end

local function most_open(m, log, from)
    local most = 0
    for i = from, #log do
        for _, x in ipairs(m:constraint_error(log.q[i]):table()) do most = math.max(most, math.abs(x)) end
    end
    return most
end

-- How far any joint gets outside its limits that begins within them.
local function most_outside(m, log)
    local lower, upper = m:limits().lower, m:limits().upper
    local most, within = 0, 0
    for k = 1, #lower do
        local start = log.q[1][k]
        if start >= lower[k] and start <= upper[k] and lower[k] > -math.huge then
            within = within + 1
            for i = 2, #log do most = math.max(most, lower[k] - log.q[i][k], log.q[i][k] - upper[k]) end
        end
    end
    return most, within
end

-- A run from q with a velocity drawn, which ends closed, and gains no more of its kinetic energy.
local function run(m, q, fastest, d, most)
    local v = rigid.Vector(m:nv())
    for k = 1, #v do v[k] = d:between(-1, 1) * fastest end
    local J = m:constraint_jacobian(q)
    v = v - J:pinv() * (J * v)
    local log = m:simulate { q = q, v = v, duration = 0.3, dt = 1e-3, progress = false }
    local function energy(i) return m:kinetic_energy(log.q[i], log.v[i]) + m:potential_energy(log.q[i]) end
    local start, scale = energy(1), m:kinetic_energy(q, v)
    for i = 2, #log do assert.truthy(energy(i) - start < most * scale, (energy(i) - start) / scale) end
    assert.truthy(most_open(m, log, #log) < 1e-12, most_open(m, log, #log))
    return log
end

describe("legs with light rods", function()
    for _, mass in ipairs { 1e-3, 1e-5 } do
        it(("run from limit to limit, closed and without gaining energy: rods of %g kg"):format(mass), function()
            local events = 0
            draw.each_long(12, 1300, function(d)
                local m, q = walker(mass, 1e-6, d)
                local log = run(m, q, 5, d, 1e-6)
                assert.truthy(most_open(m, log, 1) < 1e-8, most_open(m, log, 1))
                local outside, within = most_outside(m, log)
                assert.truthy(outside < 1e-6 and within == 8, outside)
                events = events + #log.events
            end)
            assert.truthy(events > 20 or draw.some, events)
        end)
    end

    local function run_from_anywhere(mass, fastest, count, first, off, look)
        local closed = 0
        draw.each_long(count, first, function(d)
            local m, q = walker(mass, off or 1e-6, d)
            for k = 8, #q do q[k] = q[k] + d:between(-1, 1) end
            q = m:assemble(q)
            if not q then return end
            closed = closed + 1
            local log = run(m, q, fastest, d, 1e-4)
            if look then look(m, log) end
        end)
        return closed
    end

    it("run from wherever they can be closed, also where joints begin beyond their limits", function()
        local closed = run_from_anywhere(1e-5, 10, 16, 1400)
        assert.truthy(closed > 8 or draw.some, closed)
    end)

    it("stay within the limits that they begin within, however joints beyond theirs are pushed back or jam them", function()
        local within = 0
        for _, case in ipairs {
            { 1e-3, 10, 1411 }, { 1e-3, 10, 1634 }, { 1e-5, 10, 1406 }, { 1e-5, 10, 1443 }, { 1e-5, 10, 1452 }, { 1e-5, 10, 1634 }, { 1e-6, 20, 1445 },
        } do
            run_from_anywhere(case[1], case[2], 1, case[3], 1e-6, function(m, log)
                local outside, count = most_outside(m, log)
                assert.truthy(outside < 1e-6, outside) -- beside joints that are up to 4 rad beyond their own
                within = within + count
            end)
        end
        assert.truthy(within > 20, within)
    end)

    it("run where rods of nearly nothing throw joints off their limits, or jam two", function()
        local closed = run_from_anywhere(1e-7, 30, 5, 1505) + run_from_anywhere(1e-7, 30, 1, 1525) + run_from_anywhere(1e-7, 30, 1, 1553)
        assert.truthy(closed > 5 or draw.some, closed)
    end)

    it("are not held back at limits that they leave fast, so that steps stay long", function()
        for _, case in ipairs { { 5, 20, 1000 }, { 20, 31, 2000 }, { 60, 34, 1500 } } do
            local fastest, seed, most = table.unpack(case)
            local function look(_, log) assert.truthy(log.steps < most, log.steps) end
            assert.equal(1, run_from_anywhere(1e-3, fastest, 1, seed, 1e-6, look))
        end
    end)

    it("gain nothing where a step is too long for a joint that is thrown from limit to limit", function()
        assert.equal(1, run_from_anywhere(1e-4, 30, 1, 2121, 3e-5))
    end)

    it("stand where two limits jam them, whatever pulls", function()
        for _, off in ipairs { 0, 1e-6 } do
            local m = rigid.Model { name = "parallelogram" }
            m:add_body { name = "crank", joint = hinge(-1, 0.3), inertia = bar(2, 0.3) }
            m:add_body { name = "coupler", parent = "crank", joint = hinge(-2, 2), placement = at(0.3, 0, 0), inertia = bar(1e-4, 0.5) }
            m:add_body { name = "rocker", joint = hinge(0.3, 1), placement = at(0.5, 0, 0), inertia = bar(2, 0.3) }
            m:add_loop {
                name = "closing", joint = { type = "spherical" },
                body_a = "coupler", placement_a = at(0.5, off, 0), body_b = "rocker", placement_b = at(0.3, off, 0),
            }
            local q = { 0.3, -0.3, 0.3 }
            for _, tau in ipairs { { 0, 0, 0 }, { 40, 0, 0 }, { 0, 0, -40 }, { 200, 0, -200 } } do
                local log = m:simulate { q = q, controller = function() return tau end, duration = 0.5, dt = 1e-3, progress = false }
                for k = 1, 3 do assert.truthy(math.abs(log.q[#log][k] - q[k]) < 1e-9, log.q[#log][k] - q[k]) end
            end
            local log = m:simulate { q = q, controller = function() return { -40, 0, -40 } end, duration = 0.1, dt = 1e-3, progress = false }
            assert.truthy(math.abs(log.q[#log][1] - 0.3) < 1e-9, "a rocker at its limit holds the crank as well")
        end
    end)

    it("stand where limits that contradict each other jam them, and open no other", function()
        for _, slope in ipairs { 1e-2, 1e-3, 1e-4, 1e-5 } do -- of the boom, by which alone the limits are not the same
            local m = rigid.Model { name = "two that jam", gravity = { 0, 0, 0 } }
            m:add_body { name = "boom", joint = { type = "prismatic", axis = { slope, 0, 1 } }, inertia = bar(3, 0.2) }
            m:add_body { name = "flap", parent = "boom", joint = hinge(0, 1), inertia = bar(1, 0.2) }
            m:add_body { name = "crank", parent = "boom", joint = hinge(-1, 0.3), inertia = bar(2, 0.3) }
            m:add_body { name = "coupler", parent = "crank", joint = hinge(-2, 2), placement = at(0.3, 0, 0), inertia = bar(1e-2, 0.5) }
            m:add_body { name = "rocker", joint = hinge(0.3002, 1), placement = at(0.5, 0, 0), inertia = bar(2, 0.3) }
            m:add_loop {
                name = "closing", joint = { type = "spherical" },
                body_a = "coupler", placement_a = at(0.5, 0, 0), body_b = "rocker", placement_b = at(0.3, 0, 0),
            }
            local q, tau = { 0, 0, 0.3001, -0.3001, 0.3001 }, { 0, -5, 40, 0, -40 }
            local log = m:simulate { q = q, controller = function() return tau end, duration = 0.1, dt = 1e-3, progress = false }
            for k = 1, 5 do assert.truthy(math.abs(log.q[#log][k] - q[k]) < (k == 2 and 1e-12 or 1e-6), log.q[#log][k] - q[k]) end
        end
    end)

    it("stand wedged for a second under a load of thousands of times their weight: nothing creeps through its limit", function()
        for _, case in ipairs { { 1e-2, 1e-2 }, { 1e-3, 3e-2 }, { 1e-4, 1e-1 } } do
            local mass, slope = table.unpack(case)
            local m = rigid.Model { name = "wedge", gravity = { 0, 0, 0 } }
            m:add_body { name = "boom", joint = { type = "prismatic", axis = rigid.Vec3(slope, 0, 1):unit() }, inertia = bar(3, 0.2) }
            m:add_body { name = "crank", parent = "boom", joint = hinge(-1, 0.3), inertia = bar(mass, 0.3) }
            m:add_body { name = "coupler", parent = "crank", joint = hinge(-2, 2), placement = at(0.3, 0, 0), inertia = bar(mass, 0.5) }
            m:add_body { name = "rocker", joint = hinge(0.3, 1), placement = at(0.5, 0, 0), inertia = bar(mass, 0.3) }
            m:add_loop {
                name = "closing", joint = { type = "spherical" },
                body_a = "coupler", placement_a = at(0.5, 0, 0), body_b = "rocker", placement_b = at(0.3, 0, 0),
            }
            local q, tau = { 0, 0.3, -0.3, 0.3 }, { 100, 40, 0, -40 }
            local log = m:simulate { q = q, controller = function() return tau end, duration = 1, dt = 1e-3, progress = false }
            for k = 1, 4 do assert.truthy(math.abs(log.q[#log][k] - q[k]) < 2e-8, log.q[#log][k] - q[k]) end
        end
    end)
end)
