-- A linear problem F y = f, whose last column is f (equations.lua has made its rows): what it tells, its least squares, and its minimum under
-- bodies that must be possible.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

local Matrix, Vector = core.Matrix, core.Vector
local native = inner.identification

local problem = {}

-- ---- least squares --------------------------------------------------------------------------------------------------

local ROUNDING <const> = 1e-13 -- of the largest column: what is left of a column of nothing, whose length must not be made one

-- What F tells: its singular values by columns of length one, as far as they count, and the directions in which it tells anything. At most `most` of
-- them.
function problem.spectrum(F, most)
    local rows, n = F:rows(), F:cols() - 1
    local scaled, scale, length, longest = Matrix(math.max(rows, n), n), {}, {}, 0.0 -- fewer rows than columns are rows of zeros more
    for k = 1, n do
        length[k] = F:column(k):norm()
        longest = math.max(longest, length[k])
    end
    for k = 1, n do
        local tells = length[k] > ROUNDING * longest
        scale[k] = tells and 1 / length[k] or 1.0
        for i = 1, tells and rows or 0 do scaled:set(i, k, F(i, k) * scale[k]) end
    end
    local U, s, V = scaled:svd()
    local rank = 0
    while rank < math.min(most or n, #s) and s[rank + 1] > 1e-11 * s[1] do rank = rank + 1 end
    return {U = U, s = s, V = V, scale = scale, rank = rank, n = n}
end

-- An orthonormal basis of the directions that are told of, as the columns of a Matrix.
local function row_space(of)
    local W = Matrix(of.rank, of.n)
    for i = 1, of.rank do
        for k = 1, of.n do W:set(i, k, of.V(k, i) / of.scale[k]) end
    end
    for i = 1, of.rank do -- each row of length one: they differ by units
        local sum = 0.0
        for k = 1, of.n do sum = sum + W(i, k) ^ 2 end
        for k = 1, of.n do W:set(i, k, W(i, k) / math.sqrt(sum)) end
    end
    local _, _, V = W:svd()
    return V
end

-- The y that makes |F (y, -1)| least, as near to `start` as there is one.
function problem.least_squares(F, of, start)
    local n, right = of.n, Vector(of.U:rows())
    for i = 1, F:rows() do
        local sum = F(i, n + 1)
        for k = 1, n do sum = sum - F(i, k) * start[k] end
        right:set(i, sum)
    end
    local along, change = of.U:transpose() * right, Vector(n)
    for i = 1, of.rank do
        for k = 1, n do change:set(k, change[k] + of.scale[k] * of.V(k, i) * along[i] / of.s[i]) end
    end
    if of.rank > 0 and of.rank < n then
        of.space = of.space or row_space(of)
        change = of.space * (of.space:transpose() * change)
    end
    return start + change
end

-- The deviation of c·y for a unit variance of the weighted rows, divided as F is; infinite where the rows do not tell of it.
function problem.spread(of, c)
    local sum, told = 0.0, 0.0
    for i = 1, of.rank do
        local along = 0.0
        for k, x in pairs(c) do along = along + of.V(k, i) * of.scale[k] * x end
        sum, told = sum + (along / of.s[i]) ^ 2, told + along ^ 2
    end
    local size = 0.0
    for k, x in pairs(c) do size = size + (of.scale[k] * x) ^ 2 end
    if of.rank < of.n and size - told > 1e-8 * size then -- c must lie in the row space
        return math.huge
    end
    return math.sqrt(sum)
end

-- ---- possible bodies ------------------------------------------------------------------------------------------------

-- The minimum of ½ |F (y, -1)|² + γ Σ D, from y on, which becomes it; how many steps it took. `prior`: of the links that are free; scalars: of the rest;
-- `bounds`: half spaces of links, or nil.
function problem.entropic(F, links, prior, scalars, gamma, y, bounds)
    return native.entropic(F, links, Vector(prior), Vector(scalars), gamma, y, bounds)
end

return problem
