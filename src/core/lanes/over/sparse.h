/* Rows of results in which many numbers are zero whatever the state. Those that are not are computed into registers of states, in any order;
   `place` says of each number of a row where it stands among them. They are turned and written a few neighbours at a time, in the
   order of memory, and where all are zeros nothing is written if they stand there already.

   What a block of states gives is written while the next is computed: writing waits for memory, computing for arithmetic. */
#ifndef RIGID_OVER_SPARSE_H
#define RIGID_OVER_SPARSE_H

#include "state.h"

#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
#define RIGID_STREAMS
#endif

/* Neighbours that are written together: where they begin. Those with a number that may be other than zero are the first. */
typedef struct {
    int *begin;
    int filled, all;
} sparse_list;

typedef struct {
    int size;          /* numbers of a row */
    int *place;        /* by number: where it stands among those that are computed, counted in numbers; 0: it is zero, as what stands there */
    sparse_list runs;  /* of a row */
    sparse_list lines; /* of memory, in as many rows as are whole lines: */
    int rows;          /* one; two, of which the second begins at the middle of one; or 0, where it is otherwise */
} sparse;

/* Of one result of a block of states: what was computed, the places of its numbers, and the first of its rows. */
typedef struct {
    const real *from;
    const int *place;
    double *rows;
} sparse_result;

/* What is still to be written of a block: what `list` says from `next` on of all its results, one result after the other. */
typedef struct {
    const sparse *at;
    sparse_result result[3];
    int results, next, row, count;
    const sparse_list *list;
    bool zeros, streams;
    reg_bits refused;
} sparse_block;

static inline void sparse_take(lanes *s, sparse *at, int size) {
    *at = (sparse){.size = size};
    LANES_TAKE(s, at->place, size), LANES_TAKE(s, at->runs.begin, size + 1);
    memset(at->place, 0, (size_t)size * sizeof *at->place);
}

/* Whether of so many neighbours in one row, or in two, one may be other than zero. */
static inline bool sparse_is_filled(const sparse *at, int begin, int length) {
    int some = 0;
    for (int l = begin; l < begin + length; l++)
        some |= at->place[l < at->size ? l : l - at->size];
    return some != 0;
}

static inline void sparse_add_pieces(const sparse *at, sparse_list *list, int size, int length, bool filled) {
    int begin = 0;
    for (; begin + length <= size; begin += length)
        if (sparse_is_filled(at, begin, length) == filled)
            list->begin[list->all++] = begin;
    if (begin < size && size >= length && sparse_is_filled(at, size - length, length) == filled)
        list->begin[list->all++] = size - length; /* the last, of which some are there already */
}
static inline void sparse_list_pieces(const sparse *at, sparse_list *list, int size, int length) {
    sparse_add_pieces(at, list, size, length, true);
    list->filled = list->all;
    sparse_add_pieces(at, list, size, length, false);
}

/* How many rows are whole lines, where all results begin with one; 0: no two are. */
static inline int sparse_rows_of_lines(const lanes *s, const sparse *at) {
#ifdef RIGID_STREAMS
    const rigid_batch *b = s->batch;
    for (int k = 0; k < rigid_batch_gives[b->kind]; k++)
        if ((uintptr_t)b->out[k] % RIGID_LANES_LINE != 0)
            return 0;
    return at->size % RIGID_WIDTH == 0 ? 1 : at->size % RIGID_WIDTH == RIGID_WIDTH / 2 ? 2 : 0;
#else
    (void)s, (void)at;
    return 0;
#endif
}

/* When all places are known. */
static inline void sparse_make_lists(const lanes *s, sparse *at) {
    sparse_list_pieces(at, &at->runs, at->size, RIGID_RUN);
    at->lines.begin = at->runs.begin + at->runs.all; /* half of the room in all */
    at->rows = sparse_rows_of_lines(s, at);
    sparse_list_pieces(at, &at->lines, at->rows * at->size, RIGID_WIDTH);
}

/* Whether results are so large that whoever reads them finds them in no cache: then their lines need not be read into one before they are
   written. */
static inline bool sparse_streams(const lanes *s, const sparse *at) {
    const rigid_batch *b = s->batch;
    const size_t bytes = (size_t)b->n * (size_t)at->size * sizeof(double) * (size_t)rigid_batch_gives[b->kind], most = (size_t)1 << 23;
    return at->lines.all > 0 && bytes > most;
}

/* Pieces first to last - 1 of a result: runs, in so many rows; */
static inline void sparse_write_runs(const sparse *at, const sparse_result *r, int count, int first, int last) {
    const double *from = (const double *)(const void *)r->from;
    const size_t size = (size_t)at->size;
    for (int k = first; k < last; k++) {
        const int *place = r->place + at->runs.begin[k];
        double *to = r->rows + at->runs.begin[k];
        const double *each[RIGID_RUN];
        for (int e = 0; e < RIGID_RUN; e++)
            each[e] = from + place[e];
        if (count == RIGID_WIDTH)
            lanes_put_run(each, to, size);
        else
            lanes_put_run_of_some(each, count, to, size);
    }
}

#ifdef RIGID_STREAMS
#ifdef __clang__
static inline void stream_put(double *to, real x) { __builtin_nontemporal_store(x, (real *)(void *)to); }
#else
static inline void stream_put(double *to, real x) { __builtin_ia32_movntpd512(to, x); }
#endif

/* Eight registers turned, as lanes_turn, of every other state, `odd` those of which there are four numbers and then four more. */
static inline void lanes_turn_half(const double *from, const int *place, const int *rest, bool odd, bool odd_rest, real x[RIGID_WIDTH / 2]) {
    real t[4], u[4];
    for (int k = 0; k < 4; k++) {
        const int *at = k < 2 ? place + 2 * k : rest + 2 * (k - 2);
        const real a = reg_at(from + at[0]), b = reg_at(from + at[1]);
        t[k] = (k < 2 ? odd : odd_rest) ? __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
                                        : __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    }
    for (int k = 0; k < 4; k += 2) {
        u[k] = __builtin_shufflevector(t[k], t[k + 1], 0, 1, 8, 9, 4, 5, 12, 13);
        u[k + 1] = __builtin_shufflevector(t[k], t[k + 1], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (int k = 0; k < 2; k++) {
        x[k] = __builtin_shufflevector(u[k], u[k + 2], 0, 1, 2, 3, 8, 9, 10, 11);
        x[2 + k] = __builtin_shufflevector(u[k], u[k + 2], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

/* or lines of all rows, or of all pairs of rows, past the caches. */
static inline void sparse_stream_rows(const sparse *at, const sparse_result *r, int first, int last) {
    const double *from = (const double *)(const void *)r->from;
    const size_t size = (size_t)at->size;
    for (int k = first; k < last; k++) {
        const int *place = r->place + at->lines.begin[k];
        double *to = r->rows + at->lines.begin[k];
        const double *each[RIGID_WIDTH];
        real x[RIGID_WIDTH];
        for (int l = 0; l < RIGID_WIDTH; l++)
            each[l] = from + place[l];
        lanes_turn(each, x);
        for (int l = 0; l < RIGID_WIDTH; l++)
            stream_put(to + (size_t)l * size, x[l]);
    }
}
static inline void sparse_stream_pairs(const sparse *at, const sparse_result *r, int first, int last) {
    const double *from = (const double *)(const void *)r->from;
    for (int k = first; k < last; k++) {
        const int begin = at->lines.begin[k], beyond = begin - at->size, half = RIGID_WIDTH / 2;
        const int *place = r->place + (beyond < 0 ? begin : beyond), *rest = beyond == -half ? r->place : place + half;
        double *to = r->rows + begin;
        real x[RIGID_WIDTH / 2];
        if (beyond >= 0)
            lanes_turn_half(from, place, rest, true, true, x);
        else if (beyond == -half)
            lanes_turn_half(from, place, rest, false, true, x);
        else
            lanes_turn_half(from, place, rest, false, false, x);
        for (int l = 0; l < half; l++)
            stream_put(to + (size_t)l * 2 * (size_t)at->size, x[l]);
    }
}
#endif

static inline void sparse_write_pieces(const sparse_block *b, const sparse_result *r, int first, int last) {
#ifdef RIGID_STREAMS
    if (b->streams && b->at->rows == 1)
        sparse_stream_rows(b->at, r, first, last);
    else if (b->streams)
        sparse_stream_pairs(b->at, r, first, last);
    else
#endif
        sparse_write_runs(b->at, r, b->count, first, last);
}

/* Rows of fewer numbers than a run. */
static inline void sparse_write_short(const sparse_block *b, const sparse_result *r) {
    for (int e = 0; e < b->at->size; e++)
        for (int l = 0; l < b->count; l++)
            r->rows[l * b->at->size + e] = ((const double *)(const void *)r->from)[r->place[e] + l];
}

static inline void sparse_write_zeros(const sparse_block *b, const sparse_result *r) {
    const int rows = b->streams ? b->at->rows : 1, length = b->streams ? RIGID_WIDTH : RIGID_RUN;
    for (int k = b->list->filled; k < b->list->all; k++)
        for (int l = 0; l < b->count; l += rows)
            for (int e = 0; e < length; e += RIGID_RUN)
                memset(r->rows + (size_t)l * (size_t)b->at->size + b->list->begin[k] + e, 0, RIGID_RUN * sizeof(double));
}

/* Pieces of all results up to that one. */
RIGID_APART void sparse_write_to(sparse_block *b, int end) {
    const int filled = b->list->filled;
    while (b->next < end) {
        const int which = b->next / filled, first = b->next - which * filled;
        const int last = end - which * filled < filled ? end - which * filled : filled;
        sparse_write_pieces(b, &b->result[which], first, last);
        b->next += last - first;
    }
}

/* As much as belongs to so many of `all` parts of the work on the next block, where it has to wait for memory. */
static inline void sparse_write_part(sparse_block *b, int parts, int all) {
    if (b->count > 0 && b->streams)
        sparse_write_to(b, (int)((int64_t)b->results * b->list->filled * parts / all));
}

/* The rest of it; and rows that are refused. */
RIGID_APART void sparse_write_rest(const lanes *s, sparse_block *b) {
    if (b->count == 0)
        return;
    sparse_write_to(b, b->results * b->list->filled);
    for (int k = 0; k < b->results; k++) {
        if (b->at->size < RIGID_RUN)
            sparse_write_short(b, &b->result[k]);
        if (!b->zeros)
            sparse_write_zeros(b, &b->result[k]);
    }
    lanes_refuse(s, b->refused, b->row, b->count);
    b->count = 0;
}

/* The block that was computed last, of which nothing is written yet; its results are added. */
static inline void sparse_begin(const lanes *s, const sparse *at, int row, int count, bool streams, sparse_block *b) {
    b->at = at, b->results = 0, b->next = 0, b->row = row, b->count = count;
    b->streams = streams && count == RIGID_WIDTH && row % at->rows == 0;
    b->list = b->streams ? &at->lines : &at->runs;
    b->zeros = s->batch->zeros, b->refused = s->refused;
}
static inline void sparse_add(const lanes *s, sparse_block *b, const real *from, const int *place) {
    b->result[b->results] = (sparse_result){from, place, s->batch->out[b->results] + (size_t)b->row * (size_t)b->at->size};
    b->results++;
}

/* When all is written: what went past the caches is seen by other threads, too. */
static inline void sparse_end(bool streams) {
#ifdef RIGID_STREAMS
    if (streams)
        __builtin_ia32_sfence();
#endif
    (void)streams;
}

#endif
