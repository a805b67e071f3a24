-- What a spec turned on is turned off, so that it does not show in the next.
local rigid = require "rigid"

return function()
    rigid.frames(false)
    rigid.provenance(false)
    rigid.format {digits = "auto", unicode = "auto", width = "auto"}
end
