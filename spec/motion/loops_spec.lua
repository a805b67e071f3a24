-- Loops and couplings as a person says them: what is kept with the model, what is said of them in words, and what is refused.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local Model, Transform, Rotation, SpatialInertia, Vec3 = rigid.Model, rigid.Transform, rigid.Rotation, rigid.SpatialInertia, rigid.Vec3
local near, refuses = compare.near, compare.refuses

local function rod(length) return SpatialInertia.thin_rod { mass = 1, length = length, axis = { 1, 0, 0 } }:shift { -length / 2, 0, 0 } end

-- A chain of rods along x, each on a revolute joint about y.
local function chain(lengths, name)
    local m, parent, at = Model { name = name or "chain" }, nil, 0
    for i, length in ipairs(lengths) do
        m:add_body {
            name = "rod" .. i, parent = parent, joint = { type = "revolute", name = "j" .. i, axis = { 0, 1, 0 } },
            placement = { position = { at, 0, 0 } }, inertia = rod(length),
        }
        parent, at = "rod" .. i, length
    end
    return m
end

local FOUR_BAR <const> = { 0.3, 0.8, 0.6 }
local ABOUT_Y <const> = { type = "revolute", axis = { 0, 1, 0 } }

local function at(x, y, z) return { position = { x, y or 0, z or 0 } } end

local function four_bar()
    local m = chain(FOUR_BAR, "four-bar")
    return m:add_loop { name = "pin", placement_a = at(0.7), body_b = "rod3", placement_b = at(0.6), joint = ABOUT_Y }
end

-- The angles of a four-bar whose crank is at q1, by the law of cosines: the fourth side is 0.7 long.
local function closed_angles(q1)
    local crank, coupler, rocker, ground = 0.3, 0.8, 0.6, 0.7
    local x, z = crank * math.cos(q1), -crank * math.sin(q1) -- about y, z falls as x turns
    local dx, dz = ground - x, -z
    local d = math.sqrt(dx * dx + dz * dz)
    local bend = math.acos((coupler * coupler + d * d - rocker * rocker) / (2 * coupler * d))
    local first = math.atan(-dz, dx) - bend
    local ex, ez = x + coupler * math.cos(first), z - coupler * math.sin(first)
    local last = math.atan(-(0 - ez), ground - ex)
    return { q1, first - q1, last - first }
end

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

describe("what cannot close", function()
    it("is said by name, with how much is left", function()
        local m = chain({ 1 }, "short")
        m:add_loop { name = "far", placement_a = at(5), body_b = "rod1", placement_b = at(1), joint = "spherical" }
        local q, why = m:assemble { 0.3 }
        assert.is_nil(q)
        assert.equal("cannot close from this q: nearest gap 4 m at 'far'; start from a q that is nearer to closed, or change what the loop joins", why)
        m:remove_loop "far"
        m:add_loop { name = "near", placement_a = at(1.012), body_b = "rod1", placement_b = at(1), joint = "spherical" }
        local _, nearly = m:assemble { 0.3 }
        assert.truthy(nearly:find("nearest gap 12 mm at 'near'", 1, true), nearly)
        m:remove_loop "near"
        m:add_loop { name = "skew", body_b = "rod1", joint = { type = "universal", axis = { 0, 1, 0 }, axis2 = { 1, 0, 0 } } }
        m:add_loop { name = "level", body_b = "rod1", placement_a = { rotation = Rotation.exp { 0.25, 0, 0 } }, joint = ABOUT_Y }
        local _, turned = m:assemble { 0.3 }
        assert.truthy(turned:find("0.25 rad at 'level'", 1, true), turned)
    end)

    it("is told of couplings too", function()
        local m = chain { 1, 1 }
        m:add_coupling { name = "one", joint = "j2", of = "j1", coefficients = { 1, 1 } }
        m:add_coupling { name = "two", joint = "j2", of = "j1", coefficients = { 2, 1 } }
        local q, why = m:assemble { 0, 0 }
        assert.is_nil(q)
        assert.truthy(why:find("nearest gap 0.5 at '", 1, true), why)
    end)

    it("leaves a Vector as it was that was to be written into", function()
        local m = chain { 1 }
        m:add_loop { name = "far", placement_a = at(5), body_b = "rod1", joint = "spherical" }
        local out = rigid.Vector { 7 }
        assert.is_nil((m:assemble({ 0.3 }, out)))
        near(out, { 7 })
        m:remove_loop "far"
        assert.equal(out, (m:assemble({ 0.3 }, out)))
        near(out, { 0.3 })
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

describe("refused is", function()
    local m

    before_each(function() m = four_bar() end)

    local function bad(said, ...)
        local words = { ... }
        refuses(function() m:add_loop(said) end, "'add_loop'", table.unpack(words))
        assert.equal(1, #m:loops(), "nothing is changed")
    end
    local function bad_coupling(said, ...)
        local words = { ... }
        refuses(function() m:add_coupling(said) end, "'add_coupling'", table.unpack(words))
        assert.equal(1, #m:loops(), "nothing is changed")
    end

    it("a loop without a name, or with one that is taken", function()
        bad({ body_a = "rod1" }, "field 'name'", "name of the loop expected")
        bad({ name = "pin", body_a = "rod1" }, "'four-bar' has a loop named 'pin' already")
        bad_coupling({ name = "pin", joint = "j1", of = "j2", coefficients = { 0 } }, "a loop named 'pin' already")
    end)

    it("a loop of bodies that are not there, of another model, or on the same body", function()
        bad({ name = "x", body_a = "rod" }, "field 'body_a'", "no body or frame named 'rod'", "did you mean 'rod1'?")
        bad({ name = "x", body_b = 7 }, "field 'body_b'", "name of a body or frame expected")
        bad({ name = "x", body_b = four_bar():body "rod1" }, "field 'body_b'", "not part of model")
        bad({ name = "x" }, "both on the world", "nothing is closed")
        bad({ name = "x", body_a = "rod2", body_b = "rod2" }, "both on 'rod2'")
        m:add_frame { name = "tool", body = "rod2", placement = at(0.1) }
        bad({ name = "x", body_a = "rod2", body_b = "tool" }, "'rod2' and 'tool', which are welded together")
        m:add_frame { name = "bench", placement = at(0.1) }
        bad({ name = "x", body_a = "bench" }, "are on 'bench' and the world, which are welded together")
    end)

    it("a joint that closes nothing, or is none", function()
        bad({ name = "x", body_b = "rod2", joint = "floating" }, "field 'joint.type'", "closes nothing")
        bad({ name = "x", body_b = "rod2", joint = "revolut" }, "field 'joint.type'", "did you mean 'revolute'?")
        bad({ name = "x", body_b = "rod2", joint = 3 }, "field 'joint'", "type of a joint, or table")
        bad({ name = "x", body_b = "rod2", joint = { type = "revolute", damping = 1 } }, "field 'joint.damping'", "only joints of the tree")
        bad({ name = "x", body_b = "rod2", joint = { type = "revolute", axis = { 0, 0, 2 } } }, "field 'joint.axis'", "unit vector expected")
        bad({ name = "x", body_b = "rod2", joint = { type = "helical" } }, "field 'joint.pitch'", "finite number expected")
        bad({ name = "x", body_b = "rod2", joint = { type = "spherical", axis = { 0, 0, 1 } } }, "has no 'axis'")
        bad({ name = "x", body_b = "rod2", joint = { type = "revolute", length = 1 } }, "field 'joint.length'", "a revolute joint has no length")
        bad({ name = "x", body_b = "rod2", joint = { type = "distance" } }, "field 'joint.length'", "finite number expected")
        bad({ name = "x", body_b = "rod2", joint = { type = "distance", length = -1 } }, "field 'joint.length'", "positive")
        bad({ name = "x", body_b = "rod2", joint = { type = "distance", length = 0 } }, "field 'joint.length'", "\"spherical\"")
        bad({ name = "x", body_b = "rod2", joint = { type = "distance", length = 1, axis = { 1, 0, 0 } } }, "field 'joint.axis'", "nothing else")
        bad({ name = "x", body_b = "rod2", joint = { type = "line", pitch = 1 } }, "field 'joint.pitch'", "a line has an 'axis' and nothing else")
        bad({ name = "x", body_b = "rod2", joint = { type = "plane", axis = { 0, 0, 0 } } }, "field 'joint.axis'", "length zero")
        bad({ name = "x", body_b = "rod2", placement_b = at(0 / 0) }, "field 'placement_b.position'", "finite")
        bad({ name = "x", body_b = "rod2", place = 1 }, "unknown field 'place'")
    end)

    it("a coupling of joints that are not there, or cannot be coupled", function()
        bad_coupling({ name = "x", joint = "j", of = "j2", coefficients = { 0 } }, "field 'joint'", "no joint named 'j'")
        bad_coupling({ name = "x", joint = "j1", of = "j1", coefficients = { 0 } }, "field 'of'", "cannot be coupled to itself")
        bad_coupling({ name = "x", joint = "j1", of = "j2" }, "field 'coefficients'", "list of numbers {c0, c1, ...} expected, got nil")
        bad_coupling({ name = "x", joint = "j1", of = "j2", coefficients = {} }, "field 'coefficients'", "1 to 64 numbers")
        bad_coupling({ name = "x", joint = "j1", of = "j2", coefficients = { 1, 1 / 0 } }, "field 'coefficients[2]'", "finite number expected")
        m:add_body { name = "ball", joint = { type = "spherical", name = "socket" }, inertia = rod(1) }
        bad_coupling({ name = "x", joint = "socket", of = "j2", coefficients = { 0 } }, "spherical, with 3 freedoms", "single freedom")
        m:add_body { name = "twin", joint = { type = "revolute", name = "jt", mimic = { joint = "j1" } }, inertia = rod(1) }
        bad_coupling({ name = "x", joint = "jt", of = "j1", coefficients = { 0 } }, "share one number already")
    end)

    it("what is no loop of the model", function()
        refuses(function() m:remove_loop "pim" end, "'remove_loop'", "no loop named 'pim'", "did you mean 'pin'?")
        refuses(function() m:remove_loop(1) end, "name of a loop expected")
        refuses(function() Model { loops = 3 } end, "'Model'", "field 'loops'")
        refuses(function() Model { loops = { { name = "x" } } } end, "field 'loops[1].body_b'", "both on the world")
    end)

    it("what is no state", function()
        for _, method in ipairs { "constraint_error", "constraint_jacobian", "assemble", "loops" } do
            refuses(function() m[method](m, { 1, 2 }) end, ("'%s'"):format(method), "q: Vector or list of 3 numbers")
            refuses(function() m[method](m, { 1, 2, 0 / 0 }) end, ("'%s'"):format(method), "finite")
        end
        refuses(function() m:constraint_drift({ 1, 2, 3 }, { 1 }) end, "v: Vector or list of 3 numbers")
        refuses(function() m:constrained_dynamics({ 1, 2, 3 }, nil, { 1 }) end, "tau: Vector or list of 3 numbers")
        refuses(function() m:constrained_dynamics({ 1, 2, 3 }, nil, nil, { rod9 = rigid.Wrench { 1, 2, 3, 4, 5, 6 } }) end, "rod9")
        refuses(function() m:constrained_inverse_dynamics { 1, 2 } end, "'constrained_inverse_dynamics'", "q: Vector or list of 3 numbers")
        local q = closed_angles(0.4)
        refuses(function() m:constrained_inverse_dynamics(q, nil, { 1, 1, 1 }) end, "bad argument #3", "opens loop 'pin'")
        refuses(function() m:constrained_inverse_dynamics(q, nil, nil, { driven = { "j9" } }) end, "field 'driven[1]'", "j9")
        refuses(function() m:constrained_inverse_dynamics(q, nil, nil, { drive = {} }) end, "unknown field 'drive'")
        refuses(function() m:constrained_inverse_dynamics(q, nil, nil, { external = { rod9 = rigid.Wrench { 1, 2, 3, 4, 5, 6 } } }) end, "field 'external'", "rod9")
    end)

    it("a joint that moves nothing, by name", function()
        local loose = Model()
        loose:add_body { name = "loose", joint = { type = "revolute", name = "loose" } }
        loose:add_loop { name = "axle", body_b = "loose", joint = "revolute" }
        refuses(function() loose:constrained_dynamics({ 0 }, { 0 }, { 0 }) end, "joint 'loose'", "moves no inertia")
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
