/* Rows of regressors kept as triangles, one for each freedom: a userdata with their numbers, then the columns of each freedom. Thousands of samples
   come in a call, with threads in blocks of a size that does not depend on them: the triangles of the blocks are merged in their order. */
#include "identification_rows.h"

#include "../core/identification/equations.h"
#include "../core/identification/triangle.h"
#include "batch_threads.h"
#include "identification_values.h"
#include "matrix.h"
#include "model.h"
#include "vector.h"

#include <math.h>
#include <string.h>

static const char equations_key = 0;

enum { MOST_KINDS = 16, MOST_COLUMNS = 1 << 15, BLOCK = 1024 }; /* samples of a block */

typedef struct {
    const void *what;
    rigid_equations of;
    int columns, packed; /* columns: of the rows that come; packed: how many the problem has */
    rigid_resistance resistance[MOST_KINDS];
    double *R;           /* the set of triangles */
    int *unknown;        /* beside of.column: which of the problem's columns that is, from 0 on */
} equations;

static equations *check_equations(lua_State *L, int arg) {
    equations *t = lua_touserdata(L, arg);
    luaL_argcheck(L, t && lua_rawlen(L, arg) >= sizeof *t && t->what == &equations_key, arg, "equations expected");
    return t;
}

/* ---- making ----------------------------------------------------------------------------------------------------------- */

static int integer_in(lua_State *L, int list, lua_Integer k, lua_Integer lowest, lua_Integer highest) {
    lua_rawgeti(L, list, k);
    const lua_Integer x = lua_tointeger(L, -1);
    luaL_argcheck(L, lua_isinteger(L, -1) && x >= lowest && x <= highest, list, "integer in range expected");
    lua_pop(L, 1);
    return (int)x;
}

/* How many entries the lists at arg have altogether. */
static int entries_of(lua_State *L, int arg) {
    lua_Unsigned sum = 0;
    for (lua_Unsigned j = 1; j <= lua_rawlen(L, arg); j++) {
        lua_rawgeti(L, arg, (lua_Integer)j);
        luaL_argcheck(L, lua_istable(L, -1), arg, "list of lists expected");
        sum += lua_rawlen(L, -1);
        lua_pop(L, 1);
    }
    luaL_argcheck(L, sum < INT32_MAX, arg, "too many");
    return (int)sum;
}

static void read_lists(lua_State *L, equations *t, int *first, int *column) {
    int at = 0;
    for (int j = 0; j < t->of.freedoms; j++) {
        lua_rawgeti(L, 4, j + 1);
        first[j] = at;
        for (lua_Unsigned k = 1; k <= lua_rawlen(L, -1); k++) {
            t->unknown[at] = integer_in(L, lua_gettop(L), (lua_Integer)k, 1, t->packed) - 1;
            column[at] = integer_in(L, 3, t->unknown[at] + 1, 1, t->columns) - 1;
            at++;
        }
        lua_pop(L, 1);
    }
    first[t->of.freedoms] = at;
}

static void read_resistances(lua_State *L, equations *t) {
    t->of.resistances = (int)lua_rawlen(L, 5);
    luaL_argcheck(L, t->of.resistances <= MOST_KINDS, 5, "too many");
    for (int k = 0; k < t->of.resistances; k++)
        t->resistance[k].kind = (rigid_resistance_kind)integer_in(L, 5, k + 1, 0, RIGID_RESISTANCES - 1);
    const double dead = luaL_checknumber(L, 6), speed = luaL_checknumber(L, 7);
    for (int k = 0; k < t->of.resistances; k++)
        t->resistance[k].dead = dead, t->resistance[k].speed = speed;
}

/* resistance_numbers(kind, v, a, dead, speed) -> Vector: by what each freedom's resistance of that kind (rigid_resistance_kind) is multiplied */
int rigid_resistance_numbers(lua_State *L) {
    const lua_Integer kind = luaL_checkinteger(L, 1);
    luaL_argcheck(L, kind >= 0 && kind < RIGID_RESISTANCES, 1, "kind of resistance expected");
    const rigid_vector *v = rigid_inner_vector(L, 2, 0), *a = rigid_inner_vector(L, 3, v->size);
    const rigid_resistance r = {(rigid_resistance_kind)kind, luaL_checknumber(L, 4), luaL_checknumber(L, 5)};
    double *out = rigid_push_vector(L, v->size)->at;
    for (int j = 0; j < v->size; j++)
        out[j] = rigid_resistance_number(&r, v->at[j], a->at[j]);
    return 1;
}

/* The terms are the last columns of every freedom, in their order. */
static void check_terms(lua_State *L, const equations *t, const int *first, const int *column) {
    for (int j = 0; j < t->of.freedoms; j++)
        for (int k = 1; k <= t->of.terms; k++)
            luaL_argcheck(L, first[j + 1] - first[j] >= k && column[first[j + 1] - k] == t->columns - k, 8, "terms at the end of every list expected");
}

/* equations(freedoms, columns, sources, lists, kinds, dead, speed, terms): none yet. columns: of the rows that come, sources: which of them each column of the
   problem is; lists: the columns of the problem that each freedom has, ascending; kinds: what joints resist by (rigid_resistance_kind) behind the links;
   terms: how many columns behind these come with the samples. */
int rigid_new_equations(lua_State *L) {
    const lua_Integer freedoms = luaL_checkinteger(L, 1), columns = luaL_checkinteger(L, 2);
    luaL_argcheck(L, freedoms >= 1 && freedoms < MOST_COLUMNS, 1, "out of range");
    luaL_argcheck(L, columns >= 1 && columns < MOST_COLUMNS, 2, "out of range");
    for (int arg = 3; arg <= 5; arg++)
        luaL_checktype(L, arg, LUA_TTABLE);
    luaL_argcheck(L, (lua_Integer)lua_rawlen(L, 4) == freedoms, 4, "a list for each freedom expected");
    const int entries = entries_of(L, 4);
    const size_t ints = (2 * (size_t)entries + (size_t)freedoms + 1) * sizeof(int);
    equations head = {.what = &equations_key, .columns = (int)columns, .packed = (int)lua_rawlen(L, 3)};
    int *lists = lua_newuserdatauv(L, ints, 0); /* until it is known how many numbers there are */
    int *first = lists, *column = lists + freedoms + 1;
    head.of.freedoms = (int)freedoms, head.unknown = column + entries;
    head.of.terms = (int)luaL_checkinteger(L, 8);
    luaL_argcheck(L, head.of.terms >= 0 && head.of.terms < head.columns, 8, "out of range");
    read_lists(L, &head, first, column);
    check_terms(L, &head, first, column);
    read_resistances(L, &head);
    head.of.first = first, head.of.column = column;
    const size_t numbers = rigid_equations_numbers(&head.of) * sizeof(double), begin = (sizeof head + 15) / 16 * 16;
    unsigned char *memory = lua_newuserdatauv(L, begin + numbers + ints, 0);
    equations *t = (equations *)(void *)memory;
    *t = head;
    t->R = (double *)(void *)(memory + begin);
    memset(t->R, 0, numbers);
    int *at = memcpy(memory + begin + numbers, lists, ints);
    t->of.first = at, t->of.column = at + freedoms + 1, t->unknown = at + freedoms + 1 + entries;
    t->of.resistance = t->resistance;
    return 1;
}

/* ---- taking ----------------------------------------------------------------------------------------------------------- */

typedef struct {
    const equations *t;
    const rigid_batch *batch;
    const double *given, *tau;
    int first, last;
    double *R; /* a set for each block */
    unsigned char *scratch;
    size_t each;
} blocks;

/* Threads take rows by eight (batch_threads.c): a block each. */
enum { ROWS_A_BLOCK = 8 };

static void work(const void *with, int thread, int first, int last) {
    const blocks *b = with;
    for (int k = first / ROWS_A_BLOCK; k < last / ROWS_A_BLOCK; k++) {
        const int from = b->first + k * BLOCK, to = from + BLOCK < b->last ? from + BLOCK : b->last;
        double *R = b->R + (size_t)k * rigid_equations_numbers(&b->t->of);
        rigid_equations_absorb(&b->t->of, b->batch, b->given, b->tau, from, to, R, b->scratch + (size_t)thread * b->each);
    }
}

/* The batch of regressors of the Matrices Q, V and A at 3, 4 and 5. */
static rigid_batch read_batch(lua_State *L, const rigid_model *m, const equations *t) {
    const rigid_matrix *Q = rigid_inner_matrix(L, 3, m->nq), *V = rigid_inner_matrix(L, 4, m->nv), *A = rigid_inner_matrix(L, 5, m->nv);
    luaL_argcheck(L, V->rows == Q->rows && A->rows == Q->rows, 3, "as many rows expected");
    luaL_argcheck(L, t->of.freedoms == m->nv && t->columns == 10 * m->links + m->nv * t->of.resistances + t->of.terms, 2, "equations of that model expected");
    return (rigid_batch){.model = m, .kind = RIGID_BATCH_REGRESSOR, .q = Q->at, .v = V->at, .a = A->at, .n = Q->rows};
}

/* What the Matrix at arg gives of the terms of each sample; null where there are none. */
static const double *read_given(lua_State *L, int arg, const equations *t, int rows) {
    if (t->of.terms == 0)
        return NULL;
    const rigid_matrix *given = rigid_inner_matrix(L, arg, t->of.terms * t->of.freedoms);
    luaL_argcheck(L, given->rows == rows, arg, "as many rows expected");
    return given->at;
}

/* take(m, t, Q, V, A, Tau, first, last, threads, given) -> nothing, or the number of a row that is refused, and then nothing is taken. As many blocks are held
   at once as there are threads. */
int rigid_equations_take(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 9);
    const rigid_model *m = c->model;
    equations *t = check_equations(L, 2);
    const rigid_batch batch = read_batch(L, m, t);
    const rigid_matrix *Tau = rigid_inner_matrix(L, 6, m->nv);
    const lua_Integer first = luaL_checkinteger(L, 7), last = luaL_checkinteger(L, 8), threads = luaL_checkinteger(L, 9);
    luaL_argcheck(L, first >= 1 && first <= last && last <= batch.n && Tau->rows == batch.n, 7, "out of range");
    luaL_argcheck(L, threads >= 1 && threads <= RIGID_MOST_THREADS, 9, "out of range");
    const int bad = rigid_rows_unsound(&batch, Tau->at, (int)first - 1, (int)last);
    if (bad > 0) {
        lua_pushinteger(L, bad);
        return 1;
    }
    const size_t numbers = rigid_equations_numbers(&t->of);
    blocks b = {t, &batch, read_given(L, 10, t, batch.n), Tau->at, (int)first - 1, (int)last, NULL, NULL, (rigid_equations_scratch(&t->of, m) + 63) / 64 * 64};
    b.R = lua_newuserdatauv(L, (size_t)threads * numbers * sizeof(double), 0);
    b.scratch = lua_newuserdatauv(L, (size_t)threads * b.each, 0);
    rigid_workers *workers = threads > 1 ? rigid_push_workers(L) : NULL;
    for (; b.first < b.last; b.first += (int)threads * BLOCK) {
        const int left = (b.last - b.first + BLOCK - 1) / BLOCK, count = left < threads ? left : (int)threads;
        memset(b.R, 0, (size_t)count * numbers * sizeof(double));
        rigid_share_rows(workers, NULL, ROWS_A_BLOCK, ROWS_A_BLOCK * count, BLOCK * numbers, count, work, &b);
        for (int k = 0; k < count; k++)
            rigid_equations_merge(&t->of, t->R, b.R + (size_t)k * numbers, b.scratch);
    }
    return 0;
}

/* torques(m, t, Q, V, A, x, given) -> Matrix: those that x, of all columns of the problem, predicts, a sample in each row */
int rigid_equations_torques(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 6);
    const rigid_model *m = c->model;
    const equations *t = check_equations(L, 2);
    const rigid_batch batch = read_batch(L, m, t);
    const rigid_vector *x = rigid_inner_vector(L, 6, t->packed);
    rigid_matrix *out = rigid_push_matrix(L, batch.n, m->nv);
    const int entries = t->of.first[t->of.freedoms];
    double *by_entry = lua_newuserdatauv(L, ((size_t)entries + 1) * sizeof *by_entry, 0);
    for (int k = 0; k < entries; k++)
        by_entry[k] = x->at[t->unknown[k]];
    rigid_equations_predict(&t->of, &batch, read_given(L, 7, t, batch.n), by_entry, out->at, lua_newuserdatauv(L, rigid_equations_scratch(&t->of, m), 0));
    lua_pushvalue(L, -3);
    return 1;
}

/* take_rows(t, Y, tau, first, last): samples of rows that someone else has made, `freedoms` each. */
int rigid_equations_take_rows(lua_State *L) {
    equations *t = check_equations(L, 1);
    const rigid_matrix *Y = rigid_inner_matrix(L, 2, t->columns);
    const rigid_vector *tau = rigid_inner_vector(L, 3, Y->rows);
    const lua_Integer first = luaL_checkinteger(L, 4), last = luaL_checkinteger(L, 5);
    luaL_argcheck(L, first >= 1 && first <= last && last <= Y->rows / t->of.freedoms, 4, "out of range");
    void *scratch = lua_newuserdatauv(L, rigid_equations_scratch(&t->of, NULL), 0);
    const size_t at = (size_t)(first - 1) * (size_t)t->of.freedoms;
    rigid_equations_absorb_rows(&t->of, Y->at + at * (size_t)t->columns, t->columns, tau->at + at, (int)(last - first + 1), t->R, scratch);
    return 0;
}

/* join(t, other): t takes what the other holds, which was made by the same lists. */
int rigid_equations_join(lua_State *L) {
    equations *t = check_equations(L, 1);
    const equations *other = check_equations(L, 2);
    const int count = t->of.freedoms + 1;
    luaL_argcheck(L, other->of.freedoms == t->of.freedoms && other->columns == t->columns && other->packed == t->packed &&
                         memcmp(t->of.first, other->of.first, (size_t)count * sizeof(int)) == 0, 2, "equations of the same kind expected");
    void *scratch = lua_newuserdatauv(L, rigid_equations_scratch(&t->of, NULL), 0);
    rigid_equations_merge(&t->of, t->R, other->R, scratch);
    return 0;
}

/* ---- asking ----------------------------------------------------------------------------------------------------------- */

static const double *triangle_row(const equations *t, int j, const double *R, int row) {
    return R + (size_t)row * rigid_triangle_apart(rigid_equations_width(&t->of, j));
}

/* Entry k of a row of freedom j's triangle is that column of the problem; its right side comes behind all. */
static int column_of(const equations *t, int j, int k) {
    return k + 1 < rigid_equations_width(&t->of, j) ? t->unknown[t->of.first[j] + k] : t->packed;
}

/* weighted(t, weights) -> Matrix: the triangle of all freedoms together, each by its weight, over all columns of the problem and the right side */
int rigid_equations_weighted(lua_State *L) {
    const equations *t = check_equations(L, 1);
    const rigid_vector *weights = rigid_inner_vector(L, 2, t->of.freedoms);
    const int n = t->packed + 1;
    const size_t apart = rigid_triangle_apart(n), square = (size_t)n * apart, panel = RIGID_TRIANGLE_ROWS * apart;
    rigid_matrix *out = rigid_push_matrix(L, n, n);
    double *R = lua_newuserdatauv(L, (square + panel) * sizeof *R, 0), *rows = R + square;
    memset(R, 0, square * sizeof *R);
    const double *at = t->R;
    for (int j = 0; j < t->of.freedoms; j++) {
        const int width = rigid_equations_width(&t->of, j);
        for (int first = 0; first < width; first += RIGID_TRIANGLE_ROWS) {
            const int count = width - first < RIGID_TRIANGLE_ROWS ? width - first : RIGID_TRIANGLE_ROWS;
            memset(rows, 0, (size_t)count * apart * sizeof *rows);
            for (int i = 0; i < count; i++)
                for (int k = 0; k < width; k++)
                    rows[(size_t)i * apart + (size_t)column_of(t, j, k)] = weights->at[j] * triangle_row(t, j, at, first + i)[k];
            rigid_triangle_absorb(n, R, count, rows);
        }
        at = triangle_row(t, j, at, width);
    }
    for (int i = 0; i < n; i++)
        memcpy(out->at + (size_t)i * (size_t)n, R + (size_t)i * apart, (size_t)n * sizeof *R);
    lua_pop(L, 1);
    return 1;
}

/* |R_j (x, -1)| of freedom j, whose triangle is at R. */
static double left_of(const equations *t, int j, const double *R, const double *x) {
    const int width = rigid_equations_width(&t->of, j);
    double sum = 0;
    for (int i = 0; i < width; i++) {
        const double *row = triangle_row(t, j, R, i);
        double e = -row[width - 1];
        for (int k = i; k < width - 1; k++)
            e += row[k] * x[column_of(t, j, k)];
        sum += e * e;
    }
    return sqrt(sum);
}

/* The root of the sum of squares of all that the equations of freedom j are made of: τ, and each column by its x. */
static double made_of(const equations *t, int j, const double *R, const double *x) {
    const int width = rigid_equations_width(&t->of, j);
    double sum = 0;
    for (int i = 0; i < width; i++)
        for (int k = i; k < width; k++) {
            const double part = triangle_row(t, j, R, i)[k] * (k < width - 1 ? x[column_of(t, j, k)] : 1);
            sum += part * part;
        }
    return sqrt(sum);
}

static int by_freedom(lua_State *L, double (*ask)(const equations *t, int j, const double *R, const double *x)) {
    const equations *t = check_equations(L, 1);
    const rigid_vector *x = rigid_inner_vector(L, 2, t->packed);
    rigid_vector *out = rigid_push_vector(L, t->of.freedoms);
    for (int j = 0; j < t->of.freedoms; j++)
        out->at[j] = ask(t, j, t->R + rigid_equations_at(&t->of, j), x->at);
    return 1;
}

/* residuals(t, x), parts(t, x) -> Vector: by freedom the root of the sum of squares of Y x - τ; and of τ and all Y_k x_k */
int rigid_equations_residuals(lua_State *L) { return by_freedom(L, left_of); }
int rigid_equations_parts(lua_State *L) { return by_freedom(L, made_of); }
