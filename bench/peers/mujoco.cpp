// MuJoCo: its smooth dynamics, each algorithm with the passes over positions and velocities that it needs. Compiled for each of its
// releases that is there, as the module that MODULE names. See driver.h.
#include "driver.h"

#include <algorithm>
#include <mujoco/mujoco.h>
#include <string>

#ifndef MODULE
#define MODULE luaopen_mujoco
#endif

namespace {

struct Robot {
    mjModel *m;
    mjData *d;
    mjtNum *result, *state;
};

void places(Robot &r) { mj_kinematics(r.m, r.d), mj_comPos(r.m, r.d); }

// The mass matrix, as the release at hand makes it and unfolds it: the later one is tried first.
template <class Data> auto full(const mjModel *m, Data *d, mjtNum *out, int) -> decltype(mj_makeM(m, d), mj_fullM(m, d, out)) {
    mj_makeM(m, d), mj_fullM(m, d, out);
}
template <class Data> auto full(const mjModel *m, Data *d, mjtNum *out, long) -> decltype(mj_fullM(m, out, d->qM)) {
    mj_crb(m, d), mj_fullM(m, out, d->qM);
}

const driver::Algorithm<Robot> algorithms[] = {
    {"inverse_dynamics", [](Robot &r) { places(r), mj_comVel(r.m, r.d), mj_rne(r.m, r.d, 1, r.result); }},
    {"forward_dynamics", [](Robot &r) { mj_forward(r.m, r.d); }}, // by the factor of the mass matrix, the only way it has
    {"mass_matrix", [](Robot &r) { places(r), full(r.m, r.d, r.result, 0); }},
    {"jacobian", [](Robot &r) { places(r), mj_jacBody(r.m, r.d, r.result, r.result + 3 * r.m->nv, static_cast<int>(r.m->nbody) - 1); }},
    {"step",
     [](Robot &r) { // from the same state each time
         std::copy(r.state, r.state + r.m->nq, r.d->qpos), std::copy(r.state + r.m->nq, r.state + r.m->nq + r.m->nv, r.d->qvel);
         mj_step(r.m, r.d);
     }},
    {"go_on", [](Robot &r) { mj_step(r.m, r.d); }},
};

// robot(path of MJCF, q, v, a): see driver.h
int robot(lua_State *L) {
    char problem[500] = "";
    mjModel *m = mj_loadXML(luaL_checkstring(L, 1), nullptr, problem, sizeof problem);
    if (!m)
        return luaL_error(L, "%s", problem);
    const int nq = static_cast<int>(m->nq), nv = static_cast<int>(m->nv);
    Robot *r = new Robot{m, mj_makeData(m), new mjtNum[nv * std::max(nv, 6)](), new mjtNum[nq + nv]};
    driver::numbers(L, 2, r->d->qpos, nq), driver::numbers(L, 3, r->d->qvel, nv), driver::numbers(L, 4, r->d->qacc, nv);
    std::copy(r->d->qpos, r->d->qpos + nq, r->state), std::copy(r->d->qvel, r->d->qvel + nv, r->state + nq);
    algorithms[0].run(*r);
    return driver::push(L, r, algorithms, r->result, nv);
}

const char *version() {
    static const std::string text = std::string("MuJoCo ") + mj_versionString();
    return text.c_str();
}

} // namespace

extern "C" int MODULE(lua_State *L) { return driver::module(L, robot, version()); }
