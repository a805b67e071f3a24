/* Everything that changes during a computation: one block of memory for all algorithms, made by the caller for a model
   and never shared between threads. Arrays by body have the world in slot 0; arrays by freedom follow rigid_body.dof.
   Each algorithm says what it writes here; nothing is kept between calls that a caller may rely on. */
#ifndef RIGID_WORKSPACE_H
#define RIGID_WORKSPACE_H

#include "model.h"

/* A motion or a force, by halves. */
typedef struct {
    w3 linear, angular;
} w6;
/* A symmetric matrix: its diagonal, and what stands at yz, zx, xy. */
typedef struct {
    w3 diagonal, off;
} wsym;

/* In the world's axes: the pose of a body, R by columns; its twist, and its spatial acceleration, which counts gravity as
   an upward push of the world; what a freedom moves, with its derivatives as each algorithm names them. */
typedef struct {
    w33 R;
    w3 p;
} rigid_world_pose;
typedef struct {
    w6 V, A;
} rigid_world_motion;
typedef struct {
    w6 S, S1, S2, S3;
} rigid_directions;
/* What a joint carries, at the world's origin: the parameters of the inertia (m three times), momentum, the rate of I, and
   the force. */
typedef struct {
    w3 m, h;
    wsym I, dI;
    w6 p, f;
} rigid_burden;

/* The inertia of a subtree about the origin of its body, the products in the order xy, yz, zx. */
typedef struct {
    w3 moments, products, h;
    double m, rest[3];
} rigid_wide_inertia;

/* Where a stem is, with what rounding leaves of the sum. */
typedef struct {
    w3 p, rest;
} rigid_spot;

/* The pose of a body in its parent. */
typedef struct {
    w33 rows, columns; /* of R */
    w3 p;
} rigid_wide_pose;

/* An articulated inertia by the diagonals of its parts: 0 is (xx, yy, zz), 1 (xy, yz, zx) and 2 (xz, yx, zy). */
typedef struct {
    w3 M0, M1, H0, H1, H2, I0, I1;
} rigid_wide_abi;

/* What a body gives its parent in forward dynamics: f = P a + p of all that it carries. */
typedef struct {
    rigid_wide_abi P;
    w6 p;
} rigid_wide_share;

struct rigid_workspace {
    /* by body, in body axes, for the kernels */
    rigid_wide_pose *pose;
    w3 *w, *alpha, *accel; /* angular velocity and acceleration; acceleration of the origin */
    w3 *w_ref;             /* reference angular velocity */
    w3 *force, *moment;
    /* by body, in the world's axes, for the kernels; then by freedom */
    rigid_world_pose *place;
    rigid_world_motion *motion;
    rigid_burden *burden; /* of it, then of its subtree */
    rigid_directions *directions;
    rigid_wide_share *share;
    w6 *K;
    rigid_wide_inertia *subtree;
    rigid_spot *spot; /* of stems alone: in the world, then p from the anchor */
    w6 *load; /* by freedom, with room for three more behind: the force that moving it takes */
    /* by body, in body axes */
    rigid_transform *X; /* pose in the parent */
    rigid_motion *v, *a;
    /* by body, in the world's axes */
    rigid_transform *Xw; /* pose */
    rigid_motion *V;     /* how its origin moves */
    double *angle, *sine, *cosine; /* where its joint stands; room for whole groups of four */
    /* by freedom */
    rigid_motion *S; /* what it moves, world */
    rigid_motion *column; /* what it moves, in body axes, of joints where that goes with q */
    int *v_of;       /* the number of v that it takes */
    /* by freedom, but those of a body and above it first, from the root on: depth first, these are still there when the
       bodies that it carries come */
    int *carrier_v;      /* the number of v that it takes */
    double *carrier[24]; /* S and its derivatives, in rows from linear x to angular z */
    double *product[10]; /* numbers that come of them and of a body */
    double *u, *D;       /* D also serves by v, as D⁻¹ of H = LᵀDL, and by body, as marks */
    /* by v */
    double *zero, *tau;
    double *least;      /* up to there a freedom moves no inertia */
    bool branches;      /* whether `above` is that of the tree, and not one path through all */
    int *above, *depth; /* the one before it on the path from the root, -1 for the first; how many are before it */
    int *path;          /* those before one of them, and it, from the root on */
    int *order, *rank;  /* all depth first, and where in that each is */
    int *until;         /* where in `order` those end which it carries */
    int *active;        /* some of them */
    double *strip;      /* sixteen numbers each */
    /* by v x v, where joints mimic others; else null */
    double *square;
};

/* Point the workspace into memory of rigid_workspace_size bytes, and clear it. */
void rigid_workspace_init(rigid_workspace *ws, void *memory, const rigid_model *model);

#endif
