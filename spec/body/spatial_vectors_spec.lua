-- The six classes of spatial vectors, behaviour by behaviour: making, reading, kinds and what mixes with what, changes in
-- place, printing, and refusals by what they name.

local rigid = require "rigid"
local compare = require "spec.support.compare"

local Vec3, Vector = rigid.Vec3, rigid.Vector
local near, refuses = compare.near, compare.refuses
local nan, inf = 0 / 0, math.huge

local families = { motion = { "SpatialMotion", "Twist", "SpatialAcc" }, force = { "SpatialForce", "Wrench", "SpatialMomentum" } }
local all = { "SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum" }

for _, name in ipairs(all) do
    local T = rigid[name]
    describe(name, function()
        local v = T { 1, 2, 3, 4, 5, 6 }

        it("is made from two halves, named halves or six numbers, linear first", function()
            assert.equal(name, rigid.type(v))
            assert.equal(v, T({ 1, 2, 3 }, { 4, 5, 6 }))
            assert.equal(v, T(Vec3(1, 2, 3), Vec3(4, 5, 6)))
            assert.equal(v, T { linear = { 1, 2, 3 }, angular = Vec3(4, 5, 6) })
            assert.equal(v, T(Vector { 1, 2, 3, 4, 5, 6 }))
            assert.equal(v, T(v))
        end)

        it("takes a missing half for zero, and carries NaN and infinities", function()
            assert.equal(T { 1, 2, 3, 0, 0, 0 }, T { linear = { 1, 2, 3 } })
            assert.equal(T { 0, 0, 0, 4, 5, 6 }, T { angular = { 4, 5, 6 } })
            local odd = T { nan, inf, 0, 0, 0, 0 }
            assert.is_true(odd[1] ~= odd[1])
            assert.equal(inf, odd[2])
        end)

        it("is read by halves and by number, and has six entries", function()
            assert.equal(Vec3(1, 2, 3), v:linear())
            assert.equal(Vec3(4, 5, 6), v:angular())
            for i = 1, 6 do
                assert.equal(i, v[i])
            end
            assert.equal(6, #v)
            assert.is_nil(v[7]) -- so that ipairs ends
            refuses(function() return v[0] end, "index 0", name, "1 to 6")
        end)

        it("does not change but by the methods that say so", function()
            refuses(function() v[1] = 5 end, name)
            refuses(function() v.x = 5 end, name)
            assert.equal(T { 1, 2, 3, 4, 5, 6 }, v)
            local w = v:copy()
            assert.is_true(rawequal(w:add_in_place(v), w))
            assert.equal(T { 2, 4, 6, 8, 10, 12 }, w)
            assert.is_true(rawequal(w:scale_in_place(0.5), w))
            assert.equal(v, w)
            assert.equal(T { 1, 2, 3, 4, 5, 6 }, v)
        end)

        it("adds, subtracts, negates, scales and divides, keeping its kind", function()
            local u = T { 10, 20, 30, 40, 50, 60 }
            for _, pair in ipairs {
                { v + u, { 11, 22, 33, 44, 55, 66 } },
                { u - v, { 9, 18, 27, 36, 45, 54 } },
                { -v, { -1, -2, -3, -4, -5, -6 } },
                { v * 2, { 2, 4, 6, 8, 10, 12 } },
                { 2 * v, { 2, 4, 6, 8, 10, 12 } },
                { v / 2, { 0.5, 1, 1.5, 2, 2.5, 3 } },
            } do
                assert.same(pair[2], pair[1]:table())
                assert.equal(name, rigid.type(pair[1]))
            end
        end)

        it("compares exactly, or within a tolerance", function()
            assert.is_true(v == T { 1, 2, 3, 4, 5, 6 })
            assert.is_false(v == T { 1, 2, 3, 4, 5, 6 + 1e-12 })
            assert.is_true(v:is_near(T { 1, 2, 3, 4, 5, 6 + 1e-10 }))
            assert.is_false(v:is_near(T { 1, 2, 3, 4, 5, 6 + 1e-8 }))
            assert.is_true(v:is_near(T { 1, 2, 3, 4, 5, 6.5 }, 0.5))
            assert.is_false(v:is_near(T { 1, 2, 3, 4, 5, nan }, 1))
        end)

        it("copies, and goes to a table and back", function()
            assert.equal(v, v:copy())
            assert.is_false(rawequal(v, v:copy()))
            assert.same({ 1, 2, 3, 4, 5, 6 }, v:table())
            assert.equal(v, T(v:table()))
        end)

        it("prints its kind and both halves", function()
            local text = tostring(v)
            assert.matches("^" .. name .. ": linear %(1, 2, 3%)", text)
            assert.matches("angular %(4, 5, 6%)", text)
        end)

        it("is refused from anything else, naming the argument", function()
            refuses(function() T() end, "#1 to '" .. name .. "'", "no value")
            refuses(function() T { 1, 2, 3, 4, 5 } end, "#1 to '" .. name .. "'", "[6]")
            refuses(function() T { 1, 2, 3, 4, 5, 6, 7 } end, "#1 to '" .. name .. "'")
            refuses(function() T({ 1, 2, 3 }, { 4, 5 }) end, "#2 to '" .. name .. "'", "[3]")
            refuses(function() T { linear = { 1, 2, 3 }, angluar = { 4, 5, 6 } } end, "#1 to '" .. name .. "'", "angluar", "did you mean 'angular'")
            refuses(function() T { linear = { 1, 2 } } end, "#1 to '" .. name .. "'", "field 'linear", "[3]")
            refuses(function() T "six" end, "#1 to '" .. name .. "'", "string")
            refuses(function() T(Vector { 1, 2, 3 }) end, "#1 to '" .. name .. "'")
        end)

        it("refuses operands it does not go with, naming both", function()
            refuses(function() return v + 1 end, "cannot add a", name, "a number")
            refuses(function() return v + { 1, 2, 3, 4, 5, 6 } end, "cannot add a", name, "a table")
            refuses(function() return v * v end, "cannot multiply a", name)
            refuses(function() return 1 / v end, "cannot divide")
            refuses(function() return v / "x" end, "cannot divide")
            refuses(function() return v + Vec3(1, 2, 3) end, "cannot add a", name, "Vec3")
        end)

        it("refuses bad arguments and bad selves, naming them", function()
            refuses(function() return v:add_in_place(5) end, "#1 to 'add_in_place'")
            refuses(function() return v:scale_in_place "x" end, "#1 to 'scale_in_place'", "number expected")
            refuses(function() return v:is_near(5) end, "#1 to 'is_near'")
            refuses(function() return v:dot(5) end, "#1 to 'dot'")
            refuses(function() return v.linear() end, "calling 'linear' on no value")
            refuses(function() return v.linear(Vec3(1, 2, 3)) end, "calling 'linear' on Vec3")
        end)
    end)
end

describe("kinds", function()
    local function sample(name) return rigid[name] { 1, 2, 3, 4, 5, 6 } end

    it("add to themselves and to the generic one of their family, which takes the kind", function()
        for _, family in pairs(families) do
            local generic = family[1]
            for _, name in ipairs(family) do
                assert.equal(name, rigid.type(sample(name) + sample(generic)))
                assert.equal(name, rigid.type(sample(generic) + sample(name)))
                assert.equal(name, rigid.type(sample(generic) - sample(name)))
                assert.equal(name, rigid.type(sample(name):add_in_place(sample(generic))))
            end
        end
    end)

    it("do not mix: a twist is no acceleration, a wrench no momentum, a motion no force", function()
        refuses(function() return sample "Twist" + sample "SpatialAcc" end, "cannot add a Twist and a SpatialAcc")
        refuses(function() return sample "Wrench" - sample "SpatialMomentum" end, "cannot subtract", "Wrench", "SpatialMomentum")
        for _, motion in ipairs(families.motion) do
            for _, force in ipairs(families.force) do
                refuses(function() return sample(motion) + sample(force) end, "cannot add a", motion, force)
                refuses(function() return sample(force):add_in_place(sample(motion)) end, "#1 to 'add_in_place'", motion)
                assert.is_false(sample(motion) == sample(force))
            end
        end
        assert.is_false(sample "Twist" == sample "SpatialMotion")
        refuses(function() return sample "Twist":add_in_place(sample "SpatialAcc") end, "#1 to 'add_in_place'", "SpatialAcc")
        refuses(function() return sample "Twist":is_near(sample "SpatialAcc") end, "#1 to 'is_near'", "SpatialAcc")
    end)

    it("change within the family by their constructor, and not across", function()
        for _, family in pairs(families) do
            for _, from in ipairs(family) do
                for _, to in ipairs(family) do
                    local changed = rigid[to](sample(from))
                    assert.equal(to, rigid.type(changed))
                    assert.same(sample(from):table(), changed:table())
                end
            end
        end
        refuses(function() return rigid.Twist(sample "Wrench") end, "#1 to 'Twist'", "Wrench")
        refuses(function() return rigid.SpatialForce(sample "SpatialMotion") end, "#1 to 'SpatialForce'", "SpatialMotion")
    end)
end)

describe("dot, cross and shift", function()
    local twist, wrench = rigid.Twist({ 1, 0, 0 }, { 0, 0, 2 }), rigid.Wrench({ 3, 0, 5 }, { 0, 0, 7 })

    it("give power either way round, and refuse the dot of one family", function()
        assert.equal(17, twist:dot(wrench))
        assert.equal(17, wrench:dot(twist))
        assert.equal(17, twist:dot(rigid.SpatialMomentum(wrench)))
        refuses(function() return twist:dot(twist) end, "#1 to 'dot'", "force", "Twist")
        refuses(function() return wrench:dot(rigid.SpatialForce(wrench)) end, "#1 to 'dot'", "motion", "SpatialForce")
    end)

    it("cross a motion with a motion into a motion, with a force into a force", function()
        -- (u, w) x (u', w') = (w x u' + u x w', w x w')
        local v = rigid.Twist({ 1, 0, 0 }, { 0, 0, 1 })
        assert.equal(rigid.SpatialMotion({ 0, 1, 1 }, { -1, 0, 0 }), v:cross(rigid.Twist({ 1, 0, 0 }, { 0, 1, 0 })))
        assert.equal("SpatialMotion", rigid.type(v:cross(twist)))
        assert.equal("SpatialForce", rigid.type(v:cross(wrench)))
        refuses(function() return v:cross(5) end, "#1 to 'cross'")
        refuses(function() return v:cross(Vec3(1, 2, 3)) end, "#1 to 'cross'", "Vec3")
    end)

    it("are the motion's alone where a force has none", function()
        refuses(function() return wrench:cross(wrench) end)
        refuses(function() return wrench:exp() end)
        refuses(function() return wrench:cross_matrix() end)
        assert.is_nil(wrench.exp)
    end)

    it("have 6x6 matrices that act as they do", function()
        near(twist:cross_matrix() * Vector { 1, 2, 3, 4, 5, 6 }, twist:cross(rigid.Twist { 1, 2, 3, 4, 5, 6 }):table())
        near(twist:cross_force_matrix() * Vector(wrench:table()), twist:cross(wrench):table())
    end)

    it("shift a twist to a point that moves with the body, a wrench to one it turns about", function()
        -- Turning at 2 rad/s about z: a point 1 m along x moves at 2 m/s along y.
        assert.equal(rigid.Twist({ 1, 2, 0 }, { 0, 0, 2 }), twist:shift { 1, 0, 0 })
        -- A force of 5 N along z turns about a point 1 m along x by 5 N m about y.
        assert.equal(rigid.Wrench({ 3, 0, 5 }, { 0, 5, 7 }), wrench:shift { 1, 0, 0 })
        assert.equal("SpatialMomentum", rigid.type(rigid.SpatialMomentum(wrench):shift { 1, 0, 0 }))
        refuses(function() return twist:shift() end, "#1 to 'shift'", "no value")
        refuses(function() return wrench:shift { 1, 2 } end, "#1 to 'shift'", "[3]")
    end)

    it("shift an acceleration only with the angular velocity told", function()
        local a = rigid.SpatialAcc({ 0, 0, 0 }, { 0, 0, 3 })
        -- alpha x p along y, and the centripetal part along -x.
        assert.equal(rigid.SpatialAcc({ -4, 3, 0 }, { 0, 0, 3 }), a:shift({ 1, 0, 0 }, { 0, 0, 2 }))
        assert.equal(rigid.SpatialAcc({ 0, 3, 0 }, { 0, 0, 3 }), a:shift({ 1, 0, 0 }, { 0, 0, 0 }))
        refuses(function() return a:shift { 1, 0, 0 } end, "#2 to 'shift'", "angular velocity")
    end)

    it("exp of a pure translation moves, of a pure turn turns", function()
        local X = rigid.Twist({ 1, 2, 3 }, { 0, 0, 0 }):exp()
        assert.equal("Transform", rigid.type(X))
        near(X:position(), { 1, 2, 3 })
        near(X:rotation(), { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } })
        near(rigid.SpatialMotion({ 0, 0, 0 }, { 0, 0, math.pi / 2 }):exp() * { 1, 0, 0 }, { 0, 1, 0 })
        -- A quarter turn about an axis through (0, 1, 0): the origin goes to (1, 1, 0).
        near(rigid.Twist({ math.pi / 2, 0, 0 }, { 0, 0, math.pi / 2 }):exp() * { 0, 0, 0 }, { 1, 1, 0 })
    end)
end)
