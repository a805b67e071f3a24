---@meta rigid.solvers
-- The typed reference: solvers of one's own, and random numbers with a seed. How it is written: see module.lua.

---@class rigid.Matrix
local Matrix = {}
---@class rigid
local rigid = {}
---@class rigid.Vector
local Vector = {}
---@class rigid.Rotation
local Rotation = {}

---A source of random numbers, the same for the same seed on every machine. source:uniform([low, high]), :normal([mean, deviation]),
---:integer(low, high), :direction() (a Vec3 even over the sphere), :rotation() (even over SO(3)), :vector(n) and :matrix(r, c) of standard
---normal numbers. Each draw goes on from the one before.
---@param seed? integer default 1
---@return table source
---Errors: refuses a seed that is no integer; its methods refuse what their names do not allow.
---Example:
---```lua
---local a, b = rigid.random(7), rigid.random(7)
---print(a:normal() == b:normal(), a:direction():norm() - 1 < 1e-15, a:integer(3, 3))  --> true  true  3
---```
function rigid.random(seed) end

---A Matrix of independent standard normal numbers.
---@param rows integer
---@param cols integer
---@param seed? integer default 1: the same seed gives the same Matrix
---@return rigid.Matrix random
---Errors: rejects anything but an integer from 0 to 4096, and a seed that is no integer.
---Example:
---```lua
---print(Matrix.random(3, 3, 5) == Matrix.random(3, 3, 5), Matrix.random(3, 3, 5):rank())  --> true  3
---```
function Matrix.random(rows, cols, seed) end

---A Vector of independent standard normal numbers.
---@param n integer
---@param seed? integer default 1: the same seed gives the same Vector
---@return rigid.Vector random
---Errors: refuses a size that is no integer or is negative, and a seed that is no integer.
---Example:
---```lua
---print(math.abs(Vector.random(10000, 3):mean()) < 0.03, math.abs(Vector.random(10000, 3):deviation() - 1) < 0.03)  --> true  true
---```
function Vector.random(n, seed) end

---A rotation drawn evenly from all rotations.
---@param seed? integer default 1: the same seed gives the same rotation
---@return rigid.Rotation R
---Errors: refuses a seed that is no integer.
---Example:
---```lua
---print(Rotation.random(4) == Rotation.random(4), Rotation.random(4) == Rotation.random(5))  --> true  false
---```
function Rotation.random(seed) end

---The mean of rotations: the one from which the sum of squared angles to all is least. Weights count each as often as they say.
---@param list rigid.Rotation[]
---@param weights? number[] not negative; all alike where absent
---@return rigid.Rotation mean
---Errors: refuses an empty list, what is no rotation, and weights that do not fit; rotations that lie evenly about have no single mean.
---Source: Manton 2004.
---Example:
---```lua
---print(Rotation.mean{Rotation.z(0.1), Rotation.z(0.2), Rotation.z(0.6)}:is_near(Rotation.z(0.3)))  --> true
---```
function Rotation.mean(list, weights) end

---Solve x' = f(t, x) from x0. x is a Vector, or a number where x0 is one. What comes is called with a time between and gives x there; it has
---t0, t1, steps and events, a list of {name=, number=, t=, x=}. An event is a function g(t, x) whose sign is watched from step to step, or
---{f=, name=, direction=1|-1 (which way it changes), ends=true (the run ends there)}. What is zero at the beginning is no event. Times
---may run backwards. The x that functions are given is theirs.
---@param f function f(t, x) gives x', a Vector or list (or a number)
---@param x0 number|rigid.VectorLike
---@param times number[] {t0, t1}
---@param options? {method?:string,tolerance?:number,dt?:number,most_steps?:integer,events?:table} method "dopri5" (steps that keep the tolerance, 1e-9 of x unless given), or "rk4", "midpoint", "euler" by steps of dt (a thousandth of the span unless given)
---@return table solution
---Errors: refuses what are no functions, numbers or times; raises as a value where no step keeps the tolerance (stiff, or not finite), an
---event is NaN, or more than most_steps (1000000) are taken.
---Source: Dormand & Prince 1980; Hairer, Nørsett, Wanner 1993.
---Example:
---```lua
---local x = rigid.ode(function(t, x) return -x end, 1, {0, 2})
---print(math.abs(x(1) - math.exp(-1)) < 1e-9)  --> true
---local fall = rigid.ode(function(t, x) return {x[2], -9.81} end, {2, 0}, {0, 5},
---    {events = {{name = "ground", f = function(t, x) return x[1] end, ends = true}}})
---print(fall.events[1].name, ("%.6f %.6f"):format(fall.t1, math.sqrt(4 / 9.81)))  --> ground  0.638551 0.638551
---```
function rigid.ode(f, x0, times, options) end

---A root of f between a and b, where f changes its sign, to the last digit.
---@param f function f(x) gives a number
---@param a number
---@param b number
---@param options? {tolerance?:number} how near is near enough; as near as numbers go unless given
---@return number root
---@return integer steps
---@return number value f there: of a function that leaps over zero, what it leaps to
---Errors: rejects anything but a function or number; raises as a value where f has one sign at both ends, is NaN, or changes its sign at a pole.
---Source: Brent 1973.
---Example:
---```lua
---print(("%.12f"):format((rigid.find_root(function(x) return math.cos(x) - x end, 0, 1))))  --> 0.739085133215
---print(select(2, pcall(rigid.find_root, function(x) return 1 / x end, -1, 2)).what:match "a pole.*")  --> a pole, and no root
---```
function rigid.find_root(f, a, b, options) end

---The least-squares solution x of f(x) = 0, near x0, within bounds. The verdict has success, cost (half the sum), residual
---(|f|), residuals, jacobian, iterations, bounds (indices of x that rest against one) and sentence, which says how the search ended. It
---has succeeded where f stands at right angles to all that x can do to it; where it only could not go on (slopes that are not
---finite, noise, a kink, a wrong jacobian, nothing that changes f, no iterations left) it has not.
---@param f function f(x) gives a Vector or list of residuals
---@param x0 number|rigid.VectorLike
---@param options? {lower?:number|number[],upper?:number|number[],jacobian?:function,iterations?:integer,tolerance?:number} jacobian(x) gives a Matrix, by differences where absent; 200; 1e-12, of a step
---@return rigid.Vector x
---@return table verdict
---Errors: rejects anything but a function, bounds that cross, and results that are no numbers; raises as a value where f is not finite at x0.
---Source: Levenberg 1944, Marquardt 1963; Kanzow, Yamashita, Fukushima 2004 for bounds.
---Example:
---```lua
---local t, y = {0, 1, 2, 3}, {2, 1.213, 0.736, 0.446}
---local x, verdict = rigid.least_squares(function(x)
---    local r = {}
---    for i = 1, #t do r[i] = x[1] * math.exp(-x[2] * t[i]) - y[i] end
---    return r
---end, {1, 1})
---print(("%.2f %.2f"):format(x[1], x[2]), verdict.success)  --> 2.00 0.50  true
---```
function rigid.least_squares(f, x0, options) end

---The x that makes f(x) least, near x0, within bounds. The verdict has success, value, gradient (the largest component that is free),
---iterations and sentence, which says how the search ended. It goes on while f falls, whatever its units, and has succeeded where
---rounding hides what is left and f is higher on the sides; where it only could not go on (a gradient that is not finite, noise, a
---kink, a plateau, no iterations left) it has not.
---@param f function f(x) gives a number
---@param x0 number|rigid.VectorLike
---@param options? {lower?:number|number[],upper?:number|number[],gradient?:function,iterations?:integer,tolerance?:number} gradient(x) gives a Vector or list, by differences where absent; 1000; a gradient that is small enough, in units of f and x: none unless given
---@return rigid.Vector x
---@return table verdict
---Errors: rejects anything but a function, bounds that cross, and results that are no numbers; raises as a value where f is not finite at x0.
---Source: Nocedal & Wright 2006, chapter 6.
---Example:
---```lua
---local x = rigid.minimize(function(x) return (1 - x[1]) ^ 2 + 100 * (x[2] - x[1] ^ 2) ^ 2 end, {-1.2, 1})
---print(("%.4f %.4f"):format(x[1], x[2]))  --> 1.0000 1.0000
---```
function rigid.minimize(f, x0, options) end
