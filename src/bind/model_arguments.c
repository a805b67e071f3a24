/* How the methods of Model read what they are given and find where their results go. */
#include "../core/numbers/finite.h"
#include "matrix.h"
#include "model_arguments.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "quantities.h"
#include "vector.h"

#include <string.h>

RIGID_APART void bad_numbers(lua_State *L, int arg, const char *name, const double *at, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(at[i])) {
            char text[RIGID_NUMBER_WIDTH];
            rigid_bad(L, rigid_at(arg), "%s of finite numbers expected, but %s[%d] is %s", name, name, i + 1,
                      rigid_format_number(text, RIGID_DIGITS, at[i]));
        }
}

static void bad_kind(lua_State *L, int arg, const char *name, int count) {
    rigid_expected_format(L, rigid_named(arg, name), arg, "Vector or list of %d numbers", count);
}

/* What is no Vector of that size: a list, or refused. */
RIGID_APART const double *other_numbers(lua_State *L, rigid_compiled *c, int arg, int slot, const char *name, int count) {
    double *at = c->argument[slot];
    if (rigid_test(L, arg, ID_VECTOR))
        rigid_bad(L, rigid_named(arg, name), "Vector or list of %d numbers expected, got a %s", count, rigid_describe(L, arg));
    if (lua_type(L, arg) != LUA_TTABLE)
        bad_kind(L, arg, name, count);
    if (!rigid_read_list(L, arg, at, count))
        rigid_get_numbers(L, arg, rigid_named(arg, name), at, count, lua_pushfstring(L, "Vector or list of %d numbers", count));
    return at;
}

const double *rigid_model_numbers(lua_State *L, rigid_compiled *c, int arg, int slot, const char *name, int count,
                                  bool optional) {
    const rigid_vector *vector = rigid_test(L, arg, ID_VECTOR);
    if (!vector && optional && lua_isnoneornil(L, arg))
        return NULL;
    const double *at = vector && vector->size == count ? vector->at : other_numbers(L, c, arg, slot, name, count);
    if (!are_finite(at, count))
        bad_numbers(L, arg, name, at, count);
    return at;
}

const double *rigid_model_q(lua_State *L, rigid_compiled *c, int arg, int slot) {
    const double *q = rigid_model_numbers(L, c, arg, slot, "q", c->model->nq, false);
    const int zero = rigid_model_no_turn(c, q);
    if (zero >= 0)
        rigid_bad(L, rigid_at(arg), "q[%d] to q[%d] are a quaternion, and it is zero; start from m:neutral()", zero + 1, zero + 4);
    return q;
}

void rigid_model_given(lua_State *L, int arg, const char *name, int count) {
    if (!rigid_test(L, arg, ID_VECTOR) && lua_type(L, arg) != LUA_TTABLE)
        bad_kind(L, arg, name, count);
}

const double *rigid_model_v(lua_State *L, rigid_compiled *c, int arg) {
    return rigid_model_numbers(L, c, arg, 1, "v", c->model->nv, false);
}

const double *rigid_model_optional_v(lua_State *L, rigid_compiled *c, int arg) {
    const double *v = rigid_model_numbers(L, c, arg, 1, "v", c->model->nv, true);
    return v ? v : c->ws.zero;
}

const double *rigid_model_optional_a(lua_State *L, rigid_compiled *c, int arg, const char *name) {
    const double *a = rigid_model_numbers(L, c, arg, 2, name, c->model->nv, true);
    return a ? a : c->ws.zero;
}

double *rigid_model_vector(lua_State *L, int arg, int size) {
    rigid_vector *out = rigid_test(L, arg, ID_VECTOR);
    if (!out && lua_isnil(L, arg))
        return rigid_push_vector(L, size)->at;
    if (!out || out->size != size)
        rigid_expected_format(L, rigid_at(arg), arg, "Vector of %d to write into", size);
    lua_pushvalue(L, arg);
    return out->at;
}

rigid_matrix *rigid_model_known_matrix(lua_State *L, int arg, int rows, int cols) {
    rigid_matrix *out = rigid_test(L, arg, ID_MATRIX);
    if (!out && lua_isnil(L, arg))
        return rigid_push_matrix(L, rows, cols);
    if (!out || out->rows != rows || out->cols != cols)
        rigid_expected_format(L, rigid_at(arg), arg, "%dx%d Matrix to write into", rows, cols);
    lua_pushvalue(L, arg);
    return out;
}

double *rigid_model_matrix(lua_State *L, int arg, int rows, int cols) {
    rigid_matrix *out = rigid_model_known_matrix(L, arg, rows, cols);
    out->zeros = 0;
    return out->at;
}

/* What a script had computed never stands first in a userdata, where those of ours say whose they are. */
typedef struct {
    const void *owner; /* nobody's */
    double at[];
} scratch;

double *rigid_model_scratch(lua_State *L, size_t count) {
    const size_t bytes = sizeof(scratch) + count * sizeof(double);
    if (lua_getiuservalue(L, 1, BLOCK_SCRATCH) != LUA_TUSERDATA || lua_rawlen(L, -1) < bytes) {
        lua_pop(L, 1);
        ((scratch *)lua_newuserdatauv(L, bytes, 0))->owner = NULL;
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, BLOCK_SCRATCH);
    }
    scratch *room = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return room->at;
}

void rigid_model_surplus(lua_State *L, int last) {
    rigid_bad(L, rigid_at(last), "nothing more expected after what is written into, got %s", rigid_name_of(L, last));
}

/* Raise unless the handle at arg, with its name on top of the stack, stands for a part of the model. */
static void check_owner(lua_State *L, const rigid_compiled *c, int arg) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &rigid_handle_key) == LUA_TNIL || lua_rawget(L, arg) == LUA_TNIL ||
        rigid_test(L, -1, ID_MODEL) == c->owner) {
        lua_pop(L, 1);
        return;
    }
    rigid_bad(L, rigid_at(arg), "this '%s' is part of another model; ask this one for its own, by m:body('%s')",
              rigid_short_text(L, lua_gettop(L) - 1), rigid_short_text(L, lua_gettop(L) - 1));
}

/* Push the name that the table at arg says as a handle, or as a field; whether it has one. */
static bool push_name(lua_State *L, int arg) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &rigid_handle_name) != LUA_TNIL && lua_rawget(L, arg) == LUA_TSTRING)
        return true;
    lua_pop(L, 1);
    lua_pushliteral(L, "name");
    if (lua_rawget(L, arg) == LUA_TSTRING)
        return true;
    lua_pop(L, 1);
    return false;
}

/* A body or frame, by its name or by its handle (a table with a name): its name takes its place. */
static void read_name(lua_State *L, const rigid_compiled *c, int arg) {
    if (lua_type(L, arg) == LUA_TTABLE && push_name(L, arg)) {
        check_owner(L, c, arg);
        lua_replace(L, arg);
    }
    if (lua_type(L, arg) != LUA_TSTRING)
        rigid_expected(L, rigid_at(arg), arg, "name of a body or frame");
}

/* The frame whose name is at index idx, itself or in the argument arg. */
static const rigid_frame *frame_named(lua_State *L, const rigid_compiled *c, int arg, int idx) {
    if (lua_getiuservalue(L, 1, BLOCK_NAMES) != LUA_TTABLE)
        rigid_bad(L, rigid_at(1), "its names were taken away");
    int names = lua_gettop(L);
    lua_pushvalue(L, idx);
    if (lua_rawget(L, names) == LUA_TNIL) {
        const char *hint = rigid_push_hint(L, idx, names);
        rigid_bad(L, rigid_at(arg), "the model has no body or frame named '%s'%s", rigid_short_text(L, idx), hint);
    }
    lua_Integer number = lua_tointeger(L, -1);
    if (number < 0 || number > c->model->link_count)
        rigid_bad(L, rigid_at(1), "its names were taken away");
    lua_pop(L, 2);
    return &c->model->link[number].frame;
}

/* Mostly the frame asked for is that of the call before. */
const rigid_frame *rigid_model_frame(lua_State *L, rigid_compiled *c, int arg) {
    const rigid_frame *again = rigid_model_frame_again(L, c, arg);
    if (again)
        return again;
    size_t length = 0;
    const char *name = lua_type(L, arg) == LUA_TSTRING ? lua_tolstring(L, arg, &length) : NULL;
    read_name(L, c, arg);
    const rigid_frame *F = frame_named(L, c, arg, arg);
    if (name && length <= sizeof c->asked_name) {
        memcpy(c->asked_name, name, length);
        c->asked_length = length, c->asked = F;
    }
    return F;
}

/* An argument that is a table of options rather than something to write into. */
static bool is_options(lua_State *L, int arg) { return lua_type(L, arg) == LUA_TTABLE; }

static int argument_after(lua_State *L, int options) { return options + (is_options(L, options) || lua_isnil(L, options)); }

rigid_view_options rigid_model_view_options(lua_State *L, int arg, rigid_frame *F) {
    static const char *const known[] = {"frame", "point", NULL}, *const words[] = {"local", "world", "aligned", NULL};
    static const rigid_view meant[] = {RIGID_LOCAL, RIGID_WORLD, RIGID_ALIGNED};
    rigid_view_options o = {RIGID_LOCAL, argument_after(L, arg)};
    if (!is_options(L, arg))
        return o;
    rigid_check_options(L, arg, known);
    if (rigid_field(L, arg, "frame")) {
        o.view = meant[rigid_get_word(L, lua_gettop(L), rigid_field_of(arg, "frame"), words, -1)];
        lua_pop(L, 1);
    }
    if (rigid_field(L, arg, "point")) {
        v3 point = rigid_get_finite_v3(L, lua_gettop(L), rigid_field_of(arg, "point"));
        F->X.p = rigid_transform_point(F->X, point);
        lua_pop(L, 1);
    }
    return o;
}

/* Of these names; those of columns come first, in the order of the bits of rigid_joint_columns. */
static rigid_formula_options formula_options(lua_State *L, int arg, const char *const *known, unsigned columns, bool factor) {
    rigid_formula_options o = {RIGID_FACTOR_CHRISTOFFEL, 0, argument_after(L, arg)};
    if (!is_options(L, arg))
        return o;
    rigid_check_options(L, arg, known);
    if (factor)
        o.factor = rigid_factor_field(L, arg);
    for (unsigned i = 0; i < columns; i++)
        o.columns |= (unsigned)rigid_field_boolean(L, arg, known[i], false) << i;
    return o;
}

rigid_formula_options rigid_model_factor_options(lua_State *L, int arg) {
    static const char *const known[] = {"factor", NULL};
    return formula_options(L, arg, known, 0, true);
}

rigid_formula_options rigid_model_column_options(lua_State *L, int arg) {
    static const char *const known[] = {"damping", "friction", "armature", NULL};
    return formula_options(L, arg, known, 3, false);
}

rigid_formula_options rigid_model_regressor_options(lua_State *L, int arg) {
    static const char *const known[] = {"damping", "friction", "armature", "factor", NULL};
    return formula_options(L, arg, known, 3, true);
}

const rigid_force *rigid_model_external(lua_State *L, rigid_compiled *c, int arg) {
    if (lua_isnil(L, arg) || rigid_test(L, arg, ID_VECTOR))
        return NULL;
    if (lua_type(L, arg) != LUA_TTABLE)
        rigid_expected(L, rigid_at(arg), arg, "table of external wrenches ({hand = Wrench(...)})");
    memset(c->external, 0, ((size_t)c->model->count + 1) * sizeof *c->external);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        int value = lua_gettop(L), key = value - 1;
        if (lua_type(L, key) != LUA_TSTRING)
            rigid_bad(L, rigid_at(arg), "names of bodies expected as keys of the external wrenches");
        const rigid_frame *F = frame_named(L, c, arg, key);
        rigid_place at = rigid_field_of(arg, lua_tostring(L, key));
        rigid_force f = rigid_get_force(L, value, at, ID_WRENCH);
        if (!v3_is_finite(f.linear) || !v3_is_finite(f.angular))
            rigid_bad(L, at, "finite wrench expected");
        c->external[F->body] = rigid_force_add(c->external[F->body], rigid_transform_force(F->X, f));
    }
    return c->external;
}
