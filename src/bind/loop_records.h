/* The records of loops (lua/rigid/model/loops.lua), as the core takes them. */
#ifndef RIGID_BIND_LOOP_RECORDS_H
#define RIGID_BIND_LOOP_RECORDS_H

#include "value.h"

enum { RIGID_MOST_TERMS = 64 };

/* Read record i of the list at stack index `list` into loop[i - 1], its name into the table at `names`, and of a coupling the
   coefficients to where they have room, RIGID_MOST_TERMS for each loop. Raises where the record is not what it must be. */
void rigid_read_loop(lua_State *L, int list, int names, int i, const rigid_model *model, rigid_loop *loop, double *coefficients);

#endif
