-- Explicit Runge-Kutta methods, by Butcher's tables: a, the weights of the stages before for each stage; c, where in the step it lies;
-- b, the weights of all for its end; where there is an estimate of the error, off, its weights; and dense, those of what Hermite's
-- cubic lacks between the ends. Of Dormand's and Prince's the last stage is the end. [Dormand & Prince 1980; Hairer, Nørsett, Wanner
-- 1993, II.4 to II.6]
local runge_kutta = {
    euler = {a = {{}}, c = {0}, b = {1}},
    midpoint = {a = {{}, {1 / 2}}, c = {0, 1 / 2}, b = {0, 1}},
    rk4 = {a = {{}, {1 / 2}, {0, 1 / 2}, {0, 0, 1}}, c = {0, 1 / 2, 1 / 2, 1}, b = {1 / 6, 1 / 3, 1 / 3, 1 / 6}},
    dopri5 = {
        a = {
            {}, {1 / 5}, {3 / 40, 9 / 40}, {44 / 45, -56 / 15, 32 / 9}, {19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729},
            {9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656}, {35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84},
        },
        c = {0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1}, b = {35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0},
        off = {71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40},
        dense = {
            -12715105075 / 11282082432, 0, 87487479700 / 32700410799, -10690763975 / 1880347072, 701980252875 / 199316789632,
            -1453857185 / 822651844, 69997945 / 29380423,
        },
    },
}

-- base + h Σ w_j x_j of the first stages.
function runge_kutta.combine(base, h, w, x)
    local sum = base
    for j, weight in ipairs(w) do
        if weight ~= 0 and x[j] then sum = sum + x[j] * (h * weight) end
    end
    return sum
end

return runge_kutta
