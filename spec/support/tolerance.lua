-- Every tolerance of the specs, each with its reason. All are relative to the scale of what is compared (the largest
-- entry expected, or of the inputs where they cancel) unless the name says otherwise; a spec that needs a looser one
-- gets its own line here, with why.

local eps = 2.0 ^ -52 -- distance from 1 to the next double

return {
    eps = eps,

    -- Recorded figures and second implementations: a few dozen roundings of 1e-16 each, with room for another order of
    -- summation.
    figure = 1e-12,

    -- Where both sides do the same few operations on the same numbers: sums, signs, scalings.
    exact = 4 * eps,

    -- Exponentials against 60-digit references: a handful of roundings. A series that ends too early, or 1 - cos taken
    -- by difference, shows at 1e-9 to 1e-13.
    exponential = 8 * eps,

    -- exp then log, and log then exp: what the user is promised for every angle from 0 to pi.
    round_trip = 1e-12,

    -- Through the mass matrix and the rows of loops, on draws whose conditions together are up to 1e6.
    through_loops = 1e-9,

    -- Rows of a batch against single calls: the same algorithms, in another order of sums.
    batch = 1e-13,

    -- Orthonormality of a frame, and determinant one: a few roundings of entries of size one.
    orthonormal = 16 * eps,

    -- Eigenvalues by an iteration that ends at rounding: a few eps of the largest eigenvalue.
    eigenvalue = 16 * eps,

    -- What rounding of an eigenvalue near zero does to a length: sqrt(16 eps), of the longest length.
    length_from_spread = 4 * eps ^ 0.5,

    -- Moments and frames of another program's closed form: at (nearly) equal moments it keeps half of its digits, and takes
    -- differences of 1e-6 for none.
    half_the_digits = 4e-6,

    -- An axis turned by a rounding of the matrix, divided by the gap between its eigenvalues: figures for gaps above 1e-3
    -- of the largest.
    axis = 1e-10,

    -- A change of rotation must not change the moment of inertia.
    invariant = 1e-14,

    -- Central differences of a quadratic function are exact but for rounding, eps / step with a step of 1e-3.
    central_difference = 1e-10,

    -- A gap that proves two formulas differ: far above any rounding, on draws whose entries are of size one.
    clearly_different = 1e-3,

    -- Quadrature of a shape cut in 4000 slices by the midpoint rule, error (1/4000)^2 of the scale.
    quadrature = 1e-6,

    -- A cylinder as a prism of n sides loses (2 pi / n)^2 / 6 of its area at most, and twice that of its moments.
    prism = function(sides) return 2 * (2 * math.pi / sides) ^ 2 end,
}
