-- What joints do of themselves wherever they are and move: springs, and dampers, by the straight lines that m:simulate follows. Dry
-- friction, which holds and lets go, is no part of it.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local asked, methods = inner.asked, getmetatable(core.Model).__instance.__methods
local damping_of = methods.damping -- of the library's own, as a script may have altered the table

local passive = {}

-- Where nothing moves, only springs act.
function passive.springs(m, q) return asked.passive_forces(m, q, Vector(asked.nv(m))) end

function passive.forces(m, q, v)
    local tau, damping = passive.springs(m, q), damping_of(m)
    for i = 1, #tau do tau:set(i, tau[i] - damping[i] * v[i]) end
    return tau
end

return passive
