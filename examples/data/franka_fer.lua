-- The Franka Emika Robot ("Panda", FER) with its two-finger hand, as a plain table: the figures that Franka Robotics
-- publishes in its description package, entered digit for digit, one of them impossible and left so.
-- Source: github.com/frankarobotics/franka_description at commit b299b39 (2025-03-21), Apache License 2.0:
--   links   robots/fer/inertials.yaml           joints  robots/fer/kinematics.yaml
--   hand    end_effectors/franka_hand/inertials.yaml, end_effectors/common/franka_hand.xacro
-- kg, m, rad, kg m². com and inertia in the link's own frame, the inertia about the link's centre of mass. The pose of
-- each joint is given in the link before it: xyz, then rpy about the fixed axes x, y, z; it turns about its own z.

local pi = math.pi

return {
  name = "Franka Emika Robot (Panda)",
  source = "franka_description, robots/fer and end_effectors/franka_hand",

  links = {
    {
      name = "link0", mass = 2.3966, com = { -0.0172, 0.0004, 0.0745 },
      inertia = { xx = 0.0090, xy = 0.0, xz = 0.0020, yy = 0.0115, yz = 0.0, zz = 0.0085 },
    },
    {
      name = "link1", mass = 2.7907, com = { 0.00033, -0.02204, -0.04762 },
      inertia = {
        xx = 0.01564782655, xy = 0.00000531236, xz = -0.00003676721,
        yy = 0.01439883526, yz = -0.00248480843, zz = 0.00500443991,
      },
    },
    {
      name = "link2", mass = 2.5420, com = { 0.00038, -0.09211, 0.01908 },
      inertia = {
        xx = 0.01662427728, xy = 0.00003086077, xz = 0.00000835940,
        yy = 0.00462501261, yz = 0.00355899830, zz = 0.01545124526,
      },
    },
    {
      name = "link3", mass = 2.2513, com = { 0.05152, 0.01696, -0.02971 },
      inertia = {
        xx = 0.00631741992, xy = 0.00097309955, xz = 0.00292525834,
        yy = 0.00866285493, yz = 0.00093469224, zz = 0.00657804051,
      },
    },
    {
      name = "link4", mass = 2.2037, com = { -0.05113, 0.05825, 0.01698 },
      known = "github.com/frankarobotics/franka_description/issues/23",
      inertia = {
        xx = 0.00784585566, xy = -0.00339591957, xz = 0.00158704074,
        yy = 0.00649543136, yz = -0.00181477884, zz = 0.01003079917,
      },
    },
    {
      name = "link5", mass = 2.2855, com = { -0.00005, 0.03730, -0.09280 },
      inertia = {
        xx = 0.02297014781, xy = -0.00000949345, xz = -0.00002063156,
        yy = 0.02095060919, yz = 0.00382345782, zz = 0.00430606551,
      },
    },
    {
      name = "link6", mass = 1.353, com = { 0.06572, -0.00371, 0.00153 },
      inertia = {
        xx = 0.00087964522, xy = -0.00021487814, xz = -0.00011911662,
        yy = 0.00277796968, yz = 0.00001274322, zz = 0.00286701969,
      },
    },
    {
      name = "link7", mass = 0.35973, com = { 0.00089, -0.00044, 0.05491 },
      inertia = {
        xx = 0.00019541063, xy = 0.00000165231, xz = 0.00000148826,
        yy = 0.00019210361, yz = -0.00000131132, zz = 0.00017936256,
      },
    },
  },

  -- joint i carries link i
  joints = {
    { xyz = { 0, 0, 0.333 }, rpy = { 0, 0, 0 } },
    { xyz = { 0, 0, 0 }, rpy = { -pi / 2, 0, 0 } },
    { xyz = { 0, -0.316, 0 }, rpy = { pi / 2, 0, 0 } },
    { xyz = { 0.0825, 0, 0 }, rpy = { pi / 2, 0, 0 } },
    { xyz = { -0.0825, 0.384, 0 }, rpy = { -pi / 2, 0, 0 } },
    { xyz = { 0, 0, 0 }, rpy = { pi / 2, 0, 0 } },
    { xyz = { 0.088, 0, 0 }, rpy = { pi / 2, 0, 0 } },
  },

  -- The hand is screwed to link7: the flange is 107 mm out, the hand turned 45 degrees on it.
  hand = {
    placement = { xyz = { 0, 0, 0.107 }, rpy = { 0, 0, -pi / 4 } },
    mass = 0.6544, com = { -0.0000376, 0.0119128, 0.0207260 },
    inertia = { xx = 0.00186, xy = 0.0, xz = 0.0, yy = 0.00030, yz = -0.00002, zz = 0.00174 },
    tool = { 0, 0, 0.1034 }, -- between the fingertips
  },

  -- Two alike, facing each other; each slides out along its own y, by 0 to 0.04.
  finger = {
    placements = { { xyz = { 0, 0, 0.0584 }, rpy = { 0, 0, 0 } }, { xyz = { 0, 0, 0.0584 }, rpy = { 0, 0, pi } } },
    mass = 0.0291, com = { 0, 0.0152850, 0.0219675 },
    inertia = { xx = 0.00000849, xy = 0.0, xz = 0.0, yy = 0.00000853, yz = -0.00000106, zz = 0.00000177 },
  },

  -- The posture its makers call "ready".
  ready = { 0, -pi / 4, 0, -3 * pi / 4, 0, pi / 2, pi / 4 },
}
