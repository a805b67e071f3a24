-- Rotations by three angles, between each other, poses of links, and the Jacobians of exponentials, held against differences.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local tolerance = require "spec.support.tolerance"

local Matrix, Rotation, SpatialMotion, Transform, Vec3 = rigid.Matrix, rigid.Rotation, rigid.SpatialMotion, rigid.Transform, rigid.Vec3
local near, refuses = compare.near, compare.refuses

local orders = {}
for a in ("XYZ"):gmatch "." do
    for b in ("XYZ"):gmatch "." do
        for c in ("XYZ"):gmatch "." do
            if a ~= b and b ~= c then orders[#orders + 1] = a .. b .. c end
        end
    end
end

describe("euler", function()
    it("multiplies the turns in the order of moving axes, and in the other of fixed ones", function()
        assert.equal(12, #orders)
        draw.each(10, 1010, function(d)
            local a, b, c = d:between(-3, 3), d:between(-3, 3), d:between(-3, 3)
            for _, order in ipairs(orders) do
                local x, y, z = order:lower():match "(.)(.)(.)"
                near(Rotation.euler(order, a, b, c), Rotation[x](a) * Rotation[y](b) * Rotation[z](c), { tol = 1e-15, scale = 1 })
                near(Rotation.euler(order:lower(), a, b, c), Rotation[z](c) * Rotation[y](b) * Rotation[x](a), { tol = 1e-15, scale = 1 })
            end
        end)
    end)

    it("reads the angles back, and gives R where they are not determined", function()
        draw.each(10, 1020, function(d)
            for _, capitals in ipairs(orders) do
                for _, order in ipairs { capitals, capitals:lower() } do
                    local two = order:sub(1, 1) == order:sub(3, 3)
                    local a, b, c = d:between(-3, 3), two and d:between(0.1, 3) or d:between(-1.5, 1.5), d:between(-3, 3)
                    near({ Rotation.euler(order, a, b, c):euler(order) }, { a, b, c }, { tol = 1e-13, scale = 1 })
                    for _, locked in ipairs { two and 0 or math.pi / 2, two and math.pi or -math.pi / 2 } do
                        local R = Rotation.euler(order, a, locked, c)
                        near(Rotation.euler(order, R:euler(order)), R, { tol = 1e-14, scale = 1 })
                    end
                end
            end
        end)
    end)

    it("refuses other orders", function()
        for _, order in ipairs { "XXY", "XyZ", "XY", "XYZX", "ABC", "", 3 } do
            refuses(function() Rotation.euler(order, 1, 2, 3) end, "order of axes")
            refuses(function() Rotation.identity():euler(order) end, "order of axes")
        end
        assert.has_error(function() Rotation.euler("XYZ", 1, 2) end)
    end)
end)

describe("between rotations", function()
    it("slerp begins at one, ends at the other, and turns evenly", function()
        draw.each(20, 1030, function(d)
            local A, B, s = Rotation.matrix(d:rotation()), Rotation.matrix(d:rotation()), d:between(0, 1)
            near(A:slerp(B, 0), A, { tol = 1e-14, scale = 1 })
            near(A:slerp(B, 1), B, { tol = 1e-13, scale = 1 })
            near(A:distance(A:slerp(B, s)), s * A:distance(B), { tol = 1e-12, scale = 1 })
            near(A:distance(B), B:distance(A), { tol = 1e-14, scale = 1 })
        end)
    end)
end)

describe("screws between poses", function()
    it("are the same curve from wherever they are seen, and whatever moves with them", function()
        draw.each(20, 1040, function(d)
            local function pose() return Transform(Rotation.matrix(d:rotation()), { d:between(-1, 1), d:between(-1, 1), d:between(-1, 1) }) end
            local X, Y, Z, s = pose(), pose(), pose(), d:between(0, 1)
            local P = X:interpolate(Y, s)
            near(X:interpolate(Y, 1), Y, { tol = 1e-12, scale = 1 })
            near((Z * X):interpolate(Z * Y, s), Z * P, { tol = 1e-11, scale = 1 })
            near((X * Z):interpolate(Y * Z, s), P * Z, { tol = 1e-11, scale = 1 })
        end)
    end)
end)

describe("links after Denavit and Hartenberg", function()
    it("are the products of their names", function()
        draw.each(10, 1050, function(d)
            local a, alpha, dist, theta = d:between(-1, 1), d:between(-3, 3), d:between(-1, 1), d:between(-3, 3)
            local x, z = Transform(Rotation.x(alpha), { a, 0, 0 }), Transform(Rotation.z(theta), { 0, 0, dist })
            local said = { a = a, alpha = alpha, d = dist, theta = theta }
            near(Transform.dh(said), z * x, { tol = 1e-15, scale = 1 })
            near(Transform.mdh(said), x * z, { tol = 1e-15, scale = 1 })
        end)
        refuses(function() Transform.dh { thetta = 1 } end, "theta")
        refuses(function() Transform.dh { d = math.huge } end, "finite")
        refuses(function() Transform { rpy = { 1, 2, 3 }, rotation = Rotation.identity() } end, "rotation is given as well")
        assert.equal(Rotation.rpy(1, 2, 3), Transform({ rpy = { 1, 2, 3 } }):rotation())
    end)
end)

-- d/dδ_k of f(δ) at zero, k = 1..n, as columns.
local function differences(n, f)
    local h, rows = 1e-5, {}
    for k = 1, n do
        local plus, minus = {}, {}
        for i = 1, n do plus[i], minus[i] = i == k and h or 0, i == k and -h or 0 end
        local a, b = f(plus), f(minus)
        local row = {}
        for i = 1, n do row[i] = (a[i] - b[i]) / (2 * h) end
        rows[k] = row
    end
    return Matrix(rows):transpose()
end

describe("Jacobians of exponentials and logarithms", function()
    local function each_angle(d, f)
        for _, angle in ipairs { 0, 1e-9, 1e-4, 0.4, 0.6, 1.9, 2.1, 3, math.pi - 1e-3 } do
            f(Vec3(d:direction()) * angle)
        end
    end

    it("of rotations are what differences give, and each other's inverse", function()
        draw.each(5, 1060, function(d)
            each_angle(d, function(w)
                local R = Rotation.exp(w)
                near(Rotation.jexp(w), differences(3, function(x) return (R:inverse() * Rotation.exp(w + x)):log() end), { tol = 1e-8 })
                near(R:jlog() * Rotation.jexp(w), Matrix.identity(3), { tol = 1e-12 })
            end)
        end)
    end)

    it("of poses are what differences give, and each other's inverse", function()
        draw.each(5, 1070, function(d)
            each_angle(d, function(w)
                local v = SpatialMotion({ d:between(-1, 1), d:between(-1, 1), d:between(-1, 1) }, w)
                local X = v:exp()
                near(v:jexp(), differences(6, function(x) return (X:inverse() * (v + SpatialMotion(x)):exp()):log() end), { tol = 1e-8 })
                near(X:jlog() * v:jexp(), Matrix.identity(6), { tol = 1e-11 })
            end)
        end)
    end)

    it("agree where the series end", function()
        local function beside(step) return SpatialMotion { 1, -2, 3, 0, 1.2, 1.6 + step } end
        near(beside(-1e-12):jexp(), beside(1e-12):jexp(), { tol = 1e-11 })
    end)
end)

describe("a solid cone", function()
    it("is the sum of thin discs, about its centre of mass", function()
        local n, radius, length = 4000, 0.3, 0.7
        local total = rigid.SpatialInertia.zero()
        for i = 1, n do
            local z = (i - 0.5) / n -- from the tip
            total = total + rigid.SpatialInertia.solid_cylinder { density = 900, radius = radius * z, length = length / n }:shift { 0, 0, -z * length }
        end
        local cone = rigid.SpatialInertia.solid_cone { density = 900, radius = radius, length = length }
        near(cone:parameters(), total:shift(total:com()):parameters(), { tol = 1e-6 })
        near(total:com().z, 0.75 * length, { tol = 1e-6 })
        near(rigid.SpatialInertia.solid_cone { mass = cone:mass(), radius = radius, length = length, axis = { 0, -1, 0 } },
            cone:re_express(Rotation.x(math.pi / 2)), { tol = tolerance.figure })
    end)
end)
