-- Mesh files: the same solid from every format, what each way of spoiling it is called, and the laws that an inertia of a
-- mesh keeps. Meshes are made from formulas; where rigid was built without assimp, nothing here can be said.

local rigid = require "rigid"
local solids = require "spec.support.solids"
local draw = require "spec.support.draw"
local compare = require "spec.support.compare"

local SpatialInertia, Vec3 = rigid.SpatialInertia, rigid.Vec3

local SINGLE <const> = 2.0 ^ -24 -- what a coordinate loses in a file, relative

local function from(mesh, options, format)
    return solids.with_file(mesh, format or "binary_ply", function(path) return SpatialInertia.from_mesh_file(path, options or { density = 1000 }) end)
end

local function codes(findings)
    local found = {}
    for i, f in ipairs(findings) do found[i] = f.code end
    table.sort(found)
    return table.concat(found, " ")
end

-- Parameters equal to a share of the largest of their kind.
local function assert_same(a, b, share, note)
    local p, q = a:parameters(), b:parameters()
    local scale = { q[1], 0, 0 }
    for i = 2, 4 do scale[2] = math.max(scale[2], math.abs(q[i]), math.abs(q[1]) * 1e-3) end
    for i = 5, 10 do scale[3] = math.max(scale[3], math.abs(q[i])) end
    for i = 1, 10 do
        local kind = i == 1 and 1 or i <= 4 and 2 or 3
        assert.is_true(math.abs(p[i] - q[i]) <= share * scale[kind], ("%s: parameter %d is %.17g, not %.17g"):format(note or "", i, p[i], q[i]))
    end
end

local function lists_of(mesh, density)
    return SpatialInertia.mesh { density = density or 1000, vertices = mesh.vertices, faces = mesh.faces }
end

-- Skew and off-centre, every coordinate a single-precision number.
local function crooked(seed)
    local d = draw.stream(seed)
    local R = rigid.Rotation.matrix(d:rotation())
    local box = solids.box(d:between(0.1, 0.5), d:between(0.1, 0.5), d:between(0.1, 0.5))
    for i, p in ipairs(box.vertices) do box.vertices[i] = (R * Vec3(p)):table() end
    return solids.single(solids.moved(box, { d:between(-1, 1), d:between(-1, 1), d:between(-1, 1) }))
end

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

describe("the grade of a mesh", function()
    local box, inner = solids.box(0.2, 0.3, 0.4), solids.box(0.1, 0.1, 0.1)
    local solid, hole = lists_of(solids.single(box)), lists_of(solids.single(inner))

    local function check(name, mesh, grade, expected, findings)
        it("is " .. grade .. " for " .. name, function()
            local M, report = from(mesh)
            assert.equal(grade, report.grade)
            assert.equal(grade == "exact", report.is_exact)
            assert.equal(findings, codes(report.findings))
            if expected then assert_same(M, expected, 1e-6) end
            for _, f in ipairs(report.findings) do
                assert.is_true(type(f.sentence) == "string" and f.sentence ~= "" and type(f.quantity) == "string" and type(f.value) == "number")
            end
            assert.truthy(tostring(report):find(grade, 1, true))
        end)
    end
    local function shifted(M, d) return M:shift(Vec3(d) * -1) end

    check("a box", box, "exact", solid, "")
    check("a ring, which has a hole through it", solids.ring(0.5, 0.1, 20), "exact", nil, "")
    check("a box with a cavity", solids.together(box, solids.inverted(inner)), "exact", solid - hole, "shells")
    check("two boxes apart", solids.together(box, solids.moved(box, { 1, 0, 0 })), "exact", solid + shifted(solid, { 1, 0, 0 }), "shells")
    check("two boxes with an edge in common", solids.together(box, solids.moved(box, { 0.2, 0.3, 0 })), "exact",
        solid + shifted(solid, { 0.2, 0.3, 0 }), "non_manifold")
    check("a box inside out", solids.inverted(box), "re-wound", solid, "inverted")
    check("a box of which a third is turned", solids.flipped(box, function(i) return i % 3 == 0 end), "re-wound", solid, "wound_both_ways")
    check("a box of which two thirds are turned", solids.flipped(box, function(i) return i % 3 ~= 0 end), "re-wound", solid, "wound_both_ways")
    check("a box with a cavity, all inside out", solids.together(solids.inverted(box), inner), "re-wound", solid - hole, "inverted shells")
    check("a cavity that is wound both ways", solids.together(box, solids.flipped(inner, function(i) return i == 3 end)), "re-wound",
        solid - hole, "shells wound_both_ways")
    check("two boxes apart, one inside out", solids.together(box, solids.moved(solids.inverted(box), { 1, 0, 0 })), "re-wound",
        solid + shifted(solid, { 1, 0, 0 }), "inverted shells")
    check("a box drawn on both sides", solids.together(box, solids.inverted(box)), "re-wound", solid, "non_manifold two_sided")
    check("a box with a face twice", solids.together(box, { vertices = box.vertices, faces = { box.faces[5] } }), "re-wound", solid, "duplicate")
    check("a box in a box", solids.together(box, inner), "summed", solid + hole, "overlap shells")
    check("two boxes that overlap", solids.together(box, solids.moved(box, { 0.1, 0.05, 0.02 })), "summed",
        solid + shifted(solid, { 0.1, 0.05, 0.02 }), "overlap shells")
    check("a box without one face", solids.without(box, 7), "hull", solid, "estimate open")
    check("a ring without one face", solids.without(solids.ring(0.5, 0.1, 20), 30), "hull", nil, "estimate open")

    it("is re-wound where vertices had to be welded within a tolerance, and says within which", function()
        local gap = solids.together(solids.without(box, 1),
            { vertices = { { -0.1 + 1e-8, -0.15, -0.2 }, { -0.1, 0.15, -0.2 }, { 0.1, 0.15, -0.2 + 1e-7 } }, faces = { { 1, 2, 3 } } })
        local M, report = from(gap)
        assert.equal("re-wound", report.grade)
        assert.equal("gaps", codes(report.findings))
        assert.is_true(report.tolerance < 1e-6)
        assert_same(M, solid, 1e-6)
        local wide = solids.together(solids.without(box, 1),
            { vertices = { { -0.1 + 1e-4, -0.15, -0.2 }, { -0.1, 0.15, -0.2 }, { 0.1, 0.15, -0.2 } }, faces = { { 1, 2, 3 } } })
        assert.equal("hull", select(2, from(wide)).grade)
    end)

    it("is box for what is flat, which has a mass but no density", function()
        local sheet = { vertices = box.vertices, faces = { box.faces[1], box.faces[2] } }
        local M, report = from(sheet, { mass = 2 })
        assert.equal("box", report.grade)
        assert_same(M, SpatialInertia.solid_box { mass = 2, size = { 0.2, 0.3, 1e-9 } }:shift { 0, 0, 0.2 }, 1e-6)
        compare.refuses(function() from(sheet) end, "field 'density'", "is flat", "shell = its thickness")
    end)

    it("is never better than asked, and refused where it is worse than required", function()
        local order = { "exact", "re-wound", "summed", "hull", "shell", "box" }
        local meshes = { box, solids.inverted(box), solids.together(box, inner), solids.without(box, 2) }
        for i, mesh in ipairs(meshes) do
            for k, required in ipairs(order) do
                local function try() return from(mesh, { mass = 1, require = required }) end
                if k < i then
                    compare.refuses(try, "field 'require'", ("'%s' is wanted"):format(required), ("gives '%s'"):format(order[i]))
                else
                    assert.equal(order[i], select(2, try()).grade)
                end
            end
        end
    end)

    it("tells the figures that it rests on", function()
        local report = solids.with_file(solids.without(box, 7), "stl", rigid.diagnose_mesh)
        assert.is_nil(report.solid)
        assert.same({ 11, 33, 8 }, { report.faces, report.vertices, report.places })
        assert.same({ 18, 3, 3 }, { report.edges.edges, report.edges.open, report.edges.odd })
        local area = 2 * (0.2 * 0.3 + 0.2 * 0.4 + 0.3 * 0.4)
        assert.is_true(math.abs(report.area - (area - 0.5 * 0.2 * 0.4)) < 1e-6)
        assert.is_true(math.abs(report.residual - 0.5 * 0.2 * 0.4 / report.area) < 1e-6)
        assert.is_true(rigid.diagnose_mesh(box).residual < 1e-15)
        assert.equal("degenerate", codes(rigid.diagnose_mesh({ vertices = box.vertices, faces = { { 1, 1, 2 }, table.unpack(box.faces) } }).findings))
    end)
end)

describe("the law of a mesh", function()
    it("is that of the box", function()
        draw.each(50, 1, function(d)
            local a, b, c = d:between(0.01, 3), d:between(0.01, 3), d:between(0.01, 3)
            local M = from(solids.box(a, b, c), { density = 700 })
            assert_same(M, SpatialInertia.solid_box { density = 700, size = { a, b, c } }, 8 * SINGLE)
        end)
    end)

    it("is that of the ball, with an error that falls by four when edges are halved", function()
        local ball, before = SpatialInertia.solid_sphere { density = 1000, radius = 0.5 }, nil
        for cuts = 1, 5 do
            local M = from(solids.ball(0.5, cuts))
            local error = 1 - M:rotational_inertia():moments().x / ball:rotational_inertia():moments().x
            assert.is_true(error > 0)
            if before and cuts > 3 then assert.is_true(math.abs(before / error - 4) < 0.1, ("%d cuts: %g"):format(cuts, before / error)) end
            before = error
        end
        assert.is_true(before < 5e-3)
    end)

    it("of the ring is Pappus's", function()
        local r, a, n = 0.5, 0.1, 48
        local M = from(solids.ring(r, a, n), { density = 1 })
        assert.is_true(math.abs(M:mass() / (n * math.sin(2 * math.pi / n) * r * 4 * a * a) - 1) < 1e-6)
    end)

    it("scales with λ³ and λ⁵", function()
        for seed = 1, 20 do
            local mesh, lambda = crooked(seed), 10 ^ draw.stream(seed):between(-3, 3)
            solids.with_file(mesh, "binary_stl", function(path)
                local one = SpatialInertia.from_mesh_file(path, { density = 1000 })
                local other = SpatialInertia.from_mesh_file(path, { density = 1000, scale = lambda })
                local p = one:parameters():table()
                for i = 1, 10 do p[i] = p[i] * lambda ^ (i == 1 and 3 or i <= 4 and 4 or 5) end
                assert_same(other, SpatialInertia.from_parameters(p), 1e-12, "seed " .. seed)
            end)
        end
    end)

    it("keeps its digits a kilometre away", function()
        local mesh, d = solids.box(0.25, 0.5, 0.125), { 1024, -512, 2048 } -- all of it in single precision
        local near, far = select(2, from(mesh)), select(2, from(solids.moved(mesh, d)))
        assert.equal("exact", far.grade)
        assert.is_true(math.abs(far.mass / near.mass - 1) < 1e-14)
        assert.is_true(far.com:is_near(Vec3(d), 1e-12))
        assert.is_true(far.central_inertia:matrix():is_near(near.central_inertia:matrix(), 1e-14 * near.central_inertia:matrix():norm()))
        assert.equal("coarse", codes(far.findings))
        local M = from(solids.moved(mesh, d))
        assert_same(M, from(mesh):shift(Vec3(d) * -1), 1e-14)
    end)

    it("of a thin shell is the difference of two balls", function()
        local r, t = 0.5, 1e-6
        local M, report = from(solids.ball(r, 5), { density = 2700, shell = t })
        assert.equal("shell", report.grade)
        assert.is_true(math.abs(M:mass() / (2700 * 4 * math.pi * r * r * t) - 1) < 2e-3)
        assert_same(M, SpatialInertia.hollow_sphere { mass = M:mass(), radius = r }, 3e-3)
        local open = from(solids.without(solids.box(0.2, 0.3, 0.4), 3), { mass = 4, shell = 1 })
        assert.is_true(math.abs(open:mass() - 4) < 1e-12)
        -- the cube of edge a as six plates: each m/6 (a²/12 + a²/12 or a²/12) and a/2 away
        local cube = from(solids.box(1, 1, 1), { mass = 6, shell = 0.01 })
        assert_same(cube, SpatialInertia { mass = 6, inertia = { 5 / 3, 5 / 3, 5 / 3 } }, 1e-7)
    end)

    it("of the hull is that of the solid where it is convex, and more where it is not", function()
        local ball = solids.ball(0.5, 3)
        local opened = { vertices = ball.vertices, faces = { table.unpack(ball.faces, 2) } }
        local M, report = from(opened)
        assert.equal("hull", report.grade)
        assert_same(M, from(ball), 1e-6)
        local ring = solids.ring(0.5, 0.1, 20)
        assert.is_true(from(solids.without(ring, 1)):mass() > 1.5 * from(ring):mass())
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
