---@meta rigid.mesh
-- The typed reference: triangles from files. How it is written: see module.lua.

local rigid = {}

---The triangles of a mesh file: STL (text or binary), OBJ, PLY or Collada (.dae), read through assimp. A table with
---
---vertices, faces: lists of Vec3 (m) and of {i, j, k} from 1, counter-clockwise seen from outside, each place once, as
---SpatialInertia.mesh takes them; made when first asked for.
---positions, corners: the same for drawing, packed as this machine has it: three float32 for each vertex, three uint32 (from 0)
---for each face, vertices as the file parts them; normals (three float32) and colors (four, red to alpha), for each vertex, or
---nil where the file has none. points: the positions in double precision.
---parts: a list of {name=, first=, count=, color={r, g, b, a} or nil}: faces first to first + count - 1 are one part of the
---file, in one material. vertex_count, face_count; low, high: the corners of the box around it; path; format.
---
---Units and axes: coordinates come as the file has them, times scale. A Collada file says its unit (mesh.unit, in metres),
---which is applied, and its up axis (mesh.up_axis), which is not: its axes are taken as they are, as RViz and Gazebo take
---them. up = "z" turns the up axis to z, as Collada means it. Placements inside of the file are applied. A scale that mirrors
---keeps faces counter-clockwise. Assimp holds coordinates in single precision: far from the origin they are coarse.
---@param path string a path, or a URI as URDF has them: see rigid.resolve_mesh
---@param options? {scale?:number|rigid.Vec3Like,directory?:string,up?:"file"|"z"} factors along the axes, of either sign, from 1e-20 to 1e20; where the URI is from
---@return table mesh
---Errors: refuses a file that is missing (with all places tried), is larger than 512 MB, is none of the four formats, is
---malformed (with the path and assimp's reason), holds no triangle, or a coordinate that is not finite. Where rigid was built
---without assimp, says which package to install.
---Example:
---```lua
---local path = os.tmpname() .. ".obj"
---local file = io.open(path, "w")
---file:write "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
---file:close()
---local mesh = rigid.load_mesh(path, {scale = 0.1})
---print(#mesh.vertices, mesh.face_count, mesh.high)  --> 4  4  Vec3(0.1, 0.2, 0.3)
---local M = SpatialInertia.mesh{density = 1000, vertices = mesh.vertices, faces = mesh.faces}
---print(M:com())  --> Vec3(0.025, 0.05, 0.075)
---os.remove(path)
---```
function rigid.load_mesh(path, options) end

---The file that a URI in a robot file names. For package://NAME/REST (and model://NAME/REST) the places are: the directories
---of ROS_PACKAGE_PATH, GAZEBO_MODEL_PATH and GZ_SIM_RESOURCE_PATH, those of AMENT_PREFIX_PATH (in share/), then each directory
---from that of the robot file upward: as the package itself, as what holds it, and at last without the package's name. A
---relative path is looked for in the same directories; file:// and an absolute path are as they say.
---@param uri string
---@param directory? string of the robot file
---@return string path of a file that is there
---Errors: refuses a URI of which no file is found, and names the places that were tried; and what would have to be fetched.
---Example:
---```lua
---print(rigid.resolve_mesh("file:///etc/passwd"))  --> /etc/passwd
---print(select(2, pcall(rigid.resolve_mesh, "package://arm/hand.stl", "/nowhere/arm")))
-----> no file for the mesh 'package://arm/hand.stl'; tried
----->   /nowhere/arm/hand.stl
----->   /nowhere/arm/arm/hand.stl
----->   /arm/hand.stl
----->   /nowhere/hand.stl
----->   /hand.stl
---```
function rigid.resolve_mesh(uri, directory) end
