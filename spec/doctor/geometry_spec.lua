-- The inertia of a link against the link's own geometry: what is found is found with the right code and figures that can be
-- redone by hand; a body that fills its geometry, wherever that is and whatever it is made of, is never found at fault.

local rigid = require "rigid"
local draw = require "spec.support.draw"
local geometry = require "rigid.doctor.geometry"
local solids = require "spec.support.solids"

local SpatialInertia, Transform, Rotation = rigid.SpatialInertia, rigid.Transform, rigid.Rotation

local function codes(list)
    local found = {}
    for i, f in ipairs(list) do found[i] = f.code end
    table.sort(found)
    return table.concat(found, " ")
end

local function one(list, code)
    for _, f in ipairs(list) do
        if f.code == code then return f end
    end
    error(("no finding %s among: %s"):format(code, codes(list)), 2)
end

local function place(d, most) return { d:between(-most, most), d:between(-most, most), d:between(-most, most) } end
local function turn(d) return Rotation.matrix(d:rotation()) end

local BOX = { { shape = { type = "box", size = { 0.2, 0.3, 0.4 } } } }
local function box_of(density) return SpatialInertia.solid_box { density = density, size = { 0.2, 0.3, 0.4 } } end

describe("a body that fills its geometry", function()
    local function check(seed)
        local d = draw.stream(seed)
        local sizes = { d:between(0.02, 0.5), d:between(0.02, 0.5), d:between(0.02, 0.5) }
        local X = Transform(turn(d), place(d, 0.5))
        local density = 10 ^ d:between(1.5, 4.2)
        local shapes = {
            { { type = "box", size = sizes }, SpatialInertia.solid_box { density = density, size = sizes } },
            { { type = "sphere", radius = sizes[1] }, SpatialInertia.solid_sphere { density = density, radius = sizes[1] } },
            { { type = "cylinder", radius = sizes[1], length = sizes[2] },
              SpatialInertia.solid_cylinder { density = density, radius = sizes[1], length = sizes[2] } },
            { { type = "capsule", radius = sizes[1], length = sizes[2] },
              SpatialInertia.solid_capsule { density = density, radius = sizes[1], length = sizes[2] } },
        }
        local all, sum = {}, nil
        for _, pair in ipairs(shapes) do
            local entry, M = { shape = pair[1], placement = X }, X * pair[2]
            assert.equal("", codes(geometry.findings(M, { entry })), ("seed %d, %s"):format(seed, pair[1].type))
            local away = Transform { position = place(d, 3) }
            all[#all + 1] = { shape = pair[1], placement = away * X }
            sum = sum and sum + away * M or away * M
        end
        assert.equal("", codes(geometry.findings(sum, all)), ("seed %d, all four"):format(seed))
    end

    it("is not found at fault, alone or with others", function()
        for seed = 1, 200 do check(seed) end
    end)

    it("nor is one of which half the geometry is empty", function()
        for seed = 1, 100 do
            local d = draw.stream(seed)
            local X = Transform(turn(d), place(d, 0.2))
            local half = SpatialInertia.solid_box { density = 2700, size = { 0.1, 0.3, 0.4 } }
            assert.equal("", codes(geometry.findings(X * (Transform { position = { 0.05, 0, 0 } } * half), { { shape = BOX[1].shape, placement = X } })))
        end
    end)
end)

describe("a shape", function()
    local region = require "rigid.doctor.region"

    it("reaches as far as it does, in every direction", function()
        draw.each(100, 6301, function(d)
            local a, b, c = d:between(0.1, 1), d:between(0.1, 1), d:between(0.1, 1)
            local e = d:direction()
            local across = math.sqrt(e[1] ^ 2 + e[2] ^ 2)
            local support = {
                { { type = "box", size = { a, b, c } }, (a * math.abs(e[1]) + b * math.abs(e[2]) + c * math.abs(e[3])) / 2 },
                { { type = "sphere", radius = a }, a }, { { type = "cylinder", radius = a, length = b }, a * across + b / 2 * math.abs(e[3]) },
                { { type = "capsule", radius = a, length = b }, a + b / 2 * math.abs(e[3]) },
            }
            local X = Transform(turn(d), place(d, 0.5))
            for _, case in ipairs(support) do
                local _, far = region.farthest(region.of { { shape = case[1] } }, rigid.Vec3(e))
                assert.is_true(math.abs(far - case[2]) < 1e-14, case[1].type)
                local turned = X:rotation() * rigid.Vec3(e)
                _, far = region.farthest(region.of { { shape = case[1], placement = X } }, turned)
                assert.is_true(math.abs(far - case[2] - turned:dot(X:position())) < 1e-14, case[1].type)
            end
        end)
    end)
end)

describe("a body that cannot be inside of its geometry", function()
    it("has its com outside, by so much", function()
        local f = one(geometry.findings(Transform { position = { 0.5, 0, 0 } } * box_of(1000), BOX), "com_outside")
        assert.is_true(math.abs(f.value - 0.4) <= 0.01 * 0.4)
        assert.equal("warning", f.severity)
        assert.equal("m", f.unit)
        assert.is_true(f.margin < 0)
    end)

    it("is spread wider than what lies between two planes can be", function()
        local wide = SpatialInertia { mass = 24, inertia = { 20, 20, 1 } } -- σ_z = 19.5 kg m²
        local f = one(geometry.findings(wide, BOX), "gyration")
        assert.is_true(math.abs(f.value - math.sqrt(19.5 / 24)) < 1e-12)
        assert.is_true(math.abs(f.limit - (0.2 + 0.25 * math.sqrt(0.29))) < 1e-12)
        assert.is_true(math.abs(f.margin - (f.limit - f.value)) < 1e-15)
        assert.truthy(codes(geometry.findings(wide, BOX)):find "ellipsoid")
        assert.truthy(codes(geometry.findings(wide, BOX)):find "minimum_length")
    end)

    it("breaks tr(J Q) >= 0 where no single direction tells", function()
        local r = 0.1
        local ball = { { shape = { type = "sphere", radius = r } } }
        local slack = 0.25 * 2 * math.sqrt(3) * r
        local s = 0.9 * (r + slack) / math.sqrt(1) -- rms along each axis, within the bound of each
        local M = SpatialInertia { mass = 2, inertia = { 4 * s * s, 4 * s * s, 4 * s * s } }
        local list = geometry.findings(M, ball)
        assert.falsy(codes(list):find "gyration")
        local f = one(list, "ellipsoid")
        assert.is_true(math.abs(f.value - 2 * (1 - 3 * 0.81)) < 1e-12)
    end)
end)

describe("the density of the geometry", function()
    it("is between foam and osmium", function()
        assert.equal("", codes(geometry.findings(box_of(20.1), BOX)))
        assert.equal("", codes(geometry.findings(box_of(24900), BOX)))
        local light, heavy = one(geometry.findings(box_of(19), BOX), "density"), one(geometry.findings(box_of(26000), BOX), "density")
        assert.is_true(math.abs(light.value - 19) < 1e-12 and light.limit == 20)
        assert.is_true(math.abs(heavy.value - 26000) < 1e-8 and heavy.limit == 25000)
    end)

    it("is only bounded where pieces overlap", function()
        local twice = { BOX[1], BOX[1] }
        assert.equal("", codes(geometry.findings(box_of(30), twice)))
        local f = one(geometry.findings(box_of(60000), twice), "density")
        assert.truthy(f.sentence:find("at most 0.048 m³", 1, true))
        assert.truthy(f.sentence:find(" kg/m³ or more; between", 1, true), f.sentence)
        assert.is_true(math.abs(f.margin - (f.limit - f.value)) < 1e-9)
        local apart = { BOX[1], { shape = BOX[1].shape, placement = Transform { position = { 1, 0, 0 } } } }
        assert.is_nil(one(geometry.findings(box_of(60000), apart), "density").sentence:find("at most", 1, true))
        local light = one(geometry.findings(box_of(15), twice), "density")
        assert.truthy(light.sentence:find("at least 0.024 m³", 1, true))
        assert.truthy(light.sentence:find(" kg/m³ or less; between", 1, true), light.sentence)
        assert.is_true(math.abs(light.margin - (light.value - light.limit)) < 1e-12)
    end)
end)

describe("the same mass spread over the geometry", function()
    it("shows a tensor in another unit", function()
        local M = box_of(1000)
        local f = one(geometry.findings(SpatialInertia { mass = M:mass(), inertia = M:central_inertia() * 1e3 }, BOX), "inertia_ratio")
        assert.is_true(math.abs(f.value - 1e3) < 1e-9)
        assert.is_true(math.abs(f.margin - (f.limit - f.value)) < 1e-9)
        local small = one(geometry.findings(SpatialInertia { mass = M:mass(), inertia = M:central_inertia() * 1e-3 }, BOX), "inertia_ratio")
        assert.is_true(math.abs(small.margin - (small.value - small.limit)) < 1e-12 and small.margin < 0)
        assert.truthy(f.sentence:find("is it in g m²?", 1, true))
    end)

    it("shows axes that were exchanged", function()
        local plate = { { shape = { type = "box", size = { 0.4, 0.3, 0.01 } } } }
        local M = SpatialInertia.solid_box { mass = 3, size = { 0.01, 0.3, 0.4 } }
        local f = one(geometry.findings(M, plate), "axes_permuted")
        assert.truthy(f.sentence:find("(Izz, Iyy, Ixx)", 1, true))
    end)

    it("shows products of the opposite sign, and those of the mirror image", function()
        local R = Rotation.rpy(0.5, -0.4, 0.7)
        local leaning = { { shape = { type = "box", size = { 0.4, 0.2, 0.25 } }, placement = Transform { rotation = R } } }
        local right = Transform { rotation = R } * SpatialInertia.solid_box { mass = 3, size = { 0.4, 0.2, 0.25 } }
        assert.equal("", codes(geometry.findings(right, leaning)))
        local m, p = right:central_inertia():moments(), right:central_inertia():products()
        local function with(x, y, z)
            return SpatialInertia { mass = 3, inertia = { m.x, m.y, m.z, x * p.x, y * p.y, z * p.z }, skip_validity_check = true }
        end
        assert.truthy(one(geometry.findings(with(1, -1, -1), leaning), "products_flipped").sentence:find("image in the x-y plane", 1, true))
        local opposite = with(-1, -1, -1)
        assert.is_true(opposite:is_physically_valid())
        assert.truthy(one(geometry.findings(opposite, leaning), "products_flipped").sentence:find("opposite signs", 1, true))
    end)
end)

describe("a mesh as geometry", function()
    local function findings(mesh, M, options, scale)
        return solids.with_file(mesh, "binary_stl", function(path)
            return geometry.findings(M, { { shape = { type = "mesh", filename = path, scale = scale } } }, options)
        end)
    end
    local box = solids.box(0.2, 0.3, 0.4)

    it("bounds a body as the shape does, but more closely, for it is mostly the part itself", function()
        assert.equal("", codes(findings(box, box_of(1000))))
        local M = Transform { position = { 0.15, 0, 0 } } * box_of(1000)
        assert.equal("", codes(geometry.findings(M, BOX))) -- 5 cm out of a stand-in
        local f = one(findings(box, M), "com_outside")
        assert.is_true(math.abs(f.value - 0.05) <= 0.01 * 0.05)
        assert.is_true(math.abs(f.limit - 0.05 * math.sqrt(0.29)) < 1e-6)
    end)

    it("is placed, scaled and mirrored as the file says", function()
        local moved = solids.moved(solids.scaled(box, 1000), { 500, 0, 0 })
        local M = Transform { position = { -0.5, 0, 0 } } * box_of(1000)
        assert.equal("", codes(findings(moved, M, nil, { -0.001, 0.001, 0.001 })))
        assert.truthy(codes(findings(moved, M, nil, { 0.001, 0.001, 0.001 })):find "com_outside")
    end)

    it("has the volume that it bounds, and is only bounded where it is open", function()
        local f = one(findings(box, box_of(19)), "density")
        assert.is_true(math.abs(f.value - 19) < 1e-5)
        assert.equal("", codes(findings(solids.without(box, 3), box_of(19))))
        assert.truthy(one(findings(solids.without(box, 3), box_of(30000)), "density").sentence:find("at most", 1, true))
        assert.truthy(one(findings(solids.without(box, 3), SpatialInertia { mass = 24, inertia = box_of(1000):central_inertia() * 0.01 }), "inertia_ratio")
            .sentence:find("an open mesh by its convex hull", 1, true))
    end)

    it("is read once where meshes are kept", function()
        solids.with_file(box, "obj", function(path)
            local meshes, entry = {}, { shape = { type = "mesh", filename = path } }
            assert.equal("", codes(geometry.findings(box_of(1000), { entry }, { meshes = meshes })))
            assert(os.rename(path, path .. ".away"))
            assert.equal("", codes(geometry.findings(box_of(1000), { entry }, { meshes = meshes })))
            assert.equal("geometry_missing", codes(geometry.findings(box_of(1000), { entry })))
            os.remove(path .. ".away")
        end)
    end)

    it("is a note where it cannot be read", function()
        solids.with_text("nonsense", "stl", function(path)
            local list = geometry.findings(box_of(1000), { { shape = { type = "mesh", filename = path } } })
            assert.equal("geometry_missing", codes(list))
            assert.truthy(list[1].sentence:find(path, 1, true))
        end)
    end)
end)

describe("geometry that is not there", function()
    it("is a quiet note that names the file and what was tried", function()
        local list = geometry.findings(box_of(1000), { { shape = { type = "mesh", filename = "package://nix/a.stl" } } }, { directory = "/nowhere" })
        assert.equal("geometry_missing", codes(list))
        assert.equal("note", list[1].severity)
        assert.truthy(list[1].sentence:find("package://nix/a.stl", 1, true))
    end)

    it("makes no bound, for it could hold anything", function()
        local far = Transform { position = { 5, 0, 0 } } * box_of(1000)
        local rest = { BOX[1], { shape = { type = "mesh", filename = "a.stl" } } }
        assert.equal("geometry_missing", codes(geometry.findings(far, rest)))
        -- nor a density: what is missing may weigh the rest
        for _, density in ipairs { 5, 60000 } do assert.equal("geometry_missing", codes(geometry.findings(box_of(density), rest))) end
    end)

    it("is nothing to say for a link without any", function()
        assert.equal("", codes(geometry.findings(box_of(1), {})))
        assert.equal("", codes(geometry.of_link(box_of(1), {})))
    end)
end)

describe("visuals and collisions", function()
    it("count the one that the inertia fits better", function()
        local small = { { shape = { type = "box", size = { 0.01, 0.01, 0.01 } } } }
        local M = box_of(1000)
        assert.equal("", codes(geometry.of_link(M, { visuals = small, collisions = BOX })))
        assert.equal("", codes(geometry.of_link(M, { visuals = BOX, collisions = small })))
        assert.truthy(codes(geometry.of_link(M, { collisions = small })):find "gyration")
        assert.equal("", codes(geometry.of_link(M, { visuals = { { shape = { type = "mesh", filename = "no.stl" } } }, collisions = BOX })))
    end)
end)
