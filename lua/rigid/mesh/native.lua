-- The C module of this room, which is loaded when a mesh is first asked for, or a word on why it is not there.
local ok, native = pcall(require, "rigid.meshes")
if ok then return native end
if native:find("not found", 1, true) and native:find("no file", 1, true) then
    native = "the module for mesh files, rigid/meshes.so, is not built or not on package.cpath: run `make build`"
end
error(native, 0)
