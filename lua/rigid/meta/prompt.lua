---@meta rigid.prompt
-- The typed reference: the words of the prompt. In the `rigid` program they are global too. How it is written: see module.lua.

---@alias rigid.Path string
---@alias rigid.Documented any

---@class rigid
local rigid = {}

---Search the reference: names and summaries of what it has on the words of a text, a line each, the best first: what is called
---so in the field or in other libraries (FK, CRBA, gravity compensation), then where a word is the name, in the name, in the first
---sentence, anywhere. Other forms and spellings of a word count, one that is nowhere is taken for the nearest, and where nothing
---has all words, what has most of them is shown. What rigid does not have is said, with what to do instead. At the prompt, ??text
---asks the same.
---Returns nothing.
---@param text string words, in either case
---Errors: rejects anything but a text, or an empty one.
---Example:
---```lua
---rigid.lookfor "bias wrench"
---```
function rigid.lookfor(text) end

---Print the names that the user made, globals and at the prompt the locals of the session: name, kind, size, and as much of the value as fits on the line.
---Returns nothing.
---Example:
---```lua
---rigid.who()
---```
function rigid.who() end

---Call f(...) once, print how long that took by the clock on the wall, and how much of it was computing, and return its
---results. Outside of the rigid program both are the time of the processor.
---@param f any a function, or what can be called
---@return any ... what f gave
---Errors: refuses what cannot be called; errors of f pass through.
---Example:
---```lua
---local sum = rigid.time(function(n)
---    local total = 0
---    for i = 1, n do total = total + i end
---    return total
---end, 1000)
---assert(sum == 500500)
---```
function rigid.time(f, ...) end

---Measure how long a call f(...) takes, over many batches of calls, for about a second. The result prints as a sentence, and
---has the fields median, quartiles {25 %, 75 %}, range {5 %, 95 %}, seconds of a call; bytes of garbage that a call leaves;
---batches, and calls in each. The collector works as in any loop, and the loop itself, some nanoseconds, is counted in.
---@param f any a function, or what can be called
---@return table result
---Errors: refuses what cannot be called; errors of f pass through.
---Example:
---```lua
---local M, V = SpatialInertia.unitary(), Twist{1, 2, 3, 4, 5, 6}
---local result = rigid.bench(function() return M * V end)
---assert(result.median > 0 and result.bytes > 0)
---```
function rigid.bench(f, ...) end

---Print what was entered at the prompt, in this session and in earlier ones: the last 25 entries, or that many, or those with
---a text in them, in either case. Ctrl-R searches the same as you type.
---Returns nothing.
---@param what? string|integer a text to search for, or how many entries
---Errors: refuses anything else.
---Example:
---```lua
---rigid.history "solid_box"
---```
function rigid.history(what) end

---Write this session as a script: the entries that ran without error, to be run again: expressions are printed, what they
---gave stands below as comments, questions to the prompt are left out. Outside of the prompt there are none.
---@param path rigid.Path of the file to write
---@return string said how many entries were written, and where
---Errors: refuses a file that is there already and is no saved session; where it cannot be written, with the reason.
---Example:
---```lua
---local path = os.tmpname()
---os.remove(path)
---print((rigid.save_session(path):gsub(" to .*", "")))  --> 0 entries written
---os.remove(path)
---```
function rigid.save_session(path) end

---How values are shown at the prompt, by -e and through a pipe; print and tostring in scripts are not touched. digits: how many
---significant digits, 6 unless set; unicode: whether signs such as · and ² may be used, unless set by LC_ALL, LC_CTYPE or LANG;
---width: columns, unless set those of the terminal. "auto" gives each back to its default. Without an argument, nothing
---changes.
---@param options? {digits?:integer|"auto",unicode?:boolean|"auto",width?:integer|"auto"} digits from 1 to 17, width from 20
---@return {digits:integer,unicode:boolean,width:integer} now what is in force
---Errors: refuses unknown fields, digits and widths out of their range; then nothing changes.
---Example:
---```lua
---print(rigid.format{width = 72, digits = 4}.digits)  --> 4
---print(rigid.format{width = "auto", digits = "auto"}.digits)  --> 6
---```
function rigid.format(options) end

return rigid
