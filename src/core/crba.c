/* Leaves to root each subtree becomes one rigid body; a unit acceleration of a freedom needs the momentum rate F = M S of
   its subtree, of which every ancestor's joint carries Sᵀ F. All in body axes, where S is constant: of M S a column of M is
   left, of Sᵀ F a component of F. The forces of all freedoms below a body stand side by side, the last freedom first, and
   go on to its parent together, several at a time. */
#include "crba.h"
#include "ltdl.h"
#include "tree.h"

#include <string.h>

/* Where in ws->column freedom d stands. The room behind the forces of a subtree is that of freedoms yet to come. */
static inline int place_of(const rigid_model *model, int d) { return model->dofs - 1 - d; }

static inline void put_column(const rigid_workspace *ws, int at, rigid_force F) {
    ws->column[0][at] = F.linear.x, ws->column[1][at] = F.linear.y, ws->column[2][at] = F.linear.z;
    ws->column[3][at] = F.angular.x, ws->column[4][at] = F.angular.y, ws->column[5][at] = F.angular.z;
}

/* F = M S of the freedoms of body i. */
static inline void begin_columns(const rigid_model *model, const rigid_workspace *ws, int i) {
    const rigid_body *b = &model->body[i];
    const rigid_inertia *M = &ws->M[i];
    if (b->kind == RIGID_REVOLUTE) { /* (-h x z, I z) */
        rigid_force F = {{-M->h.y, M->h.x, 0}, {M->I.xz, M->I.yz, M->I.zz}};
        put_column(ws, place_of(model, b->dof), rigid_force_scale(b->ratio, F));
    } else
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            put_column(ws, place_of(model, b->dof + k), rigid_inertia_mul(*M, rigid_freedom_motion(b, k, b->ratio)));
}

/* X F = (R f, R n + p x R f) of groups of four columns; the last may reach into the room behind. */
static inline void pass_on(const rigid_transform *X, const rigid_workspace *ws, int first, int groups) {
    const m3 R = X->R;
    const v3 p = X->p;
    double *fx = ws->column[0] + first, *fy = ws->column[1] + first, *fz = ws->column[2] + first;
    double *nx = ws->column[3] + first, *ny = ws->column[4] + first, *nz = ws->column[5] + first;
    RIGID_INDEPENDENT
    for (int k = 0; k < 4 * groups; k++) {
        v3 f = m3_mul_v3(R, (v3){fx[k], fy[k], fz[k]});
        v3 n = v3_add(m3_mul_v3(R, (v3){nx[k], ny[k], nz[k]}), v3_cross(p, f));
        fx[k] = f.x, fy[k] = f.y, fz[k] = f.z;
        nx[k] = n.x, ny[k] = n.y, nz[k] = n.z;
    }
}

/* The row of ws->column that is Sᵀ F for freedom k; of a helical joint there is the pitch's part beside. */
static inline const double *component(const rigid_workspace *ws, const rigid_body *b, int k) {
    static const int first[RIGID_JOINT_KINDS] = {5, 2, 5, 3, 0};
    return ws->column[first[b->kind] + k];
}

/* The entries of freedom k of body i with the freedoms first, first + 1, .. before `end`, which are others. Joints that
   mimic share a row: a pair then counts both ways. */
static inline void add_pairs(const rigid_model *model, const rigid_workspace *ws, int i, int k, int first, int end,
                             double *H) {
    const rigid_body *b = &model->body[i];
    const int n = model->nv, e = b->v + k;
    const double *along = component(ws, b, k), *slide = ws->column[2];
    const double ratio = b->ratio, pitch = b->kind == RIGID_HELICAL ? b->pitch : 0;
    for (int d = first, at = place_of(model, d); d < end; d++, at--) {
        const int f = ws->v_of[d];
        double h = ratio * (pitch != 0 ? along[at] + pitch * slide[at] : along[at]);
        H[e * n + f] += h;
        H[f * n + e] += h;
    }
}

/* All entries of the freedoms of body i with each other and with those of the bodies that it carries. */
static inline void add_entries(const rigid_model *model, const rigid_workspace *ws, int i, int end, double *H) {
    const rigid_body *b = &model->body[i];
    const int own = b->dof, count = rigid_joint_nv[b->kind];
    for (int k = 0; k < count; k++) {
        const int at = place_of(model, own + k);
        double h = b->kind == RIGID_HELICAL ? b->pitch * ws->column[2][at] : 0;
        H[(b->v + k) * (model->nv + 1)] += b->ratio * (component(ws, b, k)[at] + h) + b->ratio * b->ratio * b->armature;
        add_pairs(model, ws, i, k, own, own + k, H);
        add_pairs(model, ws, i, k, own + count, end, H);
    }
}

RIGID_KERNEL(void, rigid_crba, (const rigid_model *model, rigid_workspace *ws, const double *q, double *H)) {
    memset(H, 0, (size_t)model->nv * (size_t)model->nv * sizeof *H);
    rigid_joint_poses(model, ws, q);
    for (int i = 1; i <= model->count; i++)
        ws->M[i] = model->body[i].inertia;
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i], *last = &model->body[b->last];
        const int end = last->dof + rigid_joint_nv[last->kind], first = place_of(model, end - 1);
        begin_columns(model, ws, i);
        add_entries(model, ws, i, end, H);
        if (b->parent == 0)
            continue;
        pass_on(&ws->X[i], ws, first, (end - b->dof + 3) / 4);
        ws->M[b->parent] = rigid_inertia_add(ws->M[b->parent], rigid_transform_inertia(ws->X[i], ws->M[i]));
    }
}

RIGID_KERNEL(rigid_status, rigid_inverse_mass_matrix,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *Hinv, int *v)) {
    rigid_crba(model, ws, q, Hinv);
    rigid_status status = rigid_ltdl(model->nv, Hinv, ws, v);
    if (status == RIGID_OK)
        rigid_ltdl_invert(model->nv, Hinv, ws);
    return status;
}
