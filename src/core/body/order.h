/* The one place where structs become arrays: 6-vectors, 6x6 and 6x10 matrices in a given order of their halves, and the
   ten inertial parameters. Everything outside works on named halves. */
#ifndef RIGID_ORDER_H
#define RIGID_ORDER_H

#include "abi.h"
#include "regressor.h"

#endif
