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

local GAP <const> = 2 -- columns between two of the table

local function row_of(item)
    local record = item.record
    local joint_name = record.joint.name and record.joint.type ~= "fixed" and display.printable(record.joint.name) or ""
    return {item.prefix .. display.printable(record.name), joint_name, type_of(record), axes_of(record.joint), mass_of(record)}
end

-- How wide each column is, entries of more than `widest` left aside.
local function widths_of(rows, widest)
    local widths = {0, 0, 0, 0, 0}
    for _, row in ipairs(rows) do
        for column, text in ipairs(row) do
            if length(text) <= widest then widths[column] = math.max(widths[column], length(text)) end
        end
    end
    return widths
end

-- By how much the lines are wider than the room.
local function excess_of(rows, room)
    local excess = GAP * #TITLES - room
    for _, width in ipairs(widths_of(rows, math.huge)) do excess = excess + width end
    return excess
end

-- What is said shorter where the room is too narrow, what is least needed first: a column, and its text as way(item, row, excess,
-- width) gives it, which knows how wide the column is and by how much it is to become narrower.
local LINK <const>, JOINT <const>, TYPE <const>, AXIS <const>, MASS <const> = 1, 2, 3, 4, 5
local NARROWEST <const> = {[LINK] = 12, [JOINT] = 8} -- letters that names are left

-- What a joint follows, and its type, stand in m:joint(name).
local function mimic_alone(item, row) return item.record.joint.mimic and "mimic" or row[TYPE] end

local function axis_in_short(_, row)
    return (row[AXIS]:gsub("%-?%d+%.%d+", function(x) return ("%.2g"):format(x) end))
end

local function mass_in_short(_, row)
    return tonumber(row[MASS]) and ("%.4g"):format(row[MASS]) or row[MASS]
end

-- A name beside another that begins with the same words: only what comes after these.
local function beside(name, other)
    local shared, from = 0, 1
    while true do
        local past = name:match("^.-[_%-./]()", from)
        if not past or other:sub(1, past - 1) ~= name:sub(1, past - 1) then break end
        shared, from = past - 1, past
    end
    return shared > 1 and "…" .. name:sub(shared) or name
end

local function joint_beside_link(item, row) return beside(row[JOINT], display.printable(item.record.name)) end

-- The last words of a name in at most so many letters; where not even the last one fits, its beginning.
local function last_words(name, most)
    if length(name) <= most then return name end
    for from in name:gmatch "()[_%-./]" do
        local words = "…" .. name:sub(from)
        if length(words) <= most then return words end
    end
    return letters.cut(name, most, "…")
end

local function joint_cut(_, row, excess, width)
    return last_words(row[JOINT], math.max(NARROWEST[JOINT], width - excess))
end

-- The name of a link as `shorter` makes it of the name and the letters there are for it, where there are too few.
local function link_by(shorter)
    return function(item, row, excess, width)
        local name = row[LINK]:sub(#item.prefix + 1)
        local most = math.max(NARROWEST[LINK], width - excess - length(item.prefix))
        return item.prefix .. (length(name) <= most and name or shorter(name, most, item.record))
    end
end

local function link_beside_parent(name, _, record)
    return record.parent and beside(name, display.printable(record.parent.name)) or name
end

local SHORTER <const> = {
    {TYPE, mimic_alone}, {AXIS, axis_in_short}, {JOINT, joint_beside_link}, {MASS, mass_in_short}, {LINK, link_by(link_beside_parent)},
    {JOINT, joint_cut}, {LINK, link_by(last_words)},
}

-- Shorten rows until they fit, as far as that goes.
local function shorten(items, rows, room)
    for _, way in ipairs(SHORTER) do
        local excess = excess_of(rows, room)
        if excess <= 0 then return end
        local column, shorter = table.unpack(way)
        local width = widths_of(rows, math.huge)[column]
        for i, item in ipairs(items) do rows[i + 1][column] = shorter(item, rows[i + 1], excess, width) end
    end
end

local function tabulate(items, room)
    local rows = {TITLES}
    for _, item in ipairs(items) do rows[#rows + 1] = row_of(item) end
    shorten(items, rows, room)
    local lines, widths = {}, widths_of(rows, room < math.huge and math.huge or WIDEST)
    for i, row in ipairs(rows) do
        local cells = {}
        for column, text in ipairs(row) do cells[column] = pad(text, widths[column], column == #row) end
        lines[i] = "  " .. table.concat(cells, (" "):rep(GAP)):gsub("%s+$", "")
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
