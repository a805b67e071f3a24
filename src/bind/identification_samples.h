/* Samples as matrices: see identification_samples.c. */
#ifndef RIGID_BIND_IDENTIFICATION_SAMPLES_H
#define RIGID_BIND_IDENTIFICATION_SAMPLES_H

#include <lua.h>

int rigid_gather(lua_State *L);
int rigid_rates(lua_State *L);

#endif
