-- What rigid.identify found: parameters with their deviations, what was not observed, residuals, a model.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local problem = require "rigid.identification.problem"
local data = require "rigid.identification.data"
local inertias = require "rigid.model.inertias"
local words = require "rigid.identification.parameters"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local description = inner.model.description

local estimates, methods = {}, {}
local secret = setmetatable({}, {__mode = "k"})

-- Methods, and the singular values once they are asked for, which cost as much as the rest.
local Estimate = {__name = "Estimate", __methods = methods, __index = function(estimate, name)
    local state = name == "singular_values" and secret[estimate]
    if not state then return methods[name] end
    local values = problem.values(state.found.spectrum)
    rawset(estimate, name, values)
    return values
end}

local function open(estimate, name)
    local state = secret[estimate]
    if not state then arguments.at(name, 0):expected("what rigid.identify gives", estimate) end
    return state
end

-- The variance of the weighted rows, by what the estimate leaves of them.
local function variance(state)
    local y, F = state.found.y, state.found.F
    local whole = Vector(#y + 1)
    for k = 1, #y do whole:set(k, y[k]) end
    whole:set(#y + 1, -1)
    local rows = state.request.whole.samples * state.request.whole.freedoms
    local square = (F * whole):norm() ^ 2 * rows
    return square / math.max(1, rows - state.found.spectrum.rank), rows
end

function estimates.new(request, found)
    local estimate = setmetatable({
        gamma = found.gamma, weights = found.weights, steps = found.steps, samples = request.whole.samples, rank = found.spectrum.rank,
        path = found.path, held_out = found.held_out, base = request.base, count = request.base.count,
    }, Estimate)
    local state = {request = request, found = found}
    secret[estimate] = state
    state.variance, state.rows = variance(state)
    return estimate
end

-- ---- parameters -----------------------------------------------------------------------------------------------------

-- Ten for each link; of a payload, its ten.
function methods.parameters(estimate)
    local state = open(estimate, "parameters")
    if state.request.payload then return state.found.y:copy() end
    local p = Vector(10 * state.request.m:nbodies())
    for k = 1, #p do p:set(k, state.found.x[k]) end
    return p
end

-- The deviation of Σ c_k x_k by column; infinite where the data do not tell of it.
local function deviation_of(state, c)
    local of, rows = state.found.spectrum, state.rows
    return math.sqrt(state.variance / rows) * problem.spread(of, c)
end

function methods.deviation(estimate)
    local state = open(estimate, "deviation")
    local list = Vector(state.request.payload and 10 or 10 * state.request.m:nbodies())
    for k = 1, #list do list:set(k, state.request.payload and deviation_of(state, {[k] = 1.0}) or 0.0) end
    if state.request.payload then return list end
    for c, k in ipairs(state.request.free) do
        if k <= #list then list:set(k, deviation_of(state, {[c] = 1.0})) end
    end
    return list
end

-- The base parameters: {name=, value=, deviation=} each; of a payload, none.
function methods.base_parameters(estimate)
    local state, list = open(estimate, "base_parameters"), {}
    if state.request.payload then return list end
    local B, names = state.request.base:matrix(), state.request.base:names()
    for i, name in ipairs(names) do
        local c, value = {}, 0.0
        for k = 1, B:cols() do value = value + B(i, k) * state.found.x[k] end
        for f, k in ipairs(state.request.free) do c[f] = k <= B:cols() and B(i, k) ~= 0 and B(i, k) or nil end
        list[i] = {name = name, value = value, deviation = deviation_of(state, c)}
    end
    return list
end

-- What joints resist by, by kind: Vectors of one number for each freedom, and their deviations.
function methods.resistance(estimate)
    local state, result = open(estimate, "resistance"), {}
    local nv, at = state.request.m:nv(), 10 * state.request.m:nbodies()
    local place_of = {}
    for c, k in ipairs(state.request.free) do place_of[k] = c end
    for i, kind in ipairs(state.request.extras) do
        local values, deviations = Vector(nv), Vector(nv)
        for j = 1, nv do
            local k = at + (i - 1) * nv + j
            values:set(j, state.found.x[k])
            deviations:set(j, deviation_of(state, {[place_of[k]] = 1.0}))
        end
        result[kind] = {values = values, deviations = deviations}
    end
    return result
end

-- The numbers of terms of one's own, by name: {value, deviation} each.
function methods.terms(estimate)
    local state, result = open(estimate, "terms"), {}
    local list, last = state.request.extras.terms, #state.request.free
    for i, one in ipairs(list) do
        local c = last - #list + i -- they are always free, and last
        result[one.name] = {value = state.found.x[state.request.free[c]], deviation = deviation_of(state, {[c] = 1.0})}
    end
    return result
end

-- Root mean square of Y π - τ by freedom, in its unit.
function methods.residuals(estimate)
    local state = open(estimate, "residuals")
    return state.request.whole:residuals(state.found.x)
end

-- ---- what was not observed ------------------------------------------------------------------------------------------

-- The parameters that the data do not tell by themselves: {link=, parameter=, kept=, sentence=}; kept where nothing is told of it, so that the
-- prior's number was kept.
function methods.unobserved(estimate)
    local _ <close> = inner.locale.plain()
    local state, list = open(estimate, "unobserved"), {}
    local links, of = state.request.m:body_names(), state.found.spectrum
    for c, k in ipairs(state.request.free) do
        local share = problem.told(of, c)
        if k <= 10 * #links and share < 1 - 1e-8 then
            local link, parameter, kept = links[(k - 1) // 10 + 1], words.list[(k - 1) % 10 + 1], share < 1e-10
            list[#list + 1] = {
                link = link, parameter = parameter, kept = kept,
                sentence = ("%s of '%s': %s"):format(parameter, link, kept and "not observed: prior kept"
                    or "observed only together with others; the rest is the prior's"),
            }
        end
    end
    return list
end

-- The pairs of base parameters whose estimates depend most on each other: {first=, second=, correlation=}.
function methods.correlations(estimate, most)
    local state = open(estimate, "correlations")
    most = most == nil and 5 or arguments.at("correlations", 1):integer(most, 1, 1000)
    local of, list = state.found.spectrum, {}
    local B, names = state.request.base:matrix(), state.request.base:names()
    local along = {}
    for i = 1, #names do
        local c = {}
        for f, k in ipairs(state.request.free) do c[f] = k <= B:cols() and B(i, k) ~= 0 and B(i, k) or nil end
        along[i] = problem.way(of, c)
    end
    for i = 1, #names do
        for j = 1, i - 1 do
            local size = along[i]:norm() * along[j]:norm()
            if size > 0 then list[#list + 1] = {first = names[j], second = names[i], correlation = along[i]:dot(along[j]) / size} end
        end
    end
    table.sort(list, function(a, b) return math.abs(a.correlation) > math.abs(b.correlation) end)
    return table.move(list, 1, math.min(most, #list), 1, {})
end

-- ---- models and files -----------------------------------------------------------------------------------------------

local SHARED <const> = "'%s': what is welded to it was taken at %g of its inertia, or what was found would have left the link none that can exist"
local KINDS <const> = {"damping", "friction", "armature"}

-- The model with what was found; with a payload, what was found is attached to its link as "payload".
function methods.model(estimate)
    local state = open(estimate, "model")
    local m = state.request.m:copy()
    if state.request.payload then
        local name = m:body_names()[state.request.payload]
        m:attach {name = "payload", body = name, inertia = core.SpatialInertia.from_parameters(state.found.y)}
        return m
    end
    m:set_parameters(methods.parameters(estimate))
    for _, one in ipairs(state.found.gamma > 0 and inertias.share(m) or {}) do
        local notes = description(m).notes
        notes[#notes + 1] = SHARED:format(display.printable(one.name), one.share)
    end
    local found, at = methods.resistance(estimate), 0
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        for _, kind in ipairs(found and KINDS or {}) do
            if found[kind] and joint.nv == 1 then joint[kind] = math.max(0, found[kind].values[at + 1]) end
        end
        at = at + joint.nv
    end
    return m
end

function methods.save(estimate, path, options)
    open(estimate, "save")
    arguments.at("save", 1):file_path(path)
    methods.model(estimate):save(path, options)
    return estimate
end

-- One HTML page of it all.
function methods.report(estimate, path) return require("rigid.identification.report").write(estimate, open(estimate, "report"), path) end

-- What the payload can be, in a sentence; nil where none was asked for.
function methods.verdict(estimate)
    local _ <close> = inner.locale.plain()
    local state = open(estimate, "verdict")
    if not state.request.payload then return nil end
    local p, deviation = state.found.y, methods.deviation(estimate)
    local M = core.SpatialInertia.from_parameters(p)
    if not (deviation[1] < math.huge) then return "these motions do not tell the mass of what the hand holds" end
    local weight = ("%.4g ± %.2g kg"):format(p[1], deviation[1])
    local others = state.request.m:total_mass()
    if math.abs(p[1]) <= math.max(2 * deviation[1], 1e-9 * others) then
        return ("the hand is empty, as far as this can be told: %s"):format(weight)
    end
    local trouble = M:criticize()
    if not trouble then return ("a body that can exist, of %s"):format(weight) end
    if p[1] <= 0 then return ("no body: its mass is %s; are torques and the model's gravity of one sign?"):format(weight) end
    return ("%s, but no body has these moments (%s): they are not known well enough; gamma > 0 keeps it possible"):format(weight, trouble)
end

Estimate.__tostring = arguments.printer("an estimate", function(estimate)
    local _ <close> = inner.locale.plain()
    local state = open(estimate, "tostring")
    local request = state.request
    local lines = {("%s of '%s' from %d samples: %d of %d base parameters, %s"):format(request.payload and "payload" or "parameters",
        display.printable(request.m:name()), request.whole.samples, state.found.spectrum.rank, request.payload and 10 or request.most,
        state.found.gamma > 0 and ("every link possible, γ = %.2g"):format(state.found.gamma) or "least squares")}
    local r, sizes = methods.residuals(estimate), request.whole:sizes()
    for at, name in ipairs(request.names_of_rows) do
        local held = state.found.held_out and (", held out %.4g"):format(state.found.held_out[at]) or ""
        lines[#lines + 1] = ("  %-24s residual %.4g of %.4g%s"):format(display.printable(name), r[at], sizes[at], held)
    end
    local still = request.samples and data.still(request.m, request.samples) or {}
    if #still > 0 then
        lines[#lines + 1] = "  still    " .. table.concat(still, ", ") .. ": never moves, and dry friction may hold a part of what its drive gives"
    end
    if request.samples and request.samples.derived then lines[#lines + 1] = "  no v     in the log: velocities are the rates of q" end
    local unmeasured = request.samples and request.samples.unmeasured
    if unmeasured then lines[#lines + 1] = "  closed   not measured, where the loops have them: " .. table.concat(unmeasured, ", ") end
    if request.left_out > 0 then lines[#lines + 1] = ("  left out %d samples, where the loops are near singular"):format(request.left_out) end
    if request.names and #request.names > 0 then
        lines[#lines + 1] = "  prior    not possible, a ball in its place: " .. display.printable(table.concat(request.names, ", "))
    end
    local found = methods.terms(estimate)
    for _, one in ipairs(request.extras.terms) do
        local value, deviation = found[one.name].value, found[one.name].deviation
        local near = deviation < math.huge and ("± %.2g"):format(deviation) or "not told by these motions"
        lines[#lines + 1] = ("  %-24s %.5g %s"):format(display.printable(one.name), value, near)
    end
    local kept, together = 0, 0
    for _, one in ipairs(methods.unobserved(estimate)) do
        if one.kept then kept = kept + 1 else together = together + 1 end
    end
    if kept + together > 0 then lines[#lines + 1] = ("  not observed: %d parameters, prior kept; %d only together with others"):format(kept, together) end
    local verdict = methods.verdict(estimate)
    if verdict then lines[#lines + 1] = "  verdict  " .. verdict end
    return table.concat(lines, "\n")
end)

arguments.count_all(methods, 1)
estimates.state = function(estimate) return secret[estimate] end
estimates.methods = methods

return estimates
