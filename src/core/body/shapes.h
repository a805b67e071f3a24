/* The inertias of shapes of uniform density, by mass; about their centre unless the name says otherwise. Lengths and
   masses must be positive and finite, axes unit vectors: the caller checks. [Drake SpatialInertia; textbook integrals] */
#ifndef RIGID_SHAPES_H
#define RIGID_SHAPES_H

#include "inertia.h"

#endif
