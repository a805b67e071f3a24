/* SpatialInertia.solid_box{...} and its like: shapes of uniform density, and meshes. */
#include "class.h"
#include "inertia_lists.h"
#include "numbers.h"
#include "options.h"

static double length_field(lua_State *L, const char *name) { return rigid_field_positive(L, 1, name); }

static v3 axis_field(lua_State *L) {
    if (!rigid_field(L, 1, "axis"))
        return (v3){0, 0, 1};
    v3 axis = rigid_get_unit(L, lua_gettop(L), rigid_field_of(1, "axis"));
    lua_pop(L, 1);
    return axis;
}

/* Three positive lengths in a list. */
static v3 lengths_field(lua_State *L, const char *name) {
    if (!rigid_field(L, 1, name))
        rigid_missing(L, 1, name, "three positive lengths");
    v3 a = rigid_get_finite_v3(L, lua_gettop(L), rigid_field_of(1, name));
    lua_pop(L, 1);
    if (a.x <= 0 || a.y <= 0 || a.z <= 0)
        rigid_bad(L, rigid_field_of(1, name), "three positive lengths expected, got (%f, %f, %f)", a.x, a.y, a.z);
    return a;
}

/* The mass: given, or density times volume (area density times area). Exactly one of the two is given. */
static double mass_of(lua_State *L, const char *density_name, double volume) {
    bool has_density = rigid_field(L, 1, density_name);
    bool has_mass = rigid_field(L, 1, "mass");
    lua_pop(L, has_density + has_mass);
    if (has_density && has_mass)
        rigid_bad(L, rigid_field_of(1, density_name), "mass is given as well; leave one out");
    if (has_mass || !has_density)
        return rigid_field_positive(L, 1, "mass");
    double mass = rigid_field_positive(L, 1, density_name) * volume;
    if (!(mass > 0) || !isfinite(mass))
        rigid_bad(L, rigid_field_of(1, density_name), "the mass it gives, %f kg, is not positive and finite", mass);
    return mass;
}

static int push_shape(lua_State *L, rigid_inertia M) {
    if (!rigid_inertia_is_finite(&M))
        return rigid_bad(L, rigid_at(1), "these sizes are so large that the inertia overflows");
    rigid_push_inertia(L, &M);
    return 1;
}

static int point_mass(lua_State *L) {
    static const char *const known[] = {"mass", "position", NULL};
    rigid_check_options(L, 1, known);
    double mass = rigid_field_positive(L, 1, "mass");
    if (!rigid_field(L, 1, "position"))
        return rigid_missing(L, 1, "position", "Vec3 or {x, y, z}");
    return push_shape(L, rigid_point_mass(mass, rigid_get_finite_v3(L, lua_gettop(L), rigid_field_of(1, "position"))));
}

static int solid_box(lua_State *L) {
    static const char *const known[] = {"mass", "density", "size", NULL};
    rigid_check_options(L, 1, known);
    v3 l = lengths_field(L, "size");
    return push_shape(L, rigid_solid_box(mass_of(L, "density", rigid_box_volume(l.x, l.y, l.z)), l.x, l.y, l.z));
}

static int solid_cube(lua_State *L) {
    static const char *const known[] = {"mass", "density", "length", NULL};
    rigid_check_options(L, 1, known);
    double l = length_field(L, "length");
    return push_shape(L, rigid_solid_box(mass_of(L, "density", rigid_box_volume(l, l, l)), l, l, l));
}

static int solid_sphere(lua_State *L) {
    static const char *const known[] = {"mass", "density", "radius", NULL};
    rigid_check_options(L, 1, known);
    double r = length_field(L, "radius");
    return push_shape(L, rigid_solid_ellipsoid(mass_of(L, "density", rigid_ellipsoid_volume(r, r, r)), r, r, r));
}

static int solid_ellipsoid(lua_State *L) {
    static const char *const known[] = {"mass", "density", "semi_axes", NULL};
    rigid_check_options(L, 1, known);
    v3 a = lengths_field(L, "semi_axes");
    double mass = mass_of(L, "density", rigid_ellipsoid_volume(a.x, a.y, a.z));
    return push_shape(L, rigid_solid_ellipsoid(mass, a.x, a.y, a.z));
}

static const char *const round_fields[] = {"mass", "density", "radius", "length", "axis", NULL};

/* What is said of a shape with an axis, but for its mass. */
typedef struct {
    double radius, length;
    v3 axis;
} round_options;

static round_options read_round(lua_State *L) {
    rigid_check_options(L, 1, round_fields);
    const double radius = length_field(L, "radius"), length = length_field(L, "length");
    return (round_options){radius, length, axis_field(L)};
}

static rigid_inertia cylinder(lua_State *L, round_options o) {
    return rigid_solid_cylinder(mass_of(L, "density", rigid_cylinder_volume(o.radius, o.length)), o.radius, o.length, o.axis);
}

/* From the centre to the end the axis comes from: p_CP = -½ l u. */
static int push_about_end(lua_State *L, rigid_inertia M, round_options o) {
    return push_shape(L, rigid_inertia_shift(M, v3_scale(-0.5 * o.length, o.axis)));
}

static int solid_cylinder(lua_State *L) { return push_shape(L, cylinder(L, read_round(L))); }

static int solid_cylinder_about_end(lua_State *L) {
    const round_options o = read_round(L);
    return push_about_end(L, cylinder(L, o), o);
}

static int solid_capsule(lua_State *L) {
    const round_options o = read_round(L);
    const double mass = mass_of(L, "density", rigid_capsule_volume(o.radius, o.length));
    return push_shape(L, rigid_solid_capsule(mass, o.radius, o.length, o.axis));
}

static int solid_cone(lua_State *L) {
    const round_options o = read_round(L);
    return push_shape(L, rigid_solid_cone(mass_of(L, "density", rigid_cone_volume(o.radius, o.length)), o.radius, o.length, o.axis));
}

static int hollow_sphere(lua_State *L) {
    static const char *const known[] = {"mass", "area_density", "radius", NULL};
    rigid_check_options(L, 1, known);
    double radius = length_field(L, "radius");
    return push_shape(L, rigid_hollow_sphere(mass_of(L, "area_density", rigid_sphere_area(radius)), radius));
}

typedef struct {
    double mass;
    round_options shape; /* of no radius */
} rod_options;

static rod_options read_rod(lua_State *L) {
    static const char *const known[] = {"mass", "length", "axis", NULL};
    rigid_check_options(L, 1, known);
    const double mass = rigid_field_positive(L, 1, "mass"), length = length_field(L, "length");
    return (rod_options){mass, {0, length, axis_field(L)}};
}

static rigid_inertia rod(rod_options o) { return rigid_thin_rod(o.mass, o.shape.length, o.shape.axis); }

static int thin_rod(lua_State *L) { return push_shape(L, rod(read_rod(L))); }

static int thin_rod_about_end(lua_State *L) {
    const rod_options o = read_rod(L);
    return push_about_end(L, rod(o), o.shape);
}

/* ---- tetrahedra ---------------------------------------------------------------------------------------------------- */

static const char *const tetrahedron_fields[] = {"density", "vertices", NULL};

/* The entry i of the list on top of the stack, as a point; `field[i]` is named only when it is not one. */
static v3 vertex_at(lua_State *L, const char *field, lua_Integer i) {
    lua_rawgeti(L, -1, i);
    const v3 *a = rigid_test(L, -1, ID_VEC3);
    v3 p;
    if (a && v3_is_finite(*a))
        p = *a;
    else {
        const char *name = lua_pushfstring(L, "%s[%I]", field, (LUAI_UACINT)i);
        p = rigid_get_finite_v3(L, -2, rigid_field_of(1, name));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return p;
}

static void push_list_field(lua_State *L, const char *name, const char *what) {
    if (!rigid_field(L, 1, name))
        rigid_missing(L, 1, name, what);
    if (lua_type(L, -1) != LUA_TTABLE)
        rigid_expected(L, rigid_field_of(1, name), -1, what);
}

static int tetrahedron(lua_State *L, int first, const char *what) {
    v3 vertices[4] = {{0, 0, 0}};
    rigid_check_options(L, 1, tetrahedron_fields);
    double density = rigid_field_positive(L, 1, "density");
    push_list_field(L, "vertices", what);
    if (lua_rawlen(L, -1) != (lua_Unsigned)(4 - first))
        return rigid_expected(L, rigid_field_of(1, "vertices"), -1, what);
    for (int i = first; i < 4; i++)
        vertices[i] = vertex_at(L, "vertices", i - first + 1);
    rigid_inertia M;
    rigid_status status = rigid_solid_tetrahedron(density, vertices, &M);
    if (status == RIGID_INWARD)
        return rigid_bad(L, rigid_field_of(1, "vertices"),
                         "the tetrahedron is turned inside out (its signed volume is negative); swap two vertices");
    if (status == RIGID_ZERO_VOLUME)
        return rigid_bad(L, rigid_field_of(1, "vertices"), "the tetrahedron is flat: its four vertices lie in one plane");
    if (status != RIGID_OK)
        return rigid_bad(L, rigid_field_of(1, "vertices"), "the volume overflows");
    return push_shape(L, M);
}

static int solid_tetrahedron(lua_State *L) { return tetrahedron(L, 0, "list of four points"); }
static int solid_tetrahedron_about_vertex(lua_State *L) {
    return tetrahedron(L, 1, "list of three points (from the vertex at the origin)");
}

/* ---- meshes -------------------------------------------------------------------------------------------------------- */

enum { MESH_MOST = 1 << 26 };

static int list_length(lua_State *L, const char *field, int least) {
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n < (lua_Unsigned)least || n > MESH_MOST)
        rigid_bad(L, rigid_field_of(1, field), "a closed mesh has at least %d of them, got %I", least, (LUAI_UACINT)n);
    rigid_check_whole(L, -1, rigid_field_of(1, field), n);
    return (int)n;
}

/* Read the list on top of the stack into a block that Lua owns, left in its place. */
static v3 *read_vertices(lua_State *L, int count) {
    v3 *vertices = lua_newuserdatauv(L, (size_t)count * sizeof *vertices, 0);
    lua_insert(L, -2);
    for (int i = 0; i < count; i++)
        vertices[i] = vertex_at(L, "vertices", i + 1);
    lua_pop(L, 1);
    return vertices;
}

static int corner_at(lua_State *L, int k, int face, int vertex_count) {
    int type = lua_rawgeti(L, -1, k);
    if (type != LUA_TNUMBER || !lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1 || lua_tointeger(L, -1) > vertex_count) {
        const char *name = lua_pushfstring(L, "faces[%d]", face);
        rigid_get_integer(L, -2, rigid_field_of(1, name), 1, vertex_count);
        lua_pop(L, 1);
    }
    int corner = (int)lua_tonumber(L, -1) - 1;
    lua_pop(L, 1);
    return corner;
}

static rigid_face *read_faces(lua_State *L, int count, int vertex_count) {
    rigid_face *faces = lua_newuserdatauv(L, (size_t)count * sizeof *faces, 0);
    lua_insert(L, -2);
    for (int i = 0; i < count; i++) {
        if (lua_rawgeti(L, -1, i + 1) != LUA_TTABLE || lua_rawlen(L, -1) != 3)
            rigid_expected(L, rigid_field_of(1, lua_pushfstring(L, "faces[%d]", i + 1)), -2, "three vertex numbers {i, j, k}");
        faces[i].a = corner_at(L, 1, i + 1, vertex_count);
        faces[i].b = corner_at(L, 2, i + 1, vertex_count);
        faces[i].c = corner_at(L, 3, i + 1, vertex_count);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return faces;
}

static void check_closed(lua_State *L, const rigid_face *faces, int face_count, int vertex_count) {
    rigid_edge culprit, *edges = lua_newuserdatauv(L, 3 * (size_t)face_count * sizeof *edges, 0);
    rigid_status status = rigid_mesh_check(faces, face_count, vertex_count, edges, &culprit);
    rigid_place at = rigid_field_of(1, "faces");
    if (status == RIGID_DEGENERATE_FACE)
        rigid_bad(L, at, "face %d names the same vertex twice", culprit.face + 1);
    if (status == RIGID_OPEN_EDGE)
        rigid_bad(L, at, "the mesh is open: no other face has the edge %d-%d of face %d the other way round",
                  culprit.from + 1, culprit.to + 1, culprit.face + 1);
    if (status == RIGID_DOUBLED_EDGE)
        rigid_bad(L, at, "the mesh is not consistently wound: two faces (one is %d) pass the edge %d-%d the same way",
                  culprit.face + 1, culprit.from + 1, culprit.to + 1);
    lua_pop(L, 1);
}

static int mesh(lua_State *L) {
    static const char *const known[] = {"mass", "density", "vertices", "faces", NULL};
    rigid_check_options(L, 1, known);
    mass_of(L, "density", 1); /* refuse what is wrong with it before the work */
    push_list_field(L, "vertices", "list of points");
    int vertex_count = list_length(L, "vertices", 4);
    v3 *vertices = read_vertices(L, vertex_count);
    push_list_field(L, "faces", "list of faces {i, j, k}");
    int face_count = list_length(L, "faces", 4);
    rigid_face *faces = read_faces(L, face_count, vertex_count);
    check_closed(L, faces, face_count, vertex_count);
    rigid_inertia M;
    double volume;
    rigid_status status = rigid_mesh_inertia(vertices, vertex_count, faces, face_count, &M, &volume);
    if (status == RIGID_INWARD)
        return rigid_bad(L, rigid_field_of(1, "faces"), "the mesh is wound inward (its signed volume is %f m³); reverse every face", volume);
    if (status == RIGID_ZERO_VOLUME)
        return rigid_bad(L, rigid_field_of(1, "vertices"), "the mesh encloses no volume");
    if (status != RIGID_OK)
        return rigid_bad(L, rigid_field_of(1, "vertices"), "the volume overflows");
    double density = mass_of(L, "density", volume) / volume;
    return push_shape(L, (rigid_inertia){density * M.m, v3_scale(density, M.h), sym3_scale(density, M.I)});
}

#define SHAPE_FUNCTIONS(ROW)                                                                                           \
    ROW("point_mass", point_mass, 1) ROW("solid_box", solid_box, 1) ROW("solid_cube", solid_cube, 1)                   \
    ROW("solid_sphere", solid_sphere, 1) ROW("solid_ellipsoid", solid_ellipsoid, 1)                                    \
    ROW("solid_cylinder", solid_cylinder, 1) ROW("solid_cylinder_about_end", solid_cylinder_about_end, 1)              \
    ROW("solid_capsule", solid_capsule, 1) ROW("solid_cone", solid_cone, 1) ROW("hollow_sphere", hollow_sphere, 1) ROW("thin_rod", thin_rod, 1)         \
    ROW("thin_rod_about_end", thin_rod_about_end, 1) ROW("solid_tetrahedron", solid_tetrahedron, 1)                    \
    ROW("solid_tetrahedron_about_vertex", solid_tetrahedron_about_vertex, 1) ROW("mesh", mesh, 1)
SHAPE_FUNCTIONS(RIGID_STATIC)
const luaL_Reg rigid_shape_functions[] = {SHAPE_FUNCTIONS(RIGID_ROW){NULL, NULL}};
