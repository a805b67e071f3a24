-- A model without welded links: what they weigh and what is drawn of them goes to the link that carries them; frames stay.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local remade = require "rigid.files.remade"

local Transform = core.Transform
local inner <const> = debug.getmetatable(core).inner

local IDENTITY <const> = Transform.identity()

local function place_of(said) return said and (core.type(said) == "Transform" and said or arguments.pose(said)) or IDENTITY end

local function take_shapes(to, from, X)
    for _, list in ipairs {"visuals", "collisions"} do
        for _, one in ipairs(from[list] or {}) do
            to[list] = to[list] or {}
            one.placement = X * place_of(one.placement)
            table.insert(to[list], one)
        end
    end
end

return function(m)
    local t, kept = m:table(), inner.model.description(m).kept
    local at, by_name, bodies = {}, {}, {}
    for _, body in ipairs(t.bodies) do
        by_name[body.name] = body
        body.placement = place_of(body.placement)
        if body.inertia then
            body.inertia.skip_validity_check = true
            body.inertia = core.SpatialInertia(body.inertia)
        end
        local holder = body.parent and at[body.parent]
        if holder then body.parent, body.placement = holder.body.name, holder.X * body.placement end
        local carrier = body.parent and by_name[body.parent]
        if body.joint.type == "fixed" and carrier and not body.frame then
            local X = body.placement
            at[body.name] = {body = carrier, X = X}
            if body.inertia then carrier.inertia = carrier.inertia and carrier.inertia + X * body.inertia or X * body.inertia end
            take_shapes(carrier, body, X)
        else
            bodies[#bodies + 1] = body
        end
    end
    for _, loop in ipairs(t.loops or {}) do
        for _, side in ipairs {"a", "b"} do
            local holder = at[loop["body_" .. side]]
            if holder then loop["body_" .. side], loop["placement_" .. side] = holder.body.name, holder.X * place_of(loop["placement_" .. side]) end
        end
    end
    for _, contact in ipairs(t.contacts or {}) do
        local holder = at[contact.body]
        if holder then contact.body, contact.placement = holder.body.name, holder.X * place_of(contact.placement) end
    end
    t.bodies = bodies
    return remade(t, kept)
end
