/* Models: their size, what follows from their bodies, and the manifold of their configurations. */
#include "model.h"

#include "../body/order.h"

#include <float.h>
#include <string.h>

size_t rigid_model_size(int count) { return sizeof(rigid_model) + ((size_t)count + 1) * sizeof(rigid_body); }

/* Depth first, a body's parent is the one before it, or has that one among all that it carries. Finds where that ends. */
static bool is_depth_first(rigid_model *model) {
    for (int i = 1; i <= model->count; i++) {
        model->body[i].last = i;
        int above = i - 1;
        while (above > model->body[i].parent)
            above = model->body[above].parent;
        if (above != model->body[i].parent)
            return false;
    }
    for (int i = model->count; i >= 1; i--) {
        rigid_body *parent = &model->body[model->body[i].parent];
        parent->last = model->body[i].last > parent->last ? model->body[i].last : parent->last;
        const rigid_body *last = &model->body[model->body[i].last];
        model->body[i].span = last->dof + rigid_joint_nv[last->kind] - model->body[i].dof;
    }
    return true;
}

static rigid_wide_body widen(const rigid_body *b) {
    const rigid_transform X = b->tree;
    return (rigid_wide_body){w33_rows(X.R), w33_columns(X.R), w3_of(X.p), w3_of(b->inertia.h),
                             w33_of_sym3(b->inertia.I)};
}

/* The body that follows from the parent's, which is a stem that slides or has its own. */
static int stem_of(const rigid_model *model, int i) {
    const int parent = model->body[i].parent;
    if (parent == 0)
        return i;
    const rigid_body *above = &model->body[parent];
    return rigid_is_stem(above, parent) && above->kind == RIGID_PRISMATIC ? i : above->stem;
}

/* Bodies of one stem are side by side; mostly there is but one. */
static int heaviest_stem(const rigid_model *model) {
    if (model->count > 0 && rigid_next_stem(model, 1) > model->count && model->body[1].inertia.m >= 0)
        return 1;
    int heaviest = 0;
    double most = -1, mass = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        mass = (rigid_is_stem(b, i) ? 0 : mass) + b->inertia.m;
        if (mass > most)
            most = mass, heaviest = b->stem;
    }
    return heaviest;
}

/* What all algorithms hold the D of a joint against, so that one refuses what the other does: 16 units in the last place of
   the mass m that it carries, and of the trace 2 s of its inertia about the joint's origin, s = ∫ r² dm, as far out as the
   joints between can bring it: by the triangle inequality of the norm √s, √s grows by p √m at most where the origin moves
   by p. (What slides is counted where it rests.) Those that the body carries have theirs; NOTHING is a power of two, so that
   m and s come back out of it as they were. */
static const double NOTHING = 16 * DBL_EPSILON;

static void weigh_body(rigid_model *model, int i) {
    rigid_body *b = &model->body[i];
    const sym3 I = b->inertia.I;
    double mass = fabs(b->inertia.m), s = 0.5 * (fabs(I.xx) + fabs(I.yy) + fabs(I.zz));
    for (int k = i + 1; k <= b->last; k = model->body[k].last + 1) {
        const rigid_body *child = &model->body[k];
        const double carried = child->least.linear / NOTHING;
        const double reach = sqrt(child->least.angular / (2 * NOTHING)) + v3_norm(child->tree.p) * sqrt(carried);
        mass += carried, s += reach * reach;
    }
    b->least.linear = NOTHING * mass, b->least.angular = 2 * NOTHING * s;
}

void rigid_model_weighed(rigid_model *model) {
    for (int i = model->count; i >= 1; i--)
        weigh_body(model, i);
    model->anchor = heaviest_stem(model);
}

void rigid_body_weighed(rigid_model *model, int body) {
    for (int i = body; i > 0; i = model->body[i].parent)
        weigh_body(model, i);
    model->anchor = heaviest_stem(model);
}

void rigid_body_set_inertia(rigid_body *b, rigid_inertia M) {
    b->inertia = M;
    b->wide = widen(b);
}

rigid_status rigid_model_finish(rigid_model *model) {
    model->dofs = model->links = 0;
    model->mimics = model->varies = false, model->in_order = true, model->is_arm = model->count > 0;
    for (int i = 1; i <= model->count; i++) {
        rigid_body *b = &model->body[i];
        const rigid_body *parent = &model->body[b->parent];
        b->above = b->parent > 0 ? parent->above + rigid_joint_nv[parent->kind] : 0;
        b->dof = model->dofs;
        model->dofs += rigid_joint_nv[b->kind];
        model->links += b->column >= 0;
        model->mimics = model->mimics || b->follows;
        model->varies = model->varies || rigid_kind_varies(b->kind);
        model->in_order = model->in_order && b->v == b->dof;
        model->is_arm = model->is_arm && model->in_order && b->kind == RIGID_REVOLUTE && b->parent == i - 1;
        b->stem = stem_of(model, i);
        b->link_turned = !m3_equal(b->link, m3_identity());
        b->wide = widen(b);
    }
    if (!is_depth_first(model))
        return RIGID_BAD_ORDER;
    rigid_model_weighed(model);
    return RIGID_OK;
}

void rigid_model_parameters(const rigid_model *model, double *pi) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_inertia M = b->link_turned ? rigid_inertia_re_express(b->inertia, m3_transpose(b->link)) : b->inertia;
        if (b->column >= 0)
            rigid_inertia_to_parameters(&M, pi + 10 * b->column);
    }
}

void rigid_model_set_parameters(rigid_model *model, const double *pi) {
    for (int i = 1; i <= model->count; i++) {
        rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        rigid_inertia M = rigid_inertia_from_parameters(pi + 10 * b->column);
        rigid_body_set_inertia(b, b->link_turned ? rigid_inertia_re_express(M, b->link) : M);
    }
    rigid_model_weighed(model);
}

void rigid_model_neutral(const rigid_model *model, double *q) {
    for (int i = 1; i <= model->count; i++)
        if (!model->body[i].follows)
            rigid_joint_neutral(model->body[i].kind, q + model->body[i].q);
}

void rigid_model_integrate(const rigid_model *model, const double *q, const double *v, double *out) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!b->follows)
            rigid_joint_integrate(b->kind, q + b->q, v + b->v, out + b->q);
    }
}

void rigid_model_normalize(const rigid_model *model, const double *q, double *out) {
    if (out != q)
        memcpy(out, q, (size_t)model->nq * sizeof *q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!b->follows)
            rigid_joint_normalize(b->kind, out + b->q);
    }
}

void rigid_model_difference(const rigid_model *model, const double *q0, const double *q1, double *v) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!b->follows)
            rigid_joint_difference(b->kind, q0 + b->q, q1 + b->q, v + b->v);
    }
}
