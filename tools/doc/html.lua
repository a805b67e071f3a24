-- Text and HTML: what must be escaped, and what a heading is called in an address.
local html = {}

local ENTITIES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;"}

function html.escape(text) return (text:gsub('[&<>"]', ENTITIES)) end

local LETTERS <const> = {amp = "&", lt = "<", gt = ">", quot = '"'}

-- What cmark and we ourselves escape, put back.
function html.unescape(text)
    return (text:gsub("&#(x?)(%x+);", function(hex, digits) return utf8.char(tonumber(digits, hex == "x" and 16 or 10)) end)
        :gsub("&(%a+);", LETTERS))
end

-- The text of a piece of HTML.
function html.text(source)
    return html.unescape((source:gsub("<annotation.-</annotation>", ""):gsub("<[^>]*>", "")))
end

-- The anchor of a heading as GitHub makes it: lower case, blanks to hyphens, other marks gone. seen counts what was given.
function html.slug(text, seen)
    local slug = text:lower():gsub("[%z\1-\31!-,./:-@%[-^`{-~\127]", ""):gsub(" ", "-")
    local count = seen[slug]
    seen[slug] = (count or 0) + 1
    return count and ("%s-%d"):format(slug, count) or slug
end

-- The bytes of a file, or nil and why not.
function html.read(path)
    local file <close>, problem = io.open(path, "rb")
    if not file then return nil, problem end
    return file:read "a"
end

function html.write(path, text)
    local file <close> = assert(io.open(path, "wb"))
    assert(file:write(text))
    assert(file:flush())
end

function html.quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

function html.is_folder(path) return os.execute("test -d " .. html.quote(path)) == true end

-- What a command prints, as a list of lines.
function html.lines_of(command)
    local pipe, list = assert(io.popen(command, "r")), {}
    for line in pipe:lines() do list[#list + 1] = line end
    pipe:close()
    return list
end

-- ---- addresses ------------------------------------------------------------------------------------------------------

-- "doc/lessons/../x.md" as "doc/x.md"; nil where it leads out of the top.
function html.normal(path)
    local parts = {}
    for part in path:gmatch "[^/]+" do
        if part == ".." then
            if #parts == 0 then return nil end
            parts[#parts] = nil
        elseif part ~= "." then
            parts[#parts + 1] = part
        end
    end
    return table.concat(parts, "/")
end

function html.folder(path) return path:match "^(.*/)" or "" end

-- The address of one page as it is written in another.
function html.relative(from, to)
    local up = from:gsub("[^/]+", ""):len()
    local common = 0
    for part in html.folder(from):gmatch "[^/]+/" do
        if to:sub(common + 1, common + #part) ~= part then break end
        common, up = common + #part, up - 1
    end
    return ("../"):rep(up) .. to:sub(common + 1)
end

return html
