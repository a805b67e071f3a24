/* The methods of Model over batches. */
#ifndef RIGID_BIND_BATCH_H
#define RIGID_BIND_BATCH_H

#include "class.h"

extern const luaL_Reg rigid_batch_methods[]; /* of Model */

#endif
