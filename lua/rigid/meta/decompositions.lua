---@meta rigid.decompositions
-- The typed reference: what a Matrix is taken apart into and put together of, and what a Vector's numbers come to. How it is
-- written: see module.lua.

---@class rigid.Matrix
local Matrix = {}
---@class rigid.Vector
local Vector = {}

---A Matrix of zeros; Matrix(rows, cols) is the same.
---@param rows integer not negative
---@param cols integer not negative
---@return rigid.Matrix zeros
---Errors: rejects anything but an integer, is negative, or comes to more than 2^27 entries.
---Example:
---```lua
---print(Matrix.zeros(2, 3):norm())  --> 0.0
---```
function Matrix.zeros(rows, cols) end

---A Matrix of ones.
---@param rows integer not negative
---@param cols integer not negative
---@return rigid.Matrix ones
---Errors: as Matrix.zeros.
---Example:
---```lua
---print(Matrix.ones(2, 3):sum())  --> 6.0
---```
function Matrix.ones(rows, cols) end

---Row i, a copy, to be written into; m[i] is the same, to be read, and #m the number of rows, so that ipairs goes over the rows.
---@param i integer from 1 to m:rows()
---@return rigid.Vector row
---Errors: refuses an index outside of the Matrix.
---Example:
---```lua
---local m = Matrix{{1, 2}, {3, 4}}
---print(m:row(2), m[2][1], #m)  --> Vector 2: (3, 4)  3.0  2
---```
function Matrix:row(i) end

---Column j, a copy.
---@param j integer from 1 to m:cols()
---@return rigid.Vector column
---Errors: refuses an index outside of the Matrix.
---Example:
---```lua
---print(Matrix{{1, 2}, {3, 4}}:column(2))  --> Vector 2: (2, 4)
---```
function Matrix:column(j) end

---The least entry; along "rows", of each row; along "columns", of each column. NaN where there is one.
---@param along? "rows"|"columns" one number of all entries where absent
---@return number|rigid.Vector least
---Errors: refuses an empty Matrix and other words.
---Example:
---```lua
---print(Matrix{{1, 5}, {4, 2}}:min "rows")  --> Vector 2: (1, 2)
---```
function Matrix:min(along) end

---The greatest entry; along "rows" of each row, along "columns" of each column. NaN where there is one.
---@param along? "rows"|"columns" one number of all entries where absent
---@return number|rigid.Vector greatest
---Errors: refuses an empty Matrix and other words.
---Example:
---```lua
---print(Matrix{{1, 5}, {4, 2}}:max())  --> 5.0
---```
function Matrix:max(along) end

---The sum of the entries; along "rows" of each row, along "columns" of each column.
---@param along? "rows"|"columns" one number of all entries where absent
---@return number|rigid.Vector sum
---Errors: refuses an empty Matrix and other words.
---Example:
---```lua
---print(Matrix{{1, 5}, {4, 2}}:sum "columns")  --> Vector 2: (5, 7)
---```
function Matrix:sum(along) end

---The mean of the entries; along "rows" of each row, along "columns" of each column.
---@param along? "rows"|"columns" one number of all entries where absent
---@return number|rigid.Vector mean
---Errors: refuses an empty Matrix and other words.
---Example:
---```lua
---print(Matrix{{1, 5}, {4, 2}}:mean())  --> 3.0
---```
function Matrix:mean(along) end

---Kronecker's product: each entry of m times b, block by block.
---@param b rigid.MatrixLike
---@return rigid.Matrix product
---Errors: rejects anything but a Matrix, and a product of more than 2^27 entries.
---Example:
---```lua
---print(Matrix{{1, 2}}:kron{{1}, {3}})
-----> Matrix 2x2
----->   1  2
----->   3  6
---```
function Matrix:kron(b) end

---m and b side by side. A Vector or list of numbers is one column.
---@param b rigid.MatrixLike|rigid.VectorLike of as many rows
---@return rigid.Matrix joined
---Errors: refuses a b of another number of rows.
---Example:
---```lua
---print(Matrix{{1}, {2}}:hcat{3, 4})
-----> Matrix 2x2
----->   1  3
----->   2  4
---```
function Matrix:hcat(b) end

---b below m. A Vector or list of numbers is one row.
---@param b rigid.MatrixLike|rigid.VectorLike of as many columns
---@return rigid.Matrix joined
---Errors: refuses a b of another number of columns.
---Example:
---```lua
---print(Matrix{{1, 2}}:vcat{3, 4})
-----> Matrix 2x2
----->   1  2
----->   3  4
---```
function Matrix:vcat(b) end

---The eigenvalues of any square Matrix, a list of pairs {re, im} by ascending real part; of a complex pair the one with im > 0 comes
---first. The columns of the second result are the vectors, of length one: of a complex pair the real part and then the imaginary part of
---that of its first. Units that are far apart cost no digits (m is balanced first). Of a symmetric Matrix m:eigen_symmetric() is better.
---@return number[][] values n pairs {re, im}
---@return rigid.Matrix vectors n x n
---Errors: refuses a Matrix that is not square, is empty, or is not finite.
---Source: Parlett & Reinsch 1969, for units.
---Example:
---```lua
---for _, z in ipairs((Matrix{{0, 1}, {-4, 0}}:eigen())) do print(("%.3f %+.3fi"):format(z[1], z[2])) end
-----> 0.000 +2.000i
-----> 0.000 -2.000i
---```
function Matrix:eigen() end

---The lower triangular L with L Lᵀ = m, of a symmetric positive definite Matrix.
---@return rigid.Matrix L n x n
---Errors: refuses a Matrix that is not square, not symmetric to 1e-9 of its largest entry, or not positive definite to working precision.
---Example:
---```lua
---print(Matrix{{4, 2}, {2, 5}}:cholesky())
-----> Matrix 2x2
----->   2  0
----->   1  2
---```
function Matrix:cholesky() end

---Q R = m: the columns of Q are orthonormal, R is upper triangular and nothing on its diagonal is negative. k is the lesser side.
---@return rigid.Matrix Q r x k
---@return rigid.Matrix R k x c
---Errors: refuses an empty Matrix, and entries that are not finite.
---Example:
---```lua
---local Q, R = Matrix{{3, 1}, {4, 2}}:qr()
---print(("%.1f %.1f"):format(Q(1, 1), R(1, 1)))  --> 0.6 5.0
---```
function Matrix:qr() end

---P m = L U by partial pivoting: L has ones on its diagonal and nothing above, U nothing below, P orders the rows.
---@return rigid.Matrix L n x n
---@return rigid.Matrix U n x n
---@return rigid.Matrix P n x n, ones and zeros
---Errors: refuses a Matrix that is not square, is empty, or is not finite. A singular one has zeros on the diagonal of U.
---Example:
---```lua
---local m = Matrix{{1, 2}, {4, 4}}
---local L, U, P = m:lu()
---print(U(1, 1), (P * m):is_near(L * U))  --> 4.0  true
---```
function Matrix:lu() end

---The pseudo-inverse of Moore and Penrose: m:pinv() * b is the shortest of the x that make |m x − b| least.
---@param tolerance? number of the largest singular value, below which one counts as zero; default max(r, c) epsilon
---@return rigid.Matrix pinv c x r
---Errors: refuses an empty Matrix, entries that are not finite, and a negative tolerance.
---Example:
---```lua
---print(Matrix{{1}, {1}}:pinv())
-----> Matrix 1x2
----->   0.5  0.5
---```
function Matrix:pinv(tolerance) end

---An orthonormal basis of what m maps to zero, as columns: c x 0 where there is nothing.
---@param tolerance? number of the largest singular value, below which one counts as zero; default max(r, c) epsilon
---@return rigid.Matrix N c x (c − rank)
---Errors: refuses an empty Matrix, entries that are not finite, and a negative tolerance.
---Example:
---```lua
---local m = Matrix{{1, 2, 3}}
---print(m:null():cols(), (m * m:null()):norm() < 1e-15)  --> 2  true
---```
function Matrix:null(tolerance) end

---An orthonormal basis of what m reaches, as columns.
---@param tolerance? number of the largest singular value, below which one counts as zero; default max(r, c) epsilon
---@return rigid.Matrix Q r x rank
---Errors: refuses an empty Matrix, entries that are not finite, and a negative tolerance.
---Example:
---```lua
---print(Matrix{{3, 6}, {4, 8}}:orth())
-----> Matrix 2x1
----->   0.6
----->   0.8
---```
function Matrix:orth(tolerance) end

---The condition number: the largest singular value over the smallest, infinite where that is zero.
---@return number condition
---Errors: refuses an empty Matrix, and entries that are not finite.
---Example:
---```lua
---print(Matrix.diagonal{4, 2, 1}:condition())  --> 4.0
---```
function Matrix:condition() end

---The exponential e^m, by scaling and squaring.
---@return rigid.Matrix exponential n x n
---Errors: refuses a Matrix that is not square, is empty or is not finite, and a result that overflows.
---Source: Higham 2005.
---Example:
---```lua
---print(Matrix{{0, 1}, {0, 0}}:expm())
-----> Matrix 2x2
----->   1  1
----->   0  1
---```
function Matrix:expm() end

---The principal logarithm, the L with e^L = m whose eigenvalues have imaginary parts between −π and π.
---@return rigid.Matrix logarithm n x n
---Errors: refuses a Matrix that is not square, is empty, is not finite or is singular, and one with a negative eigenvalue, whose logarithm
---has no real entries.
---Source: Higham 2008, chapter 11.
---Example:
---```lua
---local m = Matrix{{2, 1}, {0, 3}}
---print(m:logm():expm():is_near(m, 1e-12))  --> true
---```
function Matrix:logm() end

---A Vector of n zeros; Vector(n) is the same.
---@param n integer not negative
---@return rigid.Vector zeros
---Errors: rejects anything but an integer, or is negative.
---Example:
---```lua
---print(Vector.zeros(3))  --> Vector 3: (0, 0, 0)
---```
function Vector.zeros(n) end

---A Vector of n ones.
---@param n integer not negative
---@return rigid.Vector ones
---Errors: rejects anything but an integer, or is negative.
---Example:
---```lua
---print(Vector.ones(3))  --> Vector 3: (1, 1, 1)
---```
function Vector.ones(n) end

---n numbers from a to b, evenly spaced, the ends as they are given.
---@param a number the first
---@param b number the last
---@param n integer at least 2
---@return rigid.Vector numbers
---Errors: refuses ends that are not finite, and fewer than two numbers.
---Example:
---```lua
---print(Vector.linspace(-1, 1, 5))  --> Vector 5: (-1, -0.5, 0, 0.5, 1)
---```
function Vector.linspace(a, b, n) end

---The sum of the numbers, 0 for none.
---@return number sum
---Example:
---```lua
---print(Vector{1, 2, 6}:sum())  --> 9.0
---```
function Vector:sum() end

---The mean of the numbers.
---@return number mean
---Errors: an empty Vector has none.
---Example:
---```lua
---print(Vector{1, 2, 6}:mean())  --> 3.0
---```
function Vector:mean() end

---The standard deviation of a sample, √(Σ (vᵢ − mean)² / (n − 1)).
---@return number deviation
---Errors: fewer than two numbers have none.
---Example:
---```lua
---print(Vector{1, 3}:deviation() == math.sqrt(2))  --> true
---```
function Vector:deviation() end

---How many of the numbers lie where: in bins of even width from low to high, each with its lower end, the last with both. What lies outside is
---not counted.
---@param bins? integer 10 unless given
---@param low? number the least of the numbers unless given (half of one less where all are alike)
---@param high? number the greatest unless given
---@return rigid.Vector counts of each bin
---@return rigid.Vector edges one more than bins
---Errors: refuses an empty Vector, numbers that are not finite, and ends that are no way apart.
---Example:
---```lua
---print(Vector{0, 1, 1.5, 4}:histogram(4))  --> Vector 4: (1, 2, 0, 1)  Vector 5: (0, 1, 2, 3, 4)
---```
function Vector:histogram(bins, low, high) end

---The least of the numbers, and where it first stands. NaN where there is one.
---@return number least
---@return integer index
---Errors: an empty Vector has none.
---Example:
---```lua
---print(Vector{4, 1, 6}:min())  --> 1.0  2
---```
function Vector:min() end

---The greatest of the numbers, and where it first stands. NaN where there is one.
---@return number greatest
---@return integer index
---Errors: an empty Vector has none.
---Example:
---```lua
---print(Vector{4, 1, 6}:max())  --> 6.0  3
---```
function Vector:max() end

---The numbers of v, and after them those of w: of a state of q and v, say.
---@param w rigid.VectorLike
---@return rigid.Vector joined
---Errors: rejects anything but a list of numbers.
---Example:
---```lua
---print(Vector{1, 2}:vcat{3})  --> Vector 3: (1, 2, 3)
---```
function Vector:vcat(w) end

---n of the numbers from the i-th on, a copy.
---@param i integer from 1
---@param n integer
---@return rigid.Vector part
---Errors: refuses a part that is not there.
---Example:
---```lua
---print(Vector{1, 2, 6, 8}:block(2, 2))  --> Vector 2: (2, 6)
---```
function Vector:block(i, n) end
