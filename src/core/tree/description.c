/* From links to bodies, in five passes without recursion, each over the list or over the moving links: who follows whom,
   the numbers of q and v, who moves with whom, depth first, inertias (carried.c). */
#include "description.h"
#include "../numbers/asserts.h"

#include <stdint.h>
#include <string.h>

/* ---- joints as chains ------------------------------------------------------------------------------------------------ */

/* Joints of the core, and which axis of the link is the z of each; after the last stands RIGID_JOINT_KINDS. */
typedef enum { OWN, AXIS, AXIS2, ACROSS_X, ACROSS_Y } axis_place;
typedef struct {
    rigid_joint_kind kind;
    axis_place place;
} joint_part;
enum { PARTS_MAX = 3 };
static const joint_part parts_of[RIGID_JOINT_TYPES][PARTS_MAX + 1] = {
#define PART(KIND, place) {RIGID_##KIND, place},
#define TYPE(TYPE, closing, parts) [RIGID_JOINT_##TYPE] = {parts{RIGID_JOINT_KINDS, OWN}},
    RIGID_JOINT_TYPE_LIST(TYPE, PART)
#undef PART
#undef TYPE
};

int rigid_joint_type_bodies(rigid_joint_type type) {
    int count = 0;
    while (parts_of[type][count].kind != RIGID_JOINT_KINDS)
        count++;
    return count;
}
static bool has_varying_part(rigid_joint_type type) {
    bool any = false;
    for (const joint_part *part = parts_of[type]; part->kind != RIGID_JOINT_KINDS; part++)
        any = any || rigid_kind_varies(part->kind);
    return any;
}
int rigid_joint_type_nq(rigid_joint_type type) {
    int sum = 0;
    for (const joint_part *part = parts_of[type]; part->kind != RIGID_JOINT_KINDS; part++)
        sum += rigid_joint_nq[part->kind];
    return sum;
}
int rigid_joint_type_nv(rigid_joint_type type) {
    int sum = 0;
    for (const joint_part *part = parts_of[type]; part->kind != RIGID_JOINT_KINDS; part++)
        sum += rigid_joint_nv[part->kind];
    return sum;
}

static v3 unit(v3 a) {
    a = v3_div(a, v3_max_abs(a));
    return v3_div(a, v3_norm(a));
}

m3 rigid_turn_to(v3 axis) {
    static const struct {
        v3 axis;
        m3 turn;
    } along[] = {
        {{0, 0, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},   {{0, 0, -1}, {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}},
        {{1, 0, 0}, {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}},  {{-1, 0, 0}, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}},
        {{0, 1, 0}, {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}},  {{0, -1, 0}, {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}},
    };
    for (size_t i = 0; i < sizeof along / sizeof *along; i++)
        if (v3_equal(along[i].axis, axis))
            return along[i].turn;
    const double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
    const v3 least = x <= y && x <= z ? (v3){1, 0, 0} : y <= z ? (v3){0, 1, 0} : (v3){0, 0, 1};
    const v3 across = unit(v3_cross(axis, least));
    return m3_from_columns(v3_cross(across, axis), across, axis);
}

/* A rotation that takes z to where that of a part is. */
static m3 turn_of(const rigid_joint *joint, axis_place place) {
    switch (place) {
    case AXIS:
        return rigid_turn_to(joint->axis);
    case AXIS2:
        return rigid_turn_to(joint->axis2);
    case ACROSS_X:
        return rigid_turn_to(m3_column_x(rigid_turn_to(joint->axis)));
    case ACROSS_Y:
        return rigid_turn_to(m3_column_y(rigid_turn_to(joint->axis)));
    case OWN:
    default:
        return m3_identity();
    }
}

/* The motion of a point on the axis, and the turn about it, seen from the link's origin, in the axes of a body turned so. */
static rigid_motion screw_of(const rigid_joint *joint, m3 turn) {
    const rigid_motion own = {v3_add(v3_scale(joint->pitch, joint->axis), v3_cross(joint->point, joint->axis)), joint->axis};
    return m3_equal(turn, m3_identity()) ? own : rigid_motion_re_express(own, m3_transpose(turn));
}

rigid_link rigid_link_default(int parent) {
    rigid_link link = {.parent = parent, .placement = rigid_transform_identity(), .inertia = rigid_inertia_zero()};
    link.joint = (rigid_joint){.type = RIGID_JOINT_FIXED, .axis = {0, 0, 1}, .axis2 = {1, 0, 0}, .ratio = 1};
    link.lump = rigid_inertia_zero();
    return link;
}

/* ---- what is no description ------------------------------------------------------------------------------------------ */

/* All have one but those with a quaternion. */
static bool has_axis(rigid_joint_type type) {
    const joint_part *part = parts_of[type];
    return part->kind != RIGID_JOINT_KINDS && rigid_joint_quaternion(part->kind) < 0;
}
static bool has_second_axis(rigid_joint_type type) {
    const joint_part *part = parts_of[type];
    while (part->kind != RIGID_JOINT_KINDS && part->place != AXIS2)
        part++;
    return part->kind != RIGID_JOINT_KINDS;
}

static bool is_unit(v3 axis) { return fabs(v3_norm(axis) - 1) < 1e-9; }

static bool is_type(rigid_joint_type type) { return (int)type >= 0 && type < RIGID_JOINT_TYPES; }

static rigid_status check_joint(const rigid_description *d, const rigid_joint *joint, int i) {
    const rigid_joint_type type = joint->type;
    if (!is_type(type))
        return RIGID_BAD_LINK;
    if (!isfinite(joint->pitch) || !isfinite(joint->damping) || !isfinite(joint->friction) || !isfinite(joint->armature) ||
        !isfinite(joint->ratio) || !isfinite(joint->offset) || !isfinite(joint->stiffness) || !isfinite(joint->springref) ||
        !v3_is_finite(joint->point))
        return RIGID_NOT_FINITE;
    if (has_axis(type) && !is_unit(joint->axis))
        return RIGID_BAD_AXIS;
    if (has_second_axis(type) &&
        (!is_unit(joint->axis2) || !(v3_norm(v3_cross(joint->axis, joint->axis2)) > 1e-9)))
        return RIGID_BAD_AXIS;
    if (joint->leader == 0)
        return RIGID_OK;
    if (joint->leader < 0 || joint->leader > d->count)
        return RIGID_BAD_LINK;
    if (rigid_joint_type_nv(type) != 1 || joint->leader == i)
        return joint->leader == i ? RIGID_CIRCLE : RIGID_BAD_LEADER;
    const rigid_joint_type led = d->link[joint->leader].joint.type;
    return is_type(led) && rigid_joint_type_nv(led) == 1 ? RIGID_OK : RIGID_BAD_LEADER;
}

static rigid_status check_link(const rigid_description *d, int i) {
    const rigid_link *link = &d->link[i];
    if (link->parent < 0 || link->parent >= i)
        return RIGID_BAD_LINK;
    if (!m3_is_finite(link->placement.R) || !v3_is_finite(link->placement.p))
        return RIGID_NOT_FINITE;
    return check_joint(d, &link->joint, i);
}

/* ---- the block: model, links, resistances; then what only its making needs ------------------------------------------ */

typedef struct {
    int *leader, *child, *sibling, *waiting; /* by link; child[0] and sibling hang from the world */
    double *ratio, *offset;
    rigid_inertia *own, *borne; /* by moving link: what it carries, payloads apart */
} making;

typedef struct {
    size_t links, damping, friction, armature, stiffness, springref, making, total;
} block;

/* Take bytes from the block. */
static size_t take(size_t *used, size_t count, size_t size) {
    size_t at = *used;
    *used += (count * size + 15) & ~(size_t)15;
    return at;
}

/* Bodies and numbers of v, in all. */
static void count_all(const rigid_description *d, size_t *bodies, size_t *nv) {
    *bodies = *nv = 0;
    for (int i = 1; i <= d->count; i++) {
        const rigid_joint_type type = d->link[i].joint.type;
        if (is_type(type))
            *bodies += (size_t)rigid_joint_type_bodies(type), *nv += (size_t)rigid_joint_type_nv(type);
    }
}

static block lay_out(const rigid_description *d, making *m, unsigned char *memory) {
    size_t bodies, nv, used = 0, links = (size_t)d->count + 1;
    count_all(d, &bodies, &nv);
    block at = {0};
    take(&used, 1, sizeof(rigid_model) + (bodies + 1) * sizeof(rigid_body));
    at.links = take(&used, links, sizeof(rigid_placed_link));
    at.damping = take(&used, nv, sizeof(double)), at.friction = take(&used, nv, sizeof(double));
    at.armature = take(&used, nv, sizeof(double)), at.stiffness = take(&used, nv, sizeof(double));
    at.springref = take(&used, nv, sizeof(double));
    at.making = used;
#define TAKE(array) (m->array = (void *)(memory ? memory + used : NULL), take(&used, links, sizeof *m->array))
    TAKE(leader), TAKE(child), TAKE(sibling), TAKE(waiting), TAKE(ratio), TAKE(offset), TAKE(own), TAKE(borne);
#undef TAKE
    at.total = used;
    return at;
}

size_t rigid_description_size(const rigid_description *d) {
    making unused;
    return lay_out(d, &unused, NULL).total;
}

rigid_model rigid_description_measure(const rigid_description *d) {
    rigid_model head = {.gravity = d->gravity, .link_count = d->count};
    for (int i = 1; i <= d->count; i++) {
        const rigid_joint *joint = &d->link[i].joint;
        if (!is_type(joint->type))
            continue;
        head.count += rigid_joint_type_bodies(joint->type), head.dofs += rigid_joint_type_nv(joint->type);
        if (joint->leader == 0)
            head.nq += rigid_joint_type_nq(joint->type), head.nv += rigid_joint_type_nv(joint->type);
        head.mimics = head.mimics || joint->leader != 0;
        head.varies = head.varies || has_varying_part(joint->type);
    }
    return head;
}

/* ---- who follows whom ------------------------------------------------------------------------------------------------ */

/* Where each joint's numbers are in the end: those of m->leader[i], at ratio q + offset. A path of joints that follow each
   other is walked to its end, and then back. */
static rigid_status find_leaders(const rigid_description *d, const making *m, int *at) {
    enum { UNKNOWN = 0 };
    memset(m->leader, UNKNOWN, ((size_t)d->count + 1) * sizeof *m->leader);
    for (int i = 1; i <= d->count; i++) {
        int depth = 0, k = i;
        for (; m->leader[k] == UNKNOWN && d->link[k].joint.leader != 0; k = d->link[k].joint.leader) {
            m->waiting[depth++] = k;
            m->leader[k] = -1; /* on the path */
        }
        if (m->leader[k] == -1)
            return *at = k, RIGID_CIRCLE;
        if (m->leader[k] == UNKNOWN)
            m->leader[k] = k, m->ratio[k] = 1, m->offset[k] = 0;
        while (depth > 0) {
            const int follower = m->waiting[--depth], next = d->link[follower].joint.leader;
            const rigid_joint *joint = &d->link[follower].joint;
            m->leader[follower] = m->leader[next];
            m->ratio[follower] = joint->ratio * m->ratio[next];
            m->offset[follower] = joint->ratio * m->offset[next] + joint->offset;
        }
    }
    return RIGID_OK;
}

static void number_joints(const rigid_description *d, const making *m, rigid_model *model) {
    rigid_placed_link *placed = model->link;
    for (int i = 1; i <= d->count; i++) {
        const rigid_joint_type type = d->link[i].joint.type;
        placed[i].q = placed[i].v = -1;
        if (rigid_joint_type_nv(type) == 0 || m->leader[i] != i)
            continue;
        placed[i].q = model->nq, placed[i].v = model->nv;
        model->nq += rigid_joint_type_nq(type), model->nv += rigid_joint_type_nv(type);
    }
    for (int i = 1; i <= d->count; i++)
        if (m->leader[i] != i)
            placed[i].q = placed[m->leader[i]].q, placed[i].v = placed[m->leader[i]].v;
}

/* ---- who moves with whom --------------------------------------------------------------------------------------------- */

static void place_links(const rigid_description *d, const making *m, rigid_model *model) {
    rigid_placed_link *placed = model->link;
    placed[0] = (rigid_placed_link){.owner = 0, .column = -1, .q = -1, .v = -1, .within = rigid_transform_identity()};
    placed[0].frame = (rigid_frame){0, rigid_transform_identity()};
    int columns = 0;
    for (int i = 1; i <= d->count; i++) {
        const rigid_link *link = &d->link[i];
        const rigid_placed_link *parent = &placed[link->parent];
        const bool moves = rigid_joint_type_nv(link->joint.type) > 0;
        placed[i].borne = link->payload || (!moves && parent->borne);
        placed[i].owner = moves ? i : parent->owner;
        placed[i].column = moves ? columns++ : -1;
        placed[i].next = 0;
        if (!moves && placed[i].owner > 0)
            placed[m->waiting[placed[i].owner]].next = i;
        m->waiting[placed[i].owner] = i; /* the last that it carries so far */
        placed[i].within = moves ? rigid_transform_identity()
                           : link->parent == parent->owner ? link->placement
                                                           : rigid_transform_mul(parent->within, link->placement);
    }
}

/* The pose of a joint at rest in the moving link that carries it, or in the world. */
static rigid_transform place_of_joint(const rigid_model *model, const rigid_link *link) {
    const rigid_placed_link *parent = &model->link[link->parent];
    return link->parent == parent->owner ? link->placement : rigid_transform_mul(parent->within, link->placement);
}

/* ---- bodies ---------------------------------------------------------------------------------------------------------- */

/* R X and X R of a rotation alone, which leave X as it is where R is the identity. */
static rigid_transform turned(m3 R, rigid_transform X) {
    return m3_equal(R, m3_identity()) ? X : rigid_transform_mul((rigid_transform){R, v3_zero()}, X);
}
static rigid_transform turned_back(rigid_transform X, m3 R) {
    return m3_equal(R, m3_identity()) ? X : rigid_transform_mul(X, (rigid_transform){R, v3_zero()});
}
static rigid_transform turn_between(m3 before, m3 after) {
    rigid_transform X = rigid_transform_identity();
    if (!m3_equal(before, after))
        X.R = m3_mul(m3_transpose(before), after);
    return X;
}

/* Add the bodies of the joint of moving link i: a chain, massless but for the last. */
static void add_chain(const rigid_description *d, const making *m, rigid_model *model, int i) {
    const rigid_link *link = &d->link[i];
    rigid_placed_link *placed = &model->link[i];
    const rigid_placed_link *carrier = &model->link[model->link[link->parent].owner];
    int below = carrier->frame.body, q = placed->q, v = placed->v;
    rigid_transform X = place_of_joint(model, link);
    if (below > 0)
        X = turned(model->body[below].link, X);
    m3 turn = m3_identity();
    for (const joint_part *part = parts_of[link->joint.type]; part->kind != RIGID_JOINT_KINDS; part++) {
        const m3 before = turn;
        const bool first = part == parts_of[link->joint.type];
        turn = turn_of(&link->joint, part->place);
        X = first ? turned_back(X, turn) : turn_between(before, turn);
        model->body[++model->count] = (rigid_body){
            .parent = below, .kind = part->kind, .q = q, .v = v, .column = -1, .follows = m->leader[i] != i,
            .ratio = m->ratio[i], .offset = m->offset[i], .pitch = link->joint.pitch, .screw = screw_of(&link->joint, turn),
            .tree = X, .inertia = rigid_inertia_zero(), .link = m3_identity()};
        below = model->count;
        q += rigid_joint_nq[part->kind], v += rigid_joint_nv[part->kind];
    }
    model->body[below].link = m3_equal(turn, m3_identity()) ? turn : m3_transpose(turn);
    model->body[below].column = placed->column;
    placed->frame.body = below;
}

/* Moving links hang from those that carry them, each's in the order of the list. */
static void hang(const rigid_description *d, const making *m, const rigid_model *model) {
    memset(m->child, 0, ((size_t)d->count + 1) * sizeof *m->child);
    for (int i = d->count; i >= 1; i--)
        if (model->link[i].owner == i) {
            const int carrier = model->link[d->link[i].parent].owner;
            m->sibling[i] = m->child[carrier], m->child[carrier] = i;
        }
}

/* Depth first: a link, all that it carries, and then the next that hangs where it does. */
static void add_bodies(const rigid_description *d, const making *m, rigid_model *model) {
    int waiting = 0;
    hang(d, m, model);
    for (int next = m->child[0]; next > 0 || waiting > 0;) {
        if (next == 0)
            next = m->waiting[--waiting];
        const int i = next;
        add_chain(d, m, model, i);
        if (m->sibling[i] > 0)
            m->waiting[waiting++] = m->sibling[i];
        next = m->child[i];
    }
}

/* Where each link is in the body that carries it. */
static void put_frames(const rigid_description *d, rigid_model *model) {
    for (int i = 1; i <= d->count; i++) {
        rigid_placed_link *placed = &model->link[i];
        const int body = model->link[placed->owner].frame.body;
        placed->frame = (rigid_frame){body, body > 0 ? turned(model->body[body].link, placed->within) : placed->within};
    }
}

/* ---- the whole ------------------------------------------------------------------------------------------------------- */

rigid_status rigid_model_describe(const rigid_description *d, void *memory, int *at) {
    int nowhere = 0;
    at = at ? at : &nowhere;
    making m;
    rigid_status status;
    for (int i = 1; i <= d->count; i++)
        if ((status = check_link(d, i)) != RIGID_OK)
            return *at = i, status;
    const block b = lay_out(d, &m, memory);
    if ((status = find_leaders(d, &m, at)) != RIGID_OK)
        return status;
    unsigned char *bytes = memory;
    rigid_model *model = memory;
    *model = (rigid_model){.gravity = d->gravity, .link_count = d->count};
    model->body[0] = (rigid_body){.parent = 0, .column = -1, .ratio = 1};
    model->link = (void *)(bytes + b.links), model->damping = (void *)(bytes + b.damping);
    model->friction = (void *)(bytes + b.friction), model->armature = (void *)(bytes + b.armature);
    model->stiffness = (void *)(bytes + b.stiffness), model->springref = (void *)(bytes + b.springref);
    place_links(d, &m, model);
    number_joints(d, &m, model);
    add_bodies(d, &m, model);
    put_frames(d, model);
    rigid_model_weigh_all(model, d, m.own, m.borne);
    if ((status = rigid_model_finish(model)) == RIGID_OK)
        rigid_model_resist(model, d);
    RIGID_ASSERT(status != RIGID_OK || rigid_description_measure(d).mimics >= model->mimics); /* else it has no room */
    return status;
}
