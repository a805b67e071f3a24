/* The robot as a whole: centre of mass, momentum about it, energy. What is welded to the world does not count.
   [Orin, Goswami, Lee 2013] */
#ifndef RIGID_CENTROIDAL_H
#define RIGID_CENTROIDAL_H

#include "workspace.h"

double rigid_total_mass(const rigid_model *model);
/* NaN where the model has no mass. */
v3 rigid_center_of_mass(const rigid_model *model, rigid_workspace *ws, const double *q);
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

#endif
