-- The links of SDF as rigid.Model takes them: a tree of joints, with what closes loops beside it. A link whose frame is not that of its
-- joint is welded to a massless one that moves, which has the name of the joint.
local core = require "rigid.core"
local Reader = require "rigid.files.sdf.scopes"
local unused = require("rigid.files.words").unused

local quoted = Reader.quoted

local IDENTITY <const> = core.Transform.identity()

local function top_of(groups, x)
    while groups[x] do x = groups[x] end
    return x
end

-- Give each link the joint that carries it; what would carry it a second time closes a loop.
local function connect(r)
    local groups, world = {}, r.world
    for _, joint in ipairs(r.joints) do
        if joint.scope.static and joint.type ~= "fixed" then
            r:note("taken", joint.element, {joint = joint.path},
                "model %s is static: what carries it is welded to the world, and its joint %s moves still", quoted(joint.scope.name),
                quoted(joint.path))
        end
        joint.parent_link = joint.parent ~= "world" and r:body_of(r:find(joint.scope, joint.parent, joint.parent_element, "<parent>")) or nil
        joint.child_link = r:body_of(r:find(joint.scope, joint.child, joint.child_element, "<child>"))
        if not joint.child_link then r:bad(joint.child_element, "the child of joint %s is on no link", quoted(joint.path)) end
        if joint.parent_link == joint.child_link then r:bad(joint.element, "joint %s goes from link %s to itself", quoted(joint.path),
            quoted(joint.child_link.path)) end
        local one, two = top_of(groups, joint.parent_link or world), top_of(groups, joint.child_link)
        if joint.child_link.joint or one == two or joint.element.attributes["rigid:loop"] == "true" then -- the last: of ours, on a link that floats
            r.closing[#r.closing + 1] = joint
            if #r.closing > r.LOOPS then r:bad(joint.element, "more than %d joints close loops", r.LOOPS) end
        else
            joint.child_link.joint = joint
            if two ~= world then groups[two] = one else groups[one] = two end
        end
    end
end

-- The links, each after the one that carries it.
local function ordered(r)
    local list, placed = {}, {}
    local function put(link)
        local pending = {}
        while link and not placed[link] do
            pending[#pending + 1], placed[link] = link, true
            link = link.joint and link.joint.parent_link
        end
        for i = #pending, 1, -1 do list[#list + 1] = pending[i] end
    end
    for _, link in ipairs(r.links) do put(link) end
    return list
end

-- A name for the frame of a joint, which no link or frame has: in files of ours a joint may be named as a link is.
local function name_between(r, joint)
    if not r.names then
        r.names = {}
        for _, list in ipairs {r.links, r.frames} do
            for _, one in ipairs(list) do r.names[one.path] = true end
        end
    end
    return unused(joint.path, r.names, "_axis")
end

-- The joint of a link that is free; what resists it is said by files of ours.
local function free_joint(r, element)
    local joint = {type = "floating", name = element.attributes["rigid:joint"]}
    for _, name in ipairs {"damping", "friction", "armature"} do
        local said = element.attributes["rigid:" .. name]
        local x = said and r:numbers_in(element, name, said, 1, 1)[1]
        if x and x >= 0 then joint[name] = x end
    end
    return joint
end

local function entries_of(r, link, bodies)
    local joint = link.joint
    local X = r:pose_in_world(link)
    local entry = {
        name = link.path, visuals = r:shapes(link, "visual"), collisions = r:shapes(link, "collision"),
        source = {file = link.element.file, line = link.element.line, joint_line = joint and joint.element.line},
    }
    entry.inertia, entry.source.inertial_line = r:inertia(link)
    local gravity = r.child(link.element, "gravity")
    if gravity and not r:boolean(gravity, r.text_of(gravity)) then
        r.kept.gravcomp[link.path] = 1
        r:note("taken", gravity, {link = link.path}, "link %s has no weight: m:passive_forces carries it, gravity stays whole", quoted(link.path))
    end
    if not joint then
        entry.placement = X
        if not link.scope.static then entry.joint = free_joint(r, link.element) end
        bodies[#bodies + 1] = entry
        return
    end
    local parent = joint.parent_link
    local X_P, X_J = parent and r:pose_in_world(parent) or IDENTITY, r:pose_in_world(joint)
    entry.parent, entry.joint = parent and parent.path, r:joint_entry(joint)
    local same = joint.pose == IDENTITY and r:find(joint.scope, joint.relative_to, joint.pose_element, "relative_to") == link
    if same or joint.type == "fixed" then
        entry.placement = parent and X_P:inverse() * X or X
    else
        local between = {
            name = name_between(r, joint), parent = entry.parent, joint = entry.joint, placement = parent and X_P:inverse() * X_J or X_J, source = entry.source,
        }
        bodies[#bodies + 1] = between
        entry.parent, entry.joint, entry.placement = between.name, nil, X_J:inverse() * X
    end
    bodies[#bodies + 1] = entry
end

local function closure(r, joint)
    local a, b, X = joint.parent_link, joint.child_link, r:pose_in_world(joint)
    local entry = r:joint_entry(joint)
    if entry.limits or entry.damping or entry.friction or entry.stiffness then
        r:note("left_out", joint.element, {joint = joint.path}, "joint %s closes a loop: its limits, damping, friction and springs are left out",
            quoted(joint.path))
    end
    return {
        name = joint.path, body_a = a and a.path, placement_a = (a and r:pose_in_world(a) or IDENTITY):inverse() * X, body_b = b.path,
        placement_b = r:pose_in_world(b):inverse() * X,
        joint = {type = entry.type, axis = entry.axis, axis2 = entry.axis2, pitch = entry.pitch},
    }
end

-- Whether two links are welded together, or to the world.
local function welded(a, b)
    local function carrier(link)
        while link and link.joint and link.joint.type == "fixed" do link = link.joint.parent_link end
        return not (link and link.scope.static and not link.joint) and link or nil
    end
    return carrier(a) == carrier(b)
end

function Reader:entries()
    connect(self)
    local bodies, loops = {}, {}
    for _, link in ipairs(ordered(self)) do self:within(link.element, entries_of, link, bodies) end
    for _, joint in ipairs(self.closing) do
        if welded(joint.parent_link, joint.child_link) then
            self:note("left_out", joint.element, {joint = joint.path},
                "joint %s is between links that are welded together: it holds nothing, and is left out", quoted(joint.path))
        else
            loops[#loops + 1] = self:within(joint.element, closure, joint)
        end
    end
    for _, frame in ipairs(self.frames) do
        local link = self:body_of(frame)
        local X = self:pose_in_world(frame)
        bodies[#bodies + 1] = {
            name = frame.path, parent = link and link.path, placement = link and self:pose_in_world(link):inverse() * X or X, frame = true,
            source = {file = frame.element.file, line = frame.element.line},
        }
    end
    return bodies, #loops > 0 and loops or nil
end

return Reader
