-- The 3D view: what is written, what is refused, what the command says.
local program = require "spec.support.program"
local rigid = require "rigid"
local views = require "spec.support.views"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local function exists(path)
    local file = io.open(path)
    if file then file:close() end
    return file ~= nil
end

local lacking, zoo, pendulum, HOSTILE, written = views.lacking, views.zoo, views.pendulum, views.HOSTILE, views.written

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
            assert.equal(18, view.bodies)
            assert.truthy(text:find("<title>all of them</title>", 1, true))
            assert.equal("zoo", data.name)
            assert.equal(m:nq(), data.nq)
            local lacking_types = {}
            for name in pairs(data.types) do lacking_types[name] = true end
            for _, body in ipairs(data.bodies) do lacking_types[body.joint and body.joint.type or "none"] = nil end
            assert.same({}, lacking_types) -- so that whoever adds a type sees it drawn
            assert.equal("cylinder", data.bodies[2].visuals[1].kind)
            assert.near(0.8, data.bodies[2].visuals[1].color[3] + 0.02, 1e-9)
            assert.equal("payload", data.bodies[18].kind)
            assert.equal("frame", data.bodies[17].kind)
            assert.near(1.7, data.bodies[12].inertia.mass, 1e-12)
            assert.near(2.7, data.bodies[12].carried.mass, 1e-12) -- with the payload
            local semi_axes = m:body("link3").inertia:equivalent_ellipsoid()
            for k = 1, 3 do assert.near(semi_axes[k], data.bodies[3].inertia.ellipsoid.semi_axes[k], 1e-12) end
        end)
    end)

    view_it("names the cause of an inertia that cannot be first, and then what breaks", function()
        local m = rigid.Model {name = "placeholder"}
        m:add_body {name = "hatch", joint = "floating", inertia = rigid.SpatialInertia {
            mass = 0.142, inertia = {xx = 1e-3, yy = 1e-3, zz = 1e-3, xy = 1e-3, xz = 1e-3, yz = 1e-3}, skip_validity_check = true,
        }}
        written(m, nil, nil, function(_, data)
            local inertia = data.bodies[1].inertia
            assert.equal("impossible", inertia.verdict)
            assert.truthy(inertia.sentences[1]:find "one figure typed into six boxes", inertia.sentences[1])
            assert.truthy(inertia.sentences[#inertia.sentences]:find("(0, 0, 0.003) kg m²", 1, true), inertia.sentences[#inertia.sentences])
            assert.equal(2, #inertia.sentences)
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
            assert.equal(8, #data.notes)
            assert.equal(1, data.missing.count)
            assert.same({"odd"}, data.missing.list[1].links)
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

    it("ghosts that are none", function()
        refuses("field 'ghost': Model, Log, or configuration expected, got 7", pendulum(), {ghost = 7})
        refuses("field 'ghost': .*1 numbers expected, got a table of 2", pendulum(), {ghost = {1, 2}})
        refuses("field 'ghost': the log has no samples", pendulum(), {ghost = rigid.Log(pendulum())})
    end)

    it("arrows that are none", function()
        refuses("field 'arrows': list of arrows expected, got 7", pendulum(), {arrows = 7})
        refuses("field 'arrows%[1%]': one of force, torque, momentum, vector expected, got none", pendulum(), {arrows = {{}}})
        refuses("field 'arrows%[1%]': .* got 'force' and 'torque'", pendulum(), {arrows = {{force = {1, 0, 0}, torque = {1, 0, 0}}}})
        refuses("field 'arrows%[2%]%.force': ", pendulum(), {arrows = {{force = {1, 0, 0}}, {force = {1, 0}}}})
        refuses("field 'arrows%[1%]%.body': model 'pendulum' has no body named 'rood'", pendulum(), {arrows = {{force = {1, 0, 0}, body = "rood"}}})
        refuses("unknown field 'forse'; did you mean 'force'%?", pendulum(), {arrows = {{forse = {1, 0, 0}}}})
    end)

    it("a log without samples, or of another robot", function()
        refuses("the log has no samples", pendulum(), rigid.Log(pendulum()))
        local m = zoo()
        refuses("nq = 29, but model 'pendulum' has 1", pendulum(), rigid.Log(m):add(0, m:neutral()))
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
            {{"zoo.lua", "--q", "-1 2"}, "--q: 29 numbers expected, got 2"},
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
