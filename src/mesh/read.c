/* Scenes through assimp: bytes in, flat arrays out. */
#include "read.h"

#include <stdio.h>
#include <string.h>

#ifdef RIGID_ASSIMP

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdlib.h>

bool mesh_has_reader(void) { return true; }

/* ---- files that are bytes --------------------------------------------------------------------------------------- */

typedef struct shelf {
    const mesh_file *files;
    int count;
} shelf;

typedef struct cursor {
    struct aiFile file; /* first, so that one is the other */
    const mesh_file *of;
    size_t at;
} cursor;

static size_t read_bytes(struct aiFile *file, char *out, size_t size, size_t count) {
    cursor *c = (cursor *)file;
    if (size == 0)
        return 0;
    size_t most = (c->of->size - c->at) / size;
    count = count < most ? count : most;
    memcpy(out, c->of->bytes + c->at, size * count);
    c->at += size * count;
    return count;
}

static size_t write_bytes(struct aiFile *file, const char *bytes, size_t size, size_t count) {
    (void)file, (void)bytes, (void)size, (void)count;
    return 0;
}

static size_t tell(struct aiFile *file) { return ((cursor *)file)->at; }
static size_t size_of(struct aiFile *file) { return ((cursor *)file)->of->size; }
static void flush(struct aiFile *file) { (void)file; }

static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin) {
    cursor *c = (cursor *)file;
    size_t size = c->of->size, base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? c->at : size;
    size_t at = origin == aiOrigin_END ? size - offset : base + offset;
    if (origin == aiOrigin_END ? offset > size : offset > size - base)
        return aiReturn_FAILURE;
    c->at = at;
    return aiReturn_SUCCESS;
}

static const char *bare(const char *name) {
    while (name[0] == '.' && (name[1] == '/' || name[1] == '\\'))
        name += 2;
    while (name[0] == '/' || name[0] == '\\')
        name++;
    return name;
}

static struct aiFile *open_file(struct aiFileIO *io, const char *name, const char *mode) {
    const shelf *s = (const shelf *)(const void *)io->UserData;
    for (int i = 0; i < s->count && mode[0] == 'r'; i++) {
        if (strcmp(bare(name), bare(s->files[i].name)) != 0)
            continue;
        cursor *c = malloc(sizeof *c); /* assimp's own, until it closes it */
        if (!c)
            return NULL;
        *c = (cursor){{read_bytes, write_bytes, tell, size_of, seek, flush, NULL}, &s->files[i], 0};
        return &c->file;
    }
    return NULL;
}

static void close_file(struct aiFileIO *io, struct aiFile *file) {
    (void)io;
    free(file);
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static double distance(const struct aiMesh *mesh, unsigned a, unsigned b) {
    const struct aiVector3D *p = &mesh->mVertices[a], *q = &mesh->mVertices[b];
    double x = (double)p->x - (double)q->x, y = (double)p->y - (double)q->y, z = (double)p->z - (double)q->z;
    return x * x + y * y + z * z;
}

/* assimp cuts a convex quadrilateral from its first corner. Where one is not flat its body depends on the cut: let it be along the shorter
   diagonal, as MuJoCo and most others have it. (A concave one is cut from its concave corner, wherever it begins.) */
static void begin_at_shorter_diagonal(struct aiMesh *mesh) {
    for (unsigned f = 0; mesh->mVertices && f < mesh->mNumFaces; f++) {
        unsigned *i = mesh->mFaces[f].mIndices;
        if (mesh->mFaces[f].mNumIndices != 4 || distance(mesh, i[0], i[2]) < distance(mesh, i[1], i[3]))
            continue;
        unsigned first = i[0];
        memmove(i, i + 1, 3 * sizeof *i);
        i[3] = first;
    }
}

/* The scene in triangles; NULL, and the scene is gone, where that cannot be. */
static const struct aiScene *triangulated(const struct aiScene *scene) {
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        begin_at_shorter_diagonal(scene->mMeshes[i]);
    return aiApplyPostProcessing(scene, aiProcess_Triangulate);
}

const void *mesh_scene_open(const mesh_file *files, int count, char *reason, size_t room) {
    shelf s = {files, count};
    struct aiFileIO io = {open_file, close_file, (char *)&s};
    struct aiPropertyStore *options = aiCreatePropertyStore();
    if (!options) {
        snprintf(reason, room, "not enough memory");
        return NULL;
    }
    aiSetImportPropertyInteger(options, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    /* validated first: a face that names a vertex that is not there would be read past them */
    const struct aiScene *scene = aiImportFileExWithProperties(files[0].name, aiProcess_ValidateDataStructure, &io, options);
    if (scene)
        scene = triangulated(scene);
    if (!scene)
        snprintf(reason, room, "%s", aiGetErrorString());
    aiReleasePropertyStore(options);
    if (scene && !scene->mRootNode) {
        snprintf(reason, room, "it has no scene");
        aiReleaseImport(scene);
        scene = NULL;
    }
    return scene;
}

void mesh_scene_close(const void *scene) {
    if (scene)
        aiReleaseImport(scene);
}

/* ---- placements ------------------------------------------------------------------------------------------------- */

typedef struct placement {
    double a[3][4];
} placement;

static placement placement_of(const struct aiMatrix4x4 *m) {
    return (placement){{{m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}}};
}

static placement then(const placement *outer, const placement *inner) {
    placement p;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            p.a[i][k] = outer->a[i][0] * inner->a[0][k] + outer->a[i][1] * inner->a[1][k] + outer->a[i][2] * inner->a[2][k] +
                        (k == 3 ? outer->a[i][3] : 0);
    return p;
}

/* The root of a Collada scene scales by its unit, in single precision: put the double in its place. */
static placement root_of(const struct aiScene *scene, double unit) {
    placement p = placement_of(&scene->mRootNode->mTransformation);
    float rounded = (float)unit;
    for (int i = 0; unit > 0 && i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (!(p.a[i][k] == (i == k ? (double)rounded : 0)))
                return p;
    for (int i = 0; unit > 0 && i < 3; i++)
        p.a[i][i] = unit;
    return p;
}

/* Cofactors: normals turn by them, whatever the scale, and their first column with the first of a gives det a. */
static void cofactors(const placement *p, double c[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            c[i][k] = p->a[i1][k1] * p->a[i2][k2] - p->a[i1][k2] * p->a[i2][k1];
        }
}

/* ---- walking the scene: each mesh once for each node that shows it ------------------------------------------------- */

enum { DEEPEST = 1000 };

typedef struct walk {
    const struct aiScene *scene;
    void (*visit)(struct walk *w, const struct aiMesh *mesh, const struct aiNode *node, const placement *p);
    mesh_counts counts;
    const mesh_arrays *arrays;
    int64_t skipped_normals;
    bool too_deep;
} walk;

static void go(walk *w, const struct aiNode *node, const placement *p, int depth) {
    if (depth > DEEPEST) {
        w->too_deep = true;
        return;
    }
    for (unsigned i = 0; i < node->mNumMeshes; i++)
        if (node->mMeshes[i] < w->scene->mNumMeshes)
            w->visit(w, w->scene->mMeshes[node->mMeshes[i]], node, p);
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        placement inner = placement_of(&node->mChildren[i]->mTransformation), whole = then(p, &inner);
        go(w, node->mChildren[i], &whole, depth + 1);
    }
}

/* A triangle whose corners are there. (Points, lines, and what triangulation left over are not.) */
static bool is_triangle(const struct aiMesh *mesh, unsigned f) {
    const struct aiFace *face = &mesh->mFaces[f];
    for (unsigned k = 0; k < 3 && face->mNumIndices == 3; k++)
        if (face->mIndices[k] >= mesh->mNumVertices)
            return false;
    return face->mNumIndices == 3;
}

static int64_t triangles_of(const struct aiMesh *mesh) {
    int64_t count = 0;
    for (unsigned f = 0; f < mesh->mNumFaces; f++)
        count += is_triangle(mesh, f);
    return count;
}

static void count_mesh(walk *w, const struct aiMesh *mesh, const struct aiNode *node, const placement *p) {
    (void)node, (void)p;
    int64_t faces = triangles_of(mesh);
    if (faces == 0 || !mesh->mVertices)
        return;
    w->counts.vertices += mesh->mNumVertices;
    w->counts.faces += faces;
    w->counts.parts++;
    w->skipped_normals += !mesh->mNormals;
    w->counts.has_colors |= mesh->mColors[0] != NULL;
}

const char *mesh_scene_count(const void *scene, mesh_counts *counts) {
    walk w = {.scene = scene, .visit = count_mesh};
    placement p = root_of(w.scene, 0);
    go(&w, w.scene->mRootNode, &p, 0);
    *counts = w.counts;
    counts->has_normals = w.skipped_normals == 0;
    if (w.too_deep)
        return "its scene is nested too deep";
    if (counts->faces == 0)
        return "it has no triangles";
    return counts->vertices > MESH_MOST || counts->faces > MESH_MOST ? "it has more than 67 million triangles or vertices" : NULL;
}

static void fill_vertices(const struct aiMesh *mesh, const placement *p, double (*c)[3], double turn, int64_t first,
                          const mesh_arrays *out) {
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D *v = &mesh->mVertices[i], *n = mesh->mNormals ? &mesh->mNormals[i] : NULL;
        double *point = out->points + 3 * (first + i), normal[3] = {0};
        for (int k = 0; k < 3; k++) {
            point[k] = p->a[k][0] * (double)v->x + p->a[k][1] * (double)v->y + p->a[k][2] * (double)v->z + p->a[k][3];
            if (n)
                normal[k] = turn * (c[k][0] * (double)n->x + c[k][1] * (double)n->y + c[k][2] * (double)n->z);
        }
        double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int k = 0; out->normals && k < 3; k++)
            out->normals[3 * (first + i) + k] = length > 0 && isfinite(length) ? (float)(normal[k] / length) : 0;
        if (out->colors) {
            const struct aiColor4D *color = mesh->mColors[0] ? &mesh->mColors[0][i] : &(struct aiColor4D){1, 1, 1, 1};
            memcpy(out->colors + 4 * (first + i), &(float[4]){color->r, color->g, color->b, color->a}, 4 * sizeof(float));
        }
    }
}

/* The colour of the material, where the file gave it one. */
static void fill_color(const struct aiScene *scene, unsigned index, mesh_part *part) {
    struct aiString name;
    struct aiColor4D color;
    float opacity = 1;
    if (index >= scene->mNumMaterials)
        return;
    const struct aiMaterial *material = scene->mMaterials[index];
    if (aiGetMaterialString(material, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS && strcmp(name.data, AI_DEFAULT_MATERIAL_NAME) == 0)
        return;
    if (aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &color) != aiReturn_SUCCESS)
        return;
    aiGetMaterialFloatArray(material, AI_MATKEY_OPACITY, &opacity, NULL);
    part->has_color = true;
    memcpy(part->color, &(float[4]){color.r, color.g, color.b, opacity < 1 ? opacity : color.a}, sizeof part->color);
}

static void fill_mesh(walk *w, const struct aiMesh *mesh, const struct aiNode *node, const placement *p) {
    int64_t faces = triangles_of(mesh), first = w->counts.vertices, at = w->counts.faces;
    if (faces == 0 || !mesh->mVertices)
        return;
    double c[3][3];
    cofactors(p, c);
    bool mirrored = p->a[0][0] * c[0][0] + p->a[0][1] * c[0][1] + p->a[0][2] * c[0][2] < 0;
    fill_vertices(mesh, p, c, mirrored ? -1 : 1, first, w->arrays);
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        if (!is_triangle(mesh, f))
            continue;
        const unsigned *i = mesh->mFaces[f].mIndices;
        uint32_t *corner = w->arrays->corners + 3 * at++;
        corner[0] = (uint32_t)(first + i[0]);
        corner[1] = (uint32_t)(first + i[mirrored ? 2 : 1]);
        corner[2] = (uint32_t)(first + i[mirrored ? 1 : 2]);
    }
    const struct aiString *name = mesh->mName.length > 0 ? &mesh->mName : &node->mName;
    mesh_part *part = &w->arrays->parts[w->counts.parts++];
    *part = (mesh_part){.first = w->counts.faces, .count = faces, .name = name->data, .name_length = name->length};
    fill_color(w->scene, mesh->mMaterialIndex, part);
    w->counts.vertices += mesh->mNumVertices;
    w->counts.faces += faces;
}

void mesh_scene_fill(const void *scene, double unit, const double map[9], const mesh_arrays *arrays) {
    walk w = {.scene = scene, .visit = fill_mesh, .arrays = arrays};
    placement root = root_of(w.scene, unit);
    placement last = {{{map[0], map[1], map[2], 0}, {map[3], map[4], map[5], 0}, {map[6], map[7], map[8], 0}}};
    placement p = then(&last, &root);
    go(&w, w.scene->mRootNode, &p, 0);
}

#else

bool mesh_has_reader(void) { return false; }

const void *mesh_scene_open(const mesh_file *files, int count, char *reason, size_t room) {
    (void)files, (void)count;
    snprintf(reason, room, "rigid was built without assimp");
    return NULL;
}

void mesh_scene_close(const void *scene) { (void)scene; }

const char *mesh_scene_count(const void *scene, mesh_counts *counts) {
    (void)scene;
    memset(counts, 0, sizeof *counts);
    return "rigid was built without assimp";
}

void mesh_scene_fill(const void *scene, double unit, const double map[9], const mesh_arrays *arrays) {
    (void)scene, (void)unit, (void)map, (void)arrays;
}

#endif
