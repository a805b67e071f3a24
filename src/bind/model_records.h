/* The records of a Model (lua/rigid/model/layout.lua), as the core reads them. */
#ifndef RIGID_BIND_MODEL_RECORDS_H
#define RIGID_BIND_MODEL_RECORDS_H

#include "value.h"

#include <stdbool.h>

enum { RIGID_MOST_LINKS = 1 << 24 };

/* Where a record is read: its number, and the stack index of the names of fields. */
typedef struct rigid_reader {
    lua_State *L;
    int number, names;
} rigid_reader;

/* Lay the names of fields ready, once in a state. This alone allocates. */
void rigid_keep_fields(lua_State *L);
/* Push the names of fields, the description, which is that user value of what is at idx, and its list of records: three values,
   to be looked into. */
rigid_reader rigid_push_records(lua_State *L, int idx, int value);

/* What the description says of gravity. */
void rigid_read_gravity(const rigid_reader *r, v3 *gravity);
/* The record on top of the stack. */
rigid_link rigid_read_record(const rigid_reader *r);
/* Push its name; whether it has one. */
bool rigid_push_record_name(const rigid_reader *r);
/* Raise: the record has no `what` of the kind it must be. */
int rigid_bad_record(const rigid_reader *r, const char *what);

#endif
