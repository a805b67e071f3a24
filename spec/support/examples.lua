-- What examples/ promises: every NN_name.lua there prints exactly examples/expected/NN_name.txt, and the C program in
-- examples/c its own. Here is how they are listed and run; the spec compares, update_expected.lua records.
-- They run as a reader runs them, each in a process of its own: with the interpreter of this very run where that is
-- `rigid`, else with ./rigid, else with lua5.4 and the built module. Paths are relative to the top folder.

local lfs = require "lfs"

local examples = {}

local function exists(path) return lfs.attributes(path, "mode") == "file" end

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- The names of all examples, sorted: { "01_tour", ... }.
function examples.names()
  local names = {}
  for file in lfs.dir "examples" do
    names[#names + 1] = file:match "^(%d%d_.*)%.lua$"
  end
  table.sort(names)
  return names
end

function examples.script(name) return "examples/" .. name .. ".lua" end

function examples.expected(name) return "examples/expected/" .. name .. ".txt" end

-- All of a file, or nil where there is none.
function examples.read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

-- Run a command; what it printed, on either stream, and whether it succeeded.
function examples.capture(command)
  local pipe = assert(io.popen("{ " .. command .. "; } 2>&1 </dev/null"))
  local text = pipe:read "a"
  return text, pipe:close() == true
end

-- The command that runs a script as a reader would, with absolute paths, so that it can be given in any folder.
function examples.command(script)
  local top = lfs.currentdir()
  local program = arg and arg[-1]
  if not (program and program:match "rigid$" and exists(program)) then program = "rigid" end
  if exists(program) then
    if program:sub(1, 1) ~= "/" then program = top .. "/" .. program end
    return quote(program) .. " " .. quote(top .. "/" .. script)
  end
  local lua_path = top .. "/lua/?.lua;" .. top .. "/lua/?/init.lua;;"
  local lua_cpath = top .. "/build/lib/?.so;;"
  return ("LUA_PATH=%s LUA_CPATH=%s lua5.4 %s"):format(quote(lua_path), quote(lua_cpath), quote(top .. "/" .. script))
end

-- ---- the C example --------------------------------------------------------------------------------------------------

examples.c_source = "examples/c/compose.c"
examples.c_expected = "examples/expected/compose.txt"

-- Nil, or why the C example cannot be built here.
function examples.c_obstacle()
  if not exists "build/librigid.a" then return "build/librigid.a is not built" end
  local _, found = examples.capture "command -v cc"
  if not found then return "there is no C compiler" end
end

-- Compile and run it against the library; what both printed, and whether both succeeded.
function examples.run_c()
  local program = os.tmpname()
  local compile = "cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Isrc/core %s build/librigid.a -lm -o %s"
  local text, done = examples.capture(
    compile:format(examples.c_source, quote(program)) .. " && " .. quote(program)
  )
  os.remove(program)
  return text, done
end

return examples
