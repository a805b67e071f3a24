// Debian's MuJoCo (libmujoco-dev) as a Lua module: its smooth dynamics, each algorithm with the passes over positions and
// velocities that it needs, run n times in one call. Used by bench/peers.lua alone.
#include <lua.hpp>
#include <mujoco/mujoco.h>

namespace {

struct Robot {
    mjModel *m;
    mjData *d;
    mjtNum *result;
};

void rnea(Robot &r) {
    mj_kinematics(r.m, r.d);
    mj_comPos(r.m, r.d);
    mj_comVel(r.m, r.d);
    mj_rne(r.m, r.d, 1, r.result);
}
void aba(Robot &r) { mj_forward(r.m, r.d); } // by the factor of the mass matrix, the only way it has
void crba(Robot &r) {
    mj_kinematics(r.m, r.d);
    mj_comPos(r.m, r.d);
    mj_crb(r.m, r.d);
    mj_fullM(r.m, r.result, r.d->qM);
}
void jacobian(Robot &r) {
    mj_kinematics(r.m, r.d);
    mj_comPos(r.m, r.d);
    mj_jacBody(r.m, r.d, r.result, r.result + 3 * r.m->nv, r.m->nbody - 1);
}

const struct {
    const char *name;
    void (*run)(Robot &);
} algorithms[] = {{"rnea", rnea}, {"aba", aba}, {"crba", crba}, {"jacobian", jacobian}};

int run(lua_State *L) {
    Robot &r = *static_cast<Robot *>(lua_touserdata(L, lua_upvalueindex(1)));
    const auto &algorithm = algorithms[lua_tointeger(L, lua_upvalueindex(2))];
    for (lua_Integer n = luaL_checkinteger(L, 1); n > 0; n--)
        algorithm.run(r);
    return 0;
}

void read(lua_State *L, int list, mjtNum *out, int count) {
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, list, i + 1);
        out[i] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
}

// robot(path of MJCF, q, v, a): functions f(n) by name, and tau, what inverse dynamics says. It is never given back.
int robot(lua_State *L) {
    char problem[500] = "";
    mjModel *m = mj_loadXML(luaL_checkstring(L, 1), nullptr, problem, sizeof problem);
    if (!m)
        return luaL_error(L, "%s", problem);
    int size = m->nv * (m->nv > 6 ? m->nv : 6);
    Robot *r = new Robot{m, mj_makeData(m), new mjtNum[size]()};
    read(L, 2, r->d->qpos, m->nq), read(L, 3, r->d->qvel, m->nv), read(L, 4, r->d->qacc, m->nv);
    rnea(*r);
    lua_newtable(L);
    lua_newtable(L);
    for (int i = 0; i < m->nv; i++) {
        lua_pushnumber(L, r->result[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "tau");
    for (int i = 0; i < 4; i++) {
        lua_pushlightuserdata(L, r);
        lua_pushinteger(L, i);
        lua_pushcclosure(L, run, 2);
        lua_setfield(L, -2, algorithms[i].name);
    }
    return 1;
}

} // namespace

extern "C" int luaopen_mujoco(lua_State *L) {
    lua_pushcfunction(L, robot);
    return 1;
}
