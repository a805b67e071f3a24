-- The freedoms of joints that are named.
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"

-- The freedoms of the joints that a list names, as a set of numbers of v.
return function(place, m, said)
    local set, at = {}, layout.of(m)
    if said == nil then return set end
    for i = 1, place:list(said, "list of names of joints") do
        local found
        for _, record in ipairs(at.links) do
            if record.joint.name == said[i] and not record.joint.mimic then
                found = true
                for k = 0, joints.type(record.joint).nv - 1 do set[at.v[record.number] + k] = true end
            end
        end
        if not found then
            place:entry(i):bad("name of a joint that moves by itself expected, got %s%s", arguments.describe(said[i]),
                type(said[i]) == "string" and arguments.hint(said[i], m:joint_names()) or "")
        end
    end
    return set
end
