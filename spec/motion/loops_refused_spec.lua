-- What is refused of loops and couplings, by name and in words: what cannot close, and what is none.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local four_bars = require "spec.support.four_bars"

local rod, chain, ABOUT_Y, at, four_bar, closed_angles = four_bars.rod, four_bars.chain, four_bars.ABOUT_Y, four_bars.at, four_bars.four_bar, four_bars.closed_angles
local Model, Rotation = rigid.Model, rigid.Rotation
local near, refuses = compare.near, compare.refuses

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
