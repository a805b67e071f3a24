/* A pattern of Lua tried at one place of a text, each step counted. */
#ifndef RIGID_SCRIPT_MATCHING_H
#define RIGID_SCRIPT_MATCHING_H

#include <lua.h>
#include <stddef.h>
#include <stdint.h>

#include "interrupts.h"

enum { SCRIPT_CAPTURES = 32, SCRIPT_OPEN = -1, SCRIPT_POSITION = -2 };

typedef struct script_matching {
    lua_State *S;
    const rigid_hooks *since; /* of a person's own call, which Ctrl-C ends; null: of a script, which has an account */
    size_t done;              /* steps since it was last looked for */
    const char *subject, *subject_end, *pattern_end;
    int depth, count;
    struct {
        const char *at;
        ptrdiff_t length; /* or SCRIPT_OPEN, or SCRIPT_POSITION */
    } captures[SCRIPT_CAPTURES];
} script_matching;

/* Count so many steps. May end the script, or raise. */
void script_count_steps(script_matching *m, int64_t steps);

/* The end of what the pattern from p on matches at s, tried as if for the first time; null where it does not. */
const char *script_match_at(script_matching *m, const char *s, const char *p);

/* Push capture i of a match from s to end; where the pattern has none, the first is the whole match. */
void script_push_capture(script_matching *m, int i, const char *s, const char *end);
/* Push all captures, or the whole match where there are none and `s` is given; their number. */
int script_push_captures(script_matching *m, const char *s, const char *end);

#endif
