-- The page of an estimate, and `rigid identify` from the shell: what they write, that names in it are text, and what is said where something is wrong.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local program = require "spec.support.program"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local EVIL <const> = "</script><img src=x onerror=alert(1)>&\"'"

local function arm(name, scale)
    local m = Model {name = "arm" .. name}
    local rod = SpatialInertia.solid_box {mass = 2 * (scale or 1), size = {0.4, 0.1, 0.1}}:shift {-0.2, 0, 0}
    m:add_body {name = "a" .. name, joint = {type = "revolute", name = "j1" .. name, axis = {0, 0, 1}}, inertia = rod}
    m:add_body {name = "b" .. name, parent = "a" .. name, joint = {type = "revolute", name = "j2" .. name, axis = {0, 1, 0}},
        placement = {position = {0.4, 0, 0}}, inertia = rod}
    return m
end

local function log_of(m, count)
    local log, d = rigid.Log {model = m, t = {}, q = {}, v = {}, tau = {}}, draw.stream(5)
    for i = 0, count - 1 do
        local t = 0.01 * i
        local q, v = {math.sin(2 * t), 0.7 * math.sin(3 * t + 1)}, {2 * math.cos(2 * t), 2.1 * math.cos(3 * t + 1)}
        local tau = m:inverse_dynamics(q, v, {-4 * math.sin(2 * t), -6.3 * math.sin(3 * t + 1)})
        for j = 1, 2 do tau:set(j, tau[j] + d:between(-0.01, 0.01)) end
        log:add(t, q, v, tau)
    end
    return log
end

local function count(text, piece)
    local _, n = text:gsub(piece:gsub("%p", "%%%0"), "")
    return n
end

describe("E:report", function()
    local path = os.tmpname()
    local m = arm(EVIL)
    rigid.identify {model = arm(EVIL, 1.3), log = log_of(m, 300)}:report(path)
    local text = program.read_file(path)
    os.remove(path)
    local outside = text:gsub("<iframe.-</iframe>", "")

    it("lets no name of a file be more than text, and asks nothing of any network", function()
        assert.is_truthy(text:find("default-src 'none'", 1, true))
        assert.equal(0, count(outside, "<img") + count(outside, "<script") + count(outside, "http-equiv=\"refresh"))
        assert.is_true(count(outside, "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;") > 40)
        assert.equal(0, count(outside:gsub('xmlns[:%w]*="[^"]*"', ""), "://"))
        assert.is_nil(text:match "srcdoc=\"[^\"]*[<>][^\"]*\"") -- the view is one attribute, wholly escaped
    end)

    it("shows torques of each joint, what is known of each parameter and why, and both models", function()
        assert.equal(2, count(outside, "<svg"))
        assert.equal(2, count(outside, "@media(prefers-color-scheme:dark)")) -- the curves follow the reader's theme
        assert.equal(2, count(outside, ">predicted<") + count(outside, "predicted</tspan>") + count(outside, "[predicted]]"))
        assert.equal(1, count(text, "<iframe"))
        local base = m:base_parameters()
        assert.equal(10, count(outside, "not observed: prior kept<"))
        local known = outside:match '<div class="known">(.-)</table>'
        local rows, blank = 0, 0 -- no number stands where nobody knows it
        for found, standing in known:gmatch "<tr><td>[^<]*</td><td>[^<]*</td><td>([^<]*)</td><td>[^<]*</td><td>[^<]+</td><td>([^<]*)</td>" do
            rows, blank = rows + 1, blank + (found == "" and standing == "not observed: prior kept" and 1 or 0)
            assert.equal(found == "", standing == "not observed: prior kept")
        end
        assert.same({20, 10}, {rows, blank})
        local page = require "rigid.view.page"
        assert.is_truthy(outside:find(page.escape((base:why("a" .. EVIL, "Ixx"))), 1, true))
        assert.is_truthy(outside:find(page.escape(base:names()[1]), 1, true))
        assert.equal(20, count(outside:match "What is known, and why</h2>(.-)</table>", "<tr><td>"))
        assert.is_truthy(text:find("&quot;ghost&quot;:", 1, true))
    end)

    it("is refused where it cannot be written, and does without a log's times", function()
        local n = arm "n"
        local E = rigid.identify {model = n, log = log_of(n, 60), gamma = 0, payload = "bn"}
        local ok, problem = pcall(E.report, E, "/nowhere/at/all.html")
        assert.is_false(ok)
        assert.matches("cannot write /nowhere/at/all.html", tostring(problem), 1, true)
        local other, Y, tau = os.tmpname(), rigid.Matrix(60, 20), rigid.Vector(60)
        for i = 1, 30 do
            local q, v = n:random_state(i)
            local rows = n:regressor(q, v, v)
            for j = 1, 2 do
                for k = 1, 20 do Y:set(2 * i - 2 + j, k, rows(j, k)) end
                tau:set(2 * i - 2 + j, (rows * n:parameters())[j])
            end
        end
        rigid.identify {model = n, Y = Y, tau = tau, gamma = 0}:report(other)
        assert.matches("no plots", program.read_file(other), 1, true)
        os.remove(other)
    end)
end)

describe("rigid identify", function()
    local function with_files(body)
        program.in_directory(function(directory)
            local m = arm ""
            m:save(directory .. "/robot.urdf")
            log_of(m, 200):save(directory .. "/log.csv")
            body(directory, function(...)
                local words = {"identify", directory .. "/robot.urdf", directory .. "/log.csv", ...}
                return program.run(words)
            end)
        end)
    end

    it("writes what it finds", function()
        with_files(function(directory, run)
            local out, err, code = run("--fix", "a", "-o", directory .. "/found.urdf", "--gamma", "0.001")
            assert.equal("", err)
            assert.equal(0, code)
            assert.matches("wrote " .. directory .. "/found.urdf", out, 1, true)
            assert.matches("from 196 samples", out, 1, true)
            local found = rigid.load(directory .. "/found.urdf")
            local told = found:body("b").inertia:parameters() - arm "":body("b").inertia:parameters()
            assert.is_true(told:norm() < 0.01 and told:norm() > 1e-6) -- of the noise
            assert.is_true(found:body("a").inertia:is_near(arm "":body("a").inertia, 1e-12))
            out, err, code = run("--quiet", "--payload", "b", "--cutoff", "20", "--report", directory .. "/page.html")
            assert.equal("", out .. err)
            assert.equal(0, code)
            assert.matches("^<!DOCTYPE html>", program.read_file(directory .. "/page.html"))
        end)
    end)

    it("needs little more room for a long log than its numbers", function()
        local columns, readings = require "rigid.identification.columns", require "rigid.identification.readings"
        local path, m, rows = os.tmpname(), arm "", 20000
        local names = {"t"}
        for _, letter in ipairs {"q", "v", "tau"} do
            for _, name in ipairs(m:joint_names()) do names[#names + 1] = letter .. "." .. name end
        end
        do
            local lines, line = {table.concat(names, ",")}, {}
            for i = 1, rows do
                for k = 1, #names do line[k] = k == 1 and i or ("%.17g"):format(math.sin(i * k)) end
                lines[i + 1] = table.concat(line, ",")
            end
            program.write_file(path, table.concat(lines, "\n"))
        end
        local function held()
            collectgarbage()
            collectgarbage()
            return collectgarbage "count" * 1024
        end
        local before, numbers = held(), rows * #names
        local read = readings.of(path)
        local there = held() - before
        assert.truthy(there < 1.3 * 8 * numbers + 1e5, there / numbers .. " bytes for a number, read")
        local log = columns.log(m, read)
        there = held() - before
        assert.truthy(there < 1.3 * (8 * (numbers - rows) + 32 * rows) + 1e5, there / numbers .. " bytes for a number, in the log")
        assert.equal(rows, #log.t)
        assert.equal(math.sin(rows * 2), log.q(rows, 1))
        os.remove(path)
    end)

    it("takes a log of some of the joints, the others locked", function()
        with_files(function(directory, run)
            local text = program.read_file(directory .. "/log.csv")
            program.write_file(directory .. "/log.csv", (text:gsub("%.j1", ".other")))
            local _, err, code = run()
            assert.equal(1, code)
            assert.truthy(err:find("no column 'q.j1'", 1, true) and err:find("lock them: --lock, or m:lock{except = {..}} (1 of 2 are there)", 1, true), err)
            local out
            out, err, code = run("--lock", "-o", directory .. "/found.urdf", "--gamma", "0.001", "--offset", "--trust")
            assert.equal("", err)
            assert.equal(0, code)
            assert.falsy(out:find("j1", 1, true))
            local found, was = rigid.load(directory .. "/found.urdf"), arm ""
            assert.equal(2, found:nv())
            assert.is_true(found:body("a").inertia:is_near(was:body("a").inertia, 1e-12))
            assert.is_false(found:body("b").inertia:is_near(was:body("b").inertia, 1e-6))
        end)
    end)

    it("writes what it finds of joints, and what one holds, into the robot whose other joints were locked", function()
        with_files(function(directory, run)
            program.write_file(directory .. "/log.csv", (program.read_file(directory .. "/log.csv"):gsub("%.j1", ".other")))
            local _, err, code = run("--lock", "-o", directory .. "/found.urdf", "--gamma", "0.001", "--damping", "--armature", "--offset", "--trust")
            assert.equal("", err)
            assert.equal(0, code)
            local found, was = rigid.load(directory .. "/found.urdf"), arm ""
            assert.is_true(found:joint("j2").armature > 0)
            assert.equal(0, found:joint("j1").armature)
            _, err, code = run("--lock", "-o", directory .. "/held.urdf", "--payload", "b", "--trust")
            assert.equal("", err)
            assert.equal(0, code)
            local held = rigid.load(directory .. "/held.urdf")
            assert.equal("b", held:body("payload").parent.name)
            assert.is_true(held:body("b").inertia:is_near(was:body("b").inertia, 1e-12))
            assert.is_true(math.abs(held:total_mass() - was:total_mass() - held:body("payload").inertia:mass()) < 1e-12)
        end)
    end)

    it("says so where no joint of the robot is in the log, and where joints cannot be locked", function()
        with_files(function(directory, run)
            local text = program.read_file(directory .. "/log.csv")
            program.write_file(directory .. "/log.csv", (text:gsub("%.j1", ".one"):gsub("%.j2", ".two")))
            local _, err, code = run("--lock")
            assert.equal(1, code)
            assert.truthy(err:find("no column 'q.j1'; there are t, q.one", 1, true), err)
            program.write_file(directory .. "/log.csv", (text:gsub("%.j1", ".other")))
            local m = arm ""
            m:add_coupling {name = "gear", joint = "j2", of = "j1", coefficients = {0, 1}}
            m:save(directory .. "/robot.xml")
            _, err, code = program.run {"identify", "--lock", directory .. "/robot.xml", directory .. "/log.csv"}
            assert.equal(1, code)
            assert.truthy(err:find("rigid identify: --lock: coupling 'gear' moves 'j2' with 'j1', which is to be locked", 1, true), err)
        end)
    end)

    it("says what is wrong, and ends with 1 for the log's faults and 2 for the caller's", function()
        with_files(function(directory, run)
            local function fails(code, words, ...)
                local out, err, ended = run(...)
                assert.equal(code, ended)
                assert.equal("", out)
                assert.is_truthy(err:find("^rigid identify: ") and err:find(words, 1, true), err)
            end
            fails(2, "--payload: model 'arm' has no body or frame named 'hand'", "--payload", "hand")
            fails(2, "--unit: NAME=UNIT expected, got 'tau'", "--unit", "tau")
            fails(2, "it takes two files, ROBOT and LOG, and got 3", "more.csv")
            fails(2, "/nowhere/found.urdf", "--quiet", "-o", "/nowhere/found.urdf")
            fails(1, "a cutoff below half of the log's rate", "--cutoff", "80")
            fails(1, "q of 'j1' changes", "--unit", "q.j1=57.29577951308232")
            local text = program.read_file(directory .. "/log.csv")
            program.write_file(directory .. "/log.csv", (text:gsub("\n0.5,[^,]*", "\n0.5,many", 1)))
            fails(2, directory .. "/log.csv:52: column 2, 'q.j1': a number expected, got 'many'")
            program.write_file(directory .. "/log.csv", (text:gsub("tau%.j2", "tau.j3", 1)))
            fails(1, "/log.csv: no column 'tau.j2'; there are t, q.j1")
        end)
        assert.matches("EXIT STATUS", (program.run {"identify", "--help"}))
    end)
end)
