-- m:compile([{functions =, keep =}]): what m:write_c writes, built by the compiler that is there into a shared object in a directory of the user's own,
-- loaded, held against the general algorithms, timed by turns with them, and used by the model's methods where it is the faster one.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local errors = require "rigid.errors"
local fingerprint = require "rigid.fingerprint"
local source = require "rigid.generate.source"
local inner = debug.getmetatable(core).inner

local FIELDS = arguments.fields "functions keep"
local NAMES = {"inverse_dynamics", "mass_matrix", inverse_dynamics = 1, mass_matrix = 2}
local PREFIX <const> = "rigid_compiled"

local FLAGS <const> = "-std=c99 -ffp-contract=fast -fno-math-errno -fno-tree-slp-vectorize -shared -fPIC -x c"
-- Letters of text: what comes of more may run better where it is small, for the first cache holds 32 kB of instructions, so that both are
-- tried; of far more it is always small, for that takes less time to compile.
local LARGE <const>, VERY_LARGE <const> = 1e5, 2e5
local OF_THIS_PROCESSOR <const> = "-march=native" -- which not every compiler takes

-- Sines and cosines of four angles at once, which calls of the library cost as much as all the rest: fdlibm's polynomials, of what is left of
-- an angle after so many quarters of a turn, which three pieces of pi / 2 take off exactly enough up to 1e5. Where one is beyond, the
-- library is called for all four.
local TURN <const> = {lanes = 4, text = [[
typedef double T2 __attribute__((vector_size(16)));
typedef double T4 __attribute__((vector_size(32)));
typedef T4 TURNS;
typedef unsigned long long BITS __attribute__((vector_size(32)));
static void turn_near(TURNS x, TURNS *sine, TURNS *cosine) {
    const TURNS shifted = x * 0.63661977236758138 + 6755399441055744.0, k = shifted - 6755399441055744.0;
    const TURNS r = ((x - k * 1.57079632673412561417e+00) - k * 6.07710050630396597660e-11) - k * 2.02226624879595063154e-21, z = r * r;
    const TURNS s = r + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const TURNS c = 1 - 0.5 * z + z * z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    const BITS n = (BITS)shifted, swap = ((BITS)s ^ (BITS)c) & (0 - (n & 1));
    *sine = (TURNS)((BITS)s ^ swap ^ ((n & 2) << 62)), *cosine = (TURNS)((BITS)c ^ swap ^ (((n + 1) & 2) << 62));
}
static void turn(const TURNS *angle, TURNS *sine, TURNS *cosine, int count) {
    for (int k = 0; k < count; k++) {
        const TURNS x = angle[k];
        if (fabs(x[0]) < 1e5 && fabs(x[1]) < 1e5 && fabs(x[2]) < 1e5 && fabs(x[3]) < 1e5)
            turn_near(x, sine + k, cosine + k);
        else
            for (int l = 0; l < 4; l++)
                sine[k][l] = sin(x[l]), cosine[k][l] = cos(x[l]);
    }
}
]]}

local function refuse(format, ...) arguments.no_answer("compile", format:format(...)) end

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

-- What a shell says, and whether all was well.
local function run(command)
    local pipe <close> = assert(io.popen(command .. " 2>&1; echo $?"))
    local text = pipe:read "a"
    local said, code = text:match "^(.-)(%d+)\n$"
    return said or text, code == "0"
end

-- The compiler: CC, which may have options, or cc.
local function compiler()
    local name = os.getenv "CC"
    if not name or not name:find "%S" then name = "cc" end
    local _, there = run("command -v " .. quoted(name:match "%S+"))
    if not there then refuse("no C compiler answers to '%s': install one (Debian: gcc), or name it in CC", name:match "%S+") end
    return name
end

local function levels_of(text) return #text < LARGE and {"-O2"} or #text < VERY_LARGE and {"-O2", "-Os"} or {"-Os"} end

-- Have the compiler make a shared object of the text; where it cannot, say why.
local function make(cc, level, text, object)
    local from, problem = disk.temporary(text)
    if not from then refuse("%s", problem) end
    local _ <close> = setmetatable({}, {__close = function() os.remove(from) end})
    local said, well
    for _, more in ipairs {OF_THIS_PROCESSOR, ""} do
        said, well = run(("%s %s %s %s %s -o %s -lm"):format(cc, level, more, FLAGS, quoted(from), quoted(object)))
        if well then return end
    end
    refuse("the compiler failed: %s", said:sub(1, 300))
end

-- Call f, which makes a file, with its path; where it raises, the file is gone, and the directory given too.
local function made(path, directory, f)
    local ok, why = errors.try(f, path)
    if ok then return path end
    os.remove(path)
    if directory then os.remove(directory) end
    error(why, 0)
end

local function given(place, problem) return place or refuse("%s", problem) end

-- The text, compiled for good: the path of the shared object in the directory that is this user's, where all processes of theirs find it.
local function kept(cc, level, mark, text)
    local name = ("%s/compiled-%s"):format(given(disk.own_directory()), mark)
    local path = name .. ".so"
    if disk.kind(path) == "file" then return path end
    local own = made(("%s-%x"):format(name, math.random(0) & 0xffffffffffff), nil, function(object) make(cc, level, text, object) end)
    local moved, refused = os.rename(own, path)
    if not moved then refuse("%s", refused) end
    return path
end

local objects = {} -- by the marks of their texts: they stay loaded

-- The text, compiled and loaded. What is not kept is in a directory of its own: one that others share could be gone before the linker writes there.
local function loaded(level, text, keep)
    local cc = compiler()
    local mark = fingerprint(cc .. level .. text)
    if objects[mark] and not keep then return objects[mark] end
    local object, problem
    if keep then
        object, problem = inner.generated.open(kept(cc, level, mark, text))
    else
        local directory = given(disk.temporary_directory())
        local path = made(directory .. "/compiled.so", directory, function(path) make(cc, level, text, path) end)
        object, problem = inner.generated.open(path)
        os.remove(path)
        os.remove(directory)
    end
    if not object then refuse("what was compiled cannot be loaded: %s", problem) end
    objects[mark] = object
    return object
end

-- ---- which is faster --------------------------------------------------------------------------------------------------------

local SECONDS <const>, ROUNDS <const> = 5e-4, 5
local FASTER <const> = 0.95

local function call_of(m, name, seed)
    local q, v = m:random_state(seed)
    if name == "mass_matrix" then
        local H = core.Matrix(m:nv(), m:nv())
        return function() return m:mass_matrix(q, H) end
    end
    local a, tau = v * 0.7, core.Vector(m:nv())
    return function() return m:inverse_dynamics(q, v, a, nil, tau) end
end

local function time(call)
    local started, calls = os.clock(), 0
    while os.clock() - started < SECONDS do
        for _ = 1, 32 do call() end
        calls = calls + 32
    end
    return (os.clock() - started) / calls * 1e9
end

local STATES <const> = 5
local OFF <const> = 1e-12 -- of the scale: rounding alone, on trees of any size

-- Does what was compiled give what the general one gives?
local function agrees(m, name, attach)
    for seed = 1, STATES do
        local call = call_of(m, name, seed)
        inner.generated.detach(m)
        local want = call():copy()
        attach()
        if not ((call() - want):norm() <= OFF * math.max(want:norm(), 1)) then return false end
    end
    return true
end

-- By turns the general one and each of a list of functions that attach another; and which of those is the fastest.
local function compare(m, name, attach)
    local call, told, best = call_of(m, name, 1), {general = math.huge, compiled = math.huge}, nil
    for _ = 1, ROUNDS do
        inner.generated.detach(m)
        told.general = math.min(told.general, time(call))
        for k, this in ipairs(attach) do
            this()
            local taken = time(call)
            if taken < told.compiled then told.compiled, best = taken, k end
        end
    end
    told.used = told.compiled < FASTER * told.general
    return told, attach[best]
end

-- One function alone, for how it is best built depends on how large it is.
local function text_of(m, model, name)
    local text = source.text(model, PREFIX, {name}, TURN)
    return source.header(m, model, PREFIX, {name}) .. text:gsub('#include "[^\n]*\n', "", 1)
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("compile", 0):expected("Model", m) end
    local place = arguments.at("compile", 1)
    said = said == nil and {} or place:options(said, FIELDS)
    local _ <close> = inner.locale.plain() -- C has points in its numbers
    local chosen, model = source.read(place, m, said.functions, NAMES)
    local keep, builds = said.keep ~= nil and place:field("keep"):boolean(said.keep), {}
    for _, name in ipairs(chosen) do
        local text = text_of(m, model, name)
        builds[name] = {}
        for k, level in ipairs(levels_of(text)) do
            local object = loaded(level, text, keep)
            builds[name][k] = function()
                local ok, problem = inner.generated.attach(m, object, name, PREFIX .. "_" .. name)
                if not ok then refuse("what was compiled cannot be loaded: %s", problem) end
            end
        end
    end
    local result, fastest = {}, {}
    local ok, problem = errors.try(function()
        for _, name in ipairs(chosen) do
            for _, attach in ipairs(builds[name]) do
                if not agrees(m, name, attach) then refuse("what was compiled of %s gives other numbers: that is a fault of the compiler, or ours", name) end
            end
            result[name], fastest[name] = compare(m, name, builds[name])
        end
    end)
    inner.generated.detach(m)
    if not ok then error(problem, 0) end
    for name, told in pairs(result) do
        if told.used then fastest[name]() end
    end
    return result
end
