-- Equations of linear control: Lyapunov's, Riccati's, what can be controlled, what a hold makes of a continuous system. Riccati's by
-- the doubling that keeps its structure, whose error squares itself each time [Chu, Fan, Lin 2005; Anderson 1978]; Lyapunov's as
-- linear equations where the matrices are small, else by Smith's doubling.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Matrix = core.Matrix

local equations = {}

local OPTIONS <const> = arguments.fields "discrete"
local EPSILON <const> = 2.0 ^ -52
local MOST <const> = 1000 -- rows
local SMALL <const> = 12 -- numbers of x up to which Kronecker's product is solved as it stands

-- ---- arguments ------------------------------------------------------------------------------------------------------

-- A Matrix of finite numbers of that size; nil for any.
local function matrix(place, value, rows, cols)
    local ok, m = pcall(Matrix, value)
    if not ok or type(value) == "number" then place:expected("Matrix or list of rows of numbers", value) end
    if m:rows() > MOST or m:cols() > MOST then place:bad("at most %d rows and columns expected, got %dx%d", MOST, m:rows(), m:cols()) end
    if (rows and m:rows() ~= rows) or (cols and m:cols() ~= cols) or m:rows() < 1 or m:cols() < 1 then
        place:bad("Matrix of %s x %s expected, got %dx%d", rows or "any", cols or "any", m:rows(), m:cols())
    end
    if m:sum() - m:sum() ~= 0 then place:bad "finite numbers expected" end
    return m
end

local function square(place, value)
    local m = matrix(place, value)
    if m:rows() ~= m:cols() then place:bad("square Matrix expected, got %dx%d", m:rows(), m:cols()) end
    return m
end

local function symmetric(place, value, n)
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

-- The columns of a Matrix below each other, and back.
local function stacked(m)
    local list, n = {}, m:rows()
    for j = 1, m:cols() do
        for i = 1, n do list[(j - 1) * n + i] = m(i, j) end
    end
    return list
end

local function unstacked(v, n)
    local m = Matrix(n, n)
    for j = 1, n do
        for i = 1, n do m:set(i, j, v[(j - 1) * n + i]) end
    end
    return m
end

local function residual(A, X, Q, discrete)
    if discrete then return A * X * A:transpose() - X + Q end
    return A * X + X * A:transpose() + Q
end

-- (1⊗A + A⊗1) vec X = −vec Q, or (A⊗A − 1) vec X = −vec Q; twice, the second time for what rounding left.
local function small(A, Q, discrete)
    local n, one = A:rows(), Matrix.identity(A:rows())
    local M = discrete and A:kron(A) - Matrix.identity(n * n) or one:kron(A) + A:kron(one)
    local X = unstacked(M:solve(stacked(-Q)), n)
    return X + unstacked(M:solve(stacked(-residual(A, X, Q, discrete))), n)
end

-- Σ Aᵏ Q Aᵏᵀ, the number of terms doubled each time; nil where it does not settle.
local function doubled(A, Q)
    local X = Q
    for _ = 1, 60 do
        local more = A * X * A:transpose()
        X, A = X + more, A * A
        if not (more:norm() < 1e300) then return nil end
        if more:norm() <= EPSILON * X:norm() then return X end
    end
end

-- A continuous equation as a discrete one by Cayley's transform: with N = (a − A)⁻¹, X = (N(a + A)) X (·)ᵀ + 2a N Q Nᵀ.
local function large(A, Q, discrete)
    if discrete then return doubled(A, Q) end
    local n, a = A:rows(), A:norm() / math.sqrt(A:rows())
    local N = (Matrix.identity(n) * a - A):inverse()
    return doubled(N * (Matrix.identity(n) * a + A), N * Q * N:transpose() * (2 * a))
end

local function solve_lyapunov(A, Q, discrete)
    if A:rows() > SMALL then
        local ok, X = pcall(large, A, Q, discrete)
        return ok and X or nil
    end
    local ok, X = pcall(small, A, Q, discrete)
    return ok and X or nil
end

function equations.lyapunov(A, Q, options)
    A = square(arguments.at("lyapunov", 1), A)
    Q = matrix(arguments.at("lyapunov", 2), Q, A:rows(), A:rows())
    local discrete = is_discrete(arguments.at("lyapunov", 3), options)
    local X = solve_lyapunov(A, Q, discrete)
    X = X and Q:is_near(Q:transpose(), 0) and even(X) or X
    if not X or not (X:norm() < math.huge) then
        arguments.no_answer("lyapunov", discrete and "two eigenvalues of A have the product one, A is large and not stable, or X is too large" or
            "two eigenvalues of A have the sum zero, A is large and not stable, or X is too large")
    end
    return X
end

-- ---- Riccati --------------------------------------------------------------------------------------------------------

-- S of AᵀSA − S − AᵀSB(R + BᵀSB)⁻¹BᵀSA + Q = 0 from A, G = B R⁻¹ Bᵀ and H = Q.
local function double(A, G, H)
    local one = Matrix.identity(A:rows())
    for _ = 1, 80 do
        local W = one + G * H
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
    local less = A - one * gamma
    local inverse = less:inverse()
    local W = less + G * inverse:transpose() * Q
    local Wi = W:inverse()
    return double(one + Wi * (2 * gamma), inverse * G * Wi:transpose() * (2 * gamma), Wi:transpose() * Q * inverse * (2 * gamma))
end

local function gain(A, B, R, S, discrete)
    if discrete then return (R + B:transpose() * S * B):solve(B:transpose() * S * A) end
    return R:solve(B:transpose() * S)
end

-- How far inside the stable region the slowest pole lies; negative outside.
local function margin(A, discrete)
    local least = math.huge
    for _, z in ipairs((A:eigen())) do
        least = math.min(least, discrete and 1 - math.sqrt(z[1] ^ 2 + z[2] ^ 2) or -z[1])
    end
    return least
end

-- Newton's steps, each a Lyapunov equation, take away what rounding left: (A − BK)ᵀ S + S (A − BK) + Q + KᵀRK = 0. [Kleinman 1968]
local function polish(A, B, Q, R, S, discrete)
    for _ = 1, A:rows() <= SMALL and 2 or 0 do
        local K = gain(A, B, R, S, discrete)
        local better = solve_lyapunov((A - B * K):transpose(), Q + K:transpose() * R * K, discrete)
        if not better then return S end
        S = even(better)
    end
    return S
end

-- ---- what B can reach -----------------------------------------------------------------------------------------------

-- How far (A − z, B) is from losing a rank: its least singular value, as real numbers [re −im; im re].
local function reach(A, B, z)
    local n = A:rows()
    local real = (A - Matrix.identity(n) * z[1]):hcat(B)
    local turned = Matrix.identity(n) * z[2]
    local pad = Matrix(n, B:cols())
    local M = real:hcat(turned:hcat(pad)):vcat((-turned):hcat(pad):hcat(real))
    local _, s = M:svd()
    return s[2 * n] / math.max(s[1], 1e-300)
end

local function shown(z) return z[2] == 0 and ("%.6g"):format(z[1]) or ("%.6g %+.6gi"):format(z[1], z[2]) end

local function unreached(A, B, wanted)
    local list = {}
    for _, z in ipairs((A:eigen())) do
        if z[2] >= 0 and wanted(z) and reach(A, B, z) <= 1e-10 then list[#list + 1] = z end
    end
    return list
end

local function words(list)
    local texts = {}
    for i, z in ipairs(list) do texts[i] = shown(z) end
    return table.concat(texts, ", ")
end

function equations.controllability(A, B)
    A = square(arguments.at("controllability", 1), A)
    B = matrix(arguments.at("controllability", 2), B, A:rows())
    local lost = unreached(A, B, function() return true end)
    local settles = #unreached(A, B, function(z) return z[1] >= 0 end) == 0
    local scaled, block = A / math.max(A:norm(), 1e-300), B / math.max(B:norm(), 1e-300)
    local all = block
    for _ = 2, A:rows() do
        block = scaled * block
        all = all:hcat(block)
    end
    return {
        controllable = #lost == 0, stabilizable = settles, rank = all:rank(1e-10), modes = lost,
        sentence = #lost == 0 and "every mode is reached" or ("not reached: mode %s%s"):format(words(lost),
            settles and "; all of these decay by themselves" or "; of these some do not decay, and nothing can hold them"),
    }
end

-- Why there is no stabilizing solution, in words.
local function why_not(A, B, discrete)
    local function grows(z) return discrete and z[1] ^ 2 + z[2] ^ 2 >= 1 - 1e-9 or not discrete and z[1] >= -1e-9 * A:norm() end
    local lost = unreached(A, B, grows)
    if #lost > 0 then return ("the mode %s does not decay, and B does not reach it"):format(words(lost)) end
    return "Q does not see a mode that neither grows nor decays; give it a weight there"
end

function equations.lqr(A, B, Q, R, options)
    A = square(arguments.at("lqr", 1), A)
    local n = A:rows()
    B = matrix(arguments.at("lqr", 2), B, n)
    Q = symmetric(arguments.at("lqr", 3), Q, n)
    R = symmetric(arguments.at("lqr", 4), R, B:cols())
    if Q:eigen_symmetric()[1] < -1e-10 * Q:norm() then arguments.at("lqr", 3):bad "a Matrix without negative eigenvalues expected" end
    if not pcall(R.cholesky, R) then arguments.at("lqr", 4):bad "a positive definite Matrix expected" end
    local discrete = is_discrete(arguments.at("lqr", 5), options)
    local G = even(B * R:solve(B:transpose()))
    local S
    for _, share in ipairs(discrete and {1} or {1, 0.37, 2.3}) do
        local ok, found
        if discrete then
            ok, found = pcall(double, A, G, Q)
        else
            ok, found = pcall(continuous, A, G, Q, share * math.max(A:norm(), G:norm() ^ 0.5 * Q:norm() ^ 0.5, 1e-3))
        end
        S = ok and found or nil
        if S and margin(A - B * gain(A, B, R, S, discrete), discrete) > 0 then break end
        S = nil
    end
    if not S then arguments.no_answer("lqr", "nothing stabilizes this system: " .. why_not(A, B, discrete)) end
    S = polish(A, B, Q, R, S, discrete)
    return gain(A, B, R, S, discrete), S
end

-- ---- a hold ---------------------------------------------------------------------------------------------------------

-- exp of [A B; 0 0] h is [A_d B_d; 0 1].
function equations.discretize(A, B, h)
    A = square(arguments.at("discretize", 1), A)
    local n = A:rows()
    B = matrix(arguments.at("discretize", 2), B, n)
    if type(h) ~= "number" or not (h > 0 and h < math.huge) then arguments.at("discretize", 3):expected("positive finite number", h) end
    local ok, E = pcall(function() return (A:hcat(B):vcat(Matrix(B:cols(), n + B:cols())) * h):expm() end)
    if not ok then arguments.no_answer("discretize", "what it grows to in that time is too large for floating point") end
    return E:block(1, 1, n, n), E:block(1, n + 1, n, B:cols())
end

function equations.poles(A, B, K)
    A = square(arguments.at("poles", 1), A)
    if B ~= nil then
        B = matrix(arguments.at("poles", 2), B, A:rows())
        A = A - B * matrix(arguments.at("poles", 3), K, B:cols(), A:rows())
        if A:sum() - A:sum() ~= 0 then arguments.no_answer("poles", "A - B K is too large for floating point") end
    end
    return (A:eigen())
end

return equations
