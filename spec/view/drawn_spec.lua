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
        assert.equal(true, run "return rigid.shadow('auto')")
        assert.equal(true, run "return document.getElementById('shadow-note').hidden")
        run "window.requestAnimationFrame = f => setTimeout(() => f(performance.now()), 70)"
        for i = 1, 12 do
            run("rigid.configuration([arguments[0], 0, 0])", i / 100)
            os.execute "sleep 0.09"
        end
        assert.equal(false, run "return rigid.shadow()")
        assert.equal(false, run "return document.getElementById('shadow-note').hidden")
    end)

    suite.it("a shadow, or none, where a script asks for it, however late frames are", function()
        open(row(3))
        run "rigid.look('home'); window.requestAnimationFrame = f => setTimeout(() => f(performance.now()), 70)"
        local sums = {}
        for _, how in ipairs {"true", "false"} do
            run("rigid.shadow(" .. how .. ")")
            for i = 1, 12 do
                run("rigid.configuration([arguments[0], 0, 0])", i / 100)
                os.execute "sleep 0.09"
            end
            assert.equal(how == "true", run "return rigid.shadow()")
            sums[how] = sum()
        end
        assert.falsy(sums["true"] == sums["false"])
    end)

    suite.it("what moves with fewer points where frames are late without a shadow, and whole once it stands", function()
        open(row(3))
        run "rigid.layer('ground', false); rigid.look('front')"
        local whole, seen = run "return document.getElementById('canvas').width", suite.count "blue"
        run "window.requestAnimationFrame = f => setTimeout(() => f(performance.now()), 70)"
        local width = run([[return new Promise(done => {
            let n = 0;
            const canvas = document.getElementById("canvas"), go = () => {
                rigid.configuration([++n / 1000, 0, 0]);
                if (canvas.width < arguments[0] || n === 200) done(canvas.width); else setTimeout(go, 80);
            };
            go();
        })]], whole)
        assert.near(whole / 2, width, 1)
        assert.near(seen, suite.count "blue", 0.02 * seen) -- a picture is whole
        run "rigid.configuration([0.5, 0, 0])"
        assert.is_true(run([[return new Promise(done => {
            let n = 0;
            const canvas = document.getElementById("canvas"), whole = arguments[0], look = () => {
                if (canvas.width === whole || n++ === 200) done(canvas.width === whole); else setTimeout(look, 50);
            };
            setTimeout(look, 150);
        })]], whole))
    end)

    -- A box that falls flat onto the ground and slides to a stop.
    local function dropped()
        local m = Model {name = "box"}
        m:add_body {
            name = "box", joint = {type = "floating", name = "root"}, inertia = SpatialInertia.solid_box {mass = 2, size = {0.4, 0.4, 0.1}},
            visuals = {{shape = {type = "box", size = {0.4, 0.4, 0.1}}, material = {color = {0.7, 0.7, 0.7, 1}}}},
        }
        m:add_contact {name = "foot", body = "box", shape = {box = {0.4, 0.4, 0.1}}, friction = 0.5}
        m:add_ground {offset = -0.5}
        return m, m:simulate {q = {0, 0, -0.4, 1, 0, 0, 0}, v = {1, 0, 0, 0, 0, 0}, duration = 0.5, dt = 0.01}
    end

    suite.it("forces of contacts where they act and when, as the log has them", function()
        local m, log = dropped()
        open(m, log)
        assert.equal(-0.5, run "return rigid.ground()")
        run "rigid.time(0.02)" -- in the air
        assert.same({}, run "return rigid.arrows('force')")
        local without = suite.count "magenta"
        local at = 30
        run("rigid.time(arguments[0])", log.t[at])
        local seen, told = run "return rigid.arrows('force')", log.contacts[at]
        assert.equal(4, #told)
        assert.equal(#told, #seen)
        for k, touch in ipairs(told) do
            assert.equal("foot", seen[k].name)
            for r = 1, 3 do
                assert.near(touch.point[r], seen[k].point[r], 1e-6)
                assert.near(touch.force[r], seen[k].vector[r], 1e-5)
            end
        end
        assert.truthy(suite.count "magenta" > without + 100)
        run "rigid.layer('forces', false)"
        assert.truthy(suite.count "magenta" < without + 20)
        -- between two samples: the mean force of the step that ends at the next
        run("rigid.layer('forces', true); rigid.time(arguments[0])", (log.t[at] + log.t[at + 1]) / 2)
        assert.near(log.contacts[at + 1][1].force.x, run "return rigid.arrows('force')[0].vector[0]", 1e-5)
    end)

    suite.it("torques about their axes, momentum and trails, and plots any quantity", function()
        local m, torques = views.zoo(), {}
        for k = 1, m:nv() do torques[k] = k end
        local log = m:simulate {
            q = (m:random_state(3)), v = select(2, m:random_state(4)), duration = 0.05, dt = 0.01,
            controller = function() return torques end,
        }
        open(m, log)
        run "rigid.layer('torques', true); rigid.layer('momentum', true); rigid.time(0.03)"
        local i = 4
        local h = m:centroidal_momentum(log.q[i], log.v[i])
        local linear, angular = run "return rigid.arrows('momentum')[0].vector", run "return rigid.arrows('spin')[0].vector"
        for k = 1, 3 do
            assert.near(h[k], linear[k], 1e-5)
            assert.near(h[3 + k], angular[k], 1e-5)
        end
        -- the torques of a revolute joint and of the floating one: J of its frame, transposed, on the vector that is drawn
        local arrows, hinge = run "return rigid.arrows('torque')", m:joint "joint2"
        local axis = m:pose(log.q[i], "link2"):rotation() * rigid.Vec3(0.48, -0.6, 0.64)
        local found = false
        for _, arrow in ipairs(arrows) do
            local v = rigid.Vec3(arrow.vector)
            if (v - log.tau[i][hinge.v] * axis):norm() < 1e-4 then found = true end
        end
        assert.truthy(found, "the torque of joint2 is not about its axis")
        local base = m:pose(log.q[i], "link1"):rotation() * rigid.Vec3(log.tau[i][4], log.tau[i][5], log.tau[i][6])
        assert.near(0, (rigid.Vec3(arrows[1].vector) - base):norm(), 1e-4)
        local before = sum()
        run "rigid.layer('trails', true)"
        assert.falsy(before == sum())
        assert.equal(m:nv(), #run "return rigid.plotted('tau')")
        assert.equal("joint1.x", run "return rigid.plotted('q')[0][0]")
        run "rigid.select('link2')"
        assert.same({{"joint2", "rad"}}, run "return rigid.plotted()")
        assert.same({{"joint2", "rad/s"}}, run "return rigid.plotted('v')")
        for _, quantity in ipairs {"energy", "momentum", "spin", "com"} do assert.equal(3, #run("return rigid.plotted(arguments[0])", quantity), quantity) end
        assert.same({"x", "m"}, run "return rigid.plotted('com')[0]")
    end)

    suite.it("arrows that a script gives, in a body's axes or the world's", function()
        local m = views.pendulum()
        open(m, nil, {q = {0.5}, arrows = {
            {point = {0, 0.2, -0.5}, force = {0, 0, 5}, label = "push"}, {body = "rod", point = {0, 0, -1}, torque = {0, 2, 0}}, {vector = {1, 0, 0}},
        }})
        assert.same({{point = {0, 0.2, -0.5}, vector = {0, 0, 5}}}, run "return rigid.arrows('force')")
        local X = m:pose({0.5}, "rod")
        run "rigid.layer('torques', true)"
        local torque = run "return rigid.arrows('torque')[0]"
        assert.near(0, (rigid.Vec3(torque.point) - X * rigid.Vec3(0, 0, -1)):norm(), 1e-9)
        assert.near(0, (rigid.Vec3(torque.vector) - X:rotation() * rigid.Vec3(0, 2, 0)):norm(), 1e-9)
        assert.truthy(suite.count "magenta" > 50)
    end)
end)
