/* Each link's own regressor, six rows of ten, in the axes of the first body on its way from the world and about the origin
   of its stem. There they are the rows of a free base as they stand, and every other freedom that moves the link takes its
   component of them. */
#include "tree_regressor.h"

#include "link_rows.h"
#include "tree.h"

/* ---- one link ---------------------------------------------------------------------------------------------------------

   With R its axes, x its origin, ω, ω_r and α how it turns and d = l + ω_r x u how its origin accelerates, all in the axes
   of the first body, the rows of its net wrench are, by the Christoffel factor,
     force   F = (d, (α× + ω_r× ω×) R)    at the mass and the first moment; the inertia takes none
     moment  x× F - d× (0, R)             at the mass and the first moment, and at the inertia what multiplies it in
             rᵀ I α + tᵀ I ω_r - ½ (ω x ω_r)_r tr I    for each row r of R and t of ω× R
   The ½ is nothing where ω_r = ω: of the one wrench all factors agree. */

/* The numbers of a vector in memory, one by one: the processor takes each for four at once as it reads it. */
static inline v3 numbers_at(const w3 *a) {
    const double *at = (const double *)a;
    return (v3){at[0], at[1], at[2]};
}

/* rᵀ I α + tᵀ I ω_r, of the rows of R and of ω× R. */
static inline void put_inertia(rigid_link_rows *Y, w34 R, w34 wR, v3 alpha, v3 w_ref) {
    const w4 a = w34_mix(R, alpha), b = w34_mix(R, w_ref); /* in the link's axes */
    rigid_put_products(Y, rigid_products_add(rigid_products_of(R.x, a), rigid_products_of(wR.x, b)),
                       rigid_products_add(rigid_products_of(R.y, a), rigid_products_of(wR.y, b)),
                       rigid_products_add(rigid_products_of(R.z, a), rigid_products_of(wR.z, b)));
}

/* a_r tr I */
static inline void add_trace(rigid_link_rows *Y, v3 a) {
    const w34 xx_yy = {w4_make(a.x, 0, 0, a.x), w4_make(a.y, 0, 0, a.y), w4_make(a.z, 0, 0, a.z)};
    const w34 zz = {w4_make(0, a.x, 0, 0), w4_make(0, a.y, 0, 0), w4_make(0, a.z, 0, 0)};
    Y->square = w34_add(Y->square, xx_yy), Y->rest = w34_add(Y->rest, zz);
}

static inline rigid_link_rows christoffel_rows(const rigid_regressor_scratch *ws, const rigid_body *b, int i, bool is_reference) {
    const v3 x = numbers_at(&ws->pose[i].p), w = numbers_at(&ws->w[i]), w_ref = numbers_at(&ws->w_ref[i]);
    const v3 alpha = numbers_at(&ws->alpha[i]), d = numbers_at(&ws->accel[i]);
    const w34 R = w34_of_axes(rigid_in_link_axes(b, ws->pose[i].columns)), wR = w34_cross(w, R);
    rigid_link_rows Y;
    Y.force = w34_add(w34_add(w34_cross(alpha, R), w34_cross(w_ref, wR)), w34_of_column(d));
    Y.moment = w34_sub(w34_cross(x, Y.force), w34_cross(d, R));
    put_inertia(&Y, R, wR, alpha, w_ref);
    if (is_reference)
        add_trace(&Y, v3_scale(-0.5, v3_cross(w, w_ref)));
    return Y;
}

/* Σ S x over the freedoms on the way to a body, at the point p: how it moves there. */
static inline rigid_motion sum_at(const rigid_regressor_scratch *ws, const rigid_body *b, const double *x, v3 p) {
    rigid_motion sum = rigid_motion_zero();
    for (int k = 0; k < b->above + rigid_joint_nv[b->kind]; k++)
        sum = rigid_motion_add(sum, rigid_motion_scale(x[ws->jacobian_v[k]], ws->S[k]));
    return rigid_motion_shift(sum, p);
}

/* By the other factors the linear velocities u, u_r count too, and l = d - ω_r x u:
     force   F = (l + ω x u_r, (α× + ω× ω_r×) R)
     moment  x× F + (u x u_r, (u× ω_r× - ω× u_r× - l×) R);  rᵀ I α + tᵀ I ω_r
   is BODY's, and with v × v_r taken from (l, α) first REFERENCE's. */
static rigid_link_rows factor_rows(const rigid_regressor_scratch *ws, const rigid_body *b, int i, const double *v,
                             const double *v_ref, rigid_factor factor) {
    const v3 x = numbers_at(&ws->pose[i].p);
    const rigid_motion V = sum_at(ws, b, v, x), W = sum_at(ws, b, v_ref, x);
    const v3 u = V.linear, w = V.angular, u_ref = W.linear, w_ref = W.angular;
    rigid_motion A = {v3_sub(numbers_at(&ws->accel[i]), v3_cross(w_ref, u)), numbers_at(&ws->alpha[i])};
    if (factor == RIGID_FACTOR_REFERENCE)
        A = rigid_motion_sub(A, rigid_motion_cross(V, W));
    const w34 R = w34_of_axes(rigid_in_link_axes(b, ws->pose[i].columns)), turning = w34_cross(w_ref, R);
    const w34 sliding = w34_add(w34_cross(w, w34_cross(u_ref, R)), w34_cross(A.linear, R));
    rigid_link_rows Y;
    Y.force = w34_add(w34_add(w34_cross(A.angular, R), w34_cross(w, turning)),
                       w34_of_column(v3_add(A.linear, v3_cross(w, u_ref))));
    Y.moment = w34_add(w34_add(w34_cross(x, Y.force), w34_of_column(v3_cross(u, u_ref))),
                        w34_sub(w34_cross(u, turning), sliding));
    put_inertia(&Y, R, w34_cross(w, R), A.angular, w_ref);
    return Y;
}

/* ---- the rows of the tree --------------------------------------------------------------------------------------------- */

/* Sᵀ of a link's rows. */
static inline void put_component(const rigid_row_table *Y, double *at, const rigid_motion *S, const rigid_link_rows *L) {
    const v3 l = S->linear, w = S->angular;
    const w4 first = w4_add(w34_mix(L->force, l), w34_mix(L->moment, w));
    rigid_put_row(Y, at, first, w34_mix(L->square, w), w34_mix(L->rest, w));
}

/* Every freedom that moves the link takes its own; the first ones may be those of a free body. */
static inline void put_link(const rigid_regressor_scratch *ws, const rigid_row_table *Y, const rigid_body *first,
                            const rigid_body *b, const rigid_link_rows *L) {
    const rigid_motion *S = ws->S;
    const int *row = ws->jacobian_v, count = b->above + rigid_joint_nv[b->kind];
    double *at = Y->at + 10 * b->column;
    int k = 0;
    if (first->kind == RIGID_FREE) {
        rigid_put_free_rows(Y, at + (size_t)first->v * Y->columns, L);
        k = 6;
    }
    for (; k < count; k++)
        put_component(Y, at + (size_t)row[k] * Y->columns, &S[k], L);
}

/* ---- how the bodies move ----------------------------------------------------------------------------------------------

   In the axes of the first body and from the origin of its stem: pose (its columns and p), w, alpha, w_ref, and accel, which is d: with
   v_ref = v the acceleration of the body's origin as a point, and no linear velocity is needed. */

/* S q̈_r, and S' q̇_r where S goes with q: how S q̇_r changes in the moving frame. */
static inline rigid_motion change_of(const rigid_turns *t, const rigid_body *b, const double *v, const double *v_ref,
                                     const double *a_ref) {
    const rigid_motion change = rigid_joint_motion(t, b, a_ref);
    return rigid_varies(b) ? rigid_motion_add(change, rigid_varying_drift(t, b, v, v_ref)) : change;
}

/* The first body: its origin is pushed up by the world. */
static inline void begin(const rigid_model *model, const rigid_regressor_scratch *ws, int i, const double *q, const double *v,
                         const double *v_ref, const double *a_ref) {
    const rigid_body *b = &model->body[i];
    const m3 R = rigid_body_pose_at(b, q, ws->turns.angle[i], rigid_turn_of(&ws->turns, i)).R;
    const rigid_motion rate = rigid_joint_motion(&ws->turns, b, v), ref = rigid_joint_motion(&ws->turns, b, v_ref);
    const rigid_motion change = rigid_motion_add(change_of(&ws->turns, b, v, v_ref, a_ref), rigid_motion_cross(rate, ref));
    ws->pose[i].columns = w33_columns(m3_identity());
    ws->pose[i].p = w3_zero();
    ws->w[i] = w3_of(rate.angular);
    ws->w_ref[i] = w3_of(ref.angular);
    ws->alpha[i] = w3_of(change.angular);
    const v3 turning = v3_cross(ref.angular, rate.linear);
    ws->accel[i] = w3_of(v3_add(m3_tmul_v3(R, v3_neg(model->gravity)), v3_add(change.linear, turning)));
}

/* How a body moves, told as above. */
typedef struct {
    w3 w, w_ref, alpha, accel;
} moving;

/* Across a joint that moves at S q̇ = (s, σ), S q̇_r = (s_r, σ_r), S q̈_r = (t, τ), of a body with the axes R:
   ω + σ,  ω_r + σ_r,  α + τ + (ω + σ) x σ_r,  d + t + (ω + σ) x s_r + ω_r x s */
static inline moving cross_joint(moving m, const rigid_turns *t, const rigid_body *b, w33 R, const double *v,
                                 const double *v_ref, const double *a_ref) {
    if (b->kind == RIGID_REVOLUTE) { /* about z, written out */
        const double rate = b->ratio * v[b->v], ref = b->ratio * v_ref[b->v], change = b->ratio * a_ref[b->v];
        const w3 step = w3_cross(m.w, w3_scale(ref, R.z));
        m.alpha = w3_add(m.alpha, w3_add_scaled(step, change, R.z));
        m.w = w3_add_scaled(m.w, rate, R.z);
        m.w_ref = w3_add_scaled(m.w_ref, ref, R.z);
        return m;
    }
    const rigid_motion rate = rigid_joint_motion(t, b, v), ref = rigid_joint_motion(t, b, v_ref);
    const rigid_motion change = change_of(t, b, v, v_ref, a_ref);
    const w3 own = w33_mul_v3(R, ref.angular), slide = w33_mul_v3(R, rate.linear);
    m.w = w3_add(m.w, w33_mul_v3(R, rate.angular));
    m.alpha = w3_add(m.alpha, w3_add(w33_mul_v3(R, change.angular), w3_cross(m.w, own)));
    m.accel = w3_add(m.accel, w33_mul_v3(R, change.linear));
    m.accel = w3_add(m.accel, w3_cross_pair(m.w, w33_mul_v3(R, ref.linear), m.w_ref, slide));
    m.w_ref = w3_add(m.w_ref, own);
    return m;
}

/* Any other: its origin, r from that of its parent, accelerates by  α x r + ω_r x (ω x r)  more. */
static inline void carry(const rigid_model *model, const rigid_regressor_scratch *ws, int i, const double *q, const double *v,
                         const double *v_ref, const double *a_ref) {
    const rigid_body *b = &model->body[i];
    const int p = b->parent;
    const w33 R = ws->pose[p].columns;
    const rigid_sine_cosine turn = rigid_turn_of(&ws->turns, i);
    moving m = {ws->w[p], ws->w_ref[p], ws->alpha[p], ws->accel[p]};
    w33 axes;
    w3 r;
    if (b->kind == RIGID_REVOLUTE) {
        axes = rigid_turned_columns(w33_mul_w33(R, &b->wide.columns), turn);
        r = w33_mul_at(R, &b->wide.p);
    } else {
        const rigid_wide_pose X = rigid_wide_pose_of(rigid_body_pose_at(b, q, ws->turns.angle[i], turn));
        axes = w33_mul_w33(R, &X.columns);
        r = w33_mul_at(R, &X.p);
    }
    m.accel = w3_add(m.accel, w3_cross_pair(m.alpha, r, m.w_ref, w3_cross(m.w, r)));
    m = cross_joint(m, &ws->turns, b, axes, v, v_ref, a_ref);
    ws->pose[i].p = rigid_is_stem(b, i) ? w3_zero() : w3_add(ws->pose[p].p, r);
    ws->pose[i].columns = axes;
    ws->w[i] = m.w, ws->w_ref[i] = m.w_ref, ws->alpha[i] = m.alpha, ws->accel[i] = m.accel;
}

static inline void move(const rigid_model *model, const rigid_regressor_scratch *ws, const double *q, const double *v,
                        const double *v_ref, const double *a_ref) {
    rigid_put_turns(model, &ws->turns, q);
    for (int i = 1; i <= model->count; i++)
        if (model->body[i].parent == 0)
            begin(model, ws, i, q, v, v_ref, a_ref);
        else
            carry(model, ws, i, q, v, v_ref, a_ref);
}

static inline rigid_transform transform_of(w33 R, w3 p) {
    return (rigid_transform){m3_from_columns(w3_to_v3(R.x), w3_to_v3(R.y), w3_to_v3(R.z)), w3_to_v3(p)};
}

/* S of a body's freedoms joins those above it, in ws->S from the root on. */
static inline void push_freedoms(const rigid_regressor_scratch *ws, const rigid_body *b, int i) {
    const rigid_wide_pose *X = &ws->pose[i];
    if (b->kind == RIGID_REVOLUTE) {
        const w3 z = w3_scale(b->ratio, X->columns.z);
        ws->S[b->above] = (rigid_motion){w3_to_v3(w3_cross(X->p, z)), w3_to_v3(z)};
    } else {
        const rigid_transform pose = transform_of(X->columns, X->p);
        rigid_world_columns(&ws->turns, b, &pose, ws->S + b->above);
    }
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        ws->jacobian_v[b->above + k] = b->v + k;
}

/* Whether the reference velocities are others than the velocities. */
static bool differ(int n, const double *v, const double *v_ref) {
    for (int k = 0; k < n && v != v_ref; k++)
        if (v[k] != v_ref[k])
            return true;
    return false;
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

/* Zeros up to `end`: of a few links here, of many by the C library, which takes its time to begin. */
static inline void clear(double *at, const double *end) {
    const w4 zero = w4_make(0, 0, 0, 0);
    for (; end - at >= 10 && end - at < 200; at += 10) {
        memcpy(at, &zero, 4 * sizeof *at);
        memcpy(at + 4, &zero, 4 * sizeof *at);
        memcpy(at + 8, &zero, 2 * sizeof *at);
    }
    if (at < end)
        memset(at, 0, (size_t)(end - at) * sizeof *at);
}

/* What stays zero from `done` to where the links begin that body i carries, in each of its rows; from where it goes on. */
static inline double *clear_to(const rigid_model *model, const rigid_row_table *Y, int i, double *done) {
    const rigid_body *b = &model->body[i];
    const size_t begins = first_column(model, i), ends = first_column(model, b->last + 1);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        double *row = Y->at + (size_t)(b->v + k) * Y->columns;
        clear(done, row + begins);
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
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, const double *v_ref,
              const double *a_ref, rigid_factor factor, unsigned joint_columns, double *Y),
             (model, all, q, v, v_ref, a_ref, factor, joint_columns, Y)) {
    const rigid_regressor_scratch *ws = &all->regressor;
    rigid_scratch_begin(all, RIGID_SCRATCH_regressor);
    const rigid_row_table out = {Y, (size_t)rigid_count_columns(model, joint_columns), model->mimics};
    const bool row_by_row = !out.adds && follows_bodies(model);
    if (!row_by_row)
        memset(Y, 0, (size_t)model->nv * out.columns * sizeof *Y);
    const bool refers = differ(model->nv, v, v_ref);
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
        const rigid_link_rows L = factor == RIGID_FACTOR_CHRISTOFFEL ? christoffel_rows(ws, b, i, refers)
                                                               : factor_rows(ws, b, i, v, v_ref, factor);
        put_link(ws, &out, first, b, &L);
    }
    if (row_by_row)
        clear(done, Y + (size_t)model->nv * out.columns);
    add_joint_columns(model, v, v_ref, a_ref, joint_columns, out.columns, Y);
    rigid_scratch_end(all, RIGID_SCRATCH_regressor);
}
