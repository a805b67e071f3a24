-- Lists of rows of numbers: the space that they span, by pivoted QR. What is small beside the largest of a block, or
-- beside 1 where rows are of length one, is rounding: structure leaves gaps of 1e-2 against 1e-16.
local core = require "rigid.core"

local Matrix = core.Matrix
local inner = debug.getmetatable(core).inner
local dense, native = inner.dense, inner.identification

local rows = {}

local SMALL <const> = 1e-8

-- All rows of the lists, one after the other.
function rows.join(...)
    local all = {}
    for _, list in ipairs {...} do table.move(list, 1, #list, #all + 1, all) end
    return all
end

function rows.unit(n, k)
    local e = {}
    for i = 1, n do e[i] = i == k and 1.0 or 0.0 end
    return e
end

function rows.identity(n)
    local all = {}
    for k = 1, n do all[k] = rows.unit(n, k) end
    return all
end

function rows.dot(a, b)
    local sum = 0.0
    for i = 1, #a do sum = sum + a[i] * b[i] end
    return sum
end

-- a + s b
function rows.add(a, s, b)
    local sum = {}
    for i = 1, #a do sum[i] = a[i] + s * b[i] end
    return sum
end

-- The row a times the matrix, a list of its rows.
function rows.times(a, matrix)
    local product = {}
    for j = 1, #matrix[1] do product[j] = 0.0 end
    for i = 1, #a do
        if a[i] ~= 0 then
            for j, x in ipairs(matrix[i]) do product[j] = product[j] + a[i] * x end
        end
    end
    return product
end

-- An orthonormal basis of what the rows span: those that add most to the ones before them, one after the other. What adds less than SMALL of the
-- longest row, or of `least`, is nothing.
function rows.span(list, least)
    if #list == 0 then return {} end
    local Q, _, d = dense.pivoted(Matrix(list):transpose())
    local basis, bound, rank = {}, SMALL * math.max(d[1], least or 0), 0
    while rank < #d and d[rank + 1] > bound do rank = rank + 1 end
    if rank > 0 then basis = Q:block(1, 1, Q:rows(), rank):transpose():table() end
    return basis
end

-- The least space that holds the rows and that each of the maps (row -> row) takes into itself. Maps are of order one.
function rows.closure(list, maps)
    local basis = rows.span(list)
    while true do
        local more = rows.join(basis)
        for _, map in ipairs(maps) do
            for _, row in ipairs(basis) do more[#more + 1] = map(row) end
        end
        local grown = rows.span(more, 1)
        if #grown == #basis then return basis end
        basis = grown
    end
end

-- The reduced echelon form of rows that are linearly independent, which keeps the first columns that can stand alone, in
-- that order of columns: rows with a 1 at their own column and a 0 at the others', and the list of these columns. Columns are tried by
-- what they add to those kept; the form itself is solved for, not eliminated step by step.
function rows.echelon(list, order)
    local count, basis = #list, rows.span(list)
    local kept = native.independent(Matrix(basis), order)
    if #kept < count then return nil end
    local square, all = Matrix(count, count), Matrix(basis)
    for i = 1, count do
        for j = 1, count do square:set(i, j, basis[i][kept[j]]) end
    end
    local form = square:solve(all):table()
    for i = 1, count do
        for j = 1, count do form[i][kept[j]] = i == j and 1.0 or 0.0 end
    end
    return form, kept
end

return rows
