-- The ten inertial parameters in the orders of other libraries. Ours (and iDynTree's): m, m c, then Ixx Ixy Ixz Iyy Iyz
-- Izz about the frame's origin. Where an order has the com itself instead of the first moment m c, or the inertia about
-- the com, they are computed; a massless body's com reads zero there, as it has none.
local core = require "rigid.core"

local SpatialInertia = core.SpatialInertia

local orders = {}

-- Where each entry of the inertia stands among xx xy xz yy yz zz; moment: m c rather than c; about: of the inertia.
local ORDERS = {
    rigid = {inertia = {1, 2, 3, 4, 5, 6}, moment = true, about = "origin"},
    pinocchio = {inertia = {1, 2, 4, 3, 5, 6}, moment = true, about = "origin"},
    spatial_v2 = {inertia = {1, 4, 6, 5, 3, 2}, moment = true, about = "origin"},
    drake = {inertia = {1, 4, 6, 2, 3, 5}, about = "origin"},
    mujoco = {inertia = {1, 4, 6, 2, 3, 5}, about = "com"},
    urdf = {inertia = {1, 2, 3, 4, 5, 6}, about = "com"},
}
ORDERS.idyntree = ORDERS.rigid

orders.names = {"rigid", "idyntree", "pinocchio", "spatial_v2", "drake", "mujoco", "urdf"}
for i, name in ipairs(orders.names) do orders.names[name] = i end

-- Append the ten numbers of M to the list.
function orders.append(list, M, name)
    local order, own = ORDERS[name], M:parameters()
    local n, first, inertia = #list, {own[2], own[3], own[4]}, {table.unpack(own:table(), 5)}
    if not order.moment then first = M:com():table() end
    if order.about == "com" then
        local I = M:central_inertia():table()
        inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz}
    end
    list[n + 1] = own[1]
    for i = 1, 3 do list[n + 1 + i] = first[i] end
    for i = 1, 6 do list[n + 4 + i] = inertia[order.inertia[i]] end
end

-- The inertia that numbers first + 1 to first + 10 of the list say. Whether such a body can exist is not asked.
function orders.inertia(list, first, name)
    local order, inertia = ORDERS[name], {}
    local m, x, y, z = table.unpack(list, first + 1, first + 4)
    for i = 1, 6 do inertia[order.inertia[i]] = list[first + 4 + i] end
    if not order.moment then x, y, z = m * x, m * y, m * z end
    local xx, xy, xz, yy, yz, zz = table.unpack(inertia)
    if order.about == "com" then
        local h = {x, y, z}
        return SpatialInertia {
            mass = m, com_moment = h, inertia = {xx, yy, zz, xy, xz, yz}, about = "com", skip_validity_check = true,
        }
    end
    return SpatialInertia.from_parameters {m, x, y, z, xx, xy, xz, yy, yz, zz}
end

return orders
