-- A few states of many trees: what one tree of batch_spec.lua seldom has, such as a body with several freedoms that carries others, under
-- one that has several as well.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local make = require "spec.support.make"
local tolerance = require "spec.support.tolerance"
local trees = require "spec.support.trees"

local CONSTANT <const> = {"revolute", "helical", "spherical", "planar", "floating", "cylindrical", "universal"}

-- The numbers of a matrix, row after row.
local function flat(A)
    local list = rigid.Vector(A:rows() * A:cols())
    for r = 1, A:rows() do
        for c = 1, A:cols() do list[(r - 1) * A:cols() + c] = A(r, c) end
    end
    return list
end

local TAKES <const> = {mass_matrix = 1, bias_forces = 2} -- of q, v and a; others all three

-- Rows of the batch and single calls.
local function agree(m, name, ...)
    local takes, states = TAKES[name] or 3, {...}
    local whole = {m[name .. "_batch"](m, table.unpack(states, 1, takes))}
    for i = 1, states[1]:rows() do
        local row = {}
        for k = 1, takes do row[k] = states[k]:row(i) end
        for k, want in ipairs {m[name](m, table.unpack(row))} do
            if rigid.type(want) == "Matrix" then want = flat(want) end
            compare.near(whole[k]:row(i), want, {tol = tolerance.batch, scale = math.max(1, compare.scale(want)), what = name})
        end
    end
end

-- How a joint may rest: by quarters of a turn, leaning about x, any way, and so but for what a rotation may be off.
local RESTS <const> = {
    function() return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} end,
    function(d) return rigid.Rotation.x(d:integer(0, 3) * math.pi / 2) * rigid.Rotation.z(d:integer(0, 3) * math.pi / 2) end,
    function(d) return rigid.Rotation.x(3 * d:number()) end,
    function(d) return d:rotation() end,
    function(d)
        local rows = d:rotation()
        local row = rows[d:integer(1, 3)]
        for k = 1, 3 do row[k] = row[k] * (1 + 1e-14) end
        return rows
    end,
}

-- From one to the next, quarters of a turn and nothing else.
local AXES <const> = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}}

local function hinges(d)
    local m = rigid.Model {}
    for i = 1, 8 do
        m:add_body {name = "b" .. i, parent = i > 1 and "b" .. d:integer(1, i - 1) or nil, inertia = make.body(d),
            joint = {type = "revolute", axis = {0, 0, 1}, armature = d:integer(0, 1) * 0.3},
            placement = {position = d:vec3(), rotation = RESTS[d:integer(1, #RESTS)](d)}}
    end
    return m
end

describe("a batch of many trees", function()
    for _, name in ipairs {"forward_dynamics", "inverse_dynamics", "inverse_dynamics_derivatives", "mass_matrix", "bias_forces"} do
        it("has in each row what the single call gives: " .. name, function()
            draw.each(24, 1, function(d, seed)
                local m = trees.random(d, 6, {types = CONSTANT, payloads = 0.2, armature = true, roots = seed % 2 + 1})
                agree(m, name, trees.states(d, m, 3))
            end)
        end)

        it("keeps the digits of what flies far from the origin: " .. name, function()
            draw.each(3, 1, function(d)
                local m = trees.random(d, 5, {types = CONSTANT, first = "floating"})
                local q, v, a = trees.states(d, m, 2)
                for i = 1, 2 do
                    for k = 1, 3 do q:set(i, k, 1e7 + d:number()) end
                end
                agree(m, name, q, v, a)
            end)
        end)

        it("keeps the digits of what turned many times: " .. name, function()
            draw.each(4, 1, function(d)
                local m = rigid.Model {}
                for i = 1, 6 do
                    m:add_body {name = "b" .. i, parent = i > 1 and "b" .. d:integer(1, i - 1) or nil, inertia = make.body(d),
                        joint = {type = "revolute", axis = AXES[d:integer(1, #AXES)]}, placement = {position = d:vec3()}}
                end
                local q, v, a = trees.states(d, m, 9)
                for i = 1, 9 do
                    for k = 1, 6 do q:set(i, k, q(i, k) * 10 ^ d:integer(0, i < 9 and 4 or 12)) end
                end
                agree(m, name, q, v, a)
            end)
        end)

        it("has in each row what the single call gives however its hinges rest: " .. name, function()
            draw.each(12, 1, function(d)
                local m = hinges(d)
                agree(m, name, trees.states(d, m, 3))
            end)
        end)

        it("has in each row what the single call gives of several robots, of which some float: " .. name, function()
            draw.each(6, 1, function(d)
                local m = rigid.Model {}
                local function add(parent, type)
                    local body = "b" .. #m:body_names() + 1
                    m:add_body {name = body, parent = parent, inertia = make.body(d), placement = {position = d:vec3(), rotation = d:rotation()},
                        joint = {type = type, axis = type == "revolute" and d:direction() or nil}}
                    return body
                end
                for _, root in ipairs(d:integer(0, 1) == 0 and {"floating", "revolute", "floating"} or {"revolute", "floating", "spherical"}) do
                    local body = add(nil, root)
                    add(add(body, "revolute"), d:integer(0, 1) == 0 and "spherical" or "revolute")
                    add(body, "revolute")
                end
                agree(m, name, trees.states(d, m, 3))
            end)
        end)

        it("takes a quaternion by either sign: " .. name, function()
            for _, types in ipairs {{"spherical", "floating"}, {"spherical", "floating", "cardan"}} do
                draw.each(2, 1, function(d)
                    local m = trees.random(d, 5, {types = types})
                    local q, v, a = trees.states(d, m, 2)
                    for _, joint in ipairs(m:joint_names()) do
                        local at = m:joint(joint)
                        local last = at.nq > at.nv and at.q + at.nq - 1 or nil -- of a quaternion
                        for k = last and last - 3 or 1, last or 0 do q:set(2, k, -math.abs(q(2, k))) end
                    end
                    agree(m, name, q, v, a)
                end)
            end
        end)
    end

    -- A tree of many bodies one behind the other has more numbers in a block of regressors than are kept at once.
    it("has in each row what the single call gives: regressor of a long arm", function()
        draw.each(2, 1, function(d)
            local m = rigid.Model {}
            for i = 1, 34 do
                m:add_body {name = "b" .. i, parent = i > 1 and "b" .. i - 1 or nil, inertia = make.body(d),
                    joint = {type = CONSTANT[i % 3 + 1], axis = i % 3 < 2 and d:direction() or nil, pitch = i % 3 == 1 and 0.1 or nil},
                    placement = {position = d:vec3()}}
            end
            local q, v, a = trees.states(d, m, 3)
            local Y = m:regressor_batch(q, v, a)
            for i = 1, q:rows() do
                local want = m:regressor(q:row(i), v:row(i), a:row(i))
                for k = 1, m:nv() do
                    compare.near(Y:row((i - 1) * m:nv() + k), want:row(k), {tol = tolerance.batch, scale = compare.scale(want)})
                end
            end
        end)
    end)
end)
