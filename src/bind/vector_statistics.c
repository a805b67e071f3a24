/* What the numbers of a Vector come to, parts of it and what is put after it, and Vectors of evenly spaced numbers. */
#include "class.h"
#include "numbers.h"
#include "vector.h"
#include "vector_lists.h"

/* The receiver, of at least `least` numbers. */
static const rigid_vector *self_of(lua_State *L, int least) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    if (v->size < least)
        rigid_bad(L, rigid_at(1), "Vector of at least %d number%s expected, got %d", least, least == 1 ? "" : "s", (int)v->size);
    return v;
}

static double sum_of(const rigid_vector *v) {
    double sum = 0;
    for (int64_t i = 0; i < v->size; i++)
        sum += v->at[i];
    return sum;
}

static int sum(lua_State *L) {
    lua_pushnumber(L, sum_of(self_of(L, 0)));
    return 1;
}

static int mean(lua_State *L) {
    const rigid_vector *v = self_of(L, 1);
    lua_pushnumber(L, sum_of(v) / (double)v->size);
    return 1;
}

/* √(Σ (v_i - mean)² / (n - 1)), the mean taken first so that no digits are lost */
static int deviation(lua_State *L) {
    const rigid_vector *v = self_of(L, 2);
    double middle = sum_of(v) / (double)v->size, squares = 0;
    for (int64_t i = 0; i < v->size; i++)
        squares += (v->at[i] - middle) * (v->at[i] - middle);
    lua_pushnumber(L, sqrt(squares / (double)(v->size - 1)));
    return 1;
}

static int vcat(lua_State *L) {
    const rigid_vector *v = self_of(L, 0);
    const rigid_vector *more = rigid_get_vector(L, 2, rigid_at(2), 0);
    if (v->size + more->size > RIGID_MOST_NUMBERS)
        return rigid_bad(L, rigid_at(2), "the result would have more than 2^27 numbers");
    rigid_vector *out = rigid_push_vector(L, (int)(v->size + more->size));
    memcpy(out->at, v->at, (size_t)v->size * sizeof(double));
    memcpy(out->at + v->size, more->at, (size_t)more->size * sizeof(double));
    return 1;
}

static int block(lua_State *L) {
    const rigid_vector *v = self_of(L, 0);
    int i = rigid_get_integer(L, 2, rigid_at(2), 1, (int)v->size + 1);
    int n = rigid_get_integer(L, 3, rigid_at(3), 0, (int)v->size - i + 1);
    rigid_vector *out = rigid_push_vector(L, n);
    memcpy(out->at, v->at + i - 1, (size_t)n * sizeof(double));
    return 1;
}

/* The value and where it first stands; NaN where there is one. */
static int push_extreme(lua_State *L, double sign) {
    const rigid_vector *v = self_of(L, 1);
    int64_t at = 0;
    for (int64_t i = 1; i < v->size && !isnan(v->at[at]); i++)
        if (sign * v->at[i] > sign * v->at[at] || isnan(v->at[i]))
            at = i;
    lua_pushnumber(L, v->at[at]);
    lua_pushinteger(L, at + 1);
    return 2;
}

static int least(lua_State *L) { return push_extreme(L, -1); }
static int most(lua_State *L) { return push_extreme(L, 1); }

/* s of the way from a to b, which is reached to the last bit. */
static double between(double a, double b, int i, int n) {
    double s = (double)i / n;
    return i == n ? b : (1 - s) * a + s * b;
}

/* The ends of the bins: those asked for at 3 and 4, or the least and the greatest number, or half of one to each side of both. */
static void read_ends(lua_State *L, const rigid_vector *v, double *low, double *high) {
    *low = *high = v->at[0];
    for (int i = 0; i < v->size; i++) {
        if (!isfinite(v->at[i]))
            rigid_bad(L, rigid_at(1), "Vector of finite numbers expected, but [%d] is not", i + 1);
        *low = fmin(*low, v->at[i]);
        *high = fmax(*high, v->at[i]);
    }
    if (*low == *high) {
        *low -= 0.5;
        *high += 0.5;
    }
    *low = !lua_isnoneornil(L, 3) ? rigid_get_finite(L, 3, rigid_at(3)) : *low;
    *high = !lua_isnoneornil(L, 4) ? rigid_get_finite(L, 4, rigid_at(4)) : *high;
    if (!(*low < *high))
        rigid_bad(L, rigid_at(4), "a number above the lower end expected, that is %f", *low);
}

/* v:histogram(bins, low, high): counts, edges. A number lies in bin i where edge i <= x < edge i + 1, in the last also at its end. */
static int histogram(lua_State *L) {
    const rigid_vector *v = self_of(L, 1);
    int n = !lua_isnoneornil(L, 2) ? rigid_get_integer(L, 2, rigid_at(2), 1, RIGID_MOST_NUMBERS / 2) : 10;
    double low, high;
    read_ends(L, v, &low, &high);
    double *counts = rigid_push_vector(L, n)->at, *edges = rigid_push_vector(L, n + 1)->at;
    for (int i = 0; i <= n; i++)
        edges[i] = between(low, high, i, n);
    for (int i = 0; i < n; i++)
        counts[i] = 0;
    for (int i = 0; i < v->size; i++) {
        double x = v->at[i];
        if (!(x >= low && x <= high))
            continue;
        int k = (int)fmin((x / 2 - low / 2) / (high / 2 - low / 2) * n, n - 1); /* halves: the way may be more than a double */
        while (k > 0 && x < edges[k])
            k--;
        while (k < n - 1 && x >= edges[k + 1])
            k++;
        counts[k]++;
    }
    return 2;
}

static int zeros(lua_State *L) {
    int n = rigid_get_integer(L, 1, rigid_at(1), 0, RIGID_MOST_NUMBERS);
    rigid_vector *v = rigid_push_vector(L, n);
    for (int i = 0; i < n; i++)
        v->at[i] = 0;
    return 1;
}

static int ones(lua_State *L) {
    int n = rigid_get_integer(L, 1, rigid_at(1), 0, RIGID_MOST_NUMBERS);
    rigid_vector *v = rigid_push_vector(L, n);
    for (int i = 0; i < n; i++)
        v->at[i] = 1;
    return 1;
}

/* n numbers from a to b, both as given to the last bit */
static int linspace(lua_State *L) {
    double a = rigid_get_finite(L, 1, rigid_at(1)), b = rigid_get_finite(L, 2, rigid_at(2));
    int n = rigid_get_integer(L, 3, rigid_at(3), 2, RIGID_MOST_NUMBERS);
    rigid_vector *v = rigid_push_vector(L, n);
    for (int i = 0; i < n; i++)
        v->at[i] = between(a, b, i, n - 1);
    return 1;
}

#define MAKERS(ROW) ROW("zeros", zeros, 1) ROW("ones", ones, 1) ROW("linspace", linspace, 3)
MAKERS(RIGID_STATIC)
const luaL_Reg rigid_vector_makers[] = {MAKERS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("sum", sum, 0) ROW("mean", mean, 0) ROW("deviation", deviation, 0)                             \
    ROW("histogram", histogram, 3) ROW("min", least, 0) ROW("max", most, 0)                              \
    ROW("vcat", vcat, 1) ROW("block", block, 2)
METHODS(RIGID_METHOD)
const luaL_Reg rigid_vector_statistics[] = {METHODS(RIGID_ROW){NULL, NULL}};
