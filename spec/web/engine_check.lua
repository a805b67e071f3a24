-- The engine of the pages, under node: what it answers is what the program answers.
local web = require "spec.support.web"
local program = require "spec.support.program"

local function lines_of(text)
    local list = {}
    for line in text:gmatch "[^\n]+" do list[#list + 1] = line end
    return list
end

describe("the engine of the pages", function()
    it("answers as the prompt does: values, errors with carets, entries of several lines, help", function()
        local answers = web.answers {
            "M = SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}", "M:mass()", "M:shfit{0, 0, 1}", "for i = 1, 2 do", "print(i) end", "?M.shift",
        }
        assert.equal("2.0\n", answers[2])
        assert.matches("did you mean 'shift'%?\n  M:shfit{0, 0, 1}\n    %^\n", answers[3])
        assert.equal("", answers[4])
        assert.equal("1\n2\n", answers[5])
        assert.matches("SpatialInertia:shift%(p_PQ%)", answers[6])
    end)

    it("completes what the prompt completes", function()
        local _, said = web.answers {"M = SpatialInertia.point_mass{mass = 1, position = {1, 0, 0}}", {kind = "complete", text = "print(M:shi", id = 7}}
        local found
        for _, message in ipairs(said) do found = message.kind == "completions" and message or found end
        assert.same({"shift", "shift_in_place"}, found.names)
        assert.equal("print(M:", found.before)
        assert.equal(7, found.id)
    end)

    it("is stopped in a loop without end, in a protected one too, and what was there stays", function()
        local answers = web.answers {
            "kept = 5", {kind = "line", text = "while true do end", stop = true},
            {kind = "line", text = "while true do pcall(function() while true do end end) end", leave = true}, "kept",
        }
        assert.same({"\ninterrupted\n", "\ninterrupted\n", "5\n"}, {answers[2], answers[3], answers[4]})
    end)

    it("reads robots, tells what is wrong with them, and simulates to the digits of the program", function()
        local entries = {
            'm = rigid.load("robot.urdf")', "#m:diagnose()", "q = m:random_state(3)",
            "print(('%.12g'):format(m:inverse_dynamics(q, Vector(m:nv()), Vector(m:nv())):norm()))",
        }
        local there = {{kind = "put", name = "robot.urdf", text = program.read_file "spec/models/arm7.urdf"}}
        local answers = web.answers(entries, there)
        entries[1] = 'm = rigid.load("spec/models/arm7.urdf")'
        assert.equal(web.native(entries), table.concat(answers))
    end)

    it("keeps a log on the shelf and reads it back, numbers and all", function()
        local there = {{kind = "put", name = "robot.urdf", text = program.read_file "spec/models/arm7.urdf"}}
        local answers = web.answers({
            'm = rigid.load "robot.urdf"', "log = m:simulate{duration = 0.05, dt = 0.01, friction = false}", 'log:save "log.csv"', 'data = rigid.read_csv "log.csv"',
            "print(#data.t == #log, data.t[6] == log.t[6])",
        }, there)
        assert.equal("true\ttrue\n", answers[5], table.concat(answers))
    end)

    it("refuses XML that is none, and a document type, with the line", function()
        local there = {
            {kind = "put", name = "a.urdf", text = "<robot name='a'>\n<link name='b'>\n</robot>"},
            {kind = "put", name = "b.urdf", text = "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<robot name='a'/>"},
        }
        local answers = web.answers({'rigid.load "a.urdf"', 'rigid.load "b.urdf"', "1"}, there)
        assert.matches("a.urdf:3: malformed XML: mismatched tag", answers[1])
        assert.matches("b.urdf:1: a document type", answers[2])
        assert.equal("1\n", answers[3])
    end)

    it("reads meshes as the program does, and says why not", function()
        local corners = {{0, 0, 0}, {30, 0, 0}, {0, 20, 0}, {0, 0, 40}}
        local stl, obj = {"solid t"}, {"o first"}
        for _, p in ipairs(corners) do obj[#obj + 1] = ("v %g %g %g"):format(table.unpack(p)) end
        for _, face in ipairs {{1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4}} do
            obj[#obj + 1] = ("f %d %d %d"):format(table.unpack(face))
            stl[#stl + 1] = "facet normal 0 0 0\nouter loop"
            for _, k in ipairs(face) do stl[#stl + 1] = ("vertex %g %g %g"):format(table.unpack(corners[k])) end
            stl[#stl + 1] = "endloop\nendfacet"
        end
        local files = {
            ["t.stl"] = table.concat(stl, "\n") .. "\nendsolid t\n", ["t.obj"] = table.concat(obj, "\n") .. "\n",
            ["t.ply"] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                .. "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        }
        local there, entries = {}, {"mesh = rigid.load_mesh 't.ply'", "mesh.face_count, #mesh.vertices, mesh.low, mesh.high"}
        for name, text in pairs(files) do there[#there + 1] = {kind = "put", name = name, text = text} end
        for _, name in ipairs {"t.stl", "t.obj"} do
            entries[#entries + 1] = ("M, report = SpatialInertia.from_mesh_file('%s', {density = 2700, scale = {1e-3, -1e-3, 2e-3}})"):format(name)
            entries[#entries + 1] = "report.grade, report.sentence"
            entries[#entries + 1] = "M"
        end
        assert.equal(web.plain(web.native(entries, files)), web.plain(table.concat((web.answers(entries, there)))))
        there = {{kind = "put", name = "lies.stl", text = ("\0"):rep(80) .. "\1\2\3\4"}, {kind = "put", name = "a.dae", text = "<COLLADA/>"}}
        local answers = web.answers({"rigid.load_mesh 'lies.stl'", "rigid.load_mesh 'a.dae'"}, there)
        assert.matches("lies.stl: cannot be read as STL", answers[1])
        assert.matches("a.dae: cannot be read as Collada: a page reads STL, OBJ and PLY", answers[2])
    end)

    it("gives back what was used, so that the engine does not grow, not by what failed either", function()
        local messages = {{kind = "put", name = "h.urdf", text = program.read_file "spec/models/humanoid30.urdf"}}
        local WORK <const> = {
            'm = rigid.load "h.urdf"', "log = m:simulate{duration = 0.1, dt = 0.002}", "A = Matrix(1000, 1000)", "t = ('x'):rep(3e7)", "rigid.load 'none'",
            "m, log, A, t = nil", "collectgarbage()",
        }
        for _ = 1, 12 do
            for _, text in ipairs(WORK) do messages[#messages + 1] = {kind = "line", text = text} end
            messages[#messages + 1] = {kind = "memory"}
        end
        local sizes = {}
        for _, message in ipairs(web.tell(messages)) do
            if message.kind == "memory" then sizes[#sizes + 1] = message.bytes end
        end
        assert.equal(12, #sizes)
        assert.equal(sizes[4], sizes[12])
    end)

    it("says that memory ends, and goes on", function()
        local answers = web.answers {"kept = 5", "t = {} while true do t[#t + 1] = ('x'):rep(1e7) .. #t end", "t = nil", "kept"}
        assert.matches("not enough memory", answers[2])
        assert.equal("5\n", answers[4])
    end)

    it("draws plots as SVG, and shows models", function()
        local _, said = web.answers {
            'm = rigid.Model{name = "<b>p</b>"}',
            'm:add_body{name = "<script>", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = SpatialInertia.solid_sphere{mass = 1, radius = 1}:shift{0, 0, 1}}',
            "log = m:simulate{q = {2}, duration = 1, dt = 0.1}", 'log:plot{"q", "energy", title = "<script>alert(1)</script>"}', "rigid.view(m, log)",
        }
        local picture, scene
        for _, message in ipairs(said) do
            picture = message.kind == "picture" and message.svg or picture
            scene = message.kind == "scene" and message.data or scene
        end
        assert.matches("^<svg .*</svg>\n$", picture)
        assert.is_nil(picture:find "<script")
        assert.matches("&lt;script&gt;alert", picture)
        assert.is_nil(scene:find "<")
        assert.equal(1, #require "dkjson".decode(scene).bodies)
    end)

    local readme = program.read_file "README.md"
    local ROBOTS <const> = {{kind = "put", name = "spec/models/arm7.urdf", text = program.read_file "spec/models/arm7.urdf"}}

    it("gives what README's own session shows", function()
        local block, entries, shows = readme:match "```text\n(> .-)```", {}, {}
        for line in block:gmatch "(.-)\n" do
            local entry = line:match "^> (.*)$"
            if entry then entries[#entries + 1], shows[#entries + 1] = entry, "" else shows[#entries] = shows[#entries] .. line .. "\n" end
        end
        local answers = web.answers(entries, ROBOTS)
        for i, shown in ipairs(shows) do assert.equal(shown, answers[i], entries[i]) end
        assert.is_true(#entries >= 4)
    end)

    it("gives what README's blocks of Lua say, typed line by line", function()
        local count = 0
        for block in readme:gmatch "```lua\n(.-)```" do
            if not block:find "plot{" then
                local answers = "\n" .. table.concat((web.answers(lines_of(block), ROBOTS)))
                assert.is_nil(answers:find "attempt to", answers)
                for shown in block:gmatch "%-%-> ([^\n]*)" do
                    assert.truthy(answers:find("\n" .. shown, 1, true), shown .. " in" .. answers)
                    count = count + 1
                end
            end
        end
        assert.is_true(count >= 3, count .. " values")
    end)
end)
