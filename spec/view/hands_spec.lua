-- What hands do to a view, in a headless Chromium where there is one: links are dragged, keys turn it, an address leads back to what
-- was seen, pictures and films leave it; and it says in words what is seen.
local program = require "spec.support.program"
local rigid = require "rigid"
local views = require "spec.support.views"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

describe("a view", function()
    local suite = views.browsing {setup = setup, teardown = teardown, it = it, pending = pending}
    local run, open = suite.run, suite.open

    -- Two rods in the plane of x and z, the second with limits, and a block on a rail with a gripper welded to it.
    local function arm()
        local m, inertia = Model {name = "an arm"}, SpatialInertia.thin_rod_about_end {mass = 1, length = 1, axis = {0, 0, 1}}
        local visuals = {{shape = {type = "box", size = {0.2, 0.2, 1}}, placement = {position = {0, 0, 0.5}}}}
        m:add_body {name = "upper", joint = {type = "revolute", name = "shoulder", axis = {0, 1, 0}}, inertia = inertia, visuals = visuals}
        m:add_body {
            name = "fore", parent = "upper", placement = {position = {0, 0, 1}}, inertia = inertia, visuals = visuals,
            joint = {type = "revolute", name = "elbow", axis = {0, 1, 0}, limits = {lower = -1, upper = 0.3}},
        }
        m:add_body {name = "hand", parent = "fore", placement = {position = {0, 0, 1}}, visuals = {{shape = {type = "sphere", radius = 0.15}}}}
        return m
    end

    local function drag_link(name, point, dx, dy)
        local at = run("return rigid.screen(arguments[0], arguments[1])", name, point)
        suite.page:drag(at[1], at[2], at[1] + dx, at[2] + dy)
        return at
    end

    suite.it("lets a link be dragged by its joint, within its limits, and turned around otherwise", function()
        open(arm(), nil, {q = {0.2, 0.1}})
        run "rigid.look('right')"
        local camera = run "return rigid.camera()"
        local at = drag_link("upper", {0, 0, 0.8}, 40, 5)
        local q = run "return rigid.configuration()"
        assert.truthy(math.abs(q[1] - 0.2) > 0.05)
        assert.near(0.1, q[2], 1e-12) -- the elbow stays
        local seen = run "return rigid.screen('upper', [0, 0, 0.8])"
        assert.truthy(math.abs(seen[1] - at[1] - 40) < 15, "the link does not follow the pointer")
        drag_link("hand", {0, 0, 0}, -60, 10) -- welded: the elbow, as far as it goes
        local bent = run "return rigid.configuration()"
        assert.near(q[1], bent[1], 1e-12)
        assert.truthy(bent[2] <= 0.3 + 1e-12 and bent[2] >= -1 - 1e-12 and math.abs(bent[2] - 0.1) > 0.05, bent[2])
        for k, x in ipairs(run "return rigid.camera()") do assert.near(camera[k], x, 1e-9) end
        suite.page:drag(860, 120, 800, 150) -- nothing is there
        assert.same(bent, run "return rigid.configuration()")
        local turned = run "return rigid.camera()"
        assert.truthy(math.abs(turned[1] - camera[1]) > 1e-3)
    end)

    suite.it("drags every type of joint to the pointer", function()
        local m = views.zoo()
        open(m)
        for i = 1, 12 do
            -- what is left of the way to the pointer, at best: some joints move along one direction only
            local least = run([=[
                return Math.min(...[[12, 0], [9, 9], [0, 12], [-9, 9], [-12, 0], [-9, -9], [0, -12], [9, -9]].map(([x, y]) => {
                    rigid.configuration(arguments[1]);
                    rigid.look("home");
                    const [before, after] = rigid.drag(arguments[0], x, y);
                    return after / before;
                }));
            ]=], "link" .. i, m:neutral():table())
            assert.truthy(least < 0.6, ("link%d: %.3f"):format(i, least))
        end
    end)

    suite.it("is turned and moved by keys, and tabs by arrows", function()
        open(arm())
        run "document.getElementById('skip').click()"
        assert.equal("canvas", run "return document.activeElement.id")
        local before = run "return rigid.camera()"
        suite.page:press "\u{E012}" -- arrow left
        local turned = run "return rigid.camera()"
        local function distance(c) return math.sqrt((c[1] - c[4]) ^ 2 + (c[2] - c[5]) ^ 2 + (c[3] - c[6]) ^ 2) end
        assert.near(distance(before), distance(turned), 1e-6)
        local angle = math.atan(turned[2] - turned[5], turned[1] - turned[4]) - math.atan(before[2] - before[5], before[1] - before[4])
        assert.near(-5, math.deg(angle), 1e-4)
        suite.page:press "\u{E013}" -- up
        assert.truthy(run "return rigid.camera()"[3] > turned[3])
        local moved = run [[
            document.getElementById("canvas").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowUp", shiftKey: true, bubbles: true}));
            return rigid.camera();
        ]]
        assert.truthy(moved[6] > before[6] + 1e-3)
        run "document.getElementById('joints-tab').focus()"
        suite.page:press "\u{E014}" -- right
        assert.equal("links-tab", run "return document.activeElement.id")
        assert.equal(true, run "return document.getElementById('joints').hidden")
    end)

    suite.it("steps a slider finely, and more finely with shift", function()
        open(arm())
        local function step(key, shift)
            return run([[
                const slider = document.querySelector('#joints input[aria-label="shoulder"]');
                slider.dispatchEvent(new KeyboardEvent("keydown", {key: arguments[0], shiftKey: arguments[1], bubbles: true}));
                return rigid.configuration()[0];
            ]], key, shift or false)
        end
        assert.near(0.01, step "ArrowRight", 1e-9)
        assert.near(0.009, step("ArrowLeft", true), 1e-9)
        assert.near(0.109, step "PageUp", 1e-9)
    end)

    suite.it("has an address that leads back to it", function()
        local m = arm()
        open(m)
        assert.equal("", run "return rigid.address()")
        run "rigid.configuration([0.25, -0.5]); rigid.look('top'); rigid.layer('inertia', true); rigid.select('fore')"
        os.execute "sleep 0.6"
        local address = run "return location.hash"
        assert.equal("#q=0.25,-0.5&view=top&layers=visuals,inertia,ground&select=fore", address)
        open(m, nil, nil, address)
        assert.same({0.25, -0.5}, run "return rigid.configuration()")
        assert.equal("fore", run "return rigid.selected()")
        assert.equal(true, run "return rigid.layer('inertia')")
        assert.equal(address, "#" .. run "return rigid.address()")
        local log = m:simulate {q = {0.3, 0}, duration = 0.1, dt = 0.01}
        open(m, log, nil, "?embed#t=0.05&view=3,-4,2,0,0,1")
        assert.near(0.05, run "return rigid.time()", 1e-12)
        for k, x in ipairs {3, -4, 2, 0, 0, 1} do assert.near(x, run "return rigid.camera()"[k], 1e-6) end
        assert.equal(0, run "return document.getElementById('left').offsetWidth + document.getElementById('top').offsetHeight")
        assert.equal(880, run "return document.getElementById('canvas').clientWidth")
        open(m, nil, nil, "#q=1,2,3&view=nonsense&t=x&layers=&select=nobody") -- what is wrong in it is left
        assert.same({0, 0}, run "return rigid.configuration()")
    end)

    suite.it("gives its configuration as Lua, a picture and a film", function()
        local m = arm()
        local log = m:simulate {q = {0.3, 0}, duration = 0.3, dt = 0.01}
        open(m, log)
        run "rigid.configuration([0.1, -1e-7])"
        assert.same({0.1, -1e-7}, load("local " .. run "return rigid.lua()" .. " return q")())
        assert.truthy(run "return rigid.picture()":find "^data:image/png;base64,iVBOR")
        suite.page:command("POST", "/goog/cdp/execute", {
            cmd = "Browser.setDownloadBehavior", params = {behavior = "allow", downloadPath = suite.directory},
        })
        run "document.getElementById('picture').click(); document.getElementById('film').click()"
        local function there(name) return #program.read_file(suite.directory .. "/" .. name) > 1000 end
        for _ = 1, 100 do
            if select(2, pcall(there, "an_arm.png")) == true and select(2, pcall(there, "an_arm.webm")) == true then break end
            os.execute "sleep 0.1"
        end
        assert.equal("\x89PNG", program.read_file(suite.directory .. "/an_arm.png"):sub(1, 4))
        assert.equal("\x1A\x45\xDF\xA3", program.read_file(suite.directory .. "/an_arm.webm"):sub(1, 4)) -- EBML
    end)

    suite.it("says in words what is seen", function()
        local m = arm()
        m:add_body {name = "ghost", parent = "fore", joint = "revolute", inertia = SpatialInertia {mass = 1, inertia = {1, 1, 3}, skip_validity_check = true}}
        open(m, nil, {q = {0, 0.5, 0}, arrows = {{force = {0, 0, 7}}}, title = "an arm"})
        run "rigid.select('fore')"
        os.execute "sleep 0.9"
        local said = run "return document.getElementById('seen').textContent"
        for _, words in ipairs {
            "an arm, seen from the front and the left, above.", "1 of its inertias cannot exist, and are red: ghost.", "Outside of their limits: elbow.",
            "1 forces, the largest 7 N.", "Selected: fore, its frame at 0, 0, 1 m.",
        } do
            assert.truthy(said:find(words, 1, true), words .. " is not in\n" .. said)
        end
        for _, element in ipairs(run [[
            return [...document.querySelectorAll("button, input, select, summary")].filter(e => e.offsetParent && getComputedStyle(e).position !== "absolute")
                .map(e => [e.id || e.textContent, e.getBoundingClientRect().height]).filter(([, height]) => height < 24);
        ]]) do
            assert.truthy(false, element[1] .. " is " .. element[2] .. " px tall")
        end
    end)

    suite.it("shows a ghost beside it: another log, another model, another configuration", function()
        local m = arm()
        local log, other = m:simulate {q = {0.3, 0}, duration = 0.2, dt = 0.01}, m:simulate {q = {-0.6, 0.2}, duration = 0.2, dt = 0.01}
        local function stands(q, model)
            local X, seen = (model or m):pose(q, "fore"), run "return rigid.ghost('fore')"
            for k = 1, 3 do assert.near(X:position()[k], seen.position[k], 1e-6) end
        end
        open(m, log, {ghost = other})
        run "rigid.time(0.1)"
        assert.near(log:sample(0.1)[1], run "return rigid.configuration()[0]", 1e-6)
        stands((other:sample(0.1)))
        local with = run "return rigid.pixels().sum"
        run "rigid.layer('ghost', false)"
        assert.falsy(with == run "return rigid.pixels().sum")
        open(m, nil, {q = {0.1, 0.2}, ghost = {-0.5, 0.3}})
        run "rigid.configuration([0.7, 0])"
        stands {-0.5, 0.3}
        local longer = Model {name = "longer"}
        for _, body in ipairs(arm():table().bodies) do
            if body.name == "fore" then body.placement = {position = {0, 0, 1.4}} end
            if body.name ~= "hand" then
                longer:add_body {name = body.name, parent = body.parent, joint = body.joint, placement = body.placement, inertia = body.inertia}
            end
        end
        open(m, nil, {ghost = longer})
        run "rigid.configuration([0.7, 0.1])"
        stands({0.7, 0.1}, longer)
    end)
end)
