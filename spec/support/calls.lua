-- Good calls of the public functions, from which specs make bad ones (spec.support.spoil), and what they have in common: a few
-- arguments, one robot, files of our own. Which spec has the calls of which class stands in `shares`.

local rigid = require "rigid"
local walk = require "spec.support.walk"
local foreign = require "spec.support.foreign"

local good = foreign.good

-- key -> examples, functions that return the arguments, and traits:
--   carries    plain arithmetic or conversion: NaN and infinities in the arguments go through, and it may overflow
--   carries=x  so it is in the field x
--   data=x     the field x is a table of anything, and kept
--   overflows  refuses what is not finite, yet is plain arithmetic with what is finite, and may overflow
--   says_no    answers false, and changes nothing, where a value of a good kind will not do
--   changes    changes its receiver, though its name does not say so
--   brief      one of many that read alike what they are given: shorter lists of values, and fewer draws
--   generic    one function for all classes that have it, whichever it is taken from
--   body       the SpatialInertia it gives must be one that can exist
--   lists      a list with its last entry gone is a good one too
--   anything   takes any value at all
--   forwards   hands what it is given on to a function of the caller's, however much it is
--   loud       writes to standard output, where nobody wants to read it
--   prints     writes to io.stdout
-- and at most one function, passes_over(place, value): true for what is a matter of the outside world, or of a script that
-- is run, which other specs look at.
local entries = {}
local calls = { entries = entries }

-- The specs spec/module/bad_arguments_NAME_spec.lua, and whose functions they have; "rigid" stands for those of no class.
calls.MOTIONS = "SpatialMotion Twist SpatialAcc"
calls.FORCES = "SpatialForce Wrench SpatialMomentum"
calls.SPATIAL = calls.MOTIONS .. " " .. calls.FORCES
calls.shares = {
    numbers = "Vec3 Matrix Vector Rotation Quaternion Transform",
    spatial_vectors = calls.SPATIAL,
    inertias = "RotationalInertia SpatialInertia",
    articulated = "ABI MassMatrix3 Inertial",
    models = "Model",
    module = "Log rigid",
}

-- "a b" -> { "a", "b" }, { a = true, b = true }
function calls.words_of(text)
    local list, set = {}, {}
    for word in text:gmatch "%S+" do
        list[#list + 1], set[word] = word, true
    end
    return list, set
end
local words_of <const> = calls.words_of

-- Good calls of a function: each a function that returns the arguments.
function calls.call(key, traits, ...)
    assert(not entries[key], key .. " has good calls already")
    local _, entry = words_of(traits)
    entry.examples = { ... }
    entries[key] = entry
end

-- And more of them.
function calls.also(key, ...)
    local examples = entries[key].examples
    table.move({ ... }, 1, select("#", ...), #examples + 1, examples)
end

-- The same for several methods of several classes; an example gets the class and returns what follows self.
function calls.method(classes, names, traits, ...)
    local rests = { ... }
    for _, class in ipairs(words_of(classes)) do
        for _, name in ipairs(words_of(names)) do
            local examples = {}
            for i, rest in ipairs(rests) do
                examples[i] = function()
                    return good[class](), rest(class)
                end
            end
            calls.call(class .. ":" .. name, traits, table.unpack(examples))
        end
    end
end

-- ---- arguments ------------------------------------------------------------------------------------------------------------

function calls.nothing() end

function calls.word(text)
    return function()
        return text
    end
end

-- A value of the same class, for a and b in a + b.
function calls.another(class)
    return good[class]()
end

function calls.point()
    return { 0.1, -0.2, 0.3 }
end

function calls.six()
    return { 1, -0.5, 0.25, 0.3, -0.7, 0.9 }
end

function calls.vector_of_six()
    return rigid.Vector(calls.six())
end

function calls.ten()
    return { 2, 0.2, -0.4, 0.6, 0.76, 0.09, -0.1, 0.8, 0.15, 0.8 }
end

function calls.quarter_turn()
    return { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }
end

function calls.symmetric_6x6()
    local rows = {}
    for i = 1, 6 do
        rows[i] = {}
        for j = 1, 6 do
            rows[i][j] = i == j and 4 + i or 0.1 * (i + j)
        end
    end
    return rows
end

function calls.with(fields, more)
    for key, value in pairs(more) do
        fields[key] = value
    end
    return fields
end

-- ---- what values of many classes have ---------------------------------------------------------------------------------------

-- Frames: what a value can be tagged with.
local ENDS <const>, ABOUT <const> = { of = "B", relative_to = "A" }, { of = "B", about = "Bo", expressed = "B" }
local HAS_ENDS <const> = { Vec3 = true, Rotation = true, Transform = true }
local TAGS <const> = { Vec3 = "p_PQ_E", Transform = "X_AB", Twist = "V_AB_E", SpatialInertia = "M[link1, link1o]_W" }
local PAGED <const> = "Vec3 Matrix Vector Rotation Transform SpatialMotion Twist SpatialAcc SpatialForce Wrench SpatialMomentum RotationalInertia SpatialInertia ABI"
local UNTAGGED <const> = { Model = true, Log = true, Quaternion = true }

local function tagged(fields)
    return function()
        return calls.with({}, fields)
    end
end

function calls.of_values(classes)
    calls.method(classes, "table", "carries", calls.nothing)
    calls.method(classes, "copy", "carries generic", calls.nothing)
    calls.method(classes, "is_near", "carries generic", calls.another, function(class)
        return good[class](), 1e-6
    end)
    for _, class in ipairs(words_of(classes)) do
        if not UNTAGGED[class] then
            calls.method(class, "tag", "carries generic", calls.nothing, tagged(HAS_ENDS[class] and ENDS or ABOUT), tagged {})
            calls.method(class, "untag", "carries generic", calls.nothing)
        end
        if PAGED:find(class, 1, true) then
            calls.method(class, "html", "carries generic", calls.nothing)
            calls.method(class, "latex", "carries generic", calls.nothing)
        end
        if TAGS[class] then
            calls.also(class .. ":tag", function()
                return good[class](), TAGS[class]
            end)
        end
    end
end

-- ---- one robot ------------------------------------------------------------------------------------------------------------

-- What only computes is asked of one and the same robot, compiled once; it must come out of all this unchanged.
local robot, robot_before
function calls.the_robot()
    robot = robot or good.Model()
    robot_before = robot_before or walk.snapshot(robot)
    return robot
end

-- What it was at first, if that is it; else nil.
function calls.robot_was(value)
    return robot and rawequal(value, robot) and robot_before or nil
end

function calls.seven()
    return { 0.3, -0.2, 0.5, 0.5, -0.5, 0.5, 0.4 }
end

function calls.vector_of_seven()
    return rigid.Vector(calls.seven())
end

-- ---- files ------------------------------------------------------------------------------------------------------------------

local made = {} -- to be removed

-- The path of a file that nobody else has, with that ending; it and what is written there is gone after calls.remove_files().
function calls.new_path(ending)
    local name = os.tmpname()
    made[#made + 1] = name
    if ending then
        made[#made + 1] = name .. ending
    end
    return name .. (ending or "")
end

-- A directory that nobody else has; it and what is written there is gone as well.
local directories = {}
function calls.new_directory()
    local name = os.tmpname()
    os.remove(name)
    assert(os.execute("mkdir " .. name))
    directories[#directories + 1] = name
    return name
end

function calls.remove_files()
    for _, path in ipairs(made) do
        os.remove(path)
    end
    for _, path in ipairs(directories) do
        os.execute("rm -r " .. path)
    end
    made, directories = {}, {}
end

-- One to be written to, by whoever comes.
local written
function calls.a_target()
    written = written or calls.new_path ".lua"
    return written
end

-- A closed tetrahedron in a file of its own.
local mesh_file
function calls.a_mesh()
    if not mesh_file then
        mesh_file = calls.new_path ".obj"
        local handle <close> = assert(io.open(mesh_file, "w"))
        handle:write "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    end
    return mesh_file
end

-- Passes over the argument of that number, self counted, where it is a string: a path is a matter of the outside world.
function calls.is_path(number)
    return function(place, value)
        return #place.path == 1 and place.path[1] == number and value.kind == "string"
    end
end

return calls
