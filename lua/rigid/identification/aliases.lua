-- How other systems name the columns of a log, brought to the names of Log:save: "elbow_position", "effort/elbow", "q_0", "tau1", "Joint1_Vel" are
-- q.elbow, tau.elbow and so on. Numbers stand for the joints in their order, and only where there is one for each of them, from 0 or from 1 on.
local joints = require "rigid.model.joints"

local aliases = {}

local WORDS <const> = {
    q = {"q", "pos", "position", "positions", "angle"},
    v = {"v", "dq", "qd", "qdot", "vel", "velocity", "velocities"},
    a = {"a", "ddq", "qdd", "qddot", "acc", "acceleration"},
    tau = {"tau", "eff", "effort", "efforts", "torque", "torques", "force"},
}

local LETTER <const> = {}
for letter, words in pairs(WORDS) do
    for _, word in ipairs(words) do LETTER[word] = letter end
end

-- A name in small letters, without what it is introduced by.
local function plain(name) return name:lower():match "^[%s%-]*(.-)%s*$" end

-- The letter and the rest of a name that is a word beside the rest; nil of any other.
local function parted(name)
    local first, rest = name:match "^(%a+)[_./ ](.+)$"
    if LETTER[first] then return LETTER[first], rest end
    local before, last = name:match "^(.+)[_./ ](%a+)$"
    if LETTER[last] then return LETTER[last], before end
    local word, number = name:match "^(%a+)(%d+)$"
    if LETTER[word] then return LETTER[word], number end
    return nil
end

-- The number that stands for a joint: "3", "joint3", "joint_3", "j3".
local function number_of(rest) return math.tointeger(tonumber(rest:match "^(%d+)$" or rest:match "^j[oint]*[_ ]?(%d+)$")) end

-- By letter and number, the columns of that; and by letter, how many and the least number.
local function numbered(read)
    local found, count, least = {q = {}, v = {}, a = {}, tau = {}}, {q = 0, v = 0, a = 0, tau = 0}, {}
    for _, name in ipairs(read.names) do
        local letter, rest = parted(plain(name))
        local k = letter and number_of(rest)
        if k and not found[letter][k] then
            found[letter][k], count[letter] = name, count[letter] + 1
            least[letter] = math.min(least[letter] or k, k)
        end
    end
    return found, count, least
end

-- Gives columns of what was read (readings.lua) the names that they stand for, for joints of one number each; a name of ours stays its column's.
-- `written` keeps the names as they are in the file.
function aliases.rename(m, read)
    local wanted, names = {}, m:joint_names()
    for i, joint in ipairs(names) do
        if joints.type(m:joint(joint)).nq == 1 then
            for letter in pairs(WORDS) do wanted[letter .. "\0" .. plain(joint)] = {letter = letter, joint = joint, number = i} end
        end
    end
    local new = {}
    for _, name in ipairs(read.names) do
        local letter, rest = parted(plain(name))
        local one = letter and wanted[letter .. "\0" .. rest]
        if one then new[("%s.%s"):format(letter, one.joint)] = name end
    end
    local found, count, least = numbered(read)
    for _, one in pairs(wanted) do
        local first = least[one.letter]
        local ours = ("%s.%s"):format(one.letter, one.joint)
        if count[one.letter] == #names and (first == 0 or first == 1) then new[ours] = new[ours] or found[one.letter][one.number - 1 + first] end
    end
    local place = {}
    for k, name in ipairs(read.names) do place[name] = k end
    read.written = table.move(read.names, 1, #read.names, 1, {})
    for ours, name in pairs(new) do
        if read[ours] == nil then read[ours], read[name], read.names[place[name]] = read[name], nil, ours end
    end
end

return aliases
