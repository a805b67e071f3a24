-- SpatialInertia.random{around=, spread=, seed=}: bodies that can exist, drawn at random, the same on every machine (the
-- generator is our own, splitmix64). Without around they are links as machines have them; around a body they are it, each
-- of its ten log-Cholesky coordinates moved by spread, measured in the body itself, so that neither units nor the choice
-- of the frame matter.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner

local SpatialInertia, RotationalInertia, Rotation = core.SpatialInertia, core.RotationalInertia, core.Rotation

local random_body = {}

-- Uniform numbers in (0, 1) from a seed.
local function uniform(seed)
    local state = seed * 0x632BE59BD9B4E019
    return function()
        state = state + 0x9E3779B97F4A7C15
        local z = state
        z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
        z = (z ~ (z >> 27)) * 0x94D049BB133111EB
        return (((z ~ (z >> 31)) >> 11) + 0.5) * 2.0 ^ -53
    end
end

-- Standard normal, by Box and Muller.
local function normal(draw) return math.sqrt(-2 * math.log(draw())) * math.cos(2 * math.pi * draw()) end

local function log_between(draw, low, high) return low * (high / low) ^ draw() end

-- A box of 0.02 to 0.5 m a side and of 300 to 8000 kg/m³, turned anyhow, its com within half its length of the origin.
local function link(draw)
    local size = {log_between(draw, 0.02, 0.5), log_between(draw, 0.02, 0.5), log_between(draw, 0.02, 0.5)}
    local box = SpatialInertia.solid_box {density = log_between(draw, 300, 8000), size = size}
    local w, x, y, z = normal(draw), normal(draw), normal(draw), normal(draw)
    local reach = math.max(size[1], size[2], size[3])
    local offset = {reach * (draw() - 0.5), reach * (draw() - 0.5), reach * (draw() - 0.5)}
    return box:re_express(Rotation.quaternion(w, x, y, z)):shift(offset)
end

-- A factor of the spread, Σ_c / m = A Aᵀ: the principal axes times the roots of the spreads, which rods and points have too.
local function factor(M)
    local verdict, m = inner.doctor.judge(M), M:mass()
    local roots = {}
    for i = 1, 3 do roots[i] = math.sqrt(math.max(verdict.spread[i], 0) / m) end
    return verdict.axes:matrix() * core.Matrix.diagonal(roots)
end

-- J' = T J Tᵀ, T = [A B, A t + c; 0, 1] e^α [A, c; 0, 1]⁻¹: B upper triangular near 1, t near 0, α near 0, all normal.
local function near(M, spread, draw)
    local A = factor(M)
    local mass = M:mass() * math.exp(2 * spread * normal(draw))
    local B = core.Matrix.identity(3)
    for i = 1, 3 do
        B:set(i, i, math.exp(spread * normal(draw)))
        for j = i + 1, 3 do B:set(i, j, spread * normal(draw)) end
    end
    local AB, t = A * B, A * core.Vector {spread * normal(draw), spread * normal(draw), spread * normal(draw)}
    local sigma = mass * AB * AB:transpose()
    local a, b, c = sigma(1, 1), sigma(2, 2), sigma(3, 3)
    local tensor = RotationalInertia {b + c, a + c, a + b, -sigma(1, 2), -sigma(1, 3), -sigma(2, 3)}
    local com = M:com()
    return SpatialInertia {
        mass = mass, com = {com.x + t[1], com.y + t[2], com.z + t[3]}, inertia = tensor, skip_validity_check = true,
    }
end

local OPTIONS = arguments.fields "around spread seed"
local SPREAD <const>, WIDEST <const> = 0.1, 10

function random_body.draw(options)
    local place = arguments.at("random", 1)
    options = place:options(options == nil and {} or options, OPTIONS)
    local seed = options.seed == nil and 1 or place:field("seed"):integer(options.seed, math.mininteger, math.maxinteger)
    local draw = uniform(seed)
    if options.around == nil then
        if options.spread ~= nil then place:field("spread"):bad "there is nothing to spread around; give around as well" end
        return link(draw)
    end
    local here = place:field "around"
    local M = here:inertia(options.around)
    if not M:is_physically_consistent() then here:bad "a body that can exist, and has mass, expected; M:criticize() says why it is none" end
    local spread = options.spread == nil and SPREAD or place:field("spread"):not_negative(options.spread)
    if spread > WIDEST then place:field("spread"):bad("at most %d expected, got %.14g", WIDEST, spread) end
    if spread == 0 then return M end
    local body = near(M, spread, draw)
    if not body:is_physically_consistent() then here:bad "its numbers are too large or too small to draw around it" end
    return body
end

return random_body
