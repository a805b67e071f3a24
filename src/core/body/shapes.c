/* Inertias of shapes, from the textbook integrals; volumes beside them, so that a density becomes a mass. */
#include "shapes.h"

static const double pi = 3.14159265358979323846;

static rigid_inertia centred(double mass, sym3 I) { return (rigid_inertia){mass, v3_zero(), I}; }

/* Moment `along` the axis and `across` it: along u uᵀ + across (1 - u uᵀ). Moments are sums of what is positive, so that
   about the axis of what is slender, and across that of what is flat, no digits are lost. */
static sym3 axially_symmetric(double along, double across, v3 u) {
    const sym3 a = sym3_div(sym3_outer(along, u), v3_dot(u, u)), c = sym3_div(sym3_outer(across, u), v3_dot(u, u));
    return sym3_add(a, sym3_complement(c));
}

rigid_inertia rigid_point_mass(double mass, v3 position) {
    return rigid_inertia_from_central(mass, position, sym3_zero());
}

rigid_inertia rigid_solid_box(double mass, double lx, double ly, double lz) {
    double k = mass / 12;
    return centred(mass, sym3_complement(sym3_diagonal(k * lx * lx, k * ly * ly, k * lz * lz)));
}

rigid_inertia rigid_solid_ellipsoid(double mass, double a, double b, double c) {
    double k = mass / 5;
    return centred(mass, sym3_complement(sym3_diagonal(k * a * a, k * b * b, k * c * c)));
}

rigid_inertia rigid_solid_cylinder(double mass, double radius, double length, v3 axis) {
    double along = mass * radius * radius / 2;
    double across = mass * (3 * radius * radius + length * length) / 12;
    return centred(mass, axially_symmetric(along, across, axis));
}

/* The cylinder's share of the mass, and the two half balls', whose centres lie at L/2 + 3r/8. */
rigid_inertia rigid_solid_capsule(double mass, double radius, double length, v3 axis) {
    double r = radius, L = length;
    double cylinder = mass * L / (L + 4 * r / 3), balls = mass * (4 * r / 3) / (L + 4 * r / 3);
    double along = cylinder * r * r / 2 + balls * 2 * r * r / 5;
    double across =
        cylinder * (3 * r * r + L * L) / 12 + balls * (2 * r * r / 5 + L * L / 4 + 3 * L * r / 8);
    return centred(mass, axially_symmetric(along, across, axis));
}

rigid_inertia rigid_solid_cone(double mass, double radius, double length, v3 axis) {
    double along = 3 * mass * radius * radius / 10;
    double across = 3 * mass * (4 * radius * radius + length * length) / 80;
    return centred(mass, axially_symmetric(along, across, axis));
}

rigid_inertia rigid_hollow_sphere(double mass, double radius) {
    double I = 2 * mass * radius * radius / 3;
    return centred(mass, sym3_diagonal(I, I, I));
}

rigid_inertia rigid_thin_rod(double mass, double length, v3 axis) {
    return centred(mass, axially_symmetric(0, mass * length * length / 12, axis));
}

double rigid_box_volume(double lx, double ly, double lz) { return lx * ly * lz; }
double rigid_ellipsoid_volume(double a, double b, double c) { return 4 * pi / 3 * a * b * c; }
double rigid_cylinder_volume(double radius, double length) { return pi * radius * radius * length; }
double rigid_capsule_volume(double radius, double length) {
    return rigid_cylinder_volume(radius, length + 4 * radius / 3);
}
double rigid_cone_volume(double radius, double length) { return rigid_cylinder_volume(radius, length) / 3; }
double rigid_sphere_area(double radius) { return 4 * pi * radius * radius; }
