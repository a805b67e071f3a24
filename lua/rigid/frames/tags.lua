-- Tags: what a value is of, relative to what, about which point, in which axes. A value carries a number in its header;
-- here is what the numbers stand for. Equal tags are one record, so that a loop makes none. The first few thousand live
-- for good; a script that makes more keeps of those only what some living value carries.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

local tags = {}

local number_of, set_number = inner.frames.tag, inner.frames.set_tag

local FOREVER <const> = 4096 -- as in src/bind/frames.c
local RECENT <const> = 64 -- between a rule and its result nothing else holds a record
local NAME <const> = 40 -- letters of the name of a sum of bodies

local NONE = {id = 0} -- the record of what has no tag
tags.NONE = NONE

local count = 0
local lasting, lasting_by_key = {[0] = NONE}, {}
local passing, passing_by_key = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "v"})
local holders = setmetatable({}, {__mode = "k"}) -- value -> the record it carries, beyond the first
tags.recent = {}
local latest = 0

-- The number of the record with those names, any of which may be nil.
function tags.number(of, relative_to, about, expressed)
    local key = (of or "") .. "\0" .. (relative_to or "") .. "\0" .. (about or "") .. "\0" .. (expressed or "")
    local record = lasting_by_key[key] or passing_by_key[key]
    if not record then
        if #key == 3 then return 0 end
        count = count + 1
        record = {id = count, of = of, relative_to = relative_to, about = about, expressed = expressed}
        if count <= FOREVER then
            lasting[count], lasting_by_key[key] = record, record
        else
            passing[count], passing_by_key[key] = record, record
        end
    end
    if record.id > FOREVER then
        latest = latest % RECENT + 1
        tags.recent[latest] = record
    end
    return record.id
end

-- The record of any value: NONE where it has no tag, also for what is not ours.
function tags.of(x)
    local number = number_of(x)
    if not number or number == 0 then return NONE end
    return lasting[number] or passing[number] or NONE
end

-- Called from C when a value is given a tag beyond the first few thousand.
function tags.hold(x, number) holders[x] = passing[number] end

function tags.set(x, number) set_number(x, number, tags.hold) end

-- How many records there are now, for the specs.
function tags.count()
    local n = #lasting
    for _ in pairs(passing) do n = n + 1 end
    return n
end

-- ---- names ----------------------------------------------------------------------------------------------------------

-- The origin of a frame, the centre of mass of a body; nil of nil.
function tags.origin(frame) return frame and frame .. "o" end
function tags.center(body) return body and body .. "cm" end

-- Is body one of those that make up the sum? "B" is of "A+B", and any is where either is not known.
local function has_part(sum, body)
    return ("+" .. sum .. "+"):find("+" .. body .. "+", 1, true) ~= nil
end

function tags.same_body(a, b) return not a or not b or has_part(a, b) or has_part(b, a) end

local function bounded(name)
    if #name <= NAME then return name end
    return name:sub(1, NAME):match "^(.*[+-])" and name:sub(1, NAME):match "^(.*[+-])" .. "..." or name:sub(1, NAME) .. "..."
end

-- The body that two make, or what one leaves of the other: not known where one of them is not.
function tags.sum_of(a, b)
    if a == b or not a or not b then return a and b end
    if a:sub(-3) == "..." then return a end
    return bounded(a .. "+" .. b)
end

function tags.difference_of(a, b)
    if a == b or not a or not b then return a and b end
    if a:sub(-#b - 1) == "+" .. b then return a:sub(1, -#b - 2) end
    if a:sub(-3) == "..." then return a end
    return bounded(a .. "-" .. b)
end

-- ---- monograms ------------------------------------------------------------------------------------------------------

local LETTERS = {
    Vec3 = "p", Rotation = "R", Transform = "X", SpatialMotion = "S", Twist = "V", SpatialAcc = "A", SpatialForce = "F",
    Wrench = "F", SpatialMomentum = "L", RotationalInertia = "I", SpatialInertia = "M", ABI = "P",
}
tags.LETTERS = LETTERS

-- A name that can stand beside others without a comma: Bo, W, L1.
local function is_short(name) return name:find "^%u%l*%d*%l*$" ~= nil end

-- letter, names side by side, axes: M_BBo_W, R_AB; M[link1, link1o]_W where names are longer than monograms allow.
function tags.monogram(letter, names, expressed)
    local short = true
    for _, name in ipairs(names) do short = short and (is_short(name) or name == "?") end
    local joined = short and "_" .. table.concat(names) or "[" .. table.concat(names, ", ") .. "]"
    if #names == 0 then joined = "" end
    if expressed then return letter .. joined .. "_" .. expressed end
    return letter .. joined
end

-- Which names stand in the monogram of a class, in their order.
local function names_of(class, t)
    if class == "Rotation" or class == "Transform" or class == "Vec3" then
        if not t.of and not t.relative_to then return {} end
        return {t.relative_to or "?", t.of or "?"}
    elseif t.relative_to or LETTERS[class] == "V" or LETTERS[class] == "A" or LETTERS[class] == "S" then
        local names = {t.relative_to or "?", t.of or "?"}
        local about = t.about
        if class == "SpatialMomentum" or t.of and about ~= tags.origin(t.of) or about and not t.of then names[3] = about or "?" end
        return names
    end
    local names = {t.of}
    names[#names + 1] = t.about or "?"
    return names
end

-- "of B about Bo in W": what has no letter of its own.
local function words(t)
    local text = {}
    for _, pair in ipairs {{"of", t.of}, {"relative to", t.relative_to}, {"about", t.about}, {"in", t.expressed}} do
        if pair[2] then text[#text + 1] = pair[1] .. " " .. pair[2] end
    end
    return "(" .. table.concat(text, " ") .. ")"
end

-- What a value of that class with that tag is called: "M_BBo_W".
function tags.name(class, t)
    local letter = LETTERS[class]
    if not letter then return words(t) end
    if class == "Vec3" and not t.of and not t.relative_to then letter = "v" end
    return tags.monogram(letter, names_of(class, t), t.expressed)
end

return tags
