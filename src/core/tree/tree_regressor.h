/* Regressors of a whole tree: Y π with π the ten parameters of each link in turn, about its frame, in its axes. Bodies
   without a column (the massless ones inside a joint) have none.  [Atkeson, An, Hollerbach 1986; Garofalo et al. 2013] */
#ifndef RIGID_TREE_REGRESSOR_H
#define RIGID_TREE_REGRESSOR_H

#include "../../../include/rigid/dynamics.h"
#include "../body/regressor.h"
#include "workspace.h"

/* rigid_tree_slotine_li_regressor writes pose, w, w_ref, alpha, accel, carrier_v and, in that order, S. */

#endif
