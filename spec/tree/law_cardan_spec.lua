-- A cardan joint is one body whose S goes with q; a universal one, the same joint, is two turns with a massless body between.
-- Of the same tree of either every algorithm makes the same numbers, and what cannot be computed is refused alike.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local near, both = compare.near, compare.same_answers

-- The same tree with joints of type `kind` in place of all cardan joints.
local function with(kind, m)
    local said = m:table()
    for _, body in ipairs(said.bodies) do
        if body.joint.type == "cardan" then body.joint.type = kind end
    end
    return rigid.Model(said)
end

local types = { "cardan", "cardan", "cardan", "revolute", "prismatic", "screw", "spherical", "planar" }

-- law(cardan, universal, q, v, a, d) over trees of which at least one joint is a cardan one: the first, or the one after.
local function over_trees(first_seed, options, law)
    draw.each(12, first_seed, function(d, seed)
        local said = { types = types, armature = seed % 2 == 0, payloads = 0.2, welded = 0.1, roots = 1 + seed % 2, second = "cardan" }
        said.first, said.mimics = seed % 3 == 0 and "floating" or "cardan", options.mimics
        said.roots = 2
        local m = trees.random(d, 7, said)
        law(m, with("universal", m), trees.state(d, m))
    end)
end

describe("a cardan joint", function()
    it("is one body where a universal one is two with a massless one between, and both say the same of themselves", function()
        local m = rigid.Model { bodies = { { name = "a", joint = "cardan" }, { name = "b", parent = "a", joint = "universal" } } }
        assert.same({ 4, 4, 2 }, { m:nq(), m:nv(), m:nbodies() })
        local joint, like = m:joint "a", m:joint "b"
        assert.same({ joint.axis, joint.axis2, joint.nq, joint.nv }, { like.axis, like.axis2, like.nq, like.nv })
    end)

    it("moves, and is moved, as a universal one", function()
        over_trees(7300, {}, function(cardan, universal, q, v, a)
            local names = cardan:body_names()
            local external = { [names[#names]] = rigid.Wrench { 1, 2, 3, -4, 5, 6 }, [names[3]] = rigid.Wrench { -2, 1, 0.5, 1, -1, 2 } }
            both("inverse_dynamics", cardan, universal, q, v, a, external)
            both("forward_dynamics", cardan, universal, q, v, a, external)
            both("bias_forces", cardan, universal, q, v)
            both("gravity_forces", cardan, universal, q)
            both("mass_matrix", cardan, universal, q)
            both("inverse_mass_matrix", cardan, universal, q)
            both("inverse_dynamics_derivatives", cardan, universal, q, v, a)
            both("forward_dynamics_derivatives", cardan, universal, q, v, a)
        end)
    end)

    it("has the Coriolis matrices and the regressors of one", function()
        over_trees(7320, {}, function(cardan, universal, q, v, a)
            local v_ref, a_ref = v * 0.7 + a * 0.2, a * 0.5 - v
            for _, factor in ipairs { "christoffel", "body", "reference" } do
                both("coriolis_matrix", cardan, universal, q, v, { factor = factor })
                both("slotine_li_regressor", cardan, universal, q, v, v_ref, a_ref, { factor = factor })
            end
            both("regressor", cardan, universal, q, v, a)
            both("momentum_regressor", cardan, universal, q, v)
            both("kinetic_energy_regressor", cardan, universal, q, v)
            both("potential_energy_regressor", cardan, universal, q)
        end)
    end)

    it("carries frames, the centre of mass and momentum as one", function()
        over_trees(7340, {}, function(cardan, universal, q, v, a)
            for _, name in ipairs(cardan:body_names()) do
                both("pose", cardan, universal, q, name)
                for _, view in ipairs { "local", "world", "aligned" } do
                    local options = { frame = view }
                    both("twist", cardan, universal, q, v, name, options)
                    both("acceleration", cardan, universal, q, v, a, name, options)
                    both("classical_acceleration", cardan, universal, q, v, a, name, options)
                    both("jacobian", cardan, universal, q, name, options)
                    both("jacobian_derivative", cardan, universal, q, v, name, options)
                end
            end
            both("com", cardan, universal, q)
            both("com_velocity", cardan, universal, q, v)
            both("com_jacobian", cardan, universal, q)
            both("centroidal_matrix", cardan, universal, q)
            both("centroidal_momentum", cardan, universal, q, v)
            both("kinetic_energy", cardan, universal, q, v)
            both("potential_energy", cardan, universal, q)
        end)
    end)

    it("does so beside joints that follow others", function()
        over_trees(7360, { mimics = 0.6 }, function(cardan, universal, q, v, a)
            both("forward_dynamics", cardan, universal, q, v, a)
            both("forward_dynamics_derivatives", cardan, universal, q, v, a)
            both("coriolis_matrix", cardan, universal, q, v)
            both("jacobian_derivative", cardan, universal, q, v, cardan:body_names()[#cardan:body_names()])
        end)
    end)

    it("steps, differs and is simulated as one", function()
        over_trees(7380, {}, function(cardan, universal, q, v)
            both("integrate", cardan, universal, q, v)
            both("difference", cardan, universal, q, cardan:integrate(q, v))
            both("neutral", cardan, universal)
        end)
        draw.each(2, 7390, function(d)
            local cardan = trees.random(d, 2, { types = { "cardan" } })
            local q, v = trees.state(d, cardan)
            local ends = {}
            for i, m in ipairs { cardan, with("universal", cardan) } do
                ends[i] = m:simulate { q = q, v = v, duration = 0.2, method = "rk4", dt = 0.01 }.q
            end
            near(ends[1][#ends[1]], ends[2][#ends[2]], { tol = 1e-11, scale = q })
        end)
    end)

    it("that moves nothing is refused by the same freedom", function()
        for _, kind in ipairs { "cardan", "universal" } do
            local m = rigid.Model()
            m:add_body { name = "rod", joint = { type = kind, axis = { 1, 0, 0 }, axis2 = { 0, 0, 1 } }, inertia = {
                mass = 1, com = { 0, 0, 1 }, inertia = { xx = 1, yy = 1, zz = 0 },
            } }
            local refused, problem = pcall(m.forward_dynamics, m, { 0.3, 0.4 }, { 1, 2 }, { 0, 0 })
            assert.is_false(refused)
            assert.truthy(tostring(problem):find("v[2]", 1, true), tostring(problem))
        end
    end)

    it("is loaded as it was saved, and URDF has no word for it", function()
        draw.each(2, 7400, function(d)
            local m = trees.random(d, 2, { types = { "cardan" } })
            local path = os.tmpname()
            m:save(path, { format = "rigid" })
            assert.equal(m, rigid.load(path, { format = "rigid" }))
            assert.error_matches(function() m:save(path, { format = "urdf" }) end, "cardan, which URDF has no word for")
            os.remove(path)
        end)
    end)
end)
