# For find_package(rigid): the target rigid::rigid. It is found by where this file is, so that what is installed can be moved.
get_filename_component(_rigid_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET rigid::rigid)
  add_library(rigid::rigid STATIC IMPORTED)
  set_target_properties(rigid::rigid PROPERTIES
    IMPORTED_LOCATION "${_rigid_prefix}/lib/librigid.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_rigid_prefix}/include"
    INTERFACE_LINK_LIBRARIES m)
endif()
unset(_rigid_prefix)
