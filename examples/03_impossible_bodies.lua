-- Ten numbers do not always make a body. Mass spreads along an axis or it does not; it never spreads by less than
-- nothing. That is the triangle inequality of the principal moments, and published robots break it.

local rigid = require "rigid"
local SpatialInertia, RotationalInertia = rigid.SpatialInertia, rigid.RotationalInertia

-- What rigid says can be long; this breaks it into lines.
local function say(text)
  local line = ""
  for word in text:gmatch "%S+" do
    if utf8.len(line) + utf8.len(word) > 94 then
      print(line)
      line = " "
    end
    line = line == "" and word or line .. " " .. word
  end
  print(line)
end

-- Flat bodies are the limit: Ixx + Iyy = Izz. A hair beyond, and the constructor says so.
local function try(izz)
  local ok, err = pcall(SpatialInertia, { mass = 2, inertia = { 0.010, 0.010, izz } })
  say(("Izz = %.3f: %s"):format(izz, ok and "a body" or err))
end
try(0.019)
try(0.020)
try(0.021)

-- A link of the TALOS gripper, as its URDF has it (github.com/Gepetto/example-robot-data/issues/130), in kg m². No
-- mass is needed to see the flaw: the tensor alone is impossible in any axes.
local published = RotationalInertia { xx = 1.15e-4, xy = 5.2e-5, xz = 2.5e-5, yy = 1.53e-4, yz = 3.4e-5, zz = 1.9e-4 }
local moments, axes = published:principal()
print(("\nTALOS gripper link, principal moments %.2f, %.2f, %.2f mg m²"):format(1e6 * moments.x, 1e6 * moments.y,
  1e6 * moments.z))
print(("valid: %s, for %.2f + %.2f < %.2f"):format(published:is_valid(), 1e6 * moments.x, 1e6 * moments.y,
  1e6 * moments.z))

-- How the mass spreads along each principal axis: half the sum of the moments, less the moment about that axis.
local half = (moments.x + moments.y + moments.z) / 2
local spread = { half - moments.x, half - moments.y, half - moments.z }
print(("spread along the axes %.2f, %.2f, %.2f mg m²"):format(1e6 * spread[1], 1e6 * spread[2], 1e6 * spread[3]))

-- Two repairs. One only lifts the negative spread to zero; the other, often seen, makes a ball of everything.
local s1, s2, s3 = math.max(spread[1], 0), math.max(spread[2], 0), math.max(spread[3], 0)
local nearest = RotationalInertia { s2 + s3, s1 + s3, s1 + s2 }:re_express(axes)
local ball = RotationalInertia { half * 2 / 3, half * 2 / 3, half * 2 / 3 }
local function change(I) return 100 * (I - published):matrix():norm() / published:matrix():norm() end
print(("\nlift the spread to zero:       valid %s, the tensor changes by %4.1f %%"):format(nearest:is_valid(),
  change(nearest)))
print(("the mean of the three moments: valid %s, the tensor changes by %4.1f %%"):format(ball:is_valid(), change(ball)))

-- An impossible body can still be held, judged and computed with, when that is what you want.
local held = SpatialInertia { mass = 0.02, inertia = published, skip_validity_check = true }
print ""
say(held:criticize())
