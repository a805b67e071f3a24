/* A double pendulum by the C library, from C++17: described, its forward dynamics by ABA, and two seconds of its swing by
   semi-implicit Euler steps, written out here. From the top folder:
     c++ -std=c++17 -Iinclude examples/cpp/robot.cpp build/librigid.a -o robot && ./robot */
#include <rigid/rigid.h>

#include <cstddef>
#include <cstdio>
#include <vector>

int main() {
    std::vector<rigid_link> link(3, rigid_link_default(0)); // link[0] is the world, and not read
    for (int i = 1; i <= 2; i++) {
        link[i].parent = i - 1;
        link[i].joint.type = RIGID_JOINT_REVOLUTE;
        link[i].joint.axis = {0, 1, 0};
        link[i].inertia = rigid_inertia_shift(rigid_thin_rod(1, 0.5, {0, 0, 1}), {0, 0, 0.25}); // hangs from its joint
    }
    link[2].placement.p = {0, 0, -0.5};
    const rigid_description pendulum = {2, link.data(), {0, 0, -9.81}};

    std::vector<std::max_align_t> block(rigid_description_size(&pendulum) / sizeof(std::max_align_t) + 1);
    if (rigid_status status = rigid_model_describe(&pendulum, block.data(), nullptr); status != RIGID_OK)
        return std::puts(rigid_status_text(status)), 1;
    auto *model = reinterpret_cast<rigid_model *>(block.data());
    std::vector<std::max_align_t> room(rigid_workspace_size(model) / sizeof(std::max_align_t) + 1);
    rigid_workspace *ws = rigid_workspace_make(model, room.data());

    int freedom;
    std::vector<double> q = {1.2, -0.3}, v(2), a(2), dq(2);
    rigid_aba(model, ws, q.data(), v.data(), nullptr, nullptr, a.data(), &freedom);
    std::printf("at q = (%.3f, %.3f) the accelerations are (%.6f, %.6f) rad/s2\n", q[0], q[1], a[0], a[1]);
    for (int step = 1; step <= 2000; step++) {
        rigid_aba(model, ws, q.data(), v.data(), nullptr, nullptr, a.data(), &freedom);
        for (int i = 0; i < 2; i++)
            v[i] += 1e-3 * a[i], dq[i] = 1e-3 * v[i];
        rigid_model_integrate(model, q.data(), dq.data(), q.data());
        if (step % 500 == 0)
            std::printf("after %.1f s q = (%7.4f, %7.4f) rad\n", 1e-3 * step, q[0], q[1]);
    }
}
