/* Rows of samples: written by runs, unfolded into Vectors and tables when somebody looks. */
#include "sample_rows.h"
#include "contact.h"
#include "vector.h"

#include <string.h>

static const char rows_key = 0; /* its address says what a userdata is */

enum { TOUCH_WIDTH = 8, MOST_TOUCHES = 64 };

static void copy(double *to, const double *from, int count) { memcpy(to, from, (size_t)count * sizeof *to); }

static int width_of(const rigid_row_shape *of) {
    return 1 + of->nq + 2 * of->nv + (of->touches > 0 ? 1 + TOUCH_WIDTH * of->touches : 0);
}

static double *row_at(rigid_sample_rows *r, int i) { return r->at + (size_t)i * (size_t)width_of(&r->of); }

rigid_sample_rows *rigid_check_rows(lua_State *L, int arg) {
    rigid_sample_rows *r = lua_touserdata(L, arg);
    luaL_argcheck(L, r && lua_rawlen(L, arg) >= sizeof *r && r->what == &rows_key, arg, "rows expected");
    return r;
}

int rigid_row_touches(const rigid_contacts *contacts) {
    const int most = contacts ? rigid_contacts_most(contacts) : 0;
    return most < MOST_TOUCHES ? most : MOST_TOUCHES;
}

void rigid_push_sample_rows(lua_State *L, rigid_row_shape of, int capacity) {
    rigid_sample_rows *r = lua_newuserdatauv(L, sizeof *r + (size_t)capacity * (size_t)width_of(&of) * sizeof(double), 1);
    *r = (rigid_sample_rows){.what = &rows_key, .of = of, .capacity = capacity};
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
}

/* ---- written ---------------------------------------------------------------------------------------------------------- */

static void write_touches(const rigid_sample_rows *r, const rigid_contacts *contacts, double *at) {
    const rigid_touch *list;
    const int count = rigid_contacts_touching(contacts, &list);
    at[0] = count < r->of.touches ? count : r->of.touches;
    for (int i = 0; i < (int)at[0]; i++) {
        const rigid_touch *touch = &list[i];
        const double numbers[TOUCH_WIDTH] = {touch->contact, touch->other, touch->point.x, touch->point.y, touch->point.z,
                                             touch->force.x, touch->force.y, touch->force.z};
        memcpy(at + 1 + TOUCH_WIDTH * i, numbers, sizeof numbers);
    }
}

void rigid_write_row(rigid_sample_rows *r, const rigid_stepper *s, const rigid_contacts *contacts, double t, const double *q, const double *v) {
    const int nq = r->of.nq, nv = r->of.nv;
    double *at = row_at(r, r->count);
    at[0] = t;
    copy(at + 1, q, nq), copy(at + 1 + nq, v, nv), copy(at + 1 + nq + nv, rigid_stepper_torque(s), nv);
    if (r->of.touches > 0)
        write_touches(r, contacts, at + 1 + nq + 2 * nv);
}

double *rigid_row_torque(rigid_sample_rows *r) { return row_at(r, r->count) + 1 + r->of.nq + r->of.nv; }

int rigid_rows_keep(lua_State *L) {
    rigid_sample_rows *r = rigid_check_rows(L, 1);
    if (!rigid_rows_full(r))
        r->count++;
    return 0;
}

/* ---- read ------------------------------------------------------------------------------------------------------------- */

static void push_part(lua_State *L, int list, lua_Integer i, const double *from, int count) {
    copy(rigid_push_vector(L, count)->at, from, count);
    lua_rawseti(L, list, i);
}

/* What touched in a row, as a list. */
static void push_touches(lua_State *L, int contacts, rigid_sample_rows *r, const double *at) {
    rigid_touch list[MOST_TOUCHES];
    const int count = (int)at[0] < r->of.touches ? (int)at[0] : r->of.touches;
    for (int i = 0; i < count; i++) {
        const double *x = at + 1 + TOUCH_WIDTH * i;
        list[i] = (rigid_touch){.contact = (int)x[0], .other = (int)x[1], .point = {x[2], x[3], x[4]}, .force = {x[5], x[6], x[7]}};
    }
    rigid_push_touches(L, contacts, list, count, "force");
}

int rigid_rows_unfold(lua_State *L) {
    rigid_sample_rows *r = rigid_check_rows(L, 1);
    for (int list = 2; list <= 5 + (r->of.touches > 0); list++)
        luaL_checktype(L, list, LUA_TTABLE);
    lua_settop(L, 6);
    lua_getiuservalue(L, 1, 1);
    lua_Integer i = (lua_Integer)lua_rawlen(L, 2);
    for (int k = 0; k < r->count; k++) {
        const double *at = row_at(r, k);
        i++;
        push_part(L, 3, i, at + 1, r->of.nq), push_part(L, 4, i, at + 1 + r->of.nq, r->of.nv);
        push_part(L, 5, i, at + 1 + r->of.nq + r->of.nv, r->of.nv);
        if (r->of.touches > 0) {
            push_touches(L, 7, r, at + 1 + r->of.nq + 2 * r->of.nv);
            lua_rawseti(L, 6, i);
        }
        lua_pushnumber(L, at[0]);
        lua_rawseti(L, 2, i);
    }
    return 0;
}

int rigid_rows_count(lua_State *L) {
    rigid_sample_rows *r = rigid_check_rows(L, 1);
    lua_pushinteger(L, r->count);
    if (r->count == 0)
        return 1;
    lua_pushnumber(L, r->at[0]), lua_pushnumber(L, row_at(r, r->count - 1)[0]);
    return 3;
}
