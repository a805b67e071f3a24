-- Numbers that are written rather than computed: constants, inputs, and what comes of them, a node each. What is known is folded: zeros
-- and ones go, constants meet, a sign is carried rather than computed, and what was computed once is not computed again. Only what an
-- output needs is written, in the order in which it was asked for. A number may be several abreast, of as many limbs (`width`): what is said
-- of one is then done to each.
local numbers = {}

local Node = {}
Node.__index = Node

-- A program under construction: its nodes, by what they say.
function numbers.program() return {nodes = {}, by_text = {}} end

local function constant(x) return setmetatable({value = x + 0.0}, Node) end
local ZERO <const>, ONE <const> = constant(0), constant(1)

-- A constant for each limb; where all have the same, that.
local function lift_list(list)
    for k = 2, #list do
        if list[k] ~= list[1] then return setmetatable({values = list, width = #list}, Node) end
    end
    return list[1] == 0 and ZERO or list[1] == 1 and ONE or constant(list[1])
end
local function lift(x)
    if type(x) == "number" then return x == 0 and ZERO or x == 1 and ONE or constant(x) end
    return getmetatable(x) == Node and x or lift_list(x)
end
numbers.constant = lift

-- Of two constants, either of which may be several.
local function folded(a, b, f)
    if a.value and b.value then return lift(f(a.value, b.value)) end
    local list = {}
    for k = 1, a.width or b.width do list[k] = f(a.value or a.values[k], b.value or b.values[k]) end
    return lift(list)
end
local function is_known(a) return a.value or a.values end

-- A node that stands for minus another.
local function negated(a)
    if is_known(a) then return folded(a, ONE, function(x) return -x end) end
    return setmetatable({program = a.program, text = a.text, number = a.number, width = a.width, minus = not a.minus}, Node)
end

local function exactly(x) return ("%a"):format(x) end

local function key(a)
    if a.value then return exactly(a.value) end
    if not a.values then return a.text or "#" .. a.number end
    local list = {}
    for k, x in ipairs(a.values) do list[k] = exactly(x) end
    return table.concat(list, ",")
end

-- A number of one limb is none abreast.
local function node(program, op, a, b)
    local text = ("%s %s %s %s %s"):format(op, a.minus and "-" or "+", key(a), b and (b.minus and "-" or "+") or "", b and key(b) or "")
    local number = program.by_text[text]
    if not number then
        number = #program.nodes + 1
        program.nodes[number] = {op = op, a = a, b = b, width = op ~= "LANE" and (a.width or b and b.width) or nil}
        program.by_text[text] = number
    end
    return setmetatable({program = program, number = number, width = program.nodes[number].width}, Node)
end

-- An input, by its name in the program.
function numbers.input(program, text) return setmetatable({program = program, text = text}, Node) end

-- Inputs abreast, or constants.
function numbers.abreast(list)
    local texts, values, program = {}, {}, nil
    for k, a in ipairs(list) do
        a = lift(a)
        texts[k], values[k], program = a.text, a.value, program or a.program
    end
    if #values == #list then return lift(values) end
    return node(program, "PACK", setmetatable({text = table.concat(texts, ", "), width = #list}, Node))
end
-- The number of one limb, and the sum of all.
function numbers.lane(a, k)
    if not a.width then return a end
    if a.values then return lift(a.values[k]) end
    local one = node(a.program, "LANE", a.minus and -a or a, lift(k))
    return a.minus and -one or one
end
function numbers.total(a, width)
    if not a.width then return width * a end
    local sum = numbers.lane(a, 1) + numbers.lane(a, 2)
    return width == 2 and sum or sum + (numbers.lane(a, 3) + numbers.lane(a, 4))
end

function Node.__unm(a) return negated(lift(a)) end

function Node.__add(a, b)
    a, b = lift(a), lift(b)
    if is_known(a) and is_known(b) then return folded(a, b, function(x, y) return x + y end) end
    if a.value == 0 then return b end
    if b.value == 0 then return a end
    if a.minus and b.minus then return -(-a + -b) end
    if a.minus then a, b = b, a end
    if key(a) > key(b) and not b.minus then a, b = b, a end
    return node(a.program or b.program, "+", a, b)
end
function Node.__sub(a, b) return lift(a) + -lift(b) end

function Node.__mul(a, b)
    a, b = lift(a), lift(b)
    if is_known(a) and is_known(b) then return folded(a, b, function(x, y) return x * y end) end
    if is_known(b) then a, b = b, a end
    if a.value == 0 then return ZERO end
    if a.value == 1 then return b end
    if a.value == -1 then return -b end
    if a.value and a.value < 0 then return -(-a * b) end
    local minus = (a.minus or false) ~= (b.minus or false)
    if a.minus then a = -a end
    if b.minus then b = -b end
    if not is_known(a) and key(a) > key(b) then a, b = b, a end
    local product = node(a.program or b.program, "*", a, b)
    return minus and -product or product
end

function Node.__div(a, b)
    a, b = lift(a), lift(b)
    if b.value then return a * (1 / b.value) end
    if a.value == 0 then return ZERO end
    return node(b.program, "/", a, b)
end

-- Sine and cosine.
function numbers.sine_cosine(a)
    a = lift(a)
    if a.value then return lift(math.sin(a.value)), lift(math.cos(a.value)) end
    local s, c = node(a.program, "SIN", a.minus and -a or a), node(a.program, "COS", a.minus and -a or a)
    return a.minus and -s or s, c
end

-- ---- writing ----------------------------------------------------------------------------------------------------------

local function literal(x)
    local text = ("%.17g"):format(x)
    if tonumber(("%.15g"):format(x)) == x then text = ("%.15g"):format(x) end
    if not text:find "[%.eEn]" then text = text .. ".0" end
    return ("R(%s)"):format(text)
end

local function say(a, inner)
    if a.values then
        local list = {}
        for k, x in ipairs(a.values) do list[k] = literal(x) end
        return ("(T%d){%s}"):format(a.width, table.concat(list, ", "))
    end
    if a.value then return a.value < 0 and inner and "(" .. literal(a.value) .. ")" or literal(a.value) end
    local text = a.text or "t" .. a.number
    return a.minus and (inner and "(-" .. text .. ")" or "-" .. text) or text
end

local function expression(one)
    local a, b = one.a, one.b
    if one.op == "PACK" then return ("(T%d){%s}"):format(one.width, a.text) end
    if one.op == "LANE" then return ("%s[%d]"):format(say(a), b.value - 1) end
    if one.op == "+" and b.minus then return ("%s - %s"):format(say(a), say(-b)) end
    return ("%s %s %s"):format(say(a, one.op ~= "+"), one.op, say(b, true))
end

local function is_turn(one) return one.op == "SIN" or one.op == "COS" end

-- Mark what the marked nodes are made of, from `last` down.
local function mark(program, marked, last)
    for number = last, 1, -1 do
        local one = marked[number] and program.nodes[number]
        for _, operand in ipairs(one and {one.a, one.b} or {}) do
            if operand.number then marked[operand.number] = true end
        end
    end
end

-- The sines and cosines that are needed, all at once, after what their angles need: `lanes` of them to each number of an array, or 1; those
-- of several limbs first, side by side. Returns the lines, and by the text of an angle where its sine stands.
local function turns(program, needed, lanes, put)
    local angles, places, first = {}, {}, {}
    local function place(k) return lanes == 1 and ("[%d]"):format(k) or ("[%d][%d]"):format(k // lanes, k % lanes) end
    for _, width in ipairs {4, 2, 1} do
        for number, one in ipairs(program.nodes) do
            local text = needed[number] and is_turn(one) and (one.width or 1) == width and key(one.a)
            if text and not places[text] then
                places[text] = {}
                for lane = 1, width do
                    places[text][lane] = place(#angles)
                    angles[#angles + 1] = width == 1 and say(one.a) or ("%s[%d]"):format(say(one.a), lane - 1)
                end
                if one.a.number then first[one.a.number] = true end
            end
        end
    end
    mark(program, first, #program.nodes)
    for number, one in ipairs(program.nodes) do
        if first[number] then put(number, expression(one)) end
    end
    local count = math.ceil(#angles / lanes)
    if count == 0 then return places, first end
    for k = 1, count do
        local group = table.concat(angles, ", ", (k - 1) * lanes + 1, math.min(k * lanes, #angles))
        angles[k] = lanes == 1 and group or "{" .. group .. "}"
    end
    put(nil, ("const TURNS angle[%d] = {%s}"):format(count, table.concat(angles, ", ", 1, count)))
    put(nil, ("TURNS sine[%d], cosine[%d]"):format(count, count))
    put(nil, ("turn(angle, sine, cosine, %d)"):format(count))
    return places, first
end

-- A sine or cosine where it stands, or those of several limbs.
local function turned(one, places)
    local array, here = one.op == "SIN" and "sine" or "cosine", places[key(one.a)]
    if not one.width then return array .. here[1] end
    local parts = {}
    for lane, place in ipairs(here) do parts[lane] = array .. place end
    return ("(T%d){%s}"):format(one.width, table.concat(parts, ", "))
end

-- The lines that compute outputs, a list of {text of the place, node}; and how many operations they have. TURNS is a type of C of so many
-- lanes (1 unless said), and turn(angle, sine, cosine, count) a function over arrays of it, which whoever takes the lines has to say.
function numbers.write(program, outputs, lanes)
    local needed, lines, operations = {}, {}, 0
    lanes = lanes or 1
    for _, output in ipairs(outputs) do
        if output[2].number then needed[output[2].number] = true end
    end
    mark(program, needed, #program.nodes)
    local function put(number, text)
        local width = number and program.nodes[number].width or 1
        lines[#lines + 1] = number and ("    const T%s t%d = %s;"):format(width > 1 and width or "", number, text) or ("    %s;"):format(text)
        if number then operations = operations + 1 end
    end
    local places, there = turns(program, needed, lanes, put)
    for number, one in ipairs(program.nodes) do
        if needed[number] and is_turn(one) then
            put(number, turned(one, places))
        elseif needed[number] and not there[number] then
            put(number, expression(one))
        end
    end
    for _, output in ipairs(outputs) do lines[#lines + 1] = ("    %s = %s;"):format(output[1], say(lift(output[2]))) end
    return lines, operations
end

return numbers
