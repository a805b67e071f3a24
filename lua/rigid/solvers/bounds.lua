-- Bounds on unknowns: the box that x stays in, what rests against its walls, and slopes by differences that do not leave it. x is a
-- list of numbers inside of the box.
local said = require "rigid.solvers.said"

local is_finite = said.is_finite

local HUGE <const>, ROOT_EPSILON <const> = math.huge, 6e-6 -- eps^(1/3), for central differences

local Box = {}
Box.__index = Box

local bounds = {}

-- n bounds: lists, or one number for all; infinite where they are not given.
local function read(place, value, n, fallback)
    local list, numbers = {}, said.list(value)
    if type(numbers) == "table" then
        if rawlen(numbers) ~= n then place:bad("list of %d numbers expected, got %d", n, rawlen(numbers)) end
        for i = 1, n do
            local x = rawget(numbers, i)
            if type(x) ~= "number" or x ~= x then place:entry(i):expected("number", x) end
            list[i] = x + 0.0
        end
        return list
    end
    if value ~= nil and (type(value) ~= "number" or value ~= value) then place:expected("number or list of numbers", value) end
    for i = 1, n do list[i] = value or fallback end
    return list
end

-- The box of the options lower and upper; x is brought into it.
function bounds.read(place, options, x)
    local box = {lower = read(place:field "lower", options.lower, #x, -HUGE), upper = read(place:field "upper", options.upper, #x, HUGE)}
    for k = 1, #x do
        if box.lower[k] > box.upper[k] then
            place:field("lower"):bad("[%d] is %.6g, above the upper bound %.6g", k, box.lower[k], box.upper[k])
        end
        x[k] = Box.clamp(box, k, x[k])
    end
    return setmetatable(box, Box)
end

function Box:clamp(k, value) return math.min(math.max(value, self.lower[k]), self.upper[k]) end

-- Whether x[k] cannot move, or rests against a bound that the gradient g pushes it against.
function Box:is_held(x, g, k)
    local lower, upper = self.lower[k], self.upper[k]
    return lower == upper or x[k] <= lower and g[k] > 0 or x[k] >= upper and g[k] < 0
end

-- How fast f, a number or Vector, changes with x[k], where it is `here` at x: by central differences, and by one-sided ones of the same
-- order beside a bound, or beside where f is not finite. NaN where it has no slope. `least`: the scale of x[k] where that is smaller.
function Box:slope(f, x, here, k, least)
    local at, width = x[k], ROOT_EPSILON * math.max(least, math.abs(x[k]))
    if self.lower[k] == self.upper[k] then return here * 0 end
    local function value(to)
        if to < self.lower[k] or to > self.upper[k] then return nil end
        x[k] = to
        local y = f(x)
        x[k] = at
        return is_finite(y) and y or nil
    end
    for _ = 1, 4 do -- narrower where there is no room
        local h = at + width - at
        local above, below = value(at + h), value(at - h)
        if above and below then return (above - below) / (2 * h) end
        local near, side = above or below, above and h or -h
        if near then
            local far = value(at + 2 * side)
            return far and (near * 4 - far - here * 3) / (2 * side) or (near - here) / side
        end
        width = width / 64
    end
    return here * (0 / 0)
end

return bounds
