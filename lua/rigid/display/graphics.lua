-- Pictures in the terminal, where it answers that it shows them: by sixels, or by kitty's protocol. The program asks it; a plain Lua
-- shows none.
local base64 = require "rigid.base64"

local graphics = {}

-- A kitty of one pixel, which is asked about and not shown; and what every terminal answers, with what it can.
local QUESTION <const> = "\27_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\27\\\27[c"
local PATIENCE <const> = 1.0 -- seconds: every terminal answers, a far one later

-- What an answer says: "kitty", "sixel" or false.
local function understood(answer)
    if answer:find "\27_Gi=31;OK" then return "kitty" end
    for number in (answer:match "\27%[%?([%d;]+)c" or ""):gmatch "%d+" do
        if number == "4" then return "sixel" end
    end
    return false
end

local can -- what the terminal answered, once it was asked

-- In which way pictures can be shown: "kitty", "sixel", or false. Asked for once; not while keys wait to be read.
function graphics.kind()
    local found, system = pcall(require, "rigid.terminal")
    if not found or not system.ask or not system.is_terminal(1) or os.getenv "TERM" == "dumb" or os.getenv "NO_COLOR" then return false end
    if can == nil then
        local answer = system.ask(QUESTION, "c", PATIENCE)
        if not answer then return false end
        can = understood(answer)
    end
    return can
end

local CHUNK <const> = 4096

-- A PNG as kitty and others take it.
function graphics.kitty(png)
    local data, parts = base64(png), {}
    for first = 1, #data, CHUNK do
        local head = first == 1 and "a=T,f=100," or ""
        parts[#parts + 1] = ("\27_G%sm=%d;%s\27\\"):format(head, first + CHUNK <= #data and 1 or 0, data:sub(first, first + CHUNK - 1))
    end
    return table.concat(parts) .. "\n"
end

-- What makes pixels of an SVG: librsvg's program, and for sixels libsixel's after it.
local COMMAND <const> = {kitty = "rsvg-convert -w 720 -b white %s 2>/dev/null", sixel = "rsvg-convert -w 720 -b white %s 2>/dev/null | img2sixel 2>/dev/null"}
local BEGINNING <const> = {kitty = "^\137PNG", sixel = "^\27P"}

-- An SVG file as what this terminal shows as a picture; nil where it shows none, or the programs are not here.
function graphics.of_file(path)
    local kind = graphics.kind()
    if not kind then return nil end
    local pipe <close> = assert(io.popen(COMMAND[kind]:format("'" .. path:gsub("'", "'\\''") .. "'"), "r"))
    local picture = pipe:read "a"
    if not picture:find(BEGINNING[kind]) then return nil end
    return kind == "kitty" and graphics.kitty(picture) or picture
end

return graphics
