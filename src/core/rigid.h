/* rigid: rigid-body dynamics in plain C11. This header brings in the whole core.
   SI units, radians, right-handed frames; spatial vectors linear half first; no allocation, no output, no state. */
#ifndef RIGID_H
#define RIGID_H

#include "aba.h"
#include "abi.h"
#include "centroidal.h"
#include "coriolis.h"
#include "crba.h"
#include "derivatives.h"
#include "eigen.h"
#include "force.h"
#include "inertia.h"
#include "inertial.h"
#include "joint.h"
#include "kinematics.h"
#include "mass_matrix.h"
#include "mat3.h"
#include "mesh.h"
#include "model.h"
#include "motion.h"
#include "order.h"
#include "pseudo.h"
#include "regressor.h"
#include "rnea.h"
#include "rotation.h"
#include "shapes.h"
#include "sincos.h"
#include "status.h"
#include "sym3.h"
#include "transform.h"
#include "tree.h"
#include "tree_regressor.h"
#include "validity.h"
#include "vec3.h"
#include "workspace.h"

#endif
