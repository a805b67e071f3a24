/* A Model and what is compiled from it, as the methods that compute find it. */
#ifndef RIGID_BIND_MODEL_H
#define RIGID_BIND_MODEL_H

#include "errors.h"

/* User values of a Model: its records (lua/rigid/model/layout.lua), the same as the core reads them, what is compiled. */
enum { MODEL_DESCRIPTION = 1, MODEL_LINKS, MODEL_BLOCK, MODEL_USER_VALUES = MODEL_BLOCK };

/* And of its block: room for what may yet be refused; the numbers of links by name; the records; what may touch (contact.c); the list
   of its loops, or what was made of that (loops.c); the steppers kept for single steps (step.c). */
enum { BLOCK_SCRATCH = 1, BLOCK_NAMES, BLOCK_RECORDS, BLOCK_TOUCH, BLOCK_LOOPS, BLOCK_STEPPERS, BLOCK_USER_VALUES = BLOCK_STEPPERS };

/* Functions of a compiler's (generated.c), or null; those of a model whose numbers were other ones are none. Arrays must not overlap. */
typedef struct {
    uint64_t adjusted;
    void (*inverse_dynamics)(const double *q, const double *v, const double *a, double *tau);
    void (*mass_matrix)(const double *q, double *H);
} rigid_generated;

/* A compiled model: the whole block, with all that is pointed to in it. Its structure never changes: another structure is
   another block. So a call that holds one is safe whatever a finalizer does meanwhile to the model that it is of.
   It begins with whose it is: another at the same address, or of an earlier compilation, is not taken for it. */
typedef struct {
    const void *owner;
    rigid_model *model;
    rigid_workspace ws;
    const rigid_frame *asked; /* the one asked for last by a name of these letters */
    size_t asked_length; /* SIZE_MAX: none yet */
    char asked_name[40];
    rigid_force *external;
    double *argument[4]; /* where lists are copied to */
    int last_quaternion; /* the last body that turns freely; 0: none does */
    uint64_t structure; /* its number, which no other compilation has */
    uint64_t adjusted; /* how often other numbers were put into it */
    const void *loops; /* what stands for them in the user value, if they were asked for */
    rigid_generated generated;
} rigid_compiled;

static inline bool rigid_generated_now(const rigid_compiled *c) { return c->generated.adjusted == c->adjusted; }

/* What a Model begins with: the block in the user value, if no other has taken its place, or null; what was changed since it was compiled. */
typedef struct {
    const rigid_compiled *block;
    unsigned pending;
} rigid_model_head;

/* Push the user value, and give it if it is what is known and says so itself; what debug.setuservalue put in its place
   is not: whatever else may lie at that address by then does not begin with what this one says, which is its own alone. */
static inline void *rigid_push_own(lua_State *L, int idx, int which, const void *known, const void *says) {
    const bool full = lua_getiuservalue(L, idx, which) == LUA_TUSERDATA;
    const void **owner = full ? lua_touserdata(L, -1) : NULL;
    return owner && owner == known && *owner == says ? owner : NULL;
}
static inline rigid_compiled *rigid_push_block(lua_State *L, int idx, const rigid_model_head *head) {
    return rigid_push_own(L, idx, MODEL_BLOCK, head->block, head);
}

/* The Model at index 1, compiled, and the stack cut or filled to that many arguments after it; its block stands at index 1
   then, where it stays alive. Whatever allocates can run a finalizer, and that may call methods of the same model: so a
   method makes what it writes into first, then reads its numbers, which allocates nothing, and computes. */
rigid_compiled *rigid_check_model(lua_State *L, int arguments);
/* Push the block of the Model at idx. */
rigid_compiled *rigid_push_compiled(lua_State *L, int idx);

/* How many numbers the Model at index 1 has, and moving links: where it is compiled already, without a look at its block. */
typedef struct rigid_sizes {
    int nq, nv, links;
} rigid_sizes;
rigid_sizes rigid_check_sizes(lua_State *L);

extern const char rigid_handle_key, rigid_handle_name; /* their addresses are where the registry keeps the keys by which a handle
                                                          holds its model and its name */

#endif
