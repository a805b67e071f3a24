/* The loops of a Model, as the core takes them. */
#ifndef RIGID_BIND_LOOPS_H
#define RIGID_BIND_LOOPS_H

#include "model.h"

/* Push what holds the loops of the Model at that index, or of the block that stands for it (rigid_check_model), and give them; nil
   and null where it has none. They are the caller's own, of that block as it is, and stay alive, as it does, while what was
   pushed does. */
rigid_loops *rigid_push_loops(lua_State *L, int model);

extern const luaL_Reg rigid_loops_methods[]; /* of Model */

#endif
