-- Robots drawn at random whose links are what their own shapes make them, and mistakes planted in their files, each of a kind that
-- people make, with the word for its cause. For the spec of the doctor and its bench. The formulas here are written out once
-- more, in plain Lua, so that they are no copy of what they try.
local planted = {}

local function log_between(d, low, high) return low * (high / low) ^ d:unit_interval() end
local function any(d, list) return list[d:integer(1, #list)] end

-- ---- links ----------------------------------------------------------------------------------------------------------

-- Moments of a solid about its com, in its own axes; half-lengths of the box around it; its element; its volume.
local SHAPES = {}

function SHAPES.box(d)
    local a, b, c = log_between(d, 0.03, 0.4), log_between(d, 0.03, 0.4), log_between(d, 0.03, 0.4)
    a, b, c = tonumber(("%.3g"):format(a)), tonumber(("%.3g"):format(b)), tonumber(("%.3g"):format(c))
    return {kind = "box", size = {a, b, c}, half = {a / 2, b / 2, c / 2}, volume = a * b * c, element = ('<box size="%.6g %.6g %.6g"/>'):format(a, b, c),
        moments = function(m, f) f = f or 1 return {m * f * f * (b * b + c * c) / 12, m * f * f * (a * a + c * c) / 12, m * f * f * (a * a + b * b) / 12} end}
end

function SHAPES.cylinder(d)
    local r, l = tonumber(("%.3g"):format(log_between(d, 0.02, 0.15))), tonumber(("%.3g"):format(log_between(d, 0.05, 0.5)))
    return {kind = "cylinder", half = {r, r, l / 2}, volume = math.pi * r * r * l, element = ('<cylinder radius="%.6g" length="%.6g"/>'):format(r, l),
        moments = function(m, f, g)
            local R, L = r * (g or 1), l * (f or 1)
            local across = m * (3 * R * R + L * L) / 12
            return {across, across, m * R * R / 2}
        end}
end

function SHAPES.sphere(d)
    local r = tonumber(("%.3g"):format(log_between(d, 0.03, 0.2)))
    return {kind = "sphere", half = {r, r, r}, volume = 4 / 3 * math.pi * r ^ 3, element = ('<sphere radius="%.6g"/>'):format(r),
        moments = function(m, _, g)
            local i = 0.4 * m * (r * (g or 1)) ^ 2
            return {i, i, i}
        end}
end

local function rotation(rpy)
    local cr, sr, cp, sp, cy, sy = math.cos(rpy[1]), math.sin(rpy[1]), math.cos(rpy[2]), math.sin(rpy[2]), math.cos(rpy[3]), math.sin(rpy[3])
    return {
        {cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr}, {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr}, {-sp, cp * sr, cp * cr},
    }
end

-- R diag(moments) Rᵀ as xx, yy, zz, xy, xz, yz.
local function turned(R, moments)
    local I = {}
    for n, ij in ipairs {{1, 1}, {2, 2}, {3, 3}, {1, 2}, {1, 3}, {2, 3}} do
        local sum = 0
        for k = 1, 3 do sum = sum + R[ij[1]][k] * moments[k] * R[ij[2]][k] end
        I[n] = math.abs(sum) > 1e-15 and sum or 0
    end
    return I
end

-- Rᵀ I R of such six.
local function in_axes(R, I)
    local A, J = {{I[1], I[4], I[5]}, {I[4], I[2], I[6]}, {I[5], I[6], I[3]}}, {}
    for n, ij in ipairs {{1, 1}, {2, 2}, {3, 3}, {1, 2}, {1, 3}, {2, 3}} do
        local sum = 0
        for k = 1, 3 do
            for l = 1, 3 do sum = sum + R[k][ij[1]] * A[k][l] * R[l][ij[2]] end
        end
        J[n] = math.abs(sum) > 1e-15 and sum or 0
    end
    return J
end

-- The tensor about a point that is d from the com.
local function shifted(I, m, d)
    local x, y, z = d[1], d[2], d[3]
    return {
        I[1] + m * (y * y + z * z), I[2] + m * (x * x + z * z), I[3] + m * (x * x + y * y), I[4] - m * x * y, I[5] - m * x * z, I[6] - m * y * z,
    }
end

local function link(d, number, kind, straight)
    local shape = SHAPES[kind or any(d, {"box", "box", "cylinder", "cylinder", "sphere"})](d)
    local density = log_between(d, 400, 8000)
    local one = {name = "link" .. number, shape = shape, mass = tonumber(("%.4g"):format(density * shape.volume)), digits = d:integer(5, 10)}
    one.com = {d:between(-0.1, 0.1), d:between(-0.1, 0.1), d:between(0.03, 0.2)}
    for k = 1, 3 do one.com[k] = tonumber(("%.4f"):format(one.com[k])) end
    one.rpy = {0, 0, 0}
    if not straight and d:unit_interval() < 0.4 then
        for k = 1, 3 do one.rpy[k] = tonumber(("%.3f"):format(d:between(-1.2, 1.2))) end
    end
    one.R = rotation(one.rpy)
    one.I = turned(one.R, shape.moments(one.mass))
    one.centre = {one.com[1], one.com[2], one.com[3]}
    one.joint = {rpy = {0, 0, 0}, xyz = {d:between(-0.1, 0.1), d:between(-0.1, 0.1), d:between(0.1, 0.3)}, lower = -tonumber(("%.2f"):format(d:between(0.6, 3))), upper = tonumber(("%.2f"):format(d:between(0.6, 3))),
        type = "revolute", effort = d:integer(1, 200), velocity = d:integer(1, 12)}
    return one
end

-- A chain of five links, welded at the first.
function planted.robot(d, kind, straight)
    local links = {}
    for i = 1, 5 do links[i] = link(d, i, i == 3 and kind or nil, straight and i == 3) end
    return links
end

-- ---- the text -------------------------------------------------------------------------------------------------------

local function figure(x, digits) return ("%%.%dg"):format(digits):format(x) end

local function triple(v, digits) return ("%s %s %s"):format(figure(v[1], digits), figure(v[2], digits), figure(v[3], digits)) end

function planted.text(links)
    local lines = {'<robot name="drawn">', '  <link name="base"/>'}
    local above = "base"
    for _, one in ipairs(links) do
        local I, n = one.I, one.digits
        local origin = one.inertial_rpy and (' rpy="%s"'):format(triple(one.inertial_rpy, 6)) or ""
        lines[#lines + 1] = ('  <link name="%s">'):format(one.name)
        if not one.bare then
            lines[#lines + 1] = ('    <inertial>\n      <origin xyz="%s"%s/>'):format(triple(one.com, 6), origin)
            if not one.no_mass then lines[#lines + 1] = ('      <mass value="%s"/>'):format(figure(one.mass, 8)) end
            lines[#lines + 1] = ('      <inertia ixx="%s" ixy="%s" ixz="%s" iyy="%s" iyz="%s" izz="%s"/>\n    </inertial>'):format(figure(I[1], n), figure(I[4], n), figure(I[5], n),
                figure(I[2], n), figure(I[6], n), figure(I[3], n))
        end
        for _, role in ipairs {"visual", "collision"} do
            lines[#lines + 1] = ('    <%s><origin xyz="%s" rpy="%s"/><geometry>%s</geometry></%s>'):format(role, triple(one.centre, 6), triple(one.rpy, 6), one.shape.element, role)
        end
        lines[#lines + 1] = "  </link>"
        local j = one.joint
        lines[#lines + 1] = ('  <joint name="%s_joint" type="%s"><origin xyz="%s" rpy="%s"/><parent link="%s"/><child link="%s"/><axis xyz="0 0 1"/><limit lower="%s" upper="%s" effort="%s" velocity="%s"/></joint>'):format(
            one.name, j.type, triple(j.xyz, 4), triple(j.rpy, 6), above, one.name, figure(j.lower, 6), figure(j.upper, 6), j.effort, j.velocity)
        above = one.name
    end
    return table.concat(lines, "\n") .. "\n</robot>\n"
end

-- ---- mistakes -------------------------------------------------------------------------------------------------------

local function scaled(I, s)
    local J = {}
    for k = 1, 6 do J[k] = I[k] * s end
    return J
end

local function far_apart(one)
    local I = one.I
    return math.abs(I[1] - I[2]) > 0.1 * I[1] or math.abs(I[1] - I[3]) > 0.1 * I[1] or math.abs(I[2] - I[3]) > 0.1 * I[2]
end

local function has_products(one)
    local least = math.min(math.abs(one.I[4]), math.abs(one.I[5]), math.abs(one.I[6]))
    return least > 1e-3 * one.I[1]
end

local function end_of(one, axis)
    local d = {}
    for i = 1, 3 do d[i] = one.R[i][axis] * one.shape.half[axis] end
    return d
end

local function tensor_in(factor)
    return function(_, one) one.I = scaled(one.I, factor) end
end

-- {name, causes that are right, how the third link (or all of them) is spoilt, which links it can be planted in, kind of shape}
planted.kinds = {
    {"limits in degrees", "degrees", function(_, one) one.joint.lower, one.joint.upper = one.joint.lower * 180 / math.pi, one.joint.upper * 180 / math.pi end},
    {"frame of a joint in degrees", "degrees", function(d, one) one.joint.rpy[d:integer(1, 3)] = any(d, {90, -90, 45, 180, 30}) end},
    {"frame of an inertial in degrees", "degrees", function(d, one)
        local k, angle = d:integer(1, 3), any(d, {90, -90, 180})
        one.inertial_rpy = {0, 0, 0}
        one.inertial_rpy[k] = angle * math.pi / 180
        one.I = in_axes(rotation(one.inertial_rpy), one.I)
        one.inertial_rpy[k] = angle
    end},
    {"mass in g", "mass_unit", function(_, one) one.mass = one.mass * 1000 end},
    {"mass in lb", "mass_unit", function(_, one) one.mass = one.mass / 0.45359237 end, far_apart},
    {"com in mm", "length_unit", function(_, one) for k = 1, 3 do one.com[k] = one.com[k] * 1000 end end},
    {"com with a wrong sign", "com_sign", function(_, one) one.com[3] = -one.com[3] end},
    {"tensor in g m²", "tensor_unit", tensor_in(1e3)}, {"tensor in kg mm²", "tensor_unit", tensor_in(1e6)}, {"tensor in g mm²", "tensor_unit", tensor_in(1e9)},
    {"tensor in lb in²", "tensor_unit", tensor_in(1 / (0.45359237 * 0.0254 ^ 2)), far_apart},
    {"whole file in mm and g", "file_units", function(_, _, links)
        for _, one in ipairs(links) do
            one.mass, one.I = one.mass * 1000, scaled(one.I, 1e9)
            for k = 1, 3 do one.com[k] = one.com[k] * 1000 end
        end
    end},
    {"whole file's tensors in kg mm²", "tensor_unit file_units", function(_, _, links)
        for _, one in ipairs(links) do one.I = scaled(one.I, 1e6) end
    end},
    {"about the end", "about_end", function(_, one)
        local axis = 1
        for k = 2, 3 do axis = one.shape.half[k] > one.shape.half[axis] and k or axis end
        one.I = shifted(one.I, one.mass, end_of(one, axis))
    end, far_apart, "cylinder"},
    {"about the corner", "about_corner", function(_, one) one.I = shifted(one.I, one.mass, one.shape.half) end, far_apart, "box", "straight"},
    {"about the origin", "about_origin", function(_, one) one.I = shifted(one.I, one.mass, one.com) end},
    {"full lengths for half ones", "half_length", function(_, one) one.I = turned(one.R, one.shape.moments(one.mass, 2)) end, far_apart, "box"},
    {"diameter for radius", "diameter_for_radius", function(_, one) one.I = turned(one.R, one.shape.moments(one.mass, 1, 2)) end, far_apart, "cylinder"},
    {"axes exchanged", "axes_exchanged", function(d, one)
        local a = any(d, {{1, 3}, {2, 3}})
        one.I[a[1]], one.I[a[2]] = one.I[a[2]], one.I[a[1]]
    end, far_apart, "cylinder", "straight"},
    {"products with the other sign", "product_sign products_unsigned", function(_, one)
        for k = 4, 6 do one.I[k] = -one.I[k] end
    end, has_products},
    {"one product with the other sign", "product_sign", function(d, one)
        local k = d:integer(4, 6)
        one.I[k] = -one.I[k]
    end, has_products},
    {"a moment typed over another", "entry_copied", function(d, one)
        local a = any(d, {{1, 3}, {3, 1}, {2, 1}, {3, 2}})
        one.I[a[1]] = one.I[a[2]]
    end, function(one) return math.abs(one.I[1] / one.I[2] - 1) > 0.05 and math.abs(one.I[1] / one.I[3] - 1) > 0.05 and math.abs(one.I[2] / one.I[3] - 1) > 0.05 end, "box"},
    {"six equal figures", "all_equal", function(d, one) for k = 1, 6 do one.I[k] = any(d, {1e-3}) end end},
    {"the identity", "identity", function(_, one) one.I = {1, 1, 1, 0, 0, 0} end},
    {"a tensor copied from another link", "tensor_copied", function(_, one, links) one.I, one.digits = links[2].I, links[2].digits end},
    {"the six figures in another order", "tensor_order", function(_, one)
        local I = one.I -- written xx yy zz xy xz yz, read xx xy xz yy yz zz
        one.I = {I[1], I[4], I[6], I[2], I[3], I[5]}
    end},
    {"a decimal point off", "decimal_point", function(d, one)
        local k = d:integer(1, 3)
        one.I[k] = one.I[k] * any(d, {10, 100, 1000, 0.1, 0.01})
    end},
    {"no mass", "missing_mass", function(_, one) one.no_mass = true end},
    {"a leaf without mass", "massless_moving", function(_, _, links) links[5].bare = true end},
    {"limits the wrong way round", "limits_reversed", function(_, one) one.joint.lower, one.joint.upper = one.joint.upper, one.joint.lower end},
    {"no effort", "zero_effort", function(_, one) one.joint.effort = 0 end},
}

-- The text of links whose third has frames or limits in degrees, as it is in radians.
local function in_radians(links)
    local one = links[3]
    local function turned_back(rpy)
        for k = 1, rpy and 3 or 0 do rpy[k] = rpy[k] * math.pi / 180 end
    end
    turned_back(one.inertial_rpy)
    if one.joint.rpy[1] ~= 0 or one.joint.rpy[2] ~= 0 or one.joint.rpy[3] ~= 0 then turned_back(one.joint.rpy) end
    if one.joint.upper > 7 then one.joint.lower, one.joint.upper = one.joint.lower * math.pi / 180, one.joint.upper * math.pi / 180 end
    return planted.text(links)
end

-- The text of a drawn robot with a mistake of the kind; the name of the link that has it; the text without it.
function planted.draw(d, kind)
    local _, _, spoil, fits, shape, straight = table.unpack(kind, 1, 6)
    while true do
        local links = planted.robot(d, shape, straight)
        if not fits or fits(links[3]) then
            local right = planted.text(links)
            spoil(d, links[3], links)
            local text = planted.text(links)
            return text, kind[2] == "massless_moving" and "link5" or "link3", kind[2] == "degrees" and in_radians(links) or right
        end
    end
end

-- ---- what is easily taken for another mistake -----------------------------------------------------------------------

local MOMENT <const>, ANY <const> = {"ixx", "iyy", "izz"}, {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}

-- The text with one figure of a link's tensor typed wrongly, by a function of its text; the text as it is where that changes nothing.
local function mistyped(d, names, how)
    return function(text)
        local name = any(d, names)
        return (text:gsub('(<link name="link3">.-' .. name .. '=")([^"]*)', function(head, typed) return head .. how(typed) end, 1))
    end
end

-- One digit of a figure as `how` has it.
local function at_digit(d, how)
    return function(typed)
        local places = {}
        for at in typed:gsub("e.*", ""):gmatch "()%d" do places[#places + 1] = at end
        local at = any(d, places)
        return how(typed, at) or typed
    end
end

local function other_digit(d) return at_digit(d, function(f, at) return f:sub(1, at - 1) .. (tonumber(f:sub(at, at)) + d:integer(1, 9)) % 10 .. f:sub(at + 1) end) end
local function left_out(d) return at_digit(d, function(f, at) return #f > 1 and f:sub(1, at - 1) .. f:sub(at + 1) or nil end) end
local function twice(d) return at_digit(d, function(f, at) return f:sub(1, at) .. f:sub(at) end) end
local function exchanged(d)
    return at_digit(d, function(f, at)
        local a, b = f:sub(at, at + 1):match "^(%d)(%d)$"
        return a and f:sub(1, at - 1) .. b .. a .. f:sub(at + 2)
    end)
end

local function in_text(names, how)
    return function(d) return function(text) return mistyped(d, names, how(d))(text) end end
end

-- An attribute of the third joint.
local function joint_says(lower, upper)
    return function(_, one) one.joint.lower, one.joint.upper = lower, upper end
end

-- {name, how the third link is spoilt, or nil, how the text is, or nil, whether that is no mistake at all}: mistakes without a word
-- of their own, that look like others which have one.
planted.others = {
    {"a digit of a moment mistyped", nil, in_text(MOMENT, other_digit)},
    {"a digit of a figure mistyped", nil, in_text(ANY, other_digit)},
    {"a digit left out", nil, in_text(MOMENT, left_out)},
    {"a digit typed twice", nil, in_text(MOMENT, twice)},
    {"two digits exchanged", nil, in_text(ANY, exchanged)},
    {"a decimal point of the mass off", function(d, one) one.mass = one.mass * any(d, {10, 100, 0.1, 0.01, 0.001}) end},
    {"a moment of another link", function(d, one, links)
        local k = d:integer(1, 3)
        one.I[k] = links[2].I[d:integer(1, 3)]
    end},
    {"a sign of a limit wrong", function(d, one)
        local j, at = one.joint, any(d, {"lower", "upper"})
        j.lower, j.upper = d:between(-3, -0.2), d:between(0.2, 3)
        j[at] = -j[at]
    end},
    {"both signs of the limits wrong", function(_, one) one.joint.lower, one.joint.upper = -one.joint.lower, -one.joint.upper end},
    {"a drum that turns to 20 rad", joint_says(-20, 20), nil, true},
    {"a drum that turns to 50 rad", joint_says(0, 50), nil, true},
    {"a valve of ten turns and more", joint_says(0, 65), nil, true},
    {"shapes drawn at the wrong place", function(_, one) one.centre[3] = -one.centre[3] end, nil, true},
    {"one of two shapes at the wrong place", nil, function(d)
        local role = any(d, {"visual", "collision"})
        return function(text)
            return (text:gsub('(<link name="link3">.-<' .. role .. '><origin xyz="%S+ %S+ )', "%1-", 1))
        end
    end, true},
    {"a right angle without its point", nil, function()
        return function(text) return (text:gsub('(name="link3_joint".-rpy=")0 0 0', "%115 0 0", 1)) end
    end},
}

-- The same of them: the text with the mistake, and the text without it. Of limits and points, the truth is what was drawn before.
function planted.draw_other(d, kind)
    local _, spoil, change, is_right = table.unpack(kind, 1, 4)
    local links = planted.robot(d)
    if spoil and (kind[1]:find "drum" or kind[1]:find "valve") then spoil(d, links[3], links) end
    local right = planted.text(links)
    if kind[1] == "a sign of a limit wrong" then
        spoil(d, links[3], links)
        local wrong = planted.text(links)
        local j = links[3].joint
        j.lower, j.upper = -math.abs(j.lower), math.abs(j.upper)
        return wrong, planted.text(links)
    end
    if spoil then spoil(d, links[3], links) end
    local text = planted.text(links)
    if change then text = change(d)(text) end
    if is_right then right = text end
    return text, right
end

-- What of the drawings a file has: both roles, one, none.
planted.drawings = {
    {"both roles drawn", function(text) return text end}, {"visuals alone", function(text) return (text:gsub("    <collision>[^\n]*\n", "")) end},
    {"nothing drawn", function(text) return (text:gsub("    <collision>[^\n]*\n", ""):gsub("    <visual>[^\n]*\n", "")) end},
}

local FIGURE <const> = "[+-]?[%d.]+[eE]?[+-]?%d*"
local APART <const> = 2e-3 -- relative: a figure mended is that of the right file to the digits that are typed, and rounding

local function figures_of(text)
    local list = {}
    for value in text:gmatch '="([^"]*)"' do
        if not value:find "[%a_]%a" then
            for word in value:gmatch(FIGURE) do list[#list + 1] = tonumber(word) or word end
        end
    end
    return list
end

-- The figures that mending has changed and that are not what the right file has: list of {before, after, right}; and how many were changed.
function planted.wrongs(text, mended, right)
    if text == mended then return {}, 0 end
    local before, after, truth, list, changed = figures_of(text), figures_of(mended), figures_of(right), {}, 0
    local same = #before == #truth and #before == #after
    for i, x in ipairs(after) do
        if x ~= before[i] then
            changed = changed + 1
            local scale = math.max(math.abs(truth[i] or 0), math.abs(x)) + 1e-12
            if not same or math.abs(x - truth[i]) > APART * scale and math.abs(x) + math.abs(truth[i]) > 1e-9 then
                list[#list + 1] = {before[i], x, truth[i]}
            end
        end
    end
    return list, changed
end

-- Is one of the right causes named for the link?
function planted.is_named(findings, kind, name)
    for _, finding in ipairs(findings) do
        local about = finding.link == name
        for _, other in ipairs(finding.links or {}) do about = about or other == name end
        if about and finding.cause and (" " .. kind[2] .. " "):find(" " .. finding.cause .. " ", 1, true) then return true end
        for _, cause in ipairs(about and finding.causes or {}) do
            if (" " .. kind[2] .. " "):find(" " .. cause .. " ", 1, true) then return true end
        end
    end
    return false
end

return planted
