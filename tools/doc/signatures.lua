-- How an entry of the reference is called, in a line for each way, and its operators as they are written: what help() says,
-- with the arrow that a page can show.
local plain = require "rigid.prompt.signatures"

local signatures = {}

local function with_arrow(text) return (text:gsub(" %-> ", " → ")) end

signatures.parameters = plain.parameters

function signatures.list(entry)
    local lines = plain.ways(entry)
    for i, line in ipairs(lines) do lines[i] = with_arrow(line) end
    return lines
end

-- "mul(Twist): SpatialMomentum" as "SpatialInertia * Twist → SpatialMomentum".
function signatures.operation(operator, class) return with_arrow(plain.operation(operator, class)) end

return signatures
