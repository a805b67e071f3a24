// Debian's KDL (liborocos-kdl-dev): its solvers for a chain that stands. See driver.h.
#include "driver.h"

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/config.h>

namespace {

struct Robot {
    KDL::Chain chain;
    KDL::ChainIdSolver_RNE inverse;
    KDL::ChainFdSolver_RNE forward;
    KDL::ChainDynParam parameters;
    KDL::ChainJntToJacSolver jacobian;
    KDL::JntArray q, v, a, tau;
    KDL::JntSpaceInertiaMatrix H;
    KDL::Jacobian J;
    KDL::Wrenches none;

    Robot(const KDL::Chain &c, const KDL::Vector &g)
        : chain(c), inverse(chain, g), forward(chain, g), parameters(chain, g), jacobian(chain), q(c.getNrOfJoints()),
          v(c.getNrOfJoints()), a(c.getNrOfJoints()), tau(c.getNrOfJoints()), H(c.getNrOfJoints()), J(c.getNrOfJoints()),
          none(c.getNrOfSegments(), KDL::Wrench::Zero()) {}
};

const driver::Algorithm<Robot> algorithms[] = {
    {"inverse_dynamics", [](Robot &r) { r.inverse.CartToJnt(r.q, r.v, r.a, r.none, r.tau); }},
    {"forward_dynamics", [](Robot &r) { r.forward.CartToJnt(r.q, r.v, r.tau, r.none, r.a); }},
    {"mass_matrix", [](Robot &r) { r.parameters.JntToMass(r.q, r.H); }},
    {"jacobian", [](Robot &r) { r.jacobian.JntToJac(r.q, r.J); }},
};

KDL::Vector vector(const double *x) { return KDL::Vector(x[0], x[1], x[2]); }

// KDL's joint comes before a segment's frame: the joint at p about the axis, and then R.
KDL::Segment segment(const driver::Link &l) {
    const double *R = l.R;
    const KDL::Rotation turn(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]);
    const KDL::RigidBodyInertia M(l.mass, vector(l.com), KDL::RotationalInertia(l.xx, l.yy, l.zz, l.xy, l.xz, l.yz));
    const KDL::Joint joint("", vector(l.p), turn * vector(l.axis), KDL::Joint::RotAxis);
    return KDL::Segment("", joint, KDL::Frame(turn, vector(l.p)), M);
}

// robot(links, gravity, q, v, a): see driver.h
int robot(lua_State *L) {
    KDL::Chain chain;
    for (int i = 1; i <= static_cast<int>(lua_rawlen(L, 1)); i++) {
        const driver::Link l = driver::link(L, 1, i);
        if (l.floats || l.parent != i - 1)
            return luaL_error(L, "KDL's solvers are for chains");
        chain.addSegment(segment(l));
    }
    double g[3];
    driver::numbers(L, 2, g, 3);
    Robot *r = new Robot(chain, vector(g));
    const int nv = static_cast<int>(r->q.rows());
    driver::numbers(L, 3, r->q.data.data(), nv), driver::numbers(L, 4, r->v.data.data(), nv), driver::numbers(L, 5, r->a.data.data(), nv);
    algorithms[0].run(*r);
    return driver::push(L, r, algorithms, r->tau.data.data(), nv);
}

} // namespace

extern "C" int luaopen_kdl(lua_State *L) { return driver::module(L, robot, "KDL " KDL_VERSION_STRING); }
