-- What completion offers where the reference says no more than "table" or "string": the fields and types of a joint, what can be
-- drawn of a log, and what was entered before.
local joints = require "rigid.model.joints"

local offers = {}

-- The type of what says a joint, in the words of the reference: the fields that some type takes, and the names of the types.
function offers.joint()
    local seen, fields, types = {}, {}, {}
    for i, name in ipairs(joints.names) do
        types[i] = ('"%s"'):format(name)
        for field in next, joints.types[name].takes do
            if not seen[field] then fields[#fields + 1] = field end
            seen[field] = true
        end
    end
    table.sort(fields)
    local words = table.concat(types, " | ")
    local parts = {"type: " .. words, "name: string"}
    for _, field in ipairs(fields) do
        if field == "mimic" then
            parts[#parts + 1] = "mimic: {joint: string, multiplier: number, offset: number}"
        elseif field ~= "lower" and field ~= "upper" and field ~= "effort" and field ~= "velocity" then
            parts[#parts + 1] = field .. ": number"
        end
    end
    parts[#parts + 1] = "limits: {lower: number, upper: number, effort: number, velocity: number}"
    return words .. " | {" .. table.concat(parts, ", ") .. "}"
end

local PLAIN <const> = {"q", "v", "tau", "energy", "kinetic energy", "potential energy", "total energy", "momentum", "linear momentum",
    "angular momentum", "com"}
local OF_JOINT <const>, OF_BODY <const> = {"q", "v", "tau"}, {"position", "path", "velocity", "angular velocity"}

-- What log:plot draws, of a log of that model.
function offers.quantities(joint_names, body_names)
    local list = table.move(PLAIN, 1, #PLAIN, 1, {})
    for _, name in ipairs(joint_names) do
        for _, letter in ipairs(OF_JOINT) do list[#list + 1] = letter .. " " .. name end
    end
    for _, name in ipairs(body_names) do
        for _, word in ipairs(OF_BODY) do list[#list + 1] = word .. " " .. name end
    end
    return list
end

-- The options of plots.
offers.PLOT = require("rigid.plot.options").type()

local MOST <const> = 200

-- What was entered, one line each, the last first.
function offers.entered(environment)
    local history, list, seen = require "rigid.prompt.history", {}, {}
    local path = history.path(environment)
    local entries = path and history.load(path) or {}
    for i = #entries, math.max(1, #entries - MOST), -1 do
        local text = entries[i]
        if not seen[text] and not text:find '[\n"\\]' then list[#list + 1] = text end
        seen[text] = true
    end
    return list
end

return offers
