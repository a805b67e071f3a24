-- Log: a motion of a model as samples, what m:simulate gives and what a script can fill by itself. log.t is a list of
-- times that never decrease (two equal ones stand where an event changed the state at once); log.q[i], log.v[i] and
-- log.tau[i] are the state and the joint torques from there on. The model is kept as it was when the log began.
-- Requiring this file makes the class, core.Log, and lets core.type say "Log".
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local samples = require "rigid.simulation.samples"

local Vector = core.Vector
local rate_of, velocity_of = inner.stepper.rate, inner.stepper.velocity

local methods = {}
local Log = {__name = "Log", __methods = methods}

local function is_log(value) return type(value) == "table" and debug.getmetatable(value) == Log end

local type_of = core.type
function core.type(...)
    local class = type_of(...) -- which counts its arguments too
    if class == nil and is_log((...)) then return "Log" end
    return class
end

local function open(log, name)
    if not is_log(log) then arguments.at(name, 0):expected("Log", log) end
    return log
end

-- A twin of the log, of which all is sound.
local function whole(log, name) return setmetatable(samples.read(arguments.at(name, 0), open(log, name)), Log) end

-- What a run wrote stays folded until it is looked at: then t, q, v and tau are fields as others.
local FOLDED <const> = {t = true, q = true, v = true, tau = true, contacts = true}

function Log.__index(log, key)
    if not FOLDED[key] or not is_log(log) then return methods[key] end
    samples.unfold(log)
    return rawget(log, key)
end

function Log.__newindex(log, key, value)
    if not is_log(log) then arguments.at("newindex", 0):expected("Log", log) end -- called by hand
    if FOLDED[key] then samples.unfold(log) end
    rawset(log, key, value)
end

-- ---- making and filling ---------------------------------------------------------------------------------------------

-- An empty log of that model; what is drawn from it later does not follow the model's edits.
local function new(m)
    local log = {model = m:copy(), t = {}, q = {}, v = {}, tau = {}, events = {}}
    return setmetatable(log, Log)
end

-- One for a run, whose samples the core writes.
local function of_run(m) return setmetatable({model = m:copy(), events = {}}, Log) end

local MOST_EVENTS <const> = 10000 -- that a log keeps; of others it tells how many there were

local function tell(log, event)
    local events = rawget(log, "events")
    if #events < MOST_EVENTS then
        events[#events + 1] = event
    else
        events.more = (events.more or 0) + 1
    end
end

-- Kinetic, potential and elastic energy.
local function energy_of(m, q, v) return m:kinetic_energy(q, v) + m:potential_energy(q) + m:elastic_energy(q) end

-- Add a sample whose Vectors become the log's own, unchecked.
local function append(log, t, q, v, tau)
    local n = #log.t + 1
    log.q[n], log.v[n], log.tau[n] = q, v, tau
    log.t[n] = t
end

-- The numbers of a state at a place, as the model takes them, copied: q with quaternions made unit, v, tau.
local function read_state(place, m, q, v, tau)
    local zero = Vector(m:nv())
    local moved = place("q"):configuration(m, q)
    local speed = v == nil and zero or Vector(place("v"):numbers(v, #zero, "v"))
    local torque = tau == nil and zero or Vector(place("tau"):numbers(tau, #zero, "tau"))
    return moved, speed:copy(), torque:copy()
end

function methods.add(log, t, q, v, tau)
    local own = arguments.at("add", 0)
    local last = samples.last_time(own, samples.lists(own, open(log, "add")))
    local number = {q = 2, v = 3, tau = 4}
    samples.model(own, log)
    arguments.at("add", 1):finite(t)
    if last and t < last then arguments.at("add", 1):bad("time %.14g is before that of the last sample, %.14g", t, last) end
    append(log, t, read_state(function(name) return arguments.at("add", number[name]) end, log.model, q, v, tau))
    return log
end

local FIELDS = arguments.fields "model t q v tau"

-- A list of so many entries (any number, unless given) at a place; an empty one where there is none.
local function list_at(place, value, count)
    if value == nil then return {} end
    local got = place:list(value, "list of samples")
    if count and got ~= count then place:bad("list of %d samples expected, got %d", count, got) end
    return value
end

-- The same of lists or Vectors, or of a Matrix with a sample in each row.
local function rows_at(place, value, count)
    if core.type(value) ~= "Matrix" then return list_at(place, value, count) end
    local list = {}
    for i = 1, value:rows() do list[i] = value:row(i) end
    return list_at(place, list, count)
end

-- Log(m), empty; or Log{model=, t=, q=, v=, tau=}, as log:table() or m:read_log gives it.
local function construct(_, said)
    if core.type(said) == "Model" then return new(said) end
    local place = arguments.at("Log", 1)
    if type(said) ~= "table" then place:expected("Model, or table with its samples ({model = m, t = ...}),", said) end
    said = place:options(said, FIELDS)
    if core.type(said.model) ~= "Model" then place:field("model"):expected("Model", said.model) end
    local log, t = new(said.model), list_at(place:field "t", said.t)
    local q, v = rows_at(place:field "q", said.q or {}, #t), said.v and rows_at(place:field "v", said.v, #t)
    local tau = said.tau and rows_at(place:field "tau", said.tau, #t)
    for i = 1, #t do
        local function at(name) return place:field(name):entry(i) end
        at("t"):finite(t[i])
        if i > 1 and t[i] < t[i - 1] then at("t"):bad("times must not decrease") end
        append(log, t[i], read_state(at, log.model, q[i], v and v[i], tau and tau[i]))
    end
    return log
end

core.Log = setmetatable({}, {
    __call = arguments.counted("Log", 1, construct), __name = "Log", __instance = Log, __tostring = function() return "class Log" end,
})

-- ---- what the samples say -------------------------------------------------------------------------------------------

function methods.energy(log)
    log = whole(log, "energy")
    local place, total = arguments.at("energy", 0), {kinetic = {}, potential = {}, elastic = {}, total = {}}
    for i = 1, #log.t do
        local kinetic = samples.compute(place, log, i, "kinetic_energy")
        local potential = samples.compute(place, log, i, "potential_energy")
        local elastic = samples.compute(place, log, i, "elastic_energy")
        total.kinetic[i], total.potential[i], total.elastic[i] = kinetic, potential, elastic
        total.total[i] = kinetic + potential + elastic
        total[i] = total.total[i]
    end
    return total
end

function methods.momentum(log)
    log = whole(log, "momentum")
    local place, list = arguments.at("momentum", 0), {}
    if log.model:total_mass() == 0 then arguments.no_answer("momentum", "a model without mass has no centre of mass") end
    for i = 1, #log.t do list[i] = samples.compute(place, log, i, "centroidal_momentum") end
    return list
end

-- The last sample at or before t; only the times that are compared are looked at.
local function sample_before(place, times, t)
    local low, high = 1, #times
    while low < high do
        local middle = (low + high + 1) // 2
        if samples.time_at(place, times, middle) <= t then low = middle else high = middle - 1 end
    end
    return low
end

-- Between samples i and i + 1, given as {t=, q=, v=}, theta, from the first, is the cubic that has the position and the velocity of both; v is that of
-- the motion so described.
local function interpolate(m, a, b, t)
    local h, theta, v0 = b.t - a.t, m:difference(a.q, b.q), a.v
    local s, n = (t - a.t) / h, #theta
    local rate1, at, rate = Vector(n), Vector(n), Vector(n)
    rate_of(m, theta, b.v, rate1)
    for k = 1, n do
        -- theta(s) = (3 s^2 - 2 s^3) theta1 + h (s - 2 s^2 + s^3) theta0' + h (s^3 - s^2) theta1'
        at[k] = s * s * (3 - 2 * s) * theta[k] + h * s * ((1 - s) * (1 - s) * v0[k] + s * (s - 1) * rate1[k])
        rate[k] = 6 * s * (1 - s) * theta[k] / h + (1 - s) * (1 - 3 * s) * v0[k] + s * (3 * s - 2) * rate1[k]
    end
    local v = Vector(n)
    velocity_of(m, at, rate, v)
    return m:integrate(a.q, at), v
end

function methods.sample(log, t)
    local own, place = arguments.at("sample", 0), arguments.at("sample", 1)
    local lists = samples.lists(own, open(log, "sample"))
    local count = #lists.t
    if count == 0 then own:bad "the log has no samples" end
    local first, last = samples.time_at(own, lists.t, 1), samples.time_at(own, lists.t, count)
    place:finite(t)
    if t < first or t > last then place:bad("time from %.14g to %.14g expected, got %.14g", first, last, t) end
    local i = sample_before(own, lists.t, t)
    local a = samples.at(own, log, lists, i)
    if a.t == t then return a.q:copy(), a.v:copy(), a.tau:copy() end
    local b = samples.at(own, log, lists, i + 1)
    if not (a.t < t and t < b.t) then samples.refuse(own, ("t[%d]"):format(i + 1), "times must not decrease") end
    local q, v = interpolate(log.model, a, b, t)
    return q, v, a.tau:copy()
end

-- ---- a file of comma-separated values -------------------------------------------------------------------------------

local function quoted(text)
    return text:find '[",\r\n]' and '"' .. text:gsub('"', '""') .. '"' or text
end

-- "t [s]", "q.elbow [rad]", ..., "v.elbow [rad/s]", ..., "tau.elbow [N m]", ...
local function headings(m)
    local list = {"t [s]"}
    for part, letter in ipairs {"q", "v", "tau"} do
        for _, name in ipairs(m:joint_names()) do
            for _, number in ipairs(joints.type(m:joint(name)).written[part]) do
                local unit = number[2] and (" [%s]"):format(number[2]) or ""
                list[#list + 1] = quoted(("%s.%s%s%s"):format(letter, name, number[1], unit))
            end
        end
    end
    return table.concat(list, ",")
end

local PIECE <const> = 500 -- lines that are handed on at once

-- All digits of a number, with a point whatever the locale.
local function digits(x) return (("%.17g"):format(x):gsub("[^%d%-+e]", ".")) end

local function put(cells, vector)
    for k = 1, #vector do cells[#cells + 1] = digits(vector[k]) end
end

function methods.save(given, path)
    local log = whole(given, "save")
    arguments.at("save", 1):file_path(path)
    local pieces, lines = {}, {headings(log.model)}
    for i = 1, #log.t do
        if #lines == PIECE then
            pieces[#pieces + 1] = table.concat(lines, "\n") .. "\n"
            lines = {}
        end
        local cells = {digits(log.t[i])}
        put(cells, log.q[i])
        put(cells, log.v[i])
        put(cells, log.tau[i])
        lines[#lines + 1] = table.concat(cells, ",")
    end
    pieces[#pieces + 1] = table.concat(lines, "\n") .. "\n"
    local written, problem = require("rigid.files.disk").write(path, pieces)
    if not written then arguments.at("save", 1):bad("cannot write %s: %s", path, problem) end
    return given
end

-- ---- tables, copies, comparison, printing ---------------------------------------------------------------------------

local LISTS <const> = {"q", "v", "tau"}

function methods.table(log)
    log = whole(log, "table")
    local plain = {model = log.model, t = log.t}
    for _, name in ipairs(LISTS) do
        plain[name] = {}
        for i, vector in ipairs(log[name]) do plain[name][i] = vector:table() end
    end
    return plain
end

function methods.copy(log)
    local seen, twin = whole(log, "copy"), new(log.model)
    for key, value in next, log do
        if twin[key] == nil then twin[key] = value end
    end
    for i = 1, #seen.t do append(twin, seen.t[i], seen.q[i]:copy(), seen.v[i]:copy(), seen.tau[i]:copy()) end
    twin.events = seen.events
    return twin
end

-- The same times and Vectors, by what is_same says of two numbers or two Vectors.
local function agree(a, b, is_same)
    if #a.t ~= #b.t then return false end
    for i = 1, #a.t do
        if not is_same(a.t[i], b.t[i]) then return false end
        for _, name in ipairs(LISTS) do
            if not is_same(a[name][i], b[name][i]) then return false end
        end
    end
    return true
end

function methods.is_near(log, other, tol)
    log = whole(log, "is_near")
    if not is_log(other) then arguments.at("is_near", 1):expected("Log", other) end
    other = samples.read(arguments.at("is_near", 1), other)
    tol = tol == nil and 1e-9 or arguments.at("is_near", 2):not_negative(tol)
    return log.model:is_near(other.model, tol) and agree(log, other, function(a, b)
        if type(a) == "number" then return math.abs(a - b) <= tol end
        return #a == #b and a:is_near(b, tol)
    end)
end

function Log.__eq(a, b)
    if not is_log(a) or not is_log(b) then return false end
    a, b = samples.seen(a), samples.seen(b) -- what a script has broken is equal to nothing else
    return a and b and a.model == b.model and agree(a, b, function(x, y) return x == y end) or false
end

function Log.__len(log) return rawlen(samples.lists(arguments.at("len", 0), open(log, "len")).t) end

local function joules(x) return ("%.6g J"):format(x) end

function Log.__tostring(log)
    local _ <close> = inner.locale.plain()
    local display = require "rigid.display"
    local problem
    log, problem = samples.seen(open(log, "tostring"))
    if not log then return "Log that a script has changed: " .. display.printable(problem) end
    local count, m = #log.t, log.model
    local span = count > 0 and (", t from %.6g to %.6g s"):format(log.t[1], log.t[count]) or ""
    local lines = {("Log of '%s': %d sample%s%s"):format(display.printable(m:name()), count, count == 1 and "" or "s", span)}
    if log.method then
        local rejected = log.rejected > 0 and (", %d more refused"):format(log.rejected) or ""
        lines[#lines + 1] = ("  method   %s, dt %.6g s; %d steps%s"):format(log.method, log.dt, log.steps, rejected)
    end
    if count > 0 then
        local function energy(i)
            local kinetic = arguments.try(inner.asked.kinetic_energy, m, log.q[i], log.v[i])
            local potential = arguments.try(inner.asked.potential_energy, m, log.q[i])
            return joules(kinetic and potential and kinetic + potential or 0 / 0)
        end
        lines[#lines + 1] = ("  energy   %s at first, %s at last"):format(energy(1), energy(count))
    end
    for i, event in ipairs(log.events) do
        if i > 10 then
            lines[#lines + 1] = ("  event    ... and %d more"):format(#log.events - 10)
            break
        end
        lines[#lines + 1] = ("  event    %s at t = %.6g s"):format(display.printable(event.name), event.t)
    end
    if log.stopped then lines[#lines + 1] = "  stopped  by " .. display.printable(log.stopped) end
    return table.concat(lines, "\n")
end

arguments.count_all(methods, 1)

return {
    new = new, append = append, of_run = of_run, tell = tell, energy_of = energy_of, count = samples.count,
    more = function(log, s, expected) return samples.more(log, s, rawget(log, "model"), expected) end,
}
