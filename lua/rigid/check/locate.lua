-- Where in the text a finding is: its line, its column, and how long the figure is that is at fault (finding.line, .column, .width).
local locate = {}

local FIGURES <const> = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz", "mass", "x", "y", "z"}
local OF_MASS <const> = {negative_mass = true, massless = true, missing_mass = true, density = true, mass_unit = true}
local OF_COM <const> = {com_outside = true, com_sign = true, length_unit = true}

local function put(finding, document, at)
    if not at then return end
    local line, column = document:line_of(at[1])
    finding.line, finding.column, finding.width = line, column, at[2] - at[1] + 1
end

-- The figures that a finding is about, the first that has a place.
local function figure_of(finding, place)
    local wanted = {finding.figure}
    for _, name in ipairs(FIGURES) do
        if finding.fix and finding.fix[name] then wanted[#wanted + 1] = name end
    end
    if #wanted == 0 and OF_MASS[finding.cause or finding.code] then wanted[1] = "mass" end
    if #wanted == 0 and OF_COM[finding.cause or finding.code] then wanted[1] = "x" end
    wanted[#wanted + 1] = "ixx"
    for _, name in ipairs(wanted) do
        local figure = place.figures[name]
        if figure and figure.at then return figure end
    end
    return nil
end

-- Where the first figure is that would be changed, of a finding that has no better place.
function locate.change(finding, document, change)
    if document and change.figure.at then put(finding, document, change.figure.at()) end
end

-- document: of the text, or nil; place: where the figures of its link stand, or nil. An element that is not of this text has its line.
function locate.finding(finding, document, place)
    if not document then return end
    local change = finding.changes and finding.changes[1]
    local from = change and change.element and change or finding
    local element, attribute, word = from.element, from.attribute, from.word
    if element and not element.at then
        finding.line = element.line
    elseif element then
        local at = attribute and (word and document:words(element, attribute)[word] or document:place(element, attribute))
        put(finding, document, at or {element.at, element.at + #element.name})
    else
        local figure = place and figure_of(finding, place)
        if figure then put(finding, document, figure.at()) end
    end
end

return locate
