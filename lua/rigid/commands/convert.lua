-- rigid convert FROM TO: a robot file in another format, and one line that proves what was written. The proof goes to standard output,
-- what is wrong to standard error.
local settings = require "rigid.display.settings"
local PROVEN <const>, DIFFERS <const>, FAILED <const> = 0, 1, 2

local MANUAL <const> = [[
NAME
  rigid convert - write a robot file in another format, and prove it

SYNOPSIS
  rigid convert [OPTION]... FROM TO

DESCRIPTION
  Reads FROM (URDF, SDF, MJCF, RBDL Lua, rigid's own Lua; told by what it
  holds), writes TO in the format that its name ends in (.urdf, .sdf, .xml for
  MJCF, .lua), reads that again, and compares the mass matrix and the bias
  forces of the two in 1000 random states; then what links weigh and where they
  are, limits, springs, dampers, friction, loops, actuators, keyframes and what
  is drawn. What TO's format has no word for is named. Files of meshes are
  referred to as FROM has them, unless they are to be copied.

OPTIONS
  --floating      let the base move freely
  --assemble      put in what <attach> and <replicate> of MJCF ask for, as MuJoCo
                  does; without it they are refused
  --simplify      weld what is welded: links on fixed joints become part of the
                  link that carries them
  --meshes        copy the files of meshes into NAME_meshes beside TO (NAME.xml)
                  with the materials and pictures that they ask for; where one
                  is not found nothing is written
  --units UNITS   what FROM is in where that is not metres and kilograms: a
                  length (mm, cm, in, ft), a mass (g, t, lb), or both (mm,g);
                  moments, efforts and dampers are then in these too, and so is
                  a gravity other than 9.81 and 9.8
  --format NAME   what TO is: urdf, sdf, mjcf, rigid
  -q, --quiet     say nothing where the proof holds
  -h, --help      this text

EXIT STATUS
  0  the two files agree to 1e-10 of the scale, and nothing else differs
  1  they do not
  2  a file cannot be read or written, or the call is wrong

EXAMPLES
  rigid convert robot.urdf robot.xml
  rigid convert --floating dog.urdf dog.sdf
  rigid convert --units mm,g --meshes cad.urdf arm.xml
]]

local function complain(text, ...)
    io.stderr:write(settings.folded("rigid convert: " .. (select("#", ...) > 0 and text:format(...) or text), 2), "\n")
    return FAILED
end

local function parser()
    local found, argparse = pcall(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid convert":add_help(false)
    p:argument "file":args "*"
    for _, flag in ipairs {"--floating", "--assemble", "--simplify", "--meshes", "-q --quiet", "-h --help"} do p:flag(flag) end
    p:option "--format":choices(require("rigid.files.formats").written)
    p:option "--units"
    return p
end

return function(_, ...)
    local p = parser()
    if not p then return complain "the command line needs argparse (Debian: lua-argparse; LuaRocks: argparse)" end
    local ok, options = p:pparse {...}
    if not ok then return complain("%s\nTry 'rigid convert --help'.", options) end
    if options.help then
        io.stdout:write(MANUAL)
        return PROVEN
    end
    if #options.file ~= 2 then return complain("it takes two files, FROM and TO, and got %d\nTry 'rigid convert --help'.", #options.file) end
    local rigid = require "rigid" -- luacheck: ignore 211
    local done, sentence, holds = pcall(require("rigid.files.convert").files, options.file[1], options.file[2], options)
    if not done then return complain("%s", tostring(sentence)) end
    if not (holds and options.quiet) then io.stdout:write(settings.folded(sentence, 1), "\n") end
    return holds and PROVEN or DIFFERS
end
