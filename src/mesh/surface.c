/* Faces, edges and shells by hashing; shells by union-find that carries whether two faces are wound alike. */
#include "surface.h"

#include <stdint.h>
#include <string.h>

int mesh_slots(int entries) {
    int slots = 64;
    while (slots / 2 < entries)
        slots *= 2;
    return slots;
}

static int hash(int a, int b, int c, int slots) {
    uint64_t x = (uint64_t)(uint32_t)a * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29) ^ (uint32_t)b) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 32) ^ (uint32_t)c) * 0x94d049bb133111ebu;
    return (int)((x ^ (x >> 31)) & (uint64_t)(slots - 1));
}

/* ---- faces ------------------------------------------------------------------------------------------------------ */

/* Turned so that its least vertex comes first, which leaves the way it is wound. */
static rigid_face turned(rigid_face f) {
    if (f.b < f.a && f.b < f.c)
        return (rigid_face){f.b, f.c, f.a};
    if (f.c < f.a && f.c < f.b)
        return (rigid_face){f.c, f.a, f.b};
    return f;
}

static int least(int a, int b) { return a < b ? a : b; }
static int greatest(int a, int b) { return a > b ? a : b; }

mesh_cleaned mesh_clean(const rigid_face *faces, int count, bool drop_backs, rigid_face *out, int *slots) {
    mesh_cleaned n = {0};
    int slot_count = mesh_slots(count);
    memset(slots, 0xff, (size_t)slot_count * sizeof *slots);
    for (int i = 0; i < count; i++) {
        rigid_face f = faces[i], t = turned(f);
        if (f.a == f.b || f.b == f.c || f.c == f.a) {
            n.collapsed++;
            continue;
        }
        bool twin = false, back = false;
        int at = hash(t.a, least(t.b, t.c), greatest(t.b, t.c), slot_count);
        for (; slots[at] >= 0; at = (at + 1) & (slot_count - 1)) {
            rigid_face other = turned(out[slots[at]]);
            twin |= other.a == t.a && other.b == t.b && other.c == t.c;
            back |= other.a == t.a && other.b == t.c && other.c == t.b;
        }
        n.duplicates += twin;
        n.backs += back && !twin;
        if (twin || (back && drop_backs))
            continue;
        slots[at] = n.kept;
        out[n.kept++] = f;
    }
    return n;
}

/* ---- edges ------------------------------------------------------------------------------------------------------ */

static void add_edge(mesh_edge *table, int slots, int from, int to, int face, int shell) {
    bool down = from > to;
    int low = down ? to : from, high = down ? from : to, at = hash(low, high, shell, slots);
    while (table[at].up + table[at].down > 0 && (table[at].low != low || table[at].high != high || table[at].shell != shell))
        at = (at + 1) & (slots - 1);
    mesh_edge *e = &table[at];
    int entry = 2 * face + down;
    if (e->up + e->down == 0)
        *e = (mesh_edge){low, high, shell, !down, down, entry, -1};
    else {
        e->up += !down;
        e->down += down;
        if (e->second < 0)
            e->second = entry;
    }
}

void mesh_edges(const rigid_face *faces, int count, const int *shell, const unsigned char *flip, mesh_edge *table, int slots) {
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int i = 0; i < count; i++) {
        rigid_face f = faces[i];
        int s = shell ? shell[i] : 0, b = flip && flip[i] ? f.c : f.b, c = flip && flip[i] ? f.b : f.c;
        add_edge(table, slots, f.a, b, i, s);
        add_edge(table, slots, b, c, i, s);
        add_edge(table, slots, c, f.a, i, s);
    }
}

mesh_edge_counts mesh_count_edges(const mesh_edge *table, int slots) {
    mesh_edge_counts n = {0};
    for (int i = 0; i < slots; i++) {
        int up = table[i].up, down = table[i].down;
        n.edges += up + down > 0;
        n.open += up + down == 1;
        n.odd += (up + down) & 1;
        n.unbalanced += up != down;
        n.doubled += up > 1 || down > 1;
        n.crowded += up + down > 2;
    }
    return n;
}

/* ---- shells ----------------------------------------------------------------------------------------------------- */

/* The root of a face's tree; *odd: whether the face is wound against it. parent[f] is 2 * the face above + odd. */
static int root_of(int *parent, int face, int *odd) {
    int root = face, parity = 0;
    while (parent[root] >> 1 != root) {
        parity ^= parent[root] & 1;
        root = parent[root] >> 1;
    }
    *odd = parity;
    while (face != root) { /* point all on the way straight to the root */
        int above = parent[face];
        parent[face] = 2 * root + parity;
        parity ^= above & 1;
        face = above >> 1;
    }
    return root;
}

int mesh_shells(const mesh_edge *table, int slots, int count, int *shell, unsigned char *flip, int *parent, int *conflicts) {
    *conflicts = 0;
    for (int f = 0; f < count; f++)
        parent[f] = 2 * f;
    for (int i = 0; i < slots; i++) {
        const mesh_edge *e = &table[i];
        if (e->up + e->down != 2)
            continue;
        /* neighbours pass their edge in opposite directions where they are wound alike */
        int odd1, odd2, against = (e->first & 1) == (e->second & 1);
        int a = root_of(parent, e->first >> 1, &odd1), b = root_of(parent, e->second >> 1, &odd2);
        if (a != b) /* the later face under the earlier, so that numbers do not depend on the hash */
            parent[greatest(a, b)] = 2 * least(a, b) + (odd1 ^ odd2 ^ against);
        else
            *conflicts += (odd1 ^ odd2) != against;
    }
    int shells = 0;
    for (int f = 0; f < count; f++) {
        int odd, root = root_of(parent, f, &odd);
        shell[f] = root == f ? shells++ : shell[root];
        flip[f] = (unsigned char)odd;
    }
    /* the fewest flips: count them by shell, in parent, which is done with */
    memset(parent, 0, (size_t)count * sizeof *parent);
    for (int f = 0; f < count; f++)
        parent[shell[f]] += flip[f] ? 1 : -1;
    for (int f = 0; f < count; f++)
        flip[f] ^= parent[shell[f]] > 0;
    return shells;
}
