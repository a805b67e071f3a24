/* All kinds of joints. A kind is a file in joints/, its line in one of the two lists, with how many numbers it has in q and
   in v, and the file's line at the end. What the file has to say stands in joint_kinds.h, which asks for the files by
   RIGID_JOINT_FILES once bodies are known. */
#ifndef RIGID_JOINT_LIST_H
#define RIGID_JOINT_LIST_H

#include <stdbool.h>

/* S is constant in the moving frame. */
#define RIGID_CONSTANT_KIND_LIST(X)                                                                                    \
    X(REVOLUTE, revolute, 1, 1)                                                                                        \
    X(PRISMATIC, prismatic, 1, 1)                                                                                      \
    X(HELICAL, helical, 1, 1)                                                                                          \
    X(SCREW, screw, 1, 1)                                                                                              \
    X(SPHERICAL, spherical, 4, 3)                                                                                      \
    X(FREE, free, 7, 6)

/* S goes with q. */
#define RIGID_VARYING_KIND_LIST(X)                                                                                     \
    X(CARDAN, cardan, 2, 2)                                                                                            \
    X(GIMBAL, gimbal, 3, 3)

#define RIGID_JOINT_KIND_LIST(X) RIGID_CONSTANT_KIND_LIST(X) RIGID_VARYING_KIND_LIST(X)

typedef enum {
#define RIGID_JOINT_ENUM(KIND, kind, nq, nv) RIGID_##KIND,
    RIGID_JOINT_KIND_LIST(RIGID_JOINT_ENUM)
#undef RIGID_JOINT_ENUM
        RIGID_JOINT_KINDS
} rigid_joint_kind;

/* Those whose S goes with q come last. */
#define RIGID_JOINT_COUNT(KIND, kind, nq, nv) +1
enum { RIGID_FIRST_VARYING = 0 RIGID_CONSTANT_KIND_LIST(RIGID_JOINT_COUNT) };
#undef RIGID_JOINT_COUNT
static inline bool rigid_kind_varies(rigid_joint_kind kind) { return (int)kind >= RIGID_FIRST_VARYING; }

#endif

#ifdef RIGID_JOINT_FILES
#include "joints/cardan.h"
#include "joints/free.h"
#include "joints/gimbal.h"
#include "joints/helical.h"
#include "joints/prismatic.h"
#include "joints/revolute.h"
#include "joints/screw.h"
#include "joints/spherical.h"
#endif
