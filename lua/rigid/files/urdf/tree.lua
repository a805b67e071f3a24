-- Links and joints as a tree: each link hangs from one joint, one from none, and nothing goes round in a circle.
local Reader = require "rigid.files.urdf.reader"

local hint, joined, quoted = Reader.hint, Reader.joined, Reader.quoted

-- The joints of a circle, from the joint above a link upward until a link comes again.
function Reader:refuse_circle(link)
    local seen, names, joint = {}, {}, link.joint
    while not seen[joint] do
        seen[joint] = true
        joint = self.links[joint.parent].joint
    end
    local first = joint
    repeat
        table.insert(names, 1, quoted(joint.name))
        joint = self.links[joint.parent].joint
    until joint == first or #names == 6
    if joint ~= first then table.insert(names, 1, "...") end
    self:bad(first.line, first, "the joints %s go round in a circle: a robot is a tree, with one link that hangs from no joint",
        joined(names))
end

-- Give every link its joint (from above), and return the one that has none.
function Reader:connect()
    for _, joint in ipairs(self.joints) do
        if joint.parent == "world" and not self.links.world then
            local world = {kind = "link", name = "world", line = joint.parent_line}
            table.insert(self.links, 1, world)
            self.links.world = world
            self:note("taken", joint.parent_line, joint, "its parent 'world' is no link of the file: the world is meant")
        end
    end
    for _, joint in ipairs(self.joints) do
        for _, end_of in ipairs {"parent", "child"} do
            local name = joint[end_of]
            if not name then self:bad(joint.line, joint, "<%s link=\"...\"/> is missing", end_of) end
            if not self.links[name] then
                self:bad(joint[end_of .. "_line"], joint, "%s link %s does not exist%s", end_of, quoted(name), hint(name, self.links))
            end
        end
        local child = self.links[joint.child]
        if joint.parent == joint.child then self:bad(joint.line, joint, "link %s cannot be its own parent", quoted(joint.child)) end
        if child.joint then
            self:bad(joint.line, joint, "link %s hangs from joint %s (%s) already; a link has one parent, so a closed loop must be cut",
                quoted(joint.child), quoted(child.joint.name), self:line_in_words(child.joint.line))
        end
        child.joint = joint
    end
    local root
    for _, link in ipairs(self.links) do
        if not link.joint and root then
            self:bad(link.line, link, "a second root: neither this link nor %s (%s) hangs from a joint; join them, or take one out",
                quoted(root.name), self:line_in_words(root.line))
        end
        root = root or not link.joint and link or nil
    end
    if not root then self:refuse_circle(self.links[1]) end
    return root
end

-- The links, the root first, the others in the order of their joints but never before their parents.
function Reader:ordered(root)
    local order, placed = {root}, {[root] = true}
    for _, joint in ipairs(self.joints) do
        local pending, link = {}, self.links[joint.child]
        while not placed[link] do
            pending[#pending + 1] = link
            if #pending > #self.links then self:refuse_circle(link) end
            link = self.links[link.joint.parent]
        end
        for i = #pending, 1, -1 do
            order[#order + 1], placed[pending[i]] = pending[i], true
        end
    end
    return order
end

return Reader
