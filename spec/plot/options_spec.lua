-- Options of plots: what others call them, what is refused by name, and that the reference and the page have all of them.
local rigid = require "rigid"
local options = require "rigid.plot.options"
local pictures = require "spec.support.pictures"
local moving = pictures.moving

describe("options", function()
    local function problem(...)
        local ok, err = pcall(rigid.plot, ...)
        assert.is_false(ok)
        return err
    end

    it("answer to what others call them", function()
        for word, ours in pairs { xlim = "x_limits", ylabel = "y_label", hist = "style", axhline = "y_lines", semilogy = "y_scale", dark = "theme",
            figsize = "size", log_x = "x_scale", fill_between = "fill", filename = "path" } do
            local err = problem({ 1, 2 }, { [word] = true })
            assert.truthy(err:find(("unknown field '%s'; it is %s here"):format(word, ours), 1, true), err)
        end
    end)

    it("are refused by name", function()
        for words, said in pairs {
            ["(field 'x_limits[2]': a number above 3 expected, got 1)"] = { x_limits = { 3, 1 } },
            ["(field 'y_scale': \"linear\" or \"log\" expected, got \"lg\"; did you mean 'log'?)"] = { y_scale = "lg" },
            ["\"lines\", \"points\", \"both\", \"steps\", \"scatter\", \"bars\" or \"histogram\" expected, got \"hist\""] = { style = "hist" },
            ["(field 'y_lines[1][2]': name expected, got 2)"] = { y_lines = { { 1, 2 } } },
            ["(field 'bins': integer from 1 to 1000 expected, got 0)"] = { style = "histogram", bins = 0 },
            ["(field 'kitty': not together with sixel)"] = { kitty = true, sixel = true },
        } do
            local err = problem({ 1, 2 }, said)
            assert.truthy(err:find(words, 1, true), words .. "\n" .. err)
        end
        for words, said in pairs {
            ["(field 'z': as many numbers as y expected, 2, got 3)"] = { x = { 1, 2 }, y = { 1, 2 }, z = { 1, 2, 3 } },
            ["(field 'z': with x and y for a curve in space, or a Matrix for a heat map)"] = { z = { 1, 2 } },
            ["(field 'x': 3 numbers expected, as z has, got 2)"] = { z = rigid.Matrix { { 1, 2, 3 } }, x = { 1, 2 } },
            ["(field 'x[2]': finite numbers that increase expected)"] = { z = rigid.Matrix { { 1, 2, 3 } }, x = { 1, 2, 2 } },
            ["(field '[2]': the others have z: a curve in space expected)"] = { { x = { 1, 2 }, y = { 1, 2 }, z = { 1, 2 } }, { 1, 2 } },
            ["(field 'fill': boolean, number or a list of as many numbers as y, 2, expected)"] = { y = { 1, 2 }, fill = { 1, 2, 3 } },
        } do
            local err = problem(said)
            assert.truthy(err:find(words, 1, true), words .. "\n" .. err)
        end
    end)

    it("are answered where a name stands alone", function()
        assert.truthy(problem(moving(2), "shoulder"):find("did you mean 'q shoulder'?", 1, true))
        assert.truthy(problem(moving(2), "hand"):find("did you mean 'position hand'?", 1, true))
    end)

    it("are told in the reference and on the page of plots, all of them", function()
        local meta, page = pictures.read "lua/rigid/meta/plot.lua", pictures.read "doc/plots.md"
        for name in options.type():gmatch "([%w_]+):" do
            assert.truthy(meta:find("[{,]" .. name .. "%?:") and meta:gsub("---@alias[^\n]*", ""):find("%f[%w]" .. name .. "%f[^%w_]"), name)
            assert.truthy(page:find("`" .. name, 1, true) or page:find(name .. " =", 1, true), name)
        end
    end)
end)
