-- A trajectory: a value that is called, t → q, v, a, with a duration. Before its beginning it rests at its first point, after its end at
-- its last. A scalar trajectory gives numbers, one of several joints Vectors.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Vector = core.Vector

local Trajectory = {__name = "Trajectory"}
Trajectory.__index = Trajectory

-- By their own names: a script may have given a value of ours another metatable.
local lists = {}
for _, class in ipairs {"Vec3", "Vector"} do lists[class] = getmetatable(core[class]).__instance.__methods.table end

local trajectory = {}

-- A trajectory of that duration whose q, v, a at t in [0, duration] f gives. `more` are fields that are told: corners, the times at
-- which something is not smooth.
function trajectory.new(kind, duration, f, more)
    local self = more or {}
    self.kind, self.duration = kind, duration
    self.at = f
    return setmetatable(self, Trajectory)
end

function trajectory.is(value) return getmetatable(value) == Trajectory end

-- What a rate is outside of the time of the trajectory: nothing, of the same kind.
local function at_rest(rate)
    if type(rate) == "number" then return 0.0 end
    return rate * 0
end

function Trajectory:__call(t)
    t = arguments.at("trajectory", 1):finite(t) + 0.0
    if t < 0 or t > self.duration then
        local q, v, a = self.at(t < 0 and 0.0 or self.duration)
        return q, at_rest(v), at_rest(a)
    end
    return self.at(t)
end

function Trajectory:__tostring() return ("Trajectory: %s, %.6g s"):format(self.kind, self.duration) end

-- n samples, evenly spaced from the beginning to the end: lists t, q, v, a.
function Trajectory:sample(n)
    if not trajectory.is(self) then arguments.at("sample", 0):expected("a trajectory", self) end
    n = n == nil and 101 or arguments.at("sample", 1):integer(n, 2, 1 << 24)
    local t, q, v, a = {}, {}, {}, {}
    for i = 1, n do
        t[i] = i == n and self.duration or self.duration * (i - 1) / (n - 1)
        q[i], v[i], a[i] = self.at(t[i])
    end
    return {t = t, q = q, v = v, a = a}
end

-- The same way `factor` times as long: speeds fall by the factor, accelerations by its square.
function Trajectory:slower(factor)
    if not trajectory.is(self) then arguments.at("slower", 0):expected("a trajectory", self) end
    if type(factor) ~= "number" or not (factor > 0 and factor < math.huge) then
        arguments.at("slower", 1):expected("positive finite number", factor)
    end
    local corners = {}
    for i, t in ipairs(self.corners or {}) do corners[i] = t * factor end
    return trajectory.new(self.kind, self.duration * factor, function(t)
        local q, v, a = self.at(math.min(t / factor, self.duration))
        return q, v / factor, a / (factor * factor)
    end, {corners = corners})
end

arguments.count_all(Trajectory, 1)

-- ---- what is given --------------------------------------------------------------------------------------------------

-- Numbers, or a list of them: the list, and whether it was a number.
function trajectory.numbers(place, value, n)
    if type(value) == "number" then
        local list = {place:finite(value) + 0.0}
        for i = 2, n or 1 do list[i] = list[1] end
        return list, true
    end
    local list = lists[core.type(value)] and lists[core.type(value)](value) or value
    if type(list) ~= "table" or rawlen(list) < 1 then place:expected("number, Vector or list of numbers", value) end
    return place:numbers(list, n or rawlen(list), "positions"), false
end

-- The same for limits, of which some may be infinite.
function trajectory.limits(place, value, n)
    local list = lists[core.type(value)] and lists[core.type(value)](value) or value
    if type(list) == "number" then
        local one = list
        list = {}
        for i = 1, n do list[i] = one end
    end
    if type(list) ~= "table" or rawlen(list) ~= n then place:expected(("number, or Vector or list of %d numbers"):format(n), value) end
    for i = 1, n do
        if type(list[i]) ~= "number" or list[i] ~= list[i] then place:entry(i):expected("number", list[i]) end
    end
    return list
end

-- Of a list for each joint of functions t → q, v, a: one of Vectors, or of numbers where there is one that was said as a number.
function trajectory.joined(list, scalar)
    if scalar then return list[1] end
    return function(t)
        local n = #list
        local q, v, a = Vector(n), Vector(n), Vector(n)
        for i = 1, n do
            local qi, vi, ai = list[i](t)
            q:set(i, qi)
            v:set(i, vi)
            a:set(i, ai)
        end
        return q, v, a
    end
end

return trajectory
