/* luaopen_rigid_meshes: what the Lua room rigid.mesh needs done fast. */
#include "hull.h"
#include "packed.h"
#include "read.h"

int luaopen_rigid_meshes(lua_State *L);

int luaopen_rigid_meshes(lua_State *L) {
    luaL_checkversion(L); /* built for one Lua, a module does not work in another */
    lua_newtable(L);
    luaL_setfuncs(L, mesh_lua_reading, 0);
    luaL_setfuncs(L, mesh_lua_faces, 0);
    luaL_setfuncs(L, mesh_lua_sums, 0);
    lua_pushboolean(L, mesh_has_reader());
    lua_setfield(L, -2, "has_reader");
    lua_pushboolean(L, mesh_has_hull());
    lua_setfield(L, -2, "has_hull");
    return 1;
}
