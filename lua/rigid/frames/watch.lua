-- Puts watched twins in the place of functions, and the functions back. Frames and provenance each say which functions
-- they want to see and how; one twin serves both.
local core = require "rigid.core"
local tags = require "rigid.frames.tags"
local inner = debug.getmetatable(core).inner

local watch = {}

local make_twin = inner.frames.twin

local KINDS <const> = {[":"] = "m", ["."] = "s"}

-- The table that holds the function of a key ("Vec3:dot", "Vec3:__add", "SpatialInertia.combine", "Vec3()"), its name
-- there, and class, kind and name as C knows them.
local function place_of(key)
    local class, mark, name = key:match "^(%w+)([:.])([%w_]+)$"
    if not class then
        class = key:match "^(%w+)%(%)$"
        return getmetatable(core[class]), "__call", class, "c", class
    end
    local instance = getmetatable(core[class]).__instance
    if mark == "." then return core[class], name, class, "s", name end
    if name:sub(1, 2) == "__" then return instance, name, class, "o", name end
    return instance.__methods, name, class, KINDS[mark], name
end

local rules, always, recorders, replaced = {}, {}, {}, {} -- by key

local function restore(key)
    local before = replaced[key]
    if before then before.holder[before.name] = before.value end
    replaced[key] = nil
end

local function install(key)
    restore(key)
    if not rules[key] and not recorders[key] then return end
    local holder, name, class, kind, c_name = place_of(key)
    local twin = make_twin(class, kind, c_name, rules[key], recorders[key], always[key] or false, tags.hold)
    if not twin then return end
    replaced[key] = {holder = holder, name = name, value = holder[name]}
    holder[name] = twin
end

function watch.is_watched(key) return replaced[key] ~= nil end

-- Have each key's function ask its rule; those in the set `untagged` also where no argument has a tag.
function watch.rules(by_key, untagged)
    for key, rule in pairs(by_key) do
        rules[key], always[key] = rule, untagged and untagged[key]
        install(key)
    end
end

-- The same for recorders.
function watch.recorders(by_key)
    for key, recorder in pairs(by_key) do
        recorders[key] = recorder
        install(key)
    end
end

function watch.forget_rules(by_key)
    for key in pairs(by_key) do
        rules[key], always[key] = nil, nil
        install(key)
    end
end

function watch.forget_recorders(by_key)
    for key in pairs(by_key) do
        recorders[key] = nil
        install(key)
    end
end

-- Functions written in Lua: replace(key, make) puts make(function) in its place until it is given back.
function watch.replace(key, make)
    restore(key)
    local holder, name = place_of(key)
    local value = holder[name]
    if not value then return end
    replaced[key] = {holder = holder, name = name, value = value}
    holder[name] = make(value)
end
watch.give_back = restore

return watch
