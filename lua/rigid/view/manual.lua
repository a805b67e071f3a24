-- What `rigid view --help` prints: one text, kept to 80 columns.
return [[
NAME
  rigid view - write a robot as an HTML file that a browser shows in 3D

SYNOPSIS
  rigid view [--run SCRIPT] [-o OUT | --live] [--open | --no-open]
             [--floating] [--gravity X Y Z] [--q NUMBERS]
             [--title TEXT] FILE

DESCRIPTION
  Reads a robot (URDF, xacro, SDF, MJCF, an RBDL or rigid Lua model) and writes
  one HTML file that holds all it needs: bodies, joint axes, frames, centres
  of mass, inertia ellipsoids (red where no body can have the inertia, with
  the reason), a slider for every freedom, and the numbers of the link that
  you click.
  The file asks nothing of any network and can be sent to anyone. Press ? in
  it for its keys.

  Meshes are looked for as URDF names them (package://, file://, paths), in
  ROS_PACKAGE_PATH and in the directories above FILE. Where one is not found,
  the link's collisions are drawn, or an outline with the name of the mesh.

OPTIONS
  --run SCRIPT
      Run a Lua script with the robot in the global `model` and the motion it
      makes is in the file, to be played, with its energies: it returns a log
      or leaves one in the global `log`. See EXAMPLES.
  -o OUT, --output OUT
      Write to OUT. Without it the file is a new one in a directory of yours
      in TMPDIR, or /tmp, where the 16 newest are kept; its path is printed.
  --live
      Write no file but serve the view on this machine alone, at an address
      that is printed, until its page is closed or Ctrl-C comes. With --run a
      simulation is seen while it runs, and the motion is played at its end.
      Needs LuaSocket (the package lua-socket).
  --open, --no-open
      Open the file in the browser, or not. Without either it is opened when
      standard output is a terminal and no -o is given. A browser is only
      looked for (xdg-open, sensible-browser) where DISPLAY or WAYLAND_DISPLAY
      is set, and never waited for.
  --floating
      Put a joint with six freedoms, root_joint, under the root.
  --gravity X Y Z
      In place of what the file says, m/s^2.
  --q NUMBERS
      The first configuration: nq numbers, with blanks or commas between them.
  --title TEXT
      In place of the robot's name.
  -h, --help
      Print this.

EXIT STATUS
  0 when the file is written, or the live page was closed; 1 when it is not,
  because of the robot's file, the script or the place to write to; 2 when the
  call is wrong.

ENVIRONMENT
  RIGID_THREE
      The directory of three.js, /usr/share/javascript/three unless given (the
      package libjs-three).
  DISPLAY, WAYLAND_DISPLAY
      Whether there is a screen to open a browser on.
  ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, GAZEBO_MODEL_PATH, GZ_SIM_RESOURCE_PATH
      Where packages of meshes are.

EXAMPLES
  rigid view robot.urdf
  rigid view robot.urdf --floating -o robot.html
  rigid view arm.urdf --q "0 0.5 0 -1.2 0 0.3 0" --title "ready"

  With fall.lua holding
      return model:simulate{q = model:random_state(1), duration = 5}
  the motion is seen by
      rigid view arm.urdf --run fall.lua
]]
