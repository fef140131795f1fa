# cpp-httplib as a compiled library comes without a CMake package: httplib::compiled. The definitions are part
# of its interface, since the layout of its classes depends on them.
find_path(CompiledHttplib_INCLUDE_DIR httplib.h)
find_library(CompiledHttplib_LIBRARY cpp-httplib)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CompiledHttplib
  REQUIRED_VARS CompiledHttplib_LIBRARY CompiledHttplib_INCLUDE_DIR)

if(CompiledHttplib_FOUND AND NOT TARGET httplib::compiled)
  add_library(httplib::compiled UNKNOWN IMPORTED)
  set_target_properties(httplib::compiled PROPERTIES
    IMPORTED_LOCATION "${CompiledHttplib_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CompiledHttplib_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS
      "CPPHTTPLIB_OPENSSL_SUPPORT;CPPHTTPLIB_ZLIB_SUPPORT;CPPHTTPLIB_BROTLI_SUPPORT")
endif()
mark_as_advanced(CompiledHttplib_INCLUDE_DIR CompiledHttplib_LIBRARY)
