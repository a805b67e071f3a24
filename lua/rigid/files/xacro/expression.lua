-- Expressions as xacro has them, in Python's words: numbers, texts, truth, lists and dictionaries that are written out, arithmetic, comparisons,
-- "a if c else b", the functions of math. Nothing else can be reached from them. Each is parsed and computed in one go; depth, and the
-- length of texts, are bounded. What is wrong is raised as a text. [Python's grammar, its precedences]
local expression = {}

local DEEPEST <const>, LONGEST <const> = 60, 10000

local function bad(what, ...) error({xacro = what:format(...)}, 0) end

-- ---- words ----------------------------------------------------------------------------------------------------------

local OPERATORS <const> = {"**", "//", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", "."}
local ESCAPES <const> = {n = "\n", t = "\t"}

local function next_token(text, at)
    at = text:match("^%s*()", at)
    if at > #text then return {kind = "end"}, at end
    local name, after = text:match("^([%a_][%w_]*)()", at)
    if name then return {kind = "name", text = name}, after end
    local quote = text:match("^['\"]", at)
    if quote then
        local pieces, i = {}, at + 1
        while text:sub(i, i) ~= quote do
            local c = text:sub(i, i)
            if c == "" then bad("a text begins and does not end") end
            if c == "\\" then i, c = i + 1, ESCAPES[text:sub(i + 1, i + 1)] or text:sub(i + 1, i + 1) end
            pieces[#pieces + 1], i = c, i + 1
        end
        return {kind = "value", value = table.concat(pieces)}, i + 1
    end
    local number, behind = text:match("^(%d+%.?%d*[eE][+-]?%d+)()", at)
    if not number then number, behind = text:match("^(%.%d+[eE][+-]?%d+)()", at) end
    if not number then number, behind = text:match("^(%d+%.?%d*)()", at) end
    if not number then number, behind = text:match("^(%.%d+)()", at) end
    if number then return {kind = "value", value = tonumber(number)}, behind end
    for _, operator in ipairs(OPERATORS) do
        if text:sub(at, at + #operator - 1) == operator then return {kind = operator}, at + #operator end
    end
    return bad("'%s' is not understood", text:sub(at, at + 20):gsub("%c", "?"))
end

local Parser = {}
Parser.__index = Parser

function Parser:advance()
    local token = self.token
    self.token, self.at = next_token(self.text, self.at)
    return token
end

function Parser:is(kind) return self.token.kind == kind or self.token.kind == "name" and self.token.text == kind end

function Parser:take(kind)
    if not self:is(kind) then return false end
    self:advance()
    return true
end

function Parser:expect(kind)
    if not self:take(kind) then bad("'%s' is missing", kind) end
end

-- ---- values ---------------------------------------------------------------------------------------------------------

local function truth(x)
    if x == nil or x == false or x == 0 or x == "" then return false end
    return type(x) ~= "table" or next(x) ~= nil
end
expression.truth = truth

local function number(x, what)
    if x == true then return 1 elseif x == false then return 0 end
    if type(x) ~= "number" then bad("%s wants a number, and got %s", what, type(x) == "string" and ("the text '%s'"):format(x:sub(1, 40)) or type(x)) end
    return x
end

-- As Python writes it.
function expression.text(x)
    if x == true then return "True" elseif x == false then return "False" elseif x == nil then return "None" end
    if math.type(x) == "float" then
        local text = ("%.15g"):format(x)
        if tonumber(text) ~= x then text = ("%.17g"):format(x) end
        text = text:gsub(",", ".")
        return text:find "^%-?%d+$" and text .. ".0" or text
    end
    if type(x) == "table" then bad("a list or dictionary cannot stand in a text") end
    return tostring(x)
end

-- Whole where both were and nothing is lost.
local function whole(x, a, b)
    if math.type(a) == "integer" and math.type(b) == "integer" then return math.tointeger(x) or x end
    return x
end

local BINARY = {}

BINARY["+"] = function(a, b)
    if type(a) == "string" and type(b) == "string" then
        if #a + #b > LONGEST then bad("a text of more than %d bytes", LONGEST) end
        return a .. b
    end
    return number(a, "'+'") + number(b, "'+'")
end
BINARY["-"] = function(a, b) return number(a, "'-'") - number(b, "'-'") end
BINARY["*"] = function(a, b) return number(a, "'*'") * number(b, "'*'") end
BINARY["/"] = function(a, b)
    if number(b, "'/'") == 0 then bad("division by zero") end
    return number(a, "'/'") / b
end
BINARY["//"] = function(a, b)
    if number(b, "'//'") == 0 then bad("division by zero") end
    return number(a, "'//'") // b
end
BINARY["%"] = function(a, b)
    if number(b, "'%'") == 0 then bad("division by zero") end
    return number(a, "'%'") % b
end
BINARY["**"] = function(a, b) return whole(number(a, "'**'") ^ number(b, "'**'"), a, b) end

local function ordered(a, b)
    if type(a) == "string" and type(b) == "string" then return a, b end
    return number(a, "a comparison"), number(b, "a comparison")
end

local COMPARE = {
    ["=="] = function(a, b) return a == b end, ["!="] = function(a, b) return a ~= b end,
    ["<"] = function(a, b) a, b = ordered(a, b) return a < b end, ["<="] = function(a, b) a, b = ordered(a, b) return a <= b end,
    [">"] = function(a, b) a, b = ordered(a, b) return a > b end, [">="] = function(a, b) a, b = ordered(a, b) return a >= b end,
}

local function of_math(f) return function(x) return f(number(x, "a function") + 0.0) end end

local FUNCTIONS = {
    sin = of_math(math.sin), cos = of_math(math.cos), tan = of_math(math.tan), asin = of_math(math.asin), acos = of_math(math.acos),
    sqrt = of_math(math.sqrt), exp = of_math(math.exp), radians = of_math(math.rad), degrees = of_math(math.deg),
    atan = function(x) return math.atan(number(x, "atan")) end, atan2 = function(y, x) return math.atan(number(y, "atan2"), number(x, "atan2")) end,
    log = function(x, base) return math.log(number(x, "log"), base) end, pow = function(a, b) return number(a, "pow") ^ number(b, "pow") + 0.0 end,
    hypot = function(a, b) return math.sqrt(number(a, "hypot") ^ 2 + number(b, "hypot") ^ 2) end,
    floor = function(x) return math.floor(number(x, "floor")) end, ceil = function(x) return math.ceil(number(x, "ceil")) end,
    fabs = function(x) return math.abs(number(x, "fabs") + 0.0) end, abs = function(x) return math.abs(number(x, "abs")) end,
    copysign = function(x, s) return number(s, "copysign") < 0 and -math.abs(number(x, "copysign")) or math.abs(number(x, "copysign")) end,
    round = function(x, places)
        local unit <const> = 10.0 ^ (places or 0)
        local y = number(x, "round") * unit
        local low = math.floor(y)
        local near = y - low > 0.5 and low + 1 or y - low < 0.5 and low or low % 2 == 0 and low or low + 1 -- halves to the even one
        return places and near / unit or math.tointeger(near) or near
    end,
    int = function(x)
        local y = tonumber(x) or number(x, "int")
        y = y < 0 and math.ceil(y) or math.floor(y)
        return math.tointeger(y) or y
    end,
    float = function(x) return (tonumber(x) or number(x, "float")) + 0.0 end,
    str = function(x) return expression.text(x) end, bool = truth,
    len = function(x)
        if type(x) ~= "string" and type(x) ~= "table" then bad("len wants a text or a list") end
        return #x
    end,
}

for name, pick in pairs {min = math.min, max = math.max} do
    FUNCTIONS[name] = function(...)
        local list = select("#", ...) == 1 and type(...) == "table" and ... or {...}
        if #list == 0 then bad("%s of nothing", name) end
        for _, x in ipairs(list) do number(x, name) end
        return pick(table.unpack(list, 1, math.min(#list, 200)))
    end
end

local CONSTANTS <const> = {pi = math.pi, e = math.exp(1), tau = 2 * math.pi, inf = math.huge, True = true, False = false}
local MODULES <const> = {math = true, python = true}

-- ---- the grammar ----------------------------------------------------------------------------------------------------
-- Each function reads one thing and returns a function that computes it, so that what a condition passes over is never computed.

local function constant(value) return function() return value end end

local function computed(list)
    local values = {}
    for i, f in ipairs(list) do values[i] = f() end
    return values
end

function Parser:list(close)
    local list = {}
    while not self:take(close) do
        list[#list + 1] = self:ternary()
        if not self:take "," then
            self:expect(close)
            break
        end
    end
    return list
end

function Parser:dictionary()
    local keys, values = {}, {}
    while not self:take "}" do
        keys[#keys + 1] = self:ternary()
        self:expect ":"
        values[#keys] = self:ternary()
        if not self:take "," then
            self:expect "}"
            break
        end
    end
    return function()
        local made = {}
        for i, f in ipairs(keys) do
            local key = f()
            if key == nil or key ~= key or type(key) == "table" then bad("a dictionary has texts and numbers for keys") end
            made[key] = values[i]()
        end
        return made
    end
end

function Parser:named(name)
    if self:is "." and (MODULES[name] or name == "xacro") then
        self:advance()
        local inner = self:advance().text or ""
        if name == "xacro" then bad("xacro.%s reads another file, which is not done here: write its figures into the file", inner) end
        name = inner
    end
    if self:take "(" then
        local f, list = FUNCTIONS[name], self:list ")"
        if not f then bad("there is no function '%s' here", name) end
        return function() return f(table.unpack(computed(list))) end
    end
    if name == "None" then return constant(nil) end
    return function()
        local found, value = self.lookup(name)
        if found then return value end
        if CONSTANTS[name] ~= nil then return CONSTANTS[name] end
        return bad("there is no property '%s'", name)
    end
end

-- (a), or the list (a, b).
function Parser:bracketed()
    local value = self:ternary()
    if self:take ")" then return value end
    self:expect ","
    local list = self:list ")"
    table.insert(list, 1, value)
    return function() return computed(list) end
end

function Parser:atom()
    local token = self:advance()
    if token.kind == "value" then
        local value = token.value -- texts that follow each other are one
        while type(value) == "string" and self.token.kind == "value" and type(self.token.value) == "string" do value = value .. self:advance().value end
        return constant(value)
    end
    if token.kind == "name" then return self:named(token.text) end
    if token.kind == "(" then return self:bracketed() end
    if token.kind == "[" then
        local list = self:list "]"
        return function() return computed(list) end
    end
    if token.kind == "{" then return self:dictionary() end
    if token.kind == "end" then bad "it ends too early" end
    return bad("'%s' is out of place", token.kind)
end

local function entry(value, key)
    local list = type(value) == "string" or type(value) == "table" and #value > 0
    if not list and type(value) ~= "table" then bad("'[' wants a list, a dictionary or a text") end
    local at = key
    if list and math.type(key) == "integer" then at = key < 0 and #value + key + 1 or key + 1 end
    local found
    if type(value) == "table" then found = at ~= nil and value[at] or nil
    elseif math.type(at) == "integer" and at >= 1 and at <= #value then found = value:sub(at, at) end
    if found == nil then bad("there is no entry '%s'", tostring(key):sub(1, 40)) end
    return found
end

function Parser:postfix()
    local value = self:atom()
    while self:is "[" or self:is "." do
        local of, key = value, nil
        if self:advance().kind == "[" then
            key = self:ternary()
            self:expect "]"
        else
            key = constant(self:advance().text or bad "a name is missing after '.'")
        end
        value = function() return entry(of(), key()) end
    end
    return value
end

function Parser:deeper(f)
    self.depth = self.depth + 1
    if self.depth > DEEPEST then bad("it is nested more than %d deep", DEEPEST) end
    local value = f(self)
    self.depth = self.depth - 1
    return value
end

local function applied(operator, a, b)
    local f = BINARY[operator] or COMPARE[operator]
    return function() return f(a(), b()) end
end

function Parser:unary()
    if self:take "-" then
        local x = self:deeper(Parser.unary)
        return function() return -number(x(), "'-'") end
    end
    if self:take "+" then return self:deeper(Parser.unary) end
    local base = self:postfix()
    return self:take "**" and applied("**", base, self:deeper(Parser.unary)) or base
end

-- What some operators join, from the left.
local function joined(next_one, operators)
    return function(self)
        local value = next_one(self)
        while operators[self.token.kind] do value = applied(self:advance().kind, value, next_one(self)) end
        return value
    end
end

Parser.product = joined(Parser.unary, {["*"] = true, ["/"] = true, ["//"] = true, ["%"] = true})
Parser.sum = joined(Parser.product, {["+"] = true, ["-"] = true})

local function holds(list, x)
    if type(list) == "string" then return type(x) == "string" and list:find(x, 1, true) ~= nil end
    if type(list) ~= "table" then bad("'in' wants a list or a text") end
    if #list == 0 then return x ~= nil and list[x] ~= nil end
    for _, one in ipairs(list) do
        if one == x then return true end
    end
    return false
end

function Parser:comparison()
    local value = self:sum()
    while COMPARE[self.token.kind] or self:is "in" or self:is "not" do
        local operator = self:advance()
        if operator.text == "not" then self:expect "in" end
        local a, b, wanted = value, self:sum(), operator.text ~= "not"
        value = COMPARE[operator.kind] and applied(operator.kind, a, b) or function() return holds(b(), a()) == wanted end
    end
    return value
end

function Parser:negation()
    if not self:take "not" then return self:comparison() end
    local value = self:deeper(Parser.negation)
    return function() return not truth(value()) end
end

-- a and b, a or b: the second where the first does not decide.
local function deciding(next_one, word, decides)
    return function(self)
        local value = next_one(self)
        while self:take(word) do
            local a, b = value, next_one(self)
            value = function()
                local x = a()
                if truth(x) == decides then return x end
                return b()
            end
        end
        return value
    end
end

Parser.both = deciding(Parser.negation, "and", false)
Parser.either = deciding(Parser.both, "or", true)

function Parser:conditional()
    local value = self:either()
    if not self:take "if" then return value end
    local condition = self:either()
    self:expect "else"
    local other = self:ternary()
    return function() return (truth(condition()) and value or other)() end
end

function Parser:ternary() return self:deeper(Parser.conditional) end

-- The value of an expression; lookup(name) returns whether there is such a property, and its value.
function expression.value(text, lookup)
    if #text > LONGEST then bad("an expression of more than %d bytes", LONGEST) end
    local p = setmetatable({text = text, at = 1, depth = 0, lookup = lookup}, Parser)
    p:advance()
    local value = p:ternary()
    if p.token.kind ~= "end" then bad("'%s' is out of place", p.token.text or p.token.kind) end
    return value()
end

return expression
