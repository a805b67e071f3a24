-- Bad arguments of motions and forces: the good calls that are spoilt (spec.support.spoil), one for each way of calling
-- a function.

local calls = require "spec.support.calls"
local spoil = require "spec.support.spoil"
local good = require("spec.support.foreign").good

local call, method, words_of, nothing, another, point = calls.call, calls.method, calls.words_of, calls.nothing, calls.another, calls.point
local six, vector_of_six, quarter_turn, MOTIONS <const>, FORCES <const>, SPATIAL <const> = calls.six, calls.vector_of_six, calls.quarter_turn, calls.MOTIONS, calls.FORCES, calls.SPATIAL

calls.of_values(calls.shares.spatial_vectors)

local function makers_of(classes)
    local makers = {}
    for i, class in ipairs(words_of(classes)) do
        makers[i] = good[class]
    end
    return table.unpack(makers)
end

for i, class in ipairs(words_of(SPATIAL)) do
    call(class, "carries", function()
        return good.Vec3(), good.Vec3()
    end, function()
        return point(), point()
    end, six, vector_of_six, function()
        return { linear = point(), angular = point() }
    end, function()
        return { linear = good.Vec3() }
    end, function()
        return { angular = good.Vec3() }
    end, makers_of(i <= 3 and MOTIONS or FORCES))
end
method(SPATIAL, "linear angular", "carries", nothing)
method(SPATIAL, "re_express", "carries", good.Rotation, quarter_turn)
method(MOTIONS, "add_in_place", "carries", another, good.SpatialMotion)
method(FORCES, "add_in_place", "carries", another, good.SpatialForce)
method(SPATIAL, "scale_in_place", "carries", function()
    return -2.5
end)
method(MOTIONS, "dot", "carries", makers_of(FORCES))
method(FORCES, "dot", "carries", makers_of(MOTIONS))
method("SpatialMotion Twist " .. FORCES, "shift", "carries", good.Vec3, point)
method("SpatialAcc", "shift", "carries", function()
    return good.Vec3(), good.Vec3()
end, function()
    return point(), point()
end)
-- A Twist's shift has one argument: it does not look at the second.
calls.entries["SpatialAcc:shift"].passes_over = function(place, value)
    return #place.path == 1 and place.path[1] == 1 and value.label:find "without a metatable" ~= nil
end
method(MOTIONS, "cross", "carries", makers_of(SPATIAL))
method(MOTIONS, "cross_matrix cross_force_matrix", "carries", nothing)
method(MOTIONS, "exp", "", nothing)
method(MOTIONS, "jexp", "carries", nothing)

describe("bad arguments", function()
    after_each(spoil.put_back)
    teardown(function() spoil.finish(65000) end)
    spoil.specify("spatial_vectors", it)
end)
