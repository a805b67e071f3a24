-- Logs as other systems write them: columns under other names or none, without times, without velocities.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local program = require "spec.support.program"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia
local near, refuses = compare.near, compare.refuses

local RATE <const>, SAMPLES <const> = 200, 800

local function arm(scale)
    local m = Model {name = "arm"}
    local rod = SpatialInertia.solid_box {mass = 2 * (scale or 1), size = {0.4, 0.1, 0.2}}:shift {-0.2, 0, 0.05}
    m:add_body {name = "upper", joint = {type = "revolute", name = "shoulder", axis = {0, 0, 1}}, inertia = rod}
    m:add_body {name = "lower", parent = "upper", joint = {type = "revolute", name = "Elbow_Pitch", axis = {0, 1, 0}},
        placement = {position = {0.4, 0, 0}}, inertia = rod}
    return m
end

-- A motion, and the torques that it takes.
local function motion(m)
    local log = {t = {}, q = {}, v = {}, tau = {}}
    for i = 1, SAMPLES do
        local t = (i - 1) / RATE
        log.t[i], log.q[i] = t, {math.sin(2 * t) + 0.3 * math.sin(5 * t), 0.7 * math.sin(3 * t + 1)}
        log.v[i] = {2 * math.cos(2 * t) + 1.5 * math.cos(5 * t), 2.1 * math.cos(3 * t + 1)}
        log.tau[i] = m:inverse_dynamics(log.q[i], log.v[i], {-4 * math.sin(2 * t) - 7.5 * math.sin(5 * t), -6.3 * math.sin(3 * t + 1)}):table()
    end
    return log
end

-- Writes parts of it in turn, t without a joint, under a heading or none.
local function write(path, log, parts, heading)
    local lines = {heading}
    for i = 1, #log.t do
        local cells = {}
        for letter in parts:gmatch "%S+" do
            for _, x in ipairs(letter == "t" and {log.t[i]} or log[letter][i]) do cells[#cells + 1] = ("%.17g"):format(x) end
        end
        lines[#lines + 1] = table.concat(cells, ",")
    end
    program.write_file(path, table.concat(lines, "\n") .. "\n")
end

describe("rigid identify, of a log from elsewhere,", function()
    local truth = arm(1.3)
    local log = motion(truth)

    -- What is found of the robot that is 1.3 times as heavy: base parameters of truth, to so much of the largest.
    local function finds(tolerance, parts, heading, ...)
        local words = {...}
        program.in_directory(function(directory)
            arm():save(directory .. "/robot.urdf")
            write(directory .. "/log.csv", log, parts, heading)
            local _, err, code = program.run {"identify", directory .. "/robot.urdf", directory .. "/log.csv", "--gamma", "0", "--trust",
                "-o", directory .. "/found.urdf", table.unpack(words)}
            assert.equal("", err)
            assert.equal(0, code)
            local B = truth:base_parameters():matrix()
            near(B * rigid.load(directory .. "/found.urdf"):parameters(), B * truth:parameters(), {tol = tolerance, scale = 1})
        end)
    end

    it("knows the names that others give to q, v and tau", function()
        finds(1e-4, "t q v tau", "t,shoulder_position,Elbow_Pitch_position,shoulder_velocity,Elbow_Pitch_velocity,shoulder_effort,Elbow_Pitch_effort")
        finds(1e-4, "t q v tau", "t,position/shoulder,position/elbow_pitch,vel.shoulder,vel.elbow_pitch,- shoulder_torque,- Elbow_Pitch_torque")
        finds(1e-4, "t q v tau", "t,q_0,q_1,dq_0,dq_1,tau_0,tau_1")
        finds(1e-4, "t tau v q", "t,tau1,tau2,qd1,qd2,q1 [rad],q2 [rad]")
        finds(1e-4, "t q v tau", "t,Joint1_Pos,Joint2_Pos,Joint1_Vel,Joint2_Vel,Joint1_Force,Joint2_Force")
    end)

    it("takes names of its own first, and numbers only where there is one for each joint", function()
        local aliases = require "rigid.identification.aliases"
        local function renamed(...)
            local read = {names = {...}}
            for _, name in ipairs(read.names) do read[name] = name end
            aliases.rename(arm(), read)
            local list = {}
            for k, name in ipairs(read.names) do list[k] = name .. "=" .. read[name] end
            return table.concat(list, " ")
        end
        assert.equal("q.shoulder=q.shoulder shoulder_position=shoulder_position", renamed("q.shoulder", "shoulder_position"))
        assert.equal("q.shoulder=q_1 q.Elbow_Pitch=q_2 tau_1=tau_1", renamed("q_1", "q_2", "tau_1"))
        assert.equal("q_2=q_2 q_3=q_3", renamed("q_2", "q_3"))
        assert.equal("tau.shoulder=tau_0 tau.Elbow_Pitch=tau_1 tau_ext_0=tau_ext_0 tau_ext_1=tau_ext_1", renamed("tau_0", "tau_1", "tau_ext_0", "tau_ext_1"))
        assert.equal("v.shoulder=v.shoulder v.Elbow_Pitch=qd2 qd1=qd1", (renamed("v.shoulder", "qd2", "qd1")))
        assert.equal("a.shoulder=shoulder acc", renamed "shoulder acc")
    end)

    it("takes names and the rate from the command line, where the file has none", function()
        finds(1e-4, "q v tau", nil, "--columns", "q1,q2, v1, v2,tau1,tau2", "--rate", tostring(RATE))
        finds(1e-4, "q v tau", "q1,q2,v1,v2,tau1,tau2", "--rate", tostring(RATE))
        program.in_directory(function(directory)
            arm():save(directory .. "/robot.urdf")
            local function fails(ended, words, parts, heading, ...)
                write(directory .. "/log.csv", log, parts, heading)
                local out, err, code = program.run {"identify", directory .. "/robot.urdf", directory .. "/log.csv", ...}
                assert.equal("", out)
                assert.is_truthy((err:gsub("%s+", " ")):find(words, 1, true), err)
                assert.equal(ended, code)
            end
            fails(2, "--columns: 6 names expected, as the file has columns, got 2", "q v tau", nil, "--columns", "q1,q2", "--rate", "100")
            fails(2, "--rate: positive number expected, got 0", "q v tau", nil, "--rate", "0")
            fails(1, "no column 't'; there are q1, q2, tau1, tau2; where samples follow each other evenly, --rate HZ or rate = HZ says how fast", "q tau",
                "q1,q2,tau1,tau2")
            fails(1, "the log has a column 't': no rate is expected beside it", "t q tau", "t,q1,q2,tau1,tau2", "--rate", "100")
            fails(1, "no column 'v.Elbow_Pitch'", "t q v tau", "t,q1,q2,v.shoulder,other,tau1,tau2")
            fails(1, "no column 'q.shoulder'", "t v tau", "t,v1,v2,tau1,tau2")
        end)
    end)

    it("differentiates q where there is no v, filtered or not", function()
        finds(1e-3, "t q tau", "t,q1,q2,tau1,tau2")
        finds(1e-2, "t q tau", "t,q1,q2,tau1,tau2", "--cutoff", "20")
    end)
end)

describe("m:read_log", function()
    local log = motion(arm())

    local function with_file(parts, heading, use)
        program.in_directory(function(directory)
            local path = directory .. "/log.csv"
            write(path, log, parts, heading)
            use(path)
        end)
    end

    it("gives each joint its columns, whatever their order and names", function()
        local order = {"Elbow_Pitch", "shoulder"}
        local turned = {t = log.t, q = {}, v = {}, tau = {}}
        for _, letter in ipairs {"q", "v", "tau"} do
            for i, row in ipairs(log[letter]) do turned[letter][i] = {row[2], row[1]} end
        end
        local heading = {"time"}
        for _, word in ipairs {"position", "velocity", "effort"} do
            for _, name in ipairs(order) do heading[#heading + 1] = name .. "_" .. word end
        end
        program.in_directory(function(directory)
            local path = directory .. "/log.csv"
            write(path, turned, "t q v tau", (table.concat(heading, ","):gsub("^time", "t")))
            local read = arm():read_log(path)
            assert.same(log.t, read.t)
            assert.is_nil(read.a)
            for _, letter in ipairs {"q", "v", "tau"} do assert.equal(rigid.Matrix(log[letter]), read[letter]) end
            local motion_of_it = rigid.Log {model = arm(), t = read.t, q = read.q, v = read.v, tau = read.tau}
            assert.equal(SAMPLES, #motion_of_it)
            assert.equal(rigid.Vector(log.tau[5]), motion_of_it.tau[5])
            refuses(function() rigid.Log {model = arm(), t = {0, 1}, q = read.q} end, "field 'q'", "list of 2 samples expected, got 800")
        end)
    end)

    it("is what smooth_log and identify take, without velocities or times", function()
        with_file("q tau", nil, function(path)
            local read = arm():read_log(path, {columns = {"q1", "q2", "tau1", "tau2"}, rate = RATE, units = {tau1 = -1, q2 = "mrad"}})
            assert.is_nil(read.v)
            near(read.t, log.t, {tol = 1e-12, scale = 1})
            assert.equal(-log.tau[7][1], read.tau(7, 1))
            near(read.q(9, 2), 1e-3 * log.q[9][2], {tol = 1e-15, scale = 1})
            read = arm():read_log(path, {columns = {"q1", "q2", "tau1", "tau2"}, rate = RATE})
            local E = rigid.identify {model = arm(), log = rigid.smooth_log(read, {cutoff = 20}), gamma = 0, trust = true}
            local B = arm():base_parameters():matrix()
            near(B * E:parameters(), B * arm():parameters(), {tol = 1e-2, scale = 1})
        end)
    end)

    it("names what is missing, and the file", function()
        with_file("t q tau", "t,q1,q2,tau1,other", function(path)
            refuses(function() arm():read_log(path) end, path, "no column 'tau.shoulder'; there are t, q1, q2, tau1, other")
            refuses(function() arm():read_log(path, {rate = 100}) end, "no rate is expected beside it")
            refuses(function() arm():read_log(path, {rate = 0}) end, "bad argument #2 to 'read_log'", "rate", "positive finite number expected")
            refuses(function() arm():read_log(path, {cutoff = 3}) end, "unknown field 'cutoff'")
            refuses(function() arm():read_log(path, {columns = {"t"}}) end, "bad argument #2 to 'read_log'", "5 names expected")
        end)
        refuses(function() arm():read_log "no such file.csv" end, "no such file.csv")
        refuses(function() arm():read_log(7) end, "bad argument #1 to 'read_log'")
    end)
end)

describe("rigid.identify, without v,", function()
    local truth = arm(1.3)

    it("takes the rates of q, says so, and takes no rate over a gap", function()
        local log = motion(truth)
        local E = rigid.identify {model = arm(), log = {t = log.t, q = log.q, tau = log.tau}, gamma = 0, trust = true}
        assert.equal(SAMPLES - 8, E.samples)
        assert.matches("no v     in the log: velocities are the rates of q", tostring(E), 1, true)
        assert.not_matches("no v ", tostring(rigid.identify {model = arm(), log = log, gamma = 0, trust = true}), 1, true)
        local B = truth:base_parameters():matrix()
        near(B * E:parameters(), B * truth:parameters(), {tol = 1e-3, scale = 1})
        local torn = {t = {}, q = {}, tau = {}}
        for i = 1, SAMPLES do
            if i < 300 or i > 420 then
                local k = #torn.t + 1
                torn.t[k], torn.q[k], torn.tau[k] = log.t[i], log.q[i], log.tau[i]
            end
        end
        refuses(function() rigid.identify {model = arm(), log = torn, gamma = 0} end, "there is a gap")
        E = rigid.identify {model = arm(), log = torn, gamma = 0, trust = true, gaps = true}
        assert.equal(#torn.t - 16, E.samples)
        near(B * E:parameters(), B * truth:parameters(), {tol = 1e-3, scale = 1})
    end)

    it("smooths as with them", function()
        local log = motion(truth)
        local with = rigid.smooth_log(log, {cutoff = 20, every = 1})
        local without = rigid.smooth_log({t = log.t, q = log.q, tau = log.tau}, {cutoff = 20, every = 1})
        local off = (#with.t - #without.t) // 2 -- at either end, where rates are told by one side
        assert.is_true(off > 0 and off < 10 and with.t[off + 1] == without.t[1])
        for name, tolerance in pairs {q = 1e-12, tau = 1e-12, v = 5e-3, a = 6e-2} do
            near(without[name], with[name]:block(off + 1, 1, #without.t, 2), {tol = tolerance, scale = 1})
        end
    end)

    it("is refused for robots whose rates of q are no velocities", function()
        local m = Model {name = "ball"}
        m:add_body {name = "ball", joint = {type = "spherical"}, inertia = SpatialInertia.solid_sphere {mass = 1, radius = 0.1}:shift {0.1, 0, 0}}
        local log = {t = {}, q = {}, tau = {}}
        for i = 1, 30 do log.t[i], log.q[i], log.tau[i] = i / 100, {1, 0, 0, 0}, {0, 0, 0} end
        refuses(function() rigid.identify {model = m, log = log} end, "field 'log.v'", "velocities expected of a robot with quaternions or loops")
    end)
end)
