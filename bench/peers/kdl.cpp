// Debian's KDL (liborocos-kdl-dev) as a Lua module: its solvers for a chain, each run n times in one call, so that what is
// measured is KDL and not a binding. Used by bench/peers.lua alone.
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <lua.hpp>

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

void rnea(Robot &r) { r.inverse.CartToJnt(r.q, r.v, r.a, r.none, r.tau); }
void aba(Robot &r) { r.forward.CartToJnt(r.q, r.v, r.tau, r.none, r.a); }
void crba(Robot &r) { r.parameters.JntToMass(r.q, r.H); }
void jacobian(Robot &r) { r.jacobian.JntToJac(r.q, r.J); }

const struct {
    const char *name;
    void (*run)(Robot &);
} algorithms[] = {{"rnea", rnea}, {"aba", aba}, {"crba", crba}, {"jacobian", jacobian}};

double number(lua_State *L, int list, int i) {
    lua_rawgeti(L, list, i);
    double x = luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return x;
}

KDL::Vector vector(lua_State *L, int list, int i) {
    return KDL::Vector(number(L, list, i), number(L, list, i + 1), number(L, list, i + 2));
}

// Of 25 numbers: the joint's pose in its parent (rows of R, p), its axis, mass, com, and inertia about the com (xx xy xz
// yy yz zz). KDL's joint comes before a segment's frame: the joint at p about the axis, and then R.
KDL::Segment segment(lua_State *L, int t) {
    double R[9], I[6];
    for (int i = 0; i < 9; i++)
        R[i] = number(L, t, 1 + i);
    KDL::Rotation turn(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]);
    KDL::Vector p = vector(L, t, 10), axis = turn * vector(L, t, 13), com = vector(L, t, 17);
    for (int i = 0; i < 6; i++)
        I[i] = number(L, t, 20 + i);
    KDL::RigidBodyInertia M(number(L, t, 16), com, KDL::RotationalInertia(I[0], I[3], I[5], I[1], I[2], I[4]));
    return KDL::Segment("", KDL::Joint("", p, axis, KDL::Joint::RotAxis), KDL::Frame(turn, p), M);
}

int run(lua_State *L) {
    Robot &r = *static_cast<Robot *>(lua_touserdata(L, lua_upvalueindex(1)));
    const auto &algorithm = algorithms[lua_tointeger(L, lua_upvalueindex(2))];
    for (lua_Integer n = luaL_checkinteger(L, 1); n > 0; n--)
        algorithm.run(r);
    return 0;
}

// robot(segments, gravity, q, v, a): functions f(n) by name, and tau, what inverse dynamics says. It is never given back.
int robot(lua_State *L) {
    KDL::Chain chain;
    for (int i = 1; i <= static_cast<int>(lua_rawlen(L, 1)); i++) {
        lua_rawgeti(L, 1, i);
        chain.addSegment(segment(L, lua_gettop(L)));
        lua_pop(L, 1);
    }
    Robot *r = new Robot(chain, vector(L, 2, 1));
    for (unsigned i = 0; i < r->q.rows(); i++)
        r->q(i) = number(L, 3, i + 1), r->v(i) = number(L, 4, i + 1), r->a(i) = number(L, 5, i + 1);
    rnea(*r);
    lua_newtable(L);
    lua_newtable(L);
    for (unsigned i = 0; i < r->q.rows(); i++) {
        lua_pushnumber(L, r->tau(i));
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

extern "C" int luaopen_kdl(lua_State *L) {
    lua_pushcfunction(L, robot);
    return 1;
}
