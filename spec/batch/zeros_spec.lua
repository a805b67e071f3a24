-- Results that are zero in places which the tree alone decides: such zeros are not written again into a Matrix in which they stand. So
-- whatever was done with a Matrix before, what a batch leaves in it is what it leaves in a new one, to the last bit.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local trees = require "spec.support.trees"

local Matrix <const> = rigid.Matrix
local NAN <const> = 0 / 0

-- The same number, zeros by their sign, or NaN both.
local function is_same(x, y) return x == y and (x ~= 0 or 1 / x == 1 / y) or (x ~= x and y ~= y) end

local function same(got, want, when)
    local a, b = got:table(), want:table()
    assert.equal(#b, #a)
    for i, row in ipairs(b) do
        for j, y in ipairs(row) do
            if not is_same(a[i][j], y) then error(("entry (%d, %d) is %s, not %s, %s"):format(i, j, a[i][j], y, when)) end
        end
    end
end

-- A robot that branches: `parents` says from which body each hangs, kind_of(i) by what joint.
local function assembled(d, parents, kind_of)
    local m = rigid.Model {name = "limbs", gravity = {0.7, -1.3, -9.2}}
    for i, parent in ipairs(parents) do
        m:add_body {
            name = "link" .. i, parent = parent > 0 and "link" .. parent or nil, joint = trees.joint(d, kind_of(i), "joint" .. i, {}),
            placement = make.pose(d), inertia = make.body(d),
        }
    end
    return m
end

-- Of one freedom a body but for the first.
local function robot(d, parents, first)
    return assembled(d, parents, function(i) return i == 1 and first or d:unit_interval() < 0.8 and "revolute" or "prismatic" end)
end

local methods <const> = {"mass_matrix_batch", "regressor_batch", "inverse_dynamics_derivatives_batch"}
local gives <const> = {1, 1, 3}

local function arguments(which, Q, V, A) return table.unpack({Q, V, A}, 1, which == 1 and 1 or 3) end

-- Matrices of the shape of those, picked out of all there are of it, each once; new ones where there are too few.
local function outs_of(d, pool, fresh)
    local shape = fresh[1]:rows() .. "x" .. fresh[1]:cols()
    pool[shape] = pool[shape] or {}
    local list, taken = pool[shape], {}
    while #list < #fresh + 1 do list[#list + 1] = Matrix(fresh[1]:rows(), fresh[1]:cols()) end
    for i = 1, #fresh do
        local at = d:integer(i, #list)
        list[i], list[at] = list[at], list[i]
        taken[i] = list[i]
    end
    return taken
end

local function any_of(d, pool)
    local shapes = {}
    for shape in pairs(pool) do shapes[#shapes + 1] = shape end
    table.sort(shapes)
    local list = #shapes > 0 and pool[shapes[d:integer(1, #shapes)]]
    return list and list[d:integer(1, #list)]
end

-- The mass matrix of one state, into a Matrix that others of that shape were written into as well.
local function one_mass_matrix(d, pool, m, did)
    local q = trees.state(d, m)
    local fresh = m:mass_matrix(q)
    local out = outs_of(d, pool, {fresh})[1]
    m:mass_matrix(q, out)
    same(out, fresh, "mass_matrix after " .. did)
end

-- What else may happen to a Matrix, or to a model, between two calls; each returns what it did, in words.
local disturbances <const> = {
    function(d, pool)
        local M = any_of(d, pool)
        if not M or M:rows() * M:cols() == 0 then return "nothing" end
        for _ = 1, 9 do M:set(d:integer(1, M:rows()), d:integer(1, M:cols()), d:number()) end
        return "entries were set"
    end,
    function(d, pool, m) -- of one state a batch of regressors has the shape of a single one, and is written into by it
        local q, v, a = trees.state(d, m)
        local one = m:regressor(q, v, a)
        m:regressor(q, v, a, outs_of(d, pool, {one})[1])
        return "a single regressor was written"
    end,
    function(d, pool, m)
        local q, v = trees.state(d, m)
        local C = m:coriolis_matrix(q, v)
        local method = d:integer(1, 2) == 1 and "inverse_mass_matrix" or "mass_matrix"
        m:coriolis_matrix(q, v, outs_of(d, pool, {C})[1])
        m[method](m, q, outs_of(d, pool, {C})[1])
        return "other matrices of one state were written"
    end,
    function(d, pool, m) -- with parameters of its own a row is written number by number
        local Q = trees.states(d, m, 3)
        local rows = {}
        for i = 1, 3 do rows[i] = m:parameters():table() end
        m:mass_matrix_batch(Q, outs_of(d, pool, {m:mass_matrix_batch(Q)})[1], {parameters = Matrix(rows)})
        return "a batch with parameters was written"
    end,
    function(d, pool, m) -- a refused call
        local Q = trees.states(d, m, 3)
        local H = m:mass_matrix_batch(Q)
        local out = outs_of(d, pool, {H})[1]
        assert.is_false((pcall(m.inverse_dynamics_derivatives_batch, m, Q, nil, nil, out, Matrix(3, H:cols()), out)))
        return "a call was refused"
    end,
    function(_, _, m)
        m:body("link2").inertia = make.body(draw.stream(3))
        return "an inertia was changed"
    end,
    function(d, _, m)
        m:attach {body = "link" .. d:integer(1, 5), inertia = make.body(d)}
        m:detach "payload"
        return "a payload came and went"
    end,
    function(d, _, m, models) -- at the address of another, perhaps
        for i, one in ipairs(models) do
            local parents = {0}
            for k = 2, 7 do parents[k] = d:integer(1, k - 1) end
            if one == m then models[i] = robot(d, parents, "revolute") end
        end
        collectgarbage()
        return "a model was made in the place of another"
    end,
    function()
        collectgarbage()
        return "garbage was collected"
    end,
}

local function spoil(d, m, Q, V)
    if Q:rows() == 0 or d:unit_interval() < 0.6 then return end
    local row = d:integer(1, Q:rows())
    if d:unit_interval() < 0.5 then
        V:set(row, d:integer(1, m:nv()), NAN)
    else
        Q:set(row, d:integer(1, m:nq()), 1 / 0)
    end
end

local function one_call(d, pool, m, did)
    local which = d:integer(1, 3)
    local n = ({0, 1, 3, 3, 8, 9, 17})[d:integer(1, 7)]
    local Q, V, A = trees.states(d, m, n)
    spoil(d, m, Q, V)
    local fresh = {m[methods[which]](m, arguments(which, Q, V, A))}
    local outs = outs_of(d, pool, fresh)
    local call = {arguments(which, Q, V, A)}
    table.move(outs, 1, #outs, #call + 1, call)
    call[#call + 1] = {threads = d:integer(1, 3)}
    m[methods[which]](m, table.unpack(call))
    for i = 1, gives[which] do same(outs[i], fresh[i], ("%s of %d after %s"):format(methods[which], n, did)) end
end

describe("zeros that no state changes", function()
    for _, first in ipairs {"revolute", "floating", "spherical"} do
        it("stand in what was written into in any order: " .. first, function()
            draw.each(8, 1, function(d)
                local models, pool, did = {}, {}, "nothing"
                for i, parents in ipairs {{0, 1, 1, 2, 3, 1, 6}, {0, 1, 2, 3, 4, 5, 6}, {0, 1, 1, 1, 1, 1, 1}} do models[i] = robot(d, parents, first) end
                models[4] = models[1]:copy()
                for _ = 1, 60 do
                    local m = models[d:integer(1, #models)]
                    if d:unit_interval() < 0.4 then
                        did = disturbances[d:integer(1, #disturbances)](d, pool, m, models)
                    elseif d:unit_interval() < 0.3 then
                        one_mass_matrix(d, pool, m, did)
                    else
                        one_call(d, pool, m, did)
                    end
                end
            end)
        end)
    end

    it("are not those of another robot with as many freedoms", function()
        local d = draw.stream(5)
        local limbs, chain = robot(d, {0, 1, 1, 1, 1}, "revolute"), robot(d, {0, 1, 2, 3, 4}, "revolute")
        local Q = trees.states(d, limbs, 9)
        local H = chain:mass_matrix_batch(Q)
        limbs:mass_matrix_batch(Q, H)
        same(H, limbs:mass_matrix_batch(Q), "after the chain")
        chain:mass_matrix_batch(Q, H)
        limbs:mass_matrix_batch(Q, H)
        same(H, limbs:mass_matrix_batch(Q), "after both")
    end)

    it("are set anew after a row that was refused", function()
        for _, parents in ipairs {{0, 1, 1, 2, 3}, {0, 1, 2, 3, 4}} do
            local d = draw.stream(6)
            local m = robot(d, parents, "floating")
            local Q, V, A = trees.states(d, m, 11)
            local Y = m:regressor_batch(Q, V, A)
            local bad = V:copy():set(4, 2, NAN)
            m:regressor_batch(Q, bad, A, Y)
            assert.is_true(Y(4 * m:nv(), 1) ~= Y(4 * m:nv(), 1))
            m:regressor_batch(Q, V, A, Y)
            same(Y, m:regressor_batch(Q, V, A), "after NaN")
        end
    end)

    it("are set anew where one was written over", function()
        local d = draw.stream(7)
        local m = robot(d, {0, 1, 1, 1, 1}, "revolute")
        local Q, V, A = trees.states(d, m, 2)
        local Y, want = m:regressor_batch(Q, V, A), m:regressor_batch(Q, V, A)
        for i = 1, Y:rows() do
            for j = 1, Y:cols() do
                Y:set(i, j, 7)
                m:regressor_batch(Q, V, A, Y)
                assert.is_true(Y == want)
            end
        end
    end)

    it("are set anew where a single call wrote", function()
        local d = draw.stream(8)
        local limbs, chain = robot(d, {0, 1, 1, 1, 1}, "revolute"), robot(d, {0, 1, 2, 3, 4}, "revolute")
        local Q, V, A = trees.states(d, limbs, 1)
        local Y = limbs:regressor_batch(Q, V, A)
        chain:regressor(Q:row(1), V:row(1), A:row(1), Y)
        limbs:regressor_batch(Q, V, A, Y)
        same(Y, limbs:regressor_batch(Q, V, A), "after a single regressor")
    end)
end)

-- Results of so many megabytes go past the caches, where their rows begin lines, or every other row does.
describe("results larger than the caches", function()
    local function often(X, n)
        local rows, list = X:table(), {}
        for i = 1, n do list[i] = rows[(i - 1) % #rows + 1] end
        return Matrix(list)
    end
    -- of 12 freedoms: 144 numbers a matrix, whole lines of a cache; of 10: 100, and 500 a regressor, half a line more than whole ones
    for _, parents in ipairs {{0, 1, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5, 6}, {0, 1, 1, 2, 3}, {0, 1, 2, 3, 4}} do
        for _, method in ipairs {"inverse_dynamics_derivatives_batch", "regressor_batch"} do
            it(("of %d bodies are those of small batches, by %s"):format(#parents, method), function()
                local d = draw.stream(9)
                local m = robot(d, parents, "floating")
                local few, n <const> = 203, 203 * 25
                local Q, V, A = trees.states(d, m, few)
                local many, small = {often(Q, n), often(V, n), often(A, n)}, {m[method](m, Q, V, A)}
                local outs = {m[method](m, table.unpack(many))}
                local rows = small[1]:rows() // few -- of a state
                local function check()
                    for k, out in ipairs(outs) do
                        for i = 1, n, 61 do
                            local state, at = d:integer(1, n), d:integer(1, rows)
                            state = i == 1 and n or state -- the last, in a register that is not full
                            local got, want = out:row((state - 1) * rows + at), small[k]:row((state - 1) % few * rows + at)
                            for j = 1, #want do assert.is_true(is_same(got[j], want[j])) end
                        end
                    end
                end
                check()
                for _ = 1, 2 do
                    for _, out in ipairs(outs) do out:set(d:integer(1, n), d:integer(1, out:cols()), 3) end
                    local given = {table.unpack(many)}
                    for _, out in ipairs(outs) do given[#given + 1] = out end
                    given[#given + 1] = {threads = 2}
                    m[method](m, table.unpack(given))
                    check()
                end
            end)
        end
    end
end)

-- Where rows are whole lines and forces take as many steps to the root as there are lines, or more, each step may write one.
describe("mass matrices of deep trees", function()
    local function chain(d, kinds)
        local parents = {}
        for i = 1, #kinds do parents[i] = i - 1 end
        return assembled(d, parents, function(i) return kinds[i] end)
    end

    -- A row of a batch against a single call, each entry by how large those on the diagonal are.
    local function near(got, want, when)
        local n = #want
        for r, row in ipairs(want) do
            for k, y in ipairs(row) do
                local x = got[(r - 1) * n + k]
                if not (math.abs(x - y) <= 1e-13 * math.sqrt(want[r][r] * want[k][k])) then
                    error(("entry (%d, %d) is %s, not %s, %s"):format(r, k, x, y, when))
                end
            end
        end
    end

    local turns <const> = {}
    for i = 1, 12 do turns[i] = "revolute" end
    local chains <const> = {
        ["that turn"] = turns,
        ["that float"] = {"floating", "revolute", "revolute", "prismatic", "revolute", "revolute", "revolute"},
        ["of several freedoms a joint"] = {"revolute", "spherical", "revolute", "planar", "revolute", "revolute", "spherical", "revolute",
                                           "prismatic", "revolute"},
    }
    for name, kinds in pairs(chains) do
        it("are in every row those of single calls: " .. name, function()
            local d = draw.stream(23)
            local m = chain(d, kinds)
            local most <const> = 2000 -- of 144 numbers and more: past the caches
            assert.equal(0, m:nv() % 4)
            local Q, want = trees.states(d, m, most), {}
            for i = 1, most do want[i] = m:mass_matrix(Q:row(i)):table() end
            for _, n in ipairs {7, 8, 9, 24, 203, most} do
                local all = m:mass_matrix_batch(Q:block(1, 1, n, m:nq())):table()
                assert.equal(n, #all)
                for i, row in ipairs(all) do near(row, want[i], ("row %d of %d"):format(i, n)) end
            end
        end)
    end
end)
