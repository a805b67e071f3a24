-- Builds the pages: the guide, the lessons, the examples with what they print, and the reference, as files that a browser
-- opens from where they lie. They ask nothing of any network.
-- usage: lua5.4 tools/doc/build.lua FOLDER, from the top folder; the folder is made anew
package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
local formulas = require "tools.doc.formulas"
local frame = require "tools.doc.frame"
local highlight = require "tools.doc.highlight"
local html = require "tools.doc.html"
local markdown = require "tools.doc.markdown"
local reference = require "rigid.prompt.reference"
local reference_pages = require "tools.doc.reference_pages"
local sites = require "tools.doc.site"
local search_words = require "tools.doc.words"

local build = {}

-- Nil, or what is missing here to build pages.
function build.obstacle() return markdown.obstacle() or formulas.obstacle() end

-- ---- bodies ---------------------------------------------------------------------------------------------------------

-- The functions of a site that markdown.finish wants, bound to it.
local function bound(site)
    local self = {}
    for _, name in ipairs {"address", "picture", "find", "find_text"} do
        self[name] = function(...) return site[name](site, ...) end
    end
    return self
end

-- A script, or a program in C or C++: the comment that it begins with as text, its code, what it prints.
local function example_page(site, page)
    local is_c = page.source:find "%.c$" or page.source:find "%.cpp$"
    local intro, code = {}, page.text
    local comment = is_c and "^/%*(.-)%*/()" or "^%-%- ?([^\n]*)\n()"
    repeat
        local words, after = code:match(comment)
        intro[#intro + 1] = words
        code = words and code:sub(after) or code
    until not words or is_c
    local name = page.source:match(is_c and "([^/]+)$" or "([^/]+)%.%w+$")
    local printed = html.read("examples/expected/" .. name .. ".txt")
    local body = highlight.code(code:gsub("^\n+", ""):gsub("\n$", ""), is_c and "c" or "lua", function(...)
        return site:find(page.source, ...)
    end)
    page.headings = {{level = 2, id = "code", html = "Code"}, printed and {level = 2, id = "output", html = "What it prints"} or nil}
    page.summary = table.concat(intro, " "):gsub("%s+", " "):match "^%s*(.*)$"
    return ('<h1>%s</h1>\n<p class="lead">%s</p>\n<p class="file"><code>%s</code></p>\n<h2 id="code">Code</h2>\n'
        .. '<pre class="code %s"><code>%s</code></pre>\n%s'):format(html.escape(page.title), html.escape(page.summary),
        html.escape(page.source), is_c and "c" or "lua", body,
        printed and '<h2 id="output">What it prints</h2>\n<pre class="code text"><code>' .. html.escape(printed) .. "</code></pre>" or "")
end

local function file_page(site, page)
    local ending = page.source:match "%.(%w+)$"
    local language = ({lua = "lua", c = "c", h = "c", sh = "sh"})[ending] or "text"
    local body = highlight.code(page.text, language, function(...) return site:find(page.source, ...) end)
    local number = 0
    body = ("\n" .. body):gsub("\n", function()
        number = number + 1
        return page.lines and page.lines[number] and ('\n<a id="L%d"></a>'):format(number) or nil
    end):sub(2)
    return ('<h1>%s</h1>\n<pre class="code %s"><code>%s</code></pre>'):format(html.escape(page.source), language, body)
end

-- Every page of the groups gets its body; the formulas of all go into one list.
local function make_bodies(site)
    local list, helpers = {}, bound(site)
    for _, group in ipairs(site.groups) do
        for _, page in ipairs(group.pages) do
            if page.source:find "%.md$" then
                page.first = #list
                local plain = markdown.convert(formulas.take(page.text, list))
                page.has_formulas = #list > page.first
                page.body, page.headings = markdown.finish(plain, page.source, helpers)
                page.summary = formulas.in_letters(html.text(page.body:match "<p>(.-)</p>" or ""):gsub("%s+", " "), list)
            else
                page.body = example_page(site, page)
            end
        end
    end
    return list
end

-- ---- the index of the search ----------------------------------------------------------------------------------------

local function json(text)
    return '"' .. text:gsub('[%c"\\<\127]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local LONGEST <const> = 700 -- bytes of a section's text

local function clipped(text)
    if #text <= LONGEST then return text end
    return (text:sub(1, LONGEST):gsub("[\192-\255]?[\128-\191]*$", ""):gsub("%S*$", ""))
end

-- list: the formulas that stand in what the pages say.
local function index(site, entries, list)
    local lines = {}
    local function add(title, page, address, kind, text)
        lines[#lines + 1] = ("[%s,%s,%s,%s,%s]"):format(json(title), json(page), json(address), json(kind),
            json(clipped(formulas.in_letters(text, list))))
    end
    for _, entry in ipairs(entries) do add(entry.title, "", entry.address, entry.kind, entry.text) end
    for _, group in ipairs(site.groups) do
        for _, page in ipairs(group.pages) do
            if page.kind == "example" and not page.source:find "%.md$" then
                add(page.title, "", page.path, page.kind, page.summary)
            else
                for k, section in ipairs(markdown.sections(page.body)) do
                    local address = k == 1 and page.path or page.path .. "#" .. section.id
                    add(section.title, k == 1 and "" or page.title, address, page.kind, section.text)
                end
            end
        end
    end
    return "window.RIGID_INDEX=[\n" .. table.concat(lines, ",\n") .. "\n];\n" .. search_words.text()
end

-- ---- the 3D view, live ----------------------------------------------------------------------------------------------

local VIEW <const> = "assets/view/arm.html" -- what the page of the 3D view shows beside its picture

-- Write the arm that falls as a view of its own; false where rigid is not built, or three.js not installed.
local function write_view(path)
    local found, rigid = pcall(require, "rigid")
    if not found then return false end
    local m = rigid.load "spec/models/arm7.urdf"
    local log = m:simulate{q = {0.3, 0.5, -0.2, 1, 0.4, 0.6, 0}, duration = 2, dt = 0.01}
    return (pcall(rigid.view, m, log, {path = path, open = false, title = "An arm that falls"}))
end

-- The page with the view below its first picture.
local function with_view(page)
    local address = html.relative(page.path, VIEW)
    local frame_ = ('<figure><iframe src="%s?embed" title="an arm in the 3D view" loading="lazy"></iframe><figcaption>The same, live: drag to turn it, '
        .. 'space plays. <a href="%s">With its panels</a></figcaption></figure>'):format(address, address)
    page.body = page.body:gsub("</figure>", function(ends) return ends .. "\n" .. frame_ end, 1)
end

-- ---- writing --------------------------------------------------------------------------------------------------------

local made = {}

local function folder_of(path)
    local folder = path:match "^(.*)/"
    if not made[folder] then assert(os.execute("mkdir -p " .. html.quote(folder))) end
    made[folder] = true
end

local function write(path, text)
    folder_of(path)
    html.write(path, text)
end

local function copy(from, to) write(to, assert(html.read(from))) end

local function copy_assets(out)
    for _, name in ipairs {"style.css", "code.js", "find.js", "search.js"} do copy("tools/doc/assets/" .. name, out .. "/assets/" .. name) end
    copy(formulas.katex .. "/katex.min.css", out .. "/assets/katex/katex.min.css")
    local pipe = assert(io.popen("ls " .. formulas.katex .. "/fonts/*.woff2", "r"))
    for path in pipe:lines() do copy(path, out .. "/assets/katex/fonts/" .. path:match "[^/]*$") end
    pipe:close()
end

-- A page to the next and to the one before, along each group.
local function chain(groups)
    for _, group in ipairs(groups) do
        for k, page in ipairs(group.pages) do page.before, page.after = group.pages[k - 1], group.pages[k + 1] end
    end
end

-- Build everything into the folder; how many pages, formulas and names there are.
function build.pages(out)
    made = {}
    local entries = reference.read()
    local site = sites.of(entries)
    local list = make_bodies(site)
    local typeset = formulas.typeset(list)
    local pages, found = reference_pages.make(site, entries, reference.topics())
    for _, page in ipairs(site.extra) do page.body = file_page(site, page) end
    local text = index(site, found, list)
    table.insert(site.groups, 3, {title = "Reference", pages = pages})
    chain(site.groups)
    assert(os.execute("rm -rf " .. html.quote(out)))
    local count = 0
    folder_of(out .. "/" .. VIEW)
    if write_view(out .. "/" .. VIEW) then
        with_view(site.by_source["doc/view.md"])
        count = 1
    end
    local function put(page)
        if page.has_formulas then page.body = formulas.put_back(page.body, list, typeset) end
        write(out .. "/" .. page.path, frame.page(page, site.groups))
        count = count + 1
    end
    for _, group in ipairs(site.groups) do
        for _, page in ipairs(group.pages) do put(page) end
    end
    for _, page in ipairs(site.extra) do put(page) end
    for path in pairs(site.copies) do copy(path, out .. "/" .. path) end
    copy_assets(out)
    write(out .. "/assets/index.js", text)
    return {pages = count, formulas = #list, names = #entries - 1}
end

if arg and arg[0] and arg[0]:find "tools/doc/build%.lua$" then
    local out = assert(arg[1], "usage: lua5.4 tools/doc/build.lua FOLDER")
    local obstacle = build.obstacle()
    if obstacle then
        io.stderr:write("the pages cannot be built: ", obstacle, "\n")
        os.exit(1)
    end
    local done, said = pcall(build.pages, out)
    if not done then
        io.stderr:write("the pages cannot be built: ", (tostring(said):gsub("^[^:]*:%d+: ", "", 1)), "\n")
        os.exit(1)
    end
    print(("%s/index.html: %d pages, %d formulas, %d names"):format(out, said.pages, said.formulas, said.names))
end

return build
