-- Which combinations of parameters move torques: known structures, the rank of sampled regressors, and that each sentence about a parameter
-- names a change that moves no torque.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"
local compare = require "spec.support.compare"

local Matrix, Model, SpatialInertia, Transform, Rotation, Vector = rigid.Matrix, rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Rotation, rigid.Vector
local refuses = compare.refuses

local BODY <const> = SpatialInertia.solid_box {mass = 2, size = {0.1, 0.2, 0.3}}:shift {-0.1, 0.2, 0.05}
local Z <const> = {0, 0, 1}

-- A chain of links along their own ways: {type, axis, position, rpy} each.
local function chain(gravity, ...)
    local m, parent = Model {name = "chain", gravity = gravity}, nil
    for i, joint in ipairs {...} do
        m:add_body {
            name = "b" .. i, parent = parent, inertia = BODY, joint = {type = joint[1], axis = joint[2]},
            placement = Transform(Rotation.rpy(table.unpack(joint[4] or {0, 0, 0})), joint[3] or {0.3, 0.1, 0}),
        }
        parent = "b" .. i
    end
    return m
end

local function two_links(gravity, tilt) return chain(gravity, {"revolute", Z, {0, 0, 0}, tilt}, {"revolute", Z, {0.5, 0, 0}}) end

-- Joints as the Denavit-Hartenberg tables of arms have them: {a, alpha, d}, each behind the joint before it.
local function by_table(rows)
    local list = {}
    for i, row in ipairs(rows) do list[i] = {"revolute", Z, {row[1], 0, row[3]}, {row[2], 0, 0}} end
    return chain({0, 0, -9.81}, table.unpack(list))
end

local QUARTER <const> = math.pi / 2

local STRUCTURES <const> = {
    {"two links, gravity in their plane", 6, two_links {0, -9.81, 0}}, {"two links, gravity along their axes", 4, two_links {0, 0, -9.81}},
    {"two links without gravity", 4, two_links {0, 0, 0}}, {"two links, tilted by 3 degrees", 6, two_links({0, 0, -9.81}, {math.rad(3), 0, 0})},
    {"two links of a millimetre", 6, chain({0, -9.81, 0}, {"revolute", Z, {0, 0, 0}}, {"revolute", Z, {5e-4, 0, 0}})},
    {"SCARA", 8, chain({0, 0, -9.81}, {"revolute", Z, {0, 0, 0}}, {"revolute", Z}, {"prismatic", Z}, {"revolute", Z, {0, 0, 0}})},
    {"a gantry with a wrist", 6, chain({0, 0, -9.81}, {"prismatic", {1, 0, 0}}, {"prismatic", {0, 1, 0}}, {"prismatic", Z}, {"revolute", Z})},
    {"seven joints, offset at the elbow", 43, by_table {
        {0, 0, 0.333}, {0, -QUARTER, 0}, {0, QUARTER, 0.316}, {0.0825, QUARTER, 0}, {-0.0825, -QUARTER, 0.384}, {0, QUARTER, 0}, {0.088, QUARTER, 0},
    }},
    {"six joints, three of them parallel", 36, by_table {
        {0, 0, 0.181}, {0, QUARTER, 0}, {-0.613, 0, 0}, {-0.572, 0, 0.174}, {0, QUARTER, 0.12}, {0, -QUARTER, 0.117},
    }},
    {"a ball and a hinge", 16, chain({0, 0, -9.81}, {"spherical", nil, {0, 0, 0}}, {"revolute", {0.6, 0, 0.8}})},
    {"a universal joint", 9, chain({0, 0, -9.81}, {"universal"})}, {"a free body", 10, chain({0, 0, -9.81}, {"floating"})},
}

-- Rows of regressors at random states, in which they are of order one.
local function stack(m, options, count)
    local rows = {}
    for seed = 1, count do
        local q, v = m:random_state(seed)
        local _, a = m:random_state(seed + 1000)
        for _, row in ipairs(m:regressor(q, v, a, options or {}):table()) do rows[#rows + 1] = row end
    end
    return Matrix(rows)
end

local function largest(x)
    local most = 0.0
    for _, row in ipairs(x:table()) do
        for _, entry in ipairs(type(row) == "table" and row or {row}) do most = math.max(most, math.abs(entry)) end
    end
    return most
end

local function tells_all(base, Y)
    local B = base:matrix()
    assert.equal(base.count, B:rank(1e-9))
    assert.equal(base.count, Y:rank(1e-8))
    if base.count == base.of then return end
    local null = base:null_space()
    assert.equal(base.of - base.count, null:rank(1e-9))
    assert.is_true(largest(B * null) <= 1e-12 * largest(B) * largest(null))
    assert.is_true(largest(Y * null) <= 1e-12 * largest(Y) * largest(null))
end

describe("base parameters", function()
    for _, case in ipairs(STRUCTURES) do
        it("of " .. case[1] .. " are " .. case[2], function()
            local base = case[3]:base_parameters()
            assert.equal(case[2], base.count)
            assert.equal(case[2], #base:names())
            assert.is_false(base.sampled)
        end)
    end

    it("of arms on what moves freely are those that gravity and motions in all ways show", function()
        for k, count in pairs {[1] = 14, [6] = 25, [7] = 19, [8] = 49, [9] = 42} do
            assert.equal(count, STRUCTURES[k][3]:base_parameters {floating = true}.count, STRUCTURES[k][1])
        end
    end)

    it("of random trees of all joints are as many as a sampled regressor has rank, and leave nothing in it", function()
        for seed = 1, 16 do
            local d = draw.stream(seed)
            local m = trees.random(d, d:integer(1, 4), {roots = seed % 5 == 0 and 2 or 1, welded = 0.2, first = seed % 3 == 0 and "floating" or nil})
            local base = m:base_parameters()
            tells_all(base, stack(m, nil, 25))
        end
    end)

    it("give torques by the columns that name the combinations", function()
        local m = STRUCTURES[8][3]
        local base = m:base_parameters()
        local B, Y = base:matrix(), stack(m, nil, 3)
        local picked = Matrix(Y:rows(), base.count)
        for i = 1, base.count do
            local own = 0
            for k = 1, B:cols() do -- the column that stands in this row alone
                local alone = B(i, k) == 1
                for j = 1, base.count do alone = alone and (j == i or B(j, k) == 0) end
                own = own == 0 and alone and k or own
            end
            for r = 1, Y:rows() do picked:set(r, i, Y(r, own)) end
        end
        assert.is_true((picked * (B * m:parameters())):is_near(Y * m:parameters(), 1e-10 * largest(Y)))
    end)

    it("of models whose joints follow others, and of loops, are counted by samples, and say so", function()
        local m = Model {gravity = {0, -9.81, 0}}
        m:add_body {name = "a", joint = {type = "revolute", name = "j", axis = Z}, inertia = BODY}
        m:add_body {name = "b", parent = "a", placement = {position = {0.5, 0, 0}}, inertia = BODY,
            joint = {type = "revolute", axis = Z, mimic = {joint = "j", multiplier = 2}}}
        local base = m:base_parameters()
        assert.equal(5, base.count)
        assert.is_true(base.sampled and base.note:find("follow", 1, true) ~= nil)
        tells_all(base, stack(m, nil, 25))
        refuses(function() m:base_parameters {floating = true} end, "follow")
    end)

    it("have columns for what joints resist by: a rotor of the first joint is not told from its link", function()
        local m = two_links {0, -9.81, 0}
        local base = m:base_parameters {damping = true, friction = true, armature = true, offset = true}
        assert.equal(6 + 2 + 2 + 1 + 2, base.count)
        assert.equal(28, base.of)
        tells_all(m:base_parameters {armature = true}, stack(m, {armature = true}, 40))
    end)

    it("say why a parameter cannot be known by a change that moves no torque", function()
        for _, k in ipairs {1, 2, 6, 8, 9, 10, 11} do
            local m = STRUCTURES[k][3]
            local base, Y = m:base_parameters(), stack(m, nil, 4)
            for link = 1, m:nbodies() do
                for number, name in ipairs {"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"} do
                    local text, change = base:why("b" .. link, name)
                    local column = 10 * (link - 1) + number
                    local unit = Vector(base.of)
                    unit:set(column, 1)
                    local rows = base:matrix():table()
                    rows[#rows + 1] = unit:table()
                    local known = Matrix(rows):rank(1e-7) == base.count -- it is in the row space
                    assert.equal(known, change == nil, text)
                    assert.equal(known, text:find("by itself: no change", 1, true) ~= nil)
                    if change then
                        assert.equal(1, change[column])
                        assert.is_true(largest(Matrix(Y:table()) * Matrix {change:table()}:transpose()) <= 1e-11 * largest(Y) * largest(Matrix {change:table()}), text)
                    end
                end
            end
        end
    end)

    it("refuse what they do not know", function()
        local base = STRUCTURES[1][3]:base_parameters()
        refuses(function() base:why("b3", "Ixx") end, "no moving link named 'b3'")
        refuses(function() base:why("b1", "Ixz2") end, "Izz")
        refuses(function() STRUCTURES[1][3]:base_parameters {floting = true} end, "unknown field 'floting'")
        refuses(function() Model {}:base_parameters() end, "no link that moves")
        local open = Model {}
        open:add_body {name = "a", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = BODY}
        open:add_loop {name = "far", placement_a = {position = {5, 0, 0}}, body_b = "a", joint = "revolute"}
        refuses(function() open:base_parameters() end, "closes the model's loops", "m:assemble")
        refuses(function() rigid.excitation {model = open} end, "loops")
    end)
end)

describe("same_dynamics", function()
    it("holds after random transfers of mass, and not after a change of a millionth", function()
        for seed = 1, 12 do
            local d = draw.stream(100 + seed)
            local m = trees.random(d, 3)
            local base, other, changed = m:base_parameters(), m:copy(), m:copy()
            local p = m:parameters()
            if base.count < base.of then
                local null = base:null_space()
                local moved = p + null * Vector(d:list(null:cols()))
                assert.is_true((rigid.same_dynamics(m, other:set_parameters(moved))))
            end
            local row = base:matrix():table()[d:integer(1, base.count)]
            local same, sentence = rigid.same_dynamics(m, changed:set_parameters(p + Vector(row) * (1e-6 * p:norm() / Vector(row):norm())))
            assert.is_false(same)
            assert.is_truthy(sentence:find("link", 1, true))
        end
    end)

    it("sees a light wrist beside a heavy shoulder", function()
        local m = Model {name = "arm"}
        local axes, parent = {Z, {0, 1, 0}, {0, 1, 0}}, nil
        for i, axis in ipairs(axes) do
            m:add_body {name = "l" .. i, parent = parent, joint = {type = "revolute", name = "j" .. i, axis = axis}, placement = {position = {0.2, 0, 0.1}},
                inertia = SpatialInertia.solid_cube {mass = 10.0 ^ (4 - 3 * i), length = 0.2 ^ i}:shift {-0.1 ^ i, 0, 0.02}}
            parent = "l" .. i
        end
        local p = m:parameters()
        p:set(28, p[28] * (1 + 1e-6)) -- Iyy of the last
        local same, sentence = rigid.same_dynamics(m, m:copy():set_parameters(p))
        assert.is_false(same)
        assert.is_truthy(sentence:find("'l3'", 1, true), sentence)
        assert.is_true((rigid.same_dynamics(m, m:copy())))
    end)

    it("takes the forces of loops off, and looks at what they leave", function()
        local function four_bar(width, move)
            local m = Model {name = "bars", gravity = {0, 0, -9.81}}
            local bar, parent = SpatialInertia.solid_box {mass = 1, size = {0.5, 0.05, 0.05}}:shift {-0.25, 0, 0}, nil
            for i = 1, 3 do
                m:add_body {name = "b" .. i, parent = parent, joint = {type = "revolute", name = "j" .. i, axis = {0, 1, 0}},
                    placement = {position = {i > 1 and 0.5 or 0, 0, 0}}, inertia = bar}
                parent = "b" .. i
            end
            m:add_loop {name = "close", placement_a = {position = {width, 0, 0}}, body_b = "b3", placement_b = {position = {0.5, 0, 0}},
                joint = {type = "revolute", axis = {0, 1, 0}}}
            return m:set_parameters(m:parameters() + (move or Vector(30)))
        end
        local m = four_bar(0.5)
        assert.is_true((rigid.same_dynamics(m, four_bar(0.5))))
        local same, sentence = rigid.same_dynamics(m, four_bar(0.6))
        assert.is_false(same)
        assert.is_truthy(sentence:find("loops do not leave the same motions", 1, true), sentence)
        local base = m:base_parameters()
        local told, kept = Vector(base:matrix():table()[1]), base:null_space()
        assert.is_false((rigid.same_dynamics(m, four_bar(0.5, told * 1e-3))))
        for k = 1, kept:cols() do assert.is_true((rigid.same_dynamics(m, four_bar(0.5, kept:column(k) * 0.1)))) end
        local tree = Model {name = "bars"}
        for i = 1, 3 do
            tree:add_body {name = "b" .. i, parent = i > 1 and "b" .. i - 1 or nil, joint = {type = "revolute", name = "j" .. i, axis = {0, 1, 0}}, inertia = BODY}
        end
        assert.is_truthy(select(2, rigid.same_dynamics(m, tree)):find("loops", 1, true))
    end)

    it("names the link that differs", function()
        local m = STRUCTURES[8][3]
        local p = m:parameters():table()
        p[10 * 4 + 3] = p[10 * 4 + 3] + 0.01
        local _, sentence = rigid.same_dynamics(m, m:copy():set_parameters(p))
        assert.is_truthy(sentence:find("'b5'", 1, true), sentence)
    end)

    it("does not care where on its axis the frame of a joint was put", function()
        local function arm(shift)
            local m = Model {name = "arm"}
            m:add_body {name = "a", joint = {type = "revolute", axis = Z}, placement = {position = {0, 0, shift}}, inertia = BODY:shift {0, 0, shift}}
            m:add_body {name = "b", parent = "a", joint = {type = "revolute", axis = {0, 1, 0}}, placement = {position = {0.3, 0, 0.2 - shift}}, inertia = BODY}
            return m
        end
        assert.is_true((rigid.same_dynamics(arm(0), arm(0.15))))
        local same, sentence = rigid.same_dynamics(arm(0), STRUCTURES[10][3])
        assert.is_false(same)
        assert.is_truthy(sentence:find("freedoms", 1, true))
    end)

    it("takes lengths that have no squares for nothing", function()
        for _, length in ipairs {1e-90, 1e-160, 1e-200, 5e-324} do
            local m = Model {name = "dust"}
            for i = 1, 2 do
                m:add_body {name = "link" .. i, parent = i > 1 and "link1" or "world", joint = {type = "revolute", axis = Z},
                    placement = {position = {0, length, length}}, inertia = SpatialInertia.solid_sphere {mass = 1, radius = length}}
            end
            assert.equal(length == 1e-90 and 4 or 2, m:base_parameters().count)
        end
    end)
end)
