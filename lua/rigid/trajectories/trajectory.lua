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
-- which something is not smooth; load, a function of q, v, a that gives what it takes, tau, the fourth that is given then; and model, whose
-- way it is.
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
    local q, v, a = self.at(math.min(math.max(t, 0.0), self.duration))
    if t < 0 or t > self.duration then v, a = at_rest(v), at_rest(a) end
    if self.load then return q, v, a, self.load(q, v, a) end
    return q, v, a
end

function Trajectory:__tostring() return ("Trajectory: %s, %.6g s"):format(self.kind, self.duration) end

-- n samples, evenly spaced from the beginning to the end: lists t, q, v, a, and tau where there is a load.
function Trajectory:sample(n)
    if not trajectory.is(self) then arguments.at("sample", 0):expected("a trajectory", self) end
    n = n == nil and 101 or arguments.at("sample", 1):integer(n, 2, 1 << 24)
    local t, q, v, a, tau = {}, {}, {}, {}, self.load and {} or nil
    for i = 1, n do
        t[i] = i == n and self.duration or self.duration * (i - 1) / (n - 1)
        q[i], v[i], a[i] = self.at(t[i])
        if tau then tau[i] = self.load(q[i], v[i], a[i]) end
    end
    return {t = t, q = q, v = v, a = a, tau = tau}
end

-- What m:follow gave as a Log of the model, as if it had gone there: to be plotted and seen.
function Trajectory:log(n)
    if not trajectory.is(self) or not self.model then arguments.at("log", 0):expected("a trajectory that m:follow gave", self) end
    local samples = self:sample(n)
    return core.Log {model = self.model, t = samples.t, q = samples.q, v = samples.v, tau = samples.tau}
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
    end, {corners = corners, load = self.load, model = self.model})
end

arguments.count_all(Trajectory, 1)

-- ---- what is given --------------------------------------------------------------------------------------------------

-- So many finite numbers as a list of our own.
function trajectory.list(place, value, n, what) return table.move(place:numbers(value, n, what), 1, n, 1, {}) end

-- Numbers, or a list of them: a list of our own, and whether it was a number.
function trajectory.numbers(place, value, n)
    if type(value) == "number" then
        local list = {place:finite(value) + 0.0}
        for i = 2, n or 1 do list[i] = list[1] end
        return list, true
    end
    local list = lists[core.type(value)] and lists[core.type(value)](value) or value
    if type(list) ~= "table" or rawlen(list) < 1 then place:expected("number, Vector or list of numbers", value) end
    return trajectory.list(place, list, n or rawlen(list), "positions"), false
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

-- A Model of so many freedoms, each one number of q, or nil.
function trajectory.check_model(place, m, n)
    if m == nil then return nil end
    if core.type(m) ~= "Model" then place:expected("Model", m) end
    if m:nq() ~= m:nv() or m:nv() ~= n then
        place:bad("a model of %d freedoms, each one number of q, expected, got nq = %d, nv = %d", n, m:nq(), m:nv())
    end
    return m
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

require("rigid.registry").trajectory = {is = trajectory.is, sample = Trajectory.sample} -- for plots

return trajectory
