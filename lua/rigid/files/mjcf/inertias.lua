-- The inertias of the bodies of MJCF: what <inertial> says, or the sum of their geoms, within what <compiler> bounds and scales.
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"

local Rotation, RotationalInertia, SpatialInertia, Vec3 = core.Rotation, core.RotationalInertia, core.SpatialInertia, core.Vec3
local quoted, words = Reader.quoted, Reader.words

local ORIGIN <const> = Vec3(0, 0, 0)
local INERTIAL <const> = words "pos quat axisangle xyaxes zaxis euler mass diaginertia fullinertia"

local function is_finite(numbers)
    for _, x in pairs(numbers) do
        if x - x ~= 0 then return false end
    end
    return true
end

local function said_inertia(r, body)
    local element, attributes = body.inertial, body.inertial.attributes
    r:check_attributes(element, INERTIAL)
    if not attributes.pos then r:bad(element, "it has no attribute 'pos'") end
    if not attributes.mass then r:bad(element, "it has no attribute 'mass'") end
    local full = r:numbers(element, attributes, "fullinertia", 6, 6, "physics")
    local moments = r:numbers(element, attributes, "diaginertia", 3, 3, "physics")
    local R = r:rotation(element, attributes)
    if full and moments then r:bad(element, "both diaginertia and fullinertia: one can say the moments") end
    if full and R then r:bad(element, "fullinertia is in the axes of the body: it cannot be turned by quat, euler or the like besides") end
    if not full and not moments then r:bad(element, "it has neither diaginertia nor fullinertia") end
    local I = full and RotationalInertia {xx = full[1], yy = full[2], zz = full[3], xy = full[4], xz = full[5], yz = full[6]}
        or RotationalInertia {xx = moments[1], yy = moments[2], zz = moments[3]}
    local pos = r:numbers(element, attributes, "pos", 3, 3, "physics")
    local com = body.inertial_outer * Vec3(pos)
    R = body.inertial_outer:rotation() * (R or Rotation.identity())
    if is_finite(full or moments) then I = I:re_express(R) end
    return SpatialInertia {mass = r:numbers(element, attributes, "mass", 1, 1, "physics")[1], com = com, inertia = I, skip_validity_check = true}
end

-- What a geom weighs; nothing where its mesh is not there and its body does not move, so that nothing moves otherwise.
local function weight(r, body, geom)
    r.lenient = body.stands
    local ok, M = pcall(r.geom_inertia, r, geom)
    if ok then return M end
    if M ~= r.UNREADABLE then error(M, 0) end
    r:note("left_out", geom.mesh.element, {link = body.name},
        "what geoms of this mesh weigh cannot be told, for it is not there, or they are fitted to it: body %s, which does not move, is without",
        quoted(body.name))
    return nil
end

local function geoms_inertia(r, body)
    local total
    local low, high = r:compiler_of(body.element).groups[1], r:compiler_of(body.element).groups[2]
    for _, geom in ipairs(body.geoms) do
        if geom.group >= low and geom.group <= high then
            local M = weight(r, body, geom)
            if M then
                M = geom.pose * M
                total = total and total + M or M
            end
        end
    end
    return total
end

-- Least mass and moments, then all moments the mean where they are none of a body.
local function bounded(r, body, M)
    local c = r:compiler_of(body.element)
    if c.least_mass == 0 and c.least_inertia == 0 and not c.balance then return M end
    local mass, com, I = 0, ORIGIN, RotationalInertia {0, 0, 0}
    if M then mass, com, I = M:mass(), M:com(), M:central_inertia() end
    if not is_finite(I:table()) then return M end -- of which nothing can be made
    local moments, R = I:principal()
    local list = {}
    for i = 1, 3 do list[i] = math.max(moments[i], c.least_inertia) end
    if c.balance and (list[1] + list[2] < list[3] or list[1] + list[3] < list[2] or list[2] + list[3] < list[1]) then
        local mean = (list[1] + list[2] + list[3]) / 3
        list = {mean, mean, mean}
    end
    local bound = math.max(mass, c.least_mass)
    if bound == mass and list[1] == moments[1] and list[2] == moments[2] and list[3] == moments[3] then return M end
    return SpatialInertia {mass = bound, com = com, inertia = RotationalInertia(list):re_express(R), skip_validity_check = true}
end

-- The inertia of a body: said, or that of its geoms.
local function inertia_of(r, body)
    local fromgeom, M = r:compiler_of(body.element).fromgeom, nil
    if body.inertial and fromgeom ~= "true" then M = said_inertia(r, body) elseif fromgeom ~= "false" then M = geoms_inertia(r, body) end
    if fromgeom == "true" and body.inertial and not M then M = said_inertia(r, body) end
    return bounded(r, body, M)
end

function Reader:read_inertias()
    local c, sum = self.compiler, 0
    for _, body in ipairs(self.bodies) do
        if not body.inertial and self:compiler_of(body.element).fromgeom == "false" and #body.joints > 0 and #body.geoms > 0 then
            self:note("massless", body.element, {link = body.name}, "inertiafromgeom=\"false\", and the body has no <inertial>: taken as massless")
        end
        body.inertia = self:within(body.inertial or body.element, inertia_of, body)
        sum = sum + (body.inertia and body.inertia:mass() or 0)
    end
    for _, body in ipairs(self.bodies) do
        if body.inertia and c.total and c.total > 0 and sum > 0 then
            local list = body.inertia:parameters():table()
            for i, x in ipairs(list) do list[i] = x * (c.total / sum) end
            body.inertia = SpatialInertia.from_parameters(list)
        end
        local problem = body.inertia and body.inertia:criticize()
        if problem then
            self:note("impossible_inertia", body.inertial or body.element, {link = body.name}, "the inertia of body %s is kept as it is, but %s",
                quoted(body.name), problem)
        end
    end
end

return Reader
