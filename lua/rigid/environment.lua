-- What the modules of rigid have in the place of globals: the standard library as it was when rigid was first required, each
-- of its tables copied, so that nothing a user assigns (type = "revolute", table.concat = nil) changes what they do; and in _G
-- the user's globals, for what means those. The entry point takes it by name; every other module of rigid's gets it from the
-- require in here, which needs nothing either that a script may assign. Who requires one of them before rigid itself, as a
-- spec may, runs it in the globals.
-- A module of someone else's that we load gets a table of its own over this one.
local loaded <const>, preload <const>, usual_require <const> = package.loaded, package.preload, require

local FUNCTIONS <const> = [[_VERSION assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall print
    rawequal rawget rawlen rawset select setmetatable tonumber tostring type warn xpcall]]
local LIBRARIES <const> = "coroutine debug io math os package string table utf8"

local own <const>, libraries <const> = {_G = loaded._G}, {}
for name in FUNCTIONS:gmatch "%S+" do own[name] = _G[name] end
for name in LIBRARIES:gmatch "%S+" do
    own[name] = {}
    libraries[name] = own[name]
    for key, value in next, loaded[name] do own[name][key] = value end
end

local _ENV <const> = own -- luacheck: ignore 211

-- Our own directory comes first, wherever we were found.
local HERE <const> = debug.getinfo(1, "S").source:match "^@(.*)rigid/environment%.lua$"
local LUA <const> = (HERE and HERE .. "?.lua;" .. HERE .. "?/init.lua;" or "") .. package.path
local C <const> = package.cpath
own.package.path = LUA

local function loaded_or_refused(name, file, chunk, problem)
    if chunk then return chunk, file end
    error(("error loading module '%s' from file '%s':\n\t%s"):format(name, file, problem), 3)
end

-- What makes a module, and the file it comes from; nil for what is found in none of the usual ways.
local function loader_of(name)
    if preload[name] then return preload[name], ":preload:" end
    local file = package.searchpath(name, LUA)
    if file then
        local env = name:find "^rigid%." and own or setmetatable({}, {__index = own})
        return loaded_or_refused(name, file, loadfile(file, nil, env))
    end
    file = not name:find "%-" and package.searchpath(name, C)
    if file then return loaded_or_refused(name, file, package.loadlib(file, "luaopen_" .. name:gsub("%.", "_"))) end
end

-- As Lua's own, which is asked where we do not find the module: it knows what else a script may have set up.
function own.require(name)
    if libraries[name] then return libraries[name] end
    if loaded[name] ~= nil then return loaded[name] end
    local loader, file = loader_of(name)
    if not loader then return (usual_require(name)) end
    local value = loader(name, file)
    if value ~= nil then loaded[name] = value end
    if loaded[name] == nil then loaded[name] = true end
    return loaded[name]
end

return own
