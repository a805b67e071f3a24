-- Measured data: columns of files, filters without phase, derivatives, delays.
local rigid = require "rigid"
local compare = require "spec.support.compare"
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
        refuses(function() reading "a,b\n1,2,3\n" end, ":2: 3 cells, where 2 columns are")
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
