-- E:report(path): what was found of a robot as one HTML page that holds all it needs and asks nothing of any network: how well torques are
-- predicted, by joint; the parameters, and of each whether it is known and why; the ellipsoids of the links before and after, in the 3D
-- view. Names come from robots' files and are never trusted: text is escaped, and the view stands in a frame of its own, as text.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local plot = require "rigid.plot"
local page = require "rigid.view.page"
local view = require "rigid.view"
local names_of = require "rigid.identification.freedoms"
local words = require "rigid.identification.parameters"
local inner = debug.getmetatable(core).inner

local report = {}

local MOST_SHOWN <const> = 4000 -- samples of a plot

-- ---- pieces of a page -----------------------------------------------------------------------------------------------

local function escaped(value) return page.escape(require("rigid.display").printable(tostring(value))) end

local function number(x) return ("%.4g"):format(x + 0.0) end -- and no zero with a sign

local function row(tag, cells)
    local list = {}
    for i, cell in ipairs(cells) do list[i] = ("<%s>%s</%s>"):format(tag, escaped(cell), tag) end
    return "<tr>" .. table.concat(list) .. "</tr>"
end

local function table_of(heads, rows)
    local lines = {"<div class=\"wide\"><table><thead>" .. row("th", heads) .. "</thead><tbody>"}
    for i, cells in ipairs(rows) do lines[i + 1] = row("td", cells) end
    lines[#lines + 1] = "</tbody></table></div>"
    return table.concat(lines, "\n")
end

-- ---- what is said ---------------------------------------------------------------------------------------------------

local function share(part, whole) return whole > 0 and ("%.2f %%"):format(100 * part / whole) or "" end

local function residuals(state)
    local request, found, rows = state.request, state.found, {}
    local after, before, sizes = request.whole:residuals(found.x), request.whole:residuals(request.said), request.whole:sizes()
    for j, name in ipairs(request.names_of_rows) do
        rows[j] = {name, number(sizes[j]), number(before[j]), number(after[j]), share(after[j], sizes[j]), found.held_out and number(found.held_out[j]) or ""}
    end
    return table_of({"joint", "torque, RMS", "left by the model's own figures", "left by these", "of the torque", "left of what was held out"}, rows)
end

-- Torques measured and predicted, and what is between, for each freedom.
local function plots(state)
    local request, samples = state.request, state.request.samples
    if not samples then return "<p>Samples came without their times: no plots.</p>" end
    local predicted, list = request.whole:torques(request.m, samples, state.found.x), {}
    local stride = math.max(1, math.ceil(#samples.t / MOST_SHOWN))
    for j, name in ipairs(request.names_of_rows) do
        local t, measured, told, left = {}, {}, {}, {}
        for i = 1, #samples.t, stride do
            t[#t + 1], measured[#t + 1] = samples.t[i], samples.left(i, j)
            told[#t], left[#t] = predicted(i, j), samples.left(i, j) - predicted(i, j)
        end
        local svg = plot.svg({
            {label = "torque of " .. name, unit = "", curves = {{name = "measured", x = t, y = measured}, {name = "predicted", x = t, y = told}}},
            {label = "residual", unit = "", curves = {{name = "", x = t, y = left}}},
        }, "t [s]", {900, 420})
        list[j] = ("<figure>%s<figcaption>%s</figcaption></figure>"):format(svg:gsub("^.-(<svg)", "%1"), escaped(name))
    end
    return table.concat(list, "\n")
end

local function deviation_text(x) return x < math.huge and number(x) or "not told" end

local function base_table(estimate, state)
    local prior, rows = {}, {}
    local B = state.request.base:matrix()
    for i = 1, B:rows() do
        prior[i] = 0.0
        for k = 1, B:cols() do prior[i] = prior[i] + B(i, k) * state.request.said[k] end
    end
    for i, one in ipairs(estimate:base_parameters()) do
        rows[i] = {one.name, number(one.value), deviation_text(one.deviation), number(prior[i])}
    end
    return table_of({"combination", "found", "deviation", "in the file"}, rows)
end

-- What joints resist by, and the terms, as far as they were asked for; "" where none was.
local function beside_the_links(estimate, state)
    local rows, found, terms = {}, estimate:resistance(), estimate:terms()
    for _, kind in ipairs(state.request.extras) do
        for j, name in ipairs(names_of(state.request.m)) do
            rows[#rows + 1] = {kind, name, number(found[kind].values[j]), deviation_text(found[kind].deviations[j])}
        end
    end
    for _, one in ipairs(state.request.extras.terms) do
        rows[#rows + 1] = {one.name, "", number(terms[one.name].value), deviation_text(terms[one.name].deviation)}
    end
    return #rows > 0 and "<h2>Beside the links</h2>" .. table_of({"", "joint", "found", "deviation"}, rows) or ""
end

-- Of each parameter of each link whether it is known, and why.
local function parameter_table(estimate, state)
    local request, rows, told, of = state.request, {}, {}, {}
    local p, deviation = estimate:parameters(), estimate:deviation()
    for _, one in ipairs(estimate:unobserved()) do told[one.link .. "\0" .. one.parameter] = one end
    for i, link in ipairs(request.m:body_names()) do
        if not request.payload or request.payload == i then of[#of + 1] = {i, link} end
    end
    for _, one in ipairs(of) do
        local i, link = one[1], one[2]
        local at = request.payload and 0 or 10 * i - 10
        for k, name in ipairs(words.list) do
            local open = told[link .. "\0" .. name]
            local standing = request.fixed[i] and "given" or not open and "known" or open.kept and "not observed: prior kept"
                or "known only with others"
            rows[#rows + 1] = {
                link, name, open and open.kept and "" or number(p[at + k]),
                deviation[at + k] < math.huge and number(deviation[at + k]) or "",
                number(request.said[10 * i - 10 + k]), standing, not request.payload and open and (request.base:why(link, name)) or "",
            }
        end
    end
    local heads = {"link", "parameter", request.payload and "of the payload" or "found", "deviation", "in the file", "standing", "why"}
    return "<div class=\"known\">" .. table_of(heads, rows) .. "</div>"
end

local function correlations(estimate)
    local rows = {}
    for i, one in ipairs(estimate:correlations(5)) do rows[i] = {one.first, one.second, ("%.3f"):format(one.correlation)} end
    return #rows > 0 and "<h2>What depends most on each other</h2>" .. table_of({"", "", "correlation"}, rows) or ""
end

-- The 3D view of the model found, and faintly that of before, as a frame; where it cannot be made, why.
local function frame(estimate, state)
    local path, problem = disk.temporary ""
    if not path then return "<p>" .. escaped(problem) .. "</p>" end
    local file <close> = setmetatable({}, {__close = function() os.remove(path) end}) -- luacheck: ignore 211
    local made, reason = errors.try(view, estimate:model(), {path = path, open = false, ghost = state.request.m, title = state.request.m:name()})
    local text = made and disk.read(path, 256)
    if not text then return ("<p>No 3D view: %s</p>"):format(escaped(errors.what(reason))) end
    return ("<p>Solid: as found. Faint rings: as the file has it. Where links have shapes of their own, “Inertia” shows the ellipsoids.</p>"
        .. "<iframe title=\"The robot in three dimensions\" sandbox=\"allow-scripts\" srcdoc=\"%s\"></iframe>"):format(page.escape(text))
end

-- ---- the page -------------------------------------------------------------------------------------------------------

local STYLE <const> = [[
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
pre { white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9em; }
th, td { text-align: left; vertical-align: top; padding: 0.15rem 0.8rem 0.15rem 0; border-bottom: 1px solid #8884; }
figure { margin: 1rem 0; } figcaption { font-size: 0.85em; }
svg { max-width: 100%; height: auto; }
iframe { width: 100%; height: 36rem; border: 1px solid #8886; }
@media (max-width: 44rem) { /* each parameter in lines of its own */
    .known table, .known tbody { display: block; }
    .known tr { display: flex; flex-wrap: wrap; border-bottom: 1px solid #8884; padding: 0.3rem 0; }
    .known th, .known td:empty { display: none; }
    .known td { box-sizing: border-box; border: 0; flex: 1 0 28%; overflow-wrap: anywhere; }
    .known td:nth-child(1) { flex-basis: 60%; font-weight: 600; }
    .known td:nth-child(5) { flex-basis: 38%; }
    .known td:nth-child(6), .known td:nth-child(7) { flex-basis: 100%; }
    .known td:nth-child(3)::before { content: "found "; }
    .known td:nth-child(4)::before { content: "\b1  "; }
    .known td:nth-child(5)::before { content: "in the file "; }
}
]]

-- Scripts run in the frame of the view alone, which has this policy of its page and its own.
local POLICY <const> = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"

local function text_of(estimate, state)
    local m = state.request.m
    local title = ("Identification of %s"):format(m:name())
    local parts = {
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        ("<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">"):format(POLICY),
        ("<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>"):format(escaped(title), STYLE, escaped(title)),
        ("<pre>%s</pre>"):format(page.escape(tostring(estimate))), "<h2>Torques</h2>", residuals(state), plots(state),
    }
    if not state.request.payload then
        parts[#parts + 1] = "<h2>What the torques tell</h2>" .. base_table(estimate, state) .. correlations(estimate)
            .. beside_the_links(estimate, state)
    end
    parts[#parts + 1] = "<h2>What is known, and why</h2>" .. parameter_table(estimate, state)
    parts[#parts + 1] = "<h2>The links, before and after</h2>" .. frame(estimate, state)
    parts[#parts + 1] = ("<p>Made by rigid %s.</p>\n</body>\n</html>\n"):format(escaped(core.version))
    return table.concat(parts, "\n")
end

function report.write(estimate, state, path)
    local _ <close> = inner.locale.plain()
    arguments.at("report", 1):file_path(path)
    local written, problem = disk.write(path, text_of(estimate, state))
    if not written then arguments.raise(("cannot write %s: %s"):format(path, problem)) end
    return estimate
end

return report
