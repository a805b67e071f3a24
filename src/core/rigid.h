/* rigid: rigid-body dynamics in plain C11. This header brings in the whole core, room by room: numbers, one body, trees.
   SI units, radians, right-handed frames; spatial vectors linear half first; no allocation, no output, no state. */
#ifndef RIGID_H
#define RIGID_H

#include "numbers/status.h"
#include "numbers/vec3.h"
#include "numbers/sym3.h"
#include "numbers/mat3.h"
#include "numbers/rotation.h"
#include "numbers/eigen.h"
#include "numbers/sincos.h"
#include "numbers/wide.h"
#include "numbers/lanes.h"

#include "body/motion.h"
#include "body/force.h"
#include "body/transform.h"
#include "body/inertia.h"
#include "body/abi.h"
#include "body/order.h"
#include "body/validity.h"
#include "body/shapes.h"
#include "body/mesh_inertia.h"
#include "body/regressor.h"
#include "body/pseudo.h"
#include "body/gz_mass_matrix.h"
#include "body/gz_inertial.h"

#include "tree/joint.h"
#include "tree/model.h"
#include "tree/description.h"
#include "tree/workspace.h"
#include "tree/kernel.h"
#include "tree/joint_kinds.h"
#include "tree/tree.h"
#include "tree/world.h"
#include "tree/subtree.h"
#include "tree/kinematics.h"
#include "tree/rnea.h"
#include "tree/aba.h"
#include "tree/crba.h"
#include "tree/ltdl.h"
#include "tree/centroidal.h"
#include "tree/coriolis.h"
#include "tree/derivatives.h"
#include "tree/tree_regressor.h"

#endif
