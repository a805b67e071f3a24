-- What people get wrong at joints and frames: angles in degrees, limits the wrong way round, no effort, an axis that is none, a joint that
-- moves nothing, a start outside of the limits, a joint that follows a follower. Works on joints as a model has them, or as the
-- text of a file has them where the loader would have left something out:
--   {name, type, link (the child), parent, lower, upper, effort, velocity, axis, rpy, mimic, line, element = of the text, at = by name of a figure
--    {element, attribute, word}, where it stands, in_degrees = whether degrees are what the file wants}
-- and on frames {what, link, rpy, line, element, at}. A finding has joint, and where a figure is known to be wrong, changes = list of
-- {name, label, before, after, element, attribute, word}: what to write instead.
local figures = require "rigid.doctor.figures"
local finding = require "rigid.finding"

local add = finding.add
local abs, pi = math.abs, math.pi

local joints = {}

local TURN <const> = 2 * pi
local MARGIN <const> = 1.001 -- 6.2832 is a turn
local WIDE <const> = 2 * TURN -- farther than joints turn that are not continuous
local MOST <const> = 360

local function is_multiple(x, of) return abs(x / of - math.floor(x / of + 0.5)) < 1e-9 end

local EIGHTH <const>, QUARTER <const> = 45, 90 -- degrees: nobody means so many radians

-- Are these angles in degrees? "certain" where they are beyond a turn, whole fives, and the largest is so many eighths of a turn as a number of
-- radians is not by chance: drums and winches turn to 20, 50 or 65 rad, and 15 is 1.5 without its point; "likely"; or nil.
local function degrees(list, limit, least)
    local most, whole, round = 0, true, true
    for _, x in ipairs(list) do
        if x - x ~= 0 or abs(x) > MOST then return nil end
        if abs(x) > most then most = abs(x) end
        whole = whole and is_multiple(x, 5)
        round = round and (x == 0 or figures.is_power_of_ten(x))
    end
    if most <= limit or round then return nil end
    return whole and most >= least and is_multiple(most, EIGHTH) and "certain" or "likely"
end

local function radians(x)
    if x == 0 then return "0" end
    return ("%.15g"):format(x * pi / 180)
end

-- k: which of several, and how it is called then.
local function change(name, before, after, j, k)
    local place = j.at and j.at[name] or {}
    return {
        name = name, label = k and ("%s %d"):format(name, k) or name, before = before, after = after, element = place[1], attribute = place[2],
        word = k and place[3] and place[3] + k or place[3],
    }
end

local function shown(x) return ("%.6g"):format(x) end

local function note(list, j, severity, code, cause, certain, sentence, ...)
    local found = add(list, severity, code, code:gsub("_", " "), nil, nil, nil, "", sentence, ...)
    found.link, found.joint, found.file, found.line, found.cause, found.certain = j.link, j.name, j.file, j.line, cause, certain or false
    found.manner, found.element = code, j.element
    return found
end

-- A finding about a figure: where that is in the text.
local function at(found, j, name)
    local place = j.at and j.at[name]
    if place and place[1] then found.element, found.attribute, found.word = place[1], place[2], place[3] end
end

local TURNS <const> = {revolute = true}
local SINGLE <const> = {revolute = true, prismatic = true}

local function limits(list, j)
    local lower, upper = j.lower, j.upper
    local sure = TURNS[j.type] and not j.in_degrees and (lower or upper) and degrees({lower or 0, upper or 0}, WIDE, QUARTER)
    if sure then
        local found = note(list, j, "warning", "degrees", "degrees", sure == "certain",
            "joint '%s' ranges from %s to %s rad: these are degrees, but radians are required", j.name,
            shown(lower or 0), shown(upper or 0))
        found.changes = {}
        for _, name in ipairs {"lower", "upper"} do
            if j[name] and j[name] ~= 0 then table.insert(found.changes, change(name, shown(j[name]), radians(j[name]), j)) end
        end
    end
    if SINGLE[j.type] and lower and upper and lower > upper then
        -- exchanged, or both with the wrong sign: that is the same only where they are as large as each other; or none, by Bullet's custom
        local free = (lower == 1 or lower == 0) and (upper == 0 or upper == -1)
        local found = note(list, j, "warning", "limits_reversed", "limits_reversed", lower == -upper and not free,
            "joint '%s' has a lower limit of %s above its upper limit of %s, so no position satisfies both%s", j.name, shown(lower), shown(upper),
            free and "; Bullet reads this as no limits, which in URDF are left out" or "")
        found.changes = {change("lower", j.lower_text, j.upper_text, j), change("upper", j.upper_text, j.lower_text, j)}
        if not j.lower_text then found.changes = nil end
    elseif SINGLE[j.type] and lower and upper and (lower > 0 or upper < 0) then
        at(note(list, j, "note", "start_outside", nil, false, "joint '%s' cannot be at zero, where a robot starts: its limits are %s and %s", j.name,
            shown(lower),
            shown(upper)), j, lower > 0 and "lower" or "upper")
    elseif SINGLE[j.type] and lower and lower == upper then
        at(note(list, j, "note", "no_room", nil, false, "joint '%s' cannot move: lower and upper are both %s", j.name, shown(lower)), j, "upper")
    end
    local none = {}
    if j.effort == 0 then none[#none + 1] = "effort" end
    if j.velocity == 0 then none[#none + 1] = "velocity" end
    if #none > 0 and j.type ~= "fixed" and not j.mimic then
        local found = note(list, j, "suspicion", "zero_effort", "zero_effort", false,
            "joint '%s' has zero %s: a limit of 0 locks it; leave the limit out if it is unknown",
            j.name, table.concat(none, " and "))
        found.headline = table.concat(none, " and ") .. (#none > 1 and " are zero" or " is zero")
        at(found, j, none[1])
    end
end

local UNIT <const> = 1e-3

local function axis(list, j)
    if not j.axis or j.type == "fixed" or j.type == "floating" then return end
    local length = (j.axis[1] ^ 2 + j.axis[2] ^ 2 + j.axis[3] ^ 2) ^ 0.5
    if length == 0 then
        at(note(list, j, "error", "axis_zero", nil, true, "joint '%s' has axis (0, 0, 0), which has no direction", j.name), j, "axis")
    elseif abs(length - 1) > UNIT then
        at(note(list, j, "suspicion", "axis_not_unit", nil, false,
            "joint '%s' has an axis of length %s; readers differ: some normalize it, others move that much faster", j.name,
            shown(length)), j, "axis")
    end
end

-- Of joints, and of frames (of inertials and shapes).
local function frames(list, j)
    local rpy = j.rpy
    local sure = rpy and degrees(rpy, TURN * MARGIN, EIGHTH)
    if not sure then return end
    local found = note(list, j, "warning", "degrees", "degrees", sure == "certain",
        "the rpy of %s is (%s, %s, %s) rad: these are degrees, but radians are required",
        j.what or ("joint '%s'"):format(j.name), shown(rpy[1]), shown(rpy[2]), shown(rpy[3]))
    found.manner, found.changes = "degrees of frames", {}
    for k = 1, 3 do
        if rpy[k] ~= 0 then table.insert(found.changes, change("rpy", shown(rpy[k]), radians(rpy[k]), j, k)) end
    end
end

local function mimics(list, j, by_name)
    local leader = j.mimic and by_name[j.mimic]
    if leader and leader.mimic then
        note(list, j, "suspicion", "mimic_chain", nil, false, "joint '%s' follows '%s', which follows '%s' itself; name the leader", j.name, j.mimic,
            leader.mimic)
    end
end

-- ---- what moves nothing ---------------------------------------------------------------------------------------------

local MOVES <const> = {fixed = false}

-- A set of the links that are heavy or carry what is, by name, from the masses of links.
local function carriers(list, mass_of)
    local carries, parents = {}, {}
    for _, j in ipairs(list) do
        if j.link then parents[j.link] = j.parent end
    end
    for name, mass in pairs(mass_of) do
        local here = mass ~= 0 and name or nil
        while here and not carries[here] do -- above one that carries, all do
            carries[here] = true
            here = parents[here]
        end
    end
    return carries
end

local function massless(list, all_joints, mass_of)
    local carries = carriers(all_joints, mass_of)
    local idle = {}
    for _, j in ipairs(all_joints) do
        if MOVES[j.type] ~= false and not j.mimic and j.link and not carries[j.link] then idle[#idle + 1] = j end
    end
    if #idle == 0 then return end
    if not next(carries) then
        local found = note(list, idle[1], "note", "kinematics_only", nil, false,
            "no link of the robot has a mass: only kinematics can be computed")
        found.manner = nil
        return
    end
    for _, j in ipairs(idle) do
        note(list, j, "warning", "massless_moving", "massless_moving", true,
            "joint '%s' moves no mass, so forward dynamics will be refused: any torque would accelerate it infinitely", j.name)
    end
end

-- The findings. mass_of: by name of the link its mass, or what stands for it where only the tensor is not zero; nil where masses are
-- not known.
function joints.findings(all_joints, all_frames, mass_of)
    local list, by_name = {}, {}
    for _, j in ipairs(all_joints) do by_name[j.name or ""] = j end
    for _, j in ipairs(all_joints) do
        limits(list, j)
        axis(list, j)
        frames(list, j)
        mimics(list, j, by_name)
    end
    for _, frame in ipairs(all_frames) do frames(list, frame) end
    if mass_of then massless(list, all_joints, mass_of) end
    return list
end

-- The frames of a model's description whose places were said by angles.
function joints.frames_of_description(d)
    local list = {}
    for _, record in ipairs(d.bodies) do
        if record.frame and record.rpy then
            list[#list + 1] = {what = ("frame '%s'"):format(record.name), link = record.name, rpy = record.rpy}
        end
    end
    return list
end

-- The joints of a model's description.
function joints.of_description(d)
    local list = {}
    for _, record in ipairs(d.bodies) do
        local joint = record.joint
        if not record.frame and type(joint) == "table" then
            local source = record.source or {}
            local function number(x) return type(x) == "number" and x or nil end
            list[#list + 1] = {
                name = joint.name or record.name, type = joint.type, link = record.name, parent = record.parent and record.parent.name or nil,
                file = type(source.file) == "string" and source.file or nil, line = math.tointeger(source.joint_line),
                lower = number(joint.lower), upper = number(joint.upper), effort = number(joint.effort), velocity = number(joint.velocity),
                mimic = joint.mimic and joint.mimic.joint, rpy = record.rpy,
                what = not source.file and ("the placement of '%s'"):format(record.name) or nil,
            }
        end
    end
    return list
end

return joints
