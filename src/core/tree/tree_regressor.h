/* Regressors of a whole tree: Y π with π the ten parameters of each link in turn, about its frame, in its axes. Bodies
   without a column (the massless ones inside a joint) have none.  [Atkeson, An, Hollerbach 1986; Garofalo et al. 2013] */
#ifndef RIGID_TREE_REGRESSOR_H
#define RIGID_TREE_REGRESSOR_H

#include "../body/regressor.h"
#include "workspace.h"

/* Columns for what joints add of their own, after those of the links, nv for each set bit in this order: viscous damping
   (times v), Coulomb friction (times the sign of v), rotors (times a). */
typedef enum { RIGID_DAMPING_COLUMNS = 1, RIGID_FRICTION_COLUMNS = 2, RIGID_ARMATURE_COLUMNS = 4 } rigid_joint_columns;
/* 10 links, and nv for each set bit. */
static inline int rigid_regressor_columns(const rigid_model *model, unsigned joint_columns) {
    int sets = 0;
    for (unsigned bit = RIGID_DAMPING_COLUMNS; bit <= RIGID_ARMATURE_COLUMNS; bit <<= 1)
        sets += (joint_columns & bit) != 0;
    return 10 * model->links + sets * model->nv;
}

/* H a_ref + C v_ref + g = Y π, with the C that the factor gives (christoffel: that of rigid_coriolis_matrix): nv rows of
   rigid_regressor_columns, row after row. Damping is times v_ref, friction times the sign of v, rotors times a_ref.
   Writes pose, w, w_ref, alpha, accel, carrier_v and, in that order, S. */
void rigid_tree_slotine_li_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                     const double *v_ref, const double *a_ref, rigid_factor factor,
                                     unsigned joint_columns, double *Y);
/* tau = Y π: the same with the velocities and accelerations themselves. Null v or a stand for zeros. */
static inline void rigid_torque_regressor(const rigid_model *model, rigid_workspace *ws, const double *q,
                                          const double *v, const double *a, unsigned joint_columns, double *Y) {
    const double *qd = v ? v : ws->zero, *qdd = a ? a : ws->zero;
    rigid_tree_slotine_li_regressor(model, ws, q, qd, qd, qdd, RIGID_FACTOR_CHRISTOFFEL, joint_columns, Y);
}
/* Total momentum about the world's origin, world axes = Y π: 6 x 10 links. */
void rigid_tree_momentum_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                   double *Y);
/* Kinetic (without rotors), potential energy = y π: 10 links numbers. */
void rigid_kinetic_energy_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                    double *y);
void rigid_potential_energy_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, double *y);

#endif
