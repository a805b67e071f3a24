-- What the six figures of a tensor tell by themselves, before any shape is asked: that they are one figure six times, that one was
-- typed over another, that they are nobody's measurement. From the figures as typed (typed.lua), in the order of forensic.NAMES.
local figures = require "rigid.doctor.figures"
local forensic = require "rigid.doctor.forensic"

local symptoms = {}

local NAMES <const> = forensic.NAMES
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

-- {cause, headline, sentence, digits} or nil.
function symptoms.of(w)
    if is_identity(w) then
        return {cause = "identity", headline = "the tensor is the identity: a placeholder", digits = 1,
            sentence = "one kg m² about each axis and no products is what templates say, and nobody's measurement"}
    end
    if all_equal(w) then
        return {cause = "all_equal", headline = ("all six figures are %s: a placeholder"):format(shown(w[1].value)), digits = w[1].digits,
            sentence = ("all six figures are %s: a placeholder typed into six boxes, not a tensor (its products would be zero)"):format(
            shown(w[1].value))}
    end
    local product, moment, figure = copied(w)
    if product then
        return {cause = "entry_copied", digits = figure.digits, figure = product, as = moment,
            headline = ("%s and %s are the same figure: one was typed over the other"):format(product,
                moment), sentence = ("%s and %s are the same figure, %s, to all %d digits: one was typed over the other"):format(
            product, moment, figures.exact(figure.value), figure.digits)}
    end
    return nil
end

return symptoms
