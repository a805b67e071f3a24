-- What only the modules of rigid may touch: no script without the debug library reaches it, and one with it can break its
-- own model but not the process. Under `make sanitize` every one of these calls is watched.

local rigid = require "rigid"
local core = require "rigid.core"
local compare = require "spec.support.compare"
local draw = require "spec.support.draw"

local refuses = compare.refuses

local inner = debug.getmetatable(core).inner

local function is_inner(value)
    if rawequal(value, inner) then return true end
    for _, room in pairs(inner) do
        if rawequal(value, room) then return true end
        for _, f in pairs(room) do
            if rawequal(value, f) then return true end
        end
    end
    return false
end

-- Every value that plain Lua finds from there: in tables, and by getmetatable as scripts have it. visit(value, path).
local function walk(root, path, visit, seen)
    if seen[root] then return end
    seen[root] = true
    visit(root, path)
    local metatable = getmetatable(root)
    if type(metatable) == "table" then walk(metatable, path .. "'s metatable", visit, seen) end
    for key, value in next, type(root) == "table" and root or {} do
        local kind = type(value)
        if kind == "table" or kind == "function" or kind == "userdata" then
            walk(value, path .. "." .. tostring(key), visit, seen)
        end
    end
end

describe("the inner functions", function()
    it("are the makers of models, the doctor's judge, and the hands of frames", function()
        for room, name in pairs { model = "places", doctor = "judge", frames = "twin" } do
            assert.equal("function", type(inner[room][name]))
        end
    end)

    it("are found nowhere by a script, in no module and behind no metatable", function()
        -- all rooms that ask for them, loaded
        for _, room in ipairs {
            "frames", "frames.watch", "frames.provenance", "doctor.model", "files.save", "files.convert", "view", "check.examine", "simulation",
            "batch.motion", "batch.rollout", "batch.accumulate", "generate.compile", "generate.write_c", "identification.identify",
            "identification.adaptive", "identification.excitation", "control.linearize", "control.controllers", "kinematics.inverse",
            "trajectories.follow", "plot",
        } do
            require("rigid." .. room)
        end
        local count = 0
        local function visit(value, path)
            count = count + 1
            assert.is_false(is_inner(value), path)
        end
        local seen = {}
        for name, module in pairs(package.loaded) do
            if name:find "^rigid" and type(module) == "table" then walk(module, name, visit, seen) end
        end
        for _, value in ipairs {rigid.Model {}, rigid.Vec3(1, 2, 3), rigid.Log {model = rigid.Model {}}} do
            walk(value, rigid.type(value), visit, seen)
        end
        assert(count > 500, "only " .. count .. " values were looked at")
        assert.equal("rigid.core", getmetatable(core))
        assert.is_false(pcall(setmetatable, core, {}))
        for name in pairs(core) do assert.is_nil(name:match "^_", name) end
    end)
end)

-- The records of a small model, as lua/rigid/model keeps them.
local function description()
    local M = rigid.SpatialInertia.solid_box {mass = 2, size = {0.1, 0.2, 0.3}}
    local X = rigid.Transform {position = {0.1, 0.2, 0.3}}
    local bodies = {}
    local function add(name, kind, parent, more)
        local record = {number = #bodies + 1, name = name, parent = parent, placement = X, inertia = M,
            joint = {type = kind, name = name .. " joint", axis = rigid.Vec3(0, 0, 1), damping = 0.1, friction = 0.2, armature = 0.3}}
        for key, value in pairs(more or {}) do record[key] = value end
        bodies[#bodies + 1] = record
        return record
    end
    local base = add("base", "floating")
    local arm = add("arm", "revolute", base)
    local slider = add("slider", "prismatic", arm)
    add("tool", "fixed", slider, {payload = true})
    local twin = add("twin", "helical", base)
    twin.joint.pitch, twin.joint.mimic = 0.1, {joint = arm, multiplier = 2, offset = 0.5}
    return {name = "small", gravity = rigid.Vec3(0, 0, -9.81), bodies = bodies, names = {}, joints = {}, notes = {}}
end

local STATE <const> = {1, 2, 3, 1, 0, 0, 0, 0.5, 0.6}

-- Everything that a compiled model does, none of which may do more than raise.
local function use(m)
    local ok, n, nv = pcall(function() return m:nq(), m:nv() end)
    if not ok then return false end
    local q, v = {}, {}
    for i = 1, n do q[i] = STATE[i] or 0.1 end
    for i = 1, nv do v[i] = 0.1 * i end
    for _, name in ipairs {
        "mass_matrix", "inverse_mass_matrix", "inverse_dynamics", "forward_dynamics", "inverse_dynamics_derivatives",
        "forward_dynamics_derivatives", "coriolis_matrix", "regressor", "com", "centroidal_matrix", "integrate",
    } do
        pcall(m[name], m, q, name ~= "mass_matrix" and name ~= "inverse_mass_matrix" and name ~= "com"
            and name ~= "centroidal_matrix" and v or nil)
    end
    pcall(m.pose, m, q, "tool")
    pcall(m.pose, m, q, "tol")
    pcall(m.inverse_dynamics, m, q, v, v, {tool = {1, 2, 3, 4, 5, 6}})
    for _, f in ipairs {inner.model.places, inner.model.carried, inner.model.is_massless} do pcall(f, m) end
    pcall(inner.model.resistance, m, "friction")
    return pcall(m.kinetic_energy, m, q, v)
end

describe("compiling", function()
    it("makes a model that computes", function()
        local m = inner.model.new(description())
        assert.is_true(use(m))
        assert.near(10, m:total_mass(), 1e-12)
        local at = inner.model.places(m)
        assert.same({1, 8, 9, nil, 8}, at.q)
        assert.same({1, 2, 3, 3, 5}, at.owner)
        assert.same({1, 1, 1, nil, 2}, at.ratio)
    end)

    it("reads raw: what metamethods would say does not count", function()
        local function never() error "a metamethod ran" end
        local liar = {__index = never, __newindex = never, __len = never, __pairs = never, __eq = never}
        local d = description()
        local twin = d.bodies[5]
        for _, t in ipairs {d, d.bodies, d.bodies[1], d.bodies[1].joint, twin, twin.joint, twin.joint.mimic} do setmetatable(t, liar) end
        assert.is_true(use(inner.model.new(d)))
        twin.joint.type = nil
        local asked = 0
        setmetatable(twin.joint, {__index = function(_, key)
            asked = asked + 1
            return key == "type" and "revolute" or nil
        end})
        refuses(function() inner.model.new(d):nq() end, "record 5 of the model has no type")
        assert.equal(0, asked)
    end)

    it("refuses what is no record, and names the link that the core refuses", function()
        local function with(change, ...)
            local d = description()
            change(d.bodies, d)
            local m = inner.model.new(d)
            for _ = 1, 2 do refuses(function() m:nq() end, ...) end
        end
        for _, far in ipairs {math.maxinteger, math.mininteger, -1, 0, 1 << 31, 1 << 32, -(1 << 33), 2.5} do
            with(function(bodies) bodies[1].number = far end, "record 2 of the model has no parent")
            with(function(bodies) bodies[5].joint.mimic.joint = {number = far} end, "record 5 of the model has no joint")
        end
        with(function(bodies) bodies[2].number = 3 end, "link 'slider' of the model hangs from a link")
        with(function(bodies) bodies[5].joint.mimic.joint = {number = 77} end, "link 'twin' of the model hangs from a link, or follows one")
        with(function(bodies) bodies[5].joint.mimic.joint = bodies[1] end, "link 'twin' of the model follows a joint", "more than one freedom")
        with(function(bodies) bodies[2].joint.mimic = {joint = bodies[5]} end, "of the model follows a joint that follows its own")
        with(function(bodies) bodies[3].joint.axis = rigid.Vec3(0, 0, 2) end, "link 'slider' of the model has a joint with an axis")
        with(function(bodies) bodies[3].joint.damping = 0 / 0 end, "link 'slider' of the model has numbers that are not finite")
        with(function(bodies) bodies[3].joint.damping = "much" end, "record 3 of the model has no damping")
        with(function(bodies) bodies[3].joint.axis = {0, 0, 1} end, "record 3 of the model has no axis")
        with(function(bodies) bodies[3].joint.type = "REVOLUTE" end, "record 3 of the model has no type")
        with(function(bodies) bodies[3].placement = nil end, "record 3 of the model has no placement")
        with(function(bodies) bodies[4].inertia = rigid.Vec3(1, 2, 3) end, "record 4 of the model has no inertia")
        with(function(bodies) bodies[3] = 7 end, "record 3 of the model has no table")
        with(function(_, d) d.gravity = 5 end, "gravity")
        with(function(_, d) d.bodies = nil end, "bodies")
        local m = inner.model.new(description())
        for _, n in ipairs {0, -1, math.maxinteger, math.mininteger, (1 << 24) + 1} do
            refuses(function() inner.model.changed(m, "inertia", n) end, "no number of a record")
        end
        refuses(function() inner.model.changed(m, "colour", 1) end, "invalid option 'colour'")
        for n = 1, 40 do inner.model.changed(m, "inertia", n) inner.model.changed(m, "resistance", n, n + 5) use(m) end
        assert.is_true(use(m))
    end)

    it("survives any table, over seeded draws", function()
        local made = 0
        draw.each(1500, 7100, function(d)
            local said = description()
            local m = inner.model.new(said)
            if d:integer(1, 2) == 1 then use(m) end
            local VALUES <const> = {0, 1, 2, 3, 7, 8, 9, -1, 1 << 40, math.maxinteger, 0 / 0, 1e300, "floating", "revolute", "spherical", "x", true, {}, rigid.Vec3(1, 2, 3)}
            local bodies = said.bodies
            local parts = {said, bodies, bodies[1], bodies[2], bodies[3], bodies[4], bodies[2].joint, bodies[5].joint, bodies[5].joint.mimic}
            for _ = 1, d:integer(1, 3) do
                local t = parts[d:integer(1, #parts)]
                local keys = {}
                for key in pairs(t) do keys[#keys + 1] = key end
                table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
                if #keys > 0 then t[keys[d:integer(1, #keys)]] = VALUES[d:integer(0, #VALUES)] end
                local first = d:integer(1, 6)
                inner.model.changed(m, ({"structure", "inertia", "resistance", "gravity"})[d:integer(1, 4)], first, d:integer(first, 7))
            end
            made = made + (use(m) and 1 or 0)
        end)
        assert(made > 50 and made < 1400, made .. " of them made a model")
    end)
end)

describe("the block of a model", function()
    local function robot() return inner.model.new(description()) end

    it("is not used once debug.setuservalue has taken it away, nor is another in its place", function()
        local other = robot()
        local _, others_block = assert(other:nq()), debug.getuservalue(other, 3)
        local m = rigid.load "spec/models/mixed.urdf"
        local q, v = m:neutral(), select(2, m:random_state(1))
        local expected = m:bias_forces(q, v)
        for _, value in ipairs {{}, {hand = 3}, {hand = 1e9, [1] = 1, [true] = 2}, others_block, other, "text", false} do
            for i = 2, 6 do
                assert.is_true(m:bias_forces(q, v) == expected)
                debug.setuservalue(m, value or nil, i)
                collectgarbage()
                for _, name in ipairs {"elbow", "hand", "link1", ""} do pcall(m.pose, m, q, name) end
                pcall(m.forward_dynamics, m, q, v, v, {hand = {1, 2, 3, 4, 5, 6}})
                pcall(m.inverse_mass_matrix, m, q, rigid.Matrix(m:nv(), m:nv()))
                assert.is_true(m:bias_forces(q, v) == expected)
                m:set_gravity(m:gravity())
            end
        end
        assert.is_true(use(other))
    end)

    it("may be taken away in the midst of a call", function()
        local m = rigid.load "spec/models/mixed.urdf"
        local q, v = m:neutral():table(), select(2, m:random_state(1)):table()
        local expected = m:bias_forces(q, v)
        local mode = collectgarbage("incremental", 100, 1000) -- a whole suite's heap takes long to go round
        collectgarbage() -- with no pause after it
        finally(function()
            collectgarbage("incremental", 200, 100)
            collectgarbage(mode)
        end)
        local inside, met = false, 0
        local metatable = {}
        function metatable.__gc()
            if not inside then return end
            met, inside = met + 1, false
            debug.setuservalue(m, nil, 2 + met % 2)
            if met % 2 == 0 then m:bias_forces(q, v) end
            debug.setuservalue(m, nil, 3 - met % 2)
        end
        for _ = 1, 3000000 do
            setmetatable({}, metatable)
            inside = true
            local ok, result = pcall(m.bias_forces, m, q, v)
            inside = false
            if ok and result ~= expected then error "another result" end
            if met >= 6 then break end
        end
        assert(met >= 6, "the finalizer never ran in the midst of a call")
        assert.is_true(m:bias_forces(q, v) == expected)
    end)
end)

describe("the digits of what is printed", function()
    it("are an argument: nobody else's text has them", function()
        local v = rigid.Vec3(1 / 3, 2 / 3, 1)
        local make = debug.getmetatable(v).__tostring
        assert.equal("Vec3(0.333333333333, 0.666666666667, 1)", make(v, 12))
        assert.equal("Vec3(0.333333, 0.666667, 1)", tostring(v))
        refuses(function() make(v, 18) end, "integer from 1 to 17 expected, got 18")
        for _, value in ipairs {
            rigid.Matrix {{1 / 3}}, rigid.Vector {1 / 3}, rigid.Twist {1 / 3, 0, 0, 0, 0, 0}, rigid.ABI(rigid.SpatialInertia.solid_cube {mass = 1 / 3, length = 1}),
            rigid.Rotation.rpy(0.1, 0.2, 0.3), rigid.Transform {position = {1 / 3, 0, 0}}, rigid.SpatialInertia.solid_cube {mass = 1 / 3, length = 1},
            rigid.RotationalInertia(1 / 3, 1 / 3, 1 / 3), rigid.MassMatrix3 {mass = 1 / 3, diagonal = {1, 1, 1}},
            rigid.Inertial {mass_matrix = {mass = 1 / 3, diagonal = {1, 1, 1}}},
        } do
            local text = debug.getmetatable(value).__tostring(value, 3)
            assert.are_not.equal(tostring(value), text)
            assert.falsy(text:find "[1-9]%d%d%d", text)
            assert.equal(tostring(value), debug.getmetatable(value).__tostring(value, 6))
        end
    end)
end)
