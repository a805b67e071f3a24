-- The inertia of a link in SDF: what <inertial> says with the defaults of the format, or what its collisions weigh (auto="true").
local core = require "rigid.core"
local Reader = require "rigid.files.sdf.scopes"
local errors = require "rigid.errors"

local RotationalInertia, SpatialInertia = core.RotationalInertia, core.SpatialInertia
local quoted = Reader.quoted

local function density_in(r, element)
    return element and r:number_of_child(element, "density")
end

-- What the collisions weigh altogether.
local function automatic(r, link, inertial)
    local total
    for _, child in ipairs(link.element) do
        if child.name == "collision" then
            local _, X, solid = r:shape(link, child)
            if solid then
                local ok, M = errors.try(solid, density_in(r, child) or density_in(r, inertial) or 1000)
                if not ok then r:bad(child, "it gives link %s no inertia: %s", quoted(link.path), errors.what(M)) end
                M = X * M
                total = total and total + M or M
            end
        end
    end
    if not total then r:bad(inertial, "auto=\"true\", and link %s has no collision of a shape that is known", quoted(link.path)) end
    local mass = r:number_of_child(inertial, "mass")
    if mass and mass < 0 then r:bad(inertial, "its mass is %g, below zero, and the moments are to be made of it (auto=\"true\")", mass) end
    if mass and link.scope.version >= 2.1 and total:mass() > 0 then
        local list = total:parameters():table()
        for i, x in ipairs(list) do list[i] = x * (mass / total:mass()) end
        total = SpatialInertia.from_parameters(list)
    end
    return total
end

function Reader:inertia(link)
    local inertial = self.child(link.element, "inertial")
    if not inertial then
        self:note("defaulted", link.element, {link = link.path}, "link %s has no <inertial>: SDF takes mass 1 and moments 1, 1, 1", quoted(link.path))
        return SpatialInertia {mass = 1, com = {0, 0, 0}, inertia = {1, 1, 1}}
    end
    local auto = inertial.attributes.auto
    if auto and self:boolean(inertial, auto) then return automatic(self, link, inertial), inertial.line end
    local mass, said = self:number_of_child(inertial, "mass", "physics"), self.child(inertial, "inertia")
    local I, given = {}, false
    for _, name in ipairs {"xx", "yy", "zz", "xy", "xz", "yz"} do
        local x = said and self:number_of_child(said, "i" .. name, "physics")
        I[name], given = x or (name:sub(1, 1) == name:sub(2, 2) and 1 or 0), given or x ~= nil
    end
    if not mass or not given then
        self:note("defaulted", inertial, {link = link.path}, "link %s says no %s: SDF takes %s", quoted(link.path),
            not mass and not given and "mass and no moments" or not mass
            and "mass" or "moments", not mass and not given and "1 and 1, 1, 1" or not mass and "1" or "1, 1, 1")
    end
    local X, relative, _, com = self:pose_of_child(inertial, "physics")
    if relative and relative ~= "" then self:note("ignored", inertial, {link = link.path}, "relative_to means nothing for the pose of an <inertial>") end
    local M = SpatialInertia {
        mass = mass or 1, com = com or X:position(), inertia = RotationalInertia(I):re_express(X:rotation()), skip_validity_check = true,
    }
    local problem = M:criticize()
    if problem then
        self:note("impossible_inertia", inertial, {link = link.path}, "the inertia of link %s is kept as it is, but %s", quoted(link.path), problem)
    end
    return M, inertial.line
end

return Reader
