-- What the benches of planted mistakes share: the drawn robots, the examination of their text, how many are drawn, and from which seed.
require "rigid"

local shared = {draw = require "spec.support.draw", examine = require "rigid.check.examine", planted = require "spec.support.planted"}

-- The numbers of the command line, [DRAWS [SEED]].
function shared.arguments(draws, seed)
    local words = arg or {}
    return math.tointeger(tonumber(words[1] or draws)), math.tointeger(tonumber(words[2] or seed))
end

return shared
