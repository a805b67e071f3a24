-- A Markdown page as HTML, through cmark-gfm: headings get anchors, links to other sources become links to their pages,
-- code is coloured and linked, formulas are put in, and what search is to find is noted.
local highlight = require "tools.doc.highlight"
local html = require "tools.doc.html"

local markdown = {}

-- Nil, or why no Markdown can be read here.
function markdown.obstacle()
    if os.execute "command -v cmark-gfm >/dev/null 2>&1" ~= true then return "cmark-gfm is not installed" end
end

-- One source as plain HTML.
function markdown.convert(source)
    local path = os.tmpname()
    html.write(path, source)
    local pipe = assert(io.popen("cmark-gfm --unsafe -e table -e strikethrough -e footnotes " .. html.quote(path), "r"))
    local page = pipe:read "a"
    local done = pipe:close()
    os.remove(path)
    return assert(done and page, "cmark-gfm failed")
end

-- Headings with anchors, as a list of {level =, id =, html =}, and the page with them.
local function anchored(page)
    local headings, seen = {}, {}
    page = page:gsub("<h(%d)>(.-)</h%d>", function(level, inner)
        local id = html.slug(html.text(inner), seen)
        headings[#headings + 1] = {level = tonumber(level), id = id, html = inner}
        return ('<h%s id="%s">%s<a class="anchor" href="#%s" aria-label="link to this section">#</a></h%s>'):format(level, id, inner,
            id, level)
    end)
    return page, headings
end

local function coloured(page, find)
    page = page:gsub('<pre><code([^>]*)>(.-)</code></pre>', function(attributes, code)
        local language = attributes:match 'language%-(%w+)' or "text"
        local body = highlight.code(html.unescape(code):gsub("\n$", ""), language, find)
        return ('<pre class="code %s"><code>%s</code></pre>'):format(language, body)
    end)
    return page
end

-- `rigid.load`, `M:shift(p)`, `SpatialInertia`: code in a line is linked where its first name is one of the reference, but
-- not within a link.
local function linked_code(page, find_text)
    local out, done, depth = {}, 1, 0
    for first, slash, name, last in page:gmatch "()<(/?)(%a+)[^>]*>()" do
        if name == "a" or name == "pre" then
            depth = depth + (slash == "" and 1 or -1)
        elseif name == "code" and slash == "" and depth == 0 then
            local code, after = page:match("^(.-)</code>()", last)
            local address = find_text(html.unescape(code))
            if address then
                out[#out + 1] = page:sub(done, first - 1)
                out[#out + 1] = ('<a class="ref" href="%s"><code>%s</code></a>'):format(html.escape(address), code)
                done = after
            end
        end
    end
    out[#out + 1] = page:sub(done)
    return table.concat(out)
end

-- Finish one page. site: address(source, target) for links and pictures, find and find_text for names.
function markdown.finish(page, source, site)
    local headings
    page = page:gsub('(<a[^>]-)%s+href="([^"]*)"', function(head, target)
        local address = site.address(source, html.unescape(target))
        return address and ('%s href="%s"'):format(head, html.escape(address)) or head
    end)
    page = page:gsub('(<[^>]-)(src[set]*)="([^"]*)"', function(head, name, target)
        return ('%s%s="%s"'):format(head, name, html.escape(site.picture(source, html.unescape(target))))
    end)
    page = coloured(page, function(...) return site.find(source, ...) end)
    page, headings = anchored(page)
    page = linked_code(page, function(text) return site.find_text(source, text) end)
    page = page:gsub("<p>(<img [^>]->)</p>", function(image)
        local caption = image:match 'alt="([^"]*)"'
        return ("<figure>%s<figcaption>%s</figcaption></figure>"):format(image, caption or "")
    end)
    page = page:gsub("<table>", '<div class="table"><table>'):gsub("</table>", "</table></div>")
    return page, headings
end

-- The sections of a finished page for the search: {id =, title =, text =}.
function markdown.sections(page)
    local list, marks = {}, {}
    for at, id, inner, after in page:gmatch '()<h%d id="([^"]*)">(.-)<a class="anchor".-</h%d>()' do
        marks[#marks + 1] = {at = at, id = id, title = html.text(inner), after = after}
    end
    for k, mark in ipairs(marks) do
        local body = page:sub(mark.after, (marks[k + 1] and marks[k + 1].at or #page + 1) - 1)
        local text = html.text(body:gsub("<pre.-</pre>", " "):gsub("<[^>]*>", " ")):gsub("%s+", " ")
        list[k] = {id = mark.id, title = mark.title, text = text}
    end
    return list
end

return markdown
