-- Robot files from one format to another, with a proof: what was written is read again, and the two models must give the same mass matrix
-- and bias forces in many random states. Joints are told by name, so that their order may differ; where names differ, by their order.
local core = require "rigid.core"
local errors = require "rigid.errors"
local load = require "rigid.files.load"
local save = require "rigid.files.save"
local formats = require "rigid.files.formats"
local disk = require "rigid.files.disk"

local Vector = core.Vector
local convert = {}

local STATES <const>, AGREE <const> = 1000, 1e-10

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

local function greatest(list)
    local most = 0
    for i = 1, #list do most = math.max(most, math.abs(list[i])) end
    return most
end

-- The greatest difference of two lists (the second's entries taken from those places of the first), relative to the greatest entry.
local function off(a, b, from)
    local most, scale = 0, greatest(a)
    for i = 1, #from do
        local d = math.abs(a[from[i]] - b[i])
        if not (d <= most) then most = d end
    end
    return scale > 0 and most / scale or most
end

local function rows(H, n, from)
    local list = {}
    for i = 1, n do
        for k = 1, n do list[#list + 1] = H(from and from[i] or i, from and from[k] or k) end
    end
    return list
end

-- How far the mass matrix and the bias forces of two models are apart at the worst of so many states, relative to the greatest entry
-- of each; or nil and why they cannot be compared.
function convert.distance(a, b, states)
    if a:nv() ~= b:nv() or a:nq() ~= b:nq() then
        return nil, ("one has %d numbers of position and %d of velocity, the other %d and %d"):format(a:nq(), a:nv(), b:nq(), b:nv())
    end
    local n = a:nv()
    if n == 0 then return 0 end
    local q_from, v_from = by_name(a, b)
    if not q_from or #q_from ~= a:nq() then q_from, v_from = in_order(a:nq()), in_order(n) end
    local worst, all = 0, in_order(n * n)
    for seed = 1, states or STATES do
        local q, v = a:random_state(seed)
        local q2, v2 = picked(q, q_from), picked(v, v_from)
        local mass = off(rows(a:mass_matrix(q), n, v_from), rows(b:mass_matrix(q2), n), all)
        local bias = off(a:bias_forces(q, v), b:bias_forces(q2, v2), v_from)
        for _, d in ipairs {mass, bias} do
            if not (d <= worst) then worst = d end
        end
        if worst ~= worst then break end
    end
    return worst
end

local function same_resistance(a, b)
    local lost = {}
    if a:nv() ~= b:nv() then return lost end
    local _, v_from = by_name(a, b)
    v_from = v_from and #v_from == a:nv() and v_from or in_order(a:nv())
    for _, name in ipairs {"damping", "friction", "stiffness", "springref"} do
        if name ~= "springref" and off(a[name](a), b[name](b), v_from) > AGREE then lost[#lost + 1] = name end
    end
    return lost
end

-- Write the model to path, read it again, compare. Returns the distance (nil: why not), the sentence of the proof, and whether it holds.
function convert.prove(m, path, format, lost, states)
    local ok, back = errors.try(load.load, path, {format = format})
    if not ok then return nil, ("what was written cannot be read: %s"):format(tostring(back)), false end
    local worst, why = convert.distance(m, back, states)
    local left = table.move(lost, 1, #lost, 1, {})
    for _, name in ipairs(same_resistance(m, back)) do left[#left + 1] = name end
    if #lost == 0 then -- of a format that says itself what it leaves out, it is known already
        for _, what in ipairs {"actuators", "keyframes"} do
            local before, after = #m[what](m), #back[what](back)
            if after < before then left[#left + 1] = ("%d %s"):format(before - after, before - after == 1 and what:sub(1, -2) or what) end
        end
    end
    local loops_a, loops_b = #m:loops(), #back:loops()
    if loops_a ~= loops_b then left[#left + 1] = ("loops and couplings (%d before, %d after)"):format(loops_a, loops_b) end
    local rest = #left > 0 and "; not carried: " .. table.concat(left, ", ") or ""
    if not worst then return nil, "the two files cannot be compared: " .. why .. rest, false end
    local holds = worst <= AGREE
    local text = holds and "mass matrix and bias of the two files agree to %.1e on %d random states%s"
        or "mass matrix and bias of the two files DIFFER by %.1e of the scale in %d random states%s"
    return worst, text:format(worst, states or STATES, rest), holds
end

-- rigid convert FROM TO: the sentence of the proof, and whether it holds. Raises what is wrong with either file.
function convert.files(from, to, options)
    local m = load.load(from, {floating = options.floating, format = options.from})
    local format = options.format or formats.by_ending[(to:match "%.(%w+)$" or ""):lower()]
    if not format then error(("the name '%s' does not say the format: end it in .urdf, .sdf, .xml or .lua"):format(to), 0) end
    if options.simplify then m = require "rigid.files.simplify"(m) end
    local text, lost = save.text(m, format)
    local written, problem = disk.write(to, text)
    if not written then error(("cannot write %s: %s"):format(to, problem), 0) end
    local _, sentence, holds = convert.prove(m, to, format, lost or {}, options.states)
    return sentence, holds
end

return convert
