-- The pages that `make doc` builds: Lua coloured and linked, formulas found, headings named, links checked; and the pages
-- themselves, built once into a folder of their own: every name of the reference has its place and can be searched for, every
-- link leads somewhere, nothing is loaded from elsewhere, and the search answers in a browser.

local build = require "tools.doc.build"
local formulas = require "tools.doc.formulas"
local highlight = require "tools.doc.highlight"
local html = require "tools.doc.html"
local links = require "tools.doc.links"
local markdown = require "tools.doc.markdown"
local names = require "tools.doc.names"
local program = require "spec.support.program"
local reference = require "rigid.prompt.reference"
local signatures = require "tools.doc.signatures"

local obstacle = build.obstacle()

-- ---- pieces ---------------------------------------------------------------------------------------------------------

describe("the anchor of a heading", function()
    it("is what GitHub makes of it", function()
        local seen = {}
        assert.equal("from-lua-and-from-c", html.slug("From Lua, and from C", seen))
        assert.equal("two-commands", html.slug("Two commands", seen))
        assert.equal("two-commands-1", html.slug("Two commands", seen))
        assert.equal("mshiftp_pq", html.slug("M:shift(p_PQ)", seen))
        assert.equal("ω-and-v", html.slug("ω and v", seen))
    end)
end)

describe("an address", function()
    it("leads from one page to another", function()
        assert.equal("../reference/Twist.html", html.relative("doc/models.html", "reference/Twist.html"))
        assert.equal("models.html", html.relative("doc/notation.html", "doc/models.html"))
        assert.equal("../models.html", html.relative("doc/lessons/01.html", "doc/models.html"))
        assert.equal("doc/models.html", html.relative("index.html", "doc/models.html"))
        assert.equal("../../", html.relative("doc/lessons/01.html", ""))
        assert.equal("doc/x.md", html.normal "doc/lessons/../x.md")
        assert.is_nil(html.normal "doc/../../x")
    end)
end)

describe("coloured Lua", function()
    it("keeps every letter of the code", function()
        for _, path in ipairs { "examples/01_tour.lua", "examples/07_meshes.lua", "lua/rigid/files/urdf/entries.lua", "tools/doc/highlight.lua" } do
            local code = assert(html.read(path))
            assert.equal(code, html.text(highlight.lua(code)))
        end
        assert.equal("a < b -- & \"c\n", html.text(highlight.code("a < b -- & \"c\n", "c")))
        assert.equal("make # <all>", html.text(highlight.code("make # <all>", "sh")))
        assert.equal("> 1 < 2\ntrue", html.text(highlight.code("> 1 < 2\ntrue", "text")))
    end)

    it("tells comments, outputs, strings, numbers and keywords", function()
        local marked = highlight.lua "local x = 0x1F + 1.5e-3 .. 'it\\'s' --> 3\n-- end\ns = [==[ ]] ]==]"
        for _, piece in ipairs {
            '<span class="k">local</span>', '<span class="d">0x1F</span>', '<span class="d">1.5e-3</span>',
            [[<span class="s">'it\'s'</span>]], '<span class="o">--&gt; 3</span>', '<span class="c">-- end</span>',
            '<span class="s">[==[ ]] ]==]</span>',
        } do
            assert.truthy(marked:find(piece, 1, true), piece .. "\n" .. marked)
        end
        assert.falsy(highlight.lua("a[b[1]]"):find "class=\"s\"")
    end)

    it("links the names of the reference, and no others", function()
        local known = names.of(reference.read())
        local function find(...) return known:find(...) end
        local function address(code) return highlight.lua(code, find):match 'href="([^"]*)"' end
        assert.equal("reference/SpatialInertia.html", address "a = rigid.SpatialInertia()")
        assert.equal("reference/SpatialInertia.html#SpatialInertia.solid_box", find("SpatialInertia", ".", "solid_box", true))
        assert.equal("reference/rigid.html#rigid.load", address "rigid.load 'x'")
        assert.equal("reference/Model.html#Model:inverse_dynamics", address "robot:inverse_dynamics(q)")
        assert.equal("reference/SpatialInertia.html#SpatialInertia:shift", address "M:shift(p)")
        assert.equal("reference/index.html#shift", address "thing:shift(p)")
        assert.equal("reference/Twist.html", address "V = Twist{}")
        assert.is_nil(address "shift = 1; x.load = 2; s = 'Twist' -- Twist")
        assert.is_nil(address "my.Twist()")
    end)
end)

describe("formulas", function()
    it("are found outside of code, and only where dollars hold one", function()
        local list = {}
        local text = formulas.take("a $x_1$ and `$y$`, costs 5$ or $6\n\n$$\\frac{1}{2}\nx$$\n\n```lua\nprint \"$z$\"\n```\nthen $ no$ but $w$.", list)
        assert.same({ "i x_1", "d \\frac{1}{2} x", "i w" }, list)
        assert.truthy(text:find("`$y$`", 1, true) and text:find('print "$z$"', 1, true) and text:find("5$ or $6", 1, true))
        assert.truthy(text:find("a zFORMULA1z and", 1, true) and text:find("zFORMULA3z.", 1, true))
    end)

    it("do not reach over paragraphs", function()
        local list = {}
        formulas.take("one $a\n\nb$ two", list)
        assert.same({}, list)
    end)

    it("are typeset, and what cannot be is named", function()
        if obstacle then return pending(obstacle) end
        local typeset = formulas.typeset { "i \\dot q", "d M = \\begin{bmatrix} m & 0 \\\\ 0 & I \\end{bmatrix}" }
        assert.equal(2, #typeset)
        assert.truthy(typeset[1]:find "katex" and typeset[1]:find "<math")
        assert.truthy(typeset[2]:find "katex%-display")
        local ok, message = pcall(formulas.typeset, { "i \\nosuchcommand{" })
        assert.is_false(ok)
        assert.truthy(message:find("nosuchcommand", 1, true))
    end)
end)

describe("a signature", function()
    it("says how a thing is called", function()
        local by_name = {}
        for _, entry in ipairs(reference.read()) do by_name[entry.name] = entry end
        assert.equal("SpatialInertia:shift(p_PQ) → SpatialInertia", signatures.list(by_name["SpatialInertia:shift"])[1])
        assert.equal("SpatialInertia.solid_cube{mass?, density?, length} → SpatialInertia",
            (signatures.list(by_name["SpatialInertia.solid_cube"])[1]))
        assert.equal("Twist + SpatialMotion → Twist", signatures.operation("add(SpatialMotion): Twist", "Twist"))
        assert.equal("-Twist → Twist", signatures.operation("unm: Twist", "Twist"))
    end)
end)

-- ---- the link check -------------------------------------------------------------------------------------------------

describe("the check of links in texts", function()
    local function complaints(text, others)
        others = others or {}
        others["doc/a.md"] = text
        local list, count = links.sources({ "doc/a.md" }, function(path) return others[path] end)
        return list, count
    end

    it("finds what leads nowhere, with file and line", function()
        assert.same({ "doc/a.md:3: the link b.md leads nowhere" }, complaints "# A\n\nsee [b](b.md)\n")
        assert.same({ "doc/a.md:1: there is no heading #x in doc/a.md" }, complaints "[x](#x)\n")
        assert.same({ "doc/a.md:1: the link ../../up leads out of the checkout" }, complaints "[x](../../up)\n")
        assert.same({ "doc/a.md:1: the link p.png leads nowhere" }, complaints "![a picture](p.png)\n")
        assert.same({ "doc/a.md:1: there is no heading #no in b.md" }, complaints("[x](../b.md#no)\n", { ["b.md"] = "# Yes\n" }))
        assert.equal(1, #complaints '<img src="none.png">\n')
    end)

    it("is content with what is there, and looks into no code", function()
        local list, count = complaints("[b](../b.md#on-b) [s](#a-1) [w](https://example.org/x)\n\n# A\n\n# A\n\n`[c](none)`\n\n```\n[d](none)\n```\n",
            { ["b.md"] = "# On `b`\n" })
        assert.same({}, list)
        assert.equal(3, count)
    end)

    it("holds for this checkout", function()
        local list, count = links.sources(links.markdown_files())
        assert.same({}, list)
        assert.is_true(count > 15)
    end)
end)

describe("the check of links in pages", function()
    it("finds broken ones, doubled anchors, and what would be loaded from elsewhere", function()
        program.in_directory(function(folder)
            local function complaints(page)
                html.write(folder .. "/a.html", page)
                return (links.built(folder))
            end
            local a = folder .. "/a.html"
            assert.same({}, complaints '<p id="x"><a href="#x">x</a> <a href="a.html#x">y</a> <a href="https://example.org">z</a></p>')
            assert.same({ a .. ": b.html leads nowhere" }, complaints '<a href="b.html">x</a>')
            assert.same({ a .. ": there is no #y" }, complaints '<p id="x"><a href="#y">x</a></p>')
            assert.same({ a .. ": two elements have the id x" }, complaints '<p id="x"></p><p id="x"></p>')
            assert.same({ a .. ": it loads https://example.org/s.js from elsewhere" }, complaints '<script src="https://example.org/s.js"></script>')
            assert.same({ a .. ": it loads //example.org/s.css from elsewhere" }, complaints '<link rel="stylesheet" href="//example.org/s.css">')
            assert.same({ a .. ": p.png leads nowhere" }, complaints '<img alt="p" src="p.png">')
            html.write(folder .. "/s.css", "a { background: url(https://example.org/p.png) }")
            assert.equal(1, #complaints "<p></p>")
        end)
    end)
end)

-- ---- the pages ------------------------------------------------------------------------------------------------------

describe("the pages", function()
    if obstacle then
        it("are built", function() pending(obstacle) end)
        return
    end
    local folder, said

    setup(function()
        folder = program.shell "mktemp -d":gsub("%s+$", "")
        said = build.pages(folder .. "/doc")
    end)
    teardown(function() os.execute("rm -rf " .. program.quote(folder)) end)

    local function page(path) return assert(html.read(folder .. "/doc/" .. path)) end

    it("have every name of the reference at its place, with its example and errors", function()
        local entries, missing = reference.read(), {}
        for _, entry in ipairs(entries) do
            if entry.name ~= "rigid" then
                local text = page(("reference/%s.html"):format(entry.class or "rigid"))
                local at = entry.kind == "class" and 1 or text:find(('<h3 id="%s">'):format(entry.name), 1, true)
                local body = at and html.text(text:sub(at):match "^(.-)</section>" or text:sub(at)) or ""
                local function lacks(words) return words and not body:find(words, 1, true) end
                if not at or lacks(entry.example) or lacks(entry.errors and entry.errors:sub(2, 40)) or lacks(entry.source and entry.source:match "^[^\n]*") then
                    missing[#missing + 1] = entry.name
                end
            end
        end
        assert.same({}, missing)
        assert.equal(#entries - 1, said.names)
    end)

    it("can be searched for every name, and for the words of the guide", function()
        local index = page "assets/index.js"
        for _, entry in ipairs(reference.read()) do
            assert.truthy(entry.name == "rigid" or index:find(('["%s",'):format(entry.name), 1, true), entry.name)
        end
        for _, topic in ipairs(reference.topics()) do
            assert.truthy(index:find(("#%s"):format(html.slug(topic.name, {})), 1, true), topic.name)
        end
        for _, source in ipairs(links.markdown_files()) do
            local heading = ("\n" .. html.read(source)):match "\n#+ ([%w ]+)\n"
            assert.truthy(not heading or index:find(('["%s",'):format(heading), 1, true), source .. ": " .. tostring(heading))
        end
        assert.falsy(index:find "</script")
    end)

    it("lead somewhere with every link, and load nothing from elsewhere", function()
        local complaints, count, pages = links.built(folder .. "/doc")
        assert.same({}, complaints)
        assert.equal(said.pages, pages)
        assert.is_true(count > 5000 and pages > 40)
    end)

    it("show examples with what they print", function()
        local text = html.text(page "examples/10_tumbling.html")
        assert.truthy(text:find(html.read("examples/expected/10_tumbling.txt"), 1, true))
        assert.truthy(text:find('local rigid = require "rigid"', 1, true))
    end)

    it("have no formula left as it was typed, and no placeholder, nor has what is searched", function()
        assert.falsy(html.read(folder .. "/doc/assets/index.js"):find "zFORMULA")
        for path in io.popen("find " .. folder .. "/doc -name '*.html'"):lines() do
            local text = html.read(path)
            assert.falsy(text:find "zFORMULA", path)
            assert.falsy(text:find "katex%-error", path)
            assert.falsy(text:find "%%%(%a+%)", path)
        end
    end)

    it("say of a function what else there is, and where it is written", function()
        local text = page "reference/SpatialInertia.html"
        local section = text:match '<h3 id="SpatialInertia:shift">.-</section>'
        local file, line = section:match 'Code: <a href="%.%./files/([^"]*)%.html#L%d+">src/bind/inertia%.c:(%d+)</a>'
        assert.equal("src/bind/inertia.c", file)
        local number = 0
        for code in io.lines(file) do
            number = number + 1
            if number == tonumber(line) then assert.truthy(code:find("static int shift(lua_State *L)", 1, true), code) end
        end
        assert.truthy(page("files/" .. file .. ".html"):find(('<a id="L%s"></a>'):format(line), 1, true))
        assert.truthy(section:find('See also: <a class="ref" href="RotationalInertia.html#RotationalInertia:shift">', 1, true))
        assert.truthy(section:find('href="../doc/lessons/', 1, true), section)
        assert.truthy(page "reference/Log.html":match '<h3 id="Log:plot">.-</section>':find("rigid.html#rigid.plot", 1, true))
    end)

    it("have the version, and titles that are no names of files", function()
        local version = html.read "include/rigid/numbers.h":match 'RIGID_VERSION "([^"]*)"'
        for path in io.popen("find " .. folder .. "/doc/doc " .. folder .. "/doc/examples -name '*.html'"):lines() do
            assert.truthy(html.read(path):find("<footer>rigid " .. version .. "</footer>", 1, true), path)
        end
        assert.truthy(page "examples/09_gz_inertial.html":find("<h1>09. gz Inertial</h1>", 1, true))
        assert.truthy(page "examples/06_slotine_li_trap.html":find("<h1>06. The Slotine-Li trap</h1>", 1, true))
    end)

    -- The contrast of two colours [WCAG 2.2, relative luminance].
    local function contrast(a, b)
        local function light(colour)
            local sum = 0
            for k, weight in ipairs {0.2126, 0.7152, 0.0722} do
                local x = tonumber(colour:sub(2 * k, 2 * k + 1), 16) / 255
                sum = sum + weight * (x <= 0.04045 and x / 12.92 or ((x + 0.055) / 1.055) ^ 2.4)
            end
            return sum
        end
        local x, y = light(a), light(b)
        return (math.max(x, y) + 0.05) / (math.min(x, y) + 0.05)
    end

    it("can be read: every colour of letters on every ground, 4.5 to 1", function()
        local themes = 0
        for block in html.read "tools/doc/assets/style.css":gmatch "(%-%-ground: #%x+;.-)color%-scheme" do
            local colour = {}
            for name, value in block:gmatch "%-%-(%w+): (#%x%x%x%x%x%x)" do colour[name] = value end
            if colour.ink then
                themes = themes + 1
                for _, ground in ipairs {"ground", "raised", "code"} do
                    for _, letters in ipairs {"ink", "soft", "accent", "k", "s", "d", "c", "o"} do
                        local found = contrast(colour[letters], colour[ground])
                        assert(found >= 4.5, ("theme %d: %s on %s is %.2f"):format(themes, letters, ground, found))
                    end
                end
            end
        end
        assert.equal(3, themes)
    end)

    it("are the same when they are built again", function()
        build.pages(folder .. "/again")
        local differences = program.shell(("diff -r %s/doc %s/again | head -5"):format(folder, folder))
        assert.equal("", differences)
    end)

    it("are searched as one types, in a browser", function()
        local found, browser = pcall(require, "spec.support.browser")
        local missing = not found and "no browser can be driven" or browser.obstacle()
        if missing then return pending(missing) end
        local window = browser.start(1280, 900)
        finally(function() window:close() end)
        window:open(folder .. "/doc/doc/models.html")
        local function results(word)
            return window:run([[
                const box = document.getElementById("ui:search");
                box.focus();
                box.value = arguments[0];
                box.dispatchEvent(new Event("input"));
                const list = document.getElementById("ui:results");
                return [list.hidden, ...[...list.querySelectorAll("b")].map((b) => b.textContent)];
            ]], word)
        end
        assert.truthy(results("criticize")[2]:find ":criticize$")
        assert.equal("rigid.load", results("rigid.load")[2])
        assert.equal("Model:inverse_dynamics", results("INVERSE_dyn")[2])
        local inertias = table.concat(results "inertia", " ", 2, 4)
        assert.truthy(inertias:find("SpatialInertia RotationalInertia", 1, true), inertias)
        assert.equal("Model:simulate", results("simul")[2])
        assert.is_true(#results "passive factor" > 1)
        assert.same({ false }, results "zzxqqy")
        assert.same({ true }, results "")
        results "Twist:exp"
        window:run [[document.getElementById("ui:search").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"}))]]
        local title, hash
        for _ = 1, 100 do
            title, hash = window:title(), window:run "return decodeURIComponent(location.hash)"
            if title:find "^Twist" then break end
            os.execute "sleep 0.05"
        end
        assert.same({ "Twist · rigid", "#Twist:exp" }, { title, hash })
        assert.truthy(window:run [[return document.getElementById("Twist:exp").getBoundingClientRect().top < 300]])
        local function ground() return window:run "return getComputedStyle(document.body).backgroundColor" end
        local before = ground()
        window:run [[document.getElementById("ui:theme").click()]]
        assert.are_not.equal(before, ground())
        assert.is_true(window:run [[
            let got = null;
            Object.defineProperty(navigator, "clipboard", {value: {writeText: (text) => { got = text; return Promise.resolve(); }}});
            const block = document.querySelector("pre.code");
            block.parentElement.querySelector("button.copy").click();
            return got === block.textContent && got.length > 10 && getComputedStyle(document.querySelector("article p a")).textDecorationLine === "underline";
        ]])
        assert.same({}, window:complaints())
    end)
end)

describe("Markdown", function()
    it("becomes a page with anchors, links to pages, coloured code and notes for the search", function()
        if obstacle then return pending(obstacle) end
        local site = {
            address = function(_, target) return (target:gsub("%.md", ".html")) end,
            picture = function(_, target) return "pictures/" .. target end,
            find = function() end,
            find_text = function(_, text) return text == "rigid.load" and "reference/rigid.html#rigid.load" or nil end,
        }
        local plain = markdown.convert "# One `x`\n\nText & [link](b.md#c), `rigid.load`, [`rigid.load`](z.md).\n\n## Two\n\n![what](p.svg)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```lua\nlocal x = 1 < 2\n```\n"
        local page, headings = markdown.finish(plain, "a.md", site)
        assert.same({ "one-x", "two" }, { headings[1].id, headings[2].id })
        for _, piece in ipairs {
            '<h1 id="one-x">', '<a href="b.html#c">', '<a class="ref" href="reference/rigid.html#rigid.load"><code>rigid.load</code></a>',
            '<a href="z.html"><code>rigid.load</code></a>', '<figure><img src="pictures/p.svg" alt="what" /><figcaption>what</figcaption></figure>',
            '<div class="table"><table>', '<span class="k">local</span> x = <span class="d">1</span> &lt; <span class="d">2</span>',
        } do
            assert.truthy(page:find(piece, 1, true), piece .. "\n" .. page)
        end
        local sections = markdown.sections(page)
        assert.same({ "One x", "Two" }, { sections[1].title, sections[2].title })
        assert.truthy(sections[1].text:find("Text & link", 1, true))
    end)
end)
