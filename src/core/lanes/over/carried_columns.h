/* Which columns of a regressor the links have that a body carries, itself included: between these no other has a number in the rows of its
   freedoms. */
#ifndef RIGID_CARRIED_COLUMNS_H
#define RIGID_CARRIED_COLUMNS_H

#include "../../tree/model.h"

/* From *first on up to *last - 1; none where they are equal. */
static inline void rigid_carried_columns(const rigid_model *m, int i, int *first, int *last) {
    *first = 10 * m->links, *last = 0;
    for (int j = i; j <= m->body[i].last; j++) {
        const int column = 10 * m->body[j].column;
        if (column >= 0) {
            *first = column < *first ? column : *first;
            *last = column + 10 > *last ? column + 10 : *last;
        }
    }
    if (*last == 0)
        *first = 0;
}

#endif
