-- How likely a body is to be a link of a machine, judged by its mass, the way it is spread and where its com is: the logarithm
-- of a density over com and central tensor, up to a constant. It only ranks explanations; it condemns nothing.
-- The model: a link fills a box of lengths l1 l2 l3 = sqrt(12 σ / m). Their geometric mean is that of a body of the
-- mass at some density, that density is uncertain by a factor of a few, each length by another, both with heavy tails;
-- the axes point anywhere, and the com is within a few lengths of the origin. In terms of the tensor the middle part is
-- f(σ) / |(σ1 - σ2)(σ2 - σ3)(σ3 - σ1)|.
local plausible = {}

local log, max = math.log, math.max

local DENSITY <const> = 1000 -- kg/m³, of mass over the box it would fill
local SIZE <const> = 0.7 -- standard deviation of ln(mean length)
local SHAPE <const> = 0.6 -- of ln(length) about the mean
local REACH <const> = 1 -- of the com from the origin, in lengths of the body
local THIN <const> = 1e-6 -- of the greatest spread: thinner bodies are judged as this thin
local GAP <const> = 0.05 -- of the greatest spread: axes of spreads nearer than this are not told apart

-- Minus the logarithm of a density with heavy tails (Student's, four degrees of freedom) at x standard deviations.
local function unlikely(x) return 2.5 * log(1 + x * x / 4) end

-- mass > 0; spread: a Vec3 of eigenvalues of Σ_c, ascending, the last of them positive; far: of the com from the origin.
function plausible.log_density(mass, spread, far)
    local top = spread.z
    local a, b = max(spread.x, THIN * top), max(spread.y, THIN * top)
    local la, lb, lc = log(12 * a / mass) / 2, log(12 * b / mass) / 2, log(12 * top / mass) / 2
    local mean = (la + lb + lc) / 3
    local cost = unlikely((mean - log(mass / DENSITY) / 3) / SIZE)
    cost = cost + unlikely((la - mean) / SHAPE) + unlikely((lb - mean) / SHAPE) + unlikely((lc - mean) / SHAPE)
    local gaps = log(b - a + GAP * top) + log(top - b + GAP * top) + log(top - a + GAP * top)
    local square = 12 * (a + b + top) / mass
    local place = 1.5 * log(square) + 2 * log(1 + far * far / (REACH * REACH * square)) -- Cauchy's, in space
    return -cost - log(a) - log(b) - log(top) - gaps - place
end

return plausible
