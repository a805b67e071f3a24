-- Where the parameters of links may be, as rigid.identify and rigid.adaptive_controller are told: least and greatest numbers of single ones, and ellipsoids
-- beyond which a link has nothing, m - tr(A Σ) + 2 cᵀA h - m cᵀA c > 0 [Wensing, Kim, Slotine 2018]. All are half spaces c·p > d, and go to C as the
-- rows of a Matrix: the number of a link, c, d (src/core/identification/bounds.h).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local layout = require "rigid.model.layout"
local records = require "rigid.model.records"
local words = require "rigid.identification.parameters"

local Matrix, Vector = core.Matrix, core.Vector

local bounds = {}

local MOST <const> = 64 -- of a link (src/bind/identification_duals.c)

-- The number of a moving link of m by its name or handle, at a place; `name` is that of the function which asks.
function bounds.link(place, name, m, value)
    local record = records.resolve_body(place, m, records.open(m, name), value)
    for i, link in ipairs(layout.of(m).links) do
        if link == record then return i end
    end
    local owner = layout.of(m).owner[record.number]
    return place:bad("'%s' is welded: name the link that carries it, '%s'", record.name, owner and owner.name or "world")
end

-- {m = {1, 2}, ..} of a link as half spaces, behind `list`.
local function add_numbers(list, place, link, said)
    if type(said) ~= "table" then place:expected("table of least and greatest numbers by parameter, such as {m = {1, 2}}", said) end
    local known = {}
    for name in pairs(words.also) do known[#known + 1], known[name] = name, true end
    table.sort(known)
    for name, pair in next, said do
        local here = place:field(place:word(name, known))
        if here:list(pair, "least and greatest number") ~= 2 then here:expected("least and greatest number", pair) end
        local low, high = pair[1], pair[2]
        for i = 1, 2 do
            if type(pair[i]) ~= "number" or pair[i] ~= pair[i] then here:entry(i):expected("number", pair[i]) end
        end
        if not (low < high) then here:bad("a least number below the greatest expected, got %g and %g", low, high) end
        for _, one in ipairs {{1, low, "above"}, {-1, high, "below"}} do
            if math.abs(one[2]) < math.huge then
                local row = {link = link, d = one[1] * one[2], what = ("%s %s %.6g"):format(words.list[words.also[name]], one[3], one[2])}
                for k = 1, 10 do row[k] = k == words.also[name] and one[1] or 0 end
                list[#list + 1] = row
            end
        end
    end
end

local WITHIN <const> = arguments.fields "radii placement"

-- {radii = {a, b, c}, placement = X} of a link as a half space, behind `list`.
local function add_ellipsoid(list, place, link, said)
    said = place:options(said, WITHIN)
    local radii = type(said.radii) == "number" and {said.radii, said.radii, said.radii} or place:field("radii"):numbers(said.radii, 3, "radii")
    local X = said.placement == nil and core.Transform.identity() or place:field("placement"):transform(said.placement)
    local inverse = Matrix(3, 3)
    for i = 1, 3 do
        if not (radii[i] > 0 and radii[i] < 1e100 and 1 / radii[i] < 1e100) then place:field("radii"):bad("positive numbers expected, got %g", radii[i]) end
        inverse:set(i, i, 1 / radii[i] ^ 2)
    end
    local R, p = X:rotation():matrix(), X:position()
    R = core.type(R) == "Matrix" and R or Matrix(R)
    local A, c = R * inverse * R:transpose(), Vector {p.x, p.y, p.z}
    local Ac, half = A * c, 0.5 * A:trace()
    local row = {1 - c:dot(Ac), 2 * Ac[1], 2 * Ac[2], 2 * Ac[3], A(1, 1) - half, 2 * A(1, 2), 2 * A(1, 3), A(2, 2) - half, 2 * A(2, 3), A(3, 3) - half}
    row.link, row.d, row.what = link, 0, "mass within its ellipsoid alone"
    list[#list + 1] = row
end

local READERS <const> = {{"bounds", add_numbers}, {"within", add_ellipsoid}}

-- What `said` has under bounds and within, each a table by the name of a link of m: a list of half spaces, or nil where nothing is said.
function bounds.read(place, name, m, said)
    local list, count = {}, {}
    for _, reader in ipairs(READERS) do
        local field, add = reader[1], reader[2]
        local given = said[field]
        if given ~= nil then
            local here = place:field(field)
            if type(given) ~= "table" then here:expected("table by the names of links", given) end
            for link, what in next, given do
                local number = bounds.link(here, name, m, link)
                add(list, here:field(tostring(link)), number, what)
            end
        end
    end
    for _, row in ipairs(list) do
        count[row.link] = (count[row.link] or 0) + 1
        if count[row.link] > MOST then place:field("bounds"):bad("at most %d of a link expected", MOST) end
    end
    return #list > 0 and list or nil
end

-- The Matrix for C, with links by their number in `numbers` (those that have none are left out; nil: as they are); nil where there are no rows.
function bounds.matrix(list, numbers)
    local rows = {}
    for _, row in ipairs(list or {}) do
        local link = numbers and numbers[row.link] or not numbers and row.link
        if link then
            rows[#rows + 1] = table.move(row, 1, 10, 2, {link})
            rows[#rows][12] = row.d
        end
    end
    return #rows > 0 and Matrix(rows) or nil
end

-- What of the list ten parameters of that link do not keep to, in words; nil where they do.
function bounds.broken(list, link, p)
    for _, row in ipairs(list or {}) do
        local room = -row.d
        for k = 1, 10 do room = room + row[k] * p[k] end
        if row.link == link and not (room > 0) then return row.what end
    end
    return nil
end

return bounds
