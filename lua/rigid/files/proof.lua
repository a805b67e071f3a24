-- Whether two models are one robot, as far as figures tell: mass matrix and bias forces in many random states, each entry by its own scale, so that a
-- light finger counts as much as the arm it is on; what each link weighs, and what is drawn of it; poses of links and frames; limits, springs,
-- dampers, friction; what closes loops; actuators and keyframes. What the second has none of is missing; what it has otherwise differs. Joints are
-- told by name, so that their order may be another; where names differ, by their order.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local errors = require "rigid.errors"
local sorted = require "rigid.sorted"
local inner <const> = debug.getmetatable(core).inner

local Vector, IDENTITY = core.Vector, core.Transform.identity()
local proof = {AGREE = 1e-10}

local NEAR <const> = 1e-9 -- of single figures, which went through degrees or a reference
local SEEN <const>, LISTED <const> = 5, 3 -- states in which poses are compared; names that are listed

-- ---- which number is which ------------------------------------------------------------------------------------------

-- By joint, where its numbers are in each of the two; nil where their names or numbers differ.
local function by_name(a, b)
    local q, v = {}, {}
    for _, name in ipairs(a:joint_names()) do
        local ok, other = errors.try(b.joint, b, name)
        local own = a:joint(name)
        if not ok or other.nq ~= own.nq or other.nv ~= own.nv or other.mimic then return nil end
        for i = 0, own.nq - 1 do q[other.q + i] = own.q + i end
        for i = 0, own.nv - 1 do v[other.v + i] = own.v + i end
    end
    return q, v
end

local function in_order(n)
    local list = {}
    for i = 1, n do list[i] = i end
    return list
end

local function picked(list, from)
    local new = {}
    for i = 1, #from do new[i] = list[from[i]] end
    return Vector(new)
end

-- The name of the joint of each number of q or of v.
local function owners(m, at, count)
    local names = {}
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        for i = 0, not joint.mimic and joint[count] - 1 or -1 do names[joint[at] + i] = name end
    end
    return names
end

-- ---- mass matrix and bias -------------------------------------------------------------------------------------------

local function worse(worst, d) return not (d <= worst) and worst == worst and d or worst end
local function share(d, scale) return scale > 0 and d / scale or d end

-- By freedom, what no entry of h is greater than: sqrt(H_ii h' H^-1 h); the greatest entry where H has no inverse.
local function scales(m, q, v, h, roots)
    local n, list, power = #roots, {}, 0
    local ok, a = errors.try(m.forward_dynamics, m, q, v, Vector(n)) -- -H^-1 h
    for i = 1, n do power = ok and power - h[i] * a[i] or math.max(power, h[i] ^ 2) end
    for i = 1, n do list[i] = ok and roots[i] * math.sqrt(math.max(power, 0)) or math.sqrt(power) end
    return list
end

-- The worst of |dH_ij| / sqrt(H_ii H_jj) and |dh_i| / scale_i in one state.
local function dynamics_apart(c, q, v)
    local q2, v2, from, worst = picked(q, c.q_from), picked(v, c.v_from), c.v_from, 0
    local H, H2, h, h2 = c.a:mass_matrix(q), c.b:mass_matrix(q2), c.a:bias_forces(q, v), c.b:bias_forces(q2, v2)
    local roots = {}
    for i = 1, #from do roots[i] = math.sqrt(math.abs(H(i, i))) end
    local scale = scales(c.a, q, v, h, roots)
    worst = worse(worst, inner.dense.apart(H, H2, from, roots))
    for i, own in ipairs(from) do
        worst = worse(worst, share(math.abs(h[own] - h2[i]), scale[own]))
    end
    return worst
end

local function dynamics(c, states)
    local worst = 0
    for seed = 1, c.a:nv() > 0 and states or 0 do
        worst = worse(worst, dynamics_apart(c, c.a:random_state(seed)))
        if worst ~= worst then break end
    end
    return worst
end

-- ---- places ---------------------------------------------------------------------------------------------------------

-- All links and frames, also those that the world holds.
local function names_of(m)
    local list = {}
    for i, body in ipairs(m:table().bodies) do list[i] = body.name end
    return list
end

-- How far apart two poses are: metres by the size of the robot, or radians.
local function pose_apart(X, Y, size)
    local p, turn = X:position() - Y:position(), X:rotation():inverse() * Y:rotation()
    return math.max(share(p:norm(), size), turn:log():norm())
end

local function places(c)
    local there, names, missing = {}, {}, {}
    for _, name in ipairs(names_of(c.b)) do there[name] = true end
    for _, name in ipairs(names_of(c.a)) do
        local list = there[name] and names or name ~= "world" and missing
        if list then list[#list + 1] = name end
    end
    for _, name in ipairs(missing) do c:miss("link", name) end
    for seed = 1, SEEN do
        local q = c.a:random_state(seed)
        local q2, size, poses = picked(q, c.q_from), 0, {}
        for i, name in ipairs(names) do
            poses[i] = c.a:pose(q, name)
            size = math.max(size, poses[i]:position():norm())
        end
        for i, name in ipairs(names) do
            local d = pose_apart(poses[i], c.b:pose(q2, name), size)
            if not (d <= NEAR) then return c:differ("the pose of '%s' by %.1e", name, d) end
        end
    end
end

local ZERO <const> = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

-- Whether ten parameters of one link are those of another: mass, first moment and moments, each by its own scale.
local function same_inertia(M, N)
    local x, y = M and M:parameters():table() or ZERO, N and N:parameters():table() or ZERO
    local moments = math.abs(x[5]) + math.abs(x[6]) + math.abs(x[7])
    local scale = {math.abs(x[1]), math.max(math.abs(x[2]), math.abs(x[3]), math.abs(x[4]), math.sqrt(math.abs(x[1]) * moments)), moments}
    for i = 1, 10 do
        local d = math.abs(x[i] - y[i])
        if x[i] == x[i] and not (share(d, scale[i == 1 and 1 or i < 5 and 2 or 3]) <= NEAR) then return false end
    end
    return true
end

-- What each link weighs, also where nothing moves it.
local function inertias(c)
    for _, name in ipairs(names_of(c.a)) do
        local ok, other = errors.try(c.b.body, c.b, name)
        if ok and not same_inertia(c.a:body(name).inertia, other.inertia) then c:differ("the inertia of link '%s'", name) end
    end
end

-- ---- limits and resistance ------------------------------------------------------------------------------------------

-- Figures of each freedom: `what` of its joint.
local function figures(c, what, list, list2, from, names, none)
    for i, own in ipairs(from) do
        local x, y = list[own], list2[i]
        if x ~= y and not (math.abs(x - y) <= NEAR * math.max(1, math.abs(x))) then
            if none(y) then c:miss(what, names[own], "joint") else c:differ("the %s of joint '%s', which is %g, was %g", what, names[own], y, x) end
        end
    end
end

local function is_endless(x) return math.abs(x) == math.huge end
local function is_zero(x) return x == 0 end

local function limits_and_resistance(c)
    local of_q, of_v = owners(c.a, "q", "nq"), owners(c.a, "v", "nv")
    local one, two = c.a:limits(), c.b:limits()
    for _, side in ipairs {"lower", "upper"} do figures(c, side .. " limit", one[side], two[side], c.q_from, of_q, is_endless) end
    for _, what in ipairs {"effort", "velocity"} do figures(c, "limit of " .. what, one[what], two[what], c.v_from, of_v, is_endless) end
    for _, what in ipairs {"damping", "friction", "stiffness", "armature"} do
        figures(c, what, c.a[what](c.a), c.b[what](c.b), c.v_from, of_v, is_zero)
    end
    local stiff, stiff2, about, about2 = c.a:stiffness(), c.b:stiffness(), c.a:springref(), c.b:springref()
    for i, own in ipairs(c.v_from) do -- where there is no spring, it is about nothing
        if stiff[own] == 0 or stiff2[i] == 0 then about2[i] = about[own] end
    end
    figures(c, "springref", about, about2, c.v_from, of_v, function() return false end)
end

-- ---- what is kept beside the tree -----------------------------------------------------------------------------------

local function kept_of(m) return inner.model.description(m).kept or {} end

local function same(x, y)
    if type(x) ~= "table" or type(y) ~= "table" then return x == y or type(x) == "number" and type(y) == "number" and math.abs(x - y) <= NEAR * math.abs(x) end
    for key, value in pairs(x) do
        if not same(value, y[key]) then return false end
    end
    for key in pairs(y) do
        if x[key] == nil then return false end
    end
    return true
end

-- Entries of a table by name, which the other has or has not.
local function entries(c, what, list, list2, alike, of)
    for _, name in ipairs(sorted(list or {})) do
        local other = list2 and list2[name]
        if other == nil then c:miss(what, name, of) elseif not (alike or same)(list[name], other) then c:differ("%s '%s'", what, name) end
    end
end

local function named(list)
    local by = {}
    for _, one in ipairs(list or {}) do by[one.name] = one end
    return by
end

-- What an actuator does, however it is said.
local function law(actuator)
    local bias = actuator.biastype ~= "none" and actuator.bias or nil
    return {actuator.joint, actuator.gear, actuator.gain, bias or 0, actuator.dyntype or 0, actuator.ctrlrange or 0, actuator.forcerange or 0}
end

local function keyframes(c)
    local list, ok, list2 = c.a:keyframes(), errors.try(c.b.keyframes, c.b)
    local by = named(ok and list2)
    for _, key in ipairs(list) do
        local other = by[key.name]
        if not other then
            c:miss("keyframe", key.name)
        else
            local q, v = picked(key.q, c.q_from), picked(key.v, c.v_from)
            if not (same(q:table(), other.q:table()) and same(v:table(), other.v:table())) and (q - other.q):norm() + (v - other.v):norm() > NEAR then
                c:differ("keyframe '%s'", key.name)
            end
        end
    end
end

local function beside(c)
    local one, two = kept_of(c.a), kept_of(c.b)
    entries(c, "gravcomp", one.gravcomp, two.gravcomp, nil, "link")
    entries(c, "curved spring or damper", one.polynomials, two.polynomials, nil, "joint")
    entries(c, "actuator", named(one.actuators), named(two.actuators), function(x, y) return same(law(x), law(y)) end)
    entries(c, "marker", one.markers, two.markers)
    keyframes(c)
end

-- ---- loops ----------------------------------------------------------------------------------------------------------

-- Where the equations of each loop begin, by its name.
local function first_equations(list)
    local first, at = {}, 1
    for _, loop in ipairs(list) do
        first[loop.name], at = at, at + loop.equations
    end
    return first
end

-- How far a loop is from being closed: the length of so many entries of all errors.
local function length_of(errors_of_all, first, count)
    local sum = 0
    for i = first, first + count - 1 do sum = sum + errors_of_all[i] ^ 2 end
    return math.sqrt(sum)
end

-- The loops that both have, and whose equations are alike in number.
local function shared_loops(c, list, there)
    local shared = {}
    for _, loop in ipairs(list) do
        local other = there[loop.name]
        if not other then c:miss(loop.equations == 1 and "coupling" or "loop", loop.name)
        elseif other.equations ~= loop.equations then c:miss("loop", loop.name) -- it is another there
        else shared[#shared + 1] = loop end
    end
    return shared
end

-- What a weld holds: by name, {one body, the other, the pose of that in the first}.
local function welds(m)
    local by = {}
    for _, loop in ipairs(m:table().loops or {}) do
        if loop.joint and (loop.joint == "fixed" or loop.joint.type == "fixed") then
            local A, B = arguments.pose(loop.placement_a or IDENTITY), arguments.pose(loop.placement_b or IDENTITY)
            by[loop.name] = {loop.body_a or "world", loop.body_b or "world", A * B:inverse()}
        end
    end
    return by
end

-- Whether two welds hold the same bodies in the same pose, whichever is named first.
local function same_weld(one, two)
    local X = two[3]
    if one[1] == two[2] and one[2] == two[1] and one[1] ~= one[2] then X = X:inverse() elseif one[1] ~= two[1] or one[2] ~= two[2] then return false end
    return pose_apart(one[3], X, 1) <= NEAR
end

local function loops(c)
    local list, list2 = c.a:loops(), c.b:loops()
    local shared, first, first2, told = shared_loops(c, list, named(list2)), first_equations(list), first_equations(list2), {}
    local one, two = welds(c.a), welds(c.b)
    for _, loop in ipairs(shared) do -- how far open a weld is depends on where it is said
        local weld, weld2 = one[loop.name], two[loop.name]
        if weld and weld2 then
            told[loop.name] = true
            if not same_weld(weld, weld2) then c:differ("what closes loop '%s'", loop.name) end
        end
    end
    for seed = 1, #shared > 0 and SEEN or 0 do
        local q = c.a:random_state(seed)
        local e, e2 = c.a:constraint_error(q), c.b:constraint_error(picked(q, c.q_from))
        for _, loop in ipairs(shared) do
            local length = length_of(e, first[loop.name], loop.equations)
            local apart = math.abs(length - length_of(e2, first2[loop.name], loop.equations))
            if not (apart <= NEAR * math.max(1, length)) and not told[loop.name] then
                told[loop.name] = true
                c:differ("what closes loop '%s'", loop.name)
            end
        end
    end
end

-- ---- all of it ------------------------------------------------------------------------------------------------------

local SIZES <const> = {"type", "size", "radius", "length", "radii"}
local UNSCALED <const> = {1.0, 1.0, 1.0}

local function color_of(one)
    local material = type(one) == "table" and one.material
    return type(material) == "table" and material.color or nil
end

local function same_shape(one, two)
    local x, y = type(one) == "table" and one.shape, type(two) == "table" and two.shape
    if type(x) ~= "table" or type(y) ~= "table" then return true end
    for _, field in ipairs(SIZES) do
        if not same(x[field] or 0, y[field] or 0) then return false end
    end
    local color, color2 = color_of(one), color_of(two)
    if color and color2 and not same(color, color2) then return false end
    if x.type == "mesh" and not (x.filename == y.filename and same(x.scale or UNSCALED, y.scale or UNSCALED)) then return false end
    local X, Y = arguments.pose(one.placement or IDENTITY), arguments.pose(two.placement or IDENTITY)
    if not (X and Y) then return X == Y end
    return pose_apart(X, Y, 1) <= NEAR
end

-- What is drawn and what touches, link by link.
local function shapes(c)
    local by = named(c.b:table().bodies)
    for _, kind in ipairs {"visuals", "collisions"} do
        local count, lost, other = 0, 0, nil
        for _, body in ipairs(c.a:table().bodies) do
            local list, list2 = body[kind] or {}, by[body.name] and by[body.name][kind] or {}
            count, lost = count + #list, lost + math.max(0, #list - #list2)
            for i, one in ipairs(#list == #list2 and list or {}) do other = other or not same_shape(one, list2[i]) and body.name end
        end
        if lost > 0 then c.missing[#c.missing + 1] = ("%d of %d %s"):format(lost, count, kind) end
        if other then c:differ("%s of link '%s'", kind, other) end
    end
end

-- {a, b, q_from, v_from, missing (texts), differing (texts)}
local Comparison = {}
Comparison.__index = Comparison

function Comparison:differ(what, ...) self.differing[#self.differing + 1] = select("#", ...) > 0 and what:format(...) or what end

-- What the second has none of; unless that was said already, of that name or of all.
function Comparison:miss(what, name, of)
    local quoted = "'" .. name .. "'"
    for _, said in ipairs(self.said) do
        if said:find(what, 1, true) and (said:find(quoted, 1, true) or said:find "^%d") then return end
    end
    local list = self.missed[what]
    if not list then
        list = {what = what, of = of}
        self.missed[what], self.missed[#self.missed + 1] = list, list
    end
    list[#list + 1] = quoted
end

-- "armature of joint 'a'", "limit of velocity of 12 joints", "actuator 'm'", "5 actuators"
local function in_words(list)
    local count, what, of = #list, list.what, list.of and " of " .. list.of or ""
    if count <= LISTED then return ("%s%s%s %s"):format(what, of, count > 1 and "s" or "", table.concat(list, ", ")) end
    if list.of then return ("%s of %d %ss"):format(what, count, list.of) end
    return ("%d %ss"):format(count, what)
end

-- How far the mass matrix and the bias forces of two models are apart at the worst of so many states; or nil and why they cannot be compared. Then
-- what the second has otherwise, and what it has none of, as lists of texts. said: what is known to be missing.
function proof.compare(a, b, states, said)
    if a:nv() ~= b:nv() or a:nq() ~= b:nq() then
        return nil, ("one has %d numbers of position and %d of velocity, the other %d and %d"):format(a:nq(), a:nv(), b:nq(), b:nv())
    end
    local q_from, v_from = by_name(a, b)
    if not q_from or #q_from ~= a:nq() then q_from, v_from = in_order(a:nq()), in_order(a:nv()) end
    local c = setmetatable({a = a, b = b, q_from = q_from, v_from = v_from, said = said or {}, differing = {}, missing = {}, missed = {}}, Comparison)
    local worst = dynamics(c, states)
    for _, compare in ipairs {places, inertias, limits_and_resistance, beside, loops, shapes} do compare(c) end
    for _, list in ipairs(c.missed) do table.insert(c.missing, in_words(list)) end
    return worst, c.differing, c.missing
end

return proof
