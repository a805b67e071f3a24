/* Blocks of samples: their regressors; then freedom by freedom the columns of its equation, side by side, into its triangle. */
#include "equations.h"

#include "triangle.h"

#include <math.h>
#include <string.h>

int rigid_equations_width(const rigid_equations *e, int j) { return e->first[j + 1] - e->first[j] + 1; }

static size_t size_of(int width) { return (size_t)width * rigid_triangle_apart(width); }

size_t rigid_equations_at(const rigid_equations *e, int j) {
    size_t at = 0;
    for (int i = 0; i < j; i++)
        at += size_of(rigid_equations_width(e, i));
    return at;
}

size_t rigid_equations_numbers(const rigid_equations *e) { return rigid_equations_at(e, e->freedoms); }

/* ---- scratch ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    double *panel, *Y; /* the rows of one freedom; the regressors of a block */
    void *rest;
} scratch;

static size_t panel_size(const rigid_equations *e) {
    int most = 0;
    for (int j = 0; j < e->freedoms; j++)
        most = rigid_equations_width(e, j) > most ? rigid_equations_width(e, j) : most;
    return RIGID_TRIANGLE_ROWS * rigid_triangle_apart(most);
}

static size_t block_size(const rigid_model *m) { return m ? RIGID_TRIANGLE_ROWS * (size_t)m->nv * 10 * (size_t)m->links : 0; }

size_t rigid_equations_scratch(const rigid_equations *e, const rigid_model *m) {
    const rigid_batch batch = {.model = m, .kind = RIGID_BATCH_REGRESSOR};
    return (panel_size(e) + block_size(m)) * sizeof(double) + (m ? rigid_batch_scratch(&batch) : 0);
}

static scratch scratch_in(const rigid_equations *e, const rigid_model *m, void *memory) {
    scratch s = {.panel = memory};
    s.Y = s.panel + panel_size(e);
    s.rest = s.Y + block_size(m);
    return s;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

static double sign_of(double v, double dead) { return fabs(v) < dead ? v / dead : (v > 0) - (v < 0); }

double rigid_resistance_number(const rigid_resistance *r, double v, double a) {
    switch (r->kind) {
    case RIGID_OF_DAMPING:
        return v;
    case RIGID_OF_FRICTION:
        return sign_of(v, r->dead);
    case RIGID_OF_STRIBECK:
        return sign_of(v, r->dead) * exp(-(v / r->speed) * (v / r->speed));
    case RIGID_OF_ARMATURE:
        return a;
    case RIGID_OF_OFFSET:
    case RIGID_RESISTANCES:
    default:
        return 1;
    }
}

/* How many columns of freedom j are of links. */
static int of_links(const rigid_equations *e, int j, int columns) {
    int count = 0;
    while (count < rigid_equations_width(e, j) - 1 && e->column[e->first[j] + count] < columns)
        count++;
    return count;
}

/* The equations of freedom j from those rows of Y, `apart` from each other. */
static void pack(const rigid_equations *e, int j, int columns, const double *y, size_t apart, const double *tau, int count, double *panel) {
    const int width = rigid_equations_width(e, j), known = of_links(e, j, columns);
    const size_t stride = rigid_triangle_apart(width);
    const int *column = e->column + e->first[j];
    for (int i = 0; i < count; i++, y += apart) {
        double *row = panel + (size_t)i * stride;
        for (int k = 0; k < known; k++)
            row[k] = y[column[k]];
        row[width - 1] = tau[(size_t)i * (size_t)e->freedoms];
        for (size_t k = (size_t)width; k < stride; k++)
            row[k] = 0;
    }
}

static void pack_resistances(const rigid_equations *e, int j, int columns, const double *v, const double *a, int count, double *panel) {
    const int width = rigid_equations_width(e, j);
    for (int k = of_links(e, j, columns); k < width - 1 - e->terms; k++) {
        const rigid_resistance *r = &e->resistance[(e->column[e->first[j] + k] - columns) / e->freedoms];
        for (int i = 0; i < count; i++)
            panel[(size_t)i * rigid_triangle_apart(width) + (size_t)k] = rigid_resistance_number(r, v[i * e->freedoms], a[i * e->freedoms]);
    }
}

/* The terms come last in every freedom. given: of freedom j, of the first of the samples. */
static void pack_terms(const rigid_equations *e, int j, const double *given, int count, double *panel) {
    const int width = rigid_equations_width(e, j);
    double *row = panel + width - 1 - e->terms;
    for (int i = 0; i < count; i++, row += rigid_triangle_apart(width))
        for (int k = 0; k < e->terms; k++)
            row[k] = given[((size_t)i * (size_t)e->terms + (size_t)k) * (size_t)e->freedoms];
}

/* The samples from `row` on, as many as a block has, and their regressors. */
static rigid_batch block_at(const rigid_batch *whole, int row, int last, const scratch *s) {
    const size_t at = (size_t)row, nq = (size_t)whole->model->nq, nv = (size_t)whole->model->nv;
    rigid_batch part = *whole;
    part.n = last - row < RIGID_TRIANGLE_ROWS ? last - row : RIGID_TRIANGLE_ROWS;
    part.q += at * nq, part.v += at * nv, part.a += at * nv;
    part.out[0] = s->Y;
    rigid_batch_compute(&part, 0, part.n, s->rest);
    return part;
}

/* The equations of freedom j of a block. */
static void pack_block(const rigid_equations *e, int j, const rigid_batch *part, const double *given, const double *tau, const scratch *s) {
    const int columns = 10 * part->model->links;
    const size_t nv = (size_t)e->freedoms;
    pack(e, j, columns, s->Y + (size_t)j * (size_t)columns, nv * (size_t)columns, tau + j, part->n, s->panel);
    pack_resistances(e, j, columns, part->v + j, part->a + j, part->n, s->panel);
    if (e->terms > 0)
        pack_terms(e, j, given + j, part->n, s->panel);
}

/* What is given of the samples from `row` on. */
static const double *given_at(const rigid_equations *e, const double *given, int row) {
    return e->terms > 0 ? given + (size_t)row * (size_t)e->terms * (size_t)e->freedoms : NULL;
}

void rigid_equations_absorb(const rigid_equations *e, const rigid_batch *batch, const double *given, const double *tau, int first, int last, double *R,
                            void *memory) {
    const scratch s = scratch_in(e, batch->model, memory);
    for (int row = first; row < last; row += RIGID_TRIANGLE_ROWS) {
        const rigid_batch part = block_at(batch, row, last, &s);
        double *to = R;
        for (int j = 0; j < e->freedoms; j++) {
            pack_block(e, j, &part, given_at(e, given, row), tau + (size_t)row * (size_t)e->freedoms, &s);
            rigid_triangle_absorb(rigid_equations_width(e, j), to, part.n, s.panel);
            to += size_of(rigid_equations_width(e, j));
        }
    }
}

void rigid_equations_absorb_rows(const rigid_equations *e, const double *Y, int columns, const double *tau, int count, double *R, void *memory) {
    const scratch s = scratch_in(e, NULL, memory);
    const size_t freedoms = (size_t)e->freedoms;
    for (int row = 0; row < count; row += RIGID_TRIANGLE_ROWS) {
        const int n = count - row < RIGID_TRIANGLE_ROWS ? count - row : RIGID_TRIANGLE_ROWS;
        const size_t at = (size_t)row * freedoms;
        double *to = R;
        for (int j = 0; j < e->freedoms; j++) {
            pack(e, j, columns, Y + (at + (size_t)j) * (size_t)columns, freedoms * (size_t)columns, tau + at + j, n, s.panel);
            rigid_triangle_absorb(rigid_equations_width(e, j), to, n, s.panel);
            to += size_of(rigid_equations_width(e, j));
        }
    }
}

void rigid_equations_predict(const rigid_equations *e, const rigid_batch *batch, const double *given, const double *x, double *tau, void *memory) {
    const scratch s = scratch_in(e, batch->model, memory);
    for (int row = 0; row < batch->n; row += RIGID_TRIANGLE_ROWS) {
        const rigid_batch part = block_at(batch, row, batch->n, &s);
        double *out = tau + (size_t)row * (size_t)e->freedoms;
        memset(out, 0, (size_t)part.n * (size_t)e->freedoms * sizeof *out);
        for (int j = 0; j < e->freedoms; j++) {
            const int known = rigid_equations_width(e, j) - 1;
            pack_block(e, j, &part, given_at(e, given, row), out, &s);
            for (int i = 0; i < part.n; i++)
                for (int k = 0; k < known; k++)
                    out[i * e->freedoms + j] += s.panel[(size_t)i * rigid_triangle_apart(known + 1) + (size_t)k] * x[e->first[j] + k];
        }
    }
}

void rigid_equations_merge(const rigid_equations *e, double *R, const double *other, void *memory) {
    const scratch s = scratch_in(e, NULL, memory);
    for (int j = 0; j < e->freedoms; j++) {
        const int width = rigid_equations_width(e, j);
        const size_t stride = rigid_triangle_apart(width);
        for (int row = 0; row < width; row += RIGID_TRIANGLE_ROWS) {
            const int n = width - row < RIGID_TRIANGLE_ROWS ? width - row : RIGID_TRIANGLE_ROWS;
            memcpy(s.panel, other + (size_t)row * stride, (size_t)n * stride * sizeof *other);
            rigid_triangle_absorb(width, R, n, s.panel);
        }
        R += size_of(width), other += size_of(width);
    }
}
