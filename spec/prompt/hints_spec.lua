-- What the prompt says of words without parentheses, of names that are not there, of habits from other languages; and where its
-- carets stand.
local program = require "spec.support.program"
local carets = require "rigid.prompt.carets"
local habits = require "rigid.prompt.habits"
local hints = require "rigid.prompt.hints"
local rigid = require "rigid"
local words = require "rigid.prompt.words"

-- What -e or the prompt through a pipe shows, and says.
local function typed(text) return program.run {"-i", input = text .. "\n"} end

local function with_model(body)
    local m = rigid.Model {name = "arm"}
    m:add_body {name = "upper", joint = {type = "revolute", name = "elbow"}, inertia = rigid.SpatialInertia.unitary()}
    require("rigid.prompt.scope").set("arm_of_spec", m)
    require("rigid.prompt.scope").set("vec_of_spec", rigid.Vec3(1, 2, 3))
    body "arm_of_spec"
end

describe("a word without its parentheses", function()
    it("runs where it needs nothing, and else says how it is called", function()
        assert.truthy((typed "x = 5\nwho"):find "  x     integer        5\n")
        assert.equal((typed "history()"), (typed "history"))
        assert.truthy((typed "history"):find "^  %S")
        assert.equal("rigid.save_session(path) -> string — call it: save_session(path)\n", (typed "save_session"))
        assert.equal("4\n", (typed "who = 4\nwho"))
    end)

    it("of a method is told, whatever stands between the names, and asks for no more lines", function()
        local out, err = typed "m = rigid.Model{}\nm:total_mass\nm.total_mass\nm.gravity\nVec3(1, 2, 3):dot\n1 + 1"
        assert.equal("Model:total_mass() -> number — call it: m:total_mass()\nModel:gravity() -> Vec3 — call it: m:gravity()\n2\n", out)
        assert.equal("Model:total_mass() -> number — call it: m:total_mass()\nVec3:dot(b) -> number — call it: Vec3(1, 2, 3):dot(b)\n", err)
        assert.equal("a name belongs after ':'; Tab lists what there is\n", select(2, typed "m = rigid.Model{}\nm:"))
        assert.truthy(select(2, typed "m = rigid.Model{}\nm:total_mas"):find "did you mean 'total_mass'?", 1, true)
    end)

    it("is never shown by where it lies in memory", function()
        local out = typed "print\nstring.format\nfunction f(a, ...) end\nf\n{f, print}\nm = rigid.Model{}\nVec3.dot\nlocal g = f\ng"
        assert.is_nil(out:find "0x", 1, true)
        assert.truthy(out:find("print is Lua's own", 1, true) and out:find("string.format is Lua's own", 1, true))
        assert.truthy(out:find("\nfunction(a, ...), from stdin, line 1\n", 1, true), out)
        assert.truthy(out:find("{function(a, ...), function}", 1, true), out)
    end)

    it("is no reason to stop a text of several lines", function()
        assert.is_nil(words.unfinished "x = a:b\n")
        assert.is_nil(words.unfinished "x = {")
        assert.is_nil(words.unfinished "f('a:b")
    end)
end)

describe("what was meant", function()
    setup(function()
        for _, name in ipairs {"Vec3", "SpatialInertia"} do require("rigid.prompt.scope").set(name, rigid[name]) end
        require("rigid.prompt.scope").set("rigid", rigid)
    end)

    local function said(message, line) return hints.of_run("attempt to " .. message, line) end

    it("knows whose name it is", function()
        with_model(function(m)
            assert.equal("; a Model has no 'plot': a log has one; simulate first: arm_of_spec:simulate{...}:plot()",
                said("call a nil value (method 'plot')", m .. ":plot()"))
            assert.equal("; did you mean 'total_mass'?", said("call a nil value (method 'total_mas')", "x = 2 * " .. m .. ":total_mas()"))
            assert.equal("; a Model has no 'dot', there is Vec3:dot, Vector:dot, SpatialMotion:dot, ...",
                (said("call a nil value (method 'dot')", m .. ":dot(1)"):gsub("Vec3:dot.*", "Vec3:dot, Vector:dot, SpatialMotion:dot, ...")))
        end)
        assert.truthy(said("call a nil value (field 'simulate')", "rigid.simulate(m)"):find "^; it is a method of a Model: m:simulate{duration")
        assert.equal("; Vec3 has no 'zero': it is Vec3(0, 0, 0)", said("call a nil value (field 'zero')", "Vec3.zero()"))
        assert.equal("; did you mean SpatialInertia.solid_box?", said("call a nil value (global 'solid_box')", "solid_box{}"))
        assert.equal("; SpatialInertia has no 'box', but solid_box", said("call a nil value (field 'box')", "SpatialInertia.box{}"))
        assert.equal("; it is a method: x:norm", said("call a nil value (field 'norm')", "Vec3.norm(v)"))
    end)

    it("never is the name that failed", function()
        for _, name in ipairs {"plot", "simulate", "zero", "shift", "norm"} do
            for _, line in ipairs {"", "nowhere:" .. name .. "()", "Vec3." .. name .. "()"} do
                for _, kind in ipairs {"method", "field", "global"} do
                    local hint = said(("call a nil value (%s '%s')"):format(kind, name), line)
                    assert.is_nil(hint:find("did you mean '" .. name .. "'", 1, true), hint)
                end
            end
        end
    end)

    it("is said of an expression that is nil, but not of a value of the user's", function()
        with_model(function(m)
            assert.equal('it is a joint: arm_of_spec:joint "elbow"', hints.of_nil(m .. ".elbow"))
            assert.equal('it is a body: arm_of_spec:body "upper"', hints.of_nil(m .. ".upper"))
            assert.equal("a Vec3 has no 'w': it has x, y and z", hints.of_nil "Vec3(1, 2, 3).w")
            assert.equal("a Vec3 has no 'w': it has x, y and z", hints.of_nil "vec_of_spec.w")
            assert.equal("nothing is called 'clc'; Ctrl-L clears the screen", hints.of_nil "clc")
            assert.equal("nothing is called 'lesson'; did you mean rigid.lesson?", hints.of_nil "lesson")
            assert.is_nil(hints.of_nil "{}.x")
            assert.is_nil(hints.of_nil "nil")
            assert.is_nil(hints.of_nil "f(x)")
        end)
    end)

    it("of a habit names what there is", function()
        local known = {}
        for _, name in ipairs(require("rigid.prompt.help").names()) do known[name], known[name:match "[^.:]*$"] = true, true end
        local count = 0
        for _, name in ipairs {"sum", "mean", "zeros", "ones", "diag", "linspace", "eye", "norm", "cross", "dot", "inv", "transpose", "det", "size", "power", "plot", "timeit", "tic"} do
            local habit = assert(habits.of_name(name), name)
            for class, method in habit:gmatch "%f[%w](%u%w+)%.([%l_]+)" do
                count = count + 1
                assert.truthy(known[class .. "." .. method], habit)
            end
            for method in habit:gmatch "%f[%w]%a:([%l_]+)" do
                count = count + 1
                assert.truthy(known[method], habit)
            end
        end
        assert(count >= 14, count)
        assert.equal("; strings are joined by ..", said("add a 'number' with a 'string'", "x = 1 + 'a'"))
        assert.equal("", said("mul a 'number' with a 'string'", "x = 1 * 'a' + 2"))
    end)

    it("is a method where a field is set", function()
        with_model(function(m)
            assert.equal("; it is set by a method: arm_of_spec:set_gravity(...)",
                said("index a Model value (global 'arm_of_spec')", m .. ".gravity = 3"))
            assert.truthy(said("index a Vec3 value (global 'vec_of_spec')", "vec_of_spec.w = 3"):find "^; the fields of a Vec3 are not set")
            assert.equal("", said("index a Model value (global 'arm_of_spec')", "x = " .. m .. ".gravity"))
        end)
    end)

    it("is told of the habits of other languages, a line each", function()
        for text, wanted in pairs {
            ["x != 3"] = "~=", ["2 ** 3"] = "^", ["x += 1"] = "x = x + 1", ["x++"] = "x = x + 1", ["[1,2]"] = "{1, 2, 3}", ["f([1])"] = "{1, 2, 3}",
            ["import math"] = "require", ["from a import b"] = "require", ["for i in range(3):"] = "for i = 1, 3 do",
            ["if x:"] = "then", ["def f(x):"] = "function f(x)", ["π = 3"] = "a to z", ["a && b"] = "and", ["a || b"] = "or", ["!x"] = "not x",
            ["A'"] = "transpose", ["x := 3"] = "=", ["# note"] = "--", ["% note"] = "--", ["let x = 3"] = "local", ["print x"] = "print(x)",
            ["elif x"] = "elseif", ["x ? 1 : 2"] = "and a or b", ["!ls"] = "os.execute", ["%run x"] = "dofile", ["+ b"] = "x = a +", [".. s"] = "x = a ..", ["and y"] = "x = a and",
        } do
            local said_of = habits.of_text(text, text:find "[!*+%[&|:π#%%?]" or 1)
            assert(said_of and said_of:find(wanted, 1, true), text .. ": " .. tostring(said_of))
            assert.is_nil(said_of:find "\n")
        end
        for _, text in ipairs {"x = {[1] = 2}", "a[1]", "x = = 1", "print(", "f(x)[1]", "x ~= 1", "s = 'it !='"} do
            assert.is_nil(habits.of_text(text, text:find "=" or 1), text)
        end
        for name, wanted in pairs {sin = "math.sin", pi = "math.pi", np = "Vector", None = "nil", deg2rad = "math.rad", clear = "Ctrl-L"} do
            assert(habits.of_name(name):find(wanted, 1, true), name)
        end
    end)

    it("is told where Lua would wait for the rest of a line", function()
        for text, wanted in pairs {
            ["if q: print(1)"] = "then ... end", ["while q: f()"] = "while condition do", ["for i in q: print(i)"] = "ipairs",
            ["f = lambda x: x"] = "function(x) return x end", ["if (x) {"] = "then ... end", ["while (x) {"] = "while condition do",
        } do
            local said_of = words.unfinished(text)
            assert(said_of and said_of:find("this is not Lua; ", 1, true) == 1 and said_of:find(wanted, 1, true), text .. ": " .. tostring(said_of))
        end
        for _, text in ipairs {"if x then", "for i = 1, 3 do", "while x do", "f {", "if f(x) then y = {", "x = function(a)", "m:pose(q,"} do
            assert.is_nil(words.unfinished(text), text)
        end
    end)

    it("looks at the whole of a text that does not compile", function()
        for text, wanted in pairs {
            ["m:simulate(duration=1)"] = "stand in braces", ["m:pose q"] = "in parentheses", ["A[1,2]"] = "A(i, j)", ["A(1,2) = 3"] = "A:set",
            ["if x = 1 then"] = "equal is ==", ["for i = 1:10"] = "for i = 1, 10 do", ["for (int i = 0; i < 3; i++)"] = "a loop is",
            ["x = y if z else 0"] = "condition and a or b", ["function y = f(x)"] = "function f(x)", ["a == 3 && b"] = "and", ["// x"] = "--",
            ["help m"] = "?name", ["q[1:3]"] = "A:block", ["{1, 2, 3}[2]"] = "({1, 2, 3})[1]", ['"abc":upper()'] = '("abc"):upper()',
        } do
            local said_of = habits.of_text(text, text:find "[=,:({/]" or 1)
            assert(said_of and said_of:find(wanted, 1, true), text .. ": " .. tostring(said_of))
        end
    end)

    it("leads from the names of other libraries to methods that are there", function()
        local elsewhere = require "rigid.prompt.elsewhere"
        local known, count = {}, 0
        for _, name in ipairs(require("rigid.prompt.help").names()) do known[name] = true end
        for class, list in pairs(elsewhere.methods) do
            for name, told in pairs(list) do
                assert.equal(name:lower():gsub("_", ""), (name))
                for method in told:gmatch "%%s:([%l_%d]+)" do
                    count = count + 1
                    assert.truthy(known[class .. ":" .. method], ("%s.%s: %s"):format(class, name, told))
                end
                for at, method in told:gmatch "%f[%w](%u?%l+)[.]([%l_]+)%f[^%w_(]*" do
                    if at == "rigid" or rigid[at] then assert.truthy(known[at .. "." .. method] or rigid[method], told) end
                end
            end
        end
        assert(count >= 60, count)
        assert.equal("it is m:mass_matrix(q)", elsewhere.of("Model", "crba", "m"))
        assert.equal("it is m:jacobian(q, body)", elsewhere.of("Model", "computeJointJacobians", "m"))
        assert.is_nil(elsewhere.of("Model", "total_mass", "m"))
        assert.is_nil(habits.of_text('print "hello', 7))
        assert.equal("mass_matrix", elsewhere.same("CalcMassMatrix", {"com", "mass_matrix"}))
        assert.is_nil(elsewhere.same("com", {"com"}))
    end)

    it("knows by the words of the field what a model calls otherwise, and nothing where it has no such thing", function()
        with_model(function(m)
            assert.truthy(said("call a nil value (method 'gravity_compensation')", m .. ":gravity_compensation(q)"):find("perhaps arm_of_spec:gravity_forces(q", 1, true))
            assert.truthy(said("call a nil value (method 'zero_configuration')", m .. ":zero_configuration()"):find("arm_of_spec:neutral()", 1, true))
            assert.equal("; a Model has no 'frobnicate'", said("call a nil value (method 'frobnicate')", m .. ":frobnicate()"))
            assert.equal("; a Model has no 'nope'", said("call a nil value (method 'nope')", m .. ":nope()"))
        end)
    end)

    it("knows what a body and a joint have, and what is asked of the model", function()
        with_model(function(m)
            local scope = require "rigid.prompt.scope"
            local _, arm = scope.get(m)
            scope.set("body_of_spec", arm:body "upper")
            assert.equal("a body has no 'mass': it is body_of_spec.inertia:mass()", hints.of_nil "body_of_spec.mass")
            assert.equal("did you mean 'parent'?", hints.of_nil "body_of_spec.parnt")
            scope.set("joint_of_spec", arm:joint "elbow")
            assert.equal("a joint has no 'limits': there are joint_of_spec.lower and joint_of_spec.upper", hints.of_nil "joint_of_spec.limits")
        end)
    end)

    it("knows a field from a method, and the loop and the format that were meant", function()
        require("rigid.prompt.scope").set("log_of_spec", rigid.Log(rigid.Model {}))
        assert.equal("q is a field: log_of_spec.q", words.unfinished "log_of_spec:q")
        assert.truthy(hints.of_run("attempt to call a table value (for iterator 'for iterator')", "for v in {1} do end"):find("ipairs(t)", 1, true))
        assert.truthy(hints.of_run("attempt to mod a 'string' with a 'number'", 'print("%d" % 3)'):find('("%d"):format(x)', 1, true))
        assert.truthy(hints.of_run("attempt to call a table value (method 'q')", "log_of_spec:q()"):find("log.q[i]", 1, true))
        require("rigid.prompt.scope").set("plain_of_spec", {1, 2})
        assert.equal("a list begins at 1", hints.of_nil "plain_of_spec[0]")
        assert.is_nil(hints.of_nil "plain_of_spec[3]")
        assert.truthy(hints.of_run("attempt to perform arithmetic on a table value (global 'a')", "a + a"):find("Vector(t)", 1, true))
        assert.equal("a product is A * b", habits.of_text("A @ b", 3))
        assert.truthy(habits.of_text("@(x) x", 1):find "a function is")
    end)

    it("knows which argument was meant", function()
        local function of(refusal, line) return hints.of_run("bad argument " .. refusal, line) end
        assert.truthy(of("#2 to 'jacobian' (name of a body or frame expected, got Vector of 7)", 'm:jacobian("link3", q)'):find "the configuration comes first")
        assert.equal("", of("#2 to 'jacobian' (name of a body or frame expected, got Vector of 7)", "m:jacobian(q, q)"))
        assert.truthy(of("#2 to 'simulate' (nothing more expected after 1 argument, got 2)", "m:simulate(q, 2)"):find("simulate{duration = ...}", 1, true))
        assert.truthy(of("#2 to 'view' (unknown field 'log'; the fields are path)", "rigid.view(m, {log = log})"):find("rigid.view(m, log)", 1, true))
    end)

    it("tells what a value of ours would take", function()
        with_model(function(m)
            assert.truthy(said("call a Vector value (global 'q')", "q(1)"):find "an entry is q%[1%]")
            assert.truthy(said("perform arithmetic on a Matrix value (global 'H')", "H^2"):find "no ^", 1, true)
            assert.equal("", said("perform arithmetic on a Matrix value (global 'H')", "H + nil"))
            assert.truthy(hints.of_run("bad argument #1 to 'simulate' (unknown field 'timestep'; the fields are q, v, dt)", ""):find "it is dt here")
            assert.equal("", hints.of_run("bad argument #1 to 'simulate' (unknown field 'timestep'; the fields are q, v)", ""))
            assert.truthy(hints.of_run("bad argument #1 to 'add_body' (field 'joint.type': \"a\" or \"b\" expected, got \"hinge\")", ""):find '"revolute" here')
            assert.is_truthy(m)
        end)
        require("rigid.prompt.scope").set("list_of_spec", rigid.Vector {1, 2})
        assert.equal("a Vector has no entry 3: they are 1 to 2", hints.of_nil "list_of_spec[3]")
        assert.truthy(hints.of_nil 'load "arm.urdf"':find('rigid.load "arm.urdf"', 1, true))
    end)

    it("reaches the prompt", function()
        local function last(text) return (select(2, typed(text))) end
        assert.truthy(last "for i in range(3):\n1":find "^this is not Lua; a loop over numbers is: for i = 1, 3 do ... end\n")
    end)
end)

describe("the carets of an argument", function()
    local function under(text, ...)
        local first, last = carets.find(text, ...)
        return first and text:sub(first, last)
    end

    it("stand under it, also among several and inside tables", function()
        assert.equal("3", under("m:pose(m:neutral(), 3)", "pose", 2))
        assert.equal("-1", under("m:simulate{q = m:neutral(), duration = 1, dt = -1}", "simulate", 1, "dt"))
        assert.equal("{0, 0, 2}", under("m:add_body{joint = {type = 'x', axis = {0, 0, 2}}}", "add_body", 1, "joint.axis"))
        assert.equal("-4", under("f{size = {1, -4}}", "f", 1, "size[2]"))
        assert.equal("'a'", under("m:body 'a'", "body", 1))
        assert.equal("function(t) return 1, 2 end", under("f(1, function(t) return 1, 2 end, 3)", "f", 2))
    end)

    it("stand under the table that lacks a field, and at the end of a call that lacks an argument", function()
        assert.equal("{", under("f(1, {a = 2})", "f", 2, "mass"))
        assert.equal(")", under("Vec3(1, 2, 3):dot(Vec3(1, 2))", "Vec3", 3, nil, nil, true))
    end)

    it("stand under the name of a field that is not known", function()
        assert.equal("mas", under("f{size = {1}, mas = 2}", "f", 1, nil, nil, nil, "mas"))
        assert.equal("typ", under("f{joint = {typ = 'x', axis = 3}}", "f", 1, "joint", nil, nil, "typ"))
        assert.equal("{a = 2}", under("f{a = 2}", "f", 1, nil, nil, nil, "b"))
    end)

    it("stand nowhere where it cannot be told which call it is", function()
        assert.is_nil(under("f(1) + f(2)", "f", 1))
        assert.equal("2", under("f(1) + f(1, 2)", "f", 2))
        assert.equal("2", under("f(1)\nf(2)", "f", 1, nil, 2))
        assert.is_nil(under("f", "f", 1))
    end)

    it("are what the prompt shows", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        program.at_terminal({code = 0}, function(terminal)
            terminal:expect "> "
            terminal:send "SpatialInertia.solid_box{mass = 2, size = {1, -1, 1}}\n"
            terminal:expect("got (1.0, -1.0, 1.0))\n  SpatialInertia.solid_box{mass = 2, size = {1, -1, 1}}\n" .. (" "):rep(44) .. "^^^^^^^^^^\n")
            terminal:expect "> "
            terminal:send "\27[200~x = 1\nM = SpatialInertia.solid_box{\n  mass = -2,\n  size = {1, 1, 1},\n}\27[201~\n"
            terminal:expect "  mass = -2,\n"
            terminal:expect "^^\n"
            terminal:send "\4"
        end)
    end)
end)
