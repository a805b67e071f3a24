/* What the files of Model share: the box in the userdata, and how its methods read their arguments. Every method that
   computes takes q, v, a or tau as a Vector or a list, and writes into its last argument when that is the Vector or
   Matrix it returns: then nothing is allocated. */
#ifndef RIGID_BIND_MODEL_H
#define RIGID_BIND_MODEL_H

#include "bind.h"

/* User values of a Model. */
enum { MODEL_DESCRIPTION = 1, MODEL_BLOCK, MODEL_FRAMES, MODEL_DOFS, MODEL_USER_VALUES = MODEL_DOFS };

/* And of its block: room for what may yet be refused. */
enum { BLOCK_SCRATCH = 1, BLOCK_USER_VALUES = BLOCK_SCRATCH };

/* How a block begins: with whose it is. Another at the same address, or of an earlier compilation, is not taken for it. */
typedef struct {
    const void *owner;
    uint64_t unused; /* what follows is aligned as userdata are */
} rigid_model_block;

typedef struct {
    rigid_model *model; /* null until compiled; with all below it lies in one block that Lua owns */
    const rigid_model_block *block;
    rigid_workspace ws;
    rigid_frame *frames;
    int frame_count;
    rigid_frame asked;   /* the one asked for last by a name of these letters */
    size_t asked_length; /* SIZE_MAX: none yet */
    char asked_name[40];
    rigid_force *external;
    double *argument[4]; /* where lists are copied to */
    uint64_t edits; /* how often it was changed or compiled */
    bool has_quaternions;
} rigid_model_box;

/* The Model at index 1, compiled, and the stack cut or filled to that many arguments after it; above them lies its block.
   Whatever allocates can run a finalizer, and a finalizer anything: so a method makes what it writes into first, then
   reads its numbers, which allocates nothing, and computes; and each of the former sees to it that the model is still
   the same. */
rigid_model_box *rigid_check_model(lua_State *L, int arguments);
/* Raise unless the model has been changed just so often. */
void rigid_model_unchanged(lua_State *L, rigid_model_box *box, uint64_t edits);

/* The numbers of a Vector or list of that size, finite; null where the argument is nil and may be. slot: which of the
   box's arguments a list is copied to. */
const double *rigid_model_numbers(lua_State *L, rigid_model_box *box, int arg, int slot, const char *name, int count,
                                  bool optional);
const double *rigid_model_q(lua_State *L, rigid_model_box *box, int arg, int slot);
const double *rigid_model_v(lua_State *L, rigid_model_box *box, int arg);
/* Those that may be nil: zeros then. */
const double *rigid_model_optional_v(lua_State *L, rigid_model_box *box, int arg);
const double *rigid_model_optional_a(lua_State *L, rigid_model_box *box, int arg, const char *name);

/* Where a result goes: the argument if it is there and fits, else a new one; on top of the stack either way. */
double *rigid_model_vector(lua_State *L, rigid_model_box *box, int arg, int size);
double *rigid_model_matrix(lua_State *L, rigid_model_box *box, int arg, int rows, int cols);
/* Where an algorithm that may refuse half-way writes instead into what the caller gave: so many numbers, kept with the
   model for the next time. */
double *rigid_model_scratch(lua_State *L, rigid_model_box *box, size_t count);
/* Raise where something stands at `last` though what is written into stands before it, at `out`. */
void rigid_model_no_more(lua_State *L, int out, int last);

/* A body or frame, by its name or its handle. */
rigid_frame rigid_model_frame(lua_State *L, rigid_model_box *box, int arg);
/* At `*arg` perhaps {frame="local"|"world"|"aligned", point=}, and then *arg moves on to what follows; the point, in
   the frame's axes, becomes its origin. */
rigid_view rigid_model_view(lua_State *L, rigid_model_box *box, int *arg, rigid_frame *F);
/* At *arg perhaps {factor=}; likewise. Christoffel where absent. */
rigid_factor rigid_model_factor(lua_State *L, rigid_model_box *box, int *arg);
/* At *arg perhaps {damping=, friction=, armature= [, factor=]}, the columns a regressor is to have beside its links';
   likewise. factor: null where there is none to choose. */
unsigned rigid_model_joint_columns(lua_State *L, rigid_model_box *box, int *arg, rigid_factor *factor);
/* The external wrenches at arg, by body or frame, each at its origin in its axes; null where there are none, or
   where a Vector stands, which is to be written into. */
const rigid_force *rigid_model_external(lua_State *L, rigid_model_box *box, int arg);

/* Raise, as values: a freedom moves no inertia at q, and why (model_refusal.c); there is no mass. */
int rigid_bad_joint(lua_State *L, rigid_model_box *box, const double *q, int freedom);
int rigid_bad_mass(lua_State *L);

extern const luaL_Reg rigid_model_methods[];
extern const char rigid_handle_key;

#endif
