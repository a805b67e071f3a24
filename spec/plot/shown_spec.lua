-- Where plots are shown: pictures at a terminal that takes them, and dots in Braille at one that does not.
local rigid = require "rigid"
local program = require "spec.support.program"
local plotted = require "spec.support.plotted"

local rows_of = plotted.rows_of

describe("a plot at a terminal", function()
    -- What a terminal is shown that answers so to what it can, by the program with those words.
    local function run(answer, words, files)
        local bytes
        program.in_directory(function(directory)
            for name, text in pairs(files or {}) do
                program.write_file(directory .. "/" .. name, text)
                os.execute("chmod +x " .. directory .. "/" .. name)
            end
            local command = ("PATH=%s:$PATH TERM=xterm LC_ALL=C.UTF-8 %s %s"):format(directory, program.quote(program.path), words)
            bytes = program.shell(([[cd %s; mkfifo keys; script -qfec %s shown <keys >/dev/null 2>&1 & exec 3>keys
                k=0; until grep -q 'AAAA' shown 2>/dev/null || [ $k -gt 20 ]; do sleep 0.05; k=$((k+1)); done
                grep -q 'AAAA' shown && printf %s >&3; wait; exec 3>&-; cat shown]]):format(directory, program.quote(command), program.quote(answer)))
        end)
        return bytes
    end

    local function shown(answer, code) return run(answer, "-e " .. program.quote(code)) end

    it("is a picture where the terminal answers that it shows them", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local kitty = shown("\\033_Gi=31;OK\\033\\\\\\033[?62;c", "rigid.plot{1, 2, 3}")
        assert.truthy(kitty:find "\27_Ga=T,f=100,m=1;iVBORw0KGgo" and kitty:find "\27_Gm=0;")
        local sixel = shown("\\033[?62;4;22c", "rigid.plot{1, 2, 3}")
        assert.truthy(sixel:find "\27P" and sixel:find "\27\\")
        local neither = shown("\\033[?62;22c", "rigid.plot{1, 2, 3}; rigid.plot{1, 2, 3}")
        assert.truthy(neither:find "└" and not neither:find "\27P")
        assert.equal(1, select(2, neither:gsub("AAAA", ""))) -- asked once
    end)

    it("is followed by the pictures of lessons, where what makes pixels of them is here", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local files = { ["rsvg-convert"] = "#!/bin/sh\nprintf '\\211PNG%s' \"$5\"\n", img2sixel = "#!/bin/sh\nprintf '\\033Pq'; cat; printf '\\033\\\\'\n" }
        local kitty = run("\\033_Gi=31;OK\\033\\\\\\033[?62;c", "-e " .. program.quote [[
            local render, page = require "rigid.lessons.render", require "rigid.lessons.page"
            local style = render.style {width = 78, colour = true, utf8 = true}
            print(table.concat(style:page {{kind = "picture", text = "A triangle", path = "pictures/05_triangle.svg"}}, "\n"))]], files)
        assert.truthy(kitty:find "\27_Ga=T,f=100,m=0;iVBOR" and kitty:find "A triangle" and not kitty:find "Picture:", kitty)
        local sixel = run("\\033[?62;4c", "-e " .. program.quote [[
            print("length", #require "rigid.display.graphics".of_file "a's.svg")]], files)
        assert.truthy(sixel:find("length\t" .. #"\27Pq\137PNGa's.svg\27\\", 1, true), sixel)
    end)

    it("asks for nothing where it is told what to be", function()
        if not program.has_terminal() then return pending "script of util-linux is not here" end
        local picture = shown("", "rigid.plot({1, 2, 3}, {braille = true}); rigid.plot({1, 2, 3}, {size = {60, 12}})")
        assert.truthy(not picture:find "AAAA" and picture:find "\xE2[\xA0-\xA3][\x80-\xBF]")
    end)
end)

describe("dots in Braille", function()
    it("have two by four places a character", function()
        local rows = rows_of(rigid.plot({ x = { 0, 1 }, y = { 0, 1 } }, { braille = true, text = true, size = { 60, 20 } }))
        local dots, last = 0, -1
        for k = #rows, 1, -1 do
            for _, code in utf8.codes(rows[k]) do
                for bit = 0, 7 do dots = dots + (code >= 0x2800 and code <= 0x28FF and code >> bit & 1 or 0) end
            end
            local at = rows[k]:find "\xE2[\xA0-\xA3]"
            if at and rows[k]:find "[│└]" then assert.is_true(at >= last) last = at end
        end
        assert.is_true(dots >= 90 and dots <= 110, dots) -- one for each of the columns
    end)
end)
