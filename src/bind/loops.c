/* Closed loops of a Model. What a person said of them is a list of records (lua/rigid/model/loops.lua); an edit makes another list and
   another structure, so the list that a block was compiled with is its own. From that the core's loops are made when they are
   first asked for, and kept in the place of the list.

   Lists and records are never changed, and what is read is looked at before it is used: a number of a link that the block
   does not have is refused, whatever a finalizer did to the model meanwhile. */
#include "loops.h"
#include "loop_records.h"
#include "class.h"
#include "matrix.h"
#include "model_arguments.h"
#include "model_refusal.h"
#include "print.h"
#include "vector.h"

#include <string.h>

enum { MOST_LOOPS = 1 << 20 };

/* ---- the core's loops --------------------------------------------------------------------------------------------------- */

/* What is pushed; the core's own stand behind it. */
typedef struct {
    const rigid_compiled *owner;
    rigid_loops *loops;
    int count;
    const rigid_loop *loop;
} loops_box;

enum { LOOPS_ARRAY = 1, LOOPS_NAMES, LOOPS_BLOCK, LOOPS_USER_VALUES = LOOPS_BLOCK };

/* Push room for the loops of the list at `list` with their coefficients, and for their names a table. */
static rigid_loop *push_loop_array(lua_State *L, int count) {
    rigid_loop *loop = lua_newuserdatauv(L, (size_t)count * (sizeof *loop + RIGID_MOST_TERMS * sizeof(double)), 0);
    lua_createtable(L, count, 0);
    return loop;
}

/* Replace the list on top of the stack by what holds the loops that it says, of the block at `block`. */
static loops_box *make_loops(lua_State *L, int block, const rigid_model *model) {
    const int list = lua_gettop(L), array = list + 1, names = list + 2;
    const int count = (int)lua_rawlen(L, list);
    rigid_loop *loop = push_loop_array(L, count);
    for (int i = 1; i <= count; i++)
        rigid_read_loop(L, list, names, i, model, loop, (double *)(void *)(loop + count));
    loops_box *box = lua_newuserdatauv(L, sizeof *box + rigid_loops_size(model, loop, count), LOOPS_USER_VALUES);
    *box = (loops_box){.count = count, .loop = loop};
    box->loops = rigid_loops_make(model, loop, count, box + 1);
    lua_pushvalue(L, array), lua_setiuservalue(L, -2, LOOPS_ARRAY);
    lua_pushvalue(L, names), lua_setiuservalue(L, -2, LOOPS_NAMES);
    lua_pushvalue(L, block), lua_setiuservalue(L, -2, LOOPS_BLOCK);
    lua_replace(L, list);
    lua_settop(L, list);
    return box;
}

/* What the block at `block` has for its loops, pushed; null, and nil, where that is nothing. */
static loops_box *push_box(lua_State *L, int block) {
    rigid_compiled *c = lua_touserdata(L, block);
    const int type = lua_getiuservalue(L, block, BLOCK_LOOPS);
    loops_box *box = lua_touserdata(L, -1);
    if (type == LUA_TUSERDATA && box && box == c->loops && lua_rawlen(L, -1) >= sizeof *box && box->owner == c)
        return box;
    if (type != LUA_TTABLE || lua_rawlen(L, -1) == 0 || lua_rawlen(L, -1) > MOST_LOOPS) {
        lua_pop(L, 1);
        lua_pushnil(L);
        return NULL;
    }
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    box = make_loops(L, block, c->model);
    box->owner = c, c->loops = box;
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, block, BLOCK_LOOPS);
    return box;
}

/* Push the same loops once more, with memory of their own. */
static rigid_loops *push_twin(lua_State *L, int idx, const loops_box *box) {
    const rigid_model *model = box->owner->model;
    loops_box *twin = lua_newuserdatauv(L, sizeof *twin + rigid_loops_size(model, box->loop, box->count), LOOPS_USER_VALUES);
    *twin = *box;
    twin->loops = rigid_loops_make(model, box->loop, box->count, twin + 1);
    for (int i = 1; i <= LOOPS_USER_VALUES; i++) {
        lua_getiuservalue(L, idx, i);
        lua_setiuservalue(L, -2, i);
    }
    return twin->loops;
}

rigid_loops *rigid_push_loops(lua_State *L, int model) {
    rigid_loops *loops = NULL;
    model = lua_absindex(L, model);
    if (rigid_test(L, model, ID_MODEL))
        rigid_push_compiled(L, model);
    else
        lua_pushvalue(L, model);
    const int block = lua_gettop(L);
    const loops_box *box = push_box(L, block);
    if (box)
        loops = push_twin(L, block + 1, box);
    lua_replace(L, block);
    lua_settop(L, block);
    return loops;
}

/* ---- methods ------------------------------------------------------------------------------------------------------------ */

/* A call that computes: the compiled model at index 1, and its loops on top of the stack, if it has any. */
typedef struct {
    rigid_compiled *c;
    const loops_box *box; /* or null */
    rigid_loops *loops;   /* or null */
    int at, rows, count;
} call;

static call begin(lua_State *L, int arguments) {
    call k = {.c = rigid_check_model(L, arguments)};
    k.box = push_box(L, 1), k.at = lua_gettop(L);
    if (k.box)
        k.loops = k.box->loops, k.count = k.box->count, k.rows = rigid_loops_equations(k.loops);
    return k;
}

/* m:constraint_error(q [, out]) */
static int constraint_error(lua_State *L) {
    const call k = begin(L, 2);
    double *out = rigid_model_vector(L, 3, k.rows);
    const double *q = rigid_model_q(L, k.c, 2, 0);
    if (k.loops)
        rigid_loops_error(k.loops, q, out);
    return 1;
}

/* m:constraint_jacobian(q [, out]) */
static int constraint_jacobian(lua_State *L) {
    const call k = begin(L, 2);
    double *out = rigid_model_matrix(L, 3, k.rows, k.c->model->nv);
    const double *q = rigid_model_q(L, k.c, 2, 0);
    if (k.loops)
        rigid_loops_jacobian(k.loops, q, out);
    return 1;
}

/* m:constraint_drift(q, v [, out]) */
static int constraint_drift(lua_State *L) {
    const call k = begin(L, 3);
    double *out = rigid_model_vector(L, 4, k.rows);
    const double *q = rigid_model_q(L, k.c, 2, 0), *v = rigid_model_v(L, k.c, 3);
    if (k.loops)
        rigid_loops_drift(k.loops, q, v, out);
    return 1;
}

/* Push a table of a Wrench for each loop, by name, and a number for a coupling: places that are written into. */
static void push_wrenches(lua_State *L, const call *k, int names) {
    lua_createtable(L, 0, k->count);
    for (int i = 0; i < k->count; i++) {
        lua_rawgeti(L, names, i + 1);
        if (k->box->loop[i].kind == RIGID_LOOP_COUPLING)
            lua_pushnumber(L, 0);
        else
            rigid_push_force(L, ID_WRENCH, rigid_force_zero());
        lua_rawset(L, -3);
    }
}

/* Into the places: nothing is allocated. */
static void fill_wrenches(lua_State *L, const call *k, int names, int wrenches, const double *lambda) {
    int row = 0;
    for (int i = 0; i < k->count; row += rigid_loop_equations(&k->box->loop[i++])) {
        lua_rawgeti(L, names, i + 1);
        if (k->box->loop[i].kind == RIGID_LOOP_COUPLING) {
            lua_pushnumber(L, lambda[row]);
            lua_rawset(L, wrenches);
            continue;
        }
        lua_rawget(L, wrenches);
        rigid_force *f = rigid_test(L, -1, ID_WRENCH);
        *f = rigid_loops_wrench(k->loops, NULL, lambda, i);
        lua_pop(L, 1);
    }
}

static int names_of(lua_State *L, const call *k) {
    if (k->box)
        lua_getiuservalue(L, k->at, LOOPS_NAMES);
    else
        lua_pushnil(L);
    if (k->box && lua_type(L, -1) != LUA_TTABLE)
        rigid_bad(L, rigid_at(1), "the names of its loops were taken away");
    return lua_gettop(L);
}

static rigid_status accelerate(const call *k, const double *q, const double *v, const double *tau, const rigid_force *external,
                               double *a, double *lambda, int *freedom) {
    if (!k->loops)
        return rigid_aba(k->c->model, &k->c->ws, q, v, tau, external, a, freedom);
    return rigid_constrained_dynamics(k->loops, q, v, tau, external, a, lambda, freedom);
}

/* m:constrained_dynamics(q, v, tau [, external] [, out]) */
static int constrained_dynamics(lua_State *L) {
    const call k = begin(L, 5);
    const int n = k.c->model->nv, names = names_of(L, &k), arg = rigid_test(L, 5, ID_VECTOR) ? 5 : 6;
    int freedom = 0;
    double *out = rigid_model_vector(L, arg, n);
    const int result = lua_gettop(L);
    rigid_model_no_more(L, arg, 6);
    push_wrenches(L, &k, names);
    double *a = rigid_model_scratch(L, (size_t)(n + k.rows)), *lambda = a + n;
    const double *q = rigid_model_q(L, k.c, 2, 0), *v = rigid_model_optional_v(L, k.c, 3);
    const double *tau = rigid_model_optional_a(L, k.c, 4, "tau");
    if (accelerate(&k, q, v, tau, rigid_model_external(L, k.c, 5), a, lambda, &freedom) != RIGID_OK)
        return rigid_bad_joint(L, k.c, q, freedom);
    memcpy(out, a, (size_t)n * sizeof *out);
    fill_wrenches(L, &k, names, result + 1, lambda);
    lua_settop(L, result + 1);
    return 2;
}

/* Which loop is least closed, by its largest error. */
static int worst_loop(const call *k, const double *error, double *gap) {
    int worst = 0;
    *gap = -1;
    for (int i = 0; i < k->count; i++) {
        const int rows = rigid_loop_equations(&k->box->loop[i]);
        for (int r = 0; r < rows; r++)
            if (!(fabs(error[r]) <= *gap))
                worst = i, *gap = fabs(error[r]);
        error += rows;
    }
    return worst;
}

/* Push "12 mm", "3 rad", "1.2 mm and 0.1 rad". */
static const char *push_gap(lua_State *L, double far, double turned, double plain) {
    char of_far[RIGID_NUMBER_WIDTH], of_turned[RIGID_NUMBER_WIDTH];
    const bool small = far < 1;
    rigid_format_number(of_far, 4, small ? 1e3 * far : far), rigid_format_number(of_turned, 4, turned);
    const char *unit = small ? "mm" : "m";
    if (far > 1e-12 && turned > 1e-12)
        return lua_pushfstring(L, "%s %s and %s rad", of_far, unit, of_turned);
    if (far > 1e-12)
        return lua_pushfstring(L, "%s %s", of_far, unit);
    return lua_pushfstring(L, "%s%s", rigid_format_number(of_turned, 4, turned > 0 ? turned : plain), turned > 0 ? " rad" : "");
}

static int cannot_close(lua_State *L, const call *k, int names, const double *q, const double *error) {
    double gap, far, turned;
    const int worst = worst_loop(k, error, &gap);
    const rigid_force off = rigid_loops_wrench(k->loops, q, error, worst); /* zero of a coupling */
    far = v3_norm(off.linear), turned = v3_norm(off.angular);
    lua_rawgeti(L, names, worst + 1);
    const char *name = rigid_short_text(L, lua_gettop(L));
    const char *size = push_gap(L, far, turned, gap);
    lua_pushfstring(L, "cannot close from this q: nearest gap %s at '%s'; %s", size, name,
                    "start from a q that is nearer to closed, or change what the loop joins");
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

/* m:assemble(q [, out]) */
static int assemble(lua_State *L) {
    const call k = begin(L, 2);
    const int nq = k.c->model->nq, names = names_of(L, &k);
    double *out = rigid_model_vector(L, 3, nq), *closed = rigid_model_scratch(L, (size_t)(nq + k.rows)), *error = closed + nq;
    const double *q = rigid_model_q(L, k.c, 2, 0);
    rigid_status status = RIGID_OK;
    memcpy(closed, q, (size_t)nq * sizeof *closed);
    if (k.loops) {
        status = rigid_loops_assemble(k.loops, q, closed);
        rigid_loops_error(k.loops, closed, error);
    }
    if (status != RIGID_OK)
        return cannot_close(L, &k, names, closed, error);
    double gap;
    worst_loop(&k, error, &gap);
    memcpy(out, closed, (size_t)nq * sizeof *out);
    lua_pushnumber(L, k.loops ? gap : 0);
    return 2;
}

static void put_count(lua_State *L, int count, const char *field) {
    lua_pushinteger(L, count);
    lua_setfield(L, -2, field);
}

/* m:loops([q]) as the core knows them: {name=, equations=, rank=} each, the last two of all together, and the q; the rest is said
   in lua/rigid/model/loop_words.lua. */
static int loops(lua_State *L) {
    const call k = begin(L, 1);
    const int names = names_of(L, &k);
    int *ranks = lua_newuserdatauv(L, ((size_t)k.count + 1) * sizeof *ranks, 0);
    rigid_vector *q = rigid_push_vector(L, k.c->model->nq);
    rigid_model_neutral(k.c->model, q->at);
    if (!lua_isnil(L, 2))
        memcpy(q->at, rigid_model_q(L, k.c, 2, 0), (size_t)q->size * sizeof(double));
    for (int i = 0; i < k.count; i++)
        ranks[i] = rigid_loops_rank(k.loops, q->at, i);
    ranks[k.count] = k.loops ? rigid_loops_rank(k.loops, q->at, -1) : 0;
    const int at = lua_gettop(L);
    lua_createtable(L, k.count, 4);
    put_count(L, k.rows, "equations"), put_count(L, ranks[k.count], "rank");
    for (int i = 0; i < k.count; i++) {
        lua_createtable(L, 0, 8);
        lua_rawgeti(L, names, i + 1);
        lua_setfield(L, -2, "name");
        put_count(L, rigid_loop_equations(&k.box->loop[i]), "equations"), put_count(L, ranks[i], "rank");
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushvalue(L, at);
    return 2;
}

#define METHODS(ROW)                                                                                                   \
    ROW("constraint_error", constraint_error, 2) ROW("constraint_jacobian", constraint_jacobian, 2)                    \
    ROW("constraint_drift", constraint_drift, 3) ROW("constrained_dynamics", constrained_dynamics, 5)                  \
    ROW("assemble", assemble, 2) ROW("loops", loops, 1)
METHODS(RIGID_WRITER)
const luaL_Reg rigid_loops_methods[] = {METHODS(RIGID_ROW){NULL, NULL}};
