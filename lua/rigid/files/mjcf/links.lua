-- The links that bodies of MJCF become. The joints of one body act in order, each about its own point of it: a joint that is not the last,
-- or whose point is not the body's origin, moves a massless link of its own name, and the body is welded to the last of them.
local core = require "rigid.core"
local Reader = require "rigid.files.mjcf.reader"
local unused = require("rigid.files.words").unused

local Rotation, SpatialInertia, Transform, Vec3 = core.Rotation, core.SpatialInertia, core.Transform, core.Vec3

local IDENTITY <const>, ORIGIN <const> = Transform.identity(), Vec3(0, 0, 0)

local function point_of(r, joint)
    if joint.type == "slide" or joint.type == "free" then return joint.type == "free" and ORIGIN or nil end
    return joint.outer * Vec3(r:numbers(joint.element, joint.attributes, "pos", 3) or {0, 0, 0})
end

-- The links of a body: those that its joints move, and itself.
function Reader:links_of(body, taken)
    local list, parent, at, pose = {}, body.parent.name, ORIGIN, body.pose
    for i, joint in ipairs(body.joints) do
        local last = i == #body.joints
        local point = point_of(self, joint) or last and ORIGIN or at
        joint.name = joint.name or self:made(unused(#body.joints == 1 and body.name or ("%s_joint_%d"):format(body.name, i), self.joint_names))
        local own = last and point == ORIGIN
        local link = {
            name = own and body.name or self:made(unused(joint.name == body.name and joint.name .. "_joint" or joint.name, taken)), parent = parent,
            placement = pose * Transform(Rotation.identity(), point - at), joint = self:within(joint.element, self.joint_entry, joint),
            source = {file = body.element.file, line = body.element.line, joint_line = joint.element.line},
        }
        joint.link, joint.at = link.name, link
        list[#list + 1] = link
        if own then return list, link end
        parent, at, pose = link.name, point, IDENTITY
    end
    if #body.joints > 0 then pose = Transform(Rotation.identity(), ORIGIN - at) end
    local weld = #body.joints == 0 and self.custom.fixed[body.name]
    local link = {name = body.name, parent = parent, placement = pose, joint = weld and {type = "fixed", name = weld} or nil,
        source = {file = body.element.file, line = body.element.line}}
    list[#list + 1] = link
    return list, link
end

local function draw(r, body, link)
    for _, geom in ipairs(body.geoms) do
        local entry, shown, touches = r:shape_entry(geom)
        if entry and shown then
            link.visuals = link.visuals or {}
            table.insert(link.visuals, entry)
        end
        if entry and touches then
            link.collisions = link.collisions or {}
            table.insert(link.collisions, entry)
        end
    end
end

-- The entries in the order in which a file of ours says they were; what it does not name stays before the next that it does. Where that
-- would put a body before its parent, as they are.
local function in_said_order(order, entries)
    local rank, count = {}, 0
    for word in order:gmatch "%S+" do
        count = count + 1
        rank[word:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end)] = count
    end
    local keys, next_rank = {}, count + 1
    for i = #entries, 1, -1 do
        next_rank = rank[entries[i].name] or next_rank
        keys[i] = {entry = entries[i], rank = next_rank, number = i}
    end
    table.sort(keys, function(a, b)
        if a.rank ~= b.rank then return a.rank < b.rank end
        return a.number < b.number
    end)
    local list, seen = {}, {}
    for i, key in ipairs(keys) do
        if key.entry.parent and not seen[key.entry.parent] then return entries end
        list[i], seen[key.entry.name] = key.entry, true
    end
    return list
end

-- All links, and the sites as frames where their names are free.
function Reader:body_entries()
    local taken, entries = {}, {}
    self.joint_names = {}
    for _, body in ipairs(self.bodies) do
        if body.element.attributes.name then taken[body.name] = true end
    end
    for _, joint in ipairs(self.joints) do
        if joint.name then self.joint_names[joint.name] = true end
    end
    for _, body in ipairs(self.bodies) do
        if not body.element.attributes.name then body.name = self:made(unused(body.name, taken)) end
        if (body.gravcomp or 0) ~= 0 then
            self.kept.gravcomp[body.name] = body.gravcomp
            self:note("taken", body.element, {link = body.name}, "gravcomp=%g: m:passive_forces has the weight that is carried, gravity stays whole",
                body.gravcomp)
        end
        local links, own = self:links_of(body, taken)
        own.inertia = body.inertia or SpatialInertia.zero()
        if body.inertial then own.source.inertial_line = body.inertial.line end
        draw(self, body, own)
        table.move(links, 1, #links, #entries + 1, entries)
    end
    if self.custom.order then entries = in_said_order(self.custom.order, entries) end
    for _, site in ipairs(self.sites) do
        site.link = not taken[site.name] and site.name ~= "world" and site.name
        if site.link then
            taken[site.name] = true
            entries[#entries + 1] = {name = site.name, parent = site.body.name, placement = site.pose, frame = true,
                source = {file = site.element.file, line = site.element.line}}
        end
    end
    return entries
end

return Reader
