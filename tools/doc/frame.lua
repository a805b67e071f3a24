-- What is around the contents of every page: head, search, the list of all pages, what is on this page, the way on. Its ids
-- begin with ui:, as no heading's can.
local html = require "tools.doc.html"

local frame = {}

local escape = html.escape

local MARK <const> = [[<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><g fill="none" stroke="currentColor"
 stroke-width="2" stroke-linejoin="round"><path d="M16 3 27.5 9.5v13L16 29 4.5 22.5v-13z"/><path d="M16 16V3M16 16l11.5 6.5M16
 16 4.5 22.5"/></g><circle cx="16" cy="16" r="3.2" fill="var(--accent)"/></svg>]]

-- The list of all pages, the one that is shown marked.
local function navigation(page, groups)
    local out = {}
    for _, group in ipairs(groups) do
        local is_open = false
        local links = {}
        for _, other in ipairs(group.pages) do
            local current = other.path == page.path
            is_open = is_open or current
            links[#links + 1] = ('<li><a href="%s"%s>%s</a></li>'):format(escape(html.relative(page.path, other.path)),
                current and ' aria-current="page"' or "", escape(other.short or other.title))
        end
        out[#out + 1] = ('<details%s><summary>%s</summary>\n<ul>\n%s\n</ul></details>'):format(
            (is_open or group.open) and " open" or "", escape(group.title), table.concat(links, "\n"))
    end
    return table.concat(out, "\n")
end

-- What is on the page, where that is more than a heading or two.
local function contents(page)
    local out = {}
    for _, heading in ipairs(page.headings) do
        if heading.level == 2 or heading.level == 3 then
            out[#out + 1] = ('<li class="l%d"><a href="#%s">%s</a></li>'):format(heading.level, escape(heading.id),
                (heading.html:gsub("</?a[^>]*>", "")))
        end
    end
    if #out < 2 then return "" end
    return '<nav class="contents" aria-label="on this page"><h2>On this page</h2><ul>\n' .. table.concat(out, "\n") .. "\n</ul></nav>"
end

local function way_on(page)
    local function link(other, class, word)
        if not other then return "<span></span>" end
        return ('<a class="%s" href="%s"><small>%s</small>%s</a>'):format(class, escape(html.relative(page.path, other.path)), word,
            escape(other.title))
    end
    if not (page.before or page.after) then return "" end
    return '<nav class="on" aria-label="next and previous">' .. link(page.before, "before", "before this")
        .. link(page.after, "after", "next") .. "</nav>"
end

local ICON <const> = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='none' "
    .. "stroke='%232359c4' stroke-width='3' d='M16 3 27.5 9.5v13L16 29 4.5 22.5v-13zM16 16V3M16 16l11.5 6.5M16 16 4.5 22.5'/%3E%3C/svg%3E"

local PAGE <const> = [[<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)</title>
<meta name="description" content="%(summary)">
<link rel="icon" href="%(icon)">
<script>try{var t=localStorage.getItem("rigid-theme");if(t)document.documentElement.dataset.theme=t}catch(e){}</script>
%(katex)<link rel="stylesheet" href="%(top)assets/style.css">
</head>
<body data-top="%(top)">
<a class="skip" href="#ui:main">to the text</a>
<header>
<button id="ui:menu" class="menu" aria-label="all pages" aria-expanded="false">☰</button>
<a class="home" href="%(top)index.html">%(mark)<b>rigid</b></a>
<div class="search" role="search">
<input id="ui:search" type="search" placeholder="Search" aria-label="search" autocomplete="off" spellcheck="false"><kbd>/</kbd>
<ul id="ui:results" class="results" hidden></ul>
</div>
<button id="ui:theme" aria-label="dark or light">◐</button>
</header>
<div class="columns">
<nav class="pages" id="ui:pages" aria-label="all pages">
%(navigation)
</nav>
<main id="ui:main">
<article class="%(kind)">
%(body)
</article>
%(on)
<footer>%(version)</footer>
</main>
%(contents)
</div>
<script src="%(top)assets/code.js" defer></script>
<script src="%(top)assets/index.js" defer></script>
<script src="%(top)assets/find.js" defer></script>
<script src="%(top)assets/search.js" defer></script>
</body>
</html>
]]

local function version() return html.read "include/rigid/numbers.h":match 'RIGID_VERSION "([^"]*)"' end

-- A page whole. page: {path =, title =, kind =, body =, headings =, has_formulas =}; groups: {{title =, pages =}, ...}.
function frame.page(page, groups)
    local top = html.relative(page.path, "")
    local parts = {
        title = escape(page.title == "rigid" and "rigid" or page.title .. " · rigid"), summary = escape(page.summary or page.title),
        katex = page.has_formulas and ('<link rel="stylesheet" href="%sassets/katex/katex.min.css">\n'):format(top) or "",
        top = top, mark = MARK, icon = ICON, navigation = navigation(page, groups), kind = page.kind, body = page.body, on = way_on(page),
        contents = contents(page), version = "rigid " .. version(),
    }
    return (PAGE:gsub("%%(%b())", function(name) return parts[name:sub(2, -2)] end))
end

return frame
