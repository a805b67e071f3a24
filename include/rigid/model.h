/* Robots. A description lists links, each after the link that carries it: on a joint of any type or welded, at a place, with
   an inertia or without; payloads and mere frames are links that are welded. Links are numbered from 1, in the order of the
   list; 0 is the world, and link[0] is not read. What the algorithms see is a rigid_model made of it. The numbers of q and v
   are those of the joints, in the order of the list.

   The caller owns all memory, aligned as malloc's; nothing is allocated, printed or kept. The description is needed no longer
   once the model is made, but to be changed. A model is only read by the algorithms, and may be shared between threads; each
   thread has a workspace of its own.

       rigid_link link[3];
       link[1] = rigid_link_default(0), link[2] = rigid_link_default(1);
       link[1].joint.type = RIGID_JOINT_REVOLUTE; ...
       rigid_description d = {2, link, {0, 0, -9.81}};
       void *memory = malloc(rigid_description_size(&d));
       int at;
       if (rigid_model_describe(&d, memory, &at) == RIGID_OK) {
           rigid_model *model = (rigid_model *)memory;
           rigid_workspace *ws = rigid_workspace_make(model, malloc(rigid_workspace_size(model)));
           ... */
#ifndef RIGID_MODEL_H
#define RIGID_MODEL_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a description ---------------------------------------------------------------------------------------------------- */

/* The types of joints that a person knows, and their numbers. Axes are unit, in the axes of the link, whose frame is that of
   its joint at rest.

   type         numbers in q (in v their rates, where nothing else is said)
   fixed        none
   revolute     the angle about the axis
   prismatic    the distance along it
   helical      the angle; `pitch` metres along the axis per radian
   screw        the same about an axis that passes through `point`
   universal    the angle about the axis, then that about axis2, which the first turns
   cardan       the same numbers, by one body instead of two with a massless one between
   gimbal       three angles: about x, about y, about z, each axis as the turns before have left it, where z is the axis and x and y the
                directions across it
   cylindrical  the angle about the axis, the distance along it
   spherical    a quaternion, w first; in v the angular velocity, in the axes of the link
   planar       two distances across the axis, the angle about it
   floating     position, quaternion; in v the twist of the link, linear first, in its axes

   Behind each name stands what a loop that is closed by such a joint holds (src/core/motion/loops.c); then the core's own joints that the
   type is made of, and where the z of each is: along the axis, axis2, one of two directions ACROSS the axis, or the link's own z (OWN). */
#define RIGID_JOINT_TYPE_LIST(X, PART)                                                                                 \
    X(FIXED, WELD, )                                                                                                   \
    X(REVOLUTE, HINGE, PART(REVOLUTE, AXIS))                                                                           \
    X(PRISMATIC, SLIDE, PART(PRISMATIC, AXIS))                                                                         \
    X(HELICAL, THREAD, PART(HELICAL, AXIS))                                                                            \
    X(SCREW, THREAD_ASIDE, PART(SCREW, OWN))                                                                           \
    X(UNIVERSAL, CROSS, PART(REVOLUTE, AXIS) PART(REVOLUTE, AXIS2))                                                    \
    X(CARDAN, CROSS, PART(CARDAN, AXIS2))                                                                              \
    X(GIMBAL, POINT, PART(GIMBAL, AXIS))                                                                               \
    X(CYLINDRICAL, RAIL, PART(REVOLUTE, AXIS) PART(PRISMATIC, AXIS))                                                   \
    X(SPHERICAL, POINT, PART(SPHERICAL, OWN))                                                                          \
    X(PLANAR, PLANE, PART(PRISMATIC, ACROSS_X) PART(PRISMATIC, ACROSS_Y) PART(REVOLUTE, AXIS))                         \
    X(FLOATING, NOTHING, PART(FREE, OWN))

typedef enum rigid_joint_type {
#define RIGID_JOINT_TYPE_ENUM(TYPE, closing, parts) RIGID_JOINT_##TYPE,
#define RIGID_JOINT_NO_PART(KIND, PLACE)
    RIGID_JOINT_TYPE_LIST(RIGID_JOINT_TYPE_ENUM, RIGID_JOINT_NO_PART)
#undef RIGID_JOINT_TYPE_ENUM
#undef RIGID_JOINT_NO_PART
        RIGID_JOINT_TYPES
} rigid_joint_type;

/* How many numbers it has in q and in v. */
int rigid_joint_type_nq(rigid_joint_type type);
int rigid_joint_type_nv(rigid_joint_type type);

typedef struct rigid_joint {
    rigid_joint_type type;
    rigid_vec3 axis, axis2;
    rigid_vec3 point; /* that the axis passes through, where it need not pass through the link's origin */
    double pitch;
    double damping, friction, armature; /* for each of its freedoms */
    double stiffness, springref;        /* a spring on each of its numbers, which pulls it to springref; of a spherical joint to no turn */
    int leader;                         /* the link whose joint this one follows; 0: none */
    double ratio, offset;               /* then it stands at ratio q + offset, with q that of the leader */
} rigid_joint;

typedef struct rigid_link {
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

typedef struct rigid_description {
    int count;
    const rigid_link *link; /* [1..count] */
    rigid_vec3 gravity;
} rigid_description;

/* ---- the model and its workspace -------------------------------------------------------------------------------------- */

typedef struct rigid_model rigid_model;
typedef struct rigid_workspace rigid_workspace;

/* Bytes for the model of a description; room for what its making needs is in them. */
size_t rigid_description_size(const rigid_description *d);

/* Make the rigid_model at `memory`, which is aligned as malloc's, and is not moved afterwards. Where the description is none:
   what is wrong, with the link at fault in *at unless that is null; `memory` is then of no use. RIGID_BAD_LINK: a parent or
   leader that does not exist; RIGID_BAD_AXIS: not unit, or two that are parallel; RIGID_BAD_LEADER: it, or what follows, has
   not one freedom; RIGID_CIRCLE: joints follow each other in one; RIGID_NOT_FINITE. Inertias are taken as they are
   (rigid_inertia_judge). */
rigid_status rigid_model_describe(const rigid_description *d, void *memory, int *at);

/* After a change of inertia, lump or payload of a link: the model takes what then moves with it. O(count) additions, and
   nothing else is computed anew. After one of armature, damping, friction or a spring: likewise. */
void rigid_model_weigh(rigid_model *model, const rigid_description *d, int link);
void rigid_model_resist(rigid_model *model, const rigid_description *d);

/* The inertia, about the frame of moving link `link` and in its axes, of it and all that is welded to it. */
rigid_inertia rigid_model_carried(const rigid_model *model, const rigid_description *d, int link);

/* Everything that changes during a computation: how many bytes, aligned as malloc's, and the workspace made in them. What an
   algorithm leaves there is of no use to others. */
size_t rigid_workspace_size(const rigid_model *model);
rigid_workspace *rigid_workspace_make(const rigid_model *model, void *memory);

/* How many numbers q and v have. */
int rigid_model_nq(const rigid_model *model);
int rigid_model_nv(const rigid_model *model);
/* How many bodies move, those without mass inside joints of several axes counted: arrays by body have one more, [0] for the
   world. And how many of them are links with parameters, ten for each. */
int rigid_model_bodies(const rigid_model *model);
int rigid_model_moving_links(const rigid_model *model);
rigid_vec3 rigid_model_gravity(const rigid_model *model);
void rigid_model_set_gravity(rigid_model *model, rigid_vec3 gravity);

/* A place fixed to a body. */
typedef struct rigid_frame {
    int body;          /* 0: the world */
    rigid_transform X; /* pose in the body */
} rigid_frame;

/* Of link 0 (the world) to the last of the description: its frame; where its joint's numbers begin in q and in v, those of the
   leader where it follows one, -1 where it is welded; its place among the links with parameters, or -1. */
int rigid_model_links(const rigid_model *model);
rigid_frame rigid_model_link_frame(const rigid_model *model, int link);
int rigid_model_link_q(const rigid_model *model, int link);
int rigid_model_link_v(const rigid_model *model, int link);
int rigid_model_link_column(const rigid_model *model, int link);
/* What is fixed to a link at X: X_link_F. */
rigid_frame rigid_model_frame_on(const rigid_model *model, int link, rigid_transform X);

/* Of each number of v: viscous damping, Coulomb friction, rotor inertia, stiffness of springs and where they are at rest; nv
   numbers. Rotors are part of H. The others stay out of all algorithms but the regressors' columns and the steppers
   (motion.h): what they take is the caller's to subtract from tau, and rigid_passive_forces says how much that is. */
const double *rigid_model_damping(const rigid_model *model);
const double *rigid_model_friction(const rigid_model *model);
const double *rigid_model_armature(const rigid_model *model);
const double *rigid_model_stiffness(const rigid_model *model);
const double *rigid_model_springref(const rigid_model *model);

/* The ten parameters of each moving link and all that is welded to it, about its frame and in its axes, and back. */
void rigid_model_parameters(const rigid_model *model, double *pi);
void rigid_model_set_parameters(rigid_model *model, const double *pi);

/* ---- configurations: arrays of nq and nv numbers ---------------------------------------------------------------------- */

/* At rest: zeros, and quaternions of no turn. */
void rigid_model_neutral(const rigid_model *model, double *q);
/* q with quaternions of unit length, which must not be zero. out may be q. */
void rigid_model_normalize(const rigid_model *model, const double *q, double *out);
/* q moved along v for unit time; quaternions stay unit. out may be q. */
void rigid_model_integrate(const rigid_model *model, const double *q, const double *v, double *out);
/* The v that takes q0 to q1 in unit time, by the shorter way. */
void rigid_model_difference(const rigid_model *model, const double *q0, const double *q1, double *v);

#ifdef __cplusplus
}
#endif

#endif
