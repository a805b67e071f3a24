-- Errors that are values: which they are, what they say of themselves, and that they read as the texts that people expect.
-- Why a joint moves nothing, and that all algorithms say so of the same joints at the same size. That nothing of the
-- library's own takes a message apart is kept by tools/style.lua.

local errors = require "rigid.errors"
local rigid = require "rigid"
local draw = require "spec.support.draw"
local files = require "spec.support.files"

local Model, SpatialInertia, Transform, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Vec3

local function raised(f, ...)
    local ok, err = pcall(f, ...)
    assert.is_false(ok)
    return err
end

local CUBE <const> = SpatialInertia.solid_cube { mass = 1, length = 1 }
local SOLVERS <const> = { "forward_dynamics", "inverse_mass_matrix", "forward_dynamics_derivatives" }

describe("An error value", function()
    local m = Model { bodies = { { name = "ghost", joint = { type = "revolute", name = "hinge" } } } }
    local err = raised(function() return m:forward_dynamics({ 0 }) end)
    local text = err.message

    it("has the parts of its message as fields", function()
        assert.equal("forward_dynamics", err["function"])
        assert.equal("hinge", err.joint)
        assert.equal(1, err.freedom)
        assert.truthy(err.place:find "^spec/module/errors_spec%.lua:%d+$")
        assert.equal(("%s: 'forward_dynamics' has no answer: %s"):format(err.place, err.what), text)
        assert.is_nil(err.line)
    end)

    it("reads as its message", function()
        assert.equal("table", type(err))
        assert.equal(text, tostring(err))
        assert.equal("so: " .. text .. "!", "so: " .. err .. "!")
        assert.equal(text .. text, err .. err)
        assert.equal(#text, #err)
        assert.equal("hinge", err:match "joint '(.-)'")
        assert.equal(text, ("%s"):format(err))
        assert.equal(text:upper(), err:upper())
        assert.equal(select(2, text:gsub("%a", "")), select(2, err:gsub("%a", "")))
        assert.error_matches(function() m:forward_dynamics({ 0 }) end, "moves no inertia")
    end)

    it("passes through error as it is", function()
        assert.truthy(rawequal(err, raised(error, err)))
        assert.truthy(rawequal(err, raised(error, err, 0)))
        assert.truthy(rawequal(err, raised(coroutine.wrap(function() error(err) end))))
    end)

    it("may be asked for a field where it is a text, too", function()
        local mistake = raised(SpatialInertia.solid_box, { density = -3, size = { 1, 1, 1 } })
        assert.equal("string", type(mistake))
        assert.is_nil(mistake.joint)
        assert.is_nil(mistake.line)
    end)

    it("is shown by a stock Lua and by the program", function()
        files.with(".lua", "local rigid = require 'rigid'\nrigid.load '/nowhere.urdf'\n", function(script)
            local directory = debug.getinfo(1, "S").source:match "^@(.-)spec/" or "./"
            local pipe = io.popen(("%s/rigid %s 2>&1"):format(directory == "" and "." or directory, script))
            local shown = pipe:read "a"
            assert.truthy(shown:find("rigid: /nowhere.urdf: No such file or directory\nstack traceback:", 1, true), shown)
            assert.truthy(shown:find(":2: in main chunk", 1, true), shown)
            pipe:close()
        end)
    end)

    it("keeps its methods whatever a script does to the table of string", function()
        local usual = string.match
        string.match = function() return "wrong" end -- luacheck: ignore 122
        local got = err:match "joint '(.-)'"
        string.match = usual -- luacheck: ignore 122
        assert.equal("hinge", got)
    end)

    it("is raised for a file, with the line, and who is to blame", function()
        files.with(".urdf", "<robot name='r'>\n<link name='a'/>\n<link name='a'/>\n</robot>", function(path)
            local bad = raised(rigid.load, path)
            assert.equal(path, bad.file)
            assert.equal(3, bad.line)
            assert.equal(path .. ":3", bad.place)
            assert.equal("a", bad.link)
            assert.equal(bad.place .. ": " .. bad.what, bad.message)
        end)
        local gone = raised(rigid.load, "/nowhere.urdf")
        assert.equal("/nowhere.urdf", gone.file)
        assert.equal("No such file or directory", gone.what)
        assert.is_nil(gone.line)
    end)

    it("is raised for what rigid.Model finds in a file, whatever the names in it", function()
        local robot = [[<robot name="r"><link name="base"/><link name="x' (v[1]) moves"/>
            <joint name="j" type="revolute"><parent link="base"/><child link="x' (v[1]) moves"/>
            <mimic joint="j"/></joint></robot>]]
        files.with(".urdf", robot, function(path)
            local bad = raised(rigid.load, path)
            assert.equal(path, bad.file)
            assert.truthy(bad.message:find(path .. ":", 1, true))
        end)
        local odd = Model { bodies = { { name = "b", joint = { type = "revolute", name = "j' (v[9]) moves no inertia" } } } }
        local stop = raised(odd.simulate, odd, { duration = 1 })
        assert.equal("j' (v[9]) moves no inertia", stop.joint)
    end)

end)

describe("errors.try", function()
    it("is pcall", function()
        assert.same({ true, 1, nil, 3, n = 4 }, table.pack(errors.try(function(...) return ... end, 1, nil, 3)))
        assert.same({ false, "x", n = 2 }, table.pack(errors.try(error, "x", 0)))
        local thread = coroutine.wrap(function() return errors.try(function() return coroutine.yield(1) + 1 end) end)
        assert.equal(1, thread())
        assert.same({ true, 6 }, { thread(5) })
    end)
end)

describe("Messages", function()
    it("say what a method was called on, and how it is called", function()
        assert.error_matches(function() CUBE.mass() end, "calling 'mass' on no value: it is a method of SpatialInertia, called as x:mass%(")
        assert.error_matches(function() Model().name(3) end, "calling 'name' on 3: it is a method of Model, called as x:name%(")
    end)

    it("name the function that was called, and never a file of the library's", function()
        local m = Model { bodies = { { name = "a", joint = "revolute" } } }
        local log = rigid.Log(m):add(0, { 0 }, { 0 })
        local err = raised(log.momentum, log)
        assert.equal("momentum", err["function"])
        assert.equal("no_masses", raised(m.com, m, { 0 }).code)
        for _, f in ipairs {
            function() log:momentum() end,
            function() log:add(0, { 0 }, { 0, [4] = 2 }) end,
            function() m:simulate { duration = 1, v = { 0, [3] = 1 } } end,
        } do
            local message = tostring(raised(f))
            assert.truthy(message:find "^spec/module/errors_spec%.lua:%d+: ", message)
            assert.is_nil(message:find("'Vector'", 1, true) or message:find("centroidal", 1, true))
        end
    end)
end)

describe("The place of an error", function()
    it("is the line of the caller, whatever files of the library's lie between", function()
        local inner = load("local f = ... return function(...) local r = f(...) return r end", "@" .. errors.here .. "inner.lua")
        local m = Model { bodies = { { name = "a", joint = "revolute" } } }
        local com, box = inner(m.com), inner(SpatialInertia.solid_box)
        assert.truthy(raised(function() com(m, { 0 }) end).place:find "^spec/module/errors_spec%.lua:%d+$")
        assert.truthy(raised(function() box { mass = -1 } end):find "^spec/module/errors_spec%.lua:%d+: bad argument #1 to 'solid_box'")
    end)
end)

describe("A run stops", function()
    local function stopped(m, options)
        local err = raised(m.simulate, m, options)
        assert.equal("simulate", err["function"])
        assert.is_nil(tostring(err):find "forward_dynamics" or tostring(err):find "bad argument")
        return err
    end

    it("where the model was changed under it", function()
        local m = Model { bodies = { { name = "a", joint = "revolute", inertia = CUBE } } }
        local err = stopped(m, { duration = 1, controller = function()
            if m:nv() == 1 then m:add_body { name = "b", joint = "revolute", inertia = CUBE } end
            return { 0 }
        end })
        assert.truthy(err.what:find("the model was changed: it has nq 2 and nv 2 now, and 1 and 1 when the run began", 1, true))
    end)

    it("where a controller is too stiff for its steps", function()
        local m = Model { bodies = { { name = "a", joint = "revolute", inertia = CUBE } } }
        local err = stopped(m, {
            duration = 10, dt = 0.01, v = { 1 }, method = "rk4", continuous = true, controller = function(_, _, v) return { -5000 * v[1] } end,
        })
        assert.equal("a", err.joint)
        assert.equal("controller: it returned inf for joint 'a' (tau[1])", err.what)
    end)
end)

describe("A joint that moves nothing", function()
    local function all(m, q, code, joint, ...)
        for _, name in ipairs(SOLVERS) do
            local err = raised(m[name], m, q)
            assert.equal(code, err.code, name)
            assert.equal(joint, err.joint, name)
            for _, words in ipairs { ... } do assert.truthy(err.what:find(words, 1, true), err.what) end
        end
    end

    it("in a model without masses is told so", function()
        all(Model { bodies = { { name = "a", joint = "revolute" } } }, { 0 }, "no_masses", "a", "for kinematics only")
    end)

    it("because it carries no mass is told so", function()
        local m = Model { bodies = { { name = "a", joint = "revolute", inertia = CUBE }, { name = "b", parent = "a", joint = "prismatic" } } }
        all(m, { 0, 0 }, "massless", "b", "nothing that it carries has a mass")
    end)

    it("because of the configuration is told so, and moves in another", function()
        local m = Model()
        for i, axis in ipairs { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } } do
            m:add_body { name = "g" .. i, parent = i > 1 and "g" .. i - 1 or nil, joint = { type = "revolute", axis = axis },
                inertia = i == 3 and SpatialInertia { mass = 1, com = { 0, 0, 0 }, inertia = { 1, 2, 2.5 } } or nil }
        end
        all(m, { 0, math.pi / 2, 0 }, "configuration", "g1", "in this configuration")
        all(m, { 0, math.pi / 2 - 1e-8, 0 }, "configuration", "g1")
        for _, name in ipairs(SOLVERS) do assert.truthy(m[name](m, { 0, 1, 0 })) end
    end)

    it("because another joint does the same is told so", function()
        local m = Model { bodies = { { name = "a", joint = "revolute" }, { name = "b", parent = "a", joint = "revolute", inertia = CUBE } } }
        all(m, { 0, 0.3 }, "slack", "a", "in any configuration")
    end)

    it("because of a body that cannot exist is told so", function()
        local M = SpatialInertia { mass = 1, com = { 0, 0, 0 }, inertia = { 1, 2, -2.5 }, skip_validity_check = true }
        all(Model { bodies = { { name = "a", joint = "revolute", inertia = M } } }, { 0 }, "impossible", "a", "m:diagnose()")
    end)

    -- A thread about its own axis, from far below the rounding of its other moments to far above.
    it("for all algorithms from the same size on, about 16 units in the last place", function()
        local refused, taken = 0, 0
        for k = 0, 40 do
            local Izz = 2.0 ^ (-60 + k / 2)
            local M = SpatialInertia { mass = 1, com = { 0, 0, 0 }, inertia = { 1 / 12, 1 / 12, Izz }, skip_validity_check = true }
            local m = Model { bodies = { { name = "a", joint = "revolute", inertia = M } } }
            local limit = 16 * 2.0 ^ -52 * (1 / 6)
            if math.abs(Izz / limit - 1) > 0.2 then
                for _, name in ipairs(SOLVERS) do
                    local ok, err = pcall(m[name], m, { 0.4 })
                    assert.equal(Izz > limit, ok, ("%s at %g"):format(name, Izz))
                    if not ok then assert.equal("threshold", err.code) end
                end
                refused, taken = refused + (Izz < limit and 1 or 0), taken + (Izz > limit and 1 or 0)
            end
        end
        assert.truthy(refused > 5 and taken > 5)
    end)
end)

-- A massless joint before one that spans its motion: D is zero but for rounding, whatever stands around.
describe("Motions that other joints take up", function()
    local function drawn(r)
        local function number(scale) return r:between(-scale, scale) end
        local function vector(scale) return Vec3(number(scale), number(scale), number(scale)) end
        local function body(mass)
            return SpatialInertia.solid_box { mass = mass, size = { r:between(0.1, 1), r:between(0.1, 1), r:between(0.1, 1) } }:shift(vector(1))
        end
        local m, axis = Model(), vector(1):unit()
        m:add_body { name = "base", joint = { type = "revolute", axis = vector(1):unit() }, inertia = r:between(0, 1) < 0.5 and body(1) or nil }
        local turned = Transform { rotation = rigid.Rotation.exp(vector(2)), position = vector(1) }
        local case = r:integer(1, 4)
        local kinds = { "revolute", "revolute", "revolute", "prismatic" }
        m:add_body { name = "slack", parent = "base", joint = { type = kinds[case], axis = axis }, placement = turned }
        local after = case == 2 and "floating" or case == 3 and "spherical" or { type = kinds[case], axis = axis }
        local along = Transform { position = case == 2 and vector(1) or case == 4 and vector(1) or axis * number(1) }
        m:add_body { name = "y", parent = "slack", joint = after, placement = along, inertia = body(10 ^ number(4)) }
        for k = 1, r:integer(0, 3) do
            m:add_body { name = "z" .. k, parent = k == 1 and "y" or "z" .. k - 1, joint = { type = "revolute", axis = vector(1):unit() },
                placement = Transform { position = vector(1) }, inertia = body(1) }
        end
        return m
    end

    it("are refused by every algorithm, in 500 drawn robots", function()
        draw.each(500, 1, function(r)
            local m = drawn(r)
            local q = m:random_state(r:integer(1, 1000000))
            for _, name in ipairs(SOLVERS) do
                local ok, err = pcall(m[name], m, q)
                assert.is_false(ok, name)
                assert.truthy(errors.is(err) and err.joint, tostring(err))
            end
        end)
    end)
end)

describe("what tells nothing", function()
    it("is told as such where a function of the caller's raised it", function()
        local silent = setmetatable({}, {__tostring = function() return {} end})
        local m = rigid.Model {}
        m:add_body {name = "cart", joint = {type = "prismatic"}, inertia = rigid.SpatialInertia.solid_cube {mass = 1, length = 1}}
        local function raise() error(silent) end
        for _, run in ipairs {
            function() m:simulate {duration = 0.01, controller = raise} end,
            function() m:rollout {q = rigid.Matrix(2, 1), duration = 0.01, dt = 1e-3, policy = raise} end,
        } do
            local ok, problem = pcall(run)
            assert.is_false(ok)
            assert.truthy(tostring(problem):find("a table was raised that tells nothing", 1, true), tostring(problem))
        end
    end)
end)
