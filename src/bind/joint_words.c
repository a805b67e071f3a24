/* The core's words for types of joints are Lua's in capitals. */
#include "joint_words.h"

#include <stdbool.h>
#include <string.h>

static bool is_word(const char *lua, const char *core) {
    while (*lua && *core == *lua - ('a' - 'A'))
        lua++, core++;
    return !*lua && !*core;
}

rigid_joint_type rigid_joint_type_named(const char *said) {
    static const char *const words[RIGID_JOINT_TYPES] = {
#define NO_PART(KIND, place)
#define WORD(TYPE, closing, parts) [RIGID_JOINT_##TYPE] = #TYPE,
        RIGID_JOINT_TYPE_LIST(WORD, NO_PART)
#undef WORD
#undef NO_PART
    };
    if (said && strcmp(said, "continuous") == 0)
        return RIGID_JOINT_REVOLUTE;
    int type = 0;
    while (said && type < RIGID_JOINT_TYPES && !is_word(said, words[type]))
        type++;
    return said ? (rigid_joint_type)type : RIGID_JOINT_TYPES;
}
