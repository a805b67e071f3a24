-- Loops and couplings as a person says them: what is kept with the model, and what is said of them in words. What is refused is in loops_refused_spec.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local four_bars = require "spec.support.four_bars"

local rod, chain, ABOUT_Y, at, four_bar, closed_angles = four_bars.rod, four_bars.chain, four_bars.ABOUT_Y, four_bars.at, four_bars.four_bar, four_bars.closed_angles
local Model, Transform, Rotation, SpatialInertia, Vec3 = rigid.Model, rigid.Transform, rigid.Rotation, rigid.SpatialInertia, rigid.Vec3
local near, refuses = compare.near, compare.refuses

describe("a four-bar", function()
    it("closes where the law of cosines has it", function()
        local m = four_bar()
        for _, q1 in ipairs { -1.5, -0.7, 0.4, 1.9 } do
            local wanted = closed_angles(q1)
            near(m:constraint_error(wanted), { 0, 0, 0, 0, 0 }, { slack = 1e-14 })
            local q, left = m:assemble { wanted[1] + 0.02, wanted[2] - 0.03, wanted[3] + 0.02 }
            assert.is_true(left < 1e-14)
            near(q, closed_angles(q[1]), { tol = 1e-12 })
        end
    end)

    it("says what is left of its equations", function()
        local m = four_bar()
        local list = m:loops(closed_angles(0.4))
        assert.equal(1, #list)
        assert.equal("pin", list[1].name)
        assert.equal("revolute", list[1].type)
        assert.equal("rod3", list[1].body_b)
        assert.is_nil(list[1].body_a)
        assert.same({ 5, 2 }, { list[1].equations, list[1].rank })
        assert.equal("3 of these 5 equations are implied by the others: the loop is planar", list[1].sentence)
        assert.equal("5 equations, 2 independent: of 3 freedoms 1 is left", list.sentence)
        assert.same({ 5, 2, 1 }, { list.equations, list.rank, list.freedoms })
    end)

    it("says where it is singular", function()
        local m = chain({ 1, 1, 1 }, "flat")
        m:add_loop { name = "pin", placement_a = at(1), body_b = "rod3", placement_b = at(1), joint = ABOUT_Y }
        -- a rhomb, folded flat
        local list = m:loops { 0, math.pi, math.pi }
        assert.equal(1, list[1].rank)
        assert.truthy(list[1].sentence:find("4 of these 5 equations are implied", 1, true))
        assert.truthy(list[1].sentence:find("planar, and at this q singular: 1 more than nearby", 1, true), list[1].sentence)
    end)

    it("keeps its energy's account", function()
        local m, q = four_bar(), closed_angles(0.4)
        local J = m:constraint_jacobian(q)
        -- along the one velocity that is left, the loop does no work
        local _, _, V = J:svd()
        local v = V:block(1, 3, 3, 1)
        v = rigid.Vector { v(1, 1), v(2, 1), v(3, 1) } * 2
        near(J * v, { 0, 0, 0, 0, 0 }, { slack = 1e-14 })
        local tau = rigid.Vector { 0.7, -0.4, 0.9 }
        local a = m:constrained_dynamics(q, v, tau)
        local h = 1e-5
        local function energy(t)
            local there = m:integrate(q, v * t + a * (t * t / 2))
            return m:kinetic_energy(there, v + a * t) + m:potential_energy(there)
        end
        near((energy(h) - energy(-h)) / (2 * h), tau:dot(v), { tol = 1e-7 })
    end)

    it("bears its weight at the pin as statics has it", function()
        -- a lever of one rod, pinned at both ends: each bears half
        local m = chain { 2 }
        m:add_loop { name = "far", placement_a = at(2), body_b = "rod1", placement_b = at(2), joint = ABOUT_Y }
        local a, W = m:constrained_dynamics({ 0 }, { 0 }, { 0 })
        near(a, { 0 }, { slack = 1e-15 })
        -- of the five equations only one holds the rod up
        near(W.far:table(), { 0, 0, 9.81 / 2, 0, 0, 0 }, { slack = 1e-12 })
        assert.equal(4, m:loops()[1].equations - m:loops()[1].rank)
    end)
end)

describe("loops in words", function()
    local function only(m, q) return m:loops(q)[1].sentence end

    it("are independent, or hold by themselves", function()
        local m = Model()
        m:add_body { name = "body", joint = { type = "floating", name = "base" }, inertia = SpatialInertia.solid_cube { mass = 1, length = 1 } }
        m:add_loop { name = "held", body_b = "body", joint = "fixed" }
        assert.equal("all 6 equations are independent", only(m))
        assert.equal("6 equations, 6 independent: of 6 freedoms 0 are left", m:loops().sentence)
        m:remove_loop "held"
        m:add_loop { name = "rope", placement_a = at(0, 0, 2), body_b = "body", joint = { type = "distance", length = 2 } }
        assert.equal("its one equation holds by itself", only(m))
        assert.equal("no loops", Model():loops().sentence)
    end)

    it("say that all axes meet, that nothing turns, that nothing moves", function()
        local m = Model()
        local axes, parent = { { 1, 0, 0 }, { 0.6, 0.8, 0 }, { 0, 0.6, 0.8 } }, nil
        for i, axis in ipairs(axes) do
            m:add_body { name = "b" .. i, parent = parent, joint = { type = "revolute", name = "j" .. i, axis = axis }, inertia = rod(1) }
            parent = "b" .. i
        end
        m:add_loop { name = "gimbal", body_b = "b3", placement_b = at(0), joint = { type = "revolute", axis = { 0.8, 0, 0.6 } } }
        assert.truthy(only(m):find("all axes of the loop meet in one point", 1, true), only(m))
        local slides = Model()
        slides:add_body { name = "x", joint = { type = "prismatic", name = "x", axis = { 1, 0, 0 } }, inertia = rod(1) }
        slides:add_body { name = "y", parent = "x", joint = { type = "prismatic", name = "y", axis = { 0, 1, 0 } }, inertia = rod(1) }
        slides:add_loop { name = "rail", body_b = "y", joint = { type = "prismatic", axis = { 0.6, 0.8, 0 } } }
        assert.truthy(only(slides):find("4 of these 5 equations are implied by the others: nothing in the loop turns", 1, true))
        local still = chain { 1 }
        still:add_loop { name = "axle", body_b = "rod1", joint = ABOUT_Y }
        assert.equal("none of its 5 equations restricts anything: the loop is planar", only(still))
    end)

    it("say of a linkage that only its dimensions let move, that they may", function()
        -- Bennett: opposite sides alike, a / sin(alpha) = b / sin(beta)
        local a, alpha = 0.5, 0.9
        local beta = math.asin(math.sin(alpha) * 0.3 / a)
        local function side(length, twist) return Transform(Rotation.exp { twist, 0, 0 }, { length, 0, 0 }) end
        local m, parent, placement = Model { name = "Bennett" }, nil, nil
        local sides = { side(a, alpha), side(0.3, beta), side(a, alpha), side(0.3, beta) }
        for i = 1, 3 do
            m:add_body { name = "b" .. i, parent = parent, joint = { type = "revolute", name = "j" .. i }, placement = placement, inertia = rod(0.5) }
            parent, placement = "b" .. i, sides[i]
        end
        m:add_loop { name = "last", body_b = "b3", placement_a = sides[4]:inverse(), placement_b = sides[3], joint = "revolute" }
        local q = assert(m:assemble { 0.9, -2.2, 2.2 })
        local list = m:loops(q)
        if list[1].rank == 2 then
            assert.truthy(list[1].sentence:find("its dimensions are special, or this q is singular", 1, true), list[1].sentence)
            assert.equal(1, list.freedoms)
        else
            assert(false, list[1].sentence)
        end
    end)

    it("hold a point on a line, or in a plane", function()
        local m = chain { 1, 1 }
        m:add_loop { name = "slot", body_b = "rod2", placement_b = at(1), joint = { type = "line", axis = { 1, 0, 0 } } }
        near(m:constraint_error { 0.3, -0.6 }, { 0, 0 }, { slack = 1e-15 })
        assert.equal("1 of these 2 equations is implied by the others: the loop is planar", only(m, { 0.3, -0.6 }))
        m:remove_loop "slot"
        m:add_loop { name = "floor", body_b = "rod2", placement_a = at(0, 0, -1), placement_b = at(1), joint = "plane" }
        near(m:constraint_error { math.pi / 2, -math.pi / 2 }, { 0 }, { slack = 1e-15 })
        local a, W = m:constrained_dynamics({ math.pi / 2, -math.pi / 2 }, { 0, 0 }, { 0, 0 })
        near(m:constraint_jacobian { math.pi / 2, -math.pi / 2 } * a, { 0 }, { slack = 1e-12 })
        near(W.floor:angular(), { 0, 0, 0 })
    end)

    it("write a coupling as it was meant", function()
        local m = chain { 1, 1, 1 }
        m:add_coupling { name = "a", joint = "j2", of = "j1", coefficients = { 0.25, -2, 0, 1 } }
        m:add_coupling { name = "b", joint = "j3", of = "j1", coefficients = { 0 } }
        local list = m:loops()
        assert.equal("'j2' stands at 0.25 - 2 'j1' + 'j1'^3", list[1].sentence)
        assert.equal("'j3' stands at 0", list[2].sentence)
        assert.equal("coupling", list[1].type)
        assert.same({ 1, 1 }, { list[1].equations, list[1].rank })
        near(m:constraint_error { 0.5, 0.1, 0.2 }, { 0.1 - (0.25 - 1 + 0.125), 0.2 })
    end)

    it("stand in a line where a model is printed", function()
        local m = four_bar()
        assert.truthy(tostring(m):find("loops    1, 5 equations: 'pin' revolute", 1, true))
        for i = 1, 7 do m:add_coupling { name = "c" .. i, joint = "j2", of = "j1", coefficients = { 0, i } } end
        assert.truthy(tostring(m):find("loops    8, 12 equations: 'pin' revolute, 'c1' coupling", 1, true))
        assert.truthy(tostring(m):find("... in m:loops()", 1, true))
        assert.is_nil(tostring(chain { 1 }):find "loops")
    end)
end)

describe("an axis the wrong way round", function()
    it("is not closed, but half a turn off", function()
        for _, joint in ipairs { ABOUT_Y, { type = "cylindrical", axis = { 0, 1, 0 } }, { type = "planar", axis = { 0, 1, 0 } },
            { type = "helical", axis = { 0, 1, 0 }, pitch = 0.1 }, { type = "prismatic", axis = { 0, 1, 0 } } } do
            local m = Model()
            m:add_body { name = "body", joint = { type = "floating", name = "base" }, inertia = rod(1) }
            m:add_loop { name = "axle", body_b = "body", joint = joint }
            local error = m:constraint_error { 0, 0, 0, 0, 1, 0, 0 } -- turned by half about x
            near(compare.scale(error), math.pi, { what = joint.type })
            near(m:constraint_error { 0, 0, 0, 1, 0, 0, 0 }, error * 0, { slack = 1e-15 })
        end
    end)

    it("is righted by assemble", function()
        local m = Model()
        m:add_body { name = "body", joint = { type = "spherical", name = "ball" }, inertia = rod(1) }
        m:add_loop { name = "axle", body_b = "body", joint = ABOUT_Y }
        local q = assert(m:assemble { 0.1, 1, 0.05, 0.02 })
        near(m:pose(q, "body"):rotation() * Vec3(0, 1, 0), Vec3(0, 1, 0))
    end)
end)

describe("loops", function()
    it("are part of what a model says: its table, its copies, its files, ==", function()
        local m = four_bar()
        m:attach { name = "tip", body = "rod3", inertia = rod(0.1), placement = at(0.6) }
        m:add_loop { name = "rope", body_a = "rod1", body_b = "tip", placement_a = at(0.1, 0.2), joint = { type = "distance", length = 0.7 } }
        m:add_loop { name = "screw", body_b = "rod2", joint = { type = "screw", axis = { 0, 0, 1 }, point = { 0.1, 0.2, 0 }, pitch = 0.3 } }
        m:add_coupling { name = "gear", joint = "j2", of = "j1", coefficients = { 0.1, -2 } }
        local q, v = { 0.3, 0.4, 0.5 }, { 0.1, -0.2, 0.3 }
        local a, W = m:constrained_dynamics(q, v, { 1, 2, 3 })
        local function same(other, what)
            assert.is_true(m == other, what)
            assert.is_true(m:is_near(other))
            local b, U = other:constrained_dynamics(q, v, { 1, 2, 3 })
            near(b, a, { what = what })
            for name, wrench in pairs(W) do near(U[name], wrench, { what = what .. " " .. name, scale = W.pin }) end
        end
        same(Model(m:table()), "its table")
        same(m:copy(), "its copy")
        files.with("_loops.lua", "", function(path)
            m:save(path)
            same(rigid.load(path), "its file")
        end)
        local other = m:copy()
        other:remove_loop "rope"
        assert.is_false(m == other)
        assert.is_false(m:is_near(other))
        local moved = m:table()
        moved.loops[1].placement_a.position[1] = 0.7 + 1e-6
        assert.is_false(m == Model(moved))
        assert.is_true(m:is_near(Model(moved), 1e-5))
        refuses(function() m:save "four_bar.urdf" end, "loop 'pin'", "URDF has no word for", ".lua")
        -- a copy is its own: the loops of one are not those of the other
        other:remove_loop "pin"
        near(m:constraint_error(q), Model(m:table()):constraint_error(q))
        assert.equal(4, #m:loops())
        assert.equal(2, #other:loops())
    end)

    it("follow the bodies that they hold", function()
        local m = chain { 1, 1 }
        m:attach { name = "first", body = "rod1", inertia = rod(0.1) }
        m:attach { name = "second", body = "rod2", inertia = rod(0.1), placement = at(0.5) }
        m:add_loop { name = "tied", body_a = "rod1", body_b = "second", joint = { type = "distance", length = 0.7 } }
        refuses(function() m:detach "second" end, "'second' is held by loop 'tied'", "m:remove_loop('tied')")
        local before = m:constraint_error { 0.3, 0.4 }
        m:detach "first" -- 'second' has another number now
        near(m:constraint_error { 0.3, 0.4 }, before)
        m:body("second").placement = Transform(Rotation.identity(), { 0.8, 0, 0 })
        compare.different(m:constraint_error { 0.3, 0.4 }, before)
        m:remove_loop "tied"
        m:detach "second"
        assert.equal(0, #m:constraint_error { 0.3, 0.4 })
    end)

    it("see what else is edited: inertias, gravity, joints that begin to follow", function()
        local m, q = four_bar(), closed_angles(0.4)
        local a = m:constrained_dynamics(q, nil, nil)
        m:set_gravity { 0, 0, 0 }
        near((m:constrained_dynamics(q, nil, nil)), { 0, 0, 0 }, { slack = 1e-12 })
        m:set_gravity { 0, 0, -9.81 }
        m:body("rod2").inertia = SpatialInertia.solid_cube { mass = 3, length = 1 }
        compare.different((m:constrained_dynamics(q, nil, nil)), a)
        local c = chain { 1, 1, 1 }
        c:add_coupling { name = "gear", joint = "j3", of = "j2", coefficients = { 0, 2 } }
        near(c:constraint_error { 0, 0.3, 0.5 }, { -0.1 })
        c:joint("j2").mimic = { joint = "j1", multiplier = 0.5, offset = 0.1 }
        near(c:constraint_error { 0.4, 0.5 }, { 0.5 - 2 * (0.2 + 0.1) })
    end)

    it("of none are none", function()
        local m = chain { 1, 1 }
        assert.equal(0, #m:loops())
        assert.equal(0, #m:constraint_error { 0, 0 })
        assert.same({ 0, 2 }, { m:constraint_jacobian({ 0, 0 }):rows(), m:constraint_jacobian({ 0, 0 }):cols() })
        local a, W = m:constrained_dynamics({ 0.1, 0.2 }, { 1, 2 }, { 3, 4 })
        near(a, m:forward_dynamics({ 0.1, 0.2 }, { 1, 2 }, { 3, 4 }))
        assert.is_nil(next(W))
        local q, left = m:assemble { 0.1, 0.2 }
        near(q, { 0.1, 0.2 })
        assert.equal(0, left)
        near((m:constrained_inverse_dynamics({ 0.1, 0.2 }, { 1, 2 }, a)), { 3, 4 })
        assert.is_nil(m:table().loops)
    end)

    it("are computed into what the caller gives", function()
        local m, q = four_bar(), closed_angles(0.4)
        local a, error, J = rigid.Vector(3), rigid.Vector(5), rigid.Matrix(5, 3)
        assert.is_true(rawequal(a, (m:constrained_dynamics(q, { 0, 0, 0 }, { 1, 2, 3 }, a))))
        near(a, (m:constrained_dynamics(q, nil, { 1, 2, 3 })))
        assert.is_true(rawequal(a, (m:constrained_dynamics(q, nil, { 1, 2, 3 }, { rod1 = rigid.Wrench { 1, 2, 3, 4, 5, 6 } }, a))))
        assert.is_true(rawequal(error, m:constraint_error({ 1, 2, 3 }, error)))
        near(error, m:constraint_error { 1, 2, 3 })
        assert.is_true(rawequal(J, m:constraint_jacobian(q, J)))
        near(J, m:constraint_jacobian(q))
        assert.is_true(rawequal(error, m:constraint_drift(q, { 1, 2, 3 }, error)))
        near(error, m:constraint_drift(q, { 1, 2, 3 }))
        refuses(function() m:constraint_error(q, rigid.Vector(3)) end, "Vector of 5")
        refuses(function() m:constraint_jacobian(q, rigid.Matrix(3, 3)) end, "5x3 Matrix")
    end)
end)

describe("the torques of a driven four-bar", function()
    it("come to one joint, or to all by least norm, or to none", function()
        local m, q = four_bar(), closed_angles(0.4)
        local a = m:constrained_dynamics(q, nil, { 0.9, 0, 0 })
        near((m:constrained_inverse_dynamics(q, nil, a, { driven = { "j1" } })), { 0.9, 0, 0 }, { tol = 1e-10 })
        near((m:constrained_inverse_dynamics(q, nil, a, { driven = { m:joint "j1" } })), { 0.9, 0, 0 }, { tol = 1e-10 })
        local by_last = m:constrained_inverse_dynamics(q, nil, a, { driven = { "j3" } })
        assert.same({ 0, 0 }, { by_last[1], by_last[2] })
        near((m:constrained_dynamics(q, nil, by_last)), a, { tol = 1e-10 })
        local all = m:constrained_inverse_dynamics(q, nil, a)
        assert.is_true(all:norm() < 0.9 and all:norm() < by_last:norm())
        local none, why = m:constrained_inverse_dynamics(q, nil, a, { driven = {} })
        assert.is_nil(none)
        assert.truthy(why:find("nothing is driven: the loops leave 1 freedom, of which the driven joints move 0; at '", 1, true), why)
        -- what gravity does by itself needs nobody
        local falling = m:constrained_dynamics(q, nil, nil)
        near((m:constrained_inverse_dynamics(q, nil, falling, { driven = {} })), { 0, 0, 0 })
        -- an external wrench is borne
        local push = { rod3 = rigid.Wrench { 1, 2, 3, 4, 5, 6 } }
        local pushed = m:constrained_dynamics(q, nil, { 0.9, 0, 0 }, push)
        near((m:constrained_inverse_dynamics(q, nil, pushed, { driven = { "j1" }, external = push })), { 0.9, 0, 0 }, { tol = 1e-9 })
    end)
end)
