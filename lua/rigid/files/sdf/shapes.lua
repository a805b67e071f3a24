-- The shapes of visuals and collisions in SDF: what is drawn, where in the link, and the inertia that each has at a density.
local core = require "rigid.core"
local Reader = require "rigid.files.sdf.scopes"
local registry = require "rigid.registry"
local errors = require "rigid.errors"

local SpatialInertia, Transform = core.SpatialInertia, core.Transform
local quoted = Reader.quoted

local IDENTITY <const> = Transform.identity()

local SHAPES = {
    box = function(r, e)
        local s = r:vector_of_child(e, "size", 3) or {1, 1, 1}
        return {type = "box", size = s}, function(d) return SpatialInertia.solid_box {density = d, size = s} end
    end,
    sphere = function(r, e)
        local radius = r:number_of_child(e, "radius") or 1
        return {type = "sphere", radius = radius}, function(d) return SpatialInertia.solid_sphere {density = d, radius = radius} end
    end,
    cylinder = function(r, e)
        local radius, length = r:number_of_child(e, "radius") or 1, r:number_of_child(e, "length") or 1
        return {type = "cylinder", radius = radius, length = length}, function(d) return SpatialInertia.solid_cylinder {density = d, radius = radius,
            length = length} end
    end,
    capsule = function(r, e)
        local radius, length = r:number_of_child(e, "radius") or 0.5, r:number_of_child(e, "length") or 1
        return {type = "capsule", radius = radius, length = length}, function(d) return SpatialInertia.solid_capsule {density = d, radius = radius,
            length = length} end
    end,
    ellipsoid = function(r, e)
        local radii = r:vector_of_child(e, "radii", 3) or {1, 1, 1}
        return {type = "ellipsoid", radii = radii}, function(d) return SpatialInertia.solid_ellipsoid {density = d, semi_axes = radii} end
    end,
    cone = function(r, e) -- about the middle of its height; the com is a quarter of it from the base
        local radius, h = r:number_of_child(e, "radius") or 1, r:number_of_child(e, "length") or 1
        return {type = "cone", radius = radius, length = h}, function(d)
            local m = d * math.pi * radius ^ 2 * h / 3
            local across = 3 / 80 * m * (4 * radius ^ 2 + h ^ 2)
            return SpatialInertia {mass = m, com = {0, 0, -h / 4}, inertia = {xx = across, yy = across, zz = 0.3 * m * radius ^ 2}}
        end
    end,
    mesh = function(r, e)
        local uri = r.text_of(r.child(e, "uri"))
        local scale = r:vector_of_child(e, "scale", 3)
        if not uri then r:bad(e, "the mesh has no <uri>") end
        return {type = "mesh", filename = uri, scale = scale}, function(d)
            r:check_inside(e, uri:match "^%a[%w+.-]*://(.*)$" or uri)
            local ok, M = errors.try(registry.public.SpatialInertia.from_mesh_file, uri, {density = d, scale = scale, directory = r.folder(e.file)})
            if not ok then r:bad(e, "the inertia is to be that of mesh %s: %s", quoted(uri), errors.what(M)) end
            return M
        end
    end,
}

-- The shape of a visual or collision, its pose in the link, and a function of the density that gives its inertia.
function Reader:shape(link, element)
    local geometry = self.child(element, "geometry")
    local X, relative, at = self:pose_of_child(element)
    if relative and relative ~= link.name then
        X = self:pose_in_world(link):inverse() * self:pose_in_world(self:find(link.scope, relative, at, "relative_to")) * X
    end
    for _, child in ipairs(geometry or {}) do
        if SHAPES[child.name] then
            local shape, solid = SHAPES[child.name](self, child)
            return shape, X, solid
        end
    end
    return nil, X
end

local function color(r, element)
    local material = r.child(element, "material")
    local said = material and (r.child(material, "diffuse") or r.child(material, "ambient"))
    if not said or r.text_of(said) == "" then return nil end
    local list = r:numbers_in(said, "<" .. said.name .. ">", r.text_of(said), 3, 4)
    list[4] = list[4] or 1.0
    return {color = list}
end

function Reader:shapes(link, kind)
    local list
    for _, child in ipairs(link.element) do
        if child.name == kind then
            local shape, X = self:shape(link, child)
            if shape then
                list = list or {}
                local name = child.attributes["rigid:name"] or child.attributes.name
                list[#list + 1] = {name = name ~= "" and name or nil, shape = shape, placement = X ~= IDENTITY and X or nil,
                    material = kind == "visual" and color(self, child) or nil}
            end
        end
    end
    return list
end

return Reader
