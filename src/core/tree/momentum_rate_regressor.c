/* The regressor of Cᵀv - g, which H v gathers beside the torques: d(H v)/dt = Ḣ v + H a = τ + (Ḣ - C) v - g, and Ḣ = C + Cᵀ. As
   H a_r + C v_r + g = Y(v_r, a_r) π is linear in v_r, the entry k of Cᵀv, vᵀC e_k, is vᵀ(Y(e_k, 0) - Y(0, 0)) π.  [Wensing & Slotine 2023] */
#include "tree_regressor.h"

#include <string.h>

/* sum += factor * row */
static void add_row(double *sum, double factor, const double *row, size_t columns) {
    for (size_t c = 0; c < columns; c++)
        sum[c] += factor * row[c];
}

void rigid_momentum_rate_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *scratch,
                                   double *Q) {
    const size_t n = (size_t)model->nv, columns = 10 * (size_t)model->links;
    double *Y = scratch, *weight = Y + n * columns, *unit = weight + columns, *zero = unit + n;
    memset(weight, 0, (columns + 2 * n) * sizeof *weight);
    rigid_torque_regressor(model, ws, q, NULL, NULL, 0, Q); /* of g */
    for (size_t j = 0; j < n; j++)
        add_row(weight, v[j], Q + j * columns, columns);
    for (size_t k = 0; k < n; k++) {
        double *row = Q + k * columns;
        for (size_t c = 0; c < columns; c++)
            row[c] = -row[c] - weight[c];
        unit[k] = 1;
        rigid_tree_slotine_li_regressor(model, ws, q, v, unit, zero, RIGID_FACTOR_CHRISTOFFEL, 0, Y);
        unit[k] = 0;
        for (size_t j = 0; j < n; j++)
            add_row(row, v[j], Y + j * columns, columns);
    }
}
