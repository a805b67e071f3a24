-- m:lock{..}: what is left of a model when some of its joints are held moves as the whole does while those stand still.

local draw = require "spec.support.draw"
local rigid = require "rigid"
local trees = require "spec.support.trees"

local function near(a, b, scale, what)
    local gap = (a - b):norm()
    assert(gap <= 1e-13 * scale, ("%s: %.3g apart, of %.3g"):format(what, gap, scale))
end

-- The numbers of a vector that a list names; and the other way, the rest being zero.
local function picked(x, list)
    local y = rigid.Vector(#list)
    for i, k in ipairs(list) do y:set(i, x[k]) end
    return y
end

local function spread(y, list, n)
    local x = rigid.Vector(n)
    for i, k in ipairs(list) do x:set(k, y[i]) end
    return x
end

-- Names of joints that are nobody's followers, about that share of them.
local function some_joints(d, m, part)
    local list = {}
    for _, name in ipairs(m:joint_names()) do
        if d:unit_interval() < part then list[#list + 1] = name end
    end
    return list
end

local OPTIONS <const> = { welded = 0.2, mimics = 0.3, payloads = 0.3, armature = true, resistance = true, springs = true, roots = 2 }

local function drawn(d, options)
    local m = trees.random(d, d:integer(3, 14), options or OPTIONS)
    local q, v = trees.state(d, m)
    return m, q, v
end

describe("a model with locked joints", function()
    it("moves as the whole with those joints at rest", function()
        for seed = 1, 60 do
            local d = draw.stream(seed)
            local m, q = drawn(d)
            local locked, left = m:lock { joints = some_joints(d, m, 0.5), q = q }
            local n = locked:nv()
            if n > 0 then
                local v, a = rigid.Vector(d:list(n)), rigid.Vector(d:list(n))
                local V, A, p = spread(v, left.v, m:nv()), spread(a, left.v, m:nv()), picked(q, left.q)
                local T = m:inverse_dynamics(q, V, A)
                near(locked:inverse_dynamics(p, v, a), picked(T, left.v), T:norm(), "torques")
                local H, whole = locked:mass_matrix(p), m:mass_matrix(q)
                for i = 1, n do
                    for j = 1, n do assert.is_true(math.abs(H(i, j) - whole(left.v[i], left.v[j])) <= 1e-13 * whole:norm()) end
                end
                near(locked:passive_forces(p, v), picked(m:passive_forces(q, V), left.v), 1 + m:passive_forces(q, V):norm(), "passive forces")
                assert.is_true(math.abs(locked:kinetic_energy(p, v) - m:kinetic_energy(q, V)) <= 1e-13 * m:kinetic_energy(q, V))
                for _, name in ipairs(m:body_names()) do
                    local there = m:pose(q, name)
                    assert.is_true(locked:pose(p, name):is_near(there, 1e-13 * (1 + there:position():norm())), name)
                end
                for _, name in ipairs { "armature", "damping", "friction" } do
                    near(locked[name](locked), picked(m[name](m), left.v), 1, name)
                end
            end
        end
    end)

    it("is the same by those that are locked and by those that are not", function()
        local d = draw.stream(7)
        local m, q = drawn(d, { mimics = 0.3 })
        local some, others, is = some_joints(d, m, 0.5), {}, {}
        for _, name in ipairs(some) do is[name] = true end
        for _, name in ipairs(m:joint_names()) do
            if not is[name] then others[#others + 1] = name end
        end
        assert.are.equal(m:lock { joints = some, q = q }, (m:lock { except = others, q = q }))
        assert.are.equal(#others, #m:lock { joints = some }:joint_names())
        assert.are.equal(m, (m:lock { joints = {} }))
        assert.are.equal(0, m:lock { except = {} }:nv())
    end)

    it("leaves the model as it was, and stands at its neutral configuration unless told", function()
        local d = draw.stream(3)
        local m = drawn(d)
        local twin = m:copy()
        local names = m:joint_names()
        assert.are.equal(m:lock { joints = names, q = m:neutral() }, (m:lock { joints = names }))
        assert.are.equal(twin, m)
    end)

    it("weighs what was set for a link with all that is welded to it", function()
        local d = draw.stream(11)
        local m = drawn(d, { welded = 0.4, payloads = 0.3 })
        m:set_parameters(m:parameters() * 1.25)
        local q, v = trees.state(d, m)
        local names = some_joints(d, m, 0.5)
        local function moves_as_the_whole()
            local locked, left = m:lock { joints = names, q = q }
            local at_rest = spread(picked(v, left.v), left.v, m:nv())
            local T = m:inverse_dynamics(q, at_rest)
            near(locked:inverse_dynamics(picked(q, left.q), picked(v, left.v)), picked(T, left.v), T:norm(), "torques")
            return T
        end
        local before = moves_as_the_whole()
        local grown = m:body(m:body_names()[#m:body_names()])
        grown.inertia = grown.inertia + rigid.SpatialInertia.solid_sphere { mass = 1, radius = 0.1 }
        assert.is_true((moves_as_the_whole() - before):norm() > 0.01)
    end)

    it("lets a payload be taken off that a locked joint carries", function()
        local m = rigid.Model()
        m:add_body { name = "arm", joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = rigid.SpatialInertia.solid_cube { mass = 2, length = 1 } }
        m:add_body { name = "hand", parent = "arm", joint = "revolute", inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 1 } }
        m:attach { name = "cup", body = "hand", inertia = rigid.SpatialInertia.solid_cube { mass = 0.5, length = 0.1 } }
        local locked = m:lock { joints = { "hand" } }
        assert.are.equal(3.5, locked:total_mass())
        assert.are.equal(3, locked:detach("cup"):total_mass())
    end)

    it("keeps the loops that still move, and no others", function()
        local function four_bar()
            local m = rigid.Model { name = "four bar" }
            local rod = rigid.SpatialInertia.thin_rod_about_end { mass = 1, length = 1 }
            local joint = { type = "revolute", axis = { 0, 1, 0 } }
            m:add_body { name = "crank", joint = joint, inertia = rod }
            m:add_body { name = "coupler", parent = "crank", placement = { position = { 0, 0, 1 } }, joint = joint, inertia = rod }
            m:add_body { name = "rocker", placement = { position = { 1, 0, 0 } }, joint = joint, inertia = rod }
            m:add_body { name = "flag", joint = joint, inertia = rod }
            m:add_loop { name = "pin", body_a = "coupler", placement_a = { position = { 0, 0, 1 } }, body_b = "rocker", placement_b = { position = { 0, 0, 1 } }, joint = joint }
            return m
        end
        local m = four_bar()
        local q = m:assemble { 0.3, 0.2, 0.5, 0.1 }
        local without_flag = m:lock { joints = { "flag" }, q = q }
        local V, closed = rigid.Vector { 1, 2, 3, 0 }, without_flag:constraint_jacobian { q[1], q[2], q[3] }
        near(closed * rigid.Vector { 1, 2, 3 }, m:constraint_jacobian(q) * V, 1, "Jacobian of the loop")
        assert.are.equal(1, #without_flag:loops())
        assert.are.equal(0, #m:lock { except = { "flag" }, q = q }:loops())
    end)

    it("refuses one of two joints that are coupled, and drops the coupling with both", function()
        local m = rigid.Model { name = "pair" }
        for _, name in ipairs { "a", "b", "c" } do
            m:add_body { name = name, joint = "revolute", inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 1 } }
        end
        m:add_coupling { name = "gear", joint = "b", of = "a", coefficients = { 0, 2 } }
        local ok, problem = pcall(m.lock, m, { joints = { "a" } })
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("coupling 'gear' moves 'b' with 'a', which is to be locked: lock both, or take it away first", 1, true))
        assert.are.equal(0, #m:lock { joints = { "a", "b" } }:loops())
        assert.are.equal(1, #m:lock { joints = { "c" } }:loops())
    end)

    it("names what cannot be locked", function()
        local m = rigid.Model { name = "hand" }
        m:add_body { name = "thumb", joint = "revolute", inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 1 } }
        m:add_body { name = "finger", joint = { type = "revolute", mimic = { joint = "thumb" } }, inertia = rigid.SpatialInertia.solid_cube { mass = 1, length = 1 } }
        local function refuses(said, part)
            local ok, problem = pcall(m.lock, m, said)
            assert.is_false(ok)
            assert.truthy(tostring(problem):find(part, 1, true), tostring(problem))
        end
        refuses({}, "either joints, those to lock, or except, those to leave free, expected")
        refuses({ joints = {}, except = {} }, "either joints")
        refuses({ joints = { "finger" } }, "'joints[1]': joint 'finger' follows 'thumb', and is locked together with it")
        refuses({ joints = { "thum" } }, "did you mean 'thumb'?")
        refuses({ joints = { "thumb" }, q = { 1, 2 } }, "1 number")
        assert.are.equal(0, m:lock { joints = { "thumb" } }:nv())
    end)

    it("cuts keyframes and actuators to what is left", function()
        local name = os.tmpname()
        local path = name .. ".xml"
        local file <close> = assert(io.open(path, "w"))
        file:write [[
            <mujoco><worldbody>
              <body name="a"><joint name="ja" axis="0 0 1" ref="0.25"/><geom size="0.1" mass="1"/>
                <body name="b" pos="0 0 1"><joint name="jb" axis="0 1 0"/><geom size="0.1" mass="1"/></body>
              </body>
              <body name="c" pos="1 0 0"><freejoint name="jc"/><geom size="0.1" mass="1"/></body>
            </worldbody>
            <actuator><motor name="ma" joint="ja"/><motor name="mb" joint="jb"/></actuator>
            <keyframe><key name="up" qpos="0.5 0.75 1 2 3 1 0 0 0" qvel="1 2 3 4 5 6 7 8"/></keyframe></mujoco>]]
        file:close()
        local m = rigid.load(path)
        os.remove(path)
        os.remove(name)
        local locked = m:lock { joints = { "ja" }, q = m:keyframes()[1].q }
        local key = locked:keyframes()[1]
        assert.are.same({ 0.75, 0, 2, 3, 1, 0, 0, 0 }, key.q:table())
        assert.are.same({ 2, 3, 4, 5, 6, 7, 8 }, key.v:table())
        assert.are.same({ "mb" }, { locked:actuators()[1].name })
        assert.are.equal(1, #locked:actuators())
    end)
end)
