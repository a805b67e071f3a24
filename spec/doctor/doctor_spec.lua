-- The doctor: what M:diagnose() finds and what it leaves alone, what M:repairs() offers, and the algebra of bodies with a
-- verdict: A - B, mirror images, scaling, random bodies, log-Cholesky coordinates and distances.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local patients = require "spec.support.patients"

local S = rigid.SpatialInertia
local near = compare.near
local missing_point, slightly_bad, impossible = patients.missing_point, patients.slightly_bad, patients.impossible
local codes, only = patients.codes, patients.only

describe("diagnose", function()
    it("finds nothing in shapes, not even in flat and thin ones", function()
        for _, M in ipairs {
            S.solid_box { mass = 2, size = { 0.1, 0.2, 0.3 } }, S.solid_sphere { mass = 1, radius = 0.05 },
            S.hollow_sphere { mass = 3, radius = 1 }, S.thin_rod { mass = 1, length = 1 }, S.thin_rod_about_end { mass = 1, length = 1 },
            S.point_mass { mass = 0.1, position = { 600, -300, 700 } }, S.solid_box { mass = 1, size = { 1, 1, 1e-9 } }, S.zero(),
        } do
            local list = M:diagnose()
            assert.equal(0, #list, tostring(list))
            assert.equal("nothing found: a body can have this inertia", tostring(list))
        end
    end)

    it("says by how much the triangle inequality fails, and along which axis the spread is negative", function()
        local list = slightly_bad():diagnose()
        assert.equal("triangle_inequality negative_spread", codes(list))
        local triangle, spread = list[1], list[2]
        near(triangle.value - triangle.limit, 5.75139717e-06, { tol = 1e-8 })
        assert.equal(triangle.margin, triangle.limit - triangle.value)
        near(spread.value, -2.87569859e-06, { tol = 1e-8 })
        assert.equal(spread.value, spread.margin)
        assert.equal(0, spread.limit)
        assert.equal("kg m²", spread.unit)
        -- the axis is one along which the central tensor has that spread: e·Σe, Σ = ½ tr(I) 1 - I
        local I = slightly_bad():central_inertia()
        near(I:matrix():trace() / 2 - spread.axis:dot(I * spread.axis), spread.value)
        assert.truthy(spread.sentence:find("would be negative: -2.8757e-06 kg", 1, true))
        assert.equal("error", spread.severity)
    end)

    it("finds each of several negative directions", function()
        local list = impossible(1, nil, { -1, -2, -4 }):diagnose()
        assert.equal("negative_moment negative_moment negative_moment negative_spread negative_spread", codes(list))
        near(list[3].value, -4)
        near(list[4].value, -2.5)
        near(list[5].value, -1.5)
    end)

    it("tells products that are too large for positive moments", function()
        local finding = only(impossible(1, nil, { 1, 1, 1, 2, 0, 0 }):diagnose(), "negative_moment")
        assert.equal("least principal moment", finding.quantity)
        near(finding.value, -1)
    end)

    it("names what is not finite, negative or missing", function()
        assert.equal("Ixy", only(S.from_parameters { 1, 0, 0, 0, 1, 0 / 0, 0, 1, 0, 1 }:diagnose(), "not_finite").quantity)
        assert.equal(-3, only(impossible(-3, nil, { 1, 1, 1 }):diagnose(), "negative_mass").value)
        assert.equal("massless", codes(S.from_parameters { 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 }:diagnose()))
        assert.equal("not_finite", codes(S.from_parameters { 1e-308, 1e300, 0, 0, 1, 0, 0, 1, 0, 1 }:diagnose()))
    end)

    it("suspects placeholders and units", function()
        assert.equal("identity", codes(S.unitary():diagnose()))
        assert.equal("placeholder", codes(S { mass = 2, inertia = { 1e-9, 1e-9, 1e-9 } }:diagnose()))
        local airy = S { mass = 0.4, inertia = { 350, 420, 280 } }:diagnose()
        assert.truthy(only(airy, "units").sentence:find "in kg mm²")
        local heavy = only(S { mass = 400, inertia = { 1.1e-6, 1e-6, 1.2e-6 } }:diagnose(), "units")
        assert.equal(25000, heavy.limit)
        assert.equal(heavy.margin, heavy.limit - heavy.value)
    end)

    it("suspects a tensor given about the origin", function()
        local rod = S.solid_cylinder_about_end { mass = 1, radius = 0.02, length = 0.5 }
        assert.equal("", codes(rod:diagnose()))
        local mistaken = S { mass = 1, com = rod:com(), inertia = rod:rotational_inertia() }
        assert.equal("about_origin", codes(mistaken:diagnose()))
    end)

    describe("with the geometry", function()
        local M = S.solid_box { mass = 6, size = { 0.1, 0.2, 0.3 } }

        it("finds nothing where body and geometry are one, wherever they stand", function()
            local X = rigid.Transform(rigid.Rotation.rpy(0.4, -1.2, 2), { 0.3, -0.2, 0.5 })
            local function check(body, geometry)
                geometry.placement = X
                local list = (X * body):diagnose { geometry = geometry }
                assert.equal(0, #list, tostring(list))
            end
            check(M, { box = { 0.1, 0.2, 0.3 } })
            check(S.solid_ellipsoid { mass = 6, semi_axes = { 0.1, 0.2, 0.3 } }, { ellipsoid = { 0.1, 0.2, 0.3 } })
            check(M, { vertices = { { -0.05, -0.1, -0.15 }, { 0.05, 0.1, 0.15 }, { 0.05, -0.1, -0.15 }, { -0.05, 0.1, 0.15 } } })
            -- all of it in the corners is the border of what a box can hold
            local corners = S.zero()
            for i = 0, 7 do
                corners:add_in_place(S.point_mass {
                    mass = 1, position = { 0.05 - 0.1 * (i & 1), 0.1 - 0.1 * (i & 2), 0.15 - 0.075 * (i & 4) },
                })
            end
            check(corners, { box = { 0.1, 0.2, 0.3 } })
        end)

        it("finds mass that cannot be inside", function()
            local list = M:diagnose { geometry = { box = { 0.1, 0.1, 0.3 } } }
            local finding = only(list, "gyration")
            near(finding.value, 0.1 / math.sqrt(3))
            near(finding.limit, 0.05)
            local wide = M:diagnose { geometry = { ellipsoid = { 0.05, 0.1, 0.05 } } }
            near(only(wide, "ellipsoid").value, 6 * (1 - 1 / 3 - 1 / 3 - 3))
            near(only(wide, "minimum_length").limit, 0.2)
        end)

        it("finds a com outside, in the axes of the geometry", function()
            local placement = { rotation = rigid.Rotation.rpy(0, 0, math.pi / 2), position = { 0, 0.4, 0 } }
            local finding = only(M:diagnose { geometry = { box = { 0.6, 0.3, 0.4 }, placement = placement } }, "com_outside")
            assert.equal("com along x of the geometry", finding.quantity)
            near(finding.value, 0.4)
            near(finding.limit, 0.3)
            local ball = M:diagnose { geometry = { ellipsoid = { 0.2, 0.2, 0.2 }, placement = placement } }
            near(only(ball, "com_outside").value, 2)
        end)

        it("finds densities no robot has, within limits that may be given", function()
            local light = only(S.solid_box { density = 10, size = { 1, 1, 2 } }:diagnose { geometry = { box = { 1, 1, 2 } } }, "density")
            near({ light.value, light.limit, light.margin }, { 10, 20, -10 })
            assert.equal("", codes(M:diagnose { geometry = { box = { 0.1, 0.2, 0.3 } }, density = { 900, 1100 } }))
            near(only(M:diagnose { geometry = { box = { 0.1, 0.2, 0.3 } }, density = { 1100, 1200 } }, "density").margin, -100)
            near(only(M:diagnose { geometry = { box = { 0.1, 0.2, 0.3 } }, density = { 100, 900 } }, "density").margin, -100)
        end)

        it("compares with what fills it: units, and the point of the tensor", function()
            local g = { box = { 0.1, 0.2, 0.3 } }
            local thousand = S { mass = 6, inertia = M:central_inertia() * 1e-3 }:diagnose { geometry = g }
            near(only(thousand, "units").value, 1e-3)
            local placed = M:shift { 0, 0, -0.2 }
            local mistaken = S { mass = 6, com = { 0, 0, 0.2 }, inertia = placed:rotational_inertia() }
            g.placement = { position = { 0, 0, 0.2 } }
            assert.equal("", codes(placed:diagnose { geometry = g }))
            assert.truthy(codes(mistaken:diagnose { geometry = g }):find "about_origin")
        end)

        it("refuses geometries that are none, or several", function()
            for _, wrong in ipairs {
                {}, { box = { 1, 1, 1 }, ellipsoid = { 1, 1, 1 } }, { box = { 1, 0, 1 } }, { vertices = { { 0, 0, 0 } } },
                { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } } }, { box = { 1e200, 1e200, 1e200 } },
            } do
                compare.refuses(function() M:diagnose { geometry = wrong } end, "bad argument #1 to 'diagnose' (field 'geometry")
            end
            compare.refuses(function() M:diagnose { density = { 2, 1 } } end, "field 'density'", "got 2 and 1")
        end)
    end)
end)

describe("A - B", function()
    local whole = S.solid_box { density = 2700, size = { 0.1, 0.1, 0.1 } }

    it("is what is left", function()
        local bore = S.solid_cylinder { density = 2700, radius = 0.02, length = 0.1 }
        local rest = whole - bore
        near(rest:mass(), 2.7 - 2700 * math.pi * 0.02 ^ 2 * 0.1)
        near(rest:parameters(), rigid.Vector(whole:parameters()) - bore:parameters())
        assert.is_true((rest + bore):is_near(whole, 1e-15))
    end)

    it("is nothing when all is taken, whatever the rounding", function()
        assert.is_true((whole - whole):is_zero())
        local far = S.point_mass { mass = 0.1, position = { 0.3, -0.7, 1.1 } }
        assert.is_true(((whole + far) - far - whole):is_zero())
    end)

    it("says by how much the rest is no body", function()
        local double = S.solid_box { density = 2700, size = { 0.1, 0.1, 0.2 } }
        compare.refuses(function() return whole - double end, "cannot subtract this SpatialInertia", "mass is -2.7 kg")
        local long = S.solid_box { mass = 1, size = { 0.2, 0.01, 0.01 } }
        local spread = (2.7 * 0.1 ^ 2 - 0.2 ^ 2) / 12
        compare.refuses(function() return whole - long end, ("would be negative, %.9g kg m²"):format(spread))
    end)

    it("gives a rest that is flat to rounding as a body", function()
        local rod = S.thin_rod { mass = 1, length = 1, axis = { 0.6, 0, 0.8 } }:shift { 3, -2, 1 }
        local rest = (whole + rod) - whole
        assert.is_true(rest:is_physically_valid())
        assert.is_true(rest:is_near(rod, 1e-13))
    end)
end)

describe("random", function()
    it("draws links of machines, the same for the same seed", function()
        local M = S.random { seed = 4 }
        assert.is_true(M == S.random { seed = 4 })
        assert.is_false(M == S.random { seed = 5 })
        assert.is_true(S.random() == S.random { seed = 1 })
        for seed = 1, 200 do
            local N = S.random { seed = seed }
            assert.is_true(N:is_physically_consistent())
            assert.equal(0, #N:diagnose(), tostring(N:diagnose()))
        end
    end)

    it("stays near the body it is drawn around, and is it where there is no spread", function()
        local M = S.solid_box { mass = 2, size = { 0.1, 0.2, 0.3 } }:shift { 1, 2, 3 }
        assert.is_true(S.random { around = M, spread = 0, seed = 3 } == M)
        local small, large = 0, 0
        for seed = 1, 100 do
            small = small + M:distance(S.random { around = M, spread = 0.01, seed = seed }, "affine")
            large = large + M:distance(S.random { around = M, spread = 0.1, seed = seed }, "affine")
        end
        near(large / small, 10, { tol = 0.05 })
        local sum = 0
        for seed = 1, 1000 do sum = sum + math.log(S.random { around = M, spread = 0.05, seed = seed }:mass() / 2) ^ 2 end
        near(math.sqrt(sum / 1000), 2 * 0.05, { tol = 0.07 })
        -- ten coordinates of that spread each, the mass twice in the root of its eigenvalue
        assert.truthy(small / 100 > 0.03 and small / 100 < 0.08, small / 100)
    end)

    it("keeps rods rods, and points points", function()
        for seed = 1, 50 do
            local rod = S.random { around = S.thin_rod_about_end { mass = 1, length = 1 }, spread = 0.5, seed = seed }
            local half = rod:equivalent_box()
            assert.is_true(rod:is_physically_consistent())
            near({ half.y, half.z }, { 0, 0 })
            local point = S.random { around = S.point_mass { mass = 1, position = { 9, 9, 9 } }, spread = 0.5, seed = seed }
            near(point:com(), { 9, 9, 9 })
        end
    end)

    it("refuses to draw around what is no body", function()
        compare.refuses(function() S.random { around = S.zero() } end, "bad argument #1 to 'random' (field 'around'", "has mass")
        compare.refuses(function() S.random { around = missing_point() } end, "field 'around'")
        compare.refuses(function() S.random { spread = 0.1 } end, "field 'spread'", "nothing to spread around")
    end)
end)
