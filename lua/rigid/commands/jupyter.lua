-- rigid jupyter --install: makes notebooks of rigid possible: a kernel of Jupyter's, which is the program itself behind a few
-- lines of Python.
local settings = require "rigid.display.settings"
local PROVEN <const>, FAILED <const>, MISUSED <const> = 0, 1, 2

local MANUAL <const> = [[
NAME
  rigid jupyter - notebooks: a kernel for Jupyter

SYNOPSIS
  rigid jupyter --install [--prefix DIR]
  rigid jupyter --remove [--prefix DIR]

DESCRIPTION
  Writes the description of a kernel where Jupyter looks for it, so that a
  notebook's cells are run as if they were typed at the prompt: each expression
  shows its value, matrices and inertias as tables, plots as pictures, robots
  in 3D. Tab completes, Shift-Tab shows the reference, the stop button is
  Ctrl-C. Needs ipykernel (Debian: python3-ipykernel) and dkjson (lua-dkjson).

OPTIONS
  --install       into $JUPYTER_DATA_DIR, $XDG_DATA_HOME/jupyter or
                  ~/.local/share/jupyter
  --remove        take it away again
  --prefix DIR    DIR/share/jupyter in place of these
  -h, --help      this text

EXAMPLES
  rigid jupyter --install
  jupyter notebook
]]

local function complain(code, text, ...)
    io.stderr:write(settings.folded("rigid jupyter: " .. text:format(...), 2), "\n")
    return code
end

local function parser()
    local found, argparse = pcall(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid jupyter":add_help(false)
    p:mutex(p:flag "--install", p:flag "--remove")
    p:option "--prefix":argname "DIR"
    p:flag "-h --help"
    return p
end

-- Where kernels are described; nil where no variable tells.
local function place(prefix)
    local data, shared, home = os.getenv "JUPYTER_DATA_DIR", os.getenv "XDG_DATA_HOME", os.getenv "HOME"
    local root = prefix and prefix .. "/share/jupyter" or data
        or shared and shared:find "^/" and shared .. "/jupyter" or home and home .. "/.local/share/jupyter"
    return root and root .. "/kernels/rigid"
end

-- The program itself, as it was called; by its whole path where that was one.
local function own_path()
    local words, called, i = _G.arg, "rigid", 0
    while words[i] do
        called, i = words[i], i - 1
    end
    if not called:find "/" or called:find "^/" then return called end
    local pipe = io.popen("pwd", "r")
    local here = pipe:read "l"
    pipe:close()
    return here .. "/" .. called
end

local function install(console, directory)
    local json = require "dkjson"
    local disk = require "rigid.files.disk"
    local source = package.searchpath("rigid.prompt.kernel", (package.path:gsub("%.lua", ".py")))
    if not source then return complain(FAILED, "the file of the kernel, rigid/prompt/kernel.py, is not installed") end
    if not console.make_directory(directory) then return complain(FAILED, "the directory %s cannot be made", directory) end
    local description = {
        argv = {"python3", directory .. "/kernel.py", "-f", "{connection_file}"}, display_name = "rigid (Lua)", language = "lua",
        interrupt_mode = "signal", env = {RIGID = own_path()},
    }
    for name, text in pairs {["kernel.py"] = assert(disk.read(source, 1)), ["kernel.json"] = json.encode(description, {indent = true}) .. "\n"} do
        local ok, problem = disk.write(directory .. "/" .. name, text)
        if not ok then return complain(FAILED, "%s: %s", directory .. "/" .. name, problem) end
    end
    io.stdout:write("the kernel is in ", directory, "; 'jupyter notebook' offers it as rigid (Lua)\n")
    return PROVEN
end

local function remove(directory)
    local gone = os.remove(directory .. "/kernel.json")
    os.remove(directory .. "/kernel.py")
    os.remove(directory)
    if not gone then return complain(FAILED, "there is no kernel in %s", directory) end
    io.stdout:write("the kernel in ", directory, " is gone\n")
    return PROVEN
end

return function(console, ...)
    local p = parser()
    if not p then return complain(FAILED, "the command line needs argparse (Debian: lua-argparse; LuaRocks: argparse)") end
    local ok, said = p:pparse {...}
    if not ok then return complain(MISUSED, "%s\nTry 'rigid jupyter --help'.", said) end
    if said.help then
        io.stdout:write(MANUAL)
        return PROVEN
    end
    if not (said.install or said.remove) then return complain(MISUSED, "--install or --remove is needed\nTry 'rigid jupyter --help'.") end
    local directory = place(said.prefix)
    if not directory then return complain(FAILED, "neither HOME nor JUPYTER_DATA_DIR is set; --prefix says where") end
    if said.install then return install(console, directory) end
    return remove(directory)
end
