/* What comes of q alone: where each joint stands, with sine and cosine, and S where that goes with q. Several joints at once, for none of it
   waits for another. */
#ifndef RIGID_TURNS_H
#define RIGID_TURNS_H

/* Robots have few joints for eight lanes, and beside a register of eight many a processor does less at once of those of four, which all the
   rest of a tree's algorithm is made of. */
#define RIGID_FOUR_LANES
#include "../numbers/register.h"
#include "joint_kinds.h"

/* Where a joint of one freedom stands: an angle or a distance. */
static inline double rigid_joint_at(const rigid_body *b, const double *q) { return b->ratio * q[b->q] + b->offset; }

/* The sine and cosine of t->angle[i], once they stand beside it. */
static inline rigid_sine_cosine rigid_turn_of(const rigid_turns *t, int i) {
    return (rigid_sine_cosine){t->sine[i], t->cosine[i]};
}

/* The angles of as many bodies as a register has lanes, from body i on: as they stand there, or else (q not null) by their joints' numbers, which
   are gathered in the register. Put together of single numbers in memory, they would have to wait until those have arrived. */
static inline reg rigid_angles_at(const rigid_turns *t, int i, const double *q) {
#define RIGID_NUMBER(l) q[t->q[i + (l)]]
    return q ? reg_at(t->ratio + i) * (reg)RIGID_OF_LANES(RIGID_NUMBER) + reg_at(t->offset + i) : reg_at(t->angle + i);
#undef RIGID_NUMBER
}
/* Writes the turns of so many registers of bodies; gives the lanes whose angle is too far for that. */
static inline reg_bits rigid_put_near_turns(int registers, const rigid_turns *t, int i, const double *q) {
    reg angle[2], sine[2], cosine[2];
    reg_bits is_far = {0};
    for (int k = 0; k < registers; k++)
        angle[k] = rigid_angles_at(t, i + k * RIGID_WIDTH, q);
    reg_sincos_near(registers, angle, sine, cosine);
    for (int k = 0; k < registers; k++) {
        const int at = i + k * RIGID_WIDTH;
        reg_put(t->angle + at, angle[k]), reg_put(t->sine + at, sine[k]), reg_put(t->cosine + at, cosine[k]);
        is_far |= reg_is_far(angle[k]);
    }
    return is_far;
}
/* Whether some are too far. Apart, so that of few the series' numbers are fetched where they are used, and of many once. */
RIGID_FLAT RIGID_APART bool rigid_put_turns_of_one(const rigid_turns *t, int i, const double *q) {
    return bits_any(rigid_put_near_turns(1, t, i, q));
}
RIGID_FLAT RIGID_APART bool rigid_put_turns_of_two(const rigid_turns *t, int i, const double *q) {
    return bits_any(rigid_put_near_turns(2, t, i, q));
}
RIGID_FLAT RIGID_APART bool rigid_put_turns_of_many(const rigid_turns *t, int i, int last, const double *q) {
    reg_bits is_far = {0};
    for (; last - i >= RIGID_WIDTH; i += 2 * RIGID_WIDTH)
        is_far |= rigid_put_near_turns(2, t, i, q);
    if (i <= last)
        is_far |= rigid_put_near_turns(1, t, i, q);
    return bits_any(is_far);
}
RIGID_APART void rigid_put_far_turns(const rigid_turns *t, int first, int last) {
    for (int i = first; i <= last; i++) {
        const rigid_sine_cosine turn = rigid_sincos(t->angle[i]);
        t->sine[i] = turn.s, t->cosine[i] = turn.c;
    }
}
static inline void rigid_put_turns_by(const rigid_turns *t, int first, int last, const double *q) {
    const int others = last - first;
    if (others < 0)
        return;
    if (others < RIGID_WIDTH       ? rigid_put_turns_of_one(t, first, q)
        : others < 2 * RIGID_WIDTH ? rigid_put_turns_of_two(t, first, q)
                                   : rigid_put_turns_of_many(t, first, last, q))
        rigid_put_far_turns(t, first, last);
}
/* The sines and cosines of the first angles that stand there. */
static inline void rigid_put_sines(const rigid_turns *t, int count) { rigid_put_turns_by(t, 0, count - 1, NULL); }

RIGID_APART void rigid_put_all_columns(const rigid_model *model, const rigid_turns *t, const double *q) {
    for (int i = 1; i <= model->count; i++)
        rigid_put_columns(t, &model->body[i], q);
}

/* Writes the turns of every body: apart from all that waits for its parent, and several at a time. And the S of those whose S
   goes with q. */
static inline void rigid_put_turns(const rigid_model *model, const rigid_turns *t, const double *q) {
    rigid_put_turns_by(t, 1, model->count, q);
    if (model->varies)
        rigid_put_all_columns(model, t, q);
}

#endif
