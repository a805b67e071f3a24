-- What is known of one link, in the axes in which the six figures of its tensor are written: mass, com, the figures with their
-- digits, and its own shapes that have formulas. From the model's record; where the text of the file is at hand (place, as
-- check/urdf_text.lua has it), the figures are those that were typed.
local core = require "rigid.core"
local figures = require "rigid.doctor.figures"
local formulas = require "rigid.doctor.formulas"
local region = require "rigid.doctor.region"
local shapes = require "rigid.doctor.shapes"
local typed = require "rigid.doctor.typed"

local Transform = core.Transform

local facts = {}

local STRAIGHT <const> = 1e-5 -- an angle this small is none: 1.5708 is a right angle

local function rows(R)
    local A = R:matrix()
    return {{A(1, 1), A(1, 2), A(1, 3)}, {A(2, 1), A(2, 2), A(2, 3)}, {A(3, 1), A(3, 2), A(3, 3)}}
end

-- Which axis of the shape each axis of the figures is, where they are along each other; else nil.
local function axes_of(Q)
    local axes = {}
    for i = 1, 3 do
        for k = 1, 3 do
            if math.abs(math.abs(Q[i][k]) - 1) < STRAIGHT then axes[i] = k end
        end
    end
    return axes[1] and axes[2] and axes[3] and axes or nil
end

-- The shapes of a role as pieces; of a shape that lies across the axes, once more as if it lay along them; and where the inertial has axes
-- of its own, once more as if the figures were in those of the link.
local function add_pieces(list, seen, record, role, back)
    for _, entry in ipairs(shapes.whole(record[role .. "s"]) or {}) do
        local tried = formulas.of(entry.shape)
        if #tried > 0 then
            local X = entry.placement or Transform.identity()
            local R = back and back * X:rotation() or X:rotation()
            local Q = rows(R)
            local axes = entry.shape.type == "sphere" and {1, 2, 3} or axes_of(Q)
            local key = formulas.name(entry.shape) .. (axes and table.concat(axes) or tostring(R))
            if not seen[key] then
                seen[key] = true
                list[#list + 1] = {shape = entry.shape, tried = tried, role = role, axes = axes, Q = Q, true_axes = axes, true_Q = Q, placement = X}
                if not axes then
                    list[#list + 1] = {shape = entry.shape, tried = tried, role = role, axes = {1, 2, 3}, unturned = true, true_Q = Q, placement = X}
                end
                local own = back and entry.shape.type ~= "sphere" and rows(X:rotation())
                local link_axes = own and axes_of(own)
                if own and (link_axes or axes) then
                    list[#list + 1] = {
                        shape = entry.shape, tried = tried, role = role, axes = link_axes, Q = own, turned_again = true, true_axes = axes,
                        true_Q = Q, placement = X,
                    }
                end
            end
        end
    end
end

-- One mass spread over a mesh as a formula; its axes in those of the figures, and its com.
local function spread_of(body, name, back)
    local unit = core.SpatialInertia.from_parameters(body:parameters() / body:mass())
    local I, com = unit:central_inertia(), unit:com()
    local moments, R = I:principal()
    local half = (moments.x + moments.y + moments.z) / 2
    local spread = {half - moments.x, half - moments.y, half - moments.z}
    return {name = name, spread = spread, half = {0, 0, 0}, own = true}, rows(back and back * R or R), com
end

local function add_mesh(list, r, role, back)
    local piece = #r.pieces == 1 and r.pieces[1]
    local bodies = {}
    if piece and piece.mesh then
        bodies = {{piece.inertia, "a solid"}, {piece.shell, "a thin shell"}}
    elseif #r.pieces > 1 then
        bodies = {{r.filled, "solids"}}
    end
    for _, one in ipairs(bodies) do
        if one[1] then
            local formula, Q, com = spread_of(one[1], one[2], back)
            list[#list + 1] = {
                shape = {type = "mesh", name = piece and piece.name or "meshes"}, role = role, Q = Q, true_Q = Q, formulas = {formula},
                placement = Transform {position = com}, volume = r.volume, across = r.across,
            }
        end
    end
end

-- Add the meshes of a link, which are read for this, to what is known of it; whether there were any. options: as region.of has them.
function facts.add_meshes(known, record, options)
    local before = #known.pieces
    local R = known.place and known.place.R
    local back = R and R:inverse()
    for _, role in ipairs {"collision", "visual"} do
        local list = shapes.whole(record[role .. "s"])
        local is_mesh = false
        for _, entry in ipairs(list or {}) do is_mesh = is_mesh or entry.shape.type == "mesh" end
        local r = is_mesh and region.of(list, options)
        if r and #r.missing == 0 and r.volume > 0 then
            local _, half = region.box(r)
            add_mesh(known.pieces, {pieces = r.pieces, volume = r.volume, filled = region.filled(r, 1), across = 2 * half:norm()}, role, back)
        end
    end
    return #known.pieces > before
end

local MOST <const> = 3 -- shapes of one link that are tried

local function triple(v) return {v.x, v.y, v.z} end

-- link: {record, inertia}; place: of the text, or nil. Nil where the link has no figures that can be tried.
function facts.of(link, place)
    local M, record = link.inertia, link.record
    if not (M:mass() > 0) or M:is_nan() then return nil end
    local known = {mass = M:mass(), w = {}, pieces = {}, place = place}
    local R = place and place.R or nil
    local w = not place and figures.read(M, "com")
    for i, name in ipairs(figures.TENSOR) do
        local figure = place and place.figures[name]
        known.w[i] = place and (figure and typed.figure(figure.text) or typed.figure "0") or typed.of_number(w[name])
        if not known.w[i] then return nil end
    end
    known.mass_figure = place and place.figures.mass and typed.figure(place.figures.mass.text) or typed.of_number(known.mass)
    local back = R and R:inverse()
    local com = M:com()
    known.com_link = com
    known.com = triple(back and back * com or com)
    local X = record.placement
    if X and record.parent and core.type(X) == "Transform" then
        local p = X:rotation():inverse() * X:position() + com
        known.from_parent = triple(back and back * p or p)
    end
    local seen = {}
    add_pieces(known.pieces, seen, record, "collision", back)
    add_pieces(known.pieces, seen, record, "visual", back)
    for i = #known.pieces, MOST + 1, -1 do known.pieces[i] = nil end
    return known
end

return facts
