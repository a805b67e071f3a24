-- Values whose state a script cannot reach: open(value, name) gives the state of one that is kept in `secret`, and refuses any other as
-- what the method of that name is not of.
local arguments = require "rigid.arguments"

return function(what)
    local secret = setmetatable({}, {__mode = "k"})
    return secret, function(value, name)
        local state = secret[value]
        if not state then arguments.at(name, 0):expected(what, value) end
        return state
    end
end
