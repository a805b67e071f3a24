-- rigid.view(model [, log] [, options]): a model, and a motion of it, as one HTML file that any browser shows in three
-- dimensions. The file is written whole or not at all, and what came of it is told as data.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local registry = require "rigid.registry"
local samples = require "rigid.simulation.samples"
local arrows = require "rigid.view.arrows"
local browser = require "rigid.view.browser"
local motion = require "rigid.view.motion"
local page = require "rigid.view.page"
local scene = require "rigid.view.scene"

local FIELDS = arguments.fields "path open q title arrows live ghost"

local View = {__name = "View"}

local function size_of(bytes)
    if bytes < 1e6 then return ("%.0f kB"):format(bytes / 1e3) end
    return ("%.1f MB"):format(bytes / 1e6)
end

-- "  47 of 58 meshes were not found, as package://go1/trunk.dae; set ROS_PACKAGE_PATH ..."
local function missing_line(view)
    local missing = view.missing
    return ("  %d of %d meshes %s not found, as %s; %s"):format(missing.count, missing.of, missing.count == 1 and "was" or "were",
        require("rigid.display").printable(missing.first), missing.hint)
end

View.__tostring = arguments.printer("a view", function(view)
    local _ <close> = inner.locale.plain()
    local where = view.path and ("%s (%s)"):format(view.path, size_of(view.bytes)) or "shown beside the prompt"
    local lines = {("view of '%s': %s"):format(require("rigid.display").printable(view.name), where)}
    if view.opened then
        lines[2] = "  opened in the browser"
    elseif view.reason then
        lines[2] = "  not opened: " .. view.reason
    end
    if view.missing then lines[#lines + 1] = missing_line(view) end
    for _, note in ipairs(view.notes) do lines[#lines + 1] = "  note: " .. note end
    return table.concat(lines, "\n")
end)

-- ---- arguments ------------------------------------------------------------------------------------------------------

local function read_log(name, number, m, log)
    if log == nil then return nil end
    local place = arguments.at(name, number)
    if core.type(log) ~= "Log" then place:expected("Log, or table with named fields,", log) end
    local seen = samples.read(place, log)
    if #seen.t == 0 then place:bad "the log has no samples" end
    local theirs, ours = seen.model:nq(), m:nq()
    if theirs ~= ours then place:bad("its model '%s' has nq = %d, but model '%s' has %d", seen.model:name(), theirs, m:name(), ours) end
    seen.contacts = rawget(log, "contacts")
    return setmetatable(seen, debug.getmetatable(log))
end

-- A configuration with its quaternions made unit.
local function read_start(place, m, q)
    local list, problem = arguments.try(inner.asked.integrate, m, q, core.Vector(m:nv()))
    if not list then place:relay(problem) end
    return list:table()
end

-- What is to be seen beside it, faintly: {model =, log =, q =} of a model, a log or a configuration.
local function read_ghost(place, m, said)
    if core.type(said) == "Model" then return {model = said} end
    if core.type(said) == "Log" then
        local seen = samples.read(place, said)
        if #seen.t == 0 then place:bad "the log has no samples" end
        return {model = seen.model, log = setmetatable(seen, debug.getmetatable(said))}
    end
    if core.type(said) ~= "Vector" and type(said) ~= "table" then place:expected("Model, Log, or configuration", said) end
    return {model = m, q = read_start(place, m, said)}
end

local function read_options(number, m, log, said)
    local place = arguments.at("view", number)
    local options = said == nil and {} or place:options(said, FIELDS)
    if options.path ~= nil then place:field("path"):file_path(options.path) end
    if options.title ~= nil then place:field("title"):text(options.title) end
    if options.live ~= nil and place:field("live"):boolean(options.live) and options.path then
        place:field("path"):bad "a live view is served, not written; leave the path away"
    end
    if options.open ~= nil then place:field("open"):boolean(options.open) end
    if options.arrows ~= nil then options.arrows = arrows.list(place:field "arrows", m, options.arrows) end
    if options.ghost ~= nil then options.ghost = read_ghost(place:field "ghost", m, options.ghost) end
    local start = options.q
    options.q = start ~= nil and read_start(place:field "q", m, start) or log and log.q[1]:table() or m:neutral():table()
    return options
end

-- The ghost as the page is told of it: bodies, where it starts, its log. Its meshes are put to the others.
local function describe_ghost(ghost, files)
    local shown = scene.describe(ghost.model, files)
    local told = {name = shown.name, bodies = shown.bodies, nq = shown.nq, fixed = ghost.q ~= nil}
    told.start = ghost.q or ghost.log and ghost.log.q[1]:table() or ghost.model:neutral():table()
    if ghost.log then told.log = motion.poses(ghost.log) end
    return told
end

-- ---- the file -------------------------------------------------------------------------------------------------------

-- Where it went: where none is named, among the newest few in the directory for what is temporary.
local function write(path, name, text)
    local written, problem
    if path then
        written, problem = disk.write(path, text)
        problem = not written and ("cannot write %s: %s"):format(path, problem)
    else
        path, problem = disk.page(name, ".html", text)
    end
    if problem then arguments.raise(problem) end
    return path
end

-- Where it may be opened of its own accord: when a person sits there and no file was asked for.
local function show(options, path)
    local wanted = options.open
    if wanted == nil then wanted = options.path == nil and browser.is_attended() end
    if wanted then return browser.open(path) end
    return false
end

-- Write the page, or show it where there is a place for it: its bytes, its path, and what show says.
local function deliver(options, m, data)
    if registry.show_scene and not options.path then
        local told = page.encode(data)
        registry.show_scene(told, m)
        return #told
    end
    local text = page.render(data)
    local path = write(options.path, m:name(), text)
    return #text, path, show(options, path)
end

return function(m, log, options)
    if core.type(m) ~= "Model" then arguments.at("view", 1):expected("Model", m) end
    local number = 3
    if options == nil and type(log) == "table" and core.type(log) ~= "Log" then
        log, options, number = nil, log, 2
    end
    log = read_log("view", 2, m, log)
    options = read_options(number, m, log, options)
    local data, files = scene.describe(m)
    if options.ghost then data.ghost = describe_ghost(options.ghost, files) end
    data.title, data.start, data.generator = options.title or m:name(), options.q, "rigid " .. core.version
    data.arrows = options.arrows
    local notes = {}
    if log then data.log, notes = motion.describe(log) end
    table.move(notes, 1, #notes, #data.notes + 1, data.notes)
    if options.live and not registry.show_scene then
        return require "rigid.view.live".view(m, data, options, {read_start = read_start, read_log = read_log})
    end
    local bytes, path, opened, reason = deliver(options, m, data)
    local triangles = 0
    for _, mesh in ipairs(data.meshes) do triangles = triangles + mesh.triangles end
    return setmetatable({
        name = m:name(), path = path, bytes = bytes, bodies = #data.bodies, meshes = #data.meshes, triangles = triangles,
        missing = data.missing and {count = data.missing.count, of = data.missing.of, first = data.missing.list[1].name, hint = data.missing.hint},
        samples = data.log and data.log.count or 0, notes = notes, opened = opened or false, reason = reason,
    }, View)
end
