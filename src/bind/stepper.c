/* Steppers for lua/rigid/simulation: a userdata with a core stepper of one compiled model, which stays alive as its user value,
   and what it says of its steps. Who else acts stands in stepper_action.c, runs in stepper_run.c. */
#include "contact.h"
#include "inner.h"
#include "loops.h"
#include "model.h"
#include "stepper.h"
#include "vector.h"

#include <string.h>

static const char stepper_key = 0; /* its address says what a userdata is */

/* ---- the userdata ---------------------------------------------------------------------------------------------------- */

rigid_bound_stepper *rigid_test_stepper(lua_State *L, int idx) {
    rigid_bound_stepper *b = lua_touserdata(L, idx);
    if (!b || lua_rawlen(L, idx) < sizeof *b || b->what != &stepper_key)
        return NULL;
    lua_getiuservalue(L, idx, OF_BLOCK);
    const bool alive = lua_touserdata(L, -1) == b->block;
    lua_pop(L, 1);
    return alive ? b : NULL;
}

rigid_bound_stepper *rigid_check_stepper(lua_State *L, int arguments) {
    rigid_bound_stepper *b = rigid_test_stepper(L, 1);
    luaL_argcheck(L, b, 1, "stepper of a model expected");
    lua_settop(L, arguments + 1);
    return b;
}

double *rigid_stepper_numbers(lua_State *L, int arg, int count) {
    rigid_vector *x = rigid_test(L, arg, ID_VECTOR);
    luaL_argcheck(L, x && x->size == count, arg, "Vector of that model expected");
    return x->at;
}

static double *numbers(lua_State *L, int arg, int count) { return rigid_stepper_numbers(L, arg, count); }
static double *optional_numbers(lua_State *L, int arg, int count) { return lua_isnil(L, arg) ? NULL : numbers(L, arg, count); }

static int nq_of(const rigid_bound_stepper *b) { return b->block->model->nq; }
static int nv_of(const rigid_bound_stepper *b) { return b->block->model->nv; }

static void copy(double *to, const double *from, int count) { memcpy(to, from, (size_t)count * sizeof *to); }

static void put_number(lua_State *L, const char *field, double x) {
    lua_pushnumber(L, x);
    lua_setfield(L, -2, field);
}

/* methods() -> what each says of itself, by its number, in the order of RIGID_METHOD_LIST */
static int methods(lua_State *L) {
    lua_createtable(L, RIGID_METHODS, 0);
    for (int k = 0; k < RIGID_METHODS; k++) {
        const rigid_method m = (rigid_method)k;
        const rigid_stability calm = rigid_method_stability(m);
        lua_createtable(L, 0, 6);
        lua_pushstring(L, rigid_method_name(m)), lua_setfield(L, -2, "name");
        put_number(L, "order", rigid_method_order(m)), put_number(L, "estimate", rigid_method_estimate_order(m));
        put_number(L, "tolerance", rigid_method_tolerance(m));
        put_number(L, "rate", calm.rate), put_number(L, "frequency", calm.frequency);
        lua_rawseti(L, -2, k + 1);
    }
    return 1;
}

/* The method whose name is at arg. */
static rigid_method check_method(lua_State *L, int arg) {
    const char *name = luaL_checkstring(L, arg);
    int k = 0;
    while (k < RIGID_METHODS && strcmp(name, rigid_method_name((rigid_method)k)) != 0)
        k++;
    luaL_argcheck(L, k < RIGID_METHODS, arg, "name of a method expected");
    return (rigid_method)k;
}

/* new(m, method, holds) */
static int new_stepper(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 2);
    const rigid_method method = check_method(L, 2);
    const bool holds = lua_toboolean(L, 3);
    const size_t head = (sizeof(rigid_bound_stepper) + 31) / 32 * 32;
    rigid_bound_stepper *b = lua_newuserdatauv(L, head + rigid_stepper_size(c->model, method, holds), USER_VALUES);
    memset(b, 0, sizeof *b);
    b->what = &stepper_key, b->block = c, b->adjusted = c->adjusted, b->held = b->holds = holds, b->method = method;
    b->stepper = rigid_stepper_make(c->model, method, holds, (unsigned char *)b + head);
    b->pace = rigid_pace_begin(0, 0);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, OF_BLOCK);
    rigid_loops *loops = rigid_push_loops(L, 1);
    lua_setiuservalue(L, -2, OF_LOOPS);
    if (loops)
        rigid_stepper_close(b->stepper, loops);
    b->contacts = rigid_push_contacts(L, 1, loops, loops && holds);
    lua_setiuservalue(L, -2, OF_CONTACTS);
    if (b->contacts)
        rigid_stepper_touch(b->stepper, b->contacts), b->held = true;
    return 1;
}

/* fresh(s, m): whether the model is still the one that is compiled there; and whether it has other numbers since this was asked
   last, which the stepper takes over. */
static int fresh(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 1);
    lua_remove(L, 1);
    const rigid_compiled *c = rigid_check_model(L, 0);
    const bool same = c == b->block, other = same && c->adjusted != b->adjusted;
    if (other) /* springs, too: the stepper may have been made where there were none */
        rigid_stepper_springs(b->stepper, c->model->stiffness, c->model->springref), b->adjusted = c->adjusted;
    lua_pushboolean(L, same), lua_pushboolean(L, other);
    return 2;
}

/* configure(s, damping, friction, lower, upper, restitution): whether joints resist; nv numbers each, or nil for none. */
static int configure(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 5);
    const int n = nv_of(b);
    if (!lua_toboolean(L, 2))
        rigid_stepper_damping(b->stepper, NULL);
    if (b->holds)
        rigid_stepper_holds(b->stepper, optional_numbers(L, 3, n), optional_numbers(L, 4, n), optional_numbers(L, 5, n), lua_tonumber(L, 6));
    return 0;
}

/* set(s, q, v) */
static int set(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 2);
    rigid_stepper_set(b->stepper, numbers(L, 2, nq_of(b)), numbers(L, 3, nv_of(b)));
    return 0;
}

/* torque(s, tau): held from now on */
static int torque(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 1);
    copy(rigid_stepper_tau(b->stepper), numbers(L, 2, nv_of(b)), nv_of(b));
    return 0;
}

static int forget(lua_State *L) {
    rigid_stepper_forget(rigid_check_stepper(L, 0)->stepper);
    return 0;
}

/* state(s, q, v), tried(s, q, v): where it is, and where the step tried ends, written into the Vectors */
static int state(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 2);
    copy(numbers(L, 2, nq_of(b)), rigid_stepper_q(b->stepper), nq_of(b));
    copy(numbers(L, 3, nv_of(b)), rigid_stepper_v(b->stepper), nv_of(b));
    return 0;
}
static int tried(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 2);
    copy(numbers(L, 2, nq_of(b)), rigid_stepper_new_q(b->stepper), nq_of(b));
    copy(numbers(L, 3, nv_of(b)), rigid_stepper_new_v(b->stepper), nv_of(b));
    return 0;
}

/* ---- steps ----------------------------------------------------------------------------------------------------------- */

void rigid_note_residual(rigid_bound_stepper *b) {
    const double now = b->contacts ? rigid_contacts_residual(b->contacts) : 0;
    const int took = b->contacts ? rigid_contacts_iterations(b->contacts) : 0;
    b->residual = now > b->residual ? now : b->residual;
    b->iterations = took > b->iterations ? took : b->iterations;
}

void rigid_stepper_enter(lua_State *L, rigid_bound_stepper *b) {
    if (b->L)
        luaL_error(L, "a step of this stepper is running");
    luaL_checkstack(L, 16, NULL);
    b->L = L;
}

int rigid_push_refusal(lua_State *L, const rigid_bound_stepper *b, rigid_status status) {
    lua_pushnil(L);
    const bool unsolved = b->contacts && rigid_contacts_unsolved(b->contacts), torn = rigid_stepper_torn(b->stepper);
    lua_pushstring(L, status == RIGID_NOT_FINITE ? "not finite"
                      : status == RIGID_SINGULAR ? "singular"
                      : torn                     ? "torn"
                      : unsolved                 ? "no impulses"
                                                 : "not converged");
    lua_pushinteger(L, 1 + (status == RIGID_NOT_CONVERGED ? rigid_stepper_worst(b->stepper) : rigid_stepper_bad(b->stepper)));
    return 3;
}

static int leave(lua_State *L, rigid_bound_stepper *b, rigid_status status, double result) {
    b->L = NULL;
    if (status != RIGID_OK)
        return rigid_push_refusal(L, b, status);
    lua_pushnumber(L, result);
    return 1;
}

/* begin(s, t) -> t: the acceleration at the state is known, unless the next step leaps over that place, and whoever acts has been asked there */
static int begin(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 1);
    const double t = luaL_checknumber(L, 2), *a;
    rigid_stepper_enter(L, b);
    const rigid_status status = rigid_stepper_acceleration(b->stepper, t, &a);
    return leave(L, b, status == RIGID_SINGULAR && rigid_stepper_may_leap(b->stepper) ? RIGID_OK : status, t);
}

/* try(s, t, h) -> how long the step tried is; pace(s, t, most): likewise, of a size that the tolerance allows */
static int try_step(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 2);
    const double t = luaL_checknumber(L, 2), h = luaL_checknumber(L, 3);
    rigid_stepper_enter(L, b);
    const rigid_status status = rigid_stepper_step(b->stepper, t, h);
    return leave(L, b, status, rigid_stepper_size_tried(b->stepper));
}
static int pace(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 2);
    const double t = luaL_checknumber(L, 2), most = luaL_checknumber(L, 3);
    rigid_stepper_enter(L, b);
    const rigid_status status = rigid_stepper_pace(b->stepper, &b->pace, t, most);
    return leave(L, b, status, rigid_stepper_size_tried(b->stepper));
}

/* tolerate(s, tolerance, h): 0 for steps as long as they may be; h to begin with */
static int tolerate(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 2);
    b->pace = rigid_pace_begin(luaL_checknumber(L, 2), luaL_checknumber(L, 3));
    return 0;
}

/* accept(s) -> whether modes ended there */
static int accept(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    rigid_stepper_enter(L, b);
    const bool ended = rigid_stepper_ends_a_mode(b->stepper);
    const rigid_status status = rigid_stepper_accept(b->stepper);
    rigid_note_residual(b);
    b->L = NULL;
    if (status != RIGID_OK)
        return rigid_push_refusal(L, b, status);
    lua_pushboolean(L, ended);
    return 1;
}

/* lets_go(s) -> whether something that stood is let go at the state, by forces that are others than in the step before; once begun */
static int lets_go(lua_State *L) {
    const rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    lua_pushboolean(L, rigid_stepper_lets_go(b->stepper));
    return 1;
}

/* happened(s) -> list of {number of v, what, impulse}, of the step accepted last */
static int happened(lua_State *L) {
    static const char *const words[] = {NULL, "lower limit", "upper limit", "stops", "slips", "leaves its limit"};
    rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    int count = 0;
    lua_newtable(L);
    for (int k = 0; b->holds && k < nv_of(b); k++) {
        double impulse;
        const rigid_happening what = rigid_stepper_happened(b->stepper, k, &impulse);
        if (what == RIGID_HAPPENED_NOTHING)
            continue;
        lua_createtable(L, 3, 0);
        lua_pushinteger(L, k + 1), lua_rawseti(L, -2, 1);
        lua_pushstring(L, words[what]), lua_rawseti(L, -2, 2);
        lua_pushnumber(L, impulse), lua_rawseti(L, -2, 3);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

/* struck(s) -> list of what was struck by the step accepted last, {contact =, other =, point =, impulse =}; whether what was struck would
   have bounced on for less than a step, and stays; nothing where nothing can touch. touches(s) -> whether anything can; the largest residual
   so far, and the most iterations of one problem */
static int struck(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    const rigid_touch *list = NULL;
    if (!b->contacts)
        return 0;
    lua_getiuservalue(L, 1, OF_CONTACTS);
    const int count = rigid_contacts_struck(b->contacts, &list);
    rigid_push_touches(L, 2, list, count, "impulse");
    lua_pushboolean(L, rigid_contacts_settled(b->contacts));
    return 2;
}
static int touches(lua_State *L) {
    const rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    lua_pushboolean(L, b->contacts != NULL), lua_pushnumber(L, b->residual), lua_pushinteger(L, b->iterations);
    return 3;
}

/* stiffness(s) -> the fastest rate of damping, the highest frequency of springs, the number of v that does most; or a refusal */
static int stiffness(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    double rate, frequency;
    int worst;
    const rigid_status status = rigid_stepper_stiffness(b->stepper, &rate, &frequency, &worst);
    if (status != RIGID_OK)
        return rigid_push_refusal(L, b, status);
    lua_pushnumber(L, rate), lua_pushnumber(L, frequency), lua_pushinteger(L, worst + 1);
    return 3;
}

/* told(s) -> steps, those refused, work, what was lost at limits, how near the loops came to where they are singular, and when */
static int told(lua_State *L) {
    const rigid_bound_stepper *b = rigid_check_stepper(L, 0);
    double t;
    const double singular = rigid_stepper_singular(b->stepper, &t);
    lua_pushinteger(L, b->pace.steps), lua_pushinteger(L, b->pace.refused);
    lua_pushnumber(L, rigid_stepper_work(b->stepper)), lua_pushnumber(L, rigid_stepper_lost(b->stepper));
    lua_pushnumber(L, singular), lua_pushnumber(L, t);
    return 6;
}

/* ---- the tangent space, for what stands between two samples -------------------------------------------------------------- */

/* rate(m, theta, v, out): how theta moves when the model moves with v; velocity(m, theta, rate, out): the other way */
static int tangent(lua_State *L, void (*map)(const rigid_model *, const double *, const double *, double *)) {
    const rigid_model *model = rigid_check_model(L, 3)->model;
    map(model, numbers(L, 2, model->nv), numbers(L, 3, model->nv), numbers(L, 4, model->nv));
    return 1;
}
static int rate(lua_State *L) { return tangent(L, rigid_tangent_rate); }
static int velocity(lua_State *L) { return tangent(L, rigid_tangent_velocity); }

const luaL_Reg rigid_stepper_functions[] = {
    {"methods", methods}, {"new", new_stepper}, {"fresh", fresh}, {"configure", configure}, {"set", set}, {"torque", torque}, {"forget", forget},
    {"state", state}, {"tried", tried}, {"begin", begin}, {"try", try_step}, {"pace", pace}, {"tolerate", tolerate},
    {"accept", accept}, {"lets_go", lets_go}, {"happened", happened}, {"stiffness", stiffness}, {"struck", struck},
    {"touches", touches}, {"told", told}, {"rate", rate}, {"velocity", velocity}, {NULL, NULL},
};
