/* The plain algorithms compiled with a register of four states for a number. */
#pragma GCC diagnostic ignored "-Wpsabi" /* nothing outside this file takes or gives a register */
#include "../../src/core/core.h"

#define PLAIN_REAL
typedef double real __attribute__((vector_size(32)));
static inline void real_sincos(real angle, real *s, real *c) {
    for (int l = 0; l < 4; l++) {
        const rigid_sine_cosine turn = rigid_sincos(angle[l]);
        (*s)[l] = turn.s, (*c)[l] = turn.c;
    }
}

#include "../../src/core/tree/plain/aba.h"
#include "../../src/core/tree/plain/coriolis.h"
#include "../../src/core/tree/plain/crba.h"
#include "../../src/core/tree/plain/derivatives.h"
#include "twins.h"

#include <string.h>

static real *gather(const double *at, int count) {
    real *x = twins_room((size_t)count, sizeof *x);
    memcpy(x, at, (size_t)count * sizeof *x);
    return x;
}

void twins_lanes(const rigid_model *m, const double *q, const double *v, const double *a, double *tau, double *qdd) {
    const twins_scratch s = twins_scratch_of(m);
    const real *ql = gather(q, m->nq), *vl = gather(v, m->nv), *al = gather(a, m->nv);
    real *out = gather(tau, m->nv);
    plain_rnea(m, s.rnea, ql, vl, al, out);
    memcpy(tau, out, (size_t)m->nv * sizeof *out);
    if (!m->mimics)
        plain_aba(m, s.aba, ql, vl, al, out);
    memcpy(qdd, out, (size_t)m->nv * sizeof *out);
}
