/* A stepper of a Model as Lua holds it, for the files that take steps. */
#ifndef RIGID_BIND_STEPPER_H
#define RIGID_BIND_STEPPER_H

#include "model.h"

#include <stdbool.h>

/* User values: the compiled block, who else acts, the Vectors that are shown to it, and what reads its wrenches, what touches. */
enum { OF_BLOCK = 1, OF_ACTION, OF_Q, OF_V, OF_TAU, OF_READER, OF_LOOPS, OF_CONTACTS, USER_VALUES = OF_CONTACTS };

typedef struct {
    const void *what;
    const rigid_compiled *block;
    uint64_t adjusted; /* of the block, when it was looked at last */
    rigid_stepper *stepper;
    rigid_pace pace;
    bool holds;
    lua_State *L; /* who steps, while one does */
    bool held;    /* limits or dry friction may end a mode, or something may meet */
    rigid_contacts *contacts;
    double residual; /* the largest that contacts left */
    int iterations;  /* the most that they took */
    rigid_method method;
    double longest; /* of a stepper that is kept: the step that it was found to suit */
} rigid_bound_stepper;

/* The stepper at index 1, and the stack cut or filled to that many arguments after it. */
rigid_bound_stepper *rigid_check_stepper(lua_State *L, int arguments);
/* That at an index, or null where something else stands there, or its model was taken away. */
rigid_bound_stepper *rigid_test_stepper(lua_State *L, int idx);
/* The numbers of the Vector at arg, which must have that many. */
double *rigid_stepper_numbers(lua_State *L, int arg, int count);
/* Before a step: one at a time. */
void rigid_stepper_enter(lua_State *L, rigid_bound_stepper *b);
/* Push what stopped a step, and the number of v at fault, from 1. */
int rigid_push_refusal(lua_State *L, const rigid_bound_stepper *b, rigid_status status);
void rigid_note_residual(rigid_bound_stepper *b);

#endif
