-- What an impact at one joint's limit does to the others, of two carts on a rail of which the second rides on the first: known in closed form.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local SpatialInertia = rigid.SpatialInertia
local near = compare.near

local HEAVY <const>, LIGHT <const>, SPEED <const> = 3, 2, 5

-- The cart on the rail, and the one on it, whose limit is 0.1 ahead.
local function carts(of)
    local m, x = rigid.Model { name = "carts", gravity = { 0, 0, 0 } }, { 1, 0, 0 }
    m:add_body { name = "cart", joint = { type = "prismatic", axis = x }, inertia = SpatialInertia.solid_cube { mass = HEAVY, length = 0.1 } }
    m:add_body { name = "rider", parent = "cart", joint = { type = "prismatic", axis = x }, inertia = SpatialInertia.solid_cube { mass = LIGHT, length = 0.1 } }
    m:joint("rider").upper = 0.1
    for key, value in pairs(of) do m:joint("cart")[key] = value end
    return m
end

local function run(of, options)
    options.v, options.duration, options.progress = { 0, SPEED }, options.duration or 0.1, false
    local log = carts(of):simulate(options)
    local told = {}
    for _, event in ipairs(log.events) do told[event.name] = told[event.name] or event end
    return log, told
end

local TOGETHER <const> = LIGHT * SPEED / (HEAVY + LIGHT)

describe("an impact at the limit of one joint", function()
    it("throws another out of what dry friction holds, which has no impulse, and both come to rest where friction says", function()
        for _, method in ipairs { "auto", "rk4", "implicit" } do
            local friction = 8
            local log, told = run({ friction = friction }, { method = method, duration = 2 })
            local met, slips = told["rider: upper limit"], told["cart: slips"]
            near(met.t, 0.1 / SPEED, { scale = 1, tol = 1e-10 })
            near(slips.t, met.t)
            near(met.impulse, -LIGHT * (SPEED - TOGETHER), { scale = 1, tol = 1e-9 })
            assert.is_nil(slips.impulse)
            near(log.v[met.sample + 1], { TOGETHER, 0 }, { scale = 1, tol = 1e-9 })
            -- no energy is lost but in the impact, and to friction
            near(log.balance.lost, 0.5 * LIGHT * SPEED ^ 2 - 0.5 * (HEAVY + LIGHT) * TOGETHER ^ 2, { scale = 1, tol = 1e-8 })
            near(told["cart: stops"].t - met.t, TOGETHER * (HEAVY + LIGHT) / friction, { scale = 1, tol = 1e-8 })
            near(log.q[#log], { 0.5 * TOGETHER ^ 2 * (HEAVY + LIGHT) / friction, 0.1 }, { scale = 1, tol = 1e-8 })
            near(log.v[#log], { 0, 0 })
        end
    end)

    it("is passed on to a limit at which another rests", function()
        for _, restitution in ipairs { 0, 0.5 } do
            local log, told = run({ upper = 0 }, { restitution = restitution, duration = 0.03 })
            local met, passed = told["rider: upper limit"], told["cart: upper limit"]
            near(met.impulse, -(1 + restitution) * LIGHT * SPEED, { scale = 1, tol = 1e-9 })
            near(passed.impulse, met.impulse)
            assert.are.equal(met.t, passed.t)
            near(log.v[#log], { 0, -restitution * SPEED }, { scale = 1, tol = 1e-9 })
            near(log.balance.lost, 0.5 * LIGHT * SPEED ^ 2 * (1 - restitution ^ 2), { scale = 1, tol = 1e-8 })
        end
    end)

    it("throws another off the limit at which it rests, where that is on the other side", function()
        local log, told = run({ lower = 0 }, {})
        local leaves = told["cart: leaves its limit"]
        assert.are.equal(told["rider: upper limit"].t, leaves.t)
        assert.is_nil(leaves.impulse)
        near(log.v[#log], { TOGETHER, 0 }, { scale = 1, tol = 1e-9 })
        near(log.q[#log][1], TOGETHER * (0.1 - leaves.t), { scale = 1, tol = 1e-9 })
    end)

    it("says nothing of those that it does not reach", function()
        local m = carts { friction = 8 }
        m:add_body { name = "far", joint = { type = "prismatic", axis = { 0, 1, 0 }, friction = 1 }, inertia = SpatialInertia.solid_cube { mass = 1, length = 0.1 } }
        local log = m:simulate { v = { 0, SPEED, 0 }, duration = 0.1, progress = false }
        for _, event in ipairs(log.events) do assert.is_nil(event.name:find "^far") end
    end)
end)

local function one_of(d, list) return list[d:integer(1, #list)] end

-- A chain whose joints have room by turns, and where it begins, in the midst of that or at an end of it.
local function begun(d, widths)
    local m = rigid.Model { name = "chain" }
    local q = {}
    for i, width in ipairs(widths) do
        local at, part = d:between(-1, 1), one_of(d, { 0, 0.3, 1 })
        m:add_body {
            name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, placement = rigid.Transform(rigid.Rotation.identity(), { 0.3, 0.1, 0 }),
            joint = { type = one_of(d, { "revolute", "prismatic" }), axis = d:direction(), limits = { lower = at - part * width, upper = at + (1 - part) * width } },
            inertia = SpatialInertia.solid_cube { mass = 1, length = 1 },
        }
        q[i] = at
    end
    return m, q, d:list(#widths)
end

describe("a range of no more than 1e-8", function()
    it("is none: what has it stands where it is, as if both of its limits were there", function()
        draw.each(12, 1, function(d)
            local none = one_of(d, { 1e-15, 1e-12, 1e-9, 9e-9 })
            local m, q, v = begun(d, { 0.5, none, 0.5, none })
            local options = { q = q, v = v, duration = 0.5, restitution = one_of(d, { 0, 0.6 }), method = one_of(d, { "auto", "rk4", "implicit" }), progress = false }
            local log = m:simulate(options)
            for _, i in ipairs { 2, 4 } do m:joint("link" .. i).lower, m:joint("link" .. i).upper = q[i], q[i] end
            local fixed = m:simulate(options)
            assert.are.equal(fixed.steps, log.steps)
            near(log.q[#log], fixed.q[#fixed], { tol = 0 })
            near(log.v[#log], fixed.v[#fixed], { tol = 0 })
            near({ log.q[#log][2], log.q[#log][4] }, { q[2], q[4] }, { tol = 0 })
        end)
    end)

    it("is one where it is wider", function()
        local m = begun(draw.stream(1), { 2e-8 })
        m:set_gravity { 0, 0, 0 }
        local joint = m:joint "link1"
        local log = m:simulate { q = { joint.lower }, duration = 0.1, progress = false, controller = function() return { 1 } end }
        near(log.q[#log], { joint.upper }, { tol = 0 })
    end)
end)
