-- Equations of linear control: Lyapunov's, Riccati's, what can be controlled, what a hold makes of a continuous system. Riccati's by
-- the doubling that keeps its structure, whose error squares itself each time [Chu, Fan, Lin 2005; Anderson 1978], and Newton's steps;
-- Lyapunov's by Schur's form (src/dense).
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner

local Matrix = core.Matrix

local equations = {}

local OPTIONS <const> = arguments.fields "discrete"
local EPSILON <const> = 2.0 ^ -52
local MOST <const> = 1000 -- rows

local function is_finite(m) return m:max() < math.huge and m:min() > -math.huge end

local TOO_FAR <const> = "numbers on the way are too large or too small for floating point; other units may do"

-- ---- arguments ------------------------------------------------------------------------------------------------------

-- A Matrix of finite numbers of that size; nil for any.
local function matrix(place, value, rows, cols)
    local m = type(value) ~= "number" and arguments.try(inner.asked.Matrix, nil, value)
    if not m then place:expected("Matrix or list of rows of numbers", value) end
    if m:rows() > MOST or m:cols() > MOST then place:bad("at most %d rows and columns expected, got %dx%d", MOST, m:rows(), m:cols()) end
    if (rows and m:rows() ~= rows) or (cols and m:cols() ~= cols) or m:rows() < 1 or m:cols() < 1 then
        place:bad("Matrix of %s x %s expected, got %dx%d", rows or "at least 1", cols or "at least 1", m:rows(), m:cols())
    end
    if not is_finite(m) then place:bad "finite numbers expected" end
    return m
end

local function square(place, value)
    local m = matrix(place, value)
    if m:rows() ~= m:cols() then place:bad("square Matrix expected, got %dx%d", m:rows(), m:cols()) end
    return m
end

local function is_list(value) return core.type(value) == "Vector" or type(value) == "table" and type(rawget(value, 1)) == "number" end

-- One column where it is a list of numbers.
local function columns(place, value, rows)
    if not is_list(value) then return matrix(place, value, rows) end
    return Matrix(rows, 0):hcat(place:numbers(value, rows, "a column"))
end

-- A symmetric Matrix: also as its diagonal, or as one number for all of that.
function equations.weights(place, value, n)
    if type(value) == "number" then return Matrix.identity(n) * place:finite(value) end
    if is_list(value) then return Matrix.diagonal(place:numbers(value, n, "a diagonal")) end
    local m = matrix(place, value, n, n)
    if not m:is_near(m:transpose(), 1e-9 * math.max(m:max(), -m:min())) then place:bad "symmetric Matrix expected" end
    return m
end

local function even(m) return (m + m:transpose()) * 0.5 end

local function is_discrete(place, options)
    options = options == nil and {} or place:options(options, OPTIONS)
    return options.discrete ~= nil and place:field("discrete"):boolean(options.discrete) or false
end

-- ---- Lyapunov -------------------------------------------------------------------------------------------------------

-- X, or nil where there is no single one or it is too large.
local function solve_lyapunov(A, Q, discrete)
    local X = inner.dense.lyapunov(A, Q, discrete)
    return X and is_finite(X) and X or nil
end

function equations.lyapunov(A, Q, options)
    A = square(arguments.at("lyapunov", 1), A)
    Q = matrix(arguments.at("lyapunov", 2), Q, A:rows(), A:rows())
    local discrete = is_discrete(arguments.at("lyapunov", 3), options)
    local X = solve_lyapunov(A, Q, discrete)
    if not X then
        arguments.no_answer("lyapunov", discrete and "two eigenvalues of A have the product one, or X is too large" or
            "two eigenvalues of A have the sum zero, or X is too large")
    end
    return Q:is_near(Q:transpose(), 0) and even(X) or X
end

-- ---- Riccati --------------------------------------------------------------------------------------------------------

-- M itself, where all of it is finite.
local function held(M)
    if not is_finite(M) then arguments.no_answer("lqr", TOO_FAR) end
    return M
end

-- S of AᵀSA − S − AᵀSB(R + BᵀSB)⁻¹BᵀSA + Q = 0 from A, G = B R⁻¹ Bᵀ and H = Q.
local function double(A, G, H)
    local one = Matrix.identity(A:rows())
    for _ = 1, 80 do
        local W = held(one + G * H)
        local WA, WG = W:solve(A), W:solve(G)
        local more = A:transpose() * H * WA
        G, A, H = even(G + A * WG * A:transpose()), A * WA, even(H + more)
        if not (H:norm() < 1e150 and A:norm() < 1e150) then return nil end
        if more:norm() <= EPSILON * H:norm() then return H end
    end
end

-- The continuous equation as a discrete one: with A₋ = A − γ and W = A₋ + G A₋⁻ᵀ Q,
--   1 + 2γ W⁻¹,  2γ A₋⁻¹ G W⁻ᵀ,  2γ W⁻ᵀ Q A₋⁻¹. [Chu, Fan, Lin 2005]
local function continuous(A, G, Q, gamma)
    local one = Matrix.identity(A:rows())
    local less = held(A - one * gamma)
    local inverse = less:inverse()
    local W = held(less + G * inverse:transpose() * Q)
    local Wi = W:inverse()
    return double(one + Wi * (2 * gamma), inverse * G * Wi:transpose() * (2 * gamma), Wi:transpose() * Q * inverse * (2 * gamma))
end

local function gain(A, B, R, S, discrete)
    local M, b = R, B:transpose() * S
    if discrete then M, b = R + b * B, b * A end
    return held(M):solve(held(b))
end

local LARGEST <const> = 2.0 ^ 1023

-- M over its largest entry's size, and that, a power of two.
local function normal(M)
    local largest = math.max(M:max(), -M:min())
    if largest == 0 then return M, 1.0 end
    local unit = 2.0 ^ math.min(math.max(math.floor(math.log(largest, 2)), -1022), 1023)
    return M * 0.5 / (0.5 * unit), unit
end

-- The greatest size of an eigenvalue.
local function spectral_size(A)
    local most, scaled, unit = 0, normal(A)
    for _, z in ipairs((scaled:eigen())) do most = math.max(most, math.sqrt(z[1] ^ 2 + z[2] ^ 2)) end
    return math.min(most * unit, LARGEST)
end

-- Whether A − BK decays, by more than what rounding may have pushed over.
local function is_settled(A, B, R, S, discrete)
    local closed = A - B * gain(A, B, R, S, discrete)
    if not is_finite(closed) then return false end
    local scale = math.max(spectral_size(A), 1e-300)
    for _, z in ipairs((closed:eigen())) do
        if discrete and not (z[1] ^ 2 + z[2] ^ 2 < 1 - 1e-9) or not discrete and not (z[1] < -1e-9 * scale) then return false end
    end
    return true
end

-- Newton's steps, each a Lyapunov equation: (A − BK)ᵀ S + S (A − BK) + Q + KᵀRK = 0. From a K that stabilizes they lead to the S that
-- does, whatever Q sees; near it they take away what rounding left. As many as are asked for, or until S no longer changes. [Kleinman
-- 1968; Hewer 1971]
local function refine(A, B, Q, R, S, discrete, most)
    for _ = 1, most do
        local K = gain(A, B, R, S, discrete)
        local better = solve_lyapunov((A - B * K):transpose(), Q + K:transpose() * R * K, discrete)
        if not better then break end
        local way = (better - S):norm()
        S = even(better)
        if way <= 1e-14 * S:norm() then break end
    end
    return S
end

-- ---- what B can reach -----------------------------------------------------------------------------------------------

local NOISE <const> = 1e-14 -- of the size that its row and its column give an entry: below that, rounding
local CUT <const> = 1e-10
local MOST_LOG <const> = 300 -- of an entry in units of its own; squares of it are still numbers

-- The u that make Σ (log + u_i − u_j)² least over the links {i, j, log}: their Laplacian's equations. Links that hang together nowhere
-- leave a constant free, which a little more on the diagonal settles.
local function even_units(count, links)
    local L, right = Matrix.identity(count) * 1e-9, Matrix(count, 1)
    for _, link in ipairs(links) do
        local i, j, log = link[1], link[2], link[3]
        L:set(i, i, L(i, i) + 1)
        L:set(j, j, L(j, j) + 1)
        L:set(i, j, L(i, j) - 1)
        L:set(j, i, L(j, i) - 1)
        right:set(i, 1, right(i, 1) - log)
        right:set(j, 1, right(j, 1) + log)
    end
    return L:solve(right):column(1)
end

-- The greatest size in each of a list of rows or columns.
local function sizes(M, along)
    local high, low, out = M:max(along), M:min(along), {}
    for i = 1, #high do out[i] = math.max(high[i], -low[i]) end
    return out
end

-- A and B in units of their own, T A T⁻¹ and T B S with diagonal T and S, which stay logarithms here, so that their entries are of a
-- size as far as that goes: Σ (log of each)² is made least. Then no choice of units decides what counts as nothing. [Curtis & Reid 1972]
local function balanced(A, B)
    local n, m, links = A:rows(), B:cols(), {}
    local of_rows = {A = sizes(A, "rows"), B = sizes(B, "rows")}
    local of_columns = {A = sizes(A, "columns"), B = sizes(B, "columns")}
    local function each(f)
        for _, name in ipairs {"A", "B"} do
            local M, across, along, first = name == "A" and A or B, of_rows[name], of_columns[name], name == "A" and 0 or n
            local largest = math.max(table.unpack(across))
            for i = 1, n do
                for j = 1, M:cols() do
                    local x = M(i, j)
                    if math.abs(x) > NOISE * across[i] * (along[j] / largest) then f(name, i, j, x, first + j) end
                end
            end
        end
    end
    each(function(_, i, _, x, j)
        if i ~= j then links[#links + 1] = {i, j, math.log(math.abs(x))} end
    end)
    local unit = even_units(n + m, links) -- logs: an entry (i, j) becomes e^(unit i - unit j) times as large
    local out = {A = Matrix(n, n), B = Matrix(n, m)}
    each(function(name, i, j, x, number)
        out[name]:set(i, j, (x < 0 and -1 or 1) * math.exp(math.min(math.log(math.abs(x)) + unit[i] - unit[number], MOST_LOG)))
    end)
    return out.A, out.B
end

-- What B reaches, and what that reaches by A, is taken away, again and again: how many numbers of x were, and the A of those that are
-- left. [Rosenbrock 1970; the staircase form]
local function staircase(A, B)
    local scale, reached = math.max(A:norm(), B:norm()), 0
    while A:rows() > 0 do
        local size = B:norm()
        if not (size > CUT * scale) then break end
        local U = B:orth(math.min(CUT * scale / size, 0.5))
        reached = reached + U:cols()
        if U:cols() == A:rows() then return reached end
        local V = U:transpose():null(0.5)
        local onward = V:transpose() * A
        A, B = onward * V, onward * U
    end
    return reached, A:rows() > 0 and A or nil
end

-- The eigenvalues of what is not reached, and how many numbers of x are.
local function unreached(A, B)
    local scaled, unit = normal(A)
    local reached, left = staircase(balanced(scaled, (normal(B))))
    local modes = left and (left:eigen()) or {}
    for _, z in ipairs(modes) do z[1], z[2] = z[1] * unit, z[2] * unit end
    return modes, reached
end

-- Whether what an eigenvalue says goes on for ever, of a system of that size.
local function stays(z, size, discrete)
    if discrete then return z[1] ^ 2 + z[2] ^ 2 >= 1 - 1e-9 end
    return z[1] >= -1e-9 * size
end

local function shown(z) return z[2] == 0 and ("%.6g"):format(z[1]) or ("%.6g %+.6gi"):format(z[1], z[2]) end

local function words(list)
    local texts = {}
    for i, z in ipairs(list) do texts[i] = shown(z) end
    return table.concat(texts, ", ")
end

-- Those of a list of eigenvalues that do not decay.
local function staying(list, A, discrete)
    local size, found = spectral_size(A), {}
    for _, z in ipairs(list) do
        if stays(z, size, discrete) then found[#found + 1] = z end
    end
    return found
end

function equations.controllability(A, B, options)
    A = square(arguments.at("controllability", 1), A)
    B = columns(arguments.at("controllability", 2), B, A:rows())
    local discrete = is_discrete(arguments.at("controllability", 3), options)
    local lost, rank = unreached(A, B)
    local settles = #staying(lost, A, discrete) == 0
    return {
        controllable = #lost == 0, stabilizable = settles, rank = rank, modes = lost,
        sentence = #lost == 0 and "every mode is reached" or ("not reached: mode %s%s"):format(words(lost),
            settles and "; all of these decay by themselves" or "; of these some do not decay, and nothing can hold them"),
    }
end

-- Why there is no stabilizing solution, in words.
local function why_not(A, B, discrete)
    local lost = staying(unreached(A, B), A, discrete)
    if #lost > 0 then return ("nothing stabilizes this system: the mode %s does not decay, and B does not reach it"):format(words(lost)) end
    local size = spectral_size(A)
    for _, z in ipairs((A:eigen())) do
        if math.abs(discrete and z[1] ^ 2 + z[2] ^ 2 - 1 or z[1] / size) < 1e-6 then
            return "nothing stabilizes this system: Q does not see a mode that neither grows nor decays; give it a weight there"
        end
    end
    return TOO_FAR
end

-- ---- the regulator --------------------------------------------------------------------------------------------------

local function check_weights(at_Q, Q, at_R, R)
    if Q:eigen_symmetric()[1] < -1e-10 * Q:norm() then at_Q:bad "a Matrix without negative eigenvalues expected" end
    if not arguments.try(R.cholesky, R) then at_R:bad "a positive definite Matrix expected" end
end

-- S by doubling, where what comes stabilizes by more than rounding; nil where it does not.
local function stabilizing(A, B, Q, R, discrete)
    local G = even(B * R:solve(B:transpose()))
    for _, share in ipairs(discrete and {1} or {1, 0.37, 2.3}) do
        local found
        if discrete then
            found = arguments.try(double, A, G, Q)
        else
            found = arguments.try(continuous, A, G, Q, share * math.max(A:norm(), G:norm() ^ 0.5 * Q:norm() ^ 0.5, 1e-3))
        end
        if found and is_settled(A, B, R, found, discrete) then return found end
    end
end

-- K and S, or nil and why there are none.
local function regulator(A, B, Q, R, discrete)
    local n = A:rows()
    local S, most = stabilizing(A, B, Q, R, discrete), 2
    if not S then -- Q may not see all that grows: from a Q that sees everything, by Newton's steps
        S, most = stabilizing(A, B, Q + Matrix.identity(n) * math.max(Q:norm(), R:norm()), R, discrete), 60
    end
    if S then
        S = refine(A, B, Q, R, S, discrete, most)
        if is_settled(A, B, R, S, discrete) then return gain(A, B, R, S, discrete), S end
    end
    return nil, why_not(A, B, discrete)
end

-- Units T for x in which the Hamiltonian [A, −G; −Q, −Aᵀ] is balanced as far as one T for both halves goes: powers of two.
local function even_state(A, B, Q, R)
    local n, G = A:rows(), even(B * R:solve(B:transpose()))
    local units = inner.dense.balance(held(A:hcat(-G):vcat((-Q):hcat(-A:transpose()))))
    local list = {}
    for i = 1, n do list[i] = 2.0 ^ math.floor(math.log(units[n + i], 2) / 2 - math.log(units[i], 2) / 2 + 0.5) end
    return Matrix.diagonal(list)
end

-- The same, whatever units x was told in: z = T x, K x = K_z z, xᵀSx = zᵀS_z z.
local function regulator_in_units(A, B, Q, R, discrete)
    local T = even_state(A, B, Q, R)
    local back = T:inverse()
    local K, S = regulator(held(T * A * back), held(T * B), held(even(back * Q * back)), R, discrete)
    if not K then return nil, S end
    return held(K * T), held(even(T * S * T))
end

-- The same for other files: of weights that were read, at their places.
function equations.regulator(name, A, B, at_Q, Q, at_R, R, discrete)
    check_weights(at_Q, Q, at_R, R)
    local found = arguments.try(function() return {regulator_in_units(A, B, Q, R, discrete)} end)
    if not found then arguments.no_answer(name, TOO_FAR) end
    if not found[1] then arguments.no_answer(name, found[2]) end
    return found[1], found[2]
end

function equations.lqr(A, B, Q, R, options)
    A = square(arguments.at("lqr", 1), A)
    B = columns(arguments.at("lqr", 2), B, A:rows())
    local at_Q, at_R = arguments.at("lqr", 3), arguments.at("lqr", 4)
    Q, R = equations.weights(at_Q, Q, A:rows()), equations.weights(at_R, R, B:cols())
    return equations.regulator("lqr", A, B, at_Q, Q, at_R, R, is_discrete(arguments.at("lqr", 5), options))
end

-- ---- a hold ---------------------------------------------------------------------------------------------------------

-- exp of [A B; 0 0] h is [A_d B_d; 0 1].
function equations.discretize(A, B, h)
    A = square(arguments.at("discretize", 1), A)
    local n = A:rows()
    B = columns(arguments.at("discretize", 2), B, n)
    if type(h) ~= "number" or not (h > 0 and h < math.huge) then arguments.at("discretize", 3):expected("positive finite number", h) end
    local whole = A:hcat(B):vcat(Matrix(B:cols(), n + B:cols())) * h
    local E = is_finite(whole) and arguments.try(whole.expm, whole)
    if not E then arguments.no_answer("discretize", "what it grows to in that time is too large for floating point") end
    return E:block(1, 1, n, n), E:block(1, n + 1, n, B:cols())
end

function equations.poles(A, B, K)
    A = square(arguments.at("poles", 1), A)
    if B ~= nil then
        B = columns(arguments.at("poles", 2), B, A:rows())
        A = A - B * matrix(arguments.at("poles", 3), K, B:cols(), A:rows())
        if not is_finite(A) then arguments.no_answer("poles", "A - B K is too large for floating point") end
    end
    return (A:eigen())
end

return equations
