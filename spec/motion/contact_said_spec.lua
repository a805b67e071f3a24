-- Contacts as a person says them: what of them is kept, copied, written and compared, and what is refused in words.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local Model, SpatialInertia, Rotation, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Rotation, rigid.Vec3
local near = compare.near
local GRAVITY <const> = 9.81


describe("what was said of contacts", function()
    local function model()
        local m = Model {name = "said"}
        m:add_body {name = "a", joint = "floating", inertia = SpatialInertia.unitary()}
        m:add_frame {name = "tip", body = "a", placement = {position = {0, 0, 1}}}
        m:add_contact {name = "first", body = "tip", shape = {hull = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, placement = {position = {0.1, 0, 0}}, friction = 0.25}
        m:add_contact {body = "a", shape = {cylinder = {radius = 0.1, length = 0.2}}, restitution = 0.5}
        return m:add_contact {shape = {sphere = 2}}:add_ground {normal = {0, 0.6, 0.8}, offset = -1, friction = 0.125}
    end

    it("is known to tables, copies, files and ==", function()
        local m = model()
        assert.equal(m, Model(m:table()))
        local copy = m:copy()
        assert.equal(m, copy)
        copy:remove_contact "ground"
        assert.not_equal(m, copy)
        assert.equal(1, #m:grounds())
        local named = os.tmpname()
        local path = named .. ".lua"
        m:save(path)
        assert.equal(m, rigid.load(path))
        os.remove(path)
        os.remove(named)
        assert.truthy(tostring(m):find("contact  3 shapes, 1 ground", 1, true))
        assert.same({"first", "a", "world"}, {m:contacts()[1].name, m:contacts()[2].name, m:contacts()[3].name})
        assert.same({capsule = nil, hull = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, m:contacts()[1].shape)
    end)

    it("is refused in words where it cannot be", function()
        local m = model()
        m:add_body {name = "ghost", parent = "a", joint = "revolute"}
        local function refused(words, f, ...)
            local before = m:table()
            local ok, problem = pcall(f, m, ...)
            assert.falsy(ok, words)
            assert.truthy(tostring(problem):find(words, 1, true), tostring(problem))
            assert.same(before, m:table())
        end
        refused("'ghost' has no mass", m.add_contact, {body = "ghost"})
        refused("has no body or frame named 'A'", m.add_contact, {body = "A"})
        refused("has a contact named 'first' already", m.add_contact, {name = "first", body = "a"})
        refused("has a ground named 'ground' already", m.add_contact, {name = "ground", body = "a"})
        refused("positive finite number expected, got -1", m.add_contact, {body = "a", shape = {sphere = -1}})
        refused("that along y is 0", m.add_contact, {body = "a", shape = {box = {1, 0, 1}}})
        refused("'box' needs its sizes", m.add_contact, {body = "a", shape = "box"})
        refused("one shape expected", m.add_contact, {body = "a", shape = {sphere = 1, box = {1, 1, 1}}})
        refused("did you mean 'sphere'", m.add_contact, {body = "a", shape = {spere = 1}})
        refused("list of 1 to", m.add_contact, {body = "a", shape = {hull = {}}})
        refused("positive finite number expected, got nil", m.add_contact, {body = "a", shape = {capsule = {radius = 1}}})
        refused("finite number that is not negative expected, got -0.1", m.add_contact, {body = "a", friction = -0.1})
        refused("number from 0 to 1 expected, got 1.5", m.add_contact, {body = "a", restitution = 1.5})
        refused("unit vector expected", m.add_ground, {normal = {0, 0, 2}})
        refused("has no contact or ground named 'frst'; did you mean 'first'?", m.remove_contact, "frst")
        refused("m:remove_contact('pole')", function()
            m:attach {name = "load", body = "a", inertia = SpatialInertia.unitary()}
            m:add_contact {name = "pole", body = "load"}
            local ok, problem = pcall(m.detach, m, "load")
            m:remove_contact "pole":detach "load"
            if not ok then error(problem, 0) end
        end)
    end)

    it("has no answer where no forces obey all laws", function()
        -- Painlevé's rod: it slides on its lower end, and pushes itself into the ground by friction. N (G_nn - mu G_nt) = g, with
        -- G_nn = 1 + 3 sin² and G_nt = 3 sin cos of its angle, for mass 1 and length 2, asks for a pull where the bracket is negative.
        local function forces(mu, angle, way)
            local m = Model {gravity = {0, 0, -GRAVITY}}
            m:add_body {name = "rod", joint = "floating", inertia = SpatialInertia.solid_box {mass = 1, size = {1e-3, 1e-3, 2}}}
            m:add_contact {body = "rod", placement = {position = {0, 0, -1}}, friction = mu}:add_ground {friction = mu}
            local R = Rotation.axis_angle({0, 1, 0}, angle)
            local v, w, x, y, z = R:inverse() * Vec3(way, 0, 0), R:quaternion()
            return pcall(m.contact_forces, m, {0, 0, math.cos(angle), w, x, y, z}, {v.x, v.y, v.z, 0, 0, 0})
        end
        local solved, none = 0, 0
        for _, mu in ipairs {0.5, 1.5, 3} do
            for angle = 0.1, 1.4, 0.1 do
                for way = -1, 1, 2 do
                    local bracket = 1 + 3 * math.sin(angle) ^ 2 + way * 3 * mu * math.sin(angle) * math.cos(angle)
                    local ok, list = forces(mu, angle, way)
                    if bracket > 0.02 then
                        assert.truthy(ok, tostring(list))
                        near(list[1].force, Vec3(-way * mu, 0, 1) * (GRAVITY / bracket), {tol = 1e-5})
                        solved = solved + 1
                    elseif bracket < -0.02 then
                        assert.falsy(ok, ("mu %g, angle %g"):format(mu, angle))
                        assert.truthy(tostring(list):find("Painlevé", 1, true))
                        none = none + 1
                    end
                end
            end
        end
        assert.truthy(solved > 50 and none > 8)
    end)
end)
