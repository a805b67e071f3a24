/* The equations of a robot's samples, Y π = τ, as triangles: one for each freedom, of the columns that its equation has alone. The columns of the
   problem are some of the regressor's, what joints resist by, and terms that whoever asks has made. Samples come by the thousand from a batch of
   states, or as rows that someone else has made.

   What a block of samples leaves depends on that block alone, not on who computed it: so threads may take a block each, and the blocks
   are merged in their order. */
#ifndef RIGID_EQUATIONS_H
#define RIGID_EQUATIONS_H

#include "../lanes/batch.h"

/* What multiplies a column beyond the links', in the equation of its own freedom: of v; of its sign, with a dead zone of `parameter` within which it is
   v / parameter; of the same by exp(-(v / parameter)²), what rubbing at rest has in addition [Stribeck 1902]; of a; of 1. */
typedef enum { RIGID_OF_DAMPING, RIGID_OF_FRICTION, RIGID_OF_STRIBECK, RIGID_OF_ARMATURE, RIGID_OF_OFFSET, RIGID_RESISTANCES } rigid_resistance_kind;

typedef struct {
    rigid_resistance_kind kind;
    double dead, speed; /* rad/s or m/s: of the sign's dead zone; of Stribeck's decay */
} rigid_resistance;

/* That number of a freedom that moves so. */
double rigid_resistance_number(const rigid_resistance *r, double v, double a);

typedef struct {
    int freedoms;
    const int *first;  /* freedoms + 1: where each one's columns begin in `column` */
    const int *column; /* of the regressor, from 0 on; behind those of the links, nv for each of the resistances; ascending in a freedom */
    int resistances;
    const rigid_resistance *resistance;
    int terms; /* columns behind those, whose numbers come with the samples: one unknown each, which may act on every freedom */
} rigid_equations;

/* How many columns freedom j has, the right side included; and how many numbers a set of triangles has, and where that of j begins. */
int rigid_equations_width(const rigid_equations *e, int j);
size_t rigid_equations_numbers(const rigid_equations *e);
size_t rigid_equations_at(const rigid_equations *e, int j);

/* Bytes of scratch, aligned as malloc's; model: null where no batch is absorbed. */
size_t rigid_equations_scratch(const rigid_equations *e, const rigid_model *model);
/* Absorb samples first to last - 1 of a batch of kind REGRESSOR, all of whose rows are sound, with nv torques each, into the set R. given: of each sample
   what multiplies each term in each freedom, term by term; null where there are none. */
void rigid_equations_absorb(const rigid_equations *e, const rigid_batch *batch, const double *given, const double *tau, int first, int last, double *R,
                            void *scratch);
/* Absorb `count` samples of Y, `freedoms` rows of `columns` numbers each. */
void rigid_equations_absorb_rows(const rigid_equations *e, const double *Y, int columns, const double *tau, int count, double *R, void *scratch);
/* What x, a number for each entry of `column`, predicts of the torques of the batch's samples: n rows of nv. */
void rigid_equations_predict(const rigid_equations *e, const rigid_batch *batch, const double *given, const double *x, double *tau, void *scratch);
/* R takes what the set `other` holds, which is left as it is. */
void rigid_equations_merge(const rigid_equations *e, double *R, const double *other, void *scratch);

#endif
