-- What a screen of 80 x 24 shows: nothing twice, nothing cut within a word, nothing longer than it; and the pager.
local display = require "rigid.display"
local letters = require "rigid.display.letters"
local pager = require "rigid.prompt.pager"
local program = require "spec.support.program"
local render = require "rigid.prompt.render"
local help = require "rigid.prompt.help"
local rigid = require "rigid"
local values = require "rigid.display.values"

local SCREEN <const> = {digits = 6, unicode = true, width = 80, height = 24}

local function widest(text)
    local most = 0
    for line in text:gmatch "[^\n]+" do most = math.max(most, letters.length(line)) end
    return most
end

describe("a value on the screen", function()
    it("is there once: a vector that does not fit in a line stands below its heading", function()
        for n = 7, 12 do
            local numbers = {}
            for i = 1, n do numbers[i] = -0.1234567 - 0.01 * i end
            local text = values.text(rigid.Vector(numbers), SCREEN)
            assert.truthy(text:find("^Vector " .. n .. "\n"), text)
            assert(widest(text) <= 80, text)
            assert.equal(1, select(2, text:gsub("%-0%.14345[67]", "")), text)
        end
    end)

    it("shows the rounding of a zero as zero, and small numbers that are none", function()
        local noise = rigid.Vec3(6e-17, -1, 0)
        assert.equal("Vec3(0, -1, 0)", values.text(noise, SCREEN))
        assert.equal("Vec3(6e-17, 1e-17, 0)", values.text(rigid.Vec3(6e-17, 1e-17, 0), SCREEN))
        assert.equal("Vec3(1e-12, 1, 0)", values.text(rigid.Vec3(1e-12, 1, 0), SCREEN))
        assert.equal("Rotation\n  0  -1  0\n  1   0  0\n  0   0  1", values.text(rigid.Rotation.rpy(0, 0, math.pi / 2), SCREEN))
        assert.is_nil(values.text(rigid.Vector {-7.6e-17, -7.96247, 2, 3, 4, 5, 0.0315993, -1e-18, 1, 2, 3, 4.123456, 7.25}, SCREEN):find "%-0%.0+%f[%D]")
        assert.truthy(tostring(noise):find "6e%-17") -- tostring tells all
        assert.truthy(values.text(rigid.Transform(rigid.Rotation.rpy(0, 0, math.pi / 2), {1, 2, 3}), SCREEN):find "\n  0   0  1\n  position")
    end)

    it("of words is broken between them", function()
        local text = values.text(rigid.SpatialInertia {mass = 3.2, inertia = {1, 1, 1}}:diagnose(), SCREEN)
        assert(widest(text) <= 80 and text:find "\n  ", text)
        assert.equal("aa bb\n  cc dd", letters.fold("aa bb cc dd", 7))
        assert.equal("aa   bb cc dd", letters.fold("aa   bb cc dd", 7))
    end)

    it("that ends within a line leaves the next prompt, or what is wrong, a line of its own", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        program.at_terminal({code = 0}, function(terminal)
            terminal:expect "> "
            terminal:send "io.write('one', ' two')\n"
            terminal:expect "\none two\n"
            terminal:expect "> "
            terminal:send "io.write('a\\nb'); io.stdout:write '!'\n"
            terminal:expect "\na\nb!\n"
            terminal:expect "> "
            terminal:send "io.write 'cut' error 'short'\n"
            terminal:expect "\ncut\nshort\n"
            terminal:expect "> "
            terminal:send "\4"
        end)
        assert.equal("x2\n", (program.run {input = "io.write 'x'\n1 + 1\n"}))
    end)

    it("of many lines says how many are left", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        program.at_terminal({code = 0}, function(terminal)
            terminal:expect "> "
            terminal:send "('row\\n'):rep(100)\n"
            terminal:expect "... 80 lines more; print(_) shows all\n"
            terminal:send "\4"
        end)
    end)

    it("that is a plain table or a text is fitted", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        program.at_terminal({code = 0}, function(terminal)
            terminal:expect "> "
            terminal:send "t = {} for i = 1, 25 do t[i] = i * 1.5 end\n"
            terminal:expect "> "
            terminal:send "t\n"
            terminal:expect "\n{\n  1.5, 3.0, 4.5, 6.0, 7.5, 9.0, 10.5, 12.0, 13.5, 15.0, 16.5, 18.0, 19.5, 21.0,\n  22.5,"
            terminal:expect "36.0, 37.5\n}\n"
            terminal:expect "> "
            terminal:send "for i = 1, 3000 do t[i] = i * 1.5 end t\n"
            terminal:expect "90.0, ... 2940 more\n}\n"
            terminal:expect "> "
            terminal:send "('x'):rep(5000)\n"
            terminal:expect "... 3400 characters more; print(_) shows all\n"
            terminal:expect "> "
            terminal:send "for i = 1, 100 do t['k' .. i] = 'a row of its own, that is not short' end t\n"
            terminal:expect "more\n}\n"
            terminal:send "\4"
        end)
    end)

    it("through a pipe is whole", function()
        assert.equal(("x"):rep(5000), display.value(("x"):rep(5000)))
    end)
end)

describe("a text of help", function()
    it("is nowhere wider than the screen, but for names and strings that cannot be broken", function()
        local count, broad = 0, 0
        for _, entry in ipairs(help.entries()) do
            for line in render.entry(entry):gmatch "[^\n]+" do
                count = count + 1
                if letters.length(line) > render.width() then broad = broad + 1 end
            end
        end
        assert(count > 3000 and broad <= count / 500, broad .. " of " .. count)
        for _, topic in ipairs(help.topics()) do assert(widest(render.topic(topic)) <= render.width(), topic.name) end
    end)

    it("in a list is one line that ends", function()
        local cut, count = 0, 0
        for _, entry in ipairs(help.entries()) do
            if entry.text then
                local line = render.short(entry.text, 48)
                assert(letters.length(line) <= 48, line)
                count, cut = count + 1, cut + (line:find "%.%.%.$" and 1 or 0)
            end
        end
        assert(count > 400 and cut < count / 50, cut .. " of " .. count)
        assert.equal("Three numbers: a position, a direction.", render.short("Three numbers: a position, a direction, one half of a spatial vector.", 45))
    end)
end)

describe("what is wrong", function()
    it("is told in the letters that the terminal knows", function()
        if not program.has_terminal() then return pending "no terminal" end
        for locale, unit in pairs {["LC_ALL=C"] = "kg m^2", ["LC_ALL=C.UTF-8"] = "kg m²"} do
            program.at_terminal({code = 0, environment = {locale}}, function(terminal)
                terminal:expect "> "
                terminal:send "SpatialInertia{mass = 1, inertia = {1, 1, 3}}\n"
                terminal:expect(unit)
                terminal:expect "\n> "
                terminal:send "\4"
            end)
        end
    end)
end)

describe("a line that is typed", function()
    local RESET <const>, BLUE <const>, CYAN <const>, GREEN <const>, GREY <const> = "\27[0m", "\27[1;34m", "\27[36m", "\27[32m", "\27[90m"
    local YELLOW <const>, RED <const> = "\27[1;33m", "\27[1;31m"

    -- What the terminal shows, escapes and all, when that is typed and then dropped.
    local function typed(text, environment)
        local shown
        program.at_terminal({code = 0, environment = environment}, function(terminal)
            terminal:expect "> "
            terminal:send(text)
            terminal:expect(text)
            os.execute "sleep 0.2"
            terminal:send "\3"
            terminal:expect "^C"
            shown = program.read_file(terminal.log)
            terminal:send "\4"
        end)
        return shown
    end

    it("is in colours where the terminal has them, with the bracket that belongs to the one at the cursor", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        local shown = typed("for i = 1, 2 do f('a', [[b]]) end -- so", {"NO_COLOR="})
        assert.truthy(shown:find(BLUE .. "for" .. RESET .. " i = " .. CYAN .. "1" .. RESET .. ", " .. CYAN .. "2" .. RESET .. " " .. BLUE .. "do" .. RESET
            .. " f(" .. GREEN .. "'a'" .. RESET .. ", " .. GREEN .. "[[b]]" .. RESET .. ") " .. BLUE .. "end" .. RESET .. " " .. GREY .. "-- so" .. RESET, 1, true), shown)
        shown = typed("f({x), (y)", {"NO_COLOR="})
        assert.truthy(shown:find("f({x" .. RED .. ")" .. RESET .. ", " .. YELLOW .. "(" .. RESET .. "y" .. YELLOW .. ")" .. RESET, 1, true), shown)
    end)

    it("is plain where NO_COLOR says so, at a dumb terminal, beyond ASCII and where it takes several rows", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        assert.is_nil(typed("for i = 1, 2 do", {"NO_COLOR=1"}):find(BLUE, 1, true))
        assert.is_nil(typed("x = '" .. ("y"):rep(90), {"NO_COLOR="}):find(GREEN .. "'" .. ("y"):rep(75), 1, true))
        assert.is_nil(typed("?for", {"NO_COLOR="}):find(BLUE, 1, true))
        assert.is_nil(typed("for i = 1, 2 do", {"NO_COLOR=", "TERM=vt100"}):find(BLUE, 1, true))
    end)
end)

describe("the pager", function()
    it("is what PAGER says, else less where there is one, and none at a dumb terminal", function()
        local function command(environment, has_less)
            return pager.command(function(name) return environment[name] end, function() return has_less end)
        end
        assert.equal("LESSSECURE=1 less -R", command({TERM = "xterm"}, true))
        assert.is_nil(command({TERM = "xterm"}, nil))
        assert.equal("more", command({TERM = "xterm", PAGER = "more"}, true))
        assert.is_nil(command({TERM = "xterm", PAGER = "cat"}, true))
        assert.is_nil(command({TERM = "dumb"}, true))
        assert.equal(4, pager.height("a\n\n" .. ("x"):rep(81), 80))
    end)

    it("shows what is longer than the screen, and q comes back", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        if select(2, program.shell "command -v less") ~= 0 then return pending "less is not installed" end
        program.at_terminal({code = 0, environment = {"PAGER="}}, function(terminal)
            terminal:expect "> "
            terminal:send "?\n"
            terminal:expect "Rigid-body dynamics:"
            os.execute "sleep 0.3"
            assert.is_nil(terminal:screen():find("\nTopics", 1, true))
            terminal:send "q"
            terminal:send "6 * 7\n"
            terminal:expect "\n42\n"
            terminal:expect "> "
            terminal:send "?Vec3.dot\n" -- short: printed
            terminal:expect "--> 32.0\n> "
            terminal:send "\4"
        end)
    end)
end)
