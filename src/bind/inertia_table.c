/* SpatialInertia{...}: what a table says of a body, read and put together; what a body cannot be is refused. */
#include "class.h"
#include "criticize.h"
#include "inertia_lists.h"
#include "numbers.h"
#include "options.h"
#include "quantities.h"

/* What the table at argument 2 says of a body; what is checked has finite numbers. */
typedef struct {
    bool checked, has_com;
    double mass;
    v3 com, h;
    sym3 I;
    bool about_origin;
} body_options;

/* Push the value of a field and its index; 0 where it is absent. */
static int push_field(lua_State *L, const char *name) { return rigid_field(L, 2, name) ? lua_gettop(L) : 0; }

static double read_mass(lua_State *L, bool finite) {
    const rigid_place at = rigid_field_of(2, "mass");
    const int idx = push_field(L, "mass");
    if (!idx)
        rigid_missing(L, 2, "mass", "number (kg)");
    return finite ? rigid_get_finite(L, idx, at) : rigid_get_number(L, idx, at);
}

static v3 read_v3(lua_State *L, int idx, const char *name, bool finite) {
    const rigid_place at = rigid_field_of(2, name);
    return finite ? rigid_get_finite_v3(L, idx, at) : rigid_get_v3(L, idx, at);
}

static sym3 read_sym3(lua_State *L, int idx, const char *name, bool finite) {
    const sym3 I = rigid_get_sym3(L, idx, rigid_field_of(2, name));
    if (finite && !sym3_is_finite(I))
        rigid_bad(L, rigid_field_of(2, name), "finite numbers expected, got one that is NaN or infinite");
    return I;
}

/* The first moment: com_moment where it is given, mass times com otherwise; the two must agree. */
static v3 read_first_moment(lua_State *L, const body_options *o) {
    const v3 product = v3_scale(o->mass, o->com);
    const int idx = push_field(L, "com_moment");
    if (!idx)
        return product;
    const v3 h = read_v3(L, idx, "com_moment", o->checked);
    if (o->has_com && o->mass != 0 && v3_norm(v3_sub(h, product)) > 1e-9 * (v3_norm(h) + v3_norm(product)))
        rigid_bad(L, rigid_field_of(2, "com_moment"), "it is not mass times com, and both are given; leave one out");
    return h;
}

/* inertia, or mass times unit_inertia: one of the two. */
static sym3 read_inertia(lua_State *L, const body_options *o) {
    const int whole = push_field(L, "inertia");
    const sym3 I = whole ? read_sym3(L, whole, "inertia", o->checked) : sym3_zero();
    const int per_mass = push_field(L, "unit_inertia");
    if (!whole && !per_mass)
        rigid_missing(L, 2, "inertia", "rotational inertia (or unit_inertia)");
    if (!per_mass)
        return I;
    const sym3 unit = read_sym3(L, per_mass, "unit_inertia", o->checked);
    if (whole)
        rigid_bad(L, rigid_field_of(2, "unit_inertia"), "inertia is given as well; leave one out");
    return sym3_scale(o->mass, unit);
}

static bool read_about(lua_State *L) {
    static const char *const points[] = {"com", "origin", NULL};
    const int idx = push_field(L, "about");
    return idx && rigid_get_word(L, idx, rigid_field_of(2, "about"), points, -1) == 1;
}

static body_options read_body(lua_State *L) {
    static const char *const known[] = {"mass",  "com",        "inertia",             "unit_inertia",
                                        "about", "com_moment", "skip_validity_check", NULL};
    rigid_check_options(L, 2, known);
    body_options o = {.checked = !rigid_field_boolean(L, 2, "skip_validity_check", false)};
    o.mass = read_mass(L, o.checked);
    const int com = push_field(L, "com");
    o.has_com = com != 0;
    o.com = o.has_com ? read_v3(L, com, "com", o.checked) : v3_zero();
    o.h = read_first_moment(L, &o);
    if (!o.has_com && o.mass != 0)
        o.com = v3_div(o.h, o.mass);
    o.I = read_inertia(L, &o);
    o.about_origin = read_about(L);
    return o;
}

int rigid_inertia_construct(lua_State *L) {
    const body_options o = read_body(L);
    rigid_inertia M = o.about_origin ? rigid_inertia_from_origin(o.mass, o.com, o.I) : rigid_inertia_from_central(o.mass, o.com, o.I);
    M.h = o.h;
    if (o.checked) {
        rigid_push_criticism(L, &M);
        if (!lua_isnil(L, -1))
            return rigid_bad(L, rigid_at(2), "%s", lua_tostring(L, -1));
    }
    rigid_push_inertia(L, &M);
    return 1;
}
