-- Momentum is linear in the ten inertial parameters: h = Y(v) π. So a body can be weighed by moving it about: stack
-- the regressors of a few motions, measure the momenta, solve for π.

local rigid = require "rigid"
local SpatialInertia, Matrix, Vector, Twist = rigid.SpatialInertia, rigid.Matrix, rigid.Vector, rigid.Twist

-- The body nobody knows: a brick with an off-centre lead weight.
local secret = SpatialInertia.solid_box { mass = 3.2, size = { 0.21, 0.10, 0.07 } } +
  SpatialInertia.point_mass { mass = 0.5, position = { 0.08, 0.03, -0.02 } }

math.randomseed(1687)
local function draw() return 2 * math.random() - 1 end

-- n motions of the body, and its momentum in each, measured with an error of that size in every component.
local function experiment(n, noise)
  local A, h = Matrix(6 * n, 10), Vector(6 * n)
  for k = 0, n - 1 do
    local v = Twist { draw(), draw(), draw(), 4 * draw(), 4 * draw(), 4 * draw() }
    local Y, momentum = SpatialInertia.momentum_regressor(v), secret * v
    for i = 1, 6 do
      for j = 1, 10 do A:set(6 * k + i, j, Y(i, j)) end
      h[6 * k + i] = momentum[i] + noise * draw()
    end
  end
  return A, h
end

-- One motion cannot tell everything. How many does it take?
for n = 1, 4 do
  print(("%d motion%s: %2d of 10 parameters can be told"):format(n, n > 1 and "s" or "", experiment(n, 0):rank()))
end

local function identify(n, noise)
  local A, h = experiment(n, noise)
  return A:solve(h) -- least squares: more equations than unknowns
end

local names = { "m", "m cx", "m cy", "m cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz" }
local truth, exact, noisy = secret:parameters(), identify(4, 0), identify(200, 0.01)
print "\nparameter       true       from 200 noisy motions"
for i, name in ipairs(names) do print(("%-9s %10.5f       %10.4f"):format(name, truth[i], noisy[i])) end
print(("\nfrom 4 exact motions: %s"):format((exact - truth):norm() < 1e-12 and "the true parameters to 1e-12" or "off"))

-- from_parameters takes whatever the data say; criticize tells whether it is a body.
local found = SpatialInertia.from_parameters(noisy)
print(("from 200 noisy ones: %.3f kg, and %s"):format(found:mass(), found:criticize() or "a body that can exist"))
