/* One walk over the lists of arrays both measures the block and lays it out, so that the two cannot disagree. Each scratch
   begins behind the end of the one in front of it, wherever others end. */
#include "workspace.h"

#include "../numbers/register.h"

#include <stdint.h>
#include <string.h>

/* The block and each scratch begin where a line of the cache does, and what the kernels want 32 bytes at a time comes first. */
enum { LINE = 64 };

/* How much the arrays have. */
typedef struct {
    size_t bodies, dofs, loose, nv; /* loose: by freedom, with room for three more behind */
    bool mimics, varies;
} counts;

/* Take the next `count` items of that size from the block; with no block only the size is counted. */
static void *take(unsigned char *block, size_t *used, size_t count, size_t size) {
    void *at = block ? block + *used : NULL;
    *used += (count * size + 7) & ~(size_t)7;
    return at;
}
#define TAKE(array, count) (array) = take(block, &used, count, sizeof *(array))

static size_t lay_fixed(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    const size_t angles = n->bodies + 2 * RIGID_WIDEST;
    TAKE(ws->turns.angle, angles);
    TAKE(ws->turns.sine, angles);
    TAKE(ws->turns.cosine, angles);
    TAKE(ws->turns.ratio, angles);
    TAKE(ws->turns.offset, angles);
    TAKE(ws->turns.q, angles);
    TAKE(ws->turns.varying, n->varies ? n->dofs : 0);
    TAKE(ws->zero, n->nv);
    TAKE(ws->v_of, n->dofs);
    TAKE(ws->paths.above, n->nv);
    TAKE(ws->paths.depth, n->nv);
    TAKE(ws->paths.order, n->nv);
    TAKE(ws->paths.rank, n->nv);
    TAKE(ws->paths.until, n->nv);
    TAKE(ws->path, n->nv);
    TAKE(ws->active, n->nv);
    TAKE(ws->jacobian_v, n->dofs);
    return used;
}

static size_t lay_rnea(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_rnea_scratch *s = &ws->rnea;
    s->turns = ws->turns;
    TAKE(s->pose, n->bodies);
    TAKE(s->w, n->bodies);
    TAKE(s->alpha, n->bodies);
    TAKE(s->accel, n->bodies);
    TAKE(s->force, n->bodies);
    TAKE(s->moment, n->bodies);
    TAKE(s->tau, n->mimics ? n->nv : 0);
    return used;
}

static size_t lay_subtrees(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_subtrees_scratch *s = &ws->subtrees;
    s->turns = ws->turns, s->v_of = ws->v_of;
    TAKE(s->place, n->bodies);
    TAKE(s->subtree, n->bodies);
    TAKE(s->F, n->loose);
    TAKE(s->motion, n->bodies);
    TAKE(s->spot, n->bodies);
    TAKE(s->row, n->loose);
    return used;
}

static size_t lay_aba(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_aba_scratch *s = &ws->aba;
    s->turns = ws->turns;
    TAKE(s->w, n->bodies);
    TAKE(s->alpha, n->bodies);
    TAKE(s->accel, n->bodies);
    TAKE(s->place, n->bodies);
    TAKE(s->articulated, n->bodies);
    TAKE(s->K, n->dofs);
    TAKE(s->u, n->dofs);
    TAKE(s->D, n->nv);
    return used;
}

static size_t lay_solve(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    TAKE(ws->solve.square, n->mimics ? n->nv * n->nv : 0);
    TAKE(ws->solve.tau, n->mimics ? n->nv : 0);
    return used;
}

static size_t lay_ltdl(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_ltdl_scratch *s = &ws->ltdl;
    s->path = ws->path;
    TAKE(s->D, n->nv);
    TAKE(s->inverse, n->nv);
    TAKE(s->least, n->nv);
    TAKE(s->row, n->nv);
    return used;
}

static size_t lay_coriolis(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_coriolis_scratch *s = &ws->coriolis;
    s->turns = ws->turns, s->jacobian_v = ws->jacobian_v;
    TAKE(s->place, n->bodies);
    TAKE(s->motion, n->bodies);
    TAKE(s->composite, n->bodies);
    TAKE(s->column, n->dofs);
    for (int r = 0; r < 12; r++)
        TAKE(s->jacobian[r], n->loose);
    for (int r = 0; r < 2; r++)
        TAKE(s->product[r], n->loose);
    return used;
}

static size_t lay_derivatives(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_derivatives_scratch *s = &ws->derivatives;
    s->turns = ws->turns, s->jacobian_v = ws->jacobian_v;
    TAKE(s->place, n->bodies);
    TAKE(s->motion, n->bodies);
    TAKE(s->composite, n->bodies);
    TAKE(s->column, n->dofs);
    TAKE(s->jacobian, 24 * (n->dofs + 7));
    for (int r = 0; r < 5; r++)
        TAKE(s->product[r], n->dofs + 7);
    return used;
}

static size_t lay_product(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    ws->product.active = ws->active;
    TAKE(ws->product.panel, 8 * n->nv);
    return used;
}

static size_t lay_regressor(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_regressor_scratch *s = &ws->regressor;
    s->turns = ws->turns, s->jacobian_v = ws->jacobian_v;
    TAKE(s->pose, n->bodies);
    TAKE(s->w, n->bodies);
    TAKE(s->w_ref, n->bodies);
    TAKE(s->alpha, n->bodies);
    TAKE(s->accel, n->bodies);
    TAKE(s->S, n->dofs);
    return used;
}

static size_t lay_poses(rigid_workspace *ws, unsigned char *block, size_t used, const counts *n) {
    rigid_poses_scratch *s = &ws->poses;
    s->turns = ws->turns;
    TAKE(s->X, n->bodies);
    TAKE(s->Xw, n->bodies);
    TAKE(s->V, n->bodies);
    TAKE(s->v, n->bodies);
    TAKE(s->g, n->bodies);
    TAKE(s->potential, n->bodies);
    return used;
}

/* ---- asserts --------------------------------------------------------------------------------------------------------- */

#if defined(RIGID_ASSERTS)

static void note_regions(rigid_workspace *ws, unsigned char *block, const size_t *begin, const size_t *end) {
    for (int s = 0; s < RIGID_SCRATCHES && block; s++) {
        ws->region[s].live = false;
        ws->region[s].begin = block + begin[s], ws->region[s].size = end[s] - begin[s];
    }
}

/* Whether one stands in front of the other. */
static bool stands_in_front(rigid_scratch one, rigid_scratch other) {
    static const rigid_scratch front[] = {
        RIGID_SCRATCH_fixed,
#define FRONT(name, front) RIGID_SCRATCH_##front,
        RIGID_SCRATCH_LIST(FRONT)
#undef FRONT
    };
    for (; other != RIGID_SCRATCH_fixed; other = front[other])
        if (front[other] == one)
            return true;
    return false;
}

static void assert_free(const rigid_workspace *ws, rigid_scratch which) {
    for (rigid_scratch s = RIGID_SCRATCH_fixed; s < RIGID_SCRATCHES; s++)
        RIGID_ASSERT(!ws->region[s].live || (s != which && (stands_in_front(s, which) || stands_in_front(which, s))));
}

/* Bytes of which every double is NaN. */
void rigid_scratch_begin(rigid_workspace *ws, rigid_scratch which) {
    assert_free(ws, which);
    memset(ws->region[which].begin, 0xff, ws->region[which].size);
    ws->region[which].live = true;
}
void rigid_scratch_take_over(rigid_workspace *ws, rigid_scratch which) {
    assert_free(ws, which);
    ws->region[which].live = true;
}
void rigid_scratch_end(rigid_workspace *ws, rigid_scratch which) {
    RIGID_ASSERT(ws->region[which].live);
    ws->region[which].live = false;
}

#else

static void note_regions(const rigid_workspace *ws, const unsigned char *block, const size_t *begin, const size_t *end) {
    (void)ws, (void)block, (void)begin, (void)end;
}

#endif

/* What rigid_model_finish has found of a body, and what whoever filled it in promised. */
static bool is_whole(const rigid_model *m, int i) {
    const rigid_body *b = &m->body[i], *parent = &m->body[b->parent];
    const int nv = rigid_joint_nv[b->kind];
    return b->parent >= 0 && b->parent < i && b->last >= i && b->last <= m->count && b->stem >= 1 && b->stem <= i &&
           b->q >= 0 && b->q + rigid_joint_nq[b->kind] <= m->nq && b->v >= 0 && b->v + nv <= m->nv &&
           b->dof == (i > 1 ? b[-1].dof + rigid_joint_nv[b[-1].kind] : 0) && b->dof + nv <= m->dofs &&
           b->above == (b->parent > 0 ? parent->above + rigid_joint_nv[parent->kind] : 0) && b->column < m->links &&
           (m->varies || !rigid_kind_varies(b->kind)) &&
           (b->follows ? nv == 1 && m->mimics : b->ratio == 1 && b->offset == 0);
}

/* ---- the whole -------------------------------------------------------------------------------------------------------- */

static size_t lay_out(rigid_workspace *ws, unsigned char *block, const rigid_model *m) {
    const size_t bodies = (size_t)m->count + 1, dofs = (size_t)m->dofs;
    const counts n = {bodies, dofs, dofs + 3, (size_t)m->nv, m->mimics, m->varies};
    size_t begin[RIGID_SCRATCHES] = {0}, end[RIGID_SCRATCHES], most = end[RIGID_SCRATCH_fixed] = lay_fixed(ws, block, 0, &n);
#define LAY(name, front)                                                                                               \
    begin[RIGID_SCRATCH_##name] = (end[RIGID_SCRATCH_##front] + LINE - 1) / LINE * LINE;                               \
    end[RIGID_SCRATCH_##name] = lay_##name(ws, block, begin[RIGID_SCRATCH_##name], &n);                                \
    most = end[RIGID_SCRATCH_##name] > most ? end[RIGID_SCRATCH_##name] : most;
    RIGID_SCRATCH_LIST(LAY)
#undef LAY
    note_regions(ws, block, begin, end);
    return most;
}

/* Room for the struct itself as well, whether it stands there or the caller holds it. */
size_t rigid_workspace_size(const rigid_model *model) {
    rigid_workspace unused;
    return sizeof unused + lay_out(&unused, NULL, model) + LINE;
}

/* Whether what is zero in H are the places between branches, with each body's numbers after those of its parent. */
static bool follows_tree(const rigid_model *m) {
    for (int i = 1; i <= m->count; i++)
        if (m->body[i].follows || (m->body[i].parent > 0 && m->body[i].v < m->body[m->body[i].parent].v))
            return false;
    return true;
}

/* Paths through the numbers of v: those of the tree, or else one through all of them. */
static void find_paths(rigid_paths *p, const rigid_model *m) {
    for (int k = 0; k < m->nv; k++)
        p->above[k] = k - 1, p->depth[k] = p->order[k] = p->rank[k] = k, p->until[k] = m->nv;
    p->branches = follows_tree(m);
    if (!p->branches)
        return;
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i], *parent = &m->body[b->parent], *last = &m->body[b->last];
        p->above[b->v] = b->parent > 0 ? parent->v + rigid_joint_nv[parent->kind] - 1 : -1;
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            p->depth[b->v + k] = b->above + k;
            p->order[b->dof + k] = b->v + k, p->rank[b->v + k] = b->dof + k;
            p->until[b->v + k] = last->dof + rigid_joint_nv[last->kind];
        }
    }
}

void rigid_workspace_init(rigid_workspace *ws, void *memory, const rigid_model *model) {
    unsigned char *block = (unsigned char *)memory + (LINE - (uintptr_t)memory % LINE) % LINE;
    memset(block, 0, lay_out(ws, block, model));
    for (int i = 1; i <= model->count; i++)
        RIGID_ASSERT(is_whole(model, i));
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const bool has_angle = rigid_joint_quaternion(b->kind) < 0;
        ws->turns.q[i] = b->q, ws->turns.ratio[i] = has_angle ? b->ratio : 0, ws->turns.offset[i] = has_angle ? b->offset : 0;
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            ws->v_of[b->dof + k] = b->v + k;
    }
    find_paths(&ws->paths, model);
}

rigid_workspace *rigid_workspace_make(const rigid_model *model, void *memory) {
    rigid_workspace *ws = memory;
    rigid_workspace_init(ws, ws + 1, model);
    return ws;
}
