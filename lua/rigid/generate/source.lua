-- A robot's algorithms as text: one file of C99 that needs nothing but the sine and cosine of the C library, and its header. For m:write_c,
-- which writes them, and m:compile, which has them compiled.
local core = require "rigid.core"
local algorithms = require "rigid.generate.algorithms"
local numbers = require "rigid.generate.numbers"
local inner = debug.getmetatable(core).inner

local source = {}

-- What each takes besides q and gives, and what the header says of it.
local functions = {
    inverse_dynamics = {"v", "a", gives = "tau", says = "the forces and torques at the joints that give the acceleration a, N and N m"},
    forward_dynamics = {"v", "tau", gives = "a", says = "the acceleration that tau gives; not finite where a joint moves no inertia"},
    bias_forces = {"v", gives = "tau", says = "what velocities and gravity take of the joints, N and N m"},
    gravity_forces = {gives = "tau", says = "what gravity takes of the joints, N and N m"},
    mass_matrix = {gives = "H", square = true, says = "the joint-space inertia, row by row, rotors included"},
}
source.functions = functions

local NAMES = {"inverse_dynamics", "forward_dynamics", "bias_forces", "gravity_forces", "mass_matrix"}
for i, name in ipairs(NAMES) do NAMES[name] = i end

local function size_of(model, letter) return letter == "q" and model.nq or letter == "H" and model.nv * model.nv or model.nv end

local function signature(model, prefix, name)
    local f, parts = functions[name], {}
    for _, letter in ipairs {"q", table.unpack(f)} do parts[#parts + 1] = ("const %s_real %s[%d]"):format(prefix, letter, size_of(model, letter)) end
    parts[#parts + 1] = ("%s_real %s[%d]"):format(prefix, f.gives, size_of(model, f.gives))
    return ("void %s_%s(%s)"):format(prefix, name, table.concat(parts, ", "))
end

local function body(model, prefix, name, lanes, wide)
    local f, program, given = functions[name], numbers.program(), {}
    for _, letter in ipairs {"q", table.unpack(f)} do
        local list = {}
        for k = 1, size_of(model, letter) do list[k] = numbers.input(program, ("%s[%d]"):format(letter, k - 1)) end
        given[#given + 1] = list
    end
    local outputs = {}
    given[#given + 1] = wide
    for k, node in ipairs(algorithms[name](model, table.unpack(given))) do outputs[k] = {("%s[%d]"):format(f.gives, k - 1), node} end
    local lines, operations = numbers.write(program, outputs, lanes)
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

function source.header(m, model, prefix, chosen)
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

-- Sines and cosines, one after the other.
local TURN <const> = [[
typedef T TURNS;
static void turn(const T *angle, T *sine, T *cosine, int count) {
    int k;
    for (k = 0; k < count; k++)
        sine[k] = SIN(angle[k]), cosine[k] = COS(angle[k]);
}
]]

-- turn: {text =, lanes =}, how sines and cosines are made, several to a number; one after the other unless said. With it limbs that are built
-- alike go abreast, in numbers T2 and T4, which its text says.
function source.text(model, prefix, chosen, turn)
    local parts = {}
    for _, name in ipairs(chosen) do parts[#parts + 1] = body(model, prefix, name, turn and turn.lanes or 1, turn and name == "inverse_dynamics" or nil) end
    local bodies = table.concat(parts, "\n")
    local turns = (turn or bodies:find("turn(angle", 1, true)) and (turn and turn.text or TURN) .. "\n" or ""
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

%s%s]]):format(prefix, prefix, prefix, prefix:upper(), turns, bodies)
end

-- ---- what may be asked for ------------------------------------------------------------------------------------------------

-- Which functions are asked for at a place, of `names`, all unless said; and the model, as the algorithms take it.
function source.read(place, m, said, names)
    names = names or NAMES
    local chosen, here = {}, place:field "functions"
    if said == nil then said = {table.unpack(names)} end
    for i = 1, here:list(said, "list of functions") do
        local name = here:entry(i):word(said[i], names)
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
    return chosen, {bodies = bodies, gravity = {gravity.x, gravity.y, gravity.z}, nq = m:nq(), nv = m:nv()}
end

return source
