-- rigid.plot: curves of a log or of plain numbers, as text or a picture in the terminal or as a file. What may be said stands in
-- options.lua, what of a log can be drawn in quantities.lua, plain numbers are read in data.lua; shapes.lua makes of bars and of curves
-- in space lines, figure.lua says where all stands, and text.lua, script.lua (for gnuplot) and svg.lua draw the same figure.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local data = require "rigid.plot.data"
local disk = require "rigid.files.disk"
local figures = require "rigid.plot.figure"
local gnuplot = require "rigid.plot.gnuplot"
local graphics = require "rigid.display.graphics"
local options = require "rigid.plot.options"
local quantities = require "rigid.plot.quantities"
local registry = require "rigid.registry"
local samples = require "rigid.simulation.samples"
local script = require "rigid.plot.script"
local shapes = require "rigid.plot.shapes"
local terminal = require "rigid.plot.terminal"

local LOG_OPTIONS = options.fields "log"
local DATA_OPTIONS, BESIDE_DATA = options.fields("data", "x y z name fill"), options.fields("data", "name")
local CURVE = arguments.fields "x y z name fill"

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
    return list, options.checked(place, named, fields)
end

-- Options beside what is drawn, and options as an argument of their own: one table of both, and where each stands.
local function joined(place, beside, options_place, said, fields)
    local all, places = {}, {}
    for name, value in pairs(beside) do all[name], places[name] = value, place end
    for name, value in pairs(said == nil and {} or options.checked(options_place, said, fields)) do
        if all[name] ~= nil then options_place:field(name):bad "given twice" end
        all[name], places[name] = value, options_place
    end
    return all, function(name) return places[name] or options_place end
end

-- ---- figures of logs ------------------------------------------------------------------------------------------------

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

-- What a log gives: its panels, over time or over the quantity that x names.
local function panels_of(place, x_place, seen, list, figure)
    local panels = quantities.panels(place, seen, list, figure.panels)
    if figure.x == nil then return panels, "time [s]" end
    local x, label, unit = quantities.abscissa(x_place, seen, figure.x)
    for _, panel in ipairs(panels) do
        for _, curve in ipairs(panel.space and {} or panel.curves) do curve.x = x end
    end
    return panels, figures.heading({label = label, unit = unit}, figure)
end

local function panel_like(panels, wanted)
    for _, panel in ipairs(panels) do
        if panel.label == wanted.label and panel.unit == wanted.unit then return panel end
    end
    panels[#panels + 1] = {label = wanted.label, unit = wanted.unit, curves = {}, space = wanted.space, labels = wanted.labels}
    return panels[#panels]
end

-- The curves of another log beside those of the first: like colours, other dashes, and both say whose they are.
local function compare(panels, others, number, name)
    for _, theirs in ipairs(others) do
        local panel = panel_like(panels, theirs)
        local colour_of = {}
        for _, curve in ipairs(panel.curves) do colour_of[curve.called or curve.name] = curve.colour end
        for c, curve in ipairs(theirs.curves) do
            curve.called, curve.colour, curve.dash = curve.name, colour_of[curve.name] or figures.look({}, c), number
            curve.name, curve.limits = curve.name .. ", " .. name, nil
            panel.curves[#panel.curves + 1] = curve
        end
    end
end

-- The panels of the first log with the curves of the others in them.
local function compared(place, x_place, compare_place, panels, list, figure)
    local count = #figure.compare + 1
    if figure.names and #figure.names ~= count then
        compare_place "names":field "names":bad("%d names expected, one for each log, got %d", count, #figure.names)
    end
    local function name(k) return figure.names and figure.names[k] or ("log %d"):format(k) end
    for _, panel in ipairs(panels) do
        for c, curve in ipairs(panel.curves) do
            curve.called, curve.colour, curve.dash = curve.name, figures.look({}, c), 1
            curve.name = curve.name .. ", " .. name(1)
        end
    end
    for k, log in ipairs(figure.compare) do
        local seen = window(compare_place "compare":field "compare", log, figure)
        compare(panels, panels_of(place, x_place, seen, list, figure), k + 1, name(k + 1))
    end
end

-- The joints' limits as lines in the colours of their curves; what several share is grey.
local function limit_lines(panels)
    for _, panel in ipairs(panels) do
        local by_value = {}
        panel.lines = {}
        for c, curve in ipairs(panel.curves) do
            for _, at in ipairs(curve.limits or {}) do
                if by_value[at] then
                    by_value[at].colour = nil
                elseif at - at == 0 then
                    by_value[at] = {at = at, name = "", colour = (figures.look(curve, c))}
                    panel.lines[#panel.lines + 1] = by_value[at]
                end
            end
        end
    end
end

-- What is to be drawn, as a list, and the options beside it.
local function quantities_of(place, said)
    if said == nil then return {"q", "energy"}, {} end
    if type(said) == "string" or type(said) == "function" then return {said, alone = true}, {} end
    if type(said) ~= "table" or core.type(said) ~= nil then place:expected('list of quantities ({"q", "energy"})', said) end
    local list, beside = part(place, said, LOG_OPTIONS)
    return #list > 0 and list or {"q", "energy"}, beside
end

-- The figure of a log, and of others beside it.
local function figure_of_log(name, first, log, others, said, options_said)
    local log_place, place = arguments.at(name, first), arguments.at(name, first + 1)
    local list, beside = quantities_of(place, said)
    local all, place_of = joined(place, beside, arguments.at(name, first + 2), options_said, LOG_OPTIONS)
    local figure = options.figure(place_of, all, "log")
    if others then
        if figure.compare then place_of "compare":field "compare":bad "not together with a list of logs" end
        figure.compare = #others > 0 and others or nil
    end
    local seen = window(log_place, log, figure)
    local panels, x_label = panels_of(place, place_of "x":field "x", seen, list, figure)
    if figure.joint_limits then limit_lines(panels) end
    if figure.compare then compared(place, place_of "x":field "x", place_of, panels, list, figure) end
    figure.panels = panels
    figure.marks = figure.x == nil and marks_of(seen, seen.t[1], seen.t[#seen.t]) or {}
    figure.of_x, figure.x_label = x_label, figure.x_label
    return figure, place
end

-- ---- figures of numbers ---------------------------------------------------------------------------------------------

local SAMPLES <const> = 401 -- of a trajectory

-- A trajectory as the numbers that are drawn of it: its coordinates over time.
local function of_trajectory(place, said)
    local sampled = registry.trajectory.sample(said, SAMPLES)
    local first = sampled.q[1]
    if core.type(first) == "Vector" then return {x = sampled.t, y = core.Matrix(sampled.q), x_label = "time [s]"} end
    if type(first) ~= "number" then place:bad("a trajectory of numbers or joints expected, got one whose points are a %s", core.type(first) or type(first)) end
    return {x = sampled.t, y = sampled.q, x_label = "time [s]"}
end

local function figure_of_data(said, options_said)
    local place, list, named = arguments.at("plot", 1), nil, nil
    if registry.trajectory and registry.trajectory.is(said) then said = of_trajectory(place, said) end
    if core.type(said) == "Vector" or core.type(said) == "Matrix" then
        list, named = {said}, {}
    elseif type(said) == "table" and core.type(said) == nil then
        list, named = part(place, said, DATA_OPTIONS)
    else
        place:expected("Log, list of numbers, Vector, Matrix, or {x = ..., y = ...}", said)
    end
    local panels = data.panels(place, named, list, CURVE)
    if #list == 0 or type(list[1]) == "number" then named.fill = nil end -- it was the curve's own
    local all, place_of = joined(place, named, arguments.at("plot", 2), options_said, BESIDE_DATA)
    local figure = options.figure(place_of, all, "data")
    if all.name ~= named.name then data.call(place_of("name"):field("name"), panels, all.name) end
    figure.panels, figure.of_x = panels, ""
    return figure, place
end

-- ---- drawing --------------------------------------------------------------------------------------------------------

local function write_file(path, bytes)
    local written, problem = disk.write(path, bytes)
    if not written then arguments.raise(("cannot write %s: %s"):format(path, problem)) end
    return path
end

-- Whether the terminal is to have curves in colours, of dots where letters beyond ASCII may be used.
local function suit_text(figure, is_terminal)
    if is_terminal and os.getenv "TERM" ~= "dumb" and not os.getenv "NO_COLOR" then figure.is_coloured = true end
    if figure.braille == nil then figure.braille = figure.is_coloured and not figure.ascii and "where told apart" end
end

-- Suit the figure to where it goes.
local function prepare(figure)
    figure.columns = 80
    if figure.path or figure.text then
        figure.ascii = figure.unicode == false
        return
    end
    local is_terminal, unicode = terminal.is_terminal(), figure.unicode
    figure.columns = math.max(40, math.min(200, terminal.columns() - (is_terminal and 1 or 0)))
    figure.rows = terminal.rows()
    if unicode == nil then unicode = terminal.is_unicode() end
    figure.ascii = not unicode
    if figure.kind ~= "text" then return end
    local asked = figure.braille == nil and figure.sixel == nil and figure.kitty == nil and not figure.size
    local kind = asked and is_terminal and graphics.kind()
    if kind then figure.kind = kind else suit_text(figure, is_terminal) end
end

-- The panels with all that is drawn made lines, and with axes.
local function set_out(figure, place)
    shapes.prepare(figure)
    if figure.y_label then
        for _, panel in ipairs(figure.panels) do panel.label, panel.unit = figure.y_label, "" end
    end
    figure.x_label = figure.x_label or figure.of_x
    local obstacle = figures.obstacle(figure)
    if obstacle then place:bad("%s", obstacle) end
    figures.set_axes(figure, figure.kind == "text")
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

-- A PDF without the moment at which it was made, which cairo writes in it: so many letters, that every place stays where it was.
local function without_time(pdf)
    return (pdf:gsub("(/CreationDate %()(D:[^)]*)", function(before, date) return before .. ("D:19700101000000Z" .. (" "):rep(#date)):sub(1, #date) end))
end

-- Whether our own drawing is wanted: where pages show pictures, and where one is to follow its reader.
local function is_our_own(figure)
    return registry.show_picture and (not figure.path and not figure.text or figure.kind == "svg") or figure.theme == "auto"
end

-- The bytes of a picture, or the text.
local function drawn(figure)
    if figure.kind == "text" then return require("rigid.plot.text").of(figure) end
    local picture = gnuplot.draw((script.of(figure)))
    if figure.kind == "svg" then return well_formed(without_remarks(script.restore(picture))) end
    if figure.kind == "pdf" then return without_time(picture) end
    return figure.kind == "kitty" and graphics.kitty(picture) or picture
end

local function draw(figure, place)
    local _ <close> = inner.locale.plain()
    prepare(figure)
    set_out(figure, place)
    if is_our_own(figure) then
        figure.theme = figure.theme or "auto"
        local size = figure.size
        if size and not figure.path and not figure.text then figure.size = {LETTER[1] * size[1], LETTER[2] * size[2]} end
        local picture = require("rigid.plot.svg").of(figure)
        if figure.path then return write_file(figure.path, picture) end
        return registry.show_picture(picture)
    end
    local picture = drawn(figure)
    if figure.path then return write_file(figure.path, picture) end
    if figure.text then return (picture:gsub("\n$", "")) end
    io.stdout:write(picture)
end

local plot = {}

-- The SVG of panels, lists of {label =, unit =, curves = {{name =, x =, y =}, ..}} over one x axis, for pages that hold it: in their reader's theme.
function plot.svg(panels, x_label, size)
    local _ <close> = inner.locale.plain()
    local figure = {kind = "svg", text = true, style = "lines", marks = {}, panels = panels, x_label = x_label, size = size}
    set_out(figure, arguments.at("plot", 1))
    return require("rigid.plot.svg").of(figure)
end

-- A list of logs; nil where it is anything else.
local function logs_of(what)
    if core.type(what) or type(what) ~= "table" or core.type(rawget(what, 1)) ~= "Log" then return nil end
    local place, list = arguments.at("plot", 1), {}
    for i = 1, place:list(what, "list of logs") do
        list[i] = rawget(what, i)
        if core.type(list[i]) ~= "Log" then place:entry(i):expected("Log, as the others,", list[i]) end
    end
    return list
end

function plot.plot(what, said, options_said)
    if core.type(what) == "Log" then return draw(figure_of_log("plot", 1, what, nil, said, options_said)) end
    local logs = logs_of(what)
    if logs then return draw(figure_of_log("plot", 1, logs[1], {table.unpack(logs, 2)}, said, options_said)) end
    local figure, place = figure_of_data(what, said)
    arguments.no_more("plot", 2, options_said)
    return draw(figure, place)
end

-- log:plot(quantities, options)
function plot.of_log(log, said, options_said)
    if core.type(log) ~= "Log" then arguments.at("plot", 0):expected("Log", log) end
    return draw(figure_of_log("plot", 0, log, nil, said, options_said))
end

-- log:series(quantity): the numbers of what could be drawn, a Vector for each of its curves.
function plot.series(log, said, ...)
    if core.type(log) ~= "Log" then arguments.at("series", 0):expected("Log", log) end
    arguments.no_more("series", 1, ...)
    local place, list = arguments.at("series", 1), {}
    if said == nil then place:bad 'is missing: name of a quantity ("q", "energy") or function of (t, q, v) expected' end
    for _, panel in ipairs(quantities.panels(place, log, {said, alone = true})) do
        for _, curve in ipairs(panel.curves) do
            for _, numbers in ipairs(curve.z and {curve.x, curve.y, curve.z} or {curve.y}) do list[#list + 1] = core.Vector(numbers) end
        end
    end
    return table.unpack(list)
end

return plot
