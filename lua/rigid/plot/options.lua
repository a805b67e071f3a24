-- What may be said of a plot beside what is drawn: one table, from which calls are read, words of other programs are answered,
-- and completion knows what there is. A row: name, its type in the words of the reference, how it is read (place, value), and
-- whether it is of logs or of plain numbers alone.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local options = {}

local STYLES <const> = {"lines", "points", "both", "steps", "scatter", "bars", "histogram"}
local SCALES <const>, THEMES <const>, PARTED <const> = {"linear", "log"}, {"light", "dark", "auto"}, {"unit", "limb", "joint"}
for _, words in ipairs {STYLES, SCALES, THEMES, PARTED} do
    for k, word in ipairs(words) do words[word] = k end
end

local function text(what)
    return function(place, value) return place:text(value, what) end
end

local function word(words)
    return function(place, value) return place:word(value, words) end
end

local function boolean(place, value) return place:boolean(value) end
local function number(place, value) return place:finite(value) end

local LARGEST <const>, NARROWEST <const> = 1e300, 1e-12 -- of numbers on an axis, and of its length, as a share of these

-- {low, high}: where an axis ends.
local function limits(place, value)
    if place:list(value, "{low, high}") ~= 2 then place:bad("{low, high} expected, got a list of %d", rawlen(value)) end
    local low, high = place:entry(1):finite(value[1]), place:entry(2):finite(value[2])
    if low >= high then place:entry(2):bad("a number above %.14g expected, got %.14g", low, high) end
    local largest = math.max(math.abs(low), math.abs(high))
    if largest > LARGEST or high - low < NARROWEST * largest or high - low < 1 / LARGEST then
        place:bad("ends that can be told apart, of size 1e300 at most, expected, got {%.14g, %.14g}", low, high)
    end
    return {low, high}
end

-- A number, a list of them, or of {value, name}: where lines stand.
local function lines(place, value)
    if type(value) == "number" then return {{at = place:finite(value), name = ""}} end
    local list = {}
    for i = 1, place:list(value, "number or list of numbers") do
        local said, entry = rawget(value, i), place:entry(i)
        if type(said) == "table" and core.type(said) == nil then
            if entry:list(said, "{number, name}") ~= 2 then entry:bad("{number, name} expected, got a list of %d", rawlen(said)) end
            list[i] = {at = entry:entry(1):finite(said[1]), name = entry:entry(2):text(said[2], "name")}
        else
            list[i] = {at = entry:finite(said), name = ""}
        end
    end
    return list
end

-- true: down to zero. A number: to there.
local function fill(place, value)
    if value == true then return 0.0 end
    if value == false then return nil end
    if type(value) ~= "number" then place:expected("boolean or number", value) end
    return place:finite(value)
end

-- Logs over the same coordinates, one or a list.
local function logs(place, value)
    if core.type(value) == "Log" then return {value} end
    if core.type(value) or type(value) ~= "table" then place:expected("Log or list of logs", value) end
    if place:list(value, "Log or list of logs") == 0 then place:bad "at least one log expected, got an empty list" end
    for i = 1, rawlen(value) do
        if core.type(rawget(value, i)) ~= "Log" then place:entry(i):expected("Log", rawget(value, i)) end
    end
    return table.move(value, 1, rawlen(value), 1, {})
end

local function names(place, value)
    for i = 1, place:list(value, "list of names") do place:entry(i):text(rawget(value, i), "name") end
    return table.move(value, 1, rawlen(value), 1, {})
end

-- The name of a quantity, or a function; quantities.lua looks at it.
local function as_it_is(_, value) return value end

local ROWS <const> = {
    {"path", "string"}, {"size", "number[]"}, -- read with each other (figure of options)
    {"title", "string", text "title"}, {"x_label", "string", text "name of the axis"}, {"y_label", "string", text "name of the axis"},
    {"style", STYLES, word(STYLES)}, {"legend", "boolean", boolean},
    {"x_scale", SCALES, word(SCALES)}, {"y_scale", SCALES, word(SCALES)}, {"x_limits", "number[]", limits}, {"y_limits", "number[]", limits},
    {"x_lines", "number[]", lines}, {"y_lines", "number[]", lines}, {"fill", "boolean", fill}, {"equal", "boolean", boolean},
    {"bins", "integer", function(place, value) return place:integer(value, 1, 1000) end},
    {"theme", THEMES, word(THEMES)},
    {"text", "boolean", boolean}, {"unicode", "boolean", boolean}, {"braille", "boolean", boolean}, {"sixel", "boolean", boolean},
    {"kitty", "boolean", boolean},
    {"from", "number", number, "log"}, {"to", "number", number, "log"}, {"x", "string", as_it_is, "log"},
    {"compare", "rigid.Log", logs, "log"}, {"names", "string[]", names, "log"}, {"panels", PARTED, word(PARTED), "log"},
    {"joint_limits", "boolean", boolean, "log"},
}

-- What others call it.
local ELSEWHERE <const> = {
    xlabel = "x_label", ylabel = "y_label", xlim = "x_limits", ylim = "y_limits", xrange = "x_limits", yrange = "y_limits", x_range = "x_limits",
    y_range = "y_limits", axis = "x_limits", xscale = "x_scale", yscale = "y_scale", log = "y_scale", log_x = "x_scale", log_y = "y_scale",
    x_log = "x_scale", y_log = "y_scale", logx = "x_scale", logy = "y_scale", semilogx = "x_scale", semilogy = "y_scale", loglog = "y_scale",
    hist = "style", histogram = "style", scatter = "style", bar = "style", bars = "style", kind = "style", linestyle = "style", marker = "style",
    hline = "y_lines", hlines = "y_lines", yline = "y_lines", axhline = "y_lines", vline = "x_lines", vlines = "x_lines", xline = "x_lines",
    axvline = "x_lines", reference = "y_lines", limits = "joint_limits", fill_between = "fill", area = "fill", dark = "theme", figsize = "size",
    width = "size", height = "size", file = "path", filename = "path", output = "path", savefig = "path", label = "name", labels = "names",
    aspect = "equal", heat = "z", heatmap = "z", surface = "z", subplots = "panels", split = "panels", nbins = "bins", versus = "x", against = "x", phase = "x",
}

local KNOWN = {log = {}, data = {}}
for _, row in ipairs(ROWS) do
    for of, known in pairs(KNOWN) do
        if not row[4] or row[4] == of then known[#known + 1], known[row[1]] = row[1], row end
    end
end

-- The fields of a table in which options stand beside those words.
function options.fields(of, beside)
    local fields = arguments.fields(beside or "")
    for _, name in ipairs(KNOWN[of]) do
        if not fields[name] then fields[#fields + 1], fields[name] = name, true end
    end
    fields.of = of
    return fields
end

-- A table with no other fields than those, copied; what other programs call it is answered by our word.
function options.checked(place, said, fields)
    for key in next, type(said) == "table" and said or {} do
        local ours = type(key) == "string" and not fields[key] and ELSEWHERE[key]
        if ours and fields[ours] then place:bad("unknown field '%s'; it is %s here (help \"plot\")", key, ours) end
    end
    return place:options(said, fields)
end

local KINDS <const> = {svg = "svg", png = "png", pdf = "pdf", txt = "text"}

local function read_path(place, path)
    place:file_path(path)
    local kind = KINDS[(path:match "%.(%w+)$" or ""):lower()]
    if not kind then place:bad("path that ends in .svg, .png, .pdf or .txt expected, got '%s'", path) end
    return kind
end

-- {width, height}: characters in a text, pixels in a picture.
local function read_size(place, value, kind)
    local least, most = {20, 8}, {500, 500}
    if kind ~= "text" then least, most = {100, 80}, {10000, 10000} end
    if place:list(value, "{width, height}") ~= 2 then place:bad("{width, height} expected, got a list of %d", rawlen(value)) end
    return {place:entry(1):integer(value[1], least[1], most[1]), place:entry(2):integer(value[2], least[2], most[2])}
end

-- Of these only one may be said.
local WHERE <const> = {"path", "text", "sixel", "kitty"}

local function read_kind(place_of, said)
    local first
    for _, name in ipairs(WHERE) do
        if said[name] then
            if first then place_of(name):field(name):bad(first == "path" and "not together with a path" or "not together with %s", first) end
            first = name
        end
    end
    if first == "path" then return read_path(place_of "path":field "path", said.path) end
    return first or "text"
end

-- A figure without panels of options said at places, place_of(name); of is what it is drawn of, "log" or "data".
function options.figure(place_of, said, of)
    local figure = {style = "lines", marks = {}, lines = {}}
    for _, name in ipairs(KNOWN[of]) do
        local read = KNOWN[of][name][3]
        if read and said[name] ~= nil then figure[name] = read(place_of(name):field(name), said[name]) end
    end
    figure.kind, figure.path = read_kind(place_of, said), said.path
    if said.size ~= nil then figure.size = read_size(place_of "size":field "size", said.size, figure.kind) end
    if figure.from and figure.to and figure.from >= figure.to then
        place_of "to":field "to":bad("a number above from, %.14g, expected, got %.14g", figure.from, figure.to)
    end
    for _, letter in ipairs {"x", "y"} do
        local name = letter .. "_limits"
        local ends = figure[name]
        if ends and figure[letter .. "_scale"] == "log" and ends[1] <= 0 then
            place_of(name):field(name):entry(1):bad("a number above zero expected on a logarithmic axis, got %.14g", ends[1])
        end
    end
    if figure.theme == "auto" and figure.kind ~= "svg" then
        place_of "theme":field "theme":bad "\"auto\", which follows who reads it, is of .svg files alone"
    end
    return figure
end

-- All options as a type in the words of the reference.
function options.type()
    local parts = {}
    for i, row in ipairs(ROWS) do
        local kind = row[2]
        parts[i] = row[1] .. ": " .. (type(kind) == "table" and '"' .. table.concat(kind, '" | "') .. '"' or kind)
    end
    return "{" .. table.concat(parts, ", ") .. "}"
end

return options
