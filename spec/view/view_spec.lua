-- The 3D view: what is written, what is refused, what the command says; and, in a headless Chromium where there is one, that
-- the page draws, moves as the model does, plays a log, tells the numbers of what is clicked, and complains of nothing.

local browser = require "spec.support.browser"
local program = require "spec.support.program"
local rigid = require "rigid"

local Model, SpatialInertia, Transform, Rotation = rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Rotation

local function exists(path)
    local file = io.open(path)
    if file then file:close() end
    return file ~= nil
end

local three = (os.getenv "RIGID_THREE" or "/usr/share/javascript/three") .. "/three.min.js"
local lacking = not exists(three) and "three.js (libjs-three) is not installed" or not pcall(require, "dkjson") and "lua-dkjson is not installed"

-- ---- models ---------------------------------------------------------------------------------------------------------

local AXIS <const> = {0.48, -0.6, 0.64}

-- Every type of joint, none of them special, along one chain and in branches; a mimic; visuals of every kind.
local function zoo()
    local m = Model {name = "zoo"}
    local joints = {
        {type = "floating"}, {type = "revolute", axis = AXIS, limits = {lower = -2, upper = 2}}, {type = "continuous", axis = {0, -1, 0}},
        {type = "prismatic", axis = AXIS, limits = {lower = -0.3, upper = 0.4}}, {type = "helical", axis = AXIS, pitch = 0.07},
        {type = "screw", axis = AXIS, pitch = -0.05, point = {0.1, -0.2, 0.3}},
        {type = "universal", axis = {0.6, 0, 0.8}, axis2 = {0, 0.8, -0.6}}, {type = "cylindrical", axis = AXIS}, {type = "spherical"},
        {type = "planar", axis = AXIS}, {type = "fixed"}, {type = "revolute", axis = {1, 0, 0}},
    }
    local shapes = {
        {type = "box", size = {0.2, 0.15, 0.1}}, {type = "cylinder", radius = 0.05, length = 0.25}, {type = "sphere", radius = 0.08},
        {type = "capsule", radius = 0.04, length = 0.2},
    }
    local parent
    for i, joint in ipairs(joints) do
        joint.name = joint.type ~= "fixed" and "joint" .. i or nil
        parent = m:add_body {
            name = "link" .. i, parent = parent, joint = joint,
            placement = Transform(Rotation.rpy(0.3 * i, -0.2, 0.1 * i), {0.1, -0.05 * i, 0.2}),
            inertia = SpatialInertia.solid_box {mass = 0.5 + 0.1 * i, size = {0.1, 0.2, 0.3}}:shift {0.02, -0.03, 0.01 * i},
            visuals = {{
                shape = shapes[(i - 1) % 4 + 1], placement = {position = {0, 0, 0.1}}, material = {color = {0.2 + 0.05 * i, 0.5, 0.9 - 0.06 * i, 1}},
            }},
        }
    end
    m:add_body {
        name = "follower", parent = "link2", placement = {position = {0.3, 0, 0}}, inertia = SpatialInertia.unitary(),
        joint = {type = "helical", axis = {0, 1, 0}, pitch = 0.1, mimic = {joint = "joint2", multiplier = -0.7, offset = 0.4}},
    }
    m:add_body {
        name = "second", parent = "follower", placement = {position = {0, 0.2, 0}},
        joint = {type = "prismatic", axis = AXIS, mimic = {joint = "follower", multiplier = 0.5, offset = -0.1}},
    }
    m:add_frame {name = "tip", body = "second", placement = {position = {0.1, 0.2, 0.3}}}
    m:attach {name = "load", body = "link12", inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.05}, placement = {position = {0, 0, 0.2}}}
    return m
end

local function pendulum()
    local m = Model {name = "pendulum"}
    m:add_body {
        name = "rod", joint = {type = "revolute", name = "hinge", axis = {0, 1, 0}},
        inertia = SpatialInertia.thin_rod_about_end {mass = 1, length = 1, axis = {0, 0, -1}},
        visuals = {{shape = {type = "box", size = {0.05, 0.05, 1}}, placement = {position = {0, 0, -0.5}}, material = {color = {0.9, 0.3, 0.1, 1}}}},
    }
    return m
end

local HOSTILE <const> = "</script><script>window.broken = true</script><!-- <b onclick='x'>&amp; \"\\ \u{2028} é"

-- ---- writing --------------------------------------------------------------------------------------------------------

-- Write a view of a model and call body with its text, the data in it and what was told of it.
local function written(m, log, options, body)
    program.in_directory(function(directory)
        options = options or {}
        options.path = directory .. "/view.html"
        local view = rigid.view(m, log, options)
        local text = program.read_file(options.path)
        local json = text:match '<script type="application/json" id="data">(.-)</script>'
        body(text, require "dkjson".decode(json), view)
    end)
end

local function view_it(name, body)
    it(name, function()
        if lacking then return pending(lacking) end
        return body()
    end)
end

describe("the file of a view", function()
    view_it("holds the links, what they look like and their inertias", function()
        local m = zoo()
        written(m, nil, {title = "all of them"}, function(text, data, view)
            assert.equal(#text, view.bytes)
            assert.equal(16, view.bodies)
            assert.truthy(text:find("<title>all of them</title>", 1, true))
            assert.equal("zoo", data.name)
            assert.equal(m:nq(), data.nq)
            assert.equal("cylinder", data.bodies[2].visuals[1].kind)
            assert.near(0.8, data.bodies[2].visuals[1].color[3] + 0.02, 1e-9)
            assert.equal("payload", data.bodies[16].kind)
            assert.equal("frame", data.bodies[15].kind)
            assert.near(1.7, data.bodies[12].inertia.mass, 1e-12)
            assert.near(2.7, data.bodies[12].carried.mass, 1e-12) -- with the payload
            local semi_axes = m:body("link3").inertia:equivalent_ellipsoid()
            for k = 1, 3 do assert.near(semi_axes[k], data.bodies[3].inertia.ellipsoid.semi_axes[k], 1e-12) end
        end)
    end)

    view_it("is the same, byte by byte, for the same model", function()
        written(zoo(), nil, nil, function(text)
            written(zoo(), nil, nil, function(again) assert.truthy(text == again) end)
        end)
    end)

    view_it("asks nothing of any network", function()
        written(zoo(), nil, nil, function(text)
            assert.truthy(text:find("default-src 'none'", 1, true))
            assert.is_nil(text:find "<script[^>]+src")
            assert.is_nil(text:find "<link[^>]+stylesheet")
            assert.truthy(text:find("Copyright © 2010-2019 three.js authors", 1, true))
        end)
    end)

    view_it("cannot be broken by names", function()
        local m = Model {name = HOSTILE}
        m:add_body {name = HOSTILE, joint = {type = "revolute", name = HOSTILE .. "2"}, source = {file = HOSTILE, line = 3}}
        written(m, nil, {title = HOSTILE}, function(text, data)
            assert.equal(HOSTILE, data.name)
            assert.equal(HOSTILE .. ":3", data.bodies[1].source)
            assert.is_nil(text:find("<script>window.broken", 1, true))
            local _, scripts = text:gsub("</script>", "")
            assert.equal(3, scripts)
        end)
    end)

    view_it("says in red what no body can have, in the doctor's words", function()
        local m = Model {}
        local impossible = SpatialInertia {mass = 1, com = {0, 0, 0.1}, inertia = {1, 1, 3}, skip_validity_check = true}
        m:add_body {name = "bad", joint = "revolute", inertia = impossible}
        m:add_body {name = "worse", joint = "revolute", inertia = SpatialInertia.nan()}
        m:add_body {name = "negative", joint = "revolute", inertia = SpatialInertia.from_parameters {-1, 0, 0, 0, 1, 0, 0, 1, 0, 1}}
        m:add_body {name = "massless", joint = "revolute", inertia = SpatialInertia.from_parameters {0, 0, 0, 0, 1, 0, 0, 1, 0, 1}}
        m:add_body {name = "good", joint = "revolute", inertia = SpatialInertia.solid_cube {density = 1000, length = 0.1}}
        written(m, nil, nil, function(_, data)
            for i = 1, 4 do
                assert.equal("impossible", data.bodies[i].inertia.verdict)
                assert.equal(m:body(data.bodies[i].name).inertia:criticize(), data.bodies[i].inertia.sentences[1])
            end
            -- of size sqrt(5 |σ| / m) along each axis: σ is -0.5, 1.5, 1.5
            assert.near(math.sqrt(2.5), data.bodies[1].inertia.ellipsoid.semi_axes[1], 1e-12)
            assert.near(math.sqrt(7.5), data.bodies[1].inertia.ellipsoid.semi_axes[2], 1e-12)
            assert.equal("sound", data.bodies[5].inertia.verdict)
            assert.equal(0, #data.bodies[5].inertia.sentences)
        end)
    end)

    view_it("says of each link what m:diagnose finds, its geometry included", function()
        local m = Model {}
        m:add_body {
            name = "far", inertia = SpatialInertia.solid_cube {density = 1000, length = 0.1}:shift {-5, 0, 0},
            visuals = {{shape = {type = "sphere", radius = 0.1}, placement = {position = {0, 0, 0.2}}}},
        }
        local findings = m:diagnose()
        assert.truthy(#findings > 0)
        written(m, nil, nil, function(_, data)
            assert.equal("odd", data.bodies[1].inertia.verdict)
            for i, finding in ipairs(findings) do assert.equal(finding.sentence, data.bodies[1].inertia.sentences[i]) end
        end)
    end)

    view_it("leaves out visuals that cannot be drawn, and says which", function()
        local m = Model {}
        m:add_body {name = "odd", visuals = {
            {shape = {type = "box", size = {1, -1, 1}}}, {shape = {type = "teapot"}}, 7, {shape = {type = "sphere", radius = 0 / 0}}, {},
            {shape = {type = "sphere", radius = 1}, placement = {rotation = {{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}}},
            {shape = {type = "sphere", radius = 1}, material = {color = {9, -1, "red"}}}, {shape = {type = "cylinder", radius = 1}},
            {shape = {type = "mesh", filename = "nowhere/at/all.stl"}},
        }, collisions = {0, none = 1}}
        written(m, nil, nil, function(_, data)
            assert.equal(2, #data.bodies[1].visuals)
            assert.equal("sphere", data.bodies[1].visuals[1].kind)
            assert.is_nil(data.bodies[1].visuals[1].color)
            assert.equal("outline", data.bodies[1].visuals[2].kind)
            assert.equal("all.stl", data.bodies[1].visuals[2].label)
            assert.equal(9, #data.notes)
        end)
    end)

    view_it("draws the collisions where a mesh is not there", function()
        local m = Model {}
        m:add_body {
            name = "arm", visuals = {{shape = {type = "mesh", filename = "package://no/arm.dae"}, material = {color = {1, 0, 0, 1}}}},
            collisions = {{shape = {type = "box", size = {1, 2, 3}}}},
        }
        written(m, nil, nil, function(_, data)
            local stand_in = data.bodies[1].visuals[1]
            assert.equal("box", stand_in.kind)
            assert.equal("arm.dae", stand_in.stands_in)
            assert.same({1, 0, 0, 1}, stand_in.color)
            assert.equal(1, #data.bodies[1].collisions)
        end)
    end)

    view_it("thins a long log, and keeps its ends, its events and every bit of its energies", function()
        local m = Model {}
        m:add_body {name = "ball", joint = {type = "prismatic"}, inertia = SpatialInertia.point_mass {mass = 2, position = {0, 0, 0}}}
        local log = rigid.Log(m)
        for i = 0, 9999 do log:add(i / 1000, {math.sin(i)}, {math.cos(i)}) end
        log.events = {{name = "bounce", t = 5.4321, sample = 5433}}
        written(m, log, nil, function(_, data, view)
            assert.truthy(view.samples <= 4001 and view.samples >= 4000)
            assert.equal(1, #view.notes)
            local function doubles(text)
                local bytes = {}
                for a, b, c, d in text:gmatch "(.)(.)(.)(.)" do
                    local bits, count = 0, 3
                    for _, letter in ipairs {a, b, c, d} do
                        local at = ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"):find(letter, 1, true)
                        if not at then count = count - 1 end
                        bits = bits << 6 | (at or 1) - 1
                    end
                    bytes[#bytes + 1] = string.pack(">I3", bits):sub(1, count)
                end
                local list, whole = {}, table.concat(bytes)
                for at = 1, #whole, 8 do list[#list + 1] = ("<d"):unpack(whole, at) end
                return list
            end
            local t, kinetic = doubles(data.log.t), doubles(data.log.kinetic)
            assert.equal(view.samples, #t)
            assert.equal(0, t[1])
            assert.equal(9.999, t[#t])
            local at = {}
            for k, time in ipairs(t) do at[time] = k end
            assert.truthy(at[log.t[5433]], "the sample of the event is gone")
            for k = 2, #t do assert.truthy(t[k] > t[k - 1]) end
            local k = #t // 2
            local i = math.floor(t[k] * 1000 + 0.5) + 1
            assert.equal(m:kinetic_energy(log.q[i], log.v[i]), kinetic[k])
        end)
    end)
end)

describe("rigid.view refuses", function()
    local function refuses(pattern, ...)
        local arguments = table.pack(...)
        assert.error_matches(function() rigid.view(table.unpack(arguments, 1, arguments.n)) end, pattern)
    end

    it("what is no model, no log, no option", function()
        refuses("bad argument #1 to 'view' %(Model expected, got nil%)", nil)
        refuses("bad argument #2 to 'view'", pendulum(), 7)
        refuses("bad argument #3 to 'view' %(unknown field 'pth'; did you mean 'path'%?%)", pendulum(), nil, {pth = "x"})
        refuses("bad argument #2 to 'view' %(field 'open': true or false expected, got 1%)", pendulum(), {open = 1})
        refuses("bad argument #3 to 'view' %(field 'q': .-1 numbers expected, got a table of 2%)", pendulum(), nil, {q = {1, 2}})
    end)

    it("a log without samples, or of another robot", function()
        refuses("the log has no samples", pendulum(), rigid.Log(pendulum()))
        local m = zoo()
        refuses("nq = 24, but model 'pendulum' has 1", pendulum(), rigid.Log(m):add(0, m:neutral()))
    end)

    view_it("a file that cannot be written, and leaves none behind", function()
        refuses("cannot write /nowhere/at/all.html", pendulum(), nil, {path = "/nowhere/at/all.html"})
    end)
end)

-- ---- the command ----------------------------------------------------------------------------------------------------

describe("rigid view", function()
    -- Run it in a new directory that holds a robot and scripts; call check with what it wrote and where.
    local function run(words, environment, check)
        program.in_directory(function(directory)
            zoo():save(directory .. "/zoo.lua")
            program.write_file(directory .. "/move.lua", "return model:simulate{duration = 0.1, dt = 0.01}")
            program.write_file(directory .. "/leave.lua", "log = model:simulate{duration = 0.1, dt = 0.01}")
            program.write_file(directory .. "/none.lua", "return 7")
            program.write_file(directory .. "/fails.lua", "local x = nil\nreturn x.y")
            local said = {"view", table.unpack(words)}
            said.directory, said.environment = directory, {"DISPLAY=", "WAYLAND_DISPLAY=", "TMPDIR=" .. directory, table.unpack(environment or {})}
            local out, err, code = program.run(said)
            check(out, err, code, directory)
        end)
    end

    view_it("writes where it is told, with what a script makes", function()
        for _, script in ipairs {"move.lua", "leave.lua"} do
            run({"zoo.lua", "--run", script, "-o", "out.html", "--gravity", "0", "0", "-1.62", "--title", "moon"}, nil, function(out, err, code, directory)
                assert.equal("", err)
                assert.equal(0, code)
                assert.truthy(out:find "^view of 'zoo': out.html %([%d.]+ [kM]B%)\n$", out)
                local text = program.read_file(directory .. "/out.html")
                assert.truthy(text:find("<title>moon</title>", 1, true))
                local data = require "dkjson".decode(text:match '<script type="application/json" id="data">(.-)</script>')
                assert.same({0, 0, -1.62}, data.gravity)
                assert.equal(11, data.log.count)
            end)
        end
    end)

    view_it("names the file that it makes where none is named", function()
        run({"zoo.lua"}, nil, function(out, err, code)
            local path = out:match "^view of 'zoo': (/%S+%.html) "
            assert.equal("", err)
            assert.equal(0, code)
            assert.truthy(path and exists(path), out)
            os.remove(path)
        end)
    end)

    it("explains itself", function()
        run({"--help"}, nil, function(out, err, code)
            assert.equal("", err)
            assert.equal(0, code)
            for _, word in ipairs {"--run", "--output", "--open", "--floating", "--gravity", "--q", "--title", "EXIT STATUS"} do
                assert.truthy(out:find(word, 1, true), word)
            end
            for line in out:gmatch "[^\n]+" do assert.truthy(#line <= 80, line) end
        end)
    end)

    it("says what is wrong with the call, and exits with 2", function()
        for _, case in ipairs {
            {{}, "no file is named"}, {{"a", "b"}, "too many arguments"}, {{"zoo.lua", "--opne"}, "unknown option"},
            {{"zoo.lua", "--open", "--no-open"}, "can not be used together"}, {{"zoo.lua", "--q", "1 two"}, "numbers expected, got 'two'"},
            {{"zoo.lua", "--gravity", "1", "x", "2"}, "--gravity"},
        } do
            run(case[1], nil, function(out, err, code)
                assert.equal("", out)
                assert.equal(2, code, err)
                assert.truthy(err:find("rigid view: ", 1, true) == 1 and err:find(case[2], 1, true), err)
            end)
        end
    end)

    it("says what is wrong with files and scripts, and exits with 1", function()
        for _, case in ipairs {
            {{"nothing.urdf"}, "nothing.urdf"}, {{"zoo.lua", "--run", "none.lua"}, "none.lua: a log is expected"},
            {{"zoo.lua", "--run", "fails.lua"}, "fails.lua:2: attempt to index a nil value"}, {{"zoo.lua", "--run", "absent.lua"}, "absent.lua"},
            {{"zoo.lua", "--q", "-1 2"}, "--q: 24 numbers expected, got 2"},
        } do
            run(case[1], nil, function(out, err, code)
                assert.equal("", out)
                assert.equal(1, code, err)
                assert.truthy(err:find("rigid view: ", 1, true) == 1 and err:find(case[2], 1, true), err)
            end)
        end
    end)

    it("names the package where there is no three.js", function()
        run({"zoo.lua", "-o", "out.html"}, {"RIGID_THREE=/nowhere"}, function(out, err, code, directory)
            assert.equal("", out)
            assert.equal(1, code)
            assert.truthy(err:find("/nowhere/three.min.js", 1, true) and err:find("apt-get install libjs-three", 1, true), err)
            assert.falsy(exists(directory .. "/out.html"))
        end)
    end)

    view_it("opens the browser where there is a display, without waiting for it", function()
        program.in_directory(function(bin)
            program.write_file(bin .. "/xdg-open", ('#!/bin/sh\necho "$1" >%s/opened\nexec sleep 5\n'):format(bin))
            os.execute("chmod +x " .. bin .. "/xdg-open")
            local path = "PATH=" .. bin .. ":" .. os.getenv "PATH"
            run({"zoo.lua", "--open", "--output=-it's.html"}, {path, "DISPLAY=:77"}, function(out, err, code)
                assert.equal("", err)
                assert.equal(0, code)
                assert.truthy(out:find "\n  opened in the browser\n$", out)
            end)
            for _ = 1, 100 do
                if exists(bin .. "/opened") and #program.read_file(bin .. "/opened") > 0 then break end
                os.execute "sleep 0.02"
            end
            assert.equal("./-it's.html\n", program.read_file(bin .. "/opened"))
            os.remove(bin .. "/opened")
            run({"zoo.lua", "--open"}, {path}, function(out, _, code)
                assert.equal(0, code)
                assert.truthy(out:find("not opened: there is no display here", 1, true), out)
                os.remove(out:match "^view of 'zoo': (/%S+%.html) ")
            end)
            run({"zoo.lua", "-o", "out.html"}, {path, "DISPLAY=:77"}, function(out) assert.is_nil(out:find "opened") end)
            assert.falsy(exists(bin .. "/opened"))
        end)
    end)
end)

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
