-- m:compile: what a compiler makes of a model's algorithms gives what the general ones give, for every kind of joint, as long as the model
-- is the same; and where there is no compiler that is said.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local program = require "spec.support.program"
local trees = require "spec.support.trees"
local inner = debug.getmetatable(require "rigid.core").inner

-- With what was compiled attached, whether it is faster or not.
local function with_compiled(m, body)
    local attach, objects = inner.generated.attach, {}
    inner.generated.attach = function(model, object, name, symbol)
        objects[name] = {object, symbol}
        return attach(model, object, name, symbol)
    end
    local ok, result = pcall(m.compile, m)
    inner.generated.attach = attach
    assert(ok, result)
    for name, one in pairs(objects) do assert.is_true(attach(m, one[1], name, one[2])) end
    assert.is_truthy(objects.inverse_dynamics and objects.mass_matrix)
    body(result)
end

describe("compile", function()
    it("gives what the general algorithms give, for every kind of joint, until a number of the model changes", function()
        local d = draw.stream(1)
        local m = trees.of_every_type(d, {roots = 1, armature = true, payloads = 0.3})
        local q, v, a = trees.state(d, m)
        local own, other = m:inverse_dynamics(q, v, a), m:mass_matrix(q)
        with_compiled(m, function(times)
            for _, one in pairs(times) do assert.is_true(one.general > 0 and one.compiled > 0 and one.used == (one.compiled < 0.95 * one.general)) end
            for seed = 1, 5 do
                local now = draw.stream(seed)
                local x, y, z = trees.state(now, m)
                local twin = m:copy() -- which nobody compiled
                compare.near(m:inverse_dynamics(x, y, z), twin:inverse_dynamics(x, y, z), {tol = 1e-13})
                compare.near(m:mass_matrix(x), twin:mass_matrix(x), {tol = 1e-13})
            end
            compare.near(m:inverse_dynamics(q, v, a, nil, a:copy()), own, {tol = 1e-13})
            compare.near(m:mass_matrix(q), other, {tol = 1e-13})
            local over = a:copy()
            compare.near(m:inverse_dynamics(q, v, over, nil, over), own, {tol = 1e-13}) -- written over one of its inputs
            m:set_gravity {0, 0, 3}
            local fresh = m:copy()
            assert.same(fresh:inverse_dynamics(q, v, a):table(), m:inverse_dynamics(q, v, a):table())
        end)
    end)
    -- So many limbs alike of one body, each joint by joint as `shape` says: whose child it is; all numbers drawn.
    local function grow(d, m, parent, count, shape, kinds)
        for limb = 1, count do
            local names = {}
            for i, up in ipairs(shape) do
                names[i] = ("%s%d.%d of %d"):format(parent or "w", limb, i, #shape)
                m:add_body {
                    name = names[i], parent = up > 0 and names[up] or parent, placement = make.pose(d), inertia = make.body(d),
                    joint = trees.joint(d, kinds and kinds[i] or "revolute", "joint of " .. names[i], {armature = true}),
                }
            end
        end
    end
    local function computes(m, d)
        local twin = m:copy()
        with_compiled(m, function()
            for _ = 1, 3 do
                local q, v, a = trees.state(d, m)
                compare.near(m:inverse_dynamics(q, v, a), twin:inverse_dynamics(q, v, a), {tol = 1e-13})
            end
        end)
    end
    it("takes limbs that are built alike abreast: two, three, four, five, of one branch or of several, in the world or beyond other joints", function()
        draw.each(2, 71, function(d)
            local m = rigid.Model {gravity = {1, -2, -9}}
            grow(d, m, nil, 2, {0, 1, 1, 3}) -- two arms with two fingers each, beside each other in the world
            m:add_body {name = "base", joint = "floating", inertia = make.body(d)}
            m:add_body {name = "waist", parent = "base", joint = "spherical", placement = make.pose(d), inertia = make.body(d)}
            grow(d, m, "base", 5, {0, 1, 2})
            grow(d, m, "waist", 3, {0, 1})
            grow(d, m, "waist", 2, {0, 1, 2, 2}, {"revolute", "prismatic", "revolute", "revolute"})
            grow(d, m, "base", 1, {0, 1}, {"prismatic", "revolute"}) -- as two of five, but for a slide
            grow(d, m, "base", 2, {0, 1, 2, 3}, {"revolute", "helical", "revolute", "revolute"}) -- which move otherwise
            computes(m, d)
        end)
    end)
    it("takes abreast limbs whose joints follow others, each by its own ratio", function()
        local d, m = draw.stream(73), rigid.Model()
        m:add_body {name = "palm", joint = "revolute", inertia = make.body(d)}
        for finger = 1, 4 do
            local joint = {type = "revolute", name = "knuckle" .. finger}
            if finger > 1 then joint.mimic = {joint = "knuckle1", multiplier = 0.3 * finger, offset = 0.1 * finger} end
            m:add_body {name = "finger" .. finger, parent = "palm", joint = joint, placement = make.pose(d), inertia = make.body(d)}
        end
        computes(m, d)
    end)
    it("takes large angles", function()
        local m = trees.random(draw.stream(2), 3, {types = {"revolute"}})
        with_compiled(m, function()
            for _, x in ipairs {1, -50, 4e3, -9.9e4, 3e6} do
                local q, twin = {x, 2 * x, -3 * x}, m:copy()
                compare.near(m:inverse_dynamics(q), twin:inverse_dynamics(q), {tol = 1e-13, scale = 10})
            end
        end)
    end)
    it("says that there is no compiler, and what it cannot be asked for", function()
        local lines = {
            'local m = rigid.Model() m:add_body {name = "a", joint = "revolute", inertia = SpatialInertia.solid_cube {mass = 1, length = 1}}',
            "local ok, problem = pcall(m.compile, m) print(ok, problem.what) print(m:inverse_dynamics {0})",
        }
        local pipe <close> = assert(io.popen(("CC=no-such-compiler ./rigid -e '%s' 2>&1"):format(table.concat(lines, " "))))
        assert.equal("false\tno C compiler answers to 'no-such-compiler': install one (Debian: gcc), or name it in CC\nVector 1: (0)\n", pipe:read "a")
        local m = trees.random(draw.stream(2), 2, {types = {"revolute"}})
        compare.refuses(function() m:compile {functions = {"forward_dynamics"}} end, "functions[1]", "inverse_dynamics")
        compare.refuses(function() m:compile {functions = {}} end, "at least one function")
        compare.refuses(function() rigid.Model():compile() end, "joints that move")
    end)

    it("writes where nobody else of ours removes a directory that is empty, and leaves nothing there", function()
        program.in_directory(function(directory)
            local place = directory .. "/place"
            program.write_file(directory .. "/compiler", '#!/bin/sh\nrmdir "$TMPDIR/rigid-$(id -u)" 2>/dev/null\nexec cc "$@"\n')
            os.execute(("mkdir %s; chmod +x %s/compiler"):format(place, directory))
            local out, err = program.run {
                "-e", [[local m = rigid.Model() m:add_body {name = "a", joint = "revolute", inertia = SpatialInertia.solid_cube {mass = 1, length = 1}}
                print(m:compile {functions = {"mass_matrix"}}.mass_matrix.compiled > 0)]],
                environment = {"TMPDIR=" .. place, "CC=" .. directory .. "/compiler"},
            }
            assert.same({"true\n", "", ""}, {out, err, (program.shell("ls -A " .. place))})
        end)
    end)
end)
