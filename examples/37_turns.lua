-- Turns add up, but not as numbers do: a gyroscope that cones is followed by quaternions, by sums, and by the Jacobian of the logarithm; and a
-- walk of noisy steps is closed where it began, by Newton's steps on poses.
local rigid = require "rigid"
local Matrix, Quaternion, Rotation, Transform, Vec3, Vector = rigid.Matrix, rigid.Quaternion, rigid.Rotation, rigid.Transform, rigid.Vec3, rigid.Vector

-- ---- a gyroscope that cones -----------------------------------------------------------------------------------------------------

-- It leans by 0.3 rad, always, and the direction in which it does goes round each second: its rotation vector is on a circle, and comes
-- back. What it feels in its own axes is not that vector's rate, but the exponential's Jacobian times it, and adds up to a turn.
local lean, round = 0.3, 2 * math.pi
local function vector(t) return Vec3(math.cos(round * t), math.sin(round * t), 0) * lean end
local function feels(t) return Vec3(Rotation.jexp(vector(t)) * (Vec3(-math.sin(round * t), math.cos(round * t), 0) * (lean * round))) end

local function off(q, t) return math.deg(q:distance(Quaternion.exp(vector(t)))) end

local h, t, q, sum = 0.01, 0, Quaternion.exp(vector(0)), vector(0)
local at, by_products, by_sums, by_bortz = {}, {}, {}, {}
-- The rate of the rotation vector is the logarithm's Jacobian times what is felt. [Bortz 1971]
local bortz = rigid.ode(function(time, x) return Rotation.exp(x):jlog() * feels(time) end, vector(0), { 0, 5 }, { tolerance = 1e-10 })
for k = 1, 500 do
  local felt = feels(t + h / 2) * h -- as a sensor gives it: what it turned in a hundredth of a second
  q, sum, t = q * Quaternion.exp(felt), sum + felt, k * h
  at[k], by_products[k], by_sums[k] = t, off(q, t), off(Quaternion.exp(sum), t)
  by_bortz[k] = off(Quaternion.exp(bortz(t)), t)
end
print "a gyroscope that cones: how far off its attitude is after five turns"
print(("  by products of quaternions  %8.4f degrees"):format(by_products[500]))
print(("  by sums of its readings     %8.4f degrees"):format(by_sums[500]))
print(("  by jlog and rigid.ode       %8.4f degrees\n"):format(by_bortz[500]))
print(rigid.plot({ { x = at, y = by_products, name = "products" }, { x = at, y = by_sums, name = "sums" } }, {
  x_label = "time [s]", y_label = "off by [degrees]", text = true, size = { 84, 16 },
}))

-- ---- a mean of attitudes ----------------------------------------------------------------------------------------------------------

local source, truth, readings = rigid.random(5), Quaternion.axis_angle({ 1, 2, 2 }, 2.5), {}
for i = 1, 400 do
  local reading = truth * Quaternion.exp(Vec3(source:normal(0, 0.1), source:normal(0, 0.1), source:normal(0, 0.1)))
  readings[i] = i % 2 == 0 and reading or -reading -- q and −q are the same turn
end
print(("of 400 readings of one attitude, each some 10 degrees off, the mean is %.2f degrees off\n"):format(math.deg(Quaternion.mean(readings):distance(truth))))

-- ---- a walk that is closed ----------------------------------------------------------------------------------------------------------

-- Twelve steps round a hall, each told as a pose in the axes of the one before, with noise; the thirteenth is the first again.
local N <const> = 12
local step = Transform { rpy = { 0, 0, 2 * math.pi / N }, position = { 1, 0, 0 } }
local told, walk, hall = {}, { Transform.identity() }, { Transform.identity() }
for i = 1, N do
  local noise = rigid.SpatialMotion({ source:normal(0, 0.05), source:normal(0, 0.05), source:normal(0, 0.05) },
    { source:normal(0, 0.02), source:normal(0, 0.02), source:normal(0, 0.06) })
  told[i] = step * noise:exp()
  walk[i + 1], hall[i + 1] = walk[i] * told[i], hall[i] * step
end
local function curve(poses, name)
  local x, y = {}, {}
  for i = 1, N + 1 do x[i], y[i] = poses[(i - 1) % #poses + 1]:position().x, poses[(i - 1) % #poses + 1]:position().y end
  return { x = x, y = y, name = name }
end
local before = curve(walk, "as it was told")
print(("walked round, it ends %.3f m from where it began"):format((walk[N + 1]:position() - walk[1]:position()):norm()))
walk[N + 1] = nil

-- What step i leaves: log(Z⁻¹ X_i⁻¹ X_j). Where X_i goes on by exp(δ_i) and X_j by exp(δ_j), it goes by J_log (δ_j − Ad(X_j⁻¹ X_i) δ_i).
-- The first pose stays where it is.
local function put(A, row, column, block)
  for i = 1, 6 do
    for j = 1, 6 do A:set(row + i, column + j, block(i, j)) end
  end
end
local function residual()
  local r, A = Vector.zeros(0), Matrix.zeros(6 * N, 6 * (N - 1))
  for i = 1, N do
    local j = i % N + 1
    local way = walk[i]:inverse() * walk[j]
    local left = told[i]:inverse() * way
    local V = left:log()
    r = r:vcat(V:linear():table()):vcat(V:angular():table())
    if j > 1 then put(A, 6 * (i - 1), 6 * (j - 2), left:jlog()) end
    if i > 1 then put(A, 6 * (i - 1), 6 * (i - 2), -(left:jlog() * way:inverse():adjoint())) end
  end
  return r, A
end
for round_trip = 1, 4 do
  local r, A = residual()
  print(("  step %d: what is left of all steps, squared and summed: %.6f"):format(round_trip, r:dot(r)))
  local d = -A:solve(r)
  for i = 2, N do
    local k = 6 * (i - 2)
    walk[i] = walk[i] * rigid.SpatialMotion({ d[k + 1], d[k + 2], d[k + 3] }, { d[k + 4], d[k + 5], d[k + 6] }):exp()
  end
end
local most = 0
for i = 1, N do most = math.max(most, (walk[i]:position() - hall[i]:position()):norm()) end
print(("closed, no place is more than %.3f m from where it is\n"):format(most))
print(rigid.plot({ curve(hall, "the hall"), before, curve(walk, "closed") }, {
  x_label = "x [m]", y_label = "y [m]", equal = true, text = true, size = { 84, 26 },
}))
