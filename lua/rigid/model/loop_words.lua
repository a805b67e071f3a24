-- What the loops of a model are, in words, and the torques that drive a looped robot. Loaded when one of these is first asked for.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local display = require "rigid.display"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local loops = require "rigid.model.loops"
local records = require "rigid.model.records"
local inner = debug.getmetatable(core).inner

local Matrix, Vec3, Vector = core.Matrix, core.Vec3, core.Vector
local asked, open = inner.asked, records.open

local words = {}

local function number(x) return ("%.6g"):format(x == 0 and 0.0 or x) end

local function plural(n, what) return ("%d %s%s"):format(n, what, n == 1 and "" or "s") end

-- ---- why equations depend on each other -----------------------------------------------------------------------------

local PARALLEL <const> = 1e-9

-- The motions that the freedoms make between the frames of a loop, as the world sees them: {u, w} each.
local function motions(m, loop, q)
    local function jacobian(record) return record and asked.jacobian(m, q, record.name, {frame = "world"}) end
    local of_a, of_b, list = jacobian(loop.a), jacobian(loop.b), {}
    local J = of_b and of_a and of_b - of_a or of_b or of_a
    for k = 1, J:cols() do
        local u, w = Vec3(J(1, k), J(2, k), J(3, k)), Vec3(J(4, k), J(5, k), J(6, k))
        if u:norm() + w:norm() > 0 then list[#list + 1] = {u = u, w = w} end
    end
    return list
end

-- The longest of their angular halves.
local function main_axis(list)
    local most = Vec3(0, 0, 0)
    for _, S in ipairs(list) do
        if S.w:norm() > most:norm() then most = S.w end
    end
    return most
end

local function is_planar(list, axis)
    local n = axis:unit()
    for _, S in ipairs(list) do
        local size = S.u:norm() + S.w:norm()
        if S.w:cross(n):norm() > PARALLEL * size or math.abs(S.u:dot(n)) > PARALLEL * size then return false end
    end
    return true
end

-- Whether some point stays: u + w x c = 0 for all.
local function is_spherical(list)
    local rows, right, far = {}, {}, 0
    for _, S in ipairs(list) do
        local u, w = S.u, S.w
        rows[#rows + 1], rows[#rows + 2], rows[#rows + 3] = {0, w.z, -w.y}, {-w.z, 0, w.x}, {w.y, -w.x, 0}
        right[#right + 1], right[#right + 2], right[#right + 3] = u.x, u.y, u.z
        far = math.max(far, u:norm(), w:norm())
    end
    local U, s, V = Matrix(rows):svd() -- rows c = u
    local c = Vector(3)
    for i = 1, 3 do
        if s[i] > PARALLEL * s[1] then
            local share = 0
            for k = 1, #right do share = share + U(k, i) * right[k] end
            for k = 1, 3 do c:set(k, c[k] + V(k, i) * share / s[i]) end
        end
    end
    return (Matrix(rows) * c - Vector(right)):norm() <= PARALLEL * far
end

local function shape(list)
    if #list == 0 then return "no freedom moves one of its frames against the other" end
    local axis = main_axis(list)
    if axis:norm() == 0 then return "nothing in the loop turns" end
    if is_planar(list, axis) then return "the loop is planar" end
    if is_spherical(list) then return "all axes of the loop meet in one point" end
end

-- A configuration near q that is nothing special.
local function beside(m, q)
    local v = Vector(asked.nv(m))
    for i = 1, #v do v:set(i, 0.1 * math.sin(12.9898 * i + 1)) end
    return asked.integrate(m, q, v)
end

local function why(m, loop, entry, at, q)
    local known = shape(motions(m, loop, q))
    local more = loops.core.loops(m, beside(m, q))[at].rank - entry.rank
    local here = more > 0 and ("%d more than nearby"):format(more)
    if known and here then return (": %s, and at this q singular: %s"):format(known, here) end
    if known then return ": " .. known end
    return here and (": its dimensions are special, or this q is singular, %s"):format(here) or ""
end

-- ---- m:loops --------------------------------------------------------------------------------------------------------

-- "0.1 + 2 'elbow' - 'elbow'^2"
local function polynomial(coefficients, name)
    local text = ""
    for k, c in ipairs(coefficients) do
        if c ~= 0 then
            local power = k == 1 and "" or k == 2 and name or ("%s^%d"):format(name, k - 1)
            local size = (k == 1 or math.abs(c) ~= 1) and number(math.abs(c)) or ""
            local sign = text == "" and (c < 0 and "-" or "") or (c < 0 and " - " or " + ")
            text = text .. sign .. size .. (size ~= "" and power ~= "" and " " or "") .. power
        end
    end
    return text == "" and "0" or text
end

local function quoted(record) return "'" .. display.printable(record.joint.name) .. "'" end

local function sentence(m, loop, entry, at, q)
    if loop.coefficients then return ("%s stands at %s"):format(quoted(loop.follower), polynomial(loop.coefficients, quoted(loop.leader))) end
    local n, rest = entry.equations, entry.equations - entry.rank
    if rest == 0 then return n == 1 and "its one equation holds by itself" or ("all %d equations are independent"):format(n) end
    local which = n == 1 and "its one equation restricts nothing" or rest == n and ("none of its %d equations restricts anything"):format(n)
        or ("%d of these %d equations %s implied by the others"):format(rest, n, rest == 1 and "is" or "are")
    return which .. why(m, loop, entry, at, q)
end

function words.loops(m, q)
    local _ <close> = inner.locale.plain()
    local d = open(m, "loops")
    local list, at = loops.core.loops(m, q)
    for i, entry in ipairs(list) do
        local loop = d.loops[i]
        entry.type = loop.coefficients and "coupling" or loop.joint.type
        entry.body_a, entry.body_b = loop.a and loop.a.name, loop.b and loop.b.name
        entry.sentence = sentence(m, loop, entry, i, at)
    end
    local left = asked.nv(m) - list.rank
    list.sentence = #list == 0 and "no loops" or ("%s, %d independent: of %s %d %s left"):format(plural(list.equations, "equation"), list.rank,
        plural(asked.nv(m), "freedom"), left, left == 1 and "is" or "are")
    list.freedoms = left
    return list
end

-- ---- inverse dynamics -----------------------------------------------------------------------------------------------

local CLOSED <const> = 1e-6 -- of the accelerations that cancel: an a that keeps the loops closed as far as 6 digits
local DRIVEN <const> = 1e-8 -- of the forces that cancel
local INDEPENDENT <const> = 1e-9 -- of the largest singular value

local OPTIONS = arguments.fields "driven external"

local function largest(x)
    local most = 0
    for i = 1, #x do most = math.max(most, math.abs(x[i])) end
    return most
end

-- The numbers of v that the joints listed at a place move, and their names; all where none are listed.
local function read_driven(place, m, d, said)
    local at, list, names, seen = layout.of(m), {}, {}, {}
    local function add(record)
        if not seen[record] then names[#names + 1] = record.joint.name end
        for k = 0, seen[record] and -1 or joints.type(record.joint).nv - 1 do list[#list + 1] = at.v[record.number] + k end
        seen[record] = true
    end
    if said == nil then
        for _, record in ipairs(at.links) do
            if not record.joint.mimic then add(record) end
        end
        return list, names
    end
    for i = 1, place:list(said, "list of joints") do
        local here = place:entry(i)
        local record = records.resolve_joint(here, m, d, rawget(said, i))
        if record.joint.mimic then here:bad("joint '%s' follows '%s': drive that", record.joint.name, layout.leader(record).joint.name) end
        if joints.type(record.joint).nv == 0 then here:bad("joint '%s' does not move", record.joint.name) end
        add(record)
    end
    return list, names
end

-- Those columns of V whose singular values count, side by side: orthonormal, of what the loops restrict.
local function row_space(J)
    local _, s, V = J:svd()
    local rank = 0
    while rank < #s and s[rank + 1] > INDEPENDENT * s[1] do rank = rank + 1 end
    return V:block(1, 1, V:rows(), rank), rank
end

-- x without what lies in the span of the columns of Q.
local function outside(Q, x) return Q and x - Q * (Q:transpose() * x) or x end

-- y of least norm for which B y is nearest to x, and the rank of B.
local function least(B, x)
    local U, s, V = B:svd()
    local y, rank = Vector(B:cols()), 0
    local onto = U:transpose() * x
    for i = 1, #s do
        if s[i] > INDEPENDENT then
            rank = rank + 1
            for k = 1, #y do y:set(k, y[k] + V(k, i) * onto[i] / s[i]) end
        end
    end
    return y, rank
end

-- Refuse an acceleration that opens the loops.
local function check_closed(place, m, J, q, v, a)
    local drift = asked.constraint_drift(m, q, v)
    local off, opened = J * a + drift, 0
    local scale = largest(drift) + J:norm() * largest(a)
    for _, loop in ipairs(loops.core.loops(m, q)) do
        for _ = 1, loop.equations do
            opened = opened + 1
            if math.abs(off[opened]) > CLOSED * scale then
                place:bad("this a opens loop '%s': of J a + drift, number %d is %s and not 0; %s", loop.name, opened, number(off[opened]),
                    "m:constraint_jacobian(q) and m:constraint_drift(q, v) say which a do not")
            end
        end
    end
end

local function read_numbers(place, value, count, what)
    if value == nil then return Vector(count) end
    return Vector(place:numbers(value, count, what))
end

local function cannot(names, wanted, driven, missing, where)
    local list = #names == 0 and "nothing is driven" or ("no torques of '%s' do it"):format(table.concat(names, "', '"))
    return ("%s: the loops leave %s, of which the driven joints move %d; at '%s' %s N or N m are missing"):format(list,
        plural(wanted, "freedom"), driven, where, number(missing))
end

-- With H a + h = S τ + Jᵀ λ: what the loops cannot bear, N (H a + h) = N S τ, N = 1 - J⁺J, for the τ of least norm.
function words.inverse_dynamics(m, q, v, a, options)
    local name <const> = "constrained_inverse_dynamics"
    local _ <close> = inner.locale.plain()
    local d, at = open(m, name), layout.of(m)
    q = Vector(arguments.at(name, 1):numbers(q, at.nq, "q"))
    v, a = read_numbers(arguments.at(name, 2), v, at.nv, "v"), read_numbers(arguments.at(name, 3), a, at.nv, "a")
    local place = arguments.at(name, 4)
    options = options ~= nil and place:options(options, OPTIONS) or {}
    local driven, names = read_driven(place:field "driven", m, d, options.driven)
    local external = options.external
    if external ~= nil and (core.type(external) or type(external) ~= "table") then
        place:field("external"):expected("table of external wrenches ({hand = Wrench(...)})", external)
    end
    local force, problem = arguments.try(asked.inverse_dynamics, m, q, v, a, external)
    if not force then place:field("external"):relay(problem) end
    local J, Q, rank = asked.constraint_jacobian(m, q), nil, 0
    if J:rows() > 0 then
        check_closed(arguments.at(name, 3), m, J, q, v, a)
        Q, rank = row_space(J)
    end
    local moving, tau = outside(Q, force), Vector(at.nv)
    local B = Matrix(at.nv, math.max(#driven, 1))
    for k, i in ipairs(driven) do
        local unit = Vector(at.nv)
        unit:set(i, 1)
        local column = outside(Q, unit)
        for row = 1, at.nv do B:set(row, k, column[row]) end
    end
    local torques, moved = least(B, moving)
    local missing = moving - B * torques
    if largest(missing) > DRIVEN * math.max(largest(force), 1e-300) then
        local worst = 1
        for i = 2, at.nv do if math.abs(missing[i]) > math.abs(missing[worst]) then worst = i end end
        return nil, cannot(names, at.nv - rank, moved, math.abs(missing[worst]), layout.joint_at(m, worst).joint.name)
    end
    for k, i in ipairs(driven) do tau:set(i, torques[k]) end
    local wrenches, refusal = arguments.try(function() return (select(2, asked.constrained_dynamics(m, q, v, tau, external))) end)
    if not wrenches then arguments.no_answer(name, refusal.what) end
    return tau, wrenches
end

return words
