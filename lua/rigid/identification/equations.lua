-- The equations of a robot's samples, Y π = τ, gathered in triangles, one for each freedom (src/core/identification): what the structure of the model
-- makes zero is not touched, and of the links' columns only those are kept from which the others follow (its base parameters, where the exact
-- recursion tells them). Memory does not grow with the samples; what was gathered apart can be joined. Columns are the ten parameters of each
-- link, then, for each kind of resistance, one for each freedom, then one for each term of one's own.
local core = require "rigid.core"
local bases = require "rigid.identification.base"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local native = inner.identification

local equations = {}
equations.__index = equations

local CODES <const> = {damping = 0, friction = 1, stribeck = 2, armature = 3, offset = 4} -- rigid_resistance_kind

-- By what each freedom's resistance of a kind is multiplied, where it moves at v and a; extras as of_model has them.
function equations.resistance(kind, v, a, extras)
    return native.resistance_numbers(CODES[kind], v, a, extras.dead_zone or 0, extras.stribeck or 1)
end

-- ---- which columns --------------------------------------------------------------------------------------------------

-- By freedom, the set of links that it carries: those whose torques it feels.
local function carried(m)
    local at, sets = layout.of(m), {}
    for j = 1, m:nv() do sets[j] = {} end
    for i, link in ipairs(at.links) do
        local record = link
        while record do
            local first, kind = at.v[record.number], joints.type(record.joint)
            for k = first, first + (first and kind.nv or 0) - 1 do sets[k][i] = true end
            record = record.parent and at.owner[record.parent.number]
        end
    end
    return sets
end

-- The columns of the links to keep, ascending, and the Matrix of those by all, from the base parameters; nil: all.
local function kept_of(m, base)
    local all = 10 * m:nbodies()
    local list = {}
    if base.sampled then
        for k = 1, all do list[k] = k end
        return list, nil
    end
    local state, form = bases.state(base), {}
    for i, k in ipairs(state.kept) do list[i], form[k] = k, state.form[i] end
    table.sort(list)
    local expand = Matrix(#list, all)
    for i, k in ipairs(list) do
        for c = 1, all do expand:set(i, c, form[k][c]) end
    end
    return list, expand
end

-- expand with a row of its own for each column behind the links'.
local function with_more(expand, more)
    local rows, all = expand:rows(), expand:cols()
    local whole = Matrix(rows + more, all + more)
    for i = 1, rows do
        for c = 1, all do whole:set(i, c, expand(i, c)) end
    end
    for k = 1, more do whole:set(rows + k, all + k, 1) end
    return whole
end

-- ---- making ---------------------------------------------------------------------------------------------------------

local function made(fields)
    local like = fields
    fields.make = function()
        return native.equations(like.freedoms, like.columns, like.sources, like.lists, like.kinds, like.dead, like.speed, like.terms)
    end
    fields.native, fields.samples = fields.make(), 0
    return setmetatable(fields, equations)
end

-- For samples of a model; extras: names of what joints resist by, in their order, with dead_zone and stribeck, the speed of its decay, and terms, a list;
-- only: the columns of the links that are wanted, where that is not for this file to say.
function equations.of_model(m, extras, only)
    local nv, links = m:nv(), m:nbodies()
    local kept, expand, base = only, nil, nil
    if not kept then
        base = m:base_parameters()
        kept, expand = kept_of(m, base)
    end
    local sources, lists, kinds, sets = table.move(kept, 1, #kept, 1, {}), {}, {}, carried(m)
    for j = 1, nv do
        lists[j] = {}
        for c, k in ipairs(kept) do
            if sets[j][(k - 1) // 10 + 1] then lists[j][#lists[j] + 1] = c end
        end
    end
    for i, name in ipairs(extras) do
        kinds[i] = CODES[name]
        for j = 1, nv do
            sources[#sources + 1] = 10 * links + (i - 1) * nv + j
            lists[j][#lists[j] + 1] = #sources
        end
    end
    local terms, behind = #(extras.terms or {}), 10 * links + #extras * nv
    for c = 1, terms do
        sources[#sources + 1] = behind + c
        for j = 1, nv do lists[j][#lists[j] + 1] = #sources end
    end
    return made {
        freedoms = nv, columns = behind + terms, sources = sources, lists = lists, kinds = kinds, dead = extras.dead_zone or 0, speed = extras.stribeck or 1,
        terms = terms, expand = expand and with_more(expand, #extras * nv + terms),
        base = base,
    }
end

-- For rows of regressors that someone else has made, of whatever columns.
function equations.of_rows(freedoms, columns)
    local all, lists = {}, {}
    for k = 1, columns do all[k] = k end
    for j = 1, freedoms do lists[j] = all end
    return made {freedoms = freedoms, columns = columns, sources = all, lists = lists, kinds = {}, dead = 0, speed = 1, terms = 0}
end

-- The same, without a sample.
function equations:fresh()
    local twin = {}
    for key, value in next, self do twin[key] = value end
    twin.native, twin.samples = self.make(), 0
    return setmetatable(twin, equations)
end

-- ---- taking samples -------------------------------------------------------------------------------------------------

local AT_ONCE <const> = 16384 -- samples: between two calls Ctrl-C is heard

-- Rows first to last of Matrices with a sample in each; nil, or the number of a row that has numbers which are none.
function equations:take(m, samples, first, last, threads)
    for from = first, last, AT_ONCE do
        local to = math.min(last, from + AT_ONCE - 1)
        local bad = native.take(m, self.native, samples.q, samples.v, samples.a, samples.tau, from, to, threads or 1, samples.given)
        if bad then return bad end
        self.samples = self.samples + to - from + 1
    end
    return nil
end

-- Samples first to last of the rows of Y, and of tau.
function equations:take_rows(Y, tau, first, last)
    native.take_rows(self.native, Y, tau, first, last)
    self.samples = self.samples + last - first + 1
end

-- Takes what another holds, which is left as it is.
function equations:join(other)
    native.join(self.native, other.native)
    self.samples = self.samples + other.samples
    return self
end

-- ---- what is asked of them ------------------------------------------------------------------------------------------

-- Of all columns, the unknowns of the triangles.
local function unknowns(self, x)
    x = Vector(x)
    return self.expand and self.expand * x or x
end

-- Root mean square of Y x - τ of each freedom.
function equations:residuals(x) return native.residuals(self.native, unknowns(self, x)) / math.sqrt(math.max(1, self.samples)) end

-- The torques that x predicts of samples, a Matrix.
function equations:torques(m, samples, x) return native.torques(m, self.native, samples.q, samples.v, samples.a, unknowns(self, x), samples.given) end

-- Of the torques of samples, a Matrix, what the equations tell of.
function equations:measured(_, _, tau) return tau end

-- Root mean square of τ of each freedom.
function equations:sizes() return native.residuals(self.native, Vector(#self.sources)) / math.sqrt(math.max(1, self.samples)) end

-- Root mean square, by freedom, of what its equation is made of: τ and each column by its x.
function equations:parts(x) return native.parts(self.native, unknowns(self, x)) / math.sqrt(math.max(1, self.samples)) end

-- The triangle of all freedoms together, each by its weight, over the columns that are kept, and the right side.
function equations:triangle(weights) return native.weighted(self.native, Vector(weights)) end

-- The weighted rows of the free columns, with the right side last, where the others stand as x has them: F with |F (y, -1)|² the weighted
-- square sum, divided by the number of rows.
function equations:rows(weights, free, x)
    local R, is_free, rest = self:triangle(weights), {}, Vector(self.columns)
    local n = R:rows() - 1
    local G = R:block(1, 1, n + 1, n)
    if self.expand then G = G * self.expand end
    for _, column in ipairs(free) do is_free[column] = true end
    for k = 1, self.columns do rest:set(k, is_free[k] and 0 or x[k]) end
    return native.columns(G, free, R:column(n + 1), G * rest, 1 / math.sqrt(self.samples * self.freedoms))
end

return equations
