-- help: that it knows every public name, finds what is meant by a name, a value or a function, renders every part of an
-- entry, and helps where a name is wrong. How the reference is read is checked on a small one written here.

local help = require "rigid.prompt.help"
local program = require "spec.support.program"
local reference = require "rigid.prompt.reference"
local render = require "rigid.prompt.render"
local rigid = require "rigid"

-- Every class and function: "Vec3", "Vec3:dot", "rigid.type", ... with its value.
local function public()
    local found = {}
    for name, value in pairs(rigid) do
        local metatable = getmetatable(value)
        if type(value) == "function" then
            found["rigid." .. name] = value
        elseif type(value) == "table" and metatable and metatable.__instance then
            found[name] = value
            for short, f in pairs(value) do found[name .. "." .. short] = f end
            for short, f in pairs(metatable.__instance.__methods) do found[name .. ":" .. short] = f end
        end
    end
    return found
end

describe("what help() prints", function()
    it("fits its columns, to the last paragraph", function()
        local text, width = help.text(rigid), require("rigid.display.settings").columns()
        for line in text:gmatch "[^\n]+" do assert.is_true(utf8.len(line) <= width, line) end
        local last = text:match "(help%(SpatialInertia%).*)$"
        for line in last:gmatch "([^\n]+)\n" do assert.is_true(#line > width - 30, line) end
    end)
end)

describe("help", function()
    it("knows every public class and function, by its full name and by identity", function()
        local count = 0
        for name, value in pairs(public()) do
            local entries = help.lookup(name)
            assert(#entries == 1 and entries[1].name == name, name)
            local known = false
            for _, entry in ipairs(help.of_function(value)) do known = known or entry.name == name end
            assert(known, name .. " by identity")
            local text = help.text(name)
            assert(text:find(entries[1].short, 1, true) and #text > #name + 20, name)
            count = count + 1
        end
        assert(count > 200)
    end)

    it("lists the methods of a model by subject, each once", function()
        local methods, count = {}, 0
        for _, entry in ipairs(help.entries()) do
            if entry.class == "Model" and entry.kind == "method" then methods[#methods + 1] = entry end
        end
        for _, group in ipairs(require("rigid.prompt.groups").of("Model", methods)) do
            assert.not_equal("Others", group[1], group[2][1] and group[2][1].name)
            count = count + #group[2]
        end
        assert.equal(#methods, count)
        local text = help.text "Model"
        assert.truthy(text:find "\nKinematics\n  :pose%(q, body%)" and text:find "\n  :simulate{duration, %.%.%.}")
    end)

    it("finds a name with or without the module, either mark, parentheses, or the right case", function()
        for _, name in ipairs {"SpatialInertia:shift", "SpatialInertia.shift", "rigid.SpatialInertia:shift",
            " SpatialInertia:shift() ", "spatialinertia:SHIFT"} do
            local entries = help.lookup(name)
            assert.equal("SpatialInertia:shift", entries[1] and entries[1].name, name)
            assert.equal(1, #entries)
        end
        assert.equal("rigid.type", help.lookup("type")[1].name)
        assert.equal("class", help.lookup("SpatialInertia")[1].kind)
        assert.same({}, help.lookup "no_such_thing")
        assert.same({}, help.lookup "")
    end)

    it("tells a function of a class from a method of the same name", function()
        assert.equal("static", help.lookup("Rotation.matrix")[1].kind)
        assert.equal("method", help.lookup("Rotation:matrix")[1].kind)
    end)

    it("names the class that a method's word is, too", function()
        assert.truthy(help.text "log":find('Log is a class as well: help "Log".', 1, true))
        assert.falsy(help.text "Log":find("as well", 1, true))
        assert.falsy(help.text "shift":find("as well", 1, true))
    end)

    it("gives all entries of a short name", function()
        local text = help.text "shift"
        for _, class in ipairs {"Twist", "Wrench", "SpatialInertia", "ABI", "RotationalInertia"} do
            assert.truthy(text:find(class .. ":shift(p_PQ", 1, true), class)
        end
    end)

    it("describes a class, a value of it, and its name alike, with all it can do", function()
        local text = help.text(rigid.SpatialInertia)
        assert.equal(text, help.text "SpatialInertia")
        assert.equal(text, help.text(rigid.SpatialInertia.unitary()))
        for name in pairs(public()) do
            local mark, short = name:match "^SpatialInertia([.:])(.*)$"
            if mark then assert(text:find("\n  " .. mark .. short .. "%f[^%w_]"), name) end
        end
        assert.truthy(text:find("SpatialInertia * Twist -> SpatialMomentum", 1, true))
    end)

    it("describes a function by the function", function()
        local M = rigid.SpatialInertia.unitary()
        assert.equal(help.text "SpatialInertia:shift", help.text(M.shift))
        assert.equal(help.text "SpatialInertia.solid_box", help.text(rigid.SpatialInertia.solid_box))
        assert.equal(help.text "rigid.type", help.text(rigid.type))
    end)

    it("without an argument, or of the module, is an overview", function()
        local text = help.text(rigid)
        for name, value in pairs(public()) do
            if type(value) == "table" or name:find "^rigid%." then assert(text:find("\n  " .. name, 1, true), name) end
        end
        local out = program.run {"-e", "help()"}
        assert.equal(text .. "\n", out)
    end)

    it("prints, and returns nothing", function()
        local out = program.run {"-e", "print(select('#', help 'Vec3:norm'))"}
        assert.equal(help.text "Vec3:norm" .. "\n0\n", out)
    end)

    it("names the nearest where a name is wrong", function()
        assert.equal("shift", help.nearest("shfit")[1])
        assert.equal("SpatialInertia", help.nearest("SpatialInertai")[1])
        assert.equal("SpatialInertia.solid_box", help.nearest("SpatialInertia.solidbox")[1])
        assert.truthy(help.text("shfit"):find 'Nothing is known of "shfit"%. Near it: shift[,.]')
        assert.truthy(help.text("ellipsoid"):find "equivalent_ellipsoid")
        assert.equal('Nothing is known of "qqqqqqqq". help() lists what there is.', help.text "qqqqqqqq")
        for _, name in ipairs {"", " ", "(", "%", "[", ("x"):rep(10000), "\0"} do
            assert.truthy(help.text(name):find "^Nothing is known")
        end
    end)

    it("says so of what is not ours", function()
        assert.truthy(help.text(nil):find "nil")
        assert.equal("print is Lua's own: https://www.lua.org/manual/5.4/manual.html#pdf-print", help.text(print))
        assert.truthy(help.text(string.format):find("^string.format is Lua's own"))
        for _, value in ipairs {1, true, {}, io.stdout, coroutine.create(print), setmetatable({}, {__metatable = 1})} do
            assert.truthy(help.text(value):find("^This is a " .. type(value) .. ", and none"))
        end
    end)

    it("keeps to the width of a terminal, but for code and long words", function()
        for _, entry in ipairs(help.entries()) do
            local text, coding = render.entry(entry), false
            for line in text:gmatch "[^\n]+" do
                coding = line == "Example" or coding and line:find "^ "
                if not coding and utf8.len(line) > 88 then assert(line:find "^%s*%S+$", entry.name .. ": " .. line) end
            end
        end
    end)
end)

describe("a rendered entry", function()
    local function rendered(text)
        return render.entry(reference.parse(text)[1])
    end

    it("cuts no summary where a word is still to come", function()
        for _, entry in ipairs(help.entries()) do
            local sentence = (entry.text or ""):match "^(.-%.)%s" or entry.text or ""
            for _, room in ipairs {40, 52} do
                local short = render.short(entry.text or "", room)
                local last = short ~= sentence and short:match "(%a+)%.$" or ""
                assert.falsy(("of to from by with and or that which whose at in about as where is are the"):find("%f[%a]" .. last .. "%f[%A]")
                    and last ~= "", entry.name .. ": " .. short)
            end
        end
        assert.equal("The base parameters of the model.", render.short(help.lookup("Model:base_parameters")[1].text, 52))
    end)

    it("has every part of it", function()
        local text = rendered [[
---@meta rigid
---@alias rigid.Like rigid.Vec3|number[]

---What it does, in words
---that go on.
---
---A second paragraph.
---@param p_PQ rigid.Like from the old point
---  to the new
---@param options? {tol?:number,order?:"linear"|"angular"} how
---@return rigid.Box near the box
---@return fun(x: number): boolean
---Errors: refuses
---everything.
---Source: a book.
---Example:
---```lua
---print(1)
---  --> 1
---```
function Box:shift(p_PQ, options) end
]]
        assert.equal([[
Box:shift(p_PQ, options?) -> Box, fun(x: number): boolean

  What it does, in words that go on.
  A second paragraph.

  p_PQ (Vec3 | number[]): from the old point to the new
  options ({tol?: number, order?: "linear" | "angular"}, optional): how
  returns near (Box): the box
  returns (fun(x: number): boolean)

Errors
  refuses everything.

Example
  print(1)
    --> 1

Source
  a book.]], text)
    end)

    it("of a class has its constructors, fields and operators", function()
        assert.equal([[
Box(x: number)
Box{size: Vec3, mass?: number}
Box(n: integer, ...: any) -> Lid

  A box.

  size (Vec3): its edges
  [integer] (number)

Operators
  Box + Box -> Box
  Box * number -> Box
  -Box -> Box
  #Box -> integer
  Box(integer) -> number]], rendered [[
---A box.
---@class rigid.Box
---@field size rigid.Vec3 its edges
---@field [integer] number
---@operator add(rigid.Box): rigid.Box
---@operator mul(number): rigid.Box
---@operator unm: rigid.Box
---@operator len: integer
---@operator call(integer): number
---@overload fun(x: number): rigid.Box
---@overload fun(t: {size:rigid.Vec3,mass?:number}): rigid.Box
---@overload fun(n: integer, ...: any): rigid.Lid
local Box = {}
]])
    end)

    it("names the options where there is but one table of them", function()
        assert.equal("Box.new{mass?, size} -> Box", rendered([[
---Make one.
---@param t {mass?:number,size:number[]}
---@return rigid.Box
function Box.new(t) end
]]):match "^[^\n]*")
    end)
end)

describe("the reference", function()
    it("is read in order, undocumented things left out", function()
        local entries = reference.parse [[
---@meta rigid
-- A comment of the file.

---The module.
---@class rigid
local rigid = {}

function rigid.secret() end

---Some text about nothing.

---One.
function rigid.one() end
---Two.
---@param ... any the rest
function Box:two(...) end
---Three.
local three = 3
]]
        local names = {}
        for i, entry in ipairs(entries) do names[i] = entry.kind .. " " .. entry.name end
        assert.same({"class rigid", "function rigid.one", "method Box:two"}, names)
        assert.same({"..."}, entries[3].parameters)
        assert.equal("...", entries[3].params[1].name)
    end)

    it("may be empty, and any text is read without an error", function()
        assert.same({}, reference.parse "")
        assert.same({}, reference.parse "---@param\n---@return\n---@field\n---@class\n---@operator\nx\n")
        assert.equal(1, #reference.parse "---@param x (((\n---@return {\n---```lua\nfunction a.b(x) end")
    end)
end)
