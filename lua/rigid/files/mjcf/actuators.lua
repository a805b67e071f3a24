-- The actuators of MJCF, as they are kept with a model. All kinds but a few are one, <general>, said shortly: a force gain(l, v) u + bias(l, v), u through
-- a filter or not. So the default classes have one actuator each, which every kind says anew in part, and an element goes on from that of its class.
local Reader = require "rigid.files.mjcf.reader"

local words = Reader.words

local KINDS <const> = words "general motor position velocity intvelocity damper cylinder muscle adhesion plugin dcmotor"
local TARGETS <const> = words "joint jointinparent tendon site body slidersite cranksite refsite actuator"
-- What is taken as it stands, whatever the kind.
local COMMON <const> = words "gear ctrlrange forcerange actrange ctrllimited forcelimited actlimited group"

function Reader.is_actuator(kind) return KINDS[kind] end

local FRESH <const> = {gain = {1}, bias = {0}, gaintype = "fixed", biastype = "none", dyntype = "none"}

-- The leading numbers that an attribute says, then those that were there.
local function leading(r, element, name, before)
    local list = r:numbers(element, element.attributes, name, 1, 10)
    if not list then return before end
    for i = #list + 1, #(before or {}) do list[i] = before[i] end
    return list
end

-- What is not <general> has its own gain and bias, and no filter.
local function set(a, gain, bias, gaintype, biastype)
    a.gain, a.bias, a.gaintype, a.biastype, a.dyntype, a.dynprm = gain, bias, gaintype or "fixed", biastype or "affine", "none", nil
end

local function not_negative(r, element, name)
    local x = r:number(element, element.attributes, name)
    if x and x < 0 then r:bad(element, "%s is %g, below zero", name, x) end
    return x
end

-- kp u - kp l - kv v; where the third number of the bias is above zero, it is a share of critical damping.
local function servo(r, element, a)
    local kp, kv = r:number(element, element.attributes, "kp") or a.gain[1], not_negative(r, element, "kv")
    local ratio = not_negative(r, element, "dampratio")
    if kv and ratio then r:bad(element, "both kv and dampratio: one can say how it is damped") end
    set(a, {kp}, {0, -kp, kv and 0 - kv or ratio or a.bias[3] or 0})
    a.inheritrange = not_negative(r, element, "inheritrange") or a.inheritrange
end

local SAID = {}

function SAID.general(r, element, a)
    a.gain, a.bias = leading(r, element, "gainprm", a.gain), leading(r, element, "biasprm", a.bias)
    a.dynprm = leading(r, element, "dynprm", a.dynprm)
    for _, name in ipairs {"gaintype", "biastype", "dyntype"} do a[name] = element.attributes[name] or a[name] end
end

function SAID.motor(_, _, a) set(a, {1}, {0}, "fixed", "none") end

function SAID.position(r, element, a)
    servo(r, element, a)
    local time = not_negative(r, element, "timeconst")
    if time and time > 0 then a.dyntype, a.dynprm = "filterexact", {time} end
end

function SAID.intvelocity(r, element, a)
    servo(r, element, a)
    a.dyntype, a.actlimited = "integrator", "true"
end

function SAID.velocity(r, element, a)
    local kv = r:number(element, element.attributes, "kv") or a.gain[1]
    set(a, {kv}, {0, 0, -kv})
end

function SAID.damper(r, element, a)
    set(a, {0, 0, -(not_negative(r, element, "kv") or 0)}, {0}, "affine", "none")
    a.ctrllimited = "true"
end

function SAID.cylinder(r, element, a)
    local area, diameter = r:number(element, element.attributes, "area") or a.gain[1], r:number(element, element.attributes, "diameter")
    set(a, {diameter and math.pi / 4 * diameter ^ 2 or area}, leading(r, element, "bias", a.bias))
    a.dyntype, a.dynprm = "filter", {r:number(element, element.attributes, "timeconst") or 1}
end

-- What an element says of an actuator over what was said before: of a class, or of the actuator itself.
function Reader:actuator_over(before, element)
    local a = {}
    for name, value in pairs(before or FRESH) do a[name] = value end
    for _, name in ipairs(COMMON) do a[name] = element.attributes[name] or a[name] end
    if SAID[element.name] then SAID[element.name](self, element, a) else a.gain, a.bias = nil, nil end
    if not a.gain and SAID[element.name] then a.gain, a.bias = FRESH.gain, FRESH.bias end
    return a
end

-- A range, and false where it is there but does not hold.
local function range(r, element, said, name)
    local limited = r:choice(element, said, name .. "limited", words "true false auto", "auto")
    local list = r:numbers(element, said, name .. "range", 2)
    if list and limited == "false" then return list, false end
    return list
end

-- The range of control that goes as far as the joint does, about its middle.
local function inherited(r, element, said, actuator)
    local joint = actuator.joint and r.joints[actuator.joint]
    local limits = joint and joint.at.joint.limits
    if not (limits and limits.lower and limits.upper) then
        r:bad(element, "inheritrange is %g, and its joint has no range", said.inheritrange)
    end
    local middle, half = (limits.lower + limits.upper) / 2 + joint.ref, (limits.upper - limits.lower) / 2 * said.inheritrange
    actuator[said.dyntype == "integrator" and "actrange" or "ctrlrange"] = {middle - half, middle + half}
end

local function read_actuator(r, element, number)
    local attributes, said = element.attributes, r:actuator_over(r:class_of(element).actuator, element)
    local actuator = {name = attributes.name or ("actuator_%d"):format(number), kind = element.name}
    for _, target in ipairs(TARGETS) do actuator[target] = attributes[target] end
    actuator.joint, actuator.jointinparent = actuator.joint or actuator.jointinparent, nil
    r:named(element, "joint", actuator.joint, r.joints, "joint")
    actuator.gear = r:numbers(element, said, "gear", 1, 6) or {1}
    for _, name in ipairs {"ctrl", "force", "act"} do
        actuator[name .. "range"], actuator[name .. "limited"] = range(r, element, said, name)
    end
    for _, name in ipairs {"gain", "bias", "gaintype", "biastype", "dyntype", "dynprm"} do actuator[name] = said[name] end
    if (said.inheritrange or 0) > 0 then inherited(r, element, said, actuator) end
    local bias = actuator.biastype == "affine" and said.bias and said.bias[3]
    if bias and bias > 0 and element.name ~= "general" then
        r:note("taken", element, nil, "its damping is %g of critical, which MuJoCo makes a number of from the inertia in the pose of the file: bias has "
            .. "the share, above zero", bias)
    end
    return actuator
end

function Reader:read_actuators()
    local list = {}
    for _, section in ipairs(self.sections.actuator) do
        for _, element in ipairs(section) do
            if not KINDS[element.name] then
                self:note_unknown(element)
            elseif element.name == "plugin" then
                self:note("left_out", element, nil, "a plugin of MuJoCo is not carried")
            else
                list[#list + 1] = self:within(element, read_actuator, element, #list + 1)
            end
        end
    end
    return #list > 0 and list or nil
end

return Reader
