/* Each link's own regressor, six rows of ten, in the axes of the first body on its way from the world and about that one's
   origin. There they are the rows of a free base as they stand, and every other freedom that moves the link takes its
   component of them. */
#include "tree_regressor.h"

#include "order.h"
#include "tree.h"

#include <string.h>

/* ---- three rows, with columns side by side ---------------------------------------------------------------------------- */

typedef struct {
    w4 x, y, z;
} rows;

static inline rows rows_add(rows A, rows B) { return (rows){w4_add(A.x, B.x), w4_add(A.y, B.y), w4_add(A.z, B.z)}; }
static inline rows rows_sub(rows A, rows B) { return (rows){w4_sub(A.x, B.x), w4_sub(A.y, B.y), w4_sub(A.z, B.z)}; }
/* aᵀ B */
static inline w4 rows_mix(rows B, double x, double y, double z) {
    return w4_add(w4_add(w4_scale(x, B.x), w4_scale(y, B.y)), w4_scale(z, B.z));
}
/* a× B */
static inline rows rows_cross(const w3 *a, rows B) {
    const double x = w3_x(*a), y = w3_y(*a), z = w3_z(*a);
    return (rows){w4_sub(w4_scale(y, B.z), w4_scale(z, B.y)), w4_sub(w4_scale(z, B.x), w4_scale(x, B.z)),
                  w4_sub(w4_scale(x, B.y), w4_scale(y, B.x))};
}
/* (a, 0): one column, and three of nothing. */
static inline rows rows_of_column(const w3 *a) {
    return (rows){w4_make(w3_x(*a), 0, 0, 0), w4_make(w3_y(*a), 0, 0, 0), w4_make(w3_z(*a), 0, 0, 0)};
}
/* (0, R), of R by its columns. */
static inline rows rows_of_axes(w33 R) {
    const w4 zero = w4_make(0, 0, 0, 0), x = w4_of(R.x), y = w4_of(R.y), z = w4_of(R.z);
    const w4 ox = W4_PICK(zero, x, 0, 4, 2, 6), yz = W4_PICK(y, z, 0, 4, 2, 6); /* of rows x and z */
    const w4 ox_y = W4_PICK(zero, x, 0, 5, 2, 7), yz_y = W4_PICK(y, z, 1, 5, 3, 7);
    return (rows){W4_PICK(ox, yz, 0, 1, 4, 5), W4_PICK(ox_y, yz_y, 0, 1, 4, 5), W4_PICK(ox, yz, 2, 3, 6, 7)};
}

/* ---- one link ---------------------------------------------------------------------------------------------------------

   With R its axes, x its origin, ω, α and ω_r how it turns and d = l + ω_r x u, all in the axes of the first body:
     force   F = (d, (α× + ω_r× ω×) R)     at the mass and the first moment, nothing at the inertia
     moment  x× F - d× (0, R)              there; at the inertia, row by row, what  rᵀ I α + (ω× R)ᵀ_r I ω_r - ½ (ω x ω_r)_r tr I
   is linear in, r a row of R.  [the Christoffel factor; with ω_r = ω it is the net wrench] */
typedef struct {
    rows force, moment; /* at m hx hy hz */
    rows square, rest;  /* of the moment, at xx xy xz yy; at yz zz and nothing */
} link_rows;

/* What rᵀ I s multiplies: xx yy zz by the products of equal numbers, yz xz xy by those of others. The vectors have theirs
   from the second place on. */
typedef struct {
    w4 equal, other;
} products;

static inline w4 yzx(w4 a) { return W4_PICK(a, a, 0, 2, 3, 1); }
static inline w4 zxy(w4 a) { return W4_PICK(a, a, 0, 3, 1, 2); }
static inline products products_of(w4 r, w4 s) {
    return (products){w4_times(r, s), w4_add(w4_times(yzx(r), zxy(s)), w4_times(zxy(r), yzx(s)))};
}
static inline products products_add(products a, products b) {
    return (products){w4_add(a.equal, b.equal), w4_add(a.other, b.other)};
}
static inline w4 square_of(products a) { return W4_PICK(a.equal, a.other, 1, 7, 6, 2); }
static inline w4 rest_of(products a) { return W4_PICK(a.equal, a.other, 5, 3, 5, 3); }

/* Of one row: r of R, t of ω× R, half = ½ (ω x ω_r) of that row. */
static inline products inertia_row(w4 r, w4 t, w4 alpha, w4 w_ref, double half) {
    products row = products_add(products_of(r, alpha), products_of(t, w_ref));
    row.equal = w4_sub(row.equal, w4_make(half, half, half, half));
    return row;
}

/* The link's axes, by columns, in those of the first body. */
static inline w33 link_axes(const rigid_workspace *ws, const rigid_body *b, int i) {
    const w33 R = ws->pose[i].columns;
    if (!b->link_turned)
        return R;
    const m3 L = m3_transpose(b->link);
    return (w33){w33_mix_of(R, L.x), w33_mix_of(R, L.y), w33_mix_of(R, L.z)};
}

static inline w4 into_link(rows R, const w3 *a) { return rows_mix(R, w3_x(*a), w3_y(*a), w3_z(*a)); }

static inline link_rows christoffel_rows(const rigid_workspace *ws, const rigid_body *b, int i) {
    const w3 *x = &ws->pose[i].p, *w = &ws->w[i], *w_ref = &ws->w_ref[i], *alpha = &ws->alpha[i], *d = &ws->accel[i];
    const rows R = rows_of_axes(link_axes(ws, b, i)), wR = rows_cross(w, R);
    const w4 alpha_l = into_link(R, alpha), w_ref_l = into_link(R, w_ref);
    const w3 half = w3_scale(0.5, w3_cross(*w, *w_ref));
    link_rows Y;
    Y.force = rows_add(rows_add(rows_cross(alpha, R), rows_cross(w_ref, wR)), rows_of_column(d));
    Y.moment = rows_sub(rows_cross(x, Y.force), rows_cross(d, R));
    const products nx = inertia_row(R.x, wR.x, alpha_l, w_ref_l, w3_x(half));
    const products ny = inertia_row(R.y, wR.y, alpha_l, w_ref_l, w3_y(half));
    const products nz = inertia_row(R.z, wR.z, alpha_l, w_ref_l, w3_z(half));
    Y.square = (rows){square_of(nx), square_of(ny), square_of(nz)};
    Y.rest = (rows){rest_of(nx), rest_of(ny), rest_of(nz)};
    return Y;
}

/* ---- the rows of the tree --------------------------------------------------------------------------------------------- */

/* Where rows go. */
typedef struct {
    double *at;
    size_t columns;
    bool adds; /* some rows are shared by joints that mimic: all begin at zero, and each adds its own */
} table;

/* Ten numbers of row v of the table at the columns of a link. */
static inline void put_row(const table *Y, int v, const rigid_body *b, w4 first, w4 square, w4 rest) {
    double *at = Y->at + (size_t)v * Y->columns + 10 * (size_t)b->column, there[12];
    if (Y->adds) {
        memcpy(there, at, 10 * sizeof *at);
        there[10] = there[11] = 0;
        w4 old;
        memcpy(&old, there, sizeof old), first = w4_add(old, first);
        memcpy(&old, there + 4, sizeof old), square = w4_add(old, square);
        memcpy(&old, there + 8, sizeof old), rest = w4_add(old, rest);
    }
    memcpy(at, &first, 4 * sizeof *at);
    memcpy(at + 4, &square, 4 * sizeof *at);
    memcpy(at + 8, &rest, 2 * sizeof *at);
}

/* The six rows of a first body that is free. */
static inline void put_free_rows(const table *Y, int v, const rigid_body *b, const link_rows *L) {
    const w4 zero = w4_make(0, 0, 0, 0);
    put_row(Y, v, b, L->force.x, zero, zero);
    put_row(Y, v + 1, b, L->force.y, zero, zero);
    put_row(Y, v + 2, b, L->force.z, zero, zero);
    put_row(Y, v + 3, b, L->moment.x, L->square.x, L->rest.x);
    put_row(Y, v + 4, b, L->moment.y, L->square.y, L->rest.y);
    put_row(Y, v + 5, b, L->moment.z, L->square.z, L->rest.z);
}

/* Sᵀ of a link's rows. */
static inline void put_component(const table *Y, int v, const rigid_body *b, const rigid_motion *S,
                                 const link_rows *L) {
    const v3 l = S->linear, w = S->angular;
    const w4 first = w4_add(rows_mix(L->force, l.x, l.y, l.z), rows_mix(L->moment, w.x, w.y, w.z));
    put_row(Y, v, b, first, rows_mix(L->square, w.x, w.y, w.z), rows_mix(L->rest, w.x, w.y, w.z));
}

/* Every freedom that moves the link, of which the first ones may be those of a free body. */
static inline void put_link(const rigid_model *model, const rigid_workspace *ws, const table *Y,
                            const rigid_body *first, int i) {
    const rigid_body *b = &model->body[i];
    const link_rows L = christoffel_rows(ws, b, i);
    int k = 0;
    if (first->kind == RIGID_FREE) {
        put_free_rows(Y, first->v, b, &L);
        k = 6;
    }
    for (; k < b->above + rigid_joint_nv[b->kind]; k++)
        put_component(Y, ws->carrier_v[k], b, &ws->S[k], &L);
}

/* Σ S x over the freedoms on the way to a body: how it moves. */
static inline rigid_motion sum_of(const rigid_workspace *ws, const rigid_body *b, const double *x) {
    rigid_motion sum = rigid_motion_zero();
    for (int k = 0; k < b->above + rigid_joint_nv[b->kind]; k++)
        sum = rigid_motion_add(sum, rigid_motion_scale(x[ws->carrier_v[k]], ws->S[k]));
    return sum;
}

static inline rigid_transform transform_of(w33 R, w3 p) {
    return (rigid_transform){m3_transpose((m3){w3_to_v3(R.x), w3_to_v3(R.y), w3_to_v3(R.z)}), w3_to_v3(p)};
}

/* The same by the factors other than Christoffel's, through the one-body regressor; a_r = (d - ω_r x u, α). */
static void put_dense(const rigid_model *model, const rigid_workspace *ws, const table *Y, int i, const double *v,
                      const double *v_ref, rigid_factor factor) {
    const rigid_body *b = &model->body[i];
    const rigid_transform X = transform_of(link_axes(ws, b, i), ws->pose[i].p);
    const rigid_motion V = rigid_into_body(X, sum_of(ws, b, v)), W = rigid_into_body(X, sum_of(ws, b, v_ref));
    const v3 d = m3_tmul_v3(X.R, w3_to_v3(ws->accel[i])), alpha = m3_tmul_v3(X.R, w3_to_v3(ws->alpha[i]));
    const rigid_motion A = {v3_sub(d, v3_cross(W.angular, V.linear)), alpha};
    const rigid_regressor L = rigid_slotine_li_regressor(V, W, A, factor);
    for (int k = 0; k < b->above + rigid_joint_nv[b->kind]; k++) {
        const rigid_motion S = rigid_into_body(X, ws->S[k]);
        double row[12] = {0};
        w4 part[3];
        for (int c = 0; c < 10; c++)
            row[c] = rigid_motion_dot(S, L.column[c]);
        memcpy(part, row, sizeof row);
        put_row(Y, ws->carrier_v[k], b, part[0], part[1], part[2]);
    }
}

/* ---- how the bodies move ----------------------------------------------------------------------------------------------

   In the axes of the first body and from its origin: pose (its columns and p), w, alpha, w_ref, and accel, which is d: with
   v_ref = v the acceleration of the body's origin as a point, and no linear velocity is needed. */

/* The first body: its origin is pushed up by the world. */
static inline void begin(const rigid_model *model, rigid_workspace *ws, int i, const double *q, const double *v,
                         const double *v_ref, const double *a_ref) {
    const rigid_body *b = &model->body[i];
    const m3 R = rigid_body_pose_at(b, q, ws->angle[i], rigid_turn_of(ws, i)).R;
    const rigid_motion rate = rigid_joint_motion(b, v), ref = rigid_joint_motion(b, v_ref);
    const rigid_motion change = rigid_motion_add(rigid_joint_motion(b, a_ref), rigid_motion_cross(rate, ref));
    ws->pose[i].columns = w33_rows(m3_identity());
    ws->pose[i].p = w3_zero();
    ws->w[i] = w3_of(rate.angular);
    ws->w_ref[i] = w3_of(ref.angular);
    ws->alpha[i] = w3_of(change.angular);
    const v3 turning = v3_cross(ref.angular, rate.linear);
    ws->accel[i] = w3_of(v3_add(m3_tmul_v3(R, v3_neg(model->gravity)), v3_add(change.linear, turning)));
}

/* A B, both by columns. */
static inline w33 product(w33 A, const w33 *B) {
    return (w33){w33_mix_at(A, &B->x), w33_mix_at(A, &B->y), w33_mix_at(A, &B->z)};
}

/* A Rz, by columns. */
static inline w33 turned_z(w33 A, rigid_sine_cosine turn) {
    return (w33){w3_add(w3_scale(turn.c, A.x), w3_scale(turn.s, A.y)),
                 w3_sub(w3_scale(turn.c, A.y), w3_scale(turn.s, A.x)), A.z};
}

/* Across a joint that moves at S q̇ = (s, σ), S q̇_r = (s_r, σ_r), S q̈_r = (t, τ):
   ω + σ,  ω_r + σ_r,  α + τ + (ω + σ) x σ_r,  d + t + (ω + σ) x s_r + ω_r x s */
static inline void cross_joint(rigid_workspace *ws, const rigid_body *b, int i, const double *v, const double *v_ref,
                               const double *a_ref) {
    const w33 R = ws->pose[i].columns;
    if (b->kind == RIGID_REVOLUTE) {
        const w3 step =
            w3_add_scaled(w3_cross(ws->w[i], w3_scale(b->ratio * v_ref[b->v], R.z)), b->ratio * a_ref[b->v], R.z);
        ws->alpha[i] = w3_add(ws->alpha[i], step);
        ws->w[i] = w3_add_scaled(ws->w[i], b->ratio * v[b->v], R.z);
        ws->w_ref[i] = w3_add_scaled(ws->w_ref[i], b->ratio * v_ref[b->v], R.z);
        return;
    }
    const rigid_motion rate = rigid_joint_motion(b, v), ref = rigid_joint_motion(b, v_ref),
                       change = rigid_joint_motion(b, a_ref);
    const w3 own = w33_mix_of(R, ref.angular);
    ws->w[i] = w3_add(ws->w[i], w33_mix_of(R, rate.angular));
    ws->alpha[i] = w3_add(ws->alpha[i], w3_add(w33_mix_of(R, change.angular), w3_cross(ws->w[i], own)));
    const w3 turning = w3_cross_pair(ws->w[i], w33_mix_of(R, ref.linear), ws->w_ref[i], w33_mix_of(R, rate.linear));
    ws->accel[i] = w3_add(ws->accel[i], w3_add(w33_mix_of(R, change.linear), turning));
    ws->w_ref[i] = w3_add(ws->w_ref[i], own);
}

/* Any other: its origin, r from that of its parent, accelerates by  α x r + ω_r x (ω x r)  more. */
static inline void carry(const rigid_model *model, rigid_workspace *ws, int i, const double *q, const double *v,
                         const double *v_ref, const double *a_ref) {
    const rigid_body *b = &model->body[i];
    const int p = b->parent;
    const w33 R = ws->pose[p].columns;
    const rigid_sine_cosine turn = rigid_turn_of(ws, i);
    w3 r;
    if (b->kind == RIGID_REVOLUTE) {
        ws->pose[i].columns = turned_z(product(R, &b->wide.columns), turn);
        r = w33_mix_at(R, &b->wide.p);
    } else {
        const rigid_wide_pose X = rigid_wide_pose_of(rigid_body_pose_at(b, q, ws->angle[i], turn));
        ws->pose[i].columns = product(R, &X.columns);
        r = w33_mix_at(R, &X.p);
    }
    ws->pose[i].p = w3_add(ws->pose[p].p, r);
    ws->accel[i] = w3_add(ws->accel[p], w3_cross_pair(ws->alpha[p], r, ws->w_ref[p], w3_cross(ws->w[p], r)));
    ws->w[i] = ws->w[p], ws->w_ref[i] = ws->w_ref[p], ws->alpha[i] = ws->alpha[p];
    cross_joint(ws, b, i, v, v_ref, a_ref);
}

static inline void move(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                        const double *v_ref, const double *a_ref) {
    for (int i = 1; i <= model->count; i++)
        ws->angle[i] = rigid_joint_at(&model->body[i], q);
    rigid_sincos_all(model->count / 4 + 1, ws->angle, ws->sine, ws->cosine);
    for (int i = 1; i <= model->count; i++)
        if (model->body[i].parent == 0)
            begin(model, ws, i, q, v, v_ref, a_ref);
        else
            carry(model, ws, i, q, v, v_ref, a_ref);
}

/* S of a body's freedoms joins those above it, in ws->S from the root on. */
static inline void push_freedoms(const rigid_workspace *ws, const rigid_body *b, int i) {
    const rigid_wide_pose *X = &ws->pose[i];
    if (b->kind == RIGID_REVOLUTE) {
        const w3 z = w3_scale(b->ratio, X->columns.z);
        ws->S[b->above] = (rigid_motion){w3_to_v3(w3_cross(X->p, z)), w3_to_v3(z)};
    } else {
        const rigid_transform pose = transform_of(X->columns, X->p);
        rigid_world_columns_of_any(b, &pose, ws->S + b->above);
    }
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        ws->carrier_v[b->above + k] = b->v + k;
}

/* ---- the tree --------------------------------------------------------------------------------------------------------- */

/* Whether rows and columns follow the bodies: then what is not zero in a row stands side by side, and from one such place to
   the next is the next one's row, or the same. */
static bool follows_bodies(const rigid_model *model) {
    int row = 0, column = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->v != row || (b->column >= 0 && b->column != column++))
            return false;
        row += rigid_joint_nv[b->kind];
    }
    return true;
}

/* The first of the columns of body i and those that follow it. */
static inline size_t first_column(const rigid_model *model, int i) {
    while (i <= model->count && model->body[i].column < 0)
        i++;
    return 10 * (size_t)(i <= model->count ? model->body[i].column : model->links);
}

/* What stays zero from `done` to where the links begin that body i carries, in each of its rows; from where it goes on. */
static inline double *clear_to(const rigid_model *model, const table *Y, int i, double *done) {
    const rigid_body *b = &model->body[i];
    const size_t begins = first_column(model, i), ends = first_column(model, b->last + 1);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        double *row = Y->at + (size_t)(b->v + k) * Y->columns;
        memset(done, 0, (size_t)(row + begins - done) * sizeof *row);
        done = row + ends;
    }
    return done;
}

/* One diagonal block of nv columns for each set bit. */
static void add_joint_columns(const rigid_model *model, const double *v, const double *v_ref, const double *a_ref,
                              unsigned joint_columns, size_t columns, double *Y) {
    size_t at = 10 * (size_t)model->links, n = (size_t)model->nv;
    for (unsigned bit = RIGID_DAMPING_COLUMNS; bit <= RIGID_ARMATURE_COLUMNS; bit <<= 1) {
        if (!(joint_columns & bit))
            continue;
        for (size_t i = 0; i < n; i++) {
            double sign = (v[i] > 0) - (v[i] < 0);
            Y[i * columns + at + i] = bit == RIGID_DAMPING_COLUMNS    ? v_ref[i]
                                      : bit == RIGID_FRICTION_COLUMNS ? sign
                                                                      : a_ref[i];
        }
        at += n;
    }
}

RIGID_KERNEL(void, rigid_tree_slotine_li_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *v_ref,
              const double *a_ref, rigid_factor factor, unsigned joint_columns, double *Y)) {
    const table out = {Y, (size_t)rigid_regressor_columns(model, joint_columns), model->mimics};
    const bool row_by_row = !out.adds && follows_bodies(model);
    if (!row_by_row)
        memset(Y, 0, (size_t)model->nv * out.columns * sizeof *Y);
    move(model, ws, q, v, v_ref, a_ref);
    const rigid_body *first = NULL;
    double *done = Y;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->parent == 0)
            first = b;
        push_freedoms(ws, b, i);
        if (row_by_row)
            done = clear_to(model, &out, i, done);
        if (b->column < 0)
            continue;
        if (factor == RIGID_FACTOR_CHRISTOFFEL)
            put_link(model, ws, &out, first, i);
        else
            put_dense(model, ws, &out, i, v, v_ref, factor);
    }
    if (row_by_row)
        memset(done, 0, (size_t)(Y + (size_t)model->nv * out.columns - done) * sizeof *Y);
    add_joint_columns(model, v, v_ref, a_ref, joint_columns, out.columns, Y);
}

/* ---- momentum and energies -------------------------------------------------------------------------------------------- */

/* The pose in the world of a frame at the body's origin with the link's axes. */
static rigid_transform link_pose(const rigid_workspace *ws, const rigid_body *b, int i) {
    rigid_transform X = ws->Xw[i];
    if (b->link_turned)
        X.R = m3_mul(X.R, b->link);
    return X;
}

RIGID_KERNEL(void, rigid_tree_momentum_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *Y)) {
    size_t columns = 10 * (size_t)model->links;
    rigid_world_twists(model, ws, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        rigid_transform X = link_pose(ws, b, i);
        rigid_regressor link = rigid_momentum_regressor(rigid_into_body(X, ws->V[i]));
        for (int c = 0; c < 10; c++) {
            double column[6];
            rigid_force_to_array(rigid_transform_force(X, link.column[c]), RIGID_LINEAR_FIRST, column);
            for (int r = 0; r < 6; r++)
                Y[(size_t)r * columns + 10 * (size_t)b->column + (size_t)c] = column[r];
        }
    }
}

/* T = ½ m u·u + h·(u x ω) + ½ ωᵀ I ω */
RIGID_KERNEL(void, rigid_kinetic_energy_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *y)) {
    rigid_world_twists(model, ws, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        rigid_transform X = link_pose(ws, b, i);
        rigid_motion t = rigid_into_body(X, ws->V[i]);
        v3 w = t.angular, h = v3_cross(t.linear, w);
        double *at = y + 10 * b->column;
        at[0] = 0.5 * v3_dot(t.linear, t.linear);
        at[1] = h.x, at[2] = h.y, at[3] = h.z;
        at[4] = 0.5 * w.x * w.x, at[5] = w.x * w.y, at[6] = w.x * w.z;
        at[7] = 0.5 * w.y * w.y, at[8] = w.y * w.z, at[9] = 0.5 * w.z * w.z;
    }
}

/* U = -gᵀ (m p + R h) */
RIGID_KERNEL(void, rigid_potential_energy_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *y)) {
    rigid_poses(model, ws, q);
    memset(y, 0, 10 * (size_t)model->links * sizeof *y);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        v3 h = m3_tmul_v3(link_pose(ws, b, i).R, model->gravity);
        double *at = y + 10 * b->column;
        at[0] = -v3_dot(model->gravity, ws->Xw[i].p);
        at[1] = -h.x, at[2] = -h.y, at[3] = -h.z;
    }
}
