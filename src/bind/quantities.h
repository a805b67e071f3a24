/* Reading what means something out of arguments: rotations, rotational inertias, motions and forces, in all forms that they are
   taken in. As in numbers.h, rigid_get_… read the value at a stack index and name its place, rigid_check_… an argument. */
#ifndef RIGID_BIND_QUANTITIES_H
#define RIGID_BIND_QUANTITIES_H

#include "errors.h"

/* A RotationalInertia, a symmetric 3x3 Matrix or nested table, {xx,yy,zz}, {xx,yy,zz,xy,xz,yz}, or named fields. */
sym3 rigid_get_sym3(lua_State *L, int idx, rigid_place at);
/* A Rotation, or a 3x3 Matrix or nested table that is one to 1e-6 (made exact). */
m3 rigid_get_rotation(lua_State *L, int idx, rigid_place at);
/* R; raises where it is the exponential of NaN, which no inertia and no pose of a body takes. */
m3 rigid_finite_rotation(lua_State *L, rigid_place at, m3 R);
/* Any motion (force) of that kind or the generic one, or six plain numbers. kind ID_MOTION takes every kind. */
rigid_motion rigid_get_motion(lua_State *L, int idx, rigid_place at, rigid_id kind);
rigid_force rigid_get_force(lua_State *L, int idx, rigid_place at, rigid_id kind);

static inline m3 rigid_check_rotation(lua_State *L, int arg) { return rigid_get_rotation(L, arg, rigid_at(arg)); }
static inline m3 rigid_check_finite_rotation(lua_State *L, int arg) {
    return rigid_finite_rotation(L, rigid_at(arg), rigid_check_rotation(L, arg));
}

#endif
