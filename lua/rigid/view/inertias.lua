-- An inertia as the page shows it: its numbers, the solid ellipsoid of the same mass that has it, and the doctor's verdict.
-- What no body can have still gets an ellipsoid where it has axes at all, of the size of what is negative, so that there is
-- something to see and to click; the page draws it in red.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner

local judge = inner.doctor.judge
local abs, sqrt = math.abs, math.sqrt

local inertias = {}

local function is_finite(x) return x - x == 0 end

local function triple(v) return {v.x, v.y, v.z} end

-- The first three rows of the 4x4 matrix of a pose, row by row.
function inertias.pose(X)
    local H, list = X:matrix(), {}
    for i = 1, 3 do
        for j = 1, 4 do list[4 * (i - 1) + j] = H(i, j) end
    end
    return list
end

-- a_i = sqrt(5 |σ_i| / |m|), with the axes and the spreads σ of the verdict.
local function distorted_ellipsoid(M, verdict)
    local m, s = M:mass(), verdict.spread
    if m == 0 then return nil end
    local semi_axes = {}
    for i, sigma in ipairs {s.x, s.y, s.z} do
        semi_axes[i] = sqrt(5 * abs(sigma) / abs(m))
        if not is_finite(semi_axes[i]) then return nil end
    end
    return {semi_axes = semi_axes, pose = inertias.pose(core.Transform(verdict.axes, M:com()))}
end

local function ellipsoid(M, verdict)
    if verdict.flaw == "not_finite" or M:is_zero() then return nil end
    if verdict.flaw ~= "sound" then return distorted_ellipsoid(M, verdict) end
    local semi_axes, X = M:equivalent_ellipsoid()
    return {semi_axes = triple(semi_axes), pose = inertias.pose(X)}
end

-- kg/m³ of the ellipsoid; nil where it is flat.
local function density(M, shape)
    local a = shape.semi_axes
    local volume = 4 / 3 * math.pi * a[1] * a[2] * a[3]
    local value = volume > 0 and M:mass() / volume or nil
    return value and is_finite(value) and value or nil
end

local function tensor(I)
    local t = I:table()
    return {t.xx, t.xy, t.xz, t.yy, t.yz, t.zz}
end

-- The half-lengths and the pose of the solid box that has it, where there is one with a volume; stands in for a mesh.
function inertias.box(M)
    if not M or judge(M).flaw ~= "sound" or M:mass() <= 0 then return nil end
    local half, X = M:equivalent_box()
    if not (half.z > 1e-3 * half.x) or not is_finite(half.x) then return nil end
    return {half.x, half.y, half.z}, inertias.pose(X)
end

local SAID_BY_CRITICIZE <const> = {
    not_finite = true, negative_mass = true, massless = true, negative_moment = true, triangle_inequality = true, negative_spread = true,
}

-- {mass, com, inertia, moments, ellipsoid, density, verdict = "sound"|"impossible"|"odd"|"none", sentences}; findings are the
-- doctor's of that body where more is known of it than its inertia.
function inertias.describe(M, findings)
    local verdict = judge(M)
    local shown = {mass = M:mass(), com = triple(M:com()), sentences = {}}
    shown.ellipsoid = ellipsoid(M, verdict)
    if verdict.flaw ~= "not_finite" then
        shown.inertia = tensor(M:central_inertia())
        shown.moments = triple(verdict.moments)
    end
    if verdict.flaw ~= "sound" then
        shown.verdict = "impossible"
        for _, finding in ipairs(findings or {}) do
            if not SAID_BY_CRITICIZE[finding.code] then table.insert(shown.sentences, finding.sentence) end
        end
        table.insert(shown.sentences, M:criticize())
        return shown
    end
    shown.density = shown.ellipsoid and density(M, shown.ellipsoid)
    for i, finding in ipairs(findings or M:diagnose()) do shown.sentences[i] = finding.sentence end
    shown.verdict = M:is_zero() and "none" or #shown.sentences > 0 and "odd" or "sound"
    return shown
end

return inertias
