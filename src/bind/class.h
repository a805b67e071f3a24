/* A class is its functions, of which each file of a class gives a constant; classes.c has the list of them, module.c registers
   them. No other file asks for them, so that nothing points up from here.

   Every C function carries two upvalues: the array of the instance metatables by class id, and its own name, kind first
   ("m:shift", "s:solid_box", "c:SpatialInertia"), from which error messages name the function and count its arguments. Those
   that the library itself asks (inner.asked) have the kind as a capital: their errors are values. */
#ifndef RIGID_BIND_CLASS_H
#define RIGID_BIND_CLASS_H

#include "value.h"

enum { RIGID_LISTS = 4 }; /* of functions, at most */

typedef struct rigid_class {
    lua_CFunction construct; /* called with the class table at index 1, the arguments from 2 on */
    const luaL_Reg *statics[RIGID_LISTS], *methods[RIGID_LISTS], *meta;
    lua_CFunction index; /* __index for classes with fields or numbers; upvalue 3 is the methods table; else null */
} rigid_class;

#define RIGID_CLASS(ID, variable, name, article, numbers) extern const rigid_class rigid_class_##variable;
RIGID_CLASS_LIST(RIGID_CLASS)
#undef RIGID_CLASS

/* Arguments beyond what a function takes are refused, as misspelt options are. How many it takes stands beside its name
   in the list of which a table of functions is made:
       #define METHODS(ROW) ROW("dot", dot, 1) ROW("norm", norm, 0)
       METHODS(RIGID_METHOD)
       static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};
   RIGID_METHOD and RIGID_STATIC make of each the function that is registered, which counts and then does it; for a method
   and a constructor one more lies on the stack, self or the class. Those of RIGID_WRITER return values that may have been
   there before and have other numbers now: what they were tagged with holds no longer. */
#define RIGID_COUNTED(f, most, results)                                                                                \
    static int counted_##f(lua_State *L) {                                                                             \
        rigid_no_more(L, most);                                                                                        \
        return results;                                                                                                \
    }
#define RIGID_METHOD(name, f, most) RIGID_COUNTED(f, (most) + 1, f(L))
#define RIGID_WRITER(name, f, most) RIGID_COUNTED(f, (most) + 1, rigid_untagged(L, f(L)))
#define RIGID_STATIC(name, f, most) RIGID_COUNTED(f, most, f(L))
#define RIGID_CONSTRUCTOR(f, most) RIGID_COUNTED(f, (most) + 1, f(L))
#define RIGID_ROW(name, f, most) {name, counted_##f},

/* Raise where an argument after those at 1 to `most` is not nil; where all are, drop them. */
void rigid_drop_surplus(lua_State *L, int most);
static inline void rigid_no_more(lua_State *L, int most) {
    if (lua_gettop(L) > most)
        rigid_drop_surplus(L, most);
}

/* Take the tags of so many results on top of the stack, of which each that is a userdata is a value of ours, and return that
   number. Here alone a tag is dropped in a call that computes: at its end, when nothing can be refused any more. */
static inline int rigid_untagged(lua_State *L, int results) {
    for (int i = -results; i < 0; i++) {
        rigid_header *h = lua_touserdata(L, i);
        if (h)
            h->tag = 0;
    }
    return results;
}

/* Methods every class with numbers shares: copy, is_near, and __eq. */
int rigid_value_copy(lua_State *L);
int rigid_value_is_near(lua_State *L);
int rigid_value_eq(lua_State *L);
/* __newindex of values that do not change: an error that says so. */
int rigid_value_newindex(lua_State *L);
/* The method whose name is at 2, or nil: the methods are upvalue 3 of an __index function. */
int rigid_index_method(lua_State *L);
/* The tail of an __index function with key at 2 and the methods in upvalue 3: v[1..count], nil at count + 1 (so that
   ipairs ends), an error at any other number; else a method or nil. */
int rigid_index_numbers(lua_State *L, const double *at, int count);
/* A method that changed the value at 1 in place returns it. */
static inline int rigid_return_self(lua_State *L) {
    lua_settop(L, 1);
    return 1;
}

#endif
