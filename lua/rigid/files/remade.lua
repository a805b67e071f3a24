-- The model of a table that m:table() gave and somebody changed, with what is kept beside it.
local core = require "rigid.core"

local inner <const> = debug.getmetatable(core).inner

return function(t, kept)
    t.notes = nil
    local m = core.Model(t)
    inner.model.description(m).kept = kept
    return m
end
