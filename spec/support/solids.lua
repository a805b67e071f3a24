-- Meshes from formulas, and files of them: {vertices = {{x, y, z}, ..}, faces = {{i, j, k}, ..}}, closed and wound outward,
-- which the changes below then spoil; and writers of the formats that rigid.load_mesh reads.
local solids = {}

-- ---- making ---------------------------------------------------------------------------------------------------------

function solids.box(lx, ly, lz)
    local v = {}
    for i = 0, 7 do
        v[i + 1] = { (i % 2 - 0.5) * lx, (i // 2 % 2 - 0.5) * ly, (i // 4 - 0.5) * lz }
    end
    return { vertices = v, faces = {
        { 1, 3, 4 }, { 1, 4, 2 }, { 5, 6, 8 }, { 5, 8, 7 }, { 1, 2, 6 }, { 1, 6, 5 },
        { 3, 7, 8 }, { 3, 8, 4 }, { 1, 5, 7 }, { 1, 7, 3 }, { 2, 4, 8 }, { 2, 8, 6 },
    } }
end

-- An octahedron, each face cut in four so many times, its corners on the sphere.
function solids.ball(radius, cuts)
    local v = { { 1, 0, 0 }, { 0, 1, 0 }, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } }
    local faces = { { 1, 2, 5 }, { 2, 3, 5 }, { 3, 4, 5 }, { 4, 1, 5 }, { 2, 1, 6 }, { 3, 2, 6 }, { 4, 3, 6 }, { 1, 4, 6 } }
    for _ = 1, cuts do
        local middle, finer = {}, {}
        local function between(i, j)
            local key = math.min(i, j) .. " " .. math.max(i, j)
            if not middle[key] then
                local p = { v[i][1] + v[j][1], v[i][2] + v[j][2], v[i][3] + v[j][3] }
                local l = math.sqrt(p[1] ^ 2 + p[2] ^ 2 + p[3] ^ 2)
                v[#v + 1] = { p[1] / l, p[2] / l, p[3] / l }
                middle[key] = #v
            end
            return middle[key]
        end
        for _, t in ipairs(faces) do
            local a, b, c = between(t[1], t[2]), between(t[2], t[3]), between(t[3], t[1])
            table.move({ { t[1], a, c }, { t[2], b, a }, { t[3], c, b }, { a, b, c } }, 1, 4, #finer + 1, finer)
        end
        faces = finer
    end
    return solids.scaled({ vertices = v, faces = faces }, radius)
end

-- A square bar of side 2 a bent round: a ring with a hole through it, in n pieces, its middle line of radius r. By Pappus its
-- volume is nearly 2π r (2a)²; it is exactly n (2a)² r sin(2π/n) / 1 for this polygon of n corners.
function solids.ring(r, a, n)
    local v, faces = {}, {}
    for i = 0, n - 1 do
        local angle = 2 * math.pi * i / n
        for k, corner in ipairs { { r - a, -a }, { r + a, -a }, { r + a, a }, { r - a, a } } do
            v[4 * i + k] = { corner[1] * math.cos(angle), corner[1] * math.sin(angle), corner[2] }
        end
    end
    for i = 0, n - 1 do
        local j = (i + 1) % n
        for k = 1, 4 do
            local l = k % 4 + 1
            local p, q, s, t = 4 * i + k, 4 * i + l, 4 * j + l, 4 * j + k
            faces[#faces + 1] = { p, s, q }
            faces[#faces + 1] = { p, t, s }
        end
    end
    return { vertices = v, faces = faces }
end

-- ---- changing -------------------------------------------------------------------------------------------------------

local function mapped(mesh, f)
    local v = {}
    for i, p in ipairs(mesh.vertices) do v[i] = f(p) end
    return { vertices = v, faces = mesh.faces }
end

function solids.scaled(mesh, s)
    return mapped(mesh, function(p) return { s * p[1], s * p[2], s * p[3] } end)
end

function solids.moved(mesh, d)
    return mapped(mesh, function(p) return { p[1] + d[1], p[2] + d[2], p[3] + d[3] } end)
end

-- Every coordinate as a single-precision number has it, so that a file says exactly what the mesh is.
function solids.single(mesh)
    return mapped(mesh, function(p)
        return { (("f"):unpack(("f"):pack(p[1]))), (("f"):unpack(("f"):pack(p[2]))), (("f"):unpack(("f"):pack(p[3]))) }
    end)
end

-- Faces for which which(number) is true, turned round; the others as they are.
function solids.flipped(mesh, which)
    local faces = {}
    for i, f in ipairs(mesh.faces) do faces[i] = which(i) and { f[1], f[3], f[2] } or f end
    return { vertices = mesh.vertices, faces = faces }
end

function solids.inverted(mesh) return solids.flipped(mesh, function() return true end) end

function solids.without(mesh, number)
    local faces = { table.unpack(mesh.faces) }
    table.remove(faces, number)
    return { vertices = mesh.vertices, faces = faces }
end

function solids.together(...)
    local v, faces = {}, {}
    for _, mesh in ipairs { ... } do
        local n = #v
        for _, p in ipairs(mesh.vertices) do v[#v + 1] = p end
        for _, f in ipairs(mesh.faces) do faces[#faces + 1] = { f[1] + n, f[2] + n, f[3] + n } end
    end
    return { vertices = v, faces = faces }
end

-- ---- files ----------------------------------------------------------------------------------------------------------

local function normal(mesh, f)
    local p, q, r = mesh.vertices[f[1]], mesh.vertices[f[2]], mesh.vertices[f[3]]
    local a, b = { q[1] - p[1], q[2] - p[2], q[3] - p[3] }, { r[1] - p[1], r[2] - p[2], r[3] - p[3] }
    local n = { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
    local l = math.sqrt(n[1] ^ 2 + n[2] ^ 2 + n[3] ^ 2)
    return l > 0 and { n[1] / l, n[2] / l, n[3] / l } or { 0, 0, 0 }
end

local function numbers(p) return ("%.17g %.17g %.17g"):format(p[1], p[2], p[3]) end

solids.text = {}

function solids.text.stl(mesh)
    local out = { "solid made" }
    for _, f in ipairs(mesh.faces) do
        out[#out + 1] = "facet normal " .. numbers(normal(mesh, f)) .. "\nouter loop"
        for k = 1, 3 do out[#out + 1] = "vertex " .. numbers(mesh.vertices[f[k]]) end
        out[#out + 1] = "endloop\nendfacet"
    end
    return table.concat(out, "\n") .. "\nendsolid made\n"
end

function solids.text.binary_stl(mesh)
    local out = { ("made by a formula"):rep(5):sub(1, 80), ("<I4"):pack(#mesh.faces) }
    for _, f in ipairs(mesh.faces) do
        local n = normal(mesh, f)
        out[#out + 1] = ("<fff"):pack(n[1], n[2], n[3])
        for k = 1, 3 do
            local p = mesh.vertices[f[k]]
            out[#out + 1] = ("<fff"):pack(p[1], p[2], p[3])
        end
        out[#out + 1] = "\0\0"
    end
    return table.concat(out)
end

function solids.text.obj(mesh)
    local out = {}
    for i, p in ipairs(mesh.vertices) do out[i] = "v " .. numbers(p) end
    for _, f in ipairs(mesh.faces) do out[#out + 1] = ("f %d %d %d"):format(f[1], f[2], f[3]) end
    return table.concat(out, "\n") .. "\n"
end

local function ply(mesh, format, vertex, face)
    local out = { ([[
ply
format %s 1.0
element vertex %d
property float x
property float y
property float z
element face %d
property list uchar int vertex_indices
end_header
]]):format(format, #mesh.vertices, #mesh.faces) }
    for _, p in ipairs(mesh.vertices) do out[#out + 1] = vertex(p) end
    for _, f in ipairs(mesh.faces) do out[#out + 1] = face(f) end
    return table.concat(out)
end

function solids.text.ply(mesh)
    return ply(mesh, "ascii", function(p) return numbers(p) .. "\n" end, function(f)
        return ("3 %d %d %d\n"):format(f[1] - 1, f[2] - 1, f[3] - 1)
    end)
end

function solids.text.binary_ply(mesh)
    return ply(mesh, "binary_little_endian", function(p) return ("<fff"):pack(p[1], p[2], p[3]) end, function(f)
        return ("<Bi4i4i4"):pack(3, f[1] - 1, f[2] - 1, f[3] - 1)
    end)
end

-- A Collada file with one geometry; asset and node: what stands in those elements, in front of what must be there.
function solids.text.dae(mesh, asset, node)
    local points, corners = {}, {}
    for i, p in ipairs(mesh.vertices) do points[i] = numbers(p) end
    for i, f in ipairs(mesh.faces) do corners[i] = ("%d %d %d"):format(f[1] - 1, f[2] - 1, f[3] - 1) end
    return ([[
<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>%s</asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="%d">%s</float_array><technique_common><accessor source="#pa" count="%d" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="%d"><input semantic="VERTEX" source="#v" offset="0"/><p>%s</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n">%s<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
]]):format(asset or "", 3 * #mesh.vertices, table.concat(points, " "), #mesh.vertices, #mesh.faces, table.concat(corners, " "), node or "")
end

local EXTENSIONS <const> = { stl = "stl", binary_stl = "stl", obj = "obj", ply = "ply", binary_ply = "ply", dae = "dae" }
solids.formats = { "stl", "binary_stl", "obj", "ply", "binary_ply", "dae" }

-- Hand f the path of a file with that text, and remove it.
function solids.with_text(text, extension, f)
    local base = os.tmpname()
    local path = base .. "." .. extension
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
    local results = table.pack(pcall(f, path))
    os.remove(path)
    os.remove(base)
    if not results[1] then error(results[2], 0) end
    return table.unpack(results, 2, results.n)
end

function solids.with_file(mesh, format, f)
    return solids.with_text(solids.text[format](mesh), EXTENSIONS[format], f)
end

return solids
