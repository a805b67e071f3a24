/* Coulomb's law by edges: the friction of a contact is a sum β of forces along eight directions d, of which those act that are most against its
   motion, as far as the normal lets them: for each  dᵀv + λ >= 0 at right angles to β >= 0, and  μ x_n - Σ β >= 0 to λ >= 0. With what else is
   asked it is a linear complementarity problem, w = M z + q, of a matrix for which Lemke's method comes to an answer and never to a ray, whatever
   G is that comes of a mass matrix. [Stewart & Trinkle 1996; Anitescu & Potra 1997] */
#include "facets.h"
#include "newton.h"
#include "rows.h"
#include "../numbers/asserts.h"

#include <math.h>
#include <string.h>

enum { EDGES = 8, BY_CONE = EDGES + 2, MOST = RIGID_FACETS_ROWS * BY_CONE / 3 };

/* w = A z + q by basic variables in terms of the others. Variable k is w_k, size + k z_k, and twice the size what Lemke adds. */
typedef struct {
    int size;
    double *A, *q; /* A: size x (size + 1) */
    int *basic, *other;
} dictionary;

/* ---- Lemke's method ----------------------------------------------------------------------------------------------------- */

static void exchange(dictionary *d, int row, int column) {
    const int width = d->size + 1;
    double *at = d->A + row * width;
    const double one = 1 / at[column];
    for (int j = 0; j < width; j++)
        at[j] *= -one;
    at[column] = one, d->q[row] *= -one;
    for (int i = 0; i < d->size; i++) {
        double *to = d->A + i * width;
        const double part = to[column];
        if (i == row || part == 0)
            continue;
        to[column] = 0;
        for (int j = 0; j < width; j++)
            to[j] += part * at[j];
        d->q[i] += part * d->q[row];
    }
    const int left = d->basic[row];
    d->basic[row] = d->other[column], d->other[column] = left;
}

/* The row that comes to nought first while the variable of a column grows, the greatest of those that do so together, and what was added before
   all; -1: none. */
static int first_to_end(const dictionary *d, int column) {
    const double least = 1e-11;
    double soonest = HUGE_VAL;
    int row = -1;
    for (int i = 0; i < d->size; i++) {
        const double part = -d->A[i * (d->size + 1) + column];
        if (part > least)
            soonest = rigid_lesser(rigid_greater(d->q[i], 0) / part, soonest);
    }
    for (int i = 0; i < d->size; i++) {
        const double part = -d->A[i * (d->size + 1) + column];
        if (!(part > least) || rigid_greater(d->q[i], 0) / part > soonest + 1e-13)
            continue;
        if (d->basic[i] == 2 * d->size)
            return i;
        if (row < 0 || part > -d->A[row * (d->size + 1) + column])
            row = i;
    }
    return row;
}

static bool solve(dictionary *d) {
    const int n = d->size;
    int row = 0;
    for (int i = 0; i < n; i++)
        d->basic[i] = i, d->other[i] = n + i, d->A[i * (n + 1) + n] = 1, row = d->q[i] < d->q[row] ? i : row;
    d->other[n] = 2 * n;
    if (d->q[row] >= 0)
        return true;
    int column = n;
    for (int pivots = 0; row >= 0 && pivots < 10 * n; pivots++) {
        const int leaves = d->basic[row];
        exchange(d, row, column);
        if (leaves == 2 * n)
            return true;
        const int enters = leaves < n ? leaves + n : leaves - n;
        for (column = 0; d->other[column] != enters;)
            column++;
        row = first_to_end(d, column);
    }
    return false;
}

/* ---- a problem of impulses so ------------------------------------------------------------------------------------------- */

/* A variable and its equation. Of a cone: the normal impulse above its least, the edges, λ. Of a box: the impulse above the lower bound, and the
   velocity that the upper one takes away. */
typedef struct {
    const rigid_block *b;
    const double *edge; /* of those that are one */
    bool reins;         /* λ, or a box's second */
} variable;

/* In units in which velocities and the mean of G are about 1; g where all impulses are the least there may be. */
typedef struct {
    const rigid_admm_problem *p;
    int size;
    double *g;
    double speed, impulse;
    variable variable[MOST];
    double edge[MOST / BY_CONE][EDGES][2];
} polyhedral;

/* Directions, the first along the friction there was. */
static void choose_edges(double fan, const double *t, double edge[EDGES][2]) {
    const double parts[EDGES] = {0, fan, -fan, 3 * fan, -3 * fan, 2, 3.14159265358979323846, -2};
    const double about = t[0] != 0 || t[1] != 0 ? atan2(t[1], t[0]) : 0;
    for (int e = 0; e < EDGES; e++)
        edge[e][0] = cos(about + parts[e]), edge[e][1] = sin(about + parts[e]);
}

static void list_variables(polyhedral *s, double fan, const double *x) {
    int cones = 0;
    for (const rigid_block *b = s->p->block; b < s->p->block + s->p->blocks; b++) {
        s->variable[s->size++] = (variable){.b = b};
        if (b->kind == RIGID_BLOCK_CONE) {
            choose_edges(fan, x + b->first, s->edge[cones]);
            for (int e = 0; e < EDGES; e++)
                s->variable[s->size++] = (variable){.b = b, .edge = s->edge[cones][e]};
            cones++;
        }
        if (b->kind == RIGID_BLOCK_CONE || b->kind == RIGID_BLOCK_BOX)
            s->variable[s->size++] = (variable){.b = b, .reins = true};
    }
}

static int row_of(const variable *k) { return k->b->first + (k->b->kind == RIGID_BLOCK_CONE && !k->edge ? 2 : 0); }

/* x += part of what a variable of 1 gives to the rows. */
static void add(const variable *k, double part, double *x) {
    double *to = x + row_of(k);
    if (k->edge)
        to[0] += part * k->edge[0], to[1] += part * k->edge[1];
    else if (!k->reins)
        to[0] += part;
}
/* Of velocities v of the rows, what a variable's equation asks. */
static double seen(const variable *k, const double *v) {
    const double *at = v + row_of(k);
    return k->reins ? 0 : k->edge ? at[0] * k->edge[0] + at[1] * k->edge[1] : at[0];
}
/* What a variable of 1 gives to another's equation beside that. */
static double beside(const variable *of, const variable *k) {
    if (of->b != k->b)
        return 0;
    if (of->b->kind == RIGID_BLOCK_CONE)
        return of->reins ? (k->reins ? 0 : k->edge ? -1 : k->b->mu) : of->edge && k->reins ? 1 : 0;
    return of->reins == k->reins ? 0 : of->reins ? -1 : 1;
}

/* Velocities there, and units. x: memory for the least of all impulses. */
static void begin_at_the_least(polyhedral *s, double *x) {
    const int r = s->p->rows;
    double mean = 0;
    memset(x, 0, (size_t)r * sizeof *x);
    for (int k = 0; k < s->size; k++)
        if (!s->variable[k].edge && !s->variable[k].reins)
            x[row_of(&s->variable[k])] = s->variable[k].b->lo;
    for (int i = 0; i < r; i++)
        s->g[i] = s->p->g[i] + rigid_dot(r, s->p->G + i * r, x), mean += s->p->G[i * r + i] / r;
    s->speed = rigid_greater(rigid_largest(r, s->g), 1e-300), s->impulse = s->speed / rigid_greater(mean, 1e-300);
}

/* x, v: memory for the rows. */
static void fill(const polyhedral *s, dictionary *d, double *x, double *v) {
    const int r = s->p->rows;
    for (int column = 0; column < s->size; column++) {
        memset(x, 0, (size_t)r * sizeof *x);
        add(&s->variable[column], s->impulse / s->speed, x);
        for (int i = 0; i < r; i++)
            v[i] = rigid_dot(r, s->p->G + i * r, x);
        for (int row = 0; row < s->size; row++)
            d->A[row * (s->size + 1) + column] = seen(&s->variable[row], v) + beside(&s->variable[row], &s->variable[column]);
    }
    for (int row = 0; row < s->size; row++) {
        const rigid_block *b = s->variable[row].b;
        const double room = b->kind == RIGID_BLOCK_CONE ? b->mu * b->lo : b->hi - b->lo;
        d->q[row] = s->variable[row].reins ? room / s->impulse : seen(&s->variable[row], s->g) / s->speed;
    }
}

/* Impulses of the rows. */
static void read(const polyhedral *s, const dictionary *d, double *x) {
    memset(x, 0, (size_t)s->p->rows * sizeof *x);
    for (int k = 0; k < s->size; k++)
        if (!s->variable[k].edge && !s->variable[k].reins)
            x[row_of(&s->variable[k])] = s->variable[k].b->lo;
    for (int i = 0; i < d->size; i++)
        if (d->basic[i] >= d->size && d->basic[i] < 2 * d->size)
            add(&s->variable[d->basic[i] - d->size], rigid_greater(d->q[i], 0) * s->impulse, x);
    for (const rigid_block *b = s->p->block; b < s->p->block + s->p->blocks; b++)
        rigid_block_project(b, x + b->first);
}

size_t rigid_facets_size(int rows) {
    const size_t n = rows < RIGID_FACETS_ROWS ? (size_t)rows : RIGID_FACETS_ROWS, size = n * BY_CONE / 3 + 2;
    return (3 * n + size * (size + 2)) * sizeof(double) + (2 * size + 2) * sizeof(int);
}

bool rigid_facets_solve(const rigid_admm_problem *p, double fan, double *x, void *scratch) {
    const int n = p->rows;
    if (n > RIGID_FACETS_ROWS)
        return false;
    polyhedral s = {.p = p};
    list_variables(&s, fan, x);
    dictionary d = {.size = s.size};
    double *at = scratch, *here, *v;
    s.g = at, at += n, here = at, at += n, v = at, at += n;
    d.A = at, at += d.size * (d.size + 1), d.q = at, at += d.size, d.basic = (int *)(void *)at, d.other = d.basic + d.size;
    RIGID_ASSERT((size_t)((unsigned char *)(d.other + d.size + 1) - (unsigned char *)scratch) <= rigid_facets_size(n));
    begin_at_the_least(&s, here);
    fill(&s, &d, here, v);
    if (!solve(&d))
        return false;
    read(&s, &d, x);
    return true;
}
