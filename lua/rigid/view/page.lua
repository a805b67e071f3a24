-- The page: one HTML file that holds all it needs and asks nothing of any network. Our own parts stand beside this file, in
-- page/; three.js and its orbit controls are Debian's (package libjs-three), put in whole under their licence.
-- Names come from robots' files and are never trusted: text is escaped, and no `<` of the data reaches the page as itself.
local arguments = require "rigid.arguments"
local colours = require "rigid.colours"
local disk = require "rigid.files.disk"

local page = {}

local LARGEST <const> = 64 -- megabytes of a part of the page

-- Where Debian has three.js; the directory in RIGID_THREE comes before it.
local THREE <const> = "/usr/share/javascript/three"

local LIBRARIES <const> = {"three.min.js", "examples/js/controls/OrbitControls.js"}

-- Our scripts, in the order in which they stand in one scope.
local SCRIPTS <const> = {
    "unpack", "kinematics", "state", "geometry", "materials", "stage", "robot", "sizes", "batches", "picking", "ghost", "arrows", "labels",
    "drag", "plot", "player", "inspector", "sliders", "address", "export", "live", "main",
}

local KEYS <const> = { -- of objects, in this order, so that the same model makes the same page
    "name", "title", "generator", "parent", "kind", "placement", "joint", "type", "axis", "axis2", "point", "pitch", "x", "y", "q", "leader", "ratio",
    "offset", "lower", "upper", "inertia", "carried", "mass", "com", "moments", "verdict", "sentences", "density", "ellipsoid",
    "semi_axes", "pose", "visuals", "collisions", "size", "radius", "length", "mesh", "color", "label", "stands_in", "filename", "problem", "missing", "of",
    "source", "gravity", "nq", "nv", "bodies", "meshes", "notes", "start", "live", "ghost", "fixed", "log", "count", "t", "v", "tau", "momentum", "contacts",
    "which", "kinetic", "potential", "events",
    "hint", "list", "links", "arrows", "sort", "vector", "body", "names", "ground", "written",
    "types", "sign", "pieces", "turn", "slide", "by", "times", "shift", "back", "position", "quaternion", "numbers",
    "vertices", "triangles", "low", "high", "positions", "indices", "normals", "wide", "parts", "first",
}

local function read(path)
    return disk.read(path, LARGEST)
end

-- A file of Debian's three.js; an error that names the package where there is none.
local function library(path)
    local given = os.getenv "RIGID_THREE"
    local text = read((given and given ~= "" and given or THREE) .. "/" .. path)
    if not text then
        arguments.raise(("the 3D view needs three.js, and there is no %s; on Debian, apt-get install libjs-three")
            :format((given and given ~= "" and given or THREE) .. "/" .. path))
    end
    return (text:gsub("</([sS][cC][rR][iI][pP][tT])", "<\\/%1"))
end

local HERE = package.searchpath("rigid.view.page", package.path):match "^(.*)/[^/]*$"

local function part(name) return assert(read(HERE .. "/page/" .. name)) end

local ENTITIES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;"}

local function escape(text) return (text:gsub("[&<>\"']", ENTITIES)) end

-- The data as JSON that may stand in a <script>: no name can end it, or begin a comment.
local function encode(data)
    local found, json = pcall(require, "dkjson")
    if not found then arguments.raise "the 3D view needs the Lua module dkjson; on Debian, apt-get install lua-dkjson" end
    return (json.encode(data, {keyorder = KEYS}):gsub("<", "\\u003c"))
end

page.encode, page.escape = encode, escape

-- An error where something that the page needs is not there.
function page.require()
    encode {}
    for _, path in ipairs(LIBRARIES) do library(path) end
end

-- The style, with the colours of curves, which are those of plots.
function page.style() return (part "style.css":gsub("{{curves_(%l+)}}", colours.css)) end

-- The text of the page. Nothing that is put in is looked at again for places to put something in.
function page.render(data)
    local scripts = {}
    for i, name in ipairs(SCRIPTS) do scripts[i] = part(name .. ".js") end
    local parts = {
        title = escape(data.title), style = page.style(), three = library(LIBRARIES[1]), orbit = library(LIBRARIES[2]),
        data = encode(data),
        connect = data.live and "; connect-src 'self'" or "", scripts = table.concat(scripts, "\n"),
    }
    return (part "page.html":gsub("{{(%l+)}}", parts))
end

return page
