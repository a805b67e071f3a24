-- rigid.load: which format it takes a file for, what it says of files that are none; and rigid's own format.
local rigid = require "rigid"
local compare = require "spec.support.compare"
local files = require "spec.support.files"

local Vec3 = rigid.Vec3

local load_text, refuses = files.load, files.refuses

local function lua(text, options) return load_text("_model.lua", text, options) end

local function refuses_lua(text, line, ...) return refuses("_model.lua", text, line, ...) end

local notes, noted = files.notes, files.noted

describe("rigid.load", function()
    it("names a file that cannot be read", function()
        compare.refuses(function() rigid.load "/nowhere/robot.urdf" end, "/nowhere/robot.urdf", "No such file")
        compare.refuses(function() rigid.load "spec/models/arm7.udf" end, "No such file or directory; did you mean 'spec/models/arm7.urdf'?")
        compare.refuses(function() rigid.load "spec/models/arm7" end, "did you mean 'spec/models/arm7.urdf'?")
        compare.refuses(function() rigid.load "REDME.md" end, "did you mean 'README.md'?")
        compare.refuses(function() rigid.load "README.md" end, "README.md: neither URDF, SDF or MJCF")
        compare.refuses(function() rigid.load "/" end, "/: ", "directory")
    end)

    it("says what it could not make of a file", function()
        refuses("_model.txt", "one two three", nil, "neither URDF", "Lua model")
    end)

    it("checks its arguments", function()
        compare.refuses(function() rigid.load() end, "bad argument #1 to 'load'", "path")
        compare.refuses(function() rigid.load "" end, "bad argument #1 to 'load'", "empty")
        local path = "spec/models/arm7.urdf"
        compare.refuses(function() rigid.load(path, { flaoting = true }) end, "#2 to 'load'", "'flaoting'", "did you mean 'floating'?")
        compare.refuses(function() rigid.load(path, { floating = 1 }) end, "#2 to 'load'", "'floating'", "true or false")
        compare.refuses(function() rigid.load(path, { gravity = 9.81 }) end, "#2 to 'load'", "'gravity'")
        compare.refuses(function() rigid.load(path, { format = "udrf" }) end, "#2 to 'load'", "'format'", "did you mean \"urdf\"" and "urdf")
        compare.refuses(function() rigid.load(path, 3) end, "#2 to 'load'", "table")
    end)
end)

-- ---- rigid's own ----------------------------------------------------------------------------------------------------

describe("a model in rigid's own format", function()
    it("is what rigid.Model takes", function()
        local m = lua [[return {format = "rigid", name = "two", gravity = {0, 0, -1}, bodies = {
            {name = "a", joint = "floating", inertia = {mass = 1, inertia = {1, 1, 1}}},
            {name = "b", parent = "a", joint = {type = "helical", axis = {0, 0, 1}, pitch = 0.1}, placement = {position = {1, 0, 0}}},
            {name = "f", parent = "b", frame = true}}}]]
        assert.same({ "a", "b" }, m:body_names())
        assert.equal(7, m:nv())
        assert.equal(Vec3(0, 0, -1), m:gravity())
        assert.same({}, notes(m))
    end)

    it("is taken with a note where an inertia is of no possible body", function()
        local m = lua [[return {format = "rigid", bodies = {{name = "a", joint = "revolute", inertia = {mass = -1, inertia = {1, 1, 5}}}}}]]
        noted(m, "body 'a'", "kept as it is", "no body can have this inertia")
        assert.equal(-1.0, m:body("a").inertia:mass())
    end)

    it("is refused by body and field", function()
        local function bodies(text) return "return {format = 'rigid', bodies = {" .. text .. "}}" end
        refuses_lua(bodies "{name = 'a', joint = 'revolut'}", nil, "body 'a': joint", "did you mean 'revolute'?")
        refuses_lua(bodies "{name = 'a', parent = 'b'}", nil, "body 'a': parent", "'b'")
        refuses_lua(bodies "{name = 'a'}, {name = 'a'}", nil, "body 'a': name", "already")
        refuses_lua(bodies "{nam = 'a'}", nil, "bodies[1]", "'nam'", "did you mean 'name'?")
        refuses_lua(bodies "{name = 'a', inertia = {mass = 'heavy'}}", nil, "body 'a': inertia", "mass")
        refuses_lua(bodies "{name = 'a', joint = {type = 'revolute', axis = {0, 0, 2}}}", nil, "body 'a': joint.axis", "length 2")
        refuses_lua(bodies "{name = 'a', placement = {rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}}", nil, "body 'a': placement", "rotation", "orthonormal")
        refuses_lua("return {format = 'rigid', bodies = {}, gravty = 3}", nil, "'gravty'", "did you mean 'gravity'?")
        refuses_lua("return {format = 'rigid', bodies = 3}", nil, "bodies", "list of bodies")
    end)
end)
