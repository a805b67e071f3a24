/* Rows of results in which many numbers are zero whatever the state. Those that are not are computed into registers of states, in any order;
   `place` says of each number of a row where it stands among them. They are turned and written a register of neighbours at a time, in the
   order of memory, and where all are zeros nothing is written if they stand there already.

   What a block of states gives is written while the next is computed: writing waits for memory, computing for arithmetic. */
#ifndef RIGID_OVER_SPARSE_H
#define RIGID_OVER_SPARSE_H

#include "state.h"

#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
#define RIGID_STREAMS
#endif

/* Registers of neighbours: where each begins. Those with a number that may be other than zero are the first. */
typedef struct {
    int *begin;
    int filled, all;
} sparse_list;

typedef struct {
    int size;          /* numbers of a row */
    int *place;        /* by number: where it stands among those that are computed, counted in numbers; 0: it is zero, as what stands there */
    sparse_list rows;  /* of a row */
    sparse_list pairs; /* of two rows, one after the other: lines of memory, where a row begins at the middle of one or ends there */
} sparse;

/* Of one result of a block of states: what was computed, the places of its numbers, and the first of its rows. */
typedef struct {
    const real *from;
    const int *place;
    double *rows;
} sparse_result;

/* What is still to be written of a block: registers from `next` on of all its results, one result after the other. */
typedef struct {
    const sparse *at;
    sparse_result result[3];
    int results, next, row, count;
    const sparse_list *list;
    bool zeros, streams;
    real_bits refused;
} sparse_block;

static inline void sparse_take(lanes *s, sparse *at, int size) {
    *at = (sparse){.size = size};
    LANES_TAKE(s, at->place, size), LANES_TAKE(s, at->rows.begin, size + 1);
    memset(at->place, 0, (size_t)size * sizeof *at->place);
}

/* Whether a register of one row, or of two, has a number that may be other than zero. */
static inline bool sparse_is_filled(const sparse *at, int begin) {
    int some = 0;
    for (int l = begin; l < begin + RIGID_WIDTH; l++)
        some |= at->place[l < at->size ? l : l - at->size];
    return some != 0;
}

static inline void sparse_add_registers(const sparse *at, sparse_list *list, int size, bool filled) {
    int begin = 0;
    for (; begin + RIGID_WIDTH <= size; begin += RIGID_WIDTH)
        if (sparse_is_filled(at, begin) == filled)
            list->begin[list->all++] = begin;
    if (begin < size && size >= RIGID_WIDTH && sparse_is_filled(at, size - RIGID_WIDTH) == filled)
        list->begin[list->all++] = size - RIGID_WIDTH; /* the last, of which some are there already */
}
static inline void sparse_list_registers(const sparse *at, sparse_list *list, int size) {
    sparse_add_registers(at, list, size, true);
    list->filled = list->all;
    sparse_add_registers(at, list, size, false);
}

/* Whether two rows are whole lines, and one is not. */
static inline bool sparse_has_pairs(const sparse *at) {
#ifdef RIGID_STREAMS
    return at->size > RIGID_WIDTH && at->size % RIGID_WIDTH == RIGID_WIDTH / 2;
#else
    (void)at;
    return false;
#endif
}

/* Whether all results begin with a line. */
static inline bool sparse_is_aligned(const lanes *s) {
    const rigid_batch *b = s->batch;
    for (int k = 0; k < rigid_batch_gives[b->kind]; k++)
        if ((uintptr_t)b->out[k] % RIGID_LANES_LINE != 0)
            return false;
    return true;
}

/* Whether results are so large that whoever reads them finds them in no cache, and the registers of a block whole lines: then they need
   not be read into one before they are written. */
static inline bool sparse_streams(const lanes *s, const sparse *at) {
#ifdef RIGID_STREAMS
    const rigid_batch *b = s->batch;
    const size_t bytes = (size_t)at->size * sizeof(double), most = (size_t)1 << 23;
    const bool whole = bytes % RIGID_LANES_LINE == 0 || sparse_has_pairs(at);
    return whole && sparse_is_aligned(s) && (size_t)b->n * bytes * (size_t)rigid_batch_gives[b->kind] > most;
#else
    (void)s, (void)at;
    return false;
#endif
}

/* When all places are known. */
static inline void sparse_make_lists(const lanes *s, sparse *at) {
    sparse_list_registers(at, &at->rows, at->size);
    at->pairs.begin = at->rows.begin + at->rows.all; /* three eighths of the room in all */
    if (sparse_has_pairs(at) && sparse_is_aligned(s))
        sparse_list_registers(at, &at->pairs, 2 * at->size);
}

#ifdef RIGID_STREAMS
#ifdef __clang__
static inline void stream_put(double *to, real x) { __builtin_nontemporal_store(x, (real *)(void *)to); }
#else
static inline void stream_put(double *to, real x) { __builtin_ia32_movntpd512(to, x); }
#endif
#endif
static inline void sparse_put(double *to, real x, bool streams) {
#ifdef RIGID_STREAMS
    if (streams) {
        stream_put(to, x);
        return;
    }
#endif
    (void)streams;
    real_put(to, x);
}

/* Registers first to last - 1 of a result. */
static inline void sparse_turn(const sparse_result *r, int begin, real x[RIGID_WIDTH]) {
    const double *from = (const double *)(const void *)r->from;
    const int *place = r->place + begin;
    const double *each[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        each[l] = from + place[l];
    lanes_turn(each, x);
}
#ifdef RIGID_STREAMS
/* The same of every other state, `odd` those of which there are four numbers and then four more. */
static inline void lanes_turn_half(const double *from, const int *place, const int *rest, bool odd, bool odd_rest, real x[RIGID_WIDTH / 2]) {
    real t[4], u[4];
    for (int k = 0; k < 4; k++) {
        const int *at = k < 2 ? place + 2 * k : rest + 2 * (k - 2);
        const real a = real_at(from + at[0]), b = real_at(from + at[1]);
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
#endif
static inline void sparse_write_whole(const sparse *at, const sparse_result *r, int first, int last, bool streams) {
    const size_t size = (size_t)at->size;
    for (int k = first; k < last; k++) {
        double *to = r->rows + at->rows.begin[k];
        real x[RIGID_WIDTH];
        sparse_turn(r, at->rows.begin[k], x);
        for (int l = 0; l < RIGID_WIDTH; l++)
            sparse_put(to + (size_t)l * size, x[l], streams);
    }
}
static inline void sparse_write_some(const sparse *at, const sparse_result *r, int count, int first, int last) {
    for (int k = first; k < last; k++) {
        real x[RIGID_WIDTH];
        sparse_turn(r, at->rows.begin[k], x);
        for (int l = 0; l < count; l++)
            real_put(r->rows + at->rows.begin[k] + (size_t)l * (size_t)at->size, x[l]);
    }
}

/* Lines of pairs of rows. */
static inline void sparse_write_pairs(const sparse *at, const sparse_result *r, int first, int last, bool streams) {
#ifdef RIGID_STREAMS
    const double *from = (const double *)(const void *)r->from;
    for (int k = first; k < last; k++) {
        const int begin = at->pairs.begin[k], beyond = begin - at->size, half = RIGID_WIDTH / 2;
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
            sparse_put(to + (size_t)l * 2 * (size_t)at->size, x[l], streams);
    }
#else
    (void)at, (void)r, (void)first, (void)last, (void)streams;
#endif
}

static inline void sparse_write_registers(const sparse_block *b, const sparse_result *r, int first, int last) {
    if (b->list == &b->at->pairs)
        sparse_write_pairs(b->at, r, first, last, b->streams);
    else if (b->streams)
        sparse_write_whole(b->at, r, first, last, true);
    else if (b->count == RIGID_WIDTH)
        sparse_write_whole(b->at, r, first, last, false);
    else
        sparse_write_some(b->at, r, b->count, first, last);
}

/* Rows of fewer numbers than a register has lanes. */
static inline void sparse_write_short(const sparse_block *b, const sparse_result *r) {
    for (int e = 0; e < b->at->size; e++)
        for (int l = 0; l < b->count; l++)
            r->rows[l * b->at->size + e] = ((const double *)(const void *)r->from)[r->place[e] + l];
}

static inline void sparse_write_zeros(const sparse_block *b, const sparse_result *r) {
    const sparse_list *list = b->list;
    const int rows = list == &b->at->pairs ? 2 : 1;
    for (int k = list->filled; k < list->all; k++)
        for (int l = 0; l < b->count; l += rows)
            real_put(r->rows + (size_t)l * (size_t)b->at->size + list->begin[k], real_all(0));
}

/* Registers of all results up to that one. */
RIGID_APART void sparse_write_to(sparse_block *b, int end) {
    const int filled = b->list->filled;
    while (b->next < end) {
        const int which = b->next / filled, first = b->next - which * filled;
        const int last = end - which * filled < filled ? end - which * filled : filled;
        sparse_write_registers(b, &b->result[which], first, last);
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
        if (b->at->size < RIGID_WIDTH)
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
    const bool pairs = at->pairs.all > 0 && count == RIGID_WIDTH && row % 2 == 0;
    b->streams = streams && count == RIGID_WIDTH && (pairs || !sparse_has_pairs(at));
    b->list = pairs ? &at->pairs : &at->rows;
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
