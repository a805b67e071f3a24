-- The doctor's methods of SpatialInertia and Model, each a small function that loads what it needs when it is first called.
local core = require "rigid.core"

local methods = getmetatable(core.SpatialInertia).__instance.__methods

function methods.diagnose(...) return require("rigid.doctor.diagnose").of(...) end
function methods.repairs(...) return require("rigid.doctor.repairs").of(...) end
function core.SpatialInertia.random(...) return require("rigid.doctor.random_body").draw(...) end

local model_methods = getmetatable(core.Model).__instance.__methods

function model_methods.diagnose(...) return require("rigid.doctor.model").of(...) end
