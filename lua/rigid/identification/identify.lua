-- rigid.identify{..}: the parameters of a robot from its motions. What may be asked for, and how the answer is found: what a log tells is gathered
-- (observations.lua); then weights, γ by data held out, the estimate (problem.lua). What it says is in estimate.lua.
--
-- The minimum of 1/(2m) |W(Y π - τ)|² + γ Σ D(J_i | J_i⁰) is convex, and D keeps every body possible by itself [Lee, Wensing, Park 2020]; with
-- γ = 0 it is least squares, and what the rows do not tell stays at the prior.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local bounds = require "rigid.identification.bounds"
local estimates = require "rigid.identification.estimate"
local observations = require "rigid.identification.observations"
local problem = require "rigid.identification.problem"
local sizes = require "rigid.identification.sizes"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector

local FIELDS = arguments.fields("model log Y tau observations prior gamma weights payload fix bounds within " .. observations.FIELDS)

-- ---- what is asked for ----------------------------------------------------------------------------------------------

-- What joints resist by in that column, behind those of the links; nil for a term.
local function kind_of(request, column) return request.extras[(column - 10 * request.m:nbodies() - 1) // request.m:nv() + 1] end

-- The model's own figures in all columns, from its links' on.
local function extended(request, list, m)
    for k = #list + 1, request.columns do
        local kind, j = kind_of(request, k), (k - 10 * m:nbodies() - 1) % m:nv() + 1
        list[k] = (not kind or kind == "offset" or kind == "stribeck") and 0.0 or m[kind](m)[j]
    end
    return list
end

local function read_gamma(place, said)
    if said.gamma == nil then return nil end
    return place:field("gamma"):not_negative(said.gamma)
end

local function read_weights(place, said, nv)
    if said.weights == nil then return nil end
    local here, list = place:field "weights", {}
    for j, w in ipairs(here:numbers(said.weights, nv, "weights")) do list[j] = sizes.weight(here:entry(j), w) end
    return list
end

-- The ten parameters of each link of the prior, as a list: the model's own unless said.
local function read_prior(place, said, m)
    local here, prior = place:field "prior", said.prior
    if prior == nil then return m:parameters():table() end
    if core.type(prior) == "Model" then
        if prior:nbodies() ~= m:nbodies() then here:bad("a model of %d links expected, got one of %d", m:nbodies(), prior:nbodies()) end
        return prior:parameters():table()
    end
    return Vector(here:numbers(prior, 10 * m:nbodies(), "parameters of the prior")):table()
end

-- A body that can be in place of one that cannot: the entropic divergence needs some bulk. Of what mass there is, or of 1 kg, 5 cm across.
local function possible(p)
    local M = core.SpatialInertia.from_parameters(p)
    if pcall(M.log_cholesky, M) then return p, false end
    local mass = p[1] > 0 and p[1] or 1.0
    local com = p[1] > 0 and core.Vec3(p[2] / mass, p[3] / mass, p[4] / mass) or core.Vec3(0, 0, 0)
    local ball = core.SpatialInertia.solid_sphere {mass = mass, radius = 0.05}
    return ball:shift(-com):parameters():table(), true
end

-- The prior made possible link by link, but for those that are given, and the names of those that had to be.
local function made_possible(prior, m, fixed)
    local names, twin = {}, {}
    for i, name in ipairs(m:body_names()) do
        local one, changed = table.move(prior, 10 * i - 9, 10 * i, 1, {}), false
        if not fixed[i] then one, changed = possible(one) end
        table.move(one, 1, 10, 10 * i - 9, twin)
        if changed then names[#names + 1] = name end
    end
    return twin, names
end

local function read_fixed(place, said, m)
    local fixed, here = {}, place:field "fix"
    if said.fix == nil then return fixed end
    here:list(said.fix, "list of links")
    for i = 1, rawlen(said.fix) do fixed[bounds.link(here:entry(i), "identify", m, rawget(said.fix, i))] = true end
    return fixed
end

-- The half spaces of the links that are asked for.
local function read_limits(request, place, m, said)
    local list = bounds.read(place, "identify", m, said)
    local place_of = place:field(said.bounds ~= nil and "bounds" or "within")
    if list and request.gamma == 0 then place_of:bad "gamma above 0 expected, or none: least squares keeps to no bounds" end
    for _, row in ipairs(list or {}) do
        local asked = request.payload == row.link or not request.payload and not request.fixed[row.link]
        if not asked then place_of:bad("links whose parameters are asked for expected, and '%s' is none of them", m:body_names()[row.link]) end
    end
    return list
end

-- ---- what was observed ----------------------------------------------------------------------------------------------

-- Of a regressor that was stacked sample by sample.
local function from_stack(request, place, said)
    local nv, here = request.m:nv(), place:field "Y"
    if #request.m:loops() > 0 then here:bad("a log expected of a model with loops, as '%s' has: what they leave free goes by q", request.m:name()) end
    local Y = said.Y
    if core.type(Y) ~= "Matrix" then here:expected("Matrix, the regressors of the samples one above the other", Y) end
    if Y:cols() ~= request.columns then
        here:bad("a Matrix of %d columns expected, ten for each link%s, got %d", request.columns,
            #request.extras > 0 and " and one for each freedom and kind of resistance" or "", Y:cols())
    end
    if Y:rows() == 0 or Y:rows() % nv ~= 0 then here:bad("rows of whole samples expected, %d each, got %d", nv, Y:rows()) end
    local tau = core.type(said.tau) == "Vector" and said.tau or Vector(place:field("tau"):numbers(said.tau, Y:rows(), "tau"))
    if #tau ~= Y:rows() then place:field("tau"):bad("%d numbers expected, one for each row of Y, got %d", Y:rows(), #tau) end
    for name, value in pairs {Y = Y, tau = tau} do
        local norm = value:norm()
        if norm - norm ~= 0 then place:field(name):bad "finite numbers expected, and there is one that is none" end
    end
    observations.add_rows(request.observed, Y, tau)
end

local function observe(request, place, said)
    request.observed = said.observations or observations.of(request.m, request.extras, said.Y)
    if said.Y then from_stack(request, place, said) end
    if said.log then request.samples = observations.add(request.observed, place:field "log", said.log, place:field "terms") end
    local gathered = observations.state(request.observed)
    if not gathered.train then place:field("observations"):bad "a log that was added to them expected" end
    request.train, request.held, request.left_out = gathered.train, gathered.held, gathered.left_out
    request.names_of_rows, request.near = observations.names(gathered), gathered.near
    if request.weights and gathered.train.called then
        local list = {}
        for i, freedom in ipairs(gathered.train.called) do list[i] = request.weights[freedom] end
        request.weights = list
    end
    request.whole = gathered.train:fresh():join(gathered.train):join(gathered.held)
    local ones = {}
    for j = 1, request.whole.freedoms do ones[j] = 1 end
    local R = request.whole:triangle(ones)
    local name = said.log and "log" or "observations"
    sizes.samples(R, place:field(said.Y and "Y" or name), place:field(said.Y and "tau" or name))
end

-- ---- the estimate ---------------------------------------------------------------------------------------------------

-- Which columns are free, and where all of them start.
local function free_columns(request)
    local free = {}
    if request.payload then
        for k = 1, 10 do free[k] = 10 * (request.payload - 1) + k end
        return free
    end
    for i = 1, request.m:nbodies() do
        for k = 10 * i - 9, request.fixed[i] and 0 or 10 * i do free[#free + 1] = k end
    end
    for k = 10 * request.m:nbodies() + 1, request.columns do free[#free + 1] = k end
    return free
end

-- The links of the free columns, in their order, with their priors; what the scalars behind them have as theirs: a rotor is not negative.
local function priors_of(request, free)
    local links, prior, scalars = 0, {}, {}
    local base = 10 * request.m:nbodies()
    for c = 1, #free, 1 do
        if free[c] <= base then
            if (free[c] - 1) % 10 == 0 then links = links + 1 end
            prior[#prior + 1] = request.prior[free[c]]
        else
            scalars[#scalars + 1] = kind_of(request, free[c]) == "armature" and 0.1 or 0
        end
    end
    return links, prior, scalars
end

local function picked(list, free)
    local y = Vector(#free)
    for c, k in ipairs(free) do y:set(c, list[k]) end
    return y
end

-- Rows of the problem `of` with the free columns as unknowns. Where a payload is asked for, the robot's own torques are known: they are taken off, and
-- the columns of the link that carries it are the payload's.
local function rows_of(request, of, weights)
    local R = of:rows(weights, request.free, request.known)
    if not request.payload then return R end
    local own = Vector(R:cols())
    for c, k in ipairs(request.free) do own:set(c, request.known[k]) end
    local off = R * own
    for i = 1, R:rows() do R:set(i, R:cols(), R(i, R:cols()) - off[i]) end
    return R
end

local function whole_of(request, y)
    local x = Vector(request.columns)
    for k = 1, request.columns do x:set(k, request.known[k]) end
    for c, k in ipairs(request.free) do x:set(k, (request.payload and request.known[k] or 0) + y[c]) end
    return x
end

-- The rows under these weights, and what they tell.
local function weighted(request, weights)
    local F = rows_of(request, request.whole, weights)
    sizes.rows(arguments.at("identify", 1), F)
    return F, problem.spectrum(F, request.most)
end

local FINEST <const> = 1e-6 -- of what the equation of a freedom is made of: nothing is measured better

-- 1 / σ of each freedom, by the residuals of least squares, again and again. A freedom that nothing drives (free flight) has no torque to be
-- weighed by: what its parts are made of, the root of the mean square of τ and of all Y_k π_k, is never zero where anything is told.
local function iterated(request)
    local weights, parts, least = {}, request.whole:parts(request.known), {}
    for j = 1, #parts do
        local told = sizes.is_told(parts[j])
        least[j] = told and FINEST * parts[j] or 1
        weights[j] = told and 1 / parts[j] or 1
    end
    for _ = 1, 3 do
        local F, spectrum = weighted(request, weights)
        local r = request.whole:residuals(whole_of(request, problem.fitted(F, spectrum, request.start)))
        for j = 1, #r do weights[j] = 1 / math.max(r[j], least[j]) end
    end
    return weights
end

-- The name of the k-th link among those whose parameters are asked for.
local function name_of_free(request, k)
    local names = request.m:body_names()
    if request.payload then return k > 0 and names[request.payload] or nil end
    for i, name in ipairs(names) do
        k = k - (request.fixed[i] and 0 or 1)
        if k == 0 then return name end
    end
    return nil
end

local function refuse_prior(request, place, link)
    place:field("prior"):bad("bodies of some bulk expected, and that of '%s' is none: M:criticize() and M:repairs() say more",
        name_of_free(request, link) or "?")
end

-- The minimum for that γ, from y on.
local function entropic(request, place, F, gamma, y)
    local links, prior, scalars = priors_of(request, request.free)
    local steps, decrement = problem.entropic(F, links, prior, scalars, gamma, y, request.bounds)
    if not steps and decrement == 0 then -- the end of a stronger γ, which rounding has taken over the edge of what is possible
        for k = 1, #y do y:set(k, request.start[k]) end
        steps, decrement = problem.entropic(F, links, prior, scalars, gamma, y, request.bounds)
    end
    if not steps then refuse_prior(request, place, decrement) end
    return steps, decrement
end

local LARGEST <const>, SMALLEST <const>, STEP <const>, SLACK <const> = 1.0, 1e-8, 10 ^ 0.5, 1.005

-- The mean weighted square of the residuals of `of`.
local function loss(request, of, weights, y)
    local r, sum = of:residuals(whole_of(request, y)), 0.0
    for j = 1, #weights do sum = sum + (weights[j] * r[j]) ^ 2 end
    return sum / #weights
end

-- The largest γ of a path from strong to weak, each from the end of the one before, that predicts what was held out as well as any; and where it ended.
local function choose_gamma(request, place, weights)
    local F, y, path, ends, best = rows_of(request, request.train, weights), request.start:copy(), {}, {}, math.huge
    local gamma = LARGEST
    while gamma >= SMALLEST do
        local steps = entropic(request, place, F, gamma, y)
        local held = loss(request, request.held, weights, y)
        path[#path + 1] = {gamma = gamma, held_out = held, steps = steps, residuals = request.held:residuals(whole_of(request, y))}
        ends[#path] = y:copy()
        best = math.min(best, held)
        gamma = gamma / STEP
    end
    for k, one in ipairs(path) do
        if one.held_out <= SLACK * best then return one.gamma, path, one.residuals, ends[k] end
    end
end

local function solve(request, place)
    local weights = request.weights or iterated(request)
    local E = {gamma = request.gamma, weights = weights}
    if E.gamma == nil and request.whole.samples < observations.FEWEST then
        place:field("gamma"):bad("with %d samples none can be held out to choose it by: give it", request.whole.samples)
    end
    local near = request.start
    if E.gamma == nil then E.gamma, E.path, E.held_out, near = choose_gamma(request, place, weights) end
    local F, spectrum = weighted(request, weights)
    local y = problem.least_squares(F, spectrum, request.start)
    E.least_squares = whole_of(request, y)
    if E.gamma > 0 then
        y = near:copy()
        E.steps, E.decrement = entropic(request, place, F, E.gamma, y)
    end
    E.y, E.F, E.spectrum, E.x = y, F, spectrum, whole_of(request, y)
    return E
end

-- ---- the whole ------------------------------------------------------------------------------------------------------

local function read(place, said)
    said = place:options(said, FIELDS)
    local observed = said.observations
    if observed ~= nil and not observations.is(observed) then place:field("observations"):expected("what rigid.observations gives", observed) end
    if said.Y ~= nil and said.terms ~= nil then place:field("terms"):bad "not with Y, which has no states: a log or observations expected" end
    if (said.log and 1 or 0) + (said.Y and 1 or 0) + (observed and 1 or 0) ~= 1 then place:bad "either log, or Y and tau, or observations expected" end
    for name in observations.FIELDS:gmatch "%S+" do
        if observed and said[name] ~= nil then place:field(name):bad "not with observations, which have theirs" end
    end
    local m = observed and observations.state(observed).m or observations.model(place, said)
    if observed and said.model ~= nil and said.model ~= m then place:field("model"):bad "the model of the observations expected, or none" end
    local named = said.model or m -- whose links a handle names
    local extras = observed and observations.state(observed).extras or observations.extras(place, said)
    local request = {
        m = m, extras = extras, gamma = read_gamma(place, said), weights = read_weights(place, said, m:nv()), fixed = read_fixed(place, said, named),
        columns = observations.columns(m, extras),
    }
    if said.payload ~= nil then
        if #extras + #extras.terms > 0 then
            place:field("payload"):bad "of a robot that is known: without damping, friction, armature, offset or terms to estimate"
        end
        if next(request.fixed) then place:field("fix"):bad "not with payload: then the whole robot is known, and all that the hand holds is asked for" end
        request.payload = bounds.link(place:field "payload", "identify", named, said.payload)
        request.gamma = request.gamma or 0
    end
    request.free = free_columns(request)
    if #request.free == 0 then
        place:field("fix"):bad "at least one link that is not known expected, or damping, friction, armature, offset, stribeck or terms to be estimated"
    end
    request.limits = read_limits(request, place, named, said)
    request.prior = sizes.prior(place:field(said.prior ~= nil and "prior" or "model"), read_prior(place, said, m))
    request.said = extended(request, m:parameters():table(), m)
    return request, said
end

-- The half spaces as C wants them: links by their number among those that are asked for. The prior of each must be within.
local function bounded(request, place)
    local numbers, names = {}, request.m:body_names()
    for c = 1, #request.free do
        local k = request.free[c]
        if k <= 10 * #names and (k - 1) % 10 == 0 then numbers[(k - 1) // 10 + 1] = (c - 1) // 10 + 1 end
    end
    for i, name in ipairs(names) do
        local broken = numbers[i] and bounds.broken(request.limits, i, table.move(request.prior, 10 * i - 9, 10 * i, 1, {}))
        if broken then place:field("prior"):bad("a prior within the bounds expected, and of '%s' it is not so: %s", name, broken) end
    end
    return bounds.matrix(request.limits, numbers)
end

-- Where the unknowns begin: at the prior, made possible where γ asks for that; a payload at nothing, or as a small ball.
local function begin(request)
    if request.payload then
        request.known = request.prior
        request.names = {}
        if request.gamma == 0 then
            request.start = Vector(10)
        else
            local ball = core.SpatialInertia.solid_sphere {mass = 1, radius = 0.05}:parameters()
            request.prior = table.move(request.prior, 1, #request.prior, 1, {})
            table.move(ball:table(), 1, 10, 10 * request.payload - 9, request.prior)
            request.start = ball
        end
        return
    end
    if request.gamma ~= 0 then request.prior, request.names = made_possible(request.prior, request.m, request.fixed) end
    request.known = table.move(request.prior, 1, #request.prior, 1, {})
    for k = #request.known + 1, request.columns do request.known[k] = kind_of(request, k) == "armature" and 0.1 or 0.0 end
    request.start = picked(request.known, request.free)
end

local function identify(place, said)
    local _ <close> = inner.locale.plain()
    local request
    request, said = read(place, said)
    observe(request, place, said)
    request.base = observations.base(observations.state(request.observed))
    request.most = request.base.count + (request.extras.stribeck and request.m:nv() or 0) + #request.extras.terms
    begin(request)
    request.bounds = bounded(request, place)
    return estimates.new(request, solve(request, place))
end

-- asked: the same for what is ours, with errors that are values.
return {
    make = function(said) return identify(arguments.at("identify", 1), said) end,
    asked = function(said) return identify(arguments.asked("identify", 1), said) end,
}
