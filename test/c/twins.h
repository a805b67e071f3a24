/* Between the two files of the comparison of kernels and plain algorithms: room for the latter, and a register of states. */
#ifndef RIGID_TEST_TWINS_H
#define RIGID_TEST_TWINS_H

#include "../../src/core/core.h"

/* RNEA and, where no joint follows another, ABA of four states at once: number k of state l stands at [4 k + l]. */
void twins_lanes(const rigid_model *m, const double *q, const double *v, const double *a, double *tau, double *qdd);

#ifdef RIGID_PLAIN_ALGEBRA_H
#include <stdlib.h>

typedef struct {
    plain_rnea_scratch rnea;
    plain_aba_scratch aba;
    plain_crba_scratch crba;
    plain_kinematics_scratch kinematics;
    plain_derivatives_scratch derivatives;
} twins_scratch;

static inline void *twins_room(size_t count, size_t size) {
    void *memory = aligned_alloc(64, (count * size / 64 + 1) * 64);
    if (!memory)
        exit(1);
    return memory;
}
#define TWINS_ROOM(array, count) array = twins_room((size_t)(count), sizeof *(array))

static inline twins_scratch twins_scratch_of(const rigid_model *m) {
    const int bodies = m->count + 1;
    twins_scratch s;
    TWINS_ROOM(s.rnea.X, bodies), TWINS_ROOM(s.rnea.v, bodies), TWINS_ROOM(s.rnea.a, bodies), TWINS_ROOM(s.rnea.f, bodies);
    s.aba = (plain_aba_scratch){.X = s.rnea.X, .v = s.rnea.v, .a = s.rnea.a, .pA = s.rnea.f};
    TWINS_ROOM(s.aba.c, bodies), TWINS_ROOM(s.aba.IA, bodies), TWINS_ROOM(s.aba.joint, bodies);
    s.crba = (plain_crba_scratch){s.rnea.X, s.aba.IA};
    TWINS_ROOM(s.kinematics.X, bodies), TWINS_ROOM(s.kinematics.V, bodies);
    s.derivatives.at = s.rnea;
    TWINS_ROOM(s.derivatives.dv, bodies), TWINS_ROOM(s.derivatives.da, bodies), TWINS_ROOM(s.derivatives.df, bodies);
    TWINS_ROOM(s.derivatives.dtau, m->nv);
    return s;
}
#endif

#endif
