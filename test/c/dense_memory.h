/* Requests for memory, counted, and refused from a given one on: dense.c is linked with --wrap for malloc's family, so that the engine's
   come by here. */
#ifndef DENSE_MEMORY_H
#define DENSE_MEMORY_H

#include <stdlib.h>

static long requests, refused_from = -1, alive;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);

static int is_refused(void) { return ++requests > refused_from && refused_from >= 0; }

static void *counted(void *block) {
    alive += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size) { return is_refused() ? NULL : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return is_refused() ? NULL : counted(__real_calloc(count, size)); }
void __wrap_free(void *block) {
    alive -= block != NULL;
    __real_free(block);
}
void *__wrap_realloc(void *old, size_t size) {
    if (is_refused())
        return NULL;
    alive += old == NULL;
    return __real_realloc(old, size);
}

#endif
