-- rigid convert: meshes brought along, units that are not metres and kilograms.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"
local program = require "spec.support.program"
local convert = require "rigid.files.convert"

local function said_in(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read "a"
end

local ROBOT <const> = [[<robot name="r"><link name="base"/>
    <link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
        <visual><geometry><mesh filename="package://pkg/meshes/seen/part.obj"/></geometry></visual>
        <collision><geometry><mesh filename="meshes/hit/part.stl" scale="1 1 2"/></geometry></collision></link>
    <joint name="j" type="revolute"><parent link="base"/><child link="a"/></joint></robot>]]

describe("rigid convert --meshes", function()
    local place

    local function write(name, text)
        local file <close> = assert(io.open(place .. "/" .. name, "wb"))
        file:write(text)
    end

    before_each(function()
        place = os.tmpname()
        os.remove(place)
        assert(os.execute(("mkdir -p '%s/pkg/meshes/seen' '%s/pkg/meshes/hit' '%s/out'"):format(place, place, place)))
        write("pkg/robot.urdf", ROBOT)
        write("pkg/meshes/seen/part.obj", "mtllib part.mtl\nmtllib ../../robot.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
        write("pkg/meshes/seen/part.mtl", "newmtl a\nmap_Kd -o 0 0 skin.png\nmap_Ka ../../../secret.png\n")
        write("pkg/meshes/seen/skin.png", "\x89PNG")
        write("secret.png", "secret")
        write("pkg/robot.mtl", "newmtl b\n")
        write("pkg/meshes/hit/part.stl", ("\0"):rep(80) .. "\1\0\0\0" .. ("\0"):rep(50))
    end)

    after_each(function() os.execute(("rm -r '%s'"):format(place)) end)

    local function to(name, from) return convert.files(place .. "/" .. (from or "pkg/robot.urdf"), place .. "/out/" .. name, { meshes = true, states = 3 }) end

    -- All that is in the folder of results.
    local function there()
        local pipe = assert(io.popen(("cd '%s/out' && find . ! -type d | sort"):format(place)))
        local text = pipe:read "a":gsub("%./", ""):gsub("\n", " ")
        pipe:close()
        return text
    end

    it("copies them beside the new file, each below what they share, with the materials and pictures they ask for there", function()
        for _, ending in ipairs { "xml", "sdf", "urdf", "lua" } do
            local sentence, holds = to("r." .. ending)
            assert.is_true(holds, sentence)
            assert.truthy(sentence:find("4 files of meshes copied", 1, true), sentence)
            assert.equal(("r.%s r_meshes/hit/part.stl r_meshes/seen/part.mtl r_meshes/seen/part.obj r_meshes/seen/skin.png "):format(ending), there())
            local body = rigid.load(place .. "/out/r." .. ending):table().bodies
            body = body[#body]
            assert.equal("r_meshes/seen/part.obj", body.visuals[1].shape.filename)
            assert.equal("r_meshes/hit/part.stl", body.collisions[1].shape.filename)
            assert.same({ 1, 1, 2 }, body.collisions[1].shape.scale)
            for _, name in ipairs { "seen/part.obj", "seen/part.mtl", "hit/part.stl" } do
                assert.equal(said_in(place .. "/pkg/meshes/" .. name), said_in(place .. "/out/r_meshes/" .. name))
            end
            assert.equal(4, rigid.load_mesh("r_meshes/seen/part.obj", { directory = place .. "/out" }).face_count)
            os.remove(place .. "/out/r." .. ending)
        end
    end)

    it("writes nothing where a mesh is not there, is none by its name, or is no file", function()
        for _, name in ipairs { "nowhere.stl", "../secret.png", "/dev/zero", "meshes" } do
            write("pkg/other.urdf", (ROBOT:gsub("meshes/hit/part.stl", name)))
            compare.refuses(function() to("r.xml", "pkg/other.urdf") end, "link 'a'", name:match "[^/]*$")
            assert.equal("", there())
        end
    end)

    it("writes over no file that is another, through no link, and then nothing at all", function()
        to "r.xml"
        to "r.xml"
        write("out/r_meshes/seen/skin.png", "mine")
        write("out/r.xml", "mine")
        os.remove(place .. "/out/r_meshes/hit/part.stl")
        compare.refuses(function() to "r.xml" end, "skin.png", "is another")
        assert.equal("mine", said_in(place .. "/out/r.xml"))
        assert.equal("r.xml r_meshes/seen/part.mtl r_meshes/seen/part.obj r_meshes/seen/skin.png ", there())
        assert(os.execute(("ln -s ../secret.png '%s/out/s_meshes'; mkdir '%s/out/t_meshes'; ln -s ../../pkg '%s/out/t_meshes/hit'; mkdir -p '%s/out/u_meshes/seen';"
            .. " ln -s ../../../new.obj '%s/out/u_meshes/seen/part.obj'"):format(place, place, place, place, place)))
        for _, name in ipairs { "s", "t", "u" } do
            compare.refuses(function() to(name .. ".xml") end, "link")
            assert.is_nil(io.open(place .. "/out/" .. name .. ".xml"))
        end
        assert.is_nil(io.open(place .. "/new.obj"))
        assert.is_nil(io.open(place .. "/pkg/part.stl"))
    end)

    it("is an option of the program", function()
        local out, problem, code = program.run { "convert", "--meshes", place .. "/pkg/robot.urdf", place .. "/out/r.sdf" }
        assert.equal(0, code, problem)
        assert.truthy(out:find("4 files of meshes copied", 1, true), out)
    end)
end)

describe("rigid convert --units", function()
    local function converted(ending, text, units, to)
        return files.with(ending, text, function(path)
            return files.with("_to" .. (to or ".lua"), "", function(result)
                local sentence, holds = convert.files(path, result, { units = units, states = 10 })
                assert.is_true(holds, sentence)
                return rigid.load(result), rigid.load(path)
            end)
        end)
    end

    -- Every kind of freedom, with figures that are all different.
    local TREE <const> = [[return {format = "rigid", name = "m", gravity = {0, 1, -9810}, bodies = {
        {name = "a", placement = {position = {10, 20, 30}}, joint = {type = "prismatic", name = "s", axis = {1, 0, 0}, damping = 3, friction = 5, stiffness = 7,
            springref = 40, armature = 11, limits = {lower = -100, upper = 200, effort = 3000, velocity = 50}},
            inertia = {mass = 2000, com = {5, 6, 7}, inertia = {xx = 4e5, yy = 5e5, zz = 6e5, xy = 1e4, xz = 2e4, yz = 3e4}},
            visuals = {{shape = {type = "box", size = {10, 20, 30}}, placement = {position = {1, 2, 3}}}, {shape = {type = "mesh", filename = "a.stl"}}}},
        {name = "b", parent = "a", placement = {position = {1, 2, 300}}, joint = {type = "revolute", name = "t", axis = {0, 1, 0}, damping = 3e6, friction = 5e6,
            stiffness = 7e6, springref = 0.4, armature = 11e6, limits = {lower = -1, upper = 2, effort = 3e9, velocity = 5}},
            inertia = {mass = 1000, com = {-5, 16, 27}, inertia = {xx = 4e5, yy = 5e5, zz = 6e5}}},
        {name = "c", parent = "b", placement = {position = {100, 2, 3}}, joint = {type = "screw", name = "w", axis = {0, 0, 1}, point = {10, 0, 0}, pitch = 20},
            inertia = {mass = 500, com = {1, 2, 3}, inertia = {xx = 4e4, yy = 5e4, zz = 6e4}}},
        {name = "d", parent = "c", joint = {type = "planar", name = "p", axis = {0, 0, 1}, limits = {lower = {-10, -20, -1}, upper = {10, 20, 1}}},
            inertia = {mass = 500, com = {1, 2, 3}, inertia = {xx = 4e4, yy = 5e4, zz = 6e4}}},
        {name = "e", parent = "a", joint = {type = "revolute", name = "f", axis = {1, 0, 0}, mimic = {joint = "s", multiplier = 0.02, offset = 0.3}},
            inertia = {mass = 500, com = {1, 2, 3}, inertia = {xx = 4e4, yy = 5e4, zz = 6e4}}}},
        loops = {{name = "k", joint = "w", of = "s", coefficients = {0.1, 0.02, 0.003}}}}]]

    it("takes every figure by its dimension: what was computed in one is computed in the other", function()
        local L, M = 1e-3, 1e-3
        local m, was = converted("_u.lua", TREE, "mm,g")
        local q, v = was:random_state(3)
        local a = v * 2
        local slides = { s = true, ["p.x"] = true, ["p.y"] = true }
        local heads = { "s", "t", "w", "p.x", "p.y", "p.a" }
        local function scaled(list, slide, turn)
            local new = {}
            for i, head in ipairs(heads) do new[i] = list[i] * (slides[head] and slide or turn) end
            return new
        end
        local near = { tol = 1e-12 }
        assert.equal(#heads, m:nv())
        compare.near(m:inverse_dynamics(scaled(q, L, 1), scaled(v, L, 1), scaled(a, L, 1)), scaled(was:inverse_dynamics(q, v, a), M * L, M * L ^ 2), near)
        compare.near(m:passive_forces(scaled(q, L, 1), scaled(v, L, 1)), scaled(was:passive_forces(q, v), M * L, M * L ^ 2), near)
        compare.near(m:pose(scaled(q, L, 1), "e"):position(), was:pose(q, "e"):position() * L, near)
        compare.near(m:armature(), scaled(was:armature(), M, M * L ^ 2), near)
        compare.near(m:limits().upper, scaled(was:limits().upper, L, 1), near)
        compare.near(m:limits().effort, scaled(was:limits().effort, M * L, M * L ^ 2), near)
        compare.near(m:limits().velocity, scaled(was:limits().velocity, L, 1), near)
        local loop = m:table().loops[1].coefficients
        compare.near(rigid.Vector(loop), { 0.1, 20, 3000 }, near)
        local visuals = m:table().bodies[1].visuals
        compare.near(rigid.Vector(visuals[1].shape.size), { 0.01, 0.02, 0.03 }, near)
        compare.near(rigid.Vector(visuals[1].placement.position), { 0.001, 0.002, 0.003 }, near)
        compare.near(rigid.Vector(visuals[2].shape.scale), { L, L, L }, near)
        compare.near(m:gravity(), { 0, 0.001, -9.81 }, near)
    end)

    it("is asked for by a length, a mass, or both; gravity that nobody said stays what it is", function()
        local text = [[<robot name="r"><link name="a"><inertial><mass value="3"/><inertia ixx="4" iyy="5" izz="6"/></inertial></link></robot>]]
        local m = converted("_u.urdf", text, "in", ".xml")
        assert.equal(3, m:body("a").inertia:mass())
        compare.near(m:body("a").inertia:central_inertia():table().xx, 4 * 0.0254 ^ 2, { tol = 1e-13 })
        m = converted("_u.urdf", text, "lb", ".sdf")
        assert.equal(3 * 0.45359237, m:body("a").inertia:mass())
        assert.equal(-9.81, m:gravity().z)
        for _, units in ipairs { "", "km", "mm,", "mm,cm", "g,kg", "mm g" } do
            compare.refuses(function() converted("_u.urdf", text, units) end, "'" .. units .. "'", "mm,g")
        end
    end)

    it("refuses what has no one dimension, by name", function()
        compare.refuses(function() converted("_u.lua", TREE:gsub('name = "p",', 'name = "p", damping = 2,'), "mm") end, "joint 'p'", "damping")
        local text = [[<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>]]
        compare.refuses(function() converted("_u.xml", text, "mm") end, "actuators")
    end)
end)
