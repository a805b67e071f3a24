/* Where frames are and how they move: poses, twists, accelerations, Jacobians. A frame is fixed to a body at X_bf. */
#ifndef RIGID_KINEMATICS_H
#define RIGID_KINEMATICS_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* What walks from a frame to the root needs no scratch but ws->turns: those of the joints on the way, from the frame on. */

#endif
