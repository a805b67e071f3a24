-- The words for the ten parameters of a link, and for what joints resist by.
local words = {
    list = {"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"},
    units = {"kg", "kg m", "kg m", "kg m", "kg m²", "kg m²", "kg m²", "kg m²", "kg m²", "kg m²"},
    -- The order in which a combination is called by one of its parameters: by moments before masses.
    order = {10, 7, 9, 6, 5, 8, 2, 3, 4, 1},
    also = {mass = 1, Iyx = 6, Izx = 7, Izy = 9},
}
for k, name in ipairs(words.list) do words[name], words.also[name] = k, k end

-- "Ixx of 'arm'"; beyond the links' parameters, the name that the column has in `more`.
function words.name(links, column, more)
    local link = links[(column - 1) // 10 + 1]
    if not link then return more[column - 10 * #links] end
    return ("%s of '%s'"):format(words.list[(column - 1) % 10 + 1], link)
end

local function number(x)
    local text = ("%.6g"):format(x)
    return text
end

local SAID <const> = 1e-7 -- of the largest: less is what angles that a file rounds to five digits leave

-- "Izz of 'a' + 0.25 m of 'b' - ...", of the entries that are not nothing; at most `most` terms.
function words.combination(row, name_of, most)
    local text, terms, largest, left = "", 0, 0.0, 0
    for _, x in ipairs(row) do largest = math.max(largest, math.abs(x)) end
    for k, x in ipairs(row) do
        if math.abs(x) > SAID * largest then
            if most and terms == most then
                left = left + 1
            else
                local size = math.abs(x)
                local sign = text == "" and (x < 0 and "-" or "") or (x < 0 and " - " or " + ")
                text = text .. sign .. (math.abs(size - 1) < 1e-9 and "" or number(size) .. " ") .. name_of(k)
                terms = terms + 1
            end
        end
    end
    return left > 0 and ("%s and %d more"):format(text, left) or text
end

return words
