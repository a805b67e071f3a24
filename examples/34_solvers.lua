-- Solvers of one's own: a differential equation with an event, a root of what it gives, a fit to noisy figures of it, and a bowl that is
-- gone down to its ground. The noise has a seed, and is the same everywhere.
local rigid = require "rigid"
local Vector = rigid.Vector

-- A mass on a spring in oil: x'' = −k x − c x'.
local function swing(k, c, x0, duration)
  return rigid.ode(function(_, x) return { x[2], -k * x[1] - c * x[2] } end, { x0, 0 }, { 0, duration }, { tolerance = 1e-7 })
end

local k, c = 9, 0.5
local truth = swing(k, c, 1, 8)
local crossings = rigid.ode(function(_, x) return { x[2], -k * x[1] - c * x[2] } end, { 1, 0 }, { 0, 8 },
  { events = { { name = "down through zero", f = function(_, x) return x[1] end, direction = -1 } } }).events
print(("it swings through zero downwards %d times; every %.6f s (by formula %.6f s)"):format(#crossings,
  crossings[3].t - crossings[2].t, 2 * math.pi / math.sqrt(k - c * c / 4)))

-- ---- a root: how stiff must the spring be, that the first crossing comes at 0.4 s? ------------------------------------------

local stiff = rigid.find_root(function(stiffness) return swing(stiffness, c, 1, 0.4)(0.4)[1] end, 10, 20)
print(("a spring of %.4f N/m brings it there in 0.4 s"):format(stiff))

-- ---- a fit: the spring and the oil from forty noisy readings ---------------------------------------------------------------

local source, t, y = rigid.random(7), Vector.linspace(0, 8, 40), {}
for i = 1, 40 do y[i] = truth(t[i])[1] + source:normal(0, 0.05) end
local guess = { 8, 1, 0.8 }
local found, verdict = rigid.least_squares(function(p)
  local run, off = swing(p[1], p[2], p[3], 8), {}
  for i = 1, 40 do off[i] = run(t[i])[1] - y[i] end
  return off
end, guess, { lower = 0 })
print(("\nfitted: spring %.2f N/m, oil %.2f N s/m, begun at %.2f m (%s)"):format(found[1], found[2], found[3],
  verdict.success and "converged" or verdict.sentence))
local fine, fitted, curve = Vector.linspace(0, 8, 161), swing(found[1], found[2], found[3], 8), {}
for i = 1, 161 do curve[i] = fitted(fine[i])[1] end
print(rigid.plot({ { x = fine, y = curve, name = "fitted" }, { x = t, y = y, name = "read" } }, {
  x_label = "time [s]", y_label = "x [m]", text = true, size = { 92, 20 },
}))

local counts, edges = verdict.residuals:histogram(5, -0.15, 0.15)
print(("what is left has a deviation of %.3f m:"):format(verdict.residuals:deviation()))
for i = 1, 5 do print(("  %6.2f to %5.2f  %s"):format(edges[i], edges[i + 1], ("#"):rep(math.floor(counts[i])))) end

-- ---- a minimum: where three masts need least rope, all from one ring --------------------------------------------------------

local masts = { { 0, 0 }, { 4, 0 }, { 1, 3 } }
local ring, ended = rigid.minimize(function(p)
  local rope = 0
  for _, mast in ipairs(masts) do rope = rope + math.sqrt((p[1] - mast[1]) ^ 2 + (p[2] - mast[2]) ^ 2) end
  return rope
end, { 2, 2 })
print(("\nthe ring hangs at (%.4f, %.4f), by %.4f m of rope: %s"):format(ring[1], ring[2], ended.value, tostring(ended.success)))
