-- The inertias of shapes: against closed forms written out here, against quadrature over slices, against meshes in the
-- limit; composition of parts into wholes; and the equivalent ellipsoid, box and eight-corner box, which must have the
-- inertia they stand for.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local dense = require "spec.support.dense"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"

local S = rigid.SpatialInertia
local near = compare.near

local function holds(name, first_seed, law, count)
    it(name, function() draw.each(count or 20, first_seed, law) end)
end

-- Moments J about the axis u and K across it, as a matrix: K 1 + (J - K) u u^T.
local function about_axis(u, J, K)
    local I = dense.scale(dense.identity(3), K)
    for i = 1, 3 do
        for j = 1, 3 do
            I[i][j] = I[i][j] + (J - K) * u[i] * u[j]
        end
    end
    return I
end

-- The parameters of mass with com at c and central inertia I.
local function parameters(mass, c, I)
    local about_origin = dense.add(I, dense.particle_inertia(mass, c))
    return {
        mass, mass * c[1], mass * c[2], mass * c[3],
        about_origin[1][1], about_origin[1][2], about_origin[1][3], about_origin[2][2], about_origin[2][3], about_origin[3][3],
    }
end

local origin = { 0, 0, 0 }

local function check(M, mass, com, I, what)
    near(M:parameters(), parameters(mass, com, I), { what = what })
    assert.is_true(M:is_physically_valid())
end

describe("a shape in closed form:", function()
    holds("a box", 1001, function(d)
        local m, a, b, c = d:between(0.5, 4), d:between(0.3, 2), d:between(0.3, 2), d:between(0.3, 2)
        local I = dense.diagonal { m / 12 * (b * b + c * c), m / 12 * (c * c + a * a), m / 12 * (a * a + b * b) }
        check(S.solid_box { mass = m, size = { a, b, c } }, m, origin, I)
        check(S.solid_box { density = m / (a * b * c), size = { a, b, c } }, m, origin, I, "by density")
        check(S.solid_cube { mass = m, length = a }, m, origin, dense.diagonal { m / 6 * a * a, m / 6 * a * a, m / 6 * a * a })
        near(S.solid_cube { density = m, length = a }:mass(), m * a ^ 3)
    end)

    holds("an ellipsoid and a ball", 1002, function(d)
        local m, a, b, c = d:between(0.5, 4), d:between(0.3, 2), d:between(0.3, 2), d:between(0.3, 2)
        local I = dense.diagonal { m / 5 * (b * b + c * c), m / 5 * (c * c + a * a), m / 5 * (a * a + b * b) }
        check(S.solid_ellipsoid { mass = m, semi_axes = { a, b, c } }, m, origin, I)
        near(S.solid_ellipsoid { density = m, semi_axes = { a, b, c } }:mass(), m * 4 / 3 * math.pi * a * b * c)
        check(S.solid_sphere { mass = m, radius = a }, m, origin, dense.scale(dense.identity(3), 0.4 * m * a * a))
        near(S.solid_sphere { density = m, radius = a }:mass(), m * 4 / 3 * math.pi * a ^ 3)
        check(S.hollow_sphere { mass = m, radius = a }, m, origin, dense.scale(dense.identity(3), 2 / 3 * m * a * a))
        near(S.hollow_sphere { area_density = m, radius = a }:mass(), m * 4 * math.pi * a * a)
    end)

    holds("a cylinder, about its centre and about its end, along any axis", 1003, function(d)
        local m, r, l, u = d:between(0.5, 4), d:between(0.3, 2), d:between(0.3, 2), d:direction()
        local I = about_axis(u, m * r * r / 2, m / 12 * (3 * r * r + l * l))
        check(S.solid_cylinder { mass = m, radius = r, length = l, axis = u }, m, origin, I)
        -- About the end: its com half a length along the axis from the origin.
        check(S.solid_cylinder_about_end { mass = m, radius = r, length = l, axis = u }, m, dense.scale(u, l / 2), I)
        near(S.solid_cylinder { density = m, radius = r, length = l }:mass(), m * math.pi * r * r * l)
        near(S.solid_cylinder { mass = m, radius = r, length = l }, S.solid_cylinder { mass = m, radius = r, length = l, axis = { 0, 0, 1 } })
    end)

    holds("a rod, about its centre and about its end", 1004, function(d)
        local m, l, u = d:between(0.5, 4), d:between(0.3, 2), d:direction()
        local I = about_axis(u, 0, m * l * l / 12)
        check(S.thin_rod { mass = m, length = l, axis = u }, m, origin, I)
        check(S.thin_rod_about_end { mass = m, length = l, axis = u }, m, dense.scale(u, l / 2), I)
        near(S.thin_rod { mass = m, length = l }:rotational_inertia(), about_axis({ 0, 0, 1 }, 0, m * l * l / 12))
    end)

    holds("a capsule: a cylinder and two half balls", 1005, function(d)
        local rho, r, l, u = d:between(0.5, 4), d:between(0.3, 2), d:between(0.3, 2), d:direction()
        local m_c, m_b = rho * math.pi * r * r * l, rho * 4 / 3 * math.pi * r ^ 3
        -- A half ball has the moments of a ball about the centre of its flat face, its com 3/8 r from there.
        local along = m_c * r * r / 2 + 0.4 * m_b * r * r
        local across = m_c / 12 * (3 * r * r + l * l) + m_b * (0.4 * r * r + l * l / 4 + 3 / 8 * l * r)
        check(S.solid_capsule { density = rho, radius = r, length = l, axis = u }, m_c + m_b, origin, about_axis(u, along, across))
        near(S.solid_capsule { mass = m_c + m_b, radius = r, length = l, axis = u }, S.solid_capsule { density = rho, radius = r, length = l, axis = u })
    end)

    holds("a particle, and the sum of many", 1006, function(d)
        local total = S.zero()
        local wanted = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
        for _, particle in ipairs(d:particles(7)) do
            local M = S.point_mass { mass = particle[1], position = particle[2] }
            check(M, particle[1], particle[2], dense.zeros(3, 3))
            total = total + M
            wanted = dense.add(wanted, parameters(particle[1], particle[2], dense.zeros(3, 3)))
        end
        near(total:parameters(), wanted)
    end)

    holds("a tetrahedron, anywhere", 1007, function(d)
        local rho, p0 = d:between(0.5, 4), d:vec3()
        local edges = d:matrix(3, 3)
        if dense.determinant3(edges) < 0 then edges[1], edges[2] = edges[2], edges[1] end
        local volume = dense.determinant3(edges) / 6
        local points = { p0 }
        for i = 1, 3 do
            points[i + 1] = dense.add(p0, edges[i])
        end
        -- Second moment about the centroid: V/20 of the sum of the outer products of the vertices from it.
        local c = dense.scale(dense.add(points[1], points[2], points[3], points[4]), 1 / 4)
        local I = dense.zeros(3, 3)
        for i = 1, 4 do
            I = dense.add(I, dense.particle_inertia(rho * volume / 20, dense.sub(points[i], c)))
        end
        check(S.solid_tetrahedron { density = rho, vertices = points }, rho * volume, c, I)
        local from_first = { edges[1], edges[2], edges[3] }
        near(S.solid_tetrahedron_about_vertex { density = rho, vertices = from_first }, S.solid_tetrahedron { density = rho, vertices = points }:shift(p0), { scale = 10 })
        near(S.mesh { density = rho, vertices = points, faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } } }, S.solid_tetrahedron { density = rho, vertices = points })
    end)
end)

-- ---- quadrature -------------------------------------------------------------------------------------------------------------

-- A body of elliptic slices across z, density one: at height z the half-axes {a, b}, for z from -h to h; midpoint rule.
local function sliced(h, half_axes)
    local slices = 4000
    local m, xx, yy, zz = 0, 0, 0, 0
    for i = 1, slices do
        local z = -h + 2 * h * (i - 0.5) / slices
        local a, b = half_axes(z)
        local dm = math.pi * a * b * 2 * h / slices
        m, xx, yy, zz = m + dm, xx + dm * a * a / 4, yy + dm * b * b / 4, zz + dm * z * z
    end
    return { m, 0, 0, 0, yy + zz, 0, 0, xx + zz, 0, xx + yy }
end

describe("a shape by quadrature over its slices:", function()
    local options = { tol = tolerance.quadrature }

    it("an ellipsoid", function()
        local a, b, c = 0.7, 1.1, 1.6
        local wanted = sliced(c, function(z)
            local s = math.sqrt(1 - z * z / (c * c))
            return a * s, b * s
        end)
        near(S.solid_ellipsoid { density = 1, semi_axes = { a, b, c } }:parameters(), wanted, options)
    end)

    it("a capsule", function()
        local r, l = 0.6, 1.3
        local wanted = sliced(l / 2 + r, function(z)
            local beyond = math.max(0, math.abs(z) - l / 2)
            local radius = math.sqrt(r * r - beyond * beyond)
            return radius, radius
        end)
        near(S.solid_capsule { density = 1, radius = r, length = l }:parameters(), wanted, options)
    end)

    it("a cylinder and a ball", function()
        near(S.solid_cylinder { density = 1, radius = 0.6, length = 1.3 }:parameters(), sliced(0.65, function() return 0.6, 0.6 end), options)
        local ball = sliced(0.9, function(z)
            local radius = math.sqrt(0.81 - z * z)
            return radius, radius
        end)
        near(S.solid_sphere { density = 1, radius = 0.9 }:parameters(), ball, options)
    end)

    it("a hollow sphere as the difference of two balls, the shell's thickness going to nothing", function()
        local r, t = 0.9, 1e-5
        local outer, inner = S.solid_sphere { density = 1 / t, radius = r + t / 2 }, S.solid_sphere { density = 1 / t, radius = r - t / 2 }
        local shell = dense.sub(outer:parameters():table(), inner:parameters():table())
        near(S.hollow_sphere { area_density = 1, radius = r }:parameters(), shell, options)
    end)
end)

-- ---- meshes -------------------------------------------------------------------------------------------------------------------

-- A prism of n sides inscribed in a cylinder about z, closed and outward.
local function prism(n, r, l)
    local vertices, faces = {}, {}
    for i = 1, n do
        local angle = 2 * math.pi * i / n
        vertices[i] = { r * math.cos(angle), r * math.sin(angle), -l / 2 }
        vertices[n + i] = { r * math.cos(angle), r * math.sin(angle), l / 2 }
    end
    vertices[2 * n + 1], vertices[2 * n + 2] = { 0, 0, -l / 2 }, { 0, 0, l / 2 }
    for i = 1, n do
        local j = i % n + 1
        faces[#faces + 1] = { i, j, n + j }
        faces[#faces + 1] = { i, n + j, n + i }
        faces[#faces + 1] = { 2 * n + 1, j, i }
        faces[#faces + 1] = { 2 * n + 2, n + i, n + j }
    end
    return vertices, faces
end

-- A ball of triangles, n rings of 2n.
local function globe(n, r)
    local vertices, faces = { { 0, 0, r }, { 0, 0, -r } }, {}
    local around = 2 * n
    local function at(ring, k)
        if ring == 0 then return 1 end
        if ring == n then return 2 end
        return 2 + (ring - 1) * around + k % around + 1
    end
    for ring = 1, n - 1 do
        local polar = math.pi * ring / n
        for k = 0, around - 1 do
            local azimuth = 2 * math.pi * k / around
            vertices[at(ring, k)] = { r * math.sin(polar) * math.cos(azimuth), r * math.sin(polar) * math.sin(azimuth), r * math.cos(polar) }
        end
    end
    for ring = 0, n - 1 do
        for k = 0, around - 1 do
            if ring > 0 then faces[#faces + 1] = { at(ring, k), at(ring + 1, k), at(ring, k + 1) } end
            if ring < n - 1 then faces[#faces + 1] = { at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1) } end
        end
    end
    return vertices, faces
end

describe("a mesh", function()
    it("is refused where a list goes on beyond a hole", function()
        local vertices, faces = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
        local more = table.move(faces, 1, 4, 1, {})
        more[9] = { 1, 2, 3 }
        compare.refuses(function() return S.mesh { density = 1, vertices = vertices, faces = more } end, "field 'faces'", "entries 1 to 4", "one at [9]")
        vertices[9] = { 1, 1, 1 }
        compare.refuses(function() return S.mesh { density = 1, vertices = vertices, faces = faces } end, "field 'vertices'", "one at [9]")
    end)

    it("of a prism is its closed form, and a cylinder's in the limit", function()
        local r, l = 0.6, 1.3
        local cylinder = S.solid_cylinder { density = 1, radius = r, length = l }:parameters():table()
        for _, n in ipairs { 50, 400 } do
            local vertices, faces = prism(n, r, l)
            local M = S.mesh { density = 1, vertices = vertices, faces = faces }
            -- The regular polygon: area n/2 r^2 sin(t), polar second moment of area A r^2 (2 + cos t) / 6, t = 2 pi / n.
            local t = 2 * math.pi / n
            local area = n / 2 * r * r * math.sin(t)
            local m, polar = area * l, area * l * r * r * (2 + math.cos(t)) / 6
            local across = polar / 2 + m * l * l / 12
            near(M:parameters(), { m, 0, 0, 0, across, 0, 0, across, 0, polar })
            near(M:parameters(), cylinder, { tol = tolerance.prism(n) })
        end
    end)

    it("of a globe goes to a ball, four times nearer with twice the triangles each way", function()
        local function excess(n)
            local vertices, faces = globe(n, 0.8)
            local M = S.mesh { density = 1, vertices = vertices, faces = faces }
            return 1 - M:rotational_inertia():moments().z / S.solid_sphere { density = 1, radius = 0.8 }:rotational_inertia():moments().z
        end
        local coarse, fine = excess(12), excess(24)
        assert.is_true(coarse > 0 and fine > 0 and fine < 0.02)
        assert.is_true(math.abs(coarse / fine - 4) < 0.1)
    end)

    it("of a box, six tetrahedra and the closed form are one, anywhere and in any axes", function()
        draw.each(20, 1101, function(d)
            local size, X = { d:between(0.3, 2), d:between(0.3, 2), d:between(0.3, 2) }, (make.pose(d))
            local corners = {}
            for i = 0, 7 do
                local corner = { (i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5 }
                corners[i + 1] = (X * { corner[1] * size[1], corner[2] * size[2], corner[3] * size[3] }):table()
            end
            local box = X * S.solid_box { density = 3, size = size }
            local faces = {
                { 1, 3, 4 }, { 1, 4, 2 }, { 5, 6, 8 }, { 5, 8, 7 }, { 1, 2, 6 }, { 1, 6, 5 },
                { 3, 7, 8 }, { 3, 8, 4 }, { 1, 5, 7 }, { 1, 7, 3 }, { 2, 4, 8 }, { 2, 8, 6 },
            }
            near(S.mesh { density = 3, vertices = corners, faces = faces }, box)
            near(S.mesh { mass = box:mass(), vertices = corners, faces = faces }, box)
            -- Kuhn's six: along each order of the three axes from corner to corner.
            local sum = S.zero()
            for _, order in ipairs { { 1, 2, 4, 8 }, { 1, 4, 3, 8 }, { 1, 3, 7, 8 }, { 1, 7, 5, 8 }, { 1, 5, 6, 8 }, { 1, 6, 2, 8 } } do
                local points = {}
                for i, corner in ipairs(order) do
                    points[i] = corners[corner]
                end
                sum = sum + S.solid_tetrahedron { density = 3, vertices = points }
            end
            near(sum, box)
        end)
    end)
end)

-- ---- composition --------------------------------------------------------------------------------------------------------------

describe("parts make a whole:", function()
    holds("a box of two boxes", 1201, function(d)
        local a, b, c, e = d:between(0.3, 2), d:between(0.3, 2), d:between(0.3, 2), d:between(0.3, 2)
        local left = S.solid_box { density = 2, size = { a, b, c } }:shift { a / 2, 0, 0 }
        local right = S.solid_box { density = 2, size = { e, b, c } }:shift { -e / 2, 0, 0 }
        near((left + right):shift { (e - a) / 2, 0, 0 }, S.solid_box { density = 2, size = { a + e, b, c } }, { scale = 10 })
    end)

    holds("a cylinder of two about their ends", 1202, function(d)
        local r, l, u = d:between(0.3, 2), d:between(0.3, 2), d:direction()
        local function half(axis) return S.solid_cylinder_about_end { density = 2, radius = r, length = l, axis = axis } end
        near(half(u) + half(dense.neg(u)), S.solid_cylinder { density = 2, radius = r, length = 2 * l, axis = u })
        local function rod(axis) return S.thin_rod_about_end { mass = 2, length = l, axis = axis } end
        near(rod(u) + rod(dense.neg(u)), S.thin_rod { mass = 4, length = 2 * l, axis = u })
    end)

    holds("a shape along an axis is the shape along z, turned", 1203, function(d)
        local R = d:rotation()
        local u, r, l = dense.column(R, 3), d:between(0.3, 2), d:between(0.3, 2)
        for _, name in ipairs { "solid_cylinder", "solid_cylinder_about_end", "solid_capsule" } do
            near(S[name] { mass = 2, radius = r, length = l, axis = u }, S[name] { mass = 2, radius = r, length = l }:re_express(R), { what = name })
        end
        for _, name in ipairs { "thin_rod", "thin_rod_about_end" } do
            near(S[name] { mass = 2, length = l, axis = u }, S[name] { mass = 2, length = l }:re_express(R), { what = name })
        end
    end)
end)

-- ---- equivalent shapes -----------------------------------------------------------------------------------------------------------

describe("the equivalent", function()
    local function descends(a) return a.x >= a.y and a.y >= a.z and a.z >= 0 end

    holds("ellipsoid, box and eight-corner box have the inertia they stand for", 1301, function(d)
        local M = make.body(d)
        local m = M:mass()

        local a, X = M:equivalent_ellipsoid()
        assert.is_true(descends(a))
        near(X * S.solid_ellipsoid { mass = m, semi_axes = a }, M, { what = "ellipsoid" })

        local b, Y = M:equivalent_box()
        assert.is_true(descends(b))
        near(Y * S.solid_box { mass = m, size = { 2 * b.x, 2 * b.y, 2 * b.z } }, M, { what = "box" })

        local c, Z = M:minimum_bounding_box()
        assert.is_true(descends(c))
        local corners = S.zero()
        for i = 0, 7 do
            local function side(k, half) return ((i >> k) & 1) == 0 and -half or half end
            corners = corners + S.point_mass { mass = m / 8, position = { side(0, c.x), side(1, c.y), side(2, c.z) } }
        end
        near(Z * corners, M, { what = "eight corners" })

        for _, pose in ipairs { X, Y, Z } do
            near(pose:position(), M:com())
            near(dense.determinant3(pose:rotation():matrix():table()), 1)
        end
        -- The least length that holds such a body: sqrt(2 tr G_c), the diagonal of the least box.
        local G = dense.scale(M:central_inertia():matrix():table(), 1 / m)
        near(M:minimum_length(), math.sqrt(2 * (G[1][1] + G[2][2] + G[3][3])))
        near(M:minimum_length(), 2 * c:norm())
    end, 60)

    holds("shape of a shape is that shape", 1302, function(d)
        local X = make.pose(d)
        local sides = { d:between(1.6, 2), d:between(0.9, 1.3), d:between(0.3, 0.6) }
        local b, Y = (X * S.solid_box { density = 2, size = sides }):equivalent_box()
        near(b, dense.scale(sides, 0.5), { tol = tolerance.axis })
        near(Y:position(), X:position())
        -- The same axes, up to which way each points.
        local turned = dense.mul(dense.transpose(X:rotation():matrix():table()), Y:rotation():matrix():table())
        for i = 1, 3 do
            near(math.abs(turned[i][i]), 1, { tol = tolerance.axis })
        end
        local a = (X * S.solid_ellipsoid { density = 2, semi_axes = sides }):equivalent_ellipsoid()
        near(a, sides, { tol = tolerance.axis })
    end)

    it("shapes of flat, thin and pointlike bodies have zeros, no NaN", function()
        draw.each(200, 1303, function(d)
            local X = make.pose(d)
            local rod = X * S.thin_rod { mass = 2, length = 0.8, axis = d:direction() }
            local point = S.point_mass { mass = 2, position = d:vec3() }
            local lamina = X * S { mass = 2, inertia = { 0.3, 0.5, 0.8 } }
            for _, case in ipairs { { rod, 0.8 }, { point, 0 }, { lamina } } do
                local M, length = case[1], case[2]
                for _, shape in ipairs { "equivalent_ellipsoid", "equivalent_box", "minimum_bounding_box" } do
                    local a, pose = M[shape](M)
                    assert.is_true(descends(a), shape)
                    near(a.z, 0, { tol = tolerance.length_from_spread, scale = 2 })
                    near(pose:position(), M:com(), { scale = 1 })
                    if length then near(a.y, 0, { tol = tolerance.length_from_spread, scale = 2 }) end
                end
                if length then near(M:minimum_length(), length / math.sqrt(3), { tol = tolerance.length_from_spread, scale = 2 }) end
            end
        end)
    end)
end)
