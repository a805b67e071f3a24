-- Every page of the folder, as a telephone in the dark shows it; and every block of the guide, run where it stands by its own button: it
-- gives what stands behind it, an example what the program printed of it. The blocks of lessons are lessons_check's.
local browser = require "spec.support.browser"
local docs = require "spec.support.docs"
local program = require "spec.support.program"
local web = require "spec.support.web"

local why = browser.obstacle()

-- Blocks that cannot give in a page what they give in the program, by what they call.
local ELSEWHERE <const> = {
    [":write_c{"] = "a folder made by a command", [":compile{"] = "a compiler", ["rigid.save_session("] = "at a prompt there are entries to save",
}

local function elsewhere(text)
    for call in pairs(ELSEWHERE) do
        if text:find(call, 1, true) then return true end
    end
    return false
end

local function pages()
    local list = {}
    for path in program.shell(("find %s -name '*.html' | LC_ALL=C sort"):format(web.folder)):gmatch "[^\n]+" do list[#list + 1] = path end
    return list
end

local CODE <const> = "return [...document.querySelectorAll('.live-run')].map(button => button.nextElementSibling.dataset.code)"

local CLICK <const> = [[const i = arguments[0];
    return (async () => {
        const live = await rigidLive.prompt();
        await live.rest();
        live.session.widen(80);
        await live.rest();
        const from = live.terminal.log.childNodes.length;
        document.querySelectorAll(".live-run")[i].click();
        while (!rigidLive.ran.has(i)) await new Promise(next => setTimeout(next, 5));
        await live.rest();
        return [...live.terminal.log.childNodes].slice(from).filter(n => n.matches("pre:not(.typed)")).map(n => n.textContent).join("");
    })()]]

-- How far the page is wider than the screen; what covers a quarter of it, wherever one scrolls; and its ground's brightest colour.
local SEEN <const> = [[const covers = [...document.querySelectorAll("body *")].filter(node => getComputedStyle(node).position === "fixed")
        .filter(node => { const box = node.getBoundingClientRect(); return box.top < innerHeight && box.left < innerWidth && box.right > 0
            && box.width * box.height > innerWidth * innerHeight / 4; });
    return [document.documentElement.scrollWidth - innerWidth, covers.map(node => node.id || node.className).join(" "),
        Math.max(...[document.body, document.documentElement].map(node => getComputedStyle(node).backgroundColor.match(/[\d.]+/g).map(Number))
            .find(colour => colour[3] !== 0).slice(0, 3))];]]

describe("the folder of pages", function()
    if why then
        pending("is not tried: " .. why)
        return
    end

    it("has no page that is too wide, covered or complains, on a telephone in the dark", function()
        local page <close> = browser.start(390, 844)
        page:prefer "dark"
        local list = pages()
        for _, path in ipairs(list) do
            page:open(("%s/%s"):format(os.getenv "PWD", path))
            local over, covers, brightest = table.unpack(page:run(SEEN))
            assert.same({path, 0, ""}, {path, math.max(0, over), covers})
            assert.is_true(brightest < 100, path)
            assert.same({}, page:complaints(), path)
        end
        assert.is_true(#list > 150)
    end)

    local function run_blocks(page, path)
        page:open(("%s/%s"):format(os.getenv "PWD", path))
        page:command("POST", "/timeouts", {script = 300000})
        local example, answers = path:match "/examples/(%d%d_[%w_]+)%.html$", 0
        for i, text in ipairs(page:run(CODE)) do
            local said, at = web.plain(page:run(CLICK, i - 1)), 1
            local expected = example and {program.read_file("examples/expected/" .. example .. ".txt")} or docs.expected {code = program.lines_of(text)}
            for _, line in ipairs(elsewhere(text) and {} or expected) do
                local _, last = said:find((web.plain(line):gsub("%s+$", "")), at, true)
                assert.truthy(last, ("%s, block %d: '%s' is not in '%s'"):format(path, i, line, said))
                at, answers = last, answers + 1
            end
        end
        assert.same({}, page:complaints(), path)
        return answers
    end

    it("has blocks that give what stands behind them, each by its own button", function()
        local page, answers = browser.start(), 0
        local ok, problem = pcall(function()
            for _, path in ipairs(pages()) do
                if path:find "/doc/" and not path:find "/lessons/" and not path:find "/files/" then answers = answers + run_blocks(page, path) end
            end
        end)
        page:close()
        assert(ok, problem)
        print(("the blocks of the guide give %d answers"):format(answers))
        assert.is_true(answers > 900)
    end)

    it("offers no run where rigid's own sources are shown", function()
        local page <close> = browser.start()
        page:open(("%s/%s/doc/files/lua/rigid/plot/%s"):format(os.getenv "PWD", web.folder,
            program.shell(("ls %s/doc/files/lua/rigid/plot"):format(web.folder)):match "%S+"))
        assert.equal(0, #page:run(CODE))
    end)
end)
