-- What is known of a mesh: its grade, and the laws of its volume and inertia.
local rigid = require "rigid"
local solids = require "spec.support.solids"
local draw = require "spec.support.draw"
local compare = require "spec.support.compare"
local support = require "spec.support.meshes"

local SpatialInertia, Vec3 = rigid.SpatialInertia, rigid.Vec3
local SINGLE <const> = 2.0 ^ -24 -- what a coordinate loses in a file, relative
local from, codes, assert_same, lists_of = support.from, support.codes, support.assert_same, support.lists_of
local crooked = support.crooked

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
