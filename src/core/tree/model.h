/* A tree of rigid bodies on joints, as the algorithms see it: flat, depth first, so that each body is followed by all that
   it carries, and read only once made. Body 0 is the world; bodies 1..count move. Each body's frame is its joint's moving frame, z along the
   axis; where a link has other axes, `link` says how they lie. Names live elsewhere.

   The caller owns the memory: rigid_model_size(count) bytes, then fill `body[1..count]` and call rigid_model_finish. */
#ifndef RIGID_TREE_MODEL_H
#define RIGID_TREE_MODEL_H

#include "../../../include/rigid/model.h"
#include "../body/inertia.h"
#include "joint.h"
#include "../numbers/wide.h"

#include <stddef.h>

/* What of a body stays the same from call to call, as the kernels take it. */
typedef struct {
    w33r rows; /* of tree.R */
    w33 columns;
    w3 p; /* tree.p */
    w3 h;
    w33 I;
} rigid_wide_body;

/* Of whole lines of the cache, with what the kernels take 32 bytes at a time first: it lies alike in all bodies. */
typedef struct {
    rigid_wide_body wide; /* from tree and inertia */
    int parent; /* less than its own number; 0 is the world */
    rigid_joint_kind kind;
    int q, v;             /* where its numbers begin in q and in v */
    int dof;              /* number of its first own freedom, counted over all bodies; v, but for mimicking joints */
    int above;            /* how many freedoms the bodies have that carry it */
    int last;             /* the last of the bodies that it carries, which follow it; itself where it is a leaf */
    int span;             /* how many freedoms it has, and those together */
    int stem;             /* the last body on the way to it, or itself, that only slides carry, if any do: see below */
    int column;           /* its place among the links that have parameters, or -1 for a massless body inside a joint */
    bool follows;         /* it mimics the joint whose q and v it names, and has no numbers of its own */
    bool link_turned;     /* false where link is the identity */
    double ratio, offset; /* then it stands at ratio q + offset; 1 and 0 otherwise */
    double pitch;         /* helical: metres along per radian */
    double armature;      /* rotor inertia seen at the joint, added to each of its accelerations */
    /* Up to there a freedom, linear or angular, moves no inertia: it is rounding beside all that the joint carries. */
    struct {
        double linear, angular;
    } least;
    rigid_transform tree; /* the joint's resting frame in the parent body */
    rigid_inertia inertia; /* about the body frame's origin, in its axes; what is welded to it included */
    m3 link;               /* axes of the link in those of the body */
    rigid_motion screw;    /* of a joint whose axis is not z: its motion, in the body's axes; cardan: the first axis */
    double unused[3];      /* to the end of a line */
} rigid_body;

/* Where a link of the description that a model was made of is. */
typedef struct {
    int owner;              /* the moving link that carries it, itself where it moves; 0: the world */
    int next;               /* the next link of the same owner; 0: none */
    int column;             /* its place among the moving links, or -1 */
    int q, v;               /* where its joint's numbers begin, a leader's where it follows one; -1 where it has none */
    bool borne;             /* a payload, or welded to one */
    rigid_transform within; /* pose in its owner, or in the world */
    rigid_frame frame;      /* that of its own axes, fixed to the body that carries it */
} rigid_placed_link;

struct rigid_model {
    int count, nq, nv;
    int dofs;    /* freedoms of all joints; more than nv where joints mimic others */
    int links;   /* bodies with a column */
    int anchor;  /* the stem with most mass on it; the world where none has any */
    bool mimics; /* some joint follows another: H is then AᵀHA, and forward dynamics goes through its factors */
    bool varies; /* some joint has an S that goes with q */
    bool in_order; /* each body's numbers of v are those of its freedoms: v is dof */
    bool is_arm;   /* bodies that turn, each but the first on the one before, with numbers in order */
    v3 gravity;
    /* null in a model that was not made of a description: */
    rigid_placed_link *link;               /* [0..link_count]; 0 is the world */
    double *damping, *friction, *armature, *stiffness, *springref; /* of each number of v, all joints that move with it together */
    int link_count;
    rigid_body body[]; /* [0] stands for the world */
};

size_t rigid_model_size(int count);

/* Nothing before a stem can turn: it stands where slides bring it, which changes no force and no energy. So what it carries
   is seen from it, and far from the world's origin loses no digits. A body that hangs from the world is a stem, and what
   hangs from a stem that slides; what has another body for its stem stands with that one's others side by side. */
static inline bool rigid_is_stem(const rigid_body *b, int i) { return b->stem == i; }

/* The stem after that one, or one more than there are bodies: where a stem turns, behind all that it carries. */
static inline int rigid_next_stem(const rigid_model *model, int i) {
    const rigid_body *b = &model->body[i];
    return (b->kind == RIGID_PRISMATIC ? i : b->last) + 1;
}

/* After body[1..count], gravity and nq, nv are set: fills in what follows from them (dof, above, last, span, stem, wide, least, dofs,
   links, anchor, mimics, varies, in_order, is_arm).
   RIGID_BAD_ORDER where the bodies are not depth first; the model is of no use then. */
rigid_status rigid_model_finish(rigid_model *model);

/* Another inertia, about the body's origin in its axes; what follows from all of them is then no longer true, until
   rigid_model_weighed; or, where it was the only one, rigid_body_weighed. */
void rigid_body_set_inertia(rigid_body *b, rigid_inertia M);
void rigid_model_weighed(rigid_model *model);
void rigid_body_weighed(rigid_model *model, int body);

#endif
