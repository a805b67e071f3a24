/* Gaps of limits beside loops. Through loops limits jam: two that nearly say the same contradict each other as soon as both have a gap, and of some
   rows loops leave so little that their gap is closed by a way hundreds of times as long, on which it is not the straight one that was seen. So it is
   chosen which gaps are closed, and no limit is passed for the sake of another's. */
#include "contacts.h"

#include <string.h>

enum { ASIDE, CLOSED, LEFT_OUT };

typedef struct {
    rigid_contacts *c;
    int count, *rows;  /* those that are closed */
    int *role;         /* by bounded row */
    const double *gap; /* by bounded row, with loops closed */
    double *y;         /* by place in rows, what closes them */
} closing;

static void leave_out(closing *k, int place) {
    k->role[k->rows[place]] = LEFT_OUT;
    k->rows[place] = k->rows[--k->count];
}

static void take_in(closing *k, int row) {
    k->role[row] = CLOSED;
    k->rows[k->count++] = row;
}

/* What part of a row loops leave. */
static double part_left(const closing *k, int row) { return k->c->left_size[row] / sqrt(k->c->G[row * (k->c->rows + 1)]); }

static bool is_nearly_stopped(const closing *k, int row) { return !(part_left(k, row) > RIGID_NEARLY_JAMMED); }

static const double hardly_open = 1e-8; /* rad, m */

/* What is pressed but apart, or hardly open, is not taken along a long way to where it touches. */
static void begin(closing *k) {
    for (int i = 0; i < k->c->bounded; i++)
        k->role[i] = ASIDE;
    for (int i = 0; i < k->count; i++)
        k->role[k->rows[i]] = CLOSED;
    for (int i = k->count - 1; i >= 0; i--)
        if (k->gap[k->rows[i]] > -hardly_open && is_nearly_stopped(k, k->rows[i]))
            leave_out(k, i);
}

static void solve(closing *k) {
    for (int i = 0; i < k->count; i++)
        k->y[i] = -k->gap[k->rows[i]];
    rigid_contacts_close_left(k->c, k->count, k->rows, k->y);
}

static double gap_after(const closing *k, int row) {
    double gap = k->gap[row];
    for (int i = 0; i < k->count; i++)
        gap += k->c->free_G[row * k->c->bounded + k->rows[i]] * k->y[i];
    return gap;
}

static const double nearly_all = 0.9; /* of a gap: the row of which so much is closed contradicts none */

/* Of rows that contradict each other none is taken farther from where it is closed for the sake of one that is farther: that one is left out. */
static bool leaves_farthest(closing *k) {
    int farthest = -1;
    bool any = false;
    for (int i = 0; i < k->count; i++) {
        const double was = fabs(k->gap[k->rows[i]]), is = fabs(gap_after(k, k->rows[i]));
        any = any || is > was + RIGID_TOUCHING;
        if (is > fmax(RIGID_TOUCHING, (1 - nearly_all) * was) && (farthest < 0 || was > fabs(k->gap[k->rows[farthest]])))
            farthest = i;
    }
    if (any)
        leave_out(k, farthest);
    return any;
}

static bool is_limit(const rigid_contacts *c, int block) { return c->block[block].kind == RIGID_BLOCK_POSITIVE; }

/* A limit that is not pressed, but would be passed, is closed as well. */
static bool takes_passed(closing *k) {
    const rigid_contacts *c = k->c;
    double least = -RIGID_TOUCHING;
    int passed = -1;
    for (int b = c->limits; b < c->blocks; b++) {
        const int row = c->block[b].first;
        if (!is_limit(c, b) || k->role[row] != ASIDE || is_nearly_stopped(k, row))
            continue;
        const double gap = gap_after(k, row);
        if (gap < least)
            least = gap, passed = row;
    }
    if (passed >= 0)
        take_in(k, passed);
    return passed >= 0;
}

/* The row that has most of a way that is too long: that of which least is left, unless that is enough of it. */
static bool leaves_longest(closing *k) {
    double least = RIGID_FARTHEST / RIGID_LONGEST;
    int longest = -1;
    for (int i = 0; i < k->count; i++)
        if (part_left(k, k->rows[i]) < least)
            least = part_left(k, k->rows[i]), longest = i;
    if (longest >= 0)
        leave_out(k, longest);
    return longest >= 0;
}

/* The way of all freedoms on which so many of the rows are closed, and loops; all: room for a number by row. */
static double find_way(const closing *k, int count, const double *gap, double *all, double *way) {
    rigid_contacts *c = k->c;
    memset(all, 0, (size_t)c->rows * sizeof *all);
    for (int i = 0; i < count; i++)
        all[k->rows[i]] = k->y[i];
    rigid_contacts_tie(c, gap, all);
    return rigid_contacts_way(c, all, way);
}

static bool has_role(const closing *k, int freedom) {
    const rigid_contacts *c = k->c;
    for (int b = c->limits; b < c->blocks; b++) {
        const int of = rigid_contacts_of(c, b);
        if (is_limit(c, b) && of == freedom && (k->role[c->block[b].first] != ASIDE || is_nearly_stopped(k, c->block[b].first)))
            return true;
    }
    return false;
}

static const double hardly_passed = 1e-7; /* rad, m */

/* What part of the way no limit is passed by that has no part in it, but hardly. */
static double part_within(const rigid_stepper *s, const closing *k, const double *theta, const double *way) {
    double part = 1;
    for (int i = 0; s->hold && i < s->model->nv; i++) {
        const rigid_hold *f = &s->hold[i];
        if (f->at_q < 0 || way[i] == 0 || has_role(k, i))
            continue;
        const double x = s->new_q[f->at_q] + theta[i], room = fmax(way[i] < 0 ? x - f->lower : f->upper - x, 0) + hardly_passed;
        part = fmin(part, room / fabs(way[i]));
    }
    return part;
}

void rigid_contacts_close_jammed(rigid_stepper *s, const double *theta, rigid_closing_rows of, double *way) {
    rigid_contacts *c = s->contacts;
    double *all = of.scratch;
    closing k = {c, of.count, of.rows, of.rows + c->rows, c->free_g, all + c->rows};
    rigid_contacts_untie(c, of.gap, c->free_g);
    begin(&k);
    do
        solve(&k);
    while (leaves_farthest(&k) || takes_passed(&k) || (find_way(&k, k.count, of.gap, all, way) > RIGID_LONGEST && leaves_longest(&k)));
    const double part = part_within(s, &k, theta, way);
    if (part < 1) { /* loops close all the way */
        find_way(&k, 0, of.gap, all, c->by_x);
        for (int i = 0; i < s->model->nv; i++)
            way[i] = part * way[i] + (1 - part) * c->by_x[i];
    }
}
