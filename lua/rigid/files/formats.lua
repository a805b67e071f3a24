-- The formats of robot files, a record each:
--   name       as options have it; `title` as a person says it
--   recognise  (text, path): whether the text is in that format, by what it begins with, or by the name of the file
--   read       (text, path, recording of its elements or nil, whether to assemble): the table that rigid.Model takes, and what else is kept
--   write      (m:table(), kept): the text of a file; nil where the format is only read
--   endings    of the names of its files, the first that of new ones
--   largest    megabytes of a file
-- How figures are found in the text and put in again (`locate`, `edit`) is with those who check files: rigid.check.texts.
local formats = {}

local XML_LARGEST <const>, LUA_LARGEST <const> = 64, 32

local function extension(path) return (path:match "%.([%w]+)$" or ""):lower() end

-- The name of the first element of an XML text; nil where it does not begin as one.
local function root_of(text)
    local at = text:match "^[\xEF\xBB\xBF%s]*()<"
    while at do
        local after = text:sub(at, at + 3) == "<!--" and select(2, text:find("-->", at + 4, true)) or text:match("^<[?!]", at) and select(2,
            text:find(">", at, true))
        if not after then return text:match("^<([%w_:.-]+)", at) end
        at = text:match("^%s*()<", after + 1)
    end
end

local function is_wide(text) return text:find "^\xFF\xFE" or text:find "^\xFE\xFF" end -- UTF-16, which expat reads

local ROOTS <const> = {robot = "urdf", sdf = "sdf", gazebo = "sdf", mujoco = "mjcf", mujocoinclude = "mjcf"}

local function xml(name, title, endings, read, write)
    local ends = {}
    for _, ending in ipairs(endings) do ends[ending] = true end
    return {
        name = name, title = title, endings = endings, largest = XML_LARGEST, xml = true,
        recognise = function(text, path)
            local root = root_of(text)
            if root and ROOTS[root] then return ROOTS[root] == name end
            local begins = text:find "^[\xEF\xBB\xBF%s]*<" or is_wide(text)
            return (begins or ends[extension(path)]) and (ends[extension(path)] or name == "urdf" and begins)
        end,
        read = read, write = write,
    }
end

local function script(name, title, recognise)
    return {
        name = name, title = title, endings = {"lua"}, largest = LUA_LARGEST, recognise = recognise,
        read = function(text, path) return require("rigid.files.luamodel").read(text, path, name ~= "lua" and name or nil) end,
        write = name ~= "rbdl" and function(t, kept) return require "rigid.files.lua_writer"(t, kept) end or nil,
    }
end

local function is_script(text, path) return extension(path) == "lua" or extension(path) == "" and text:find "%f[%w]return%f[%W]" ~= nil end

-- In the order in which they are tried. Which of the two that are Lua scripts a text is shows when it has run: as "lua".
formats.list = {
    xml("sdf", "SDF", {"sdf", "world"}, function(text, path) return require("rigid.files.sdf").read(text, path) end,
        function(t, kept) return require "rigid.files.sdf.writer"(t, kept) end),
    xml("mjcf", "MJCF", {"xml", "mjcf"}, function(text, path, _, assemble) return require("rigid.files.mjcf").read(text, path, assemble) end,
        function(t, kept) return require "rigid.files.mjcf.writer"(t, kept) end),
    xml("urdf", "URDF", {"urdf", "xacro"}, function(text, path, recording) return require("rigid.files.urdf").read(text, path, recording) end,
        function(t, kept) return require "rigid.files.urdf.writer"(t, kept) end),
    script("lua", "a Lua model", is_script),
    script("rigid", "rigid's own Lua", function() return false end),
    script("rbdl", "RBDL's Lua", function() return false end),
}
formats.by_name = {}
for _, format in ipairs(formats.list) do formats.by_name[format.name] = format end

-- The words that options take, those that can be written, and by the ending of a name what a new file is.
formats.words, formats.written, formats.by_ending = {}, {}, {}
for _, name in ipairs {"urdf", "sdf", "mjcf", "lua", "rbdl", "rigid"} do
    local format = formats.by_name[name]
    formats.words[#formats.words + 1], formats.words[name] = name, true
    if format.write and name ~= "lua" then formats.written[#formats.written + 1], formats.written[name] = name, true end
    for _, ending in ipairs(format.write and format.endings or {}) do formats.by_ending[ending] = name == "lua" and "rigid" or name end
end
formats.by_ending.xacro = nil

-- What the text is; nil where it is none of them.
function formats.of(text, path)
    for _, format in ipairs(formats.list) do
        if format.recognise(text, path) then return format end
    end
end

return formats
