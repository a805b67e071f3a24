-- Batches: each row is what the single call gives, to the last bits of the scale, on random trees of every joint type; and to the last
-- bit the same whatever stands beside it, however many threads share the rows, and wherever the results go.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local Matrix, Vector = rigid.Matrix, rigid.Vector

local function flat(list)
    local out = {}
    for _, value in ipairs(list) do
        if type(value) == "table" then table.move(flat(value), 1, #flat(value), #out + 1, out) else out[#out + 1] = value end
    end
    return out
end

-- Name, what it takes, whether a body's name follows, the single call, and its columns.
local batches = {
    {"inverse_dynamics", "qva", "nv", function(m, s) return m:inverse_dynamics(s.q, s.v, s.a):table() end},
    {"forward_dynamics", "qva", "nv", function(m, s) return m:forward_dynamics(s.q, s.v, s.a):table() end},
    {"bias_forces", "qv", "nv", function(m, s) return m:bias_forces(s.q, s.v):table() end},
    {"mass_matrix", "q", "nv nv", function(m, s) return m:mass_matrix(s.q):table() end},
    {"poses", "q", "16", function(m, s, body) return m:pose(s.q, body):matrix():table() end, body = true, unweighed = true},
    {"jacobian", "q", "6 nv", function(m, s, body) return m:jacobian(s.q, body):table() end, body = true, unweighed = true},
    {"com", "q", "3", function(m, s) return m:com(s.q):table() end},
    {"energies", "qv", "2", function(m, s) return {m:kinetic_energy(s.q, s.v), m:potential_energy(s.q)} end},
    {"regressor", "qva", "nv parameters", function(m, s) return m:regressor(s.q, s.v, s.a):table() end, unweighed = true},
    {"inverse_dynamics_derivatives", "qva", "nv nv", function(m, s)
        local by_q, by_v, by_a = m:inverse_dynamics_derivatives(s.q, s.v, s.a)
        return by_q:table(), by_v:table(), by_a:table()
    end, results = 3},
}

local function rows_of(states, letter)
    local rows = {}
    for i, state in ipairs(states) do rows[i] = state[letter]:table() end
    return Matrix(rows)
end

local function states_of(d, m, n)
    local states = {}
    for i = 1, n do
        local q, v, a = trees.state(d, m)
        states[i] = {q = q, v = v, a = a}
    end
    return states
end

local function run(m, b, states, ...)
    local arguments = {}
    for letter in b[2]:gmatch "." do arguments[#arguments + 1] = rows_of(states, letter) end
    if b.body then arguments[#arguments + 1] = m:body_names()[#m:body_names()] end
    for i = 1, select("#", ...) do arguments[#arguments + 1] = (select(i, ...)) end
    return m[b[1] .. "_batch"](m, table.unpack(arguments))
end

-- A batch's row of a result, whatever its shape.
local function row(b, m, result, i)
    if b[1] ~= "regressor" then return result:table()[i] end
    local out, rows = {}, result:table()
    for k = 1, m:nv() do out[k] = rows[(i - 1) * m:nv() + k] end
    return flat(out)
end

-- Is row i of the results what the single call gives?
local function is_as_single(b, m, results, i, single)
    for k, want in ipairs(single) do
        want = Vector(flat(want))
        compare.near(Vector(row(b, m, results[k], i)), want, {tol = tolerance.batch, scale = math.max(1, compare.scale(want)), what = b[1]})
    end
end

local function same_bits(x, y)
    assert.equal(#x, #y)
    for i = 1, #x do
        if string.pack("<d", x[i]) ~= string.pack("<d", y[i]) then return false end
    end
    return true
end

local function some_tree(d)
    return trees.of_every_type(d, {roots = d:integer(1, 3), payloads = 0.3, armature = true, resistance = true})
end

-- Of joints whose S is constant alone, which derivatives take a register of states of.
local constant = { "revolute", "prismatic", "helical", "universal", "cylindrical", "spherical", "planar", "floating", "screw" }
local function constant_tree(d) return trees.random(d, 9, {types = constant, welded = 0.1, payloads = 0.2, armature = true, roots = 2}) end

-- Hinges as robots have them: axes along those of the axes before, turned by whole quarters or not at all.
local function square_tree(d)
    local m, along = rigid.Model {name = "square"}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}
    for i = 1, 9 do
        local turn = rigid.Rotation.axis_angle(along[d:integer(1, 3)], d:integer(0, 3) * math.pi / 2):matrix():table()
        for _, line in ipairs(turn) do
            for k, x in ipairs(line) do line[k] = math.floor(x + 0.5) end
        end
        m:add_body {name = "b" .. i, parent = i > 1 and "b" .. (i % 4 == 0 and i - 3 or i - 1) or nil, joint = {type = "revolute", axis = along[d:integer(1, 6)]},
            placement = {rotation = rigid.Rotation.matrix(turn), position = d:vec3()}, inertia = make.body(d)}
    end
    return m
end
-- Rows of one number are shorter than any register.
local function one_joint(d) return trees.random(d, 1, {types = {"revolute"}}) end

local function following_tree(d) return trees.random(d, 7, {mimics = 0.5, welded = 0.2, payloads = 0.3, armature = true, roots = 2}) end

-- Pendulums side by side, next to where their weight turns them no more, after up to thousands of turns: how far they are from there
-- is the sine's own digits.
describe("pendulums in a batch", function()
    it("are turned by what little their sine is", function()
        local m, rows, wanted = rigid.Model {name = "pendulums"}, {}, {}
        for i = 1, 3 do
            m:add_body {
                name = "p" .. i, joint = {type = "revolute", axis = {0, 1, 0}},
                inertia = rigid.SpatialInertia.point_mass {mass = 1, position = {0, 0, -1}},
            }
        end
        for i = 1, 13 do
            rows[i], wanted[i] = {}, {}
            for k = 1, 3 do
                rows[i][k] = (i * 2400 - 700 * k) * math.pi
                wanted[i][k] = 9.81 * math.sin(rows[i][k])
            end
        end
        local none = Matrix(13, 3)
        for i, row_of in ipairs(m:inverse_dynamics_batch(rows, none, none):table()) do
            for k = 1, 3 do compare.near(row_of[k], wanted[i][k], {tol = 1e-12, scale = math.abs(wanted[i][k])}) end
            compare.near(m:inverse_dynamics(rows[i], nil, nil), wanted[i], {tol = 1e-12, scale = math.abs(wanted[i][1])})
        end
    end)
end)

describe("a batch", function()
    for _, b in ipairs(batches) do
        describe("of " .. b[1], function()
            it("has in each row what the single call gives", function()
                draw.each(1, 1, function(d)
                    for _, make_tree in ipairs {some_tree, following_tree, constant_tree, square_tree, one_joint} do
                        local m = make_tree(d)
                        local body = m:body_names()[#m:body_names()]
                        for _, n in ipairs {1, 3, 4, 5, 7, 8, 9, 17} do
                            local states = states_of(d, m, n)
                            local results = {run(m, b, states)}
                            assert.equal(b.results or 1, #results)
                            for i, state in ipairs(states) do
                                is_as_single(b, m, results, i, {b[4](m, state, body)})
                            end
                        end
                    end
                end)
            end)

            it("has rows that do not go by their neighbours, by threads, or by where they are written", function()
                draw.each(2, 1, function(d, seed)
                    local m = seed == 1 and some_tree(d) or constant_tree(d)
                    local states = states_of(d, m, 29)
                    local whole = run(m, b, states)
                    local shared = run(m, b, states, {threads = 3})
                    local out = Matrix(whole:rows(), whole:cols())
                    assert.is_true(rawequal(out, (run(m, b, states, out))))
                    assert.is_true(same_bits(flat(whole:table()), flat(shared:table())))
                    assert.is_true(same_bits(flat(whole:table()), flat(out:table())))
                    for _, i in ipairs {1, 6, 29} do
                        assert.is_true(same_bits(row(b, m, whole, i), row(b, m, run(m, b, {states[i]}), 1)))
                    end
                end)
            end)

            it("keeps what is not finite in its row", function()
                draw.each(2, 1, function(d, seed)
                    local m = seed == 1 and some_tree(d) or constant_tree(d)
                    local states = states_of(d, m, 11)
                    local want = run(m, b, states)
                    local letter = b[2]:sub(-1)
                    states[6][letter][d:integer(1, #states[6][letter])] = d:integer(1, 2) == 1 and 0 / 0 or math.huge
                    local got = run(m, b, states)
                    for i = 1, 11 do
                        if i ~= 6 then
                            assert.is_true(same_bits(row(b, m, got, i), row(b, m, want, i)))
                        else
                            for _, x in ipairs(row(b, m, got, i)) do assert.is_true(x ~= x) end
                        end
                    end
                end)
            end)

            it("may have no rows", function()
                local m = some_tree(draw.stream(3))
                local arguments = {Matrix(0, m:nq())}
                for _ = 2, #b[2] do arguments[#arguments + 1] = Matrix(0, m:nv()) end
                if b.body then arguments[#arguments + 1] = m:body_names()[1] end
                assert.equal(0, m[b[1] .. "_batch"](m, table.unpack(arguments)):rows())
            end)

            it("refuses matrices of other sizes, and says which", function()
                local m = some_tree(draw.stream(4))
                local states = states_of(draw.stream(5), m, 3)
                local short = {states[1], states[2]}
                local function refused(pattern, f, ...)
                    local ok, problem = pcall(f, ...)
                    assert.is_false(ok)
                    assert.matches(pattern, tostring(problem))
                end
                local method = m[b[1] .. "_batch"]
                refused("argument #1 .*q: Matrix of " .. m:nq() .. " columns expected", method, m, Matrix(3, m:nq() + 1))
                if #b[2] > 1 then
                    refused("argument #2 .*v: 3x" .. m:nv() .. " Matrix expected, a row for each of q, got 2x", method, m, rows_of(states, "q"),
                        rows_of(short, "v"))
                end
                refused("Matrix to write into", run, m, b, states, Matrix(3, 1))
                refused("field 'threads': integer from 1 to 64 expected, got 0", run, m, b, states, {threads = 0})
                refused("unknown field 'thread'; did you mean 'threads'?", run, m, b, states, {thread = 2})
            end)
        end)
    end

    it("takes a tree that a row's parameters make of the model", function()
        draw.each(3, 1, function(d)
            local m = d:integer(1, 2) == 1 and some_tree(d) or following_tree(d)
            local states, rows = states_of(d, m, 9), {}
            for i = 1, 9 do
                rows[i] = {}
                for _ = 1, m:nbodies() do
                    for _, x in ipairs(make.body(d):parameters():table()) do rows[i][#rows[i] + 1] = x end
                end
            end
            for _, b in ipairs(batches) do
                if not b.unweighed then
                    local results = {run(m, b, states, {parameters = rows})}
                    for _, i in ipairs {1, 5, 9} do
                        local other = m:copy()
                        other:set_parameters(rows[i])
                        is_as_single(b, m, results, i, {b[4](other, states[i])})
                    end
                end
            end
        end)
    end)

    it("may be written over one of its inputs", function()
        draw.each(2, 1, function(d)
            local m = trees.random(d, 6, {types = {"revolute", "prismatic", "universal"}})
            local states = states_of(d, m, 13)
            local Q, V, A = rows_of(states, "q"), rows_of(states, "v"), rows_of(states, "a")
            for _, name in ipairs {"inverse_dynamics_batch", "forward_dynamics_batch"} do
                local want = m[name](m, Q, V, A)
                for which = 1, 3 do
                    local given = {Q * 1, V * 1, A * 1}
                    m[name](m, given[1], given[2], given[3], given[which])
                    assert.is_true(same_bits(flat(want:table()), flat(given[which]:table())))
                end
            end
        end)
    end)

    it("comes out as NaN where a joint moves no inertia, and where a quaternion is zero", function()
        local m = rigid.Model()
        m:add_body {name = "rod", joint = {type = "revolute", axis = {1, 0, 0}}, inertia = rigid.SpatialInertia.point_mass {mass = 1, position = {0, 0, 1}}}
        m:add_body {name = "tip", parent = "rod", placement = {position = {0, 0, 1}}, joint = {type = "revolute", axis = {0, 0, 1}}}
        local A = m:forward_dynamics_batch({{0.1, 0.2}, {0.3, 0.4}}, nil, {{1, 0}, {1, 0}})
        for i = 1, 2 do assert.is_true(A(i, 1) ~= A(i, 1) and A(i, 2) ~= A(i, 2)) end
        local ball = rigid.Model()
        ball:add_body {name = "ball", joint = "spherical", inertia = rigid.SpatialInertia.solid_sphere {mass = 1, radius = 1}}
        local tau = ball:inverse_dynamics_batch({{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 2, 0, 0}}, nil, {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}})
        assert.is_true(tau(2, 1) ~= tau(2, 1))
        compare.near(tau:table()[1], {0.4, 0, 0}, {tol = 1e-15})
        compare.near(tau:table()[3], {0.4, 0, 0}, {tol = 1e-15})
    end)

    it("of a robot without freedoms has rows of nothing, or what its welded bodies are", function()
        local bare, statue = rigid.Model(), rigid.Model()
        statue:add_body {name = "statue", joint = "fixed", inertia = rigid.SpatialInertia.solid_sphere {mass = 1, radius = 1}}
        for _, m in ipairs {bare, statue} do
            for _, n in ipairs {0, 1, 20} do
                local none = rigid.Matrix(n, 0)
                for _, name in ipairs {"inverse_dynamics", "forward_dynamics", "bias_forces", "mass_matrix", "regressor", "inverse_dynamics_derivatives", "energies"} do
                    local out = m[name .. "_batch"](m, none, none)
                    assert.equal(name == "energies" and 2 * n or 0, out:rows() * out:cols(), name)
                end
                assert.equal(n, m:poses_batch(none, "world"):rows())
            end
        end
    end)

    it("takes angles of any size", function()
        local m = trees.random(draw.stream(8), 4, {types = {"revolute"}})
        local Q = {{1e4, 1e6, -3e9, 2}, {1, 2, 3, 4}, {-1e300, 5, 6, 7}}
        local tau = m:inverse_dynamics_batch(Q)
        for i, q in ipairs(Q) do compare.near(tau:table()[i], m:inverse_dynamics(q):table(), {tol = 1e-13, scale = 10}) end
    end)

    it("refuses one Matrix for two results", function()
        local m = trees.random(draw.stream(8), 2, {types = {"revolute"}})
        local H = Matrix(1, 4)
        local ok, problem = pcall(m.inverse_dynamics_derivatives_batch, m, {{0, 0}}, nil, nil, H, Matrix(1, 4), H)
        assert.is_false(ok)
        assert.matches("argument #6 .*to be written into as argument #4 already", tostring(problem))
    end)
end)

describe("a batch whose results are larger than the caches", function()
    -- What goes past them: of rows that begin at one place of a line, and of rows that begin at two.
    for _, file in ipairs {"humanoid30.urdf", "quadruped12.urdf"} do
        it("has the rows of small ones, to the last bit: " .. file, function()
            local m = rigid.load("spec/models/" .. file, {floating = true})
            local nv, cols = m:nv(), 10 * m:nbodies()
            local count = (1 << 22) // (nv * cols) + 12
            local function states(first, last)
                local Q, V, A = Matrix(last - first + 1, m:nq()), Matrix(last - first + 1, nv), Matrix(last - first + 1, nv)
                for i = first, last do
                    local q, v = m:random_state(i)
                    local _, a = m:random_state(-i)
                    for k = 1, m:nq() do Q:set(i - first + 1, k, q[k]) end
                    for k = 1, nv do
                        V:set(i - first + 1, k, v[k])
                        A:set(i - first + 1, k, a[k])
                    end
                end
                return Q, V, A
            end
            local Q, V, A = states(1, count)
            local all = m:regressor_batch(Q, V, A, {threads = 2})
            for _, first in ipairs {1, count // 2 // 8 * 8 - 2, count - 8} do
                local few = m:regressor_batch(states(first, first + 8))
                local same = 0
                for i = 1, 9 * nv do
                    for j = 1, cols do same = same + (few(i, j) == all((first - 1) * nv + i, j) and 1 or 0) end
                end
                assert.equal(9 * nv * cols, same)
            end
        end)
    end
end)
