-- Runs gnuplot over a script and hands back what it drew. No text of a caller's reaches the shell: the script goes through a
-- file, the picture comes back through a pipe, and only the name of that file, made by us, is in the command. The file is
-- gone as soon as gnuplot has it open; should Ctrl-C come before, when the call unwinds.
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"

local gnuplot = {}

-- Standard output: the picture, then what gnuplot complained of, then how long that is and the exit code. -d passes over
-- the settings of whoever is using it, the locale and the terminal are fixed, so that the same script draws the same.
local COMMAND <const> = [[export LC_ALL=C; exec 4<%s && rm -f %s
{ said=$(exec env LC_ALL=C.UTF-8 GNUTERM=dumb gnuplot -d - 2>&1 1>&3 <&4); code=$?; } 3>&1
printf '%%s\n%%d %%d' "$said" "${#said}" "$code"]]

-- A file of that text, removed when the variable that holds it goes.
local function scratch(text)
    local path, problem = disk.temporary(text)
    if not path then arguments.raise(problem) end
    return setmetatable({quoted = "'" .. path:gsub("'", "'\\''") .. "'"}, {__close = function() os.remove(path) end})
end

-- The last thing said that is no blank line and no echo of the script.
local function reason(said)
    local last
    for line in said:gmatch "[^\n]+" do
        local text = line:match "^%s*(.-)%s*$":gsub('^"%-?", ', "")
        if text ~= "" and not text:find "^%^$" and not text:find "^gnuplot>" then last = text end
    end
    return last or "no reason given"
end

-- What gnuplot writes to its output when it runs that script.
function gnuplot.draw(script)
    local file <close> = scratch(script)
    local pipe <close> = assert(io.popen(COMMAND:format(file.quoted, file.quoted), "r"))
    local output = pipe:read "a"
    local rest, length, code = output:match "^(.*)\n(%d+) (%d+)$"
    if code == "127" then
        arguments.raise "plots are drawn by gnuplot, which is not installed; on Debian it is the package gnuplot-nox"
    end
    length = math.tointeger(tonumber(length))
    local picture, said = rest and rest:sub(1, #rest - length) or "", rest and rest:sub(#rest - length + 1) or ""
    if code ~= "0" or picture == "" then arguments.raise("gnuplot could not draw this: " .. reason(said)) end
    return picture
end

return gnuplot
