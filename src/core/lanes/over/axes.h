/* Matrices of a body in the axes of its parent: R A Rᵀ, where R turns about z by the joint's angle, and then as the joint rests there. */
#ifndef RIGID_OVER_AXES_H
#define RIGID_OVER_AXES_H

#include "state.h"

/* Rz I Rzᵀ:  with u = s (xx - yy) + 2c xy,  xx - s u,  yy + s u  and  c u - xy */
static inline sym sym_about_z(sym I, real s, real c) {
    const real u = s * (I.xx - I.yy) + c * (I.xy + I.xy), moved = s * u;
    return (sym){I.xx - moved, I.yy + moved, I.zz, c * u - I.xy, s * I.zx + c * I.yz, c * I.zx - s * I.yz};
}
/* Rx I Rxᵀ, by the same */
static inline sym sym_about_x(sym I, double s, double c) {
    const real u = s * (I.yy - I.zz) + c * (I.yz + I.yz), moved = s * u;
    return (sym){I.xx, I.yy - moved, I.zz + moved, c * I.xy - s * I.zx, c * u - I.yz, s * I.xy + c * I.zx};
}
/* R I Rᵀ */
static inline sym sym_by_mat(const sym *I, const mat *R) {
    const mat A = {sym_mul(I, R->x), sym_mul(I, R->y), sym_mul(I, R->z)};
    return sym_of_product(&A, R);
}
static inline sym sym_by_m3(const sym *I, const m3 *R) {
    const vec x = {I->xx, I->xy, I->zx}, y = {I->xy, I->yy, I->yz}, z = {I->zx, I->yz, I->zz};
    const vec a = m3_by_vec(R, x), b = m3_by_vec(R, y), c = m3_by_vec(R, z); /* the columns of R I */
    const vec u = m3_by_vec(R, (vec){a.x, b.x, c.x}), v = m3_by_vec(R, (vec){a.y, b.y, c.y});
    return (sym){u.x, v.y, R->z.x * a.z + R->z.y * b.z + R->z.z * c.z, u.y, v.z, u.z};
}
static inline sym sym_out_of_hinge(const hinge *h, sym I) {
    if (h->way == RIGID_ANY_WAY)
        return sym_by_m3(&I, &h->X.R);
    if (h->way == RIGID_SQUARE)
        I = (sym){I.xx, I.zz, I.yy, 0.0 - h->sine * I.zx, 0.0 - I.yz, h->sine * I.xy};
    if (h->way == RIGID_LEANING)
        I = sym_about_x(I, h->sine, h->cosine);
    return h->aside ? sym_about_z(I, reg_all(h->about.s), reg_all(h->about.c)) : I;
}

/* The same of a matrix that is not symmetric: with  t = s (xx - yy) + c (xy + yx),  c t - yx  and  c t - xy  beside the diagonal */
static inline mat mat_about_z(const mat *A, real s, real c) {
    const real t = s * (A->x.x - A->y.y) + c * (A->x.y + A->y.x), moved = s * t, ct = c * t;
    return (mat){{A->x.x - moved, ct - A->y.x, c * A->x.z - s * A->y.z},
                 {ct - A->x.y, A->y.y + moved, s * A->x.z + c * A->y.z},
                 {c * A->z.x - s * A->z.y, s * A->z.x + c * A->z.y, A->z.z}};
}
static inline mat mat_about_x(const mat *A, double s, double c) {
    const real t = s * (A->y.y - A->z.z) + c * (A->y.z + A->z.y), moved = s * t, ct = c * t;
    return (mat){{A->x.x, c * A->x.y - s * A->x.z, s * A->x.y + c * A->x.z},
                 {c * A->y.x - s * A->z.x, A->y.y - moved, ct - A->z.y},
                 {s * A->y.x + c * A->z.x, ct - A->y.z, A->z.z + moved}};
}
static inline mat mat_by_mat(const mat *A, const mat *R) {
    const mat B = {mat_mul_vec(*R, A->x), mat_mul_vec(*R, A->y), mat_mul_vec(*R, A->z)}; /* A Rᵀ */
    return mat_mul(*R, B);
}
static inline mat mat_by_constant(const mat *A, const m3 *R) {
    const vec x = m3_by_vec(R, A->x), y = m3_by_vec(R, A->y), z = m3_by_vec(R, A->z); /* the rows of A Rᵀ */
    const vec a = m3_by_vec(R, (vec){x.x, y.x, z.x}), b = m3_by_vec(R, (vec){x.y, y.y, z.y}), c = m3_by_vec(R, (vec){x.z, y.z, z.z});
    return (mat){{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
}
static inline mat mat_out_of_hinge(const hinge *h, mat A) {
    if (h->way == RIGID_ANY_WAY)
        return mat_by_constant(&A, &h->X.R);
    if (h->way == RIGID_SQUARE)
        A = (mat){{A.x.x, 0.0 - h->sine * A.x.z, h->sine * A.x.y},
                  {0.0 - h->sine * A.z.x, A.z.z, 0.0 - A.z.y},
                  {h->sine * A.y.x, 0.0 - A.y.z, A.y.y}};
    if (h->way == RIGID_LEANING)
        A = mat_about_x(&A, h->sine, h->cosine);
    return h->aside ? mat_about_z(&A, reg_all(h->about.s), reg_all(h->about.c)) : A;
}

#endif
