/* A robot as a person describes it, and the model made of it. A description lists links, each after the link that carries
   it: on a joint of any type or welded, at a place, with an inertia or without; payloads and mere frames are links that are
   welded. What the algorithms see is a rigid_model: what is welded together is one body, a joint of several axes is a chain
   of massless ones, and all stands depth first.

   Links are numbered from 1, in the order of the list; 0 is the world, and link[0] is not read. The numbers of q and v are
   those of the joints in that order. The caller owns all memory; nothing is allocated, and the description is needed no
   longer once the model is made, but to be changed.

       rigid_link link[3] = {[1] = rigid_link_default(0), [2] = rigid_link_default(1)};
       link[1].joint.type = RIGID_JOINT_REVOLUTE; ...
       rigid_description d = {.count = 2, .link = link, .gravity = {0, 0, -9.81}};
       rigid_model *model = malloc(rigid_description_size(&d));
       rigid_status status = rigid_model_describe(&d, model, &link_at_fault); */
#ifndef RIGID_DESCRIPTION_H
#define RIGID_DESCRIPTION_H

#include "model.h"

/* The types of joints that a person knows, and what each is made of: joints of the core, the first next to the parent, each
   with its z along some axis of the link. Axes are unit, in the axes of the link, whose frame is that of its joint at rest.

   type         numbers in q (in v their rates, where nothing else is said)
   fixed        none
   revolute     the angle about the axis
   prismatic    the distance along it
   helical      the angle; `pitch` metres along the axis per radian
   screw        the same about an axis that passes through `point`
   universal    the angle about the axis, then that about axis2, which the first turns
   cylindrical  the angle about the axis, the distance along it
   spherical    a quaternion, w first; in v the angular velocity, in the axes of the link
   planar       two distances across the axis, the angle about it
   floating     position, quaternion; in v the twist of the link, linear first, in its axes

   The places of z: the axis, axis2, the two directions ACROSS the axis, or the link's own z (OWN). */
#define RIGID_JOINT_TYPE_LIST(X, PART)                                                                                 \
    X(FIXED, )                                                                                                         \
    X(REVOLUTE, PART(REVOLUTE, AXIS))                                                                                  \
    X(PRISMATIC, PART(PRISMATIC, AXIS))                                                                                \
    X(HELICAL, PART(HELICAL, AXIS))                                                                                    \
    X(SCREW, PART(SCREW, OWN))                                                                                         \
    X(UNIVERSAL, PART(REVOLUTE, AXIS) PART(REVOLUTE, AXIS2))                                                           \
    X(CYLINDRICAL, PART(REVOLUTE, AXIS) PART(PRISMATIC, AXIS))                                                         \
    X(SPHERICAL, PART(SPHERICAL, OWN))                                                                                 \
    X(PLANAR, PART(PRISMATIC, ACROSS_X) PART(PRISMATIC, ACROSS_Y) PART(REVOLUTE, AXIS))                                \
    X(FLOATING, PART(FREE, OWN))

typedef enum {
#define RIGID_JOINT_TYPE_ENUM(TYPE, parts) RIGID_JOINT_##TYPE,
#define RIGID_JOINT_NO_PART(KIND, PLACE)
    RIGID_JOINT_TYPE_LIST(RIGID_JOINT_TYPE_ENUM, RIGID_JOINT_NO_PART)
#undef RIGID_JOINT_TYPE_ENUM
#undef RIGID_JOINT_NO_PART
        RIGID_JOINT_TYPES
} rigid_joint_type;

/* How many numbers it has in q and in v. */
int rigid_joint_type_nq(rigid_joint_type type);
int rigid_joint_type_nv(rigid_joint_type type);

typedef struct {
    rigid_joint_type type;
    v3 axis, axis2;
    v3 point; /* that the axis passes through, where it need not pass through the link's origin */
    double pitch;
    double damping, friction, armature; /* for each of its freedoms */
    int leader;                         /* the link whose joint this one follows; 0: none */
    double ratio, offset;               /* then it stands at ratio q + offset, with q that of the leader */
} rigid_joint;

typedef struct {
    int parent; /* less than its own number; 0 is the world */
    rigid_joint joint;
    rigid_transform placement; /* of the joint at rest, in the parent link */
    rigid_inertia inertia;     /* about the link's origin, in its axes; zero where it has none */
    bool payload;              /* not counted in `lump`, nor is what is welded to it */
    bool lumps;                /* `lump` stands for it and all that is welded to it, payloads apart */
    rigid_inertia lump;
} rigid_link;

/* Welded to its parent at its origin, without mass; axes along z and x, ratio 1. */
rigid_link rigid_link_default(int parent);

typedef struct {
    int count;
    const rigid_link *link; /* [1..count] */
    v3 gravity;
} rigid_description;

/* Bytes for the model of a description; room for what its making needs is in them. */
size_t rigid_description_size(const rigid_description *d);

/* Make the model at `memory`, which is aligned as malloc's, and is not moved afterwards. Where the description is none:
   what is wrong, with the link at fault in *at unless that is null; `memory` is then of no use. RIGID_BAD_LINK: a parent or
   leader that does not exist; RIGID_BAD_AXIS: not unit, or two that are parallel; RIGID_BAD_LEADER: it, or what follows, has
   not one freedom; RIGID_CIRCLE: joints follow each other in one; RIGID_NOT_FINITE. */
rigid_status rigid_model_describe(const rigid_description *d, void *memory, int *at);

/* After a change of inertia, lump or payload of a link: the model takes what then moves with it. O(count) additions, and
   nothing else is computed anew. After one of armature, damping or friction: likewise. */
void rigid_model_weigh(rigid_model *model, const rigid_description *d, int link);
void rigid_model_resist(rigid_model *model, const rigid_description *d);

/* The inertia, about the frame of moving link `link` and in its axes, of it and all that is welded to it. */
rigid_inertia rigid_model_carried(const rigid_model *model, const rigid_description *d, int link);

/* A rotation that takes z to a unit axis; along the axes of the frame it is exact. */
m3 rigid_turn_to(v3 axis);

#endif
