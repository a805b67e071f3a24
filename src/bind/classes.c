/* The list of all classes. Each file of a class gives its functions (class.h); who registers them, or puts twins in their
   place, looks here. */
#include "classes.h"

#include <string.h>

const rigid_class *const rigid_classes[ID_COUNT] = {
#define CLASS(ID, variable, name, article, numbers) [ID_##ID] = &rigid_class_##variable,
    RIGID_CLASS_LIST(CLASS)
#undef CLASS
};

static const rigid_class *class_named(const char *name) {
    for (int id = 1; id < ID_COUNT; id++)
        if (strcmp(rigid_kinds[id].name, name) == 0)
            return rigid_classes[id];
    return NULL;
}

static lua_CFunction among(const luaL_Reg *functions, const char *name) {
    for (const luaL_Reg *r = functions; r && r->name; r++)
        if (strcmp(r->name, name) == 0)
            return r->func;
    return NULL;
}

lua_CFunction rigid_class_function(const char *class_name, const char *kind, const char *name) {
    const rigid_class *class_ = class_named(class_name);
    if (!class_ || kind[0] == 'c')
        return class_ ? class_->construct : NULL;
    if (kind[0] == 'o')
        return among(class_->meta, name);
    lua_CFunction f = NULL;
    for (int i = 0; !f && i < RIGID_LISTS; i++)
        f = among(kind[0] == 'm' ? class_->methods[i] : class_->statics[i], name);
    return f;
}
