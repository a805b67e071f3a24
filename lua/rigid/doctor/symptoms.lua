-- What the six figures of a tensor tell by themselves, before any shape is asked: that they are one figure six times, that one was
-- typed over another, that they are nobody's measurement. From the figures as typed (typed.lua), in the order of figures.TENSOR.
local figures = require "rigid.doctor.figures"

local symptoms = {}

local NAMES <const> = figures.TENSOR
local TELLING <const> = 3 -- digits that two figures do not share by chance

local function shown(x) return ("%.6g"):format(x) end

local function all_equal(w)
    for i = 2, 6 do
        if w[i].value ~= w[1].value then return false end
    end
    return w[1].value ~= 0
end

-- A product that is a moment, digit for digit: the product is wrong, or the moment is.
local function copied(w)
    for i = 4, 6 do
        for j = 1, 3 do
            if math.abs(w[i].value) == w[j].value and w[i].value ~= 0 and math.min(w[i].digits,
                w[j].digits) >= TELLING then return NAMES[i], NAMES[j], w[i] end
        end
    end
    return nil
end

local function is_identity(w)
    for i = 1, 6 do
        if w[i].value ~= (i <= 3 and 1 or 0) then return false end
    end
    return true
end

-- How many of the moments are zero, and the first that is not.
local function empty(w)
    local count, other = 0, nil
    for i = 1, 3 do
        if w[i].value == 0 then count = count + 1 else other = other or i end
    end
    return count, other
end

local function has_products(w) return w[4].value ~= 0 or w[5].value ~= 0 or w[6].value ~= 0 end

-- A figure of one digit, or of two that end in 5.
local function is_round(figure)
    return figure.value == 0 or tonumber(("%.12e"):format(math.abs(figure.value)):match "^(.-)e") * 2 % 1 == 0 and figure.digits <= 2
end

local function all_round(w)
    for i = 1, 3 do
        if not is_round(w[i]) then return false end
    end
    return not has_products(w)
end

local function listed(w) return ("%s, %s and %s"):format(shown(w[1].value), shown(w[2].value), shown(w[3].value)) end

-- What no body can have, and nobody has computed.
local function of_the_impossible(w)
    local count, other = empty(w)
    if count == 2 and not has_products(w) then
        return {code = "moments_missing", headline = ("only %s is given: the other moments are zero"):format(NAMES[other]), digits = w[other].digits,
            sentence = "a body with a moment of inertia about one axis has one about others, too"}
    end
    if count == 0 and all_round(w) then
        return {code = "placeholder", cause = "placeholder", headline = "round moments that no body has: a placeholder",
            digits = 1, sentence = ("%s and no products are not measured values; the greatest exceeds the sum of the other two"):format(listed(w))}
    end
    return nil
end

-- {code = where it is not the cause, cause, headline, sentence, digits} or nil. impossible: whether no body can have them, and they were
-- typed, so that their digits tell something.
function symptoms.of(w, impossible)
    if is_identity(w) then
        return {cause = "identity", headline = "the tensor is the identity: a placeholder", digits = 1,
            sentence = "1 kg m² about each axis and no products is a template's default, not a measurement"}
    end
    if all_equal(w) then
        return {cause = "all_equal", headline = ("all six figures are %s: a placeholder"):format(shown(w[1].value)), digits = w[1].digits,
            sentence = "one figure typed into six boxes: no body has products as large as its moments"}
    end
    local product, moment, figure = copied(w)
    if product then
        return {cause = "entry_copied", digits = figure.digits, figure = product, as = moment,
            headline = ("%s is %s, digit for digit"):format(product, moment),
            sentence = ("both are %s, to all %d digits: one was typed over the other; which of them is right cannot be told"):format(
                figures.exact(figure.value), figure.digits)}
    end
    return impossible and of_the_impossible(w) or nil
end

return symptoms
