-- What a view warns of is seen at once, in a headless Chromium where there is one: inertias that cannot be, joints outside of
-- their limits, meshes that are not there.
local rigid = require "rigid"
local views = require "spec.support.views"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

describe("a view warns", function()
    local suite = views.browsing {setup = setup, teardown = teardown, it = it, pending = pending}
    local run, open, text = suite.run, suite.open, suite.text

    -- An opaque grey box with that inertia.
    local function box(inertia)
        local m = Model {name = "box"}
        m:add_body {
            name = "box", joint = "floating", inertia = inertia,
            visuals = {{shape = {type = "box", size = {0.4, 0.4, 1}}, material = {color = {0.7, 0.7, 0.7, 1}}}},
        }
        return m
    end

    local function impossible(mass, moments, com)
        return SpatialInertia {mass = mass, com = com, inertia = moments, skip_validity_check = true}
    end

    suite.it("of an inertia that cannot be in the first picture, though it is within a box, tiny, far away or not a number", function()
        open(box(SpatialInertia.solid_box {mass = 10, size = {0.4, 0.4, 1}}))
        local without = suite.count "red" -- the x axis on the ground
        for name, inertia in pairs {
            large = impossible(10, {1, 1, 3}), tiny = impossible(10, {1e-6, 1e-6, 3e-6}), far = impossible(10, {1, 1, 3}, {300, 0, 0}),
            none = SpatialInertia.nan(),
        } do
            open(box(inertia))
            local red = suite.count "red" - without
            assert.truthy(red > 200, ("%s: %d red pixels"):format(name, red))
            assert.equal("1 impossible", text "doctor")
        end
        run "rigid.layer('inertia', false)" -- put away
        assert.near(without, suite.count "red", 20)
    end)

    -- A leg whose knee may not be straight, as a quadruped's; its first joint has no limits.
    local function leg()
        local m = Model {name = "leg"}
        local inertia = SpatialInertia.solid_box {mass = 1, size = {0.1, 0.1, 0.4}}
        local visuals = {{shape = {type = "box", size = {0.1, 0.1, 0.4}}}}
        m:add_body {name = "base", joint = {type = "floating", name = "root"}, inertia = inertia, visuals = visuals}
        m:add_body {name = "thigh", parent = "base", joint = {type = "continuous", name = "hip", axis = {0, 1, 0}}, inertia = inertia, visuals = visuals}
        m:add_body {
            name = "calf", parent = "thigh", placement = {position = {0, 0, -0.4}}, inertia = inertia, visuals = visuals,
            joint = {type = "revolute", name = "knee", axis = {0, 1, 0}, limits = {lower = -2.8, upper = -0.9}},
        }
        return m
    end

    local function beyond() return run "return [...document.querySelectorAll('.number.beyond')].map(field => field.getAttribute('aria-label'))" end

    suite.it("of joints outside of their limits, and of no others", function()
        open(leg())
        assert.same({"knee value"}, beyond())
        assert.equal("1 outside limits", text "outside")
        local marks = run [=[
            const bar = document.querySelector('.freedom input[aria-label="knee"]').parentElement.querySelector(".limits");
            return [bar.style.left, bar.style.right, document.querySelectorAll(".limits:not([hidden])").length];
        ]=]
        assert.equal("0%", marks[1])
        assert.near(100 * 0.9 / 2.8, tonumber((marks[2]:gsub("%%", ""))), 1e-3) -- from -0.9 to where it stands, 0
        assert.equal(1, marks[3]) -- what has no limits has no bar
        assert.truthy(run "return document.querySelector('.freedom input[aria-label=\"knee\"]').getAttribute('aria-valuetext')":find("beyond its limits", 1, true))
        run "document.getElementById('outside').click()"
        assert.equal("calf", run "return rigid.selected()")
        run "rigid.configuration([0, 0, -18.64, 1, 0, 0, 0, 40, -1])" -- fallen far, turned often, the knee as it should be
        assert.same({}, beyond())
        assert.equal(true, run "return document.getElementById('outside').hidden")
        assert.near(-18.64, run "return Number(document.querySelector('.freedom input[aria-label=\"root z\"]').value)", 1e-9)
    end)

    suite.it("of meshes that are not there, by a badge and a list, without labels over the robot", function()
        local m = Model {name = "bare"}
        for i, name in ipairs {"a.stl", "b.stl", "a.stl"} do
            m:add_body {
                name = "link" .. i, joint = "revolute", inertia = SpatialInertia.solid_cube {mass = 1, length = 0.2}, placement = {position = {0, 0.4 * i, 0}},
                visuals = {{shape = {type = "mesh", filename = "package://nowhere/" .. name}}},
            }
        end
        local view = open(m)
        assert.same({count = 2, of = 2, first = "package://nowhere/a.stl", hint = view.missing.hint}, view.missing)
        assert.truthy(tostring(view):find("\n  2 of 2 meshes were not found, as package://nowhere/a.stl; set ROS_PACKAGE_PATH", 1, true), tostring(view))
        assert.equal("2 meshes missing", text "missing")
        assert.equal(0, run "rigid.pixels(); return rigid.labels()")
        run "rigid.layer('names', true)"
        assert.truthy(run "rigid.pixels(); return rigid.labels()" >= 3)
        run "document.getElementById('missing').click()"
        local said = text "missing-list"
        assert.truthy(said:find("link1, link3: no file for the mesh 'package://nowhere/a.stl'", 1, true), said)
        assert.equal(false, run "return document.getElementById('right').hidden")
    end)

    suite.it("in sentences of six digits, the first of them at once and the others folded", function()
        local m = Model {}
        m:add_body {name = "part-0.12345678.stl", joint = "revolute", inertia = impossible(1 / 3, {1 / 7, 1 / 7, 0.2 + 1 / 3})}
        m:add_body {
            name = "tiny", joint = "revolute", inertia = SpatialInertia {mass = 1e-3, inertia = {1e-4, 1e-4, 1e-4}},
            collisions = {{shape = {type = "sphere", radius = 0.01}}},
        }
        open(m)
        run "rigid.doctor()"
        local said = text "findings"
        assert.truthy(said:find("triangle inequality", 1, true) and said:find "%d more of it", said)
        assert.truthy(said:find("part-0.12345678.stl", 1, true), said) -- a name is no number
        for number in run "return [...document.querySelectorAll('#findings .said')].map(p => p.textContent).join(' ')":gmatch "[%d.]+" do
            local digits = number:gsub("^0*%.?0*", ""):gsub("%D", "")
            assert.truthy(#digits <= 6, number)
        end
        assert.equal(1, run "return [...document.querySelectorAll('#findings article')].pop().querySelectorAll(':scope > .said').length")
    end)
end)
