-- The page of a view, in a headless Chromium where there is one: it draws, moves as the model does, plays a log, tells the
-- numbers of what is clicked, and complains of nothing.
local browser = require "spec.support.browser"
local program = require "spec.support.program"
local rigid = require "rigid"
local views = require "spec.support.views"

local Model, SpatialInertia, Rotation = rigid.Model, rigid.SpatialInertia, rigid.Rotation

local lacking, zoo, pendulum, HOSTILE = views.lacking, views.zoo, views.pendulum, views.HOSTILE

-- ---- in the browser -------------------------------------------------------------------------------------------------

describe("the page", function()
    local absent = lacking or browser.obstacle()
    local page, directory

    setup(function()
        if absent then return end
        directory = program.shell "mktemp -d":gsub("%s+$", "")
        page = browser.start(880, 460)
    end)
    teardown(function()
        if page then page:close() end
        if directory then os.execute("rm -rf " .. program.quote(directory)) end
    end)

    local function page_it(name, body)
        it(name, function()
            if absent then return pending(absent) end
            return body()
        end)
    end

    -- Write a view and open it.
    local function open(m, log, options)
        options = options or {}
        options.path = directory .. "/view.html"
        local view = rigid.view(m, log, options)
        page:open(options.path)
        return view
    end

    -- A picture of the canvas as two numbers: pixels that differ from the corner, and a sum.
    local function picture(which) return page:run("return rigid.pixels(arguments[0])", which or "canvas") end

    local function no_complaints() assert.same({}, page:complaints()) end

    -- The poses of all links and frames at that q, by the page and by the model.
    local function compare(m, q)
        local names = {}
        for _, body in ipairs(m:table().bodies) do names[#names + 1] = body.name end
        local poses = page:run("return arguments[0].map(name => rigid.pose(name, arguments[1]))", names, q:table())
        for i, name in ipairs(names) do
            local X = m:pose(q, name):matrix()
            for row = 1, 3 do
                assert.near(X(row, 4), poses[i].position[row], 1e-9, name)
                for k = 1, 3 do assert.near(X(row, k), poses[i].rotation[3 * (row - 1) + k], 1e-9, name) end
            end
        end
    end

    page_it("puts the links of every type of joint where the model has them", function()
        local m = zoo()
        open(m)
        for seed = 1, 8 do compare(m, (m:random_state(seed))) end
        compare(m, m:neutral())
        no_complaints()
    end)

    page_it("does so for robots from files, and knows their centre of mass", function()
        for _, name in ipairs {"mixed", "quadruped12", "humanoid30", "arm7"} do
            local m = rigid.load("spec/models/" .. name .. ".urdf", {floating = name ~= "arm7"})
            local q = m:random_state(7)
            open(m, nil, {q = q})
            compare(m, q)
            local com = page:run "return rigid.com()"
            for k = 1, 3 do assert.near(m:com(q)[k], com[k], 1e-9) end
        end
        no_complaints()
    end)

    page_it("draws, each layer something of its own", function()
        open(zoo())
        assert.truthy(page:run "return rigid.hasWebGL()", "there is no WebGL in this browser")
        page:run "rigid.shadow(true)" -- it would go where the machine is slow, in the midst of this
        local plain = picture()
        assert.truthy(plain.width > 300 and plain.ink > 0.05 * plain.width * plain.height)
        assert.equal(plain.sum, picture().sum) -- the same twice, so that a difference means something
        local seen = {[plain.sum] = "bodies"}
        for _, layer in ipairs {"collisions", "sticks", "axes", "frames", "coms", "inertia", "clear", "ground"} do
            local before = page:run("return rigid.layer(arguments[0])", layer)
            page:run("rigid.layer(arguments[0], arguments[1])", layer, not before)
            local sum = picture().sum
            assert.truthy(layer == "collisions" or not seen[sum], layer .. " draws nothing") -- the zoo has no collisions
            seen[sum] = layer
            page:run("rigid.layer(arguments[0], arguments[1])", layer, before)
        end
        assert.equal(plain.sum, picture().sum)
        no_complaints()
    end)

    page_it("turns with the mouse, and looks from where it is asked to", function()
        open(zoo())
        page:run "rigid.shadow(true)"
        local seen = {}
        for _, name in ipairs {"home", "front", "left", "top", "back", "right", "bottom"} do
            page:run("rigid.look(arguments[0])", name)
            local sum = picture().sum
            assert.falsy(seen[sum], name .. " looks like " .. tostring(seen[sum]))
            seen[sum] = name
        end
        page:run "rigid.look('home')"
        page:drag(600, 250, 680, 230)
        os.execute "sleep 0.2"
        assert.falsy(seen[picture().sum], "a drag turns nothing")
        page:run "rigid.look('home'); rigid.orthographic(true)"
        assert.falsy(seen[picture().sum], "the parallel projection is none")
        no_complaints()
    end)

    page_it("moves a joint with its slider, within its limits, and what follows it", function()
        local m = zoo()
        open(m)
        local before, pose = picture(), page:run "return rigid.pose('second')"
        page:run [[
            const slider = document.querySelector('#joints input[aria-label="joint2"]');
            slider.value = 1.5;
            slider.dispatchEvent(new Event("input"));
        ]]
        local q = page:run "return rigid.configuration()"
        assert.near(1.5, q[m:joint("joint2").q], 1e-9)
        assert.falsy(before.sum == picture().sum)
        assert.falsy(pose.position[1] == page:run "return rigid.pose('second').position[0]")
        compare(m, rigid.Vector(q))
        local range = page:run [[
            const slider = document.querySelector('#joints input[aria-label="joint2"]');
            return [Number(slider.min), Number(slider.max)];
        ]]
        assert.same({-2, 2}, range)
        -- a floating joint by its roll, pitch and yaw: the quaternion stays one
        page:run [=[
            for (const [name, value] of [["roll", 0.4], ["pitch", -0.7], ["yaw", 2.1]]) {
                const slider = document.querySelector(`#joints input[aria-label="joint1 ${name}"]`);
                slider.value = value;
                slider.dispatchEvent(new Event("input"));
            }
        ]=]
        q = page:run "return rigid.configuration()"
        local R = {Rotation.rpy(0.4, -0.7, 2.1):quaternion()}
        local sign = R[1] * q[4] > 0 and 1 or -1
        for k = 1, 4 do assert.near(R[k], sign * q[3 + k], 1e-9) end
        compare(m, rigid.Vector(q))
        no_complaints()
    end)

    page_it("takes a number that is typed, in radians or degrees, and nothing that is none", function()
        local m = zoo()
        open(m)
        local at = m:joint("joint2").q
        local function type_in(text)
            page:run([[
                const field = document.querySelector('#joints input[aria-label="joint2 value"]');
                field.value = arguments[0];
                field.dispatchEvent(new Event("change"));
            ]], text)
            return page:run "return rigid.configuration()"[at]
        end
        assert.near(-0.75, type_in "-0.75", 1e-12)
        assert.near(-0.75, type_in "much", 1e-12)
        assert.near(-0.75, type_in "", 1e-12)
        page:run "document.getElementById('units').click()"
        assert.near(math.rad(30), type_in "30", 1e-12)
        no_complaints()
    end)

    page_it("plays a log: time goes, the pose is that of the log, the energies are drawn", function()
        local m = pendulum()
        local log = m:simulate {q = {1}, duration = 4, dt = 0.01}
        open(m, log)
        assert.equal(0, page:run "return rigid.time()")
        local start = picture()
        assert.truthy(picture("plot").ink > 1000)
        local x = page:run "return rigid.pixels('plot')".sum
        page:run "rigid.time(1.5)"
        assert.near(log:sample(1.5)[1], page:run "return rigid.configuration()"[1], 1e-6)
        assert.falsy(x == picture("plot").sum, "the cursor of the plot does not move")
        assert.falsy(start.sum == picture().sum)
        page:run "rigid.time(1.234)" -- between samples
        assert.near(log:sample(1.234)[1], page:run "return rigid.configuration()"[1], 1e-3)
        page:run "rigid.time(0); document.getElementById('play').click()"
        local time = 0
        for _ = 1, 100 do
            time = page:run "return rigid.time()"
            if time > 0.2 then break end
            os.execute "sleep 0.05"
        end
        assert.truthy(time > 0.2, "time stands still")
        page:press " " -- the button has the focus: it pauses
        time = page:run "return rigid.time()"
        os.execute "sleep 0.3"
        assert.equal(time, page:run "return rigid.time()")
        no_complaints()
    end)

    page_it("goes between attitudes by the shorter way", function()
        local m = Model {}
        m:add_body {name = "top", joint = {type = "spherical"}, inertia = SpatialInertia.unitary()}
        local a, b = Rotation.rpy(0.1, 0.2, 0.3), Rotation.rpy(0.1, 0.2, 0.3) * Rotation.axis_angle({0.6, 0, 0.8}, 1)
        local q = {b:quaternion()}
        open(m, rigid.Log(m):add(0, {a:quaternion()}):add(1, {-q[1], -q[2], -q[3], -q[4]}))
        page:run "rigid.time(0.5)"
        local half = (a * Rotation.axis_angle({0.6, 0, 0.8}, 0.5)):matrix()
        local R = page:run "return rigid.pose('top').rotation"
        for i = 1, 9 do assert.near(half((i - 1) // 3 + 1, (i - 1) % 3 + 1), R[i], 1e-6) end
    end)

    page_it("tells the numbers of the link that is clicked", function()
        local m = pendulum()
        open(m, nil, {q = {0.3}})
        local at = page:run "return rigid.screen('rod', [0, 0, -0.5])"
        page:click(at[1], at[2])
        assert.equal("rod", page:run "return rigid.selected()")
        local text = page:run "return document.getElementById('inspector').innerText":gsub("\u{A0}", " ")
        local function has(said) assert.truthy(text:find(said, 1, true), said .. " is not in\n" .. text) end
        has "hinge, revolute"
        has "1 kg"
        has "a body can have this inertia"
        has "0.3 rad"
        has "0, 0, \u{2212}0.5 m"
        page:press "\u{E00C}" -- escape
        assert.equal(nil, page:run "return rigid.selected()")
        assert.equal(true, page:run "return document.getElementById('right').hidden")
        page:click(320, 430) -- the floor
        assert.equal(nil, page:run "return rigid.selected()")
        no_complaints()
    end)

    page_it("lists what the doctor finds, and shows it in red", function()
        local m = pendulum()
        m:add_body {
            name = "ghost", parent = "rod", joint = "revolute", placement = {position = {0, 0, -1}},
            inertia = SpatialInertia {mass = 1, inertia = {0.01, 0.01, 0.03}, skip_validity_check = true},
        }
        open(m)
        assert.equal("1 impossible", page:run "return document.getElementById('doctor').textContent")
        page:run "document.getElementById('doctor').click()"
        local text = page:run "return document.getElementById('findings').innerText"
        assert.truthy(text:find("break the triangle inequality", 1, true), text)
        local red = page:run [[
            rigid.fit("ghost");
            rigid.pixels();
            const canvas = document.getElementById("canvas"), copy = document.createElement("canvas");
            copy.width = canvas.width; copy.height = canvas.height;
            const pen = copy.getContext("2d");
            rigid.pixels();
            pen.drawImage(canvas, 0, 0);
            const values = pen.getImageData(0, 0, copy.width, copy.height).data;
            let count = 0;
            for (let i = 0; i < values.length; i += 4) if (values[i] > 1.7 * values[i + 1] && values[i] > 1.7 * values[i + 2] && values[i + 3] > 100) count++;
            return count;
        ]]
        assert.truthy(red > 500, red .. " red pixels")
        page:run "document.querySelector('#findings article .link').click()"
        assert.equal("ghost", page:run "return rigid.selected()")
        assert.truthy(page:run "return document.getElementById('inspector').innerText":find("impossible", 1, true))
        no_complaints()
    end)

    page_it("shows sticks and ellipsoids of a robot without visuals", function()
        local m = Model {}
        local parent
        for i = 1, 4 do
            parent = m:add_body {
                name = "link" .. i, parent = parent, placement = {position = {0, 0, i > 1 and 0.5 or 0}}, joint = {type = "revolute", axis = {0, 1, 0}},
                inertia = SpatialInertia.solid_cylinder_about_end {mass = 1, radius = 0.05, length = 0.5},
            }
        end
        open(m, nil, {q = {0.3, 0.3, 0.3, 0.3}})
        assert.equal(true, page:run "return rigid.layer('sticks') && rigid.layer('inertia')")
        assert.truthy(picture().ink > 5000)
        no_complaints()
    end)

    page_it("stands a model of nothing, names that are traps, and numbers that are none", function()
        open(Model {})
        assert.truthy(picture().width > 100)
        local m = Model {name = HOSTILE}
        m:add_body {name = HOSTILE, joint = {type = "revolute", name = HOSTILE .. "2"}, inertia = SpatialInertia.nan(), source = {file = HOSTILE}}
        m:add_body {name = "flat", parent = HOSTILE, joint = "prismatic", inertia = SpatialInertia.thin_rod {mass = 1, length = 1}}
        m:add_body {name = "huge", parent = HOSTILE, joint = "prismatic", inertia = SpatialInertia.solid_sphere {mass = 1, radius = 1e6}}
        open(m, rigid.Log(m):add(0, {0, 0, 0}):add(0, {1, 1, 1}))
        page:run("rigid.select(arguments[0]); rigid.layer('names', true); rigid.time(0)", HOSTILE)
        assert.equal(HOSTILE, page:title() ~= "" and page:run "return rigid.selected()")
        assert.equal(nil, page:run "return window.broken")
        assert.equal(HOSTILE, page:run "return document.querySelector('#inspector h2').textContent")
        assert.truthy(picture().ink > 1000)
        no_complaints()
    end)

    page_it("goes on without WebGL, and says so", function()
        local path = directory .. "/view.html"
        rigid.view(pendulum(), nil, {path = path})
        local without = "<script>HTMLCanvasElement.prototype.getContext = (get => function (kind, ...rest) {"
            .. " return kind.includes('webgl') ? null : get.call(this, kind, ...rest); })(HTMLCanvasElement.prototype.getContext);"
        local text = program.read_file(path):gsub("<script>", without, 1)
        program.write_file(path, text)
        page:open(path)
        assert.equal(false, page:run "return rigid.hasWebGL()")
        assert.equal(false, page:run "return document.getElementById('no-webgl').hidden")
        page:run "rigid.select('rod'); rigid.configuration([0.5])"
        assert.truthy(page:run "return document.getElementById('inspector').innerText":find("0.5 rad", 1, true))
        page:complaints() -- three.js says that it found none
    end)

    page_it("is dark where the reader's system is, and fits a telephone", function()
        page:prefer "dark"
        open(zoo())
        local dark = page:run "return getComputedStyle(document.body).backgroundColor"
        page:prefer "light"
        assert.falsy(dark == page:run "return getComputedStyle(document.body).backgroundColor")
        page:resize(390, 700)
        os.execute "sleep 0.2"
        local drawn = picture()
        assert.truthy(drawn.width <= 390 and drawn.ink > 2000)
        assert.truthy(page:run "return document.documentElement.scrollWidth <= 390", "it is wider than the screen")
        page:run "document.getElementById('left-button').click()"
        assert.truthy(page:run "return document.getElementById('left').offsetWidth > 100")
        page:resize(880, 460)
        no_complaints()
    end)

    page_it("has all that plays a motion on a telephone, and a slider of time to take hold of", function()
        local m = pendulum()
        open(m, m:simulate {q = {1}, duration = 0.2, dt = 0.01})
        page:resize(390, 700)
        local outside = page:run [[return [...document.querySelectorAll(".controls > *")].filter(part => {
            const box = part.getBoundingClientRect();
            return box.left < 0 || box.right > innerWidth || box.width < 20;
        }).map(part => part.id)]]
        local slider = page:run "return document.getElementById('scrub').offsetWidth"
        page:resize(880, 460)
        assert.same({}, outside)
        assert.is_true(slider > 150, slider)
    end)

    page_it("draws meshes from files, in their colours", function()
        local stl = directory .. "/wedge.obj"
        program.write_file(stl, "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        if not pcall(rigid.load_mesh, stl) then return pending "rigid is built without assimp" end
        local m = Model {}
        for i = 1, 2 do
            m:add_body {
                name = "wedge" .. i, joint = "revolute", source = {file = directory .. "/robot.urdf"}, placement = {position = {i, 0, 0}},
                visuals = {{shape = {type = "mesh", filename = "wedge.obj", scale = {0.5, 0.5, 0.5}}, material = {color = {0.9, 0.1, 0.1, 1}}}},
            }
        end
        local view = open(m)
        assert.equal(1, view.meshes) -- read once for both
        assert.equal(4, view.triangles)
        assert.truthy(picture().ink > 5000)
        local at = page:run "return rigid.screen('wedge2', [0.1, 0.2, 0.2])"
        page:click(at[1], at[2])
        assert.equal("wedge2", page:run "return rigid.selected()")
        no_complaints()
    end)

    page_it("stands five hundred links", function()
        local m, parent = Model {}, nil
        local inertia = SpatialInertia.solid_cylinder_about_end {mass = 1, radius = 0.05, length = 0.5}
        for i = 1, 500 do
            parent = m:add_body {
                name = "link" .. i, parent = i % 10 ~= 1 and parent or nil, placement = {position = {i % 10 == 1 and i / 100 or 0, 0, i % 10 ~= 1 and 0.5 or 0}},
                joint = {type = "revolute", axis = {0, 1, 0}}, inertia = inertia,
                visuals = {{shape = {type = "cylinder", radius = 0.05, length = 0.5}, placement = {position = {0, 0, 0.25}}}},
            }
        end
        local view = open(m)
        assert.truthy(view.bytes < 2e6)
        page:run "rigid.layer('axes', true); rigid.layer('frames', true); rigid.layer('names', true)"
        assert.truthy(picture().ink > 5000)
        compare(m, (m:random_state(1)))
        no_complaints()
    end)
end)
