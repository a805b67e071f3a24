-- What the core's binding makes of loops that no function of ours would write down: refused, and nothing else.
local rigid = require "rigid"
local compare = require "spec.support.compare"

local inner = debug.getmetatable(rigid.core or require "rigid.core").inner
local refuses = compare.refuses

local Vec3, Transform, SpatialInertia = rigid.Vec3, rigid.Transform, rigid.SpatialInertia

local function description(loops)
    local d, X, M = { bodies = {}, gravity = Vec3(0, 0, 0) }, Transform.identity(), SpatialInertia.solid_cube { mass = 1, length = 1 }
    for i, kind in ipairs { "floating", "revolute", "spherical" } do
        d.bodies[i] = {
            number = i, name = kind, parent = d.bodies[i - 1], placement = X, inertia = M, joint = { type = kind, name = kind, axis = Vec3(0, 0, 1) },
        }
    end
    d.loops = loops and loops(d.bodies)
    return d
end

local Q <const>, V <const> = { 0, 0, 0, 1, 0, 0, 0, 0.5, 1, 0, 0, 0 }, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }

local function use(m)
    for _, name in ipairs { "constraint_error", "constraint_jacobian", "assemble", "loops" } do pcall(m[name], m, Q) end
    pcall(m.constraint_drift, m, Q, V)
    return m:constrained_dynamics(Q, V, V)
end

describe("loops in a description", function()
    it("are computed as they stand", function()
        local m = inner.model.new(description(function(bodies)
            return { { name = "rope", a = bodies[1], b = bodies[3], joint = { type = "distance", length = 2 } } }
        end))
        local a, W = use(m)
        assert.equal(10, #a)
        assert.equal("Wrench", rigid.type(W.rope))
    end)

    it("are none where there is no list of them", function()
        for _, none in ipairs { false, 7, "loops", {} } do
            local d = description()
            d.loops = none
            local _, W = use(inner.model.new(d))
            assert.is_nil(next(W))
        end
    end)

    it("are refused where they are none", function()
        local function bad(change, ...)
            local words = { ... }
            local m = inner.model.new(description(function(bodies)
                local loop = { name = "rope", a = bodies[1], b = bodies[3], joint = { type = "revolute", axis = Vec3(0, 0, 1) } }
                local list = { loop }
                return change(loop, bodies, list) or list
            end))
            for _ = 1, 2 do refuses(function() use(m) end, "a loop of the model has no", table.unpack(words)) end
        end
        bad(function() return { 3 } end, "name")
        bad(function() return { {} } end, "name")
        bad(function(loop) loop.name = 3 end, "name")
        bad(function(loop) loop.joint = nil end, "type")
        bad(function(loop) loop.joint = {} end, "type")
        bad(function(loop) loop.joint.type = "floating" end, "type")
        bad(function(loop) loop.joint.type = "hinge" end, "type")
        bad(function(loop) loop.joint.axis = { 0, 0, 1 } end, "axis")
        bad(function(loop) loop.joint.pitch = "1" end, "pitch")
        bad(function(loop) loop.placement_a = Vec3(0, 0, 0) end, "placement_a")
        for _, far in ipairs { math.maxinteger, math.mininteger, -1, 4, 1 << 31, 1 << 32, 2.5, "1" } do
            bad(function(loop) loop.b = { number = far } end, "b")
            bad(function() return { { name = "gear", follower = { number = far }, leader = { number = 2 }, coefficients = { 1 } } } end, "follower")
        end
        bad(function(loop) loop.b = "revolute" end, "number")
        bad(function(_, bodies) return { { name = "gear", follower = bodies[3], leader = bodies[2], coefficients = { 1 } } } end, "joint")
        bad(function(_, bodies) return { { name = "gear", follower = bodies[2], leader = bodies[1], coefficients = { 1 } } } end, "joint")
        bad(function(_, bodies) return { { name = "gear", follower = bodies[2], coefficients = { 1 } } } end, "joint")
        bad(function(_, bodies) return { { name = "gear", follower = bodies[2], leader = bodies[2], coefficients = { 1, "2" } } } end, "coefficient")
    end)

    it("take no more coefficients than there is room for", function()
        local many = {}
        for i = 1, 100 do many[i] = 1e-3 end
        use(inner.model.new(description(function(bodies)
            return { { name = "gear", follower = bodies[2], leader = bodies[2], coefficients = many } }
        end)))
    end)

    it("are read raw, and again once they are changed", function()
        local function never() error "a metamethod ran" end
        local liar = { __index = never, __len = never, __pairs = never }
        local d = description(function(bodies)
            return { setmetatable({ name = "rope", a = bodies[1], b = bodies[3], joint = setmetatable({ type = "distance", length = 2 }, liar) }, liar) }
        end)
        setmetatable(d.loops, liar)
        local m = inner.model.new(d)
        compare.near(m:constraint_error(Q), { -2 })
        d.loops = { { name = "rope", a = d.bodies[1], b = d.bodies[3], joint = { type = "distance", length = 3 } } }
        compare.near(m:constraint_error(Q), { -2 })
        inner.model.changed(m, "structure")
        compare.near(m:constraint_error(Q), { -3 })
    end)

    it("stay safe where a finalizer edits the model in the midst", function()
        local m = rigid.Model { name = "changing" }
        for i = 1, 3 do
            m:add_body {
                name = "b" .. i, parent = i > 1 and "b" .. i - 1 or nil, joint = { type = "revolute", name = "j" .. i, axis = { 0, 1, 0 } },
                inertia = SpatialInertia.solid_cube { mass = 1, length = 1 },
            }
        end
        m:add_loop { name = "rope", body_b = "b3", joint = { type = "distance", length = 1 } }
        local edits, on = 0, true
        local function trap()
            setmetatable({}, {
                __gc = function()
                    if not on then return end
                    edits = edits + 1
                    pcall(m.attach, m, { name = "p", body = "b1", inertia = SpatialInertia.solid_cube { mass = 1, length = 1 } })
                    pcall(m.add_loop, m, { name = "again", body_b = "p", joint = { type = "distance", length = 2 } })
                    pcall(m.constrained_dynamics, m, { 1, 2, 3 })
                    pcall(m.remove_loop, m, "again")
                    pcall(m.detach, m, "p")
                    trap()
                end,
            })
        end
        trap()
        for _ = 1, 200 do
            m:add_coupling { name = "gear", joint = "j1", of = "j2", coefficients = { 1, 2 } }
            local ok, a = pcall(m.constrained_dynamics, m, { 0.1, 0.2, 0.3 })
            assert.is_true(not ok or #a == 3)
            pcall(m.loops, m)
            m:remove_loop "gear"
            collectgarbage "step"
        end
        on = false
        collectgarbage()
        assert.is_true(edits > 0)
        assert.equal(1, #m:loops())
    end)
end)
