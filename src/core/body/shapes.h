/* The inertias of shapes of uniform density, by mass; about their centre unless the name says otherwise. Lengths and
   masses must be positive and finite, axes unit vectors: the caller checks. [Drake SpatialInertia; textbook integrals] */
#ifndef RIGID_SHAPES_H
#define RIGID_SHAPES_H

#include "inertia.h"

rigid_inertia rigid_point_mass(double mass, v3 position);
rigid_inertia rigid_solid_box(double mass, double lx, double ly, double lz);
rigid_inertia rigid_solid_ellipsoid(double mass, double a, double b, double c);
rigid_inertia rigid_solid_cylinder(double mass, double radius, double length, v3 axis);
/* Two half balls at the ends of a cylinder of that length. */
rigid_inertia rigid_solid_capsule(double mass, double radius, double length, v3 axis);
rigid_inertia rigid_hollow_sphere(double mass, double radius);
rigid_inertia rigid_thin_rod(double mass, double length, v3 axis);

double rigid_box_volume(double lx, double ly, double lz);
double rigid_ellipsoid_volume(double a, double b, double c);
double rigid_cylinder_volume(double radius, double length);
double rigid_capsule_volume(double radius, double length);
double rigid_sphere_area(double radius);

#endif
