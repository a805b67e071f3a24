-- The laws of tags over seeded random expressions. An expression is drawn so that every frame and point in it fits; its
-- leaves are poses, rotations, positions, inertias, motions and forces with random numbers. Evaluated with tags it never
-- raises and its result says what was meant; with one frame or point of one leaf swapped for another it always raises;
-- its numbers are the same to the last bit with frames on and off.

local rigid = require "rigid"
local draw = require "spec.support.draw"

local FRAMES <const> = { "A", "B", "C", "D", "E" }
local POINTS <const> = { "Ao", "Bo", "Co", "Do", "Eo", "P", "Q" }

-- ---- drawing expressions ------------------------------------------------------------------------------------------------

local function pick(d, names, ...)
    local name
    repeat
        name = names[d:integer(1, #names)]
        local taken = false
        for _, other in ipairs { ... } do taken = taken or name == other end
    until not taken
    return name
end

local function leaf(make, tag, fields) return { make = make, tag = tag, fields = fields } end
local function node(apply, ...) return { apply = apply, ... } end

local function rotation_leaf(d) return rigid.Rotation.matrix(d:rotation()) end

local draw_position

local function draw_rotation(d, depth, A, B)
    local choice = depth > 0 and d:integer(1, 4) or 1
    if choice == 2 then
        local C = pick(d, FRAMES, A, B)
        return node(function(R, S) return R * S end, draw_rotation(d, depth - 1, A, C), draw_rotation(d, depth - 1, C, B))
    elseif choice == 3 then
        return node(function(R) return R:inverse() end, draw_rotation(d, depth - 1, B, A))
    end
    return leaf(rotation_leaf(d), { relative_to = A, of = B }, { relative_to = FRAMES, of = FRAMES })
end

local function draw_pose(d, depth, A, B)
    local choice = depth > 0 and d:integer(1, 5) or 1
    if choice == 2 then
        local C = pick(d, FRAMES, A, B)
        return node(function(X, Y) return X * Y end, draw_pose(d, depth - 1, A, C), draw_pose(d, depth - 1, C, B))
    elseif choice == 3 then
        return node(function(X) return X:inverse() end, draw_pose(d, depth - 1, B, A))
    elseif choice == 4 then
        return node(function(R, p) return rigid.Transform(R, p) end, draw_rotation(d, depth - 1, A, B),
            draw_position(d, depth - 1, A .. "o", B .. "o", A))
    end
    return leaf(rigid.Transform(rotation_leaf(d), d:vec3()), { relative_to = A, of = B }, { relative_to = FRAMES, of = FRAMES })
end

function draw_position(d, depth, P, Q, E)
    local choice = depth > 0 and d:integer(1, 6) or 1
    if choice == 2 then
        local R = pick(d, POINTS, P, Q)
        return node(function(p, q) return p + q end, draw_position(d, depth - 1, P, R, E), draw_position(d, depth - 1, R, Q, E))
    elseif choice == 3 then
        local R = pick(d, POINTS, P, Q)
        return node(function(p, q) return p - q end, draw_position(d, depth - 1, R, Q, E), draw_position(d, depth - 1, R, P, E))
    elseif choice == 4 then
        return node(function(p) return -p end, draw_position(d, depth - 1, Q, P, E))
    elseif choice == 5 then
        local F = pick(d, FRAMES, E)
        return node(function(R, p) return R * p end, draw_rotation(d, depth - 1, E, F), draw_position(d, depth - 1, P, Q, F))
    end
    return leaf(rigid.Vec3(d:vec3()), { relative_to = P, of = Q, expressed = E },
        { relative_to = POINTS, of = POINTS, expressed = FRAMES })
end

-- An inertia, a motion or a force about P in E: a leaf, or brought there from elsewhere, or put together there.
local function draw_placed(d, depth, kind, P, E)
    local choice = depth > 0 and d:integer(1, 6) or 1
    if choice == 2 then
        local F = pick(d, FRAMES, E)
        return node(function(R, x) return x:re_express(R) end, draw_rotation(d, depth - 1, E, F), draw_placed(d, depth - 1, kind, P, F))
    elseif choice == 3 then
        local Q = pick(d, POINTS, P)
        return node(function(p, x) return x:shift(p) end, draw_position(d, depth - 1, Q, P, E), draw_placed(d, depth - 1, kind, Q, E))
    elseif choice == 4 and P == E .. "o" then
        local F = pick(d, FRAMES, E)
        return node(function(X, x) return X * x end, draw_pose(d, depth - 1, E, F), draw_placed(d, depth - 1, kind, F .. "o", F))
    elseif choice == 5 then
        local combine = d:integer(1, 2) == 1 and function(x, y) return x + y end
            or function(x, y) return x:copy():add_in_place(y) end
        return node(combine, draw_placed(d, depth - 1, kind, P, E), draw_placed(d, depth - 1, kind, P, E))
    elseif choice == 6 and kind.family then
        return kind.family(d, depth, P, E)
    end
    local tag = kind.tag()
    tag.about, tag.expressed = P, E
    return leaf(kind.make(d), tag, { about = POINTS, expressed = FRAMES })
end

local INERTIA <const> = {
    make = function(d) return rigid.SpatialInertia.from_parameters(d:list(10)) end,
    tag = function() return { of = "L" } end,
}
local MOTION <const> = {
    make = function(d) return rigid.Twist(d:six()) end,
    tag = function() return { of = "L", relative_to = "W" } end,
}
local FORCE <const> = {
    make = function(d) return rigid.Wrench(d:six()) end,
    tag = function() return { of = "L" } end,
}
-- A wrench is also what an inertia makes of a velocity.
FORCE.family = function(d, depth, P, E)
    return node(function(M, V) return M:bias_wrench(V) end, draw_placed(d, depth - 1, INERTIA, P, E), draw_placed(d, depth - 1, MOTION, P, E))
end

-- What closes an expression: two values that must be about one point, in one set of axes.
local function draw_closed(d, depth)
    local P, E = pick(d, POINTS), pick(d, FRAMES)
    if d:integer(1, 2) == 1 then P = E .. "o" end
    local choice = d:integer(1, 4)
    local inertia, motion = draw_placed(d, depth, INERTIA, P, E), draw_placed(d, depth, MOTION, P, E)
    if choice == 1 then
        return node(function(M, V) return M * V end, inertia, motion), P, E
    elseif choice == 2 then
        return node(function(P_, V) return rigid.ABI(P_) * rigid.SpatialMotion(V) end, inertia, motion), P, E
    elseif choice == 3 then
        return node(function(V, F) return V:cross(F) end, motion, draw_placed(d, depth, FORCE, P, E)), P, E
    end
    return node(function(F, V) return F:dot(V) end, draw_placed(d, depth, FORCE, P, E), motion), P, E
end

-- ---- evaluating them ----------------------------------------------------------------------------------------------------

local function evaluate(expression, tagged)
    if expression.make then
        local x = expression.make:copy()
        return tagged and x:tag(expression.tag) or x
    end
    local values = {}
    for i, part in ipairs(expression) do values[i] = evaluate(part, tagged) end
    return expression.apply(table.unpack(values))
end

local function leaves_of(expression, list)
    if expression.make then list[#list + 1] = expression end
    for _, part in ipairs(expression) do leaves_of(part, list) end
    return list
end

local function numbers(x) return type(x) == "number" and { x } or x:table() end

describe("frames over random expressions", function()
    before_each(function() rigid.frames(true) end)
    after_each(function() rigid.frames(false) end)

    it("never raise where all fits, and say where the result is", function()
        local leaves = 0
        draw.each(300, 4101, function(d)
            local expression, P, E = draw_closed(d, d:integer(1, 5))
            local result = evaluate(expression, true)
            leaves = leaves + #leaves_of(expression, {})
            if type(result) ~= "number" then
                assert.equal(P, result:tag().about)
                assert.equal(E, result:tag().expressed)
                assert.equal("L", result:tag().of)
            end
        end)
        assert.truthy(leaves > 1500, "the expressions are too small to mean anything")
    end)

    it("always raise where one frame or point is swapped, and change no number", function()
        local swapped = 0
        draw.each(300, 4102, function(d)
            local expression = draw_closed(d, d:integer(1, 5))
            for _, one in ipairs(leaves_of(expression, {})) do
                for field, names in pairs(one.fields) do
                    local right, before = one.tag[field], one.make:table()
                    one.tag[field] = pick(d, names, right)
                    local ok, message = pcall(evaluate, expression, true)
                    assert.is_false(ok, ("%s of %s instead of %s passes"):format(field, one.tag[field], right))
                    assert.truthy(message:find "^[^:]+:%d+: cannot ", message)
                    assert.same(before, one.make:table())
                    one.tag[field], swapped = right, swapped + 1
                end
            end
            assert.truthy(pcall(evaluate, expression, true))
        end)
        assert.truthy(swapped > 4000, "too few swaps to mean anything")
    end)

    it("leave every number as it is with frames off, to the last bit", function()
        draw.each(100, 4103, function(d)
            local expression = draw_closed(d, d:integer(1, 5))
            local on, untagged = numbers(evaluate(expression, true)), numbers(evaluate(expression, false))
            rigid.frames(false)
            local off, carried = numbers(evaluate(expression, false)), numbers(evaluate(expression, true))
            rigid.frames(true)
            assert.same(off, on)
            assert.same(off, untagged)
            assert.same(off, carried)
        end)
    end)
end)
