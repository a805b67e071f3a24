-- What the methods of a Model take and refuse: numbers of the wrong length or not finite, unknown names, models that cannot do
-- what is asked. Everything is tried on every place of every method.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local calls = require "spec.support.tree_calls"

local Vector, Matrix = rigid.Vector, rigid.Matrix
local near, refuses, different = compare.near, compare.refuses, compare.different
local methods, numeric, setting, arguments, call = calls.methods, calls.numeric, calls.setting, calls.arguments, calls.call
local with, argument_message = calls.with, calls.argument_message

describe("every method", function()
    it("of a Model that computes is in the table", function()
        local listed, known = {}, {}
        for _, method in ipairs(methods) do
            listed[method.name] = true
        end
        -- Those written in Lua speak of the model itself, not of a state; of C's, these take none.
        for _, name in ipairs { "nq", "nv", "nbodies", "neutral", "total_mass" } do
            known[name] = true
        end
        for name in ("contact_forces constraint_error constraint_jacobian constraint_drift constrained_dynamics constrained_inverse_dynamics "
            .. "assemble loops"):gmatch "%g+" do
            known[name] = true -- which spec/motion tries, on models that have loops and contacts
        end
        known.step, known.momentum_rate_regressor = true, true -- and spec/simulation and spec/identification those
        for name, f in pairs(debug.getmetatable(rigid.Model {}).__methods) do
            if debug.getinfo(f, "S").what == "C" and not known[name] and not name:find "_batch$" then -- spec/batch has those
                assert.is_true(listed[name] or false, name .. " is missing from the table of this spec")
            end
        end
    end)

    it("takes lists where it takes Vectors", function()
        local m, given = setting()
        for _, method in ipairs(methods) do
            local list = arguments(method, given)
            local wanted = table.pack(call(m, method, list))
            for i, place in ipairs(method.takes) do
                if numeric[place.kind] then list = with(list, i, given[place.kind]:table()) end
            end
            local got = table.pack(call(m, method, list))
            for k = 1, wanted.n do
                assert.is_true(got[k] == wanted[k], method.name)
            end
        end
    end)

    it("takes nothing for zeros, where it may be left out", function()
        local m, given, size = setting()
        local tried = 0
        for _, method in ipairs(methods) do
            local list, zeros = arguments(method, given), arguments(method, given)
            for i, place in ipairs(method.takes) do
                if place.optional then
                    list, zeros = with(list, i, nil), with(zeros, i, Vector(size[numeric[place.kind]]))
                    tried = tried + 1
                end
            end
            local got, wanted = table.pack(call(m, method, list)), table.pack(call(m, method, zeros))
            for k = 1, wanted.n do
                assert.is_true(got[k] == wanted[k], method.name)
            end
        end
        assert.equal(14, tried)
    end)

    it("leaves its arguments alone", function()
        local m, given = setting()
        for _, method in ipairs(methods) do
            local list, before = arguments(method, given), {}
            for i = 1, list.n do
                before[i] = rigid.type(list[i]) and list[i]:copy()
            end
            call(m, method, list)
            for i = 1, list.n do
                if before[i] then assert.is_true(before[i] == list[i], method.name) end
            end
        end
    end)

    it("refuses a self that is no model", function()
        local m, given = setting()
        for _, method in ipairs(methods) do
            local list = arguments(method, given)
            for _, self in ipairs { false, 1, "model", {}, Vector(3) } do
                local message = ("calling '%s' on "):format(method.name)
                refuses(function() m[method.name](self, table.unpack(list, 1, list.n)) end, message)
            end
        end
    end)
end)

describe("numbers", function()
    -- For each place that takes numbers: check(refuse, count, name, place), where refuse(value, word...) puts the value there.
    local function everywhere(check)
        local m, given, size = setting()
        for _, method in ipairs(methods) do
            for i, place in ipairs(method.takes) do
                if numeric[place.kind] then
                    local name = place.kind == "q1" and "q" or place.kind
                    local function refuse(value, ...)
                        local list = with(arguments(method, given), i, value)
                        refuses(function() call(m, method, list) end, argument_message(method, i), ...)
                    end
                    check(refuse, size[numeric[place.kind]], name, place)
                end
            end
        end
    end

    it("of the wrong length are refused, naming what was wanted and what came", function()
        everywhere(function(refuse, n, name)
            local wanted = ("%s: Vector or list of %d numbers expected"):format(name, n)
            refuse(Vector(n + 1), wanted, ("got a Vector of %d"):format(n + 1))
            refuse(Vector(n - 1), wanted, ("got a Vector of %d"):format(n - 1))
            refuse(Vector(0), wanted, "got a Vector of 0")
            local short, long = {}, {}
            for k = 1, n + 1 do
                long[k] = 1
                if k < n then short[k] = 1 end
            end
            refuse(short, wanted, ("[%d]"):format(n))
            refuse(long, wanted)
            refuse({}, wanted)
        end)
    end)

    it("of another kind are refused", function()
        everywhere(function(refuse, n, name, place)
            local wanted = ("%s: Vector or list of %d numbers expected"):format(name, n)
            refuse("text", wanted, "got string")
            refuse(7, wanted, "got 7")
            refuse(true, wanted, "got boolean")
            refuse(Matrix(n, 1), wanted, "got Matrix")
            refuse(rigid.Vec3(1, 2, 3), wanted, "got Vec3")
            refuse(rigid.Twist { 1, 2, 3, 4, 5, 6 }, wanted, "got Twist")
            if not place.optional then refuse(nil, wanted, "got n") end
            local list = {}
            for k = 1, n do
                list[k] = k == 2 and "two" or 1
            end
            refuse(list, wanted, "[2]")
        end)
    end)

    it("left out are missed in their order: the first is told, whatever else is missing behind it", function()
        local m, given, size = setting()
        for _, method in ipairs(methods) do
            for i, place in ipairs(method.takes) do
                if numeric[place.kind] and not place.optional then
                    local name, list = place.kind == "q1" and "q" or place.kind, arguments(method, given)
                    for k = i, list.n do list = with(list, k, nil) end
                    local wanted = ("%s: Vector or list of %d numbers expected, got nil)"):format(name, size[numeric[place.kind]])
                    refuses(function() call(m, method, list) end, argument_message(method, i), wanted)
                end
            end
        end
        local wanted = ("(q: Vector or list of %d numbers expected, got nil)"):format(m:nq())
        for _, name in ipairs { "step", "linearize", "manipulability", "passive_forces" } do -- which ask others what q is
            refuses(function() m[name](m) end, ("bad argument #1 to '%s'"):format(name), wanted)
        end
        refuses(function() m:balance { q = 1 } end, "(field 'q': Vector or list of") -- a field says its name itself
    end)

    it("that are not finite are refused, naming the one", function()
        everywhere(function(refuse, n, name)
            for _, bad in ipairs { 0 / 0, math.huge, -math.huge } do
                local word = bad ~= bad and "nan" or bad > 0 and "inf" or "-inf"
                for _, k in ipairs { 1, n } do
                    local vector, list = Vector(n), {}
                    for i = 1, n do
                        vector[i], list[i] = 1, 1
                    end
                    vector[k], list[k] = bad, bad
                    refuse(vector, ("%s[%d] is"):format(name, k), word)
                    refuse(list, ("[%d]"):format(k))
                end
            end
        end)
    end)

    it("of a quaternion must not all be zero; its length does not matter", function()
        local m, given = setting()
        local joint = m:joint(m:joint_names()[1])
        for _, name in ipairs(m:joint_names()) do
            if m:joint(name).type == "spherical" then joint = m:joint(name) end
        end
        local first = joint.q
        local none, long = given.q:copy(), given.q:copy()
        for k = first, first + 3 do
            none[k], long[k] = 0, 3 * given.q[k]
        end
        for _, method in ipairs(methods) do
            local list = with(arguments(method, given), 1, none)
            local words = ("q[%d] to q[%d] are a quaternion, and it is zero"):format(first, first + 3)
            refuses(function() call(m, method, list) end, argument_message(method, 1), words)
        end
        near(m:inverse_dynamics(long, given.v, given.a), m:inverse_dynamics(given.q, given.v, given.a))
        near(m:mass_matrix(long), m:mass_matrix(given.q))
    end)
end)

describe("names", function()
    local function framed(check)
        local m, given = setting()
        for _, method in ipairs(methods) do
            for i, place in ipairs(method.takes) do
                if place.kind == "frame" then
                    check(m, method, i, function(value) return call(m, method, with(arguments(method, given), i, value)) end)
                end
            end
        end
    end

    it("of bodies and frames that do not exist are refused", function()
        framed(function(_, method, i, put)
            refuses(function() put "hand" end, argument_message(method, i), "no body or frame named 'hand'")
            refuses(function() put "" end, argument_message(method, i), "no body or frame named ''")
            refuses(function() put "joint5" end, argument_message(method, i), "'joint5'")
            refuses(function() put "tol" end, argument_message(method, i), "named 'tol'; did you mean 'tool'?")
        end)
    end)

    it("must be names", function()
        framed(function(_, method, i, put)
            for _, value in ipairs { 3, true, {}, { name = 3 }, Vector(3), print } do
                refuses(function() put(value) end, argument_message(method, i), "name of a body or frame expected, got")
            end
            refuses(function() put(nil) end, argument_message(method, i), "name of a body or frame expected, got nil")
        end)
    end)

    it("may be bodies: what add_body, add_frame and body give", function()
        framed(function(m, method, _, put)
            local by_name, by_handle = table.pack(put "tool"), table.pack(put(m:body "tool"))
            assert.is_true(by_handle[1] == by_name[1], method.name)
            different(m:pose(m:neutral(), "link5"), m:pose(m:neutral(), "tool"))
        end)
    end)

    it("may not be bodies of another model, though of the same name", function()
        framed(function(m, method, i, put)
            local other = (setting())
            refuses(function() put(other:body "tool") end, argument_message(method, i), "'tool'", "another model")
            assert.is_not_nil(put(m:body "tool"))
        end)
    end)

    it("are found anew when they are asked for by turns, and after an edit", function()
        local m = rigid.load "spec/models/arm7.urdf"
        local q, names = m:neutral(), m:body_names()
        local tip, root = names[#names], names[2]
        local X, Y = m:pose(q, tip), m:pose(q, root)
        different(X, Y)
        for _ = 1, 3 do assert.is_true(m:pose(q, tip) == X and m:pose(q, root) == Y) end
        m:body(root).placement = rigid.Transform(rigid.Rotation.rpy(0.1, 0.2, 0.3), {1, 2, 3}) * m:body(root).placement
        different(m:pose(q, root), Y)
        assert.is_true(m:pose(q, m:body(root)) == m:pose(q, root))
    end)
end)

describe("a model", function()
    local function pendulum()
        local m = rigid.Model {}
        m:add_body {
            name = "rod", joint = { type = "revolute", name = "pivot", axis = { 1, 0, 0 } },
            inertia = rigid.SpatialInertia.solid_box { mass = 2, size = { 0.1, 0.2, 0.3 } },
        }
        return m
    end

    it("with a joint that moves no inertia cannot be driven forward, and says which joint that is", function()
        local function without_mass(kind)
            local m = pendulum()
            m:add_body { name = "ghost", parent = "rod", joint = { type = kind, name = "loose" } }
            return m
        end
        for _, kind in ipairs { "revolute", "prismatic", "spherical", "planar", "floating" } do
            local m = without_mass(kind)
            local q, zero = m:neutral(), Vector(m:nv())
            for _, solve in ipairs { "forward_dynamics", "forward_dynamics_derivatives" } do
                refuses(function() m[solve](m, q, zero, zero) end, "joint 'loose'", "moves no inertia")
            end
            refuses(function() m:inverse_mass_matrix(q) end, "joint 'loose'", "moves no inertia")
            -- The other way round needs no solving.
            near(m:inverse_dynamics(q, zero, zero), m:gravity_forces(q))
            m:joint("loose").armature = 0.5
            assert.is_true(rigid.type(m:forward_dynamics(q, zero, zero)) == "Vector")
        end
    end)

    it("with a joint whose inertia is nothing but rounding cannot be driven forward either", function()
        draw.each(9, 401, function(d)
            local axis, body, none = rigid.Vec3(d:direction()), make.body(d), rigid.SpatialInertia.zero()
            local placement, along = make.pose(d), rigid.Transform { position = d:number() * axis }
            local function loose(inertia, last, kind)
                local m = pendulum()
                local joint = { type = kind or "revolute", name = "loose", axis = axis }
                m:add_body { name = "a", parent = "rod", joint = joint, placement = placement, inertia = inertia }
                if last then
                    joint = { type = kind or "revolute", name = "last", axis = axis }
                    m:add_body { name = "b", parent = "a", joint = joint, placement = along, inertia = last }
                end
                return m
            end
            local on_axis = rigid.SpatialInertia.point_mass { mass = 1.7, position = d:number() * axis }
            for what, m in pairs {
                ["a point mass on the axis"] = loose(on_axis),
                ["two joints about one line, nothing between"] = loose(none, body),
                ["two joints along one line, nothing between"] = loose(none, body, "prismatic"),
            } do
                local q, v, tau = d:list(m:nv()), d:list(m:nv()), d:list(m:nv())
                refuses(function() m:forward_dynamics(q, v, tau) end, "joint 'loose'", "moves no inertia")
                m:joint("loose").armature = 1
                near(m:inverse_dynamics(q, v, m:forward_dynamics(q, v, tau)), tau, { what = what })
            end
        end)
    end)

    it("without mass has no com, and says so; the rest is zero", function()
        local m = rigid.Model {}
        m:add_body { name = "ghost", joint = { type = "revolute", name = "pivot" } }
        for _, name in ipairs { "com", "com_jacobian", "centroidal_matrix" } do
            refuses(function() m[name](m, { 0 }) end, "'" .. name .. "'", "without mass has no centre of mass")
        end
        for _, name in ipairs { "com_velocity", "centroidal_momentum" } do
            refuses(function() m[name](m, { 0 }, { 0 }) end, "'" .. name .. "'", "without mass has no centre of mass")
        end
        refuses(function() m:com_acceleration({ 0 }, { 0 }, { 0 }) end, "'com_acceleration'", "without mass has no centre of mass")
        assert.equal(0, m:kinetic_energy({ 0 }, { 1 }))
        assert.equal(0, m:potential_energy { 0 })
        assert.is_true(m:inverse_dynamics({ 0 }, { 1 }, { 1 }) == Vector { 0 })
    end)

    it("of nothing at all has no freedoms, and computes with none", function()
        local m = rigid.Model {}
        assert.equal(0, m:nq())
        assert.equal(0, m:nv())
        assert.equal(0, m:nbodies())
        assert.equal(0, #m:inverse_dynamics({}, {}, {}))
        assert.equal(0, #m:forward_dynamics({}, {}, {}))
        assert.equal(0, #m:integrate(m:neutral(), {}))
        assert.equal(0, m:mass_matrix({}):rows())
        assert.equal(6, m:jacobian({}, "world"):rows())
        assert.is_true(m:pose({}, "world") == rigid.Transform.identity())
        refuses(function() m:mass_matrix { 1 } end, "q: Vector or list of 0 numbers expected")
    end)

    it("computes the same again whatever was computed in between", function()
        local m, given = setting()
        local first = {}
        for _, method in ipairs(methods) do
            first[method.name] = table.pack(call(m, method, arguments(method, given)))
        end
        -- In the other order, so that each follows others than before.
        for i = #methods, 1, -1 do
            local again = table.pack(call(m, methods[i], arguments(methods[i], given)))
            for k = 1, again.n do
                assert.is_true(again[k] == first[methods[i].name][k], methods[i].name)
            end
        end
    end)

    it("and another one, used in turns, do not disturb each other", function()
        local m, given = setting()
        local other = m:copy()
        other:set_gravity { 1, 2, 3 }
        local mine, theirs = m:bias_forces(given.q, given.v), other:bias_forces(given.q, given.v)
        different(mine, theirs)
        for _ = 1, 3 do
            assert.is_true(m:bias_forces(given.q, given.v) == mine)
            assert.is_true(other:bias_forces(given.q, given.v) == theirs)
        end
    end)
end)
