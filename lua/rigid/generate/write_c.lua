-- m:write_c{functions =, name =, dir =}: a robot's algorithms as one file of C99 that needs nothing but the sine and cosine of the C
-- library, a header, and a program that holds them against numbers recorded from the model itself.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local disk = require "rigid.files.disk"
local inner = debug.getmetatable(core).inner
local source = require "rigid.generate.source"

local FIELDS = arguments.fields "functions name dir"

-- ---- the program that tests it ------------------------------------------------------------------------------------------------

local function list(values)
    local out = {}
    for k = 1, #values do out[k] = ("(%%s_real)%.17g"):format(values[k]) end
    return table.concat(out, ", ")
end

-- One call with numbers of a state, and what the model itself gives there.
local function case(m, model, prefix, name, seed)
    local f = source.functions[name]
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
    if not prefix:find "^[A-Za-z][A-Za-z0-9_]*$" or #prefix > LONGEST then
        place:field("name"):bad("a name in C expected (at most %d letters, digits, _), got '%s'", LONGEST, prefix)
    end
    if prefix == "math" or prefix == "stdio" then place:field("name"):bad("'%s.h' is a header of C's own", prefix) end
    if type(dir) ~= "string" or disk.kind(dir) ~= "directory" then place:field("dir"):expected("a directory that is there", dir) end
    return prefix, dir, source.read(place, m, said.functions)
end

return function(m, said)
    if core.type(m) ~= "Model" then arguments.at("write_c", 0):expected("Model", m) end
    local _ <close> = inner.locale.plain() -- C has points in its numbers
    local prefix, dir, chosen, model = read(m, said)
    local files = {
        {dir .. "/" .. prefix .. ".h", source.header(m, model, prefix, chosen)}, {dir .. "/" .. prefix .. ".c", source.text(model, prefix, chosen)},
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
