-- Frames that check themselves. rigid.frames(true) has the operators and methods of values look at tags: what does not fit
-- is an error that says which call would mend it, and results carry what follows for them. doc/frames.md is the whole of
-- it. While they are off the functions of the classes are what they always were, and look at nothing.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local link_names = require "rigid.frames.link_names"
local tags = require "rigid.frames.tags"
local watch = require "rigid.frames.watch"

local frames = {}

local on = false
local whole = true -- no switching was broken off, as by Ctrl-C

-- ---- checked functions ----------------------------------------------------------------------------------------------

local VERBS <const> = {
    __add = {"add", "and"}, __sub = {"subtract", "and"}, __mul = {"multiply", "by"}, __div = {"divide", "by"},
}

local function called(x)
    local class = core.type(x)
    if not class then return "a " .. type(x) end
    local t = tags.of(x)
    return (class:find "^[AI]" and "an " or "a ") .. class .. (t.id ~= 0 and " " .. tags.name(class, t) or "")
end

-- What comes before the sentence of a rule.
local function preamble(key, x, y)
    local name = key:match "[:.]([%w_]+)$" or key:match "^%w+"
    local verb = VERBS[name]
    if verb then return ("cannot %s %s %s %s: "):format(verb[1], called(x), verb[2], called(y)) end
    if core.type(x) == "Model" or y == nil then return ("cannot call '%s' of %s: "):format(name, called(x)) end
    return ("cannot call '%s' of %s with %s: "):format(name, called(x), called(y))
end

local function checked(key, rule)
    return function(x, y, ...)
        if not on then return nil end -- a script may have kept the function from when they were on
        local first, second, third = rule(x, y, ...)
        if type(first) == "string" then
            if key:sub(-2) == "()" then return "cannot make a " .. key:sub(1, -3) .. ": " .. first end
            return preamble(key, x, y) .. first
        end
        return first, second, third
    end
end

-- "Twist: linear ..." as "Twist V_WB_W: linear ...".
local function printed(original)
    return function(x, digits)
        local text, t = original(x, digits), tags.of(x)
        if t.id == 0 then return text end
        local class = core.type(x)
        local name, rest = tags.name(class, t), text:sub(#class + 1)
        if text:sub(1, #class) ~= class then return name .. " " .. text end
        return class .. " " .. name .. (rest:sub(1, 1) == "(" and " " or "") .. rest
    end
end

local rules, untagged -- made at the first use

local function load_rules()
    if rules then return end
    local loaded, always = {}, {}
    for _, room in ipairs {require "rigid.frames.rules", require("rigid.frames.model_rules").rules} do
        for key, rule in pairs(room) do
            if key == "untagged" then
                for name in pairs(rule) do always[name] = true end
            else
                loaded[key] = checked(key, rule)
            end
        end
    end
    rules, untagged = loaded, always
end

local function install()
    load_rules()
    watch.rules(rules, untagged)
    for class in pairs(frames.fields) do watch.replace(class .. ":__tostring", printed) end
    link_names.on_given(require("rigid.frames.model_rules").mark)
end

local function remove()
    watch.forget_rules(rules)
    for class in pairs(frames.fields) do watch.give_back(class .. ":__tostring") end
    link_names.on_given(nil)
end

-- All of it or, where memory does not suffice, nothing.
local function set(wanted)
    if wanted == on and whole then return end
    whole = false
    local ok, trouble = true, nil
    if wanted then ok, trouble = pcall(install) end
    if not (wanted and ok) and rules then remove() end
    on, whole = wanted and ok, true
    if not ok then error(trouble, 0) end
end

function frames.frames(wanted)
    local before = on
    if wanted ~= nil then set(arguments.at("frames", 1):boolean(wanted)) end
    return before
end

-- ---- tag, untag -----------------------------------------------------------------------------------------------------

local ENDS, PLACE <const> = "of relative_to", "of about expressed"
local ALL <const> = "of relative_to about expressed"

-- What a value of each class can be tagged with.
frames.fields = {
    Vec3 = "of relative_to expressed", Rotation = ENDS, Transform = ENDS, SpatialMotion = ALL, Twist = ALL, SpatialAcc = ALL,
    SpatialForce = ALL, SpatialMomentum = ALL, Wrench = PLACE, RotationalInertia = PLACE, SpatialInertia = PLACE,
    ABI = PLACE, MassMatrix3 = PLACE, Inertial = PLACE, Matrix = ALL, Vector = ALL,
}

local fields_of = {}
for class, words in pairs(frames.fields) do fields_of[class] = arguments.fields(words) end

local LONGEST <const> = 64

-- A name of a frame, a point or a body: something that can be read in a sentence.
local function name(place, value)
    place:text(value, "name")
    if #value > LONGEST then place:bad("name of at most %d bytes expected, got one of %d", LONGEST, #value) end
    if value:find "[%c%s]" then place:bad("name without blanks expected, got %q", value) end
    return value
end

-- The names that stand side by side in a monogram: "BBo" is B, Bo; "link1, link1o" is in brackets.
local function split(text)
    local names = {}
    for part in text:gmatch(text:find "," and "[^%s,]+" or "%u%l*%d*%l*") do names[#names + 1] = part end
    if table.concat(names) ~= text:gsub("[%s,]", "") then return {} end
    return names
end

-- "M_BBo_W", "X_WB", "V_WB_W", "p_BoQ_B", "M[link1, link1o]_W" as named fields.
local function read_monogram(place, class, text)
    local letter, inside, axes = text:match "^(%a)%[(.-)%]_?(.*)$"
    if not letter then letter, inside, axes = text:match "^(%a)_([^_]+)_?(.*)$" end
    local names, t = letter and split(inside) or {}, {}
    local two_ends = fields_of[class].relative_to
    if letter ~= tags.LETTERS[class] or #names == 0 or #names > (two_ends and 3 or 2) then
        local example = two_ends and (fields_of[class].expressed and "_AB_E" or "_AB") or "_BBo_E"
        place:bad("monogram such as %s%s expected, got %q", tags.LETTERS[class], example, text:sub(1, LONGEST))
    end
    if class == "SpatialMomentum" and #names == 2 then
        t.of, t.about = names[1], names[2]
    elseif two_ends and #names > 1 then
        t.relative_to, t.of, t.about = names[1], names[2], names[3]
        if fields_of[class].about and not t.about then t.about = tags.origin(t.of) end
    elseif #names == 2 then
        t.of, t.about = names[1], names[2]
    else
        t.about = names[1]
    end
    t.expressed = axes ~= "" and axes or nil
    if (t.about and not fields_of[class].about) or (t.expressed and not fields_of[class].expressed) then
        place:bad("monogram such as %s_AB expected, got %q", tags.LETTERS[class], text:sub(1, LONGEST))
    end
    return t
end

local function read(place, class, said)
    local t = said
    if type(said) == "string" then
        if not tags.LETTERS[class] then
            place:bad("a %s has no monogram; name the fields ({%s = ...})", class, fields_of[class][1])
        end
        t = read_monogram(place, class, said)
    end
    t = place:options(t, fields_of[class])
    for field, value in pairs(t) do name(place:field(field), value) end
    return t
end

local function check_self(x, method)
    local class = core.type(x)
    if not class or not fields_of[class] then arguments.at(method, 0):expected("a value that can have a tag", x) end
    return class
end

function frames.tag(x, ...)
    local class = check_self(x, "tag")
    if select("#", ...) == 0 then
        local t = tags.of(x)
        return {of = t.of, relative_to = t.relative_to, about = t.about, expressed = t.expressed}
    end
    local t = read(arguments.at("tag", 1), class, (...))
    tags.set(x, tags.number(t.of, t.relative_to, t.about, t.expressed))
    return x
end

function frames.untag(x)
    check_self(x, "untag")
    tags.set(x, 0)
    return x
end

return frames
