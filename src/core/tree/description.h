/* A robot as a person describes it, and the model made of it. A description lists links, each after the link that carries
   it: on a joint of any type or welded, at a place, with an inertia or without; payloads and mere frames are links that are
   welded. What the algorithms see is a rigid_model: what is welded together is one body, a joint of several axes is a chain
   of massless ones, and all stands depth first. */
#ifndef RIGID_DESCRIPTION_H
#define RIGID_DESCRIPTION_H

#include "model.h"

/* A rotation that takes z to a unit axis; along the axes of the frame it is exact. */
m3 rigid_turn_to(v3 axis);

#endif
