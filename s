  x = 3; x
  m = rigid.load "spec/models/arm7.urdf"
  q = m:neutral()
  H = m:mass_matrix(q); H
  local lo = 5
  lo + 1
  local x = 3
  x + 4
  -- comment
  ?Vec3.dot
  local y = x
  y
  local a = 1
  a + 1
  local b = a + nil
  b
  M = SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}
  M:shift{0, 0, 0.5}:com()
  M:shfit{0, 0, 0.5}
  M * Twist{angular = {0, 0, 3}}
  _:angular():norm()
  M:matrix() * 1e-3
  m = rigid.load "spec/models/arm7.urdf"
  m:neutral()
  who()
  ?Vec3.cross
  m = rigid.load "spec/models/arm7.urdf"
  q, v = m:random_state(1)
  m:total_mass
  who
  history
