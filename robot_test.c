/* Written by rigid: holds robot.c against numbers recorded from the model. */
#include "robot.h"

#include <math.h>
#include <stdio.h>

#ifdef ROBOT_FLOAT
#define TOLERANCE 2e-3
#else
#define TOLERANCE 1e-10
#endif

static int differ(const char *name, const robot_real *got, const robot_real *want, int count) {
    double scale = 1e-300, worst = 0;
    int i;
    for (i = 0; i < count; i++)
        if (fabs((double)want[i]) > scale)
            scale = fabs((double)want[i]);
    for (i = 0; i < count; i++) {
        const double off = fabs((double)got[i] - (double)want[i]) / scale;
        if (!(off <= worst))
            worst = off;
    }
    if (worst <= TOLERANCE)
        return 0;
    printf("%s is off by %g of its scale\n", name, worst);
    return 1;
}

int main(void) {
    int failures = 0;
    {
        static const robot_real q[] = {(robot_real)-0.55041378041129008, (robot_real)1.949876734452944};
        static const robot_real v[] = {(robot_real)-0.66955562894343168, (robot_real)0.15525675732188993};
        static const robot_real a[] = {(robot_real)0.90929742682568171, (robot_real)0.14112000805986721};
        static const robot_real want[] = {(robot_real)-4.1128824851731753, (robot_real)-1.9692147926860053};
        robot_real got[2];
        robot_inverse_dynamics(q, v, a, got);
        failures += differ("inverse_dynamics", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)0.16116868065126155, (robot_real)0.43762569129159523};
        static const robot_real v[] = {(robot_real)0.41011258021175934, (robot_real)-0.70826181192617699};
        static const robot_real a[] = {(robot_real)0.14112000805986721, (robot_real)-0.7568024953079282};
        static const robot_real want[] = {(robot_real)-6.1505985128169325, (robot_real)-1.9557954968815394};
        robot_real got[2];
        robot_inverse_dynamics(q, v, a, got);
        failures += differ("inverse_dynamics", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-1.1016510144224414, (robot_real)-0.67798339931129936};
        static const robot_real v[] = {(robot_real)0.44708353242293342, (robot_real)-0.10047556461262119};
        static const robot_real a[] = {(robot_real)-0.7568024953079282, (robot_real)-0.95892427466313845};
        static const robot_real want[] = {(robot_real)1.8998604713125509, (robot_real)2.008929024895687};
        robot_real got[2];
        robot_inverse_dynamics(q, v, a, got);
        failures += differ("inverse_dynamics", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-0.55041378041129008, (robot_real)1.949876734452944};
        static const robot_real v[] = {(robot_real)-0.66955562894343168, (robot_real)0.15525675732188993};
        static const robot_real tau[] = {(robot_real)0.90929742682568171, (robot_real)0.14112000805986721};
        static const robot_real want[] = {(robot_real)12.671630511398901, (robot_real)12.767769793285108};
        robot_real got[2];
        robot_forward_dynamics(q, v, tau, got);
        failures += differ("forward_dynamics", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)0.16116868065126155, (robot_real)0.43762569129159523};
        static const robot_real v[] = {(robot_real)0.41011258021175934, (robot_real)-0.70826181192617699};
        static const robot_real tau[] = {(robot_real)0.14112000805986721, (robot_real)-0.7568024953079282};
        static const robot_real want[] = {(robot_real)36.806679615466869, (robot_real)-48.647338532783706};
        robot_real got[2];
        robot_forward_dynamics(q, v, tau, got);
        failures += differ("forward_dynamics", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-1.1016510144224414, (robot_real)-0.67798339931129936};
        static const robot_real v[] = {(robot_real)0.44708353242293342, (robot_real)-0.10047556461262119};
        static const robot_real tau[] = {(robot_real)-0.7568024953079282, (robot_real)-0.95892427466313845};
        static const robot_real want[] = {(robot_real)-2.9974829570723012, (robot_real)-44.869380447318207};
        robot_real got[2];
        robot_forward_dynamics(q, v, tau, got);
        failures += differ("forward_dynamics", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-0.55041378041129008, (robot_real)1.949876734452944};
        static const robot_real v[] = {(robot_real)-0.66955562894343168, (robot_real)0.15525675732188993};
        static const robot_real want[] = {(robot_real)-4.4095791197028511, (robot_real)-2.0780814452104948};
        robot_real got[2];
        robot_bias_forces(q, v, got);
        failures += differ("bias_forces", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)0.16116868065126155, (robot_real)0.43762569129159523};
        static const robot_real v[] = {(robot_real)0.41011258021175934, (robot_real)-0.70826181192617699};
        static const robot_real want[] = {(robot_real)-6.1074906620033866, (robot_real)-1.9231990785566615};
        robot_real got[2];
        robot_bias_forces(q, v, got);
        failures += differ("bias_forces", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-1.1016510144224414, (robot_real)-0.67798339931129936};
        static const robot_real v[] = {(robot_real)0.44708353242293342, (robot_real)-0.10047556461262119};
        static const robot_real want[] = {(robot_real)2.093408440521646, (robot_real)2.1096530202125452};
        robot_real got[2];
        robot_bias_forces(q, v, got);
        failures += differ("bias_forces", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-0.55041378041129008, (robot_real)1.949876734452944};
        static const robot_real want[] = {(robot_real)-4.4187828171636996, (robot_real)-2.1005299192420606};
        robot_real got[2];
        robot_gravity_forces(q, got);
        failures += differ("gravity_forces", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)0.16116868065126155, (robot_real)0.43762569129159523};
        static const robot_real want[] = {(robot_real)-6.1041892770453767, (robot_real)-1.9161969086192303};
        robot_real got[2];
        robot_gravity_forces(q, got);
        failures += differ("gravity_forces", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-1.1016510144224414, (robot_real)-0.67798339931129936};
        static const robot_real want[] = {(robot_real)2.0986355958392613, (robot_real)2.1227548081961634};
        robot_real got[2];
        robot_gravity_forces(q, got);
        failures += differ("gravity_forces", got, want, 2);
    }
    {
        static const robot_real q[] = {(robot_real)-0.55041378041129008, (robot_real)1.949876734452944};
        static const robot_real want[] = {(robot_real)0.30927666142996735, (robot_real)0.10963833071498366, (robot_real)0.10963833071498366, (robot_real)0.065000000000000002};
        robot_real got[4];
        robot_mass_matrix(q, got);
        failures += differ("mass_matrix", got, want, 4);
    }
    {
        static const robot_real q[] = {(robot_real)0.16116868065126155, (robot_real)0.43762569129159523};
        static const robot_real want[] = {(robot_real)0.32520043824114836, (robot_real)0.11760021912057417, (robot_real)0.11760021912057417, (robot_real)0.065000000000000002};
        robot_real got[4];
        robot_mass_matrix(q, got);
        failures += differ("mass_matrix", got, want, 4);
    }
    {
        static const robot_real q[] = {(robot_real)-1.1016510144224414, (robot_real)-0.67798339931129936};
        static const robot_real want[] = {(robot_real)0.19146350653384689, (robot_real)0.05073175326692346, (robot_real)0.05073175326692346, (robot_real)0.065000000000000002};
        robot_real got[4];
        robot_mass_matrix(q, got);
        failures += differ("mass_matrix", got, want, 4);
    }
    if (failures)
        printf("%d calls are off\n", failures);
    else
        printf("all calls agree\n");
    return failures != 0;
}
