-- M:explain(): the tree of how an inertia was made, and what each part of it gives to each of its entries, about the final
-- point and in the final axes: its own inertia about its centre of mass and the parallel-axis term m (c² 1 - c cᵀ). The
-- operations are linear, so that the parts sum to the whole, to rounding.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local tags = require "rigid.frames.tags"

local explain = {}

local SpatialInertia = core.SpatialInertia
local from_parameters = SpatialInertia.from_parameters
local methods = getmetatable(SpatialInertia).__instance.__methods

local ENTRIES <const> = {"mass", "mcx", "mcy", "mcz", "xx", "xy", "xz", "yy", "yz", "zz"} -- as M:parameters()

-- ---- where the parts come to be -------------------------------------------------------------------------------------

-- A Vec3, Rotation or Transform without a tag.
local function bare(x) return x:copy():untag() end

-- What an operation does to an inertia; nothing for one that leaves it where it is.
local STEPS <const> = {
    shift = function(M, by) return methods.shift(M, bare(by)) end,
    re_express = function(M, by) return methods.re_express(M, bare(by)) end,
    transform = function(M, by) return bare(by) * M end,
    scale = function(M, by) return methods.scale(M, by) end,
    mirror = function(M, by) return methods.mirror(M, by) end,
}

local function untagged(M) return from_parameters(M:parameters():table()) end

-- A part of the whole: the inertia of a leaf taken through every step between it and the whole, innermost first.
local function part_of(node, sign, steps)
    local M = untagged(node.value)
    for i = #steps, 1, -1 do M = STEPS[steps[i].op](M, steps[i].by) end
    local about_origin, central = M:rotational_inertia(), M:central_inertia()
    return {
        name = node.name or tags.of(node.value).of, how = node.how, count = node.count, sign = sign, inertia = M, central = central,
        parallel_axis = about_origin - central,
    }
end

-- Walk down to the leaves: appends each to parts, and returns the branch as plain data.
local function branch_of(node, sign, steps, parts)
    local branch = {op = node.op, name = node.name, by = node.by, sign = sign, inertia = untagged(node.value)}
    if not node.parts then
        parts[#parts + 1] = part_of(node, sign, steps)
        branch.part, branch.count, branch.how = #parts, node.count, node.how
        return branch
    end
    local step = STEPS[node.op]
    if step then steps[#steps + 1] = node end
    branch.parts = {branch_of(node.parts[1], sign, steps, parts)}
    if node.parts[2] then
        branch.parts[2] = branch_of(node.parts[2], node.op == "subtract" and -sign or sign, steps, parts)
    end
    if step then steps[#steps] = nil end
    return branch
end

local NOISE <const> = 1e-12 -- of the largest entry of its kind: rounding

-- The largest mass, first moment and moment of inertia there is in any part.
local function scales_of(parts)
    local scale = {}
    for _, part in ipairs(parts) do
        local own = part.inertia:parameters()
        for i = 1, 10 do
            local kind = i == 1 and 1 or i <= 4 and 2 or 3
            scale[kind] = math.max(scale[kind] or 0, math.abs(own[i]))
        end
    end
    return scale
end

-- What each part is of each entry of the whole: a fraction, nil where the whole has nothing there but rounding.
local function add_shares(parts, whole)
    local total, scale = whole:parameters(), scales_of(parts)
    for _, part in ipairs(parts) do
        local own = part.inertia:parameters()
        part.share = {}
        for i, entry in ipairs(ENTRIES) do
            local least = NOISE * scale[i == 1 and 1 or i <= 4 and 2 or 3]
            part.share[entry] = math.abs(total[i]) > least and part.sign * own[i] / total[i] or nil
        end
    end
end

-- ---- printing -------------------------------------------------------------------------------------------------------

local function number(x) return x ~= x and "nan" or ("%.6g"):format(x == 0 and 0.0 or x) end

-- Three numbers; one that is only rounding beside the largest reads as zero.
local function triple(v)
    local least = NOISE * math.max(math.abs(v.x), math.abs(v.y), math.abs(v.z))
    local function shown(x) return math.abs(x) <= least and "0" or number(x) end
    return ("(%s, %s, %s)"):format(shown(v.x), shown(v.y), shown(v.z))
end

local function factors(by)
    local words = {}
    for _, name in ipairs {"mass", "length"} do
        if by[name] then words[#words + 1] = name .. " by " .. number(by[name]) end
    end
    return table.concat(words, ", ")
end

local function turn(R)
    local axis, angle = R:axis_angle()
    return ("turned %s° about %s"):format(number(math.deg(angle)), triple(axis))
end

-- A pose, as where things come to stand and how they are turned.
local function placing(X)
    local at, turned = triple(X:position()), not X:rotation():is_near(core.Rotation.identity(), NOISE)
    return ("placed at %s m%s"):format(at, turned and ", " .. turn(X:rotation()) or "")
end

local SAID <const> = {
    add = function() return "sum" end,
    subtract = function() return "difference" end,
    shift = function(branch) return "shifted by " .. triple(branch.by) .. " m" end,
    re_express = function(branch) return "re-expressed, " .. turn(branch.by) end,
    transform = function(branch) return placing(branch.by) end,
    scale = function(branch) return "scaled, " .. factors(branch.by) end,
    mirror = function(branch)
        return "mirrored in " .. (type(branch.by) == "string" and branch.by or "the plane normal to " .. triple(branch.by))
    end,
}

local function label_of(part, i) return part.name and display.printable(part.name) or "part " .. i end

local function line_of(branch, parts)
    local minus = branch.minus and "minus " or ""
    if not branch.part then
        return minus .. (branch.name and display.printable(branch.name) .. ": " or "") .. SAID[branch.op](branch)
    end
    local how = branch.how and branch.how ~= "SpatialInertia" and ", " .. branch.how or ""
    if branch.op == "summary" then how = (", %d parts summed up"):format(branch.count) end
    return ("%s%s: %s kg%s"):format(minus, label_of(parts[branch.part], branch.part), number(branch.inertia:mass()), how)
end

-- The operands of a sum, those of sums in it among them: they stand side by side.
local function operands(branch, minus, list)
    local nested = branch.op == "add" or branch.op == "subtract"
    for i, part in ipairs(branch.parts) do
        local negative = minus ~= (nested and branch.op == "subtract" and i == 2)
        if nested and (part.op == "add" or part.op == "subtract") and not part.name then
            operands(part, negative, list)
        else
            list[#list + 1] = {part = part, minus = nested and negative}
        end
    end
    return list
end

local DEEPEST <const>, LINES <const>, PARTS <const> = 12, 40, 20

local function add_lines(branch, parts, stem, lines)
    local list = operands(branch, false, {})
    for i, operand in ipairs(list) do
        local last, part = i == #list, operand.part
        part.minus = operand.minus
        lines[#lines + 1] = stem .. (last and "└ " or "├ ") .. line_of(part, parts)
        if part.parts then
            if #stem > 3 * DEEPEST then
                lines[#lines] = lines[#lines] .. " of more"
            else
                add_lines(part, parts, stem .. (last and "  " or "│ "), lines)
            end
        end
    end
end

-- Rows of words in columns, the first flush left.
local function columns(rows)
    local widths = {}
    for _, row in ipairs(rows) do
        for j, word in ipairs(row) do widths[j] = math.max(widths[j] or 0, utf8.len(word) or #word) end
    end
    local lines = {}
    for i, row in ipairs(rows) do
        local words = {}
        for j, word in ipairs(row) do
            local blanks = (" "):rep(widths[j] - (utf8.len(word) or #word))
            words[j] = j == 1 and word .. blanks or blanks .. word
        end
        lines[i] = "  " .. table.concat(words, "  "):gsub("%s+$", "")
    end
    return lines
end

local TENSOR <const> = {"xx", "yy", "zz", "xy", "xz", "yz"}

local function tensor_row(first, mass, I, sign, least)
    local t, row = I:table(), {first, mass}
    for _, entry in ipairs(TENSOR) do row[#row + 1] = math.abs(t[entry]) <= least and "0" or number(sign * t[entry]) end
    return row
end

local function percent(share)
    if not share then return "-" end
    return math.abs(share) < 5e-4 and "0%" or ("%.1f%%"):format(100 * share)
end

local function share_row(share)
    local row = {"  share", percent(share.mass)}
    for _, entry in ipairs(TENSOR) do row[#row + 1] = percent(share[entry]) end
    return row
end

local function cut(lines, most)
    if #lines <= most then return lines end
    local left = #lines - most + 1
    lines = table.move(lines, 1, most - 1, 1, {})
    lines[most] = ("  ... and %d lines more"):format(left)
    return lines
end

-- The rows of the parts, of at most so many, and the row of the whole.
local function table_of(e)
    local rows, least = {{"", "m", table.unpack(TENSOR)}}, NOISE * scales_of(e.parts)[3]
    for i = 1, math.min(#e.parts, PARTS) do
        local part = e.parts[i]
        local mass, minus = number(part.sign * part.inertia:mass()), part.sign < 0 and "minus " or ""
        rows[#rows + 1] = tensor_row(minus .. label_of(part, i), mass, part.central, part.sign, least)
        rows[#rows + 1] = tensor_row("  parallel axis", "", part.parallel_axis, part.sign, least)
        rows[#rows + 1] = share_row(part.share)
    end
    if #e.parts > PARTS then rows[#rows + 1] = {("... and %d parts more"):format(#e.parts - PARTS)} end
    rows[#rows + 1] = tensor_row("whole", number(e.inertia:mass()), e.inertia:rotational_inertia(), 1, least)
    return columns(rows)
end

local Explanation = {__name = "Explanation"}

Explanation.__tostring = arguments.printer("an explanation", function(e)
    local _ <close> = inner.locale.plain()
    local lines, tree = {}, e.tree
    if tree.parts then add_lines(tree, e.parts, "  ", lines) end
    lines = cut(lines, LINES)
    table.insert(lines, 1, (e.monogram and e.monogram .. ", " or "") .. line_of(tree, e.parts))
    lines[#lines + 1] = "inertia about its point, kg m²: of each part about its own com, and the parallel-axis term"
    local rows = table_of(e)
    table.move(rows, 1, #rows, #lines + 1, lines)
    if not e.recorded then
        lines[#lines + 1] = "nothing was recorded: rigid.provenance(true), before it is made, records how"
    end
    return table.concat(lines, "\n")
end)

-- The explanation of an inertia with that node.
function explain.of(M, node, recorded)
    local t, parts = tags.of(M), {}
    local tree = branch_of(node, 1, {}, parts)
    local whole, monogram = untagged(M), t.id ~= 0 and tags.name("SpatialInertia", t) or nil
    add_shares(parts, whole)
    local e = {inertia = whole, tree = tree, parts = parts, recorded = recorded, monogram = monogram}
    return setmetatable(e, Explanation)
end

return explain
