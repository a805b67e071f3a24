-- Meshes written to files in every format, and what is compared of them.
local assert = require "luassert"
local rigid = require "rigid"
local solids = require "spec.support.solids"
local draw = require "spec.support.draw"

local SpatialInertia, Vec3 = rigid.SpatialInertia, rigid.Vec3

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

return {
    from = from,
    codes = codes,
    assert_same = assert_same,
    lists_of = lists_of,
    crooked = crooked,
}
