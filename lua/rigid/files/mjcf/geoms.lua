-- The geoms of MJCF: where they are, the inertia that each gives its body, and what of them is drawn. Sizes are half lengths and radii.
-- A mesh has its figures in the frame of its file; MuJoCo recentres it and says so of the geom too, which for the inertia is nothing.
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"
local registry = require "rigid.registry"
local errors = require "rigid.errors"
local disk = require "rigid.files.disk"
local sorted = require "rigid.sorted"

local Rotation, SpatialInertia, Transform, Vec3 = core.Rotation, core.SpatialInertia, core.Transform, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local IDENTITY <const> = Transform.identity()

local TYPES <const> = words "plane hfield sphere capsule ellipsoid cylinder box mesh sdf"
local GEOM <const> = words [[name class type contype conaffinity condim group priority size material rgba friction mass density shellinertia solmix
    solref solimp margin gap fromto pos quat axisangle xyaxes zaxis euler hfield mesh fitscale fluidshape fluidcoef user]]
local SIZES <const> = {sphere = 1, capsule = 2, ellipsoid = 3, cylinder = 2, box = 3}
local FROMTO <const> = words "capsule cylinder ellipsoid box"

-- ---- bodies of uniform density, and shells ---------------------------------------------------------------------------

local function body(m, x, y, z)
    return SpatialInertia {mass = m, com = {0, 0, 0}, inertia = {xx = x, yy = y, zz = z}, skip_validity_check = true}
end

local PI <const> = math.pi

-- By shape: half sizes -> the volume, and the moments for mass one.
local SOLID = {
    sphere = function(s)
        local i = 0.4 * s[1] ^ 2
        return 4 / 3 * PI * s[1] ^ 3, i, i, i
    end,
    box = function(s)
        local x, y, z = s[1] ^ 2, s[2] ^ 2, s[3] ^ 2
        return 8 * s[1] * s[2] * s[3], (y + z) / 3, (x + z) / 3, (x + y) / 3
    end,
    ellipsoid = function(s)
        local x, y, z = s[1] ^ 2, s[2] ^ 2, s[3] ^ 2
        return 4 / 3 * PI * s[1] * s[2] * s[3], (y + z) / 5, (x + z) / 5, (x + y) / 5
    end,
    cylinder = function(s)
        local r, h = s[1] ^ 2, s[2] ^ 2
        return 2 * PI * r * s[2], r / 4 + h / 3, r / 4 + h / 3, r / 2
    end,
    capsule = function(s)
        local r, h = s[1], s[2]
        local tube, balls = 2 * PI * r ^ 2 * h, 4 / 3 * PI * r ^ 3
        local a, b = tube / (tube + balls), balls / (tube + balls)
        -- two half balls, whose centres of mass are 3 r/8 from their flat sides
        local across = a * (r ^ 2 / 4 + h ^ 2 / 3) + b * (0.4 * r ^ 2 + h ^ 2 + 0.75 * r * h)
        return tube + balls, across, across, a * r ^ 2 / 2 + b * 0.4 * r ^ 2
    end,
}

-- The same of thin shells of one thickness: half sizes -> the area, and the moments for mass one.
local SHELL = {
    sphere = function(s)
        local i = 2 / 3 * s[1] ^ 2
        return 4 * PI * s[1] ^ 2, i, i, i
    end,
    box = function(s)
        local x, y, z = s[1], s[2], s[3]
        local yz, xz, xy = 8 * y * z, 8 * x * z, 8 * x * y -- areas of the pairs of plates
        local area = yz + xz + xy
        local xx = (yz * x ^ 2 + (xz + xy) * x ^ 2 / 3) / area -- second moments
        local yy = (xz * y ^ 2 + (yz + xy) * y ^ 2 / 3) / area
        local zz = (xy * z ^ 2 + (yz + xz) * z ^ 2 / 3) / area
        return area, yy + zz, xx + zz, xx + yy
    end,
    cylinder = function(s)
        local r, h = s[1], s[2]
        local side, ends = 4 * PI * r * h, 2 * PI * r ^ 2
        local a, b = side / (side + ends), ends / (side + ends)
        local across = a * (r ^ 2 / 2 + h ^ 2 / 3) + b * (r ^ 2 / 4 + h ^ 2)
        return side + ends, across, across, a * r ^ 2 + b * r ^ 2 / 2
    end,
    capsule = function(s)
        local r, h = s[1], s[2]
        local side, ball = 4 * PI * r * h, 4 * PI * r ^ 2
        local a, b = side / (side + ball), ball / (side + ball)
        local across = a * (r ^ 2 / 2 + h ^ 2 / 3) + b * (2 / 3 * r ^ 2 + h ^ 2 + r * h)
        return side + ball, across, across, a * r ^ 2 + b * 2 / 3 * r ^ 2
    end,
    -- between the ellipsoid and one whose axes are a micrometre longer, as MuJoCo has it; its area by Thomsen
    ellipsoid = function(s)
        local a, b, c, e <const> = s[1], s[2], s[3], 1e-6
        local rise = a * b + b * c + c * a + e * (a + b + c) + e * e -- of abc, per metre
        local function moment(p, q) return ((p + e) ^ 2 + (q + e) ^ 2 + a * b * c * 2 * (p + q + e) / rise) / 5 end
        local p <const> = 1.6075
        local area = 4 * PI * ((a ^ p * b ^ p + a ^ p * c ^ p + b ^ p * c ^ p) / 3) ^ (1 / p)
        return area, moment(b, c), moment(a, c), moment(a, b)
    end,
}

Reader.UNREADABLE = {} -- raised for a mesh that is not there, where its body does not move

-- ---- meshes ---------------------------------------------------------------------------------------------------------

local MESH <const> = words [[name class content_type file vertex normal texcoord face refpos refquat scale smoothnormal maxhullvert inertia material
    octree_maxdepth builtin params]]
local MODES <const> = words "legacy convex exact shell"

function Reader.base_name(path) return (path:match "([^/\\]*)$":gsub("%.%w+$", "")) end

-- The meshes of <asset> by name.
function Reader:read_assets()
    self.meshes, self.materials = {}, {}
    for _, asset in ipairs(self.sections.asset) do
        for _, element in ipairs(asset) do
            if element.name == "mesh" then
                self:check_attributes(element, MESH)
                local attributes = self:attributes(element)
                local name = attributes.name or attributes.file and Reader.base_name(attributes.file)
                if not name then self:bad(element, "it has neither a name nor a file") end
                self.meshes[name] = {element = element, attributes = attributes}
            elseif element.name == "material" and element.attributes.name then
                self.materials[element.attributes.name] = element
            end
        end
    end
end

function Reader:mesh_path(mesh)
    local file = mesh.attributes.file
    if not file then return nil end
    local compiler = self:compiler_of(mesh.element)
    if compiler.strippath then file = file:match "([^/\\]*)$" end
    local folder = compiler.meshdir
    if file:sub(1, 1) == "/" or file:find "^%a:[\\/]" or folder == "" then return file end
    return self:made(folder .. (folder:find "/$" and "" or "/") .. file)
end

local function corners_of(self, mesh)
    local element, attributes = mesh.element, mesh.attributes
    if attributes.vertex then
        local numbers = self:numbers_in(element, "vertex", attributes.vertex, 12, 3000000)
        local vertices, faces = {}, {}
        for i = 1, #numbers - 2, 3 do vertices[#vertices + 1] = Vec3(numbers[i], numbers[i + 1], numbers[i + 2]) end
        if #numbers % 3 ~= 0 then self:bad(element, "vertex has %d numbers, which are not three each", #numbers) end
        local corners = attributes.face and self:numbers_in(element, "face", attributes.face, 3, 3000000) or {}
        for i = 1, #corners - 2, 3 do
            local face = {}
            for k = 1, 3 do
                local at = math.tointeger(corners[i + k - 1])
                if not at or at < 0 or at >= #vertices then self:bad(element, "face names vertex %g, and there are %d", corners[i + k - 1], #vertices) end
                face[k] = at + 1
            end
            faces[#faces + 1] = face
        end
        return vertices, faces
    end
    if not attributes.file then self:bad(element, "it has neither a file nor vertices; builtin meshes are not made here") end
    local path = self:mesh_path(mesh)
    self:check_inside(element, path)
    local full = self.folder(self.path) .. path
    local kind = disk.kind(full)
    if kind and kind ~= "file" then self:bad(element, "file %s is a %s, and no file of a mesh", quoted(path), kind) end
    local ok, loaded = errors.try(registry.public.load_mesh, full)
    local problem = not ok and errors.what(loaded):match "^[^\n]*":gsub("; tried$", "")
    if problem and self.lenient then error(self.UNREADABLE, 0) end
    if problem then self:bad(element, "file %s cannot be read, and the inertia of a body needs it: %s", quoted(path), problem) end
    return loaded.vertices, loaded.faces
end

-- Vertices where MuJoCo has them: seen from its reference frame, then scaled; a reflection turns the faces over.
local function placed(self, mesh, vertices, faces)
    local element, attributes = mesh.element, mesh.attributes
    local scale = self:numbers(element, attributes, "scale", 3) or {1, 1, 1}
    local at = Vec3(self:numbers(element, attributes, "refpos", 3) or {0, 0, 0})
    local quat = self:numbers(element, attributes, "refquat", 4)
    local R = quat and Rotation.quaternion(table.unpack(quat)):inverse() or Rotation.identity()
    local list = {}
    for i, p in ipairs(vertices) do
        local seen = R * (Vec3(p.x, p.y, p.z) - at)
        list[i] = Vec3(seen.x * scale[1], seen.y * scale[2], seen.z * scale[3])
    end
    if scale[1] * scale[2] * scale[3] < 0 then
        local turned = {}
        for i, face in ipairs(faces) do turned[i] = {face[1], face[3], face[2]} end
        faces = turned
    end
    return list, faces
end

-- The sums of tetrahedra from a point to each face: volume, its first moment, and its second moments (6). always: count each as positive.
local function tetrahedra(vertices, faces, from, always)
    local volume, first, second = 0, Vec3(0, 0, 0), {0, 0, 0, 0, 0, 0}
    for _, face in ipairs(faces) do
        local a, b, c = vertices[face[1]] - from, vertices[face[2]] - from, vertices[face[3]] - from
        local v = a:dot(b:cross(c)) / 6
        if always then v = math.abs(v) end
        volume, first = volume + v, first + (a + b + c) * (v / 4)
        local s = a + b + c
        local function moment(i, j) return v / 20 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]) end
        second[1], second[2], second[3] = second[1] + moment(1, 1), second[2] + moment(2, 2), second[3] + moment(3, 3)
        second[4], second[5], second[6] = second[4] + moment(1, 2), second[5] + moment(1, 3), second[6] + moment(2, 3)
    end
    return volume, first, second
end

local function triangles(vertices, faces, from)
    local area, first, second = 0, Vec3(0, 0, 0), {0, 0, 0, 0, 0, 0}
    for _, face in ipairs(faces) do
        local a, b, c = vertices[face[1]] - from, vertices[face[2]] - from, vertices[face[3]] - from
        local v = (b - a):cross(c - a):norm() / 2
        area, first = area + v, first + (a + b + c) * (v / 3)
        local s = a + b + c
        local function moment(i, j) return v / 12 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]) end
        second[1], second[2], second[3] = second[1] + moment(1, 1), second[2] + moment(2, 2), second[3] + moment(3, 3)
        second[4], second[5], second[6] = second[4] + moment(1, 2), second[5] + moment(1, 3), second[6] + moment(2, 3)
    end
    return area, first, second
end

-- The body of density one that a mesh is, in its frame; and its volume (a shell's area).
local function mesh_body(self, mesh, shell)
    local mode = self:choice(mesh.element, mesh.attributes, "inertia", MODES, "legacy")
    if shell then mode = "shell" end
    local vertices, faces = placed(self, mesh, corners_of(self, mesh))
    if mode == "convex" or #faces == 0 then vertices, faces = registry.mesh_hull(vertices) end
    if not vertices then self:bad(mesh.element, "the points have no convex hull: %s", faces) end
    local area, sum = triangles(vertices, faces, Vec3(0, 0, 0))
    if not (area > 0) then self:bad(mesh.element, "all of its triangles are points or lines") end
    local from = sum / area -- as MuJoCo takes it
    local legacy, count = mode == "legacy", mode == "shell" and triangles or tetrahedra
    local volume, first = count(vertices, faces, from, legacy)
    if not (volume > 0) then self:bad(mesh.element, "it bounds no volume: are its faces turned inwards? (inertia=\"convex\" or \"shell\" may do)") end
    local com = from + first / volume
    local again, _, s = count(vertices, faces, com, legacy) -- counted as positive they sum up to another volume from here: the one that MuJoCo keeps
    local M = SpatialInertia {
        mass = again, com = com, skip_validity_check = true,
        inertia = {xx = s[2] + s[3], yy = s[1] + s[3], zz = s[1] + s[2], xy = -s[4], xz = -s[5], yz = -s[6]},
    }
    return M, again
end

-- ---- geoms ----------------------------------------------------------------------------------------------------------

local function scaled(M, factor)
    local list = M:parameters():table()
    for i, x in ipairs(list) do list[i] = x * factor end
    return SpatialInertia.from_parameters(list)
end

local function density_and_mass(self, element, attributes)
    local mass, density = self:number(element, attributes, "mass"), self:number(element, attributes, "density")
    if mass and mass < 0 then self:bad(element, "its mass is %g, below zero", mass) end
    if density and density < 0 then self:bad(element, "its density is %g, below zero", density) end
    return density or 1000, mass
end

-- The inertia of a geom about its frame; nil where it has none.
function Reader:geom_inertia(geom)
    local element, attributes = geom.element, geom.attributes
    local density, mass = density_and_mass(self, element, attributes)
    if mass == 0 or not mass and density == 0 or geom.type == "plane" or geom.type == "hfield" then return nil end
    if geom.type == "sdf" then self:bad(element, "its inertia is that of a signed distance field, which a plugin of MuJoCo makes") end
    local shell = self:choice(element, attributes, "shellinertia", words "true false", "false") == "true"
    if geom.mesh then
        geom.mesh.made = geom.mesh.made or {}
        local made = geom.mesh.made[shell] or {mesh_body(self, geom.mesh, shell)}
        geom.mesh.made[shell] = made
        if geom.type ~= "mesh" and self.lenient then error(self.UNREADABLE, 0) end
        if geom.type ~= "mesh" then
            self:bad(element, "a %s that is fitted to mesh %s gives its body inertia: say its size, or give the body an <inertial>", geom.type,
                quoted(attributes.mesh))
        end
        return scaled(made[1], (mass or density * made[2]) / made[2])
    end
    local volume, x, y, z = (shell and SHELL or SOLID)[geom.type](geom.size)
    local m = mass or density * volume
    return body(m, m * x, m * y, m * z)
end

local function read_size(self, geom)
    local element, attributes, kind = geom.element, geom.attributes, geom.type
    local given = self:numbers(element, attributes, "size", 1, 3) or {}
    for _, x in ipairs(given) do
        if x < 0 and kind ~= "plane" then self:bad(element, "its size has %g, below zero", x) end
    end
    local count = SIZES[kind]
    if not count then return given end
    local ends = FROMTO[kind] and attributes.fromto and self:numbers(element, attributes, "fromto", 6)
    if ends then
        local a, b = Vec3(ends[1], ends[2], ends[3]), Vec3(ends[4], ends[5], ends[6])
        local way = b - a
        local length = way:norm()
        if not (length > 1e-14) then self:bad(element, "its fromto has no length") end
        geom.pose = Transform(Reader.of_z(way / length), (a + b) / 2)
        given = count == 3 and {given[1], given[1], length / 2} or {given[1], length / 2}
    end
    for i = 1, count do
        if not (given[i] and given[i] > 0) then
            self:bad(element, "a %s has a size of %d number%s above zero%s, and this has '%s'", kind, ends and 1 or count,
                (ends and 1 or count) == 1 and "" or "s",
                ends and " beside fromto" or "", attributes.size or "")
        end
    end
    return given
end

-- A geom in the frame `outer` of its body: {element, attributes, type, size, pose, mesh}.
function Reader:read_geom(element, childclass, outer)
    self:check_attributes(element, GEOM)
    local attributes = self:attributes(element, childclass)
    local geom = {element = element, attributes = attributes, type = self:choice(element, attributes, "type", TYPES, "sphere")}
    geom.pose = self:pose(element, attributes)
    if attributes.mesh then
        geom.mesh = self.meshes[attributes.mesh]
        if not geom.mesh then
            self:bad(element, "there is no mesh %s%s", quoted(attributes.mesh), self.hint(attributes.mesh, sorted(self.meshes)))
        end
    elseif geom.type == "mesh" then
        self:bad(element, "it is a mesh, and names none")
    end
    geom.size = geom.mesh and {} or read_size(self, geom)
    geom.group = self:number(element, attributes, "group") or 0
    geom.pose = outer * geom.pose
    return geom
end

-- ---- what is drawn --------------------------------------------------------------------------------------------------

local function shape_of(self, geom)
    local s = geom.size
    if geom.mesh then
        local path = self:mesh_path(geom.mesh)
        return path and {type = "mesh", filename = path, scale = self:numbers(geom.mesh.element, geom.mesh.attributes, "scale", 3)}
    end
    if geom.type == "box" then return {type = "box", size = {2 * s[1], 2 * s[2], 2 * s[3]}} end
    if geom.type == "sphere" then return {type = "sphere", radius = s[1]} end
    if geom.type == "ellipsoid" then return {type = "ellipsoid", radii = {s[1], s[2], s[3]}} end
    if geom.type == "cylinder" or geom.type == "capsule" then return {type = geom.type, radius = s[1], length = 2 * s[2]} end
end

local SHOWN <const> = 2 -- the last group that MuJoCo shows unless asked

function Reader:shape_entry(geom)
    local shape = shape_of(self, geom)
    if not shape then return nil end
    local attributes = geom.attributes
    local material = attributes.material and self.materials[attributes.material]
    local rgba = self:numbers(geom.element, attributes, "rgba", 4) or material and self:numbers(material, material.attributes, "rgba", 4)
    local touches = (self:number(geom.element, attributes, "contype") or 1) ~= 0 or (self:number(geom.element, attributes, "conaffinity") or 1) ~= 0
    local entry = {shape = shape, placement = geom.pose ~= IDENTITY and geom.pose or nil, name = attributes.name,
        material = (rgba or attributes.material) and {name = attributes.material, color = rgba}}
    return entry, not touches or geom.group <= SHOWN, touches
end

return Reader
