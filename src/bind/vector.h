/* Vectors of any size: made, and read out of arguments. */
#ifndef RIGID_BIND_VECTOR_H
#define RIGID_BIND_VECTOR_H

#include "errors.h"

enum { RIGID_MOST_NUMBERS = 1 << 27 };

/* Whether the table at idx has something behind entry i. Where a list has holes, its length may be any that is followed by one. */
bool rigid_goes_on(lua_State *L, int idx, lua_Integer i);

/* Entries not yet written. Raises where size is more than a Vector can hold. */
rigid_vector *rigid_push_vector(lua_State *L, int size);
/* A Vector as it is, or a list of numbers (or a Vec3) turned into one and left at stack index idx. size: 0 for any. */
rigid_vector *rigid_get_vector(lua_State *L, int idx, rigid_place at, int size);
/* Whether the table at idx is a list of numbers and holds nothing else: then it is read as a Vector. */
bool rigid_is_vector_list(lua_State *L, int idx);

#endif
