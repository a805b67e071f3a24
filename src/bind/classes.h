/* All classes with all their functions. */
#ifndef RIGID_BIND_CLASSES_H
#define RIGID_BIND_CLASSES_H

#include "class.h"

extern const rigid_class *const rigid_classes[ID_COUNT]; /* by id; [0] is null */

/* The function of that class, kind and name: "m" a method, "o" an operator, "s" a static function, "c" the constructor; or
   null, also where there is no such class. */
lua_CFunction rigid_class_function(const char *class_name, const char *kind, const char *name);

#endif
