-- Mesh files: the same solid from every format, what each way of spoiling it is called, and the laws that an inertia of a
-- mesh keeps. Meshes are made from formulas; where rigid was built without assimp, nothing here can be said.
local rigid = require "rigid"
local solids = require "spec.support.solids"
local draw = require "spec.support.draw"
local compare = require "spec.support.compare"
local meshes = require "spec.support.meshes"

local SpatialInertia, Vec3 = rigid.SpatialInertia, rigid.Vec3

local from, codes, assert_same, lists_of = meshes.from, meshes.codes, meshes.assert_same, meshes.lists_of
local crooked = meshes.crooked

describe("a mesh file", function()
    for _, format in ipairs(solids.formats) do
        it("in " .. format .. " is the mesh that was written", function()
            for seed = 1, 10 do
                local mesh = crooked(seed)
                local M, report = from(mesh, { density = 1000 }, format)
                assert.equal("exact", report.grade)
                assert.is_true(report.is_exact)
                assert.equal("", codes(report.findings))
                assert_same(M, lists_of(mesh), 1e-12, ("%s, seed %d"):format(format, seed))
            end
        end)
    end

    it("in binary and in text, in every format, has the same inertia to the last digits", function()
        local mesh = solids.single(solids.moved(solids.ring(0.3, 0.05, 17), { 0.1, 0.2, -0.3 }))
        local first = from(mesh)
        for _, format in ipairs(solids.formats) do assert_same(from(mesh, nil, format), first, 1e-12, format) end
    end)

    -- The unit cube whose top has one corner at 3/2: cut along its shorter diagonal it holds 13/12, along the other 7/6.
    it("has quadrilaterals that are not flat cut along the shorter diagonal, wherever they begin", function()
        for first = 0, 3 do
            local corners = { "5", "6", "7", "8" }
            local top = {}
            for i = 1, 4 do top[i] = corners[(first + i - 1) % 4 + 1] end
            local text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1.5\nv 0 1 1\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf "
                .. table.concat(top, " ") .. "\n"
            solids.with_text(text, "obj", function(path)
                local M = SpatialInertia.from_mesh_file(path, { density = 1 })
                assert.is_true(math.abs(M:mass() - 13 / 12) < 1e-14, ("%d: %.17g"):format(first, M:mass()))
            end)
        end
    end)

    it("is loaded as lists, and packed for drawing", function()
        local box = solids.single(solids.box(0.2, 0.3, 0.4))
        solids.with_file(box, "stl", function(path)
            local mesh = rigid.load_mesh(path)
            assert.equal(12, mesh.face_count)
            assert.equal(36, mesh.vertex_count)
            assert.equal("stl", mesh.format)
            assert.equal(8, #mesh.vertices)
            assert.equal(12, #mesh.faces)
            assert.equal(36 * 12, #mesh.positions)
            assert.equal(12 * 12, #mesh.corners)
            assert.is_true(mesh.high:is_near(Vec3(0.1, 0.15, 0.2), 1e-7) and mesh.low:is_near(Vec3(-0.1, -0.15, -0.2), 1e-7))
            assert_same(lists_of(mesh), lists_of(box), 1e-12)
            local corner = ("I4"):unpack(mesh.corners, 12 * 3 + 1)
            local x = ("f"):unpack(mesh.positions, 12 * corner + 1)
            assert.is_true(math.abs(math.abs(x) - 0.1) < 1e-7)
            assert.truthy(tostring(mesh):find("mesh of 12 faces", 1, true))
        end)
    end)

    it("keeps its parts, their materials and the colours of vertices", function()
        local text = "mtllib NAME\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nusemtl red\nf 1 3 2\nf 1 2 4\nusemtl glass\nf 1 4 3\nf 2 3 4\n"
        local materials = "newmtl red\nKd 1 0 0\nnewmtl glass\nKd 0 0 1\nd 0.5\n"
        solids.with_text(materials, "mtl", function(library)
            local name = library:match "[^/]*$"
            solids.with_text((text:gsub("NAME", name)), "obj", function(path)
                local parts = rigid.load_mesh(path).parts
                assert.equal(2, #parts)
                assert.same({ 1.0, 0.0, 0.0, 1.0 }, parts[1].color)
                assert.same({ 0.0, 0.0, 1.0, 0.5 }, parts[2].color)
                assert.same({ 3, 2 }, { parts[2].first, parts[2].count })
            end)
        end)
        local ply = solids.text.ply(solids.box(1, 1, 1)):gsub("property float z\n", "%0property uchar red\nproperty uchar green\nproperty uchar blue\n")
        ply = ply:gsub("(%-?0%.5 %-?0%.5 %-?0%.5)\n", "%1 255 0 51\n")
        solids.with_text(ply, "ply", function(path)
            local mesh = rigid.load_mesh(path)
            local r, g, b = ("fff"):unpack(mesh.colors)
            assert.is_true(r == 1 and g == 0 and math.abs(b - 0.2) < 1e-6)
        end)
    end)

    it("is scaled, and mirrored without being turned inside out", function()
        local mesh = crooked(3)
        solids.with_file(mesh, "obj", function(path)
            for _, s in ipairs { { 2, 3, 4 }, { -1, 1, 1 }, { -1, -2, -3 } } do
                local scaled = { vertices = {}, faces = mesh.faces }
                for i, p in ipairs(mesh.vertices) do scaled.vertices[i] = { s[1] * p[1], s[2] * p[2], s[3] * p[3] } end
                if s[1] * s[2] * s[3] < 0 then scaled = solids.inverted(scaled) end
                local M, report = SpatialInertia.from_mesh_file(path, { density = 500, scale = s })
                assert.equal("exact", report.grade)
                assert_same(M, lists_of(scaled, 500), 1e-12)
            end
        end)
    end)
end)

describe("a Collada file", function()
    local box = solids.single(solids.moved(solids.box(1, 2, 3), { 1, 0, 0 }))
    local function load(asset, node, options)
        return solids.with_text(solids.text.dae(box, asset, node), "dae", function(path) return rigid.load_mesh(path, options) end)
    end

    it("is in the unit that it says, in double precision", function()
        local mesh = load '<unit name="inch" meter="0.0254"/>'
        assert.equal(0.0254, mesh.unit)
        assert.is_true(mesh.high:is_near(Vec3(1.5, 1, 1.5) * 0.0254, 1e-16))
        assert.equal(1.0, load("").unit)
        for _, unit in ipairs { "0", "-1", "nan", "inf", "metre", "1e999" } do
            compare.refuses(function() load(('<unit meter="%s"/>'):format(unit)) end, "<unit> is no positive number")
        end
    end)

    it("keeps its axes, and turns its up axis to z when asked", function()
        for asset, corner in pairs {
            ["<up_axis>Z_UP</up_axis>"] = { { 1.5, 1, 1.5 }, { 1.5, 1, 1.5 } },
            ["<up_axis>Y_UP</up_axis>"] = { { 1.5, 1, 1.5 }, { 1.5, 1.5, 1 } },
            [""] = { { 1.5, 1, 1.5 }, { 1.5, 1.5, 1 } },
            ["<up_axis>X_UP</up_axis>"] = { { 1.5, 1, 1.5 }, { 1.5, 1, 1.5 } },
        } do
            assert.is_true(load(asset).high:is_near(Vec3(corner[1]), 1e-12), asset)
            assert.is_true(load(asset, nil, { up = "file" }).high:is_near(Vec3(corner[1]), 1e-12), asset)
            assert.is_true(load(asset, nil, { up = "z" }).high:is_near(Vec3(corner[2]), 1e-12), asset)
        end
        assert.equal("y", load("").up_axis)
        -- which way: what is up at (0, 1, 0) is at (0, 0, 1) after
        local tip = { vertices = { { 0, 1, 0 }, { 0, 0, 0 }, { 0.1, 0, 0 }, { 0, 0, 0.1 } }, faces = { { 1, 2, 3 }, { 1, 3, 4 }, { 1, 4, 2 }, { 2, 4, 3 } } }
        local mesh = solids.with_text(solids.text.dae(tip), "dae", function(path) return rigid.load_mesh(path, { up = "z" }) end)
        assert.is_true(mesh.high.z == 1 and mesh.low.z == 0)
    end)

    it("is placed by its nodes, and mirrored by them without being turned inside out", function()
        assert.is_true(load("", "<translate>10 0 0</translate>").low:is_near(Vec3(10.5, -1, -1.5), 1e-6))
        local text = solids.text.dae(box, '<unit meter="0.5"/>', "<translate>0 0 4</translate><scale>-1 1 1</scale>")
        local M, report = solids.with_text(text, "dae", function(path) return SpatialInertia.from_mesh_file(path, { density = 1 }) end)
        assert.equal("exact", report.grade)
        assert.is_true(M:com():is_near(Vec3(-0.5, 0, 2), 1e-12))
        assert.is_true(math.abs(M:mass() - 6 / 8) < 1e-12)
    end)
end)

describe("a file that is no mesh", function()
    local function refused(text, extension, ...)
        local words = { ... }
        solids.with_text(text, extension, function(path)
            compare.refuses(function() rigid.load_mesh(path) end, path, table.unpack(words))
        end)
    end

    it("is refused with its path and assimp's reason", function()
        refused("solid nothing\nendsolid nothing\n", "stl")
        refused("nonsense", "stl", "cannot be read as STL")
        refused("nonsense", "ply", "cannot be read as PLY")
        refused("nonsense", "dae", "cannot be read as Collada")
        refused("nonsense", "obj", "cannot be read as OBJ")
        refused("nonsense", "xyz", "neither STL, OBJ, PLY nor Collada")
        refused("", "stl", "empty")
        -- what would keep assimp busy for ever, or make it ask for all memory
        local dae, ply = solids.text.dae(solids.box(1, 1, 1)), solids.text.ply(solids.box(1, 1, 1))
        refused((dae:gsub("<p>0 ", "<p>0.5 ")), "dae", "<p> lists what is no whole number")
        refused((dae:gsub('stride="3"', 'stride="3000000000"')), "dae", 'it says stride="3000000000"')
        refused((ply:gsub("end_header", "e0d_header")), "ply", "its header does not end")
        refused((ply:gsub("element face 12", "element face 4000000000")), "ply", "4000000000 entries")
        refused("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "obj")
        refused("v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "obj")
        refused(solids.text.binary_stl(solids.box(1, 1, 1)):sub(1, 200), "stl", "cannot be read as STL")
    end)

    it("is told apart by what it holds before its name", function()
        solids.with_text(solids.text.ply(solids.box(1, 1, 1)), "stl", function(path) assert.equal("ply", rigid.load_mesh(path).format) end)
        solids.with_text(solids.text.dae(solids.box(1, 1, 1)), "obj", function(path) assert.equal("dae", rigid.load_mesh(path).format) end)
        solids.with_text(solids.text.stl(solids.box(1, 1, 1)), "part", function(path) assert.equal("stl", rigid.load_mesh(path).format) end)
        solids.with_text(solids.text.stl(solids.box(1, 1, 1)), "STL", function(path) assert.equal("stl", rigid.load_mesh(path).format) end)
    end)

    it("never ends the program, whatever was done to it", function()
        local d = draw.stream(77)
        local box = solids.single(solids.box(1, 2, 3))
        local texts = {}
        for _, format in ipairs(solids.formats) do texts[#texts + 1] = { solids.text[format](box), format:match "[a-z]*$" } end
        for _ = 1, 200 do
            local text, extension = table.unpack(texts[d:integer(1, #texts)])
            for _ = 1, d:integer(1, 4) do
                local at, kind = d:integer(1, math.max(#text, 1)), d:integer(1, 4)
                if kind == 1 then
                    text = text:sub(1, at)
                elseif kind == 2 then
                    text = text:sub(1, at - 1) .. string.char(d:integer(0, 255)) .. text:sub(at + 1)
                elseif kind == 3 then
                    text = text:sub(1, at) .. text:sub(at + d:integer(1, 20))
                else
                    local other = d:integer(1, math.max(#text, 1))
                    text = text:sub(1, at) .. text:sub(other, other + 40) .. text:sub(at + 1)
                end
            end
            solids.with_text(text, extension, function(path)
                local ok, problem = pcall(SpatialInertia.from_mesh_file, path, { mass = 1 })
                assert.is_true(ok or type(problem) == "string" and #problem < 2000)
            end)
        end
    end)
end)

describe("the file that a URI names", function()
    local base
    setup(function()
        base = os.tmpname()
        os.remove(base)
        assert(os.execute(("mkdir -p %s/arm_description/meshes/visual %s/arm_description/urdf %s/other"):format(base, base, base)))
        local file = assert(io.open(base .. "/arm_description/meshes/visual/link 1.stl", "w"))
        file:write(solids.text.stl(solids.box(1, 1, 1)))
        file:close()
    end)
    teardown(function() os.execute("rm -r " .. base) end)

    it("is found from the directory of the robot file upward", function()
        local wanted = base .. "/arm_description/meshes/visual/link 1.stl"
        local directory = base .. "/arm_description/urdf"
        for _, uri in ipairs {
            "package://arm_description/meshes/visual/link 1.stl", "../meshes/visual/link 1.stl", "meshes/visual/link 1.stl",
            "file://" .. wanted, "file://" .. wanted:gsub(" ", "%%20"), wanted, "model://arm_description/meshes/visual/link 1.stl",
            "package://renamed/meshes/visual/link 1.stl",
        } do
            local path = rigid.resolve_mesh(uri, directory)
            local file <close> = assert(io.open(path))
            assert.equal("solid", file:read(5), uri)
        end
        assert.equal(wanted, rigid.resolve_mesh("package://arm_description/meshes/visual/link 1.stl", directory .. "/"))
        assert.equal(12, rigid.load_mesh("package://arm_description/meshes/visual/link 1.stl", { directory = directory }).face_count)
    end)

    it("is no directory, and nothing that would have to be fetched", function()
        compare.refuses(function() rigid.resolve_mesh(base) end, "no file for the mesh", base)
        compare.refuses(function() rigid.resolve_mesh "http://example.org/a.stl" end, "http:// is not fetched")
        compare.refuses(function() rigid.resolve_mesh "package://nothing" end, "names no file in a package")
        compare.refuses(function() rigid.resolve_mesh("package://arm/a.stl", base .. "/other") end, "tried", base .. "/other/arm/a.stl")
    end)
end)
