-- Record what the examples print today as what they must print: run it from the top folder, then read the difference
-- before you commit it.
--   lua5.4 spec/support/update_expected.lua [NAME ...]
-- With names, only those ("01_tour", "robot.c"). An example that fails is reported and its record left alone.

package.path = "./?.lua;" .. package.path
local examples = require "spec.support.examples"

local wanted
for _, name in ipairs(arg) do
  wanted = wanted or {}
  wanted[name] = true
end

local failed = false
local function record(name, path, text, done)
  if not done then
    failed = true
    io.stderr:write(name, " failed, its record is unchanged:\n", text)
  elseif examples.read(path) ~= text then
    local file = assert(io.open(path, "wb"))
    assert(file:write(text))
    assert(file:close())
    print("updated   " .. path)
  else
    print("unchanged " .. path)
  end
end

for _, name in ipairs(examples.names()) do
  if not wanted or wanted[name] then
    record(name, examples.expected(name), examples.capture(examples.command(examples.script(name))))
  end
end
for _, name in ipairs(examples.programs()) do
  local obstacle = examples.obstacle(name)
  if obstacle then
    print("skipped   " .. examples.expected(name) .. ": " .. obstacle)
  elseif not wanted or wanted[name] then
    record(name, examples.expected(name), examples.run_program(name))
  end
end
os.exit(not failed)
