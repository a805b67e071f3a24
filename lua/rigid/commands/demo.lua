-- rigid demo: twenty seconds of what rigid is for: a finding, a motion, a plot, what torques can tell, and how fast.
local USAGE <const> = "usage: rigid demo    runs the page doc/demo.md: a finding, a motion, a plot, what torques can tell, and how fast\n"

return function(console, ...)
    if ... == "--help" or ... == "-h" then
        io.stdout:write(USAGE)
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
