-- SpatialInertia.from_mesh_file and rigid.diagnose_mesh: the inertia that a mesh bounds, with a grade that says what it is
-- worth. Sums are taken about the middle of the mesh and moved at the end; what is about the com (the report's com and
-- central_inertia) never passes through the origin, so that a mesh far away keeps its digits.
local arguments = require "rigid.arguments"
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local examine = require "rigid.mesh.examine"
local finding = require "rigid.finding"
local load = require "rigid.mesh.load"
local native = require "rigid.mesh.native"

local SpatialInertia, Vec3, Vector = core.SpatialInertia, core.Vec3, core.Vector

local inertia = {}

-- From the best to the last: what each is, in words.
local GRADES <const> = {"exact", "re-wound", "summed", "hull", "shell", "box"}
local RANK = {}
for i, name in ipairs(GRADES) do GRADES[name], RANK[name] = true, i end
local WORDS <const> = {
    exact = "exact: the volume that the closed mesh bounds",
    ["re-wound"] = "re-wound: the volume that the mesh bounds once it is mended, as said below",
    summed = "an estimate: the mesh is closed, but what it covers twice counts twice",
    hull = "an estimate: the convex hull, which holds at least the volume of the body",
    shell = "as asked for: a thin shell on the triangles",
    box = "a last estimate: the box around the mesh",
}

-- ---- bodies at density one, about the middle of the mesh ----------------------------------------------------------------

local function packed_vec3(text)
    local x, y, z = ("ddd"):unpack(text)
    return Vec3(x, y, z)
end

local function of_sums(points, corners, kind)
    local sums = native.sums(points, corners)
    return SpatialInertia.from_parameters(sums[kind]), packed_vec3(sums.centre)
end

-- A box may be flat, which solid_box does not take: Σ = m/12 diag(a², b², c²).
local function of_box(mesh)
    local size = mesh.high - mesh.low
    local volume = size.x * size.y * size.z
    local m = volume > 0 and volume or 1
    local x, y, z = m / 12 * size.x ^ 2, m / 12 * size.y ^ 2, m / 12 * size.z ^ 2
    return SpatialInertia.from_parameters {m, 0, 0, 0, y + z, 0, 0, x + z, 0, x + y}, (mesh.low + mesh.high) / 2, volume
end

-- Body at density one, centre, volume (nil for a shell) and grade; and why not a better one.
local function body_of(mesh, e, options)
    if options.shell then
        local M, centre = of_sums(e.surface.points, e.surface.corners, "surface")
        return M, centre, nil, "shell"
    end
    if e.grade then
        local M, centre = of_sums(e.surface.points, e.corners, "solid")
        return M, centre, M:mass(), e.grade
    end
    local points, corners = native.hull(e.surface.points, e.surface.corners)
    if points then
        local M, centre = of_sums(points, corners, "solid")
        if M:mass() > 0 then return M, centre, M:mass(), "hull" end
        corners = "flat"
    end
    e.no_hull = corners
    local M, centre, volume = of_box(mesh)
    return M, centre, volume, "box"
end

-- ---- the report -----------------------------------------------------------------------------------------------------

local Report = {__name = "mesh report"}

local function three(v) return ("(%.6g, %.6g, %.6g)"):format(v.x, v.y, v.z) end

local function figures_of(r)
    local edges = r.edges
    local lines = {
        ("%d faces, %d vertices at %d places, %d edges (%d open, %d passed unevenly, %d with more than two faces)"):format(r.faces, r.vertices,
            r.places, edges.edges, edges.open, edges.unbalanced, edges.crowded),
        ("shells %d, area %.6g m²%s, sum of the area vectors %.2g of it"):format(#r.shells, r.area,
            edges.unbalanced == 0 and (", volume as given %.6g m³"):format(r.signed_volume) or "", r.residual),
    }
    if r.winding then
        local text = ("winding numbers at %d places: from %.3f to %.3f"):format(r.winding.samples, r.winding.least, r.winding.greatest)
        lines[#lines + 1] = text:gsub("%-(0%.000)", "%1")
    end
    return lines
end

Report.__tostring = arguments.printer("a report on a mesh", function(r)
    local _ <close> = inner.locale.plain()
    local lines = {}
    if r.grade then
        lines[1] = ("%s, %.6g kg, com %s m%s"):format(r.grade, r.mass, three(r.com), r.path and (", '%s'"):format(r.path) or "")
        lines[2] = "  " .. r.sentence
    else
        lines[1] = ("mesh%s: %s"):format(r.path and (" '%s'"):format(r.path) or "", r.solid and r.solid .. " as a solid" or "no solid")
    end
    for _, line in ipairs(figures_of(r)) do lines[#lines + 1] = "  " .. line end
    for line in tostring(r.findings):gmatch "[^\n]+" do lines[#lines + 1] = "  " .. line end
    return table.concat(lines, "\n")
end)

local SHARED <const> = {
    "vertices", "places", "faces", "collapsed", "duplicates", "backs", "edges", "tolerance", "closed_by_tolerance", "area", "signed_volume", "residual",
    "diagonal", "flipped", "winding", "findings",
}

local function report_of(mesh, e)
    local r = {path = mesh.path, solid = e.grade, shells = {}}
    for _, name in ipairs(SHARED) do r[name] = e[name] end
    for i, s in ipairs(e.shells) do
        r.shells[i] = {faces = s.faces, volume = s.turned and -s.volume or s.volume, area = s.area, closed = s.unbalanced == 0, depth = s.depth}
    end
    return setmetatable(r, Report)
end

-- ---- SpatialInertia.from_mesh_file ----------------------------------------------------------------------------------

local OPTIONS = arguments.fields "mass density scale shell require directory up"

local function read_options(place, said)
    said = place:options(said, OPTIONS)
    if said.mass ~= nil and said.density ~= nil then place:field("density"):bad("mass is given as well; leave one out") end
    if said.mass == nil and said.density == nil then place:field("mass"):bad "mass (kg) or density (kg/m³) expected" end
    for _, name in ipairs {"mass", "density", "shell"} do
        if said[name] ~= nil then said[name] = place:field(name):positive(said[name]) end
    end
    if said.require ~= nil then place:field("require"):word(said.require, GRADES) end
    local loading = {scale = said.scale, directory = said.directory, up = said.up}
    return said, load.options(place, loading)
end

local function refuse_grade(options, mesh, grade, e)
    if not options.require or RANK[grade] <= RANK[options.require] then return end
    local why = e.findings[1] and e.findings[1].sentence
    for _, f in ipairs(e.findings) do
        if f.severity == "error" then
            why = f.sentence
            break
        end
    end
    local text = ("'%s' is wanted, and '%s' gives '%s'%s"):format(options.require, mesh.path or "the mesh", grade, why and (" (%s)"):format(why) or "")
    arguments.at("from_mesh_file", 2):field("require"):refuse(text)
end

-- The factor from density one to the body.
local function density_of(options, M, volume, grade, mesh)
    if options.mass then return options.mass / M:mass() end
    if grade == "shell" then return options.density * options.shell end
    if not (volume and volume > 0) then
        arguments.at("from_mesh_file", 2):field("density"):refuse(("'%s' is flat, and has no volume: give its mass, or shell = its thickness"):format(
            mesh.path or "the mesh"))
    end
    return options.density
end

local function finish(mesh, e, options)
    local unit, centre, volume, grade = body_of(mesh, e, options)
    if not (unit:mass() > 0) then arguments.raise(("%s: all of its triangles are points or lines"):format(mesh.path or "the mesh")) end
    refuse_grade(options, mesh, grade, e)
    local factor = density_of(options, unit, volume, grade, mesh)
    local near = SpatialInertia.from_parameters(Vector(unit:parameters()) * factor)
    local M, r = near:shift(-centre), report_of(mesh, e)
    for _, x in ipairs(M:parameters():table()) do
        if x - x ~= 0 then
            local name = options.mass and "mass" or options.shell and options.shell > options.density and "shell" or "density"
            arguments.at("from_mesh_file", 2):field(name):bad("it is so large that the inertia overflows")
        end
    end
    r.grade, r.is_exact, r.sentence = grade, grade == "exact", WORDS[grade]
    if grade == "hull" or grade == "box" then
        local sentence = grade == "hull" and "the body is no more than its convex hull of %s m³, and may be much less" or "the body is within a box of %s m³"
        if e.no_hull and e.no_hull ~= "flat" then sentence = sentence .. "; there is no hull: " .. e.no_hull end
        finding.add(r.findings, "warning", "estimate", "volume of the " .. grade, volume, nil, nil, "m³", (sentence:format(("%.6g"):format(volume))))
    end
    r.mass, r.volume, r.com, r.central_inertia = near:mass(), volume, near:com() + centre, near:central_inertia()
    r.density = volume and volume > 0 and near:mass() / volume or nil
    return M, r
end

-- SpatialInertia.from_mesh_file(path, options)
function inertia.from_file(path, options)
    local place = arguments.at("from_mesh_file", 1)
    if not load.is_mesh(path) then place:file_path(path, "path or URI of a mesh, or what load_mesh gives") end
    local said, loading = read_options(arguments.at("from_mesh_file", 2), options)
    local mesh
    if type(path) == "string" then
        local problem
        mesh, problem = load.try(path, loading)
        if not mesh then arguments.raise(problem) end
    else
        for _, name in ipairs {"scale", "directory", "up"} do
            if said[name] ~= nil then arguments.at("from_mesh_file", 2):field(name):bad "this mesh is loaded; scale and axes are given to load_mesh" end
        end
        mesh = load.checked(place, path)
    end
    return finish(mesh, examine(mesh), said)
end

-- ---- rigid.diagnose_mesh --------------------------------------------------------------------------------------------

-- Points and corners of lists {vertices=, faces=}.
local function mesh_of_lists(place, said)
    local fields = place:options(said, arguments.fields "vertices faces")
    local vertices, faces = place:field "vertices", place:field "faces"
    local points, corners = {}, {}
    for i = 1, vertices:list(fields.vertices, "list of points") do
        local p = vertices:entry(i):vec3(fields.vertices[i])
        points[i] = ("ddd"):pack(p.x, p.y, p.z)
    end
    for i = 1, faces:list(fields.faces, "list of faces {i, j, k}") do
        local face, here = fields.faces[i], faces:entry(i)
        if here:list(face, "three vertex numbers {i, j, k}") ~= 3 then here:expected("three vertex numbers {i, j, k}", face) end
        local c = {}
        for k = 1, 3 do c[k] = here:integer(face[k], 1, #points) - 1 end
        corners[i] = ("i4i4i4"):pack(c[1], c[2], c[3])
    end
    if #corners == 0 then faces:bad "at least one face expected" end
    return load.wrap {points = table.concat(points), corners = table.concat(corners)}
end

function inertia.diagnose(mesh, options)
    local place = arguments.at("diagnose_mesh", 1)
    if type(mesh) == "string" then
        local loaded, problem = load.try(place:file_path(mesh, "path or URI of a mesh"), load.options(arguments.at("diagnose_mesh", 2), options))
        if not loaded then arguments.raise(problem) end
        mesh = loaded
    else
        mesh = load.is_mesh(mesh) and load.checked(place, mesh) or mesh_of_lists(place, mesh)
        if options ~= nil then arguments.at("diagnose_mesh", 2):bad "options are for a path; this mesh is loaded" end
    end
    return report_of(mesh, examine(mesh))
end

return inertia
