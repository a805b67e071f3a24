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

-- What README, the guide and the examples read, by the names that they say.
local GIVEN <const> = {
    "examples/data/franka_fer.lua", "examples/data/two_arms.urdf", "spec/models/arm7.urdf", "spec/models/humanoid30.urdf",
    "spec/models/quadruped12.urdf",
}

-- What the engine finds on its disk, by path, in their order.
local function disk_files()
    local list = {}
    local function add(path, from) list[#list + 1] = {path = path, text = read(from)} end
    for _, path in ipairs(lines_of "find lua/rigid -type f | LC_ALL=C sort") do add("/rigid/" .. path, path) end
    for _, path in ipairs(lines_of "ls doc/lessons/[01]*.md doc/demo.md | LC_ALL=C sort") do
        add("/rigid/lua/rigid/lessons/" .. path:match "[^/]*$", path)
    end
    for _, name in ipairs {"dkjson", "argparse"} do
        add("/rigid/lua/" .. name .. ".lua", assert(package.searchpath(name, package.path), name .. " is not installed"))
    end
    for _, part in ipairs {"three.min.js", "examples/js/controls/OrbitControls.js"} do add(THREE .. "/" .. part, THREE .. "/" .. part) end
    for _, path in ipairs(GIVEN) do add("/home/you/" .. path, path) end
    return list
end

local function engine_script()
    local files = {}
    for _, file in ipairs(disk_files()) do files[#files + 1] = literal(file.path) .. ":" .. literal(file.text) end
    local worker = {read(objects .. "/engine.js"), read "web/engine/meshes.js", read "web/engine/bench.js", read "web/engine/worker.js"}
    local loaders = {}
    for i, name in ipairs {"STL", "OBJ", "PLY"} do loaders[i] = read(THREE .. "/examples/js/loaders/" .. name .. "Loader.js") end
    return ("/* The engine of rigid, its Lua files, and Lua 5.4, expat, qhull and Eigen inside: licences.txt has whose they are. */\n"
        .. "const RIGID = {\nwasm: %s,\nfiles: {%s}};\n"
        .. "/* The worker's script: three.js, which is among the files, and its loaders read meshes. */\nRIGID.worker = [RIGID.files[%s], %s, %s];\n")
        :format(literal(output("base64 -w0 " .. objects .. "/engine.wasm")), table.concat(files, ",\n"), literal(THREE .. "/three.min.js"),
            literal(table.concat(loaders, "\n")), literal(table.concat(worker, "\n")))
end

-- Whose the parts are that the folder is made of, and on what terms: as Debian has written it down.
local function licences()
    local parts = {"rigid\n\n" .. read "LICENSE"}
    local function add(name, path) parts[#parts + 1] = ("%s\n%s\n\n%s"):format(("="):rep(78), name, read(path)) end
    for _, name in ipairs {"lua5.4", "expat", "qhull"} do add(name, ("%s/sources/%s.copyright"):format(objects, name)) end
    for _, name in ipairs {"libeigen3-dev", "libjs-three", "libjs-katex", "lua-dkjson", "lua-argparse", "emscripten"} do
        local path = ("/usr/share/doc/%s/copyright"):format(name)
        local file = io.open(path)
        if file then file:close() add(name, path) end
    end
    return table.concat(parts, "\n")
end

-- ---- the 3D view ----------------------------------------------------------------------------------------------------

local VIEW <const> = "lua/rigid/view/page/"

-- The names of its scripts in their order, which stand in the room itself.
local function view_scripts()
    local names = read "lua/rigid/view/page.lua":match "local SCRIPTS <const> = (%b{})"
    local list = {}
    for name in names:gmatch '"(%l+)"' do list[#list + 1] = read(VIEW .. name .. ".js") end
    assert(#list > 10, "the list of scripts in lua/rigid/view/page.lua is not found")
    return table.concat(list, "\n")
end

-- In the scope of the view's scripts: whoever moves a slider, a link or the time of a log moves q.
local TELL_MOVES <const> = 'on("pose", () => { if (!player.playing) moved(Array.from(state.q)); });'

-- The page of rigid.view with its parts beside it, so that its policy allows nothing inline, and with the robot told by another page.
local function write_view()
    local page = read(VIEW .. "page.html")
    local licence = page:match "<script>%s*(/%*.-%*/)%s*{{three}}"
    write("three.js", licence .. "\n" .. read(THREE .. "/three.min.js") .. "\n" .. read(THREE .. "/examples/js/controls/OrbitControls.js"))
    write("view.js", ('"use strict";\nfunction bootView(moved) {\n%s\n%s\n}\n%s'):format(view_scripts(), TELL_MOVES, read "web/page/view.js"))
    write("view.css", require("rigid.view.page").style())
    local parts = {title = "rigid: the 3D view", data = "null"}
    page = page:gsub("script%-src 'unsafe%-inline'; style%-src 'unsafe%-inline'", "script-src 'self'; style-src 'self' 'unsafe-inline'")
    page = page:gsub("{{connect}}", "; base-uri 'none'")
    page = page:gsub("<style>.-</style>", '<link rel="stylesheet" href="view.css">')
    page = page:gsub("<script>.*</script>", '<script src="three.js"></script>\n<script src="view.js"></script>')
    page = page:gsub("{{(%l+)}}", parts)
    assert(not page:find "<style" and not page:find "{{", "lua/rigid/view/page/page.html is not as it is known here")
    write("view.html", page)
end

-- ---- the pages ------------------------------------------------------------------------------------------------------

local PAGES <const> = {{"playground", "Playground"}, {"doctor", "Doctor"}, {"lessons", "Lessons"}}
local GUIDE <const> = '<a href="doc/index.html">Guide</a>'

-- The links to all pages, this one marked.
local function nav(current)
    local links = {}
    for i, page in ipairs(PAGES) do
        links[i] = ('<a href="%s.html"%s>%s</a>'):format(page[1], page[1] == current and ' aria-current="page"' or "", page[2])
    end
    return table.concat(links, " ") .. " " .. GUIDE
end

local function write_page(name, parts)
    write(name .. ".html", (read("web/page/" .. name .. ".html"):gsub("{{(%l+)}}", function(part)
        return part == "nav" and nav(name) or assert(parts and parts[part], part)
    end)))
end

local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

-- The lessons as a list: where each is in the guide, how many blocks to run and exercises it has.
local function lesson_list()
    local list = {}
    for _, path in ipairs(lines_of "ls doc/lessons/[01]*.md | LC_ALL=C sort") do
        local text, names, seen = read(path), {}, {}
        for name in text:gmatch 'check_answer%("(%d+%.%d+)"' do
            if not seen[name] then names[#names + 1] = name end
            seen[name] = true
        end
        local title, page = text:match "^#%s*%d*%.?%s*([^\n]+)", "doc/" .. path:gsub("%.md$", ".html")
        list[#list + 1] = ('<li data-page="%s" data-blocks="%d" data-exercises="%s"><a href="%s">%s</a> <span class="muted"></span></li>')
            :format(page, count(text, "\n```lua"), table.concat(names, " "), page, title)
    end
    return table.concat(list, "\n")
end

-- ---- the guide ------------------------------------------------------------------------------------------------------

local POLICY <const> = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self' 'unsafe-inline'; "
    .. "img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'"

-- From the guide back to the other pages; top leads to the guide's own first page.
local function back_from(top)
    local links = {('<li><a href="%s../index.html">Home</a></li>'):format(top)}
    for _, page in ipairs(PAGES) do links[#links + 1] = ('<li><a href="%s../%s.html">%s</a></li>'):format(top, page[1], page[2]) end
    return '<ul class="back">' .. table.concat(links) .. "</ul>"
end

-- The pages of `make doc`, with a prompt: each block of Lua can be run where it stands.
local function write_guide()
    assert(os.execute(("%s tools/doc/build.lua '%s/doc' plain >/dev/null"):format(arg[-1], folder)))
    local themes
    for _, path in ipairs(lines_of(("find '%s/doc' -name '*.html'"):format(folder))) do
        local page = read(path)
        local top = page:match 'data%-top="([^"]*)"'
        page = page:gsub("<script>(.-)</script>", function(script)
            themes = script
            return ('<script src="%s../theme.js"></script>'):format(top)
        end)
        page = page:gsub("<head>", function() return ('<head>\n<meta http-equiv="Content-Security-Policy" content="%s">'):format(POLICY) end, 1)
        page = page:gsub('(<nav class="pages"[^>]*>)', function(begins) return begins .. back_from(top) end, 1)
        if not path:find("/doc/files/", 1, true) then -- rigid's own sources are there to be read
            page = page:gsub("</head>", ('<link rel="stylesheet" href="%s../live.css">\n</head>'):format(top), 1)
            page = page:gsub("</body>", ('<script src="%s../live.js" defer></script>\n</body>'):format(top), 1)
        end
        write(path:sub(#folder + 2), page)
    end
    write("theme.js", assert(themes))
end

-- ---- the home page, from README ------------------------------------------------------------------------------------

local README <const> = read "README.md"
local ENTITIES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;"}

-- A part of it, as text of a page.
local function said(pattern)
    return (assert(README:match(pattern), "README.md has no " .. pattern):gsub("[&<>]", ENTITIES))
end

-- The curves that it draws, in the colours of the reader's theme.
local function write_curves()
    local registry = require "rigid.registry"
    local block = assert(README:match "\n## Curves.-```lua\n(.-)```", "README.md draws no curves")
    registry.show_picture = function(svg) write("curves.svg", svg) end
    assert(load(block, "=README.md"))()
    registry.show_picture = nil
end

local function percent(text) return (text:gsub("[^%w]", function(c) return ("%%%02X"):format(c:byte()) end)) end

assert(os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(folder, folder)))
write("engine.js", engine_script())
write_view()
write_guide()
for _, page in ipairs(PAGES) do write_page(page[1], {list = page[1] == "lessons" and lesson_list()}) end
write_curves()
write_page("index", {
    title = said "^# rigid\n\n(.-): ", opening = said("^# rigid\n\n.-: (.-)\n\n"):gsub("^%l", string.upper),
    finding = said "```text\n(✗ .-)\n```", entry = percent(README:match "```text\n> (M = .-)\n" .. "; M"),
})
write("doctor.js", (read "web/page/doctor.js":gsub("{{example}}", function() return literal(read "examples/data/two_arms.urdf") end)))
for _, name in ipairs {"session.js", "terminal.js", "shelf.js", "playground.js", "lessons.js", "live.js", "style.css", "live.css"} do
    write(name, read("web/page/" .. name))
end
write("licences.txt", licences())
write("view_inertia.png", read "doc/pictures/view_inertia.png")
