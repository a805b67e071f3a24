/* The robot as a whole: centre of mass, momentum about it, energy. What is welded to the world does not count.
   [Orin, Goswami, Lee 2013] */
#ifndef RIGID_CENTROIDAL_H
#define RIGID_CENTROIDAL_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* Their scratch is ws->subtrees. */

#endif
