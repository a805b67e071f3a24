-- Figures in another unit, of one link or of a whole file: what mass, com and tensor would have to be divided by, for the links to be
-- what links are, beside their own shapes or beside the robot. Each explanation is scored by how unlikely it leaves a link: the
-- density of its shapes (or of the box of its inertia), its spread beside theirs (or beside the distances of its joints), and its
-- com beside their middle. All links of a file are explained together first, then each alone.
local region = require "rigid.doctor.region"

local log, max, sqrt = math.log, math.max, math.sqrt

local scales = {}

-- {factor of the mass, of the com, of the tensor, cause, words, how seldom}
local EXPLANATIONS <const> = {
    {1, 1, 1e3, "tensor_unit", "the tensor is in g m²", 0},
    {1, 1, 1e4, "tensor_unit", "the tensor is in kg cm²", 0.2},
    {1, 1, 1e6, "tensor_unit", "the tensor is in kg mm²", 0},
    {1, 1, 1e7, "tensor_unit", "the tensor is in g cm²", 0.2},
    {1, 1, 1e9, "tensor_unit", "the tensor is in g mm²", 0},
    {1, 1, 3417.17, "tensor_unit", "the tensor is in lb in²", 1},
    {1, 1, 1550, "tensor_unit", "the tensor is in kg in²", 1.5},
    {1, 1, 1e-3, "tensor_unit", "the tensor is 1000 times too small", 0.7},
    {1, 1, 1e-6, "tensor_unit", "the tensor is 10⁶ times too small", 1.5},
    {1e3, 1, 1, "mass_unit", "the mass is in g", 0},
    {1e-3, 1, 1, "mass_unit", "the mass is in tonnes", 1.5},
    {1, 1e3, 1, "length_unit", "the com is in mm", 0},
    {1, 1e2, 1, "length_unit", "the com is in cm", 0.2},
    {1e3, 1e3, 1e9, "file_units", "mass, com and tensor are in g, mm and g mm²", 0.5},
    {1, 1e3, 1e6, "file_units", "com and tensor are in mm and kg mm²", 0.5},
    {1e3, 1, 1e3, "file_units", "mass and tensor are in g and g m²", 0.5},
    {1e3, 1e2, 1e7, "file_units", "mass, com and tensor are in g, cm and g cm²", 0.7},
    {1, 1e2, 1e4, "file_units", "com and tensor are in cm and kg cm²", 0.7},
    {1e3, 1, 1e9, "file_units", "mass and tensor are in g and g mm²", 1},
    {1, 1e3, 1e9, "file_units", "com and tensor are in mm and g mm²", 1},
    {1e3, 1e3, 1, "file_units", "mass and com are in g and mm", 1},
    {1e3, 1e3, 1e6, "file_units", "mass, com and tensor are in g, mm and kg mm²", 1.5},
}
local NOTHING <const> = {1, 1, 1, nil, nil, 0}

-- Minus the logarithm of a density with heavy tails.
local function unlikely(x) return 2.5 * log(1 + x * x / 4) end

local USUAL <const> = 1000 -- kg/m³

-- {mass, spread per mass, com, and what they are held against}; nil where there is nothing to tell.
local function measured(link, extent)
    local M, r = link.inertia, link.region
    local m, trace = M:mass(), M:central_inertia():matrix():trace()
    if not (m > 0 and trace > 0 and trace < math.huge) then return nil end
    local d = {mass = m, size = sqrt(6 * trace / m), com = M:com(), reach = link.reach > 0 and link.reach or extent / 3}
    local filled = r and #r.missing == 0 and region.filled(r, 1)
    if filled then
        d.volume, d.own = r.volume, sqrt(6 * filled:central_inertia():matrix():trace())
        d.middle = filled:com()
        d.half = max(d.own / 2, 1e-3)
    end
    return d
end

local function cost(d, e)
    local mass, size, com = d.mass / e[1], d.size * sqrt(e[1] / e[3]), d.com / e[2]
    if d.volume then
        return unlikely(log(mass / d.volume / USUAL) / 1.5) + unlikely(2 * log(size / d.own) / 0.8) + unlikely((com - d.middle):norm() / d.half / 2) + e[6]
    end
    if d.reach <= 0 then return unlikely(log(mass / (size / sqrt(3)) ^ 3 / USUAL) / 1.2) + e[6] end
    return unlikely(log(mass / (size / sqrt(3)) ^ 3 / USUAL) / 1.5) + unlikely(log(size / d.reach) / 1.2) + unlikely(com:norm() / max(d.reach,
        size) / 2) + e[6]
end

local USUALLY <const> = 3 -- how unlikely an explained link may still be
local ALONE <const>, EACH <const> = 5, 4 -- by how much an explanation must be likelier, of one link, and of each of several

-- One quantity alone, and too large: what a single link is explained by.
local function simple(e) return e[4] ~= "file_units" and e[1] >= 1 and e[2] >= 1 and e[3] >= 1 end

-- How unlikely the list is as it stands.
local function unlikeliness(list)
    local sum = 0
    for _, d in ipairs(list) do sum = sum + cost(d, NOTHING) end
    return sum
end

-- The explanation that is best for all of a list that is so unlikely, by how much on the whole, and how unlikely it leaves them.
local function best_of(list, none, only)
    local best, least = nil, math.huge
    for _, e in ipairs(EXPLANATIONS) do
        if only and not only(e) then goto next_one end
        local sum = 0
        for _, d in ipairs(list) do sum = sum + cost(d, e) end
        if sum < least then best, least = e, sum end
        ::next_one::
    end
    return best, (none - least) / #list, least / #list
end

local function explained_by(e, all) return {cause = e[4], told = e[5], mass = e[1], com = e[2], tensor = e[3], all = all} end

local MOST <const> = 0.8 -- share of the links that a cause of the whole file explains

local function together(links, extent, found)
    local list, who, seen, different = {}, {}, {}, 0
    for _, link in ipairs(links) do
        local d = measured(link, extent)
        if d then
            list[#list + 1] = d
            who[#who + 1] = link
            local key = d.mass .. " " .. d.size
            different, seen[key] = different + (seen[key] and 0 or 1), true
        end
    end
    if different < 2 then return end -- one link many times says no more than one
    local none = unlikeliness(list)
    if none < EACH * #list then return end -- nothing is much likelier than what is likely
    local e, gain = best_of(list, none)
    if gain < EACH then return end
    local agree = {}
    for i, d in ipairs(list) do
        if cost(d, NOTHING) - cost(d, e) > 1 then agree[#agree + 1] = who[i] end
    end
    if #agree < 2 or #agree < MOST * #list then return end
    for _, link in ipairs(agree) do found[link] = explained_by(e, agree) end
end

local FAR <const> = 10 -- robots: a com farther off is in another unit
local USED <const> = 0.5 -- metres: how large a robot is of which nothing is known

-- By link what explains it: {cause, told, mass, com, tensor = what each is to be divided by, all = the links it is common to}. links:
-- {inertia, region, reach, fits, doubtful} in a robot of that extent; what fits its shapes to the digit needs no explanation.
function scales.find(links, extent)
    local found, open, known = {}, {}, 0 -- known: that are right, or wrong in another way than by a unit
    if not (extent > 0) then extent = USED end
    for _, link in ipairs(links) do
        local by_unit = link.explained and link.study.unit
        if link.fits or link.explained and not by_unit or link.impossible and not by_unit and link.inertia:mass() > 0 then
            known = known + 1
        elseif not (by_unit or link.symptom or link.guessed or link.impossible) then
            open[#open + 1] = link
        end
    end
    if #open >= MOST * (#open + known) then together(open, extent, found) end
    for _, link in ipairs(open) do
        local odd = link.doubtful or link.inertia:com():norm() > FAR * extent
        local d = not found[link] and odd and measured(link, extent)
        local none = d and cost(d, NOTHING)
        if d and none >= ALONE then
            local e, gain, left = best_of({d}, none, simple)
            if gain >= ALONE and left <= USUALLY then found[link] = explained_by(e, {link}) end
        end
    end
    return found
end

return scales
