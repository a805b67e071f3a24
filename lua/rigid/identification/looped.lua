-- The equations of a robot with loops. With H a + h = τ + Jᵀλ, and columns of N that span the motions which the loops leave, J N = 0, the forces of the
-- loops drop out, and what is left is linear in the parameters as ever:
--   Nᵀ Y π = Nᵀ τ
-- Of all such N the one is taken that is 1 at the freedoms by which the equations are called, one for each that the loops leave: N = Z Z_I⁻¹, whatever
-- basis Z is. So an equation is the torque of its own freedom, and of those that it leads, by how fast it leads them. The freedoms are those that are
-- driven, as far as these lead all others; samples near which they do not, where the linkage is singular, are left out.
-- What was measured does not close the loops to the last digit: q is brought to the nearest that does, v and a to the nearest that keep them closed.
local core = require "rigid.core"
local display = require "rigid.display"
local equations = require "rigid.identification.equations"
local names_of = require "rigid.identification.freedoms"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local asked, gather = inner.asked, inner.identification.gather

local looped = {}

-- ---- what the loops leave -------------------------------------------------------------------------------------------

local function largest(x) return math.max(x:max(), -x:min()) end

-- An orthonormal basis of the motions left at a q that closes the loops, as columns, and J⁺: a linkage of special dimensions whose q is closed but for
-- rounding has rows that seem to say something of their own.
local function basis(m, q)
    local J = asked.constraint_jacobian(m, q)
    local cut = math.min(1e-4, math.max(1e-8, 100 * largest(asked.constraint_error(m, q))))
    return J:null(cut), J:pinv(cut), J
end

-- The nearest q, v and a that keep the loops closed, and the basis there; nil where q closes them nowhere near.
local function closed(m, q, v, a)
    q = m:assemble(q)
    if not q then return nil end
    local Z, pinv, J = basis(m, q)
    v = Z * (Z:transpose() * v)
    return q, v, a - pinv * (J * a + asked.constraint_drift(m, q, v)), Z
end

-- ---- the freedoms by which equations are called ---------------------------------------------------------------------

local LEADS <const> = 1e-3 -- of what a freedom may move while all others together move by 1: less is led, not leading

-- What of each freedom's row of Z the rows of those chosen do not tell, squared.
local function untold(Z, chosen)
    local list, rest = {}, {}
    for _, i in ipairs(chosen) do
        local row = Z:row(i)
        for _, d in ipairs(rest) do row = row - d * d:dot(row) end
        rest[#rest + 1] = row / math.max(row:norm(), 1e-300)
    end
    for i = 1, Z:rows() do
        local row = Z:row(i)
        for _, d in ipairs(rest) do row = row - d * d:dot(row) end
        list[i] = row:dot(row)
    end
    return list
end

-- The freedom among those allowed that leads best over all the bases, and whether it leads at all: the mean of the logarithms, so that one
-- configuration in which it does not is no bar.
local function leader(bases, chosen, allowed)
    local scores, best = {}, nil
    for _, Z in ipairs(bases) do
        for i, x in ipairs(untold(Z, chosen)) do scores[i] = (scores[i] or 0) + math.log(math.max(x, LEADS ^ 4)) end
    end
    for i, score in ipairs(scores) do
        if allowed(i) and (not best or score > scores[best] + 1e-9) then best = i end
    end
    return best, best and scores[best] / #bases > 2 * math.log(LEADS)
end

-- As many as the loops leave, ascending: driven ones first.
local function chosen_of(bases, driven)
    local list, taken = {}, {}
    for _ = 1, bases[1]:cols() do
        local best, leads = leader(bases, list, function(i) return driven[i] and not taken[i] end)
        if not leads then best = leader(bases, list, function(i) return not taken[i] end) end
        list[#list + 1], taken[best] = best, true
    end
    table.sort(list)
    return list
end

-- N of a basis, or nil where those freedoms do not lead all others, or others are free than elsewhere.
local function spanned(Z, freedoms)
    local k = #freedoms
    if Z:cols() ~= k then return nil end
    local own = Matrix(k, k)
    for i, freedom in ipairs(freedoms) do
        for c = 1, k do own:set(i, c, Z(freedom, c)) end
    end
    local _, s = own:svd()
    return s[k] > LEADS and own:transpose():solve(Z:transpose()):transpose() or nil
end

-- N at a q that closes the loops.
function looped.motions(m, q, freedoms) return spanned((basis(m, q)), freedoms) end

-- ---- a log brought onto the loops -----------------------------------------------------------------------------------

local SOME <const> = 50 -- samples by which freedoms are chosen
local FAR <const>, FARTHEST <const> = 0.2, 0.1 -- of its own way in the log, and rad or m: as far as a joint may have to be moved to close the loops

local function driven_in(log)
    local driven = {}
    for j = 1, log.tau:cols() do driven[j] = log.tau:column(j):norm() > 0 end
    return driven
end

-- How many freedoms most of the bases leave.
local function usual_count(bases)
    local counts, best = {}, nil
    for _, Z in ipairs(bases) do
        local k = Z:cols()
        counts[k] = (counts[k] or 0) + 1
        if not best or counts[k] > counts[best] then best = k end
    end
    return best
end

local function choose(log, bases)
    local count, list = usual_count(bases), {}
    for i = 1, #bases, math.max(1, #bases // SOME) do list[#list + 1] = bases[i]:cols() == count and bases[i] or nil end
    return count > 0 and chosen_of(list, driven_in(log)) or nil
end

-- The way of each freedom from q to where it closes the loops, root mean square, against the way that it goes in the log.
local function look_how_far(say, m, log, q)
    local off, way, names = Vector(m:nv()), Vector(m:nv()), names_of(m)
    local first = log.q:row(1)
    for i = 1, #q do
        local change, gone = m:difference(log.q:row(i), q[i]), m:difference(first, q[i])
        for j = 1, #off do
            off:set(j, off[j] + change[j] ^ 2 / #q)
            way:set(j, math.max(way[j], math.abs(gone[j])))
        end
    end
    local worst
    for j = 1, #off do
        if off[j] ^ 0.5 > math.min(FARTHEST, FAR * way[j] + 1e-3) and (not worst or off[j] > off[worst]) then worst = j end
    end
    if worst then
        say("q does not close the loops: '%s' would have to stand %.3g (RMS; m, rad) from where the log has it, and goes %.3g in all",
            display.printable(names[worst]), off[worst] ^ 0.5, way[worst])
    end
end

-- Samples of a log where the loops are closed, in place of those that it has; `freedoms` by which the equations are called, chosen unless given, and
-- how many samples were left_out. What cannot be right is said.
function looped.close(say, m, log, freedoms)
    local q, v, a, bases = {}, {}, {}, {}
    for i = 1, #log.t do
        q[i], v[i], a[i], bases[i] = closed(m, log.q:row(i), log.v:row(i), log.a:row(i))
        if not q[i] then
            return say("q of sample %d closes the loops nowhere near: %s", i, (select(2, m:assemble(log.q:row(i)))))
        end
    end
    look_how_far(say, m, log, q)
    freedoms = freedoms or choose(log, bases)
    if not freedoms then return say "the loops leave the robot no motion, and no torque tells of it" end
    local kept, list = {}, {t = {}, q = {}, v = {}, a = {}, tau = {}}
    for i = 1, #log.t do
        if spanned(bases[i], freedoms) then kept[#kept + 1] = i end
    end
    if #kept < #log.t / 2 then
        return say("in %d of %d samples the driven joints do not lead all others: the linkage is singular there, or was where others were "
            .. "gathered before", #log.t - #kept, #log.t)
    end
    for n, i in ipairs(kept) do
        list.t[n], list.q[n], list.v[n], list.a[n], list.tau[n] = log.t[i], q[i], v[i], a[i], log.tau:row(i)
    end
    log.left_out, log.freedoms, log.t = #log.t - #kept, freedoms, list.t
    for _, name in ipairs {"q", "v", "a", "tau"} do log[name] = gather(list[name], log[name]:cols()) end
end

-- ---- equations ------------------------------------------------------------------------------------------------------

local AT_ONCE <const> = 256 -- samples whose rows are held

-- Nᵀ [Y, diag(..) of each kind, terms] of a sample.
local function rows_of(self, m, samples, i)
    local extras = self.extras
    local q, v, a = samples.q:row(i), samples.v:row(i), samples.a:row(i)
    local N = looped.motions(m, q, self.called)
    local across = N:transpose()
    local Y, nv = across * m:regressor(q, v, a), #v
    for _, kind in ipairs(extras) do
        local more, numbers = across:copy(), equations.resistance(kind, v, a, extras)
        for j = 1, nv do
            for r = 1, more:rows() do more:set(r, j, across(r, j) * numbers[j]) end
        end
        Y = Y:hcat(more)
    end
    if samples.given then
        local given = Matrix(nv, #extras.terms)
        for c = 1, given:cols() do
            for j = 1, nv do given:set(j, c, samples.given(i, (c - 1) * nv + j)) end
        end
        Y = Y:hcat(across * given)
    end
    return Y, across
end

-- rows(i, Y, Nᵀ) for each sample.
local function each(self, m, samples, first, last, rows)
    for i = first, last do rows(i, rows_of(self, m, samples, i)) end
end

-- Takes samples first to last, as equations:take does; nil, or the number of a row that has numbers which are none.
local function take(self, m, samples, first, last)
    local k = self.freedoms
    for from = first, last, AT_ONCE do
        local to = math.min(last, from + AT_ONCE - 1)
        local Y, tau, bad = Matrix((to - from + 1) * k, self.columns), Vector((to - from + 1) * k), nil
        each(self, m, samples, from, to, function(i, of, across)
            local torque = across * samples.tau:row(i)
            local norm = of:norm() + torque:norm()
            if norm - norm ~= 0 then bad = bad or i end
            for r = 1, k do
                local at = (i - from) * k + r
                tau:set(at, torque[r])
                for c = 1, self.columns do Y:set(at, c, of(r, c)) end
            end
        end)
        if bad then return bad end
        self:take_rows(Y, tau, 1, to - from + 1)
    end
    return nil
end

-- The torques that x predicts of samples, by equation.
local function torques(self, m, samples, x)
    local list = {}
    x = Vector(x)
    each(self, m, samples, 1, samples.q:rows(), function(i, Y) list[i] = Y * x end)
    return (gather(list, self.freedoms))
end

-- Nᵀ τ of samples.
local function measured(self, m, samples, tau)
    local list = {}
    for i = 1, tau:rows() do list[i] = looped.motions(m, samples.q:row(i), self.called):transpose() * tau:row(i) end
    return (gather(list, self.freedoms))
end

-- Equations of so many columns, called by those freedoms; extras as equations.of_model has them.
function looped.equations(freedoms, extras, columns)
    local made = equations.of_rows(#freedoms, columns)
    made.called, made.extras, made.take, made.torques, made.measured = freedoms, extras, take, torques, measured
    return made
end

return looped
