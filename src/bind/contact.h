/* The contacts of a Model, as steppers take them. */
#ifndef RIGID_BIND_CONTACT_H
#define RIGID_BIND_CONTACT_H

#include "model.h"

/* Push what holds contacts made anew for the compiled block at `block`, whose forces are nobody else's; null, and nil, where the model
   has none. loops: those of the same block, or null; whoever keeps the contacts keeps them alive. even_without:
   where it has none, too, for what else is in their problem, limits, dry friction and loops. */
rigid_contacts *rigid_push_contacts(lua_State *L, int block, rigid_loops *loops, bool even_without);
/* Push a list of what touched: {contact =, other =, point =, force =}, by names. contacts: what was pushed. `what` names the force. */
void rigid_push_touches(lua_State *L, int contacts, const rigid_touch *list, int count, const char *what);

extern const luaL_Reg rigid_contact_methods[]; /* of Model */

#endif
