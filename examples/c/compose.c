/* A hammer from two shapes, with the C core alone: no Lua, no allocation. Each part is made about its own centre, brought
   into the frame of the grip, and added; the whole is judged, moved to its centre of mass, and swung. From the top folder:
     cc -std=c11 -Iinclude examples/c/compose.c build/librigid.a -lm -o hammer && ./hammer */
#include <rigid/rigid.h>

#include <stdio.h>

static void print_moments(const char *about, rigid_sym3 I) {
    printf("  about %-18s Ixx %8.5f   Iyy %8.5f   Izz %8.5f kg m2\n", about, I.xx, I.yy, I.zz);
}

int main(void) {
    const double pi = 3.14159265358979323846, steel = 7850, ash = 680; /* kg/m³ */

    /* G is the grip: z up along the handle, x towards the striking face. H and B are the centres of handle and head. */
    const double radius = 0.016, length = 0.330;
    rigid_inertia M_H =
        rigid_solid_cylinder(ash * rigid_cylinder_volume(radius, length), radius, length, (rigid_vec3){0, 0, 1});
    rigid_transform X_GH = {rigid_transform_identity().R, {0, 0, 0.100}};

    rigid_inertia M_B = rigid_solid_box(steel * rigid_box_volume(0.105, 0.028, 0.028), 0.105, 0.028, 0.028);
    rigid_transform X_GB = {rigid_rotation_rpy(0, 5 * pi / 180, 0), {0.008, 0, 0.279}};

    /* M_G = X_GH M_H + X_GB M_B: in one frame, adding bodies is adding numbers */
    rigid_inertia M_G = rigid_inertia_add(rigid_transform_inertia(X_GH, M_H), rigid_transform_inertia(X_GB, M_B));
    rigid_vec3 com = rigid_inertia_com(&M_G);

    printf("A hammer of two bodies\n");
    printf("  handle %.3f kg + head %.3f kg = %.3f kg\n", M_H.m, M_B.m, M_G.m);
    printf("  centre of mass %.1f mm forward of the grip, %.1f mm above it\n", 1e3 * com.x, 1e3 * com.z);
    print_moments("the grip", M_G.I);
    print_moments("the centre of mass", rigid_inertia_shift(M_G, com).I);

    rigid_vec3 half;
    rigid_transform X_GE;
    if (rigid_inertia_equivalent(&M_G, RIGID_BOX, &half, &X_GE) == RIGID_OK)
        printf("  moves like a solid box of %.0f x %.0f x %.0f mm\n", 2e3 * half.x, 2e3 * half.y, 2e3 * half.z);

    /* f = M v: the blow of a swing at 12 rad/s about the grip's y axis */
    rigid_motion swing = {{0, 0, 0}, {0, 12, 0}};
    rigid_force momentum = rigid_inertia_mul(M_G, swing);
    printf("  swung at 12 rad/s: %.3f kg m/s forward, %.2f J\n", momentum.linear.x,
           0.5 * rigid_motion_dot(swing, momentum));

    printf("Can it exist? %s.\n", rigid_inertia_is_valid(&M_G) ? "Yes" : "No");
    rigid_inertia wrong = M_G;
    wrong.I.yy *= 10; /* a slip of the decimal point */
    rigid_verdict verdict = rigid_inertia_judge(&wrong);
    printf("And with Iyy ten times too large? %s: its least spread of mass would be %.4f kg m2.\n",
           verdict.flaw == RIGID_SOUND ? "Yes" : "No", verdict.spread.x);
    return 0;
}
