-- Where a function of the reference is written: {file, line}, of what stands in src/bind as a row of a class's table, or in
-- lua/rigid/init.lua as what is loaded when it is first called. Nil where that does not tell.
local html = require "tools.doc.html"

local places = {}

-- Of which files of src/bind a class is made, by how their names begin.
local FILES <const> = {
    Vec3 = "vec3", Matrix = "matrix decompositions", Vector = "vector", Rotation = "rotation", Transform = "transform", Quaternion = "quaternion",
    SpatialMotion = "spatial", Twist = "spatial", SpatialAcc = "spatial", SpatialForce = "spatial", Wrench = "spatial", SpatialMomentum = "spatial",
    RotationalInertia = "rotational_inertia", SpatialInertia = "inertia shapes regressor pseudo criticize", ABI = "abi",
    MassMatrix3 = "mass_matrix", Inertial = "inertial", Model = "model loops contact batch identification reach regressor stepper",
}

local function line_of(text, at) return select(2, text:sub(1, at):gsub("\n", "")) + 1 end

local function bindings()
    local list = {}
    for _, path in ipairs(html.lines_of "ls src/bind/*.c | LC_ALL=C sort") do list[#list + 1] = {path = path, text = html.read(path)} end
    return list
end

local function belongs(path, class)
    local stem = path:match "([^/]+)%.c$"
    for begins in (FILES[class] or ""):gmatch "%S+" do
        if stem:sub(1, #begins) == begins and (begins ~= "inertia" or stem ~= "inertial") then return true end
    end
    return false
end

-- The function in C that has a row under that name in a file of the class; nil where none has, or more than one.
local function in_c(files, class, name)
    local found
    for _, file in ipairs(files) do
        local written = belongs(file.path, class) and file.text:match(('ROW%%("%s", ([%%w_]+),'):format(name))
        local at = written and file.text:find("static int " .. written .. "(lua_State", 1, true)
        if at and found then return nil end
        if at then found = {file = file.path, line = line_of(file.text, at)} end
    end
    return found
end

local OWNERS <const> = {model = "Model:", inertia = "SpatialInertia:", rigid = "rigid."}

-- The modules in which lua/rigid/init.lua says that functions are, by full name.
local function in_lua()
    local list = {}
    for owner, name, module in html.read "lua/rigid/init.lua":gmatch 'later%((%a+), %u+, "([%w_]+)", "([%w_.]+)"' do
        local path = "lua/" .. module:gsub("%.", "/") .. ".lua"
        if not html.read(path) then path = path:gsub("%.lua$", "/init.lua") end
        if OWNERS[owner] and html.read(path) then list[OWNERS[owner] .. name] = {file = path, line = 1} end
    end
    return list
end

-- The places of all entries, by their names.
function places.of(entries)
    local files, list = bindings(), in_lua()
    for _, entry in ipairs(entries) do
        if entry.class and entry.kind ~= "class" and not list[entry.name] then list[entry.name] = in_c(files, entry.class, entry.short) end
    end
    return list
end

return places
