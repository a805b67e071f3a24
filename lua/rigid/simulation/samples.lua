-- What a Log holds, looked at before it is used: its lists are plain tables that a script may have written anything into.
-- Who reads them all works on a twin made of what was seen, so that nothing changes meanwhile. What is wrong is said of
-- the field: of the argument that the log is, or of the log whose method was called (argument 0).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner

local samples = {}

local Vector_length <const> = getmetatable(core.Vector).__instance.__len
local HINT <const> = "; log:add(t, q, v, tau) adds a sample"

-- Raise: the field of that name has that problem, or is not what was wanted.
local function refuse(place, path, format, ...)
    if place.number > 0 then place:field(path):bad(format, ...) end
    arguments.no_answer(place.name, ("field '%s' of the log: %s"):format(path, arguments.format(format, ...)))
end

local function expected(place, path, what, value) refuse(place, path, "%s expected, got %s", what, arguments.describe(value)) end

local function list_of(place, log, name, what)
    local list = rawget(log, name)
    if type(list) ~= "table" then expected(place, name, "list of " .. what, list) end
    if debug.getmetatable(list) then refuse(place, name, "list of %s expected, got a table with a metatable", what) end
    return list
end

local function time_at(place, times, i)
    local t = rawget(times, i)
    if type(t) ~= "number" or t - t ~= 0 then expected(place, ("t[%d]"):format(i), "finite number", t) end
    return t
end

local function vector_at(place, list, name, i, size)
    local x = rawget(list, i)
    if core.type(x) == "Vector" and Vector_length(x) == size then return x end
    local got = core.type(x) == "Vector" and ("one of %d"):format(Vector_length(x)) or arguments.describe(x)
    return refuse(place, ("%s[%d]"):format(name, i), "Vector of %d expected, got %s", size, got)
end

-- The model of a log, and how long its q are, and its v and tau.
local function model_of(place, log)
    local m = rawget(log, "model")
    if core.type(m) ~= "Model" then expected(place, "model", "Model", m) end
    return m, m:nq(), m:nv()
end

-- What the core wrote of a run: rows of samples (stepper.rows), one after the other, by log, until somebody looks at them.
local folded = setmetatable({}, {__mode = "k"})

-- The rows become lists of Vectors.
function samples.unfold(log)
    local rows = folded[log]
    if not rows then return end
    local t, q, v, tau = {}, {}, {}, {}
    local touches = rows.touch and {} or nil
    for _, some in ipairs(rows) do inner.stepper.unfold(some, t, q, v, tau, touches) end
    rawset(log, "contacts", touches)
    rawset(log, "t", t)
    rawset(log, "q", q)
    rawset(log, "v", v)
    rawset(log, "tau", tau)
    folded[log] = nil
end

local MOST_NUMBERS <const> = 1 << 18 -- in one piece

-- More rows for the samples of a stepper's run, about that many, or as there are.
function samples.more(log, s, m, count)
    local rows = folded[log]
    if not rows then
        rows = {count = 0}
        folded[log] = rows
    end
    local last = rows[#rows]
    if last then rows.count = rows.count + (inner.stepper.count(last)) end
    local most = math.max(4, MOST_NUMBERS // (1 + m:nq() + 2 * m:nv()))
    rows.touch = rows.touch or inner.stepper.touches(s)
    local more = inner.stepper.rows(s, math.min(most, math.max(8, math.min(count, 2 * rows.count + 64))))
    rows[#rows + 1] = more
    return more
end

-- How many samples there are.
function samples.count(log)
    local rows = folded[log]
    if not rows then return rawlen(rawget(log, "t")) end
    return rows.count + (inner.stepper.count(rows[#rows]))
end

-- Whether a list has as many entries, and where it lacks one before others, which one: its length may then be any that nothing follows.
local function has_as_many(list, count)
    local known = rawlen(list)
    if known == count then return true end
    return false, known < count and rawget(list, count) ~= nil and known + 1 or nil
end

-- Its four lists, of equally many entries, none of which was looked at.
function samples.lists(place, log)
    samples.unfold(log)
    local lists = {t = list_of(place, log, "t", "times")}
    for _, name in ipairs {"q", "v", "tau"} do
        local list = list_of(place, log, name, "Vectors")
        local fits, hole = has_as_many(list, rawlen(lists.t))
        if hole then
            local _, nq, nv = model_of(place, log)
            vector_at(place, list, name, hole, name == "q" and nq or nv)
        end
        if not fits then refuse(place, name, "%d Vectors expected, as many as there are times, got %d" .. HINT, rawlen(lists.t), rawlen(list)) end
        lists[name] = list
    end
    return lists
end

-- What stands at sample i of such lists: {t=, q=, v=, tau=}.
function samples.at(place, log, lists, i)
    local _, nq, nv = model_of(place, log)
    return {
        t = time_at(place, lists.t, i), q = vector_at(place, lists.q, "q", i, nq), v = vector_at(place, lists.v, "v", i, nv),
        tau = vector_at(place, lists.tau, "tau", i, nv),
    }
end

-- The time of the last sample of such lists, nil without one; the only time that is looked at.
function samples.last_time(place, lists)
    local n = rawlen(lists.t)
    return n > 0 and time_at(place, lists.t, n) or nil
end

samples.time_at, samples.model, samples.refuse = time_at, model_of, refuse

local function events_of(place, log)
    local list, twins = list_of(place, log, "events", "events"), {}
    for i = 1, rawlen(list) do
        local event, path = rawget(list, i), ("events[%d]"):format(i)
        if type(event) ~= "table" then expected(place, path, "table with name, t and sample", event) end
        local name, t, sample = rawget(event, "name"), rawget(event, "t"), rawget(event, "sample")
        if type(name) ~= "string" then expected(place, path .. ".name", "string", name) end
        if type(t) ~= "number" then expected(place, path .. ".t", "number", t) end
        if sample ~= nil and math.type(sample) ~= "integer" then expected(place, path .. ".sample", "number of a sample", sample) end
        local impulse, joint = rawget(event, "impulse"), rawget(event, "joint")
        if impulse ~= nil and type(impulse) ~= "number" and core.type(impulse) ~= "Vec3" then
            expected(place, path .. ".impulse", "number or Vec3", impulse)
        end
        if joint ~= nil and type(joint) ~= "string" then expected(place, path .. ".joint", "name of a joint", joint) end
        twins[i] = {name = name, t = t, sample = sample, impulse = impulse, joint = joint}
    end
    return twins
end

local OTHERS <const> = {method = "string", dt = "number", steps = "integer", rejected = "integer", stopped = "string", why = "string"}

-- A table with what the log has, all of it sound: lists of its own, with the log's Vectors; its metatable is left to the
-- caller.
function samples.read(place, log)
    local m, nq, nv = model_of(place, log)
    local lists, twin = samples.lists(place, log), {model = m, t = {}, q = {}, v = {}, tau = {}}
    for i = 1, rawlen(lists.t) do
        twin.t[i] = time_at(place, lists.t, i)
        if i > 1 and twin.t[i] < twin.t[i - 1] then refuse(place, ("t[%d]"):format(i), "times must not decrease") end
        twin.q[i] = vector_at(place, lists.q, "q", i, nq)
        twin.v[i], twin.tau[i] = vector_at(place, lists.v, "v", i, nv), vector_at(place, lists.tau, "tau", i, nv)
    end
    twin.events = events_of(place, log)
    for name, kind in pairs(OTHERS) do
        local value = rawget(log, name)
        if value ~= nil and type(value) ~= kind and math.type(value) ~= kind then expected(place, name, kind, value) end
        twin[name] = value
    end
    if twin.method and not (twin.dt and twin.steps and twin.rejected) then
        refuse(place, "method", "a log of a simulation has its dt, steps and rejected too")
    end
    return twin
end

-- What samples.read gives, or nil and what is wrong with that log, as a text.
function samples.seen(log)
    local twin, problem = arguments.try(samples.read, arguments.at("Log", 0), log)
    return twin, problem and problem.what
end

local OF_Q <const> = {potential_energy = true, elastic_energy = true}

-- What a method of the model says of sample i of a twin, whose numbers may still be none that it takes.
function samples.compute(place, twin, i, name)
    local result, problem = arguments.try(inner.asked[name], twin.model, twin.q[i], not OF_Q[name] and twin.v[i] or nil)
    if result then return result end
    return refuse(place, ("%s[%d]"):format(problem.argument == 2 and "v" or "q", i), "%s", problem.what)
end

return samples
