-- The topics of the reference: what help "frames" and the like say, beside the entries of functions. Nothing in it runs.
-- A topic begins with a line "Topic NAME, OTHER NAME: title"; lines that are indented stand as they are, others are filled.

-- Topic conventions, units, convention: units, signs and orders
-- SI units and radians everywhere; right-handed frames; indices from 1. Values are immutable in spirit: operators and
-- methods return new ones, and what changes its receiver ends in _in_place or begins with set_.
--   spatial vectors   linear first: motion (v, ω), force (f, τ), and 6x6 matrices likewise
--   quaternions       w first
--   ten parameters    m, m·cx, m·cy, m·cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz, about the frame origin
--   products          entries of the matrix: Ixy = −∫ρ x y
--   3-vectors         as an argument, a Vec3 or any {x, y, z}
--   gravity           (0, 0, -9.81) m/s² unless a model says otherwise

-- Topic notation, monogram, names, frame names: names that say what a value is
-- A value is named by what it is, its frames and what it is expressed in, so that neighbours cancel.
--   p_PQ_E     position from P to Q, in the axes of E
--   R_AB       rotation: components in B to components in A
--   X_AB       pose of frame B in frame A:  X_AC = X_AB * X_BC
--   V_AB_E     velocity of B with respect to A, in the axes of E
--   M_BP_E     inertia of body B about point P, in the axes of E
--   M:shift(p_PQ)       new point, same axes
--   M:re_express(R_AE)  new axes, same point
--   X_AB * M_B          both: new point and new axes

-- Topic vectors, spatial vectors, order, linear first: spatial vectors, and in which order their numbers stand
-- A motion is (v, ω), a force is (f, τ): linear half first. Twist and SpatialAcc are motions, Wrench and SpatialMomentum
-- are forces; generic ones are SpatialMotion and SpatialForce. The other order, angular first, as in Featherstone's
-- book, is given by M:matrix("angular") and its like.
--   V = Twist{linear = {1, 0, 0}, angular = {0, 0, 2}}
--   V:cross(U)    motion × motion, or motion ×* force, by the type of U
--   V:dot(F)      power of a motion and a force
--   V:shift(p)    the same quantity at another point

-- Topic inertia, inertias, bodies, about: how the inertia of a body is made and read
-- A SpatialInertia is its ten parameters about the origin of its frame. It is made of a shape, a mesh, published figures, or
-- parts added together; a constructor says about which point. What no body can have is refused, with what is wrong.
--   SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}
--   SpatialInertia{mass = 2, com = {0, 0, 0.1}, inertia = {0.02, 0.02, 0.01}, about = "com"}
--   A + B:shift{0, 0, -0.3}       two bodies as one, about the frame of A
--   M:criticize()                 nil, or what is wrong with it
--   M:diagnose(), M:repairs()     what is wrong in detail, and what would mend it

-- Topic notebook, notebooks, jupyter, ipython: the cells of a notebook, run as at the prompt
-- From a shell, rigid jupyter --install gives Jupyter a kernel: each expression shows its value, matrices and inertias as tables, plots as
-- pictures, robots in 3D. value:html() and value:latex() give the same to scripts. See doc/notebook.md.
--   rigid jupyter --install

-- Topic sweep, sweeps, parameter sweep: a script over a grid of parameters, or over random draws
-- On many processors and machines, from a shell, not from here. The script finds its values in sweep.NAME and returns a table of results, the row of a CSV file. What is kept
-- is not run again; Slurm arrays, mpirun and GNU parallel share the points by themselves. See doc/sweep.md.
--   rigid sweep script.lua --param mass=1..5:9 --jobs 8 --out r.csv
--   rigid sweep --help

-- Topic robots, robot, models, files: robots, loaded or made
-- rigid.load reads URDF and Lua models; rigid.Model{} and m:add_body{} make them. q, v, a, tau are Vectors or plain lists.
--   m = rigid.load "robot.urdf"              m prints as a tree; m:notes() tells what is odd
--   q = m:random_state(1)
--   m:inverse_dynamics(q, v, a)              tau; m:forward_dynamics(q, v, tau) the other way
--   m:mass_matrix(q), m:coriolis_matrix(q, v), m:gravity_forces(q)
--   m:pose(q, "hand"), m:jacobian(q, "hand"), m:twist(q, v, "hand")
--   m:simulate{q = q, duration = 1}          a Log: log.t, log.q, log:energy()

-- Topic equality, tolerance, comparing: when two values are equal
-- == is exact. a:is_near(b) compares every number within 1e-9, a:is_near(b, tol) within tol, absolute. MassMatrix3 and
-- Inertial follow the library that they come from: their == compares within 1e-6.

-- Topic errors, error, refusals: what bad input does
-- Bad input raises an error that names the function, the argument, the field, what was wanted and what came; nothing is
-- changed by a call that is refused. NaN and infinity pass through plain algebra and are refused where physics is asked
-- for: masses, lengths, densities. At the prompt, an error shows the line and a caret under what is to blame.

-- Topic printing, digits, display, format: how values are shown
-- At a terminal, values are fitted to it: matrices in aligned columns with a common power of ten where it helps (× 1e-3),
-- wide ones in blocks of columns, large ones with their middle left out, models as trees cut to the height. How many
-- entries are nan is said in the heading. rigid.format{digits = 4} shows fewer digits, rigid.format{unicode = false} plain
-- letters, rigid.format{width = 60} narrower lines. In scripts, print and tostring give the same text everywhere.

-- Topic prompt, keys, session: what can be typed here
-- An expression shows its value; a semicolon at its end silences it; _ is the last value. An entry goes on over as many
-- lines as it takes to be complete.
--   ?name, name?       help on a name, a value, a method; ? alone: an overview; ??text: look for a text
--   help(x), lookfor "text", who()
--   time(f, ...), bench(f, ...)
--   history(), history "text", save_session "file.lua"
--   Tab                completes names, methods, fields, options, joints, bodies, files
--   Up, Down           earlier entries;  Ctrl-R searches them
--   Ctrl-C             drops the line, or stops what runs;  Ctrl-D, exit, quit: leave
