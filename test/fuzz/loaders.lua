-- Feeds rigid.load with mutated robots: URDF, SDF, MJCF, RBDL's Lua models and our own, drawn from test/fuzz/corpus and spec/models.
-- Each must load, or be refused by an error that begins with the path of the file; what loads must print, compute without
-- anything but orderly errors, and be the same when it is saved and loaded again. Meant for the sanitized program:
--   make sanitized && ./build-asan/rigid test/fuzz/loaders.lua [SECONDS [SEED [KIND [FILE...]]]]
--                                          20 s of the processor unless given; sdf or xml alone; and those files drawn from as well
--   ./build-asan/rigid test/fuzz/loaders.lua FILE...                                  those files as they are
-- The case at hand is always in a file, and its seed is said every few seconds, so that both can be looked at where the program is ended or dies of it.
-- Seconds are the processor's: a busy machine takes more by the clock.

local rigid = require "rigid"
local errors = require "rigid.errors"
local draw = require "spec.support.draw"

local CORPUS = {
    "test/fuzz/corpus/every_element.xacro", "test/fuzz/corpus/every_element.urdf", "test/fuzz/corpus/world.urdf", "test/fuzz/corpus/bomb.urdf",
    "test/fuzz/corpus/rbdl.lua", "test/fuzz/corpus/script.lua", "test/fuzz/corpus/own.lua",
    "test/fuzz/corpus/every_element.sdf", "test/fuzz/corpus/world.sdf", "test/fuzz/corpus/every_element.xml", "test/fuzz/corpus/classes.xml",
    "test/fuzz/corpus/assembled.xml",
    "spec/models/arm7.urdf", "spec/models/mixed.urdf", "spec/models/quadruped12.urdf",
}

-- Limits of one case: seconds of the processor; and of the process, megabytes, more under the sanitizer.
local SECONDS <const> = 60
local MEGABYTES <const> = os.getenv "ASAN_OPTIONS" and 4096 or 1024

local WORDS = {
    xacro = {
        "<xacro:property name=\"x\" value=\"${x}\"/>", "<xacro:macro name=\"m\" params=\"a *b **c\">", "</xacro:macro>", "<xacro:m a=\"1\"/>", "<xacro:arm/>",
        "<xacro:if value=\"${x}\">", "</xacro:if>", "<xacro:unless value=\"0\">", "<xacro:insert_block name=\"where\"/>", "<xacro:include filename=\".\"/>",
        "<xacro:include filename=\"$(find arm)/x.xacro\"/>", "$(arg n)", "$(eval 1)", "$(env HOME)", "${", "}", "$(", ")", "$$", "${x}", "${pi",
        "**", "//", " if ", " else ",
        " in ", " not ", "[1, 2][0]", "{'a': 1}['a']", "'", "((((", "))))", ":=", ":=^|", "*", "sin(", "max()", ".", "True", "None", "-", "1e308",
        "<xacro:element/>",
        "<xacro:attribute name=\"a\" value=\"1\"/>", "<xacro:call macro=\"m\"/>", "lazy_eval=\"false\"", "scope=\"global\"", "remove=\"true\"", "\0",
        "\255\254",
    },
    urdf = {
        "<link name=\"x\"/>", "<joint name=\"j\" type=\"revolute\">", "</joint>", "<parent link=\"base\"/>", "<child link=\"tip\"/>",
        "<axis xyz=\"0 0 0\"/>", "<axis xyz=\"1 2 3\"/>", "<inertial>", "</inertial>", "<mass value=\"-1\"/>", "<limit lower=\"1\" upper=\"-1\"/>",
        "<mimic joint=\"rail\" multiplier=\"3\"/>", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE r [", "<?xml version=\"1.0\"?>", "&amp;", "&#0;",
        "&x;", "<xacro:if value=\"${x}\">", "${x}", "<robot name=\"r\">", "</robot>", "<origin xyz=\"1 2 3\" rpy=\"1 2 3\"/>", "</link>",
        "revolute", "fixed", "floating", "planar", "prismatic", "continuous", "world", "type=\"fixed\"", "\255\254", "\239\187\191", "\0",
    },
    sdf = {
        "<link name=\"x\"/>", "<joint name=\"j\" type=\"revolute\">", "</joint>", "<parent>base</parent>", "<child>arm</child>", "<child>world</child>",
        "<axis><xyz>0 0 0</xyz></axis>", "<axis2><xyz>1 2 3</xyz></axis2>", "<pose relative_to=\"base\">1 2 3 0 0 1</pose>", "<pose>0 0 0</pose>",
        "<model name=\"n\">", "</model>", "<frame name=\"f\" attached_to=\"g\"/>", "<include><uri>.</uri></include>", "<static>true</static>",
        "<include merge=\"true\"><uri>/dev/zero</uri></include>", "__model__", "world", "arm::hand", "::", "expressed_in=\"f\"", "relative_to=\"j\"",
        "ball", "universal", "screw", "fixed", "prismatic", "gearbox", "<mass>-1</mass>", "<inertial auto=\"true\"/>",
        "<mimic joint=\"j\"/>", "version=\"1.4\"",
        "placement_frame=\"f\"", "canonical_link=\"x\"", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE r [", "&amp;", "&x;", "</link>", "\255\254", "\0",
    },
    xml = {
        "<body name=\"x\">", "</body>", "<joint/>", "<freejoint/>", "<joint type=\"ball\"/>", "<joint type=\"slide\" axis=\"0 0 0\"/>",
        "<geom size=\".1\"/>",
        "<geom type=\"mesh\" mesh=\"m\"/>", "<geom fromto=\"0 0 0 0 0 0\" type=\"capsule\" size=\"1\"/>",
        "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>",
        "<compiler angle=\"degree\" eulerseq=\"zyx\"/>", "<default>", "<default class=\"c\">", "</default>", "class=\"c\"",
        "childclass=\"c\"", "<frame pos=\"1 0 0\">",
        "</frame>", "<worldbody>", "</worldbody>", "<equality><weld body1=\"x\"/></equality>", "<connect body1=\"a\" anchor=\"0 0 0\"/>",
        "quat=\"0 0 0 0\"", "mass=\"0\"",
        "fullinertia=\"1 1 1 0 0 0\"", "<include file=\".\"/>", "<include file=\"/dev/zero\"/>", "<key qpos=\"1 2\"/>", "ref=\"1\"",
        "range=\"1 -1\"", "limited=\"true\"",
        "euler=\"1 2 3\"", "<composite/>", "inertiafromgeom=\"true\"", "settotalmass=\"3\"", "balanceinertia=\"true\"", "boundmass=\"1\"",
        "world", "ellipsoid", "cylinder",
        "<replicate count=\"3\" offset=\"1 0 0\" euler=\"0 0 90\">", "</replicate>", "<attach model=\"m\" prefix=\"p\"/>",
        "<model name=\"m\" file=\".\"/>", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE r [", "&amp;", "&x;", "\255\254", "\0", "rigid:order", "rigid:mimic:a",
    },
    lua = {
        " .. ", "..", "...", "for i = 1, 1e9 do end ", "while true do end ", "s = s .. s ", "('x'):rep(1e9)", "{}", "nil", "true", "function() end",
        "[[", "]]", "--", "--[==[", "'", "\"", "\\", "string.rep('a', 100000)", "table.insert(frames, frames)", "math.huge", "-math.huge", "0/0",
        "os.exit()", "error {}", "error()", "frames[1] = frames", "frames = ", "bodies = ", "format = 'rigid', ", "parent = 'ROOT', ",
        "joint = 'spherical', ", "joint = {{0, 0, 1, 0, 0, 1}}, ", "inertia = {}, ", "mass = -1, ", "goto x ", "::x:: ", "return ", "local ", " << ",
        "table.concat(names, 'x')", "select(-1, 1)", "table.unpack({}, 1, 1e7)", "('%99.99f'):format(1e300)", "_G", "_ENV", "{t = {}}", "\0", "\27Lua",
        "local s = (''):rep(1 << 60) ", "'\\z\n'", "table.sort(frames, function() return true end) ", "('a'):rep(1e5):find '.-.-.-b'",
        "for i = 1, 62 do frames[1 << i] = i end ", "(...)", "table.insert(frames, 1, {}) ", "('%s'):rep(1e5):format(table.unpack(frames))",
    },
}
local NUMBERS = {
    "0", "-0", "1", "-1", "2", "1e-300", "1e300", "-1e308", "1e999", "nan", "inf", "-inf", "0x10", "1.", ".5", "1e", "9007199254740993",
    "99999999999999999999", "3.14159", "-1.5707963267948966", "1e-8", "0.5", "", "1 2", "1 2 3", "100000", "0 0 0",
}

-- ---- drawing --------------------------------------------------------------------------------------------------------

local function pick(d, list) return list[d:integer(1, #list)] end

-- The place of one of the pieces that match, drawn among those after a random point.
local function place(d, text, pattern)
    local first, last = text:find(pattern, d:integer(1, #text))
    if not first then first, last = text:find(pattern) end
    return first, last
end

local function replaced(text, first, last, by) return text:sub(1, first - 1) .. by .. text:sub(last + 1) end

local mutations = {
    function(d, text) -- a number
        local first, last = place(d, text, "%-?%d[%d.e%-]*")
        return first and replaced(text, first, last, pick(d, NUMBERS)) or text
    end,
    function(d, text) -- a word of the text for another one
        local from, to = place(d, text, "[%a_][%w_]*")
        local first, last = place(d, text, "[%a_][%w_]*")
        return first and from and replaced(text, first, last, text:sub(from, to)) or text
    end,
    function(d, text) -- what is in quotes for what is in others
        local from, to = place(d, text, "\"[^\"\n]*\"")
        local first, last = place(d, text, "\"[^\"\n]*\"")
        return first and from and replaced(text, first, last, text:sub(from, to)) or text
    end,
    function(d, text, kind) -- something that means something
        local at = d:integer(1, #text)
        return replaced(text, at, at - 1, pick(d, WORDS[kind]))
    end,
    function(d, text) -- a line goes
        local first, last = place(d, text, "\n[^\n]*")
        return first and replaced(text, first, last, "") or text
    end,
    function(d, text) -- a line comes again, elsewhere
        local from, to = place(d, text, "\n[^\n]*")
        local at = place(d, text, "\n")
        return from and at and replaced(text, at, at - 1, text:sub(from, to)) or text
    end,
    function(d, text) -- a stretch goes, or comes several times
        local first = d:integer(1, #text)
        local last = math.min(#text, first + d:integer(0, 60))
        return replaced(text, first, last, text:sub(first, last):rep(d:integer(0, 4)))
    end,
    function(d, text) -- a byte
        local at = d:integer(1, #text)
        return replaced(text, at, at, string.char(d:integer(0, 255)))
    end,
    function(d, text) -- a bit
        local at = d:integer(1, #text)
        return replaced(text, at, at, string.char(text:byte(at) ~ (1 << d:integer(0, 7))))
    end,
    function(d, text) return d:unit_interval() < 0.2 and text:sub(1, d:integer(1, #text)) or text end, -- the end is missing
    function(d, text, kind, seeds) -- the head of one, the tail of another
        if d:unit_interval() < 0.5 then return text end
        local other = pick(d, seeds[kind])
        return text:sub(1, d:integer(1, #text)) .. other:sub(d:integer(1, #other))
    end,
    function(d, text) -- much of the same
        if d:unit_interval() < 0.8 then return text end
        local first = d:integer(1, #text)
        return replaced(text, first, first, text:sub(first, first + 20):rep(d:integer(1, 3000)))
    end,
}

local function mutate(d, text, kind, seeds)
    for _ = 1, d:integer(1, 3) do
        if #text == 0 then return text end
        text = pick(d, mutations)(d, text, kind, seeds)
    end
    return text
end

-- ---- judging --------------------------------------------------------------------------------------------------------

-- f(...), which may raise nothing but a text or an error value.
local function orderly(f, ...)
    local ok, result = pcall(f, ...)
    if not ok and type(result) ~= "string" and not errors.is(result) then error(("an error that is a %s"):format(type(result)), 0) end
    return ok and result or nil
end

local function same(a, b) return a == b or a ~= a and b ~= b end

local MOST <const> = 200 -- freedoms that are computed with

local function compute(m)
    tostring(m)
    local q = m:neutral()
    local v = rigid.Vector(m:nv())
    orderly(m.random_state, m, 1)
    if m:nv() > MOST then return end
    orderly(m.mass_matrix, m, q)
    orderly(m.forward_dynamics, m, q, v, v)
    orderly(m.inverse_dynamics_derivatives, m, q, v, v)
    orderly(m.regressor, m, q, v, v)
    orderly(m.coriolis_matrix, m, q, v)
    orderly(m.com, m, q)
    orderly(m.diagnose, m)
end

-- The model is what it was when it is loaded again.
local function check_saving(m, path, extension)
    local saved = path .. ".saved" .. extension
    local ok, problem = pcall(m.save, m, saved)
    if not ok then
        if extension == ".lua" or not problem:find("as .lua instead", 1, true) then error("saving failed: " .. tostring(problem), 0) end
        return
    end
    local back = rigid.load(saved)
    os.remove(saved)
    if back:nq() ~= m:nq() or back:nv() ~= m:nv() then error("saved as " .. extension .. ", it has other freedoms", 0) end
    if extension == ".lua" then
        local before, after = m:parameters(), back:parameters()
        for i = 1, #before do
            if not same(before[i], after[i]) then error(("saved, parameter %d is %.17g, not %.17g"):format(i, after[i], before[i]), 0) end
        end
    end
end

local counts = {cases = 0, loaded = 0, refused = 0}
local slowest = 0

local function write_file(path, text)
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
end

local PART <const> = "part.xml" -- of the corpus, which a model may attach

-- The text as a file of that path.
local function judge(path, text)
    write_file(path, (text:gsub('"part%.xml"', ('"%s_%s"'):format(path:match "([^/]*)%.%w+$", PART))))
    local started = os.clock()
    counts.cases = counts.cases + 1
    local ok, m = pcall(rigid.load, path, {floating = #text % 7 == 0 or nil, assemble = #text % 3 ~= 0 or nil})
    if not ok then
        counts.refused = counts.refused + 1
        m = tostring(m)
        local part = path:match "(.*)%.%w+$" .. "_" .. PART
        if m:sub(1, #path) ~= path and m:sub(1, #part) ~= part then error("refused without the name of the file: " .. m, 0) end
        if m:find "%.lua:%d+: bad argument" and not path:find "%.lua$" or m:find("stack traceback", 1, true) then
            error("refused by an error of ours: " .. m, 0)
        end
    else
        counts.loaded = counts.loaded + 1
        compute(m)
        check_saving(m, path, ".lua")
        check_saving(m, path, ".urdf")
        check_saving(m, path, ".sdf")
        check_saving(m, path, ".xml")
    end
    local took = os.clock() - started
    slowest = math.max(slowest, took)
    if took > SECONDS then error(("took %.1f s"):format(took), 0) end
end

local function peak()
    local file = io.open "/proc/self/status"
    local status = file and file:read "a" or ""
    if file then file:close() end
    return (tonumber(status:match "VmHWM:%s*(%d+)") or 0) // 1024
end

-- ---- running --------------------------------------------------------------------------------------------------------

local SAID_EVERY <const> = 10 -- seconds by the clock

-- A function that says how far it is, on standard error, now and then: before the case of that seed.
local function progress(seconds, started)
    local began, next_time = os.time(), os.time() + SAID_EVERY
    return function(seed)
        local now = os.time()
        if now < next_time then return end
        next_time = now + SAID_EVERY
        io.stderr:write(("fuzz: seed %d, %.0f of %d s of the processor, %d by the clock; %d cases, %d loaded; the slowest took %.2f s; %d MB\n"):format(
            seed, os.clock() - started, seconds, now - began, counts.cases, counts.loaded, slowest, peak()))
    end
end

-- Let what runs in Lua too long end by an error that says where.
local function watch(f, ...)
    local started = os.clock()
    debug.sethook(function()
        if os.clock() - started > SECONDS then error(("still running after %d s: %s"):format(SECONDS, debug.traceback()), 0) end
    end, "", 10000000)
    local result = table.pack(pcall(f, ...))
    debug.sethook()
    return table.unpack(result, 1, result.n)
end

local function read_file(path)
    local file = assert(io.open(path, "rb"))
    local text = file:read "a"
    file:close()
    return text
end

local function report()
    print(("fuzz: %d cases, %d loaded, %d refused; the slowest took %.2f s; %d MB at most"):format(
        counts.cases, counts.loaded, counts.refused, slowest, peak()))
end

local function replay(files)
    for _, path in ipairs(files) do
        local base = os.tmpname()
        local copy = base .. path:match "%.%w+$"
        judge(copy, read_file(path))
        os.remove(copy)
        os.remove(base)
    end
    report()
end

-- A new name where files are kept in memory, if there is such a place: the disk is slower than all else here.
local function scratch()
    local name = os.tmpname()
    os.remove(name)
    local quick = "/dev/shm" .. name:match "/[^/]*$"
    local file = io.open(quick, "w")
    if not file then return name end
    file:close()
    os.remove(quick)
    return quick
end

local KINDS <const> = {"urdf", "xacro", "sdf", "xml", "lua"}

-- The texts that are drawn from, by kind: those of the corpus, and of more files.
local function read_seeds(files)
    local seeds = {urdf = {}, xacro = {}, sdf = {}, xml = {}, lua = {}}
    for _, path in ipairs(CORPUS) do table.insert(seeds[path:match "%w+$"], read_file(path)) end
    for _, path in ipairs(files) do table.insert(seeds[path:match "%w+$"], read_file(path)) end
    return seeds
end

local function fuzz(seconds, seed, only, ...)
    local seeds = read_seeds {...}
    local kinds = only and {only} or KINDS
    local base = scratch()
    local paths = {urdf = base .. ".urdf", xacro = base .. ".xacro", sdf = base .. ".sdf", xml = base .. ".xml", lua = base .. ".lua"}
    local started = os.clock()
    local say = progress(seconds, started)
    write_file(base .. "_" .. PART, read_file("test/fuzz/corpus/" .. PART))
    io.stderr:write(("fuzz: the case at hand is one of %s.{%s}\n"):format(base, table.concat(KINDS, ",")))
    for _, kind in ipairs(kinds) do
        for _, text in ipairs(seeds[kind]) do judge(paths[kind], text) end
    end
    while os.clock() - started < seconds do
        local d = draw.stream(seed)
        local kind = pick(d, kinds)
        local text = mutate(d, pick(d, seeds[kind]), kind, seeds)
        say(seed)
        local ok, problem = watch(judge, paths[kind], text)
        if not ok then error(("seed %d, kept as %s: %s"):format(seed, paths[kind], tostring(problem)), 0) end
        seed = seed + 1
    end
    report()
    for _, path in pairs(paths) do os.remove(path) end
    os.remove(base .. "_" .. PART)
    if peak() > MEGABYTES then error(("%d MB were needed at most, above %d"):format(peak(), MEGABYTES), 0) end
    if counts.loaded < counts.cases / 20 or counts.refused < counts.cases / 20 then
        error("nearly all was loaded, or nearly all refused: these mutations find nothing", 0)
    end
end

if arg[1] and not tonumber(arg[1]) then replay(arg) else fuzz(tonumber(arg[1]) or 20, math.tointeger(tonumber(arg[2])) or 1, table.unpack(arg, 3)) end
