-- The second implementation: naive dense algebra in plain Lua tables, sharing not one line with the core. Matrices are
-- lists of rows, spatial vectors six numbers with the linear half first, a body its ten parameters. Slow, short, and
-- meant to be checked by reading.

local dense = {}

-- ---- matrices of any size -------------------------------------------------------------------------------------------

function dense.zeros(rows, cols)
    local m = {}
    for i = 1, rows do
        m[i] = {}
        for j = 1, cols do
            m[i][j] = 0
        end
    end
    return m
end

function dense.identity(n)
    local m = dense.zeros(n, n)
    for i = 1, n do
        m[i][i] = 1
    end
    return m
end

function dense.diagonal(list)
    local m = dense.zeros(#list, #list)
    for i = 1, #list do
        m[i][i] = list[i]
    end
    return m
end

local function is_vector(a) return type(a[1]) == "number" end

-- Matrix times matrix, or matrix times vector.
function dense.mul(a, b)
    if is_vector(b) then
        local out = {}
        for i = 1, #a do
            local sum = 0
            for k = 1, #b do
                sum = sum + a[i][k] * b[k]
            end
            out[i] = sum
        end
        return out
    end
    local out = dense.zeros(#a, #b[1])
    for i = 1, #a do
        for j = 1, #b[1] do
            local sum = 0
            for k = 1, #b do
                sum = sum + a[i][k] * b[k][j]
            end
            out[i][j] = sum
        end
    end
    return out
end

function dense.transpose(a)
    local out = dense.zeros(#a[1], #a)
    for i = 1, #a do
        for j = 1, #a[1] do
            out[j][i] = a[i][j]
        end
    end
    return out
end

local function combine(a, b, f)
    local out = {}
    for i = 1, #a do
        out[i] = type(a[i]) == "table" and combine(a[i], b[i], f) or f(a[i], b[i])
    end
    return out
end

function dense.add(a, b, ...)
    local sum = combine(a, b, function(x, y) return x + y end)
    if ... then return dense.add(sum, ...) end
    return sum
end

function dense.sub(a, b) return combine(a, b, function(x, y) return x - y end) end

function dense.scale(a, s) return combine(a, a, function(x) return s * x end) end

function dense.neg(a) return dense.scale(a, -1) end

function dense.dot(a, b)
    local sum = 0
    for i = 1, #a do
        sum = sum + a[i] * b[i]
    end
    return sum
end

function dense.norm(a) return math.sqrt(dense.dot(a, a)) end

-- a b a^T, the congruence by which a symmetric matrix changes its frame.
function dense.congruence(a, b) return dense.mul(a, dense.mul(b, dense.transpose(a))) end

-- Column j as a vector; a matrix from columns.
function dense.column(a, j)
    local out = {}
    for i = 1, #a do
        out[i] = a[i][j]
    end
    return out
end

function dense.from_columns(columns)
    local rows = {}
    for j = 1, #columns do
        rows[j] = columns[j]
    end
    return dense.transpose(rows)
end

-- Gauss-Jordan with row pivoting.
function dense.inverse(a)
    local n = #a
    local w = {}
    for i = 1, n do
        w[i] = {}
        for j = 1, n do
            w[i][j], w[i][n + j] = a[i][j], i == j and 1 or 0
        end
    end
    for c = 1, n do
        local pivot = c
        for r = c + 1, n do
            if math.abs(w[r][c]) > math.abs(w[pivot][c]) then pivot = r end
        end
        w[c], w[pivot] = w[pivot], w[c]
        for r = 1, n do
            if r ~= c then
                local factor = w[r][c] / w[c][c]
                for j = c, 2 * n do
                    w[r][j] = w[r][j] - factor * w[c][j]
                end
            end
        end
    end
    local out = dense.zeros(n, n)
    for i = 1, n do
        for j = 1, n do
            out[i][j] = w[i][n + j] / w[i][i]
        end
    end
    return out
end

function dense.determinant3(a)
    return a[1][1] * (a[2][2] * a[3][3] - a[2][3] * a[3][2])
        - a[1][2] * (a[2][1] * a[3][3] - a[2][3] * a[3][1])
        + a[1][3] * (a[2][1] * a[3][2] - a[2][2] * a[3][1])
end

-- exp of any square matrix: halve until small, Taylor, square again.
function dense.exponential(a)
    local halvings, largest = 0, 0
    for i = 1, #a do
        for j = 1, #a do
            largest = math.max(largest, math.abs(a[i][j]))
        end
    end
    while largest > 0.25 do
        largest, halvings = largest / 2, halvings + 1
    end
    local x = dense.scale(a, 2.0 ^ -halvings)
    local sum, term = dense.identity(#a), dense.identity(#a)
    for k = 1, 18 do
        term = dense.scale(dense.mul(term, x), 1 / k)
        sum = dense.add(sum, term)
    end
    for _ = 1, halvings do
        sum = dense.mul(sum, sum)
    end
    return sum
end

-- Place block b into a with its first entry at row i, column j.
function dense.place(a, i, j, b)
    for r = 1, #b do
        for c = 1, #b[1] do
            a[i + r - 1][j + c - 1] = b[r][c]
        end
    end
    return a
end

-- Four 3x3 blocks as a 6x6.
function dense.blocks(a, b, c, d)
    local m = dense.zeros(6, 6)
    dense.place(m, 1, 1, a)
    dense.place(m, 1, 4, b)
    dense.place(m, 4, 1, c)
    return dense.place(m, 4, 4, d)
end

-- ---- three-vectors ----------------------------------------------------------------------------------------------------

function dense.skew(v) return { { 0, -v[3], v[2] }, { v[3], 0, -v[1] }, { -v[2], v[1], 0 } } end

function dense.cross(a, b) return dense.mul(dense.skew(a), b) end

local zero3 = dense.zeros(3, 3)

-- ---- spatial vectors, linear first ------------------------------------------------------------------------------------

function dense.linear(v) return { v[1], v[2], v[3] } end

function dense.angular(v) return { v[4], v[5], v[6] } end

-- The halves exchanged: between linear first and angular first.
function dense.swap(v) return { v[4], v[5], v[6], v[1], v[2], v[3] } end

local exchange = dense.blocks(zero3, dense.identity(3), dense.identity(3), zero3)

-- The rows' halves exchanged, for a list of columns in the other order; and both, for a 6x6.
function dense.swap_rows(a) return dense.mul(exchange, a) end

function dense.swap_both(a) return dense.mul(exchange, dense.mul(a, exchange)) end

-- v x: [ w^ u^ ; 0 w^ ]
function dense.motion_cross(v)
    local u, w = dense.skew(dense.linear(v)), dense.skew(dense.angular(v))
    return dense.blocks(w, u, zero3, w)
end

-- v x*: -(v x)^T
function dense.force_cross(v) return dense.neg(dense.transpose(dense.motion_cross(v))) end

-- The matrix (f)x- with (f)x- v = v x* f, by its columns.
function dense.force_bar(f)
    local columns = {}
    for k = 1, 6 do
        local e = { 0, 0, 0, 0, 0, 0 }
        e[k] = 1
        columns[k] = dense.mul(dense.force_cross(e), f)
    end
    return dense.from_columns(columns)
end

-- How a pose (R, p) acts on motions, and on forces.
function dense.adjoint(R, p) return dense.blocks(R, dense.mul(dense.skew(p), R), zero3, R) end

function dense.adjoint_force(R, p) return dense.blocks(R, zero3, dense.mul(dense.skew(p), R), R) end

-- The 4x4 of a pose, and of the velocity (u, w) of one.
function dense.pose(R, p)
    local m = dense.identity(4)
    dense.place(m, 1, 1, R)
    return dense.place(m, 1, 4, { { p[1] }, { p[2] }, { p[3] } })
end

function dense.pose_rate(v)
    local m = dense.zeros(4, 4)
    dense.place(m, 1, 1, dense.skew(dense.angular(v)))
    return dense.place(m, 1, 4, { { v[1] }, { v[2] }, { v[3] } })
end

-- ---- bodies -----------------------------------------------------------------------------------------------------------

-- The ten parameters as mass, first moment, 3x3 inertia about the origin.
function dense.parts(pi)
    return pi[1],
        { pi[2], pi[3], pi[4] },
        { { pi[5], pi[6], pi[7] }, { pi[6], pi[8], pi[9] }, { pi[7], pi[9], pi[10] } }
end

-- M = [ m 1  -h^ ; h^  I ]
function dense.inertia(pi)
    local m, h, I = dense.parts(pi)
    return dense.blocks(dense.scale(dense.identity(3), m), dense.neg(dense.skew(h)), dense.skew(h), I)
end

-- The inertia of a particle about the origin; the parallel-axis term.
function dense.particle_inertia(mass, p)
    return dense.scale(dense.mul(dense.skew(p), dense.skew(p)), -mass)
end

-- Inertia about the com.
function dense.central(pi)
    local m, h, I = dense.parts(pi)
    return dense.sub(I, dense.particle_inertia(m, dense.scale(h, 1 / m)))
end

-- The matrix of a linear function of the ten parameters, column by column: f(unit parameters).
function dense.by_parameters(f)
    local columns = {}
    for k = 1, 10 do
        local unit = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
        unit[k] = 1
        columns[k] = f(dense.inertia(unit))
    end
    return dense.from_columns(columns)
end

-- ---- the Coriolis factors of Slotine and Li -----------------------------------------------------------------------------

-- v x* M - M v x: the rate of M seen from outside, and the factor of the reference page.
function dense.rate(M, v)
    return dense.sub(dense.mul(dense.force_cross(v), M), dense.mul(M, dense.motion_cross(v)))
end

dense.factor = {
    reference = dense.rate,
    -- half of v x* M - M v x + (M v)x-
    christoffel = function(M, v) return dense.scale(dense.add(dense.rate(M, v), dense.force_bar(dense.mul(M, v))), 0.5) end,
    -- v x* M
    body = function(M, v) return dense.mul(dense.force_cross(v), M) end,
}

return dense
