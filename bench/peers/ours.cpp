// Our own core, called from C as the others are. See driver.h.
#include "driver.h"

#include <algorithm>
#include <rigid/rigid.h>
#include <vector>

namespace {

using Numbers = std::vector<double>;

struct Robot {
    Numbers memory_m, memory_w;
    rigid_model *m;
    rigid_workspace *ws;
    rigid_frame tip;
    Numbers q, v, a, tau, out, A, B, C, Y;
    int freedom;
};

const driver::Algorithm<Robot> algorithms[] = {
    {"inverse_dynamics", [](Robot &r) { rigid_rnea(r.m, r.ws, r.q.data(), r.v.data(), r.a.data(), nullptr, r.out.data()); }},
    {"forward_dynamics", [](Robot &r) { rigid_aba(r.m, r.ws, r.q.data(), r.v.data(), r.tau.data(), nullptr, r.out.data(), &r.freedom); }},
    {"mass_matrix", [](Robot &r) { rigid_crba(r.m, r.ws, r.q.data(), r.A.data()); }},
    {"jacobian", [](Robot &r) { rigid_jacobian(r.m, r.ws, r.q.data(), r.tip, RIGID_LOCAL, r.A.data()); }},
    {"regressor", [](Robot &r) { rigid_torque_regressor(r.m, r.ws, r.q.data(), r.v.data(), r.a.data(), 0, r.Y.data()); }},
    {"inverse_dynamics_derivatives",
     [](Robot &r) { rigid_rnea_derivatives(r.m, r.ws, r.q.data(), r.v.data(), r.a.data(), r.A.data(), r.B.data(), r.C.data()); }},
    {"forward_dynamics_derivatives",
     [](Robot &r) {
         rigid_aba_derivatives(r.m, r.ws, r.q.data(), r.v.data(), r.tau.data(), r.out.data(), r.A.data(), r.B.data(), r.C.data(), &r.freedom);
     }},
};

rigid_link link(const driver::Link &from) {
    rigid_link l = rigid_link_default(from.parent);
    const double *R = from.R;
    l.joint.type = from.floats ? RIGID_JOINT_FLOATING : RIGID_JOINT_REVOLUTE;
    l.joint.axis = {from.axis[0], from.axis[1], from.axis[2]};
    l.placement.p = {from.p[0], from.p[1], from.p[2]};
    std::copy(R, R + 9, reinterpret_cast<double *>(&l.placement.R));
    const rigid_vec3 to_origin = {-from.com[0], -from.com[1], -from.com[2]};
    rigid_inertia M = {};
    M.m = from.mass, M.I = {from.xx, from.xy, from.xz, from.yy, from.yz, from.zz};
    l.inertia = rigid_inertia_shift(M, to_origin);
    return l;
}

void *room(Numbers &memory, size_t bytes) {
    memory.resize(bytes / sizeof(double) + 2);
    return memory.data();
}

// robot(links, gravity, q, v, a): see driver.h
int robot(lua_State *L) {
    const int count = static_cast<int>(lua_rawlen(L, 1));
    std::vector<rigid_link> links(count + 1);
    for (int i = 1; i <= count; i++)
        links[i] = link(driver::link(L, 1, i));
    double g[3];
    driver::numbers(L, 2, g, 3);
    const rigid_description d = {count, links.data(), {g[0], g[1], g[2]}};
    Robot *r = new Robot;
    int at = 0;
    const rigid_status status = rigid_model_describe(&d, room(r->memory_m, rigid_description_size(&d)), &at);
    if (status != RIGID_OK)
        return luaL_error(L, "link %d: %s", at, rigid_status_text(status));
    r->m = reinterpret_cast<rigid_model *>(r->memory_m.data());
    r->ws = rigid_workspace_make(r->m, room(r->memory_w, rigid_workspace_size(r->m)));
    r->tip = rigid_model_link_frame(r->m, count);
    const int nv = rigid_model_nv(r->m), square = nv * std::max(nv, 6);
    r->q.resize(rigid_model_nq(r->m)), r->v.resize(nv), r->a.resize(nv), r->tau.resize(nv), r->out.resize(nv);
    driver::numbers(L, 3, r->q.data(), rigid_model_nq(r->m)), driver::numbers(L, 4, r->v.data(), nv), driver::numbers(L, 5, r->a.data(), nv);
    r->A.resize(square), r->B.resize(square), r->C.resize(square), r->Y.resize(nv * rigid_regressor_columns(r->m, 0));
    algorithms[0].run(*r);
    r->tau = r->out;
    return driver::push(L, r, algorithms, r->tau.data(), nv);
}

} // namespace

extern "C" int luaopen_ours(lua_State *L) { return driver::module(L, robot, "rigid " RIGID_VERSION); }
