/* MassMatrix3:set_from_box{...} and its like, after gz's SetFrom...: mass and moments of a shape of uniform density, whose axes are turned in
   those of the receiver. Numbers that make no body leave it as it is, and the answer is false. */
#include "class.h"
#include "mass_matrix_shapes.h"
#include "numbers.h"
#include "options.h"
#include "quantities.h"

/* The number of that field, which must be there. */
static double length_field(lua_State *L, const char *name) {
    if (!rigid_field(L, 2, name))
        rigid_missing(L, 2, name, "length in m");
    const double length = rigid_get_number(L, lua_gettop(L), rigid_field_of(2, name));
    lua_pop(L, 1);
    return length;
}

/* What is said: the mass, or the density times the volume; else the mass that it has. */
static double mass_field(lua_State *L, double own, double volume) {
    const bool weighed = rigid_field(L, 2, "mass");
    double mass = weighed ? rigid_get_number(L, lua_gettop(L), rigid_field_of(2, "mass")) : own;
    if (rigid_field(L, 2, "density")) {
        const double density = rigid_get_number(L, lua_gettop(L), rigid_field_of(2, "density"));
        if (weighed)
            rigid_bad(L, rigid_field_of(2, "density"), "mass is given as well; leave one out");
        mass = density > 0 ? density * volume : 0;
    }
    return mass;
}

static m3 rotation_field(lua_State *L) {
    if (!rigid_field(L, 2, "rotation"))
        return m3_identity();
    const rigid_place at = rigid_field_of(2, "rotation");
    return rigid_finite_rotation(L, at, rigid_get_rotation(L, lua_gettop(L), at));
}

/* The body, if it is one, in the place of the receiver's numbers. */
static int set(lua_State *L, rigid_inertia body, bool possible) {
    rigid_mass_matrix *M = rigid_check(L, 1, ID_MASS_MATRIX);
    const sym3 I = sym3_re_express(body.I, rotation_field(L));
    possible = possible && body.m > 0 && rigid_inertia_is_finite(&body);
    if (possible)
        M->mass = body.m, M->I = I;
    lua_pushboolean(L, possible);
    return 1;
}

static double own_mass(lua_State *L) { return ((const rigid_mass_matrix *)rigid_check(L, 1, ID_MASS_MATRIX))->mass; }

static int set_from_box(lua_State *L) {
    static const char *const known[] = {"mass", "density", "size", "rotation", NULL};
    const double own = own_mass(L);
    rigid_check_options(L, 2, known);
    if (!rigid_field(L, 2, "size"))
        return rigid_missing(L, 2, "size", "three lengths in m");
    const v3 l = rigid_get_v3(L, lua_gettop(L), rigid_field_of(2, "size"));
    const double mass = mass_field(L, own, rigid_box_volume(l.x, l.y, l.z));
    return set(L, rigid_solid_box(mass, l.x, l.y, l.z), l.x > 0 && l.y > 0 && l.z > 0);
}

static int set_from_sphere(lua_State *L) {
    static const char *const known[] = {"mass", "density", "radius", NULL};
    const double own = own_mass(L);
    rigid_check_options(L, 2, known);
    const double r = length_field(L, "radius"), mass = mass_field(L, own, rigid_ellipsoid_volume(r, r, r));
    return set(L, rigid_solid_ellipsoid(mass, r, r, r), r > 0);
}

/* A shape about z. */
static int set_from_round(lua_State *L, double volume(double, double), rigid_inertia shape(double, double, double, v3)) {
    static const char *const known[] = {"mass", "density", "radius", "length", "rotation", NULL};
    const double own = own_mass(L);
    rigid_check_options(L, 2, known);
    const double radius = length_field(L, "radius"), length = length_field(L, "length");
    const double mass = mass_field(L, own, volume(radius, length));
    return set(L, shape(mass, radius, length, (v3){0, 0, 1}), radius > 0 && length > 0);
}

static int set_from_cylinder_z(lua_State *L) { return set_from_round(L, rigid_cylinder_volume, rigid_solid_cylinder); }
static int set_from_cone_z(lua_State *L) { return set_from_round(L, rigid_cone_volume, rigid_solid_cone); }

#define METHODS(ROW)                                                                                                   \
    ROW("set_from_box", set_from_box, 1) ROW("set_from_cone_z", set_from_cone_z, 1)                                    \
    ROW("set_from_cylinder_z", set_from_cylinder_z, 1) ROW("set_from_sphere", set_from_sphere, 1)
METHODS(RIGID_METHOD)
const luaL_Reg rigid_mass_matrix_setters[] = {METHODS(RIGID_ROW){NULL, NULL}};
