-- Which formula makes the figures of a tensor, to as many digits as were typed. Every formula of the link's own shapes is tried
-- (formulas.lua), about the com, an end, the corner, the joint and the parent's joint, axes exchanged or not, in every unit of
-- a closed list, products with the wrong sign or none, one figure typed in the place of another. Each is compared in the axes
-- in which the six figures are written, as I = m (tr S 1 - S), S = Q diag(spread) Qᵀ + d dᵀ.
-- What agrees by chance is told from what does not by counting: the digits that agree must be more than it takes to pick one of
-- all that were tried, by SURPLUS digits.
local explanation = require "rigid.doctor.explanation"
local figures = require "rigid.doctor.figures"
local units = require "rigid.doctor.units"

local abs, log, max, min = math.abs, math.log, math.max, math.min

local forensic = {}

local SURPLUS <const> = 2.5
local ROUGH <const> = 2e-3 -- relative: figures of sizes that were rounded agree at least so well
local FUZZ <const> = 1e-11 -- relative: what computing and printing makes of one formula
local DUST <const> = 1e-5 -- of the trace: products that are rounding

-- xx yy zz xy xz yz, and the two axes of each product.
local NAMES <const> = figures.TENSOR
local PAIRS <const> = {{1, 2}, {1, 3}, {2, 3}}

local function log10(x) return log(x) / log(10) end

-- ---- one comparison -------------------------------------------------------------------------------------------------

-- How many digits of a typed figure a number gives, and whether all of them; nil where it does not fit at all.
local function digits_of(figure, x)
    local off = abs(figure.value - x)
    if off <= max(1.01 * figure.within, FUZZ * abs(x)) then
        local agreed = off == 0 and 15 or min(15, -log10(off / abs(x)))
        return max(agreed, figure.digits), true
    end
    local relative = off / abs(x)
    return relative < ROUGH and -log10(relative) or nil, false
end

-- Units by the logarithm of their factors, in steps wider than two that agree can differ.
local STEPS <const> = 100
local BY_LOG = {}
for _, unit in ipairs(units.factors) do BY_LOG[math.floor(STEPS * log(unit[1]) + 0.5)] = unit end

-- The unit in which figures s times too large are; nil where there is none. Mostly s is 1.
local function unit_of(s)
    if abs(s - 1) < 2 * ROUGH then return 1 end
    local step = math.floor(STEPS * log(s) + 0.5)
    for near = step - 1, step + 1 do
        local unit = BY_LOG[near]
        if unit and abs(s / unit[1] - 1) < 2 * ROUGH then return unit[1], unit end
    end
    return nil
end

-- Is there a unit within two hundredths?
local function unit_near(s)
    if abs(s - 1) < 0.02 then return true end
    local step = math.floor(STEPS * log(s) + 0.5)
    return BY_LOG[step] or BY_LOG[step - 1] or BY_LOG[step + 1] or BY_LOG[step - 2] or BY_LOG[step + 2]
end

-- The factor on which two of three moments agree.
local function common_factor(w, p)
    local list = {}
    for i = 1, 3 do
        if p[i] > 0 then
            local q = w[i].value / p[i]
            if q > 0 then
                for _, other in ipairs(list) do
                    if abs(q / other[1] - 1) < 2 * ROUGH then return w[i].digits > other[2] and q or other[1] end
                end
                list[#list + 1] = {q, w[i].digits}
            end
        end
    end
    return nil
end

local function power_between(a, b)
    if a == 0 or b == 0 or a / b < 0 then return nil end
    local k = log10(a / b)
    local whole = math.floor(k + 0.5)
    return whole ~= 0 and abs(whole) <= 9 and abs(k - whole) < ROUGH / 2 and whole or nil
end

-- One figure that does not fit: typed as another figure of the tensor, or with its point elsewhere; nil where it is neither.
local function odd_one(w, i, expected)
    for j = 1, 6 do
        if j ~= i and w[j].value == w[i].value and w[i].digits >= 2 and w[i].value ~= 0 and (i <= 3 or j <= 3) then
            return {slip = "entry_copied", name = NAMES[i], as = NAMES[j], told = ("%s typed as %s"):format(NAMES[i], NAMES[j])}
        end
    end
    local k = power_between(w[i].value, expected)
    if not k then return nil end
    local off = abs(w[i].value / (expected * 10 ^ k) - 1)
    return {slip = "decimal_point", name = NAMES[i], told = ("the decimal point of %s off by %d place%s"):format(NAMES[i], abs(k), abs(k) > 1 and "s" or ""),
        evidence = min(w[i].digits, off == 0 and 15 or -log10(off))}
end

-- Signs of the products: nil where they are those expected, or else what was done. `free`: a corner has any of four signs.
local function sign_slip(w, p, free)
    local least = DUST * (p[1] + p[2] + p[3])
    local as_is, other, zero, positive, product, count, wrong = true, true, true, true, 1, 0, 0
    for i = 4, 6 do
        local x, e = w[i].value, p[i]
        if abs(e) > least then
            count, wrong = count + 1, wrong + (x * e < 0 and 1 or 0)
            as_is, other, zero, positive = as_is and x * e > 0, other and x * e < 0, zero and x == 0, positive and x > 0
            product = product * x
        end
    end
    if count == 0 then return nil end
    if zero then return {slip = "products_unsigned", told = "products left out"} end
    if free and count == 3 then
        if product < 0 then return nil end
        return positive and {slip = "products_unsigned", told = "products without their minus sign"} or {slip = "product_sign",
            told = "one product of the wrong sign"}
    end
    if free or as_is then return nil end
    if positive and wrong > 1 then return {slip = "products_unsigned", told = "products without their minus sign"} end
    return {slip = "product_sign", told = other and count > 1 and "products of the wrong sign" or "one product of the wrong sign"}
end

-- How the typed figures w compare with the figures p that a formula gives: nil, or {unit, digits, evidence, exact, slips}.
local function compare(w, p, free)
    local factor = common_factor(w, p)
    if not factor then return nil end
    local s, unit = unit_of(factor)
    if not s then return nil end
    local found = {unit = unit, factor = s, digits = 15, evidence = 0, exact = true, slips = {}}
    local trace, odd = s * (p[1] + p[2] + p[3]), nil
    local all_zero = w[4].value == 0 and w[5].value == 0 and w[6].value == 0
    for i = 1, 6 do
        local expected, x = s * p[i], w[i].value
        if i > 3 and x * expected < 0 or i > 3 and free then expected = x < 0 and -abs(expected) or abs(expected) end
        if abs(expected) <= DUST * trace and abs(x) <= 2 * DUST * trace then
            expected = nil
        elseif i > 3 and all_zero then
            expected = nil
        end
        if expected then
            local digits, exact = digits_of(w[i], expected)
            if not digits then
                if odd then return nil end
                odd = odd_one(w, i, expected)
                if not odd then return nil end
                found.evidence = found.evidence + (odd.evidence or 0)
            else
                local counted = false
                for j = 1, i - 1 do counted = counted or abs(w[j].value) == abs(x) end
                found.digits, found.exact = min(found.digits, digits), found.exact and exact
                if not counted then found.evidence = found.evidence + min(w[i].digits, digits) end
            end
        end
    end
    found.slips[#found.slips + 1] = sign_slip(w, p, free)
    found.slips[#found.slips + 1] = odd
    found.digits = math.floor(found.digits + 0.05)
    return found
end

-- ---- what is tried --------------------------------------------------------------------------------------------------

local ORDERS <const> = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {3, 2, 1}, {2, 3, 1}, {3, 1, 2}}
-- S = Q diag(σ) Qᵀ + d dᵀ as moments and products of the tensor per unit of mass, into p.
local function tensor_of(p, mass, sigma, Q, d)
    local s = {0, 0, 0, 0, 0, 0}
    if Q then
        for i = 1, 3 do
            for k = 1, 3 do s[i] = s[i] + sigma[k] * Q[i][k] * Q[i][k] end
            local a, b = PAIRS[i][1], PAIRS[i][2]
            for k = 1, 3 do s[3 + i] = s[3 + i] + sigma[k] * Q[a][k] * Q[b][k] end
        end
    else
        s[1], s[2], s[3] = sigma[1], sigma[2], sigma[3]
    end
    if d then
        for i = 1, 3 do s[i], s[3 + i] = s[i] + d[i] * d[i], s[3 + i] + d[PAIRS[i][1]] * d[PAIRS[i][2]] end
    end
    p[1], p[2], p[3] = mass * (s[2] + s[3]), mass * (s[1] + s[3]), mass * (s[1] + s[2])
    p[4], p[5], p[6] = -mass * s[4], -mass * s[5], -mass * s[6]
    return p
end

-- Could moments per unit of mass a b c be the typed moments u v w, in some unit? Two of the three ratios are known to agree; theirs
-- is a unit's. The rest is for `compare`.
local function may_fit(mass, u, v, w, a, b, c)
    local s
    if abs(u * b - v * a) <= 0.005 * abs(u * b) then s = a > 0 and u / a or v / b
    elseif abs(v * c - w * b) <= 0.005 * abs(v * c) then s = b > 0 and v / b or w / c
    else s = c > 0 and w / c or u / a end
    s = s / mass
    return s > 0 and s < math.huge and unit_near(s)
end

local COST <const> = {point = 1, order = 1, again = 0.9, slip = 1, unit = 1, foreign = 1.2, rough = 2, parent = 0.5}

local function cost_of(found)
    local name, formula = found.point, found.formula
    return (name ~= "com" and COST.point or 0) + (name == "parent" and COST.parent or 0) + (found.order ~= 1 and COST.order or 0) + #found.slips * COST.slip
        + (found.unit and COST.unit or 0) + (formula.slip and COST.slip or not formula.own and COST.foreign or 0) + (found.exact and 0 or COST.rough)
        + (found.piece.unturned and COST.order or found.piece.turned_again and COST.again or 0)
end

local PRODUCT_OF <const> = {[1] = {[2] = 4, [3] = 5}, [2] = {[1] = 4, [3] = 6}, [3] = {[1] = 5, [2] = 6}}

-- The figures in another order of the axes, of a tensor that has products; bare: the moments alone.
local function exchanged(p, order, bare)
    local o = ORDERS[order]
    local q = {p[o[1]], p[o[2]], p[o[3]], p[4], p[5], p[6]}
    for i, pair in ipairs(bare and {} or PAIRS) do q[3 + i] = p[PRODUCT_OF[o[pair[1]]][o[pair[2]]]] end
    return q
end

-- Compare in full what may fit: one formula in one order of the axes about one point, d from the com.
local function examine(facts, piece, formula, order, point, sigma, d, takes, bare)
    local p = tensor_of({}, facts.mass, sigma, not piece.axes and piece.Q or nil, d)
    if order ~= 1 and piece.formulas then p = exchanged(p, order, bare) end
    local found = compare(facts.w, p, piece.axes and point ~= "com" and point ~= "origin" and point ~= "parent")
    if not found then return end
    found.piece, found.formula, found.order, found.point = piece, formula, order, point
    found.cost = cost_of(found)
    found.right = found.cost == (found.exact and 0 or COST.rough)
    takes(found)
end

local POINTS <const> = {"com", "origin", "end x", "end y", "end z", "corner", "parent"}
local BARE <const> = {true, false, true, true, true, false, false} -- about which a shape along the axes has no products
local ORIGIN <const> = 2 -- so many of them are tried with formulas of other shapes, too

-- Are there two products that mean something? One might be typed in the place of another figure; and the trace that was meant is at most four times
-- that which was typed, whichever moment has its point off.
local function is_skewed(w)
    local least = 8 * DUST * (abs(w[1].value) + abs(w[2].value) + abs(w[3].value))
    local xy, xz, yz = abs(w[4].value) > least, abs(w[5].value) > least, abs(w[6].value) > least
    return xy and xz or xy and yz or xz and yz
end

local function turned(Q, x, y, z)
    return Q[1][1] * x + Q[1][2] * y + Q[1][3] * z, Q[2][1] * x + Q[2][2] * y + Q[2][3] * z, Q[3][1] * x + Q[3][2] * y + Q[3][3] * z
end

-- Try one formula in one order of the axes, about each point; returns how many it was.
local function try_order(facts, piece, formula, order, takes)
    local axes, spread, half, w = piece.axes or ORDERS[1], formula.spread, formula.half, facts.w
    local u, v, t, com, from = w[1].value, w[2].value, w[3].value, facts.com, facts.from_parent or facts.com
    local i, j, k = axes[ORDERS[order][1]], axes[ORDERS[order][2]], axes[ORDERS[order][3]]
    local sx, sy, sz, hx, hy, hz = spread[i], spread[j], spread[k], half[i], half[j], half[k]
    local count, skewed = (formula.own or formula.slip) and #POINTS or ORIGIN, facts.skewed and piece.axes
    for n = 1, count do
        if skewed and BARE[n] then goto next_point end
        local dx, dy, dz = 0, 0, 0
        if n == 2 then dx, dy, dz = com[1], com[2], com[3]
        elseif n == 7 then dx, dy, dz = from[1], from[2], from[3]
        elseif n > 2 then
            if n == 3 or n == 6 then dx = hx end
            if n == 4 or n == 6 then dy = hy end
            if n == 5 or n == 6 then dz = hz end
            if not piece.axes then dx, dy, dz = turned(piece.Q, dx, dy, dz) end
        end
        if n > 1 and dx == 0 and dy == 0 and dz == 0 then goto next_point end
        local x, y, z = sx + dx * dx, sy + dy * dy, sz + dz * dz
        local a, b, c = y + z, x + z, x + y
        local p, q, r = u * b, v * c, t * a
        local off_p, off_q, off_r, near_p, near_q, near_r = p - v * a, q - t * b, r - u * c, 0.005 * p, 0.005 * q, 0.005 * r
        local alike = off_p <= near_p and -off_p <= near_p or off_q <= near_q and -off_q <= near_q or off_r <= near_r and -off_r <= near_r
        if alike and may_fit(facts.mass, u, v, t, a, b, c) or not piece.axes then
            examine(facts, piece, formula, order, POINTS[n], {sx, sy, sz}, n > 1 and {dx, dy, dz} or nil, takes)
        end
        ::next_point::
    end
    return count
end

local ALL <const>, FIRST <const> = {1, 2, 3, 4, 5, 6}, {1}
local XY <const>, XZ <const>, YZ <const> = {1, 2, 4}, {1, 2, 3}, {1, 3, 4} -- orders that tell, where those two are equal

-- Orders of the axes that give other numbers, for a shape whose axes lie so along those of the figures.
local function orders_of(formula, axes)
    local a, b, c = formula.spread[axes[1]], formula.spread[axes[2]], formula.spread[axes[3]]
    if a == b then return b == c and FIRST or XY end
    return a == c and XZ or b == c and YZ or ALL
end

-- What bounds a mesh, in each order of the axes: about its com and the origins.
local function try_mesh(facts, piece, takes)
    for _, formula in ipairs(piece.formulas) do
        for order = 1, #ORDERS do
            examine(facts, piece, formula, order, "com", formula.spread, nil, takes)
            if order > 1 then examine(facts, piece, formula, order, "com", formula.spread, nil, takes, true) end
        end
        for _, point in ipairs {{"origin", facts.com}, {"parent", facts.from_parent or facts.com}} do
            examine(facts, piece, formula, 1, point[1], formula.spread, point[2], takes)
        end
    end
    return 13 * #piece.formulas
end

-- All of it for one shape; returns how many formulas were tried.
local function try_shape(facts, piece, takes)
    if piece.formulas then return try_mesh(facts, piece, takes) end
    local tried = 0
    for _, formula in ipairs(piece.tried) do
        for _, order in ipairs(piece.axes and not formula.fixed and orders_of(formula, piece.axes) or FIRST) do
            tried = tried + try_order(facts, piece, formula, order, takes)
        end
    end
    return tried
end

-- ---- what fits best -------------------------------------------------------------------------------------------------

-- The figures that were meant: the same formula where it is one of this shape, else that of the solid, about the com.
function forensic.meant(facts, piece, formula)
    local list = piece.formulas or piece.tried
    local right = list[1]
    for _, other in ipairs(list) do
        if other.own and other.name == (formula and formula.name) then
            right = other
            break
        end
    end
    local sigma, axes = {}, piece.true_axes
    for k = 1, 3 do sigma[k] = right.spread[axes and axes[k] or k] end
    local p, values = tensor_of({}, facts.mass, sigma, not axes and piece.true_Q or nil, nil), {}
    for i, name in ipairs(NAMES) do values[name] = abs(p[i]) <= 1e-12 * (p[1] + p[2] + p[3]) and 0.0 or p[i] end
    return values
end

local function better(a, b)
    if not b then return true end
    if abs(a.cost - b.cost) > 1e-9 then return a.cost < b.cost end
    if a.digits == b.digits and b.point == "origin" and explanation.POINTS[a.point] == "about_end" then -- where the joint is at the end, both are so
        a.at_origin = true
        return true
    end
    return a.digits > b.digits
end

-- Is it the solid itself about its com, which is to be thought of before all others?
local function is_first(found)
    local piece = found.piece
    return found.formula == (piece.formulas or piece.tried)[1] and found.point == "com" and found.order == 1 and not (piece.unturned or piece.turned_again)
end

-- What the figures simply are, to all digits that were typed: a right formula of the shapes about their com; nil where they are not.
local function simply(facts)
    local best
    for _, piece in ipairs(facts.pieces) do
        local axes = piece.axes or ORDERS[1]
        for _, formula in ipairs(piece.unturned and {} or piece.formulas or piece.tried) do
            local s = formula.spread
            if formula.own then
                examine(facts, piece, formula, 1, "com", {s[axes[1]], s[axes[2]], s[axes[3]]}, nil, function(found)
                    if found.right and found.exact and better(found, best) then best = found end
                end)
            end
        end
    end
    return best
end

local function fitting(found) return {fits = true, piece = found.piece, digits = found.digits, formula = found.formula} end

local STRANGE <const> = 20 -- units nearer to ours than this must agree in more digits: a body differs from its shape by as much

-- What the tensor of a link is, of what its own shapes can be. facts: {mass, com = {x, y, z} from the link's origin and from_parent
-- from the parent's joint, w = six figures (typed.lua) in the order of figures.TENSOR, pieces = list of {shape, role, axes or Q, tried = its
-- formulas}, all in the axes of the figures}. {fits = true} where they are simply right; nil where nothing is known; else {cause, causes, words,
-- digits, certain, piece, formula, factor, unit, values}.
function forensic.study(facts)
    local best, nonzero = nil, 0
    for i = 1, 6 do nonzero = nonzero + (facts.w[i].value ~= 0 and 1 or 0) end
    if nonzero < 2 or not (facts.mass > 0) then return nil end
    local right = simply(facts)
    if right then return fitting(right) end
    facts.skewed = is_skewed(facts.w)
    for _, piece in ipairs(facts.pieces) do
        local list = {}
        local tried = try_shape(facts, piece, function(found) list[#list + 1] = found end)
        for _, found in ipairs(list) do
            local needed = SURPLUS + (is_first(found) and 0 or log10(tried)) + (found.unit and log10(#units.factors) or 0) + 2 * #found.slips
            local sure = found.exact or found.digits >= (found.unit and found.factor < STRANGE and found.factor > 1 / STRANGE and 5 or 3)
            if (found.right or found.evidence >= needed and sure) and better(found, best) then best = found end
        end
    end
    if not best then return nil end
    if best.right then return fitting(best) end
    best.causes, best.words = explanation.of(best)
    best.cause = best.causes[1]
    if not best.cause then return fitting(best) end -- the formula of another shape
    best.certain = best.exact and best.digits >= 3
    best.values = forensic.meant(facts, best.piece, best.formula)
    return best
end

return forensic
