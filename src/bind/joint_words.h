/* Types of joints by the words that Lua has for them. */
#ifndef RIGID_BIND_JOINT_WORDS_H
#define RIGID_BIND_JOINT_WORDS_H

#include "../core/core.h"

/* RIGID_JOINT_TYPES where it is none, or null. */
rigid_joint_type rigid_joint_type_named(const char *said);

#endif
