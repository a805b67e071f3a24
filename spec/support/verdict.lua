-- How a call went whose arguments were spoilt (spec.support.spoil): was it right to take them, and is the answer one, or does the
-- error name the place?

local walk = require "spec.support.walk"
local foreign = require "spec.support.foreign"
local calls = require "spec.support.calls"

local verdict = {}
local words_of <const> = calls.words_of

-- Where one kind is good, these are too.
local ALIKE <const> = {
    Vec3 = { "table", "Vector" },
    Vector = { "table", "Vec3" },
    Matrix = { "table" },
    Rotation = { "Matrix", "table" },
    RotationalInertia = { "Matrix", "table" },
}
function verdict.is_self(f, place)
    return f.method and place.path[1] == 1
end

local SPATIAL_CLASSES <const>, IS_SPATIAL <const> = words_of(calls.SPATIAL)

-- The classes whose values a method takes as self beside its own: those of spatial vectors share their methods.
function verdict.generic_classes(f, entry)
    return entry.generic and foreign.classes or f.method and IS_SPATIAL[f.class] and SPATIAL_CLASSES or {}
end

-- A row of a matrix, a vertex of a list; a motion or a force is a Vector of six.
local ROW <const> = { "Vec3", "Vector", "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum" }

-- What else is good at the places of a function, since it reads it alike.
function verdict.widen(f, entry)
    local function also_good(place, kinds)
        for _, kind in ipairs(kinds or {}) do
            place.kinds[kind] = true
        end
    end
    for _, places in ipairs(entry.places) do
        for _, place in ipairs(places) do
            if verdict.is_self(f, place) then
                also_good(place, verdict.generic_classes(f, entry))
            else
                for kind, others in pairs(ALIKE) do
                    also_good(place, place.kinds[kind] and others)
                end
                also_good(place, place.deep and place.kinds.table and ROW)
            end
        end
    end
end

-- Does the place lie in a table that is kept as it is, or is it that table? -> "inside", "itself", nil
function verdict.data_at(entry, place)
    for i = 2, #place.path do
        if entry["data=" .. place.path[i]] then
            return i < #place.path and "inside" or "itself"
        end
    end
end

-- Is value good enough for that place to let the call succeed? Behind the last argument of a call may stand nil, or what
-- another good call has there: an argument too many is refused.
local function may_stand(entry, place, value)
    local data = verdict.data_at(entry, place)
    if place.past then
        local kinds = entry.kinds_at[place.path[1]]
        return value.kind == "nil" or entry.forwards or kinds ~= nil and (entry.anything or kinds[value.kind])
    elseif entry.anything or data == "inside" or data and value.kind == "table" then
        return true
    elseif value.broken then
        return false
    end
    local path = place.path
    return place.kinds[value.kind] or entry.lists and value.kind == "nil" and type(path[#path]) == "number" and #path > 1
end

-- Is what it takes an error to take, NaN where physics is asked for?
local function may_carry(f, entry, place, value)
    if value.finite or entry.carries or entry.anything or entry.says_no or place.past or verdict.is_self(f, place) then
        return true
    elseif #place.path == 1 and entry.outs[place.path[1]] and (value.kind == "Vector" or value.kind == "Matrix") then
        return true -- it is written into
    end
    for _, key in ipairs(place.path) do
        if entry["carries=" .. key] then
            return true
        end
    end
    return verdict.data_at(entry, place) ~= nil
end

-- Does the value ask for another overload, which may not look at the other arguments?
local function turns(entry, place, value)
    return value.kind ~= place.own and may_stand(entry, place, value)
end

local function judge_error(f, entry, spoilt, message)
    local positions, named = {}, nil
    for _, s in ipairs(spoilt) do
        local asks_for_another_overload = s.place.past and entry.kinds_at[s.place.path[1]]
        if asks_for_another_overload or may_stand(entry, s.place, s.value) and may_carry(f, entry, s.place, s.value) then
            positions = nil -- a value that might be good: it may be another that does not go with it
        elseif positions then
            positions[s.place.path[1] - (f.method and 1 or 0)] = true
        end
        local field = s.place.path[2]
        if #spoilt == 1 and type(field) == "string" and not may_stand(entry, s.place, s.value) then
            named = field
        end
    end
    return walk.judge_error(message, f.name, positions, named)
end

-- What is wrong with how a call went that was spoilt at these places with these values; nil if nothing is.
function verdict.of(f, entry, spoilt, ok, result, receiver)
    if not ok then
        return judge_error(f, entry, spoilt, result)
    end
    local turned, other_self, finite, extreme, skips = false, false, true, false, false
    for _, s in ipairs(spoilt) do
        local turning = turns(entry, s.place, s.value)
        turned, other_self = turned or turning, other_self or turning and verdict.is_self(f, s.place)
    end
    for _, s in ipairs(spoilt) do
        if not may_stand(entry, s.place, s.value) and not (turned and #s.place.path == 1 or other_self) then
            return "it is accepted"
        elseif may_stand(entry, s.place, s.value) and not may_carry(f, entry, s.place, s.value) then
            return "it is carried through"
        end
        finite = finite and (s.value.finite or s.place.past and #spoilt == 1 and not other_self) -- with two spoilt it may be another form
        extreme = extreme or s.value.extreme
        skips = skips or s.place.path[2] == "skip_validity_check"
    end
    local may_overflow = entry.gives_nan or extreme and (entry.carries or entry.overflows)
    local expected = { kinds = entry.kinds, finite = finite and not may_overflow, body = entry.body and not skips }
    local wrong = walk.judge_answer(result, expected)
    if not wrong and f.mutates and receiver and expected.finite then
        wrong = walk.judge_answer({ n = 1, receiver }, { kinds = { [walk.kind(receiver)] = true }, finite = true })
    end
    return wrong
end

return verdict
