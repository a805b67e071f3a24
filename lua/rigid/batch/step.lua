-- m:step_batch(Q, V, Tau, dt [, options]): m:step of each row.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local motion = require "rigid.batch.motion"

local OPTIONS = arguments.fields(motion.FIELDS)

return function(m, Q, V, Tau, dt, options)
    if core.type(m) ~= "Model" then arguments.at("step_batch", 0):expected("Model", m) end
    local nq, nv = m:nq(), m:nv()
    Q = motion.rows(arguments.at("step_batch", 1), Q, "q", nil, nq):copy()
    V = motion.rows(arguments.at("step_batch", 2), V, "v", Q:rows(), nv):copy()
    if Tau ~= nil then Tau = motion.rows(arguments.at("step_batch", 3), Tau, "tau", Q:rows(), nv) end
    local place = arguments.at("step_batch", 4)
    if type(dt) ~= "number" or not (dt > 0 and dt < math.huge) then place:expected("positive finite number", dt) end
    local o = motion.read(arguments.at("step_batch", 5), m, options == nil and {} or arguments.at("step_batch", 5):options(options, OPTIONS), Q:rows())
    local name, which, problem = motion.choose(m, o, Q, V, dt)
    if problem then place:bad("%s", problem) end
    motion.steppers(m, o, name, which, Q:rows())(Q, V, Tau, dt + 0.0, 0, 1, dt + 0.0)
    return Q, V
end
