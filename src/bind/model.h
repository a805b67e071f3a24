/* What the files of Model share: the description in C, what is compiled from it, and how the methods read their arguments.
   Every method that computes takes q, v, a or tau as a Vector or a list, and writes into its last argument when that is
   the Vector or Matrix it returns: then nothing is allocated. */
#ifndef RIGID_BIND_MODEL_H
#define RIGID_BIND_MODEL_H

#include "bind.h"

/* User values of a Model: its records (lua/rigid/model/layout.lua), the same as the core reads them, what is compiled. */
enum { MODEL_DESCRIPTION = 1, MODEL_LINKS, MODEL_BLOCK, MODEL_USER_VALUES = MODEL_BLOCK };

/* And of its block: room for what may yet be refused; the numbers of links by name; the records. */
enum { BLOCK_SCRATCH = 1, BLOCK_NAMES, BLOCK_RECORDS, BLOCK_USER_VALUES = BLOCK_RECORDS };

/* A compiled model: the whole block, with all that is pointed to in it. Its structure never changes: another structure is
   another block. So a call that holds one is safe whatever a finalizer does meanwhile to the model that it is of.
   It begins with whose it is: another at the same address, or of an earlier compilation, is not taken for it. */
typedef struct {
    const void *owner;
    rigid_model *model;
    rigid_workspace ws;
    rigid_frame asked;   /* the one asked for last by a name of these letters */
    size_t asked_length; /* SIZE_MAX: none yet */
    char asked_name[40];
    rigid_force *external;
    double *argument[4]; /* where lists are copied to */
    bool has_quaternions;
} rigid_compiled;

/* The Model at index 1, compiled, and the stack cut or filled to that many arguments after it; its block stands at index 1
   then, where it stays alive. Whatever allocates can run a finalizer, and that may call methods of the same model: so a
   method makes what it writes into first, then reads its numbers, which allocates nothing, and computes. */
rigid_compiled *rigid_check_model(lua_State *L, int arguments);

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

/* Raise, as values: a freedom moves no inertia at q, and why (model_refusal.c); there is no mass. */
int rigid_bad_joint(lua_State *L, rigid_compiled *c, const double *q, int freedom);
int rigid_bad_mass(lua_State *L);

extern const luaL_Reg rigid_model_methods[];
extern const char rigid_handle_key;

#endif
