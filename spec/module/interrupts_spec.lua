-- Ctrl-C while a function works for long in C, where no instruction of Lua is that could hear it: it ends, and what was there stays.
-- What would go on is ended after half a minute of the processor, and then has said nothing.
local program = require "spec.support.program"

-- `ended(f, ...)` calls f, and says where the interruption was raised: in C, by what worked; or in Lua, once that was done.
local BEGINNING <const> = [[
    io.stdout:setvbuf "no"
    local function ended(f, ...)
        local arguments = table.pack(...)
        return xpcall(function()
            local result = f(table.unpack(arguments))
            return result
        end, function(problem) return problem .. " in " .. debug.getinfo(2, "S").what end)
    end
]]
local function interrupted(script, options) return (program.interrupt(BEGINNING .. script, options)) end

-- A chain each row of which takes long, for a joint that follows another has forward dynamics go by the mass matrix.
local CHAIN <const> = [[
    local m = rigid.Model {}
    for i = 1, 150 do
        m:add_body {name = "l" .. i, parent = i > 1 and "l" .. i - 1 or nil, joint = {name = "j" .. i, type = "revolute", axis = {0, 1, 0},
            mimic = i == 150 and {joint = "j149"} or nil}, inertia = rigid.SpatialInertia.solid_cube {mass = 1, length = 1}}
    end
    return m
]]

describe("Ctrl-C in a long call", function()
    for _, case in ipairs {{"svd", 1500, "W:svd()"}, {"eigen", 2500, "W:eigen()"}, {"expm", 2500, "(1e3 * W):expm()"},
        {"solve", 4500, "W:solve(W)"}, {"a product of matrices", 4500, "W * W"}} do
        it("ends " .. case[1], function()
            local out = interrupted(([[
                local n <const> = %d
                local W = rigid.Matrix(n, n)
                for i = 1, n do for j = 1, n, 1 + n // 1000 do W:set(i, j, math.sin(i * j * j)) end end
                for i = 1, n do W:set(i, i, 2) end
                print "ready"
                print(ended(function(W) local result = %s return result end, W))
                print(W(1, 1))
            ]]):format(case[2], case[3]))
            assert.equal("ready\nfalse\tinterrupted in C\n2.0\n", out)
        end)
    end
    for _, threads in ipairs {1, 3} do
        it("ends a batch on " .. threads .. " threads, the last rows left as they were", function()
            local out = interrupted(([[
                local m = load %q ()
                local Q, out = rigid.Matrix(60000, m:nq()), rigid.Matrix(60000, m:nv())
                out:set(60000, 1, 42)
                print "ready"
                print(ended(m.forward_dynamics_batch, m, Q, nil, nil, out, {threads = %d}))
                print(out(60000, 1))
            ]]):format(CHAIN, threads))
            assert.equal("ready\nfalse\tinterrupted in C\n42.0\n", out)
        end)
    end
    it("ends a batch when the rows of the one who asks are done, and it helps with those of the others", function()
        -- Rows that come first move nothing that can be solved for, and take a small part of the time of the others.
        local out = interrupted(([[
            local m = load %q ()
            local Q, out = rigid.Matrix(20000, m:nq()), rigid.Matrix(20000, m:nv())
            for row = 1, 10000 do Q:set(row, 1, 0 / 0) end
            out:set(20000, 1, 42)
            print "ready"
            print(ended(m.forward_dynamics_batch, m, Q, nil, nil, out, {threads = 2}))
            print(out(20000, 1))
        ]]):format(CHAIN))
        assert.equal("ready\nfalse\tinterrupted in C\n42.0\n", out)
    end)
    it("ends rollouts that are still asked how stiff they are", function()
        local out = interrupted(([[
            local m, motions = load %q (), debug.getmetatable(require "rigid.core").inner.motions
            local nv <const>, many <const> = m:nv(), 20000
            local r = motions.new(m, "rk4", true, 2, false, 1)
            motions.configure(r, true, rigid.Vector(nv), nil, nil, 0)
            local Q, told = rigid.Matrix(many, m:nq()), rigid.Matrix(many, 3)
            told:set(many, 1, 42)
            print "ready"
            print(ended(motions.stiffness, r, Q, Q, nil, 1, 1, told))
            print(told(many, 1))
        ]]):format((CHAIN:gsub("mimic = .- or nil", "damping = 1e3"))))
        assert.equal("ready\nfalse\tinterrupted in C\n42.0\n", out)
    end)
    it("leaves the sums of least squares as they were, or adds the whole", function()
        local out = interrupted(([[
            local m = load %q ()
            local Q, small = rigid.Matrix(8000, m:nq()), rigid.Matrix(2, m:nv())
            local sums = m:accumulate(small, small, small, small)
            local before = sums:copy()
            print "ready"
            print(pcall(m.accumulate, m, Q, Q, Q, Q, sums))
            local N, b, square = sums:normal()
            local N0, b0, square0 = before:normal()
            print(tostring(sums) == tostring(before), N == N0, b == b0, square == square0)
        ]]):format((CHAIN:gsub("mimic = .- or nil", ""))))
        assert.equal("ready\nfalse\tinterrupted\ntrue\ttrue\ttrue\ttrue\n", out)
    end)
end)
