-- The colours of curves: one table for plots, for the view and for the terminal. On white and on the dark ground of pages each
-- stands out by 3:1 at least; the first three are also those of kinetic, potential and total energy.
local colours = {}

-- After Okabe and Ito [2008], who are told apart by the colour-blind; darker where theirs are faint on white.
colours.light = {"#0072b2", "#d55e00", "#008f68", "#b8538f", "#a37800", "#2b95c9", "#6f4fb0", "#444444"}
colours.dark = {"#56b4e9", "#e69f00", "#2fc99a", "#f09ccb", "#f0e442", "#9ad4f5", "#b39cf0", "#b8b8b8"}
colours.terminal = {33, 208, 36, 170, 178, 45, 99, 245} -- of the 256 of a terminal, seen on black and on white

-- What a picture is drawn on and with besides.
colours.inks = {
    light = {ground = "#ffffff", text = "#333333", axis = "#888888", grid = "#e4e4e4", event = "#999999"},
    dark = {ground = "#1b1f27", text = "#ccd2dc", axis = "#7d8694", grid = "#2e3541", event = "#8a93a1"},
}

-- From little to much, after the map viridis of van der Walt and Smith [2015]: as bright as it is much.
local MAP <const> = {
    {68, 1, 84}, {72, 40, 120}, {62, 74, 137}, {49, 104, 142}, {38, 130, 142}, {31, 158, 137}, {53, 183, 121}, {109, 205, 89}, {180, 222, 44},
    {253, 231, 37},
}
colours.steps = #MAP

-- The colour at a share 0..1 of that map, "#rrggbb".
function colours.along(share)
    local at = math.max(0.0, math.min(1.0, share)) * (#MAP - 1)
    local k = math.min(#MAP - 2, at // 1 | 0)
    local low, high, s = MAP[k + 1], MAP[k + 2], at - k
    local function mixed(i) return math.floor(low[i] + s * (high[i] - low[i]) + 0.5) end
    return ("#%02x%02x%02x"):format(mixed(1), mixed(2), mixed(3))
end

-- A colour "#rrggbb" among the 256 of a terminal.
function colours.of_256(colour)
    local function level(from) return math.floor(tonumber(colour:sub(from, from + 1), 16) / 255 * 5 + 0.5) end
    return 16 + 36 * level(2) + 6 * level(4) + level(6)
end

-- The curves of both themes as custom properties of CSS, --curve-1 and so on.
function colours.css(theme)
    local list = {}
    for k, colour in ipairs(colours[theme]) do list[k] = ("--curve-%d: %s;"):format(k, colour) end
    return table.concat(list, " ")
end

return colours
