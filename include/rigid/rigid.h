/* rigid: rigid-body dynamics, for C11 and C++17. Nothing is allocated, printed or kept; no name but rigid_… and RIGID_….
     cc robot.c $(pkg-config --cflags --libs rigid)        find_package(rigid)  target_link_libraries(robot rigid::rigid) */
#ifndef RIGID_H
#define RIGID_H

#include "algebra.h"
#include "body.h"
#include "dynamics.h"
#include "model.h"
#include "motion.h"
#include "numbers.h"

#endif
