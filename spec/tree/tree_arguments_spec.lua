-- What the methods of a Model take and refuse: numbers of the wrong length or not finite, unknown names, views and points,
-- wrenches from outside, results written into what is given (without garbage), models changed between two calls, and
-- models that cannot do what is asked. One table says what each method takes; everything is tried on every place of it.

local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Vector, Matrix, Wrench = rigid.Vector, rigid.Matrix, rigid.Wrench

local near, refuses, different = compare.near, compare.refuses, compare.different

-- Method, what it takes ("?": may be left out, and is then zero), and the size of what it returns, as it is written into.
local methods = {}
for line in ([[
    integrate                     q v             nq
    difference                    q q1            nv
    inverse_dynamics              q v? a? wrenches nv
    forward_dynamics              q v? tau? wrenches nv
    mass_matrix                   q               nv nv
    inverse_mass_matrix           q               nv nv
    coriolis_matrix               q v factor      nv nv
    bias_forces                   q v             nv
    gravity_forces                q               nv
    inverse_dynamics_derivatives  q v? a?         nv nv three
    forward_dynamics_derivatives  q v? tau?       nv nv three
    pose                          q frame
    twist                         q v frame view
    acceleration                  q v? a? frame view
    classical_acceleration        q v? a? frame view
    jacobian                      q frame view    6 nv
    jacobian_derivative           q v frame view  6 nv
    com                           q
    com_velocity                  q v
    com_jacobian                  q               3 nv
    centroidal_momentum           q v
    centroidal_matrix             q               6 nv
    kinetic_energy                q v
    potential_energy              q
    regressor                     q v? a?         nv parameters
    slotine_li_regressor          q v v_ref a_ref factor nv parameters
    momentum_regressor            q v             6 parameters
    kinetic_energy_regressor      q v             parameters
    potential_energy_regressor    q               parameters
]]):gmatch "[^\n]+" do
    local method = { takes = {}, size = {} }
    for word in line:gmatch "%S+" do
        if not method.name then
            method.name = word
        elseif word == "three" then
            method.results = 3
        elseif word:match "^n[qv]$" or word:match "^%d$" or word == "parameters" then
            table.insert(method.size, word)
        else
            table.insert(method.takes, { kind = word:gsub("%?", ""), optional = word:find "%?" ~= nil })
        end
    end
    methods[#methods + 1] = method
end

local numeric = { q = "nq", q1 = "nq", v = "nv", a = "nv", tau = "nv", v_ref = "nv", a_ref = "nv" }

-- What is put in place of each, over a tree of every joint type.
local function setting()
    local d = draw.stream(1701)
    local m = trees.of_every_type(d)
    m:add_frame { name = "tool", body = "link5", placement = { position = d:vec3() } }
    local q, v, a = trees.state(d, m)
    local size = { nq = m:nq(), nv = m:nv(), parameters = 10 * m:nbodies(), ["3"] = 3, ["6"] = 6 }
    local given = {
        q = q, v = v, a = a, q1 = trees.configuration(d, m), tau = trees.velocity(d, m), v_ref = trees.velocity(d, m),
        a_ref = trees.velocity(d, m), frame = "tool", view = { frame = "aligned", point = { 0.1, -0.2, 0.3 } },
        factor = { factor = "body" }, wrenches = { tool = Wrench(d:six()), link3 = Wrench(d:six()) },
    }
    return m, given, size
end

local function arguments(method, given)
    local list = { n = #method.takes }
    for i, place in ipairs(method.takes) do
        list[i] = given[place.kind]
    end
    return list
end

local function call(m, method, list) return m[method.name](m, table.unpack(list, 1, list.n)) end

local function with(list, i, value)
    local other = table.move(list, 1, list.n, 1, { n = math.max(list.n, i) })
    other[i] = value
    return other
end

-- Something of the size of the k-th result to write into, no number in it right; nil for what returns none such.
local function sink(method, size)
    local rows, cols = size[method.size[1]], size[method.size[2]]
    local out = cols and Matrix(rows, cols) or rows and Vector(rows) or nil
    for i = 1, rows or 0 do
        for j = 1, cols or 1 do
            if cols then out:set(i, j, 777) else out[i] = 777 end
        end
    end
    return out
end

-- The call with something to write into for each result.
local function with_sinks(method, list, size)
    local sinks = {}
    for k = 1, method.results or 1 do
        sinks[k] = sink(method, size)
        list = with(list, #method.takes + k, sinks[k])
    end
    return list, sinks
end

local function argument_message(method, i) return ("bad argument #%d to '%s'"):format(i, method.name) end

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
        for name, f in pairs(debug.getmetatable(rigid.Model {}).__methods) do
            if debug.getinfo(f, "S").what == "C" and not known[name] then
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

-- Bytes that are newly allocated while f runs `count` times. The first call is not counted: it may grow the stack.
local function garbage(count, f)
    f()
    collectgarbage()
    collectgarbage "stop"
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
        assert.equal(20, tried)
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
