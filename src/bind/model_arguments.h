/* How the methods of Model read their arguments. Every one that computes takes q, v, a or tau as a Vector or a list, and writes
   into its last argument when that is the Vector or Matrix it returns: then nothing is allocated. */
#ifndef RIGID_BIND_MODEL_ARGUMENTS_H
#define RIGID_BIND_MODEL_ARGUMENTS_H

#include "model.h"

/* The numbers of a Vector or list of that size, finite; null where the argument is nil and may be. slot: which of the
   its arguments a list is copied to. */
const double *rigid_model_numbers(lua_State *L, rigid_compiled *c, int arg, int slot, const char *name, int count,
                                  bool optional);
const double *rigid_model_q(lua_State *L, rigid_compiled *c, int arg, int slot);
const double *rigid_model_v(lua_State *L, rigid_compiled *c, int arg);
/* Those that may be nil: zeros then. */
const double *rigid_model_optional_v(lua_State *L, rigid_compiled *c, int arg);
const double *rigid_model_optional_a(lua_State *L, rigid_compiled *c, int arg, const char *name);

/* Where a result goes: the argument if it is there and fits, else a new one; on top of the stack either way. */
double *rigid_model_vector(lua_State *L, int arg, int size);
double *rigid_model_matrix(lua_State *L, int arg, int rows, int cols);
/* Where an algorithm that may refuse half-way writes instead into what the caller gave: so many numbers, kept with the
   model for the next time. */
double *rigid_model_scratch(lua_State *L, size_t count);
/* Raise where something stands at `last` though what is written into stands before it, at `out`. */
void rigid_model_no_more(lua_State *L, int out, int last);

/* A body or frame, by its name or its handle. */
rigid_frame rigid_model_frame(lua_State *L, rigid_compiled *c, int arg);
/* At `*arg` perhaps {frame="local"|"world"|"aligned", point=}, and then *arg moves on to what follows; the point, in
   the frame's axes, becomes its origin. */
rigid_view rigid_model_view(lua_State *L, int *arg, rigid_frame *F);
/* At *arg perhaps {factor=}; likewise. Christoffel where absent. */
rigid_factor rigid_model_factor(lua_State *L, int *arg);
/* At *arg perhaps {damping=, friction=, armature= [, factor=]}, the columns a regressor is to have beside its links';
   likewise. factor: null where there is none to choose. */
unsigned rigid_model_joint_columns(lua_State *L, int *arg, rigid_factor *factor);
/* The external wrenches at arg, by body or frame, each at its origin in its axes; null where there are none, or
   where a Vector stands, which is to be written into. */
const rigid_force *rigid_model_external(lua_State *L, rigid_compiled *c, int arg);

#endif
