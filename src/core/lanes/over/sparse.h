/* Rows of results in which many numbers are zero whatever the state. Those that are not are computed into registers of states, in any order;
   `place` says of each number of a row where it stands among them. They are turned and written a register of neighbours at a time, in the
   order of memory, and where all are zeros nothing is written if they stand there already.

   What a block of states gives is written while the next is computed: writing waits for memory, computing for arithmetic. */
#ifndef RIGID_OVER_SPARSE_H
#define RIGID_OVER_SPARSE_H

#include "state.h"

#if defined(__AVX512F__) && defined(__GNUC__)
#define RIGID_STREAMS
#endif

typedef struct {
    int size;   /* numbers of a row */
    int *place; /* by number: where it stands among those that are computed, counted in numbers; 0: it is zero, as what stands there */
    int *begin; /* by register of neighbours: where it begins. Those with a number that may be other than zero are the first. */
    int filled, all;
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
    bool zeros, streams;
    real_bits refused;
} sparse_block;

static inline void sparse_take(lanes *s, sparse *at, int size) {
    at->size = size, at->filled = at->all = 0;
    LANES_TAKE(s, at->place, size), LANES_TAKE(s, at->begin, size + 1);
    memset(at->place, 0, (size_t)size * sizeof *at->place);
}

static inline bool sparse_is_filled(const sparse *at, int begin) {
    int some = 0;
    for (int l = 0; l < RIGID_WIDTH; l++)
        some |= at->place[begin + l];
    return some != 0;
}

static inline void sparse_add_registers(sparse *at, bool filled) {
    int begin = 0;
    for (; begin + RIGID_WIDTH <= at->size; begin += RIGID_WIDTH)
        if (sparse_is_filled(at, begin) == filled)
            at->begin[at->all++] = begin;
    if (begin < at->size && at->size >= RIGID_WIDTH && sparse_is_filled(at, at->size - RIGID_WIDTH) == filled)
        at->begin[at->all++] = at->size - RIGID_WIDTH; /* the last, of which some are there already */
}

/* When all places are known. */
static inline void sparse_list(sparse *at) {
    sparse_add_registers(at, true);
    at->filled = at->all;
    sparse_add_registers(at, false);
}

/* Whether results are so large that whoever reads them finds them in no cache, and their registers are whole lines: then they need not be
   read into one before they are written. */
static inline bool sparse_streams(const lanes *s, const sparse *at) {
#ifdef RIGID_STREAMS
    const rigid_batch *b = s->batch;
    const int gives = rigid_batch_gives[b->kind];
    const size_t bytes = (size_t)at->size * sizeof(double), most = (size_t)1 << 23;
    for (int k = 0; k < gives; k++)
        if ((uintptr_t)b->out[k] % RIGID_LANES_LINE != 0)
            return false;
    return bytes % RIGID_LANES_LINE == 0 && (size_t)b->n * bytes * (size_t)gives > most;
#else
    (void)s, (void)at;
    return false;
#endif
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
static inline void sparse_write_whole(const sparse *at, const sparse_result *r, int first, int last, bool streams) {
    const size_t size = (size_t)at->size;
    for (int k = first; k < last; k++) {
        double *to = r->rows + at->begin[k];
        real x[RIGID_WIDTH];
        sparse_turn(r, at->begin[k], x);
        for (int l = 0; l < RIGID_WIDTH; l++)
            sparse_put(to + (size_t)l * size, x[l], streams);
    }
}
static inline void sparse_write_some(const sparse *at, const sparse_result *r, int count, int first, int last) {
    for (int k = first; k < last; k++) {
        real x[RIGID_WIDTH];
        sparse_turn(r, at->begin[k], x);
        for (int l = 0; l < count; l++)
            real_put(r->rows + at->begin[k] + (size_t)l * (size_t)at->size, x[l]);
    }
}

static inline void sparse_write_registers(const sparse_block *b, const sparse_result *r, int first, int last) {
    if (b->streams)
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
    const sparse *at = b->at;
    for (int k = at->filled; k < at->all; k++)
        for (int l = 0; l < b->count; l++)
            real_put(r->rows + (size_t)l * (size_t)at->size + at->begin[k], real_all(0));
}

/* Registers of all results up to that one. */
RIGID_APART void sparse_write_to(sparse_block *b, int end) {
    const int filled = b->at->filled;
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
        sparse_write_to(b, (int)((int64_t)b->results * b->at->filled * parts / all));
}

/* The rest of it; and rows that are refused. */
RIGID_APART void sparse_write_rest(const lanes *s, sparse_block *b) {
    if (b->count == 0)
        return;
    sparse_write_to(b, b->results * b->at->filled);
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
    b->zeros = s->batch->zeros, b->streams = streams && count == RIGID_WIDTH, b->refused = s->refused;
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
