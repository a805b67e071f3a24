-- A model as people read it: a few figures, then the tree, one link a line, in aligned columns: the link, its joint, the
-- joint's type, its axis, the mass of the link. Long trees are cut, and say so; deep ones stop indenting, and say how deep
-- they are. It goes over the links without recursion.
local core = require "rigid.core"
local contacts = require "rigid.model.contacts"
local display = require "rigid.display"
local layout = require "rigid.model.layout"
local letters = require "rigid.display.letters"
local loops = require "rigid.model.loops"
local inner = debug.getmetatable(core).inner

local tree_text = {}

local DEEPEST <const> = 14 -- levels that are shown by indenting
local SHOWN <const> = 6 -- loops named in a line
local WIDEST <const> = 44 -- a column is no wider; a longer entry pushes the rest of its line to the right

local function number(x)
    return x ~= x and "nan" or ("%.6g"):format(x == 0 and 0.0 or x)
end

local function triple(v) return ("(%s, %s, %s)"):format(number(v.x), number(v.y), number(v.z)) end

local SHORT = {["(1, 0, 0)"] = "x", ["(0, 1, 0)"] = "y", ["(0, 0, 1)"] = "z", ["(-1, 0, 0)"] = "-x", ["(0, -1, 0)"] = "-y", ["(0, 0, -1)"] = "-z"}

local function axis(v)
    local text = triple(v)
    return SHORT[text] or text
end

-- ---- columns --------------------------------------------------------------------------------------------------------

local function axes_of(joint)
    if joint.type == "fixed" or not joint.axis then return "" end
    return joint.axis2 and axis(joint.axis) .. ", " .. axis(joint.axis2) or axis(joint.axis)
end

-- "= 0.5 'left finger' + 0.1" for a joint that follows another.
local function law_of(joint)
    local mimic = joint.mimic
    if not mimic then return joint.type end
    local offset = mimic.offset == 0 and "" or (mimic.offset < 0 and " - " or " + ") .. number(math.abs(mimic.offset))
    return ("%s = %s %s%s"):format(joint.type, number(mimic.multiplier), display.printable(mimic.joint.joint.name), offset)
end

local function type_of(record)
    if record.frame then return "frame" end
    if record.payload then return "payload" end
    return law_of(record.joint)
end

local function mass_of(record)
    return record.inertia and number(record.inertia:mass()) or ""
end

-- ---- the order of the tree ------------------------------------------------------------------------------------------

-- The first `most` lines: {record, prefix}, each link before what hangs from it.
local function lines_of(bodies, most)
    local children = {}
    for _, record in ipairs(bodies) do
        local parent = record.parent or bodies
        children[parent] = children[parent] or {}
        table.insert(children[parent], record)
    end
    -- what is still to come, the next at the end: {record, stem = what stands before its children, depth}
    local stack, list = {}, {}
    local function push(parent, stem, depth)
        local below = children[parent] or {}
        for i = #below, 1, -1 do
            local last = i == #below
            local deep = depth > DEEPEST
            local prefix = depth == 0 and "" or deep and ("%s(%d deep) "):format(("  "):rep(DEEPEST), depth) or stem .. (last and "└ " or "├ ")
            local below_stem = (depth == 0 or deep) and "" or stem .. (last and "  " or "│ ")
            stack[#stack + 1] = {record = below[i], prefix = prefix, stem = below_stem, depth = depth}
        end
    end
    push(bodies, "", 0)
    while #stack > 0 and #list < most do
        local item = table.remove(stack)
        list[#list + 1] = item
        push(item.record, item.stem, item.depth + 1)
    end
    return list
end

-- ---- the text -------------------------------------------------------------------------------------------------------

local function length(text) return utf8.len(text) or #text end

local function pad(text, width, right)
    local space = (" "):rep(width - length(text))
    return right and space .. text or text .. space
end

local TITLES = {"link", "joint", "type", "axis", "kg"}

local NARROWEST <const> = {[2] = 12, [1] = 20} -- the columns that names may be cut in, the first first

-- Make the columns of names narrower until the line fits in `room`; whether they had to be.
local function narrow(widths, room)
    local excess = 2 + 2 * (#widths - 1) - room
    for _, width in ipairs(widths) do excess = excess + width end
    if excess <= 0 then return false end
    for _, column in ipairs {2, 1} do
        local less = math.max(0, math.min(excess, widths[column] - NARROWEST[column]))
        widths[column], excess = widths[column] - less, excess - less
    end
    return true
end

local function tabulate(items, room)
    local rows, widths = {TITLES}, {0, 0, 0, 0, 0}
    for _, item in ipairs(items) do
        local record = item.record
        local joint_name = record.joint.name and record.joint.type ~= "fixed" and display.printable(record.joint.name) or ""
        rows[#rows + 1] = {item.prefix .. display.printable(record.name), joint_name, type_of(record), axes_of(record.joint), mass_of(record)}
    end
    local widest = room < math.huge and math.huge or WIDEST -- where names are cut, all of them count
    for _, row in ipairs(rows) do
        for column, text in ipairs(row) do
            if length(text) <= widest then widths[column] = math.max(widths[column], length(text)) end
        end
    end
    local lines, fitted = {}, narrow(widths, room)
    for i, row in ipairs(rows) do
        local cells = {}
        for column, text in ipairs(row) do
            if fitted then text = letters.cut(text, widths[column], "…") end
            cells[column] = pad(text, widths[column], column == #row)
        end
        lines[i] = "  " .. table.concat(cells, "  "):gsub("%s+$", "")
    end
    return lines
end

local function plural(n, what) return ("%d %s%s"):format(n, what, n == 1 and "" or "s") end

-- "2, 6 equations: 'pin' revolute, 'gear' coupling"
local function loops_of(list)
    local names, equations = {}, 0
    for i, loop in ipairs(list) do
        equations = equations + loops.equations(loop)
        if i <= SHOWN then
            names[i] = ("'%s' %s"):format(display.printable(loop.name), loop.coefficients and "coupling" or loop.joint.type)
        end
    end
    local more = #list > SHOWN and (", ... in m:loops()") or ""
    return ("%d, %s: %s%s"):format(#list, plural(equations, "equation"), table.concat(names, ", "), more)
end

local function moving_mass(m)
    local mass = 0
    for _, M in ipairs(layout.carried(m)) do mass = mass + M:mass() end
    return mass
end

-- The text of a model, with at most so many lines of its tree, each in so many columns where they can be cut.
function tree_text.render(m, description, most, room)
    local bodies, at = description.bodies, layout.of(m)
    local welded, following = #bodies - #at.links, 0
    for _, record in ipairs(at.links) do following = following + (record.joint.mimic and 1 or 0) end
    local size = plural(#at.links, "moving link") .. (welded > 0 and (", %d welded"):format(welded) or "")
    if following > 0 then size = size .. (", %d following another"):format(following) end
    local lines = {
        ("Model '%s'"):format(display.printable(description.name)),
        "  size     " .. size .. ("; nq %d, nv %d"):format(at.nq, at.nv),
        "  mass     " .. (inner.model.is_massless(m) and "none: for kinematics only" or number(moving_mass(m)) .. " kg moving"),
        "  gravity  " .. triple(description.gravity) .. " m/s²",
    }
    if #(description.loops or {}) > 0 then lines[#lines + 1] = "  loops    " .. loops_of(description.loops) end
    local shapes, grounds = contacts.count(description)
    if shapes > 0 or grounds > 0 then
        lines[#lines + 1] = ("  contact  %s, %s"):format(plural(shapes, "shape"), plural(grounds, "ground"))
    end
    if #description.notes > 0 then
        lines[#lines + 1] = ("  notes    %s, in m:notes()"):format(plural(#description.notes, "note"))
    end
    if #bodies > 0 then
        local items = lines_of(bodies, most)
        table.move(tabulate(items, room), 1, #items + 1, #lines + 1, lines)
        local rest = #bodies - #items
        if rest > 0 then
            lines[#lines + 1] = ("  ... and %s; m:tree(%d) shows all"):format(plural(rest, "more link"), #bodies)
        end
    end
    return table.concat(lines, "\n")
end

return tree_text
