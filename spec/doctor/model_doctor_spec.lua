-- m:diagnose(): the findings of a whole robot, by link, file and line; what only shows when links are compared: copied
-- tensors, and products with another sign than on the other side. What is sound, repeated or mirrored is left alone.

local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local rigid = require "rigid"

local Model, SpatialInertia, Transform, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Vec3

local function codes(list)
    local words = {}
    for i, finding in ipairs(list) do words[i] = finding.link .. " " .. finding.code end
    return table.concat(words, ", ")
end

local function random_part(seed) return SpatialInertia.random {seed = seed} end

-- A robot of a trunk and links {name, inertia, at} that turn on it.
local function robot(links)
    local m = Model {name = "made"}
    m:add_body {name = "trunk", joint = "floating", inertia = SpatialInertia.solid_box {mass = 9, size = {0.3, 0.2, 0.15}}}
    for _, link in ipairs(links) do
        m:add_body {name = link[1], parent = "trunk", joint = {type = "revolute", axis = {0, 1, 0}}, inertia = link[2], placement = {position = link[3] or {0, 0, 0}}}
    end
    return m
end

local PRODUCTS <const> = {"Ixy", "Ixz", "Iyz"}

-- The same body with the sign of the products in the list turned round.
local function with_signs(M, turned)
    local I = M:central_inertia()
    local m, p = I:moments(), I:products()
    local s = {1, 1, 1}
    for _, k in ipairs(turned) do s[k] = -1 end
    return SpatialInertia {mass = M:mass(), com = M:com(), inertia = {m.x, m.y, m.z, s[1] * p.x, s[2] * p.y, s[3] * p.z}, skip_validity_check = true}
end

-- Random bodies of which com and products can be told from zero.
local function telling(seed)
    while true do
        local M = random_part(seed)
        local I, c = M:central_inertia(), M:com()
        local m, p = I:moments(), I:products()
        local least = math.min(math.abs(p.x), math.abs(p.y), math.abs(p.z)) / math.max(m.x, m.y, m.z)
        local size = math.sqrt(math.max(m.x, m.y, m.z) / M:mass())
        if least > 0.01 and math.min(math.abs(c.x), math.abs(c.y), math.abs(c.z)) > 0.05 * size then return M end
        seed = seed + 100000
    end
end

describe("diagnose of a model", function()
    it("is empty for a sound robot, and says so", function()
        local list = robot {{"arm", random_part(3)}, {"head", random_part(4)}}:diagnose()
        assert.equal(0, #list)
        assert.equal("nothing found: a body can have the inertia of each link", tostring(list))
        assert.equal(0, #Model():diagnose())
    end)

    it("finds what M:diagnose finds, of each link as it was declared, welded ones and payloads too", function()
        local bad = SpatialInertia {mass = 1, com = {0.1, 0, 0}, inertia = {1, 1, 3}, skip_validity_check = true}
        local m = robot {{"arm", random_part(3)}, {"head", bad}}
        m:add_body {name = "plate", parent = "arm", inertia = {mass = 2, inertia = {1, 2, 9}, skip_validity_check = true}}
        m:attach {name = "sack", body = "head", inertia = {mass = -1, inertia = {0, 0, 0}, skip_validity_check = true}}
        local list = m:diagnose()
        assert.equal("head triangle_inequality, head negative_spread, plate triangle_inequality, plate negative_spread, sack negative_mass", codes(list))
        for i, finding in ipairs(bad:diagnose()) do
            for key, value in pairs(finding) do assert.equal(value, list[i][key]) end
        end
        assert.truthy(tostring(list):find("link 'head': error: the principal moments", 1, true))
    end)

    it("says file and line where the reader knows them", function()
        local path = os.tmpname()
        local file = assert(io.open(path, "w"))
        file:write '<robot name="r">\n<link name="a">\n\n<inertial><mass value="1"/>\n<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial></link></robot>'
        file:close()
        local list = rigid.load(path):diagnose()
        os.remove(path)
        assert.same({path, 4, "a"}, {list[1].file, list[1].line, list[1].link})
        assert.truthy(tostring(list):find(path .. ":4: link 'a': error: ", 1, true))
    end)

    it("changes nothing of the model, and takes what source a script gives", function()
        local m = robot {{"left_arm", random_part(3)}, {"right_arm", with_signs(random_part(3), {1})}}
        m:add_body {name = "odd", inertia = SpatialInertia.unitary(), source = {file = 3, line = "x", inertial_line = 2.5}}
        local before = m:copy()
        local list = m:diagnose()
        assert.equal(before, m)
        assert.same({"odd", nil, nil}, {list[#list].link, list[#list].file, list[#list].line})
    end)

    it("takes shapes that are none for none", function()
        local ball = SpatialInertia.solid_sphere {mass = 1, radius = 0.05}
        for _, list in ipairs {
            {3}, {{}}, {{shape = 3}}, {{shape = {type = {}}}}, {{shape = {type = "box"}}}, {{shape = {type = "box", size = {1, 2}}}}, {{shape = {type = "box", size = {1, 2, 0 / 0}}}},
            {{shape = {type = "sphere", radius = -1}}}, {{shape = {type = "mesh"}}}, {{shape = {type = "mesh", filename = "x", scale = 3}}}, {x = 1}, {{shape = {type = "torus"}}},
            {{shape = {type = "sphere", radius = 0.05}, placement = 3}}, {{shape = {type = "sphere", radius = 0.05}, placement = {position = "here"}}},
            {{shape = {type = "sphere", radius = 1e-9}}, {shape = {type = "sphere"}}},
        } do
            local m = robot {}
            m:add_body {name = "odd", parent = "trunk", inertia = ball, visuals = list, collisions = list}
            assert.equal("", codes(m:diagnose()))
        end
        local m = robot {}
        m:add_body {name = "small", parent = "trunk", inertia = ball, visuals = {{shape = {type = "sphere", radius = 0.001}}}}
        assert.truthy(codes(m:diagnose()):find "small density")
        assert.equal("", codes(m:diagnose {geometry = false}))
    end)

    it("notes a mesh that is not there, where it is asked", function()
        local m = robot {}
        m:add_body {name = "drawn", parent = "trunk", inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.05}, visuals = {{shape = {type = "mesh", filename = "none.stl"}}}}
        assert.equal("", codes(m:diagnose()))
        local list = m:diagnose {notes = true}
        assert.same({1, "drawn", "note"}, {#list, list[1].link, list[1].severity})
    end)

    it("refuses options that it does not know", function()
        compare.refuses(function() Model():diagnose {geometri = true} end, "unknown field 'geometri'; did you mean 'geometry'?")
        compare.refuses(function() Model():diagnose {geometry = 1} end, "field 'geometry'")
        compare.refuses(function() Model().diagnose(3) end, "diagnose")
    end)
end)

describe("copied tensors", function()
    local I <const> = {0.004, 0.003, 0.002, 0.0001, 0, 0}
    local function part(mass) return SpatialInertia {mass = mass, com = {0.01, 0.02, 0}, inertia = I} end

    it("are suspicious in links of different masses, and named in one finding", function()
        local list = robot {{"a", part(1)}, {"b", random_part(1)}, {"c", part(1.5)}, {"d", part(1)}}:diagnose()
        assert.equal("a copied", codes(list))
        assert.same({"a", "c", "d"}, list[1].links)
        assert.equal("suspicion", list[1].severity)
        assert.truthy(list[1].sentence:find("masses from 1 to 1.5 kg", 1, true))
    end)

    it("are not where one part is used again, turned or not", function()
        assert.equal("", codes(robot {{"a", part(1)}, {"b", part(1)}, {"c", part(1.005)}}:diagnose()))
        assert.equal("", codes(robot {{"a", SpatialInertia.point_mass {mass = 1, position = {0, 0, 0}}}, {"b", SpatialInertia.point_mass {mass = 2, position = {0, 0, 0}}}}:diagnose()))
    end)

    it("are suspicious as a ball in links of other shapes", function()
        local m = robot {}
        local ball = SpatialInertia.solid_sphere {mass = 0.5, radius = 0.04}
        for i, shape in ipairs {{type = "box", size = {0.05, 0.05, 0.05}}, {type = "box", size = {0.08, 0.08, 0.06}}} do
            m:add_body {name = "part" .. i, parent = "trunk", inertia = ball, collisions = {{shape = shape}}}
        end
        assert.equal("part1 copied", codes(m:diagnose {geometry = false}))
        m = robot {}
        for i = 1, 2 do m:add_body {name = "part" .. i, parent = "trunk", inertia = ball, collisions = {{shape = {type = "box", size = {0.08, 0.08, 0.06}}}}} end
        assert.equal("", codes(m:diagnose {geometry = false}))
    end)
end)

describe("a tensor of a well-known robot", function()
    local function codes_of(mass)
        -- the trunk of a Go1: 5.204 kg
        local M = SpatialInertia {mass = mass, com = {0.0223, 0.002, -0.0005}, inertia = {0.0168128557, 0.063009565, 0.0716547275, -0.0002296769, -0.0002945293, -4.18731e-05}}
        local list = robot {{"trunk2", M}}:diagnose()
        return codes(list), list[1]
    end

    it("is suspicious at another mass, and nothing where the part is used as it is", function()
        assert.equal("", codes_of(5.204))
        local words, finding = codes_of(8)
        assert.equal("trunk2 copied", words)
        assert.same({"tensor_copied", "suspicion"}, {finding.cause, finding.severity})
        assert.truthy(finding.sentence:find("Go1", 1, true))
    end)
end)

describe("signs of mirrored links", function()
    local PAIRS <const> = {
        {"left_arm", "right_arm"}, {"LEFT_ARM", "RIGHT_ARM"}, {"armLeft", "armRight"}, {"l_wheel", "r_wheel"}, {"FL_hip", "FR_hip"}, {"LF_HIP", "RF_HIP"},
        {"wheel_l", "wheel_r"}, {"armL", "armR"}, {"finger_left_l", "finger_right_r"}, {"hip.RL", "hip.RR"},
    }

    it("are found wrong, whatever the plane, the names and the product", function()
        local d = draw.stream(21)
        for i = 1, 300 do
            local M = telling(i)
            local other = M:mirror(({"xy", "xz", "yz"})[d:integer(1, 3)])
            local k = d:integer(1, 3)
            local names = PAIRS[i % #PAIRS + 1]
            local wrong = with_signs(other, {k})
            local list = robot {{names[1], M}, {"head", random_part(i + 5000)}, {names[2], wrong}}:diagnose()
            local found
            for _, finding in ipairs(list) do found = finding.code == "mirror_sign" and finding or found end
            assert(found, ("seed %d: nothing found for %s"):format(i, names[2]))
            assert.same({names[2], names[1], PRODUCTS[k]}, {found.link, found.other, found.quantity})
            compare.near(found.value, -found.limit, {tol = 1e-9, scale = found.limit})
        end
    end)

    it("are not, of the mirror image, of the same part, and of what differs besides", function()
        for i = 1, 200 do
            local M = telling(i)
            for _, other in ipairs {
                M, M:mirror "xz", M:mirror "yz", M:mirror "xy", M:re_express(rigid.Rotation.axis_angle({0, 0, 1}, math.pi)),
                with_signs(M:mirror "xz", {1}) + SpatialInertia.point_mass {mass = 0.01 * M:mass(), position = {1, 0, 0}},
            } do
                assert.falsy(codes(robot {{"left_arm", M}, {"right_arm", other}}:diagnose()):find("mirror_sign", 1, true), ("seed %d"):format(i))
            end
        end
    end)

    it("pairs links by their places where names tell nothing", function()
        for i = 1, 50 do
            local M = telling(i)
            local list = robot {{"one", M, {0.1, 0.3, 0}}, {"two", with_signs(M:mirror "xz", {3}), {0.1, -0.3, 0}}, {"three", random_part(i + 900), {0, 0, 0.5}}}:diagnose()
            local text = codes(list)
            assert(text:find("two mirror_sign", 1, true) or text:find("one mirror_sign", 1, true), ("seed %d: %s"):format(i, text))
            text = codes(robot {{"one", M, {0.3, 0.1, 0}}, {"two", with_signs(M:mirror "yz", {3}), {-0.3, 0.1, 0}}}:diagnose())
            assert(text:find("two mirror_sign", 1, true) or text:find("one mirror_sign", 1, true), ("fore and aft, seed %d: %s"):format(i, text))
            -- and elsewhere, they are no pair
            list = robot {{"one", M, {0.1, 0.3, 0}}, {"two", with_signs(M:mirror "xz", {3}), {0.1, -0.2, 0}}}:diagnose()
            assert.falsy(codes(list):find("mirror_sign", 1, true))
        end
    end)

    it("say that one of the three is wrong where no com tells which", function()
        local M = telling(7)
        local I = M:central_inertia()
        local centred = SpatialInertia {mass = M:mass(), inertia = I}
        local m, p = I:moments(), I:products()
        local turned = SpatialInertia {mass = M:mass(), inertia = {m.x, m.y, m.z, -p.x, p.y, p.z}, skip_validity_check = true}
        local list = robot {{"left_arm", centred}, {"right_arm", turned}}:diagnose()
        local finding = list[#list]
        assert.equal("mirror_sign", finding.code)
        assert.truthy(finding.sentence:find("one product, such as", 1, true))
        assert.falsy(finding.expected)
    end)

    it("are put down to the link that cannot exist", function()
        local found = 0
        for i = 1, 400 do
            local M = telling(i)
            local wrong = with_signs(M, {1})
            if not wrong:is_physically_valid() then
                found = found + 1
                local list = robot {{"left_arm", wrong}, {"right_arm", M:mirror "xz"}}:diagnose()
                local last = list[#list]
                assert.same({"left_arm", "mirror_sign", "right_arm"}, {last.link, last.code, last.other})
            end
        end
        assert(found > 5)
    end)

    it("are looked for in any frame of the whole robot", function()
        local M = telling(9)
        local m = Model {}
        m:add_body {name = "trunk", placement = Transform {position = Vec3(1, 2, 3)}, inertia = random_part(12)}
        m:add_body {name = "left_foot", parent = "trunk", inertia = M}
        m:add_body {name = "right_foot", parent = "trunk", inertia = with_signs(M:mirror "xz", {2})}
        assert.truthy(codes(m:diagnose()):find "right_foot mirror_sign")
    end)
end)
