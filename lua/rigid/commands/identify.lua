-- rigid identify ROBOT LOG: the inertial parameters of a robot from a log of its motion, in a file and as a page. What was found goes to
-- standard output, what is wrong to standard error.
local errors = require "rigid.errors"
local settings = require "rigid.display.settings"

local FOUND <const>, REFUSED <const>, FAILED <const> = 0, 1, 2

local MANUAL <const> = [[
NAME
  rigid identify - the inertial parameters of a robot from a log of its motion

SYNOPSIS
  rigid identify [OPTION]... ROBOT LOG

DESCRIPTION
  Reads ROBOT (URDF, SDF, MJCF, Lua) and LOG, columns of numbers under names:
  t, and of each joint q.NAME, v.NAME, tau.NAME, as Log:save writes them;
  a.NAME where accelerations were measured, else they are the rates of v, and
  without any v these are the rates of q (say --cutoff then). NAME_position,
  velocity/NAME, NAME_effort and their like will do, and numbers, q_0 or tau1,
  for the joints in their order. A name may end in its unit, "q.elbow [deg]".
  Every link that is found can exist; what the log does not tell stays as ROBOT
  has it, and the report says of what, and why. A log that cannot be right is
  refused, and every fault is named.

OPTIONS
  -o, --output OUT    write the robot with what was found; the format is that of
                      the name
  --report PAGE       write an HTML page: torques measured and predicted, what is
                      known and why, the links before and after
  --payload LINK      the robot is known: what does that link hold?
  --fix LINK          that link is known (may be said again)
  --damping, --friction, --armature, --offset
                      find these beside the links
  --stribeck SPEED    and friction that falls off with speed
  --dead-zone SPEED   within which friction rises from nothing
  --terms FILE        unknowns of your own: a Lua file that returns
                      {NAME = function(q, v, a) return {..} end, ..}, a number
                      for each freedom, of the lists q, v and a of all joints;
                      it runs as a model script does, and can do no harm
  --gamma NUMBER      how much the robot's own figures count, 0: not at all; unless
                      given, by samples that are held out
  --cutoff HZ         bring q, v and tau to even times, leave out what is faster in
                      each, and thin them to what is left
  --gaps              the log has gaps: take the pieces between them
  --trust             believe its torques, however far the robot's own figures are off
  --columns NAMES     of a log without them: "t,q1,q2,tau1,tau2", one for each
  --rate HZ           of a log without t: so many samples a second
  --unit NAME=UNIT    of a column that does not say it, or a factor: tau_1=-1 turns
                      a sign (may be said again)
  --lock              joints that LOG does not have stood still, at 0: the robot
                      without them is what is identified
  --floating          the base moves freely
  --threads N         share the work
  -q, --quiet         say nothing of what was found
  -h, --help          this text

EXIT STATUS
  0  found, and written where asked
  1  the log cannot be right, or does not fit the robot
  2  a file cannot be read or written, or the call is wrong

EXAMPLES
  rigid identify arm.urdf log.csv --friction -o new.urdf --report new.html
  rigid identify robot.urdf log.csv --payload tool0
  rigid identify robot.urdf log.csv --terms wrist.lua
]]

local function complain(code, text, ...)
    io.stderr:write(settings.folded("rigid identify: " .. (select("#", ...) > 0 and text:format(...) or text), 2), "\n")
    return code
end

-- ---- the command line -----------------------------------------------------------------------------------------------

local SWITCHES <const> = {"damping", "friction", "armature", "offset"}

local function a_number(word)
    local x = tonumber(word)
    if not x then return nil, ("number expected, got '%s'"):format(word) end
    return x
end

local function parser()
    local found, argparse = errors.try(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid identify":add_help(false)
    p:argument "file":args "*"
    for _, name in ipairs(SWITCHES) do p:flag("--" .. name) end
    for _, name in ipairs {"--floating", "--lock", "--gaps", "--trust", "-q --quiet", "-h --help"} do p:flag(name) end
    for _, name in ipairs {"--gamma", "--stribeck", "--dead-zone", "--cutoff", "--rate", "--threads"} do p:option(name):convert(a_number) end
    for _, name in ipairs {"-o --output", "--report", "--payload", "--terms", "--columns"} do p:option(name) end
    for _, name in ipairs {"--fix", "--unit"} do p:option(name):count "*" end
    return p
end

-- What --unit says; nil and the word that says nothing.
local function units_of(words)
    local units = {}
    for _, word in ipairs(words) do
        local name, unit = word:match "^(.+)=(.+)$"
        if not name then return nil, word end
        units[name] = tonumber(unit) or unit
    end
    return units
end

-- What --columns says.
local function names_of(word)
    local names = {}
    for name in (word .. ","):gmatch "%s*(.-)%s*," do names[#names + 1] = name end
    return names
end

local function read_options(words)
    local p = parser()
    if not p then return nil, complain(FAILED, "the command line needs argparse (Debian: lua-argparse; LuaRocks: argparse)") end
    local ok, said = p:pparse(words)
    if not ok then return nil, complain(FAILED, "%s\nTry 'rigid identify --help'.", said) end
    if said.help then return said end
    if #said.file ~= 2 then
        return nil, complain(FAILED, "it takes two files, ROBOT and LOG, and got %d\nTry 'rigid identify --help'.", #said.file)
    end
    local units, wrong = units_of(said.unit)
    if not units then return nil, complain(FAILED, "--unit: NAME=UNIT expected, got '%s'", wrong) end
    said.units = units
    for _, name in ipairs {"cutoff", "rate"} do
        local x = said[name]
        if x and not (x > 0 and x < math.huge) then return nil, complain(FAILED, "--%s: positive number expected, got %g", name, x) end
    end
    if said.columns then said.names = names_of(said.columns) end
    return said
end

-- ---- the command ----------------------------------------------------------------------------------------------------

-- f(...), or nil and what is wrong, a text or an error value of ours; all else goes on.
local function try(f, ...)
    local ok, result = errors.try(f, ...)
    if ok then return result end
    if type(result) ~= "string" and not errors.is(result) then error(result, 0) end
    return nil, result
end

local RESISTANCES <const> = {"damping", "friction", "armature"}
local OPTION_OF <const> = {dead_zone = "--dead-zone"}

-- What the estimate takes, as the command line says it.
local function request_of(said, model, log, terms)
    local request = {model = model, log = log, payload = said.payload, gamma = said.gamma, stribeck = said.stribeck, dead_zone = said.dead_zone,
        terms = terms, threads = said.threads, gaps = said.gaps, trust = said.trust, fix = #said.fix > 0 and said.fix or nil}
    for _, name in ipairs(SWITCHES) do request[name] = said[name] or nil end
    return request
end

-- Where an estimate is refused: by the log, or by what was asked for.
local function refused(said, problem)
    local field = errors.is(problem) and problem.field
    if errors.is(problem) and problem.file then return complain(FAILED, "%s", tostring(problem)) end -- of terms
    if not field then return complain(REFUSED, "%s", tostring(problem)) end
    local name = field:match "^[%a_]+"
    if name == "log" then return complain(REFUSED, "%s: %s", said.file[2], problem.what) end
    if name == "model" then return complain(FAILED, "%s: %s", said.file[1], problem.what) end
    return complain(FAILED, "%s: %s", OPTION_OF[name] or "--" .. name, problem.what)
end

-- Where the log cannot be read: by what was said of its columns, or for itself.
local function unread(problem)
    local field = errors.is(problem) and problem.field
    local option = field and ({columns = "--columns", units = "--unit"})[field:match "^%a+"]
    return complain(FAILED, "%s", option and option .. ": " .. problem.what or tostring(problem))
end

-- A copy of the robot without the joints that the log does not have, or nil and what is wrong. Where it has none, all are missed, and nothing is locked.
local function locked(model, read)
    local there = require("rigid.identification.columns").joints(model, read)
    if #there == 0 then return model end
    return try(require("rigid.model.lock").asked, model, {except = there})
end

-- The whole robot with what was found of the links and joints that moved; of what stood still with one, its own figures stay.
local function whole_of(model, estimate, payload)
    local whole, found = model:copy(), estimate:model()
    for _, body in ipairs(model:table().bodies) do whole:body(body.name).inertia = found:body(body.name).inertia end -- what is welded may have given way
    for _, name in ipairs(found:joint_names()) do
        for _, kind in ipairs(RESISTANCES) do whole:joint(name)[kind] = found:joint(name)[kind] end
    end
    if payload then whole:attach {body = payload, inertia = found:body "payload".inertia} end
    return whole
end

-- What is noted of the robot that was found, and of the one that was read was not.
local function say_notes(estimate, model)
    local before = {}
    for _, note in ipairs(model:notes()) do before[note] = true end
    for _, note in ipairs(estimate:model():notes()) do
        if not before[note] then io.stdout:write(settings.folded("note: " .. note, 1), "\n") end
    end
end

local function write(said, estimate, model)
    local function save(_, path)
        if said.lock then whole_of(model, estimate, said.payload):save(path) else estimate:save(path) end
        return true
    end
    for _, one in ipairs {{said.output, save}, {said.report, estimate.report}} do
        if one[1] then
            local done, problem = try(one[2], estimate, one[1])
            if not done then return complain(FAILED, "%s", tostring(problem)) end
            if not said.quiet then io.stdout:write("wrote ", one[1], "\n") end
        end
    end
    return FOUND
end

return function(_, ...)
    local said, code = read_options {...}
    if not said then return code end
    if said.help then
        io.stdout:write(MANUAL)
        return FOUND
    end
    local rigid = require "rigid"
    local model, problem = try(rigid.load, said.file[1], {floating = said.floating})
    if not model then return complain(FAILED, "%s", tostring(problem)) end
    local read, log, terms
    if said.terms then terms, problem = try(require("rigid.identification.terms_file").read, said.terms) end
    if said.terms and not terms then return complain(FAILED, "%s", tostring(problem)) end
    read, problem = try(require("rigid.identification.readings").of, said.file[2], {units = said.units, columns = said.names},
        require("rigid.arguments").asked("read_csv", 2))
    if not read then return unread(problem) end
    require("rigid.identification.aliases").rename(model, read)
    local moved = model
    if said.lock then moved, problem = locked(model, read) end
    if not moved then return complain(REFUSED, "--lock: %s", errors.what(problem)) end
    log, problem = require("rigid.identification.columns").log(moved, read, said.cutoff, said.rate)
    if not log then return complain(REFUSED, "%s: %s", said.file[2], problem) end
    local estimate
    estimate, problem = try(require("rigid.identification.identify").asked, request_of(said, moved, log, terms))
    if not estimate then return refused(said, problem) end
    if not said.quiet then io.stdout:write(settings.folded(tostring(estimate), 1), "\n") end
    if said.output and not said.quiet then say_notes(estimate, moved) end
    return write(said, estimate, model)
end
