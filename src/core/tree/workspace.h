/* Everything that changes during a computation: one block of memory for all algorithms, made by the caller for a model
   and never shared between threads. Each algorithm has a scratch of its own type, laid over those of others that are never in
   use at the same moment: RIGID_SCRATCH_LIST. Nothing is kept between calls that a caller may rely on.
   Arrays by body have the world in slot 0; arrays by freedom follow rigid_body.dof. */
#ifndef RIGID_WORKSPACE_H
#define RIGID_WORKSPACE_H

#include "../numbers/asserts.h"
#include "model.h"

/* A motion or a force, by halves. */
typedef struct {
    w3 linear, angular;
} w6;

/* In the world's axes: the pose of a body; its twist, and its spatial acceleration, which counts gravity as
   an upward push of the world; the column of a freedom in the Jacobian, with its derivatives as each algorithm names them. */
typedef struct {
    w33 R;
    w3 p;
} rigid_world_pose;
typedef struct {
    w6 V, A;
} rigid_world_motion;
typedef struct {
    w6 S, S1, S2, S3;
} rigid_column;
/* The composite inertia of what a joint carries, at the world's origin (m three times); with it momentum, the rate of I, and
   the force. */
typedef struct {
    w3 m, h;
    wsym I, dI;
    w6 p, f;
} rigid_composite;

/* The composite inertia of a subtree about the origin of its body. */
typedef struct {
    wsym I;
    w3 h;
    double m, rest[3];
} rigid_wide_inertia;

/* Where a stem is, with what rounding leaves of the sum. */
typedef struct {
    w3 p, rest;
} rigid_spot;

/* The pose of a body in its parent. */
typedef struct {
    w33r rows; /* of R */
    w33 columns;
    w3 p;
} rigid_wide_pose;

/* An articulated inertia (M H; Hᵀ I), of H the diagonals: 0 is (xx, yy, zz), 1 (xy, yz, zx) and 2 (xz, yx, zy). */
typedef struct {
    wsym M, I;
    w3 H0, H1, H2;
} rigid_wide_abi;

/* What a body gives its parent in forward dynamics: f = P a + p, its articulated inertia and bias force. */
typedef struct {
    rigid_wide_abi P;
    w6 p;
} rigid_articulated;

/* ---- by algorithm ----------------------------------------------------------------------------------------------------- */

/* Where joints stand, with room for the last two registers, and what comes of q alone besides. Each algorithm writes them anew
   when it begins, so what it calls may write them, too. */
typedef struct {
    double *angle, *sine, *cosine;
    double *ratio, *offset; /* body i stands at ratio q[q of i] + offset, as it always will; at 0, where it has a quaternion */
    int *q;
    rigid_motion *varying; /* by freedom: S in the moving frame, of joints where that goes with q; none in a model without */
} rigid_turns;

/* Paths through the numbers of v, which stay as they are. */
typedef struct {
    bool branches;      /* whether `above` is that of the tree, and not one path through all */
    int *above, *depth; /* the one before it on the path from the root, -1 for the first; how many are before it */
    int *order, *rank;  /* all depth first, and where in that each is */
    int *until;         /* where in `order` those end which it carries */
} rigid_paths;

/* Inverse dynamics; by body, in body axes. */
typedef struct {
    rigid_turns turns;
    rigid_wide_pose *pose;
    w3 *w, *alpha, *accel; /* angular velocity and acceleration; acceleration of the origin */
    w3 *force, *moment;
    double *tau; /* by v: where joints share numbers, until all have added theirs */
} rigid_rnea_scratch;

/* What sums over subtrees, for the mass matrix, the centre of mass, momentum and energy; in the world's axes. */
typedef struct {
    rigid_turns turns;
    rigid_world_pose *place; /* by body */
    rigid_wide_inertia *subtree;
    w6 *F;           /* by freedom, with room for three more behind: the force that moving it takes */
    double *row;        /* the same many numbers: entries of one freedom with those that follow it */
    const int *v_of;    /* by freedom: the number of v that it takes */
    rigid_world_motion *motion; /* by body: V alone */
    rigid_spot *spot;           /* of stems alone: in the world, then p from the anchor */
} rigid_subtrees_scratch;

/* Forward dynamics; in the world's axes. */
typedef struct {
    rigid_turns turns;
    rigid_world_pose *place; /* by body, p from the parent's origin */
    w3 *w, *alpha, *accel;
    rigid_articulated *articulated;
    w6 *K; /* by freedom */
    double *u;
    double *D; /* by v: D⁻¹ */
} rigid_aba_scratch;

/* Forward dynamics where joints follow others, by H. */
typedef struct {
    double *square; /* by v x v, where joints do; else null */
    double *tau;    /* by v */
} rigid_solve_scratch;

/* H = LᵀDL; by v. */
typedef struct {
    double *D, *inverse; /* D, and D⁻¹ */
    double *least;       /* up to there a freedom moves no inertia */
    double *row;
    int *path; /* those before one of them, and it, from the root on */
} rigid_ltdl_scratch;

/* The Coriolis matrix; in the world's axes. */
typedef struct {
    rigid_turns turns;
    rigid_world_pose *place; /* by body */
    rigid_world_motion *motion;
    rigid_composite *composite; /* of it, then of its subtree */
    rigid_column *column;       /* by freedom */
    /* By freedom, but those of a body and above it first, from the root on: depth first, these are still there when the
       bodies that it carries come. */
    double *jacobian[12]; /* S and Ṡ, in rows from linear x to angular z */
    double *product[2];   /* numbers that come of them and of a body */
    int *jacobian_v;      /* the number of v that it takes */
} rigid_coriolis_scratch;

/* Derivatives; the same, with more of each. */
typedef struct {
    rigid_turns turns;
    rigid_world_pose *place;
    rigid_world_motion *motion;
    rigid_composite *composite;
    rigid_column *column;
    double *jacobian;   /* as the Jacobian above, in blocks of four or eight freedoms; with room for seven more behind, as the products */
    double *product[5];
    int *jacobian_v;
} rigid_derivatives_scratch;

/* -H⁻¹ times two matrices. */
typedef struct {
    double *panel; /* eight numbers for each v */
    int *active;   /* some of v */
} rigid_product_scratch;

/* Regressors of the torques; by body, in the axes of the first body on its way. */
typedef struct {
    rigid_turns turns;
    rigid_wide_pose *pose; /* columns and p */
    w3 *w, *w_ref, *alpha, *accel;
    rigid_motion *S; /* from the root on, as the Jacobian above */
    int *jacobian_v;
} rigid_regressor_scratch;

/* Poses and how bodies move, body by body, for the other regressors. */
typedef struct {
    rigid_turns turns;
    rigid_transform *X, *Xw; /* pose in the parent; in the world */
    rigid_motion *V;         /* how its origin moves, in the world's axes */
    rigid_motion *v;         /* the same in body axes */
    v3 *g;                   /* gravity in body axes */
    double *potential;       /* -gᵀ p of its origin */
} rigid_poses_scratch;

/* Which scratch there is, and behind which it stands: while one is in use, those in front of it may be as well, and what
   stands beside them is written over. So ABA may hold its own while derivatives are made of it, and what solves by H may hold
   H's factors and call CRBA and RNEA; none of these may call itself. A front is listed before what stands behind it.
   `fixed` is what stays the same from call to call, and what all begin with. */
#define RIGID_SCRATCH_LIST(X)                                                                                          \
    X(ltdl, fixed)                                                                                                     \
    X(solve, ltdl)                                                                                                     \
    X(rnea, solve)                                                                                                     \
    X(subtrees, solve)                                                                                                \
    X(aba, ltdl)                                                                                                       \
    X(derivatives, aba)                                                                                                \
    X(product, ltdl)                                                                                                   \
    X(coriolis, fixed)                                                                                                 \
    X(regressor, fixed)                                                                                                \
    X(poses, fixed)

typedef enum {
    RIGID_SCRATCH_fixed,
#define RIGID_SCRATCH_ENUM(name, front) RIGID_SCRATCH_##name,
    RIGID_SCRATCH_LIST(RIGID_SCRATCH_ENUM)
#undef RIGID_SCRATCH_ENUM
        RIGID_SCRATCHES
} rigid_scratch;

struct rigid_workspace {
    rigid_turns turns;
    rigid_paths paths;
    double *zero; /* nv of them */
    int *v_of;    /* by freedom: the number of v that it takes */
    int *path, *active, *jacobian_v; /* scratch of several, apart from all others: no double is ever made of these */
#define RIGID_SCRATCH_MEMBER(name, front) rigid_##name##_scratch name;
    RIGID_SCRATCH_LIST(RIGID_SCRATCH_MEMBER)
#undef RIGID_SCRATCH_MEMBER
#if defined(RIGID_ASSERTS)
    struct {
        bool live;
        unsigned char *begin;
        size_t size;
    } region[RIGID_SCRATCHES];
#endif
};

/* An algorithm says of its scratch, or of that of another which it takes over or keeps over several calls, from when to when
   it is in use (RIGID_SCRATCH_aba, ..). With asserts, two that lie over each other never are at once; and what begins finds
   NaN there, so that nothing of the call before is relied on, and takes over only what nobody has begun since. */
#if defined(RIGID_ASSERTS)
void rigid_scratch_begin(rigid_workspace *ws, rigid_scratch which);
void rigid_scratch_take_over(rigid_workspace *ws, rigid_scratch which);
void rigid_scratch_end(rigid_workspace *ws, rigid_scratch which);
#define RIGID_SCRATCH_IN_USE(ws, name) RIGID_ASSERT((ws)->region[RIGID_SCRATCH_##name].live)
#else
static inline void rigid_scratch_begin(const rigid_workspace *ws, rigid_scratch which) { (void)ws, (void)which; }
static inline void rigid_scratch_take_over(const rigid_workspace *ws, rigid_scratch which) { (void)ws, (void)which; }
static inline void rigid_scratch_end(const rigid_workspace *ws, rigid_scratch which) { (void)ws, (void)which; }
#define RIGID_SCRATCH_IN_USE(ws, name) ((void)0)
#endif

/* Point the workspace into memory of rigid_workspace_size bytes, and clear it. */
void rigid_workspace_init(rigid_workspace *ws, void *memory, const rigid_model *model);

#endif
