-- The typed reference as pages: one for each class, one for the functions of rigid itself, and an index of all names.
local highlight = require "tools.doc.highlight"
local concepts = require "rigid.prompt.concepts"
local html = require "tools.doc.html"
local places = require "tools.doc.places"
local signatures = require "tools.doc.signatures"
local subjects = require "rigid.prompt.groups"

local pages = {}

local escape = html.escape

-- ---- texts ----------------------------------------------------------------------------------------------------------

-- A link from a page to an entry.
local function link(site, page, entry, text)
    local address = html.relative(page, site.names.address(entry))
    return ('<a class="ref" href="%s">%s</a>'):format(escape(address), escape(text or entry.name))
end

-- Prose with the full names in it linked: SpatialInertia:shift, rigid.load, M:diagnose(); classes but for the page's own.
local function prose(site, page, text, own)
    local out, at = {}, 1
    while at <= #text do
        local first, word, last = text:match("()([%a_][%w_]*[.:]?[%w_]*)()", at)
        if not first then break end
        out[#out + 1] = escape(text:sub(at, first - 1))
        local entry = site.names.by_name[word]
        if not entry and word:find "[.:]$" then
            word, last = word:sub(1, -2), last - 1
            entry = site.names.by_name[word]
        end
        local plain = not entry or entry.name == own or entry.name == "rigid"
        local inside = first > 1 and text:sub(first - 1, first - 1):find "[%w_\128-\255]"
        out[#out + 1] = (plain or inside) and escape(word) or link(site, page, entry, word)
        at = last
    end
    out[#out + 1] = escape(text:sub(at))
    return table.concat(out)
end

-- Prose with what stands between backquotes as code.
local function with_code(site, page, text, own)
    local out, quoted = {}, false
    for part in (text .. "`"):gmatch "(.-)`" do
        out[#out + 1] = quoted and "<code>" .. escape(part) .. "</code>" or prose(site, page, part, own)
        quoted = not quoted
    end
    return table.concat(out)
end

-- Lines are paragraphs, or items of a list where they begin with "- ".
local function paragraphs(site, page, text, own)
    local out, items = {}, {}
    local function close_list()
        if #items > 0 then out[#out + 1] = "<ul><li>" .. table.concat(items, "</li>\n<li>") .. "</li></ul>" end
        items = {}
    end
    for line in (text .. "\n"):gmatch "(.-)\n" do
        local item = line:match "^%- (.*)$"
        if item then
            items[#items + 1] = with_code(site, page, item, own)
        elseif line:find "%S" then
            close_list()
            out[#out + 1] = "<p>" .. with_code(site, page, line, own) .. "</p>"
        end
    end
    close_list()
    return table.concat(out, "\n")
end

local function type_html(site, page, text)
    return (text:gsub("[%a_][%w_]*", function(word)
        local entry = site.names.classes[word]
        return entry and "\1" .. word .. "\2" or nil
    end):gsub("[&<>]", {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;"}):gsub("\1(.-)\2", function(word)
        return link(site, page, site.names.classes[word], word)
    end))
end

-- ---- an entry -------------------------------------------------------------------------------------------------------

local function signature_html(site, page, text)
    return "<code>" .. type_html(site, page, text) .. "</code>"
end

-- The heading of a part of an entry: one level below the entry's own.
local function part(entry, title)
    local level = entry.kind == "class" and 2 or 4
    return ('<h%d class="part">%s</h%d>\n'):format(level, title, level)
end

local function items(site, page, title, list, label_of, own, entry)
    if #list == 0 then return "" end
    local out = {part(entry, title) .. '<dl class="items">'}
    for _, item in ipairs(list) do
        local optional = item.optional and ' <span class="optional">optional</span>' or ""
        out[#out + 1] = ('<dt>%s<code class="type">%s</code>%s</dt><dd>%s</dd>'):format(label_of(item),
            type_html(site, page, item.type), optional, prose(site, page, item.text or "", own))
    end
    out[#out + 1] = "</dl>"
    return table.concat(out, "\n")
end

local function named(item) return item.name and ("<code>%s</code> "):format(escape(item.name)) or "" end

-- What stands below the heading of an entry.
local function body(site, page, entry)
    local own, out = entry.class or "rigid", {}
    local function add(text) out[#out + 1] = text end
    local ways = {}
    for i, text in ipairs(signatures.list(entry)) do ways[i] = signature_html(site, page, text) end
    if #ways > 0 then add('<div class="signatures">' .. table.concat(ways, "<br>\n") .. "</div>") end
    if entry.text then add(paragraphs(site, page, entry.text, own)) end
    add(items(site, page, "Takes", entry.params, named, own, entry))
    add(items(site, page, "Returns", entry.returns, named, own, entry))
    add(items(site, page, "Fields", entry.fields, named, own, entry))
    if #entry.operators > 0 then
        add(part(entry, "Operators") .. '<ul class="operators">')
        for _, operator in ipairs(entry.operators) do
            add("<li>" .. signature_html(site, page, signatures.operation(operator, entry.name)) .. "</li>")
        end
        add "</ul>"
    end
    if entry.errors then add(part(entry, "Errors") .. paragraphs(site, page, entry.errors:gsub("^%l", string.upper), own)) end
    if entry.example then
        local code = highlight.lua(entry.example, function(...) return site:find_built(page, ...) end)
        add(part(entry, "Example") .. '<pre class="code lua"><code>' .. code .. "</code></pre>")
    end
    if entry.source then add(part(entry, "Source") .. paragraphs(site, page, entry.source, own)) end
    return table.concat(out, "\n")
end

-- ---- what else there is ---------------------------------------------------------------------------------------------

local MOST_NAMES <const>, MOST_PAGES <const> = 5, 6

-- The entries that answer the same questions, by name.
local function related(site)
    local list = {}
    for _, concept in ipairs(concepts) do
        local group = {}
        for name in concept[2]:gmatch "%S+" do
            local entry = site.names.by_name[name] or site.names.by_name["rigid." .. name]
            if entry and entry.name ~= "rigid" then group[#group + 1] = entry end
        end
        for _, entry in ipairs(group) do
            local own = list[entry.name] or {}
            for _, other in ipairs(group) do
                if other ~= entry and not own[other] then own[other], own[#own + 1] = true, other end
            end
            list[entry.name] = own
        end
    end
    return list
end

-- "See also: ...; written in src/bind/inertia.c, line 88."
local function see_also(site, page, entry)
    local links, out = {}, {}
    for i, other in ipairs(site.related[entry.name] or {}) do
        if i <= MOST_NAMES then links[#links + 1] = link(site, page, other) end
    end
    for i, other in ipairs(entry.kind ~= "class" and site.uses[site.names.address(entry)] or {}) do
        if i <= MOST_PAGES then
            links[#links + 1] = ('<a href="%s">%s</a>'):format(escape(html.relative(page, other.path)), escape(other.title))
        end
    end
    if #links > 0 then out[1] = "See also: " .. table.concat(links, ", ") .. "." end
    local place = site.places[entry.name]
    if place then
        local file = site:extra_page(place.file)
        file.lines = file.lines or {}
        file.lines[place.line] = true
        out[#out + 1] = ('Code: <a href="%s#L%d">%s:%d</a>.'):format(escape(html.relative(page, file.path)), place.line, escape(place.file), place.line)
    end
    return #out > 0 and ('<p class="see">%s</p>'):format(table.concat(out, " ")) or ""
end

local function first_sentence(text) return text and (text:match "^(.-%.)%s" or text) or "" end

local function entry_section(site, page, entry)
    local id = escape(entry.name)
    return ('<section class="entry">\n<h3 id="%s"><span class="owner">%s</span>%s<a class="anchor" href="#%s" aria-label='
        .. '"link to this entry">#</a></h3>\n%s\n</section>'):format(id, escape(entry.name:sub(1, -#entry.short - 1)),
        escape(entry.short), id, body(site, page, entry) .. see_also(site, page, entry))
end

-- The names of a class with the first sentence of each.
local function overview(site, page, title, list)
    if #list == 0 then return "" end
    local rows = {}
    for i, entry in ipairs(list) do
        rows[i] = ('<tr><td>%s</td><td>%s</td></tr>'):format(link(site, page, entry, entry.short),
            prose(site, page, first_sentence(entry.text), entry.class or "rigid"))
    end
    return ('<h2 id="%s">%s</h2>\n<div class="table overview"><table>%s</table></div>'):format(html.slug(title, {}), title,
        table.concat(rows, "\n"))
end

-- ---- pages ----------------------------------------------------------------------------------------------------------

local function of_class(entries, class, kind)
    local list = {}
    for _, entry in ipairs(entries) do
        if (entry.class or "rigid") == class and entry.kind == kind then list[#list + 1] = entry end
    end
    return list
end

-- One page: of a class, or of rigid with its functions.
local function class_page(site, entries, class)
    local entry = site.names.by_name[class]
    local page = ("reference/%s.html"):format(class)
    local groups = {{"Functions", of_class(entries, class, class == "rigid" and "function" or "static")}}
    for _, group in ipairs(subjects.of(class, of_class(entries, class, "method"))) do groups[#groups + 1] = group end
    local out, headings = {("<h1>%s</h1>"):format(class), body(site, page, entry)}, {}
    local function heading(level, id, text) headings[#headings + 1] = {level = level, id = id, html = escape(text)} end
    for _, group in ipairs(groups) do
        out[#out + 1] = overview(site, page, group[1], group[2])
    end
    for _, group in ipairs(groups) do
        if #group[2] > 0 then heading(2, html.slug(group[1], {}), group[1]) end
        for _, item in ipairs(group[2]) do
            heading(3, item.name, item.short)
            out[#out + 1] = entry_section(site, page, item)
        end
    end
    return {path = page, title = class, short = class == "rigid" and "rigid: functions" or nil, kind = "reference",
        body = table.concat(out, "\n"), headings = headings,
        summary = first_sentence(entry.text)}
end

-- All names, short and full, in the order of the alphabet.
local function index_page(site, entries)
    local page, by_short, shorts = "reference/index.html", {}, {}
    for _, entry in ipairs(entries) do
        if not by_short[entry.short] then
            by_short[entry.short] = {}
            shorts[#shorts + 1] = entry.short
        end
        table.insert(by_short[entry.short], entry)
    end
    table.sort(shorts, function(a, b)
        if a:lower() ~= b:lower() then return a:lower() < b:lower() end
        return a < b
    end)
    local out, letter = {"<h1>All names</h1>", "<p>Every class, function and method, by its name.</p>"}, nil
    local headings = {}
    for _, short in ipairs(shorts) do
        local first = short:sub(1, 1):upper()
        if first ~= letter then
            if letter then out[#out + 1] = "</dl>" end
            letter = first
            out[#out + 1] = ('<h2 id="letter-%s">%s</h2>\n<dl class="names">'):format(first, first)
            headings[#headings + 1] = {level = 2, id = "letter-" .. first, html = first}
        end
        local links = {}
        for i, entry in ipairs(by_short[short]) do links[i] = link(site, page, entry) end
        out[#out + 1] = ('<dt id="%s">%s</dt><dd>%s</dd>'):format(escape(short), escape(short), table.concat(links, ", "))
    end
    out[#out + 1] = "</dl>"
    return {path = page, title = "All names", kind = "reference", body = table.concat(out, "\n"), headings = headings}
end

-- The lines of a topic: those that are indented as they stand, the others as paragraphs.
local function topic_body(site, page, lines)
    local out, words, code = {}, {}, {}
    local function flush()
        if #words > 0 then out[#out + 1] = paragraphs(site, page, table.concat(words, " ")) end
        if #code > 0 then
            out[#out + 1] = '<pre class="code text"><code>' .. prose(site, page, table.concat(code, "\n")) .. "</code></pre>"
        end
        words, code = {}, {}
    end
    for _, line in ipairs(lines) do
        local is_code = line:find "^  " ~= nil
        if #(is_code and words or code) > 0 then flush() end
        local list = is_code and code or words
        list[#list + 1] = is_code and line:sub(3) or line
    end
    flush()
    return table.concat(out, "\n")
end

-- What help says of words that are no names: one page, and what search is to find in it.
local function topics_page(site, topics)
    local path, out, headings, found = "reference/topics.html", {"<h1>Topics</h1>"}, {}, {}
    for _, topic in ipairs(topics) do
        local id, title = html.slug(topic.name, {}), topic.title:gsub("^%l", string.upper)
        headings[#headings + 1] = {level = 2, id = id, html = escape(topic.name)}
        out[#out + 1] = ('<h2 id="%s">%s<a class="anchor" href="#%s" aria-label="link to this topic">#</a></h2>'):format(id,
            escape(title), id)
        out[#out + 1] = ('<p class="asked"><code>help "%s"</code></p>'):format(escape(topic.name))
        out[#out + 1] = topic_body(site, path, topic.lines)
        found[#found + 1] = {title = title, address = path .. "#" .. id, kind = "topic",
            text = (table.concat(topic.names, ", ") .. ". " .. table.concat(topic.lines, " ")):gsub("%s+", " ")}
    end
    return {path = path, title = "Topics", kind = "reference", body = table.concat(out, "\n"), headings = headings}, found
end

-- All pages of the reference, and what search is to find of its entries.
function pages.make(site, entries, topics)
    local list, found = {}, {}
    site.related, site.places = related(site), places.of(entries)
    for _, entry in ipairs(entries) do
        if entry.kind == "class" then list[#list + 1] = class_page(site, entries, entry.name) end
        if entry.name ~= "rigid" then
            found[#found + 1] = {title = entry.name, address = site.names.address(entry), kind = entry.kind,
                text = (entry.text or ""):gsub("`", ""):gsub("%s+", " ")}
        end
    end
    local page, more = topics_page(site, topics)
    list[#list + 1] = page
    list[#list + 1] = index_page(site, entries)
    return list, table.move(more, 1, #more, #found + 1, found)
end

return pages
