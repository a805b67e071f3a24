-- What writers of SDF and MJCF share: lines of XML, numbers as short as they are exact, names that are free, and a list of what the format
-- has no word for. What cannot be said at all is refused by the name of its joint or link.
local core = require "rigid.core"
local digits = require "rigid.files.digits"
local unused = require("rigid.files.words").unused

local Transform, Rotation, Vec3 = core.Transform, core.Rotation, core.Vec3

local HUGE <const> = math.huge
local INDENTED <const> = 40 -- deeper than that, what is nested stands no further in

-- {name, title, pieces, lost}
local Writer = {}
Writer.__index = Writer

function Writer.new(name, title) return {name = name, title = title, pieces = {}, lost = {}} end

function Writer:refuse(what, ...)
    error(("model '%s' cannot be saved as %s: %s; save it as .lua instead"):format(self.name, self.title, what:format(...)), 0)
end

-- Note what is not carried; it stands in the head of the file too.
function Writer:lose(what, ...) self.lost[#self.lost + 1] = select("#", ...) > 0 and what:format(...) or what end

local ESCAPES <const> = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["\n"] = "&#10;", ["\t"] = "&#9;", ["\r"] = "&#13;"}

function Writer:escape(text)
    if not utf8.len(text) or text:find "[%z\1-\8\11\12\14-\31]" then self:refuse("%q is no text that XML can hold", text) end
    return (text:gsub("[&<>\"\n\t\r]", ESCAPES))
end

function Writer.number(x)
    if x ~= x then return "nan" end
    if x == HUGE or x == -HUGE then return x > 0 and "inf" or "-inf" end
    return digits(x)
end

function Writer.numbers(list)
    local words = {}
    for i, x in ipairs(list) do words[i] = Writer.number(x) end
    return table.concat(words, " ")
end

function Writer:line(indent, text, ...)
    self.pieces[#self.pieces + 1] = ("  "):rep(math.min(indent, INDENTED)) .. (select("#", ...) > 0 and text:format(...) or text)
end

-- name="value" for each of a list of pairs that has a value: a text, a number, or a list of numbers.
function Writer:attributes(...)
    local words = {}
    for i = 1, select("#", ...), 2 do
        local name, value = select(i, ...)
        if type(value) == "table" then value = self.numbers(value)
        elseif type(value) == "number" then value = self.number(value)
        elseif value ~= nil then value = self:escape(value) end
        if value ~= nil then words[#words + 1] = (" %s=\"%s\""):format(name, value) end
    end
    return table.concat(words)
end

local IDENTITY <const> = Transform.identity()

-- A pose in plain tables as a Transform.
function Writer.pose(said) return said and (core.type(said) == "Transform" and said or Transform(said)) or IDENTITY end

function Writer.is_turned(X) return X:rotation() ~= Rotation.identity() end

Writer.unused = unused

-- The comment that says what was left out.
function Writer:finish(at)
    local lines = {}
    local function apart(dashes) return (dashes:gsub("%-", "- ")) end -- two of them end a comment
    for i = 1, #self.lost do lines[i] = "  not carried: " .. self.lost[i]:gsub("%-%-+", apart):gsub("%c", "?") end
    if #lines > 0 then table.insert(self.pieces, at, "<!--\n" .. table.concat(lines, "\n") .. "\n-->") end
    return table.concat(self.pieces, "\n") .. "\n", self.lost
end

-- Whether an inertia in plain tables is none.
function Writer.is_nothing(M)
    if not M then return true end
    local I, h = M.inertia, M.com_moment
    return M.mass == 0 and I.xx == 0 and I.yy == 0 and I.zz == 0 and I.xy == 0 and I.xz == 0 and I.yz == 0 and h[1] == 0 and h[2] == 0 and h[3] == 0
end

-- Keep where the bodies are when all joints are at zero; parents come before what they carry.
function Writer:stand(bodies)
    self.standing = {}
    for _, body in ipairs(bodies) do
        self.standing[body.name] = (self.standing[body.parent] or IDENTITY) * self.pose(body.placement)
    end
end

local APART <const> = 1e-9 -- metres, or radians

-- By joint, what its two sides may not be apart by: from the pose of one in the other, and the axis.
local GAPS <const> = {
    fixed = function(X) return X:position():norm() + X:rotation():log():norm() end,
    spherical = function(X) return X:position():norm() end,
    revolute = function(X, axis) return X:position():norm() + (X:rotation() * axis - axis):norm() end,
    prismatic = function(X, axis) return X:position():cross(axis):norm() + X:rotation():log():norm() end,
}
GAPS.continuous = GAPS.revolute

-- Whether a loop is open where all joints are at zero. SDF, and MJCF but for welds, say a loop by that pose alone.
function Writer:is_open(loop)
    local function side(body, placement) return (self.standing[body] or IDENTITY) * self.pose(placement) end
    local gap = GAPS[loop.joint.type]
    local X = side(loop.body_a, loop.placement_a):inverse() * side(loop.body_b, loop.placement_b)
    return gap ~= nil and gap(X, Vec3(loop.joint.axis or {0, 0, 1})) > APART
end

function Writer:lose_open(loop) self:lose("loop '%s', which is open where all joints are at zero", loop.name) end

-- The names of the joints, as a set.
function Writer.joint_names_of(bodies)
    local names = {}
    for _, body in ipairs(bodies) do
        if body.joint.name then names[body.joint.name] = true end
    end
    return names
end

-- The bodies that hang from each, by name; those of the world under "".
function Writer.children_of(bodies)
    local children = {}
    for _, body in ipairs(bodies) do
        local key = body.parent or ""
        children[key] = children[key] or {}
        table.insert(children[key], body)
    end
    return children
end

return Writer
