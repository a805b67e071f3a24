/* The way from a frame F to the root is climbed once, and all is seen from F: the body on the way by its axes and by where F
   is from its origin, a freedom by the motion of F that it makes. Bodies off the way are not touched. What is asked for in
   another view is turned and shifted at the end. */
#include "kinematics.h"
#include "world.h"

#include <string.h>

/* Where F is in the body at hand: x, y and z of the body, and F's place, in F's axes. (Rᵀ by columns, Rᵀ p) */
typedef struct {
    w33 axes;
    w3 p;
} frame_pose;

static inline frame_pose frame_pose_of(const rigid_transform *X) {
    const w33 axes = w33_transposed(w33_rows(X->R));
    return (frame_pose){axes, w33_mul_v3(axes, X->p)};
}

static inline rigid_transform pose_of(frame_pose at) {
    const m3 R = {w3_to_v3(at.axes.x), w3_to_v3(at.axes.y), w3_to_v3(at.axes.z)};
    return (rigid_transform){R, m3_mul_v3(R, w3_to_v3(at.p))};
}

/* Where the joints on the way to `root` stand, into t->angle[0], [1], ...; returns how many. */
static inline int angles_on_way(const rigid_model *model, const rigid_turns *t, const double *q, int body, int root) {
    int count = 0;
    RIGID_ASSERT(body >= 0 && body <= model->count && root >= 0 && root <= body);
    for (int i = body; i > root; i = model->body[i].parent)
        t->angle[count++] = rigid_joint_at(&model->body[i], q);
    return count;
}
/* The S of those whose S goes with q. */
RIGID_APART void columns_on_way(const rigid_model *model, const rigid_turns *t, const double *q, int body) {
    for (int i = body; i > 0; i = model->body[i].parent)
        rigid_put_columns(t, &model->body[i], q);
}
static inline void put_columns_on_way(const rigid_model *model, const rigid_turns *t, const double *q, int body) {
    if (model->varies)
        columns_on_way(model, t, q, body);
}
/* From a body to its parent: Rᵀ R_pbᵀ, and as much further as the body's origin is from the parent's. */
RIGID_APART frame_pose climbed_any(const rigid_body *b, const double *q, double angle, rigid_sine_cosine turn,
                             const frame_pose *at) {
    const rigid_transform X = rigid_body_pose_at(b, q, angle, turn);
    const w33 axes = {w33_mul_v3(at->axes, X.R.x), w33_mul_v3(at->axes, X.R.y), w33_mul_v3(at->axes, X.R.z)};
    return (frame_pose){axes, w3_add(at->p, w33_mul_v3(axes, X.p))};
}
/* The same where the joint, `count` bodies from F, turns about z: back by its angle, then over to the parent's axes. */
static inline frame_pose climbed(const rigid_body *b, const double *q, const rigid_turns *t, int count, frame_pose at) {
    const rigid_sine_cosine turn = rigid_turn_of(t, count);
    if (b->kind != RIGID_REVOLUTE) {
        const frame_pose from = at;
        return climbed_any(b, q, t->angle[count], turn, &from);
    }
    const w33 back = rigid_turned_columns(at.axes, (rigid_sine_cosine){-turn.s, turn.c});
    const rigid_transform *X = &b->tree;
    const w33 axes = {w33_mul_v3(back, X->R.x), w33_mul_v3(back, X->R.y), w33_mul_v3(back, X->R.z)};
    return (frame_pose){axes, w3_add(at.p, w33_mul_v3(axes, X->p))};
}

/* The motion of F by a freedom that is (u, w) at its body: (u + w x p, w), as many times as the ratio says. */
static inline w6 from_axis(const rigid_body *b, w6 axis, w3 p) {
    const w6 own = w6_scale(b->ratio, axis);
    return (w6){w3_add(own.linear, w3_cross(own.angular, p)), own.angular};
}
/* By a turn about z. */
static inline w6 from_turn(const rigid_body *b, frame_pose at) {
    const w3 w = w3_scale(b->ratio, at.axes.z);
    return (w6){w3_cross(w, at.p), w};
}

/* S' q̇ of a body whose S goes with q, and S' itself, at F. */
static inline w6 own_at(const rigid_body *b, const frame_pose *at, rigid_motion own) {
    return from_axis(b, (w6){w33_mul_v3(at->axes, own.linear), w33_mul_v3(at->axes, own.angular)}, at->p);
}
RIGID_APART w6 drift_at(const rigid_turns *t, const rigid_body *b, const frame_pose *at, const double *v) {
    return own_at(b, at, rigid_varying_drift(t, b, v, v));
}
RIGID_APART void put_rates(double *dJ, int n, const rigid_turns *t, const rigid_body *b, const frame_pose *at,
                           const double *v) {
    rigid_motion dS[RIGID_JOINT_NV_MAX];
    rigid_varying_rates(t, b, v + b->v, dS);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        rigid_put_wide_column(true, dJ + b->v + k, n, own_at(b, at, dS[k]));
}

static inline rigid_motion motion_of(w6 v) { return (rigid_motion){w3_to_v3(v.linear), w3_to_v3(v.angular)}; }

/* S x of the freedoms of a body. Where it stands is handed to what is apart by an address of its own, so that it stays in
   registers itself. */
RIGID_APART w6 across_any(const rigid_turns *t, const rigid_body *b, const frame_pose *at, const double *x) {
    w6 sum = w6_zero();
#define RIGID_AT_AXIS(k, axis) sum = w6_add_scaled(sum, x[b->v + k], from_axis(b, axis, at->p))
    RIGID_EACH_AXIS(t, b, &at->axes)
#undef RIGID_AT_AXIS
    return sum;
}
static inline w6 across(const rigid_turns *t, const rigid_body *b, frame_pose at, const double *x) {
    if (b->kind == RIGID_REVOLUTE)
        return w6_add_scaled(w6_zero(), x[b->v], from_turn(b, at));
    const frame_pose here = at;
    return across_any(t, b, &here, x);
}

/* A motion at F, in its axes, in the view asked for; X is the pose of F. */
static inline rigid_motion view_motion(rigid_transform X, rigid_view view, rigid_motion v) {
    if (view == RIGID_LOCAL)
        return v;
    return view == RIGID_WORLD ? rigid_transform_motion(X, v) : rigid_motion_re_express(v, X.R);
}
/* The same for each of n columns. */
static inline void view_columns(rigid_transform X, rigid_view view, int n, double *J) {
    const m3 R = X.R;
    const v3 p = view == RIGID_WORLD ? X.p : v3_zero();
    double *ux = J, *uy = ux + n, *uz = uy + n, *wx = uz + n, *wy = wx + n, *wz = wy + n;
    RIGID_INDEPENDENT
    for (int e = 0; e < n; e++) {
        const v3 w = m3_mul_v3(R, (v3){wx[e], wy[e], wz[e]});
        const v3 u = v3_add(m3_mul_v3(R, (v3){ux[e], uy[e], uz[e]}), v3_cross(p, w));
        ux[e] = u.x, uy[e] = u.y, uz[e] = u.z, wx[e] = w.x, wy[e] = w.y, wz[e] = w.z;
    }
}

RIGID_KERNEL(rigid_transform, rigid_frame_pose,
             (const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F), (model, ws, q, F)) {
    frame_pose at = frame_pose_of(&F.X);
    rigid_put_sines(&ws->turns, angles_on_way(model, &ws->turns, q, F.body, 0));
    for (int i = F.body, count = 0; i > 0; i = model->body[i].parent, count++)
        at = climbed(&model->body[i], q, &ws->turns, count, at);
    return pose_of(at);
}

/* The twist of F, in its axes: V = Σ S q̇; and where it is. The turns on the way are at hand. */
static inline w6 twist_of(const rigid_model *model, const rigid_workspace *ws, const double *q, const double *v,
                          const rigid_frame *F, rigid_transform *X) {
    frame_pose at = frame_pose_of(&F->X);
    w6 V = w6_zero();
    for (int i = F->body, count = 0; i > 0; i = model->body[i].parent, count++) {
        V = w6_add(V, across(&ws->turns, &model->body[i], at, v));
        at = climbed(&model->body[i], q, &ws->turns, count, at);
    }
    *X = pose_of(at);
    return V;
}

RIGID_KERNEL(rigid_motion, rigid_frame_twist,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, rigid_frame F,
              rigid_view view), (model, ws, q, v, F, view)) {
    rigid_transform X;
    rigid_put_sines(&ws->turns, angles_on_way(model, &ws->turns, q, F.body, 0));
    put_columns_on_way(model, &ws->turns, q, F.body);
    const w6 V = twist_of(model, ws, q, v, &F, &X);
    return view_motion(X, view, motion_of(V));
}

/* A = Σ S q̈ + S' q̇ + V_i × S q̇. What F moves more than body i is W = V_F - V_i, the sum of S q̇ below it, and V_F × V_F = 0:
   A = Σ S q̈ + S q̇ × W. */
RIGID_KERNEL(rigid_motion, rigid_frame_acceleration,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
              rigid_frame F, rigid_view view, bool classical), (model, ws, q, v, a, F, view, classical)) {
    frame_pose at = frame_pose_of(&F.X);
    w6 W = w6_zero(), A = w6_zero();
    rigid_put_sines(&ws->turns, angles_on_way(model, &ws->turns, q, F.body, 0));
    put_columns_on_way(model, &ws->turns, q, F.body);
    for (int i = F.body, count = 0; i > 0; i = model->body[i].parent, count++) {
        const rigid_body *b = &model->body[i];
        const w6 vJ = across(&ws->turns, b, at, v), aJ = across(&ws->turns, b, at, a);
        A = w6_add(A, w6_add(aJ, w6_cross(vJ, W)));
        if (rigid_varies(b))
            A = w6_add(A, drift_at(&ws->turns, b, &at, v));
        W = w6_add(W, vJ);
        at = climbed(b, q, &ws->turns, count, at);
    }
    const rigid_transform X = pose_of(at);
    const rigid_motion V = view_motion(X, view, motion_of(W));
    rigid_motion out = view_motion(X, view, motion_of(A));
    if (classical) /* of the point: a + ω x v */
        out.linear = v3_add(out.linear, v3_cross(V.angular, V.linear));
    return out;
}

/* The columns of all freedoms of a body. */
RIGID_APART void put_columns_of_any(bool adds, double *J, int n, const rigid_turns *t, const rigid_body *b,
                                    const frame_pose *at) {
#define RIGID_AT_AXIS(k, axis) rigid_put_wide_column(adds, J + b->v + k, n, from_axis(b, axis, at->p))
    RIGID_EACH_AXIS(t, b, &at->axes)
#undef RIGID_AT_AXIS
}
static inline void put_columns(bool adds, double *J, int n, const rigid_turns *t, const rigid_body *b, frame_pose at) {
    if (b->kind == RIGID_REVOLUTE)
        rigid_put_wide_column(adds, J + b->v, n, from_turn(b, at));
    else {
        const frame_pose here = at;
        put_columns_of_any(adds, J, n, t, b, &here);
    }
}

/* Before columns are put: zeros, unless the way has all freedoms there are. */
static inline void clear_columns(const rigid_model *model, int body, double *J) {
    const rigid_body *b = &model->body[body];
    if (model->mimics || body == 0 || b->above + rigid_joint_nv[b->kind] < model->nv)
        memset(J, 0, 6 * (size_t)model->nv * sizeof *J);
}

/* The body on the way that hangs from the world; 0 for the world itself. */
static inline int root_of(const rigid_model *model, int body) {
    while (model->body[body].parent > 0)
        body = model->body[body].parent;
    return body;
}

RIGID_KERNEL(void, rigid_jacobian,
             (const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F, rigid_view view,
              double *J), (model, ws, q, F, view, J)) {
    /* seen from the frame itself, where the root stands does not matter */
    const int root = view == RIGID_LOCAL ? root_of(model, F.body) : 0;
    frame_pose at = frame_pose_of(&F.X);
    RIGID_ASSERT(rigid_apart(J, 6 * (size_t)model->nv, q, (size_t)model->nq));
    const int way = angles_on_way(model, &ws->turns, q, F.body, root);
    clear_columns(model, F.body, J); /* now, while the angles reach memory */
    put_columns_on_way(model, &ws->turns, q, F.body);
    rigid_put_sines(&ws->turns, way);
    for (int i = F.body, count = 0; i > 0; i = model->body[i].parent, count++) {
        const rigid_body *b = &model->body[i];
        put_columns(model->mimics, J, model->nv, &ws->turns, b, at);
        if (i != root)
            at = climbed(b, q, &ws->turns, count, at);
    }
    if (view != RIGID_LOCAL)
        view_columns(pose_of(at), view, model->nv, J);
}

/* As the acceleration and the Jacobian above. */
RIGID_KERNEL(void, rigid_frame_climb,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const rigid_frame *F,
              int from, rigid_frame_state *out, double *J), (model, ws, q, v, F, from, out, J)) {
    frame_pose at = frame_pose_of(&F->X);
    w6 W = w6_zero(), A = w6_zero();
    const int way = angles_on_way(model, &ws->turns, q, F->body, from);
    if (J && from > 0)
        memset(J, 0, 6 * (size_t)model->nv * sizeof *J);
    else if (J)
        clear_columns(model, F->body, J);
    put_columns_on_way(model, &ws->turns, q, F->body);
    rigid_put_sines(&ws->turns, way);
    for (int i = F->body, count = 0; i > from; i = model->body[i].parent, count++) {
        const rigid_body *b = &model->body[i];
        if (J)
            put_columns(model->mimics, J, model->nv, &ws->turns, b, at);
        if (v) {
            const w6 vJ = across(&ws->turns, b, at, v);
            A = w6_add(A, w6_cross(vJ, W));
            if (rigid_varies(b))
                A = w6_add(A, drift_at(&ws->turns, b, &at, v));
            W = w6_add(W, vJ);
        }
        at = climbed(b, q, &ws->turns, count, at);
    }
    *out = (rigid_frame_state){pose_of(at), motion_of(W), motion_of(A)};
}

/* Where the columns of dJ of a body go, and V_F - V_i less S q̇ of what is below it. */
typedef struct {
    bool adds;
    double *dJ;
    int n;
    const double *v;
    w6 V;
} changes;

/* The column of one freedom, V × S, and what the next body's V is less by. */
static inline w6 put_change(const changes *to, int v, w6 S, w6 less) {
    rigid_put_wide_column(to->adds, to->dJ + v, to->n, w6_cross(to->V, S));
    return w6_add_scaled(less, -to->v[v], S);
}
RIGID_APART w6 put_changes_of_any(const changes *to, const rigid_turns *t, const rigid_body *b, const frame_pose *at) {
    w6 less = w6_zero();
#define RIGID_AT_AXIS(k, axis) less = put_change(to, b->v + k, from_axis(b, axis, at->p), less)
    RIGID_EACH_AXIS(t, b, &at->axes)
#undef RIGID_AT_AXIS
    if (rigid_varies(b))
        put_rates(to->dJ, to->n, t, b, at, to->v);
    return less;
}
static inline w6 put_changes(changes to, const rigid_turns *t, const rigid_body *b, frame_pose at) {
    if (b->kind == RIGID_REVOLUTE)
        return put_change(&to, b->v, from_turn(b, at), w6_zero());
    const changes there = to;
    const frame_pose here = at;
    return put_changes_of_any(&there, t, b, &here);
}

/* Seen from F a column changes by (V_i - V_F) × S = -W × S, W as above, and by S' where S goes with q; in the world's axes by
   V_F × S more, with only the angular half of V_F where F's origin is where it is seen from. */
RIGID_KERNEL(void, rigid_jacobian_derivative,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, rigid_frame F,
              rigid_view view, double *dJ), (model, ws, q, v, F, view, dJ)) {
    RIGID_ASSERT(rigid_apart(dJ, 6 * (size_t)model->nv, q, (size_t)model->nq));
    RIGID_ASSERT(rigid_apart(dJ, 6 * (size_t)model->nv, v, (size_t)model->nv));
    const int root = view == RIGID_LOCAL ? root_of(model, F.body) : 0; /* as of the Jacobian */
    const int way = angles_on_way(model, &ws->turns, q, F.body, root);
    clear_columns(model, F.body, dJ);
    put_columns_on_way(model, &ws->turns, q, F.body);
    rigid_put_sines(&ws->turns, way);
    rigid_transform X = F.X;
    w6 V = view == RIGID_LOCAL ? w6_zero() : twist_of(model, ws, q, v, &F, &X); /* V_F - W, for the view */
    if (view == RIGID_ALIGNED)
        V.linear = w3_zero();
    frame_pose at = frame_pose_of(&F.X);
    for (int i = F.body, count = 0; i > 0; i = model->body[i].parent, count++) {
        const rigid_body *b = &model->body[i];
        V = w6_add(V, put_changes((changes){model->mimics, dJ, model->nv, v, V}, &ws->turns, b, at));
        if (i != root)
            at = climbed(b, q, &ws->turns, count, at);
    }
    if (view != RIGID_LOCAL)
        view_columns(X, view, model->nv, dJ);
}

/* ---- from the root on --------------------------------------------------------------------------------------------------- */

RIGID_APART void put_world_columns(const rigid_turns *t, const rigid_body *b, const rigid_world_pose *X, int n, double *S) {
#define RIGID_AT_AXIS(k, axis) rigid_put_wide_column(false, S + b->v + k, n, rigid_world_freedom(b, X, axis))
    RIGID_EACH_AXIS(t, b, &X->R)
#undef RIGID_AT_AXIS
}

RIGID_KERNEL(void, rigid_world_frames,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const bool *wanted, rigid_transform *pose, double *S),
             (model, ws, q, wanted, pose, S)) {
    RIGID_ASSERT(!(S && model->mimics));
    rigid_put_turns(model, &ws->turns, q);
    pose[0] = (rigid_transform){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    for (int i = 1; i <= model->count; i++) {
        if (!wanted[i])
            continue;
        const rigid_body *b = &model->body[i];
        const rigid_world_pose parent = {w33_columns(pose[b->parent].R), w3_of(pose[b->parent].p)};
        const rigid_world_pose X = rigid_world_pose_beyond(&ws->turns, &parent, b, i, q);
        pose[i] = (rigid_transform){m3_transpose((m3){w3_to_v3(X.R.x), w3_to_v3(X.R.y), w3_to_v3(X.R.z)}), w3_to_v3(X.p)};
        if (S && b->kind == RIGID_REVOLUTE) {
            const w3 z = w3_scale(b->ratio, X.R.z);
            rigid_put_wide_column(false, S + b->v, model->nv, (w6){w3_cross(X.p, z), z});
        } else if (S)
            put_world_columns(&ws->turns, b, &X, model->nv, S);
    }
}
