/* The whole core, room by room, for what is built with it and sees its insides: tests, measurements, src/bind. Others include
   include/rigid/rigid.h. */
#ifndef RIGID_CORE_H
#define RIGID_CORE_H

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
