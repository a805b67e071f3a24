-- M:repairs(): which slips explain figures that no body can have, and the repairs that always exist.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local slips = require "spec.support.slips"
local draw = require "spec.support.draw"
local patients = require "spec.support.patients"

local S = rigid.SpatialInertia
local near = compare.near
local missing_point, slightly_bad, impossible = patients.missing_point, patients.slightly_bad, patients.impossible
local kinds = patients.kinds

describe("figures", function()
    it("have the fewest digits that read back, and no sign where they are zero", function()
        local exact = require "rigid.doctor.figures".exact
        assert.same({ "0", "0", "0.1", "-2.5", "1e-12", "0.30000000000000004" },
            { exact(0), exact(-0.0), exact(0.1), exact(-2.5), exact(1e-12), exact(0.1 + 0.2) })
    end)
end)

describe("repairs", function()
    it("finds the missing decimal point, which is the only slip that explains the link", function()
        local list = missing_point():repairs()
        assert.equal(1, list.slips)
        assert.truthy(list.sentence:find("Exactly one slip explains these numbers: izz × 10⁻³", 1, true))
        assert.equal("izz × 10⁻³", list[1].edit)
        assert.equal("power", list[1].kind)
        assert.equal(0.001676359, list[1].values.izz)
        assert.equal(0.001676359, list[1].inertia:central_inertia():moments().z)
        assert.equal(1, #kinds(list, "power"))
    end)

    it("mends a tensor that is off by little with a change of 1.4 %, where the slips cannot be told apart", function()
        local list = slightly_bad():repairs()
        assert.equal("nearest", list[1].kind)
        near(list[1].change, 0.0142, { tol = 3e-3 })
        near(list[1].inertia:central_inertia():moments(), { 0.000117398233, 0.00015492626, 0.000191426905 }, { tol = 1e-8 })
        -- the sign of any of the three products, or of all: mirror images of each other
        for i = 2, 5 do
            assert.equal(1, list[i].rank)
            assert.truthy(list[i].edit:find "sign")
        end
        assert.equal(6 - 1, list[6].rank)
        near(kinds(list, "entropic")[1].change, 0.0282, { tol = 1e-2 })
    end)

    it("undoes a swap, a sign and a power of ten wherever they stand", function()
        local figures = { 0.021, 0.017, 0.009, 0.0011, -0.0007, 0.0012 }
        local names = { "ixx", "iyy", "izz", "ixy", "ixz", "iyz" }
        local com = { 0.1, -0.2, 0.05 }
        for i, name in ipairs(names) do
            local I = table.move(figures, 1, 6, 1, {})
            I[i] = i <= 3 and -I[i] or 10 * I[i]
            local list = impossible(2, com, I):repairs()
            local edit, found = i <= 3 and name .. " with the other sign" or name .. " × 10⁻¹", nil
            for place, repair in ipairs(list) do
                found = found or repair.edit == edit and repair
                assert.truthy(found or i > 3 and place < 4, edit .. " is not among the first")
            end
            assert.equal(figures[i], found.values[name])
            assert.is_true(found.inertia:is_near(S { mass = 2, com = com, inertia = figures }, 1e-15))
        end
        local swapped = impossible(2, com, { 0.0011, 0.017, 0.009, 0.021, -0.0007, 0.0009 }):repairs()
        assert.equal("ixx and ixy swapped", swapped[1].edit)
    end)

    it("recognises the order of another program", function()
        -- moments first, read row by row
        local list = impossible(2, nil, { xx = 0.021, xy = 0.017, xz = 0.009, yy = 0.0011, yz = -0.0007, zz = 0.0009 }):repairs()
        local found
        for _, repair in ipairs(kinds(list, "order")) do
            local I = repair.inertia:central_inertia()
            found = found or I == rigid.RotationalInertia { 0.021, 0.017, 0.009, 0.0011, -0.0007, 0.0009 } and repair
        end
        assert.equal("order", list[1].kind)
        assert.truthy(found.edit:find("read row by row (xx xy xz yy yz zz), written moments first (xx yy zz xy xz yz)", 1, true))
    end)

    it("finds a point that is out of place by two, in all but a few of 170 draws", function()
        local missed = 0
        for seed = 1, 170 do
            local M = S.random { seed = seed }
            local I, P = M:central_inertia():moments(), M:central_inertia():products()
            local six = { I.x, I.y, I.z, P.x, P.y, P.z }
            six[seed % 3 + 1] = six[seed % 3 + 1] * 100
            local list = impossible(M:mass(), M:com(), six):repairs()
            if not list[1].inertia:is_near(M, 1e-9) then missed = missed + 1 end
        end
        assert.truthy(missed <= 4, missed)
    end)

    it("refuses options that it has not, naming the nearest", function()
        compare.refuses(function() S.unitary():repairs { abuot = "origin" } end, "'repairs'", "abuot", "about")
        compare.refuses(function() S.unitary():repairs { about = "orign" } end, "'repairs'", "about", "origin")
        compare.refuses(function() S.unitary():repairs(5) end, "#1 to 'repairs'")
    end)

    it("takes the parallel-axis term of a com off every axis", function()
        local true_one = S { mass = 2, com = { 0.3, -0.5, 0.7 }, inertia = { 0.02, 0.03, 0.04, 0.002, -0.003, 0.004 } }
        local at_com = S { mass = 2, com = { 0.3, -0.5, 0.7 }, inertia = true_one:central_inertia(), about = "origin", skip_validity_check = true }
        assert.is_true(kinds(at_com:repairs { about = "origin" }, "point")[1].inertia:is_near(true_one, 1e-14))
    end)

    it("recognises the point a tensor is given about, when told which it should be", function()
        local rod = S.solid_cylinder_about_end { mass = 1, radius = 0.02, length = 0.5 }
        local central = rod:central_inertia()
        local mistaken = S { mass = 1, com = rod:com(), inertia = central, about = "origin", skip_validity_check = true }
        local list = mistaken:repairs { about = "origin" }
        local point = kinds(list, "point")[1]
        assert.equal("the tensor taken as about the com", point.edit)
        assert.is_true(point.inertia:is_near(rod, 1e-15))
        -- and a com that is in millimetres
        local far = S { mass = 1, com = { 0, 0, 250 }, inertia = rod:rotational_inertia(), about = "origin", skip_validity_check = true }
        local unit = far:repairs { about = "origin" }
        assert.truthy(unit[1].edit:find("z × 10⁻³", 1, true))
        assert.is_true(unit[1].inertia:is_near(rod, 1e-15))
    end)

    it("turns a negative mass, alone or with the tensor", function()
        assert.equal("mass with the other sign", impossible(-2, { 0.1, 0, 0 }, { 1, 1, 1 }):repairs()[1].edit)
        local wrong_way = S.from_parameters { -2, 0.2, 0, 0, -1, 0, 0, -1.5, 0, -1.2 }:repairs()
        assert.truthy(wrong_way[1].edit:find "^mass, ixx")
        assert.equal(2, wrong_way[1].inertia:mass())
    end)

    it("has nothing to offer a sound body or one that is not finite, and zero to a massless one", function()
        local none = S.unitary():repairs()
        assert.equal(0, #none)
        assert.equal(0, none.slips)
        assert.truthy(tostring(none):find "nothing to mend")
        assert.equal(0, #S.nan():repairs())
        assert.is_true(S.from_parameters { 0, 0, 0, 0, 1, 0, 0, 1, 0, 1 }:repairs()[1].inertia:is_zero())
    end)

    it("prints what to write instead", function()
        local text = tostring(missing_point():repairs())
        assert.truthy(text:find("With izz = 0.001676359 kg m² a body can have it", 1, true))
        assert.truthy(text:find("the smallest change of all", 1, true))
    end)
end)

describe("a planted slip", function()
    it("is always among the repairs, and first in nine of ten of 1000 draws", function()
        local first, count = 0, 0
        for number, population in ipairs(slips.populations) do
            local d = draw.stream(7100 + number)
            for _ = 1, 1000 // #slips.populations do
                local M, bad = slips.draw(d, population)
                local place = assert(slips.found(M, bad:repairs()), "not found: " .. tostring(bad:central_inertia()))
                first, count = first + (place == 1 and 1 or 0), count + 1
            end
        end
        assert.equal(1000, count)
        assert.truthy(first >= 900, ("first in %d of 1000 draws"):format(first))
    end)

    it("tells each body once, however many slips lead to it", function()
        -- two products are alike: which of them changed places with a moment is all one
        local M = S { mass = 1.5, com = { 0.02, -0.03, 0.05 }, inertia = { 1.5, 1.3, 0.1, 1.2, 0.1, 0.05 }, skip_validity_check = true }
        local list = M:repairs()
        assert.truthy(list.slips >= 3, list.slips)
        for i, one in ipairs(list) do
            for j = 1, i - 1 do assert.falsy(one.inertia == list[j].inertia, ("%s and %s"):format(one.edit, list[j].edit)) end
        end
    end)
end)
