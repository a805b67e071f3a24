/* The minimum of a least squares problem under entropic divergences from possible bodies, by Newton's method; from afar by one that moves bodies and
   their duals together. No memory is taken but a userdata on the stack. */
#include "../core/identification/entropy.h"
#include "identification_minimum.h"
#include "identification_values.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* c·x > d, x some of the unknowns from number `at` on: a half space of a link's parameters, or a scalar that stays above zero. */
typedef struct {
    int at, width;
    double c[10], d, prior; /* c·x - d at the prior */
} barrier;

/* ½ |F x - f|² + γ (Σ_i D(J_i | J_i⁰) + Σ_b D(r_b | r_b⁰)), r = c·x - d of a barrier: links first, then scalars. */
typedef struct {
    int n, links, rows, barriers;
    double gamma, log_prior;
    const rigid_matrix *F;                                     /* its last column is f */
    barrier *barrier;
    double *normal, *H, *U, *gradient, *step, *tried, *scale;  /* FᵀF; the Hessian, its factor; each n */
    double *residual, *inverses, *priors;                      /* rows; J⁻¹ and J⁰⁻¹, 16 a link */
    double *dual, *dual_step;                                  /* Z, 16 a link, then one for each barrier */
} problem;

/* c·x. */
static double along(const barrier *b, const double *x) {
    double sum = 0;
    for (int k = 0; k < b->width; k++)
        sum += b->c[k] * x[b->at + k];
    return sum;
}

static double room_of(const barrier *b, const double *x) { return along(b, x) - b->d; }

/* y += s c */
static void add_along(const barrier *b, double s, double *y) {
    for (int k = 0; k < b->width; k++)
        y[b->at + k] += s * b->c[k];
}

static const double *row_of(const problem *p, int r) { return p->F->at + (size_t)r * (size_t)p->F->cols; }

/* The objective at x, INFINITY where a body is impossible; leaves residual and inverses. */
static double objective(problem *p, const double *x) {
    double sum = 0, divergence = p->log_prior - 4 * p->links;
    for (int i = 0; i < p->links; i++) {
        double J[16], log_det = 0;
        rigid_pseudo_of(x + 10 * i, J);
        if (!rigid_pseudo_inverse(J, p->inverses + 16 * i, &log_det))
            return INFINITY;
        divergence -= log_det;
        for (int k = 0; k < 16; k++)
            divergence += p->priors[16 * i + k] * J[k];
    }
    for (int b = 0; b < p->barriers; b++) {
        const double ratio = room_of(&p->barrier[b], x) / p->barrier[b].prior;
        if (!(ratio > 0))
            return INFINITY;
        divergence += ratio - 1 - log(ratio);
    }
    for (int r = 0; r < p->rows; r++) {
        const double *row = row_of(p, r);
        double e = -row[p->n];
        for (int k = 0; k < p->n; k++)
            e += row[k] * x[k];
        p->residual[r] = e;
        sum += e * e;
    }
    return 0.5 * sum + p->gamma * divergence;
}

/* gradient = Fᵀ residual + γ (tr((J⁰⁻¹ - J⁻¹) E_k) + (1 / r⁰ - 1 / r) c) */
static void slope(problem *p, const double *x) {
    for (int k = 0; k < p->n; k++)
        p->gradient[k] = 0;
    for (int r = 0; r < p->rows; r++)
        for (int k = 0; k < p->n; k++)
            p->gradient[k] += row_of(p, r)[k] * p->residual[r];
    for (int i = 0; i < p->links; i++) {
        double difference[16], traces[10];
        for (int k = 0; k < 16; k++)
            difference[k] = p->priors[16 * i + k] - p->inverses[16 * i + k];
        rigid_pseudo_traces(difference, traces);
        for (int k = 0; k < 10; k++)
            p->gradient[10 * i + k] += p->gamma * traces[k];
    }
    for (int b = 0; b < p->barriers; b++)
        add_along(&p->barrier[b], p->gamma * (1 / p->barrier[b].prior - 1 / room_of(&p->barrier[b], x)), p->gradient);
}

static double *dual_of(const problem *p, int b) { return p->dual + 16 * p->links + b; }
static double *dual_step_of(const problem *p, int b) { return p->dual_step + 16 * p->links + b; }

/* Z = γ J⁻¹ */
static void renew_dual(problem *p, const double *x) {
    for (int k = 0; k < 16 * p->links; k++)
        p->dual[k] = p->gamma * p->inverses[k];
    for (int b = 0; b < p->barriers; b++)
        *dual_of(p, b) = p->gamma / room_of(&p->barrier[b], x);
}

/* H = FᵀF + tr(E_l ½ (J⁻¹ E_k Z + Z E_k J⁻¹)) + z / r c cᵀ, scaled to a diagonal of ones. With Z = γ J⁻¹ it is the Hessian. */
static void curvature(problem *p, const double *x) {
    const int n = p->n;
    memcpy(p->H, p->normal, (size_t)n * (size_t)n * sizeof *p->H);
    for (int i = 0; i < p->links; i++) {
        double metric[100];
        rigid_pseudo_metric(p->inverses + 16 * i, p->dual + 16 * i, metric);
        for (int k = 0; k < 100; k++)
            p->H[(10 * i + k / 10) * n + 10 * i + k % 10] += metric[k];
    }
    for (int i = 0; i < p->barriers; i++) {
        const barrier *b = &p->barrier[i];
        const double strength = *dual_of(p, i) / room_of(b, x);
        for (int k = 0; k < b->width; k++)
            add_along(b, strength * b->c[k], p->H + (b->at + k) * n);
    }
    for (int k = 0; k < n; k++)
        p->scale[k] = p->H[k * n + k] > 0 ? 1 / sqrt(p->H[k * n + k]) : 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p->H[i * n + j] *= p->scale[i] * p->scale[j];
}

/* y -= s x, `count` numbers of each. */
static void take_off(int count, double s, const double *restrict x, double *restrict y) {
    for (int j = 0; j < count; j++)
        y[j] -= s * x[j];
}

/* The upper U with UᵀU = H; false where there is none. Whole rows at a time, which fill registers: the factor is nearly all of what a step costs, and
   that of src/dense, number by number, takes five times as long. */
static bool factor(const problem *p) {
    const int n = p->n;
    double *U = p->U;
    memcpy(U, p->H, (size_t)n * (size_t)n * sizeof *U);
    for (int k = 0; k < n; k++) {
        double *row = U + k * n;
        if (!(row[k] > 0 && row[k] < INFINITY))
            return false;
        const double pivot = sqrt(row[k]);
        for (int j = k; j < n; j++)
            row[j] = j == k ? pivot : row[j] / pivot;
        for (int i = k + 1; i < n; i++)
            take_off(n - i, row[i], row + i, U + i * n + i);
    }
    return true;
}

/* step = -H⁻¹ gradient; the square of Newton's decrement, gradientᵀ H⁻¹ gradient, or a negative number where H has no factor. A little is added
   to its diagonal where nothing is known. */
static double newton_step(problem *p) {
    const int n = p->n;
    double more = 1e-15, decrement = 0;
    bool found;
    do {
        for (int k = 0; k < n; k++)
            p->H[k * n + k] = 1 + more;
        found = factor(p);
        more *= 100;
    } while (!found && more < 1);
    if (!found)
        return -1;
    for (int i = 0; i < n; i++)
        p->step[i] = -p->scale[i] * p->gradient[i];
    for (int i = 0; i < n; i++) {
        p->step[i] /= p->U[i * n + i];
        decrement += p->step[i] * p->step[i];
        take_off(n - i - 1, p->step[i], p->U + i * n + i + 1, p->step + i + 1);
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = p->step[i];
        for (int k = i + 1; k < n; k++)
            sum -= p->U[i * n + k] * p->step[k];
        p->step[i] = sum / p->U[i * n + i];
    }
    for (int i = 0; i < n; i++)
        p->step[i] *= p->scale[i];
    return decrement;
}

/* x moves along the step, as far as bodies stay possible and the objective falls enough, which the damped step is known to do. The objective
   there. */
static double move(problem *p, double *x, double value, double decrement) {
    const double damped = 1 / (1 + sqrt(decrement / p->gamma)), near = 1e-6 * p->gamma;
    double t = 1;
    for (int halvings = 0; halvings < 60; halvings++, t *= 0.5) {
        for (int k = 0; k < p->n; k++)
            p->tried[k] = x[k] + t * p->step[k];
        const double there = objective(p, p->tried);
        if (there < INFINITY && (decrement < near || t <= damped || there <= value - 1e-4 * t * decrement)) {
            memcpy(x, p->tried, (size_t)p->n * sizeof *x);
            return there;
        }
    }
    return INFINITY;
}

enum { MOST_STEPS = 200 };

/* Newton's method from x, as far as rounding lets it. How many steps; the last decrement squared. */
static int descend(problem *p, double *x, double *decrement) {
    double value = objective(p, x), before = INFINITY;
    int steps = 0;
    *decrement = INFINITY;
    while (value < INFINITY && steps < MOST_STEPS) {
        slope(p, x);
        renew_dual(p, x);
        curvature(p, x);
        *decrement = newton_step(p);
        const bool at_rounding = *decrement <= 1e-24 * (fabs(value) + p->gamma) || (*decrement < 1e-12 * p->gamma && *decrement >= 0.25 * before);
        if (at_rounding || *decrement < 0)
            break;
        before = *decrement;
        value = move(p, x, value, *decrement);
        steps++;
    }
    return steps;
}

/* ---- from afar: both J and its dual Z, which meet in Z J = γ 1 ---- */

/* -(gradient of the objective but for -γ ln det J, less μ tr(J⁻¹ E_k)): what the common step solves for, with its sign turned. */
static void common_slope(problem *p, const double *x, double mu) {
    slope(p, x);
    for (int i = 0; i < p->links; i++) {
        double traces[10];
        rigid_pseudo_traces(p->inverses + 16 * i, traces);
        for (int k = 0; k < 10; k++)
            p->gradient[10 * i + k] += (p->gamma - mu) * traces[k];
    }
    for (int b = 0; b < p->barriers; b++)
        add_along(&p->barrier[b], (p->gamma - mu) / room_of(&p->barrier[b], x), p->gradient);
}

/* dZ = μ J⁻¹ - Z - ½ (J⁻¹ dJ Z + Z dJ J⁻¹) [Helmberg, Rendl, Vanderbei, Wolkowicz 1996] */
static void common_dual(problem *p, const double *x, double mu) {
    for (int i = 0; i < p->links; i++) {
        double dJ[16], S[16];
        rigid_pseudo_of(p->step + 10 * i, dJ);
        rigid_pseudo_between(p->inverses + 16 * i, dJ, p->dual + 16 * i, S);
        for (int k = 0; k < 16; k++)
            p->dual_step[16 * i + k] = mu * p->inverses[16 * i + k] - p->dual[16 * i + k] - S[k];
    }
    for (int b = 0; b < p->barriers; b++) {
        const double room = room_of(&p->barrier[b], x);
        *dual_step_of(p, b) = mu / room - *dual_of(p, b) * (1 + along(&p->barrier[b], p->step) / room);
    }
}

/* Do J and Z stay positive at that part of the step? */
static bool stays(const problem *p, const double *x, double t) {
    double inverse[16], log_det;
    for (int i = 0; i < p->links; i++) {
        double J[16], Z[16], moved[10];
        for (int k = 0; k < 10; k++)
            moved[k] = x[10 * i + k] + t * p->step[10 * i + k];
        rigid_pseudo_of(moved, J);
        for (int k = 0; k < 16; k++)
            Z[k] = p->dual[16 * i + k] + t * p->dual_step[16 * i + k];
        if (!rigid_pseudo_inverse(J, inverse, &log_det) || !rigid_pseudo_inverse(Z, inverse, &log_det))
            return false;
    }
    for (int i = 0; i < p->barriers; i++) {
        const barrier *b = &p->barrier[i];
        if (!(room_of(b, x) + t * along(b, p->step) > 0 && *dual_of(p, i) + t * *dual_step_of(p, i) > 0))
            return false;
    }
    return true;
}

/* The mean of the eigenvalues of Z J, and of z r. */
static double mean_product(const problem *p, const double *x) {
    double sum = 0;
    const int count = 4 * p->links + p->barriers;
    for (int i = 0; i < p->links; i++) {
        double J[16];
        rigid_pseudo_of(x + 10 * i, J);
        for (int k = 0; k < 16; k++)
            sum += J[k] * p->dual[16 * i + k];
    }
    for (int b = 0; b < p->barriers; b++)
        sum += *dual_of(p, b) * room_of(&p->barrier[b], x);
    return count > 0 ? sum / count : 0;
}

/* One step of both, towards Z J = μ 1; which part of it was taken, or 0. */
static double common_step(problem *p, double *x, double mu) {
    common_slope(p, x, mu);
    curvature(p, x);
    if (newton_step(p) < 0)
        return 0;
    common_dual(p, x, mu);
    double t = 1;
    while (t > 1e-9 && !stays(p, x, t))
        t *= 0.9;
    if (t < 1)
        t *= 0.95;
    for (int k = 0; k < p->n; k++)
        x[k] += t * p->step[k];
    for (int k = 0; k < 16 * p->links + p->barriers; k++)
        p->dual[k] += t * p->dual_step[k];
    return objective(p, x) < INFINITY ? t : 0;
}

enum { MOST_COMMON_STEPS = 80, MOST_ON_WAY = 14 };

static bool is_bounded(const problem *p, int first) {
    for (int b = 0; b < p->barriers; b++)
        if (p->barrier[b].at == first)
            return true;
    return false;
}

/* x becomes bodies larger and heavier than any that is likely, so that no boundary is near; but for those that have bounds. */
static void inflate(const problem *p, double *x) {
    double mass = 0, size = 0;
    for (int i = 0; i < p->links; i++) {
        const double *q = x + 10 * i;
        mass += q[0];
        size = fmax(size, 0.5 * (q[4] + q[7] + q[9]) / q[0]);
    }
    mass *= 10;
    size *= 10;
    for (int i = 0; i < p->links; i++) {
        const double ball[10] = {mass, 0, 0, 0, 2 * mass * size, 0, 0, 2 * mass * size, 0, 2 * mass * size};
        for (int k = 0; k < 10 && !is_bounded(p, 10 * i); k++)
            x[10 * i + k] += ball[k];
    }
    for (int s = 10 * p->links; s < p->n; s++)
        x[s] *= is_bounded(p, s) ? 10 : 1;
}

/* The square of Newton's decrement at x, where the objective was asked for last, with Z = γ J⁻¹. */
static double decrement_at(problem *p, const double *x) {
    slope(p, x);
    renew_dual(p, x);
    curvature(p, x);
    return newton_step(p);
}

/* Is x near the minimum of a γ that is up to 1000 times as large? Then Z are left as there. */
static bool is_on_way(problem *p, const double *x) {
    const double gamma = p->gamma;
    bool near = false;
    for (int k = 0; k < 6 && !near; k++) {
        p->gamma *= 3.1622776601683795; /* the root of 10 */
        near = decrement_at(p, x) < p->gamma;
    }
    p->gamma = gamma;
    return near;
}

/* Large bodies in the place of x, whose first Z are as strong as the slope. */
static void begin_afar(problem *p, double *x) {
    const double gamma = p->gamma;
    inflate(p, x);
    objective(p, x);
    for (int tens = 0; tens < 14 && decrement_at(p, x) > 10 * p->gamma; tens++)
        p->gamma *= 10;
    p->gamma = gamma;
}

/* Near the minimum, from large bodies on: Newton's method alone creeps along the boundary there. From where another γ, or other samples, have theirs
   the way is shorter, unless the boundary is so near that only short steps are left. */
static int approach(problem *p, double *x) {
    const double gamma = p->gamma;
    bool on_way = is_on_way(p, x);
    int whole = 0, steps = 0;
    if (!on_way)
        begin_afar(p, x);
    while (whole < 2 && steps < MOST_COMMON_STEPS) {
        const double mean = mean_product(p, x), mu = fmax(gamma, 0.1 * mean), t = common_step(p, x, mu);
        steps++;
        if (on_way && (t == 0 || steps == MOST_ON_WAY)) {
            on_way = false;
            begin_afar(p, x);
            continue;
        }
        if (t == 0)
            break;
        whole = t == 1 && mu == gamma ? whole + 1 : 0;
    }
    return steps;
}

/* The minimum from x on, which may be far from it. */
static int minimize(problem *p, double *x, double *decrement) {
    const bool far = objective(p, x) < INFINITY && decrement_at(p, x) > p->gamma;
    const int steps = far ? approach(p, x) : 0;
    return steps + descend(p, x, decrement);
}

static double *room(double **next, size_t count) {
    double *at = *next;
    *next += count;
    return at;
}

/* Room for all that a problem works with, as a userdata on the stack. */
static void lay_out(lua_State *L, problem *p) {
    const size_t n = (size_t)p->n, links = (size_t)p->links, rows = (size_t)p->rows, barriers = (size_t)p->barriers;
    double *next = lua_newuserdatauv(L, (3 * n * n + 4 * n + rows + 64 * links + 2 * barriers) * sizeof(double), 0);
    p->normal = room(&next, n * n);
    p->H = room(&next, n * n);
    p->U = room(&next, n * n);
    p->gradient = room(&next, n);
    p->step = room(&next, n);
    p->tried = room(&next, n);
    p->scale = room(&next, n);
    p->residual = room(&next, rows);
    p->inverses = room(&next, 16 * links);
    p->priors = room(&next, 16 * links);
    p->dual = room(&next, 16 * links + barriers);
    p->dual_step = room(&next, 16 * links + barriers);
}

static void square_up(problem *p) {
    const int n = p->n;
    memset(p->normal, 0, (size_t)n * (size_t)n * sizeof *p->normal);
    for (int r = 0; r < p->rows; r++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n && row_of(p, r)[i] != 0; j++)
                p->normal[i * n + j] += row_of(p, r)[i] * row_of(p, r)[j];
}

/* The barriers, as a userdata on the stack: of scalars with a prior above zero, and of the half spaces in the rows of `given` (the number of a
   link, ten coefficients, and what their sum is above), or nil. */
static void lay_barriers(lua_State *L, problem *p, const double *scalars, const rigid_matrix *given) {
    const int count = given ? given->rows : 0, most = p->n - 10 * p->links + count;
    p->barrier = lua_newuserdatauv(L, (size_t)(most > 0 ? most : 1) * sizeof *p->barrier, 0);
    for (int s = 0; s < p->n - 10 * p->links; s++)
        if (scalars[s] > 0)
            p->barrier[p->barriers++] = (barrier){.at = 10 * p->links + s, .width = 1, .c = {1}, .prior = scalars[s]};
    for (int i = 0; i < count; i++) {
        const double *row = given->at + RIGID_BOUND_COLUMNS * i;
        luaL_argcheck(L, row[0] >= 1 && row[0] <= p->links, 7, "numbers of links expected");
        barrier *b = &p->barrier[p->barriers++];
        *b = (barrier){.at = 10 * ((int)row[0] - 1), .width = 10, .d = row[11]};
        memcpy(b->c, row + 1, sizeof b->c);
    }
}

/* What the priors are; the number of a link whose own is not possible, or not within its bounds; or 0. */
static int take_priors(problem *p, const double *prior) {
    for (int i = 0; i < p->links; i++) {
        double J[16], log_det = 0;
        rigid_pseudo_of(prior + 10 * i, J);
        if (!rigid_pseudo_inverse(J, p->priors + 16 * i, &log_det))
            return i + 1;
        p->log_prior += log_det;
    }
    for (int i = 0; i < p->barriers; i++) {
        barrier *b = &p->barrier[i];
        if (b->at < 10 * p->links)
            b->prior = room_of(b, prior);
        if (!(b->prior > 0))
            return b->at / 10 + 1;
    }
    return 0;
}

/* entropic(F, links, prior, scalars, gamma, x, bounds) -> steps, decrement²: x, a Vector of n numbers that are possible, becomes the minimum. F has
   n + 1 columns; prior has the ten parameters of each link; scalars n - 10 links numbers; bounds half spaces, or nil. nil, and the number of
   the link whose prior is not possible, or 0 where x is not. */
int rigid_entropic_minimum(lua_State *L) {
    problem p = {.links = (int)luaL_checkinteger(L, 2), .gamma = luaL_checknumber(L, 5)};
    rigid_vector *x = rigid_inner_vector(L, 6, 0);
    p.n = (int)x->size;
    luaL_argcheck(L, p.links >= 0 && 10 * p.links <= p.n && p.n > 0, 2, "out of range");
    p.F = rigid_inner_matrix(L, 1, p.n + 1);
    p.rows = p.F->rows;
    const rigid_vector *prior = rigid_inner_vector(L, 3, 0), *scalars = rigid_inner_vector(L, 4, 0);
    luaL_argcheck(L, prior->size == 10 * p.links && scalars->size == p.n - 10 * p.links && p.gamma > 0, 3, "sizes differ");
    lay_barriers(L, &p, scalars->at, lua_isnoneornil(L, 7) ? NULL : rigid_inner_matrix(L, 7, RIGID_BOUND_COLUMNS));
    lay_out(L, &p);
    const int wrong = take_priors(&p, prior->at);
    if (wrong == 0)
        square_up(&p);
    if (wrong > 0 || objective(&p, x->at) == INFINITY) {
        lua_pushnil(L);
        lua_pushinteger(L, wrong);
        return 2;
    }
    double decrement;
    const int steps = minimize(&p, x->at, &decrement);
    lua_pushinteger(L, steps);
    lua_pushnumber(L, decrement);
    return 2;
}
