-- usage: rigid tools/manual/build.lua PROGRAM DIRECTORY
-- Writes the manual pages and the completions of the shells below DIRECTORY, laid out as PREFIX/share has them.
package.path = arg[0]:match "^(.*)/" .. "/?.lua;" .. package.path
if not pcall(require, "argparse") then -- without which the commands say nothing of themselves
    io.stderr:write "going on without manual pages and completions: they need argparse (Debian: lua-argparse; LuaRocks: argparse)\n"
    os.exit(true)
end
local help, pages, completions = require "help", require "pages", require "completions"

local program, directory = table.unpack(arg, 1, 2)
assert(directory, "usage: rigid tools/manual/build.lua PROGRAM DIRECTORY")

local function write(path, text)
    local file = assert(io.open(directory .. "/" .. path, "w"))
    assert(file:write(text))
    assert(file:close())
end

local found = {}
for i, name in ipairs(help.commands()) do
    found[i] = help.of_command(program, name)
    found[i].options = help.options_in(found[i])
end
local options, version = help.options(program), rigid.version -- luacheck: ignore 113

local PLACES <const> = {"man/man1", "bash-completion/completions", "zsh/site-functions", "fish/vendor_completions.d"}
for _, place in ipairs(PLACES) do assert(os.execute(("mkdir -p '%s/%s'"):format(directory, place))) end
write("man/man1/rigid.1", pages.of_program(options, found, version))
for _, command in ipairs(found) do write(("man/man1/rigid-%s.1"):format(command.name), pages.of_command(command, version)) end
write("bash-completion/completions/rigid", completions.bash(options, found))
write("zsh/site-functions/_rigid", completions.zsh(options, found))
write("fish/vendor_completions.d/rigid.fish", completions.fish(options, found))
