/* How the methods of Model read their arguments. Every one that computes takes q, v, a or tau as a Vector or a list, and writes
   into its last argument when that is the Vector or Matrix it returns: then nothing is allocated. */
#ifndef RIGID_BIND_MODEL_ARGUMENTS_H
#define RIGID_BIND_MODEL_ARGUMENTS_H

#include "class.h"
#include "model.h"

#include <string.h>

/* The numbers of a Vector or list of that size, finite; null where the argument is nil and may be. slot: which of the
   its arguments a list is copied to. */
const double *rigid_model_numbers(lua_State *L, rigid_compiled *c, int arg, int slot, const char *name, int count,
                                  bool optional);
/* Where in q a quaternion begins that is zero, or -1. */
static inline int rigid_model_no_turn(const rigid_compiled *c, const double *q) {
    for (int i = 1; i <= c->last_quaternion; i++) {
        const rigid_body *b = &c->model->body[i];
        const int at = rigid_joint_quaternion(b->kind);
        if (at < 0)
            continue;
        const double *r = q + b->q + at;
        if (!(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 1e-12))
            return b->q + at;
    }
    return -1;
}
const double *rigid_model_q(lua_State *L, rigid_compiled *c, int arg, int slot);
const double *rigid_model_v(lua_State *L, rigid_compiled *c, int arg);
/* Raise where no numbers can be at arg: for what is read after an argument behind it, so that the first that is missing is told. */
void rigid_model_given(lua_State *L, int arg, const char *name, int count);
/* Those that may be nil: zeros then. */
const double *rigid_model_optional_v(lua_State *L, rigid_compiled *c, int arg);
const double *rigid_model_optional_a(lua_State *L, rigid_compiled *c, int arg, const char *name);

/* Where a result goes: the argument if it is there and fits, else a new one; on top of the stack either way. */
double *rigid_model_vector(lua_State *L, int arg, int size);
double *rigid_model_matrix(lua_State *L, int arg, int rows, int cols);
/* The same, for whoever looks at what is known of what stands in it (zeros), and says what is when that is written. */
rigid_matrix *rigid_model_known_matrix(lua_State *L, int arg, int rows, int cols);
/* Where an algorithm that may refuse half-way writes instead into what the caller gave, and what batches need beside: so many numbers,
   kept with the model for the next time. */
double *rigid_model_scratch(lua_State *L, size_t count);
/* Raise where something stands at `last` though what is written into stands before it, at `out`. */
void rigid_model_surplus(lua_State *L, int last);
static inline void rigid_model_no_more(lua_State *L, int out, int last) {
    if (out < last && !lua_isnil(L, last))
        rigid_model_surplus(L, last);
}

/* A body or frame, by its name or its handle; until another is asked for. */
const rigid_frame *rigid_model_frame(lua_State *L, rigid_compiled *c, int arg);
/* The frame of the call before, where it is asked for by the same name again, else null. */
static inline const rigid_frame *rigid_model_frame_again(lua_State *L, const rigid_compiled *c, int arg) {
    size_t length = 0;
    const char *name = lua_type(L, arg) == LUA_TSTRING ? lua_tolstring(L, arg, &length) : NULL;
    return name && length == c->asked_length && memcmp(name, c->asked_name, length) == 0 ? c->asked : NULL;
}
/* Where a table of options may stand, what it says, and the argument that follows it: where something else stands there, that. */
typedef struct rigid_view_options {
    rigid_view view;
    int next;
} rigid_view_options;
typedef struct rigid_formula_options {
    rigid_factor factor;
    unsigned columns; /* beside the links', as bits of rigid_joint_columns */
    int next;
} rigid_formula_options;

/* {frame="local"|"world"|"aligned", point=}; the point is in the axes of F, whose origin it becomes. */
rigid_view_options rigid_model_view_options(lua_State *L, int arg, rigid_frame *F);
/* {factor=}, christoffel where absent; {damping=, friction=, armature=}; all of them. */
rigid_formula_options rigid_model_factor_options(lua_State *L, int arg);
rigid_formula_options rigid_model_column_options(lua_State *L, int arg);
rigid_formula_options rigid_model_regressor_options(lua_State *L, int arg);
/* The external wrenches at arg, by body or frame, each at its origin in its axes; null where there are none, or
   where a Vector stands, which is to be written into. */
const rigid_force *rigid_model_external(lua_State *L, rigid_compiled *c, int arg);

#endif
