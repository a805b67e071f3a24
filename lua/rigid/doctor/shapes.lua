-- The shapes of a link, which are whatever a script or a file put there, as the geometry of the doctor may take them: all of
-- them whole, or none.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local shapes = {}

local HUGE <const> = math.huge

local function positive(x) return type(x) == "number" and x > 0 and x < HUGE end

local function three(list, test)
    if type(list) ~= "table" then return false end
    for i = 1, 3 do
        if not test(list[i]) then return false end
    end
    return true
end

local function scales(x) return type(x) == "number" and x ~= 0 and x - x == 0 end

local WHOLE <const> = {
    box = function(shape) return three(shape.size, positive) end,
    sphere = function(shape) return positive(shape.radius) end,
    cylinder = function(shape) return positive(shape.radius) and positive(shape.length) end,
    capsule = function(shape) return positive(shape.radius) and positive(shape.length) end,
    mesh = function(shape) return type(shape.filename) == "string" and (shape.scale == nil or three(shape.scale, scales)) end,
}

-- The pose of a shape; nil and false where it is none.
local function placement_of(said)
    if said == nil then return nil, true end
    if core.type(said) == "Transform" then return said, true end
    local X = type(said) == "table" and arguments.pose(said) or nil
    return X, X ~= nil
end

-- A list of visuals or collisions, copied; nil where there is none, or something in it is no shape.
function shapes.whole(list)
    if type(list) ~= "table" or #list == 0 then return nil end
    local copy = {}
    for i, one in ipairs(list) do
        local shape = type(one) == "table" and one.shape
        local test = type(shape) == "table" and type(shape.type) == "string" and WHOLE[shape.type]
        local X, is_pose = placement_of(type(one) == "table" and one.placement or nil)
        if not test or not test(shape) or not is_pose then return nil end
        local p = X and X:position()
        if p and (p.x - p.x ~= 0 or p.y - p.y ~= 0 or p.z - p.z ~= 0) then return nil end
        copy[i] = {shape = shape, placement = X}
    end
    return #copy == #list and copy or nil
end

return shapes
