-- The doctor's borders, each tried on both of its sides and near it. As in spec/body/borders_spec.
local rigid = require "rigid"
local compare = require "spec.support.compare"

local S, Vec3 = rigid.SpatialInertia, rigid.Vec3
local near = compare.near

local function body(mass, com, inertia)
    return S { mass = mass, com = com, inertia = inertia, skip_validity_check = true }
end

local function codes(list)
    local found = {}
    for i, finding in ipairs(list) do found[i] = finding.code end
    return table.concat(found, " ")
end

-- ---- the doctor -------------------------------------------------------------------------------------------------------

describe("the doctor's borders:", function()
    local function ellipsoid(density, semi_axes)
        return S.solid_ellipsoid { density = density, semi_axes = semi_axes or { 0.3, 0.2, 0.1 } }
    end

    -- The same finding on one side of a border, and nothing on the other.
    local function border(code, inside, outside)
        local list = inside
        assert.equal("", codes(list))
        for _, finding in ipairs(outside) do
            if finding.code == code then return finding end
        end
        error(code .. " is not among: " .. codes(outside), 2)
    end

    it("the bulk density is that of the ellipsoid itself", function()
        for _, semi_axes in ipairs { { 0.3, 0.2, 0.1 }, { 1, 1, 1e-3 } } do
            local density = 3000
            local inside = ellipsoid(density, semi_axes):diagnose { density = { 1, density * (1 + 1e-9) } }
            local finding = border("units", inside, ellipsoid(density, semi_axes):diagnose { density = { 1, density * (1 - 1e-9) } })
            near(finding.value, density, { tol = 1e-9 })
            near(finding.limit, density, { tol = 1e-8 })
        end
    end)

    it("a moment below rounding is negative, about an axis of the frame or a principal one; one of zero is not", function()
        local tolerance = 16 * 2.0 ^ -53 -- of half a trace of 1
        local function first(x, y, z, product)
            local found = body(1, nil, { { x, product or 0, 0 }, { product or 0, y, 0 }, { 0, 0, z } }):diagnose()[1]
            return found.code .. ": " .. found.sentence:match "^%S+ %S+"
        end
        for _, below in ipairs { 10 * tolerance, 1e-6, 0.1 } do
            assert.equal("negative_moment: Ixx about", first(-below, 1, 1))
            assert.equal("negative_moment: Iyy about", first(1, -below, 1))
            assert.equal("negative_moment: the principal", first(0.5, 0.5, 1, 0.5 + below))
            assert.equal("triangle_inequality: the principal", first(0, 1 - below, 1))
        end
    end)

    it("no more than 25000 kg/m³, and no less than a tenth", function()
        near(border("units", ellipsoid(24999):diagnose(), ellipsoid(25001):diagnose()).limit, 25000)
        near(border("units", ellipsoid(0.1001):diagnose(), ellipsoid(0.0999):diagnose()).limit, 0.1)
        local box = { box = { 1, 1, 2 } }
        local function filled(density) return S.solid_box { density = density, size = box.box }:diagnose { geometry = box } end
        near(border("density", filled(20.01), filled(19.99)).limit, 20)
        near(border("density", filled(24999), filled(25001)).limit, 25000)
    end)

    it("a unit is guessed that makes it usual: mm are, cm are not, where it is a thousand times too light", function()
        for _, density in ipairs { 1e3, 5e3 } do
            local M = ellipsoid(density)
            local list = body(M:mass(), nil, M:central_inertia() * 1e6):diagnose()
            assert.truthy(list[1].sentence:find("kg mm²", 1, true), list[1].sentence)
            list = body(M:mass(), nil, M:central_inertia() * 1e4):diagnose()
            assert.truthy(list[1].sentence:find("kg cm²", 1, true), list[1].sentence)
        end
    end)

    it("a spread of 1e-9 of the greatest is flat, and has no density", function()
        local function plate(ratio) -- spreads (1, 1, ratio) of 1 kg, far too light where it counts
            return body(1e-4, nil, { 1 + ratio, 1 + ratio, 2 })
        end
        assert.equal("", codes(plate(0.9e-9):diagnose()))
        assert.equal("units", codes(plate(1.1e-9):diagnose()))
    end)

    it("the identity is a placeholder where as a ball it is lighter than foam", function()
        local function of_density(density) -- of a ball of moment 1: density = m^2.5 / (4/3 pi 2.5^1.5)
            return body((density * 4 / 3 * math.pi * 2.5 ^ 1.5) ^ 0.4, nil, { 1, 1, 1 })
        end
        assert.equal("", codes(of_density(20.1):diagnose()))
        assert.equal("identity", codes(of_density(19.9):diagnose()))
        local function heavy(density)
            return body((density * 4 / 3 * math.pi * 0.025 ^ 1.5) ^ 0.4, nil, { 0.01, 0.01, 0.01 })
        end
        assert.equal("", codes(heavy(24900):diagnose()))
        assert.equal("placeholder", codes(heavy(25100):diagnose()))
    end)

    it("six tenths of the spread at the com are a tensor about the origin", function()
        local function share(part) -- of m c² in the spread, trace / 2 = 1
            local rest = (1 - part) / 3
            return body(1, { math.sqrt(part), 0, 0 }, { 2 * rest, part + 2 * rest, part + 2 * rest })
        end
        local finding = border("about_origin", share(0.599):diagnose(), share(0.601):diagnose())
        near({ finding.value, finding.limit }, { 0.601, 0.6 })
    end)

    it("a com or a spread 1e-9 outside of a box is at its edge", function()
        local g = { box = { 1, 0.8, 0.6 } }
        for k, name in ipairs { "x", "y", "z" } do
            local half = g.box[k] / 2
            local function at(part)
                local com = { 0, 0, 0 }
                com[k] = half * part
                return S.solid_box { mass = 400, size = { 0.1, 0.1, 0.1 } }:shift { -com[1], -com[2], -com[3] }:diagnose { geometry = g }
            end
            local function found(list, code)
                for _, finding in ipairs(list) do
                    if finding.code == code and finding.quantity:find("along " .. name, 1, true) then return finding end
                end
            end
            assert.is_nil(found(at(1 + 0.5e-9), "com_outside"))
            near(found(at(1 + 2e-9), "com_outside").limit, half)
            local function wide(part) -- all of the mass on two faces, at that part of the way to the edge
                local spread = { 1e-3, 1e-3, 1e-3 }
                spread[k] = (half * part) ^ 2
                local trace = spread[1] + spread[2] + spread[3]
                return body(400, nil, { 400 * (trace - spread[1]), 400 * (trace - spread[2]), 400 * (trace - spread[3]) }):diagnose { geometry = g }
            end
            assert.is_nil(found(wide(1 + 0.5e-9), "gyration"))
            near(found(wide(1 + 2e-9), "gyration").value, half, { tol = 1e-8 })
        end
    end)

    it("as it is of an ellipsoid, and of how long a body is", function()
        local function has(code, list)
            for _, finding in ipairs(list) do
                if finding.code == code then return finding end
            end
        end
        local g = { ellipsoid = { 0.6, 0.5, 0.4 } }
        local function at(square) -- in semi-axes, along a general direction
            local c = Vec3(0.6 * 0.48, 0.5 * 0.6, 0.4 * 0.64) * math.sqrt(square)
            return S.point_mass { mass = 400, position = c }:diagnose { geometry = g }
        end
        assert.is_nil(has("com_outside", at(1 + 0.5e-9)))
        near(has("com_outside", at(1 + 2e-9)).value, 1, { tol = 1e-8 })
        local function spread(mean) -- of (x/a)² + (y/b)² + (z/c)²
            local x, y, z = 0.36 * mean / 2, 0.25 * mean / 4, 0.16 * mean / 4
            return body(400, nil, { 400 * (y + z), 400 * (x + z), 400 * (x + y) }):diagnose { geometry = g }
        end
        assert.is_nil(has("ellipsoid", spread(1 + 0.5e-9)))
        near(has("ellipsoid", spread(1 + 2e-9)).value, -400 * 2e-9, { tol = 1e-5 })
        local rod = S.thin_rod { mass = 1, length = 1 }
        local length = rod:minimum_length()
        local function inside(part)
            local half = length * part / 2 -- a ball of that diameter, which a rod fits by its length alone
            return rod:diagnose { geometry = { ellipsoid = { half, half, half } }, density = { 1e-3, 1e9 } }
        end
        assert.is_nil(has("minimum_length", inside(1 - 0.5e-9)))
        assert.is_table(has("minimum_length", inside(1 - 2e-9)))
    end)

    it("three hundred times the tensor of what fills the geometry is another unit", function()
        local g = { box = { 0.1, 0.2, 0.3 } }
        local M = S.solid_box { mass = 6, size = g.box }
        local function ratio(times) return body(6, nil, M:central_inertia() * times):diagnose { geometry = g } end
        local function units(list)
            for _, finding in ipairs(list) do
                if finding.code == "units" then return finding end
            end
        end
        assert.is_nil(units(ratio(299)))
        near({ units(ratio(301)).value, units(ratio(301)).limit, units(ratio(301)).margin }, { 301, 300, -1 }, { tol = 1e-9 })
        assert.is_nil(units(ratio(1 / 299)))
        local small = units(ratio(1 / 301))
        near({ small.value, small.limit, small.margin }, { 1 / 301, 1 / 300, 1 / 301 - 1 / 300 }, { tol = 1e-9 })
    end)

    it("a geometry is what weighs what its limits say, and a hull may be lighter", function()
        local M = S.solid_box { density = 10, size = { 1, 1, 2 } }
        local corners = {}
        for i = 0, 7 do corners[i + 1] = { (i & 1) - 0.5, (i & 2) / 2 - 0.5, (i & 4) / 2 - 1 } end
        assert.equal("density", codes(M:diagnose { geometry = { box = { 1, 1, 2 } } }))
        assert.equal("", codes(M:diagnose { geometry = { vertices = corners } }))
    end)
end)
