/* A robot as a person describes it, and the model made of it. A description lists links, each after the link that carries
   it: on a joint of any type or welded, at a place, with an inertia or without; payloads and mere frames are links that are
   welded. What the algorithms see is a rigid_model: what is welded together is one body, a joint of several axes is a chain
   of massless ones, and all stands depth first. */
#ifndef RIGID_DESCRIPTION_H
#define RIGID_DESCRIPTION_H

#include "model.h"

/* What the model will have: count, nq, nv, dofs, mimics, varies and link_count, of a model that is made of nothing else yet;
   by these the size of a workspace is known. */
rigid_model rigid_description_measure(const rigid_description *d);

/* How many bodies a joint of the type is made of. */
int rigid_joint_type_bodies(rigid_joint_type type);

/* rigid_model_resist after a change of links from `first` to `last` alone. */
void rigid_model_resist_some(rigid_model *model, const rigid_description *d, int first, int last);

/* rigid_model_carried of all moving links at once, into carried[link]; that and `room` have 1 + count places.
   Nothing moves what is fixed to the world: carried[0] is zero. */
void rigid_model_carried_all(const rigid_model *model, const rigid_description *d, rigid_inertia *carried, rigid_inertia *room);

/* Give them to the bodies; what follows from all of them is rigid_model_weighed's to say. */
void rigid_model_weigh_all(rigid_model *model, const rigid_description *d, rigid_inertia *carried, rigid_inertia *room);

/* A rotation that takes z to a unit axis; along the axes of the frame it is exact. */
m3 rigid_turn_to(v3 axis);

#endif
