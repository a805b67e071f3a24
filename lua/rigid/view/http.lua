-- As much of HTTP as a live view takes [RFC 9112], over LuaSocket: on the loopback only, at a port of the system's choosing, and
-- nothing without the token that stands first in every path, and none that another page's name leads here (Host, Origin). Nothing
-- blocks: server:poll() does what can be done now and returns. Streams are events of the server [HTML, 9.2].
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local close_on_exec <const> = debug.getmetatable(core).inner.files.close_on_exec

local http = {}

local CLIENTS <const>, STREAMS <const>, HEAD <const>, BODY <const> = 32, 24, 16384, 1 << 20
local PATIENCE <const>, HEARTBEAT <const> = 10, 15 -- s: for a request to come; between signs of life of a stream
local BACKLOG <const> = 64 << 20 -- bytes: a page that does not take what it is told is let go
local LULL <const> = 0.5 -- s: who asked just now may ask again, as a slider that is drawn

local Server = {}
Server.__index = Server

local function library()
    local found, socket = pcall(require, "socket.core")
    if not found then
        arguments.raise "a live view needs LuaSocket, and there is no Lua module 'socket.core'; on Debian, apt-get install lua-socket"
    end
    return socket
end

-- 128 bits of the system's randomness.
local function random_token()
    local file <close> = assert(io.open("/dev/urandom", "rb"))
    return (file:read(16):gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

-- answer(method, path, body) -> status, type, text, further headers; or "stream". path is what stands after the token.
function http.open(answer)
    local socket = library()
    local listener, problem = socket.tcp4()
    local ok = listener
    if ok then ok, problem = listener:bind("127.0.0.1", 0) end
    if ok then ok, problem = listener:listen(CLIENTS) end
    if not ok then arguments.raise("a live view cannot listen on 127.0.0.1: " .. tostring(problem)) end
    listener:settimeout(0)
    close_on_exec(listener:getfd()) -- a program that the session starts may outlive it
    local _, port = listener:getsockname()
    local server = {socket = socket, listener = listener, port = math.tointeger(port), token = random_token(), clients = {}, answer = answer}
    return setmetatable(server, Server)
end

function Server:url() return ("http://127.0.0.1:%d/%s/"):format(self.port, self.token) end
function Server:now() return self.socket.gettime() end

-- ---- what goes out --------------------------------------------------------------------------------------------------

local REASONS <const> = {[200] = "OK", [204] = "No Content", [400] = "Bad Request", [403] = "Forbidden", [404] = "Not Found", [413] = "Content Too Large",
    [500] = "Internal Server Error", [503] = "Service Unavailable"}

local HEADERS <const> = "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
    .. "X-Content-Type-Options: nosniff\r\n%sConnection: close\r\n\r\n"

local function put(client, text) client.out = client.out .. text end

local function reply(client, status, kind, text)
    put(client, HEADERS:format(status, REASONS[status], kind or "text/plain", ("Content-Length: %d\r\n"):format(#(text or ""))) .. (text or ""))
    client.ends = true
end

-- As much as the other side takes now; false once it is gone.
local function send(client)
    if client.out == "" then
        if client.latest then -- of what only the newest counts
            client.out, client.latest = client.latest, nil
        elseif client.ends then
            return false
        else
            return true
        end
    end
    local sent, problem, partly = client.socket:send(client.out)
    client.out = client.out:sub((sent or partly or 0) + 1)
    if problem and problem ~= "timeout" or client.stream and #client.out > BACKLOG then return false end
    return not (client.ends and client.out == "")
end

-- ---- what comes in --------------------------------------------------------------------------------------------------

-- method, target, headers by their names in small letters; nil where it is no request.
local function parse(head)
    local method, target, rest = head:match "^(%u+) (%S+) HTTP/1%.[01]\r\n(.*)$"
    if not method then return nil end
    local headers = {}
    for name, value in rest:gmatch "([%w%-]+):[ \t]*([^\r\n]*)\r\n" do headers[name:lower()] = value end
    return method, target, headers
end

-- Whether it was asked of this very address, and not by a page from elsewhere.
local function is_ours(server, headers)
    local here = ("127.0.0.1:%d"):format(server.port)
    return headers.host == here and (headers.origin == nil or headers.origin == "http://" .. here)
end

local function serve(server, client, method, target, headers, body)
    local path = target:match("^/" .. server.token .. "/(.*)$")
    if not is_ours(server, headers) then return reply(client, 403, nil, "this address is not served here\n") end
    if not path then return reply(client, 404, nil, "there is nothing here\n") end
    local ok, status, kind, text = pcall(server.answer, method, path, body)
    if not ok then return reply(client, 500, nil, ("this cannot be shown: %s\n"):format(tostring(status))) end
    if status ~= "stream" then return reply(client, status, kind, text) end
    if server:watchers() >= STREAMS then return reply(client, 503, nil, "too many pages look on already\n") end
    client.stream, client.heard = true, server:now()
    put(client, HEADERS:format(200, "OK", "text/event-stream", ""))
end

-- One request that is there as a whole is served; more of it is waited for.
local function take(server, client)
    local head, rest = client.input:match "^(.-\r\n)\r\n(.*)$"
    if #(head or client.input) > HEAD then return reply(client, 413) end
    if not head then return end
    local method, target, headers = parse(head)
    if not method then return reply(client, 400) end
    local length = math.tointeger(tonumber(headers["content-length"] or "0"))
    if not length or length < 0 then return reply(client, 400) end
    if length > BODY then return reply(client, 413) end
    if #rest < length then return end
    client.served = true
    serve(server, client, method, target, headers, rest:sub(1, length))
end

-- false once the other side is gone, or took too long. What comes after a request is not looked at.
local function receive(server, client)
    local text, problem, partly = client.socket:receive(65536)
    if problem == "closed" then return false end
    if client.served then return true end
    client.input = client.input .. (text or partly or "")
    take(server, client)
    return client.served or client.ends or server:now() - client.born < PATIENCE
end

-- Where all places are taken, the one who has said nothing whole for longest makes room.
local function make_room(server)
    for k, client in ipairs(server.clients) do
        if not client.served then
            client.socket:close()
            return table.remove(server.clients, k)
        end
    end
end

-- As many at a time as there are places: who connects on and on does not keep the session from its work.
local function accept(server)
    for _ = 1, CLIENTS do
        if #server.clients >= CLIENTS and not make_room(server) then return end
        local socket = server.listener:accept()
        if not socket then return end
        socket:settimeout(0)
        close_on_exec(socket:getfd())
        server.last = server:now()
        table.insert(server.clients, {socket = socket, input = "", out = "", born = server:now()})
    end
end

-- Do what can be done now.
function Server:poll()
    if not self.listener then return end
    accept(self)
    for k = #self.clients, 1, -1 do
        local client = self.clients[k]
        if client.stream and client.out == "" and self:now() - client.heard > HEARTBEAT then
            client.heard = self:now()
            put(client, ":\n\n")
        end
        if not receive(self, client) or not send(client) then
            client.socket:close()
            table.remove(self.clients, k)
        end
    end
end

-- Tell all streams of an event. Of one that is only the newest of its kind what was not sent yet is forgotten.
function Server:tell(event, text, newest)
    local said = ("event: %s\ndata: %s\n\n"):format(event, text)
    for _, client in ipairs(self.clients) do
        if client.stream and newest then
            client.latest = said
        elseif client.stream then
            put(client, (client.latest or "") .. said)
            client.latest = nil
        end
    end
    self:poll()
end

-- How many look on, and whether something is not sent yet.
function Server:watchers()
    local count, waiting = 0, false
    for _, client in ipairs(self.clients) do
        count, waiting = count + (client.stream and 1 or 0), waiting or client.out ~= "" or client.latest ~= nil
    end
    return count, waiting
end

-- Whether something is not sent yet, or somebody asked just now.
function Server:is_busy()
    if not self.listener then return false end
    local _, waiting = self:watchers()
    return waiting or self:now() - (self.last or -math.huge) < LULL
end

-- Sleep until something happens, or so many seconds.
function Server:sleep(seconds)
    local list, full = {self.listener}, {}
    for _, client in ipairs(self.clients) do
        list[#list + 1] = client.socket
        full[#full + 1] = client.out ~= "" and client.socket or nil
    end
    self.socket.select(list, full, seconds)
    self:poll()
end

function Server:close()
    if not self.listener then return end
    self:tell("end", "0")
    for _, client in ipairs(self.clients) do client.socket:close() end
    self.listener:close()
    self.listener, self.clients = nil, {}
end

return http
