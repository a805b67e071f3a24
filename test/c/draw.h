/* Trees drawn by a seed, for the C programs that compare: of all kinds of joints, of depth and of breadth, with joints that
   follow others and with links turned in their bodies. */
#ifndef RIGID_TEST_DRAW_H
#define RIGID_TEST_DRAW_H

#include "../../src/core/core.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 20;

/* In (-1, 1). */
static double draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-52 - 1;
}

/* One after the other: in a list of arguments or values each compiler draws in an order of its own. */
static v3 draw_v3(void) {
    v3 a;
    a.x = draw();
    a.y = draw();
    a.z = draw();
    return a;
}

/* Without a function of the C library, whose sines differ in the last digit from one library to the next. */
static m3 draw_rotation(void) {
    v3 a = draw_v3();
    return rigid_rotation_quaternion((rigid_quaternion){draw(), a.x, a.y, a.z});
}

static sym3 draw_inertia(void) {
    v3 products = v3_scale(0.25, draw_v3());
    return (sym3){2, products.x, products.y, 2, products.z, 3};
}

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes + 8);
    if (!memory)
        exit(1);
    return memory;
}

static double *numbers(int count) {
    double *at = allocate((size_t)count * sizeof *at);
    for (int i = 0; i < count; i++)
        at[i] = draw();
    return at;
}

/* The body before, or one that carries it. */
static int random_parent(const rigid_model *m, int i) {
    int parent = i - 1;
    while (parent > 0 && draw() > 0.5)
        parent = m->body[parent].parent;
    return parent;
}

/* A body on a joint of any kind; every eighth follows the joint before it where it can. */
static rigid_body random_body(const rigid_model *m, int i, bool may_follow) {
    rigid_body b = {.kind = (rigid_joint_kind)((int)(20 + 20 * draw()) % RIGID_JOINT_KINDS), .ratio = 1, .q = m->nq, .v = m->nv};
    if (may_follow && i % 8 == 0 && rigid_joint_nv[m->body[i - 1].kind] == 1) {
        b = (rigid_body){.kind = RIGID_HELICAL, .follows = true};
        b.ratio = 1 + draw();
        b.offset = draw();
        b.q = m->body[i - 1].q, b.v = m->body[i - 1].v;
    }
    b.parent = random_parent(m, i);
    b.column = i - 1;
    b.pitch = draw();
    b.screw.linear = draw_v3();
    b.screw.angular = m3_column_z(draw_rotation());
    b.armature = draw() > 0 ? 1 + draw() : 0;
    b.link = i % 3 == 0 ? draw_rotation() : m3_identity();
    b.tree.R = draw_rotation();
    b.tree.p = draw_v3();
    const double mass = 2 + draw();
    const v3 center = draw_v3();
    b.inertia = rigid_inertia_from_central(mass, center, draw_inertia());
    return b;
}

static rigid_model *random_model(int count, bool may_follow) {
    rigid_model *m = allocate(rigid_model_size(count));
    m->gravity = (v3){1, 2, -9};
    for (int i = 1; i <= count; i++) {
        m->body[i] = random_body(m, i, may_follow);
        m->count = i;
        if (!m->body[i].follows)
            m->nq += rigid_joint_nq[m->body[i].kind], m->nv += rigid_joint_nv[m->body[i].kind];
    }
    if (rigid_model_finish(m) != RIGID_OK)
        exit(1);
    return m;
}

#endif
