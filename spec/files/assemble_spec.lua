-- <attach> and <replicate> of MJCF against what MuJoCo 4.0 makes of them, figure by figure; and what is bounded and refused.
local rigid = require "rigid"
local bounded = require "spec.support.bounded"
local compare = require "spec.support.compare"
local assembled = require "spec.oracle.mujoco_assembled"

local function near(wanted, got, tol) compare.near(got, wanted, { tol = tol or 1e-12, scale = 1 }) end

local ASK <const> = { assemble = true }

-- Call body with a folder that holds those files.
local function in_folder(texts, body)
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir -p '%s/deep/meshes'"):format(folder)))
    for name, text in pairs(texts) do
        local file <close> = assert(io.open(folder .. "/" .. name, "wb"))
        file:write(text)
    end
    local ok, problem = pcall(body, folder)
    os.execute(("rm -r '%s'"):format(folder))
    if not ok then error(problem, 0) end
end

local function load(text, options, parts)
    local m
    local texts = { ["first.xml"] = text }
    for name, part in pairs(parts or assembled.parts) do texts[name] = part end
    in_folder(texts, function(folder) m = rigid.load(folder .. "/first.xml", options or ASK) end)
    return m
end

local function refuses(text, line, words, parts, options)
    local texts = { ["first.xml"] = text }
    for name, part in pairs(parts or assembled.parts) do texts[name] = part end
    in_folder(texts, function(folder)
        local message = compare.refuses(function() rigid.load(folder .. "/first.xml", options or ASK) end, table.unpack(words))
        assert.truthy(message:find(":" .. line .. ":", 1, true), message)
    end)
end

-- v of ours by v of MuJoCo's at a state: columns.
local function velocity_map(m, qpos, n)
    local columns = {}
    for k = 1, n do
        local e = {}
        for i = 1, n do e[i] = i == k and 1 or 0 end
        columns[k] = select(2, m:from_mujoco(qpos, e))
    end
    return columns
end

for _, name in ipairs { "attach", "replicate" } do
    local figures = assembled[name]
    describe("<" .. name .. "> of MJCF", function()
        local m
        setup(function() m = load(figures.text) end)

        it("makes the bodies and joints that MuJoCo makes, in its order", function()
            for body, mass in pairs(figures.masses) do near(mass, m:body(body).inertia:mass(), 1e-7 * mass) end -- vertices of single precision
            local last = 0
            for _, joint in ipairs(figures.joints) do
                assert.is_true(m:joint(joint).v > last, joint)
                last = m:joint(joint).v
            end
            near(figures.damping, m:damping())
        end)

        it("puts them where MuJoCo has them", function()
            local q = m:from_mujoco(figures.qpos, figures.qvel)
            for body, place in pairs(figures.places) do near(place, m:pose(q, body):position()) end
        end)

        it("has MuJoCo's mass matrix", function()
            local n = #figures.qvel
            local q = m:from_mujoco(figures.qpos, figures.qvel)
            local H, G, scale = m:mass_matrix(q), velocity_map(m, figures.qpos, n), 0
            for _, x in ipairs(figures.mass_matrix) do scale = math.max(scale, math.abs(x)) end
            for a = 1, n do
                local column = H * G[a]
                for b = 1, n do
                    local x = 0
                    for i = 1, n do x = x + G[b][i] * column[i] end
                    local wanted = figures.mass_matrix[(b - 1) * n + a]
                    assert.is_true(math.abs(x - wanted) <= 1e-8 * scale, ("%d, %d: %.17g, not %.17g"):format(a, b, x, wanted))
                end
            end
        end)

        if #figures.qpos == #figures.qvel then -- ours are in its coordinates then
            it("has MuJoCo's bias forces", function()
                local q, v = m:from_mujoco(figures.qpos, figures.qvel)
                compare.near(m:bias_forces(q, v), figures.bias, { tol = 1e-8 })
            end)
        end

        it("keeps what refers to them by the names that MuJoCo gives", function()
            local loops, actuators = {}, {}
            for _, loop in ipairs(m:loops() or {}) do loops[#loops + 1] = loop.name end
            for _, actuator in ipairs(m:actuators()) do actuators[#actuators + 1] = actuator.name end
            assert.same(figures.equalities, loops)
            assert.same(figures.actuators, actuators)
            for i, actuator in ipairs(m:actuators()) do assert.equal(figures.gears[i], actuator.gear[1]) end
        end)

    end)
end

describe("the keyframes of what is attached", function()
    local keys = {}
    setup(function()
        local m = load(assembled.attach.text)
        for _, key in ipairs(m:keyframes()) do keys[key.name] = { m:to_mujoco(key.q, key.v) } end
    end)

    it("have their numbers where the joints are now; the others rest", function()
        local wanted = assembled.attach.keyframes["h/up"]
        near(wanted.qpos, keys["h/up"][1])
        near(wanted.qvel, keys["h/up"][2])
    end)

    -- MuJoCo gives the number of a joint that is not attached with the others to the next copy of it elsewhere.
    it("say nothing of other copies of the same model", function()
        local rest = table.move(assembled.attach.keyframes["h/up"].qpos, 1, 13, 1, {})
        rest[12], rest[13] = 0, 0.5
        local left, cart = table.move(rest, 1, 13, 1, {}), table.move(rest, 1, 13, 1, {})
        left[8], left[9], cart[10] = 0.1, 0.2, 0.3
        near(left, keys.left_up[1])
        near(cart, keys.c_up[1])
        near({ 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0 }, keys.left_up[2])
        near({ 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0 }, keys.c_up[2])
    end)
end)

describe("what copies are made of", function()
    it("is noted where it is not carried", function()
        local notes = table.concat(load(assembled.attach.text):notes(), "\n")
        for _, words in ipairs { "<connect> 'far': it refers to what is attached and to what is not", "<option>: it is of a model that is attached" } do
            assert.truthy(notes:find(words, 1, true), notes)
        end
        notes = table.concat(load(assembled.replicate.text):notes(), "\n")
        for _, words in ipairs { "<connect> 'hold': it refers to what is replicated", "<key> 'x_up': its model is replicated" } do
            assert.truthy(notes:find(words, 1, true), notes)
        end
    end)

    it("is refused by name and line where copies are not asked for", function()
        refuses(assembled.attach.text, 9, { "<attach>", "assemble = true" }, nil, {})
        refuses(assembled.replicate.text, 5, { "<replicate>", "rigid convert --assemble" }, nil, {})
    end)

    local function world(text) return "<mujoco>\n<asset><model name=\"k\" file=\"k.xml\"/></asset>\n<worldbody>\n" .. text .. "\n</worldbody></mujoco>" end
    local KID <const> = { ["k.xml"] = "<mujoco><worldbody><body name=\"a\"><joint/><geom size=\".1\"/></body></worldbody></mujoco>" }

    it("must be there, have a prefix, and names of its own", function()
        refuses(world "<attach model=\"k\" body=\"a\"/>", 4, { "<attach>", "'prefix'" }, KID)
        refuses(world "<attach model=\"l\" body=\"a\" prefix=\"x\"/>", 4, { "no <model> 'l'" }, KID)
        refuses(world "<attach model=\"k\" body=\"b\" prefix=\"x\"/>", 4, { "no body 'b'" }, KID)
        refuses(world "<attach model=\"k\" body=\"a\" prefix=\"x\"/><attach model=\"k\" body=\"a\" prefix=\"x\"/>", 1, { "a body of this name", "'xa'" }, KID)
        refuses(world "<attach model=\"k\" prefix=\"x\"/>", 2, { "k.xml", "cannot be read" }, {})
        refuses(world "<attach model=\"k\" prefix=\"x\"/>", 1, { "begins with <mujoco>" }, { ["k.xml"] = "<robot name=\"r\"/>" })
        for _, count in ipairs { "0", "-1", "1.5", "x", "1000000", "nan" } do
            refuses(world("<replicate count=\"" .. count .. "\"/>"), 4, { "count" }, KID)
        end
    end)

    it("goes round in no circle, and leaves no folder", function()
        refuses(world "<attach model=\"k\" prefix=\"x\"/>", 2, { "circle" },
            { ["k.xml"] = "<mujoco>\n<asset><model name=\"me\" file=\"first.xml\"/></asset><worldbody><attach model=\"me\" prefix=\"y\"/></worldbody></mujoco>" })
        for _, file in ipairs { "/dev/zero", "../x.xml", "deep/../../x.xml", "deep" } do
            refuses((world "<attach model=\"k\" prefix=\"x\"/>"):gsub("k%.xml", file), 2, { "file" }, {})
        end
    end)

    it("is bounded: a bomb of models in models, and of copies of copies", function()
        local parts = {}
        for i = 1, 9 do
            local attach = ""
            for k = 1, 10 do attach = attach .. ("<attach model=\"n\" prefix=\"p%d\"/>"):format(k) end
            parts[("m%d.xml"):format(i)] = ("<mujoco><asset><model name=\"n\" file=\"m%d.xml\"/></asset><worldbody>%s</worldbody></mujoco>"):format(i + 1, attach)
        end
        parts["m10.xml"] = KID["k.xml"]
        parts["k.xml"] = parts["m1.xml"]
        refuses(world "<attach model=\"k\" prefix=\"x\"/>", 1, { "more than" }, parts)
        refuses(world(("<replicate count=\"1000\">"):rep(3) .. "<body><geom size=\".1\"/></body>" .. ("</replicate>"):rep(3)), 4, { "more than" }, KID)
    end)
end)

-- Work is counted in instructions of Lua, not in time; it must grow as what is made does.
describe("what copies cost", function()
    local rep = string.rep
    local BODY <const> = "<body name=\"b\"><joint name=\"j\"/><geom size=\".1\"/></body>"

    local function listed(count, format)
        local list = {}
        for i = 1, count do list[i] = format:gsub("#", i) end
        return table.concat(list)
    end

    -- What loading gives, or says, in so many million instructions.
    local function loaded(millions, text, parts)
        local ok, m
        local texts = { ["first.xml"] = text }
        for name, part in pairs(parts or {}) do texts[name] = part end
        in_folder(texts, function(folder)
            ok, m = bounded(millions, rigid.load, folder .. "/first.xml", ASK)
        end)
        return ok and m, not ok and tostring(m)
    end

    local function world(inside, rest) return "<mujoco><worldbody>" .. inside .. "</worldbody>" .. (rest or "") .. "</mujoco>" end
    local function attaching(inside) return "<mujoco><asset><model name=\"p\" file=\"p.xml\"/></asset><worldbody>" .. inside .. "</worldbody></mujoco>" end
    local function ended(millions, words, text, parts)
        local m, problem = loaded(millions, text, parts)
        assert.is_false(m)
        assert.truthy(problem:find(words, 1, true), problem)
    end

    it("does not depend on how much else refers to things: four thousand actuators, of a copy or of none", function()
        local actuators = "<actuator>" .. rep("<motor joint=\"other\"/>", 2000) .. rep("<motor joint=\"j\"/>", 2000) .. "</actuator>"
        local other = "<body><joint name=\"other\"/><geom size=\".1\"/></body>"
        local m, problem = loaded(8, world("<replicate count=\"1\">" .. BODY .. "</replicate>" .. other, actuators))
        assert.truthy(m, problem)
        assert.equal("j0", m:actuators()[4000].joint)
        local copies = listed(300, "<replicate count=\"1\"><body name=\"b#\"><joint name=\"j#\"/><geom size=\".1\"/></body></replicate>")
        m, problem = loaded(8, world(copies .. BODY .. other, actuators))
        assert.truthy(m, problem)
        assert.equal(302, m:nv())
    end)

    it("does not depend on how many stand beside each other, or how much of a model is not attached", function()
        local m, problem = loaded(8, world("<body>" .. rep("<replicate count=\"1\"><geom size=\".1\"/></replicate>", 1000) .. "</body>"))
        assert.truthy(m, problem)
        m, problem = loaded(8, attaching(listed(400, "<attach model=\"p\" body=\"b\" prefix=\"p#\"/>")),
            { ["p.xml"] = world(rep("<body><geom size=\".1\"/></body>", 4000) .. BODY, "<keyframe/>") })
        assert.truthy(m, problem)
        assert.equal(400, m:nv())
        m, problem = loaded(8, attaching(listed(400, "<attach model=\"p\" body=\"b\" prefix=\"p#\"/>")), { ["p.xml"] = world(BODY .. "<body name=\"c\"/>",
            "<equality>" .. rep("<weld body1=\"b\" body2=\"c\"/>", 4000) .. "</equality>") })
        assert.truthy(m, problem)
        assert.equal(0, #m:loops())
    end)

    it("is bounded where nothing is copied, but frames and long names", function()
        ended(150, "more than 500000 elements", world(rep("<replicate count=\"100000\"/>", 1000)))
        ended(20, "larger than 64 MB", world("<replicate count=\"100000\" sep=\"" .. rep("x", 100000) .. "\">" .. BODY .. "</replicate>"))
        ended(20, "larger than 64 MB", attaching("<attach model=\"p\" prefix=\"" .. rep("x", 1000000) .. "\"/>"),
            { ["p.xml"] = "<mujoco><default>" .. listed(100, "<default class=\"c#\"/>") .. "</default><worldbody/></mujoco>" })
    end)

    it("is bounded where keyframes say the numbers of many joints", function()
        local part = world(BODY, "<keyframe>" .. rep("<key qpos=\"0\"/>", 100) .. "</keyframe>")
        local many = listed(50, "<attach model=\"p\" body=\"b\" prefix=\"p#_\"/>")
        ended(80, "more than 1000000 numbers of keyframes", attaching(many .. rep("<body><joint/><geom size=\".1\"/></body>", 3000)), { ["p.xml"] = part })
        part = world(BODY .. "<body>" .. rep("<joint/>", 10000) .. "<geom size=\".1\"/></body>", "<keyframe><key/><key/></keyframe>")
        ended(40, "more than 500000 elements", attaching(many), { ["p.xml"] = part })
    end)

    it("is that of a part that is called as no body is", function()
        local m, problem = loaded(5, attaching "<attach model=\"p\" body=\"b\" prefix=\"x\"/>", { ["p.xml"] = world("<all name=\"b\"/>" .. BODY) })
        assert.truthy(m, problem)
        assert.truthy(m:body "xb")
    end)
end)
