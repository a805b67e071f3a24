-- A regulator in a computer, which looks at the plant only so often: how seldom it may look before what it balances falls, found from the
-- held system's poles and tried in a simulation; and how far what its motor does by chance makes the pole sway, from Lyapunov's equation.
local rigid = require "rigid"
local Matrix, Model, SpatialInertia, Vector = rigid.Matrix, rigid.Model, rigid.SpatialInertia, rigid.Vector

local cart = Model { name = "cart" }
cart:add_body {
  name = "cart", joint = { type = "prismatic", axis = { 1, 0, 0 }, name = "rail" }, inertia = SpatialInertia.solid_cube { mass = 2, length = 0.3 },
}
cart:add_body {
  name = "pole", parent = "cart", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "pin" },
  inertia = SpatialInertia.thin_rod_about_end { mass = 1, length = 1 },
}
local A, B = cart:linearize(cart:neutral())
B = B:column(1)
local Q, R = { 10, 10, 1, 1 }, 0.1
local K = rigid.lqr(A, B, Q, R)

-- ---- how often must it look? --------------------------------------------------------------------------------------------------

-- The regulator of the plant as it is where inputs are held for h seconds.
local function held_gain(h)
  local F, G = rigid.discretize(A, B, h)
  return (rigid.lqr(F, G, Q, R, { discrete = true }))
end

-- By what the slowest, or the fastest growing, motion is multiplied in a second, when u = −K x is held for h seconds at a time.
local function grows(h, gain)
  local F, G = rigid.discretize(A, B, h)
  local most = 0
  for _, z in ipairs(rigid.poles(F, G, gain)) do most = math.max(most, math.sqrt(z[1] ^ 2 + z[2] ^ 2)) end
  return most ^ (1 / h)
end

local longest = rigid.find_root(function(h) return grows(h, K) - 1 end, 0.05, 0.5)
print(("designed as if it always looked, it must look every %.1f ms; every 300 ms: times %.1f a second,"):format(1000 * longest, grows(0.3, K)))
print(("a regulator designed for 300 ms multiplies a sway by %.2f"):format(grows(0.3, held_gain(0.3))))
local holds, naive, meant = Vector.linspace(0.01, 0.4, 60), {}, {}
for i = 1, #holds do naive[i], meant[i] = grows(holds[i], K), grows(holds[i], held_gain(holds[i])) end
print(rigid.plot({ { x = holds, y = naive, name = "designed as continuous" }, { x = holds, y = meant, name = "designed for the hold" } }, {
  x_label = "held for [s]", y_label = "a second multiplies by", y_scale = "log", y_lines = { { 1, "neither" } }, text = true, size = { 96, 22 },
}))

-- The simulation knows nothing of linear systems: from a lean of a thousandth, two hundred looks.
local function ends(h, gain)
  local log = cart:simulate { q = { 0, 0.001 }, duration = 200 * h, dt = h, method = "rk4",
    controller = function(_, q, v) return Vector { -(gain * q:vcat(v))[1], 0 } end }
  return math.abs(log.q[#log.q][2]) < 1e-6 and "upright" or "fallen"
end
for _, share in ipairs { 0.9, 1.1 } do print(("simulated, with looks every %.1f ms: %s"):format(1000 * share * longest, ends(share * longest, K))) end
print(("simulated, with looks every 300 ms and the regulator for it: %s\n"):format(ends(0.3, held_gain(0.3))))

-- ---- how far does chance make it sway? ------------------------------------------------------------------------------------------

-- Each 20 ms the motor gives 2 N more or less than it should: x⁺ = (F − G K) x + G w. What x xᵀ is on the average solves
-- (F − G K) X (F − G K)ᵀ + 4 G Gᵀ = X.
local h = 0.02
local F, G = rigid.discretize(A, B, h)
local gain = held_gain(h)
local closed, noise = F - G * gain, G * G:transpose() * 2 ^ 2
local X = rigid.lyapunov(closed, noise, { discrete = true })

-- The same as plain linear equations: vec(M X Mᵀ) = (M ⊗ M) vec X.
local list = {}
for j = 1, 4 do
  for i = 1, 4 do list[#list + 1] = noise(i, j) end
end
local x = (Matrix.identity(16) - closed:kron(closed)):solve(list)
local off = 0
for i = 1, 4 do
  for j = 1, 4 do off = math.max(off, math.abs(x[4 * (j - 1) + i] - X(i, j))) end
end
print(("Lyapunov's equation by Kronecker's product, 16 x 16, gives the same: %s"):format(tostring(off < 1e-12 * X:norm())))

local source = rigid.random(3)
local log = cart:simulate { duration = 400, dt = h, method = "rk4", log = { every = 1 },
  controller = function(_, q, v) return Vector { source:normal(0, 2) - (gain * q:vcat(v))[1], 0 } end }
local lean, at = {}, {}
for i, q in ipairs(log.q) do lean[i], at[i] = 1000 * q[2], 1000 * q[1] end
local deviation = 1000 * math.sqrt(X(2, 2))
print(("the pole leans by %.2f mrad, by the equation %.2f; the cart strays by %.1f mm, by it %.1f"):format(Vector(lean):deviation(), deviation,
  Vector(at):deviation(), 1000 * math.sqrt(X(1, 1))))
print(rigid.plot({ x = table.move(log.t, 1, 501, 1, {}), y = table.move(lean, 1, 501, 1, {}), name = "pin" }, {
  x_label = "time [s]", y_label = "lean [mrad]", y_lines = { { 2 * deviation, "2 deviations" }, { -2 * deviation, "on the other side" } },
  text = true, size = { 96, 18 },
}))
