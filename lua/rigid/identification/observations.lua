-- rigid.observations{..}: what logs of a robot tell, gathered piece by piece in memory that does not grow; what was gathered apart can be merged.
-- rigid.identify makes one of its log, or takes one. Blocks of each piece, one in four, are gathered apart, to judge by.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local equations = require "rigid.identification.equations"
local looped = require "rigid.identification.looped"
local names_of = require "rigid.identification.freedoms"
local terms = require "rigid.identification.terms"

local observations = {}

local Observations, methods = {__name = "Observations"}, {}
Observations.__index = methods

local MOST_THREADS <const> = 64

local secret = setmetatable({}, {__mode = "k"}) -- {m, extras, columns, train, held, threads}

local function open(observed, name)
    local state = secret[observed]
    if not state then arguments.at(name, 0):expected("what rigid.observations gives", observed) end
    return state
end

-- ---- what joints resist by ------------------------------------------------------------------------------------------

-- In the order of m:regressor; Stribeck's, which it has not, behind them.
local EXTRA <const> = {"damping", "friction", "armature", "offset"}

-- The options that say which columns there are beyond the links'.
observations.FIELDS = table.concat(EXTRA, " ") .. " stribeck dead_zone terms threads gaps trust"

-- Names in the order of their columns, and each as a field, true; dead_zone and stribeck as numbers; threads; gaps, whether a log may have some; trust, whether
-- its torques are believed whatever the model says; terms, a list.
function observations.extras(place, said)
    local asked = {}
    for _, name in ipairs(EXTRA) do
        if said[name] ~= nil and place:field(name):boolean(said[name]) then asked[#asked + 1], asked[name] = name, true end
    end
    if said.stribeck ~= nil then asked[#asked + 1], asked.stribeck = "stribeck", place:field("stribeck"):positive(said.stribeck) end
    asked.dead_zone = said.dead_zone == nil and 0 or place:field("dead_zone"):not_negative(said.dead_zone)
    asked.threads = said.threads == nil and 1 or place:field("threads"):integer(said.threads, 1, MOST_THREADS)
    asked.terms = terms.read(place:field "terms", said.terms)
    for _, name in ipairs {"gaps", "trust"} do asked[name] = said[name] ~= nil and place:field(name):boolean(said[name]) end
    return asked
end

-- A copy of the model at a place, if the torques of its joints are those of its parameters.
function observations.model(place, said)
    if core.type(said.model) ~= "Model" then place:field("model"):expected("Model", said.model) end
    local m = said.model:copy()
    if m:nbodies() == 0 or m:nv() == 0 then place:field("model"):bad "a model with links that move expected" end
    return m
end

-- ---- gathering ------------------------------------------------------------------------------------------------------

local BLOCKS <const>, HELD <const> = 20, 4 -- of the samples of a piece, in turn, one block of four is held out
observations.FEWEST = 2 * BLOCKS

-- take(set, first, last) for each block.
local function by_blocks(state, count, take)
    local last = 0
    for block = 1, BLOCKS do
        local first = last + 1
        last = (block * count + BLOCKS - 1) // BLOCKS
        if last >= first then take(block % HELD == 0 and state.held or state.train, first, last) end
    end
end

local function new(m, extras, columns, made)
    local observed = setmetatable({samples = 0}, Observations)
    secret[observed] = {m = m, extras = extras, columns = columns, train = made, held = made and made:fresh(), threads = extras.threads, left_out = 0}
    return observed
end

-- Those of a robot with loops begin with a log, which tells by which freedoms they are called.
local function begin(state, freedoms)
    state.train = looped.equations(freedoms, state.extras, state.columns)
    state.held = state.train:fresh()
end

-- How many columns there are.
function observations.columns(m, extras) return 10 * m:nbodies() + #extras * m:nv() + #extras.terms end

-- Of a model; Y: of stacked rows of so many columns, in place of logs.
function observations.of(m, extras, Y)
    local columns = observations.columns(m, extras)
    if #m:loops() > 0 then return new(m, extras, columns) end
    return new(m, extras, columns, Y and equations.of_rows(m:nv(), columns) or equations.of_model(m, extras))
end

-- The base parameters of the model and of what its joints resist by, found once: with the first samples, so that solving is no more than that.
function observations.base(state)
    local asked, plain = {near = state.near}, not state.near
    for _, name in ipairs(EXTRA) do
        asked[name] = state.extras[name]
        plain = plain and not asked[name]
    end
    state.base = state.base or plain and state.train.base or state.m:base_parameters(asked)
    return state.base
end

-- Samples that `place` says are a log, the terms where `place_of_terms` says; what was read of it, `left` the torques less what joints resist by that is known.
function observations.add(observed, place, log, place_of_terms)
    local data, state = require "rigid.identification.data", secret[observed]
    local samples = data.read(place, state.m, log, state.extras, state.train and state.train.called)
    if not state.train then
        begin(state, samples.freedoms)
        state.near = samples.q:row(1)
    end
    local given = terms.given(place_of_terms or place, state.extras.terms, state.m, samples)
    local taken = {q = samples.q, v = samples.v, a = samples.a, tau = data.left(state.m, state.extras, samples), given = given}
    by_blocks(state, #samples.t, function(set, first, last)
        local bad = set:take(state.m, taken, first, last, state.threads)
        if bad then place:bad("row %d: finite numbers, and quaternions that are not zero, expected in q, v, a and tau", bad) end
    end)
    observed.samples, state.left_out = observed.samples + #samples.t, state.left_out + (samples.left_out or 0)
    observations.base(state)
    samples.left, samples.given = state.train:measured(state.m, samples, taken.tau), given
    return samples
end

-- Stacked rows, and their torques, of sizes that fit.
function observations.add_rows(observed, Y, tau)
    local state, count = secret[observed], Y:rows() // secret[observed].m:nv()
    by_blocks(state, count, function(set, first, last) set:take_rows(Y, tau, first, last) end)
    observed.samples = observed.samples + count
    observations.base(state)
end

-- What the equations are called: by the freedoms of a tree, or by those by which a robot with loops moves.
function observations.names(state)
    local all, list = names_of(state.m), {}
    if not state.train.called then return all end
    for i, freedom in ipairs(state.train.called) do list[i] = all[freedom] end
    return list
end

function observations.is(value) return secret[value] ~= nil end
function observations.state(observed) return secret[observed] end

-- ---- for scripts ----------------------------------------------------------------------------------------------------

function methods.add(observed, log)
    open(observed, "add")
    observations.add(observed, arguments.at("add", 1), log)
    return observed
end

function methods.merge(observed, other)
    local state, place = open(observed, "merge"), arguments.at("merge", 1)
    local theirs = secret[other]
    if not theirs then place:expected("what rigid.observations gives", other) end
    if theirs == state then place:bad "other observations expected, got these themselves" end
    if theirs.m ~= state.m or table.concat(theirs.extras, " ") ~= table.concat(state.extras, " ") or theirs.extras.dead_zone ~= state.extras.dead_zone
        or theirs.extras.stribeck ~= state.extras.stribeck or not terms.are_same(theirs.extras.terms, state.extras.terms) then
        place:bad("observations of the same model and of the same columns beside it expected")
    end
    if not theirs.train then return observed end
    if not state.train then
        begin(state, theirs.train.called)
        state.near = theirs.near
    end
    local mine, other_ones = state.train.called, theirs.train.called
    if mine and table.concat(mine, " ") ~= table.concat(other_ones, " ") then
        place:bad("observations whose equations are of the same joints expected: of %s, got of %s", table.concat(observations.names(state), ", "),
            table.concat(observations.names(theirs), ", "))
    end
    state.train:join(theirs.train)
    state.held:join(theirs.held)
    observed.samples, state.left_out = observed.samples + rawget(other, "samples"), state.left_out + theirs.left_out
    return observed
end

Observations.__tostring = arguments.printer("observations", function(observed)
    local state = open(observed, "tostring")
    return ("observations of '%s': %d samples"):format(display.printable(state.m:name()), observed.samples)
end)

arguments.count_all(methods, 1)

local FIELDS <const> = arguments.fields("model " .. observations.FIELDS)

function observations.make(said)
    local place = arguments.at("observations", 1)
    said = place:options(said, FIELDS)
    local m = observations.model(place, said)
    return observations.of(m, observations.extras(place, said))
end

return observations
