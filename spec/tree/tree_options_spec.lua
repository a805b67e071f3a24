-- The options of a Model's methods: views of a motion, and wrenches from outside.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local calls = require "spec.support.tree_calls"

local Vector, Matrix, Wrench = rigid.Vector, rigid.Matrix, rigid.Wrench
local near, refuses, different = compare.near, compare.refuses, compare.different
local methods, setting, arguments, call, with = calls.methods, calls.setting, calls.arguments, calls.call, calls.with
local argument_message = calls.argument_message

describe("views", function()
    local function viewed(check)
        local m, given = setting()
        for _, method in ipairs(methods) do
            for i, place in ipairs(method.takes) do
                if place.kind == "view" then
                    check(method, i, function(value) return call(m, method, with(arguments(method, given), i, value)) end)
                end
            end
        end
    end

    it("are one of three words", function()
        viewed(function(method, i, put)
            local wanted = [[field 'frame': "local", "world" or "aligned" expected]]
            refuses(function() put { frame = "globl" } end, argument_message(method, i), wanted, [["globl"]])
            refuses(function() put { frame = 1 } end, argument_message(method, i), wanted)
            refuses(function() put { fram = "local" } end, argument_message(method, i), "unknown field 'fram'; did you mean 'frame'?")
            refuses(function() put { "local" } end, argument_message(method, i))
        end)
    end)

    it("have points of three finite numbers", function()
        viewed(function(method, i, put)
            refuses(function() put { point = { 1, 2 } } end, argument_message(method, i), "field 'point'", "{x, y, z}")
            refuses(function() put { point = 1 } end, argument_message(method, i), "field 'point'", "{x, y, z}")
            refuses(function() put { point = { 1, 2, 0 / 0 } } end, argument_message(method, i), "field 'point'", "finite")
            assert.is_true(put { point = { 1, 2, 3 } } == put { point = rigid.Vec3(1, 2, 3) })
        end)
    end)

    it("are local unless said, and may be left out before what is written into", function()
        local m, given, size = setting()
        local J = Matrix(6, size.nv)
        local wanted = m:jacobian(given.q, "tool", { frame = "local" })
        assert.is_true(m:jacobian(given.q, "tool") == wanted)
        assert.is_true(m:jacobian(given.q, "tool", {}) == wanted)
        assert.is_true(rawequal(m:jacobian(given.q, "tool", J), J) and J == wanted)
        assert.is_true(rawequal(m:jacobian(given.q, "tool", nil, J), J) and J == wanted)
    end)

    it("of a factor are one of three words too", function()
        local m, given = setting()
        for _, bad in ipairs { "christofel", 1, true } do
            local wanted = [[field 'factor': "christoffel", "body" or "reference" expected]]
            refuses(function() m:coriolis_matrix(given.q, given.v, { factor = bad }) end, "bad argument #3", wanted)
            refuses(function() m:slotine_li_regressor(given.q, given.v, given.v, given.a, { factor = bad }) end, "bad argument #5", wanted)
        end
        refuses(function() m:coriolis_matrix(given.q, given.v, { facto = "body" }) end, "unknown field 'facto'", "'factor'")
    end)
end)

describe("wrenches from outside", function()
    local function pushed(check)
        local m, given = setting()
        for _, method in ipairs(methods) do
            for i, place in ipairs(method.takes) do
                if place.kind == "wrenches" then
                    check(m, method, i, function(value) return call(m, method, with(arguments(method, given), i, value)) end)
                end
            end
        end
    end

    it("need the name of a body or frame that exists", function()
        pushed(function(_, method, i, put)
            local f = Wrench { 1, 2, 3, 4, 5, 6 }
            refuses(function() put { hand = f } end, argument_message(method, i), "no body or frame named 'hand'")
            refuses(function() put { link3 = f, hand = f } end, argument_message(method, i), "'hand'")
            refuses(function() put { f } end, argument_message(method, i), "names of bodies expected")
        end)
    end)

    it("need finite wrenches", function()
        pushed(function(_, method, i, put)
            refuses(function() put { link3 = rigid.Twist { 1, 2, 3, 4, 5, 6 } } end, argument_message(method, i), "'link3'", "Wrench", "Twist")
            refuses(function() put { link3 = rigid.SpatialMomentum { 1, 2, 3, 4, 5, 6 } } end, argument_message(method, i), "'link3'", "Wrench")
            refuses(function() put { link3 = { 1, 2, 3 } } end, argument_message(method, i), "'link3'")
            refuses(function() put { link3 = Wrench { 1, 2, 3, 4, 5, 0 / 0 } } end, argument_message(method, i), "'link3'", "finite")
            refuses(function() put { link3 = 5 } end, argument_message(method, i), "'link3'", "got 5")
            refuses(function() put(5) end, argument_message(method, i), "table of external wrenches", "got 5")
            refuses(function() put(Wrench { 1, 2, 3, 4, 5, 6 }) end, argument_message(method, i), "got Wrench")
        end)
    end)

    it("that were refused leave nothing behind", function()
        pushed(function(m, _, _, put)
            local without = put(nil)
            pcall(put, { link3 = Wrench { 1, 2, 3, 4, 5, 6 }, link4 = "no wrench" })
            assert.is_true(put {} == without and put(nil) == without)
            different(put { link3 = Wrench { 1, 2, 3, 4, 5, 6 } } - without, Vector(m:nv()))
        end)
    end)

    it("on what is welded to the world do nothing; on two frames of a body they add", function()
        pushed(function(_, _, _, put)
            assert.is_true(put { world = Wrench { 1, 2, 3, 4, 5, 6 } } == put(nil))
        end)
        local m, given = setting()
        m:add_frame { name = "twin", body = "link5", placement = m:body("tool").placement }
        local f, g = Wrench { 1, 2, 3, 4, 5, 6 }, Wrench { -2, 1, 0.5, 0.3, -3, 2 }
        local both = m:inverse_dynamics(given.q, given.v, given.a, { tool = f, twin = g })
        near(both, m:inverse_dynamics(given.q, given.v, given.a, { tool = f + g }))
    end)
end)
