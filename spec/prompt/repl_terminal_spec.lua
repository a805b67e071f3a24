-- The prompt at a real terminal.
local program = require "spec.support.program"

describe("at a terminal", function()
    local has_terminal = program.has_terminal()
    local has_readline = program.has_readline()

    -- A spec that needs a terminal, and perhaps lua-readline.
    local function at(what, needs_readline, body)
        it(what, function()
            if not has_terminal then return pending "script can make no terminal here" end
            if needs_readline and not has_readline then return pending "lua-readline is not installed" end
            body()
        end)
    end

    -- The same for both sources of lines.
    local PLAIN = {"LUA_INIT=package.preload.readline = function() error 'none' end"}
    for source, environment in pairs {["edited lines"] = {}, ["plain lines"] = PLAIN} do
        local edited = source == "edited lines"

        at("it greets, shows, and leaves by Ctrl-D (" .. source .. ")", edited, function()
            program.at_terminal({environment = environment, code = 0}, function(session)
                session:expect "Ctrl-D ends"
                session:expect "> "
                session:send "20 + 22\n"
                session:expect "\n42\n"
                session:expect "> "
                session:send "x = {\n"
                session:expect ".. "
                session:send "7}\n"
                session:expect "> "
                session:send "x\n"
                session:expect "\n{7}\n"
                session:expect "> "
                session:send "\4"
            end)
        end)

        at("Ctrl-C stops what runs and keeps the session (" .. source .. ")", edited, function()
            program.at_terminal({environment = environment, code = 0}, function(session)
                session:expect "> "
                session:send "x = 5\n"
                session:expect "> "
                for _, loop in ipairs {"while true do end", "coroutine.wrap(function() while true do end end)()",
                    "while true do pcall(function() while true do end end) end"} do
                    session:send("print 'ready' " .. loop .. "\n")
                    session:expect "\nready\n"
                    session:send "\3"
                    session:expect "\ninterrupted\n"
                    session:expect "> "
                end
                session:send "x + 1\n"
                session:expect "\n6\n"
                session:expect "> "
                session:send "\4"
            end)
        end)

        at("Ctrl-C drops the line, or the lines, typed so far (" .. source .. ")", edited, function()
            program.at_terminal({environment = environment, code = 0}, function(session)
                session:expect "> "
                session:send "x = {\n"
                session:expect ".. "
                session:send "abc"
                session:expect "abc"
                session:send "\3"
                session:expect "> "
                session:send "6 * 7\n"
                session:expect "\n42\n"
                session:expect "> "
                session:send "\4"
            end)
        end)

        at("what was typed is in the history of the next session (" .. source .. ")", edited, function()
            program.at_terminal({environment = environment, code = 0}, function(session)
                session:expect "> "
                session:send "first = 1\n"
                session:expect "> "
                session:send "first = 1\n"
                session:expect "> "
                session:send "first + 41\n"
                session:expect "\n42\n"
                assert.equal("first = 1\nfirst + 41\n", program.read_file(session.state .. "/rigid/history"))
                session:send "exit\n"
            end)
        end)
    end

    at("Tab completes, also in the middle of a line", true, function()
        program.at_terminal({code = 0}, function(session)
            session:expect "> "
            session:send "M = SpatialInertia.uni\t()\n"
            session:expect "unitary()\n"
            session:expect "> "
            session:send "20*M:mas\t()\n"
            session:expect "\n20.0\n"
            session:expect "> "
            session:send "M:shift_\t{1, 2, 3}:co\t\t"
            session:expect "com_moment"
            session:send "m()\n"
            session:expect "\nVec3(-1, -2, -3)\n"
            session:expect "> "
            session:send "M:mas() == 1\1\27[C\27[C\27[C\27[C\27[C\t\n" -- back to where mas ends, then Tab
            session:expect "\ntrue\n"
            session:send "\4"
        end)
    end)

    at("the arrows bring back old lines, of this session and of the last", true, function()
        program.in_directory(function(directory)
            assert(os.execute("mkdir -p " .. directory .. "/rigid"))
            program.write_file(directory .. "/rigid/history", "40 + 2\n")
            program.at_terminal({code = 0, environment = {"XDG_STATE_HOME=" .. directory}}, function(session)
                session:expect "> "
                session:send "\27[A\n"
                session:expect "40 + 2"
                session:expect "\n42\n"
                session:expect "> "
                session:send "\27[A\1 -\n"
                session:expect "\n-38\n"
                session:expect "> "
                session:send "\4"
            end)
        end)
    end)

    at("no history is no error where its directory cannot be", false, function()
        program.at_terminal({code = 0, environment = {"XDG_STATE_HOME=/dev/null/nowhere"}}, function(session)
            session:expect "> "
            session:send "20 + 22\n"
            session:expect "\n42\n"
            session:send "exit\n"
        end)
    end)
end)
