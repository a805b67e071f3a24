// Pinocchio: its algorithms as templates, in C++ and without its Python; where it offers two conventions of frames, both. See driver.h.
#include "driver.h"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/config.hpp>
#include <pinocchio/multibody/joint.hpp>

namespace {

namespace pin = pinocchio;

struct Robot {
    pin::Model m;
    pin::Data d;
    Eigen::VectorXd q, v, a, tau;
    Eigen::Matrix<double, 6, Eigen::Dynamic> J;
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    explicit Robot(const pin::Model &model) : m(model), d(m), J(6, m.nv) {}
};

const driver::Algorithm<Robot> algorithms[] = {
    {"inverse_dynamics", [](Robot &r) { pin::rnea(r.m, r.d, r.q, r.v, r.a); }},
    {"forward_dynamics", [](Robot &r) { pin::aba(r.m, r.d, r.q, r.v, r.tau, pin::Convention::LOCAL); }},
    {"forward_dynamics in the world's axes", [](Robot &r) { pin::aba(r.m, r.d, r.q, r.v, r.tau, pin::Convention::WORLD); }},
    {"mass_matrix", [](Robot &r) { pin::crba(r.m, r.d, r.q, pin::Convention::LOCAL); }},
    {"mass_matrix in the world's axes", [](Robot &r) { pin::crba(r.m, r.d, r.q, pin::Convention::WORLD); }},
    {"jacobian", [](Robot &r) { pin::computeJointJacobian(r.m, r.d, r.q, static_cast<pin::JointIndex>(r.m.njoints - 1), r.J); }},
    {"regressor", [](Robot &r) { pin::computeJointTorqueRegressor(r.m, r.d, r.q, r.v, r.a); }},
    {"inverse_dynamics_derivatives", [](Robot &r) { pin::computeRNEADerivatives(r.m, r.d, r.q, r.v, r.a); }},
    {"forward_dynamics_derivatives", [](Robot &r) { pin::computeABADerivatives(r.m, r.d, r.q, r.v, r.tau); }},
};

// The kind of joint that its own reader of URDF would take.
pin::JointModel joint(const driver::Link &l) {
    const Eigen::Vector3d axis(l.axis[0], l.axis[1], l.axis[2]);
    if (l.floats)
        return pin::JointModelFreeFlyer();
    if (axis == Eigen::Vector3d::UnitX())
        return pin::JointModelRX();
    if (axis == Eigen::Vector3d::UnitY())
        return pin::JointModelRY();
    if (axis == Eigen::Vector3d::UnitZ())
        return pin::JointModelRZ();
    return pin::JointModelRevoluteUnaligned(axis);
}

// Quaternions have w last here. robot(links, gravity, q, v, a): see driver.h
int robot(lua_State *L) {
    pin::Model m;
    double g[3];
    driver::numbers(L, 2, g, 3);
    m.gravity.linear() << g[0], g[1], g[2];
    for (int i = 1; i <= static_cast<int>(lua_rawlen(L, 1)); i++) {
        const driver::Link l = driver::link(L, 1, i);
        Eigen::Matrix3d R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(l.R), I;
        I << l.xx, l.xy, l.xz, l.xy, l.yy, l.yz, l.xz, l.yz, l.zz;
        const pin::JointIndex at = m.addJoint(static_cast<pin::JointIndex>(l.parent), joint(l),
                                              pin::SE3(R, Eigen::Vector3d(l.p[0], l.p[1], l.p[2])), std::to_string(i));
        m.appendBodyToJoint(at, pin::Inertia(l.mass, Eigen::Vector3d(l.com[0], l.com[1], l.com[2]), I));
    }
    Robot *r = new Robot(m);
    r->q.resize(m.nq), r->v.resize(m.nv), r->a.resize(m.nv);
    driver::numbers(L, 3, r->q.data(), m.nq), driver::numbers(L, 4, r->v.data(), m.nv), driver::numbers(L, 5, r->a.data(), m.nv);
    if (m.nq > m.nv) {
        const double w = r->q[3];
        r->q[3] = r->q[4], r->q[4] = r->q[5], r->q[5] = r->q[6], r->q[6] = w;
    }
    algorithms[0].run(*r);
    r->tau = r->d.tau;
    return driver::push(L, r, algorithms, r->tau.data(), static_cast<int>(m.nv));
}

} // namespace

extern "C" int luaopen_pinocchio(lua_State *L) { return driver::module(L, robot, "Pinocchio " PINOCCHIO_VERSION); }
