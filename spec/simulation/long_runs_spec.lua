-- Long runs: the garbage that they make, the bar that they show, and where they are when they are broken off.
local rigid = require "rigid"
local own = require "rigid.environment" -- what the modules have for globals
local mechanisms = require "spec.support.mechanisms"

local Model, SpatialInertia, Vector = rigid.Model, rigid.SpatialInertia, rigid.Vector

local wheel = mechanisms.wheel
local floating_tree = mechanisms.floating_tree

describe("a long run", function()
    it("makes no garbage but its samples", function()
        local m, q, v = floating_tree(51, { resistance = true })
        local tau = Vector(m:nv())
        for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
            local function bytes(ticks)
                collectgarbage()
                collectgarbage() -- what has a finalizer goes at the second, which would else be counted as given back
                collectgarbage "stop"
                local before = collectgarbage "count"
                m:simulate {
                    q = q, v = v, dt = 1e-4, duration = 1e-4 * ticks, method = method, friction = false, tolerance = 1e-4, log = { every = 1e9 },
                    controller = function() return tau end,
                    events = { { name = "never", watch = function() return 1 end } },
                }
                local after = collectgarbage "count"
                collectgarbage "restart"
                return (after - before) * 1024
            end
            bytes(10)
            assert.truthy(bytes(1100) - bytes(100) < 1000, method) -- less than a byte a tick
        end
    end)

    it("takes no more room than its samples do, a million ticks as ten", function()
        local disc = wheel()
        local function bytes(ticks)
            collectgarbage()
            collectgarbage()
            local before = collectgarbage "count"
            local log = disc:simulate { v = { 1e-3 }, duration = ticks, dt = 1, sample = ticks / 10 }
            collectgarbage()
            collectgarbage()
            assert.equal(11, #log)
            return (collectgarbage "count" - before) * 1024, log
        end
        bytes(1000000) -- once, what is loaded and made only once
        assert.truthy(bytes(1000000) < bytes(10) + 1000)
    end)

    -- Run f with the clock going in whole seconds and a standard error that is or is no terminal; what was written there.
    local function watched(is_terminal, f)
        local os, io = own.os, own.io
        local time, execute, stderr, clock, written, asked = os.time, os.execute, io.stderr, 0, {}, 0
        os.time = function() return clock end
        os.execute = function()
            asked = asked + 1
            return is_terminal
        end
        io.stderr = { write = function(_, text) written[#written + 1] = text end }
        local ok, problem = pcall(f, function(seconds) clock = clock + seconds end)
        os.time, os.execute, io.stderr = time, execute, stderr
        if not ok then error(problem, 0) end
        return table.concat(written), asked
    end

    local function ticking(progress, fails)
        return function(pass)
            local ticks = 0
            wheel():simulate { duration = 1, dt = 0.1, progress = progress, controller = function()
                ticks = ticks + 1
                pass(1)
                if fails and ticks == 6 then error "boom" end
                return { 0 }
            end }
        end
    end

    it("shows a bar at a terminal, when it has gone on for more than a second, and takes it away", function()
        if os.getenv "TERM" == "dumb" then return pending "TERM is dumb: no bars are drawn here" end
        local text, asked = watched(true, ticking())
        assert.equal(1, asked)
        assert.truthy(text:find("\r[======                        ]  20 %, about 8 s left \27[K", 1, true) == 1, text)
        assert.truthy(text:find("\r[==============================] 100 %, about 0 s left \27[K", 1, true))
        assert.equal("\r\27[K", text:sub(-4))
        assert.equal("\r\27[K", watched(true, function(pass) pcall(ticking(nil, true), pass) end):sub(-4))
    end)

    it("shows none where it is no terminal, where it is not wanted, and in short runs", function()
        local text, asked = watched(nil, ticking())
        assert.equal("", text)
        assert.equal(os.getenv "TERM" == "dumb" and 0 or 1, asked)
        text, asked = watched(true, ticking(false))
        assert.same({ "", 0 }, { text, asked })
        text, asked = watched(true, function() wheel():simulate { duration = 1 } end)
        assert.same({ "", 0 }, { text, asked })
    end)
end)

describe("a run that is broken off from outside", function()
    it("says when it came to its end, and in which state: that of its last sample", function()
        local m = Model {name = "wheel"}
        m:add_body {name = "wheel", joint = {type = "revolute", name = "axle", axis = {0, 0, 1}}, inertia = SpatialInertia.unitary()}
        local behind = 0
        for k = 1, 40 do
            -- As Ctrl-C does it: an error at any instruction, here the k-th that run.lua takes once the core has been at work.
            local left = k
            debug.sethook(function()
                local info = debug.getinfo(2, "Sn")
                if info.name ~= "run_on" or not info.source:find "run%.lua$" then return end
                left = left - 1
                if left == 0 then error "interrupted!" end
            end, "", 1)
            local ok, stopped = pcall(m.simulate, m, {v = {2}, duration = 20000, dt = 0.01, progress = false})
            debug.sethook()
            if ok then break end
            local log = stopped.log
            behind = behind + (#log > 1 and 1 or 0)
            if #log > 1 then
                assert.is_true(stopped.t >= log.t[#log])
                assert.is_true(math.abs(stopped.q[1] - 2 * stopped.t) < 1e-6 * (1 + stopped.t))
            end
        end
        assert.is_true(behind > 3)
    end)
end)
