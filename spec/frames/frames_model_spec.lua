-- Frames of a model, and tags.
local rigid = require "rigid"

local Vec3, Rotation, Transform, Twist = rigid.Vec3, rigid.Rotation, rigid.Transform, rigid.Twist
local Wrench, SpatialInertia, ABI = rigid.Wrench, rigid.SpatialInertia, rigid.ABI

local function body() return SpatialInertia { mass = 2, com = { 0.1, -0.2, 0.3 }, inertia = { 0.05, 0.06, 0.07, 0.01, -0.01, 0.02 } } end
local function twist() return Twist { 0.3, -0.4, 0.5, 0.6, 0.7, -0.8 } end
local function wrench() return Wrench { 1, 2, -3, 0.4, 0.5, 0.6 } end
local function turn() return Rotation.rpy(0.3, -0.5, 0.7) end
local function pose() return Transform(turn(), { 0.4, 0.5, -0.6 }) end
local function point() return Vec3(0.2, -0.3, 0.1) end

-- What is said of what does not fit.
local function refused(f, ...)
    local ok, message = pcall(f, ...)
    assert.is_false(ok, "accepted")
    return message
end

local function refuses(words, f, ...)
    local message = refused(f, ...)
    assert.truthy(message:find(words, 1, true), message)
end

-- The name by which a value prints.
local function name(x)
    return (tostring(x):match "^%w+ (%S+)"):gsub("[:,]$", "")
end

describe("frames of a model whose names are no names of frames", function()
    it("are not known, and nothing is refused for it", function()
        local m = rigid.Model { name = "m" }
        local long = ("x"):rep(65)
        m:add_body { name = long, joint = "revolute", inertia = body() }
        m:add_body { name = "two words", joint = "revolute", inertia = body() }
        m:add_body { name = ("y"):rep(64), joint = "revolute", inertia = body() }
        rigid.frames(true)
        local of_long, of_two = m:pose({ 0, 0, 0 }, long):tag(), m:pose({ 0, 0, 0 }, "two words"):tag()
        local of_short = m:pose({ 0, 0, 0 }, ("y"):rep(64)):tag()
        rigid.frames(false)
        assert.same({ relative_to = "W" }, of_long)
        assert.same({ relative_to = "W" }, of_two)
        assert.same({ of = ("y"):rep(64), relative_to = "W" }, of_short)
    end)
end)

describe("frames of a model", function()
    local m, q, v
    setup(function()
        m = rigid.load "spec/models/arm7.urdf"
        q, v = m:random_state(7)
    end)
    before_each(function() rigid.frames(true) end)
    after_each(function() rigid.frames(false) end)

    it("are those of its links", function()
        assert.same({ of = "link4", relative_to = "W" }, m:pose(q, "link4"):tag())
        assert.same({ of = "link4", relative_to = "W" }, m:pose(q, m:body "link4"):tag())
        assert.same({ of = "W", relative_to = "W" }, m:pose(q, "world"):tag())
        assert.same({ of = "link4", relative_to = "W", about = "link4o", expressed = "link4" }, m:twist(q, v, "link4"):tag())
        assert.same({ of = "link4", relative_to = "W", about = "link4o", expressed = "W" },
            m:twist(q, v, "link4", { frame = "aligned" }):tag())
        assert.same({ of = "link4", relative_to = "W", about = "Wo", expressed = "W" },
            m:acceleration(q, v, v, "link4", { frame = "world" }):tag())
        local tip = point():tag { of = "P", relative_to = "link4o", expressed = "link4" }
        assert.equal("P", m:twist(q, v, "link4", { point = tip }):tag().about)
        assert.is_nil(m:twist(q, v, "link4", { point = { 0, 0, 1 } }):tag().about)
        refuses("p_WoP_W is no position in link4: wanted p[link4o, P]_link4", m.twist, m, q, v, "link4",
            { point = point():tag "p_WoP_W" })
        refuses("p_WoQ_W is no position in link4: wanted p[link4o, Q]_link4", m.twist, m, q, v, "link4",
            { point = point():tag "p_WoQ_W" })
        assert.equal("p_WoScm_W", name(m:com(q)))
        assert.equal("L_WSScm_W", name(m:centroidal_momentum(q, v)))
    end)

    it("agree with what is made of them", function()
        local X, V, M = m:pose(q, "link4"), m:twist(q, v, "link4"), m:body "link4".inertia
        assert.same({ of = "link4", about = "link4o", expressed = "link4" }, M:tag())
        assert.same({ of = "link4", about = "link4o", expressed = "link4" }, m:subtree_inertia("link4", q):tag())
        assert.truthy((X * V):is_near(m:twist(q, v, "link4", { frame = "world" })))
        assert.truthy(V:re_express(X:rotation()):is_near(m:twist(q, v, "link4", { frame = "aligned" })))
        refuses("V is about link4o in W", function() return V:is_near(m:twist(q, v, "link4", { frame = "aligned" })) end)
        assert.equal("Wo", (X * (M * V)):tag().about)
        local J = m:jacobian(q, "link4")
        assert.truthy(Twist(J * v):is_near(V))
        assert.same(V:tag(), Twist(J * v):tag())
        assert.same({ of = "link4", about = "link4o", expressed = "link4" }, { of = (M * J):tag().of, about = (M * J):tag().about,
            expressed = (M * J):tag().expressed })
        refuses("M is about link4o in link4, the Matrix is about Wo in W: transform M by X[W, link4]", function()
            return M * m:jacobian(q, "link4", { frame = "world" })
        end)
        assert.is_nil(next(m:jacobian(q, "link4", J):untag():tag()))
    end)

    it("are asked of external wrenches, and not of what a model is made of", function()
        refuses("the wrench on link4 is F_Bo_W: wanted F[link4, link4o]_link4", m.inverse_dynamics, m, q, v, v,
            { link4 = wrench():tag "F_Bo_W" })
        local push = { link4 = wrench():tag { of = "link4", about = "link4o", expressed = "link4" }, link6 = wrench() }
        local tau = m:inverse_dynamics(q, v, v, push)
        rigid.frames(false)
        assert.truthy(m:inverse_dynamics(q, v, v, push) == tau)
        rigid.frames(true)
        local made = rigid.Model { name = "made" }
        made:add_body { name = "one", joint = "revolute", inertia = body():tag "M_BBo_B", placement = pose():tag "X_PQ" }
        made:add_body { name = "two", parent = "one", joint = "revolute", inertia = body():tag "M_CCo_C", placement = pose():tag "X_RS" }
        assert.equal("one", made:subtree_inertia("one", { 1, 2 }):tag().of)
        assert.truthy(made:inverse_dynamics({ 1, 2 }, { 3, 4 }, { 5, 6 }))
        assert.equal(made, made:copy())
    end)
end)

describe("tags", function()
    after_each(function() rigid.frames(false) end)

    it("are kept by copies and dropped by changes in place while frames are off", function()
        local M = body():tag "M_BBo_B"
        assert.equal("M_BBo_B", (function()
            rigid.frames(true)
            local text = name(M:copy())
            rigid.frames(false)
            return text
        end)())
        assert.equal("B", M:copy():tag().of)
        assert.same({}, (M + M):tag())
        assert.same({}, M:shift({ 1, 2, 3 }):tag())
        assert.same({}, M:copy():add_in_place(M):tag())
        assert.same({}, M:copy():shift_in_place({ 1, 2, 3 }):tag())
        assert.same({}, M:copy():re_express_in_place(turn()):tag())
        assert.same({}, ABI(M):tag { of = "B" }:add_in_place(M):tag())
        assert.same({}, twist():tag "V_WB_W":add_in_place(twist()):tag())
        assert.falsy(tostring(M):find "M_BBo_B")
        assert.equal(body(), M)
    end)

    it("are not looked at by functions kept from when frames were on", function()
        rigid.frames(true)
        local shift = body().shift
        rigid.frames(false)
        assert.same({}, shift(body():tag "M_BBo_B", point():tag "p_PQ_W"):tag())
        rigid.frames(true)
        refuses("M is in B, p is in W", shift, body():tag "M_BBo_B", point():tag "p_PQ_W")
    end)

    it("leave the functions of the classes as they were once frames are off", function()
        local instance = getmetatable(rigid.SpatialInertia).__instance
        local shift, add, call = instance.__methods.shift, instance.__add, getmetatable(rigid.Transform).__call
        local tree, combine, text = rigid.Model, rigid.SpatialInertia.combine, instance.__tostring
        rigid.frames(true)
        assert.not_equal(shift, instance.__methods.shift)
        assert.not_equal(add, instance.__add)
        rigid.frames(false)
        assert.equal(shift, instance.__methods.shift)
        assert.equal(add, instance.__add)
        assert.equal(call, getmetatable(rigid.Transform).__call)
        assert.equal(combine, rigid.SpatialInertia.combine)
        assert.equal(text, instance.__tostring)
        assert.equal(tree, rigid.Model)
    end)

    it("of a hundred thousand kinds are remembered only while some value has them", function()
        local tags = require "rigid.frames.tags"
        local M = body()
        for i = 1, 6000 do M:tag { of = "warm" .. i } end
        collectgarbage()
        collectgarbage()
        local count, used = tags.count(), collectgarbage "count"
        local held = body():tag { of = "kept", about = "P" }
        for i = 1, 100000 do M:tag { of = "body" .. i } end
        collectgarbage()
        collectgarbage()
        assert.truthy(tags.count() - count < 200, "tags that nothing has are remembered")
        -- each would take a fifth of a kilobyte; a table that grew in between, where the collector is late, keeps its room
        assert.truthy(collectgarbage "count" - used < 8000)
        assert.same({ of = "body100000" }, M:tag())
        assert.same({ of = "kept", about = "P" }, held:tag())
        rigid.frames(true)
        local sum = held
        for i = 1, 2000 do
            sum = held + body():tag { of = "other" .. i, about = "P" }
            if i % 500 == 0 then collectgarbage() end
        end
        assert.same({ of = "kept+other2000", about = "P" }, sum:tag())
        refuses("shift", function() return sum + body():tag { about = "Q" } end)
        for _ = 1, 100 do sum = sum + body():tag { of = "part", about = "P" } end
        assert.truthy(#sum:tag().of <= 64)
    end)

    it("have rules only for functions that exist", function()
        for _, rules in ipairs { require "rigid.frames.rules", require("rigid.frames.model_rules").rules } do
            for key in pairs(rules) do
                local class, mark, method = key:match "^(%w+)([:.(])([%w_]*)%)?$"
                if key ~= "untagged" then
                    assert.truthy(rigid[class], key)
                    local instance = getmetatable(rigid[class]).__instance
                    assert.truthy(mark == "(" or rigid[class][method] or instance[method] or instance.__methods[method], key)
                end
            end
        end
    end)

    -- Every function of every class, and which it is.
    local function functions()
        local list = {}
        for class, statics in pairs(rigid) do
            local metatable = type(statics) == "table" and getmetatable(statics)
            for _, holder in ipairs(metatable and {statics, metatable, metatable.__instance, metatable.__instance.__methods} or {}) do
                for key, value in pairs(holder) do
                    if type(value) == "function" then list[class .. " " .. tostring(holder) .. key] = value end
                end
            end
        end
        return list
    end

    it("go back to what was, however switching them was broken off", function()
        rigid.frames(false)
        local before = functions()
        for _, switch in ipairs {rigid.frames, rigid.provenance} do
            for _, first in ipairs {true, false} do
                for steps = 500, 20000, 3000 do
                    switch(not first)
                    local thread = coroutine.create(switch)
                    local function stop() -- as Ctrl-C: once and again
                        debug.sethook(stop, "", 1)
                        error "interrupted"
                    end
                    debug.sethook(thread, stop, "", steps)
                    coroutine.resume(thread, first)
                    switch(false)
                    assert.same(before, functions())
                end
            end
        end
    end)
end)
