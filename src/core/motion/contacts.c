/* Memory of contacts, pairs, poses of the bodies that have some, and rows of the velocities of points. */
#include "contacts.h"
#include "../body/motion.h"
#include "../body/transform.h"
#include "../tree/kinematics.h"
#include "closed.h"

#include <string.h>

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

/* Neighbours: one carries the other. */
static bool may_meet(const rigid_model *model, const rigid_contact *a, const rigid_contact *b) {
    const int i = a->frame.body, j = b->frame.body;
    return rigid_is_round(a) && rigid_is_round(b) && i != j && model->body[i].parent != j && model->body[j].parent != i;
}

static int count_pairs(const rigid_model *model, const rigid_contact *contact, int contacts, int grounds, int *points) {
    int pairs = 0;
    *points = 0;
    for (int a = 0; a < contacts; a++) {
        if (contact[a].frame.body > 0)
            pairs += grounds, *points += grounds * rigid_nearest_most(&contact[a]);
        for (int b = a + 1; b < contacts; b++)
            if (may_meet(model, &contact[a], &contact[b]))
                pairs++, *points += 2;
    }
    return pairs;
}

static size_t lay_out(rigid_contacts *c, const rigid_model *model, unsigned char *block) {
    unsigned char *at = block;
    const size_t n = (size_t)model->nv, m = (size_t)c->rows_max, p = (size_t)c->points_max, number = sizeof(double);
    const size_t bodies = (size_t)model->count + 1, blocks = p + 2 * n + m;
    c->pair = rigid_take(&at, (size_t)c->pairs * sizeof *c->pair);
    c->used = rigid_take(&at, bodies * sizeof *c->used), c->path = rigid_take(&at, bodies * (n + 1) * sizeof *c->path);
    c->pose = rigid_take(&at, bodies * sizeof *c->pose), c->at = rigid_take(&at, (size_t)c->contacts * sizeof *c->at);
    c->columns = rigid_take(&at, 6 * n * number);
    c->here.point = rigid_take(&at, p * sizeof *c->here.point), c->there.point = rigid_take(&at, p * sizeof *c->there.point);
    c->end.point = rigid_take(&at, p * sizeof *c->end.point);
    c->block = rigid_take(&at, blocks * sizeof *c->block), c->of = rigid_take(&at, blocks * sizeof *c->of);
    double **of_rows[] = {&c->all, &c->g, &c->free_g, &c->x, &c->x0, &c->z, &c->joined, &c->next_joined};
    for (size_t k = 0; k < sizeof of_rows / sizeof *of_rows; k++)
        *of_rows[k] = rigid_take(&at, m * number);
    double **of_v[] = {&c->push, &c->start_v,   &c->by_x,   &c->taken,   &c->change, &c->halved, &c->leeway,
                       &c->pull, &c->next_pull, &c->trend, &c->last_trend, &c->more, &c->acts, &c->rubbed, &c->stopped, &c->next_rubbed, &c->next_stopped};
    for (size_t k = 0; k < sizeof of_v / sizeof *of_v; k++)
        *of_v[k] = rigid_take(&at, n * number);
    c->moved = rigid_take(&at, (size_t)model->nq * number);
    c->J = rigid_take(&at, m * n * number), c->B = rigid_take(&at, (size_t)rigid_qr_width(c->rows_max) * n * number), c->G = rigid_take(&at, m * m * number);
    const size_t tied = c->loops ? m : 0; /* with a width of its own below */
    c->C = rigid_take(&at, (size_t)rigid_qr_width((int)tied) * (n + tied) * number), c->free_G = rigid_take(&at, tied * tied * number);
    c->left_size = rigid_take(&at, tied * number), c->left_y = rigid_take(&at, (n + tied) * number);
    rigid_qr_take(&c->left, n, tied, &at), rigid_qr_take(&c->some, n + tied, tied, &at);
    const size_t of_cones = rigid_admm_size(c->rows_max), of_bounds = rigid_bounded_size(model->nv + c->rows_max, c->rows_max);
    c->M = rigid_take(&at, n * n * number), c->scratch = rigid_take(&at, of_cones > of_bounds ? of_cones : of_bounds);
    c->touch = rigid_take(&at, p * sizeof *c->touch), c->strike = rigid_take(&at, p * sizeof *c->strike);
    return (size_t)(at - block);
}

static size_t head(void) { return rigid_whole(sizeof(rigid_contacts)); }

static rigid_contacts measured(const rigid_model *model, const rigid_contact *contact, int contacts, const rigid_ground *ground, int grounds,
                               rigid_loops *loops) {
    rigid_contacts c = {.model = model, .contact = contact, .contacts = contacts, .ground = ground, .grounds = grounds};
    c.loops = loops;
    c.pairs = count_pairs(model, contact, contacts, grounds, &c.points_max);
    c.rows_max = 3 * c.points_max + 2 * model->nv + (loops ? loops->rows : 0);
    return c;
}

size_t rigid_contacts_size(const rigid_model *model, const rigid_contact *contact, int contacts, const rigid_ground *ground, int grounds,
                           rigid_loops *loops) {
    rigid_contacts c = measured(model, contact, contacts, ground, grounds, loops);
    unsigned char nowhere[1];
    return head() + lay_out(&c, model, nowhere) + rigid_workspace_size(model);
}

/* Of a pair: the smaller friction, the greater restitution. */
static void add_pair(rigid_contacts *c, int a, int b, double friction, double restitution) {
    const rigid_contact *of = &c->contact[a];
    c->pair[c->pairs++] = (rigid_pair){a, b, fmin(of->friction, friction), fmax(of->restitution, restitution)};
}

/* The freedoms on the way to a body: how many, and which. */
static int *path_of(const rigid_contacts *c, int body) { return c->path + (size_t)body * (size_t)(c->model->nv + 1); }

/* The same; of a model in which joints follow others, all. */
static void find_path(rigid_contacts *c, int body) {
    const rigid_model *m = c->model;
    int *path = path_of(c, body);
    path[0] = 0;
    for (int i = body; i > 0; i = m->body[i].parent)
        c->used[i] = true;
    for (int k = 0; m->mimics && k < m->nv; k++)
        path[++path[0]] = k;
    for (int i = body; !m->mimics && i > 0; i = m->body[i].parent)
        for (int k = 0; k < rigid_joint_nv[m->body[i].kind]; k++)
            path[++path[0]] = m->body[i].v + k;
}

static void find_pairs(rigid_contacts *c) {
    c->pairs = 0;
    for (int a = 0; a < c->contacts; a++) {
        find_path(c, c->contact[a].frame.body);
        for (int g = 0; g < c->grounds && c->contact[a].frame.body > 0; g++)
            add_pair(c, a, -1 - g, c->ground[g].friction, c->ground[g].restitution);
        for (int b = a + 1; b < c->contacts; b++)
            if (may_meet(c->model, &c->contact[a], &c->contact[b]))
                add_pair(c, a, b, c->contact[b].friction, c->contact[b].restitution);
    }
}

rigid_contacts *rigid_contacts_make(const rigid_model *model, const rigid_contact *contact, int contacts, const rigid_ground *ground,
                                    int grounds, rigid_loops *loops, void *memory) {
    rigid_contacts *c = memory;
    *c = measured(model, contact, contacts, ground, grounds, loops);
    unsigned char *block = (unsigned char *)memory + head();
    const size_t size = lay_out(c, model, block);
    memset(block, 0, size);
    c->ws = rigid_workspace_make(model, block + size);
    find_pairs(c);
    c->nothing = RIGID_NO_SPEED;
    return c;
}

/* ---- where they come near --------------------------------------------------------------------------------------------- */

static void place(rigid_contacts *c, const double *q, bool rows) {
    c->q = q, c->columns_of = rows && !c->model->mimics ? 0 : -1;
    rigid_world_frames(c->model, c->ws, q, c->used, c->pose, c->columns_of == 0 ? c->columns : NULL);
    for (int a = 0; a < c->contacts; a++)
        c->at[a] = rigid_transform_mul(c->pose[c->contact[a].frame.body], c->contact[a].frame.X);
}

/* Round shapes farther from each other than they are large are no points of a step: where they meet, they have come nearer before. */
static bool are_far(const rigid_contacts *c, const rigid_pair *p) {
    const rigid_contact *a = &c->contact[p->a], *b = &c->contact[p->b];
    const double near = 2 * (a->radius + fabs(a->half.z) + b->radius + fabs(b->half.z));
    const v3 way = v3_sub(c->at[p->a].p, c->at[p->b].p);
    return v3_dot(way, way) > near * near;
}

static void look(rigid_contacts *c, bool far, rigid_point_list *out) {
    out->count = 0;
    for (int k = 0; k < c->pairs; k++) {
        const rigid_pair *p = &c->pair[k];
        rigid_nearest at[RIGID_PAIR_POINTS];
        if (!far && p->b >= 0 && are_far(c, p))
            continue;
        const int found = p->b < 0 ? rigid_nearest_ground(&c->contact[p->a], c->at[p->a], &c->ground[-1 - p->b], at)
                                   : rigid_nearest_pair(&c->contact[p->a], c->at[p->a], &c->contact[p->b], c->at[p->b], at);
        for (int i = 0; i < found; i++)
            out->point[out->count++] = (rigid_contact_point){.at = at[i], .pair = k};
    }
}

void rigid_contacts_find(rigid_contacts *c, const double *q, rigid_point_list *out) { place(c, q, false), look(c, false, out); }
void rigid_contacts_find_for_rows(rigid_contacts *c, const double *q, rigid_point_list *out) { place(c, q, true), look(c, false, out); }

void rigid_contact_axes(v3 n, v3 axes[3]) {
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    const v3 least = x <= y && x <= z ? (v3){1, 0, 0} : y <= z ? (v3){0, 1, 0} : (v3){0, 0, 1};
    const v3 across = v3_cross(least, n);
    axes[0] = v3_scale(1 / v3_norm(across), across), axes[1] = v3_cross(n, axes[0]), axes[2] = n;
}

static const rigid_transform identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};

/* c->columns has those of the body. */
static void need_columns(rigid_contacts *c, int body) {
    if (c->model->mimics && c->columns_of != body)
        rigid_jacobian(c->model, c->ws, c->q, (rigid_frame){body, identity}, RIGID_WORLD, c->columns), c->columns_of = body;
    else if (c->columns_of < 0)
        place(c, c->q, true);
}

/* J += sign d · (velocity of the body's point at p) of each direction. */
static void add_rows(rigid_contacts *c, int body, double sign, v3 p, const v3 *d, double *J) {
    const int n = c->model->nv, *path = path_of(c, body), count = path[0];
    if (body == 0)
        return;
    need_columns(c, body);
    for (int i = 1; i <= count; i++) {
        const double *of = c->columns + path[i];
        const v3 u = v3_scale(sign, v3_add((v3){of[0], of[n], of[2 * n]}, v3_cross((v3){of[3 * n], of[4 * n], of[5 * n]}, p)));
        for (int k = 0; k < 3; k++)
            J[k * n + path[i]] += v3_dot(d[k], u);
    }
}

/* Where the second body's point is. */
static v3 opposite(const rigid_contact_point *p) { return v3_add_scaled(p->at.p, -p->at.gap, p->at.n); }

void rigid_contact_rows(rigid_contacts *c, const rigid_contact_point *p, const v3 *d, double *J) {
    const rigid_pair *of = &c->pair[p->pair];
    memset(J, 0, 3 * (size_t)c->model->nv * sizeof *J);
    add_rows(c, c->contact[of->a].frame.body, 1, p->at.p, d, J);
    if (of->b >= 0)
        add_rows(c, c->contact[of->b].frame.body, -1, opposite(p), d, J);
}

/* By columns, where those at q are at hand. */
static v3 velocity_at(rigid_contacts *c, const double *q, const double *v, int body, v3 p) {
    const int n = c->model->nv, *path = path_of(c, body);
    v3 u = v3_zero(), w = u;
    if (body == 0)
        return u;
    for (int i = 1; c->columns_of == 0 && c->q == q && i <= path[0]; i++) {
        const double *of = c->columns + path[i], x = v[path[i]];
        u = v3_add_scaled(u, x, (v3){of[0], of[n], of[2 * n]}), w = v3_add_scaled(w, x, (v3){of[3 * n], of[4 * n], of[5 * n]});
    }
    if (c->columns_of == 0 && c->q == q)
        return v3_add(u, v3_cross(w, p));
    const rigid_motion twist = rigid_frame_twist(c->model, c->ws, q, v, (rigid_frame){body, identity}, RIGID_WORLD);
    return v3_add(twist.linear, v3_cross(twist.angular, p));
}

v3 rigid_contact_velocity(rigid_contacts *c, const double *q, const double *v, const rigid_contact_point *p) {
    const rigid_pair *of = &c->pair[p->pair];
    const v3 u = velocity_at(c, q, v, c->contact[of->a].frame.body, p->at.p);
    return of->b < 0 ? u : v3_sub(u, velocity_at(c, q, v, c->contact[of->b].frame.body, opposite(p)));
}

double rigid_contacts_gap(rigid_contacts *c, const double *q, int *contact) {
    double least = HUGE_VAL;
    place(c, q, false), look(c, true, &c->there);
    for (int i = 0; i < c->there.count; i++)
        if (c->there.point[i].at.gap < least) {
            least = c->there.point[i].at.gap;
            if (contact)
                *contact = c->pair[c->there.point[i].pair].a;
        }
    return least;
}

/* ---- what was ------------------------------------------------------------------------------------------------------- */

int rigid_contacts_most(const rigid_contacts *c) { return c->points_max; }
int rigid_contacts_touching(const rigid_contacts *c, const rigid_touch **list) {
    *list = c->touch;
    return c->touched;
}
int rigid_contacts_struck(const rigid_contacts *c, const rigid_touch **list) {
    *list = c->strike;
    return c->struck;
}
double rigid_contacts_residual(const rigid_contacts *c) { return c->residual; }
int rigid_contacts_iterations(const rigid_contacts *c) { return c->iterations; }
bool rigid_contacts_unsolved(const rigid_contacts *c) { return c->unsolved; }
bool rigid_contacts_settled(const rigid_contacts *c) { return c->settled; }
