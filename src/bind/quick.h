/* The call that a loop makes: q, v and a or tau, or fewer, a frame by the name that was asked for last, and Vectors and Matrices to write
   into. All are as they should be, and nothing has to be made, so no script runs and it is answered with less ado, while the block lies on top of the
   stack. Where it is no such call, those that read all again (model_arguments.h) say what is wrong. */
#ifndef RIGID_BIND_QUICK_H
#define RIGID_BIND_QUICK_H

#include "../core/numbers/finite.h"
#include "model_arguments.h"

typedef struct {
    rigid_compiled *c;
    const double *q, *v, *a;
    void *out;
} rigid_quick_call;

/* Push the block of what stands at index 1, where that is a Model that was compiled as it is; else null, and nothing is pushed. */
static inline rigid_compiled *rigid_push_ready(lua_State *L) {
    const rigid_model_head *head = rigid_test(L, 1, ID_MODEL);
    if (!head || head->pending)
        return NULL;
    rigid_compiled *c = rigid_push_block(L, 1, head);
    if (!c)
        lua_pop(L, 1);
    return c;
}

/* The numbers of a Vector of so many that are finite, else null. */
static inline const double *rigid_quick_numbers(lua_State *L, int arg, int count) {
    const rigid_vector *vector = rigid_test(L, arg, ID_VECTOR);
    return vector && vector->size == count && are_finite(vector->at, count) ? vector->at : NULL;
}

/* A Vector of n numbers, or a Matrix of n x n. */
static inline bool rigid_is_of_size(const void *out, rigid_id id, int n) {
    const rigid_vector *vector = out;
    const rigid_matrix *matrix = out;
    return out && (id == ID_VECTOR ? vector->size == n : matrix->rows == n && matrix->cols == n);
}

/* A call of so many Vectors and others, which the block is pushed behind; false, and the stack as it was, where it is none. */
static inline bool rigid_is_quick_state(lua_State *L, int vectors, int others, rigid_quick_call *call) {
    if (lua_gettop(L) != 1 + vectors + others)
        return false;
    rigid_compiled *c = rigid_push_ready(L);
    if (!c)
        return false;
    const int nv = c->model->nv;
    const double *q = rigid_quick_numbers(L, 2, c->model->nq), *v = vectors > 1 ? rigid_quick_numbers(L, 3, nv) : q;
    const double *a = vectors > 2 ? rigid_quick_numbers(L, 4, nv) : q;
    if (!q || !v || !a || rigid_model_no_turn(c, q) >= 0) {
        lua_pop(L, 1);
        return false;
    }
    *call = (rigid_quick_call){c, q, v, a, NULL};
    return true;
}
/* And one thing to write into, the last of the others. */
static inline bool rigid_is_quick_result(lua_State *L, int vectors, int others, rigid_id id, rigid_quick_call *call) {
    if (!rigid_is_quick_state(L, vectors, others, call))
        return false;
    call->out = rigid_test(L, 1 + vectors + others, id);
    if (rigid_is_of_size(call->out, id, call->c->model->nv))
        return true;
    lua_pop(L, 1);
    return false;
}
static inline bool rigid_is_quick_call(lua_State *L, int vectors, rigid_id id, rigid_quick_call *call) {
    return rigid_is_quick_result(L, vectors, 1, id, call);
}
/* Of q, v and a or tau, and a Vector to write into, before which nil may stand where wrenches would. */
static inline bool rigid_is_quick_dynamics(lua_State *L, rigid_quick_call *call) {
    return rigid_is_quick_result(L, 3, lua_gettop(L) == 6 && lua_isnil(L, 5) ? 2 : 1, ID_VECTOR, call);
}
/* A Matrix of so many rows and columns, of whose zeros nothing is known any more, else null. */
static inline rigid_matrix *rigid_quick_matrix(lua_State *L, int arg, int rows, int cols) {
    rigid_matrix *out = rigid_test(L, arg, ID_MATRIX);
    if (!out || out->rows != rows || out->cols != cols)
        return NULL;
    out->zeros = 0;
    return out;
}
/* Of q, v and a or tau, and three Matrices that are three, of whose zeros nothing is known any more. */
static inline bool rigid_is_quick_call_for_three(lua_State *L, rigid_quick_call *call, double *out[3]) {
    if (!rigid_is_quick_state(L, 3, 3, call))
        return false;
    rigid_matrix *to[3];
    bool fit = true;
    for (int i = 0; i < 3; i++) {
        to[i] = rigid_test(L, 5 + i, ID_MATRIX);
        fit = fit && rigid_is_of_size(to[i], ID_MATRIX, call->c->model->nv);
    }
    if (!fit || to[0] == to[1] || to[0] == to[2] || to[1] == to[2]) {
        lua_pop(L, 1);
        return false;
    }
    for (int i = 0; i < 3; i++)
        out[i] = to[i]->at, to[i]->zeros = 0;
    return true;
}

/* For such a method, quick_f answers and gives what it wrote into, or null and leaves the stack as it was; else f does. */
#define RIGID_QUICK_WRITER(name, f, most)                                                                              \
    static int counted_##f(lua_State *L) {                                                                             \
        rigid_header *out = quick_##f(L);                                                                              \
        if (out) {                                                                                                     \
            out[-1].tag = 0;                                                                                           \
            lua_pop(L, 1);                                                                                             \
            return 1;                                                                                                  \
        }                                                                                                              \
        rigid_no_more(L, (most) + 1);                                                                                  \
        return rigid_untagged(L, f(L));                                                                                \
    }
/* The same of those that write into three Matrices, where quick_f says whether it did. */
#define RIGID_QUICK_WRITER_OF_THREE(name, f, most)                                                                     \
    static int counted_##f(lua_State *L) {                                                                             \
        if (quick_##f(L)) {                                                                                            \
            lua_pop(L, 1);                                                                                             \
            return rigid_untagged(L, 3);                                                                               \
        }                                                                                                              \
        rigid_no_more(L, (most) + 1);                                                                                  \
        return rigid_untagged(L, f(L));                                                                                \
    }

#endif
