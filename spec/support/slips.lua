-- Links drawn at random, and slips planted in their figures as they happen: one entry of the tensor about the com off by a
-- power of ten, with the other sign, or swapped with another, drawn until no body can have the result. For the specs of the
-- doctor and its bench.

local rigid = require "rigid"

local S = rigid.SpatialInertia

local slips = {}

-- ---- links --------------------------------------------------------------------------------------------------------------

local function log_between(d, low, high) return low * (high / low) ^ d:unit_interval() end

local function box(d)
    local size, length = {}, log_between(d, 0.03, 0.4)
    for i = 1, 3 do
        size[i] = length * log_between(d, 0.45, 2.2)
    end
    return S.solid_box { density = log_between(d, 300, 8000), size = size }
end

local function offset(d, reach) return { d:between(-reach, reach), d:between(-reach, reach), d:between(-reach, reach) } end

slips.populations = { "boxes turned anyhow", "boxes turned a little", "welded shapes", "clouds of particles", "spreads of any size" }

local makers = {}
makers["boxes turned anyhow"] = function(d) return box(d):re_express(d:rotation()):shift(offset(d, 0.2)) end
makers["boxes turned a little"] = function(d)
    return box(d):re_express(d:rotation_by(d:direction(), d:between(-0.3, 0.3))):shift(offset(d, 0.2))
end
makers["welded shapes"] = function(d)
    local M = S.zero()
    for _ = 1, d:integer(2, 4) do
        local density, s = d:between(1000, 8000), d:between(0.02, 0.1)
        local part
        if d:unit_interval() < 0.5 then
            part = S.solid_cylinder { density = density, radius = s / 2, length = s * d:between(1, 4) }
        else
            part = S.solid_box { density = density, size = { s * d:between(0.3, 2), s * d:between(0.3, 2), s * d:between(0.3, 3) } }
        end
        M = M + part:re_express(d:rotation()):shift { d:between(-0.1, 0.1), d:between(-0.1, 0.1), d:between(-0.15, 0.3) }
    end
    return M
end
makers["clouds of particles"] = function(d) return S.from_parameters(d:parameters()) end
makers["spreads of any size"] = function(d)
    local mass = d:between(0.1, 10)
    local a, b, c = mass * d:between(0.001, 1), mass * d:between(0.001, 1), mass * d:between(0.001, 1)
    local tensor = rigid.RotationalInertia { b + c, a + c, a + b }:re_express(d:rotation())
    return S { mass = mass, com = offset(d, 0.2), inertia = tensor }
end

function slips.link(d, population) return makers[population](d) end

-- ---- slips --------------------------------------------------------------------------------------------------------------

local ENTRIES <const> = { "xx", "xy", "xz", "yy", "yz", "zz" }
local POWERS <const> = { -3, -2, -1, 1, 2, 3 }

local function any(d, list) return list[d:integer(1, #list)] end

local function planted(d, M)
    local I = M:central_inertia():table()
    local kind, a, b = any(d, { "power", "sign", "swap" }), any(d, ENTRIES), any(d, ENTRIES)
    if kind == "power" then
        I[a] = I[a] * 10.0 ^ any(d, POWERS)
    elseif kind == "sign" then
        I[a] = -I[a]
    else
        I[a], I[b] = I[b], I[a]
    end
    return S { mass = M:mass(), com = M:com(), inertia = I, skip_validity_check = true }
end

-- A link, and what a slip that no body survives made of it.
function slips.draw(d, population)
    while true do
        local M = slips.link(d, population)
        local bad = planted(d, M)
        if not bad:is_physically_valid() then
            return M, bad
        end
    end
end

-- Where the link is found among the repairs: its place in the list, and its rank; nil where it is not there.
function slips.found(M, list)
    local I = M:central_inertia()
    local within = 1e-9 * I:matrix():norm()
    for i, repair in ipairs(list) do
        local N = repair.inertia
        if N:mass() == M:mass() and N:central_inertia():is_near(I, within) then
            return i, repair.rank
        end
    end
end

return slips
