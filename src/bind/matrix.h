/* Matrices of any size: made, and read out of arguments. The class is in matrix_methods.c, its dense work in dense.c. */
#ifndef RIGID_BIND_MATRIX_H
#define RIGID_BIND_MATRIX_H

#include "errors.h"

enum { RIGID_MOST_ENTRIES = 1 << 27 };

/* Entries not yet written. Raises where rows * cols is more than a Matrix can hold. */
rigid_matrix *rigid_push_matrix(lua_State *L, int rows, int cols);
/* A 3x3 Matrix. */
void rigid_push_m3(lua_State *L, m3 a);
/* A Matrix as it is, or a nested table of rows turned into one and left at stack index idx. rows, cols: the size
   wanted, or 0 for any. */
const rigid_matrix *rigid_get_matrix(lua_State *L, int idx, rigid_place at, int rows, int cols);

/* A Matrix that is written into: what was known of what stands in it (zeros) is forgotten. Null where there is none at idx. */
static inline rigid_matrix *rigid_written_matrix(lua_State *L, int idx) {
    rigid_matrix *m = rigid_test(L, idx, ID_MATRIX);
    if (m)
        m->zeros = 0;
    return m;
}

static inline size_t rigid_matrix_count(const rigid_matrix *m) { return (size_t)m->rows * (size_t)m->cols; }

/* Column j of a matrix of 6 rows, and the same written. */
static inline void rigid_matrix_column(const rigid_matrix *m, int j, double column[6]) {
    for (int i = 0; i < 6; i++)
        column[i] = m->at[i * m->cols + j];
}
static inline void rigid_matrix_set_column(rigid_matrix *m, int j, const double column[6]) {
    for (int i = 0; i < 6; i++)
        m->at[i * m->cols + j] = column[i];
}

/* Add to out the product of a, rows x inner, and b, inner x width: c_i = Σ_k a_ik b_k, row on row so that memory is passed over in
   order. Ctrl-C ends it. */
void rigid_add_product(lua_State *L, int rows, int inner, int width, const double *a, const double *b, double *out);
/* M * Matrix(6xn) and P * Matrix(6xn): apply `product` to each column of the matrix at index 2. */
int rigid_push_columns_product(lua_State *L, const void *self, rigid_force (*product)(const void *, rigid_motion));

#endif
