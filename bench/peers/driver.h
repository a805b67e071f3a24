// What the drivers of libraries share: a robot of theirs as a Lua table, {algorithm = f(n), tau = what inverse dynamics says}, whose
// functions run an algorithm n times in one call, so that what is measured is the library and not a binding. A robot is never given back.
#pragma once
#include <lua.hpp>

namespace driver {

template <class Robot> struct Algorithm {
    const char *name;
    void (*run)(Robot &);
};

inline double number(lua_State *L, int list, int i) {
    lua_rawgeti(L, list, i);
    const double x = luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return x;
}

inline void numbers(lua_State *L, int list, double *out, int count) {
    for (int i = 0; i < count; i++)
        out[i] = number(L, list, i + 1);
}

// A link, as bench/lib/robots.lua lists it: the link that carries it (0: the world), whether it floats, its joint's pose in that (rows of R,
// p), the axis, mass, com, and the inertia about the com.
struct Link {
    int parent;
    bool floats;
    double R[9], p[3], axis[3], mass, com[3], xx, xy, xz, yy, yz, zz;
};

inline Link link(lua_State *L, int links, int i) {
    double x[27];
    lua_rawgeti(L, links, i);
    numbers(L, lua_gettop(L), x, 27);
    lua_pop(L, 1);
    Link l = {static_cast<int>(x[0]), x[1] != 0, {}, {}, {x[14], x[15], x[16]}, x[17], {x[18], x[19], x[20]}, x[21], x[22], x[23], x[24], x[25], x[26]};
    for (int k = 0; k < 9; k++)
        l.R[k] = x[2 + k];
    for (int k = 0; k < 3; k++)
        l.p[k] = x[11 + k];
    return l;
}

template <class Robot> int run(lua_State *L) {
    Robot &robot = *static_cast<Robot *>(lua_touserdata(L, lua_upvalueindex(1)));
    const auto *algorithm = static_cast<const Algorithm<Robot> *>(lua_touserdata(L, lua_upvalueindex(2)));
    for (lua_Integer n = luaL_checkinteger(L, 1); n > 0; n--)
        algorithm->run(robot);
    return 0;
}

template <class Robot, int count> int push(lua_State *L, Robot *robot, const Algorithm<Robot> (&algorithms)[count], const double *tau, int nv) {
    lua_newtable(L);
    lua_createtable(L, nv, 0);
    for (int i = 0; i < nv; i++) {
        lua_pushnumber(L, tau[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "tau");
    for (const auto &algorithm : algorithms) {
        lua_pushlightuserdata(L, robot);
        lua_pushlightuserdata(L, const_cast<Algorithm<Robot> *>(&algorithm));
        lua_pushcclosure(L, run<Robot>, 2);
        lua_setfield(L, -2, algorithm.name);
    }
    return 1;
}

// The module: {robot = f, version = text}.
inline int module(lua_State *L, lua_CFunction robot, const char *version) {
    lua_newtable(L);
    lua_pushcfunction(L, robot);
    lua_setfield(L, -2, "robot");
    lua_pushstring(L, version);
    lua_setfield(L, -2, "version");
    return 1;
}

} // namespace driver
