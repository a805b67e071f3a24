-- Records are tables that a script may write into: logs, findings, repairs, reports, errors. Whatever stands in any of
-- their fields, each function that takes or prints them returns or says in words what is wrong, never an error of Lua's own.
local rigid = require "rigid"
local draw = require "spec.support.draw"

local Log, Model, SpatialInertia = rigid.Log, rigid.Model, rigid.SpatialInertia

local function pendulum()
    local m = Model { name = "pendulum" }
    m:add_body { name = "bob", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "pivot" }, inertia = SpatialInertia { mass = 1, com = { 0, 0, -1 }, inertia = { 0.1, 0.1, 0.1 } } }
    return m
end

local function fall()
    return pendulum():simulate { duration = 0.02, dt = 0.01, events = { { name = "down", watch = function(t) return t - 0.005 end } } }
end

local function slipped() return SpatialInertia.from_parameters { 2, 0, 0, 0.2, 1, 0, 0, 0.1, 0, 0.2 } end

-- What a field may have been set to.
local WRONG = {
    function() return nil end, function() return math.cos end, function() return "text" end, function() return 1e300 end, function() return -3 end,
    function() return 0 / 0 end, function() return {} end, function() return true end, function() return rigid.Vec3(1, 2, 3) end,
    function() return setmetatable({}, { __len = function() return "long" end }) end,
    function() return coroutine.create(print) end, function() return rigid.Vector { 1, 2, 3 } end,
}

-- The way to each field of a record, its tables' fields too; {} is none.
local function ways(record, way, found, depth)
    for key, value in next, record do
        local here = table.move(way, 1, #way, 1, {})
        here[#here + 1] = key
        found[#found + 1] = here
        if type(value) == "table" and depth < 4 then ways(value, here, found, depth + 1) end
    end
    return found
end

-- In any words but Lua's.
local function is_words(problem)
    if type(problem) == "string" then
        return not (problem:find "attempt to " or problem:find "bad argument #%d+ to '%?'" or problem:find "'for' " or problem:find "must return a string"
            or problem:find "to '[%w_]*' %(%l+ expected, got %l+%)$" or problem:find "invalid value %(" or problem:find "stack overflow"
            or problem:find "invalid order function" or problem:find "lua/rigid/")
    end
    return getmetatable(problem) and getmetatable(problem).__name == "Error"
end

local function without_words(make, uses, step)
    local list, tried = {}, 0
    for _, way in ipairs(ways(make(), {}, {}, 1)) do
        for number = 1, #WRONG, step do
            for name, use in pairs(uses) do
                local record = make()
                local at = record
                for k = 1, #way - 1 do at = rawget(at, way[k]) end
                if type(at) ~= "table" then break end
                rawset(at, way[#way], WRONG[number]())
                local ok, problem = pcall(use, record)
                tried = tried + 1
                if not ok and not is_words(problem) then
                    local keys = {}
                    for k, key in ipairs(way) do keys[k] = tostring(key) end
                    list[#list + 1] = ("%s, %s = wrong value %d: %s"):format(name, table.concat(keys, "."), number, tostring(problem))
                end
            end
        end
    end
    return list, tried
end

local function holds(make, uses, step)
    local list, tried = without_words(make, uses, step or 1)
    assert.same({}, { table.unpack(list, 1, 5) })
    assert.truthy(tried >= 12)
end

-- A function that gives a copy of the record each time, its tables' tables too.
local function copies_of(record)
    local function copy(value)
        if type(value) ~= "table" then return value end
        local twin = {}
        for key, entry in next, value do twin[key] = copy(entry) end
        return setmetatable(twin, getmetatable(value))
    end
    return function() return copy(record) end
end

local function method(name, ...)
    local given = table.pack(...)
    return function(record) return record[name](record, table.unpack(given, 1, given.n)) end
end

local function in_file(f)
    return function(record)
        local path = os.tmpname()
        local ok, problem = pcall(f, record, path)
        os.remove(path)
        if not ok then error(problem, 0) end
    end
end

describe("a record that a script has written into", function()
    it("is a log: each method says which field it is", function()
        holds(fall, {
            energy = method "energy", momentum = method "momentum", sample = method("sample", 0.014), at = method("sample", 0.01), table = method "table",
            copy = method "copy", add = method("add", 1, { 0 }), length = function(log) return #log end, tostring = tostring,
            near = function(log) return log:is_near(fall()) end, near_it = function(log) return fall():is_near(log) end,
            equal = function(log) return log == fall() end, same = function(log) return fall() == log end,
            save = in_file(function(log, path) log:save(path) end), again = function(log) return Log(log:table()) end,
        })
        local log = fall()
        log.events[1] = math.cos
        assert.truthy(tostring(log):find("Log that a script has changed: field 'events[1]' of the log: table with name, t and sample expected, got function", 1, true))
        local ok, problem = pcall(log.copy, log)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("'copy' has no answer: field 'events[1]' of the log: table with name, t and sample expected, got function", 1, true))
        log = fall()
        log.q[3] = nil
        ok, problem = pcall(log.energy, log)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("field 'q[3]' of the log: Vector of 1 expected, got nil", 1, true))
        log = fall()
        log.q[3][1] = 0 / 0
        ok, problem = pcall(log.energy, log)
        assert.is_false(ok)
        assert.truthy(tostring(problem):find("field 'q[3]' of the log: ", 1, true), tostring(problem))
    end)

    it("is a log that is plotted or viewed", function()
        holds(fall, {
            plot = in_file(function(log, path) log:plot({ "q", "v", "tau" }, { path = path .. "/none.svg" }) end),
            view = in_file(function(log, path) rigid.view(pendulum(), log, { path = path, open = false }) end),
        }, 4)
    end)

    it("is a list of findings or repairs", function()
        local path = os.tmpname()
        finally(function() os.remove(path) end)
        local m = pendulum()
        m:add_body { name = "wrong", inertia = slipped() }
        local function shown(list)
            for _, entry in ipairs(list) do tostring(entry) end
            return tostring(list)
        end
        local uses = { print = shown, length = function(list) return #list end }
        assert.truthy(#slipped():diagnose() > 0 and #slipped():repairs() > 0 and #m:diagnose() > 0)
        holds(copies_of(slipped():diagnose()), uses)
        holds(copies_of(slipped():repairs()), uses)
        holds(copies_of(m:diagnose()), uses)
    end)

    it("is a mesh or what was found in one", function()
        local tetrahedron = { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } } }
        holds(copies_of(rigid.diagnose_mesh(tetrahedron)), { print = tostring })
        local path = os.tmpname() .. ".obj"
        local handle <close> = assert(io.open(path, "w"))
        handle:write "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
        handle:close()
        finally(function() os.remove(path) os.remove((path:gsub("%.obj$", ""))) end)
        holds(copies_of((select(2, SpatialInertia.from_mesh_file(path, { mass = 1 })))), { print = tostring })
        holds(copies_of(rigid.load_mesh(path)), {
            print = tostring, vertices = function(mesh) return mesh.vertices end, faces = function(mesh) return mesh.faces end,
            diagnose = rigid.diagnose_mesh,
        })
    end)

    it("is an error, an explanation, a measurement or a view", function()
        local function refusal()
            local _, problem = pcall(function() return pendulum():simulate { duration = 1, controller = function() return { 0 / 0 } end } end)
            return problem
        end
        local ok, problem = pcall(Model().com, Model())
        assert.is_false(ok)
        assert.equal("table", type(problem))
        holds(function() return select(2, pcall(Model().com, Model())) end, {
            print = tostring, length = function(e) return #e end, find = function(e) return e:find "com" end, concat = function(e) return e .. "!" end,
        })
        if type(refusal()) == "table" then holds(refusal, { print = tostring }) end
        local M = SpatialInertia.solid_cube { mass = 1, length = 1 }
        holds(copies_of(M:explain()), { print = tostring })
        holds(copies_of(rigid.bench(math.abs, 1)), { print = tostring })
        local path = os.tmpname()
        finally(function() os.remove(path) end)
        holds(copies_of(rigid.view(pendulum(), { path = path, open = false })), { print = tostring })
    end)

    it("is a handle of a model's body or joint", function()
        local function uses() return { print = tostring, name = function(h) return h.name end, inertia = function(h) return h.inertia end, set = function(h) h.damping = draw.stream(1):between(0, 1) end } end
        holds(function() return pendulum():body "bob" end, uses())
        holds(function() return pendulum():joint "pivot" end, uses())
    end)
end)
