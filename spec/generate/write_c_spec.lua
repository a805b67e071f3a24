-- C written of a model: it compiles without a warning, in double and single precision, and its own program finds the numbers of the model,
-- for every kind of joint; and numbers that are written fold as they should.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local numbers = require "rigid.generate.numbers"
local trees = require "spec.support.trees"

local function directory()
    local dir = os.tmpname()
    os.remove(dir)
    assert(os.execute(("mkdir '%s'"):format(dir)))
    return setmetatable({path = dir}, {__close = function() os.execute(("rm -r '%s'"):format(dir)) end})
end

local function run(command)
    local pipe <close> = assert(io.popen(command .. " 2>&1"))
    local text = pipe:read "a"
    return text
end

local STRICT <const> = "cc -std=c99 -pedantic -Wall -Wextra -Werror -O0 "

describe("write_c", function()
    it("writes C that compiles strictly and agrees with the model, for every kind of joint", function()
        draw.each(1, 1, function(d)
            local m = trees.of_every_type(d, {roots = 2, armature = true, payloads = 0.3})
            local dir <close> = directory()
            assert.same({dir.path .. "/two.h", dir.path .. "/two.c", dir.path .. "/two_test.c"}, m:write_c {name = "two", dir = dir.path})
            assert.equal("all calls agree\n", run(("cd '%s' && %s two.c two_test.c -lm -o a && ./a"):format(dir.path, STRICT)))
            assert.equal("all calls agree\n", run(("cd '%s' && %s -DTWO_FLOAT two.c two_test.c -lm -o b && ./b"):format(dir.path, STRICT)))
        end)
    end)
    it("writes joints that follow others, but for forward dynamics", function()
        local m = trees.random(draw.stream(5), 6, {mimics = 0.7, welded = 0.2, payloads = 0.5, types = {"revolute", "prismatic", "helical"}})
        local dir <close> = directory()
        m:write_c {name = "mimic", dir = dir.path, functions = {"inverse_dynamics", "mass_matrix"}}
        assert.equal("all calls agree\n", run(("cd '%s' && %s mimic.c mimic_test.c -lm -o a && ./a"):format(dir.path, STRICT)))
        local ok, problem = pcall(m.write_c, m, {dir = dir.path, functions = {"forward_dynamics"}})
        assert.is_false(ok)
        assert.matches("field 'functions%[1%]': joints that follow others", tostring(problem))
    end)
    it("has a program that notices a wrong number", function()
        local m = trees.random(draw.stream(6), 3, {types = {"revolute"}})
        local dir <close> = directory()
        m:write_c {name = "arm", dir = dir.path, functions = {"inverse_dynamics"}}
        assert.matches("3 calls are off", run(("cd '%s' && sed 's/tau%%[0%%] = /tau[0] = 1 + /' arm.c >x.c && mv x.c arm.c && %s arm.c arm_test.c -lm -o a && ./a")
            :format(dir.path, STRICT):gsub("%%%[", "\\["):gsub("%%%]", "\\]")))
    end)
    it("takes models, joints and prefixes of any name", function()
        local body = rigid.SpatialInertia.solid_box {mass = 1, size = {0.1, 0.2, 0.3}}
        for i, name in ipairs {"CASES", "UPPER", "PREFIX", "R", "T", "printf"} do
            local m = rigid.Model {name = ({"a/*b", "a*/b", "a/*/b", "??/", "a\nb\\", "%d"})[i]}
            for k, odd in ipairs {"/*", "*/", "/*/*/", "x??/", "%u", "b\\"} do
                m:add_body {name = odd, parent = k > 1 and m:body_names()[k - 1] or nil, joint = {type = "revolute", name = "j" .. odd}, inertia = body}
            end
            local dir <close> = directory()
            m:write_c {name = name, dir = dir.path, functions = {"gravity_forces"}}
            assert.equal("all calls agree\n", run(("cd '%s' && %s %s.c %s_test.c -lm -o a && ./a"):format(dir.path, STRICT, name, name)))
        end
    end)
    it("refuses what cannot be written, in words", function()
        local m = trees.random(draw.stream(7), 2, {types = {"revolute"}})
        local function refused(pattern, said)
            local ok, problem = pcall(m.write_c, m, said)
            assert.is_false(ok)
            assert.matches(pattern, tostring(problem))
        end
        refused("field 'name': a name in C expected", {name = "a b"})
        refused("field 'name': a name in C expected", {name = ("a"):rep(65)})
        refused("field 'name': 'math.h' is a header of C's own", {name = "math"})
        refused("field 'functions': at least one function expected", {functions = {}})
        refused("field 'functions%[2%]': 'mass_matrix' is asked for already", {functions = {"mass_matrix", "mass_matrix"}})
        local ok, problem = pcall(rigid.Model().write_c, rigid.Model(), {})
        assert.is_false(ok)
        assert.matches("a model with joints that move expected", tostring(problem))
        refused("field 'dir': a directory that is there expected", {dir = "/nowhere"})
        refused("field 'functions%[1%]': .*did you mean", {functions = {"inverse_dynamcs"}})
        m:add_loop {name = "rope", placement_a = {position = {9, 0, 0}}, body_b = "link2", joint = {type = "distance", length = 2}}
        refused("a model with loops", {})
    end)
end)

describe("numbers that are written", function()
    local function lines(make, lanes)
        local program = numbers.program()
        local x, y = numbers.input(program, "x"), numbers.input(program, "y")
        return (numbers.write(program, {{"out", make(x, y)}}, lanes))
    end
    it("lose zeros and ones, and keep signs to the end", function()
        assert.same({"    out = x;"}, lines(function(x, y) return 1 * x + 0 * y end))
        assert.same({"    out = -x;"}, lines(function(x) return -1 * x - 0 end))
        assert.same({"    const T t1 = y - x;", "    out = t1;"}, lines(function(x, y) return -x + y end))
        assert.same({"    const T t1 = x * y;", "    out = t1;"}, lines(function(x, y) return -x * -y end))
        assert.same({"    out = R(6.0);"}, lines(function() return numbers.constant(2) * 3 end))
    end)
    it("are computed once, and only where they are needed", function()
        assert.same({"    const T t2 = x + y;", "    const T t3 = t2 * t2;", "    out = t3;"}, lines(function(x, y)
            assert.is_truthy(x * 7) -- node 1, which nobody needs
            return (x + y) * (y + x)
        end))
    end)
    it("have their sines and cosines made at once, after what the angles need", function()
        local function make(x, y)
            local s, c = numbers.sine_cosine(x)
            local d = numbers.sine_cosine(-(x + y))
            return s * c * d * (x + y)
        end
        local found = table.concat(lines(make), "\n")
        assert.is_truthy(found:find("    const T t3 = x + y;\n    const TURNS angle[2] = {x, t3};\n    TURNS sine[2], cosine[2];\n"
            .. "    turn(angle, sine, cosine, 2);\n    const T t1 = sine[0];\n    const T t2 = cosine[0];\n    const T t4 = sine[1];\n", 1, true), found)
        found = table.concat(lines(make, 4), "\n")
        assert.is_truthy(found:find("angle[1] = {{x, t3}};", 1, true) and found:find("t4 = sine[0][1];", 1, true), found)
    end)
end)
