/* Why a joint cannot be accelerated: what forward dynamics, its derivatives and the inverse of H say when the core finds a
   freedom that moves no inertia. The core only knows that it is so; here the cause is found, and named truly: no masses at
   all, none beyond the joint, one that is too small, a body that cannot exist, or other joints that take the motion up, in
   this configuration or in any. Nothing here is in a hurry. */
#include "model_refusal.h"
#include "print.h"

#include <string.h>

/* What is known of a freedom: its body, its kind, and all that it moves if no other joint gives way. */
typedef struct {
    const rigid_body *body;
    int k;
    double least, held;
} freedom_facts;

static bool is_massless(const rigid_model *model) {
    for (int i = 1; i <= model->count; i++)
        if (model->body[i].least.linear > 0 || model->body[i].least.angular > 0)
            return false;
    return true;
}

/* The first body that moves with a freedom; the joint that others follow rather than one of those. */
static const rigid_body *body_of(const rigid_model *model, int freedom) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!b->follows && freedom >= b->v && freedom < b->v + rigid_joint_nv[b->kind])
            return b;
    }
    return &model->body[0];
}

/* Adds up over all joints that move with a freedom: up to there it moves nothing. */
static double least_of(const rigid_model *model, int freedom) {
    double sum = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (freedom >= b->v && freedom < b->v + rigid_joint_nv[b->kind])
            sum += b->ratio * b->ratio * rigid_freedom_least(b, freedom - b->v);
    }
    return sum;
}

/* H_ii, by the energy of a unit velocity. */
static double held_inertia(rigid_compiled *c, const double *q, int freedom) {
    double *v = c->argument[1];
    memset(v, 0, (size_t)c->model->nv * sizeof *v);
    v[freedom] = 1;
    return 2 * rigid_kinetic_energy(c->model, &c->ws, q, v);
}

/* Whether the freedom moves something in some other configuration. */
static bool is_free_elsewhere(rigid_compiled *c, const double *q, int freedom) {
    const rigid_model *model = c->model;
    double *v = c->argument[1], *there = c->argument[2], *a = c->argument[3];
    for (int trial = 1; trial <= 4; trial++) {
        int refused = freedom;
        for (int i = 0; i < model->nv; i++)
            v[i] = sin(12.9898 * (i + 1) + 78.233 * trial);
        rigid_model_integrate(model, q, v, there);
        if (rigid_aba(model, &c->ws, there, NULL, NULL, NULL, a, &refused) == RIGID_OK || refused != freedom)
            return true;
    }
    return false;
}

static bool carries_impossible(const rigid_model *model, const rigid_body *b) {
    const rigid_body *last = &model->body[b->last];
    for (; b <= last; b++)
        if (!rigid_inertia_is_valid(&b->inertia))
            return true;
    return false;
}

static const char *unit_of(const freedom_facts *f) {
    const bool slides = v3_is_zero(rigid_freedom_motion(f->body, f->k, 1).angular);
    return slides ? "kg" : "kg m²";
}

/* Push the cause; returns its word for programs. name: of the joint, and which freedom. */
static const char *push_cause(lua_State *L, rigid_compiled *c, const double *q, int freedom, const char *name) {
    const rigid_model *model = c->model;
    const rigid_body *b = body_of(model, freedom);
    freedom_facts f = {b, freedom - b->v, least_of(model, freedom), held_inertia(c, q, freedom)};
    char held[RIGID_NUMBER_WIDTH], least[RIGID_NUMBER_WIDTH];
    if (is_massless(model)) {
        lua_pushfstring(L, "%s moves no inertia: the model has no masses, and is for kinematics only", name);
        return "no_masses";
    }
    if (!(f.least > 0)) {
        lua_pushfstring(L, "%s moves no inertia: nothing that it carries has a mass; give it one, or the joint an armature",
                        name);
        return "massless";
    }
    if (f.held < -f.least || carries_impossible(model, b)) {
        lua_pushfstring(L, "%s moves no positive inertia: it carries what no body can have; m:diagnose() says which", name);
        return "impossible";
    }
    if (f.held <= f.least) {
        lua_pushfstring(L, "%s moves no inertia that counts: %s %s, and beside what it carries %s is rounding; give it more, %s", name,
                        rigid_format_number(held, RIGID_DIGITS, f.held), unit_of(&f), rigid_format_number(least, RIGID_DIGITS, f.least),
                        "or the joint an armature");
        return "threshold";
    }
    bool here = is_free_elsewhere(c, q, freedom);
    lua_pushfstring(L, "%s moves no inertia in %s: other joints take its motion up, and what lies between has no mass; %s", name,
                    here ? "this configuration (gimbal lock)" : "any configuration",
                    here ? "go around it, or give the joint an armature" : "give that one, or the joint an armature");
    return here ? "configuration" : "slack";
}

/* The link whose joint has the freedom: of those that have numbers of their own, which ascend, the last that may. */
static int link_of(const rigid_model *model, int freedom) {
    int link = 0;
    for (int i = 1; i <= model->link_count; i++)
        if (model->link[i].owner == i && !model->body[model->link[i].frame.body].follows && model->link[i].v <= freedom)
            link = i;
    return link;
}

static int push_raw(lua_State *L, const char *field) {
    if (lua_type(L, -1) != LUA_TTABLE)
        return LUA_TNIL;
    lua_pushstring(L, field);
    return lua_rawget(L, -2);
}

/* Push the name of the joint, as the records have it. */
static const char *push_joint(lua_State *L, const rigid_model *model, int freedom) {
    lua_getiuservalue(L, 1, BLOCK_RECORDS);
    if (push_raw(L, "bodies") == LUA_TTABLE)
        lua_rawgeti(L, -1, link_of(model, freedom));
    push_raw(L, "joint");
    push_raw(L, "name");
    return lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?";
}

int rigid_bad_joint(lua_State *L, rigid_compiled *c, const double *q, int freedom) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_createtable(L, 0, 7);
    int fields = lua_gettop(L);
    lua_pushstring(L, push_joint(L, c->model, freedom));
    const char *name = rigid_short_text(L, lua_gettop(L));
    name = lua_pushfstring(L, "joint '%s' (v[%d])", name, freedom + 1);
    lua_pushstring(L, push_joint(L, c->model, freedom));
    lua_setfield(L, fields, "joint");
    lua_pushinteger(L, freedom + 1);
    lua_setfield(L, fields, "freedom");
    const char *code = push_cause(L, c, q, freedom, name), *what = lua_tostring(L, -1);
    lua_pushstring(L, code);
    lua_setfield(L, fields, "code");
    return rigid_no_answer(L, fields, what);
}

int rigid_bad_mass(lua_State *L) {
    lua_createtable(L, 0, 5);
    lua_pushliteral(L, "no_masses");
    lua_setfield(L, -2, "code");
    return rigid_no_answer(L, lua_gettop(L), "a model without mass has no centre of mass; it is for kinematics only");
}
