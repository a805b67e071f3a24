-- What the lessons say in words about numbers: each figure of their prose stands in their code or in what that prints, or is
-- computed here from what the lesson made; and so are the claims without a figure ("one and a half times").
local docs = require "spec.support.docs"
local lessons = require "rigid.lessons"
local page = require "rigid.lessons.page"
local rigid = require "rigid"

local Vec3 = rigid.Vec3

local function near(a, b, tolerance) return math.abs(a - b) <= (tolerance or 1e-12) end

-- The wrench of a planar rod of lesson 7: linear (x, y), angular z.
local function planar(f) return {f:linear().x, f:linear().y, f:angular().z} end
local function is_planar(f, x, y, z)
    local found = planar(f)
    return near(found[1], x, 1e-9) and near(found[2], y, 1e-9) and near(found[3], z, 1e-9)
end

-- How the tip of two links in the plane moves with their joints.
local function of_two_links(l1, l2, q2)
    local m, hinge = rigid.Model(), {type = "revolute", axis = {0, 0, 1}}
    m:add_body {name = "one", joint = hinge, inertia = rigid.SpatialInertia.unitary()}
    m:add_body {name = "two", parent = "one", joint = hinge, placement = {position = {l1, 0, 0}}, inertia = rigid.SpatialInertia.unitary()}
    m:add_frame {name = "tip", body = "two", placement = {position = {l2, 0, 0}}}
    return m:jacobian({0.3, q2}, "tip", {frame = "aligned"}):block(1, 1, 2, 2)
end

-- By lesson: what it says, and whether that is so, from the names that its code left.
local CLAIMS <const> = {
    [4] = {
        {"2 \\cdot (0.01 + 0.09) = 0.2$, and the product $I_{xz}$ gets $-m\\,c_x c_z = -0.06", function(e)
            local m, c = e.M:mass(), e.M:com()
            return m == 2 and near(c.x ^ 2, 0.01) and near(c.z ^ 2, 0.09) and near(m * (c.x ^ 2 + c.z ^ 2), 0.2) and near(-m * c.x * c.z, -0.06)
        end},
        {"1.5 m/s times 2 kg", function() return near(Vec3(0, 3, 0):cross {0, 0, 0.5}:norm(), 1.5) end},
    },
    [5] = {
        {"A quarter of the triangle", function() -- of shares drawn evenly
            local source, inside, n = rigid.random(1), 0, 20000
            for _ = 1, n do
                local a, b = source:uniform(), source:uniform()
                if a + b > 1 then a, b = 1 - a, 1 - b end
                if math.max(a, b, 1 - a - b) <= 0.5 then inside = inside + 1 end
            end
            return near(inside / n, 0.25, 0.01)
        end},
        {"That is 1400 times the density of osmium", function(e)
            local density = tonumber(tostring(e.tiny:diagnose()):gsub("%s+", " "):match "denser than ([%d.e+]+)")
            return near(density / 22590 / 1400, 1, 0.05)
        end},
        {"Somebody wrote kg mm²", function(e) return e.meant:minimum_length() > 0.05 and e.meant:minimum_length() < 0.1 end},
    },
    [6] = {
        {"$m - \\tfrac34 m$", function(e)
            local m, h, I = 4, e.rod:com_moment():norm(), e.rod:rotational_inertia():moments()
            return near(h ^ 2 / math.max(I.x, I.y, I.z), 0.75 * m)
        end},
        {"One kilogram sideways, four along the rod, four across", function(e)
            local block = e.P:matrix():block(1, 1, 3, 3)
            return near(block(1, 1), 1) and near(block(2, 2), 4) and near(block(3, 3), 4)
        end},
        {"the whole symmetric 6x6 matrix, 21 numbers", function(e) local n = e.P:matrix():rows() return n * (n + 1) // 2 == 21 end},
        {"swings back one and a half times as fast as the upper one swings forward", function(e) return near((e.a[1] + e.a[2]) / e.a[1], -1.5) end},
        {"Less than a quarter", function(e)
            local ratio = e.D1 / e.S:dot((e.rod:shift {0, 0, 1} + e.rod) * e.S)
            return ratio < 0.25 and ratio > 0.2
        end},
    },
    [7] = {
        {"6\\,(11, -2) + (-1) \\times (3, 0) = (66, -15)$ | $2 \\cdot (-1) + (3, 0) \\times (11, -2) = -8", function(e)
            return is_planar(e.rod * e.lower, 66, -15, -8)
        end},
        {"3 \\times (12, 9) = (-27, 36)$ | $(2, 0) \\times (12, 9) = 18", function(e)
            local v2 = rigid.Twist({2, 0, 0}, {0, 0, 3})
            return is_planar(e.rod:bias_wrench(v2), -27, 36, 18) and is_planar(e.rod * v2, 12, 9, 6)
        end},
        {"f_2$ | $(39, 21)$ | $10", function(e) return is_planar(e.f2, 39, 21, 10) end},
        {"6\\,(0, 10) + 1 \\times (3, 0) = (0, 63)$ | $2 \\cdot 1 + (3, 0) \\times (0, 10) = 32", function(e) return is_planar(e.rod * e.upper, 0, 63, 32) end},
        {"f_1$ | $(-12, 63)$ | $32", function(e) return is_planar(e.f1, -12, 63, 32) end},
        {"6 \\cdot 0.5 \\cdot 4 = 12$ N towards the joint", function(e)
            return is_planar(e.rod:bias_wrench(rigid.Twist {angular = {0, 0, 2}}), -12, 0, 0) and near(e.rod:com():norm(), 0.5)
        end},
        {"(1, 0) \\times (-21, 39) = 49", function(e) return is_planar(e.X_12 * e.f2, -21, 39, 49) end},
        {"f = (-12, 63;\\ 32) + (-21, 39;\\ 49) = (-33, 102;\\ 81)", function(e) return is_planar(e.f1 + e.X_12 * e.f2, -33, 102, 81) end},
    },
    [8] = {
        {"Six out of twenty", function(e) return e.stack(e.arm, 20):rank(1e-9) == 6 and #e.arm:parameters() == 20 end},
        {"put into the elbow of link 2 changes nothing at all", function(e) return (e.after - e.before):norm() < 1e-12 end},
        {"about 0.29 (that is $0.5 / \\sqrt{3}$)", function(e)
            local left = (e.A * e.found - e.b):norm() / math.sqrt(#e.b)
            return near(0.5 / math.sqrt(3), 0.29, 0.005) and near(left, 0.29, 0.01)
        end},
        {"Better than the sensor itself", function(e) return e.worst(e.found) < 0.5 end},
    },
    [9] = {
        {"throws the arm a radian off its path, after three seconds in which nothing seemed wrong", function(e)
            local distances = {}
            for number in e.follow("reference", 1.001, 0):gmatch "%S+" do distances[#distances + 1] = tonumber(number) end
            return math.max(table.unpack(distances)) > 0.9 and math.max(table.unpack(distances, 1, 4)) < 0.1 -- one a second, from 0 s on
        end},
        {"For the passive factors V rises by next to nothing", function(e)
            for _, factor in ipairs {"christoffel", "body"} do
                if select(2, e.follow(factor, 0.8, 0.3)) > 0.005 then return false end
            end
            return true
        end},
        {"For the other one it rises again and again", function(e) return select(2, e.follow("reference", 0.8, 0.3)) > 1 end},
    },
    [10] = {
        {"at four times the price", function(e)
            local function count(method)
                local asked = 0
                e.spin({0.01, 10, 0.01}, 1, {method = method, external = function() asked = asked + 1 end})
                return asked
            end
            return near(count "rk4" / count "semi_implicit_euler", 4, 0.05)
        end},
        {"the error of the first halves", function(e)
            return near(e.energy_error("semi_implicit_euler", 0.001) / e.energy_error("semi_implicit_euler", 0.0005), 2, 0.1)
        end},
        {"About y it holds, holds, and then turns over and back, again and again", function(e)
            local log, turns = e.spin({0.01, 10, 0.01}, 12), 0
            for k = 2, #log do turns = turns + (log.v[k][5] * log.v[k - 1][5] < 0 and 1 or 0) end
            return turns >= 4 and log.v[81][5] > 9.9
        end},
        {"a thousandth off the axis", function() return near(math.sqrt(2) * 0.01 / 10, 1e-3, 5e-4) end},
        {"a million times better", function(e)
            local function drift(method)
                local energy = e.spin({0.01, 10, 0.01}, 10, {method = method}):energy()
                return math.abs(energy[#energy] / energy[1] - 1)
            end
            return drift "semi_implicit_euler" / drift "rk4" > 1e6
        end},
        {"falls to less than a twentieth", function(e) return e.energy_error("rk4", 0.02) / e.energy_error("rk4", 0.01) > 20 end},
    },
    [11] = {
        {"The determinant is $l_1 l_2 \\sin q_2$", function()
            return near(of_two_links(0.7, 0.4, 1.1):determinant(), 0.7 * 0.4 * math.sin(1.1))
        end},
        {"The thin side of the ellipse of velocities is the long side of that of forces", function()
            local C = of_two_links(1, 1, 0.8)
            local _, s = C:svd()
            local _, t = C:transpose():inverse():svd()
            return near(s[1] * t[2], 1, 1e-9) and near(s[2] * t[1], 1, 1e-9)
        end},
    },
    [12] = {
        {"moves along y at 6 m/s", function(e)
            return e.m:twist(e.q, e.v, "hand", {frame = "aligned"}):linear():is_near(Vec3(0, 6, 0))
        end},
        {"\\omega^2 r = 9 \\cdot 2 = 18$ m/s² towards the axis", function(e)
            local towards = e.m:pose(e.q, "hand"):position() * -1
            local a = e.m:pose(e.q, "hand"):rotation() * e.m:classical_acceleration(e.q, e.v, e.a, "hand"):linear()
            return near(a:norm(), 18) and near(a:dot(towards), a:norm() * towards:norm(), 1e-9)
        end},
        {"here one metre out, at (1, 0, 0)", function(e) return e.m:com(e.q):is_near(Vec3(1, 0, 0)) end},
        {"its hand is twisted by 90° against it", function(e) return near(e.turned:log():norm(), math.pi / 2) end},
        {"gravity is in it as an accelerometer would show it: 9.81 upwards at rest", function()
            return near(-rigid.Model():gravity().z, 9.81)
        end},
    },
    [13] = {
        {"Not minus two, but one: you can turn the crank", function(e)
            local J = e.m:constraint_jacobian(e.q)
            return e.m:nv() - J:rows() == -2 and e.m:nv() - J:rank(1e-9) == 1
        end},
        {"\\text{ five rows, rank two}", function(e) local J = e.m:constraint_jacobian(e.q) return J:rows() == 5 and J:rank(1e-9) == 2 end},
        {"the rocker stands still while the crank turns", function(e) return near(1 + e.second + e.third, 0, 1e-12) end},
    },
    [14] = {
        {"It falls 1 m, for $\\sqrt{2/g} = 0.4515$ s", function() return near(math.sqrt(2 / 9.81), 0.4515, 5e-5) end},
        {"the flights are a geometric series", function(e)
            local at = e.log.events
            for k = 3, 8 do
                if not near((at[k].t - at[k - 1].t) / (at[k - 1].t - at[k - 2].t), 0.5, 1e-6) then return false end
            end
            return true
        end},
        {"a box of 40 kg slide sooner, later, or at the same slope", function()
            local function slides(mass, slope)
                local m = rigid.Model {gravity = {9.81 * math.sin(slope), 0, -9.81 * math.cos(slope)}}
                m:add_body {name = "box", joint = "floating", inertia = rigid.SpatialInertia.solid_box {mass = mass, size = {0.2, 0.2, 0.2}}}
                m:add_contact {body = "box", shape = {box = {0.2, 0.2, 0.2}}, friction = 0.35}
                m:add_ground {}
                local log = m:simulate{q = {0, 0, 0.1, 1, 0, 0, 0}, duration = 0.2}
                return log.v[#log][1] > 1e-6
            end
            local angle = math.atan(0.35)
            for _, mass in ipairs {4, 40} do
                if slides(mass, angle - 1e-3) or not slides(mass, angle + 1e-2) then return false end
            end
            return true
        end},
    },
}

local function one_line(text) return (text:gsub("%s+", " ")) end

-- The prose of a lesson up to its exercises and what to read further, a line each, and the numbers of its code and output.
local function parts(text)
    local numbers, code = {}, {}
    local prose = text:gsub("```.-```", function(block)
        code[#code + 1] = block
        return (block:gsub("[^\n]", ""))
    end):gsub("^#[^\n]*", ""):gsub("\n## Further reading.*$", ""):gsub("\n## Exercises.*$", "")
    for _, block in ipairs(code) do
        for number in block:gmatch "%d+%.?%d*" do numbers[tonumber(number)] = true end
    end
    return prose, numbers
end

local function is_there(figure, numbers)
    local value, room = tonumber(figure), 0.5000001 * 10.0 ^ -#(figure:match "%.(%d+)" or "")
    for number in pairs(numbers) do
        if math.abs(number - value) <= room then return true end
    end
    return false
end

describe("lesson", function()
    for n = 1, #lessons.files do
        it(n .. " has no figure in its prose that its code does not show, and none is computed here", function()
            local text = lessons.text(n)
            local prose, numbers = parts(text)
            prose = one_line(prose)
            for _, claim in ipairs(CLAIMS[n] or {}) do
                local first, last = prose:find(claim[1], 1, true)
                assert(first, ("lesson %d does not say: %s"):format(n, claim[1]))
                prose = prose:sub(1, first - 1) .. prose:sub(last + 1)
            end
            prose = prose:gsub("%]%(.-%)", "]"):gsub("[Ll]essons? %d+", ""):gsub("%f[%d]1[89]%d%d%f[%D]", ""):gsub("%f[%d]20%d%d%f[%D]", "")
            for word in prose:gmatch "%d+%.?%d*" do
                local figure = word:gsub("%.$", "")
                if #figure > 1 then assert(is_there(figure, numbers), ("lesson %d: where does %s come from?"):format(n, figure)) end
            end
        end)

        if CLAIMS[n] then
            it(n .. " claims in words what its own names give", function()
                local env = docs.environment(rigid)
                for _, item in ipairs(page.parse(lessons.text(n))) do
                    if item.kind == "code" and item.language == "lua" then
                        docs.run({line = item.line, code = item.lines, raises = item.raises}, "lesson " .. n, env)
                    end
                end
                for _, claim in ipairs(CLAIMS[n]) do assert(claim[2](env), ("lesson %d: %s"):format(n, claim[1])) end
            end)
        end
    end

    it("has claims computed for none that does not exist", function()
        for n in pairs(CLAIMS) do assert(lessons.files[n], n) end
    end)
end)
