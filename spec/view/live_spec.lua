-- A live view: what it answers and refuses over HTTP, what the session and the page tell each other, and that it goes with the session.
local program = require "spec.support.program"
local rigid = require "rigid"
local views = require "spec.support.views"

local shell, quote = program.shell, program.quote

local absent = views.lacking or not pcall(require, "socket.core") and "lua-socket is not installed"

local function live_it(name, body)
    it(name, function()
        if absent or not shell "command -v curl":find "curl" then return pending(absent or "curl is not installed") end
        return body()
    end)
end

-- What curl gets meanwhile: the status and the text.
local function asked(view, words)
    local path = os.tmpname()
    os.execute(("(curl -s --noproxy '*' -m 10 -w '\\n%%{http_code}' %s >%s 2>&1; echo done >>%s) &"):format(words, path, path))
    local text
    for _ = 1, 400 do
        view:wait(0.02)
        text = program.read_file(path)
        if text:find "\ndone\n$" or text:find "done\n$" then break end
    end
    os.remove(path)
    local body, status = text:match "^(.*)\n(%d+)done\n$"
    return tonumber(status), body
end

describe("a live view", function()
    live_it("serves its page to who has its address, and to no page from elsewhere", function()
        local view <close> = rigid.view(views.pendulum(), {live = true, open = false})
        assert.truthy(view.url:find "^http://127%.0%.0%.1:%d+/" and #view.url:match "/(%x+)/$" == 32)
        local status, text = asked(view, view.url)
        assert.equal(200, status)
        assert.truthy(text:find("connect-src 'self'", 1, true) and text:find('"live":true', 1, true))
        local root = view.url:match "^http://[^/]+/"
        for _, case in ipairs {
            {404, root}, {404, root .. ("0"):rep(32) .. "/"}, {404, view.url .. "nothing"}, {404, view.url .. "../q"},
            {403, "-H 'Host: elsewhere.example' " .. view.url}, {403, "-H 'Origin: http://elsewhere.example' -d '[1]' " .. view.url .. "q"},
            {403, "-H 'Origin: null' -d '[1]' " .. view.url .. "q"},
            {400, "-d '[1,2]' " .. view.url .. "q"}, {400, "-d nonsense " .. view.url .. "q"}, {400, "-d '[\"1\"]' " .. view.url .. "q"},
            {400, "-H 'Content-Length: x' -d '[1]' " .. view.url .. "q"}, {400, "-d '[1e999]' " .. view.url .. "q"},
            {413, "-H 'Expect:' -H 'Content-Length: 99999999' -d '[1]' " .. view.url .. "q"}, {413, ("-H 'A: %s' "):format(("a"):rep(20000)) .. view.url},
            {404, "-X DELETE " .. view.url .. "q"},
        } do
            assert.equal(case[1], (asked(view, case[2])), case[2]:sub(1, 100))
        end
        assert.same({0}, view.q:table())
        assert.equal(204, (asked(view, "-d '[0.25]' " .. view.url .. "q")))
        assert.same({0.25}, view.q:table())
        assert.equal(nil, rawget(_G, "q")) -- of a script's globals it takes none
        assert.truthy(tostring(view):find("while view:wait() goes on", 1, true)) -- where no prompt waits for keys
    end)

    live_it("listens on the loopback alone", function()
        local view <close> = rigid.view(views.pendulum(), {live = true, open = false})
        local port = tonumber(view.url:match ":(%d+)/")
        local found = false
        for line in io.lines "/proc/net/tcp" do
            local address, number, remote = line:match "^%s*%d+: (%x+):(%x+) (%x+):"
            if number and tonumber(number, 16) == port and remote == "00000000" then
                assert.equal("0100007F", address)
                found = true
            end
        end
        assert.truthy(found)
    end)

    live_it("outlasts who says nothing, half of something, or leaves", function()
        local view <close> = rigid.view(views.pendulum(), {live = true, open = false})
        local socket, list = require "socket.core", {}
        local port = tonumber(view.url:match ":(%d+)/")
        for i = 1, 12 do
            list[i] = socket.tcp4()
            list[i]:connect("127.0.0.1", port)
            if i % 3 == 1 then list[i]:send "GET /" elseif i % 3 == 2 then list[i]:send "\0\1\2\r\n\r\n" end
        end
        view:wait(0.05)
        for i = 1, 6 do list[i]:close() end
        assert.equal(200, (asked(view, view.url)))
        for i = 7, 12 do list[i]:close() end
    end)

    live_it("has room for one more, whoever says nothing", function()
        local view <close> = rigid.view(views.pendulum(), {live = true, open = false})
        local socket, list = require "socket.core", {}
        for i = 1, 60 do
            list[i] = socket.tcp4()
            list[i]:connect("127.0.0.1", tonumber(view.url:match ":(%d+)/"))
            view:wait(0.001)
        end
        assert.equal(200, (asked(view, view.url)))
        for _, one in ipairs(list) do one:close() end
    end)

    live_it("goes on where somebody connects on and on", function()
        local server = require "rigid.view.http".open(function() return 404 end)
        local real, taken = server.listener, 0
        server.listener = {accept = function()
            taken = taken + 1
            assert(taken < 10000, "no end of it")
            return {
                settimeout = function() end, close = function() end, getfd = function() return real:getfd() end,
                receive = function() return nil, "timeout", "" end, send = function() return nil, "timeout", 0 end,
            }
        end}
        server:poll()
        assert.truthy(taken >= 1 and taken <= 64, taken)
        real:close()
    end)

    live_it("lets go who listens and takes nothing", function()
        local server, socket = require "rigid.view.http".open(function() return "stream" end), require "socket.core"
        local page = socket.tcp4()
        page:connect("127.0.0.1", server.port)
        page:send(("GET /%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"):format(server.token, server.port))
        for _ = 1, 100 do server:sleep(0.01) end
        assert.equal(1, (server:watchers()))
        local text = ("x"):rep(1 << 20)
        for _ = 1, 200 do server:tell("log", text) end
        assert.equal(0, (server:watchers()))
        page:close()
        server:close()
    end)

    live_it("is not left to what the session starts", function()
        local function sockets() return select(2, shell("ls -l /proc/self/fd"):gsub("socket:", "")) end
        local before = sockets()
        local view <close> = rigid.view(views.pendulum(), {live = true, open = false})
        local client <close> = setmetatable({one = require "socket.core".tcp4()}, {__close = function(c) c.one:close() end})
        client.one:connect("127.0.0.1", tonumber(view.url:match ":(%d+)/"))
        view:wait(0.05)
        assert.equal(before + 1, sockets()) -- the client's own
    end)

    live_it("tells the page what is written into its q, and is where the page is after a run", function()
        local m = views.pendulum()
        local view <close> = rigid.view(m, {live = true, open = false})
        view.q[1] = 0.375
        assert.truthy(select(2, asked(view, view.url)):find('"start":[0.375]', 1, true))
        view.q = rigid.Vector {0.5}
        assert.truthy(select(2, asked(view, view.url)):find('"start":[0.5]', 1, true))
        view.q = "nothing"
        assert.equal(200, (asked(view, view.url)))
        view:show {0.5}
        m:simulate {q = {1.25}, duration = 0.01, dt = 0.001}
        assert(math.abs(view.q[1] - 1.25) < 0.1, tostring(view.q))
        assert.falsy(select(2, asked(view, view.url)):find('"start":[0.5]', 1, true))
    end)

    live_it("is waited for until nobody looks on any more, and not only loads it anew", function()
        local view <close> = rigid.view(views.pendulum(), {live = true, open = false})
        local path = os.tmpname()
        local get = "curl -s --noproxy '*' -o /dev/null -m 0.5 " .. view.url .. "events"
        os.execute(("(%s; sleep 0.4; %s; echo twice >%s) &"):format(get, get, path))
        view:wait()
        assert.equal("twice\n", program.read_file(path))
        os.remove(path)
    end)

    live_it("is gone when it is closed, and says so", function()
        local view = rigid.view(views.pendulum(), {live = true, open = false})
        local url = view.url
        view:close():close()
        local _, code = shell(("curl -s --noproxy '*' -m 3 %s"):format(quote(url)))
        assert.equal(7, code) -- refused
        assert.equal("live view of 'pendulum', closed", tostring(view))
        assert.error_matches(function() view:show {1} end, "the view is closed")
    end)

    live_it("is served while the prompt waits for a key, which is as quick as ever, and sets q", function()
        if not program.has_terminal() or not program.has_readline() then return pending "lua-readline is not installed" end
        program.at_terminal({}, function(session)
            session:expect "> "
            session:send 'm = rigid.Model{name = "p"}; m:add_body{name = "rod", joint = "revolute", inertia = SpatialInertia.unitary()}\r'
            session:send "view = rigid.view(m, {live = true, open = false}); print(view.url)\r"
            session:expect "http://"
            session:expect "/\n"
            local url = session:screen():match "http://127%.0%.0%.1:%d+/%x+/"
            session:send "11 +" -- in the midst of a line
            session:expect "11 +"
            assert.equal("200", shell("curl -s --noproxy '*' -m 20 -o /dev/null -w '%{http_code}' " .. url))
            assert.equal("204", shell("curl -s --noproxy '*' -m 20 -w '%{http_code}' -d '[0.625]' " .. url .. "q"))
            session:send " 31\r"
            session:expect "42"
            session:send "q, view.q == q\r"
            session:expect "(0.625)"
            session:expect "true"
            session:send "q = 'mine'\r"
            session:send "5 * 5\r"
            session:expect "25"
            assert.equal("204", shell("curl -s --noproxy '*' -m 20 -w '%{http_code}' -d '[0.5]' " .. url .. "q"))
            session:send "q, view.q\r"
            session:expect "mine"
            session:expect "(0.5)"
            local path = os.tmpname()
            os.execute(("(curl -s -N --noproxy '*' -m 20 %sevents >%s 2>&1) &"):format(url, path))
            session:send "while view:watchers() == 0 do view:wait(0.05) end; view:watchers()\r"
            session:expect "1\n"
            session:send "\4"
            for _ = 1, 200 do
                if program.read_file(path):find "event: end" then break end
                os.execute "sleep 0.05"
            end
            assert.truthy(program.read_file(path):find "event: end") -- whoever looks on is told
            os.remove(path)
            for _ = 1, 100 do
                if select(2, shell("curl -s --noproxy '*' -m 3 -o /dev/null " .. url)) == 7 then break end
                os.execute "sleep 0.05"
            end
            assert.equal(7, select(2, shell("curl -s --noproxy '*' -m 3 -o /dev/null " .. url))) -- gone with the session
        end)
    end)

    it("refuses what is none", function()
        if absent then return pending(absent) end
        local m = views.pendulum()
        assert.error_matches(function() rigid.view(m, {live = 1}) end, "field 'live': true or false expected, got 1")
        assert.error_matches(function() rigid.view(m, {live = true, path = "x.html"}) end, "a live view is served, not written")
        local view <close> = rigid.view(m, {live = true, open = false})
        assert.error_matches(function() view:show {1, 2} end, "bad argument #1 to 'show'")
        assert.error_matches(function() view:play(7) end, "bad argument #1 to 'play' %(Log, or")
        assert.error_matches(function() view:play() end, "bad argument #1 to 'play' %(Log expected, got nil")
        assert.error_matches(function() view:arrow {} end, "bad argument #1 to 'arrow' %(one of force")
        assert.error_matches(function() view:wait(-1) end, "bad argument #1 to 'wait'")
        m:add_body {name = "more", parent = "rod", joint = "revolute"}
        assert.error_matches(function() view:show {1, 2} end, "the model has nq = 2 now, and the view shows it with 1")
    end)

    it("names the package where there is no three.js, before anything is served", function()
        if absent then return pending(absent) end
        local out, err = program.run {"-e", "local m = Model{} m:add_body{name='a'} print(pcall(rigid.view, m, {live = true, open = false}))",
            environment = {"RIGID_THREE=/nowhere"}}
        assert.truthy((out .. err):find("apt-get install libjs-three", 1, true), out .. err)
    end)

    it("names the package where there is no LuaSocket", function()
        if views.lacking then return pending(views.lacking) end
        local out, err, code = program.run {
            "-e", "package.preload['socket.core'] = function() error 'none' end; local m = rigid.Model{}; rigid.view(m, {live = true})",
        }
        assert.equal("", out)
        assert.truthy(code ~= 0 and err:find("apt-get install lua-socket", 1, true), err)
    end)
end)

describe("rigid view --live", function()
    live_it("serves the robot, shows what its script makes, and ends when nobody looks on any more", function()
        program.in_directory(function(directory)
            program.write_file(directory .. "/fall.lua", "return model:simulate{duration = 0.1, dt = 0.05}\n")
            local shown = shell(([[cd %s; { %s view --live --no-open --run fall.lua %s >said 2>&1; echo "code $?" >>said; } &
                k=0; until grep -q http: said || [ $k -gt 100 ]; do sleep 0.05; k=$((k+1)); done
                url=$(sed -n 's/.*\(http:[^ ,]*\).*/\1/p' said)
                k=0; until curl -s --noproxy '*' -m 10 "$url" | grep -q '"log":{' || [ $k -gt 100 ]; do sleep 0.05; k=$((k+1)); done
                [ $k -le 100 ] && echo "it has its motion"
                curl -s --noproxy '*' -m 1 "${url}events"; wait; cat said]]):format(directory, quote(program.path), quote(shell "pwd":gsub("%s+$", "") .. "/spec/models/arm7.urdf")))
            assert.truthy(shown:find("it has its motion", 1, true), shown)
            assert.truthy(shown:find("live view of 'arm7': http://127.0.0.1:", 1, true) and shown:find("code 0", 1, true), shown)
        end)
        local _, err, code = program.run {"view", "--live", "-o", "x.html", "spec/models/arm7.urdf"}
        assert.truthy(code == 2 and err:find("can not be used together", 1, true), err)
    end)
end)

describe("a live view in a browser", function()
    local suite = views.browsing {setup = setup, teardown = teardown, it = it, pending = pending}

    -- A session in a process of its own: it serves its view, and runs what is written into a file for it.
    local SESSION <const> = [[
        local directory = arg[1]
        m = rigid.Model{name = "pendulum"}
        m:add_body{
            name = "rod", joint = {type = "revolute", name = "hinge", axis = {0, 1, 0}},
            inertia = SpatialInertia.thin_rod_about_end{mass = 1, length = 1, axis = {0, 0, -1}},
        }
        view = rigid.view(m, {live = true, open = false})
        local function write(name, text)
            local file <close> = io.open(directory .. "/new", "w")
            file:write(text)
            file:close()
            os.rename(directory .. "/new", directory .. "/" .. name)
        end
        write("url", view.url)
        while true do
            view:wait(0.05)
            local file = io.open(directory .. "/command")
            if file then
                local text = file:read "a"
                file:close()
                os.remove(directory .. "/command")
                write("result", tostring((assert(load(text))())))
            end
        end
    ]]

    local function awaited(path)
        for _ = 1, 4000 do -- however busy the machine
            local file = io.open(path)
            if file then
                local text = file:read "a"
                file:close()
                os.remove(path)
                return text
            end
            os.execute "sleep 0.05"
        end
        error("nothing comes at " .. path)
    end

    suite.it("follows the session, and the session its sliders; a simulation is seen while it runs", function()
        if absent then return end
        local directory, run = suite.directory, suite.run
        program.write_file(directory .. "/session.lua", SESSION)
        local pid = tonumber((shell(("timeout 100 %s %s/session.lua %s >%s/said 2>&1 & echo $!"):format(program.path, directory, directory, directory))))
        local _ <close> = setmetatable({}, {__close = function() os.execute(("kill %d 2>/dev/null"):format(pid)) end})
        local function session(text)
            program.write_file(directory .. "/command.new", text)
            os.rename(directory .. "/command.new", directory .. "/command")
            local result = awaited(directory .. "/result")
            os.execute "sleep 0.1"
            return result
        end
        suite.page:command("POST", "/url", {url = awaited(directory .. "/url")})
        for _ = 1, 100 do
            if run "return document.getElementById('live').textContent" == "live" then break end
            os.execute "sleep 0.05"
        end
        assert.equal("1", session "return view:watchers()")
        session "view:show{0.75}"
        assert.same({0.75}, run "return rigid.configuration()")
        run [[
            const slider = document.querySelector('#joints input[aria-label="hinge"]');
            slider.value = -1.25;
            slider.dispatchEvent(new Event("input"));
        ]]
        os.execute "sleep 0.3"
        assert.equal("-1.25", session "return view.q[1]")
        session "view:arrow{point = {0, 0, 0}, force = {0, 0, 3}}:arrow{body = 'rod', torque = {0, 1, 0}}"
        assert.same({{point = {0, 0, 0}, vector = {0, 0, 3}}}, run "return rigid.arrows('force')")
        session "view:arrow()"
        assert.same({}, run "return rigid.arrows('force')")
        run "window.seen = []; (function look() { seen.push(rigid.configuration()[0]); setTimeout(look, 20); })()"
        session [[
            local began = os.clock()
            m:simulate{q = {1}, duration = 100, dt = 0.001, controller = function()
                local now = os.clock()
                while now - began < 2 and os.clock() - now < 1e-3 do end -- long enough to be looked at
                return {0}
            end}
        ]]
        local different, count = {}, 0
        for _, x in ipairs(run "return seen") do
            if not different[x] then different[x], count = true, count + 1 end
        end
        assert.truthy(count > 5, count .. " pictures of a simulation")
        assert.equal("51", session "log = m:simulate{q = {0.5}, duration = 0.5, dt = 0.01} view:play(log) return #log")
        os.execute "sleep 0.2"
        run "rigid.pause(); rigid.time(0.25)"
        assert.equal(false, run "return document.getElementById('timeline').hidden")
        assert.near(tonumber(session "return (log:sample(0.25)[1])"), run "return rigid.configuration()[0]", 1e-6)
        program.write_file(directory .. "/command", "view:close() os.exit(0, true)")
        for _ = 1, 100 do
            if run "return document.getElementById('live').textContent" ~= "live" then break end
            os.execute "sleep 0.05"
        end
        assert.equal("the session has ended", run "return document.getElementById('live').textContent")
        suite.page:complaints() -- that nobody answers any more
    end)
end)
