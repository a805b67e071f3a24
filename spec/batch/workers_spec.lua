-- The threads that wait for rows: as many as were asked for, for as long as the state lives; there for a process that was forked, for a
-- coroutine, and for what is left to do when the state is closed; and whoever sends them away has the same numbers.
local program = require "spec.support.program"

local BEGINNING <const> = [[
    local m = rigid.load "spec/models/arm7.urdf"
    local n <const> = 3000
    local Q, V = rigid.Matrix(n, 7), rigid.Matrix(n, 7)
    for i = 1, n do for k = 1, 7 do Q:set(i, k, math.sin(i * k)); V:set(i, k, math.cos(i + k)) end end
    local expected = m:forward_dynamics_batch(Q, V, V)
    local function tasks()
        local count, list = 0, assert(io.popen("ls /proc/" .. io.open("/proc/self/stat"):read "n" .. "/task"))
        for _ in list:lines() do count = count + 1 end
        list:close()
        return count
    end
    local function same(threads)
        local r = m:rollout {q = Q, v = V, duration = 0.004, method = "rk4", limits = false, friction = false, threads = threads, progress = false}
        local alone = m:rollout {q = Q, v = V, duration = 0.004, method = "rk4", limits = false, friction = false, progress = false}
        return m:forward_dynamics_batch(Q, V, V, {threads = threads}) == expected and r.q == alone.q and r.v == alone.v
    end
]]

local function said(script, options)
    options = options or {}
    options[1], options[2] = "-e", BEGINNING .. script
    local out, err, code = program.run(options)
    assert.equal("", err)
    assert.equal(0, code)
    return out
end

describe("the threads that wait", function()
    it("are as many as were asked for, and stay", function()
        if not io.open "/proc/self/stat" then return pending "no /proc here" end
        assert.equal("1\ntrue 3\ntrue 3\ntrue 5\ntrue 5\n", said [[
            print(tasks())
            for _, threads in ipairs {3, 2, 5, 4} do
                local ok = true
                for _ = 1, 20 do ok = ok and same(threads) end
                print(tostring(ok) .. " " .. tasks())
            end
        ]])
    end)

    it("are sent away once, by whoever can, and rows are computed without them", function()
        if not io.open "/proc/self/stat" then return pending "no /proc here" end
        assert.equal("true 3\ntrue 1\ntrue 1\nfalse\n", said [[
            print(tostring(same(3)) .. " " .. tasks())
            local theirs
            for key, value in pairs(debug.getregistry()) do
                local meta = type(key) == "userdata" and type(value) == "userdata" and debug.getmetatable(value)
                if meta and rawget(meta, "__gc") and not rawget(meta, "__name") then theirs = value end
            end
            local finish = debug.getmetatable(theirs).__gc
            for _ = 1, 2 do
                finish(theirs)
                print(tostring(same(3)) .. " " .. tasks())
            end
            print((pcall(finish, io.stdout)))
        ]])
    end)

    it("serve the coroutines of a state, and what it still does while it is closed", function()
        assert.equal("true\ntrue\ntrue\n", said [[
            local before = setmetatable({}, {__gc = function() print(same(4)) end}) -- ends after the threads do
            print(coroutine.wrap(function() return same(3) end)())
            local after = setmetatable({}, {__gc = function() print(same(2)) end}) -- and before
            keep = {before, after}
            os.exit(true, true)
        ]])
    end)

    it("are there for a process that was forked, and for its own", function()
        if select(2, program.shell "command -v cc") ~= 0 then return pending "no compiler here" end
        program.in_directory(function(directory)
            program.write_file(directory .. "/forks.c", [[
                #include <lauxlib.h>
                #include <sys/wait.h>
                #include <unistd.h>
                static int forks(lua_State *L) {
                    pid_t child = fork();
                    int status = 0;
                    if (child > 0 && waitpid(child, &status, 0) == child)
                        return lua_pushinteger(L, WIFEXITED(status) ? WEXITSTATUS(status) : -1), 1;
                    return lua_pushnil(L), 1;
                }
                int luaopen_forks(lua_State *L) { return lua_pushcfunction(L, forks), 1; }
            ]])
            local _, code = program.shell(("cc -shared -fPIC -I${LUA_INCDIR:-/usr/include/lua5.4} -o %s/forks.so %s/forks.c 2>&1"):format(directory, directory))
            if code ~= 0 then return pending "no headers of Lua here" end
            assert.equal("true\n7\ntrue\n7\ntrue\n", said([[
                io.stdout:setvbuf "no"
                local forks = require "forks"
                print(same(3))
                for _ = 1, 2 do
                    local status = forks()
                    if not status then -- the child's own children, too
                        local grandchild = forks()
                        if not grandchild then os.exit(same(3) and 3 or 1, true) end
                        os.exit(grandchild == 3 and same(3) and 7 or 1, true)
                    end
                    print(status)
                    if _ == 1 then print(same(3)) end
                end
                print(same(3))
            ]], {environment = {"LUA_CPATH=" .. directory .. "/?.so;;",
                "ASAN_OPTIONS=detect_leaks=0"}})) -- who looks for leaks in the child waits for its parent's threads there
        end)
    end)
end)
