-- m:write_c{functions =, name =, dir =}: a robot's algorithms as one file of C99 that needs nothing but the sine and cosine of the C
-- library, a header, and a program that holds them against numbers recorded from the model itself.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local inner = debug.getmetatable(core).inner
local algorithms = require "rigid.generate.algorithms"
local numbers = require "rigid.generate.numbers"

local FIELDS = arguments.fields "functions name dir"

-- What each takes besides q and gives, and what the header says of it.
local functions = {
    inverse_dynamics = {"v", "a", gives = "tau", says = "the forces and torques at the joints that give the acceleration a, N and N m"},
    forward_dynamics = {"v", "tau", gives = "a", says = "the acceleration that tau gives; not finite where a joint moves no inertia"},
    bias_forces = {"v", gives = "tau", says = "what velocities and gravity take of the joints, N and N m"},
    gravity_forces = {gives = "tau", says = "what gravity takes of the joints, N and N m"},
    mass_matrix = {gives = "H", square = true, says = "the joint-space inertia, row by row, rotors included"},
}
local NAMES = {"inverse_dynamics", "forward_dynamics", "bias_forces", "gravity_forces", "mass_matrix"}
for i, name in ipairs(NAMES) do NAMES[name] = i end

local function size_of(model, letter) return letter == "q" and model.nq or letter == "H" and model.nv * model.nv or model.nv end

local function signature(model, prefix, name)
    local f, parts = functions[name], {}
    for _, letter in ipairs {"q", table.unpack(f)} do parts[#parts + 1] = ("const %s_real %s[%d]"):format(prefix, letter, size_of(model, letter)) end
    parts[#parts + 1] = ("%s_real %s[%d]"):format(prefix, f.gives, size_of(model, f.gives))
    return ("void %s_%s(%s)"):format(prefix, name, table.concat(parts, ", "))
end

local function body(model, prefix, name)
    local f, program, given = functions[name], numbers.program(), {}
    for _, letter in ipairs {"q", table.unpack(f)} do
        local list = {}
        for k = 1, size_of(model, letter) do list[k] = numbers.input(program, ("%s[%d]"):format(letter, k - 1)) end
        given[#given + 1] = list
    end
    local outputs = {}
    for k, node in ipairs(algorithms[name](model, table.unpack(given))) do outputs[k] = {("%s[%d]"):format(f.gives, k - 1), node} end
    local lines, operations = numbers.write(program, outputs)
    local unused = {}
    for _, letter in ipairs {"q", table.unpack(f)} do unused[#unused + 1] = ("(void)%s"):format(letter) end
    return ("/* %d operations */\n%s {\n    %s;\n%s\n}\n"):format(operations, signature(model, prefix, name), table.concat(unused, ", "),
        table.concat(lines, "\n"))
end

-- A name within a comment: what would begin or end one, or stand for another letter, is put apart.
local function in_comment(name)
    return (name:gsub("%c", "?"):gsub("/%*", "/ *"):gsub("%*/", "* /"):gsub("%?%f[?]", "? "))
end

-- Which numbers of q and v are whose.
local function shapes(m)
    local lines = {}
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        if joint.v and joint.nv > 0 then
            lines[#lines + 1] = ("   %s: %s, q[%d..%d], v[%d..%d]"):format(in_comment(name), joint.type, joint.q - 1,
                joint.q + joint.nq - 2, joint.v - 1, joint.v + joint.nv - 2)
        end
    end
    return table.concat(lines, "\n")
end

local function header(m, model, prefix, chosen)
    local guard, lines = prefix:upper() .. "_H", {}
    for _, name in ipairs(chosen) do
        lines[#lines + 1] = ("/* %s */\n%s;\n"):format(functions[name].says, signature(model, prefix, name))
    end
    return ([[
/* %s, written by rigid: %d numbers in q, %d in v. SI units: m, rad, kg, s; a quaternion has w first, and a floating body the twist in
   its own axes, linear first. Arrays that are written must not overlap those that are read.
%s */
#ifndef %s
#define %s

/* Compile with -D%s_FLOAT for single precision. */
#ifdef %s_FLOAT
typedef float %s_real;
#else
typedef double %s_real;
#endif

#ifdef __cplusplus
extern "C" {
#endif

%s
#ifdef __cplusplus
}
#endif

#endif
]]):format(in_comment(m:name()), model.nq, model.nv, shapes(m), guard, guard, prefix:upper(), prefix:upper(), prefix, prefix,
        table.concat(lines, "\n"))
end

local function source(model, prefix, chosen)
    local parts = {}
    for _, name in ipairs(chosen) do parts[#parts + 1] = body(model, prefix, name) end
    return ([[
/* Written by rigid; see %s.h. */
#include "%s.h"

#include <math.h>

typedef %s_real T;
#define R(x) ((T)(x))
#ifdef %s_FLOAT
#define SIN sinf
#define COS cosf
#else
#define SIN sin
#define COS cos
#endif

%s]]):format(prefix, prefix, prefix, prefix:upper(), table.concat(parts, "\n"))
end

-- ---- the program that tests it ------------------------------------------------------------------------------------------------

local function list(values)
    local out = {}
    for k = 1, #values do out[k] = ("(%%s_real)%.17g"):format(values[k]) end
    return table.concat(out, ", ")
end

-- One call with numbers of a state, and what the model itself gives there.
local function case(m, model, prefix, name, seed)
    local f = functions[name]
    local q, v = m:random_state(seed)
    local other = {}
    for k = 1, model.nv do other[k] = math.sin(k + seed) end
    local given = {q = q, v = v, a = other, tau = other}
    local takes, parts, call = {q}, {}, {}
    for i, letter in ipairs {"q", table.unpack(f)} do
        takes[i] = given[letter]
        parts[#parts + 1] = ("        static const %s_real %s[] = {%s};"):format(prefix, letter, (list(given[letter]):gsub("%%s", prefix)))
        call[i] = letter
    end
    local want = {}
    local result = m[name](m, table.unpack(takes))
    if f.square then
        for _, row in ipairs(result:table()) do table.move(row, 1, #row, #want + 1, want) end
    else
        want = result:table()
    end
    parts[#parts + 1] = ("        static const %s_real want[] = {%s};"):format(prefix, (list(want):gsub("%%s", prefix)))
    parts[#parts + 1] = ("        %s_real got[%d];"):format(prefix, #want)
    parts[#parts + 1] = ("        %s_%s(%s, got);"):format(prefix, name, table.concat(call, ", "))
    parts[#parts + 1] = ('        failures += differ("%s", got, want, %d);'):format(name, #want)
    return "    {\n" .. table.concat(parts, "\n") .. "\n    }"
end

local function harness(m, model, prefix, chosen)
    local cases = {}
    for _, name in ipairs(chosen) do
        for seed = 1, 3 do cases[#cases + 1] = case(m, model, prefix, name, seed) end
    end
    return (([[
/* Written by rigid: holds PREFIX.c against numbers recorded from the model. */
#include "PREFIX.h"

#include <math.h>
#include <stdio.h>

#ifdef UPPER_FLOAT
#define TOLERANCE 2e-3
#else
#define TOLERANCE 1e-10
#endif

static int differ(const char *name, const PREFIX_real *got, const PREFIX_real *want, int count) {
    double scale = 1e-300, worst = 0;
    int i;
    for (i = 0; i < count; i++)
        if (fabs((double)want[i]) > scale)
            scale = fabs((double)want[i]);
    for (i = 0; i < count; i++) {
        const double off = fabs((double)got[i] - (double)want[i]) / scale;
        if (!(off <= worst))
            worst = off;
    }
    if (worst <= TOLERANCE)
        return 0;
    printf("%s is off by %g of its scale\n", name, worst);
    return 1;
}

int main(void) {
    int failures = 0;
CASES
    if (failures)
        printf("%d calls are off\n", failures);
    else
        printf("all calls agree\n");
    return failures != 0;
}
]]):gsub("%u+", {PREFIX = prefix, UPPER = prefix:upper(), CASES = table.concat(cases, "\n")}))
end

-- ---- what may be asked for ------------------------------------------------------------------------------------------------------

local LONGEST <const> = 64 -- letters of a name: the file's and the functions'

local function read(m, said)
    local place = arguments.at("write_c", 1)
    said = place:options(said, FIELDS)
    local prefix, dir = place:field("name"):text(said.name == nil and "robot" or said.name, "a name"), said.dir == nil and "." or said.dir
    if not prefix:find "^[A-Za-z][A-Za-z0-9_]*$" or #prefix > LONGEST then place:field("name"):bad("a name in C expected (at most %d letters, digits, _), got '%s'", LONGEST, prefix) end
    if prefix == "math" or prefix == "stdio" then place:field("name"):bad("'%s.h' is a header of C's own", prefix) end
    if type(dir) ~= "string" or disk.kind(dir) ~= "directory" then place:field("dir"):expected("a directory that is there", dir) end
    local chosen, here = {}, place:field "functions"
    if said.functions == nil then said.functions = {table.unpack(NAMES)} end
    for i = 1, here:list(said.functions, "list of functions") do
        local name = here:entry(i):word(said.functions[i], NAMES)
        if chosen[name] then here:entry(i):bad("'%s' is asked for already", name) end
        chosen[i], chosen[name] = name, true
    end
    if #chosen == 0 then here:bad "at least one function expected, got an empty list" end
    if m:nv() == 0 then place:bad "a model with joints that move expected: arrays of no numbers are none in C" end
    if #m:loops() > 0 then place:bad "a model with loops has no closed form to be written: remove_loop them, or ask constrained_dynamics" end
    local bodies, gravity, mimics = inner.bodies.list(m)
    if mimics then
        for i, name in ipairs(chosen) do
            if name == "forward_dynamics" then
                here:entry(i):bad "joints that follow others share numbers: forward dynamics then needs the mass matrix solved; write that one"
            end
        end
    end
    return prefix, dir, chosen, {bodies = bodies, gravity = {gravity.x, gravity.y, gravity.z}, nq = m:nq(), nv = m:nv()}
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("write_c", 0):expected("Model", m) end
    local _ <close> = inner.locale.plain() -- C has points in its numbers
    local prefix, dir, chosen, model = read(m, said)
    local files = {
        {dir .. "/" .. prefix .. ".h", header(m, model, prefix, chosen)}, {dir .. "/" .. prefix .. ".c", source(model, prefix, chosen)},
        {dir .. "/" .. prefix .. "_test.c", harness(m, model, prefix, chosen)},
    }
    local paths = {}
    for i, file in ipairs(files) do
        local written, problem = disk.write(file[1], file[2])
        if not written then arguments.no_answer("write_c", ("%s: %s"):format(file[1], problem)) end
        paths[i] = file[1]
    end
    return paths
end
