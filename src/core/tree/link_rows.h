/* The rows of a link's regressor as the kernels write them: three at a time, four columns side by side, from registers into the rows
   of the tree's. */
#ifndef RIGID_LINK_ROWS_H
#define RIGID_LINK_ROWS_H

#include "model.h"

#include <string.h>

/* ---- three rows, with columns side by side ---------------------------------------------------------------------------- */

typedef struct {
    w4 x, y, z;
} w34;

static inline w34 w34_add(w34 A, w34 B) { return (w34){w4_add(A.x, B.x), w4_add(A.y, B.y), w4_add(A.z, B.z)}; }
static inline w34 w34_sub(w34 A, w34 B) { return (w34){w4_sub(A.x, B.x), w4_sub(A.y, B.y), w4_sub(A.z, B.z)}; }
/* aᵀ B */
static inline w4 w34_mix(w34 B, v3 a) {
    return w4_add(w4_add(w4_scale(a.x, B.x), w4_scale(a.y, B.y)), w4_scale(a.z, B.z));
}
/* a× B */
static inline w34 w34_cross(v3 a, w34 B) {
    return (w34){w4_sub(w4_scale(a.y, B.z), w4_scale(a.z, B.y)), w4_sub(w4_scale(a.z, B.x), w4_scale(a.x, B.z)),
                  w4_sub(w4_scale(a.x, B.y), w4_scale(a.y, B.x))};
}
/* (a, 0): one column, and three of nothing. */
static inline w34 w34_of_column(v3 a) {
    return (w34){w4_make(a.x, 0, 0, 0), w4_make(a.y, 0, 0, 0), w4_make(a.z, 0, 0, 0)};
}
/* (0, R), of R by its columns. */
static inline w34 w34_of_axes(w33 R) {
    const w4 zero = w4_make(0, 0, 0, 0), x = w4_of(R.x), y = w4_of(R.y), z = w4_of(R.z);
    const w4 ox = W4_PICK(zero, x, 0, 4, 2, 6), yz = W4_PICK(y, z, 0, 4, 2, 6); /* of rows x and z */
    const w4 ox_y = W4_PICK(zero, x, 0, 5, 2, 7), yz_y = W4_PICK(y, z, 1, 5, 3, 7);
    return (w34){W4_PICK(ox, yz, 0, 1, 4, 5), W4_PICK(ox_y, yz_y, 0, 1, 4, 5), W4_PICK(ox, yz, 2, 3, 6, 7)};
}

/* ---- one link --------------------------------------------------------------------------------------------------------- */

/* Its six rows of ten. */
typedef struct {
    w34 force, moment; /* at m hx hy hz */
    w34 square, rest;  /* of the moment, at xx xy xz yy; at yz zz and nothing */
} rigid_link_rows;

/* What rᵀ I s multiplies: xx yy zz by the products of equal numbers, yz xz xy by those of others. The vectors have theirs
   from the second place on. */
typedef struct {
    w4 equal, other;
} rigid_row_products;

static inline w4 w4_yzx(w4 a) { return W4_PICK(a, a, 0, 2, 3, 1); }
static inline w4 w4_zxy(w4 a) { return W4_PICK(a, a, 0, 3, 1, 2); }
static inline rigid_row_products rigid_products_of(w4 r, w4 s) {
    return (rigid_row_products){w4_times(r, s), w4_add(w4_times(w4_yzx(r), w4_zxy(s)), w4_times(w4_zxy(r), w4_yzx(s)))};
}
static inline rigid_row_products rigid_products_add(rigid_row_products a, rigid_row_products b) {
    return (rigid_row_products){w4_add(a.equal, b.equal), w4_add(a.other, b.other)};
}
static inline w4 rigid_square_of(rigid_row_products a) { return W4_PICK(a.equal, a.other, 1, 7, 6, 2); }
static inline w4 rigid_rest_of(rigid_row_products a) { return W4_PICK(a.equal, a.other, 5, 3, 5, 3); }

static inline void rigid_put_products(rigid_link_rows *Y, rigid_row_products x, rigid_row_products y, rigid_row_products z) {
    Y->square = (w34){rigid_square_of(x), rigid_square_of(y), rigid_square_of(z)};
    Y->rest = (w34){rigid_rest_of(x), rigid_rest_of(y), rigid_rest_of(z)};
}

/* The link's axes, by columns, where R are those of its body. */
static inline w33 rigid_in_link_axes(const rigid_body *b, w33 R) {
    if (!b->link_turned)
        return R;
    const m3 L = m3_transpose(b->link);
    return (w33){w33_mul_v3(R, L.x), w33_mul_v3(R, L.y), w33_mul_v3(R, L.z)};
}

/* ---- the rows of the tree --------------------------------------------------------------------------------------------- */

/* Where rows go. */
typedef struct {
    double *at;
    size_t columns;
    bool adds; /* some rows are shared by joints that mimic: all begin at zero, and each adds its own */
} rigid_row_table;

/* Ten numbers of a row, at the columns of a link. */
static inline void rigid_put_row(const rigid_row_table *Y, double *at, w4 first, w4 square, w4 rest) {
    double row[12];
    if (Y->adds) {
        memcpy(row, &first, sizeof first), memcpy(row + 4, &square, sizeof square), memcpy(row + 8, &rest, sizeof rest);
        for (int c = 0; c < 10; c++)
            at[c] += row[c];
        return;
    }
    memcpy(at, &first, 4 * sizeof *at);
    memcpy(at + 4, &square, 4 * sizeof *at);
    memcpy(at + 8, &rest, 2 * sizeof *at);
}

/* The six rows of a first body that is free. */
static inline void rigid_put_free_rows(const rigid_row_table *Y, double *at, const rigid_link_rows *L) {
    const w4 zero = w4_make(0, 0, 0, 0);
    const size_t n = Y->columns;
    rigid_put_row(Y, at, L->force.x, zero, zero);
    rigid_put_row(Y, at + n, L->force.y, zero, zero);
    rigid_put_row(Y, at + 2 * n, L->force.z, zero, zero);
    rigid_put_row(Y, at + 3 * n, L->moment.x, L->square.x, L->rest.x);
    rigid_put_row(Y, at + 4 * n, L->moment.y, L->square.y, L->rest.y);
    rigid_put_row(Y, at + 5 * n, L->moment.z, L->square.z, L->rest.z);
}

#endif
