-- m:diagnose(): what M:diagnose() finds for each link as it was declared, welded ones and payloads included; what its own
-- geometry says against it; and what only shows when links are compared: a tensor that was copied from one to the other, a
-- product whose sign is not that of the link on the other side. Each finding says link, file and line as far as the model
-- knows them. A "suspicion" is weaker than a "warning": two figures contradict each other, and either may be the wrong one.
-- A "note", given where it is asked for, is no finding about the inertia: a mesh could not be read. What each link is suspected of
-- by itself is in link.lua.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local finding = require "rigid.finding"
local joints = require "rigid.doctor.joints"
local known_robots = require "rigid.doctor.known"
local figures = require "rigid.doctor.figures"
local sides = require "rigid.doctor.names"
local meant = require "rigid.doctor.meant"
local of_link = require "rigid.doctor.link"
local scales = require "rigid.doctor.scales"
local shapes = require "rigid.doctor.shapes"
local twins = require "rigid.doctor.twins"
local inner = debug.getmetatable(core).inner

local shown, written = figures.shown, figures.read

local model = {}

-- ---- what is printed ------------------------------------------------------------------------------------------------

local List = {__name = "findings"}

-- file:line: as far as they are known.
local function place_of(one)
    if not one.file then return "" end
    return one.line and ("%s:%d: "):format(one.file, one.line) or one.file .. ": "
end

List.__tostring = arguments.printer("findings", function(list)
    if #list == 0 then return "nothing found: a body can have the inertia of each link" end
    local lines = {}
    for i, one in ipairs(list) do
        lines[i] = ("%slink '%s': %s [%s]"):format(place_of(one), one.link, tostring(one), one.code)
    end
    return table.concat(lines, "\n")
end)

-- ---- copied tensors -------------------------------------------------------------------------------------------------

local OTHER <const> = 1.01 -- ratio of two masses that are not the same

local function tensor_key(link)
    local w = link.facts and link.facts.w
    if not w then
        local read = written(link.inertia, "com")
        w = {}
        for i, name in ipairs(figures.TENSOR) do w[i] = {value = read[name]} end
    end
    if w[1].value == 0 and w[2].value == 0 and w[3].value == 0 then return nil end
    return known_robots.key(w[1].value, w[2].value, w[3].value, w[4].value, w[5].value, w[6].value)
end

-- A text that says the first shape; nil where there is none.
local function shape_key(record)
    local list = shapes.whole(record.collisions) or shapes.whole(record.visuals)
    if not list then return nil end
    local shape, words = list[1].shape, {}
    for _, field in ipairs {"type", "filename", "radius", "length"} do words[#words + 1] = tostring(shape[field]) end
    for _, numbers in ipairs {shape.size or {}, shape.scale or {}} do
        for _, x in ipairs(numbers) do words[#words + 1] = tostring(x) end
    end
    return table.concat(words, " ")
end

local NAMED <const> = 5 -- links of a group that a sentence names

local function names_of(group)
    local names = {}
    for i = 1, math.min(#group, NAMED) do names[i] = "'" .. group[i].name .. "'" end
    if #group > NAMED then names[NAMED + 1] = ("%d more"):format(#group - NAMED) end
    return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

-- Why a group of links with the same tensor cannot all be what was meant; nil where they may be one part, used often.
local function contradiction(group)
    local low, high, kinds, shape = math.huge, 0, 0, nil
    for _, link in ipairs(group) do
        low, high = math.min(low, link.inertia:mass()), math.max(high, link.inertia:mass())
        local key = shape_key(link.record)
        if not key then kinds = -math.huge end
        if key ~= shape then shape, kinds = key, kinds + 1 end
    end
    if high > OTHER * low then return ("have masses from %s to %s kg"):format(shown(low), shown(high)) end
    local w = written(group[1].inertia, "com")
    local round = w.ixx == w.iyy and w.iyy == w.izz and w.ixy == 0 and w.ixz == 0 and w.iyz == 0
    return round and kinds > 1 and "have geometries of different kinds or sizes" or nil
end

-- What follows from another link's tensor.
local FOLLOWING <const> = {gyration = true, ellipsoid = true, minimum_length = true, inertia_ratio = true, about_origin = true, axes_permuted = true,
    units = true}

-- Those of a group that cannot exist have it from the copying, for all we know, rather than from a slip in what was copied.
local function blame_copying(group, of, copy)
    copy.consequence = true -- where it is said of every one of them
    for _, link in ipairs(group) do
        if not link.impossible or not of[link][1] then copy.consequence = nil end
        for _, one in ipairs(of[link]) do
            one.consequence = one.consequence or one ~= copy and FOLLOWING[one.code] or nil
        end
        local first = link.impossible and of[link][1]
        if first then
            first.cause, first.certain, first.manner = "tensor_copied", false, "tensor_copied"
            first.fix, first.values, first.edit, first.slips, first.headline = nil, nil, nil, nil, "a tensor copied between links of other masses"
            first.sentence = ("its tensor is that of %s, figure for figure, but its mass differs; %s"):format(names_of(group), first.sentence)
        end
    end
end

local GRAMS <const>, EXACT <const> = 1e3, 1e-6

-- Of links with one tensor those whose mass is in g, for the others have a thousandth of it and it is far too much: whether that is how they differ.
local function in_grams(group, of)
    local least, found = math.huge, {}
    for _, link in ipairs(group) do least = math.min(least, link.inertia:mass()) end
    for _, link in ipairs(group) do
        local ratio = link.inertia:mass() / least
        if math.abs(ratio / GRAMS - 1) < EXACT and link.facts then
            for _, one in ipairs(of[link]) do found[link] = one.code == "units" and (one.cause or "mass_unit") == "mass_unit" and one or found[link] end
        end
        if math.abs(ratio - 1) > EXACT and not found[link] then return false end
    end
    for link, one in pairs(found) do
        one.cause, one.headline, one.manner = "mass_unit", "the mass is in g", "units|mass_unit"
        one.sentence = ("the mass is in g: %s have the same tensor, figure for figure, and masses of %s and %s kg"):format(names_of(group), shown(least),
            shown(link.inertia:mass()))
        meant.put(one, link.facts, {mass = link.inertia:mass() / GRAMS}, true)
    end
    return next(found) ~= nil
end

-- What the six figures tell by themselves is not told as copied.
local PLACEHOLDERS <const> = {all_equal = true, identity = true}

local function copied(links, add, of)
    local groups, order = {}, {}
    for _, link in ipairs(links) do
        local key = link.inertia:mass() > 0 and not link.explained and tensor_key(link)
        if key and not groups[key] then
            groups[key] = {}
            order[#order + 1] = groups[key]
        end
        if key then table.insert(groups[key], link) end
    end
    for _, group in ipairs(order) do
        local symptom = group[1].symptom
        local why = #group > 1 and not (symptom and PLACEHOLDERS[symptom.cause]) and contradiction(group)
        table.sort(group, function(a, b) -- those that are their own shapes have theirs by right
            if not a.fits ~= not b.fits then return not a.fits end
            return a.number < b.number
        end)
        if why and not group[1].fits and not in_grams(group, of) then
            local w = written(group[1].inertia, "com")
            local found = add(group[1], "suspicion", "copied", "mean moment about the com", (w.ixx + w.iyy + w.izz) / 3, nil, nil, "kg m²",
                "%s %s, but the same tensor, figure for figure: it looks copied, or like a placeholder", names_of(group), why)
            found.links, found.cause, found.certain = {}, "tensor_copied", false
            for i, link in ipairs(group) do found.links[i] = link.name end
            blame_copying(group, of, found)
        end
    end
end

-- Is it this robot, or a version of it, by its name?
local function is_named(robot, name) return name:lower():find(robot:lower():match "(%S+)$", 1, true) ~= nil end

-- A tensor that is another, well-known robot's, at another mass.
local function inherited(links, add, name)
    for _, link in ipairs(links) do
        local m = link.inertia:mass()
        local key = m > 0 and not link.explained and not link.fits and tensor_key(link)
        local from = key and known_robots.by_key[key]
        if from and not is_named(from.robot, name) and (m > OTHER * from.mass or from.mass > OTHER * m) then
            local found = add(link, "suspicion", "copied", "mass of the link that has this tensor", m, from.mass, -math.abs(m - from.mass), "kg",
                "its tensor is that of link '%s' of %s, figure for figure, which has %s kg; this link has %s kg", from.link, from.robot,
                shown(from.mass), shown(m))
            found.cause, found.certain, found.headline = "tensor_copied", false, ("tensor of '%s' of %s, for another mass"):format(from.link, from.robot)
        end
    end
end

-- ---- signs ----------------------------------------------------------------------------------------------------------

local function mirrored(links, add)
    for _, pair in ipairs(twins.find(links)) do
        local names, said, expected = {}, {}, {}
        for i, product in ipairs(pair.products) do
            names[i], expected[product.name] = product.name, product.expected
            said[i] = ("%s is %s kg m², and %s would fit"):format(product.name, shown(product.value), shown(product.expected))
        end
        local first = pair.products[1]
        local list = table.concat(names, #names == 2 and " and " or ", ")
        local found = add(pair.link, "suspicion", "mirror_sign", list, first.value, first.expected,
            -math.abs(first.value - first.expected), "kg m²", "'%s' is '%s' %s, figure for figure but for the sign of %s%s: %s%s",
            pair.link.name, pair.other.name, pair.how, pair.certain and "" or "one product, such as ", list, table.concat(said, "; "),
            pair.link.impossible and "" or "; one of the two is wrong")
        found.other, found.expected = pair.other.name, pair.certain and not pair.other.impossible and expected or nil
        found.cause, found.certain = "product_sign", false
        if not pair.link.impossible then found.links = {pair.link.name, pair.other.name} end
    end
end

-- ---- the robot ------------------------------------------------------------------------------------------------------

-- Links that have an inertia: {name, number, record, inertia, source, reach = how far the joints on it are, place = the com in
-- the world, all joints at zero}; and how large the robot is, by its joints.
local function weighed(d)
    local links, poses, reach = {}, {}, {}
    local extent, first = 0, nil
    for i, record in ipairs(d.bodies) do -- parents come first
        poses[i] = record.parent and poses[record.parent.number] * record.placement or record.placement
        local from = record.parent and record.placement:position():norm() or 0
        if from - from == 0 then
            reach[i] = math.max(reach[i] or 0, record.joint.type ~= "fixed" and from or 0)
            if record.parent then reach[record.parent.number] = math.max(reach[record.parent.number] or 0, from) end
        end
        local p = poses[i]:position()
        first = first or p
        local far = (p - first):norm()
        if far - far == 0 then extent = math.max(extent, far) end
    end
    for i, record in ipairs(d.bodies) do
        local M = record.lumped or record.inertia
        if M then
            local p = poses[i] * M:com()
            links[#links + 1] = {
                name = record.name, number = record.number, record = record, inertia = M, source = record.source or {}, reach = reach[i] or 0,
                place = p.x - p.x == 0 and p.y - p.y == 0 and p.z - p.z == 0 and p or nil,
            }
        end
    end
    return links, extent
end

-- Which links a loader found to say no mass at all.
local function without_mass(d)
    local set = {}
    for _, note in ipairs(d.notes or {}) do
        if type(note) == "table" and note.code == "taken" and type(note.link) == "string" then set[note.link] = true end
    end
    return set
end

-- Give each link the body of the one on the other side of the robot, by its name, where that can exist.
local function paired(links)
    local by_name = {}
    for _, link in ipairs(links) do by_name[link.name] = link end
    local function give(link, other)
        if link.impossible and not other.impossible and not link.mate then link.mate = other.inertia end
    end
    for _, link in ipairs(links) do
        for _, name in ipairs(sides.others(link.name)) do
            local other = by_name[name]
            if other then
                give(link, other)
                give(other, link)
            end
        end
    end
end

-- Text and line as they should be, whatever a table said they are.
local function placed(one, link)
    local source = link.source
    local line = math.tointeger(source.inertial_line or source.line)
    one.link, one.file, one.line = link.name, type(source.file) == "string" and source.file or nil, line
    return one
end

-- Findings of one cause, in one manner: each says which links it is common to.
local function gathered(list)
    local groups = {}
    for _, one in ipairs(list) do
        if one.manner then
            groups[one.manner] = groups[one.manner] or {}
            table.insert(groups[one.manner], one)
        end
    end
    for _, group in pairs(groups) do
        local names = {}
        for i, one in ipairs(group) do names[i] = one.link end
        for _, one in ipairs(#group > 1 and group or {}) do one.together = names end
    end
end

-- What each link moves by: its mass, or something where only the tensor is not zero.
local function masses(d)
    local list = {}
    for _, record in ipairs(d.bodies) do
        local M = record.lumped or record.inertia
        local mass = M and M:mass() or 0
        list[record.name] = (mass ~= 0 or not M or M:is_zero()) and mass or 1
        if mass ~= mass then list[record.name] = 1 end
    end
    return list
end

-- Where a frame of a link is in degrees, what its figures are beside its shapes follows from that: nothing of it is mended besides.
local function blame_frames(links, of, of_joints)
    local turned = {}
    for _, one in ipairs(of_joints) do turned[one.link or ""] = turned[one.link or ""] or one.cause == "degrees" and not one.joint end
    for _, link in ipairs(links) do
        for _, one in ipairs(turned[link.name] and of[link] or {}) do
            one.certain, one.fix, one.values = false, nil, nil
            if one.repairs then one.repairs.certain = false end
            one.consequence = one.consequence or one.severity ~= "error" or nil
        end
    end
end

-- All findings of a model. known: {geometry = boolean, places = by name of a link where the text of the file has its figures, joints and
-- frames = as that has them (each may be nil)}
function model.examine(m, known)
    local d = inner.model.description(m)
    local links, extent = weighed(d)
    local silent, meshes = without_mass(d), {}
    for _, link in ipairs(links) do
        link.no_mass = silent[link.name]
        of_link.look(link, known.geometry, known.places and known.places[link.name], meshes)
    end
    for _, link in ipairs(links) do link.beside = links end
    paired(links)
    local scaled, of = scales.find(links, extent), {}
    for _, link in ipairs(links) do of[link] = of_link.findings(link, scaled[link], extent) end
    local function add(link, ...) return finding.add(of[link], ...) end
    copied(links, add, of)
    inherited(links, add, type(d.name) == "string" and d.name or "")
    mirrored(links, add)
    local list, of_joints = setmetatable({}, List), joints.findings(known.joints or joints.of_description(d),
        known.frames or joints.frames_of_description(d), masses(d))
    blame_frames(links, of, of_joints)
    for _, link in ipairs(links) do
        for _, one in ipairs(of[link]) do list[#list + 1] = placed(one, link) end
    end
    table.move(of_joints, 1, #of_joints, #list + 1, list)
    gathered(list)
    return list
end

-- ---- the method -----------------------------------------------------------------------------------------------------

local OPTIONS = arguments.fields "geometry notes"

local function read_options(options)
    if options == nil then return true, false end
    local place = arguments.at("diagnose", 1)
    options = place:options(options, OPTIONS)
    for name in pairs(options) do place:field(name):boolean(options[name]) end
    return options.geometry ~= false, options.notes == true
end

function model.of(m, options)
    if core.type(m) ~= "Model" then arguments.at("diagnose", 0):expected("Model", m) end
    local with_geometry, with_notes = read_options(options)
    local list = setmetatable({}, List)
    for _, one in ipairs(model.examine(m, {geometry = with_geometry})) do
        if with_notes or one.severity ~= "note" then list[#list + 1] = one end
    end
    return list
end

return model
