-- rigid.plot: curves of a log or of plain numbers, drawn by gnuplot, as text in the terminal or as a file. Here is what may
-- be asked for; what of a log can be drawn is in quantities.lua, plain numbers are read in data.lua, script.lua writes for
-- gnuplot, gnuplot.lua runs it.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local data = require "rigid.plot.data"
local disk = require "rigid.files.disk"
local gnuplot = require "rigid.plot.gnuplot"
local quantities = require "rigid.plot.quantities"
local registry = require "rigid.registry"
local samples = require "rigid.simulation.samples"
local script = require "rigid.plot.script"
local terminal = require "rigid.plot.terminal"
local text = require "rigid.plot.text"

local OPTIONS <const> = "path title x_label y_label legend size style from to text sixel unicode"
local LOG_OPTIONS, LOG_WORDS = arguments.fields(OPTIONS), arguments.fields(OPTIONS)
local DATA_OPTIONS, BESIDE_DATA = arguments.fields("x y name " .. OPTIONS), arguments.fields("name " .. OPTIONS)
local CURVE = arguments.fields "x y name"

-- ---- what may be said -----------------------------------------------------------------------------------------------

-- A table parted into its list and its named fields, which must be among those.
local function part(place, said, fields)
    local list, named = {}, {}
    local n = rawlen(said)
    for key, value in next, said do
        if type(key) == "string" then
            named[key] = value
        elseif math.type(key) ~= "integer" or key < 1 or key > n then
            place:bad("entries 1, 2, ... and named options expected, got [%s]", arguments.describe_key(key))
        end
    end
    for i = 1, n do
        list[i] = rawget(said, i)
        if list[i] == nil then place:bad("entry [%d] is missing", i) end
    end
    return list, place:options(named, fields)
end

local KINDS <const> = {svg = "svg", png = "png", txt = "text"}

local function read_path(place, path)
    place:file_path(path)
    local ending = path:match "%.(%w+)$"
    local kind = KINDS[(ending or ""):lower()]
    if not kind then place:bad("path that ends in .svg, .png or .txt expected, got '%s'", path) end
    return kind
end

local READERS = {
    title = function(place, value) return place:text(value, "title") end,
    x_label = function(place, value) return place:text(value, "name of the axis") end,
    y_label = function(place, value) return place:text(value, "name of the axis") end,
    style = function(place, value) return place:word(value, script.styles) end,
    from = function(place, value) return place:finite(value) end,
    to = function(place, value) return place:finite(value) end,
}
for _, name in ipairs {"legend", "text", "sixel", "unicode"} do
    READERS[name] = function(place, value) return place:boolean(value) end
end

-- {width, height}: characters in a text, pixels in a picture.
local function read_size(place, value, kind)
    local least, most = {20, 8}, {500, 500}
    if kind ~= "text" then least, most = {100, 80}, {10000, 10000} end
    if place:list(value, "{width, height}") ~= 2 then place:bad("{width, height} expected, got a list of %d", rawlen(value)) end
    return {place:entry(1):integer(value[1], least[1], most[1]), place:entry(2):integer(value[2], least[2], most[2])}
end

-- The options as a figure without panels, checked.
local function read_options(place_of, said)
    local figure = {style = "lines", marks = {}}
    for name, read in pairs(READERS) do
        if said[name] ~= nil then figure[name] = read(place_of(name):field(name), said[name]) end
    end
    figure.kind = said.sixel and "sixel" or "text"
    if said.path ~= nil then figure.kind, figure.path = read_path(place_of("path"):field "path", said.path), said.path end
    if said.path ~= nil and (said.text or said.sixel) then
        local name = said.text and "text" or "sixel"
        place_of(name):field(name):bad "not together with a path"
    elseif said.text and said.sixel then
        place_of("text"):field("text"):bad "not together with sixel"
    end
    if said.size ~= nil then figure.size = read_size(place_of("size"):field "size", said.size, figure.kind) end
    if figure.from and figure.to and figure.from >= figure.to then
        place_of("to"):field("to"):bad("a number above from, %.14g, expected, got %.14g", figure.from, figure.to)
    end
    return figure
end

-- Options beside what is drawn, and options as an argument of their own: one table of both, and where each stands.
local function joined(place, said, options_place, options, fields)
    local all, places = {}, {}
    for name, value in pairs(said) do all[name], places[name] = value, place end
    for name, value in pairs(options == nil and {} or options_place:options(options, fields)) do
        if all[name] ~= nil then options_place:field(name):bad "given twice" end
        all[name], places[name] = value, options_place
    end
    return all, function(name) return places[name] or options_place end
end

-- ---- figures --------------------------------------------------------------------------------------------------------

-- The part of the log that is asked for, as a table like it.
local function window(place, log, figure)
    local seen, class = samples.read(place, log), debug.getmetatable(log)
    local part_of = setmetatable({t = {}, q = {}, v = {}, tau = {}, model = seen.model, events = seen.events}, class)
    for i, t in ipairs(seen.t) do
        if t >= (figure.from or t) and t <= (figure.to or t) then
            local n = #part_of.t + 1
            part_of.t[n], part_of.q[n], part_of.v[n], part_of.tau[n] = t, seen.q[i], seen.v[i], seen.tau[i]
        end
    end
    local times = seen.t
    if #times == 0 then place:bad "the log has no samples: simulate, or add some with log:add(t, q, v)" end
    if #part_of.t == 0 then
        place:bad("the log has samples from %.14g to %.14g s, none of them in what is asked for", times[1], times[#times])
    end
    return part_of
end

-- The times of the events that are in view.
local function marks_of(log, first, last)
    local marks = {}
    for _, event in ipairs(log.events) do
        local t = event.t
        if t >= first and t <= last and t ~= marks[#marks] then marks[#marks + 1] = t end
    end
    return marks
end

local function figure_of_log(name, first, log, said, options)
    local log_place, place = arguments.at(name, first), arguments.at(name, first + 1)
    local list, beside
    if said == nil then
        list, beside = {"q", "energy"}, {}
    elseif type(said) == "string" or type(said) == "function" then
        list, beside = {said, alone = true}, {}
    elseif type(said) == "table" and core.type(said) == nil then
        list, beside = part(place, said, LOG_WORDS)
        if #list == 0 then list = {"q", "energy"} end
    else
        place:expected('list of quantities ({"q", "energy"})', said)
    end
    local all, place_of = joined(place, beside, arguments.at(name, first + 2), options, LOG_OPTIONS)
    local figure = read_options(place_of, all)
    local seen = window(log_place, log, figure)
    figure.panels = quantities.panels(place, seen, list)
    figure.marks = marks_of(seen, seen.t[1], seen.t[#seen.t])
    figure.x_label = figure.x_label or "time [s]"
    return figure, place
end

local function figure_of_data(said, options)
    local place, list, named = arguments.at("plot", 1), nil, nil
    if core.type(said) == "Vector" or core.type(said) == "Matrix" then
        list, named = {said}, {}
    elseif type(said) == "table" and core.type(said) == nil then
        list, named = part(place, said, DATA_OPTIONS)
    else
        place:expected("Log, list of numbers, Vector, Matrix, or {x = ..., y = ...}", said)
    end
    local panels = data.panels(place, named, list, CURVE)
    local all, place_of = joined(place, named, arguments.at("plot", 2), options, BESIDE_DATA)
    local figure = read_options(place_of, all)
    for _, word in ipairs {"from", "to"} do
        if all[word] ~= nil then place_of(word):field(word):bad "of a log only: here x says where to begin and end" end
    end
    if all.name ~= named.name then data.call(place_of("name"):field("name"), panels, all.name) end
    figure.panels = panels
    figure.x_label = figure.x_label or ""
    return figure, place
end

-- ---- drawing --------------------------------------------------------------------------------------------------------

local function write_file(path, bytes)
    local written, problem = disk.write(path, bytes)
    if not written then arguments.raise(("cannot write %s: %s"):format(path, problem)) end
    return path
end

-- Suit the figure to where it goes.
local function prepare(figure, wants_text)
    figure.columns = 80
    if figure.y_label then
        for _, panel in ipairs(figure.panels) do panel.label, panel.unit = figure.y_label, "" end
    end
    if figure.path or wants_text then
        figure.ascii = figure.unicode == false
        return
    end
    local is_terminal, unicode = terminal.is_terminal(), figure.unicode
    figure.columns = math.max(40, math.min(200, terminal.columns() - (is_terminal and 1 or 0)))
    if unicode == nil then unicode = terminal.is_unicode() end
    figure.ascii = not unicode
    if figure.kind == "text" and is_terminal and os.getenv "TERM" ~= "dumb" and not os.getenv "NO_COLOR" then
        figure.kind = "colour"
    end
end

-- What gnuplot says of itself in an SVG, which a browser would show beside the pointer, and which names its version.
local function without_remarks(svg)
    return (svg:gsub("<title>[Gg]nuplot[^<]*</title>%s*", ""):gsub("<desc>[^<]*</desc>%s*", ""))
end

-- The texts of an SVG without the end of a CDATA section, which gnuplot lets stand and XML allows nowhere.
local function well_formed(svg)
    return (svg:gsub("<text.-</text>", function(said) return (said:gsub("%]%]>", "]]&gt;")) end))
end

local LETTER <const> = {9, 18} -- pixels that stand for a letter, where a picture is shown in place of a text

-- The figure as gnuplot draws it, and its layout.
local function picture_of(figure)
    prepare(figure, figure.text)
    local shown = not figure.path and not figure.text
    if registry.show_picture and (shown or figure.kind == "svg") then
        local size = figure.size
        if shown and size then figure.size = {LETTER[1] * size[1], LETTER[2] * size[2]} end
        local drawn = require("rigid.plot.svg").of(figure)
        if figure.path then return write_file(figure.path, drawn) end
        return registry.show_picture(drawn)
    end
    local source, layout = script.of(figure)
    local picture = gnuplot.draw(source)
    if figure.kind == "svg" then picture = well_formed(without_remarks(script.restore(picture))) end
    return picture, layout
end

local function draw(figure, place)
    local _ <close> = inner.locale.plain()
    local obstacle = script.obstacle(figure.panels)
    if obstacle then place:bad("%s", obstacle) end
    local picture, layout = picture_of(figure)
    if not layout then return table.unpack {picture} end -- shown, or written: then its path
    if layout.is_text then picture = text.polish(script.restore(picture), layout.left + 1, not figure.ascii) end
    if figure.path then return write_file(figure.path, picture) end
    if figure.text then return (picture:gsub("\n$", "")) end
    io.stdout:write(picture)
end

local plot = {}

-- The SVG of panels, lists of {label =, unit =, curves = {{name =, x =, y =}, ..}} over one x axis, for pages that hold it.
function plot.svg(panels, x_label, size)
    local _ <close> = inner.locale.plain()
    return (picture_of {kind = "svg", text = true, style = "lines", marks = {}, panels = panels, x_label = x_label, size = size})
end

function plot.plot(what, said, options)
    if core.type(what) == "Log" then return draw(figure_of_log("plot", 1, what, said, options)) end
    local figure, place = figure_of_data(what, said)
    arguments.no_more("plot", 2, options)
    return draw(figure, place)
end

-- log:plot(quantities, options)
function plot.of_log(log, said, options)
    if core.type(log) ~= "Log" then arguments.at("plot", 0):expected("Log", log) end
    return draw(figure_of_log("plot", 0, log, said, options))
end

return plot
