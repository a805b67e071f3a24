-- Logs that parameters are to be found from: turns without end, events between ticks, gaps, and logs that cannot be right.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local identified = require "spec.support.identified"

local body, arm = identified.body, identified.arm
local Model = rigid.Model
local refuses = compare.refuses

describe("a log of wheels", function()
    local function rolling(kind, swing)
        local m = Model {name = "cart"}
        m:add_body {name = "wheel", joint = {type = kind, name = "w", axis = {0, 1, 0}}, inertia = body(1)}
        local log = {t = {}, q = {}, v = {}, a = {}, tau = {}}
        for i = 1, 400 do
            local t = 0.05 * i
            local q, v, a = 5 * t + math.sin(t), 5 + math.cos(t), -math.sin(t)
            if swing then q, v, a = 60 * math.sin(t), 60 * math.cos(t), -60 * math.sin(t) end
            log.t[i], log.q[i], log.v[i], log.a[i], log.tau[i] = t, {q}, {v}, {a}, m:inverse_dynamics({q}, {v}, {a})
        end
        return function() return rigid.identify {model = m, log = log, gamma = 0} end
    end

    it("may turn many times; what swings so far is in degrees", function()
        assert.is_true(rolling "continuous"().rank > 0 and rolling "revolute"().rank > 0)
        assert.is_true(rolling("continuous", true)().rank > 0) -- whose type says that it has no end
        refuses(rolling("revolute", true), "60 rad, many turns", "degrees")
    end)
end)

describe("a log of a run", function()
    it("may have events between its ticks", function()
        local m = arm()
        for _, name in ipairs(m:joint_names()) do
            m:joint(name).lower, m:joint(name).upper = -0.6, 0.6
        end
        local log = m:simulate {q = {0.5, -0.5, 0.3}, v = {1, -1, 2}, duration = 2, dt = 0.01, restitution = 0.9, damping = false, controller = function(t)
            return {3 * math.sin(5 * t), 4 * math.sin(3 * t), math.sin(7 * t)}
        end}
        local repeats = 0
        for i = 2, #log.t do repeats = repeats + (log.t[i] == log.t[i - 1] and 1 or 0) end
        assert.truthy(repeats > 3)
        local result = rigid.identify {model = m, log = log}
        assert.truthy(result)
        local torn = {t = log.t, q = log.q, v = log.v, tau = log.tau} -- the same of a robot cannot be
        refuses(function() rigid.identify {model = m, log = torn} end, "times repeat")
    end)
end)

describe("a log that cannot be right", function()
    local log = arm():simulate {
        q = {0, 0.3, -0.2}, duration = 2, dt = 0.01, continuous = true,
        controller = function(t, q, v) return {math.sin(3 * t), 8 * math.sin(2 * t) - 9 * q[2] - v[2], 3 * math.cos(5 * t) - 3 * q[3] - v[3]} end,
    }

    local function told(change)
        local lists = log:table()
        lists.model = nil
        change(lists)
        return function() rigid.identify {model = arm(), log = lists, gamma = 0} end
    end

    it("with gaps is taken in the pieces between, where that is said", function()
        local lists = log:table()
        lists.model = nil
        local whole = rigid.identify {model = arm(), log = lists, gamma = 0}
        for i = 101, 201 do lists.t[i] = lists.t[i] + 1 end
        local pieces = rigid.identify {model = arm(), log = lists, gamma = 0, gaps = true}
        assert.equal(whole.samples - 4, pieces.samples)
        assert.is_true((pieces:residuals() - whole:residuals()):norm() < 0.05 * whole:residuals():norm())
    end)

    it("is believed against the model, where that is said", function()
        local lists = log:table()
        lists.model = nil
        for i = 1, #lists.t do lists.tau[i][2] = -lists.tau[i][2] end
        refuses(function() rigid.identify {model = arm(), log = lists, gamma = 0} end, "opposite sign", "trust = true")
        assert.equal(#lists.t - 4, rigid.identify({model = arm(), log = lists, gamma = 0, trust = true}).samples)
        lists.tau[7][2] = 0 / 0
        refuses(function() rigid.identify {model = arm(), log = lists, gamma = 0, trust = true} end, "tau[2] of sample 7 is NaN")
    end)

    it("is none for a joint that nothing drives", function()
        local swings = arm():simulate {
            q = {0, 0.3, -0.2}, duration = 2, dt = 0.01, continuous = true,
            controller = function(t, q, v) return {math.sin(3 * t), 8 * math.sin(2 * t) - 9 * q[2] - v[2], 0} end,
        }
        local believed = arm():set_parameters(1.3 * arm():parameters())
        assert.is_true(rigid.identify({model = believed, log = swings, gamma = 0}).rank > 0)
    end)

    it("is found where friction is most of what a joint needs", function()
        local m = arm()
        for _, name in ipairs(m:joint_names()) do m:joint(name).damping, m:joint(name).friction = 2, 3 end
        local lists = log:table()
        lists.model = nil
        for i = 1, #lists.t do
            for j = 1, 3 do
                local v = lists.v[i][j]
                lists.tau[i][j] = -1e-3 * (lists.tau[i][j] + 2 * v + 3 * (v > 0 and 1 or v < 0 and -1 or 0))
            end
        end
        refuses(function() rigid.identify {model = m, log = lists, gamma = 0} end, "opposite sign")
        for i = 1, #lists.t do
            for j = 1, 3 do lists.tau[i][j] = -lists.tau[i][j] end
        end
        refuses(function() rigid.identify {model = m, log = lists, gamma = 0} end, "times what these motions need: they are in another unit")
    end)

    it("is named in words before anything is fitted", function()
        assert.is_true(pcall(told(function() end)))
        refuses(told(function(l) for i = 1, #l.t do l.tau[i][1] = 0 end end), "the torque of 'j1' is 0 throughout, and its motion needs about")
        refuses(told(function(l) for i = 81, 120 do l.tau[i][2] = l.tau[81][2] end end), "the torque of 'j2' is", "from sample 81 to 120", "stuck")
        refuses(told(function(l) for i = 81, 140 do l.q[i][2] = l.q[81][2] end end), "q of 'j2' is", "from sample 81 to 140, while its v leads away", "stuck")
        refuses(told(function(l) for i = 101, 201 do l.t[i] = l.t[i] + 1 end end), "a gap of 1.01 s after sample 100")
        refuses(told(function(l) for i = 101, 201 do l.t[i] = l.t[i] + (i > 150 and 2 or 1) end end), "a gap of 1.01 s after sample 100", "and 1 more", "gaps = true")
        refuses(told(function(l) l.t[50] = l.t[49] end), "times repeat", "sample 50")
        refuses(told(function(l) l.tau[7][2] = 0 / 0 end), "tau[2] of sample 7 is NaN")
        refuses(told(function(l)
            l.a = {}
            for i = 1, #l.t do l.a[i] = {0, i == 9 and 0 / 0 or 0, 0} end
        end), "a[2] of sample 9 is NaN")
        refuses(told(function(l) l.t[30] = 0 / 0 end), "t of sample 30 is NaN")
        refuses(told(function(l) for i = 1, #l.t do l.q[i][2] = l.q[i][2] * 180 / math.pi end end), "'j2'", "degrees")
        refuses(told(function(l) for i = 1, #l.t do l.v[i][3] = l.v[i][3] * 180 / math.pi end end), "v of 'j3'", "degrees per second")
        refuses(told(function(l) for i = 1, #l.t do l.v[i][1] = -l.v[i][1] end end), "'j1' has the opposite sign")
        refuses(told(function(l) for i = 1, #l.t do l.v[i][1], l.v[i][3] = l.v[i][3], l.v[i][1] end end), "columns are exchanged")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i][2], l.tau[i][3] = l.tau[i][3], l.tau[i][2] end end), "torques of 'j2' and 'j3'", "exchanged")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i][3] = 0.25 end end), "0.25 throughout")
        refuses(told(function(l) for i = 1, #l.t do l.q[i][3] = nil end end), "Vector or list of 3 numbers")
        refuses(told(function(l) for i = 1, #l.t do l.v[i][2] = 0 end end), "v of 'j2' is 0 throughout, and its q moves")
        refuses(told(function(l) for i = 1, #l.t do l.q[i][2] = 0.1 end end), "q of 'j2' stays where it is, and its v does not")
        refuses(told(function(l) l.v, l.tau = l.tau, l.v end), "v of 'j2' is not how its q changes")
        assert.is_true(pcall(told(function(l) for i = 1, #l.t do l.q[i][1] = (l.q[i][1] + math.pi) % (2 * math.pi) - math.pi end end))) -- it begins anew
        refuses(told(function(l) for i = 1, #l.t do l.q[i], l.v[i] = {0, 1, 0}, {0, 0, 0} end end), "nothing moves")
        refuses(told(function(l) for i = 2, #l.t, 2 do l.q[i], l.v[i], l.tau[i] = l.q[i - 1], l.v[i - 1], l.tau[i - 1] end end), "the one before once more", "held")
        refuses(told(function(l) l.tau[40][3] = 1e4 end), "tau of 'j3' is 10000 in sample 40 alone")
        refuses(told(function(l) l.q[41][2] = l.q[41][2] + 4 end), "q of 'j2' is", "in sample 41 alone")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i] = {0, 0, 0} end end), "all torques are 0")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i][2] = -l.tau[i][2] end end), "torques of 'j2' have the opposite sign")
        refuses(told(function(l) for i = 1, #l.t do for j = 1, 3 do l.tau[i][j] = 1000 * l.tau[i][j] end end end), "torques are 1e+03 times", "unit")
        refuses(told(function(l)
            for i = 1, #l.t do
                for _, name in ipairs {"q", "v"} do l[name][i][2], l[name][i][3] = l[name][i][3], l[name][i][2] end
            end
        end), "not those of these motions", "q and v: 'j2' and 'j3' exchanged")
        refuses(told(function(l)
            for i = 1, #l.t do
                for _, name in ipairs {"q", "v", "tau"} do l[name][i] = {l[name][i][3], l[name][i][2], l[name][i][1]} end
            end
        end), "not those of these motions", "q, v and tau: ")
        refuses(told(function(l) for i = 1, #l.t do l.tau[i] = {l.tau[i][2], l.tau[i][3], l.tau[i][1]} end end), "not those of these motions", "tau: ")
        refuses(told(function(l) for i = #l.t, 21, -1 do l.tau[i] = l.tau[i - 20] end end), "the torques come 20 samples (0.2 s) after the motions")
        refuses(told(function(l) for i = 1, #l.t - 20 do l.tau[i] = l.tau[i + 20] end end), "the torques come 20 samples (0.2 s) before the motions")
        refuses(told(function(l) for i = 1, #l.t do for j = 1, 3 do l.tau[i][j] = l.tau[i][j] / 160 end end end), "times what these motions need", "unit")
        refuses(told(function(l) for i = #l.t, 6, -1 do l.t[i], l.q[i], l.v[i], l.tau[i] = nil, nil, nil, nil end end), "too few")
    end)

    it("is named of robots that float, slide or have joints that follow others, too", function()
        local function robot(first, follows)
            local m = Model {name = "r"}
            m:add_body {name = "b1", joint = {type = first, name = "j1", axis = first ~= "floating" and {0, 1, 0} or nil}, inertia = body(1)}
            for i = 2, 4 do
                m:add_body {
                    name = "b" .. i, parent = "b" .. i - 1, placement = {position = {0.05, 0.02, 0.35}, rpy = {0.2, 0.1, 0.3}}, inertia = body(i),
                    joint = {type = "revolute", name = "j" .. i, axis = i == 3 and {0, 0, 1} or {0, 1, 0}, mimic = follows and i == 3 and {joint = "j2", multiplier = -0.7} or nil},
                }
            end
            return m
        end
        for name, m in pairs {free = robot "floating", slides = robot "prismatic", follows = robot("revolute", true)} do
            local first, nv = m:joint "j1".nv, m:nv()
            local run = m:simulate {q = m:neutral(), duration = 3, dt = 0.01, continuous = true, controller = function(t, q, v)
                local h, tau = m:bias_forces(q, v), {}
                for j = 1, nv do
                    local hold = name ~= "free" and h[j] - 4 * (v[j] + q[j]) or 0
                    tau[j] = (j <= first and name == "free") and 0 or hold + 0.4 * math.sin((1 + 0.7 * j) * t + j)
                end
                return tau
            end}
            local function given(change)
                local lists = {t = run.t, q = {}, v = {}, tau = {}}
                for i = 1, #run.t do lists.q[i], lists.v[i], lists.tau[i] = run.q[i]:table(), run.v[i]:table(), run.tau[i]:table() end
                change(lists)
                return function() return rigid.identify {model = m, log = lists, gamma = 0} end
            end
            local last = m:joint "j4"
            assert.is_true(given(function() end)().rank > 0, name)
            refuses(given(function(l) for i = 1, #l.t do l.tau[i][last.v] = -l.tau[i][last.v] end end), "torques of 'j4' have the opposite sign")
            refuses(given(function(l) for i = 1, #l.t do for j = 1, nv do l.tau[i][j] = 1000 * l.tau[i][j] end end end), "unit")
            refuses(given(function(l) for i = 1, #l.t do for j = 1, nv do l.tau[i][j] = 0 end end end), "all torques are 0")
            refuses(given(function(l) for i = 1, #l.t do l.v[i][last.v] = -l.v[i][last.v] end end), "v of 'j4' has the opposite sign")
            refuses(given(function(l)
                for i = 1, #l.t do
                    l.q[i] = l.q[1]
                    for j = 1, nv do l.v[i][j] = 0 end
                end
            end), "nothing moves")
        end
    end)
end)
