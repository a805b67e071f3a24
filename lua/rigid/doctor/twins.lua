-- Products of inertia with the wrong sign, as a suspicion: a robot's left is its right, mirrored. Where two such links have
-- the same mass, the same moments and the same products but for signs, and their coms are each other's mirror images, then
-- that mirror says which signs the products have. With D = diag(±1, ±1, ±1): c' = D c and I' = D I D.
-- Nothing is said of two links that differ in anything else, nor where any D explains both com and products.
local names = require "rigid.doctor.names"
local written = require("rigid.doctor.figures").read

local abs, max, sqrt = math.abs, math.max, math.sqrt

local twins = {}

local ALIKE <const> = 2e-3 -- relative: how near masses, coms and moments of two mirrored parts of one drawing are
local SAME <const> = 1e-2 -- relative: how near a product is to its twin's, but for the sign
local FAINT <const> = 1e-3 -- of the greatest moment: smaller products say nothing

local PRODUCTS <const> = {{"Ixy", 1, 2}, {"Ixz", 1, 3}, {"Iyz", 2, 3}}

-- What is compared: lists that begin at 1, the products in the order above.
local function figures(M)
    local I = M:central_inertia()
    local m, p, c = I:moments(), I:products(), M:com()
    return {
        mass = M:mass(), com = {c.x, c.y, c.z}, moments = {m.x, m.y, m.z}, products = {p.x, p.y, p.z},
        greatest = max(abs(m.x), abs(m.y), abs(m.z)),
    }
end

-- The products as they were written, in that order.
local function products_of(M)
    local w = written(M, "com")
    return {w.ixy, w.ixz, w.iyz}
end

local function near(a, b, scale) return abs(a - b) <= ALIKE * scale end

-- The same but for signs? bare: products are not compared.
local function alike(a, b, bare)
    if not near(a.mass, b.mass, a.mass) or a.greatest == 0 or not (a.mass > 0) then return false end
    local size = sqrt(a.greatest / a.mass)
    for k = 1, 3 do
        if not near(abs(a.com[k]), abs(b.com[k]), max(size, abs(a.com[k]))) then return false end
        if not near(a.moments[k], b.moments[k], a.greatest) then return false end
        if not bare and not near(abs(a.products[k]), abs(b.products[k]), a.greatest) then return false end
    end
    return true
end

-- Have two bodies the same mass, moments and com, but for signs?
function twins.are_alike(M, N) return alike(figures(M), figures(N), true) end

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

local MOST <const> = 1000 -- links of one height that are looked through

-- The only one of the list at (x, y) and the height of its i-th, unless that lies in the mirror itself.
local function only_image(list, i, x, y)
    local a, found = list[i], nil
    if max(abs(a.x - x), abs(a.y - y)) <= 10 * a.tolerance then return nil end
    for _, step in ipairs {-1, 1} do
        local j = i + step
        while list[j] and abs(list[j].z - a.z) <= a.tolerance do
            local b = list[j]
            if abs(b.x - x) <= a.tolerance and abs(b.y - y) <= a.tolerance then
                if found then return nil end
                found = b
            end
            if abs(j - i) >= MOST then return nil end
            j = j + step
        end
    end
    return found
end

-- Those whose coms are mirror images through the xz or the yz plane of the robot at rest, each the only one that is. To be
-- found without comparing each with each, they are sorted by height, which both mirrors leave.
local function by_place(links, couples)
    local left = {}
    for _, link in ipairs(links) do
        local p = not link.has_twin and link.place
        if p then left[#left + 1] = {link = link, x = p.x, y = p.y, z = p.z, tolerance = ALIKE * max(p:norm(), 1e-3)} end
    end
    table.sort(left, function(a, b)
        if a.z ~= b.z then return a.z < b.z end
        return a.link.number < b.link.number
    end)
    for _, mirror in ipairs {{1, -1}, {-1, 1}} do
        for i, a in ipairs(left) do
            local b = only_image(left, i, mirror[1] * a.x, mirror[2] * a.y)
            if b and b.link.number > a.link.number then couples[#couples + 1] = {a.link, b.link} end
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
            local products, own, others = {}, products_of(b.inertia), products_of(a.inertia)
            for i, k in ipairs(wrong) do
                local name, j, l = table.unpack(PRODUCTS[k])
                products[i] = {name = name, value = own[k], expected = D[j] * D[l] * others[k]}
            end
            found[#found + 1] = {link = b, other = a, how = D.word, products = products, certain = certain}
        end
    end
    return found
end

return twins
