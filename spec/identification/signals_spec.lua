-- Measured data: columns of files, filters without phase, derivatives, delays.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local near, refuses = compare.near, compare.refuses

-- What read_csv gives of a file with that text.
local function reading(text, options)
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
    local result = table.pack(pcall(rigid.read_csv, path, options))
    os.remove(path)
    if not result[1] then error(result[2], 0) end
    return result[2]
end

describe("read_csv", function()
    it("reads columns by name, whatever stands between them", function()
        for _, mark in ipairs {",", ";", "\t", " "} do
            local c = reading((("t|q1|tau\n0|1|0\n0.1|2.5|1\n0.2|-3e-4|2\n"):gsub("|", mark)))
            assert.same({"t", "q1", "tau"}, c.names)
            assert.same({1, 2.5, -3e-4}, c.q1)
        end
        assert.same({1.5, 2}, reading("a;b\n1,5;2\n2;3\n").a) -- a decimal comma
        assert.same({3, 4}, reading("\239\187\191# made by a logger\r\n\r\na,b\r\n3,1\r\n4,2\r\n").a)
        assert.same({2, 4}, reading("1,2\n3,4\n")["column 2"])
        assert.same({2, 4}, reading("1,2\n3,4\n", {columns = {"x", "y"}}).y)
        assert.same({1}, reading('"a ""b"", c",d\n1,2\n')['a "b", c'])
    end)

    it("takes units from the heading or from whom asks", function()
        near(reading("t [ms],q [deg]\n1000,180\n").q, {math.pi})
        near(reading("t [ms],q [deg]\n1000,180\n").t, {1})
        near(reading("q\n90\n", {units = {q = "deg"}}).q, {math.pi / 2})
        near(reading("t,q [furlong]\n0,2\n", {units = {q = 201.168}}).q, {402.336})
        local c = reading "v [deg / s],tau [N\u{b7}m],a [deg/s\u{b2}],w [rad/ms],x [mm/s2]\n180,3,90,2,5\n"
        near({c.v[1], c.tau[1], c.a[1], c.w[1], c.x[1]}, {math.pi, 3, math.pi / 2, 2000, 0.005})
        near(reading("i\n2\n", {units = {i = 14.87}}).i, {29.74})
    end)

    it("reads what loggers of robots write", function()
        local bag = reading "%time,field.name0,field.position0\n12,elbow,0.1\n13,elbow,0.2\n" -- names in a comment, and a column of words
        assert.same({"time", "field.name0", "field.position0"}, bag.names)
        assert.same({"elbow", "elbow"}, bag["field.name0"])
        assert.same({0.1, 0.2}, bag["field.position0"])
        assert.same({3, 4}, reading("# made in spring\n# t q tau\n1 2 3\n2 3 4\n").tau)
        assert.same({2, 4}, reading("# of a robot\n1,2\n3,4\n")["column 2"])
        near(reading("t,q,tau\ns,deg,Nm\n0,180,2\n").q, {math.pi}) -- a line of units
        near(reading("t,q,n\n[ms],[deg],\n1000,180,2\n").t, {1})
        near(reading("t (ms),q (deg),f (0)\n1000,180,2\n").q, {math.pi})
        assert.same({2}, reading("t,q (0)\n1,2\n")["q (0)"])
        assert.same({2, 4}, reading("a,b\n1,2,\n3,4,\n").b) -- a separator at the end
        local c = reading "a,b\n1,2\nNA,-Infinity\nnull,INF\n"
        assert.is_true(c.a[2] ~= c.a[2] and c.a[3] ~= c.a[3] and c.b[2] == -math.huge and c.b[3] == math.huge)
        refuses(function() reading "a,b\nx,2\n3,4\n" end, ":3: column 1, 'a': a number expected, got 'x'")
    end)

    it("reads what a Log has saved, to the last bit", function()
        local m = rigid.Model {name = "wheel"}
        m:add_body {name = "disc", joint = {type = "revolute", name = "hub"}, inertia = rigid.SpatialInertia.unitary()}
        local log, path = m:simulate {q = {0.1}, v = {1 / 3}, duration = 0.05, dt = 0.01}, os.tmpname()
        log:save(path)
        local c = rigid.read_csv(path)
        os.remove(path)
        for i = 1, #log do assert.is_true(c["q.hub"][i] == log.q[i][1] and c["v.hub"][i] == log.v[i][1]) end
    end)

    it("says where a file is wrong", function()
        refuses(function() reading "a,b\n1,2\n3,x\n" end, ":3: column 2, 'b': a number expected, got 'x'")
        refuses(function() reading "a,b\n1,2,3\n" end, ":2: 3 cells, where there are 2 columns")
        refuses(function() reading "a,a\n1,2\n" end, "columns 1 and 2 have the same name")
        refuses(function() reading "a,b\n" end, "no line with numbers")
        refuses(function() reading("a\n1\n", {units = {a = "furlong"}}) end, "units.a")
        refuses(function() reading "#\nt,a [furlong]\n1,2\n" end, ":2: column 2, 'a': no unit 'furlong' is known", "units = ")
        refuses(function() reading "t,names\n1,2\n" end, ":1: no column can have the name 'names'", "columns = ")
        refuses(function() reading("1,2\n", {columns = {"x", "names"}}) end, "columns", "'names'")
        refuses(function() reading("1,2,3\n", {columns = {"x", "y", "x"}}) end, "columns 1 and 3 have the same name, 'x'")
        refuses(function() rigid.read_csv "/nowhere/at/all.csv" end, "/nowhere/at/all.csv")
    end)
end)

describe("low_pass", function()
    it("leaves slow waves where they are and halves their power at the cutoff", function()
        local rate = 500
        for _, case in ipairs {{2, 1, 1e-3}, {20, math.sqrt(0.5), 1e-2}, {200, 0, 1e-3}} do
            local list = {}
            for i = 1, 2000 do list[i] = math.sin(2 * math.pi * case[1] * i / rate) end
            local out, sine, cosine = rigid.low_pass(list, {rate = rate, cutoff = 20}), 0.0, 0.0
            for i = 501, 1500 do
                sine = sine + out[i] * math.sin(2 * math.pi * case[1] * i / rate) / 500
                cosine = cosine + out[i] * math.cos(2 * math.pi * case[1] * i / rate) / 500
            end
            assert.is_true(math.abs(sine - case[2]) < case[3] and math.abs(cosine) < 1e-3, sine)
        end
        local still = {}
        for i = 1, 50 do still[i] = 3 + 0.1 * i end
        near(rigid.low_pass(still, {rate = 100, cutoff = 10}), still, {tol = 1e-3}) -- nothing happens at the ends
        refuses(function() rigid.low_pass(still, {rate = 100, cutoff = 60}) end, "half of the rate")
    end)
end)

describe("savitzky_golay", function()
    it("is exact on polynomials of its degree, to the ends", function()
        local list, first, second = {}, {}, {}
        for i = 1, 40 do
            local t = 0.1 * i
            list[i], first[i], second[i] = 1 + t - 2 * t ^ 2 + 0.5 * t ^ 3, 1 - 4 * t + 1.5 * t ^ 2, -4 + 3 * t
        end
        near(rigid.savitzky_golay(list, {window = 9}), list, {tol = 1e-11})
        near(rigid.savitzky_golay(list, {window = 9, derivative = 1, dt = 0.1}), first, {tol = 1e-10})
        near(rigid.savitzky_golay(list, {window = 11, degree = 4, derivative = 2, dt = 0.1}), second, {tol = 1e-8})
        refuses(function() rigid.savitzky_golay(list, {window = 8}) end, "odd")
    end)
end)

describe("resample", function()
    it("brings uneven times to even ones, exactly where the numbers lie on a line", function()
        local t, line, wave, d = {}, {}, {}, draw.stream(2)
        for i = 1, 300 do
            t[i] = 0.01 * i + 0.004 * d:between(-1, 1)
            line[i], wave[i] = 3 - 2 * t[i], math.sin(2 * t[i])
        end
        local even, times = rigid.resample(t, line, 250)
        assert.is_true(math.abs(times[#times] - t[300]) <= 1 / 250 and times[1] == t[1] and #even == #times)
        for i, x in ipairs(even) do
            assert.near(3 - 2 * times[i], x, 1e-12)
            assert.near(1 / 250 * (i - 1) + t[1], times[i], 1e-12)
        end
        for i, x in ipairs((rigid.resample(t, wave, 100))) do assert.near(math.sin(2 * (t[1] + (i - 1) / 100)), x, 1e-4) end
        refuses(function() rigid.resample({0, 1, 1}, {1, 2, 3}, 1) end, "entry 3", "rise")
        refuses(function() rigid.resample({0, 1, 2}, {1, 2}, 1) end, "#2", "3 numbers")
        refuses(function() rigid.resample({0, 1e9}, {1, 2}, 1e3) end, "fewer than")
    end)
end)

describe("decimate", function()
    it("leaves slow waves, and nothing of those that fewer samples would mistake for slow ones", function()
        local list, fast = {}, {}
        for i = 1, 1000 do list[i], fast[i] = math.sin(0.01 * i), math.sin(2 * math.pi * (0.1 + 0.0016) * i) end
        local few = rigid.decimate(list, 10)
        assert.equal(100, #few)
        for i = 10, 90 do assert.near(list[10 * i - 9], few[i], 1e-4) end
        for i, x in ipairs(rigid.decimate(fast, 10)) do assert.is_true(math.abs(x) < 0.01 or i < 5 or i > 95, i) end
        assert.same(list, rigid.decimate(list, 1))
    end)
end)

describe("outliers", function()
    it("are those that stick out of their surroundings, at the ends too, and of even ground any", function()
        local d, list = draw.stream(4), {}
        for i = 1, 200 do list[i] = 10 * math.sin(0.005 * i) + 0.05 * d:between(-1, 1) end
        assert.same({}, rigid.outliers(list, {deviations = 8}))
        list[1], list[77], list[200] = list[1] + 3, list[77] - 3, list[200] + 3
        assert.same({1, 77, 200}, rigid.outliers(list, {deviations = 8}))
        assert.same({3}, rigid.outliers {1, 1, 1.001, 1, 1})
        refuses(function() rigid.outliers(list, {window = 4}) end, "window", "odd")
    end)
end)

describe("smooth_log", function()
    -- A log of one joint at times that waver, and the same with a gap.
    local function wavering(gap)
        local d, log = draw.stream(9), {t = {}, q = {}, v = {}, tau = {}}
        for i = 1, 1200 do
            local t = 0.002 * i + 0.0008 * d:between(-1, 1) + (i > 700 and gap or 0)
            log.t[i], log.q[i], log.v[i], log.tau[i] = t, {math.sin(2 * t)}, {2 * math.cos(2 * t)}, {5 * math.sin(3 * t)}
        end
        return log
    end

    it("has accelerations that uneven times do not spoil", function()
        local smooth = rigid.smooth_log(wavering(0), {cutoff = 10, every = 1})
        local worst, taken, v = 0.0, 0.0, {}
        for i = 60, #smooth.t - 60 do
            local t = smooth.t[i]
            worst = math.max(worst, math.abs(smooth.a(i, 1) + 4 * math.sin(2 * t)))
            assert.near(5 * math.sin(3 * t), smooth.tau(i, 1), 2e-3)
        end
        local log = wavering(0)
        for i, x in ipairs(log.v) do v[i] = x[1] end
        v = rigid.low_pass(v, {rate = 500, cutoff = 10}) -- as if they were even
        for i = 60, #v - 60 do taken = math.max(taken, math.abs((v[i + 1] - v[i - 1]) / (log.t[i + 1] - log.t[i - 1]) + 4 * math.sin(2 * log.t[i]))) end
        assert.is_true(worst < 0.01 and taken > 20 * worst, ("%g %g"):format(worst, taken))
        local thin = rigid.smooth_log(wavering(0), {cutoff = 10})
        assert.is_true(#thin.t > 1000 and thin.a:rows() == #thin.t)
        thin = rigid.smooth_log(wavering(0), {cutoff = 10, every = 7})
        assert.is_true(#thin.t < 180 and math.abs(thin.t[2] - thin.t[1] - 0.014) < 1e-3)
    end)

    it("takes pieces between gaps by themselves", function()
        local smooth = rigid.smooth_log(wavering(1.5), {cutoff = 10, every = 4})
        local widest = 0.0
        for i = 2, #smooth.t do widest = math.max(widest, smooth.t[i] - smooth.t[i - 1]) end
        assert.is_true(widest > 1.5 and widest < 1.6, widest)
        for i, t in ipairs(smooth.t) do assert.is_true(math.abs(smooth.v(i, 1) - 2 * math.cos(2 * t)) < 0.02) end
        refuses(function() rigid.smooth_log(wavering(0), {cutoff = 300}) end, "cutoff", "half of the log's rate")
        refuses(function() rigid.smooth_log({t = {0, 1}, q = {{1, 0, 0, 0}, {1, 0, 0, 0}}, v = {{0, 0, 0}, {0, 0, 0}}, tau = {{0}, {0}}}, {cutoff = 0.1}) end, "quaternion")
        refuses(function() rigid.smooth_log({t = {0, 1, 2}, q = {{1}, {2}, {3}}, v = {{1}, {2}}, tau = {{0}, {0}, {0}}}, {cutoff = 0.1}) end, "v", "3 samples")
    end)
end)

describe("delay", function()
    it("finds how far one lags behind the other, in parts of a sample", function()
        local a, b = {}, {}
        for i = 1, 400 do
            a[i] = math.sin(0.05 * i) + 0.5 * math.sin(0.13 * i + 1)
            b[i] = 3 * (math.sin(0.05 * (i - 7.4)) + 0.5 * math.sin(0.13 * (i - 7.4) + 1)) - 2
        end
        local lag, correlation = rigid.delay(a, b, 30)
        assert.is_true(math.abs(lag - 7.4) < 0.02 and correlation > 0.999, lag)
    end)

    it("tells no lag where there is none to tell", function()
        local one, ramp = {}, {}
        for i = 1, 40 do one[i], ramp[i] = 0.1, 0.7 * i end
        refuses(function() rigid.delay(one, one) end, "nothing changes")
        refuses(function() rigid.delay(ramp, one, 5) end, "nothing changes")
        assert.equal(0, (rigid.delay(ramp, ramp))) -- every lag is as good
        refuses(function() rigid.delay(ramp, ramp, 19) end, "#3", "18") -- four samples must be left to compare
    end)
end)
