-- Rotation.mean(list), Quaternion.mean(list): the rotation of least squared angles, from the one that is nearest in its entries: it moves by the mean of
-- the logarithms until that is nothing. [Moakher 2002; Manton 2004]
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Matrix, Quaternion, Rotation, Vec3 = core.Matrix, core.Quaternion, core.Rotation, core.Vec3

local mean = {}

-- U V^T of the sum, with determinant one: the nearest to all in its entries. Where the two lesser singular values come to nothing, with
-- the sign of that determinant, more than one is.
local function chordal(list, weights)
    local sum = Matrix(3, 3)
    for i, R in ipairs(list) do sum = sum + R:matrix() * weights[i] end
    local U, s, V = sum:svd()
    local sign = (U * V:transpose()):determinant() < 0 and -1 or 1
    if s[2] + sign * s[3] < 1e-9 then
        arguments.no_answer("mean", "the rotations lie so evenly about that no single one is nearest to all")
    end
    return Rotation.matrix(U * Matrix.diagonal {1, 1, sign} * V:transpose())
end

-- The entries of a list as Rotations, by what makes one of each, and their shares.
local function read(list, weights, made, what)
    local place, rotations, total = arguments.at("mean", 1), {}, 0
    local n = place:list(list, ("list of %ss"):format(what))
    if n < 1 then place:bad "at least one rotation expected, got none" end
    for i = 1, n do
        local ok, R = pcall(made, list[i])
        if not ok then place:entry(i):expected(what, list[i]) end
        rotations[i] = place:entry(i):turned(R)
    end
    local shares = {}
    place = arguments.at("mean", 2)
    if weights ~= nil then place:numbers(weights, n, "weights") end
    for i = 1, n do
        shares[i] = weights == nil and 1 or weights[i]
        if shares[i] < 0 then place:entry(i):expected("number that is not negative", shares[i]) end
        total = total + shares[i]
    end
    if total <= 0 then place:bad "weights with a sum above zero expected" end
    for i = 1, n do shares[i] = shares[i] / total end
    return rotations, shares
end

local function mean_of(rotations, shares)
    local middle = chordal(rotations, shares)
    for _ = 1, 200 do
        local step, back = Vec3(0, 0, 0), middle:inverse()
        for i, R in ipairs(rotations) do step = step + (back * R):log() * shares[i] end
        middle = middle * Rotation.exp(step)
        if step:norm() < 1e-15 then break end
    end
    return middle
end

function mean.rotations(list, weights) return mean_of(read(list, weights, Rotation.matrix, "Rotation")) end
function mean.quaternions(list, weights) return Quaternion(mean_of(read(list, weights, Rotation.quaternion, "Quaternion"))) end

return mean
