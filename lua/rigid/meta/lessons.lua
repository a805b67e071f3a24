---@meta rigid.lessons
-- The typed reference: the lessons, their exercises, the quiz. How it is written: see module.lua.

---@class rigid
local rigid = {}

---Lesson 1 to 14: at a terminal step by step, its code run in the session as if it had been typed, so that its values are there
---to play with. Enter goes on, q leaves, anything else is run as Lua; a step number begins there. Where standard input and output
---are no terminal, the whole text is printed and nothing is run. Without a number: the list of the lessons, and which exercises
---are done. Returns nothing. `rigid lesson 1` does the same from a shell, and goes on at the prompt.
---@param number? integer 1 to 14
---@param step? integer from 1; what comes before is run without being shown
---Errors: rejects anything but a number of a lesson.
---Example:
---```lua
---rigid.lesson(1)
---```
function rigid.lesson(number, step) end

---An exercise of the lessons, "1.1" to "14.3", as a question: it prints as its text; q:answer(x) judges an answer as
---rigid.check_answer does, q:hint() says a little, q:solution() all, with the numbers; q.name, q.text.
---@param name string|number
---@param options? {seed?:integer} other numbers, the same for the same seed; without, those of the lesson
---@return table question
---Errors: refuses a name that is no exercise, and unknown fields.
---Example:
---```lua
---local q = rigid.exercise "5.1"
---print(q:answer(0.2))
-----> Not yet: that is the least it can have: otherwise Iyy would be more than the
-----> two others together
---print(q:answer(0.8))  --> Right.
---```
function rigid.exercise(name, options) end

---Whether the answer to an exercise is right. It may be a number, a list, a Vec3, Vector or Matrix, a spatial vector, a
---RotationalInertia or SpatialInertia, whatever says the numbers that were asked for; four digits are enough. The verdict prints as
---a sentence, and has the fields correct, mistake (a code, where a usual slip would give this very answer: "parallel_axis",
---"product_sign", "transposed", "minus_p", "omega_cross", "classical", "about_com", "units", "sign", ...), sentence, wrong (the entries
---that are), tries. It says how far off an answer is, and where, but not what is right: rigid.solution does.
---@param name string|number "1.1" to "14.3"
---@param value any
---@param options? {seed?:integer} of the variant that was asked, as for rigid.exercise
---@return table verdict
---Errors: refuses a name that is no exercise, and unknown fields. No answer is an error.
---Example:
---```lua
---print(rigid.check_answer("2.3", Twist({0.3, -0.2, 0.1}, {1, 2, -1})))  --> Not yet: that is the twist at P: ω × p is missing
---print(rigid.check_answer("2.3", {-0.2, -0.1, -0.2, 1, 2, -1}).correct)  --> true
---```
function rigid.check_answer(name, value, options) end

---How an exercise is solved, with its numbers. It prints as the text, which is its field text.
---@param name string|number "1.1" to "14.3"
---@param options? {seed?:integer} of the variant that was asked, as for rigid.exercise
---@return table solution
---Errors: refuses a name that is no exercise, and unknown fields.
---Example:
---```lua
---print(rigid.solution "5.2")
-----> σz = ½ (Ixx + Iyy − Izz) = 0.1 kg m². Had it been negative, no body could have
-----> these moments.
---```
function rigid.solution(name, options) end

---A question about a body, a motion or a force drawn at random. A wrong answer is compared with what the classic slips give:
---the parallel axis forgotten, the wrong sign of the products, the inertia about the origin for that about the com, the classical
---for the spatial acceleration, a transposed rotation, a shift by −p, ω × forgotten, units; the verdict says which it shows.
---
---q prints as its text; q.given has the values by name; q:answer(x) gives a verdict as rigid.check_answer does, with the score of
---the session; q:hint(), q:solution(); q.seed asks it again. One question in four shows a wrong answer, and asks for the number of
---the slip that made it; spot says whether it does. `rigid quiz` asks one after the other.
---@param options? {seed?:integer,topic?:"inertia"|"motion"|"force"|"acceleration"|"momentum"|"energy"|"units",spot?:boolean} seed from 0 on
---@return table question
---Errors: refuses a topic that there is not, a seed below 0, and unknown fields.
---Example:
---```lua
---local q = rigid.quiz{seed = 12, topic = "force", spot = false}
---print(q)
---local F, p = q.given.F_P, q.given.p_PQ
---print(q:answer(F:shift(-p)).mistake, q:answer(F:shift(p)).correct)
-----> Quiz 12, force: shift a wrench
-----> About the point P a wrench is F_P = ({12, -10, 8}, {-4.5, -5, -6}).
-----> What is it about Q, where p_PQ = {0.2, -0.6, 0.25} m in the same axes?
-----> Answer with q:answer(Wrench(linear, angular)); there are q.given, q:hint() and
-----> q:solution().
-----> minus_p  true
---```
function rigid.quiz(options) end
