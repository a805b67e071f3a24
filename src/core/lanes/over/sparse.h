/* Rows of results in which many numbers are zero whatever the state. Those that are not are computed into registers of states, in any order;
   `place` says of each number of a row where it stands among them. They are turned and written a few neighbours at a time, in the
   order of memory, and where all are zeros nothing is written if they stand there already.

   What a block of states gives is written while the next is computed: writing waits for memory, computing for arithmetic. */
#ifndef RIGID_OVER_SPARSE_H
#define RIGID_OVER_SPARSE_H

#include "state.h"

#if defined(RIGID_SHUFFLES) && RIGID_WIDTH >= 4
#define RIGID_BY_LINES
#endif

/* Numbers in a line of memory, and registers that make one. */
enum { RIGID_LINE = 8, RIGID_OF_LINE = RIGID_LINE / RIGID_WIDTH };

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
    bool zeros, lines, streams; /* lines: by lines; streams: past the caches */
    reg_bits refused;
    int times, owed, due; /* times that sparse_write_evenly is called while the next is computed; lines that it writes in all these, or 0;
                             how many it owes, times that */
} sparse_block;

static inline void sparse_take(lanes *s, sparse *at, int size) {
    *at = (sparse){.size = size};
    LANES_TAKE(s, at->place, size + RIGID_LINE), LANES_TAKE(s, at->runs.begin, size + 1);
    memset(at->place, 0, (size_t)size * sizeof *at->place);
}

/* Pieces of `length` numbers go to the front of a list if one of them may be other than zero, to its end if not; `zeros` is where those begin. */
static inline void sparse_list_add(sparse_list *list, int *zeros, const int *place, int length, int begin) {
    int some = 0;
    for (int e = 0; e < length; e++)
        some |= place[e];
    list->begin[some ? list->filled++ : --*zeros] = begin;
}

static inline void sparse_list_runs(sparse *at) {
    const int size = at->size, length = RIGID_RUN, whole = size / length;
    sparse_list *list = &at->runs;
    int zeros = list->all = whole + (whole > 0 && size % length > 0);
    for (int k = 0; k < list->all; k++) {
        const int begin = k < whole ? k * length : size - length; /* the last, of which some are there already */
        sparse_list_add(list, &zeros, at->place + begin, length, begin);
    }
}
/* Of two rows column by column: what both take of the same numbers, they take while those are at hand. */
static inline void sparse_list_lines(sparse *at) {
    const int size = at->size, half = RIGID_LINE / 2;
    sparse_list *list = &at->lines;
    int zeros = list->all = at->rows * size / RIGID_LINE;
    for (int k = 0; k < list->all; k++) {
        const bool second = at->rows == 2 && k % 2 == 1;
        const int column = at->rows == 2 ? k * half : k * RIGID_LINE;
        sparse_list_add(list, &zeros, at->place + column, RIGID_LINE, second ? size + column : column);
    }
}

/* How many rows are whole lines, where all results begin with one; 0: no two are. */
static inline int sparse_rows_of_lines(const lanes *s, const sparse *at) {
#ifdef RIGID_BY_LINES
    const rigid_batch *b = s->batch;
    for (int k = 0; k < rigid_batch_gives[b->kind]; k++)
        if ((uintptr_t)b->out[k] % RIGID_LANES_LINE != 0)
            return 0;
    return at->size % RIGID_LINE == 0 ? 1 : at->size % RIGID_LINE == RIGID_LINE / 2 ? 2 : 0;
#else
    (void)s, (void)at;
    return 0;
#endif
}

/* When all places are known; beyond the end of a row the next begins. */
static inline void sparse_make_lists(const lanes *s, sparse *at) {
    for (int e = 0; e < RIGID_LINE; e++)
        at->place[at->size + e] = at->place[e];
    sparse_list_runs(at);
    at->lines.begin = at->runs.begin + at->runs.all; /* half of the room in all */
    at->rows = sparse_rows_of_lines(s, at);
    sparse_list_lines(at);
}

/* Whether results are larger than the cache that a core has of its own: then their lines are not read into that before they are written. */
static inline bool sparse_streams(const lanes *s, const sparse *at) {
    const rigid_batch *b = s->batch;
    const size_t most = (size_t)1 << 21, numbers = (size_t)b->n * (size_t)at->size * (size_t)rigid_batch_gives[b->kind];
    return at->lines.all > 0 && numbers * sizeof(double) > most;
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

#ifdef RIGID_BY_LINES
static inline void stream_put(double *to, real x) {
#if defined(__clang__)
    __builtin_nontemporal_store(x, (real *)(void *)to);
#elif RIGID_WIDTH == 8
    __builtin_ia32_movntpd512(to, x);
#else
    __builtin_ia32_movntpd256(to, x);
#endif
}

/* The lines of so many states, each in every so many rows. */
static inline void sparse_put_lines(real x[][RIGID_WIDTH], int count, double *to, size_t apart, bool streams) {
    for (int l = 0; l < count; l++, to += apart)
        for (int part = 0; part < RIGID_OF_LINE; part++)
            streams ? stream_put(to + part * RIGID_WIDTH, x[part][l]) : reg_put(to + part * RIGID_WIDTH, x[part][l]);
}

/* Half of a line of every other state: four registers turned, as lanes_turn, of the odd states or of the others; first the one half of all of
   them, then the other. */
static inline void sparse_turn_half(const double *from, const int *place, bool odd, real x[2]) {
    const real a = reg_at(from + place[0]), b = reg_at(from + place[1]), c = reg_at(from + place[2]), d = reg_at(from + place[3]);
#if RIGID_WIDTH == 8
    const real ab = odd ? __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15) : __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    const real cd = odd ? __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15) : __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
    x[0] = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13), x[1] = __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15);
#else
    const real ab = odd ? __builtin_shufflevector(a, b, 1, 5, 3, 7) : __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const real cd = odd ? __builtin_shufflevector(c, d, 1, 5, 3, 7) : __builtin_shufflevector(c, d, 0, 4, 2, 6);
    x[0] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5), x[1] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
#endif
}
/* Lines of every other state, of two halves: of W = 8 states 0, 2, 4 and 6 or 1, 3, 5 and 7. */
static inline void sparse_turn_halves(const double *from, const int *place, const int *rest, bool odd, bool odd_rest, real x[][RIGID_WIDTH]) {
    real first[2], second[2];
    sparse_turn_half(from, place, odd, first), sparse_turn_half(from, rest, odd_rest, second);
#if RIGID_WIDTH == 8
    for (int k = 0; k < 2; k++) {
        x[0][k] = __builtin_shufflevector(first[k], second[k], 0, 1, 2, 3, 8, 9, 10, 11);
        x[0][2 + k] = __builtin_shufflevector(first[k], second[k], 4, 5, 6, 7, 12, 13, 14, 15);
    }
#else
    for (int k = 0; k < 2; k++)
        x[0][k] = first[k], x[1][k] = second[k];
#endif
}

/* or lines: of all rows, */
static inline void sparse_write_line(const sparse *at, const sparse_result *r, int begin, bool streams) {
    const double *from = (const double *)(const void *)r->from;
    const int *place = r->place + begin;
    real x[RIGID_OF_LINE][RIGID_WIDTH];
    for (int part = 0; part < RIGID_OF_LINE; part++, place += RIGID_WIDTH) {
        const double *each[RIGID_WIDTH];
        for (int l = 0; l < RIGID_WIDTH; l++)
            each[l] = from + place[l];
        lanes_turn(each, x[part]);
    }
    sparse_put_lines(x, RIGID_WIDTH, r->rows + begin, (size_t)at->size, streams);
}
static inline void sparse_write_lines(const sparse *at, const sparse_result *r, int first, int last, bool streams) {
    for (int k = first; k < last; k++)
        sparse_write_line(at, r, at->lines.begin[k], streams);
}
/* or of all pairs of rows. */
static inline void sparse_write_lines_of_two(const sparse *at, const sparse_result *r, int first, int last, bool streams) {
    const double *from = (const double *)(const void *)r->from;
    for (int k = first; k < last; k++) {
        const int begin = at->lines.begin[k], beyond = begin - at->size, half = RIGID_LINE / 2;
        const int *place = r->place + (beyond < 0 ? begin : beyond), *rest = beyond == -half ? r->place : place + half;
        real x[RIGID_OF_LINE][RIGID_WIDTH];
        if (beyond >= 0)
            sparse_turn_halves(from, place, rest, true, true, x);
        else if (beyond == -half)
            sparse_turn_halves(from, place, rest, false, true, x);
        else
            sparse_turn_halves(from, place, rest, false, false, x);
        sparse_put_lines(x, RIGID_WIDTH / 2, r->rows + begin, 2 * (size_t)at->size, streams);
    }
}
static inline void sparse_write_all_lines(const sparse *at, const sparse_result *r, int first, int last, bool streams) {
    if (at->rows == 1)
        sparse_write_lines(at, r, first, last, streams);
    else
        sparse_write_lines_of_two(at, r, first, last, streams);
}
#endif

static inline void sparse_write_pieces(const sparse_block *b, const sparse_result *r, int first, int last) {
#ifdef RIGID_BY_LINES
    if (b->streams)
        sparse_write_all_lines(b->at, r, first, last, true);
    else if (b->lines)
        sparse_write_all_lines(b->at, r, first, last, false);
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
    const int rows = b->lines ? b->at->rows : 1, length = b->lines ? RIGID_LINE : RIGID_RUN;
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

/* A line, or none, of a single result, one of so many times. Past the caches a line takes longer than some dozen products, and what is put
   into memory meanwhile waits behind it: nothing is lost where they go one by one, between products that leave registers for it. */
static inline void sparse_write_evenly(sparse_block *b, bool streams) {
#ifdef RIGID_BY_LINES
    b->due += b->owed;
    if (b->due >= b->times) {
        b->due -= b->times;
        sparse_write_line(b->at, &b->result[0], b->at->lines.begin[b->next++], streams);
    }
#else
    (void)b, (void)streams;
#endif
}

/* As much as belongs to so many of `all` parts of the work on the next block: by lines, and where writing takes the longer part of the time,
   as it does from registers of eight. Each time costs what is in registers then: it is put away and taken up again. */
static inline void sparse_write_part(sparse_block *b, int parts, int all) {
    if (b->count > 0 && (b->lines || RIGID_WIDTH == 8) && b->owed == 0)
        sparse_write_to(b, (int)((int64_t)b->results * b->list->filled * parts / all));
}

/* The rest of it; and rows that are refused. */
RIGID_APART void sparse_write_rest(const lanes *s, sparse_block *b) {
    if (b->count == 0)
        return;
    RIGID_ASSERT(b->next <= b->results * b->list->filled);
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
    b->at = at, b->results = 0, b->next = 0, b->due = 0, b->row = row, b->count = count;
    b->lines = at->lines.all > 0 && count == RIGID_WIDTH && row % at->rows == 0;
    b->streams = b->lines && streams;
    b->list = b->lines ? &at->lines : &at->runs;
    b->zeros = s->batch->zeros, b->refused = s->refused;
    b->owed = RIGID_WIDTH == 8 && b->lines && at->rows == 1 && b->list->filled <= b->times ? b->list->filled : 0;
}
static inline void sparse_add(const lanes *s, sparse_block *b, const real *from, const int *place) {
    b->result[b->results] = (sparse_result){from, place, s->batch->out[b->results] + (size_t)b->row * (size_t)b->at->size};
    b->results++;
}

/* When all is written: what went past the caches is seen by other threads, too. */
static inline void sparse_end(bool streams) {
#ifdef RIGID_BY_LINES
    if (streams)
        __builtin_ia32_sfence();
#endif
    (void)streams;
}

#endif
