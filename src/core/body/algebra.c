/* The inline functions of motions, forces, poses and inertias once more, as functions that others can link with. Here alone the
   public declarations and the definitions meet, so that they cannot differ. */
#include "../../../include/rigid/algebra.h"

#define RIGID_INLINE
#include "abi.h"
