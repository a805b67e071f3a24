-- Results written into what is given, without garbage, and models changed between two calls.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"
local calls = require "spec.support.tree_calls"

local Vector, Matrix, Wrench = rigid.Vector, rigid.Matrix, rigid.Wrench
local near, refuses, different = compare.near, compare.refuses, compare.different
local methods, setting, arguments, call, with = calls.methods, calls.setting, calls.arguments, calls.call, calls.with
local sink, with_sinks, argument_message = calls.sink, calls.with_sinks, calls.argument_message

-- Bytes that are newly allocated while f runs `count` times. The first calls are not counted: they may grow the stack, which a
-- collection makes small again.
local function garbage(count, f)
    f()
    collectgarbage()
    collectgarbage "stop"
    f()
    local before = collectgarbage "count"
    for _ = 1, count do
        f()
    end
    local after = collectgarbage "count"
    collectgarbage "restart"
    return (after - before) * 1024
end

describe("what is written into", function()
    local function each_with_sinks(check)
        local m, given, size = setting()
        local tried = 0
        for _, method in ipairs(methods) do
            if #method.size > 0 then
                local list, sinks = with_sinks(method, arguments(method, given), size)
                check(m, method, list, sinks, given, size)
                tried = tried + 1
            end
        end
        assert.equal(21, tried)
    end

    it("is what is returned, with the numbers of the call without it", function()
        each_with_sinks(function(m, method, list, sinks, given)
            local wanted = table.pack(call(m, method, arguments(method, given)))
            local got = table.pack(call(m, method, list))
            assert.equal(method.results or 1, got.n)
            for k, out in ipairs(sinks) do
                assert.is_true(rawequal(got[k], out), method.name)
                assert.is_true(out == wanted[k], method.name)
            end
            call(m, method, list)
            assert.is_true(sinks[1] == wanted[1], method.name .. ", a second time")
        end)
        local m = setting()
        local q = Vector(m:nq())
        assert.is_true(rawequal(m:neutral(q), q) and q == m:neutral())
    end)

    it("stands where wrenches would, or behind them, or behind nil", function()
        local m, given = setting()
        local q, v, a = given.q, given.v, given.a
        for _, name in ipairs {"inverse_dynamics", "forward_dynamics"} do
            local wanted, n = m[name](m, q, v, a), m:nv()
            for _, before in ipairs {{n = 0}, {n = 1}, {{}, n = 1}} do
                local list = table.pack(table.unpack(before, 1, before.n))
                list[before.n + 1] = Vector(n)
                local out = m[name](m, q, v, a, table.unpack(list, 1, before.n + 1))
                assert.is_true(rawequal(out, list[before.n + 1]) and out == wanted, name)
                assert.is_true(m[name](m, q, v, a, table.unpack(list, 1, before.n + 1)) == wanted, name)
            end
            local out = Vector(n)
            assert.equal(0, garbage(200, function() m[name](m, q, v, a, nil, out) end), name)
            refuses(function() m[name](m, q, v, a, nil, Vector(n + 1)) end, "bad argument #5", ("Vector of %d to write into"):format(n))
            refuses(function() m[name](m, q, v, a, nil, out, out) end, "bad argument #6")
            refuses(function() m[name](m, q, v, Vector(n + 1), nil, out) end, "bad argument #3")
            assert.is_true(out == wanted)
        end
    end)

    it("makes a loop without garbage", function()
        each_with_sinks(function(m, method, list)
            local f, a, b, c, d, e, x, y = m[method.name], table.unpack(list, 1, list.n)
            assert.is_true(list.n <= 7)
            assert.equal(0, garbage(200, function() f(m, a, b, c, d, e, x, y) end), method.name)
        end)
        local m, given = setting()
        local p, c = m:parameters(), m:damping()
        assert.equal(0, garbage(200, function() m:parameters(p) m:damping(c) m:friction(c) m:armature(c) end))
        assert.equal(0, garbage(200, function() return m:kinetic_energy(given.q, given.v) + m:potential_energy(given.q) end))
        -- The meter sees what does make some.
        local kept = {}
        assert.is_true(garbage(200, function() kept[#kept + 1] = m:mass_matrix(given.q) end) >= 200 * 8 * m:nv() ^ 2)
    end)

    it("holds a mass matrix without what another result left among its zeros", function()
        draw.each(3, 8110, function(d)
            local m = trees.random(d, 6, { types = { "revolute" }, first = "revolute", roots = 6 })
            local q = trees.state(d, m)
            local wanted, J = m:mass_matrix(q), m:jacobian(q, "link3")
            local H = m:mass_matrix(q)
            different(J, wanted)
            assert.is_true(m:jacobian(q, "link3", H) == J)
            assert.is_true(m:mass_matrix(q, H) == wanted)
        end)
    end)

    it("must be of the kind and size of the result", function()
        each_with_sinks(function(m, method, list, _, given, size)
            local rows, cols = size[method.size[1]], size[method.size[2]]
            local wanted = cols and ("%dx%d Matrix to write into expected"):format(rows, cols)
                or ("Vector of %d to write into expected"):format(rows)
            local wrong = { "text", 7, rigid.Vec3(1, 2, 3), Vector(rows + 1), Matrix(rows + 1, cols or 1), Matrix(rows, (cols or 1) + 1) }
            table.insert(wrong, cols and Vector(rows) or Matrix(rows, 1))
            for k = 1, method.results or 1 do
                local at = #method.takes + k
                for _, value in ipairs(wrong) do
                    local bad = with(list, at, value)
                    refuses(function() call(m, method, bad) end, argument_message(method, at), wanted)
                end
            end
            assert.is_true(call(m, method, list) == call(m, method, arguments(method, given)), method.name)
        end)
    end)

    it("must not be asked to hold two results", function()
        local m, given, size = setting()
        for _, method in ipairs(methods) do
            if method.results then
                local list, n = arguments(method, given), #method.takes
                local H = sink(method, size)
                for first = 1, 2 do
                    for second = first + 1, 3 do
                        local twice = with(with(list, n + first, H), n + second, H)
                        refuses(function() call(m, method, twice) end, argument_message(method, n + second), "#" .. n + first)
                    end
                end
            end
        end
    end)

    -- f is refused, and leaves in each of them every bit and the tag.
    local function stay(sinks, f, ...)
        local before, label = {}, table.concat({ ... }, ", ")
        for k, out in ipairs(sinks) do
            before[k] = out:tag({ of = "B", expressed = "W" }):copy()
        end
        assert.is_false(pcall(f), label .. " is accepted")
        for k, out in ipairs(sinks) do
            assert.is_true(out == before[k], label)
            assert.same({ of = "B", expressed = "W" }, out:tag(), label)
        end
    end

    it("stays as it was, tag and all, when the call is refused, whichever argument is wrong", function()
        each_with_sinks(function(m, method, list, sinks, _, size)
            for i = 1, #method.takes do
                for _, wrong in ipairs { Vector(size.nq + 1), "nonsense", -1, { 0 / 0 }, { x = 1 }, true } do
                    stay(sinks, function() call(m, method, with(list, i, wrong)) end, method.name, i, tostring(wrong))
                end
            end
            for k = 2, #sinks do
                local wrong = with(list, #method.takes + k, Matrix(1, 1))
                stay({ sinks[1] }, function() call(m, method, wrong) end, method.name, "result", k)
            end
            stay(sinks, function() call(m, method, with(list, list.n + 1, 5)) end, method.name, "surplus")
        end)
    end)

    it("has no tag any more once it holds a result, and is the result of a call after one that was refused", function()
        each_with_sinks(function(m, method, list, sinks, given)
            local wanted = table.pack(call(m, method, arguments(method, given)))
            for _, out in ipairs(sinks) do
                out:tag { of = "B" }
            end
            pcall(call, m, method, with(list, 1, "nonsense"))
            call(m, method, list)
            for k, out in ipairs(sinks) do
                assert.is_true(out == wanted[k], method.name)
                assert.is_nil(out:tag().of, method.name)
            end
        end)
    end)

    it("stays as it was where a joint moves no inertia, which only solving finds out", function()
        draw.each(6, 2300, function(d)
            for _, mimics in ipairs { false, true } do
                local m = rigid.Model {}
                for i, parent in ipairs { false, "b1", "b2", "b2" } do
                    local inertia = i ~= 3 and make.body(d) or nil
                    m:add_body { name = "b" .. i, parent = parent or nil, joint = { type = "revolute", name = "j" .. i, axis = d:direction() }, placement = make.pose(d), inertia = inertia }
                end
                if mimics then m:joint("j4").mimic = { joint = "j1", multiplier = 0.7 } end
                local n = m:nv()
                local q, v = d:list(n), d:list(n)
                local sinks = {}
                for k = 1, 3 do
                    sinks[k] = Matrix(d:matrix(n, n))
                end
                stay(sinks, function() m:inverse_mass_matrix(q, sinks[1]) end, "inverse_mass_matrix")
                stay(sinks, function() m:forward_dynamics_derivatives(q, v, v, sinks[1], sinks[2], sinks[3]) end, "derivatives")
                local a = Vector(d:list(n))
                stay({ a }, function() m:forward_dynamics(q, v, v, a) end, "forward_dynamics")
                m:joint("j3").armature = 0.5
                assert.is_true(rawequal(m:inverse_mass_matrix(q, sinks[1]), sinks[1]) and sinks[1] == m:inverse_mass_matrix(q))
            end
        end)
    end)

    it("may be one of the arguments", function()
        local m, given = setting()
        local q, v, a = given.q, given.v, given.a
        local function same(name, at, ...)
            local list = { n = select("#", ...), ... }
            local wanted = m[name](m, table.unpack(list, 1, list.n))
            list[at] = list[at]:copy()
            local got = m[name](m, table.unpack(list, 1, list.n))
            assert.is_true(got == wanted)
            local out = list[at]
            list[list.n + 1] = out
            assert.is_true(rawequal(m[name](m, table.unpack(list, 1, list.n + 1)), out))
            assert.is_true(out == wanted, ("%s into its argument #%d"):format(name, at))
        end
        same("integrate", 1, q, v)
        same("inverse_dynamics", 2, q, v, a, given.wrenches)
        same("inverse_dynamics", 3, q, v, a, given.wrenches)
        same("forward_dynamics", 2, q, v, given.tau, given.wrenches)
        same("forward_dynamics", 3, q, v, given.tau, given.wrenches)
        same("bias_forces", 2, q, v)
    end)
end)

describe("a model changed between two calls", function()
    local function arm()
        local d = draw.stream(1702)
        local m = trees.random(d, 4, { types = { "revolute", "universal" }, chain = true })
        return m, d, trees.state(d, m)
    end

    it("by another link refuses what was of the right size before, naming the new one", function()
        local m, d, q, v, a = arm()
        local H, n = m:mass_matrix(q), m:nv()
        m:add_body { name = "hand", parent = "link4", joint = { type = "spherical", name = "wrist" }, inertia = make.body(d) }
        local words = ("q: Vector or list of %d numbers expected, got a Vector of %d"):format(m:nq(), n)
        refuses(function() m:mass_matrix(q) end, "bad argument #1 to 'mass_matrix'", words)
        refuses(function() m:inverse_dynamics(m:neutral(), v, a) end, "bad argument #2", ("v: Vector or list of %d"):format(n + 3))
        refuses(function() m:mass_matrix(m:neutral(), H) end, "bad argument #2", ("%dx%d Matrix to write into"):format(n + 3, n + 3))
        assert.equal(n + 3, m:nv())
        assert.equal(n + 3, #m:gravity_forces(m:neutral()))
        near(m:pose(m:neutral(), "hand"), m:pose(m:neutral(), "link4"), { tol = tolerance.exact })
    end)

    it("by another gravity, rotor, inertia or placement computes with the new one", function()
        local m, d, q, v, a = arm()
        local before = m:inverse_dynamics(q, v, a)
        local function changed(f)
            local old = m:inverse_dynamics(q, v, a)
            f()
            different(m:inverse_dynamics(q, v, a) - old, Vector(m:nv()))
        end
        changed(function() m:set_gravity { 0, 0, 9 } end)
        changed(function() m:joint("joint2").armature = 3 end)
        changed(function() m:body("link3").inertia = make.body(d) end)
        changed(function() m:body("link2").placement = make.pose(d) end)
        local same = arm()
        assert.is_true(same:inverse_dynamics(q, v, a) == before)
    end)

    it("by a payload is as before, bit for bit, once that is taken away", function()
        local m, d, q, v, a = arm()
        local tau, H = m:inverse_dynamics(q, v, a), m:mass_matrix(q)
        m:attach { name = "load", body = "link4", inertia = make.body(d), placement = make.pose(d) }
        different(m:inverse_dynamics(q, v, a) - tau, Vector(m:nv()))
        assert.is_truthy(m:pose(q, "load"))
        m:detach "load"
        assert.is_true(m:inverse_dynamics(q, v, a) == tau and m:mass_matrix(q) == H)
        refuses(function() m:pose(q, "load") end, "bad argument #2 to 'pose'", "no body or frame named 'load'")
        refuses(function() m:inverse_dynamics(q, v, a, { load = Wrench { 1, 2, 3, 4, 5, 6 } }) end, "'load'")
    end)

    it("leaves its copy alone", function()
        local m, d, q, v, a = arm()
        local twin, tau = m:copy(), m:inverse_dynamics(q, v, a)
        m:set_parameters(m:parameters() * 2)
        m:add_body { name = "hand", parent = "link4", joint = "spherical", inertia = make.body(d) }
        assert.is_true(twin:inverse_dynamics(q, v, a) == tau)
        assert.equal(#q, twin:nq())
    end)

    it("by a joint that no longer follows has one number more", function()
        local d = draw.stream(1703)
        local m = rigid.Model {}
        m:add_body { name = "a", joint = { type = "revolute", name = "lead", axis = { 1, 0, 0 } }, inertia = make.body(d) }
        m:add_body { name = "b", parent = "a", joint = { type = "prismatic", name = "follow", axis = { 0, 1, 0 }, mimic = { joint = "lead" } }, inertia = make.body(d) }
        assert.equal(1, m:mass_matrix({ 0.3 }):rows())
        m:joint("follow").mimic = nil
        refuses(function() m:mass_matrix { 0.3 } end, "list of 2 numbers")
        assert.equal(2, m:mass_matrix({ 0.3, 0.1 }):rows())
    end)
end)
