-- Runs the `rigid` program as a person or another program would: with arguments, through pipes, at a terminal (a pty made
-- by script of util-linux), under signals. The program is the one that runs these specs, if it is one (a sanitized build
-- is then tested itself), or what RIGID_PROGRAM names, else ./rigid.
local program = {}

local function quote(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function read_file(path)
    local file = assert(io.open(path, "rb"))
    local text = file:read "a"
    file:close()
    return text
end

local function write_file(path, text)
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
end

local function lines_of(text)
    local lines = {}
    for line in (text .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
    return lines
end

local function shell(command)
    local file = assert(io.popen(command, "r"))
    local text = file:read "a"
    local _, how, code = file:close()
    return text, how == "signal" and 128 + code or code
end

local running = shell "readlink /proc/$PPID/exe":gsub("%s+$", "")
program.path = os.getenv "RIGID_PROGRAM" or running:find "/rigid$" and running or shell "pwd":gsub("%s+$", "") .. "/rigid"

-- Call body with a new empty directory, and clear it away in the end, whatever happens.
function program.in_directory(body)
    local directory = shell "mktemp -d":gsub("%s+$", "")
    local ok, err = pcall(body, directory)
    os.execute("rm -rf " .. quote(directory))
    if not ok then error(err, 0) end
end

program.quote, program.read_file, program.write_file, program.lines_of, program.shell = quote, read_file, write_file, lines_of, shell

-- The command line, with its environment. Variables that would change what a program of Lua does are cleared.
local function command_line(options)
    local words = {"env", "-u", "LUA_INIT", "-u", "LUA_INIT_5_4", "-u", "LUA_INIT_5_5"}
    for _, setting in ipairs(options.environment or {}) do table.insert(words, quote(setting)) end
    table.insert(words, quote(options.program or program.path))
    for _, word in ipairs(options) do table.insert(words, quote(word)) end
    return table.concat(words, " ")
end

-- Run the program with the arguments options[1..]; options.input comes through a pipe, or from a file if options.file is
-- set; options.environment is a list of NAME=value. Returns what it wrote to standard output, to standard error, and its
-- exit code.
function program.run(options)
    local out, err, code
    program.in_directory(function(directory)
        local line = command_line(options) .. " 2>" .. directory .. "/err"
        if options.input then
            write_file(directory .. "/in", options.input)
            line = options.file and line .. " <" .. directory .. "/in" or "cat " .. directory .. "/in | " .. line
        else
            line = line .. " </dev/null"
        end
        out, code = shell("cd " .. quote(options.directory or ".") .. "; " .. line)
        err = read_file(directory .. "/err")
    end)
    return out, err, code
end

-- Run a script that writes "ready" to its standard output when Ctrl-C may come, interrupt it, and return as above. What
-- Ctrl-C does not stop ends after half a minute of computing. options: program and environment as for run.
function program.interrupt(script, options)
    local out, err, code
    program.in_directory(function(directory)
        write_file(directory .. "/script.lua", script)
        local line = ([[(ulimit -t 30; exec %s %s >%s/out 2>%s/err) & pid=$!
            for i in $(seq 600); do grep -qs ready %s/out && break; sleep 0.05; done
            kill -INT $pid; wait $pid; echo $?]]):format(
            command_line(options or {}), directory .. "/script.lua", directory, directory, directory)
        code = tonumber((shell(line)))
        out, err = read_file(directory .. "/out"), read_file(directory .. "/err")
    end)
    return out, err, code
end

-- Whether script can make a terminal here.
function program.has_terminal()
    local _, code = shell "script -qec true /dev/null </dev/null >/dev/null 2>&1"
    return code == 0
end

-- Whether the program finds lua-readline.
function program.has_readline()
    return program.run {"-e", "pcall(require, 'readline')", environment = {"HOME=/nowhere"}}:find "^true" ~= nil
end

local session = {}
session.__index = session

-- What the terminal has shown so far, without escape sequences and carriage returns.
function session:screen()
    return (read_file(self.log):gsub("\27%[[%d;?]*[%a@]", ""):gsub("\r", ""))
end

-- Wait until what was shown since the last call holds the text, and step past it.
function session:expect(text)
    for _ = 1, 600 do
        local screen = self:screen()
        local _, last = screen:find(text, self.seen + 1, true)
        if last then
            self.seen = last
            return
        end
        os.execute "sleep 0.05"
    end
    error(("waited in vain for %q; the terminal shows\n%s"):format(text, self:screen()), 2)
end

-- Type.
function session:send(text)
    self.keyboard:write(text)
    self.keyboard:flush()
end

-- Open the program at a terminal, with a fresh place for its history at session.state, and call body with the session.
-- options as for run; the terminal has options.columns and options.lines, 80 and 24 unless given. Readline frees nothing at its end, so that a leak detector would speak of it.
function program.at_terminal(options, body)
    program.in_directory(function(directory)
        local environment = {"TERM=xterm", "HOME=" .. directory, "XDG_STATE_HOME=" .. directory .. "/state",
            "XDG_CONFIG_HOME=" .. directory .. "/config", "INPUTRC=/dev/null", "LC_ALL=C.UTF-8", "PAGER=cat", "NO_COLOR=1", "ASAN_OPTIONS=detect_leaks=0",
            table.unpack(options.environment or {})}
        -- exec, so that no shell between us and the program hears Ctrl-C too and reports its own death for the program's end.
        local size = ("stty cols %d rows %d; "):format(options.columns or 80, options.lines or 24)
        local line = size .. "exec " .. command_line {environment = environment, program = options.program, table.unpack(options)}
        local log = directory .. "/log"
        write_file(log, "")
        local keyboard = assert(io.popen(("script -qefc %s %s >/dev/null 2>&1"):format(quote(line), log), "w"))
        local opened = setmetatable({log = log, seen = 0, keyboard = keyboard, state = directory .. "/state"}, session)
        local ok, err = pcall(body, opened)
        if not ok then opened:send "\3\4\4" end -- out of a lesson, too
        local _, _, code = keyboard:close()
        if not ok then error(err, 0) end
        if options.code then assert(code == options.code, "exit code " .. tostring(code)) end
    end)
end

return program
