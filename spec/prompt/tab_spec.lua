-- Tab where an operator gives the value, in lists of quantities, in tables that say a joint, in history; where nothing fits; and
-- in either case.
local complete = require "rigid.prompt.complete"
local offers = require "rigid.prompt.offers"
local program = require "spec.support.program"
local rigid = require "rigid"

local m = rigid.Model {name = "arm"}
m:add_body {name = "hand", joint = {type = "revolute", name = "elbow"}, inertia = rigid.SpatialInertia.unitary():shift {0, 0, 1}}
local log = m:simulate {duration = 0.1}

local env = {M = rigid.SpatialInertia.unitary(), V = rigid.Twist {1, 2, 3, 4, 5, 6}, H = rigid.Matrix {{1, 2}, {3, 4}}, p = rigid.Vec3(1, 2, 3), m = m,
    log = log, x = 2, X = rigid.Transform.identity(), bodies = {rigid.SpatialInertia.unitary()}}
for name, value in pairs(rigid) do env[name] = value end
for name, value in pairs(_G) do env[name] = env[name] or value end

local function names(text) return (complete.names(text, env)) end

local function has(text, ...)
    local found = {}
    for _, name in ipairs(names(text)) do found[name] = true end
    for _, name in ipairs {...} do assert(found[name], text .. " lacks " .. name) end
end

describe("Tab", function()
    it("knows what operators give", function()
        assert.same({"criticize"}, names "(M+M):criti")
        assert.same({"criticize"}, names "y = 3 * x; (M + M:shift{1, 2, 3} + M):criti")
        assert.same({"linear"}, names "(M * Twist{}):li") -- a momentum
        assert.is_same({}, names "(M * Twist{}):exp") -- which has none, as a twist has
        assert.same({"eigen", "eigen_symmetric"}, names "(H*2):eig")
        assert.same({"eigen", "eigen_symmetric"}, names "(2 * H):eig")
        assert.same({"norm"}, names "(p - 2 * p):nor")
        assert.same({"norm"}, names "(-p):nor")
        assert.same({"criticize"}, names "(X * M):criti")
        assert.same({"criticize"}, names "(bodies[1]):criti")
        assert.same({"norm"}, names "((p + p) * 2):nor")
        for _, text in ipairs {"(M + 1):", "(p == p):", "(p and M):", "(nothing + M):", "(1 + 2):", "(p .. p):", "():", "(p, M):"} do
            assert.same({}, names(text), text)
        end
    end)

    it("offers what can be drawn of a log, with its joints and bodies", function()
        has('log:plot{"', "q", "energy", "q elbow", "position hand", "angular velocity hand")
        assert.same({"q elbow"}, names 'log:plot{"energy", "q el')
        assert.same({"q elbow"}, names 'log:plot("q el')
        assert.same({"energy"}, names 'rigid.plot(log, {"ener')
        has("log:plot{", "path=", "title=", "style=")
        assert.same({"points"}, names 'log:plot{"q", style = "po')
        for _, word in ipairs(offers.quantities({"elbow"}, {"world", "hand"})) do -- and each of them can be drawn
            assert.truthy(log:plot {word, text = true, size = {40, 12}}, word)
        end
        for option in offers.PLOT:gmatch "([%w_]+):" do
            local ok, err = pcall(log.plot, log, {"q", [option] = {}})
            assert(ok or not tostring(err):find "unknown", err)
        end
    end)

    it("offers what says a joint, and the types of joints", function()
        has("m:add_body{joint={", "type=", "axis=", "limits=", "damping=", "mimic=")
        assert.same({"prismatic"}, names 'm:add_body{name = "b", joint={type="pri')
        assert.same(#require("rigid.model.joints").names, #names 'm:add_body{joint={type="')
        assert.same({"revolute"}, names 'm:add_body{joint="rev')
        assert.same({"effort=", "lower=", "upper=", "velocity="}, names "m:add_body{joint={limits={")
        has("unknown:add_body{joint={", "type=") -- one class alone has that method
    end)

    it("offers nothing after an operand, and nothing foreign", function()
        for _, text in ipairs {"(M)", "M ", "f(x)", "x = 3 ", "'a' ", "{1} ", "H(1, 1)"} do assert.same({}, names(text), text) end
        has("x = ", "M", "math")
        has("x = 3; ", "M")
        has("for i = 1, 2 do ", "M")
        has("if x then ", "M")
        assert.same({"end"}, names "for i = 1, 2 do print(i) en")
    end)

    it("forgives the case, where nothing else fits", function()
        assert.same({"Rotation", "RotationalInertia"}, names "rot")
        assert.same({"SpatialInertia"}, names "x = spatiali")
        assert.same({"criticize"}, names "M:CRIT")
        assert.same({"math"}, names "mat") -- not Matrix, too
        assert.same({"Matrix"}, names "Matr")
        assert.same({"elbow"}, names 'm:joint "EL')
        local list = names "m"
        for _, name in ipairs(list) do assert(name:sub(1, 1) == "m", name) end
    end)

    it("offers in history what was entered", function()
        program.in_directory(function(directory)
            assert(os.execute("mkdir -p " .. directory .. "/rigid"))
            program.write_file(directory .. "/rigid/history", "M = 1\nM = 2\nx = \"no\"\nM = 1\n")
            local getenv = function(name) return name == "XDG_STATE_HOME" and directory or nil end
            assert.same({"M = 1", "M = 2"}, offers.entered(getenv))
        end)
    end)

    it("works so at a terminal", function()
        if not program.has_terminal() or not program.has_readline() then return pending "no terminal, or no lua-readline" end
        program.at_terminal({code = 0}, function(terminal)
            terminal:expect "> "
            terminal:send "rotational\t.unit\t\21"
            terminal:send "M = spatiali\t.unitary()\n"
            terminal:expect "SpatialInertia.unitary()"
            terminal:expect "> "
            terminal:send "(M+M):mas\t()\n"
            terminal:expect "\n2.0\n"
            terminal:expect "> "
            terminal:send "m = Model{}; m:add_body{name = 'b', joint={ty\t\"revo\t}, inertia = M}; m:nv()\n"
            terminal:expect "\n1\n"
            terminal:expect "> "
            terminal:send "m:\t\tnv()\n" -- a list, and no question in between
            terminal:expect "\n1\n"
            terminal:send "\4"
        end)
    end)
end)
