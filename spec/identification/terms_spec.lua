-- Terms of one's own from the shell: rigid identify --terms FILE finds what rigid.identify{terms = ..} does, and a file that is wrong, or wants to do harm,
-- is refused in words.
local rigid = require "rigid"
local identified = require "spec.support.identified"
local program = require "spec.support.program"

local TERMS <const> = [[
return {
    rotor = function(q, v, a) return {a[1] + a[3], 0, a[1] + a[3]} end,
    drag = function(q, v) return {v[1] * math.abs(v[1]), 0, 0} end,
}
]]

-- A log of the arm, whose first and last joint share a drive, and whose first drags.
local function written(path)
    local m = identified.arm()
    local log = rigid.Log {model = m, t = {}, q = {}, v = {}, tau = {}}
    for i = 0, 3000 do
        local t = 0.002 * i
        local q, v, a = {}, {}, {}
        for j = 1, 3 do
            local w = 1 + 0.7 * j
            q[j], v[j], a[j] = math.sin(w * t + j), w * math.cos(w * t + j), -w * w * math.sin(w * t + j)
        end
        local tau, drive = m:inverse_dynamics(q, v, a), 0.3 * (a[1] + a[3])
        log:add(t, q, v, tau + rigid.Vector {0.7 * v[1] * math.abs(v[1]) + drive, 0, drive})
    end
    log:save(path)
    return m
end

describe("rigid identify --terms", function()
    local function within(body)
        program.in_directory(function(directory)
            written(directory .. "/log.csv"):save(directory .. "/robot.urdf")
            body(directory, function(text, ...)
                program.write_file(directory .. "/terms.lua", text)
                return program.run {"identify", directory .. "/robot.urdf", directory .. "/log.csv", "--terms", directory .. "/terms.lua", ...}
            end)
        end)
    end

    it("finds the numbers of a file's terms, says and reports them, as rigid.identify does of the same functions", function()
        within(function(directory, run)
            local out, err, code = run(TERMS, "--report", directory .. "/page.html", "--gamma", "0.0001")
            assert.same({"", 0}, {err, code})
            assert.truthy(out:find("  drag +0%.7 ±") and out:find("  rotor +0%.3 ±"), out)
            local page = program.read_file(directory .. "/page.html")
            assert.truthy(page:find("<td>rotor</td><td></td><td>0.3</td>", 1, true))
            local log = rigid.read_csv(directory .. "/log.csv", {progress = false})
            local lists = {t = log.t, q = {}, v = {}, tau = {}}
            for i = 1, #log.t do
                for _, letter in ipairs {"q", "v", "tau"} do lists[letter][i] = {log[letter .. ".j1"][i], log[letter .. ".j2"][i], log[letter .. ".j3"][i]} end
            end
            local E = rigid.identify {model = rigid.load(directory .. "/robot.urdf"), log = lists, gamma = 1e-4, terms = load(TERMS)()}
            assert.equal(out:gsub("wrote [^\n]*\n", ""), tostring(E) .. "\n")
        end)
    end)

    it("takes long logs in pieces", function()
        local m, samples = identified.arm(), {q = rigid.Matrix(5000, 3), v = rigid.Matrix(5000, 3), a = rigid.Matrix(5000, 3)}
        for i = 1, 5000 do
            for j = 1, 3 do samples.q:set(i, j, math.sin(i * j)) end
        end
        local path = os.tmpname()
        program.write_file(path, "count = 0 return {x = function(q) count = count + 1 return {q[1], q[2] * q[3], 1} end}")
        local terms_file = require "rigid.identification.terms_file"
        local given = terms_file.given(terms_file.read(path), m, samples)
        os.remove(path)
        assert.equal(5000, given:rows())
        for i = 1, 5000, 7 do assert.is_true(given(i, 1) == math.sin(i) and given(i, 2) == math.sin(2 * i) * math.sin(3 * i) and given(i, 3) == 1) end
    end)

    it("says what is wrong with the file, at its line", function()
        within(function(directory, run)
            local function fails(text, ...)
                local out, err, code = run(text, "--gamma", "0.1")
                assert.same({"", 2}, {out, code})
                assert.truthy(err:find("^rigid identify: "), err)
                for _, words in ipairs {...} do assert.truthy(err:find(words, 1, true), err) end
                assert.falsy(err:find "\27")
                assert.falsy(err:find("stack traceback", 1, true), err)
            end
            fails("return 3", "terms.lua: a table of functions of q, v and a", "got a number")
            fails("return {3}", "names of terms expected")
            fails("return {x = {}}", "'x': a function of q, v and a expected, got a table")
            fails("\n\nreturn {x = ", "terms.lua:3:", "<eof>")
            fails("\nreturn {x = function(q) return {1, 2} end}", "'x' returned a list of 2; a list of 3 numbers expected, one for each freedom")
            fails("return {x = function(q) end}", "'x' returned a nil")
            fails("\n\nreturn {x = function(q) return {q.j2.angle, 0, 0} end}", "terms.lua:3:", "attempt to index a nil value (field 'j2')")
            fails("return {x = function(q) return {'1', 0, 0} end}", "'x'[1]: a number expected, got a string")
            fails("return {x = function(q, v) return {0, 0, 1 / (v[1] - v[1])} end}", "'x'[3] is no finite number at sample 1")
            fails("return {['\\27[2J'] = function() return {} end}", "'\\027[2J' returned a list of 0")
            fails("local t = {} for i = 1, 101 do t['n' .. i] = function() return {1, 1, 1} end end return t", "--terms: 100 terms at most expected, got 101")
            local _, err, code = program.run {"identify", directory .. "/robot.urdf", directory .. "/log.csv", "--terms", directory .. "/none.lua"}
            assert.equal(2, code)
            assert.truthy(err:find("none.lua", 1, true), err)
            _, err, code = run(TERMS, "--payload", "c")
            assert.equal(2, code)
            assert.truthy(err:find("--payload: ", 1, true) and err:find("terms", 1, true), err)
        end)
    end)

    it("lets no file do harm", function()
        within(function(directory, run)
            local function fails(text, ...)
                local _, err, code = run(text, "--gamma", "0.1")
                assert.equal(2, code, err)
                for _, words in ipairs {...} do assert.truthy(err:find(words, 1, true), err) end
            end
            fails(("os.execute 'touch %s/harm' return {}"):format(directory), "'os' is not there")
            fails(("return {x = function() io.open('%s/harm', 'w') return {0, 0, 0} end}"):format(directory), "'io' is not there")
            fails("return {x = function() while true do end end}", "instructions")
            fails("local s = 'x' while true do s = s .. s end", "a string of more than")
            fails("end)() return {names = {}, values = {}} end (function()", "terms.lua:1:") -- of the text around it
            fails("_usual[7] = nil return {x = function() return {0, 0, 0} end}", "terms.lua:")
            fails("_usual[7] = function() return function() return 'table' end end return {}", "terms.lua:")
            local out, err, code = run("type, next, math = nil return {}", "--gamma", "0.1") -- its own affair
            assert.same({"", 0}, {err, code})
            assert.truthy(out:find("base parameters", 1, true))
            assert.equal(1, select(3, program.run {"-e", ("os.exit(io.open('%s/harm') and 0 or 1)"):format(directory)}))
        end)
    end)
end)
