-- Who refers to what in an MJCF file: tendons, equalities and actuators, found by the names that they refer to, and keyframes of attached models by the
-- joints whose numbers they say. Kept while <replicate> and <attach> are resolved (assemble.lua), so that this costs what is copied, and not a look at
-- all that refers to something for each of them.
local Reader = require "rigid.files.mjcf.reader"

local words = Reader.words

-- Attributes that are names, by what they name.
local NAMES <const> = {
    body = "body", body1 = "body", body2 = "body", target = "body", joint = "joint", joint1 = "joint", joint2 = "joint", jointinparent = "joint",
    site = "site", site1 = "site", site2 = "site", slidersite = "site", cranksite = "site", refsite = "site", sidesite = "site",
    geom = "geom", geom1 = "geom", geom2 = "geom", tendon = "tendon", tendon1 = "tendon", tendon2 = "tendon",
}
local KIND <const> = {freejoint = "joint", spatial = "tendon", fixed = "tendon"} -- of elements that are called otherwise
local REFERRING <const> = words "tendon equality actuator" -- sections; an actuator may refer to a tendon
local NUMBER <const> = {}
for number, section in ipairs(REFERRING) do NUMBER[section] = number end

-- sections: the reader's. by_name: lists of entries {section: its number, number, element, said: list of {kind, name}} by kind and name;
-- keys_of: lists of keyframes by joint; gone: what is to be taken out in the end.
local References = {NAMES = NAMES}
References.__index = References

-- ---- what is referred to --------------------------------------------------------------------------------------------

local function add_said(element, said)
    for _, attribute in ipairs(element.attributes) do
        local kind, name = NAMES[attribute], element.attributes[attribute]
        if kind and name ~= "world" then said[#said + 1] = {kind = kind, name = name} end
    end
    for _, child in ipairs(element) do add_said(child, said) end
    return said
end

local function index(self, section, element)
    self.count = self.count + 1
    local entry = {section = section, number = self.count, element = element, said = add_said(element, {})}
    for _, one in ipairs(entry.said) do
        local of_kind = self.by_name[one.kind]
        of_kind[one.name] = of_kind[one.name] or {}
        table.insert(of_kind[one.name], entry)
    end
end

function References.new(sections)
    local self = setmetatable({sections = sections, count = 0, by_name = {}, keys_of = {}, key_number = {}, gone = {}}, References)
    for _, kind in pairs(NAMES) do self.by_name[kind] = {} end
    for number, section in ipairs(REFERRING) do
        for _, whole in ipairs(sections[section]) do
            for _, element in ipairs(whole) do index(self, number, element) end
        end
    end
    return self
end

-- Put an element behind those of a section.
function References:add(section, element)
    local whole = {name = section, attributes = {}, line = element.line, position = element.position, file = element.file, text = "", element}
    table.insert(self.sections[section], whole)
    if NUMBER[section] then index(self, NUMBER[section], element) end
end

-- ---- who refers to it -----------------------------------------------------------------------------------------------

-- The names of all that is in an element, by kind.
function References.collect(element, names)
    for _, child in ipairs(element) do
        local kind, name = KIND[child.name] or child.name, child.attributes.name
        if name then
            names[kind] = names[kind] or {}
            names[kind][name] = true
        end
        References.collect(child, names)
    end
    return names
end

local function alone(entry, names)
    for _, one in ipairs(entry.said) do
        if not (names[one.kind] and names[one.kind][one.name]) then return false end
    end
    return true
end

-- Add the entries that refer to a name to found, each once.
local function look_up(self, kind, name, found)
    for _, entry in ipairs(self.by_name[kind] and self.by_name[kind][name] or {}) do
        if not found[entry] and not self.gone[entry.element] then found[entry], found[#found + 1] = true, entry end
    end
end

-- What refers to one of the names (sets by kind), in order: a list of {section, element, alone: whether it refers to nothing else}. A tendon that does so
-- alone is among the names from then on.
function References:to(names)
    local found, list = {}, {}
    for kind, set in pairs(names) do
        for name in pairs(set) do look_up(self, kind, name, found) end
    end
    for i = 1, #found do
        local name = found[i].element.attributes.name
        if REFERRING[found[i].section] == "tendon" and name and alone(found[i], names) then
            names.tendon = names.tendon or {}
            names.tendon[name] = true
            look_up(self, "tendon", name, found)
        end
    end
    table.sort(found, function(a, b) return a.section < b.section or a.section == b.section and a.number < b.number end)
    for i, entry in ipairs(found) do list[i] = {section = REFERRING[entry.section], element = entry.element, alone = alone(entry, names)} end
    return list
end

-- The same, and it goes.
function References:take_out(names)
    local list = self:to(names)
    for _, one in ipairs(list) do self.gone[one.element] = true end
    for kind, set in pairs(names) do
        for name in pairs(self.by_name[kind] and set or {}) do self.by_name[kind][name] = nil end
    end
    return list
end

-- ---- keyframes ------------------------------------------------------------------------------------------------------

-- Add a keyframe; key.order says whose numbers it has, {element of the joint, if that is here, and type}.
function References:add_key(key)
    self.count = self.count + 1
    self.key_number[key] = self.count
    for _, joint in ipairs(key.order) do
        if joint.element then
            self.keys_of[joint.element] = self.keys_of[joint.element] or {}
            table.insert(self.keys_of[joint.element], key)
        end
    end
    self:add("keyframe", key)
end

-- Take out the keyframes that say where one of those joints (keys of a table) is: a list of them.
function References:take_out_keys(joints)
    local list = {}
    for joint in pairs(joints) do
        for _, key in ipairs(self.keys_of[joint] or {}) do
            if not self.gone[key] then self.gone[key], list[#list + 1] = true, key end
        end
        self.keys_of[joint] = nil
    end
    table.sort(list, function(a, b) return self.key_number[a] < self.key_number[b] end)
    return list
end

-- ---- in the end -----------------------------------------------------------------------------------------------------

local function tidy_section(self, section)
    for _, whole in ipairs(self.sections[section]) do
        local left = {}
        for _, element in ipairs(whole) do
            if not self.gone[element] then left[#left + 1] = element end
        end
        Reader.set_children(whole, left)
    end
end

-- The sections without what is gone.
function References:tidy()
    if not next(self.gone) then return end
    for _, section in ipairs(REFERRING) do tidy_section(self, section) end
    tidy_section(self, "keyframe")
end

return References
