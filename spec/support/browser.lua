-- A headless Chromium, driven as a person would drive it: chromedriver is started at a port of its own choosing and spoken
-- to over HTTP with curl [W3C WebDriver]. WebGL is drawn in software. Everything that is started is ended, by its own
-- process number, whatever happens, and its files go with it.
local program = require "spec.support.program"

local browser = {}

local shell, quote = program.shell, program.quote

local function has(command)
    local _, code = shell(("command -v %s >/dev/null 2>&1"):format(command))
    return code == 0
end

local function json() return require "dkjson" end

local FLAGS <const> = {
    "--headless=new", "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--disable-extensions",
    "--disable-default-apps", "--hide-scrollbars", "--mute-audio", "--no-default-browser-check",
    -- nothing is to be asked of any network: every name but our own machine's leads nowhere
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
}

local Page = {}
Page.__index = Page

-- One request to the driver; what it answers, or an error with its words.
local function request(page, method, path, body)
    local name = page.directory .. "/request"
    program.write_file(name, body and json().encode(body) or "{}")
    local data = method == "POST" and ("-H 'Content-Type: application/json' --data-binary @%s"):format(quote(name)) or ""
    local text = shell(("curl -s --noproxy '*' --max-time 120 -X %s %s http://127.0.0.1:%d%s"):format(method, data, page.port, path))
    local answer = json().decode(text)
    if type(answer) ~= "table" then error(("the driver answers %q to %s"):format(text, path), 3) end
    local value = answer.value
    if type(value) == "table" and value.error then error(("%s: %s"):format(value.error, (value.message or ""):match "^[^\n]*"), 3) end
    return value
end

function Page:command(method, path, body) return request(self, method, ("/session/%s%s"):format(self.session, path), body) end

-- Run JavaScript with the arguments given, and return what it returns.
function Page:run(script, ...)
    return self:command("POST", "/execute/sync", {script = script, args = setmetatable({...}, {__jsontype = "array"})})
end

function Page:open(path)
    self:command("POST", "/url", {url = "file://" .. path})
end

function Page:title() return self:command("GET", "/title") end

-- A picture of the page, as the bytes of a PNG.
function Page:screenshot()
    local text, alphabet = self:command("GET", "/screenshot"), {}
    local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for i = 1, 64 do alphabet[letters:byte(i)] = i - 1 end
    return (text:gsub("(.)(.)(.)(.)", function(...)
        local bits, bytes = 0, 3
        for _, letter in ipairs {...} do
            local value = alphabet[letter:byte()]
            if not value then bytes = bytes - 1 end
            bits = bits << 6 | (value or 0)
        end
        return string.char(bits >> 16 & 255, bits >> 8 & 255, bits & 255):sub(1, bytes)
    end))
end

-- What the page complained of since the last call: a list of messages of errors and warnings.
function Page:complaints()
    local list = {}
    for _, entry in ipairs(self:command("POST", "/se/log", {type = "browser"})) do
        local expected = entry.message:find "GPU stall due to ReadPixels" -- of software drawing, when we look at its pixels
        if (entry.level == "SEVERE" or entry.level == "WARNING") and not expected then list[#list + 1] = entry.level .. ": " .. entry.message end
    end
    return list
end

-- Press and release a mouse button at a place of the page.
function Page:click(x, y)
    local function act(list)
        return {type = "pointer", id = "mouse", parameters = {pointerType = "mouse"}, actions = list}
    end
    x, y = math.floor(x + 0.5), math.floor(y + 0.5)
    self:command("POST", "/actions", {actions = {act {
        {type = "pointerMove", duration = 0, x = x, y = y}, {type = "pointerDown", button = 0}, {type = "pointerUp", button = 0},
    }}})
end

-- Drag from one place to another.
function Page:drag(x, y, to_x, to_y)
    self:command("POST", "/actions", {actions = {{type = "pointer", id = "mouse", parameters = {pointerType = "mouse"}, actions = {
        {type = "pointerMove", duration = 0, x = x, y = y}, {type = "pointerDown", button = 0},
        {type = "pointerMove", duration = 60, x = to_x, y = to_y}, {type = "pointerUp", button = 0},
    }}}})
end

-- Press and release a key, by its character (WebDriver's code for those without one).
function Page:press(key)
    self:command("POST", "/actions", {actions = {{type = "key", id = "keys", actions = {{type = "keyDown", value = key}, {type = "keyUp", value = key}}}}})
end

-- "dark" or "light", as the reader's system is.
function Page:prefer(scheme)
    self:command("POST", "/goog/cdp/execute", {cmd = "Emulation.setEmulatedMedia", params = {features = {{name = "prefers-color-scheme", value = scheme}}}})
end

-- The size of what is seen, in pixels.
function Page:resize(width, height)
    self:command("POST", "/goog/cdp/execute", {cmd = "Emulation.setDeviceMetricsOverride", params = {
        width = width, height = height, deviceScaleFactor = 1, mobile = false,
    }})
end

local function running(pid)
    local _, code = shell(("kill -0 %d 2>/dev/null"):format(pid))
    return code == 0
end

-- End a process that we started: asked to first, made to after five seconds.
local function stop(pid)
    if not pid or not running(pid) then return end
    os.execute(("kill %d 2>/dev/null"):format(pid))
    for _ = 1, 50 do
        if not running(pid) then return end
        os.execute "sleep 0.1"
    end
    os.execute(("kill -9 %d 2>/dev/null"):format(pid))
end

-- The driver and all that it starts are a session of their own. When the process that runs the specs is gone, however that came, a watcher
-- ends them and takes their directory away.
local START <const> = [[
    cd %s || exit
    setsid chromedriver --port=0 >log 2>&1 </dev/null &
    driver=$! specs=$PPID
    setsid sh -c 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done
        kill -0 "$2" && { pkill -s "$2"; sleep 1; pkill -9 -s "$2"; rm -rf "$PWD"; }' watcher "$specs" "$driver" >/dev/null 2>&1 </dev/null &
    echo $driver]]

local function start_driver(page)
    local log = page.directory .. "/log"
    page.driver = tonumber((shell(START:format(quote(page.directory)))))
    for _ = 1, 200 do
        local port = program.read_file(log):match "started successfully on port (%d+)"
        if port then
            page.port = tonumber(port)
            return
        end
        os.execute "sleep 0.05"
    end
    error("chromedriver does not start:\n" .. program.read_file(log))
end

local function start_session(page)
    local flags = table.move(FLAGS, 1, #FLAGS, 1, {})
    flags[#flags + 1] = "--user-data-dir=" .. page.directory .. "/profile"
    local value = request(page, "POST", "/session", {capabilities = {alwaysMatch = {
        browserName = "chrome", ["goog:chromeOptions"] = {args = flags}, ["goog:loggingPrefs"] = {browser = "ALL"},
    }}})
    page.session, page.process = value.sessionId, value.capabilities["goog:processID"]
end

-- Start a browser; page:close() ends it.
function browser.start(width, height)
    local page = setmetatable({directory = shell "mktemp -d":gsub("%s+$", "")}, Page)
    local ok, problem = pcall(function()
        start_driver(page)
        start_session(page)
        page:resize(width or 1280, height or 800)
    end)
    if not ok then
        page:close()
        error(problem, 0)
    end
    return page
end

function Page:close()
    if self.session then pcall(self.command, self, "DELETE", "") end
    stop(self.process)
    stop(self.driver)
    os.execute("rm -rf " .. quote(self.directory))
end

Page.__close = Page.close

local function why_none()
    if not has "chromedriver" or not has "chromium" then return "chromium and chromium-driver are not installed" end
    if not has "curl" then return "curl is not installed" end
    if not pcall(require, "dkjson") then return "lua-dkjson is not installed" end
    local ok, draws = pcall(function()
        local page <close> = browser.start()
        return page:run "return document.createElement('canvas').getContext('webgl') !== null"
    end)
    if not ok then return "chromium does not start here: " .. tostring(draws):match "^[^\n]*" end
    return not draws and "chromium draws no WebGL here" or nil
end

local obstacle

-- Nil, or why there is no browser here. A browser is started once to see. The whole suite leaves it to `make browser`, which
-- would else try the same twice in `make check`.
function browser.obstacle()
    if os.getenv "RIGID_BROWSER" == "later" then return "a browser's specs are make browser's" end
    if obstacle == nil then obstacle = why_none() or false end
    return obstacle or nil
end

return browser
