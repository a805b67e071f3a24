-- A linear problem F y = f, whose last column is f (equations.lua has made its rows): what it tells, its least squares, and its minimum under
-- bodies that must be possible.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local native, dense = inner.identification, inner.dense

local problem = {}

-- ---- least squares --------------------------------------------------------------------------------------------------

local ROUNDING <const> = 1e-13 -- of the largest column: what is left of a column of nothing, whose length must not be made one
local SMALLEST <const>, ABOVE <const>, BELOW <const> = 1e-11, 1e-8, 1e-13 -- of the largest singular value, and of the largest pivot

-- Numbers one over those of a Vector.
local function inverse(x)
    local twin = Vector(#x)
    for k = 1, #x do twin:set(k, 1 / x[k]) end
    return twin
end

-- F's columns but the last, of length one, and by what they were multiplied; a column of rounding is zeros.
local function with_equal_columns(F)
    local n = F:cols() - 1
    local columns, scale, told, length, longest = F:block(1, 1, F:rows(), n):transpose(), Vector(n), Vector(n), {}, 0.0
    for k = 1, n do
        length[k] = columns:row(k):norm()
        longest = math.max(longest, length[k])
    end
    for k = 1, n do
        local tells = length[k] > ROUNDING * longest
        scale:set(k, tells and 1 / length[k] or 1.0)
        told:set(k, tells and scale[k] or 0.0)
    end
    return dense.stretched(columns, told):transpose(), scale
end

-- How many singular values of R count. Pivots d are within a factor of them that is far less than between these bounds: where no pivot is there, they tell.
local function rank_of(R, d)
    local rank = 0
    while rank < #d and d[rank + 1] > ABOVE * d[1] do rank = rank + 1 end
    if rank == #d or d[rank + 1] <= BELOW * d[1] then return rank end
    local s = dense.values(R)
    rank = 0
    while rank < #s and s[rank + 1] > SMALLEST * s[1] do rank = rank + 1 end
    return rank
end

-- What F tells, by its columns of length one: the rank, `most` at most, and the rows that count, Qᵀ F' = Uᵀ Bᵀ, where the columns of Q and B are
-- orthonormal. One decomposition, the pivoted one, is for all that is asked.
function problem.spectrum(F, most)
    local columns, scale = with_equal_columns(F)
    local n, Q, R, d = columns:cols(), dense.pivoted(columns)
    local of = {n = n, scale = scale, R = R, rank = math.min(most or n, rank_of(R, d))}
    of.Q = Q:block(1, 1, Q:rows(), of.rank)
    if of.rank > 0 then of.B, of.U = R:block(1, 1, of.rank, n):transpose():qr() end
    return of
end

-- The singular values of the rows that count, the largest first; of each column more, zero.
function problem.values(of)
    local values, s = of.rank > 0 and dense.values(of.U) or {}, Vector(of.n)
    for k = 1, #values do s:set(k, values[k]) end
    return s
end

-- A y that makes |F (y, -1)| least: of those, the nearest to `start` by columns of length one.
function problem.fitted(F, of, start)
    local n = of.n
    if of.rank == 0 then return start:copy() end
    local from = Vector(n + 1)
    for k = 1, n do from:set(k, start[k]) end
    from:set(n + 1, -1)
    local left = of.Q:transpose() * (F * from)
    local change, scale = of.B * of.U:transpose():solve(left), of.scale
    for k = 1, n do change:set(k, -scale[k] * change[k]) end
    return start + change
end

-- The y that makes |F (y, -1)| least, as near to `start` as there is one.
function problem.least_squares(F, of, start)
    local y = problem.fitted(F, of, start)
    if of.rank > 0 and of.rank < of.n then -- the directions that are told of, in the units of y
        of.space = of.space or (dense.stretched(of.B, inverse(of.scale)):qr())
        y = start + of.space * (of.space:transpose() * (y - start))
    end
    return y
end

-- Rows w_k, for each unknown, with Σ c_k w_k the way along which the rows tell c·y, where they tell of it: |w|² is its variance.
local function ways(of)
    of.ways = of.ways or dense.stretched(of.B * of.U:transpose():inverse(), of.scale)
    return of.ways
end

-- How much of the unit change of unknown k the data tell of, from 0 to 1.
function problem.told(of, k) return of.rank == 0 and 0.0 or of.B:row(k):norm() ^ 2 end

-- The way of Σ c_k y_k, by column; of rank 0, nothing.
function problem.way(of, c)
    local sum, way = Vector(math.max(1, of.rank)), of.rank > 0 and ways(of)
    for k, x in pairs(way and c or {}) do sum = sum + x * way:row(k) end
    return sum
end

-- The deviation of c·y for a unit variance of the weighted rows, divided as F is; infinite where the rows do not tell of it.
function problem.spread(of, c)
    local size, told = 0.0, Vector(math.max(1, of.rank))
    for k, x in pairs(c) do
        size = size + (of.scale[k] * x) ^ 2
        if of.rank > 0 then told = told + of.scale[k] * x * of.B:row(k) end
    end
    if of.rank < of.n and size - told:dot(told) > 1e-8 * size then return math.huge end -- c must lie in the row space
    return problem.way(of, c):norm()
end

-- ---- possible bodies ------------------------------------------------------------------------------------------------

-- The minimum of ½ |F (y, -1)|² + γ Σ D, from y on, which becomes it; how many steps it took. `prior`: of the links that are free; scalars: of the rest;
-- `bounds`: half spaces of links, or nil.
function problem.entropic(F, links, prior, scalars, gamma, y, bounds)
    return native.entropic(F, links, Vector(prior), Vector(scalars), gamma, y, bounds)
end

return problem
