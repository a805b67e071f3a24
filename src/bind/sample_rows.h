/* Rows of samples that a run is written into, a userdata: t, q, v and tau, row after row; then how many points touch, and of each contact,
   other, point and force. They become lists when a log is looked at (lua/rigid/simulation/samples.lua). */
#ifndef RIGID_BIND_SAMPLE_ROWS_H
#define RIGID_BIND_SAMPLE_ROWS_H

#include "value.h"

#include <stdbool.h>

typedef struct rigid_row_shape {
    int nq, nv, touches; /* of which there is room for so many */
} rigid_row_shape;

typedef struct rigid_sample_rows {
    const void *what;
    rigid_row_shape of;
    int capacity, count;
    double at[];
} rigid_sample_rows;

static inline bool rigid_rows_full(const rigid_sample_rows *r) { return r->count == r->capacity; }

rigid_sample_rows *rigid_check_rows(lua_State *L, int arg);
/* How many touching points a row has room for; contacts may be null. */
int rigid_row_touches(const rigid_contacts *contacts);
/* Replace what knows the names of contacts (rigid_push_contacts) on top of the stack by empty rows. */
void rigid_push_sample_rows(lua_State *L, rigid_row_shape of, int capacity);
/* Write the row behind the last one, which is not counted yet; and where its torques are. */
void rigid_write_row(rigid_sample_rows *r, const rigid_stepper *s, const rigid_contacts *contacts, double t, const double *q, const double *v);
double *rigid_row_torque(rigid_sample_rows *r);

/* unfold(rows, t, q, v, tau [, touches]): its samples behind those of the lists. count(rows) -> samples in it; the times of the first and
   last. keep(rows): the row that was written before an event is a sample, too. */
int rigid_rows_unfold(lua_State *L);
int rigid_rows_count(lua_State *L);
int rigid_rows_keep(lua_State *L);

#endif
