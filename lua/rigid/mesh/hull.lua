-- The convex hull of a list of points, as lists.
local core = require "rigid.core"
local native = require "rigid.mesh.native"

return function(points)
    local packed, corners = {}, {}
    for i, p in ipairs(points) do packed[i] = ("ddd"):pack(p.x, p.y, p.z) end
    for i = 1, #points do corners[i] = ("I4I4I4"):pack(i - 1, i % #points, (i + 1) % #points) end
    local hull, faces = native.hull(table.concat(packed), table.concat(corners))
    if not hull then return nil, faces end
    local vertices, list = {}, {}
    for at = 1, #hull, 24 do
        local x, y, z = ("ddd"):unpack(hull, at)
        vertices[#vertices + 1] = core.Vec3(x, y, z)
    end
    for at = 1, #faces, 12 do
        local a, b, c = ("I4I4I4"):unpack(faces, at)
        list[#list + 1] = {a + 1, b + 1, c + 1}
    end
    return vertices, list
end
