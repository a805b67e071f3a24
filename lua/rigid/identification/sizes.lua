-- How large numbers may be of which rigid.identify sums squares, and squares of their products: what it is given is refused where no number holds
-- those, by the name of what it stands in.
local sizes = {}

local LEAST <const>, MOST <const> = 1e-70, 1e70 -- three of them in a product leave its square a number but at the ends, which identify looks at

function sizes.are_usual(x) return x >= LEAST and x <= MOST end

-- The x at `place` if it is a weight.
function sizes.weight(place, x)
    if not sizes.are_usual(x) then place:expected(("positive number between %.0e and %.0e"):format(LEAST, MOST), x) end
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
        if norm ~= 0 and not sizes.are_usual(norm) then
            one[1]:bad("%s with a norm between %.0e and %.0e expected, got one of %.3g, whose squares cannot be summed: SI units keep it in between",
                one[3], LEAST, MOST, norm)
        end
    end
end

return sizes
