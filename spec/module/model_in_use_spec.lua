-- A model in use: what its errors point at, what may be written into, and what a finalizer may do to it in the midst of a call.
local rigid = require "rigid"
local calls = require "spec.support.calls"
local program = require "spec.support.program"

local six = calls.six
local the_robot = calls.the_robot

describe("a model in use", function()
    local function message(f, ...)
        local ok, text = pcall(f, ...)
        assert.is_false(ok)
        return text
    end

    it("says which body may have been meant", function()
        local m, q = the_robot(), the_robot():neutral()
        assert.truthy(message(m.pose, m, q, "wirst"):find "no body or frame named 'wirst'; did you mean 'wrist'?")
        assert.truthy(message(m.pose, m, q, "TIP"):find "; did you mean 'tip'?")
        assert.falsy(message(m.pose, m, q, "shoulder blade"):find "did you mean")
        assert.truthy(message(m.inverse_dynamics, m, q, nil, nil, { fingr = six() }):find "; did you mean 'finger'?")
    end)

    it("writes its three results into three Matrices", function()
        local m, out = the_robot(), rigid.Matrix(6, 6)
        local text = message(m.inverse_dynamics_derivatives, m, m:neutral(), nil, nil, out, nil, out)
        assert.truthy(text:find "bad argument #6 to 'inverse_dynamics_derivatives' %(this Matrix is to be written into as argument #4")
    end)

    -- Whatever makes a value may run a finalizer, and the model be another when that is done. In a process of its own: with all
    -- that the suite holds, a collection takes so long that the finalizer may not run in the midst of a call for minutes.
    it("is as it was when a call began, whatever a finalizer does to it meanwhile", function()
        local out, err = program.run { "-e", [[
            local rigid = require "rigid"
            local m, q, v = require("spec.support.foreign").good.Model(), {0.3, -0.2, 0.5, 0.5, -0.5, 0.5, 0.4}, {1, 2, 3, 4, 5, 6}
            local expected = m:inverse_dynamics(q, v, v)
            for name, percent in pairs {pause = 100, stepmul = 1000} do -- one collection after the other
                if _VERSION == "Lua 5.4" then collectgarbage("set" .. name, percent) else collectgarbage("param", name, percent) end
            end
            -- Calls until the finalizer has run in the midst of three of them. Few wait for it at a time: what they leave behind
            -- is not collected before all have run.
            local function meddled(finalizer)
                local metatable, inside, met, waiting = {}, false, 0, 0
                function metatable.__gc()
                    met, waiting = met + (inside and 1 or 0), waiting - 1
                    finalizer()
                end
                for _ = 1, 1000000 do
                    if waiting < 3 then
                        setmetatable({}, metatable)
                        waiting = waiting + 1
                    end
                    inside = true
                    local ok, result = pcall(m.inverse_dynamics, m, q, v, v)
                    inside = false
                    if not ok then
                        assert(result:find("'inverse_dynamics' has no answer: the model was changed, by a finalizer or a hook, while it was compiled", 1, true),
                            result)
                    elseif result ~= expected then -- no assert: what it allocates would run the finalizers out here
                        error "another result"
                    end
                    if met >= 3 then return print "met" end
                end
                error "the finalizer never ran in the midst of a call"
            end
            meddled(function()
                m:inverse_dynamics({0, 0, 0, 1, 0, 0, 0}, {9, 9, 9, 9, 9, 9}, {8, 8, 8, 8, 8, 8})
            end)
            meddled(function() m:set_gravity(m:gravity()) end)
            local pending = 0
            meddled(function()
                pending = pending + 1
                local inertia = rigid.SpatialInertia.solid_cube {mass = 1, length = 1}
                local name = m:attach {name = "burden" .. pending, body = m:body_names()[1], inertia = inertia}.name
                m:bias_forces(q, v)
                m:detach(name)
            end)]] }
        assert.equal("met\nmet\nmet\n", out, err)
    end)
end)
