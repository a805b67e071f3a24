rockspec_format = "3.0"
package = "rigid"
version = "scm-1"
source = {
   url = "git+file://.",
}
description = {
   summary = "Rigid-body dynamics: a C11 core, driven from Lua",
   detailed = [[
Rigid bodies that can be composed, moved, judged and computed with: spatial inertias and their ten parameters, twists and
wrenches, articulated-body inertias, regressors, and the physical validity of every body. The core is plain C11.]],
   license = "MIT",
   labels = { "robotics", "dynamics", "physics" },
}
dependencies = {
   "lua >= 5.4, < 5.6",
}
external_dependencies = {
   EIGEN = { header = "eigen3/Eigen/src/Core/util/Macros.h" }, -- headers alone, this a name that ends in .h as luarocks 3.8 wants; and a C++ compiler
}
-- The Makefile's own targets, so that there is one list of files and one set of flags.
build = {
   type = "make",
   build_target = "module",
   install_target = "install-module",
   build_variables = {
      CC = "$(CC)",
      CFLAGS = "$(CFLAGS)",
      LUA_INCDIR = "$(LUA_INCDIR)",
      EIGEN_INCDIR = "$(EIGEN_INCDIR)/eigen3",
   },
   install_variables = {
      CC = "$(CC)",
      CFLAGS = "$(CFLAGS)",
      LUA_INCDIR = "$(LUA_INCDIR)",
      EIGEN_INCDIR = "$(EIGEN_INCDIR)/eigen3",
      LUADIR = "$(LUADIR)",
      LIBDIR = "$(LIBDIR)",
   },
   copy_directories = { "doc", "examples" },
}
test = {
   type = "command",
   command = "make test",
}
