-- RBDL's constraint_sets: which loops they become, and what is kept.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local near = compare.near
local notes, noted = files.notes, files.noted

local function lua(text) return files.load("_model.lua", text) end

-- Two chains of two links each about z, side by side, with what stands in `sets`.
local function chains(sets)
    return [[
        local I = {{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}
        local function link(name, parent, r) return {
            name = name, parent = parent, body = {mass = 1, com = {0.5, 0, 0}, inertia = I}, joint = {{0, 0, 1, 0, 0, 0}}, joint_frame = {r = r},
        } end
        local tips = {constraint_type = "loop", predecessor_body = "a2", successor_body = "b2",
            predecessor_transform = {r = {1, 0, 0}}, successor_transform = {r = {1, 0, 0}}}
        local function loop(more)
            local t = {}
            for k, v in pairs(tips) do t[k] = v end
            for k, v in pairs(more) do t[k] = v end
            return t
        end
        return {gravity = {0, -9.81, 0}, frames = {
            link("a1", "ROOT", {0, 0, 0}), link("a2", "a1", {1, 0, 0}), link("b1", "ROOT", {0.5, 0, 0}), link("b2", "b1", {1, 0, 0}),
        }, constraint_sets = {]] .. sets .. "}}"
end

local Q <const> = { 2.2, -1.1, 1.0, 1.1 }

local function closed_by(directions)
    local m = lua(chains("closed = {loop {name = 'tip', axis_sets = {" .. directions .. "}}}"))
    assert.same({}, notes(m))
    local loop = m:table().loops[1]
    assert.equal("tip", loop.name)
    assert.same({ "a2", "b2" }, { loop.body_a, loop.body_b })
    near(loop.placement_a.position, { 1, 0, 0 })
    return m, loop.joint
end

local X <const>, Y <const>, Z <const> = "{0,0,0,1,0,0}", "{0,0,0,0,1,0}", "{0,0,0,0,0,1}"
local RX <const>, RY <const>, RZ <const> = "{1,0,0,0,0,0}", "{0,1,0,0,0,0}", "{0,0,1,0,0,0}"

local function list(...) return table.concat({ ... }, ", ") end

describe("an RBDL loop", function()
    it("is the joint that its directions leave open", function()
        for _, case in ipairs {
            { list(X, Y, Z, RX, RY, RZ), "fixed" }, { list(X, Y, Z, RX, RY), "revolute", { 0, 0, 1 } }, { list(RZ, RX, X, Z, Y), "revolute", { 0, 1, 0 } },
            { list(X, Z, RX, RY, RZ), "prismatic", { 0, 1, 0 } }, { list(X, Y, Z), "spherical" }, { list(X, Y, RX, RY), "cylindrical", { 0, 0, 1 } },
            { list(Z, RX, RY), "planar", { 0, 0, 1 } }, { list(X, Y), "line", { 0, 0, 1 } }, { list(Y), "plane", { 0, 1, 0 } },
            { list("{0,0,0,1,1,0}", "{0,0,0,1,-1,0}", "{0,0,0,2,0,0}", Z), "spherical" },
        } do
            local _, joint = closed_by(case[1])
            assert.equal(case[2], joint.type, case[1])
            if case[3] then near(joint.axis, case[3]) end
        end
    end)

    it("is computed: the tips stay together", function()
        local m = closed_by(list(X, Y))
        local q = assert(m:assemble(Q))
        local function tip(body) return m:pose(q, body) * rigid.Vec3(1, 0, 0) end
        near(tip "a2", tip "b2", { tol = 1e-12 })
        assert.equal(2, m:loops(q).freedoms)
        local a = m:constrained_dynamics(q, nil, nil)
        local h = 1e-3
        assert.is_true(m:constraint_error(m:integrate(q, a * (h * h / 2))):norm() < 1e-8)
        -- what is planar anyway is held alike by a hinge, a ball or a line
        for _, directions in ipairs { list(X, Y, Z), list(X, Y, Z, RX, RY) } do
            near((closed_by(directions):constrained_dynamics(q, nil, nil)), a, { tol = 1e-9 })
        end
    end)

    it("may be said direction by direction, and once in several sets", function()
        local m = lua(chains [[closed = {loop {name = "x", axis = {0,0,0,1,0,0}}, loop {name = "y", axis = {0,0,0,0,1,0}}},
            walking = {loop {name = "again", axis_sets = {{0,0,0,1,0,0}, {0,0,0,0,1,0}}}},
            held = {loop {name = "x", axis_sets = {{0,0,0,1,0,0}, {0,0,0,0,1,0}, {0,0,0,0,0,1}}}}]])
        local loops = m:table().loops
        assert.same({ "x", "x'" }, { loops[1].name, loops[2].name })
        assert.same({ "line", "spherical" }, { loops[1].joint.type, loops[2].joint.type })
        noted(m, "constraint_sets.walking[1]: the same as loop 'x', which is taken once")
    end)

    it("may be written as it was once, and hold to the world", function()
        local m = lua(chains [[s = {{constraintType = "loop", predecessorBody = "ROOT", successorBody = "b2", name = "slot",
            successorTransform = {r = {1, 0, 0}}, axis = {0, 0, 0, 0, 1, 0}}}]])
        local loop = m:table().loops[1]
        assert.is_nil(loop.body_a)
        assert.same({ "b2", "plane" }, { loop.body_b, loop.joint.type })
    end)

    it("that is no joint of ours is noted and kept", function()
        for _, directions in ipairs { list(X, Y, Z, RX), list(RX), list(X, RX), "{0, 0, 1, 0, 0, 0.1}" } do
            local m = lua(chains("closed = {loop {name = 'tip', axis_sets = {" .. directions .. "}}}"))
            assert.equal(0, #m:loops())
            noted(m, "constraint_sets.closed[1]: no joint of ours leaves open what these directions do")
        end
    end)

    it("survives being saved", function()
        local m = closed_by(list(X, Y, Z, RX, RY))
        files.with("_kept.lua", "", function(path)
            m:save(path)
            local again = rigid.load(path)
            assert.is_true(again == m)
            near((again:constrained_dynamics(Q, nil, nil)), (m:constrained_dynamics(Q, nil, nil)))
        end)
    end)

    it("is refused where it names what is not there", function()
        local function bad(sets, ...) files.refuses("_model.lua", chains(sets), nil, ...) end
        bad("s = {loop {axis = {0,0,0,1,0,0}, successor_body = 'b3'}}", "constraint_sets.s[1]: successor_body 'b3' does not exist", "did you mean")
        bad("s = {loop {successor_body = 'a2', axis = {0,0,0,1,0,0}}}", "both 'a2'")
        bad("s = {loop {}}", "constraint_sets.s[1]: axis is missing")
        bad("s = {loop {axis = {0, 0, 1}}}", "axis_sets[1]: a list of 6 numbers is needed")
        bad("s = {3}", "constraint_sets.s[1]: a table is needed")
        bad("s = {{constraint_type = 'contact', body = 'a3', normal = {0, 1, 0}}}", "body 'a3' does not exist")
    end)
end)

describe("an RBDL contact", function()
    it("is kept as a point with normals", function()
        local m = lua(chains [[feet = {{constraint_type = "contact", name = "heel", body = "a2", point = {1, 0, 0}, normal = {0, 1, 0}},
            {constraint_type = "contact", body = "b2", normal_sets = {{1, 0, 0}, {0, 1, 0}}}, {constraint_type = "custom"}}]])
        noted(m, "2 points that touch are kept in a list of contacts")
        noted(m, "constraints of type 'custom' are kept, but not computed")
        local kept = debug.getmetatable(require "rigid.core").inner.model.description(m).kept
        assert.same({
            { set = "feet", name = "heel", body = "a2", point = { 1, 0, 0 }, normals = { { 0, 1, 0 } } },
            { set = "feet", body = "b2", point = { 0, 0, 0 }, normals = { { 1, 0, 0 }, { 0, 1, 0 } } },
        }, kept.contacts)
        assert.equal(3, #kept.constraint_sets.feet)
    end)
end)
