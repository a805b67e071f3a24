-- The same algebra in pure Lua, as one would write it for speed: numbers in flat arrays, every product written out, one
-- table constructor per result, nothing computed that is known to be zero. No metatables, so that a plain local function
-- call is all it pays; the operators of a prettier class would cost it more.
--
-- Motions and forces are { linear x y z, angular x y z }, an inertia is its ten parameters { m, hx, hy, hz, Ixx, Ixy,
-- Ixz, Iyy, Iyz, Izz }, a pose is { R11, R12, R13, R21, .., R33, px, py, pz }, a matrix its rows one after the other.

local plain = {}

function plain.add3(a, b)
    return { a[1] + b[1], a[2] + b[2], a[3] + b[3] }
end

function plain.add6(a, b)
    return { a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6] }
end

function plain.add6_in_place(a, b)
    a[1], a[2], a[3] = a[1] + b[1], a[2] + b[2], a[3] + b[3]
    a[4], a[5], a[6] = a[4] + b[4], a[5] + b[5], a[6] + b[6]
    return a
end

function plain.scale6(a, s)
    return { a[1] * s, a[2] * s, a[3] * s, a[4] * s, a[5] * s, a[6] * s }
end

function plain.dot6(v, f)
    return v[1] * f[1] + v[2] * f[2] + v[3] * f[3] + v[4] * f[4] + v[5] * f[5] + v[6] * f[6]
end

-- v x u = (w x u_l + v_l x u_w, w x u_w)
function plain.cross(v, u)
    local vx, vy, vz, wx, wy, wz = v[1], v[2], v[3], v[4], v[5], v[6]
    local x, y, z, a, b, c = u[1], u[2], u[3], u[4], u[5], u[6]
    return {
        wy * z - wz * y + vy * c - vz * b,
        wz * x - wx * z + vz * a - vx * c,
        wx * y - wy * x + vx * b - vy * a,
        wy * c - wz * b,
        wz * a - wx * c,
        wx * b - wy * a,
    }
end

-- M v = (m u - h x w, h x u + I w)
function plain.inertia_times_motion(M, v)
    local m, hx, hy, hz = M[1], M[2], M[3], M[4]
    local xx, xy, xz, yy, yz, zz = M[5], M[6], M[7], M[8], M[9], M[10]
    local x, y, z, a, b, c = v[1], v[2], v[3], v[4], v[5], v[6]
    return {
        m * x - hy * c + hz * b,
        m * y - hz * a + hx * c,
        m * z - hx * b + hy * a,
        hy * z - hz * y + xx * a + xy * b + xz * c,
        hz * x - hx * z + xy * a + yy * b + yz * c,
        hx * y - hy * x + xz * a + yz * b + zz * c,
    }
end

function plain.inertia_add_in_place(A, B)
    A[1], A[2], A[3], A[4], A[5] = A[1] + B[1], A[2] + B[2], A[3] + B[3], A[4] + B[4], A[5] + B[5]
    A[6], A[7], A[8], A[9], A[10] = A[6] + B[6], A[7] + B[7], A[8] + B[8], A[9] + B[9], A[10] + B[10]
    return A
end

-- The parallel axis: with g = m p / 2 - h the second moment of mass gains g p' + p g', and the inertia its trace times
-- one less itself.
function plain.inertia_shift(M, p)
    local m, hx, hy, hz, x, y, z = M[1], M[2], M[3], M[4], p[1], p[2], p[3]
    local gx, gy, gz = 0.5 * m * x - hx, 0.5 * m * y - hy, 0.5 * m * z - hz
    local sx, sy, sz = 2 * gx * x, 2 * gy * y, 2 * gz * z
    return {
        m,
        hx - m * x,
        hy - m * y,
        hz - m * z,
        M[5] + sy + sz,
        M[6] - gx * y - gy * x,
        M[7] - gx * z - gz * x,
        M[8] + sx + sz,
        M[9] - gy * z - gz * y,
        M[10] + sx + sy,
    }
end

function plain.inertia_shift_in_place(M, p)
    local m, hx, hy, hz, x, y, z = M[1], M[2], M[3], M[4], p[1], p[2], p[3]
    local gx, gy, gz = 0.5 * m * x - hx, 0.5 * m * y - hy, 0.5 * m * z - hz
    local sx, sy, sz = 2 * gx * x, 2 * gy * y, 2 * gz * z
    M[2], M[3], M[4] = hx - m * x, hy - m * y, hz - m * z
    M[5], M[8], M[10] = M[5] + sy + sz, M[8] + sx + sz, M[10] + sx + sy
    M[6], M[7], M[9] = M[6] - gx * y - gy * x, M[7] - gx * z - gz * x, M[9] - gy * z - gz * y
    return M
end

-- X v = (R u + p x R w, R w)
function plain.pose_times_motion(X, v)
    local r11, r12, r13, r21, r22, r23 = X[1], X[2], X[3], X[4], X[5], X[6]
    local r31, r32, r33, px, py, pz = X[7], X[8], X[9], X[10], X[11], X[12]
    local x, y, z, a, b, c = v[1], v[2], v[3], v[4], v[5], v[6]
    local wx, wy, wz = r11 * a + r12 * b + r13 * c, r21 * a + r22 * b + r23 * c, r31 * a + r32 * b + r33 * c
    return {
        r11 * x + r12 * y + r13 * z + py * wz - pz * wy,
        r21 * x + r22 * y + r23 * z + pz * wx - px * wz,
        r31 * x + r32 * y + r33 * z + px * wy - py * wx,
        wx,
        wy,
        wz,
    }
end

function plain.pose_times_point(X, p)
    local x, y, z = p[1], p[2], p[3]
    return {
        X[1] * x + X[2] * y + X[3] * z + X[10],
        X[4] * x + X[5] * y + X[6] * z + X[11],
        X[7] * x + X[8] * y + X[9] * z + X[12],
    }
end

function plain.pose_times_pose(X, Y)
    local a11, a12, a13, a21, a22, a23 = X[1], X[2], X[3], X[4], X[5], X[6]
    local a31, a32, a33 = X[7], X[8], X[9]
    local b11, b12, b13, b21, b22, b23 = Y[1], Y[2], Y[3], Y[4], Y[5], Y[6]
    local b31, b32, b33, x, y, z = Y[7], Y[8], Y[9], Y[10], Y[11], Y[12]
    return {
        a11 * b11 + a12 * b21 + a13 * b31,
        a11 * b12 + a12 * b22 + a13 * b32,
        a11 * b13 + a12 * b23 + a13 * b33,
        a21 * b11 + a22 * b21 + a23 * b31,
        a21 * b12 + a22 * b22 + a23 * b32,
        a21 * b13 + a22 * b23 + a23 * b33,
        a31 * b11 + a32 * b21 + a33 * b31,
        a31 * b12 + a32 * b22 + a33 * b32,
        a31 * b13 + a32 * b23 + a33 * b33,
        a11 * x + a12 * y + a13 * z + X[10],
        a21 * x + a22 * y + a23 * z + X[11],
        a31 * x + a32 * y + a33 * z + X[12],
    }
end

-- The regressor of M a_r + (v x* M - M v x) v_r, row after row. With v = (u, w), v_r = (s, r), a_r = (l, al), hats for
-- cross matrices, c = l - u x r - w x s and k = al - w x r, its columns m | h | I are
--   above  l - u x r |   k^ + w^ r^          |  0
--   below    u x s   | -c^ + u^ r^ - w^ s^   |  L(k) + w^ L(r)
-- where L(x) I = I x, and a^ b^ = b a' - (a . b) 1.
function plain.slotine_li_regressor(v, v_ref, a_ref)
    local ux, uy, uz, wx, wy, wz = v[1], v[2], v[3], v[4], v[5], v[6]
    local sx, sy, sz, rx, ry, rz = v_ref[1], v_ref[2], v_ref[3], v_ref[4], v_ref[5], v_ref[6]
    local lx, ly, lz = a_ref[1], a_ref[2], a_ref[3]
    local mx, my, mz = lx - (uy * rz - uz * ry), ly - (uz * rx - ux * rz), lz - (ux * ry - uy * rx)
    local cx, cy, cz = mx - (wy * sz - wz * sy), my - (wz * sx - wx * sz), mz - (wx * sy - wy * sx)
    local kx, ky, kz = a_ref[4] - (wy * rz - wz * ry), a_ref[5] - (wz * rx - wx * rz), a_ref[6] - (wx * ry - wy * rx)
    local xx, yy, zz = wx * rx, wy * ry, wz * rz
    local pxx, pyy, pzz = ux * rx - wx * sx, uy * ry - wy * sy, uz * rz - wz * sz
    return {
        mx, -yy - zz, rx * wy - kz, rx * wz + ky, 0, 0, 0, 0, 0, 0,
        my, ry * wx + kz, -xx - zz, ry * wz - kx, 0, 0, 0, 0, 0, 0,
        mz, rz * wx - ky, rz * wy + kx, -xx - yy, 0, 0, 0, 0, 0, 0,
        uy * sz - uz * sy, -pyy - pzz, rx * uy - sx * wy + cz, rx * uz - sx * wz - cy,
        kx, ky - wz * rx, kz + wy * rx, -wz * ry, wy * ry - wz * rz, wy * rz,
        uz * sx - ux * sz, ry * ux - sy * wx - cz, -pxx - pzz, ry * uz - sy * wz + cx,
        wz * rx, kx + wz * ry, wz * rz - wx * rx, ky, kz - wx * ry, -wx * rz,
        ux * sy - uy * sx, rz * ux - sz * wx + cy, rz * uy - sz * wy - cx, -pxx - pyy,
        -wy * rx, wx * rx - wy * ry, kx - wy * rz, wx * ry, ky + wx * rz, kz,
    }
end

-- An object with a method, for the price of a method call.
local Body = {}
Body.__index = Body

function Body:mass()
    return self[1]
end

function plain.body(parameters)
    return setmetatable({ table.unpack(parameters) }, Body)
end

return plain
