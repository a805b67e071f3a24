-- Checks links without following any out of the checkout: in the Markdown sources every file, picture and heading that is
-- linked must exist; in built pages every address and anchor must, and nothing may be loaded from elsewhere.
-- usage: lua5.4 tools/doc/links.lua [FOLDER of built pages], from the top folder
package.path = "./?.lua;" .. package.path
local html = require "tools.doc.html"

local links = {}

local function is_external(target) return target:find "^%a[%w+.-]*:" ~= nil or target:find "^//" ~= nil end

local lines_of = html.lines_of

-- "%20" as " "
local function plain(target)
    return (target:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end

-- ---- Markdown -------------------------------------------------------------------------------------------------------

-- The text without code, line by line: what is in fences and between backquotes is blank.
local function without_code(text)
    local fence, out = nil, {}
    for whole in (text .. "\n"):gmatch "([^\n]*)\n" do
        local line = whole
        local marks = line:match "^%s*(```+)"
        if marks and not fence then
            fence, line = marks, ""
        elseif fence then
            if marks and #marks >= #fence then fence = nil end
            line = ""
        end
        out[#out + 1] = line
    end
    return (table.concat(out, "\n"):gsub("(`+)(.-)%1", function(marks, code)
        return marks .. code:gsub("[^\n]", " ") .. marks
    end))
end

-- The anchors of a Markdown text, as GitHub and our pages make them.
local function anchors(text)
    local seen, found, fence = {}, {}, nil
    for line in (text .. "\n"):gmatch "([^\n]*)\n" do
        if line:find "^%s*```" then fence = not fence end
        local heading = not fence and line:match "^#+%s+(.-)%s*#*$"
        if heading then
            local words = heading:gsub("!?%[([^%]]*)%]%([^)]*%)", "%1"):gsub("[`*]", "")
            found[html.slug(words, seen)] = true
        end
        for id in line:gmatch '<a [^>]*[in][da]m?e?="([^"]+)"' do found[id] = true end
    end
    return found
end

local function line_of(text, at) return select(2, text:sub(1, at):gsub("\n", "")) + 1 end

-- What is wrong with one target of a source; nil if nothing is.
local function wrong_target(source, target, read)
    if target:find "%s" or target == "" then return ("the link '%s' is no address"):format(target) end
    if is_external(target) then return nil end
    local path, anchor = target:match "^([^#]*)#?(.*)$"
    local normal = path == "" and source or html.normal(html.folder(source) .. plain(path))
    if not normal then return ("the link %s leads out of the checkout"):format(target) end
    if path ~= "" and html.is_folder(normal) then return anchor ~= "" and ("%s is a folder, without anchors"):format(path) or nil end
    local text = read(normal)
    if not text then return ("the link %s leads nowhere"):format(target) end
    if anchor ~= "" and normal:find "%.md$" and not anchors(text)[plain(anchor)] then
        return ("there is no heading #%s in %s"):format(anchor, normal)
    end
end

-- What is wrong with the links of Markdown files: a list of "file:line: what", and how many links there are.
function links.sources(paths, read)
    read = read or html.read
    local complaints, count = {}, 0
    for _, source in ipairs(paths) do
        local text = without_code(assert(read(source)))
        local function look(at, target)
            count = count + 1
            local wrong = wrong_target(source, target, read)
            if wrong then complaints[#complaints + 1] = ("%s:%d: %s"):format(source, line_of(text, at), wrong) end
        end
        for at, target in text:gmatch "()%]%(<?([^)>\n]-)>?%)" do look(at, (target:gsub('%s+".*"$', ""))) end
        for at, target in text:gmatch "\n()%[[^%]\n]+%]:[ \t]*(%S+)" do look(at, target) end
        for at, target in text:gmatch '()[^%w]src="([^"]*)"' do look(at, target) end
        for at, target in text:gmatch '()[^%w]href="([^"]*)"' do look(at, target) end
    end
    return complaints, count
end

-- ---- built pages ----------------------------------------------------------------------------------------------------

-- The anchors of a page, and those that are there twice.
local function ids(page)
    local found, twice = {}, {}
    for escaped in page:gmatch '%sid="([^"]*)"' do
        local id = html.unescape(escaped)
        if found[id] then twice[#twice + 1] = id end
        found[id] = true
    end
    return found, twice
end

-- Addresses of a page: what loads by itself, and what a reader may follow.
local function addresses(page)
    local loads, follows = {}, {}
    for tag in page:gmatch "<%a[^>]*>" do
        local name = tag:match "^<(%a+)"
        for key, value in tag:gmatch '%s([%w:-]+)="([^"]*)"' do
            local attribute, target = key:lower(), html.unescape(value)
            if attribute == "href" and name == "a" then
                follows[#follows + 1] = target
            elseif attribute == "href" or attribute == "src" or attribute == "xlink:href" or attribute == "poster" or attribute == "data" then
                loads[#loads + 1] = target
            elseif attribute == "srcset" then
                for part in target:gmatch "([^%s,]+)[^,]*" do loads[#loads + 1] = part end
            end
        end
    end
    return loads, follows
end

-- What is wrong with built pages: a list of "page: what", and how many links there are.
function links.built(folder)
    local pages, found, complaints, count = lines_of("find " .. html.quote(folder) .. " -name '*.html' | LC_ALL=C sort"), {}, {}, 0
    local function complain(page, format, ...) complaints[#complaints + 1] = page .. ": " .. format:format(...) end
    local files = {}
    for _, path in ipairs(lines_of("find " .. html.quote(folder) .. " -type f")) do files[html.normal(path)] = true end
    for _, path in ipairs(pages) do
        local twice
        found[html.normal(path)], twice = ids(assert(html.read(path)))
        for _, id in ipairs(twice) do complain(path, "two elements have the id %s", id) end
    end
    local function check(path, target)
        local file, anchor = target:match "^([^#?]*)[^#]*#?(.*)$"
        local normal = file == "" and html.normal(path) or html.normal(html.folder(path) .. plain(file))
        if not normal or not files[normal] then return complain(path, "%s leads nowhere", target) end
        if anchor ~= "" and not (found[normal] and found[normal][plain(anchor)]) then complain(path, "there is no %s", target) end
    end
    for _, path in ipairs(pages) do
        local loads, follows = addresses(assert(html.read(path)))
        count = count + #loads + #follows
        for _, target in ipairs(loads) do
            if not is_external(target) then
                check(path, target)
            elseif not target:find "^data:" then
                complain(path, "it loads %s from elsewhere", target)
            end
        end
        for _, target in ipairs(follows) do
            if not is_external(target) then check(path, target) end
        end
    end
    for _, path in ipairs(lines_of("find " .. html.quote(folder) .. " -name '*.css' -o -name '*.js'")) do
        for target in assert(html.read(path)):gmatch "url%(['\"]?([^'\")]+)" do
            local is_font = target:find "%.woff$" or target:find "%.ttf$" -- KaTeX names them after the one that every browser takes
            if is_external(target) and not target:find "^data:" then
                complain(path, "it loads %s from elsewhere", target)
            elseif not is_external(target) and not is_font and not files[html.normal(html.folder(path) .. target)] then
                complain(path, "%s leads nowhere", target)
            end
        end
    end
    return complaints, count, #pages
end

-- The Markdown files of this checkout.
function links.markdown_files()
    return lines_of "find . -maxdepth 1 -name '*.md' -printf '%P\\n'; find doc examples bench -name '*.md' | LC_ALL=C sort"
end

if arg and arg[0] and arg[0]:find "tools/doc/links%.lua$" then
    local paths = links.markdown_files()
    local complaints, count = links.sources(paths)
    local said = ("%d links in %d Markdown files"):format(count, #paths)
    if arg[1] then
        local more, of_pages, pages = links.built(arg[1])
        table.move(more, 1, #more, #complaints + 1, complaints)
        said = said .. (", %d in %d pages"):format(of_pages, pages)
    end
    for _, complaint in ipairs(complaints) do io.stderr:write(complaint, "\n") end
    print(("links: %s: %s"):format(said, #complaints == 0 and "all lead somewhere" or #complaints .. " wrong"))
    os.exit(#complaints == 0)
end

return links
