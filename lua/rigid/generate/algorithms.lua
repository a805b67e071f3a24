-- The algorithms of trees over numbers that are written (numbers.lua): inverse dynamics in body axes, forward dynamics and the mass
-- matrix in the world's. They go along the tree as src/core/tree does, and unroll it; a joint of several freedoms is a chain of single
-- ones at one place.
local limbs = require "rigid.generate.limbs"
local numbers = require "rigid.generate.numbers"

local algorithms = {}

local ZERO <const> = numbers.constant(0)

-- ---- vectors and matrices (rows) ----------------------------------------------------------------------------------------

local function vec(x, y, z) return {numbers.constant(x), numbers.constant(y), numbers.constant(z)} end
local function none() return {ZERO, ZERO, ZERO} end
local function add(a, b) return {a[1] + b[1], a[2] + b[2], a[3] + b[3]} end
local function sub(a, b) return {a[1] - b[1], a[2] - b[2], a[3] - b[3]} end
local function scale(s, a) return {s * a[1], s * a[2], s * a[3]} end
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
local function cross(a, b) return {a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1]} end
local function mul(A, b) return {dot(A[1], b), dot(A[2], b), dot(A[3], b)} end
local function transpose(A)
    return {{A[1][1], A[2][1], A[3][1]}, {A[1][2], A[2][2], A[3][2]}, {A[1][3], A[2][3], A[3][3]}}
end
local function product(A, B)
    local T = transpose(B)
    return {mul(T, A[1]), mul(T, A[2]), mul(T, A[3])}
end
local function sum(A, B) return {add(A[1], B[1]), add(A[2], B[2]), add(A[3], B[3])} end
local function difference(A, B) return {sub(A[1], B[1]), sub(A[2], B[2]), sub(A[3], B[3])} end
local function outer(a, b) return {scale(a[1], b), scale(a[2], b), scale(a[3], b)} end
local function skew(a) return {{ZERO, -a[3], a[2]}, {a[3], ZERO, -a[1]}, {-a[2], a[1], ZERO}} end
local function identity() return {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)} end
local function zeros() return {none(), none(), none()} end

-- Of a symmetric matrix the upper half says all: the rest is then not computed.
local function symmetric(A)
    return {A[1], {A[1][2], A[2][2], A[2][3]}, {A[1][3], A[2][3], A[3][3]}}
end

-- α× + ω× ω×
local function spin(w, alpha) return sum(skew(alpha), product(skew(w), skew(w))) end

-- ---- joints ---------------------------------------------------------------------------------------------------------------

local function about_z(angle)
    local s, c = numbers.sine_cosine(angle)
    return {{c, -s, ZERO}, {s, c, ZERO}, vec(0, 0, 1)}
end

-- exp(x S): R = 1 + s w× + (1 - c) w×w×,  p = x u + (1 - c) w x u + (x - s) w x (w x u)
local function screw(u, w, x)
    local s, c = numbers.sine_cosine(x)
    local W, wu = skew(w), cross(w, u)
    local R = sum(identity(), sum({scale(s, W[1]), scale(s, W[2]), scale(s, W[3])}, (function()
        local WW, less = product(W, W), 1 - c
        return {scale(less, WW[1]), scale(less, WW[2]), scale(less, WW[3])}
    end)()))
    return R, add(scale(x, u), add(scale(1 - c, wu), scale(x - s, cross(w, wu))))
end

local function of_quaternion(w, x, y, z)
    local s = 2 / (w * w + x * x + y * y + z * z)
    return {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)}, {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
        {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}
end

-- What a joint does at q: R and p of its moving frame in its resting one, and its columns S there, {u, w}, without the ratio.
local kinds = {}
function kinds.spherical(b, q)
    local o = none()
    return of_quaternion(q[b.q], q[b.q + 1], q[b.q + 2], q[b.q + 3]), none(), {{o, vec(1, 0, 0)}, {o, vec(0, 1, 0)}, {o, vec(0, 0, 1)}}
end
function kinds.free(b, q)
    local o, columns = none(), {}
    for k, axis in ipairs(identity()) do columns[k], columns[k + 3] = {axis, o}, {o, axis} end
    return of_quaternion(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]), {q[b.q], q[b.q + 1], q[b.q + 2]}, columns
end

-- Number k of a body's own, which may be several abreast.
local function own_number(x, first, k)
    if type(first) == "number" then return x[first + k - 1] end
    local list = {}
    for lane, at in ipairs(first) do list[lane] = x[at] end
    return numbers.abreast(list)
end

-- exp(x S) of one freedom: mostly about z and along it.
local function step(freedom, x)
    local u, w = vec(table.unpack(freedom, 1, 3)), vec(table.unpack(freedom, 4, 6))
    local straight = freedom[1] == 0 and freedom[2] == 0
    local R, p
    if straight and freedom[4] == 0 and freedom[5] == 0 and freedom[6] == 1 then
        R, p = about_z(x), {ZERO, ZERO, u[3] * x}
    elseif freedom[4] == 0 and freedom[5] == 0 and freedom[6] == 0 then
        R, p = identity(), scale(x, u)
    else
        R, p = screw(u, w, x)
    end
    return R, p, {u, w}
end

-- All others: one freedom after the other, X(q) = exp(q1 S1) exp(q2 S2) ..., each moved by those after it.
local function chain(b, q)
    local R, p, first = step(b.freedoms[1], b.ratio * own_number(q, b.q, 1) + b.offset)
    local S = {first}
    for k = 2, b.nv do
        local R2, p2, own = step(b.freedoms[k], q[b.q + k - 1])
        local back = transpose(R2)
        for l, column in ipairs(S) do -- X⁻¹ S: Rᵀ (u + w x p), Rᵀ w
            S[l] = {mul(back, add(column[1], cross(column[2], p2))), mul(back, column[2])}
        end
        R, p, S[k] = product(R, R2), add(p, mul(R, p2)), own
    end
    return R, p, S
end

-- Of each body at q: R and p in its parent, and columns of S with the ratio; where they go with q, for they follow each other, `bends`
-- says so.
local function stand(model, q)
    local list = {}
    for i, b in ipairs(model.bodies) do
        local R, p, S = (kinds[b.kind] or chain)(b, q)
        local T = {vec(table.unpack(b.R, 1, 3)), vec(table.unpack(b.R, 4, 6)), vec(table.unpack(b.R, 7, 9))}
        for k, column in ipairs(S) do S[k] = {scale(b.ratio, column[1]), scale(b.ratio, column[2])} end
        local ten = b.inertia
        list[i] = {
            parent = b.parent, v = b.v, S = S, R = product(T, R), p = add(vec(table.unpack(b.p)), mul(T, p)), bends = not kinds[b.kind] and b.nv > 1,
            rotor = numbers.constant(b.ratio) * b.ratio * b.armature, m = ten[1], h = vec(ten[2], ten[3], ten[4]),
            I = {vec(ten[5], ten[6], ten[7]), vec(ten[6], ten[8], ten[9]), vec(ten[7], ten[9], ten[10])},
        }
    end
    return list
end

-- S x
local function across(b, x)
    local u, w = none(), none()
    for k, S in ipairs(b.S) do
        local rate = own_number(x, b.v, k)
        u, w = add(u, scale(rate, S[1])), add(w, scale(rate, S[2]))
    end
    return u, w
end
-- Ṡ q̇ of freedoms that follow each other: Σ q̇_k q̇_l S_k × S_l for l > k
local function drift(b, v)
    local u, w = none(), none()
    for k = 1, b.bends and #b.S or 0 do
        for l = k + 1, #b.S do
            local A, B, rate = b.S[k], b.S[l], v[b.v + k - 1] * v[b.v + l - 1]
            u = add(u, scale(rate, add(cross(A[2], B[1]), cross(A[1], B[2]))))
            w = add(w, scale(rate, cross(A[2], B[2])))
        end
    end
    return u, w
end

-- ---- inverse dynamics ---------------------------------------------------------------------------------------------------------

-- What lies along the axis of a body that turns moves with the body that carries it just as well, and turns no joint the less: its mass,
-- the first moment along the axis and the second, Σ m z², which are then counted there, and are zeros here. [the grouping of base
-- parameters, Gautier and Khalil 1990]. Of each body m, h, and the second moments J, Σ m r rᵀ.
local function gathered(model)
    local list = {}
    for i, b in ipairs(model.bodies) do
        local ten = b.inertia
        local half = (ten[5] + ten[8] + ten[10]) / 2
        list[i] = {m = ten[1], h = {ten[2], ten[3], ten[4]}, J = {half - ten[5], half - ten[8], half - ten[10], -ten[6], -ten[7], -ten[9]}}
    end
    for i = #list, 1, -1 do
        local b, own = model.bodies[i], list[i]
        if b.kind == "revolute" then
            local up, m, h, J, p, e = list[b.parent], own.m, own.h[3], own.J[3], b.p, {b.R[3], b.R[6], b.R[9]}
            own.m, own.h[3], own.J[3] = 0, 0, 0
            if up then
                up.m = up.m + m
                for k = 1, 3 do up.h[k] = up.h[k] + m * p[k] + h * e[k] end
                for entry, of in ipairs {{1, 1}, {2, 2}, {3, 3}, {1, 2}, {1, 3}, {2, 3}} do
                    local k, l = of[1], of[2]
                    up.J[entry] = up.J[entry] + m * p[k] * p[l] + h * (p[k] * e[l] + e[k] * p[l]) + J * e[k] * e[l]
                end
            end
        end
    end
    return list
end

-- Σ m r x B r with B = α× + ω×ω×
local function turning(B, w, J)
    local xx, yy, zz, xy, xz, yz = table.unpack(J)
    local x, y, z = w[1] * w[1], w[2] * w[2], w[3] * w[3]
    return {
        B[3][1] * xy + B[3][2] * yy - B[2][1] * xz - B[2][3] * zz + (z - y) * yz, B[1][2] * yz + B[1][3] * zz - B[3][1] * xx - B[3][2] * xy + (x - z) * xz,
        B[2][1] * xx + B[2][3] * xz - B[1][2] * yy - B[1][3] * yz + (y - x) * xy,
    }
end

-- Of bodies abreast, the parts of each.
local function parts_abreast(parts, members)
    if #members == 1 then return parts[members[1]] end
    local all = {m = {}, h = {{}, {}, {}}, J = {{}, {}, {}, {}, {}, {}}}
    for lane, i in ipairs(members) do
        all.m[lane] = parts[i].m
        for k = 1, 3 do all.h[k][lane] = parts[i].h[k] end
        for k = 1, 6 do all.J[k][lane] = parts[i].J[k] end
    end
    return all
end

-- What a limb gives to what carries it: where that carries several abreast, of all.
local function given_up(b, up, f)
    local width = type(b.v) == "table" and type(up.v) ~= "table" and #b.v
    return width and {numbers.total(f[1], width), numbers.total(f[2], width), numbers.total(f[3], width)} or f
end

-- `wide`: whether limbs that are built alike go abreast.
function algorithms.inverse_dynamics(model, q, v, a, wide)
    local rows, members = model.bodies, nil
    if wide then rows, members = limbs(rows) end
    local bodies, tau, own_parts = stand({bodies = rows}, q), {}, gathered(model)
    for k = 1, model.nv do tau[k] = ZERO end
    for i, b in ipairs(bodies) do
        local up, part = bodies[b.parent], members and parts_abreast(own_parts, members[i]) or own_parts[i]
        local h = vec(table.unpack(part.h))
        local w, alpha = up and up.w or none(), up and up.alpha or none()
        local Rt, accel = transpose(b.R), up and add(up.a, mul(up.B, b.p)) or vec(-model.gravity[1], -model.gravity[2], -model.gravity[3])
        local u, own = across(b, v)
        local du, dw = across(b, a)
        local ru, rw = drift(b, v)
        w, alpha = mul(Rt, w), mul(Rt, alpha)
        b.a = add(mul(Rt, accel), add(add(du, ru), cross(add(add(w, w), own), u)))
        b.alpha = add(alpha, add(add(dw, rw), cross(w, own)))
        b.w = add(w, own)
        b.B = spin(b.w, b.alpha)
        b.f = add(scale(part.m, b.a), mul(b.B, h))
        b.n = add(turning(b.B, b.w, part.J), cross(h, b.a))
    end
    for i = #bodies, 1, -1 do
        local b, up = bodies[i], bodies[bodies[i].parent]
        for k, S in ipairs(b.S) do
            local moves, all = dot(S[1], b.f) + dot(S[2], b.n), type(b.v) == "table" and b.v or {b.v + k - 1}
            for lane, at in ipairs(all) do
                tau[at] = tau[at] + numbers.lane(b.rotor, lane) * a[at] + numbers.lane(moves, lane)
            end
        end
        if up then
            local f = mul(b.R, b.f)
            up.f, up.n = add(up.f, given_up(b, up, f)), add(up.n, given_up(b, up, add(mul(b.R, b.n), cross(b.p, f))))
        end
    end
    return tau
end

local function zero_numbers(n)
    local list = {}
    for k = 1, n do list[k] = ZERO end
    return list
end

function algorithms.bias_forces(model, q, v) return algorithms.inverse_dynamics(model, q, v, zero_numbers(model.nv)) end
function algorithms.gravity_forces(model, q) return algorithms.bias_forces(model, q, zero_numbers(model.nv)) end

-- ---- in the world's axes -------------------------------------------------------------------------------------------------------

-- Axes, the way from the parent's origin, and columns of S, about the body's own origin; still: the first body stands where it may.
local function place(bodies, still)
    for _, b in ipairs(bodies) do
        local up = bodies[b.parent]
        b.r = up and mul(up.W, b.p) or still and none() or b.p
        b.W = up and product(up.W, b.R) or still and identity() or b.R
        b.axis = {}
        for k, S in ipairs(b.S) do b.axis[k] = {mul(b.W, S[1]), mul(b.W, S[2])} end
        b.Iw, b.hw = symmetric(product(product(b.W, b.I), transpose(b.W))), mul(b.W, b.h)
    end
end

function algorithms.mass_matrix(model, q)
    local bodies, n, H = stand(model, q), model.nv, {}
    for k = 1, n * n do H[k] = ZERO end
    local function put(e, f, x) -- twice to one place where two joints share a number
        local row, column = (e - 1) * n + f, (f - 1) * n + e
        H[row] = H[row] + x
        H[column] = H[column] + x
    end
    place(bodies, true)
    for _, b in ipairs(bodies) do b.M, b.Ic, b.hc = numbers.constant(b.m), b.Iw, b.hw end
    for i = #bodies, 1, -1 do
        local b, up = bodies[i], bodies[bodies[i].parent]
        for k, S in ipairs(b.axis) do
            local e = b.v + k - 1
            local f = add(scale(b.M, S[1]), cross(S[2], b.hc))
            local moment = add(mul(b.Ic, S[2]), cross(b.hc, S[1]))
            local own = (e - 1) * n + e
            H[own] = H[own] + (dot(S[1], f) + dot(S[2], moment)) + b.rotor
            for l = 1, k - 1 do put(e, b.v + l - 1, dot(b.axis[l][1], f) + dot(b.axis[l][2], moment)) end
            local j = b
            while bodies[j.parent] do
                moment = add(moment, cross(j.r, f))
                j = bodies[j.parent]
                for l, T in ipairs(j.axis) do put(e, j.v + l - 1, dot(T[1], f) + dot(T[2], moment)) end
            end
        end
        if up then -- h' = h + m r,  I' = I - r× h× - h'× r×
            local moved = add(b.hc, scale(b.M, b.r))
            local shifted = difference(difference(b.Ic, product(skew(b.r), skew(b.hc))), product(skew(moved), skew(b.r)))
            up.Ic, up.hc, up.M = sum(up.Ic, symmetric(shifted)), add(up.hc, moved), up.M + b.M
        end
    end
    return H
end

-- P about the parent's origin: H' = H - M r×,  I' = I - Hᵀ r× + r× H'
local function shift(P, r)
    local K = skew(r)
    local moved = difference(P.H, product(P.M, K))
    return {M = P.M, H = moved, I = symmetric(sum(difference(P.I, product(transpose(P.H), K)), product(K, moved))), f = P.f, n = add(P.n, cross(r, P.f))}
end

function algorithms.forward_dynamics(model, q, v, tau)
    local bodies, a = stand(model, q), {}
    place(bodies, false)
    for _, b in ipairs(bodies) do
        local up = bodies[b.parent]
        local u, own = across(b, v)
        local ru, rw = drift(b, v)
        u, own = mul(b.W, u), mul(b.W, own)
        local w, alpha = up and up.w or none(), up and up.alpha or none()
        local accel = up and add(up.a, mul(spin(w, alpha), b.r)) or vec(-model.gravity[1], -model.gravity[2], -model.gravity[3])
        b.w, b.alpha = add(w, own), add(alpha, add(cross(w, own), mul(b.W, rw)))
        b.a = add(accel, add(cross(add(w, b.w), u), mul(b.W, ru)))
        local M = {vec(b.m, 0, 0), vec(0, b.m, 0), vec(0, 0, b.m)}
        local f = add(scale(b.m, b.a), mul(spin(b.w, b.alpha), b.hw))
        local n = add(add(mul(b.Iw, b.alpha), cross(b.w, mul(b.Iw, b.w))), cross(b.hw, b.a))
        b.P = {M = M, H = difference(zeros(), skew(b.hw)), I = b.Iw, f = f, n = n}
    end
    for i = #bodies, 1, -1 do
        local b, up = bodies[i], bodies[bodies[i].parent]
        local P = b.P
        b.K, b.u = {}, {}
        for k = #b.axis, 1, -1 do
            local S = b.axis[k]
            local U = {add(mul(P.M, S[1]), mul(P.H, S[2])), add(mul(transpose(P.H), S[1]), mul(P.I, S[2]))}
            local one = 1 / (dot(S[1], U[1]) + dot(S[2], U[2]) + b.rotor)
            b.u[k] = (tau[b.v + k - 1] - (dot(S[1], P.f) + dot(S[2], P.n))) * one
            b.K[k] = {scale(one, U[1]), scale(one, U[2])}
            P = {
                M = symmetric(difference(P.M, outer(U[1], b.K[k][1]))), H = difference(P.H, outer(U[1], b.K[k][2])),
                I = symmetric(difference(P.I, outer(U[2], b.K[k][2]))),
                f = add(P.f, scale(b.u[k], U[1])), n = add(P.n, scale(b.u[k], U[2])),
            }
        end
        if up then
            P = shift(P, b.r)
            local Q = up.P
            up.P = {M = sum(Q.M, P.M), H = sum(Q.H, P.H), I = sum(Q.I, P.I), f = add(Q.f, P.f), n = add(Q.n, P.n)}
        end
    end
    for _, b in ipairs(bodies) do
        local up = bodies[b.parent]
        local w = up and up.dw or none()
        local u = up and add(up.du, cross(w, b.r)) or none()
        for k, S in ipairs(b.axis) do
            local at = b.v + k - 1
            a[at] = b.u[k] - (dot(b.K[k][1], u) + dot(b.K[k][2], w))
            u, w = add(u, scale(a[at], S[1])), add(w, scale(a[at], S[2]))
        end
        b.du, b.dw = u, w
    end
    return a
end

return algorithms
