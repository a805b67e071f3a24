-- What fits with what, for the rules: whether values are in the same axes, about the same point, of the same body, and where
-- they are not, the sentence that says so and which call mends it. What is not known fits anything.
local core = require "rigid.core"
local tags = require "rigid.frames.tags"

local of, number, origin, monogram, LETTERS = tags.of, tags.number, tags.origin, tags.monogram, tags.LETTERS
local class_of = core.type

local fits = {}

local function differ(a, b) return a and b and a ~= b end

-- ---- sentences ------------------------------------------------------------------------------------------------------

local function where(t)
    local text = (t.about and " about " .. t.about or "") .. (t.expressed and " in " .. t.expressed or "")
    return text == "" and " anywhere" or text
end

-- The letters by which a sentence calls two operands.
local function letters(x, y)
    local a, b = LETTERS[class_of(x)], LETTERS[class_of(y)]
    a, b = a or "the " .. tostring(class_of(x)), b or "the " .. tostring(class_of(y))
    if a == b then return "the left " .. a:gsub("^the ", ""), "the right " .. a:gsub("^the ", "") end
    return a, b
end

local function rotation(A, E) return monogram("R", {A, E}) end
local function position(P, Q, E) return monogram("p", {P, Q}, E) end
local function pose(A, B) return monogram("X", {A, B}) end

-- The call that takes a value called `a` from where it is to where the other is.
local function mend(a, ta, tb)
    local turns, moves = differ(ta.expressed, tb.expressed), differ(ta.about, tb.about)
    if turns and moves and ta.about == origin(ta.expressed) and tb.about == origin(tb.expressed) then
        return ("transform %s by %s"):format(a, pose(tb.expressed, ta.expressed))
    end
    local calls = {}
    if turns then calls[1] = ("re_express %s by %s"):format(a, rotation(tb.expressed, ta.expressed)) end
    if moves then
        calls[#calls + 1] = ("shift %s by %s"):format(turns and "it" or a, position(ta.about, tb.about, tb.expressed or ta.expressed))
    end
    return table.concat(calls, " and ")
end

-- Nil where two values are in the same axes and about the same point, else the sentence.
local function misplaced(x, y, tx, ty)
    if not differ(tx.expressed, ty.expressed) and not differ(tx.about, ty.about) then return nil end
    local a, b = letters(x, y)
    local call = LETTERS[class_of(x)] and mend(a, tx, ty) or LETTERS[class_of(y)] and mend(b, ty, tx)
        or "make one of what the other is about, in its axes"
    return ("%s is%s, %s is%s: %s"):format(a, where(tx), b, where(ty), call)
end

-- The same for the axes alone.
local function askew(x, y, tx, ty)
    if not differ(tx.expressed, ty.expressed) then return nil end
    local a, b = letters(x, y)
    return ("%s is in %s, %s is in %s: re_express %s by %s"):format(a, tx.expressed, b, ty.expressed, a,
        rotation(ty.expressed, tx.expressed))
end

-- The same for the bodies that two values are of.
local function strange(x, y, tx, ty)
    if tags.same_body(tx.of, ty.of) then return nil end
    local a, b = letters(x, y)
    return ("%s is of %s, %s is of %s: they move together only where one is fixed to the other; then tag them alike"):format(
        a, tx.of, b, ty.of)
end

local function ends(letter, t) return monogram(letter, {t.relative_to or "?", t.of or "?"}, nil) end

-- ---- what is asked of two values ------------------------------------------------------------------------------------

-- What keeps two values from standing together, if anything, and their tags.
local function placed(x, y)
    local tx, ty = of(x), of(y)
    return misplaced(x, y, tx, ty), tx, ty
end

-- Values of one class can only be compared where they are alike.
local function near(x, y)
    if class_of(x) ~= class_of(y) then return nil end
    local tx, ty = of(x), of(y)
    return misplaced(x, y, tx, ty)
end

-- ---- tags that several rules give -----------------------------------------------------------------------------------

-- A value times a number is what it was; a multiple of a position leads to no named point.
local function multiple(x, s)
    local t = of(type(s) == "number" and x or s)
    return t.id
end

local function direction(t) return number(nil, nil, nil, t.expressed) end
local function keeps(x) return of(x).id end

local function half(x) return direction(of(x)) end

-- An entry of a table of fields, read raw.
local function field(t, name) return type(t) == "table" and rawget(t, name) or nil end

fits.SPATIAL = {"SpatialMotion", "Twist", "SpatialAcc", "SpatialForce", "Wrench", "SpatialMomentum"}

fits.differ, fits.ends, fits.field = differ, ends, field
fits.rotation, fits.position, fits.pose = rotation, position, pose
fits.mend, fits.misplaced, fits.askew, fits.strange, fits.placed, fits.near = mend, misplaced, askew, strange, placed, near
fits.multiple, fits.keeps, fits.half, fits.direction = multiple, keeps, half, direction

return fits
