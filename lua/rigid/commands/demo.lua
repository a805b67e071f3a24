-- rigid demo: twenty seconds of what rigid is for: a finding, a motion, a plot, what torques can tell, and how fast.
local MANUAL <const> = [[
NAME
  rigid demo - twenty seconds of what rigid is for

SYNOPSIS
  rigid demo

DESCRIPTION
  Runs the page doc/demo.md: a finding, a motion, a plot, what torques can
  tell, and how fast. At a terminal Enter goes on, Ctrl-C leaves.

OPTIONS
  -h, --help    this text
]]

return function(console, ...)
    if ... == "--help" or ... == "-h" then
        io.stdout:write(MANUAL)
        return 0
    end
    if select("#", ...) > 0 then
        io.stderr:write("rigid: the demo takes no arguments\n")
        return 2
    end
    local ok, err, stopped = console.call(require("rigid.lessons.teach").demo)
    if not ok and not stopped then error(err, 0) end
    if stopped then io.stdout:write "\n" end
    return 0
end
