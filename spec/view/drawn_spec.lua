-- How a view is drawn, in a headless Chromium where there is one: many links at once, no shadow where that is slow.
local rigid = require "rigid"
local views = require "spec.support.views"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

describe("a view draws", function()
    local suite = views.browsing {setup = setup, teardown = teardown, it = it, pending = pending}
    local run, open = suite.run, suite.open

    -- Links beside each other, as far apart as they are wide, of so many.
    local function row(count)
        local m = Model {name = "row"}
        local inertia = SpatialInertia.solid_cube {mass = 1, length = 0.2}
        for i = 1, count do
            m:add_body {
                name = "link" .. i, joint = {type = "prismatic", axis = {0, 0, 1}}, placement = {position = {0, 0.4 * i, 0}}, inertia = inertia,
                visuals = {{shape = {type = "box", size = {0.2, 0.2, 0.2}}, material = {color = {0.1, 0.2, 0.9, 1}}}},
            }
        end
        return m
    end

    local function sum() return run "return rigid.pixels().sum" end

    suite.it("links of a kind in one go, each where it is, shown, picked and lit by itself", function()
        open(row(30))
        assert.truthy(run "return rigid.batches()" >= 5)
        run "rigid.layer('ground', false); rigid.look('front')"
        local all = suite.count "blue"
        assert.truthy(all > 1000, all)
        run "const q = rigid.configuration(); q[4] = 1e4; rigid.configuration(q)" -- one goes out of sight
        assert.near(all * 29 / 30, suite.count "blue", 0.02 * all)
        run "const q = rigid.configuration(); q[4] = 0; rigid.configuration(q)"
        local at = run "return rigid.screen('link17')"
        suite.page:click(at[1], at[2])
        assert.equal("link17", run "return rigid.selected()")
        local lit = sum()
        run "rigid.select()"
        assert.falsy(lit == sum())
        run "rigid.layer('visuals', false)"
        assert.truthy(suite.count "blue" < 0.05 * all)
    end)

    suite.it("no shadow where frames are late, and one where they are not", function()
        open(row(3))
        assert.equal(true, run "return rigid.shadow()")
        run "window.requestAnimationFrame = f => setTimeout(() => f(performance.now()), 70)"
        for i = 1, 12 do
            run("rigid.configuration([arguments[0], 0, 0])", i / 100)
            os.execute "sleep 0.09"
        end
        assert.equal(false, run "return rigid.shadow()")
        assert.equal(false, run "return document.getElementById('shadow-note').hidden")
    end)
end)
