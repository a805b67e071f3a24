-- Formulas between dollars: taken out of a page before Markdown is read, so that it cannot take their underscores for
-- emphasis, and put back typeset. All formulas of all pages are typeset by one run of KaTeX.
local html = require "tools.doc.html"
local letters = require "rigid.lessons.formula"

local formulas = {}

local KATEX <const> = "/usr/share/javascript/katex"
formulas.katex = KATEX

-- Nil, or why nothing can be typeset here.
function formulas.obstacle()
    if os.execute "command -v node >/dev/null 2>&1" ~= true then return "node (package nodejs) is not installed" end
    if not html.read(KATEX .. "/katex.min.js") then return "KaTeX (package libjs-katex) is not installed" end
end

local function placeholder(number) return ("zFORMULA%dz"):format(number) end

-- A text with the formulas of the list in letters again, for what is searched and summed up rather than typeset.
function formulas.in_letters(text, list)
    return (text:gsub("zFORMULA(%d+)z", function(number) return letters.inline(list[tonumber(number)]:sub(3)) end))
end

-- Formulas of a piece of text without code, replaced. A dollar that begins one is followed, and one that ends it preceded, by
-- no blank; a digit after it is a price.
local function take_from(text, list)
    local function note(kind, latex)
        list[#list + 1] = kind .. " " .. latex:gsub("%s+", " ")
        return placeholder(#list)
    end
    text = text:gsub("%$%$(.-)%$%$", function(latex) return note("d", latex) end)
    return (text:gsub("%f[%$\\]%$(%S[^%$]-)%$%f[^%$%d]", function(latex)
        if latex:find "%s$" or latex:find "\n%s*\n" then return nil end
        return note("i", latex)
    end):gsub("%f[%$\\]%$(%S)%$%f[^%$%d]", function(latex) return note("i", latex) end))
end

-- The Markdown with its formulas, outside of code, replaced; they are added to the list.
function formulas.take(markdown, list)
    local out, text, fence = {}, {}, nil
    local function flush()
        local source = table.concat(text, "\n")
        text = {}
        if source == "" then return end
        local parts, at = {}, 1
        while at <= #source do
            local first, last = source:find("`+", at)
            local ticks = first and source:sub(first, last)
            local close = first and select(2, source:find("[^`]" .. ticks .. "%f[^`]", last + 1))
            parts[#parts + 1] = take_from(source:sub(at, (first or #source + 1) - 1), list)
            if first then parts[#parts + 1] = source:sub(first, close or last) end
            at = first and (close or last) + 1 or #source + 1
        end
        out[#out + 1] = table.concat(parts)
    end
    for line in (markdown .. "\n"):gmatch "([^\n]*)\n" do
        local marks = line:match "^%s*(```+)"
        if fence or marks then
            if not fence then flush() end
            out[#out + 1] = line
            if marks then fence = not fence and marks or (not line:find("^%s*" .. fence .. "%s*$") and fence) or nil end
        else
            text[#text + 1] = line
        end
    end
    flush()
    return (table.concat(out, "\n"):gsub("\n+$", "") .. "\n")
end

-- Every formula of the list as HTML.
function formulas.typeset(list)
    if #list == 0 then return {} end
    local path, lines = os.tmpname(), {}
    html.write(path, table.concat(list, "\n") .. "\n")
    local command = ("node tools/doc/formulas.js %s/katex.min.js <%s 2>&1"):format(KATEX, html.quote(path))
    local pipe = assert(io.popen(command, "r"))
    for line in pipe:lines() do lines[#lines + 1] = line end
    local done = pipe:close()
    os.remove(path)
    assert(done and #lines == #list, "KaTeX could not typeset a formula: " .. table.concat(lines, "\n", math.max(1, #lines - 2)))
    return lines
end

-- The HTML with its formulas, typeset, in their places. One that is displayed and stands alone is no paragraph.
function formulas.put_back(page, list, typeset)
    page = page:gsub("<p>(zFORMULA(%d+)z)</p>", function(mark, number)
        return list[tonumber(number)]:find "^d" and ('<div class="formula">%s</div>'):format(mark) or nil
    end)
    return (page:gsub("zFORMULA(%d+)z", function(number) return typeset[tonumber(number)] end))
end

return formulas
