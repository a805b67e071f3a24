-- What a notebook shows of values, in a headless Chromium as a notebook would put it into its page: names that are markup stay names.
local browser = require "spec.support.browser"
local program = require "spec.support.program"
local json = require "dkjson"

local why = browser.obstacle()

local CELL <const> = [==[
local names = {"<script>hurt=1</script>", "\"><img src=x onerror=hurt=1>", "'><svg onload=hurt=1>", "</script><script>hurt=1</script>",
    "]]><script>hurt=1</script>", "</iframe><script>hurt=1</script>", "&lt;script>hurt=1&lt;/script>", "javascript:hurt=1", "<!--<script>hurt=1", "--><script>hurt=1</script>"}
m = Model{name = names[1] .. names[4]}
for i, name in ipairs(names) do
    m:add_body{name = name, parent = names[i - 1], joint = {type = "revolute", name = "j" .. name, axis = {0, 1, 0}},
        inertia = SpatialInertia{mass = 1, com = {0, 0, 0.1}, inertia = {1e-3, 1e-3, 5e-3, 0, 0, 0}, skip_validity_check = true},
        visuals = {{name = name, shape = {type = "mesh", filename = name .. ".stl"}, material = {name = name, color = {1, 0, 0, 1}}}}}
end
m:add_frame{name = names[2] .. "f", body = names[3], placement = Transform.identity()}
log = m:simulate{duration = 0.1, dt = 0.01, events = {{name = names[2], watch = function(t) return t - 0.05 end}}}
m
m:diagnose()
log
rigid.plot({x = {1, 2}, y = {3, 4}}, {title = names[1], x_label = names[4], y_label = names[2]})
log:plot("q", {title = names[4]})
log:plot({{name = names[1], value = function(t) return t end, unit = names[2]}}, {compare = log, names = {names[3], names[4]}})
rigid.plot({{x = {1, 2}, y = {3, 4}, name = names[2]}, {x = {1, 2}, y = {4, 3}, name = names[3]}}, {x_lines = {{1.5, names[4]}}, y_lines = {{3.5, names[2]}}})
rigid.view(m, log, {title = names[1]})
m:mass_matrix(m:neutral())
Vector{1, 2, 3}
]==]

-- What the program answers to the cell.
local function answers()
    local list = {}
    program.in_directory(function(directory)
        program.write_file(directory .. "/requests", json.encode {["do"] = "run", id = 1, text = CELL} .. "\n")
        program.shell(("cd %s; TMPDIR=%s %s --machine 3 4 3<requests 4>answers 2>&1"):format(directory, directory, program.quote(program.path)))
        for line in program.read_file(directory .. "/answers"):gmatch "[^\n]+" do list[#list + 1] = json.decode(line) end
    end)
    return list
end

describe("what a notebook shows", function()
    if why then
        pending("is not tried: " .. why)
        return
    end

    it("runs no script that stands in a name", function()
        local pieces, html, svg, frames = {}, 0, 0, 0
        for _, answer in ipairs(answers()) do
            assert.is_nil(answer.complaint)
            for _, text in pairs {answer.html or false, answer.svg or false} do pieces[#pieces + 1] = text or nil end
            html, svg = html + (answer.html and 1 or 0), svg + (answer.svg and 1 or 0)
            frames = frames + (answer.html and answer.html:find "^<iframe" and 1 or 0)
        end
        assert.same({3, 4, 1}, {html, svg, frames})
        local page <close> = browser.start()
        program.in_directory(function(directory)
            program.write_file(directory .. "/page.html", '<!DOCTYPE html><meta charset="utf-8"><title>a notebook</title>' .. table.concat(pieces, "\n<hr>\n"))
            page:open(directory .. "/page.html")
            os.execute "sleep 1"
            assert.is_true(page:run "return window.hurt === undefined && document.querySelectorAll('script, img').length === 0")
            page:command("POST", "/frame", {id = 0})
            assert.equal("undefined", page:run "return typeof window.hurt")
            assert.equal("object", page:run "return typeof window.rigid") -- its own scripts ran
        end)
    end)
end)
