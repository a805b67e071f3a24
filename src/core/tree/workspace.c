/* One walk over the list of arrays both measures the block and lays it out, so that the two cannot disagree. */
#include "workspace.h"

#include <stdint.h>
#include <string.h>

/* The block begins where a line of the cache does, and what the kernels want 32 bytes at a time comes first. */
enum { LINE = 64 };

/* Take the next `count` items of that size from the block; with no block only the size is counted. */
static void *take(unsigned char *block, size_t *used, size_t count, size_t size) {
    void *at = block ? block + *used : NULL;
    *used += (count * size + 7) & ~(size_t)7;
    return at;
}

static size_t lay_out(rigid_workspace *ws, unsigned char *block, const rigid_model *m) {
    size_t used = 0, bodies = (size_t)m->count + 1, dofs = (size_t)m->dofs, nv = (size_t)m->nv;
    size_t fours = (bodies + 3) / 4 * 4;
#define TAKE(array, count) ws->array = take(block, &used, count, sizeof *ws->array)
    TAKE(strip, 16 * nv);
    TAKE(pose, bodies);
    TAKE(w, bodies);
    TAKE(alpha, bodies);
    TAKE(accel, bodies);
    TAKE(w_ref, bodies);
    TAKE(force, bodies);
    TAKE(moment, bodies);
    TAKE(place, bodies);
    TAKE(motion, bodies);
    TAKE(burden, bodies);
    TAKE(directions, dofs);
    TAKE(share, bodies);
    TAKE(K, dofs);
    TAKE(subtree, bodies);
    TAKE(spot, bodies);
    TAKE(load, dofs + 3);
    TAKE(X, bodies);
    TAKE(v, bodies);
    TAKE(a, bodies);
    TAKE(Xw, bodies);
    TAKE(V, bodies);
    TAKE(angle, fours);
    TAKE(sine, fours);
    TAKE(cosine, fours);
    TAKE(S, dofs);
    TAKE(v_of, dofs);
    TAKE(carrier_v, dofs);
    for (int r = 0; r < 24; r++)
        TAKE(carrier[r], dofs + 3);
    for (int r = 0; r < 10; r++)
        TAKE(product[r], dofs + 3);
    TAKE(u, dofs);
    TAKE(D, bodies > dofs ? bodies : dofs);
    TAKE(zero, nv);
    TAKE(tau, nv);
    TAKE(least, nv);
    TAKE(above, nv);
    TAKE(depth, nv);
    TAKE(path, nv);
    TAKE(order, nv);
    TAKE(rank, nv);
    TAKE(until, nv);
    TAKE(active, nv);
    TAKE(column, dofs);
    TAKE(square, m->mimics ? nv * nv : 0);
#undef TAKE
    return used;
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
static void find_paths(rigid_workspace *ws, const rigid_model *m) {
    for (int k = 0; k < m->nv; k++)
        ws->above[k] = k - 1, ws->depth[k] = ws->order[k] = ws->rank[k] = k, ws->until[k] = m->nv;
    ws->branches = follows_tree(m);
    if (!ws->branches)
        return;
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i], *parent = &m->body[b->parent], *last = &m->body[b->last];
        ws->above[b->v] = b->parent > 0 ? parent->v + rigid_joint_nv[parent->kind] - 1 : -1;
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            ws->depth[b->v + k] = b->above + k;
            ws->order[b->dof + k] = b->v + k, ws->rank[b->v + k] = b->dof + k;
            ws->until[b->v + k] = last->dof + rigid_joint_nv[last->kind];
        }
    }
}

void rigid_workspace_init(rigid_workspace *ws, void *memory, const rigid_model *model) {
    unsigned char *block = (unsigned char *)memory + (LINE - (uintptr_t)memory % LINE) % LINE;
    memset(block, 0, lay_out(ws, block, model));
    for (int i = 1; i <= model->count; i++)
        for (int k = 0; k < rigid_joint_nv[model->body[i].kind]; k++)
            ws->v_of[model->body[i].dof + k] = model->body[i].v + k;
    find_paths(ws, model);
    ws->X[0] = ws->Xw[0] = rigid_transform_identity();
}

rigid_workspace *rigid_workspace_make(const rigid_model *model, void *memory) {
    rigid_workspace *ws = memory;
    rigid_workspace_init(ws, ws + 1, model);
    return ws;
}
