/* The one door between Lua values and the core's structs. Everything in src/bind includes this; nothing else sees lua.h.

   A value is a full userdata: a 16-byte header, then the plain struct of the core. The header points to the class, a
   constant of this module, so that a userdata is recognised by one comparison of addresses: faster than by metatable, and
   a script that swaps metatables about (debug.setmetatable) cannot make us read what is not there. The tag is the number
   of an interned frame description (expressed in, about, of); 0 says untagged.

   Every C function carries two upvalues: the array of the instance metatables by class id, and its own name, kind first
   ("m:shift", "s:solid_box", "c:SpatialInertia"), from which error messages name the function and count its arguments. Those
   that the library itself asks (inner.asked) have the kind as a capital: their errors are values. */
#ifndef RIGID_BIND_H
#define RIGID_BIND_H

#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>

#include "../core/core.h"

/* ---- classes ---------------------------------------------------------------------------------------------------- */

typedef enum rigid_id {
    ID_NONE,
    ID_VEC3,
    ID_MATRIX,
    ID_VECTOR,
    ID_ROTATION,
    ID_TRANSFORM,
    ID_MOTION, /* SpatialMotion, then its kinds */
    ID_TWIST,
    ID_ACC,
    ID_FORCE, /* SpatialForce, then its kinds */
    ID_WRENCH,
    ID_MOMENTUM,
    ID_ROTATIONAL_INERTIA,
    ID_INERTIA,
    ID_ABI,
    ID_MASS_MATRIX,
    ID_INERTIAL,
    ID_MODEL,
    ID_COUNT
} rigid_id;

typedef struct rigid_class {
    const char *name;        /* as Lua sees it */
    const char *article;     /* "a" or "an", for messages */
    size_t numbers;          /* payload of so many doubles and nothing else; 0 for a class of its own layout */
    lua_CFunction construct; /* called with the class table at index 1, the arguments from 2 on */
    const luaL_Reg *statics, *methods, *meta;
    lua_CFunction index; /* __index for classes with fields or numbers; upvalue 3 is the methods table; else null */
} rigid_class;

extern const rigid_class *const rigid_classes[ID_COUNT]; /* by id; [0] is null */

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Arguments beyond what a function takes are refused, as misspelt options are. How many it takes stands beside its name
   in the list of which a table of functions is made:
       #define METHODS(ROW) ROW("dot", dot, 1) ROW("norm", norm, 0)
       METHODS(RIGID_METHOD)
       static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};
   RIGID_METHOD and RIGID_STATIC make of each the function that is registered, which counts and then does it; for a method
   and a constructor one more lies on the stack, self or the class. */
#define RIGID_COUNTED(f, most)                                                                                         \
    static int counted_##f(lua_State *L) {                                                                             \
        rigid_no_more(L, most);                                                                                        \
        return f(L);                                                                                                   \
    }
#define RIGID_METHOD(name, f, most) RIGID_COUNTED(f, (most) + 1)
#define RIGID_STATIC(name, f, most) RIGID_COUNTED(f, most)
#define RIGID_CONSTRUCTOR(f, most) RIGID_COUNTED(f, (most) + 1)
#define RIGID_ROW(name, f, most) {name, counted_##f},

/* Raise where an argument after those at 1 to `most` is not nil; where all are, drop them. */
void rigid_drop_surplus(lua_State *L, int most);
static inline void rigid_no_more(lua_State *L, int most) {
    if (lua_gettop(L) > most)
        rigid_drop_surplus(L, most);
}

typedef struct rigid_header {
    const rigid_class *class_;
    uint32_t id;
    uint32_t tag;
} rigid_header;

/* The header of the value at idx if it is one of ours, else null; its payload follows it. Never raises.
   (A light userdata has length 0.) */
static inline rigid_header *rigid_header_of(lua_State *L, int idx) {
    rigid_header *h = lua_touserdata(L, idx);
    if (!h || lua_rawlen(L, idx) < sizeof *h)
        return NULL;
    return h->id - 1 < ID_COUNT - 1 && h->class_ == rigid_classes[h->id] ? h : NULL;
}
/* The payload of the value at idx if it is of that class, else null. Never raises. */
static inline void *rigid_test(lua_State *L, int idx, rigid_id id) {
    rigid_header *h = rigid_header_of(L, idx);
    return h && h->id == id ? h + 1 : NULL;
}
/* The class of any value: ID_NONE for what is not ours. */
static inline rigid_id rigid_id_of(lua_State *L, int idx) {
    rigid_header *h = rigid_header_of(L, idx);
    return h ? (rigid_id)h->id : ID_NONE;
}
/* Of the value at 1, which is changed in place: what it was tagged with may no longer hold. */
static inline void rigid_drop_tag(lua_State *L) { ((rigid_header *)lua_touserdata(L, 1))->tag = 0; }
/* What a value is called in a message: "Twist", "number", "nil", ... */
const char *rigid_name_of(lua_State *L, int idx);

/* The string at idx, cut where it is long (and then pushed), so that a message stays a message. */
const char *rigid_short_text(lua_State *L, int idx);

/* Push a new value of that class, its payload not yet written, and return the payload. */
void *rigid_push(lua_State *L, rigid_id id);
/* The same for a payload of any size (Matrix, Vector), with that many user values. */
void *rigid_push_sized(lua_State *L, rigid_id id, size_t bytes, int user_values);

void rigid_push_v3(lua_State *L, v3 value);
void rigid_push_rotation(lua_State *L, m3 R);
void rigid_push_transform(lua_State *L, rigid_transform X);
void rigid_push_motion(lua_State *L, rigid_id kind, rigid_motion v);
void rigid_push_force(lua_State *L, rigid_id kind, rigid_force f);
void rigid_push_rotational_inertia(lua_State *L, sym3 I);
void rigid_push_inertia(lua_State *L, const rigid_inertia *M);
void rigid_push_abi(lua_State *L, const rigid_abi *P);

static inline bool rigid_is_motion(rigid_id id) { return id >= ID_MOTION && id <= ID_ACC; }
static inline bool rigid_is_force(rigid_id id) { return id >= ID_FORCE && id <= ID_MOMENTUM; }

/* ---- matrices and vectors of any size ---------------------------------------------------------------------------- */

typedef struct rigid_matrix {
    int rows, cols;
    double at[]; /* row after row */
} rigid_matrix;

typedef struct rigid_vector {
    int64_t size;
    double at[];
} rigid_vector;

/* Entries not yet written. Raises where rows * cols is more than a Matrix can hold. */
rigid_matrix *rigid_push_matrix(lua_State *L, int rows, int cols);
rigid_vector *rigid_push_vector(lua_State *L, int size);
/* A 3x3 Matrix. */
void rigid_push_m3(lua_State *L, m3 a);

/* ---- reading arguments ------------------------------------------------------------------------------------------- */

/* Where a value came from, for messages: an argument, and in it perhaps a field ("density", "vertices[3]"). */
typedef struct rigid_place {
    int arg;
    const char *field;
} rigid_place;

static inline rigid_place rigid_at(int arg) { return (rigid_place){arg, NULL}; }
static inline rigid_place rigid_field_of(int arg, const char *field) { return (rigid_place){arg, field}; }

/* Raise: bad argument #1 to 'solid_box' (field 'density': positive finite number expected, got -3). Of the value that a
   method was called on it is said, as a value, that there is no answer (errors.c). The format is that of
   lua_pushfstring. Never returns; int, so that callers may return it. */
int rigid_bad(lua_State *L, rigid_place at, const char *format, ...);
/* Raise: WHAT expected, got THE VALUE at idx, described ("-3", "string", "Twist"). */
int rigid_expected(lua_State *L, rigid_place at, int idx, const char *what);
/* The same with WHAT from a format. (A string pushed for rigid_expected would itself become an argument not given.) */
int rigid_expected_format(lua_State *L, rigid_place at, int idx, const char *format, ...);
/* Raise, as a value: 'forward_dynamics' has no answer: WHAT. More of its fields are in the table at index `fields`. */
int rigid_no_answer(lua_State *L, int fields, const char *what);
/* Whether the library itself asks: then errors are values, and who asked knows what the argument is called. */
bool rigid_is_asked(lua_State *L);
/* What those make use of. Push the place of the innermost caller that is not of our Lua files ("script.lua:3"), or "". */
const char *rigid_where(lua_State *L);
/* Raise a text, with that place before it; a table as an error value, whose message has that place before it. */
int rigid_error(lua_State *L, const char *format, ...);
int rigid_throw(lua_State *L, int fields, const char *what, const char *format, ...);
/* Raise for an operator: cannot VERB a Twist and a Wrench: HINT. */
int rigid_bad_operands(lua_State *L, const char *verb, const char *preposition, const char *hint);

/* The value itself if it is of the class, else an error; for self and for arguments that must be of one class. */
void *rigid_check(lua_State *L, int arg, rigid_id id);

/* The rigid_get_* functions read the value at stack index idx and name `at` when it does not fit; the rigid_check_*
   ones read the argument of that number. NaN and infinities pass unless the name says finite. */
double rigid_get_number(lua_State *L, int idx, rigid_place at);
double rigid_get_finite(lua_State *L, int idx, rigid_place at);
double rigid_get_positive(lua_State *L, int idx, rigid_place at); /* positive and finite */
int rigid_get_integer(lua_State *L, int idx, rigid_place at, int lowest, int highest);
v3 rigid_get_v3(lua_State *L, int idx, rigid_place at);
v3 rigid_get_finite_v3(lua_State *L, int idx, rigid_place at);
/* Quietly, for operators: is it a Vec3 or a list of three numbers? */
bool rigid_test_v3(lua_State *L, int idx, v3 *out);
/* A unit vector to 1e-14, as the reference asks. */
v3 rigid_get_unit(lua_State *L, int idx, rigid_place at);
/* A RotationalInertia, a symmetric 3x3 Matrix or nested table, {xx,yy,zz}, {xx,yy,zz,xy,xz,yz}, or named fields. */
sym3 rigid_get_sym3(lua_State *L, int idx, rigid_place at);
/* A Rotation, or a 3x3 Matrix or nested table that is one to 1e-6 (made exact). */
m3 rigid_get_rotation(lua_State *L, int idx, rigid_place at);
/* R; raises where it is the exponential of NaN, which no inertia and no pose of a body takes. */
m3 rigid_finite_rotation(lua_State *L, rigid_place at, m3 R);
/* Any motion (force) of that kind or the generic one, or six plain numbers. kind ID_MOTION takes every kind. */
rigid_motion rigid_get_motion(lua_State *L, int idx, rigid_place at, rigid_id kind);
rigid_force rigid_get_force(lua_State *L, int idx, rigid_place at, rigid_id kind);
/* A Matrix as it is, or a nested table of rows turned into one and left at stack index idx. rows, cols: the size
   wanted, or 0 for any. */
rigid_matrix *rigid_get_matrix(lua_State *L, int idx, rigid_place at, int rows, int cols);
/* A Vector as it is, or a list of numbers (or a Vec3) turned into one and left at stack index idx. size: 0 for any. */
rigid_vector *rigid_get_vector(lua_State *L, int idx, rigid_place at, int size);
/* A list of exactly count numbers; raises otherwise. */
void rigid_get_numbers(lua_State *L, int idx, rigid_place at, double *out, int count, const char *what);
/* Quietly: exactly count numbers in a plain table? Allocates nothing. */
bool rigid_read_list(lua_State *L, int idx, double *out, int count);
/* True for a plain table whose [1..n] are all numbers, n = its length; no error. */
bool rigid_is_list(lua_State *L, int idx);

static inline double rigid_check_number(lua_State *L, int arg) { return rigid_get_number(L, arg, rigid_at(arg)); }
static inline v3 rigid_check_v3(lua_State *L, int arg) { return rigid_get_v3(L, arg, rigid_at(arg)); }
static inline m3 rigid_check_rotation(lua_State *L, int arg) { return rigid_get_rotation(L, arg, rigid_at(arg)); }
static inline m3 rigid_check_finite_rotation(lua_State *L, int arg) {
    return rigid_finite_rotation(L, rigid_at(arg), rigid_check_rotation(L, arg));
}
/* An optional tolerance: finite and not negative. */
double rigid_check_tolerance(lua_State *L, int arg, double fallback);
/* "linear" or "angular"; linear where absent. */
rigid_order rigid_check_order(lua_State *L, int arg);
/* One of a null-terminated list of words, as its index; fallback where absent (-1: it must be given). */
int rigid_get_word(lua_State *L, int idx, rigid_place at, const char *const *words, int fallback);

/* Fields of a table of options at argument arg. rigid_check_options raises unless it is a table with no other fields
   than those listed (null-terminated), naming the nearest known one. */
void rigid_check_options(lua_State *L, int arg, const char *const *known);
/* The same for a table at idx that is itself a field of an argument; and the place of a field within it. */
void rigid_check_fields(lua_State *L, int idx, rigid_place at, const char *const *known);
rigid_place rigid_place_within(lua_State *L, rigid_place at, const char *field);
/* Push "; did you mean 'hand'?" with the key, of the table at index `names`, that is nearest to the string at idx, or ""
   where none is near enough to be meant. Its keys are strings. */
const char *rigid_push_hint(lua_State *L, int idx, int names);
/* Push the field and say whether it is there; where it is absent nothing is pushed. */
bool rigid_field(lua_State *L, int arg, const char *name);
/* Raise: field 'mass' is missing: WHAT expected. */
int rigid_missing(lua_State *L, int arg, const char *field, const char *what);
double rigid_field_positive(lua_State *L, int arg, const char *name);
/* Field 'factor', of a body or a tree: which Coriolis factor; christoffel where it is absent. */
rigid_factor rigid_factor_field(lua_State *L, int arg);
bool rigid_field_boolean(lua_State *L, int arg, const char *name, bool fallback);

/* ---- printing ---------------------------------------------------------------------------------------------------- */

/* A number as people read it: so many significant digits, no trailing noise, "-0" as "0". Returns buffer. */
#define RIGID_NUMBER_WIDTH 32
char *rigid_format_number(char buffer[RIGID_NUMBER_WIDTH], int digits, double x);
/* Significant digits of what is printed: six, but a __tostring of ours takes another number as its second argument. */
enum { RIGID_DIGITS = 6 };
int rigid_check_digits(lua_State *L);
/* Between these two numbers are written with a point, whatever the locale; the second is told what the first returned.
   What they enclose may enclose others. */
bool rigid_plain_numbers(void);
void rigid_usual_numbers(bool begun);
/* Add "(x, y, z)". */
void rigid_add_v3(luaL_Buffer *b, int digits, v3 a);
/* Add lua_pushfstring-like text; formats: %s and %f of C's printf kind. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void rigid_add_format(luaL_Buffer *b, const char *format, ...);
/* Add aligned columns, one row a line, each line begun by indent; no newline after the last. */
void rigid_add_table(luaL_Buffer *b, int digits, const double *at, int rows, int cols, const char *indent);
/* Push a list of numbers; push a nested list of rows. */
void rigid_push_list(lua_State *L, const double *at, int count);
void rigid_push_rows(lua_State *L, const double *at, int rows, int cols);
/* Push {xx=, yy=, zz=, xy=, xz=, yz=}. */
void rigid_push_inertia_fields(lua_State *L, sym3 I);
/* What our modules ask of files.c and locale.c. */
extern const luaL_Reg rigid_files_functions[], rigid_locale_functions[];

/* ---- shared by files of this folder ------------------------------------------------------------------------------ */

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
/* Push what is wrong with an inertia that cannot exist, or nil. The text of M:criticize(). */
void rigid_push_criticism(lua_State *L, const rigid_inertia *M);
/* The static functions of SpatialInertia that make shapes, and that make regressors. */
extern const luaL_Reg rigid_shape_functions[], rigid_regressor_functions[];
/* Methods and static functions of SpatialInertia by its pseudo-inertia; and what the doctor's Lua modules ask. */
extern const luaL_Reg rigid_pseudo_methods[], rigid_pseudo_functions[], rigid_doctor_functions[];
/* What lua/rigid/errors.lua needs: connect, try. */
extern const luaL_Reg rigid_error_functions[];
/* What lua/rigid/frames needs: tags of values, and watched twins of functions. */
extern const luaL_Reg rigid_frames_functions[];
/* SpatialInertia - SpatialInertia, or ABI. */
int rigid_inertia_operator_subtract(lua_State *L);
/* P + Q and P - Q where at least one is an ABI and a SpatialInertia may stand for the other. */
int rigid_abi_operator_add(lua_State *L);
int rigid_abi_operator_subtract(lua_State *L);
/* M * Matrix(6xn) and P * Matrix(6xn): apply `product` to each column of the matrix at index 2. */
int rigid_push_columns_product(lua_State *L, const void *self, rigid_force (*product)(const void *, rigid_motion));
/* Raise: the inertia is singular; slack is the motion it does not resist. */
int rigid_bad_singular(lua_State *L, rigid_motion slack);
/* What Lua modules need to make models, and ask of them. */
extern const luaL_Reg rigid_model_makers[];
/* What files/sandbox.lua runs scripts by (script.c). */
extern const luaL_Reg rigid_script_functions[];
/* Matrix * ABI, reached through Matrix's metamethod. */
int rigid_matrix_times_abi(lua_State *L);
/* Dense work (dense.c): methods of Matrix. */
int rigid_matrix_inverse(lua_State *L);
int rigid_matrix_solve(lua_State *L);
int rigid_matrix_determinant(lua_State *L);
int rigid_matrix_eigen_symmetric(lua_State *L);
int rigid_matrix_svd(lua_State *L);
int rigid_matrix_rank(lua_State *L);

extern const rigid_class rigid_class_vec3, rigid_class_matrix, rigid_class_vector, rigid_class_rotation,
    rigid_class_transform, rigid_class_motion, rigid_class_twist, rigid_class_acc, rigid_class_force,
    rigid_class_wrench, rigid_class_momentum, rigid_class_rotational_inertia, rigid_class_inertia, rigid_class_abi,
    rigid_class_mass_matrix, rigid_class_inertial, rigid_class_model;

#endif
