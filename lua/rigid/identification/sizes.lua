-- How large numbers may be of which rigid.identify sums squares, and squares of their products: what it is given is refused where no number holds
-- those, by the name of what it stands in.
local sizes = {}

local LEAST <const>, MOST <const> = 1e-70, 1e70 -- of what multiplies others
local FAINTEST <const> = 1e-160 -- of samples: what is less than that of them is lost to rounding

-- Whether 1 / x, and what is multiplied by it, are numbers.
function sizes.is_told(x) return x >= FAINTEST end

-- The x at `place` if it is a weight.
function sizes.weight(place, x)
    if not (x >= LEAST and x <= MOST) then place:expected(("positive number between %.0e and %.0e"):format(LEAST, MOST), x) end
    return x
end

-- The parameters of a prior at `place`.
function sizes.prior(place, list)
    for i, x in ipairs(list) do
        if not (math.abs(x) <= MOST) then
            place:bad("parameters up to %.0e expected, got %.3g as the number %d: its squares cannot be summed; in SI units it is smaller", MOST, x, i)
        end
    end
    return list
end

-- The samples of the triangle R, regressors at one place and torques at the other. None at all are no such samples.
function sizes.samples(R, place_of_Y, place_of_tau)
    local n = R:rows() - 1
    for _, one in ipairs {{place_of_Y, R:block(1, 1, n + 1, n), "regressors"}, {place_of_tau, R:column(n + 1), "torques"}} do
        local norm = one[2]:norm()
        if norm ~= 0 and not (norm >= FAINTEST and norm <= MOST) then
            one[1]:bad("%s with a norm between %.0e and %.0e expected, got one of %.3g, whose squares cannot be summed: SI units keep it in between",
                one[3], FAINTEST, MOST, norm)
        end
    end
end

-- Weighted rows: of the function at `place` the products of all that it was given.
function sizes.rows(place, F)
    local norm = F:norm()
    if norm ~= 0 and not (norm >= 1e-3 * FAINTEST and norm <= MOST ^ 2) then
        place:bad("observations, weights and a prior whose products can be squared expected, got weighted rows with a norm of %.3g: SI units keep it between "
            .. "%.0e and %.0e", norm, 1e-3 * FAINTEST, MOST ^ 2)
    end
end

return sizes
