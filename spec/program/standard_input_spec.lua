-- What the `rigid` program makes of standard input: a pipe, a file, nothing, any bytes, lines of any length.
local program = require "spec.support.program"
local run = program.run

describe("standard input", function()
    it("through a pipe is taken as typed: each expression shows its value", function()
        local out, err, code = run {input = "M = SpatialInertia.unitary()\nM:mass()\nfor i = 1, 2 do\n  print(i)\nend\n'text', _"}
        assert.equal("1.0\n1\n2\ntext\n1.0\n", out)
        assert.equal("", err)
        assert.equal(0, code)
    end)

    it("through a pipe ends at the first error, which is one line, with exit code 1", function()
        local out, err, code = run {input = "print(1)\n\nerror 'no'\nprint(2)\n"}
        assert.equal("1\n", out)
        assert.equal("rigid: stdin:3: no\n", err)
        assert.equal(1, code)
    end)

    it("through a pipe is one script where it has locals", function()
        local out, err, code = run {input = "local x = 3\nx = x + 1\nprint(x)\nmath.abs(x)\n"}
        assert.equal("4\n", out)
        assert.equal("", err)
        assert.equal(0, code)
        out, err, code = run {input = "local x = 3\nerror 'no'"}
        assert.equal("", out)
        assert.truthy(err:find "^rigid: stdin:2: no\nstack traceback:")
        assert.equal(1, code)
    end)

    it("from a file is a script, and shows no values", function()
        local out, _, code = run {input = "print(1)\nmath.abs(-2)\n", file = true}
        assert.equal("1\n", out)
        assert.equal(0, code)
    end)

    it("that is empty or closed is no error", function()
        for _, line in ipairs {" </dev/null", " <&-", " - <&-"} do
            local out, code = program.shell(program.quote(program.path) .. line .. " 2>&1")
            assert.equal(line == " - <&-" and 1 or 0, code)
            assert.equal(line == " - <&-", out:find "cannot read" ~= nil)
        end
    end)

    it("of any bytes is an error in words, never a crash", function()
        local bytes = {}
        local state = 12345
        for i = 1, 20000 do
            state = (state * 1103515245 + 12345) % 2 ^ 31
            bytes[i] = string.char(math.floor(state / 65536) % 256)
        end
        local junk = table.concat(bytes)
        for _, input in ipairs {junk, "\27Lua" .. junk, "\0\0\0", ("("):rep(100000), ("{"):rep(100000), "'\255\n"} do
            for _, options in ipairs {{input = input}, {input = input, file = true}} do
                local out, err, code = run(options)
                assert.equal("", out)
                assert.truthy(err:find "^rigid: ")
                assert.equal(1, code)
            end
            local _, err, code = run {"-i", input = input}
            assert.not_equal("", err)
            assert.equal(0, code)
        end
    end)

    it("may have lines of any length", function()
        local out, _, code = run {input = 'x = "' .. ("a"):rep(2000000) .. '"\n#x\n'}
        assert.equal("2000000\n", out)
        assert.equal(0, code)
    end)
end)
