/* Regressors of a whole tree: Y π with π the ten parameters of each link in turn, about its frame, in its axes. Bodies
   without a column (the massless ones inside a joint) have none.  [Atkeson, An, Hollerbach 1986; Garofalo et al. 2013] */
#ifndef RIGID_TREE_REGRESSOR_H
#define RIGID_TREE_REGRESSOR_H

#include "../../../include/rigid/dynamics.h"
#include "../body/regressor.h"
#include "workspace.h"

/* The scratch of rigid_tree_slotine_li_regressor is ws->regressor; that of the others ws->poses. */

/* What rigid_regressor_columns says. */
static inline int rigid_count_columns(const rigid_model *model, unsigned joint_columns) {
    int sets = 0;
    for (unsigned bit = RIGID_DAMPING_COLUMNS; bit <= RIGID_ARMATURE_COLUMNS; bit <<= 1)
        sets += (joint_columns & bit) != 0;
    return 10 * model->links + sets * model->nv;
}

#endif
