-- What of the lessons is kept from one session to the next.
local program = require "spec.support.program"

local quote, read_file, write_file, shell = program.quote, program.read_file, program.write_file, program.shell

-- Run a script about `p`, what is kept in that directory; what it says.
local function session(directory, script)
    local command = ("XDG_STATE_HOME=%s timeout 20 %s -e %s 2>&1 </dev/null; echo $?"):format(quote(directory), quote(program.path),
        quote('local p = require "rigid.lessons.progress" p.keep() ' .. script))
    local said, code = shell(command):match "^(.-)(%d+)\n$"
    assert.equal("0", code, said)
    return said
end

describe("the progress of lessons", function()
    it("is kept from session to session, a name to a line, in a directory that is made for it", function()
        program.in_directory(function(directory)
            session(directory .. "/state", 'p.finish "2.1" p.finish "10.2" p.finish "2.1"')
            assert.equal("10.2\n2.1\n", read_file(directory .. "/state/rigid/lessons"))
            assert.equal("true false", session(directory .. "/state", 'io.write(tostring(p.is_done "10.2"), " ", tostring(p.is_done "1.1"))'))
        end)
    end)

    it("loses nothing that a session beside it has kept, and leaves nothing beside the file", function()
        program.in_directory(function(directory)
            local other = ("local f = io.open(%q, 'w') f:write '3.3\\n' f:close() "):format(directory .. "/rigid/lessons")
            session(directory, 'p.finish "1.1" ' .. other .. 'p.finish "1.2"')
            assert.equal("1.1\n1.2\n3.3\n", read_file(directory .. "/rigid/lessons"))
            assert.equal("lessons\n", shell("ls -A " .. quote(directory .. "/rigid")))
        end)
    end)

    it("is as it was where it cannot be written", function()
        program.in_directory(function(directory)
            os.execute("mkdir " .. quote(directory .. "/rigid"))
            write_file(directory .. "/rigid/lessons", "1.1\n")
            session(directory, 'p.finish "1.2"')
            assert.equal("1.1\n1.2\n", read_file(directory .. "/rigid/lessons"))
            shell(("ulimit -f 0; XDG_STATE_HOME=%s %s -e %s 2>&1"):format(quote(directory), quote(program.path),
                quote 'local p = require "rigid.lessons.progress" p.keep() p.finish "1.3"'))
            assert.equal("1.1\n1.2\n", read_file(directory .. "/rigid/lessons"))
            assert.equal("lessons\n", shell("ls -A " .. quote(directory .. "/rigid")))
        end)
    end)

    it("waits for nobody where a pipe stands in its place", function()
        program.in_directory(function(directory)
            os.execute(("mkdir %s && mkfifo %s"):format(quote(directory .. "/rigid"), quote(directory .. "/rigid/lessons")))
            assert.equal("true", session(directory, 'p.finish "1.2" io.write(tostring(p.is_done "1.2"))'))
        end)
    end)
end)
