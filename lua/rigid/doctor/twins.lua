-- Products of inertia with the wrong sign, as a suspicion: a robot's left is its right, mirrored. Where two such links have
-- the same mass, the same moments and the same products but for signs, and their coms are each other's mirror images, then
-- that mirror says which signs the products have. With D = diag(±1, ±1, ±1): c' = D c and I' = D I D.
-- Nothing is said of two links that differ in anything else, nor where any D explains both com and products.
local core = require "rigid.core"
local names = require "rigid.doctor.names"
local written = require("rigid.doctor.repairs").written

local Vec3 = core.Vec3
local abs, max, sqrt = math.abs, math.max, math.sqrt

local twins = {}

local ALIKE <const> = 2e-3 -- relative: how near masses, coms and moments of two mirrored parts of one drawing are
local SAME <const> = 1e-2 -- relative: how near a product is to its twin's, but for the sign
local FAINT <const> = 1e-3 -- of the greatest moment: smaller products say nothing

local PRODUCTS <const> = {{"Ixy", 1, 2}, {"Ixz", 1, 3}, {"Iyz", 2, 3}}

-- What is compared: lists that begin at 1, the products in the order above.
local function figures(M)
    local w = written(M, "com")
    return {
        mass = w.mass, com = {w.x, w.y, w.z}, moments = {w.ixx, w.iyy, w.izz}, products = {w.ixy, w.ixz, w.iyz},
        greatest = max(abs(w.ixx), abs(w.iyy), abs(w.izz)),
    }
end

local function near(a, b, scale) return abs(a - b) <= ALIKE * scale end

-- The same but for signs?
local function alike(a, b)
    if not near(a.mass, b.mass, a.mass) or a.greatest == 0 or not (a.mass > 0) then return false end
    local size = sqrt(a.greatest / a.mass)
    for k = 1, 3 do
        if not near(abs(a.com[k]), abs(b.com[k]), max(size, abs(a.com[k]))) then return false end
        if not near(a.moments[k], b.moments[k], a.greatest) then return false end
        if not near(abs(a.products[k]), abs(b.products[k]), a.greatest) then return false end
    end
    return true
end

-- Is the com of b that of a under D?
local function moves_com(D, a, b)
    local size = sqrt(a.greatest / a.mass)
    for k = 1, 3 do
        if not near(D[k] * a.com[k], b.com[k], max(size, abs(a.com[k]))) then return false end
    end
    return true
end

-- The numbers of the products whose signs are not those under D.
local function disagreements(D, a, b)
    local list = {}
    for i, product in ipairs(PRODUCTS) do
        local expected = D[product[2]] * D[product[3]] * a.products[i]
        if abs(expected) > FAINT * a.greatest and abs(b.products[i] + expected) <= SAME * abs(expected) then list[#list + 1] = i end
    end
    return list
end

local WORDS <const> = {
    ["-++"] = "mirrored through its yz plane", ["+-+"] = "mirrored through its xz plane", ["++-"] = "mirrored through its xy plane",
    ["---"] = "mirrored through its origin", ["+++"] = "over again", ["+--"] = "turned half round about x",
    ["-+-"] = "turned half round about y", ["--+"] = "turned half round about z",
}

-- The eight D, mirrors first, those of one axis before the others.
local SIGNS = {}
for _, word in ipairs {"+-+", "-++", "++-", "---", "+++", "+--", "-+-", "--+"} do
    local D = {word = WORDS[word]}
    for k = 1, 3 do D[k] = word:sub(k, k) == "+" and 1 or -1 end
    SIGNS[#SIGNS + 1] = D
end

-- What is wrong between a and b: nil, or D and the list of products that do not follow it; `certain` where no other
-- reading has as few.
local function compare(a, b)
    if not alike(a, b) then return nil end
    local best, wrong, certain
    for _, D in ipairs(SIGNS) do
        if moves_com(D, a, b) then
            local list = disagreements(D, a, b)
            if #list == 0 then return nil end
            if not best or #list < #wrong then
                best, wrong, certain = D, list, true
            elseif #list == #wrong and table.concat(list) ~= table.concat(wrong) then
                certain = false
            end
        end
    end
    return best, wrong, certain
end

-- ---- who is whose twin ----------------------------------------------------------------------------------------------

local function by_name(links)
    local named, couples = {}, {}
    for _, link in ipairs(links) do named[link.name] = link end
    for _, link in ipairs(links) do
        for _, other in ipairs(names.others(link.name)) do
            if named[other] and named[other] ~= link then
                couples[#couples + 1] = {link, named[other]}
                link.has_twin, named[other].has_twin = true, true
                break
            end
        end
    end
    return couples
end

local MOST <const> = 2000 -- links that are compared each with each other

-- Those whose coms are mirror images through the xz or the yz plane of the robot at rest, each the only one that is.
local function by_place(links, couples)
    local left = {}
    for _, link in ipairs(links) do
        if not link.has_twin and link.place then left[#left + 1] = link end
    end
    if #left > MOST then return end
    for _, mirror in ipairs {Vec3(1, -1, 1), Vec3(-1, 1, 1)} do
        for i, a in ipairs(left) do
            local image = Vec3(mirror.x * a.place.x, mirror.y * a.place.y, mirror.z * a.place.z)
            local tolerance, found, count = ALIKE * max(a.place:norm(), 1e-3), nil, 0
            for j, b in ipairs(left) do
                if i ~= j and (b.place - image):norm() <= tolerance then found, count = j, count + 1 end
            end
            if count == 1 and found > i and (image - a.place):norm() > 10 * tolerance then
                couples[#couples + 1] = {a, left[found]}
            end
        end
    end
end

-- ---- the findings ---------------------------------------------------------------------------------------------------

-- For each pair of links, of those given as {name=, inertia=, place = Vec3 of the com in the world or nil, impossible =
-- boolean}: {link, other, how = words, products = {{name, value, expected}..}, certain = boolean}; `link` is that of the two
-- that cannot exist, or else the later.
function twins.find(links)
    local usable, found = {}, {}
    for _, link in ipairs(links) do
        if link.inertia:mass() > 0 and not link.inertia:is_nan() then usable[#usable + 1] = link end
    end
    local couples = by_name(usable)
    by_place(usable, couples)
    for _, couple in ipairs(couples) do
        local a, b = couple[1], couple[2]
        if a.number > b.number then a, b = b, a end
        if a.impossible and not b.impossible then a, b = b, a end
        local from, to = figures(a.inertia), figures(b.inertia)
        local D, wrong, certain = compare(from, to)
        if D then
            local products = {}
            for i, k in ipairs(wrong) do
                local name, j, l = table.unpack(PRODUCTS[k])
                products[i] = {name = name, value = to.products[k], expected = D[j] * D[l] * from.products[k]}
            end
            found[#found + 1] = {link = b, other = a, how = D.word, products = products, certain = certain}
        end
    end
    return found
end

return twins
