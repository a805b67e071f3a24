/* The algorithms of a tree: q has nq numbers, v, a and tau have nv, and matrices lie row after row; a twist or wrench as a
   column has its linear half first. A workspace is made for the model (rigid_workspace_make). Arrays that come in and go out
   are different ones where nothing else is said. */
#ifndef RIGID_DYNAMICS_H
#define RIGID_DYNAMICS_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- inverse dynamics: recursive Newton-Euler, O(n) ------------------------------------------------------------------- */

/* tau = H(q) a + C(q, v) v + g(q) - Σ Jᵀ external, all arrays of nv (q of nq) numbers; null v or a stand for zeros.
   external: wrenches on bodies [0..rigid_model_bodies], at the body's origin in its axes, or null; one on a frame F adds
   rigid_transform_force(F.X, f) to external[F.body]. tau may be v or a. */
void rigid_rnea(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
                const rigid_force *external, double *tau);
/* g(q): what holds the robot still. */
void rigid_gravity_forces(const rigid_model *model, rigid_workspace *ws, const double *q, double *tau);

/* ---- forward dynamics: articulated bodies, O(n) ----------------------------------------------------------------------- */

/* The acceleration that tau gives: H a = tau - C v - g + Σ Jᵀ external, as rigid_rnea. a may be tau or v; null v or tau stand
   for zeros. A model in which joints mimic others goes through H and its factors. RIGID_SINGULAR where a joint moves nothing;
   *freedom, which is not null, is then its index in v. */
rigid_status rigid_aba(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                       const double *tau, const rigid_force *external, double *a, int *freedom);

/* ---- the joint-space inertia matrix: composite bodies ----------------------------------------------------------------- */

/* H(q), nv x nv, row after row, symmetric to the last bit. */
void rigid_crba(const rigid_model *model, rigid_workspace *ws, const double *q, double *H);

/* H⁻¹(q), nv x nv. RIGID_SINGULAR where a freedom has no inertia; its index is then in *v, which is not null,
   and what is in Hinv means nothing. */
rigid_status rigid_inverse_mass_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, double *Hinv, int *v);

/* ---- the Coriolis matrix of Christoffel symbols, O(n depth) ----------------------------------------------------------- */

/* C v is the velocity product force and dH/dt - 2C is skew, so that a controller built on it is passive. */

/* C: nv x nv, row after row. */
void rigid_coriolis_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *C);

/* The matrix that another body-level factor gives (rigid_factor): C v is the same, passivity is not. O(n²). */
void rigid_coriolis_matrix_by(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                              rigid_factor factor, double *C);

/* ---- derivatives, O(n depth) ------------------------------------------------------------------------------------------ */

/* Those with respect to q are along tangent directions: column k is the rate when q moves along the unit velocity k. */

/* ∂τ/∂q, ∂τ/∂v and H = ∂τ/∂a, each nv x nv, row after row. */
void rigid_rnea_derivatives(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                            const double *a, double *dtau_dq, double *dtau_dv, double *H);
/* ∂a/∂q, ∂a/∂v at the a that tau gives, and H⁻¹ = ∂a/∂τ. a: nv numbers, that a. RIGID_SINGULAR as rigid_aba, with *freedom,
   which is not null; the three, and a, may then hold anything. */
rigid_status rigid_aba_derivatives(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                   const double *tau, double *a, double *da_dq, double *da_dv, double *Hinv,
                                   int *freedom);

/* ---- where frames are and how they move ------------------------------------------------------------------------------- */

/* In which frame a Jacobian, twist or acceleration of a frame F is given.
   LOCAL: at F's origin, in F's axes. WORLD: at the world's origin, in the world's axes. ALIGNED: at F's origin, in the
   world's axes. */
typedef enum rigid_view { RIGID_LOCAL, RIGID_WORLD, RIGID_ALIGNED } rigid_view;

/* These walk only from the frame to the root. */
rigid_transform rigid_frame_pose(const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F);
rigid_motion rigid_frame_twist(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                               rigid_frame F, rigid_view view);
/* The spatial acceleration, the rate of the twist's components as seen by the frame itself (local) or the world; with
   `classical` the linear half is that of the point at F's origin. Gravity does not enter. */
rigid_motion rigid_frame_acceleration(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                      const double *a, rigid_frame F, rigid_view view, bool classical);
/* twist = J v: 6 x nv, row after row, linear first. */
void rigid_jacobian(const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F, rigid_view view,
                    double *J);
/* dJ/dt, the time derivative of the same matrix. */
void rigid_jacobian_derivative(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                               rigid_frame F, rigid_view view, double *dJ);

/* ---- the robot as a whole; what is welded to the world does not count ------------------------------------------------- */

double rigid_total_mass(const rigid_model *model);
/* NaN where the model has no mass. */
rigid_vec3 rigid_center_of_mass(const rigid_model *model, rigid_workspace *ws, const double *q);
/* How the com accelerates, in world axes. */
rigid_vec3 rigid_com_acceleration(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a);
/* Momentum about the com, world axes. */
rigid_force rigid_centroidal_momentum(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v);
/* momentum = A v: 6 x nv, row after row, linear first. The com's Jacobian is its linear half over the mass. */
void rigid_centroidal_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, double *A);
/* 3 x nv. */
void rigid_com_jacobian(const rigid_model *model, rigid_workspace *ws, const double *q, double *J);
/* ½ vᵀ H v, rotors included. */
double rigid_kinetic_energy(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v);
/* -Σ m gᵀ c; zero at the world's origin. */
double rigid_potential_energy(const rigid_model *model, rigid_workspace *ws, const double *q);

/* ---- regressors of a tree --------------------------------------------------------------------------------------------- */

/* Y π with π the ten parameters of each moving link in turn (rigid_model_parameters). */

/* Columns for what joints add of their own, after those of the links, nv for each set bit in this order: viscous damping
   (times v), Coulomb friction (times the sign of v), rotors (times a). */
typedef enum rigid_joint_columns {
    RIGID_DAMPING_COLUMNS = 1,
    RIGID_FRICTION_COLUMNS = 2,
    RIGID_ARMATURE_COLUMNS = 4
} rigid_joint_columns;
/* 10 for each moving link, and nv for each set bit. */
int rigid_regressor_columns(const rigid_model *model, unsigned joint_columns);

/* H a_ref + C v_ref + g = Y π, with the C that the factor gives (christoffel: that of rigid_coriolis_matrix): nv rows of
   rigid_regressor_columns, row after row. Damping is times v_ref, friction times the sign of v, rotors times a_ref. */
void rigid_tree_slotine_li_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                     const double *v_ref, const double *a_ref, rigid_factor factor,
                                     unsigned joint_columns, double *Y);
/* tau = Y π: the same with the velocities and accelerations themselves. Null v or a stand for zeros. */
void rigid_torque_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
                            unsigned joint_columns, double *Y);
/* Total momentum about the world's origin, world axes = Y π: 6 x 10 for each moving link. */
void rigid_tree_momentum_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                   double *Y);
/* Cᵀv - g = Q π, with C as above: the rate of the joints' momentum H v beside the torques. Q has nv rows of 10 for each moving link;
   scratch has room for that, for another row, and for 2 nv. */
void rigid_momentum_rate_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *scratch,
                                   double *Q);
/* Kinetic (without rotors), potential energy = y π: 10 numbers for each moving link. */
void rigid_kinetic_energy_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                    double *y);
void rigid_potential_energy_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, double *y);

#ifdef __cplusplus
}
#endif

#endif
