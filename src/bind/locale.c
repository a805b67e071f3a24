/* Numbers are written with a point, as Lua's source and every file format take them, though the process may be in a locale
   that writes a comma: while text is made, this thread is out of it. Where the locale writes a point nothing is done. */
#define _POSIX_C_SOURCE 200809L
#include "inner.h"
#include "locale.h"

#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

static _Thread_local locale_t usual; /* while we are out of it */

bool rigid_plain_numbers(void) {
    const char *point = localeconv()->decimal_point;
    if (point[0] == '.' && point[1] == '\0')
        return false;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain)
        usual = uselocale(plain);
    return plain;
}

void rigid_usual_numbers(bool begun) {
    if (begun)
        freelocale(uselocale(usual));
}

static int end_plain(lua_State *L) {
    (void)L;
    rigid_usual_numbers(true);
    return 0;
}

/* plain(): numbers are written with a point until the value that this returns is closed (local _ <close> = plain()). */
static int begin_plain(lua_State *L) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, "rigid.plain") != LUA_TTABLE) {
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushcfunction(L, end_plain);
        lua_setfield(L, -2, "__close");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, "rigid.plain");
    }
    if (!rigid_plain_numbers())
        lua_pushnil(L);
    return 1;
}

const luaL_Reg rigid_locale_functions[] = {{"plain", begin_plain}, {NULL, NULL}};
