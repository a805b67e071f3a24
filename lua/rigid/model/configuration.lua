-- Configurations of a model, in Lua: random states within the limits of its joints, and where the links of a subtree
-- are at a given q. The generator is our own (splitmix64), so that a seed gives the same state on every machine.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"

local SpatialInertia, Transform = core.SpatialInertia, core.Transform

local configuration = {}

local HUGE <const> = math.huge

-- ---- random states --------------------------------------------------------------------------------------------------

-- A function that gives numbers, uniform from low to high. Consecutive seeds give unrelated numbers.
function configuration.generator(seed)
    local state = seed * 0x632BE59BD9B4E019
    return function(low, high)
        state = state + 0x9E3779B97F4A7C15
        local z = state
        z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
        z = (z ~ (z >> 27)) * 0x94D049BB133111EB
        z = z ~ (z >> 31)
        return low + (high - low) * ((z >> 11) * 2.0 ^ -53)
    end
end

local WIDTH = {angle = math.pi, length = 1} -- half of the range that is drawn from where there are no limits

-- The part of [low, high] that is drawn from: within half a width of zero where it can be.
local function range(low, high, width)
    if low > width then return low, math.min(high, low + 2 * width) end
    if high < -width then return math.max(low, high - 2 * width), high end
    return math.max(low, -width), math.min(high, width)
end

-- The limits of a joint, narrowed so that what follows it keeps its own: those of joints that follow with
-- ratio q + offset in [lower, upper]. Where they leave nothing, those of the joint itself.
local function narrowed(at, record, followers)
    local low, high = record.joint.lower or -HUGE, record.joint.upper or HUGE
    local narrow_low, narrow_high = low, high
    for _, follower in ipairs(followers or {}) do
        local ratio, offset = at.ratio[follower.number], at.offset[follower.number]
        local a, b = follower.joint.lower or -HUGE, follower.joint.upper or HUGE
        if ratio ~= 0 then
            a, b = (a - offset) / ratio, (b - offset) / ratio
            narrow_low, narrow_high = math.max(narrow_low, math.min(a, b)), math.min(narrow_high, math.max(a, b))
        end
    end
    if narrow_low > narrow_high then return low, high end
    return narrow_low, narrow_high
end

-- A unit quaternion, uniform over all attitudes. [Shoemake 1992]
function configuration.put_quaternion(q, at, draw)
    local share, a, b = draw(0, 1), draw(0, 2 * math.pi), draw(0, 2 * math.pi)
    local r, s = math.sqrt(1 - share), math.sqrt(share)
    q[at], q[at + 1], q[at + 2], q[at + 3] = s * math.cos(b), r * math.sin(a), r * math.cos(a), s * math.sin(b)
end

local function put_position(q, at, record, followers, draw)
    local joint, first = record.joint, at.q[record.number]
    for i, number in ipairs(joints.type(joint).numbers) do
        local kind = number[2]
        if kind == "quaternion" then
            configuration.put_quaternion(q, first + i - 1, draw)
        else
            local low, high = joints.each(joint.lower, i) or -HUGE, joints.each(joint.upper, i) or HUGE
            if joints.type(joint).nq == 1 then low, high = narrowed(at, record, followers) end
            q[first + i - 1] = draw(range(low, high, WIDTH[kind]))
        end
    end
end

local function put_velocity(v, at, joint, draw)
    for i = 1, joints.type(joint).nv do
        local most = math.min(1, joints.each(joint.velocity, i) or 1)
        v[at + i - 1] = draw(-most, most)
    end
end

-- q and v as lists: positions within the limits of every joint, velocities of at most 1 and within theirs.
function configuration.random(bodies, at, seed)
    local followers, q, v, draw = {}, {}, {}, configuration.generator(seed)
    for _, record in ipairs(bodies) do
        if record.joint.mimic then
            local leader = layout.leader(record)
            followers[leader] = followers[leader] or {}
            table.insert(followers[leader], record)
        end
    end
    for i, record in ipairs(bodies) do
        if at.q[i] and not record.joint.mimic then
            put_position(q, at, record, followers[record], draw)
            put_velocity(v, at.v[i], record.joint, draw)
        end
    end
    return q, v
end

-- ---- quaternions --------------------------------------------------------------------------------------------------

local ZERO <const> = 1e-12 -- square of a length that is none

-- Raise, at the place where q stands, if one of its quaternions has no direction.
function configuration.check(place, at, q)
    for _, record in ipairs(at.links) do
        local first = at.q[record.number]
        for i, number in ipairs(joints.type(record.joint).numbers) do
            local k = first + i - 1
            if number[2] == "quaternion" and not (q[k] ^ 2 + q[k + 1] ^ 2 + q[k + 2] ^ 2 + q[k + 3] ^ 2 > ZERO) then
                place:bad("q[%d] to q[%d] are a quaternion, and it is zero; start from m:neutral()", k, k + 3)
            end
        end
    end
end

-- ---- a subtree ------------------------------------------------------------------------------------------------------

-- The pose of a record in its parent at q.
function configuration.pose_in_parent(at, record, q)
    local joint, kind = record.joint, joints.type(record.joint)
    if kind.nv == 0 then return record.placement end
    local first = at.q[record.number]
    if joint.mimic then
        return record.placement * joints.pose(joint, {at.ratio[record.number] * q[first] + at.offset[record.number]}, 1)
    end
    return record.placement * joints.pose(joint, q, first)
end

-- The inertia of a record and all that hangs from it, about its frame, in its axes.
function configuration.subtree_inertia(bodies, at, root, q)
    local pose = {[root] = Transform.identity()}
    local total = root.inertia and root.inertia:copy() or SpatialInertia.zero()
    for i = root.number + 1, #bodies do
        local record = bodies[i]
        local X = record.parent and pose[record.parent]
        if X then
            pose[record] = X * configuration.pose_in_parent(at, record, q)
            if record.inertia then total:add_in_place(pose[record] * record.inertia) end
        end
    end
    return total
end

return configuration
