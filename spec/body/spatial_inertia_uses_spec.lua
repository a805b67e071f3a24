-- What is asked of a SpatialInertia: verdict and criticism, factories by shape, regressors, equivalent shapes.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local tolerance = require "spec.support.tolerance"

local S = rigid.SpatialInertia
local Twist, SpatialAcc, Wrench = rigid.Twist, rigid.SpatialAcc, rigid.Wrench
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge
local six = { 1, 2, 3, 4, 5, 6 }

local M = S { mass = 2, com = { 0.1, 0.2, 0.3 }, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 } }

describe("verdict and criticism", function()
    it("are nil, true and true for a sound body", function()
        assert.is_nil(M:criticize())
        assert.is_true(M:is_physically_valid())
        assert.is_true(M:is_physically_consistent())
        assert.is_false(M:is_nan())
        assert.is_false(M:is_zero())
    end)

    it("say what is wrong, by how much, and what would mend it", function()
        local function words(...) return S.from_parameters({ ... }):criticize() end
        assert.matches("mass is %-1 kg", words(-1, 0, 0, 0, 1, 0, 0, 1, 0, 1))
        assert.matches("mass is 0 kg", words(0, 0, 0, 0, 1, 0, 0, 1, 0, 1))
        assert.matches("Ixx is nan", words(1, 0, 0, 0, nan, 0, 0, 1, 0, 1))
        assert.matches("mass is inf", words(inf, 0, 0, 0, 1, 0, 0, 1, 0, 1))
        local triangle = words(1, 0, 0, 0, 1, 0, 0, 1, 0, 3)
        for _, part in ipairs { "(1, 1, 3) kg m²", "1 kg m² less than the greatest", "along (0, 0, 1)", "-0.5 kg m²", "moments (1.5, 1.5, 3)", "21.3 %" } do
            assert.matches(part, triangle, 1, true)
        end
        assert.matches("not all positive", words(1, 0, 0, 0, -1, 0, 0, 1, 0, 1))
        -- Six equal figures: the moments are 0, 0 and 3, but for rounding.
        local rounded = words(1, 0, 0, 0, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6)
        assert.matches("(0, 0, 3e-06) kg m², break the triangle inequality", rounded, 1, true)
        -- A com too far out for the inertia given: given about the wrong point?
        assert.matches("com or origin", words(1, 2, 0, 0, 1, 0, 0, 1, 0, 1))
    end)

    it("propose a nearest inertia that is possible, and changes a published bad tensor by 1.4 %", function()
        local bad = S { mass = 1, inertia = { 1.15e-4, 1.53e-4, 1.9e-4, 5.2e-5, 2.5e-5, 3.4e-5 }, skip_validity_check = true }
        local text = bad:criticize()
        assert.matches("a change of 1%.4%d* %%", text)
        local moments, products = text:match "with moments %(([^)]*)%) and products %(([^)]*)%)"
        local list = {}
        for number in (moments .. ", " .. products):gmatch "[^, ]+" do
            list[#list + 1] = tonumber(number)
        end
        assert.equal(6, #list)
        -- Nine digits are printed: possible to those.
        local mended = S { mass = 1, inertia = list, skip_validity_check = true }
        local spreads = mended:central_inertia():principal()
        assert.is_true(spreads.x + spreads.y - spreads.z > -1e-8 * spreads.z)
    end)
end)

describe("a factory", function()
    local amounts = { solid_box = { size = { 1, 2, 3 } }, solid_cube = { length = 1 }, solid_sphere = { radius = 1 },
        solid_ellipsoid = { semi_axes = { 1, 2, 3 } }, solid_cylinder = { radius = 1, length = 2 },
        solid_cylinder_about_end = { radius = 1, length = 2 }, solid_capsule = { radius = 1, length = 2 } }

    local function with(t, more)
        local out = {}
        for _, fields in ipairs { t, more } do
            for k, v in pairs(fields) do
                out[k] = v
            end
        end
        return out
    end

    it("takes mass or density, not both and not neither", function()
        for name, shape in pairs(amounts) do
            assert.equal(3, S[name](with(shape, { mass = 3 })):mass())
            assert.is_true(S[name](with(shape, { density = 3 })):mass() > 0)
            refuses(function() return S[name](with(shape, { mass = 3, density = 3 })) end, "'" .. name .. "'", "field 'density'", "leave one out")
            refuses(function() return S[name](shape) end, "'" .. name .. "'", "field 'mass'")
        end
        refuses(function() return S.thin_rod { density = 1, length = 1 } end, "'thin_rod'", "density")
        refuses(function() return S.hollow_sphere { density = 1, radius = 1 } end, "'hollow_sphere'", "area_density")
    end)

    it("refuses sizes that are no positive finite lengths, naming the field", function()
        for name, shape in pairs(amounts) do
            for field, value in pairs(shape) do
                for _, bad in ipairs { 0, -1, nan, inf } do
                    local wrong = type(value) == "table" and { value[1], bad, value[3] } or bad
                    refuses(function() return S[name](with(with(shape, { mass = 1 }), { [field] = wrong })) end, "'" .. name .. "'", "field '" .. field)
                end
                refuses(function() return S[name](with(with(shape, { mass = 1 }), { [field] = "1" })) end, "'" .. name .. "'", "field '" .. field)
            end
        end
    end)

    it("takes an axis of length one to 1e-14, and no other", function()
        for _, name in ipairs { "solid_cylinder", "solid_cylinder_about_end", "solid_capsule" } do
            refuses(function() return S[name] { mass = 1, radius = 1, length = 1, axis = { 0, 0, 2 } } end, "'" .. name .. "'", "field 'axis'", "unit")
            refuses(function() return S[name] { mass = 1, radius = 1, length = 1, axis = { 0, 0, 1 + 1e-13 } } end, "field 'axis'")
            assert.equal(1, S[name] { mass = 1, radius = 1, length = 1, axis = { 0, 0, 1 + 4e-15 } }:mass())
        end
        refuses(function() return S.thin_rod { mass = 1, length = 1, axis = { 0, 0, 0 } } end, "'thin_rod'", "field 'axis'")
    end)

    it("names the field nearest to one misspelt", function()
        refuses(function() return S.solid_cube { mass = 1, lenght = 1 } end, "'solid_cube'", "'lenght'", "did you mean 'length'")
        refuses(function() return S.solid_sphere { mas = 1, radius = 1 } end, "did you mean 'mass'")
        refuses(function() return S.point_mass { mass = 1, postion = { 1, 2, 3 } } end, "did you mean 'position'")
        refuses(function() return S.solid_cube(5) end, "#1 to 'solid_cube'")
        refuses(function() return S.solid_cube() end, "#1 to 'solid_cube'")
    end)

    it("puts the end of a cylinder or rod at the origin, the rest along the axis", function()
        near(S.solid_cylinder_about_end { mass = 1, radius = 0.1, length = 2, axis = { 1, 0, 0 } }:com(), { 1, 0, 0 })
        near(S.thin_rod_about_end { mass = 3, length = 2 }:com(), { 0, 0, 1 })
        near(S.thin_rod_about_end { mass = 3, length = 2 }:rotational_inertia():moments(), { 4, 4, 0 })
    end)

    it("refuses a tetrahedron that is flat, inside out, or not four points", function()
        local p = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
        near(S.solid_tetrahedron { density = 6, vertices = p }:mass(), 1)
        refuses(function() return S.solid_tetrahedron { density = 1, vertices = { p[1], p[3], p[2], p[4] } } end, "'solid_tetrahedron'", "field 'vertices'", "inside out")
        refuses(function() return S.solid_tetrahedron { density = 1, vertices = { p[1], p[2], p[3], { 1, 1, 0 } } } end, "field 'vertices'", "flat")
        refuses(function() return S.solid_tetrahedron { density = 1, vertices = { p[1], p[2], p[3] } } end, "field 'vertices")
        refuses(function() return S.solid_tetrahedron { density = 1, vertices = { p[1], p[2], p[3], { 0, 0, nan } } } end, "vertices[4]")
        refuses(function() return S.solid_tetrahedron_about_vertex { density = 1, vertices = { p[3], p[2], p[4] } } end, "'solid_tetrahedron_about_vertex'", "inside out")
        refuses(function() return S.solid_tetrahedron { mass = 1, vertices = p } end, "'mass'")
    end)

    it("refuses every mesh from which faces are missing, however they lie", function()
        local vertices = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } }
        local all = { { 1, 3, 5 }, { 3, 2, 5 }, { 2, 4, 5 }, { 4, 1, 5 }, { 3, 1, 6 }, { 2, 3, 6 }, { 4, 2, 6 }, { 1, 4, 6 } }
        near(S.mesh { density = 3, vertices = vertices, faces = all }:mass(), 4)
        for mask = 1, 254 do
            local faces = {}
            for i, face in ipairs(all) do
                if mask & (1 << (i - 1)) ~= 0 then faces[#faces + 1] = face end
            end
            if #faces >= 4 then
                refuses(function() return S.mesh { density = 3, vertices = vertices, faces = faces } end, "field 'faces'", "open", "edge")
            end
        end
    end)

    it("refuses a mesh that is open, doubled, inside out, flat or that names no vertex, saying which", function()
        local vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
        local faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
        local function mesh(more) return function() return S.mesh(with({ density = 6, vertices = vertices, faces = faces }, more)) end end
        near(mesh {}():mass(), 1)
        near(mesh { density = nil }():mass(), 1)
        refuses(mesh { faces = { faces[1], faces[2], faces[3] } }, "'mesh'", "field 'faces'", "at least 4", "got 3")
        local roof = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0.5, 0.5, 1 } }
        local sides = { { 1, 2, 5 }, { 2, 3, 5 }, { 3, 4, 5 }, { 4, 1, 5 } }
        refuses(mesh { vertices = roof, faces = sides }, "'mesh'", "field 'faces'", "open", "edge")
        refuses(mesh { faces = { faces[1], faces[2], faces[3], { 2, 4, 3 } } }, "'mesh'", "field 'faces'", "wound", "edge")
        refuses(mesh { faces = { { 1, 2, 3 }, { 1, 4, 2 }, { 1, 3, 4 }, { 2, 4, 3 } } }, "'mesh'", "inward")
        refuses(mesh { faces = { faces[1], faces[2], faces[3], { 2, 3, 5 } } }, "'mesh'", "faces[4]", "5")
        refuses(mesh { faces = { faces[1], faces[2], faces[3], { 2, 3, 3 } } }, "'mesh'", "field 'faces", "twice")
        refuses(mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } } }, "'mesh'", "volume")
        refuses(mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, inf } } }, "'mesh'", "vertices[4]")
        refuses(mesh { faces = 5 }, "'mesh'", "field 'faces'")
        refuses(mesh { mass = 1 }, "'mesh'", "leave one out")
    end)
end)

describe("a regressor", function()
    it("is 6x10, and takes twists, generic motions or six numbers", function()
        local Y = S.momentum_regressor(Twist(six))
        assert.equal(6, Y:rows())
        assert.equal(10, Y:cols())
        assert.equal(Y, S.momentum_regressor(six))
        assert.equal(Y, S.momentum_regressor(rigid.SpatialMotion(six)))
        near(Y * M:parameters(), (M * Twist(six)):table())
    end)

    it("refuses other kinds and other factors, naming the argument", function()
        local v, a = Twist(six), SpatialAcc(six)
        refuses(function() return S.momentum_regressor(Wrench(six)) end, "#1 to 'momentum_regressor'", "Wrench")
        refuses(function() return S.momentum_regressor(a) end, "#1 to 'momentum_regressor'", "SpatialAcc")
        refuses(function() return S.momentum_derivative_regressor(v, v) end, "#2 to 'momentum_derivative_regressor'", "Twist")
        refuses(function() return S.momentum_derivative_regressor(v) end, "#2 to 'momentum_derivative_regressor'", "no value")
        refuses(function() return S.slotine_li_regressor(v, a, a) end, "#2 to 'slotine_li_regressor'", "SpatialAcc")
        refuses(function() return S.slotine_li_regressor(v, v, v) end, "#3 to 'slotine_li_regressor'", "Twist")
        refuses(function() return S.slotine_li_regressor(v, v, a, { factor = "coriolis" }) end, "#4 to 'slotine_li_regressor'", "field 'factor'", "christoffel")
        refuses(function() return S.slotine_li_regressor(v, v, a, { facto = "body" }) end, "#4 to 'slotine_li_regressor'", "did you mean 'factor'")
        refuses(function() return S.slotine_li_regressor(v, v, a, "body") end, "#4 to 'slotine_li_regressor'")
    end)
end)

describe("equivalent shapes", function()
    it("of a box are its own half-lengths, longest first, and its own axes", function()
        local half, X = S.solid_box { mass = 2, size = { 2, 6, 4 } }:equivalent_box()
        near(half, { 3, 2, 1 })
        near(X:position(), { 0, 0, 0 }, { scale = 1 })
        near(math.abs((X:rotation() * { 1, 0, 0 }).y), 1)
        near(S.solid_ellipsoid { mass = 2, semi_axes = { 1, 3, 2 } }:equivalent_ellipsoid(), { 3, 2, 1 })
        near(S.point_mass { mass = 2, position = { 1, 2, 3 } }:equivalent_ellipsoid(), { 0, 0, 0 })
        near(S.point_mass { mass = 2, position = { 1, 2, 3 } }:minimum_length(), 0)
    end)

    it("of two particles is the line between them", function()
        local pair = S.point_mass { mass = 1, position = { 1, 0, 0 } } + S.point_mass { mass = 1, position = { 3, 0, 0 } }
        local half, X = pair:minimum_bounding_box()
        near(half, { 1, 0, 0 })
        near(X:position(), { 2, 0, 0 })
        near(pair:minimum_length(), 2, { tol = tolerance.figure })
    end)
end)
