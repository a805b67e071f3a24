-- What of a log may be drawn, by name: "q", "v elbow", "energy", "momentum", "position hand", "path hand", ...; and functions of
-- (t, q, v). Each quantity becomes panels, one for each unit: {label =, unit =, curves = {{name =, x =, y =}, ...}}. Coordinates of
-- joints know their limits.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local limbs = require "rigid.plot.limbs"

local quantities = {}

-- ---- panels ---------------------------------------------------------------------------------------------------------

-- The panel for that unit among the panels of a quantity, made where there is none yet.
local function panel_for(panels, label, unit)
    for _, panel in ipairs(panels) do
        if panel.unit == unit and panel.label == label then return panel end
    end
    panels[#panels + 1] = {label = label, unit = unit, curves = {}}
    return panels[#panels]
end

local function add_curve(panels, label, unit, name, x, y)
    local panel = panel_for(panels, label, unit)
    panel.curves[#panel.curves + 1] = {name = name, x = x, y = y}
    return panel.curves[#panel.curves]
end

-- One curve for each of the names, of a function that gives the numbers at sample i.
local function sampled(log, panels, label, unit, names, at)
    local lists = {}
    for k = 1, #names do lists[k] = {} end
    for i = 1, #log.t do
        local numbers = at(i)
        for k = 1, #names do lists[k][i] = numbers[k] end
    end
    for k, name in ipairs(names) do add_curve(panels, label, unit, name, log.t, lists[k]) end
end

-- ---- q, v, tau ------------------------------------------------------------------------------------------------------

local PART <const> = {q = 1, v = 2, tau = 3}
local MOST_TOGETHER <const> = 24 -- curves of one panel; of more, limbs have panels of their own

-- By joint, what the name of its panel has behind the letter.
local function parts_of(m, said, count)
    said = said or count > MOST_TOGETHER and "limb" or "unit"
    if said == "limb" then return limbs.of(m) end
    local parts = {}
    for _, name in ipairs(m:joint_names()) do parts[name] = said == "joint" and name or nil end
    return parts
end

-- The least and the greatest that number k of q, v or tau may be, by the model.
local LIMITS <const> = {
    q = function(limits, k) return limits.lower[k], limits.upper[k] end,
    v = function(limits, k) return -limits.velocity[k], limits.velocity[k] end,
    tau = function(limits, k) return -limits.effort[k], limits.effort[k] end,
}

-- A joint's name in the panel of its limb: without what the limb is called, where more follows.
local function within(joint, part)
    local rest = part and joint:sub(1, #part) == part and joint:match("^[_%-%. ](.+)$", #part + 1)
    return rest or joint
end

-- The coordinates of all joints or of one; parted says which of all stand together.
local function coordinates(log, letter, wanted, parted)
    local m, panels, vectors, limits = log.model, {}, log[letter], log.model:limits()
    local first, parts = 0, wanted and {} or parts_of(m, parted, #(vectors[1] or {}))
    for _, joint in ipairs(m:joint_names()) do
        local list = joints.type(m:joint(joint)).written[PART[letter]]
        for k, number in ipairs(list) do
            if not wanted or joint == wanted then
                local y, part = {}, wanted or parts[joint]
                for i, vector in ipairs(vectors) do y[i] = vector[first + k] end
                local label = (part and letter .. " " .. part or letter) .. (number[2] and "" or ", unit quaternion")
                local curve = add_curve(panels, label, number[2] or "", within(joint, part) .. number[1], log.t, y)
                curve.limits = {LIMITS[letter](limits, first + k)}
            end
        end
        first = first + #list
    end
    return panels
end

-- ---- energy, momentum, bodies ---------------------------------------------------------------------------------------

local ENERGIES <const> = {"kinetic", "potential", "total"}

local function energy(log, which)
    local lists, panels = log:energy(), {}
    for _, name in ipairs(which and {which} or ENERGIES) do
        add_curve(panels, which and which .. " energy" or "energy", "J", name, log.t, lists[name])
    end
    return panels
end

local XYZ <const> = {"x", "y", "z"}

local function momentum(log, which)
    local list, panels = log:momentum(), {}
    if which ~= "angular" then
        sampled(log, panels, "linear momentum", "kg m/s", XYZ, function(i) return list[i]:linear() end)
    end
    if which ~= "linear" then
        sampled(log, panels, "angular momentum", "kg m²/s", XYZ, function(i) return list[i]:angular() end)
    end
    return panels
end

local function position(log, body)
    local panels, m = {}, log.model
    sampled(log, panels, "position " .. body, "m", XYZ, function(i) return m:pose(log.q[i], body):position() end)
    return panels
end

-- The way of a body through space.
local function path(log, body)
    local panel = {label = "path " .. body, unit = "m", curves = {}, space = "equal", labels = {"x [m]", "y [m]", "z [m]"}}
    local lists = {x = {}, y = {}, z = {}}
    for i = 1, #log.t do
        local p = log.model:pose(log.q[i], body):position()
        lists.x[i], lists.y[i], lists.z[i] = p.x, p.y, p.z
    end
    panel.curves[1] = {name = body, x = lists.x, y = lists.y, z = lists.z}
    return {panel}
end

local function velocity(log, body, half)
    local panels, m, options = {}, log.model, {frame = "aligned"}
    local label, unit = half == "angular" and "angular velocity " or "velocity ", half == "angular" and "rad/s" or "m/s"
    sampled(log, panels, label .. body, unit, XYZ, function(i)
        local twist = m:twist(log.q[i], log.v[i], body, options)
        return twist[half](twist)
    end)
    return panels
end

local function com(log)
    local panels = {}
    sampled(log, panels, "centre of mass", "m", XYZ, function(i) return log.model:com(log.q[i]) end)
    return panels
end

-- ---- by name --------------------------------------------------------------------------------------------------------

local PLAIN = {
    energy = function(_, log) return energy(log) end,
    ["kinetic energy"] = function(_, log) return energy(log, "kinetic") end,
    ["potential energy"] = function(_, log) return energy(log, "potential") end,
    ["total energy"] = function(_, log) return energy(log, "total") end,
    momentum = function(_, log) return momentum(log) end,
    ["linear momentum"] = function(_, log) return momentum(log, "linear") end,
    ["angular momentum"] = function(_, log) return momentum(log, "angular") end,
    com = function(_, log) return com(log) end,
}
local OF_BODY = {
    position = position,
    path = path,
    velocity = function(log, body) return velocity(log, body, "linear") end,
    ["angular velocity"] = function(log, body) return velocity(log, body, "angular") end,
}
local WORDS = {"q", "v", "tau", "energy", "kinetic energy", "potential energy", "total energy", "momentum", "linear momentum",
    "angular momentum", "com", "position BODY", "path BODY", "velocity BODY", "angular velocity BODY"}

for _, letter in ipairs {"q", "v", "tau"} do
    PLAIN[letter] = function(_, log, parted) return coordinates(log, letter, nil, parted) end
end

local function check_joint(place, m, name)
    local names = m:joint_names()
    for _, known in ipairs(names) do
        if known == name then return end
    end
    place:bad("no joint named '%s' with coordinates%s", name, arguments.hint(name, names))
end

-- A body or a frame of the model: what m:pose takes. Its own words say which may have been meant.
local function check_body(place, m, name)
    local posed, problem = arguments.try(inner.asked.pose, m, m:neutral(), name)
    if not posed then place:relay(problem) end
end

-- "v elbow" as "v", "elbow"; "angular velocity hand" as "angular velocity", "hand".
local function split(text)
    local first, rest = text:match "^%s*(%S+)%s+(.-)%s*$"
    if first == "angular" and rest:find "^velocity%s" then return "angular velocity", rest:match "^velocity%s+(.*)$" end
    return first, rest
end

local function named(place, log, text, parted)
    local plain = PLAIN[text:match "^%s*(.-)%s*$"]
    if plain then return plain(place, log, parted) end
    local word, rest = split(text)
    if PART[word] then
        check_joint(place, log.model, rest)
        return coordinates(log, word, rest)
    elseif OF_BODY[word] then
        check_body(place, log.model, rest)
        return OF_BODY[word](log, rest)
    end
    for _, alone in ipairs {{"q", log.model:joint_names()}, {"position", log.model:body_names()}} do
        for _, name in ipairs(alone[2]) do
            if name == text then return place:bad("no quantity '%s'; did you mean '%s %s'?", text, alone[1], text) end
        end
    end
    local list = table.concat(WORDS, ", ")
    return place:bad("no quantity '%s'%s; there are %s; and \"q JOINT\" for one joint", text, arguments.hint(text, WORDS), list)
end

-- ---- functions of (t, q, v) -----------------------------------------------------------------------------------------

local FIELDS = arguments.fields "name value unit"

local vector_table = getmetatable(core.Vector).__instance.__methods.table
local vec3_table = getmetatable(core.Vec3).__instance.__methods.table

local function described(value)
    return value == nil and "nothing" or arguments.describe(value)
end

-- The numbers that a function of the caller's gave: a number, or three, or a list of them.
local function numbers_of(place, value, i, count)
    local kind = core.type(value)
    local list = type(value) == "number" and {value} or kind == "Vector" and vector_table(value)
        or kind == "Vec3" and vec3_table(value) or type(value) == "table" and value
    if not list then place:bad("number, Vec3, Vector or list of numbers expected from the function, and it returned %s", described(value)) end
    if rawlen(list) == 0 then place:bad "numbers expected from the function, and it returned an empty list" end
    if count and rawlen(list) ~= count then
        place:bad("the function returned a list of %d at first and one of %d at sample %d", count, rawlen(list), i)
    end
    for k = 1, rawlen(list) do
        if type(rawget(list, k)) ~= "number" then
            place:bad("numbers expected from the function, and it returned a list with %s", described(rawget(list, k)))
        end
    end
    return list
end

local function computed(place, log, f, name, unit)
    local rows, count, panels = {}, nil, {}
    for i = 1, #log.t do
        rows[i] = numbers_of(place, f(log.t[i], log.q[i], log.v[i]), i, count)
        count = #rows[1]
    end
    local names = {}
    for k = 1, count or 0 do names[k] = count == 1 and name or count == 3 and XYZ[k] or ("%d"):format(k) end
    sampled(log, panels, name, unit, names, function(i) return rows[i] end)
    return panels
end

-- A word, a function, or {name =, value = function, unit =}.
local function panels_of(place, log, said, parted)
    if type(said) == "string" then return named(place, log, said, parted) end
    if type(said) == "function" then return computed(place, log, said, "f(t, q, v)", "") end
    if type(said) ~= "table" then
        place:expected('name of a quantity ("q", "energy"), or {name = ..., value = function(t, q, v)},', said)
    end
    said = place:options(said, FIELDS)
    local name = place:field("name"):text(said.name, "name")
    local unit = said.unit == nil and "" or said.unit
    if type(unit) ~= "string" then place:field("unit"):expected("string", unit) end
    if type(said.value) ~= "function" then place:field("value"):expected("function of (t, q, v)", said.value) end
    return computed(place, log, said.value, name, unit)
end

-- The panels of a list of quantities, in its order; parted says which joints stand together.
function quantities.panels(place, log, list, parted)
    local panels = {}
    for i, said in ipairs(list) do
        for _, panel in ipairs(panels_of(list.alone and place or place:entry(i), log, said, parted)) do
            if #panel.curves > 0 then panels[#panels + 1] = panel end
        end
    end
    if #panels == 0 then place:bad "nothing to draw: the model has no joint that moves" end
    return panels
end

-- A quantity that is to stand below instead of time: its numbers, and what it is called.
function quantities.abscissa(place, log, said)
    local panels = panels_of(place, log, said)
    local panel = panels[1]
    if #panels ~= 1 or #panel.curves ~= 1 then
        local names = {}
        for _, one in ipairs(panels) do
            for _, curve in ipairs(one.curves) do names[#names + 1] = curve.name end
        end
        local which = type(said) == "string" and PART[said] and names[1] and ("; say one, as in \"%s %s\""):format(said, names[1]) or ""
        place:bad("one curve expected, and %s is %d%s", type(said) == "string" and "'" .. said .. "'" or "this", #names, which)
    end
    return panel.curves[1].y, panel.label, panel.unit
end

return quantities
