-- Every example runs and prints what examples/expected says, to the letter. `lua5.4 spec/support/update_expected.lua`
-- records anew after a change that was meant.

local examples = require "spec.support.examples"

local names, programs = examples.names(), examples.programs()

describe("the examples", function()
  it("are the tour and at least five more", function()
    assert.equal("01_tour", names[1])
    assert.is_true(#names >= 6)
  end)

  for _, name in ipairs(names) do
    it(name .. " prints what it should", function()
      local expected = examples.read(examples.expected(name))
      assert(expected, examples.expected(name) .. " is missing: record it with spec/support/update_expected.lua")
      local text, done = examples.capture(examples.command(examples.script(name)))
      assert(done, text)
      assert.equal(expected, text)
    end)
  end

  it("have no record without an example", function()
    local known = {}
    for _, name in ipairs(programs) do
      known[examples.expected(name)] = true
    end
    for _, name in ipairs(names) do
      known[examples.expected(name)] = true
    end
    for file in require("lfs").dir "examples/expected" do
      if not file:match "^%." then assert(known["examples/expected/" .. file], file .. " belongs to no example") end
    end
  end)

  it("run from any folder", function()
    local text, done = examples.capture("cd / && " .. examples.command "examples/01_tour.lua")
    assert(done, text)
    assert.equal(examples.read "examples/expected/01_tour.txt", text)
  end)

  it("stay within a hundred columns", function()
    for _, name in ipairs(names) do
      for line in (examples.read(examples.expected(name)) or ""):gmatch "[^\n]+" do
        local width = utf8.len(line)
        assert(width and width <= 100, name .. " prints a line of " .. tostring(width) .. " columns: " .. line)
      end
    end
  end)

  it("can be typed line by line: what goes on ends with its operator", function()
    for _, name in ipairs(names) do
      for line in examples.read(examples.script(name)):gmatch "[^\n]+" do
        assert.is_nil(line:find "^%s*[+*/^<>=]" or line:find "^%s*%.%." or line:find "^%s*and%s" or line:find "^%s*or%s", name .. ": " .. line)
      end
    end
  end)

  it("include a program in C and one in C++", function()
    local languages = {}
    for _, name in ipairs(programs) do
      languages[name:match "%a+$"] = true
    end
    assert.same({ c = true, cpp = true }, languages)
  end)

  for _, name in ipairs(programs) do
    it(name .. " needs the public headers and the library alone, and prints what it should", function()
      local obstacle = examples.obstacle(name)
      if obstacle then return pending(obstacle) end
      local expected = examples.read(examples.expected(name))
      assert(expected, examples.expected(name) .. " is missing: record it with spec/support/update_expected.lua")
      local text, done = examples.run_program(name)
      assert(done, text)
      assert.equal(expected, text)
    end)
  end
end)
