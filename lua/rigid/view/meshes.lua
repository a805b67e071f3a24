-- The meshes of a page: each file is read once, by rigid.load_mesh's reader, whatever its format. A vertex is kept on a grid
-- of 65536 steps along each side of the box around the mesh, finer than a pixel, which makes it six bytes; a normal of the
-- file's, on one of 255 steps, three.
local core = require "rigid.core"
local loader = require "rigid.mesh.load"
local base64 = require "rigid.base64"

local meshes = {}
meshes.__index = meshes

local STEPS <const> = 65535
local TRIANGLES <const> = 3000000 -- of all meshes together: some 100 MB of page
local CHUNK <const> = 240 -- numbers that are unpacked at once; in threes

local LISTED <const> = 200 -- of the files that are not there

function meshes.new() return setmetatable({list = {}, known = {}, triangles = 0, asked = {}, count = 0, lacking = {}}, meshes) end

-- Packed numbers of a format, mapped one by one with their axis (1 to 3), and packed in another.
local function repacked(text, from, size, to, map)
    local parts = {}
    for first = 1, #text, CHUNK * size do
        local count = math.min(CHUNK, (#text - first + 1) // size)
        local list = {from:rep(count):unpack(text, first)}
        for i = 1, count do list[i] = map(list[i], (i - 1) % 3 + 1) end
        parts[#parts + 1] = ("<" .. to:rep(count)):pack(table.unpack(list, 1, count))
    end
    return base64(table.concat(parts))
end

local function onto_grid(low, high)
    return function(x, k)
        local span = high[k] - low[k]
        return span > 0 and math.max(0, math.min(STEPS, math.floor((x - low[k]) / span * STEPS + 0.5))) or 0
    end
end

local function to_step(x) return x == x and math.floor(math.max(-1, math.min(1, x)) * 127 + 0.5) or 0 end
local function same(i) return i end

-- Runs of faces in one colour: {first, count, color}; faces count from 0.
local function runs(parts)
    local list, last = {}, nil
    for _, part in ipairs(parts or {}) do
        local key = part.color and table.concat(part.color, " ") or ""
        if last and last.key == key then
            last.count = last.count + part.count
        else
            last = {first = part.first - 1, count = part.count, color = part.color, key = key}
            list[#list + 1] = last
        end
    end
    for _, run in ipairs(list) do run.key = nil end
    return list
end

-- Without normals of its own a mesh needs each place only once: the page makes normals of the faces that meet there.
local function arrays(mesh)
    if mesh.normals then return mesh.positions, mesh.corners, repacked(mesh.normals, "f", 4, "b", to_step) end
    local native = require "rigid.mesh.native"
    local points, corners = native.weld(mesh.points, mesh.corners, 0)
    return native.singles(points), corners
end

local function describe(mesh, name)
    local low, high = mesh.low:table(), mesh.high:table()
    local positions, corners, normals = arrays(mesh)
    local wide = #positions // 12 > STEPS
    return {
        name = name, vertices = #positions // 12, triangles = #corners // 12, low = low, high = high, wide = wide,
        positions = repacked(positions, "f", 4, "I2", onto_grid(low, high)), indices = repacked(corners, "I4", 4, wide and "I4" or "I2", same),
        normals = normals, parts = runs(mesh.parts),
    }
end

local function first_line(text) return (text:match "^[^\n]*") end

-- A new mesh of the list: its number, or nil and why not, in a line.
function meshes:read(filename, scale, file)
    local said = {scale = scale and core.Vec3(scale) or core.Vec3(1, 1, 1), directory = file and (file:match "^(.*)/" or ".")}
    for k = 1, 3 do
        if said.scale[k] == 0 then return nil, "its scale is zero" end
    end
    local ok, mesh, problem, short = pcall(loader.try, filename, said)
    if not ok then mesh, problem = nil, tostring(mesh) end -- its C module is not built, say
    if not mesh then return nil, short or first_line(problem) end
    self.triangles = self.triangles + mesh.face_count
    if self.triangles > TRIANGLES then
        self.triangles = self.triangles - mesh.face_count
        return nil, ("its %d triangles would make the page too large"):format(mesh.face_count)
    end
    self.list[#self.list + 1] = describe(mesh, filename:match "[^/\\]+$" or filename)
    return #self.list - 1
end

-- The number of a mesh, from 0, or nil and why it cannot be shown. filename is as the robot's file says it, relative to that.
function meshes:find(filename, scale, file)
    local key = ("%s|%s|%s"):format(filename, scale and table.concat(scale, " ") or "", file and file:match "^.*/" or "")
    if not self.known[key] then
        local number, problem = self:read(filename, scale, file)
        self.known[key] = {number = number, problem = problem}
    end
    return self.known[key].number, self.known[key].problem
end

-- A link is to be seen as that file, which could be read, or not because of that problem.
function meshes:wanted(link, filename, problem)
    local entry = self.asked[filename]
    if not entry then
        entry = {name = filename, links = {}, problem = problem}
        self.asked[filename], self.count = entry, self.count + 1
        if problem then table.insert(self.lacking, entry) end
    end
    if entry.links[#entry.links] ~= link then table.insert(entry.links, link) end
end

local function hint_for(name)
    if name:find "^package:" then return "set ROS_PACKAGE_PATH (or AMENT_PREFIX_PATH) to where the packages are" end
    if name:find "^model:" then return "set GZ_SIM_RESOURCE_PATH (or GAZEBO_MODEL_PATH) to where the models are" end
    return "they are looked for from the robot's file on"
end

-- What the page is told of the files that are wanted for visuals and could not be read; nil where all could.
function meshes:missing()
    local count = #self.lacking
    if count == 0 then return nil end
    return {count = count, of = self.count, hint = hint_for(self.lacking[1].name), list = table.move(self.lacking, 1, math.min(count, LISTED), 1, {})}
end

return meshes
