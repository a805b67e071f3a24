-- The doctor's methods of SpatialInertia and Model, each a small function that loads what it needs when it is first called.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local lazy, plainly = arguments.lazy, arguments.plainly

local methods = getmetatable(core.SpatialInertia).__instance.__methods

methods.diagnose = plainly(lazy("diagnose", 1, "rigid.doctor.diagnose", "of"))
methods.repairs = plainly(lazy("repairs", 1, "rigid.doctor.repairs", "of"))
core.SpatialInertia.random = plainly(lazy("random", 0, "rigid.doctor.random_body", "draw"))

local model_methods = getmetatable(core.Model).__instance.__methods

model_methods.diagnose = plainly(lazy("diagnose", 1, "rigid.doctor.model", "of"))
