/* Values of ours in Lua: full userdata, a 16-byte header and then the plain struct of the core. The header points to the entry
   of its class in a table of constants of this module, so that a userdata is recognised by one comparison of addresses: faster
   than by metatable, and a script that swaps metatables about (debug.setmetatable) cannot make us read what is not there. The
   tag is the number of an interned frame description (expressed in, about, of); 0 says untagged.

   Here is what all of src/bind stands on: it knows of the classes their names and sizes, and none of their functions. */
#ifndef RIGID_BIND_VALUE_H
#define RIGID_BIND_VALUE_H

#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>

#include "../core/core.h"

/* Each class: ID, the name of its functions' variable, its name as Lua sees it, "a" or "an" for messages, and how many doubles
   a value is that is nothing else (0: it has a layout of its own). The kinds of motions, and of forces, stand together. */
#define RIGID_CLASS_LIST(X)                                                                                            \
    X(VEC3, vec3, "Vec3", "a", 3)                                                                                      \
    X(MATRIX, matrix, "Matrix", "a", 0)                                                                                \
    X(VECTOR, vector, "Vector", "a", 0)                                                                                \
    X(ROTATION, rotation, "Rotation", "a", 9)                                                                          \
    X(QUATERNION, quaternion, "Quaternion", "a", 4)                                                                    \
    X(TRANSFORM, transform, "Transform", "a", 12)                                                                      \
    X(MOTION, motion, "SpatialMotion", "a", 6)                                                                         \
    X(TWIST, twist, "Twist", "a", 6)                                                                                   \
    X(ACC, acc, "SpatialAcc", "a", 6)                                                                                  \
    X(FORCE, force, "SpatialForce", "a", 6)                                                                            \
    X(WRENCH, wrench, "Wrench", "a", 6)                                                                                \
    X(MOMENTUM, momentum, "SpatialMomentum", "a", 6)                                                                   \
    X(ROTATIONAL_INERTIA, rotational_inertia, "RotationalInertia", "a", 6)                                             \
    X(INERTIA, inertia, "SpatialInertia", "a", 10)                                                                     \
    X(ABI, abi, "ABI", "an", 21)                                                                                       \
    X(MASS_MATRIX, mass_matrix, "MassMatrix3", "a", sizeof(rigid_mass_matrix) / sizeof(double))                        \
    X(INERTIAL, inertial, "Inertial", "an", 0)                                                                         \
    X(MODEL, model, "Model", "a", 0)

typedef enum rigid_id {
    ID_NONE,
#define RIGID_ID(ID, variable, name, article, numbers) ID_##ID,
    RIGID_CLASS_LIST(RIGID_ID)
#undef RIGID_ID
        ID_COUNT
} rigid_id;

typedef struct rigid_kind {
    const char *name, *article;
    size_t numbers;
} rigid_kind;

extern const rigid_kind rigid_kinds[ID_COUNT]; /* by id; [0] is empty */

static inline bool rigid_is_motion(rigid_id id) { return id >= ID_MOTION && id <= ID_ACC; }
static inline bool rigid_is_force(rigid_id id) { return id >= ID_FORCE && id <= ID_MOMENTUM; }

typedef struct rigid_header {
    const rigid_kind *kind;
    uint32_t id;
    uint32_t tag;
} rigid_header;

/* Those that are of any size. */
typedef struct rigid_matrix {
    int rows, cols;
    uint64_t zeros; /* of which results it holds the zeros that no state changes (batch.c); 0: of none. Whoever writes into it forgets that. */
    double *at;     /* row after row, behind this; of many numbers, the first begins a line of the cache */
} rigid_matrix;

typedef struct rigid_vector {
    int32_t size;
    int32_t row; /* of what m[row] gives, a copy that is not written into: who would write there means the Matrix; else 0 */
    double at[];
} rigid_vector;

/* ---- recognising ------------------------------------------------------------------------------------------------- */

/* The header of the value at idx if it is one of ours, else null; its payload follows it. Never raises.
   (A light userdata has length 0.) */
static inline rigid_header *rigid_header_of(lua_State *L, int idx) {
    rigid_header *h = lua_touserdata(L, idx);
    if (!h || lua_rawlen(L, idx) < sizeof *h)
        return NULL;
    return h->id - 1 < ID_COUNT - 1 && h->kind == &rigid_kinds[h->id] ? h : NULL;
}
/* The payload of the value at idx if it is of that class, else null. Never raises. The address alone says both. */
static inline void *rigid_test(lua_State *L, int idx, rigid_id id) {
    rigid_header *h = lua_touserdata(L, idx);
    return h && lua_rawlen(L, idx) >= sizeof *h && h->kind == &rigid_kinds[id] ? h + 1 : NULL;
}
/* The class of any value: ID_NONE for what is not ours. */
static inline rigid_id rigid_id_of(lua_State *L, int idx) {
    rigid_header *h = rigid_header_of(L, idx);
    return h ? (rigid_id)h->id : ID_NONE;
}
/* What a value is called in a message: "Twist", "number", "nil", ... */
const char *rigid_name_of(lua_State *L, int idx);

/* ---- making ------------------------------------------------------------------------------------------------------ */

/* Push a new value of that class, its payload not yet written, and return the payload. The function that runs carries the
   metatables (class.h). */
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

#endif
