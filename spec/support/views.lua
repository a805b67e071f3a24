-- Models to look at, and views of them written to a file.
local assert = require "luassert"
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
    m:add_body {
        name = "gimbal", parent = "second", placement = {position = {0, 0.1, 0.2}}, inertia = SpatialInertia.unitary(),
        joint = {type = "cardan", axis = {0.6, 0, 0.8}, axis2 = {0, 0.8, -0.6}},
    }
    m:add_body {
        name = "eye", parent = "gimbal", placement = {position = {0, 0.1, 0}}, inertia = SpatialInertia.unitary(),
        joint = {type = "gimbal", axis = {0, 0.6, 0.8}},
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

-- ---- in a browser ---------------------------------------------------------------------------------------------------

-- A headless browser for the specs of one `describe`, whose functions of busted are given: it(name, body) within it, run(script, ...) in the page, open(m, log,
-- options) writes a view and opens it, red() counts the pixels of the canvas that are red.
local function browsing(busted, width, height)
    local absent = lacking or browser.obstacle()
    local suite = {}

    busted.setup(function()
        if absent then return end
        suite.directory = program.shell "mktemp -d":gsub("%s+$", "")
        suite.page = browser.start(width or 880, height or 460)
    end)
    busted.teardown(function()
        if suite.page then suite.page:close() end
        if suite.directory then os.execute("rm -rf " .. program.quote(suite.directory)) end
    end)

    function suite.it(name, body)
        busted.it(name, function()
            if absent then return busted.pending(absent) end
            body()
            assert.same({}, suite.page:complaints())
        end)
    end

    function suite.run(script, ...) return suite.page:run(script, ...) end

    -- After the page's address may come what stands behind a "#" or a "?".
    function suite.open(m, log, options, rest)
        options = options or {}
        options.path = suite.directory .. "/view.html"
        local view = rigid.view(m, log, options)
        suite.page:command("POST", "/url", {url = "about:blank"}) -- so that another "#" is another page
        suite.page:open(options.path .. (rest or ""))
        return view
    end

    function suite.text(id) return suite.run("return document.getElementById(arguments[0]).innerText", id) end

    -- How many pixels of the canvas are of a hue: "red", "green" ...
    function suite.count(hue)
        return suite.run([=[
            const test = {
                red: (r, g, b) => r > 1.7 * g && r > 1.7 * b && r > 90, blue: (r, g, b) => b > 1.4 * r && b > 1.15 * g && b > 90,
                green: (r, g, b) => g > 1.4 * r && g > 1.2 * b && g > 60, magenta: (r, g, b) => r > 1.6 * g && b > 1.4 * g && r > 90,
            }[arguments[0]];
            rigid.pixels();
            const canvas = document.getElementById("canvas"), copy = document.createElement("canvas");
            copy.width = canvas.width; copy.height = canvas.height;
            const pen = copy.getContext("2d");
            rigid.pixels();
            pen.drawImage(canvas, 0, 0);
            const values = pen.getImageData(0, 0, copy.width, copy.height).data;
            let count = 0;
            for (let i = 0; i < values.length; i += 4) if (values[i + 3] > 100 && test(values[i], values[i + 1], values[i + 2])) count++;
            return count;
        ]=], hue)
    end
    return suite
end

return {
    browsing = browsing,
    lacking = lacking,
    zoo = zoo,
    pendulum = pendulum,
    HOSTILE = HOSTILE,
    written = written,
}
