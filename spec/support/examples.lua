-- What examples/ promises: every NN_name.lua there prints exactly examples/expected/NN_name.txt, and every program in
-- examples/c and examples/cpp what stands in a file of its name, name.c.txt or name.cpp.txt. Here is how they are listed and run; the spec compares, update_expected.lua records.
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

-- ---- programs in C and C++ ------------------------------------------------------------------------------------------

local COMPILERS = {
  c = "cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude",
  cpp = "c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Iinclude",
}

-- The names of all programs, sorted: { "compose.c", "robot.c", "robot.cpp" }.
function examples.programs()
  local names = {}
  for language in pairs(COMPILERS) do
    for file in lfs.dir("examples/" .. language) do
      if file:match("%.(%a+)$") == language then names[#names + 1] = file end
    end
  end
  table.sort(names)
  return names
end

-- Nil, or why that program cannot be built here.
function examples.obstacle(program)
  if not exists "build/librigid.a" then return "build/librigid.a is not built" end
  local compiler = COMPILERS[program:match "%a+$"]:match "%S+"
  local _, found = examples.capture("command -v " .. compiler)
  if not found then return "there is no compiler " .. compiler end
end

-- Compile and run it against the public headers and the library; what both printed, and whether both succeeded.
function examples.run_program(program)
  local language, made = program:match "%a+$", os.tmpname()
  local compile = "%s examples/%s/%s build/librigid.a -lm -o %s && %s"
  local text, done = examples.capture(
    compile:format(COMPILERS[language], language, quote(program), quote(made), quote(made))
  )
  os.remove(made)
  return text, done
end

return examples
