-- Explanations: the tree of how an inertia was made, parts that sum to the whole, names; kept only while provenance is on,
-- no longer than the values, and small whatever a loop does.

local rigid = require "rigid"
local draw = require "spec.support.draw"
local provenance = require "rigid.frames.provenance"
local Rotation, SpatialInertia, Transform, Vec3 = rigid.Rotation, rigid.SpatialInertia, rigid.Transform, rigid.Vec3

-- Σ sign × part, as ten numbers, and the largest of the numbers that were added.
local function sum_of(e)
    local sum, scale = rigid.Vector(10), 0
    for _, part in ipairs(e.parts) do
        local own = part.inertia:parameters()
        sum = sum + part.sign * own
        for i = 1, 10 do scale = math.max(scale, math.abs(own[i])) end
    end
    return sum, scale
end

local function sums_to_the_whole(M)
    local e = M:explain()
    local sum, scale = sum_of(e)
    assert.truthy(e.inertia == SpatialInertia.from_parameters(M:parameters()))
    assert.truthy(sum:is_near(M:parameters(), 1e-12 * scale), tostring(e))
    for _, part in ipairs(e.parts) do
        local I = part.inertia:rotational_inertia()
        assert.truthy((part.central + part.parallel_axis):is_near(I, 1e-12 * scale))
        local m, c = part.inertia:mass(), part.inertia:com()
        local term = m * c:dot(c)
        assert.near(term - m * c.x * c.x, part.parallel_axis:table().xx, 1e-11 * scale)
        assert.near(-m * c.y * c.z, part.parallel_axis:table().yz, 1e-11 * scale)
    end
    return e
end

describe("provenance", function()
    before_each(function() rigid.provenance(true) end)
    after_each(function() rigid.provenance(false) end)

    it("is off at first, and says how it was", function()
        assert.is_true(rigid.provenance(false))
        assert.is_false(rigid.provenance())
        assert.is_false(rigid.provenance(true))
        local ok, message = pcall(rigid.provenance, "on")
        assert.is_false(ok)
        assert.truthy(message:find("bad argument #1 to 'provenance' (true or false expected, got string)", 1, true), message)
    end)

    it("keeps nothing while it is off, and says so", function()
        local M = SpatialInertia.solid_box { mass = 2, size = { 1, 2, 3 } } + SpatialInertia.unitary()
        assert.equal(2, #M:explain().parts)
        rigid.provenance(false)
        assert.equal(0, provenance.count())
        local N = M + M:named "lost":shift { 1, 0, 0 }
        local e = N:explain()
        assert.equal(0, provenance.count())
        assert.is_false(e.recorded)
        assert.equal(1, #e.parts)
        assert.truthy(tostring(e):find("nothing was recorded: rigid.provenance(true)", 1, true))
        rigid.provenance(true)
        assert.equal(1, #N:explain().parts)
    end)

    it("tells of a wheel on an arm with a hole what was done, in order", function()
        local arm = SpatialInertia.solid_box { mass = 2, size = { 0.1, 0.1, 1 } }:named "arm"
        local wheel = SpatialInertia.solid_cylinder { mass = 1, radius = 0.2, length = 0.05 }:named "wheel"
        local hole = SpatialInertia.solid_cylinder { mass = 0.1, radius = 0.02, length = 0.1 }:named "hole"
        local X = Transform(Rotation.rpy(math.pi / 2, 0, 0), { 0, 0, 0.5 })
        local M = (arm - hole + X * wheel):shift { 0, 0, -0.5 }
        local e = sums_to_the_whole(M)
        assert.same({ "arm", "hole", "wheel" }, { e.parts[1].name, e.parts[2].name, e.parts[3].name })
        assert.same({ 1, -1, 1 }, { e.parts[1].sign, e.parts[2].sign, e.parts[3].sign })
        assert.equal("shift", e.tree.op)
        assert.equal("solid_box", e.parts[1].how)
        local text = tostring(e)
        for _, line in ipairs {
            "^shifted by %(0, 0, %-0%.5%) m\n  └ sum\n    ├ arm: 2 kg, solid_box\n    ├ minus hole: 0%.1 kg, solid_cylinder\n",
            "    └ placed at %(0, 0, 0%.5%) m, turned 90° about %(1, 0, 0%)\n      └ wheel: 1 kg, solid_cylinder\n",
            "\n  wheel ", "\n  minus hole ", "\n    parallel axis ", "\n    share ", "\n  whole ",
        } do
            assert.truthy(text:find(line), text)
        end
        -- the share of the wheel in xx, by hand: m (r²/4 + l²/12) turned a quarter is m r²/2 about y; about x as it was
        local Ixx = 1 * (0.2 ^ 2 / 4 + 0.05 ^ 2 / 12) + 1 * 1 ^ 2
        assert.near(Ixx / M:rotational_inertia():table().xx, e.parts[3].share.xx, 1e-12)
        assert.near(1 / 2.9, e.parts[3].share.mass, 1e-12)
        assert.is_nil(e.parts[1].share.xy)
    end)

    it("sums to the whole over random makings", function()
        draw.each(50, 5201, function(d)
            local pool = {}
            for i = 1, 3 do pool[i] = SpatialInertia.from_parameters(d:list(10)):named("part " .. i) end
            local steps = {
                function(M) return M + pool[d:integer(1, #pool)] end,
                function(M) return M:shift(d:vec3()) end,
                function(M) return M:re_express(Rotation.matrix(d:rotation())) end,
                function(M) return Transform(Rotation.matrix(d:rotation()), d:vec3()) * M end,
                function(M) return M:scale { mass = d:between(0.5, 2), length = d:between(0.5, 2) } end,
                function(M) return M:mirror(d:direction()) end,
                function(M) return M:copy():add_in_place(pool[d:integer(1, #pool)]) end,
                function(M) return M:copy():shift_in_place(d:vec3()) end,
                function(M) return M:copy():re_express_in_place(Rotation.matrix(d:rotation())) end,
                function(M) return SpatialInertia.combine(pool[d:integer(1, #pool)], M) end,
            }
            for _ = 1, d:integer(3, 12) do
                pool[#pool + 1] = steps[d:integer(1, #steps)](pool[d:integer(1, #pool)])
            end
            for _, M in ipairs(pool) do sums_to_the_whole(M) end
        end)
    end)

    it("takes a body changed unseen as one given anew", function()
        local M = SpatialInertia.unitary() + SpatialInertia.unitary()
        assert.equal(2, #M:explain().parts)
        M:set_parameters { 3, 0, 0, 0, 1, 0, 0, 1, 0, 1 }
        assert.equal(1, #M:explain().parts)
        sums_to_the_whole(M + M)
    end)

    it("keeps nothing of what was refused", function()
        local A, B = SpatialInertia.unitary():named "small", SpatialInertia.solid_cube { mass = 20, length = 1 }:named "large"
        assert.is_false(pcall(function() return A - B end))
        assert.is_false(pcall(A.shift_in_place, A, "north"))
        assert.equal("small", A:explain().parts[1].name)
        assert.equal(1, #A:explain().parts)
    end)

    it("knows an old name where a new one is given later", function()
        local M = SpatialInertia.unitary():named "first"
        local N = M:shift { 1, 0, 0 }
        M:named "second"
        assert.equal("first", N:explain().parts[1].name)
        assert.equal("second", M:explain().parts[1].name)
        assert.equal("whole", N:named("whole"):explain().tree.name)
    end)

    it("names the links of a model", function()
        local m = rigid.load "spec/models/arm7.urdf"
        local q = m:random_state(3)
        local e = sums_to_the_whole(m:subtree_inertia("link5", q))
        local names = {}
        for i, part in ipairs(e.parts) do names[i] = part.name end
        assert.same({ "link5", "link6", "link7", "tool" }, names)
        assert.equal("link6", m:body("link6").inertia:explain().parts[1].name)
    end)

    it("goes with the values, and stays small in a long loop", function()
        collectgarbage()
        collectgarbage()
        local before, used = provenance.count(), collectgarbage "count"
        local function loop()
            local M = SpatialInertia.zero()
            for i = 1, 20000 do M:add_in_place(SpatialInertia.point_mass { mass = 1, position = { i % 7, 1, 2 } }) end
            collectgarbage()
            collectgarbage()
            assert.truthy(provenance.count() - before < 100, "values that are gone are remembered")
            assert.truthy(collectgarbage "count" - used < 2000, "a loop has left more than 2 MB")
            local e, count = M:explain(), 0
            assert.truthy(#e.parts <= 1001)
            for _, part in ipairs(e.parts) do count = count + part.count end
            assert.equal(20001, count)
            assert.truthy(sum_of(e):is_near(M:parameters(), 1e-9 * 20000 * 50))
            assert.truthy(#tostring(e) < 20000)
        end
        loop()
        rigid.provenance(false)
        collectgarbage()
        collectgarbage()
        assert.equal(0, provenance.count())
        assert.truthy(collectgarbage "count" - used < 200, "something is kept")
    end)

    it("doubles a body a hundred times without growing", function()
        local M = SpatialInertia.unitary()
        for _ = 1, 100 do M = M + M end
        assert.truthy(#M:explain().parts <= 1001)
        sums_to_the_whole(M)
    end)

    it("goes with frames that check themselves", function()
        rigid.frames(true)
        local A = SpatialInertia.solid_box { mass = 2, size = { 1, 2, 3 } }:tag "M_ABo_B"
        local X = Transform(Rotation.rpy(1, 2, 3), { 1, 2, 3 }):tag "X_WB"
        local p = Vec3(1, 2, 3):tag "p_WoP_W"
        local e = (X * (A + A:copy():tag "M_CBo_B")):shift(p):explain()
        rigid.frames(false)
        assert.equal("M[A+C, P]_W", e.monogram)
        assert.same({ "A", "C" }, { e.parts[1].name, e.parts[2].name })
    end)

    it("changes no number", function()
        local function build()
            local M = SpatialInertia.solid_box { mass = 2, size = { 1, 2, 3 } }
            M = M:shift { 0.1, 0.2, 0.3 } + Transform(Rotation.rpy(1, 2, 3), { 1, 2, 3 }) * M
            return M:add_in_place(M:scale { length = 0.5 }):re_express_in_place(Rotation.rpy(0.3, 0.2, 0.1))
        end
        local on = build()
        rigid.provenance(false)
        assert.truthy(build() == on)
    end)
end)
