-- Reads the typed reference (rigid/meta/*.lua, in LuaCATS form) into entries, one for each class and function:
--   name "SpatialInertia:shift", class "SpatialInertia" (nil for rigid.type), short "shift"; kind "class", "static",
--   "method" or "function"; text, errors, source: prose; example: code; params, returns, fields: lists of {name, type,
--   text, optional}, of params also written, the type as it is there; overloads, operators: lists as written, without
--   "rigid."; parameters: the names, in their order.
-- Nothing of the file is executed.
local reference = {}

-- The files of the reference, in the order in which help lists what is in them: modules below rigid.meta.
reference.files = {
    "module", "algebra", "decompositions", "rich", "turns", "quaternions", "spatial", "inertia", "articulated", "inertial", "model", "batch",
    "loops", "contact", "log", "kinematics", "trajectories", "control", "solvers", "identification", "prompt", "mesh",
    "frames", "plot", "view", "lessons",
}

-- Where the type at the head of a tag ends: at the first blank that is in no bracket and joins no parts of a type.
local function split_type(text)
    local depth, at = 0, 1
    while at <= #text do
        local c = text:sub(at, at)
        if c:find "[%(%[{<]" then
            depth = depth + 1
        elseif c:find "[%)%]}>]" then
            depth = depth - 1
        elseif c == '"' then
            at = text:find('"', at + 1, true) or #text
        elseif c == " " and depth == 0 then
            local joined = text:find("^%s*|", at) or text:sub(1, at - 1):find "[:|,]$"
            if not joined then break end
        end
        at = at + 1
    end
    return text:sub(1, at - 1), text:sub(at):match "^%s*(.-)%s*$"
end

-- "rigid.Vec3Like" as "Vec3 | number[]": an alias is written out, every name is as a script has it, and it is spaced.
local function plain_type(text, aliases)
    text = text:gsub("rigid%.[%a_][%w_]*", aliases):gsub("rigid%.", "")
    return (text:gsub("%s*|%s*", " | "):gsub("([,:])%s*", "%1 "))
end

local TAGS = {}

function TAGS.param(entry, text, aliases)
    local name, mark, rest = text:match "^([%a_.][%w_.]*)(%??)%s+(.*)$"
    if not name then return nil end
    local kind, meaning = split_type(rest)
    local item = {name = name, type = plain_type(kind, aliases), written = kind, text = meaning, optional = mark == "?"}
    table.insert(entry.params, item)
    return item
end

TAGS["return"] = function(entry, text, aliases)
    local kind, rest = split_type(text)
    local name, meaning = rest:match "^([%a_][%w_]*)%s*(.*)$"
    local item = {name = name, type = plain_type(kind, aliases), text = meaning or rest}
    table.insert(entry.returns, item)
    return item
end

function TAGS.field(entry, text, aliases)
    local name, mark, rest = text:match "^(%[.-%])(%??)%s+(.*)$"
    if not name then name, mark, rest = text:match "^([%a_][%w_]*)(%??)%s+(.*)$" end
    if not name then return nil end
    local kind, meaning = split_type(rest)
    local item = {name = name, type = plain_type(kind, aliases), text = meaning, optional = mark == "?"}
    table.insert(entry.fields, item)
    return item
end

function TAGS.overload(entry, text, aliases)
    table.insert(entry.overloads, plain_type(text, aliases))
end

function TAGS.operator(entry, text, aliases)
    table.insert(entry.operators, plain_type(text, aliases))
end

function TAGS.class(entry, text)
    entry.class = text:match "^rigid%.([%a_][%w_]*)" or text:match "^rigid"
end

-- A line of prose joins what stands before it, a blank one parts it; one that begins with "- " is an item of a list, on a line of its own.
local function add_prose(item, part, line)
    local before = item[part]
    if line == "" then
        item[part] = before and before .. "\n\n"
    elseif line:find "^%- " and before then
        item[part] = before .. (before:find "\n$" and "" or "\n") .. line
    else
        local joint = (not before or before == "" or before:find "\n$") and "" or " "
        item[part] = (before or "") .. joint .. line
    end
end

local LABELS = {Errors = "errors", Source = "source"}

-- The lines of one block of documentation, "---" taken off, as an entry that has no name yet.
local function parse_block(lines, aliases)
    local entry = {params = {}, returns = {}, fields = {}, overloads = {}, operators = {}}
    local item, part, fenced = entry, "text", false
    for _, line in ipairs(lines) do
        local tag, rest = line:match "^@(%a+)%s*(.*)$"
        local label, prose = line:match "^(%a+):%s*(.*)$"
        if line:find "^```" then
            fenced = not fenced
        elseif fenced then
            entry.example = (entry.example and entry.example .. "\n" or "") .. line
        elseif tag then
            item, part = TAGS[tag] and TAGS[tag](entry, rest, aliases) or entry, "text"
        elseif LABELS[label] then
            item, part = entry, LABELS[label]
            add_prose(item, part, prose)
        elseif line ~= "Example:" then
            if item ~= entry and not line:find "^%s" then item, part = entry, "text" end
            add_prose(item, part, line:match "^%s*(.-)%s*$")
        end
    end
    for _, name in ipairs {"text", "errors", "source"} do
        entry[name] = entry[name] and entry[name]:gsub("%s+$", "")
    end
    return entry
end

-- Give the entry the name of what the line below its block declares. Nil where that is nothing to document, as where a class that another
-- file documents is gone on with.
local function name_entry(entry, declaration)
    local owner, mark, short, parameters = declaration:match "^function ([%a_][%w_]*)([.:])([%a_][%w_]*)%((.-)%)"
    if owner then
        entry.class, entry.short = owner ~= "rigid" and owner or nil, short
        entry.kind = mark == ":" and "method" or entry.class and "static" or "function"
        entry.name = owner .. mark .. short
        entry.parameters = {}
        for name in parameters:gmatch "[%w_.]+" do table.insert(entry.parameters, name) end
        return entry
    end
    if not entry.class or not entry.text or not declaration:find "^local " then return nil end
    entry.name, entry.short, entry.kind = entry.class, entry.class, "class"
    return entry
end

-- All entries of a text, in its order.
function reference.parse(text)
    local entries, aliases, lines = {}, {}, {}
    for line in (text .. "\n"):gmatch "(.-)\r?\n" do
        local documented = line:match "^%-%-%-(.*)$"
        local alias, kind = line:match "^%-%-%-@alias%s+(%S+)%s+(.*)$"
        if alias then
            aliases[alias] = kind
        elseif documented then
            table.insert(lines, documented)
        else
            local entry = #lines > 0 and name_entry(parse_block(lines, aliases), line)
            if entry then table.insert(entries, entry) end
            lines = {}
        end
    end
    return entries
end

-- The paths of the files of the reference that belongs to the module: they stand beside its other Lua files.
function reference.paths()
    local paths = {}
    for i, name in ipairs(reference.files) do paths[i] = assert(package.searchpath("rigid.meta." .. name, package.path)) end
    return paths
end

local function read_file(path)
    local file = assert(io.open(path, "r"))
    local text = file:read "a"
    file:close()
    return text
end

-- All entries of the reference.
function reference.read()
    local texts = {}
    for i, path in ipairs(reference.paths()) do texts[i] = read_file(path) end
    return reference.parse(table.concat(texts, "\n"))
end

-- The topics of a text: a list of {name, names = all its names, title, lines}.
function reference.parse_topics(text)
    local topics = {}
    for line in (text .. "\n"):gmatch "(.-)\r?\n" do
        local names, title = line:match "^%-%- Topic ([^:]+): (.*)$"
        local words = line:match "^%-%- (.*)$"
        if names then
            local topic = {title = title, names = {}, lines = {}}
            for name in names:gmatch "[^,]+" do table.insert(topic.names, (name:match "^%s*(.-)%s*$")) end
            topic.name = topic.names[1]
            table.insert(topics, topic)
        elseif words and #topics > 0 then
            table.insert(topics[#topics].lines, words)
        end
    end
    return topics
end

-- The topics of the reference.
function reference.topics()
    return reference.parse_topics(read_file(assert(package.searchpath("rigid.meta.topics", package.path))))
end

return reference
