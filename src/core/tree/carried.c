/* What of a description may change without another structure: inertias, of which each moving link carries those of all that is
   welded to it, and what joints resist. */
#include "description.h"

/* ---- inertias -------------------------------------------------------------------------------------------------------- */

/* What a link adds to that which moves it, about the frame of that. */
static rigid_inertia share_of(const rigid_model *model, const rigid_description *d, int i) {
    const rigid_placed_link *placed = &model->link[i];
    return placed->owner == i ? d->link[i].inertia : rigid_transform_inertia(placed->within, d->link[i].inertia);
}

/* Add link i to the sums of its owner; what a lump stands for is not counted. */
static void add_link(const rigid_model *model, const rigid_description *d, int i, rigid_inertia *own, rigid_inertia *borne) {
    const rigid_placed_link *placed = &model->link[i];
    if (rigid_inertia_is_zero(&d->link[i].inertia) || (!placed->borne && d->link[placed->owner].lumps))
        return;
    rigid_inertia *sum = placed->borne ? borne : own;
    *sum = rigid_inertia_is_zero(sum) ? share_of(model, d, i) : rigid_inertia_add(*sum, share_of(model, d, i));
}

static rigid_inertia together(const rigid_link *link, const rigid_inertia *own, const rigid_inertia *borne) {
    const rigid_inertia M = link->lumps ? link->lump : *own;
    return rigid_inertia_is_zero(borne) ? M : rigid_inertia_add(M, *borne);
}

rigid_inertia rigid_model_carried(const rigid_model *model, const rigid_description *d, int link) {
    rigid_inertia own = rigid_inertia_zero(), borne = own;
    for (int i = link; i > 0; i = model->link[i].next)
        add_link(model, d, i, &own, &borne);
    return together(&d->link[link], &own, &borne);
}

static void set_inertia(rigid_model *model, int link, rigid_inertia M) {
    rigid_body *b = &model->body[model->link[link].frame.body];
    rigid_body_set_inertia(b, m3_equal(b->link, m3_identity()) ? M : rigid_inertia_re_express(M, b->link));
}

void rigid_model_carried_all(const rigid_model *model, const rigid_description *d, rigid_inertia *carried, rigid_inertia *room) {
    for (int i = 0; i <= d->count; i++)
        carried[i] = room[i] = rigid_inertia_zero();
    for (int i = 1; i <= d->count; i++)
        if (model->link[i].owner > 0)
            add_link(model, d, i, &carried[model->link[i].owner], &room[model->link[i].owner]);
    for (int i = 1; i <= d->count; i++)
        if (model->link[i].owner == i)
            carried[i] = together(&d->link[i], &carried[i], &room[i]);
}

void rigid_model_weigh_all(rigid_model *model, const rigid_description *d, rigid_inertia *carried, rigid_inertia *room) {
    rigid_model_carried_all(model, d, carried, room);
    for (int i = 1; i <= d->count; i++)
        if (model->link[i].owner == i)
            set_inertia(model, i, carried[i]);
}

void rigid_model_weigh(rigid_model *model, const rigid_description *d, int link) {
    const int owner = model->link[link].owner;
    if (owner > 0)
        set_inertia(model, owner, rigid_model_carried(model, d, owner)), rigid_body_weighed(model, model->link[owner].frame.body);
}

/* ---- resistances ------------------------------------------------------------------------------------------------------ */

/* Of several springs on one number, the one that is their sum. */
static void add_spring(rigid_model *model, int k, double stiffness, double springref) {
    const double sum = model->stiffness[k] + stiffness;
    if (sum != 0)
        model->springref[k] += stiffness / sum * (springref - model->springref[k]);
    model->stiffness[k] = sum;
}

/* A joint that follows at `ratio` resists its leader by ratio² for what grows with speed or with the way, by |ratio| for friction. */
static void add_resistance(rigid_model *model, const rigid_joint *joint, const rigid_placed_link *placed) {
    rigid_body *last = &model->body[placed->frame.body];
    for (int k = placed->v; k < placed->v + rigid_joint_type_nv(joint->type); k++) {
        model->damping[k] += last->ratio * last->ratio * joint->damping;
        model->friction[k] += fabs(last->ratio) * joint->friction;
        model->armature[k] += last->ratio * last->ratio * joint->armature;
        if (last->ratio != 0)
            add_spring(model, k, last->ratio * last->ratio * joint->stiffness, (joint->springref - last->offset) / last->ratio);
    }
    for (int k = 0; k < rigid_joint_type_bodies(joint->type); k++)
        last[-k].armature = joint->armature;
}

/* Where joints follow each other, those of one freedom may be anywhere in the list. */
void rigid_model_resist_some(rigid_model *model, const rigid_description *d, int first, int last) {
    if (model->mimics)
        first = 1, last = d->count;
    for (int i = first; i <= last; i++)
        for (int k = model->link[i].v; k >= 0 && k < model->link[i].v + rigid_joint_type_nv(d->link[i].joint.type); k++)
            model->damping[k] = model->friction[k] = model->armature[k] = model->stiffness[k] = model->springref[k] = 0;
    for (int i = first; i <= last; i++)
        if (model->link[i].owner == i)
            add_resistance(model, &d->link[i].joint, &model->link[i]);
}

void rigid_model_resist(rigid_model *model, const rigid_description *d) {
    rigid_model_resist_some(model, d, 1, d->count);
}
