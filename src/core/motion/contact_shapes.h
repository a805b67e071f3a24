/* Where shapes come nearest: of a pair, up to eight points that can carry it. Each has a number that stays its own while the pair moves,
   so that forces are known again in the next step. The normal points out of the second shape, or the ground, into the first; a
   gap is negative where they overlap. */
#ifndef RIGID_CONTACT_SHAPES_H
#define RIGID_CONTACT_SHAPES_H

#include "../../../include/rigid/motion.h"
#include "../numbers/vec3.h"

enum { RIGID_PAIR_POINTS = 8 };

typedef struct rigid_nearest {
    int id;
    v3 p, n; /* p on the first shape */
    double gap;
} rigid_nearest;

/* Of shape a, whose frame stands at X, against the half-space:
   point 1, sphere 1, capsule 2 (its ends), box 8 (its corners); cylinder 8, on each rim the lowest point and those a quarter turn
   from it, as seen along the axis (of one that stands upright, four that are fixed in it); of a hull the lowest corner and of those
   about as low up to eight that stand farthest out. */
int rigid_nearest_ground(const rigid_contact *a, rigid_transform X, const rigid_ground *g, rigid_nearest *out);
/* Of spheres and capsules: one point, or the two ends of what lies side by side of parallel capsules. None where their centres
   coincide. */
int rigid_nearest_pair(const rigid_contact *a, rigid_transform X, const rigid_contact *b, rigid_transform Y, rigid_nearest *out);
bool rigid_is_round(const rigid_contact *a); /* sphere or capsule */
/* How many points a shape can have against a ground. */
int rigid_nearest_most(const rigid_contact *a);

#endif
