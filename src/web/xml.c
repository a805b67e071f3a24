/* What lua/rigid/files/xml.lua asks of LuaExpat, which a page has not: the module lxp with new(callbacks) for StartElement,
   EndElement, CharacterData and StartDoctypeDecl, and of a parser parse, pos and close. What a callback raises ends the
   parsing and is raised again once expat has returned, so that nothing is thrown through it. */
#include "../program/program.h"

#include <string.h>

#include <expat.h>

static const char class_name[] = "lxp parser";
enum { CALLBACKS = 1, ERROR = 2 }; /* the user values of a parser */

typedef struct reader {
    XML_Parser parser; /* null once closed */
    lua_State *L;      /* that called parse; the parser is its argument 1 */
    bool failed;
} reader;

/* What is to be told to a callback. */
typedef struct event {
    const char *callback, *name;
    const char **attributes; /* names and values in turn, null at the end; or null */
    size_t length;           /* of the name */
} event;

static reader *check(lua_State *L) {
    reader *r = luaL_checkudata(L, 1, class_name);
    luaL_argcheck(L, r->parser, 1, "the parser is closed");
    return r;
}

/* The names in their order, and the value by each name. */
static void push_attributes(lua_State *L, const char **attributes) {
    lua_newtable(L);
    for (int i = 0; attributes[2 * i]; i++) {
        lua_pushstring(L, attributes[2 * i]);
        lua_rawseti(L, -2, i + 1);
        lua_pushstring(L, attributes[2 * i + 1]);
        lua_setfield(L, -2, attributes[2 * i]);
    }
}

/* Called with a parser and an event. */
static int deliver(lua_State *L) {
    const event *told = lua_touserdata(L, 2);
    lua_getiuservalue(L, 1, CALLBACKS);
    if (lua_getfield(L, -1, told->callback) == LUA_TNIL)
        return 0;
    lua_pushvalue(L, 1);
    lua_pushlstring(L, told->name, told->length);
    if (told->attributes)
        push_attributes(L, told->attributes);
    lua_call(L, told->attributes ? 3 : 2, 0);
    return 0;
}

static void tell(reader *r, event told) {
    lua_State *L = r->L;
    if (r->failed)
        return;
    lua_pushcfunction(L, deliver);
    lua_pushvalue(L, 1);
    lua_pushlightuserdata(L, &told);
    if (lua_pcall(L, 2, 0, 0) == LUA_OK)
        return;
    r->failed = true;
    lua_setiuservalue(L, 1, ERROR);
    XML_StopParser(r->parser, XML_FALSE);
}

static void on_start(void *to, const char *name, const char **attributes) {
    tell(to, (event){"StartElement", name, attributes, strlen(name)});
}

static void on_end(void *to, const char *name) { tell(to, (event){"EndElement", name, NULL, strlen(name)}); }

static void on_text(void *to, const char *text, int length) { tell(to, (event){"CharacterData", text, NULL, (size_t)length}); }

static void on_doctype(void *to, const char *name, const char *system, const char *public, int has_subset) {
    (void)system;
    (void)public;
    (void)has_subset;
    tell(to, (event){"StartDoctypeDecl", name, NULL, strlen(name)});
}

/* parser:parse([text]): a piece of the document, or its end; the parser, or nil, what is wrong, line, column, position. */
static int parse(lua_State *L) {
    reader *r = check(L);
    size_t length = 0;
    const char *text = luaL_optlstring(L, 2, "", &length);
    bool is_last = lua_isnoneornil(L, 2);
    luaL_checkstack(L, 8, "to read XML");
    r->L = L;
    enum XML_Status status = XML_Parse(r->parser, text, (int)length, is_last);
    if (r->failed) {
        lua_getiuservalue(L, 1, ERROR);
        return lua_error(L);
    }
    if (status == XML_STATUS_OK)
        return lua_pushvalue(L, 1), 1;
    lua_pushnil(L);
    lua_pushstring(L, XML_ErrorString(XML_GetErrorCode(r->parser)));
    lua_pushinteger(L, (lua_Integer)XML_GetCurrentLineNumber(r->parser));
    lua_pushinteger(L, (lua_Integer)XML_GetCurrentColumnNumber(r->parser) + 1);
    lua_pushinteger(L, (lua_Integer)XML_GetCurrentByteIndex(r->parser) + 1);
    return 5;
}

/* parser:pos(): line, column and byte of where it is. */
static int pos(lua_State *L) {
    reader *r = check(L);
    lua_pushinteger(L, (lua_Integer)XML_GetCurrentLineNumber(r->parser));
    lua_pushinteger(L, (lua_Integer)XML_GetCurrentColumnNumber(r->parser) + 1);
    lua_pushinteger(L, (lua_Integer)XML_GetCurrentByteIndex(r->parser) + 1);
    return 3;
}

static int shut(lua_State *L) {
    reader *r = luaL_checkudata(L, 1, class_name);
    if (r->parser)
        XML_ParserFree(r->parser);
    r->parser = NULL;
    return 0;
}

static int new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    reader *r = lua_newuserdatauv(L, sizeof *r, ERROR);
    *r = (reader){0};
    luaL_setmetatable(L, class_name);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, CALLBACKS);
    r->parser = XML_ParserCreate(NULL);
    if (!r->parser)
        return luaL_error(L, "not enough memory");
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetCharacterDataHandler(r->parser, on_text);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    return 1;
}

int luaopen_lxp(lua_State *L) {
    static const luaL_Reg methods[] = {{"parse", parse}, {"pos", pos}, {"close", shut}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"new", new}, {NULL, NULL}};
    luaL_newmetatable(L, class_name);
    lua_pushcfunction(L, shut);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    luaL_newlib(L, functions);
    return 1;
}
