-- The pages of `make web`: one folder that holds the engine and all it needs, for any browser, from any place, a disk also.
-- usage: lua5.4 tools/web/build.lua OBJECTS FOLDER
local objects, folder = assert(arg[1], "usage: build.lua OBJECTS FOLDER"), assert(arg[2], "usage: build.lua OBJECTS FOLDER")
local json = require "dkjson"

local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read "a"
end

local function write(name, text)
    local file <close> = assert(io.open(folder .. "/" .. name, "wb"))
    assert(file:write(text))
end

local function lines_of(command)
    local pipe <close> = assert(io.popen(command))
    local list = {}
    for line in pipe:lines() do list[#list + 1] = line end
    return list
end

local function output(command)
    local pipe <close> = assert(io.popen(command))
    return pipe:read "a"
end

-- A text as a literal of JavaScript, which may stand in a <script> too.
local function literal(text) return (json.encode(text):gsub("</", "<\\/")) end

-- ---- the engine -----------------------------------------------------------------------------------------------------

local THREE <const> = "/usr/share/javascript/three"
local DKJSON <const> = package.searchpath("dkjson", package.path)

-- What the engine finds on its disk, by path, in their order.
local function disk_files()
    local list = {}
    local function add(path, from) list[#list + 1] = {path = path, text = read(from)} end
    for _, path in ipairs(lines_of "find lua/rigid -type f | LC_ALL=C sort") do add("/rigid/" .. path, path) end
    for _, path in ipairs(lines_of "ls doc/lessons/[01]*.md doc/demo.md | LC_ALL=C sort") do
        add("/rigid/lua/rigid/lessons/" .. path:match "[^/]*$", path)
    end
    add("/rigid/lua/dkjson.lua", DKJSON)
    for _, part in ipairs {"three.min.js", "examples/js/controls/OrbitControls.js"} do add(THREE .. "/" .. part, THREE .. "/" .. part) end
    return list
end

local function engine_script()
    local files = {}
    for _, file in ipairs(disk_files()) do files[#files + 1] = literal(file.path) .. ":" .. literal(file.text) end
    local worker = read(objects .. "/engine.js") .. "\n" .. read "web/engine/bench.js" .. "\n" .. read "web/engine/worker.js"
    return ("/* The engine of rigid, its Lua files, and Lua 5.4 and expat inside: see about.html. */\nconst RIGID = {\nworker: %s,\nwasm: %s,\nfiles: {%s}};\n")
        :format(literal(worker), literal(output("base64 -w0 " .. objects .. "/engine.wasm")), table.concat(files, ",\n"))
end

assert(os.execute(("mkdir -p '%s'"):format(folder)))
write("engine.js", engine_script())
