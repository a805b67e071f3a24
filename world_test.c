/* Written by rigid: holds world.c against numbers recorded from the model. */
#include "world.h"

#include <math.h>
#include <stdio.h>

#ifdef WORLD_FLOAT
#define TOLERANCE 2e-3
#else
#define TOLERANCE 1e-10
#endif

static int differ(const char *name, const world_real *got, const world_real *want, int count) {
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
        static const world_real q[] = {(world_real)-0.27520689020564504, (world_real)-0.66955562894343168, (world_real)0.97493836722647198, (world_real)-0.73825698702123377, (world_real)0.63300942653529069, (world_real)-0.14720967106993124, (world_real)-0.18056854591892485, (world_real)-1.6034413923782924, (world_real)-2.0005992857869073, (world_real)2.3160161969773174, (world_real)2.9334645259458405};
        static const world_real v[] = {(world_real)-0.49478159751722028, (world_real)0.13896410591937181, (world_real)-0.4257219698203909, (world_real)-0.40807657778792605, (world_real)-0.69664878197219471, (world_real)0.5367491087973002, (world_real)0.74067316413642237, (world_real)-0.70184061904858042, (world_real)-0.8219360308884085, (world_real)-0.27437328548515105};
        static const world_real a[] = {(world_real)0.90929742682568171, (world_real)0.14112000805986721, (world_real)-0.7568024953079282, (world_real)-0.95892427466313845, (world_real)-0.27941549819892586, (world_real)0.65698659871878906, (world_real)0.98935824662338179, (world_real)0.41211848524175659, (world_real)-0.54402111088936977, (world_real)-0.99999020655070348};
        static const world_real want[] = {(world_real)-9.9197193890202477, (world_real)-27.357789039730857, (world_real)1.1158649354168508, (world_real)0.023144342263519593, (world_real)-0.0076989248961235402, (world_real)0.061402068611278761, (world_real)0.032324354338403138, (world_real)-0.051265310729891767, (world_real)-0.018985904889061399, (world_real)-0.025279272232329023};
        world_real got[10];
        world_inverse_dynamics(q, v, a, got);
        failures += differ("inverse_dynamics", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)0.080584340325630777, (world_real)0.41011258021175934, (world_real)0.21881284564579762, (world_real)0.3772027923945459, (world_real)0.3593344845736523, (world_real)-0.85147497565065067, (world_real)-0.059892799622897966, (world_real)-2.9705008700412141, (world_real)2.494423715773884, (world_real)-2.6830830382220774, (world_real)-2.1050940359026802};
        static const world_real v[] = {(world_real)-0.27618291322640531, (world_real)-0.28911424978929379, (world_real)0.75065366154178581, (world_real)-0.69192981524130115, (world_real)0.013423427380898412, (world_real)-0.84728876972086797, (world_real)-0.74631999734743859, (world_real)-0.35738525764704376, (world_real)-0.33951199948554023, (world_real)0.40295985478293028};
        static const world_real a[] = {(world_real)0.14112000805986721, (world_real)-0.7568024953079282, (world_real)-0.95892427466313845, (world_real)-0.27941549819892586, (world_real)0.65698659871878906, (world_real)0.98935824662338179, (world_real)0.41211848524175659, (world_real)-0.54402111088936977, (world_real)-0.99999020655070348, (world_real)-0.53657291800043494};
        static const world_real want[] = {(world_real)17.693581186340673, (world_real)11.182533637703534, (world_real)-23.558439912728485, (world_real)0.15204649817589669, (world_real)0.15653637749471028, (world_real)-0.025143753946949395, (world_real)0.15501504019825624, (world_real)-0.13873840047250097, (world_real)-0.15808505137857998, (world_real)0.069180448398674266};
        world_real got[10];
        world_inverse_dynamics(q, v, a, got);
        failures += differ("inverse_dynamics", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.5508255072112207, (world_real)0.44708353242293342, (world_real)-0.33899169965564968, (world_real)-0.65385541253833346, (world_real)0.13829469116976736, (world_real)0.72877456095871596, (world_real)-0.14911511388191026, (world_real)2.3172970904832626, (world_real)-0.45366456899654972, (world_real)-2.3058427060074407, (world_real)-2.0714373762254135};
        static const world_real v[] = {(world_real)-0.075529944709829655, (world_real)0.67169758461781082, (world_real)0.18302506538757957, (world_real)0.90819290561100097, (world_real)-0.088062682944138215, (world_real)-0.5846461220352035, (world_real)0.03908300534705611, (world_real)0.60614170731157913, (world_real)-0.27817193432267273, (world_real)-0.29350327513860042};
        static const world_real a[] = {(world_real)-0.7568024953079282, (world_real)-0.95892427466313845, (world_real)-0.27941549819892586, (world_real)0.65698659871878906, (world_real)0.98935824662338179, (world_real)0.41211848524175659, (world_real)-0.54402111088936977, (world_real)-0.99999020655070348, (world_real)-0.53657291800043494, (world_real)0.42016703682664092};
        static const world_real want[] = {(world_real)26.192075791986312, (world_real)-15.252310613846292, (world_real)-2.023653783838407, (world_real)-0.033194264821325085, (world_real)0.18053409682622881, (world_real)-0.070405757735962138, (world_real)-0.040099712073164581, (world_real)-0.16637553797764315, (world_real)-0.062546534048777636, (world_real)0.11387283122092112};
        world_real got[10];
        world_inverse_dynamics(q, v, a, got);
        failures += differ("inverse_dynamics", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.27520689020564504, (world_real)-0.66955562894343168, (world_real)0.97493836722647198, (world_real)-0.73825698702123377, (world_real)0.63300942653529069, (world_real)-0.14720967106993124, (world_real)-0.18056854591892485, (world_real)-1.6034413923782924, (world_real)-2.0005992857869073, (world_real)2.3160161969773174, (world_real)2.9334645259458405};
        static const world_real v[] = {(world_real)-0.49478159751722028, (world_real)0.13896410591937181, (world_real)-0.4257219698203909, (world_real)-0.40807657778792605, (world_real)-0.69664878197219471, (world_real)0.5367491087973002, (world_real)0.74067316413642237, (world_real)-0.70184061904858042, (world_real)-0.8219360308884085, (world_real)-0.27437328548515105};
        static const world_real tau[] = {(world_real)0.90929742682568171, (world_real)0.14112000805986721, (world_real)-0.7568024953079282, (world_real)-0.95892427466313845, (world_real)-0.27941549819892586, (world_real)0.65698659871878906, (world_real)0.98935824662338179, (world_real)0.41211848524175659, (world_real)-0.54402111088936977, (world_real)-0.99999020655070348};
        static const world_real want[] = {(world_real)4.4502060616889407, (world_real)9.1328065251737733, (world_real)-1.3691336411953001, (world_real)-181.39768919821097, (world_real)-3.2987842703027894, (world_real)81.898889978396952, (world_real)182.7142035028125, (world_real)78.629364538850268, (world_real)-6.9354196552177854, (world_real)-16.229844427046189};
        world_real got[10];
        world_forward_dynamics(q, v, tau, got);
        failures += differ("forward_dynamics", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)0.080584340325630777, (world_real)0.41011258021175934, (world_real)0.21881284564579762, (world_real)0.3772027923945459, (world_real)0.3593344845736523, (world_real)-0.85147497565065067, (world_real)-0.059892799622897966, (world_real)-2.9705008700412141, (world_real)2.494423715773884, (world_real)-2.6830830382220774, (world_real)-2.1050940359026802};
        static const world_real v[] = {(world_real)-0.27618291322640531, (world_real)-0.28911424978929379, (world_real)0.75065366154178581, (world_real)-0.69192981524130115, (world_real)0.013423427380898412, (world_real)-0.84728876972086797, (world_real)-0.74631999734743859, (world_real)-0.35738525764704376, (world_real)-0.33951199948554023, (world_real)0.40295985478293028};
        static const world_real tau[] = {(world_real)0.14112000805986721, (world_real)-0.7568024953079282, (world_real)-0.95892427466313845, (world_real)-0.27941549819892586, (world_real)0.65698659871878906, (world_real)0.98935824662338179, (world_real)0.41211848524175659, (world_real)-0.54402111088936977, (world_real)-0.99999020655070348, (world_real)-0.53657291800043494};
        static const world_real want[] = {(world_real)-5.598243260665611, (world_real)-4.6607671051008737, (world_real)6.430741973657458, (world_real)-64.352303459688073, (world_real)11.022052046362411, (world_real)45.266034052003846, (world_real)-1.2627030291182955, (world_real)-7.6552962339475172, (world_real)-91.64944622944428, (world_real)-33.299366097202459};
        world_real got[10];
        world_forward_dynamics(q, v, tau, got);
        failures += differ("forward_dynamics", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.5508255072112207, (world_real)0.44708353242293342, (world_real)-0.33899169965564968, (world_real)-0.65385541253833346, (world_real)0.13829469116976736, (world_real)0.72877456095871596, (world_real)-0.14911511388191026, (world_real)2.3172970904832626, (world_real)-0.45366456899654972, (world_real)-2.3058427060074407, (world_real)-2.0714373762254135};
        static const world_real v[] = {(world_real)-0.075529944709829655, (world_real)0.67169758461781082, (world_real)0.18302506538757957, (world_real)0.90819290561100097, (world_real)-0.088062682944138215, (world_real)-0.5846461220352035, (world_real)0.03908300534705611, (world_real)0.60614170731157913, (world_real)-0.27817193432267273, (world_real)-0.29350327513860042};
        static const world_real tau[] = {(world_real)-0.7568024953079282, (world_real)-0.95892427466313845, (world_real)-0.27941549819892586, (world_real)0.65698659871878906, (world_real)0.98935824662338179, (world_real)0.41211848524175659, (world_real)-0.54402111088936977, (world_real)-0.99999020655070348, (world_real)-0.53657291800043494, (world_real)0.42016703682664092};
        static const world_real want[] = {(world_real)-9.5686380894430787, (world_real)3.7147756530894047, (world_real)0.29092145038189221, (world_real)111.77145135158391, (world_real)-15.166141283272008, (world_real)49.178436655500199, (world_real)-129.06491545552376, (world_real)-62.529986126038445, (world_real)17.23222992792212, (world_real)-14.097497132361873};
        world_real got[10];
        world_forward_dynamics(q, v, tau, got);
        failures += differ("forward_dynamics", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.27520689020564504, (world_real)-0.66955562894343168, (world_real)0.97493836722647198, (world_real)-0.73825698702123377, (world_real)0.63300942653529069, (world_real)-0.14720967106993124, (world_real)-0.18056854591892485, (world_real)-1.6034413923782924, (world_real)-2.0005992857869073, (world_real)2.3160161969773174, (world_real)2.9334645259458405};
        static const world_real v[] = {(world_real)-0.49478159751722028, (world_real)0.13896410591937181, (world_real)-0.4257219698203909, (world_real)-0.40807657778792605, (world_real)-0.69664878197219471, (world_real)0.5367491087973002, (world_real)0.74067316413642237, (world_real)-0.70184061904858042, (world_real)-0.8219360308884085, (world_real)-0.27437328548515105};
        static const world_real want[] = {(world_real)-12.700586714641315, (world_real)-27.789370618901327, (world_real)3.4303632162458881, (world_real)-0.027770110328026655, (world_real)0.012797888589937795, (world_real)0.077816443681353445, (world_real)-0.028895270026686855, (world_real)-0.076696506268308123, (world_real)0.017173244767979459, (world_real)0.035147342693984826};
        world_real got[10];
        world_bias_forces(q, v, got);
        failures += differ("bias_forces", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)0.080584340325630777, (world_real)0.41011258021175934, (world_real)0.21881284564579762, (world_real)0.3772027923945459, (world_real)0.3593344845736523, (world_real)-0.85147497565065067, (world_real)-0.059892799622897966, (world_real)-2.9705008700412141, (world_real)2.494423715773884, (world_real)-2.6830830382220774, (world_real)-2.1050940359026802};
        static const world_real v[] = {(world_real)-0.27618291322640531, (world_real)-0.28911424978929379, (world_real)0.75065366154178581, (world_real)-0.69192981524130115, (world_real)0.013423427380898412, (world_real)-0.84728876972086797, (world_real)-0.74631999734743859, (world_real)-0.35738525764704376, (world_real)-0.33951199948554023, (world_real)0.40295985478293028};
        static const world_real want[] = {(world_real)17.261999607170214, (world_real)13.497031918532574, (world_real)-20.625800817438471, (world_real)0.076267099490555976, (world_real)0.05579595001586745, (world_real)-0.083703550081786787, (world_real)0.0762328760378818, (world_real)-0.042010042759861005, (world_real)-0.10853685395930468, (world_real)0.042240651854675085};
        world_real got[10];
        world_bias_forces(q, v, got);
        failures += differ("bias_forces", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.5508255072112207, (world_real)0.44708353242293342, (world_real)-0.33899169965564968, (world_real)-0.65385541253833346, (world_real)0.13829469116976736, (world_real)0.72877456095871596, (world_real)-0.14911511388191026, (world_real)2.3172970904832626, (world_real)-0.45366456899654972, (world_real)-2.3058427060074407, (world_real)-2.0714373762254135};
        static const world_real v[] = {(world_real)-0.075529944709829655, (world_real)0.67169758461781082, (world_real)0.18302506538757957, (world_real)0.90819290561100097, (world_real)-0.088062682944138215, (world_real)-0.5846461220352035, (world_real)0.03908300534705611, (world_real)0.60614170731157913, (world_real)-0.27817193432267273, (world_real)-0.29350327513860042};
        static const world_real want[] = {(world_real)28.506574072815354, (world_real)-12.319671518556277, (world_real)-1.1691287337389469, (world_real)-0.041115747560891744, (world_real)-0.054934066042371693, (world_real)-0.046821726148736191, (world_real)-0.040960825259471423, (world_real)0.0040335390419537417, (world_real)-0.0050294786635828193, (world_real)-0.046983643400177952};
        world_real got[10];
        world_bias_forces(q, v, got);
        failures += differ("bias_forces", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.27520689020564504, (world_real)-0.66955562894343168, (world_real)0.97493836722647198, (world_real)-0.73825698702123377, (world_real)0.63300942653529069, (world_real)-0.14720967106993124, (world_real)-0.18056854591892485, (world_real)-1.6034413923782924, (world_real)-2.0005992857869073, (world_real)2.3160161969773174, (world_real)2.9334645259458405};
        static const world_real want[] = {(world_real)-13.379489185338038, (world_real)-26.445875020242916, (world_real)4.6579393122232071, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0};
        world_real got[10];
        world_gravity_forces(q, got);
        failures += differ("gravity_forces", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)0.080584340325630777, (world_real)0.41011258021175934, (world_real)0.21881284564579762, (world_real)0.3772027923945459, (world_real)0.3593344845736523, (world_real)-0.85147497565065067, (world_real)-0.059892799622897966, (world_real)-2.9705008700412141, (world_real)2.494423715773884, (world_real)-2.6830830382220774, (world_real)-2.1050940359026802};
        static const world_real want[] = {(world_real)17.980344694048902, (world_real)11.192919991566288, (world_real)-21.248933663335269, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0};
        world_real got[10];
        world_gravity_forces(q, got);
        failures += differ("gravity_forces", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.5508255072112207, (world_real)0.44708353242293342, (world_real)-0.33899169965564968, (world_real)-0.65385541253833346, (world_real)0.13829469116976736, (world_real)0.72877456095871596, (world_real)-0.14911511388191026, (world_real)2.3172970904832626, (world_real)-0.45366456899654972, (world_real)-2.3058427060074407, (world_real)-2.0714373762254135};
        static const world_real want[] = {(world_real)27.354871201670676, (world_real)-11.946368836566032, (world_real)-3.0144200510167867, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0};
        world_real got[10];
        world_gravity_forces(q, got);
        failures += differ("gravity_forces", got, want, 10);
    }
    {
        static const world_real q[] = {(world_real)-0.27520689020564504, (world_real)-0.66955562894343168, (world_real)0.97493836722647198, (world_real)-0.73825698702123377, (world_real)0.63300942653529069, (world_real)-0.14720967106993124, (world_real)-0.18056854591892485, (world_real)-1.6034413923782924, (world_real)-2.0005992857869073, (world_real)2.3160161969773174, (world_real)2.9334645259458405};
        static const world_real want[] = {(world_real)3.0582593149185042, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)3.0582593149185042, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)3.0582593149185042, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0.10585166784345708, (world_real)0.015241959767875585, (world_real)-0.0047407037088670707, (world_real)0.095105071844347702, (world_real)0.0042406914451454695, (world_real)-0.021003926872888195, (world_real)-0.052524885297215475, (world_real)0, (world_real)0, (world_real)-0, (world_real)0.015241959767875585, (world_real)0.075124869555523693, (world_real)-0.0046197612312145996, (world_real)0.015241959767875585, (world_real)0.0026861034949506226, (world_real)0.037433871395014674, (world_real)-0.022323529231934262, (world_real)-0, (world_real)0, (world_real)0, (world_real)-0.0047407037088670707, (world_real)-0.0046197612312145996, (world_real)0.11596924316224304, (world_real)-0.0047407037088670707, (world_real)-0.10281562625432485, (world_real)-0.0049484926555796163, (world_real)0.054071562001163538, (world_real)0, (world_real)0, (world_real)0, (world_real)0.095105071844347702, (world_real)0.015241959767875585, (world_real)-0.0047407037088670707, (world_real)0.095105071844347702, (world_real)0.0042406914451454695, (world_real)-0.021003926872888195, (world_real)-0.052524885297215475, (world_real)0, (world_real)-0, (world_real)0, (world_real)0.0042406914451454695, (world_real)0.0026861034949506226, (world_real)-0.10281562625432485, (world_real)0.0042406914451454695, (world_real)0.10267317334659043, (world_real)0.0037240419395430675, (world_real)-0.053314128875714961, (world_real)0, (world_real)0, (world_real)0, (world_real)-0.021003926872888195, (world_real)0.037433871395014674, (world_real)-0.0049484926555796163, (world_real)-0.021003926872888195, (world_real)0.0037240419395430675, (world_real)0.042910037142764611, (world_real)5.6378512969246231e-18, (world_real)0, (world_real)0, (world_real)0, (world_real)-0.052524885297215475, (world_real)-0.022323529231934262, (world_real)0.054071562001163538, (world_real)-0.052524885297215475, (world_real)-0.053314128875714961, (world_real)5.6378512969246231e-18, (world_real)0.078618937604754857};
        world_real got[100];
        world_mass_matrix(q, got);
        failures += differ("mass_matrix", got, want, 100);
    }
    {
        static const world_real q[] = {(world_real)0.080584340325630777, (world_real)0.41011258021175934, (world_real)0.21881284564579762, (world_real)0.3772027923945459, (world_real)0.3593344845736523, (world_real)-0.85147497565065067, (world_real)-0.059892799622897966, (world_real)-2.9705008700412141, (world_real)2.494423715773884, (world_real)-2.6830830382220774, (world_real)-2.1050940359026802};
        static const world_real want[] = {(world_real)3.0582593149185042, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)3.0582593149185042, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)3.0582593149185042, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0.095601640562325424, (world_real)-0.0046425146903280182, (world_real)0.0070929669639759607, (world_real)0.084855044563216048, (world_real)0.0033670950614396785, (world_real)-0.054128919009194545, (world_real)-0.020980583208751558, (world_real)0, (world_real)0, (world_real)-0, (world_real)-0.0046425146903280182, (world_real)0.12279439006784232, (world_real)-0.0059455979237238677, (world_real)-0.0046425146903280182, (world_real)-0.10426523179473761, (world_real)-0.0096536921312208382, (world_real)0.074195925233394397, (world_real)-0, (world_real)0, (world_real)0, (world_real)0.0070929669639759607, (world_real)-0.0059455979237238677, (world_real)0.078549749931056137, (world_real)0.0070929669639759607, (world_real)-0.0053104629445035693, (world_real)0.027316446484623311, (world_real)-0.015353082982956456, (world_real)0, (world_real)0, (world_real)0, (world_real)0.084855044563216048, (world_real)-0.0046425146903280182, (world_real)0.0070929669639759607, (world_real)0.084855044563216048, (world_real)0.0033670950614396785, (world_real)-0.054128919009194545, (world_real)-0.020980583208751558, (world_real)0, (world_real)-0, (world_real)0, (world_real)0.0033670950614396785, (world_real)-0.10426523179473761, (world_real)-0.0053104629445035693, (world_real)0.0033670950614396785, (world_real)0.10364705440684571, (world_real)0.0048618915440703297, (world_real)-0.070498635624781231, (world_real)-0, (world_real)0, (world_real)0, (world_real)-0.054128919009194545, (world_real)-0.0096536921312208382, (world_real)0.027316446484623311, (world_real)-0.054128919009194545, (world_real)0.0048618915440703297, (world_real)0.060404153347179294, (world_real)1.7347234759768071e-18, (world_real)0, (world_real)0, (world_real)0, (world_real)-0.020980583208751558, (world_real)0.074195925233394397, (world_real)-0.015353082982956456, (world_real)-0.020980583208751558, (world_real)-0.070498635624781231, (world_real)1.7347234759768071e-18, (world_real)0.078618937604754927};
        world_real got[100];
        world_mass_matrix(q, got);
        failures += differ("mass_matrix", got, want, 100);
    }
    {
        static const world_real q[] = {(world_real)-0.5508255072112207, (world_real)0.44708353242293342, (world_real)-0.33899169965564968, (world_real)-0.65385541253833346, (world_real)0.13829469116976736, (world_real)0.72877456095871596, (world_real)-0.14911511388191026, (world_real)2.3172970904832626, (world_real)-0.45366456899654972, (world_real)-2.3058427060074407, (world_real)-2.0714373762254135};
        static const world_real want[] = {(world_real)3.0582593149185042, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)3.0582593149185042, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)3.0582593149185042, (world_real)0, (world_real)-0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)0, (world_real)-0, (world_real)0, (world_real)0.092471376806510019, (world_real)0.0088708455977333511, (world_real)0.0085840459135828537, (world_real)0.081724780807400643, (world_real)0.00027732441516528823, (world_real)0.058047812157612233, (world_real)0.025559241729473291, (world_real)0, (world_real)0, (world_real)-0, (world_real)0.0088708455977333511, (world_real)0.12061626105900602, (world_real)-0.0060631895026347377, (world_real)0.0088708455977333511, (world_real)-0.075522219294427845, (world_real)-0.020312657133533085, (world_real)0.074283366539149562, (world_real)-0, (world_real)0, (world_real)0, (world_real)0.0085840459135828537, (world_real)-0.0060631895026347377, (world_real)0.08385814269570778, (world_real)0.0085840459135828537, (world_real)0.056170378980780651, (world_real)-0.0081258105942389469, (world_real)-0.0031054738648143409, (world_real)0, (world_real)0, (world_real)0, (world_real)0.081724780807400643, (world_real)0.0088708455977333511, (world_real)0.0085840459135828537, (world_real)0.081724780807400643, (world_real)0.00027732441516528823, (world_real)0.058047812157612233, (world_real)0.025559241729473291, (world_real)-0, (world_real)0, (world_real)0, (world_real)0.00027732441516528823, (world_real)-0.075522219294427845, (world_real)0.056170378980780651, (world_real)0.00027732441516528823, (world_real)0.092518161254365683, (world_real)0.0078288916725290109, (world_real)-0.052723554616859618, (world_real)0, (world_real)0, (world_real)0, (world_real)0.058047812157612233, (world_real)-0.020312657133533085, (world_real)-0.0081258105942389469, (world_real)0.058047812157612233, (world_real)0.0078288916725290109, (world_real)0.06112933974605593, (world_real)7.589415207398531e-18, (world_real)0, (world_real)0, (world_real)0, (world_real)0.025559241729473291, (world_real)0.074283366539149562, (world_real)-0.0031054738648143409, (world_real)0.025559241729473291, (world_real)-0.052723554616859618, (world_real)7.589415207398531e-18, (world_real)0.078618937604754857};
        world_real got[100];
        world_mass_matrix(q, got);
        failures += differ("mass_matrix", got, want, 100);
    }
    if (failures)
        printf("%d calls are off\n", failures);
    else
        printf("all calls agree\n");
    return failures != 0;
}
