-- Numbers whose squares are none: rigid.identify sums squares, and refuses what has none by the name of what it stands in.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"
local identified = require "spec.support.identified"
local trees = require "spec.support.trees"

local near, refuses, largest = compare.near, compare.refuses, compare.largest

-- Regressors of random states one above the other, and their torques.
local function measured(m, d, count)
    local rows, tau, p = {}, {}, m:parameters()
    for _ = 1, count do
        local y = m:regressor(trees.state(d, m))
        for i, torque in ipairs((y * p):table()) do
            table.insert(rows, y:row(i))
            table.insert(tau, torque + d:between(-0.1, 0.1))
        end
    end
    return rigid.Matrix(rows), rigid.Vector(tau)
end

describe("what is too large or too small to be squared", function()
    local d = draw.stream(4)
    local m = identified.arm()
    local Y, tau = measured(m, d, 50)
    local function asked(said)
        local given = {model = m, Y = Y, tau = tau}
        for name, value in pairs(said) do given[name] = value end
        return function() return rigid.identify(given) end
    end

    it("is refused by the name of what it stands in, whatever is asked", function()
        for _, scale in ipairs {5e-324, 1e-310, 1e-200, 1e100, 1e150, 1e200, 1e300} do
            for _, gamma in ipairs {0, 0.01, false} do
                gamma = gamma or nil
                refuses(asked {Y = Y * scale, gamma = gamma}, "field 'Y'", "norm between 1e-160 and 1e+70 expected, got one of", "SI units")
                refuses(asked {tau = tau * scale, gamma = gamma}, "field 'tau'", "torques with a norm between 1e-160 and 1e+70 expected")
                refuses(asked {weights = {1, scale, 1}, gamma = gamma}, "field 'weights[2]'", "positive number between 1e-70 and 1e+70 expected, got")
                if scale > 1 then refuses(asked {prior = m:parameters() * scale, gamma = gamma}, "field 'prior'", "up to 1e+70 expected, got", "number 1") end
            end
        end
        local log = {t = {}, q = {}, v = {}, a = {}, tau = {}}
        for k = 1, 50 do
            local t = k / 100
            log.t[k], log.q[k], log.v[k], log.a[k] = t, {}, {}, {}
            for i = 1, 3 do log.q[k][i], log.v[k][i], log.a[k][i] = math.sin(9 * i * t), 9 * i * math.cos(9 * i * t), -(9 * i) ^ 2 * math.sin(9 * i * t) end
            log.tau[k] = {1e160 * math.sin(k), math.cos(k), math.sin(2 * k)}
        end
        refuses(function() rigid.identify {model = m, log = log, trust = true, gamma = 0} end, "field 'log'", "torques with a norm between")
        local whole = rigid.observations {model = m, trust = true}:add(log)
        refuses(function() rigid.identify {observations = whole, gamma = 0} end, "field 'observations'", "torques with a norm between")
    end)

    it("is not what only differs much: units, however odd, give the same estimate", function()
        local E = asked {gamma = 0.01} ()
        for _, scale in ipairs {2 ^ -500, 2 ^ -200, 2 ^ 200} do
            near(E:parameters(), asked {Y = Y * scale, tau = tau * scale, gamma = 0.01} ():parameters(), {tol = 1e-9})
            near(E:deviation(), asked {Y = Y * scale, tau = tau * scale, gamma = 0.01} ():deviation(), {tol = 1e-9})
        end
    end)

    it("is not what has torques next to none: bodies that are next to none are found", function()
        for _, many in ipairs {1e12, 1e40, 1e65} do
            local E = rigid.identify {model = m, Y = Y * many, tau = tau / many}
            assert.is_true(largest(E:parameters()) < 1)
            assert.is_true(E.gamma > 0 and #E.path > 0)
        end
    end)
end)
