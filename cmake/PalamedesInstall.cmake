# `cmake --install`: the program, and the library for others with its package.
#
# The library is shared, so that its users need neither our other libraries nor theirs. It is linked from
# the objects of the program, so nothing is compiled twice; the version script keeps everything inside but
# the public namespace.

if(PALAMEDES_FUZZING)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(symbols "${PROJECT_SOURCE_DIR}/cmake/palamedes.symbols")
add_library(palamedes_shared SHARED $<TARGET_OBJECTS:palamedes_library>)
get_target_property(behind palamedes_library LINK_LIBRARIES)
target_link_libraries(palamedes_shared PRIVATE palamedes_settings ${behind})
target_link_options(palamedes_shared PRIVATE "LINKER:--version-script=${symbols}" "LINKER:--gc-sections")
target_include_directories(palamedes_shared INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
target_compile_features(palamedes_shared INTERFACE cxx_std_20)
# Before 1.0 each minor version may change the interface.
set_target_properties(palamedes_shared PROPERTIES
  OUTPUT_NAME palamedes EXPORT_NAME Palamedes LINKER_LANGUAGE CXX LINK_DEPENDS "${symbols}"
  VERSION "${PROJECT_VERSION}" SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}"
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Palamedes")
set(package_files "${PALAMEDES_GENERATED}/package")
file(CONFIGURE OUTPUT "${package_files}/PalamedesConfig.cmake"
  CONTENT "include(\"\${CMAKE_CURRENT_LIST_DIR}/PalamedesTargets.cmake\")\n" @ONLY)
write_basic_package_version_file("${package_files}/PalamedesConfigVersion.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMinorVersion)

install(TARGETS palamedes RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS palamedes_shared EXPORT PalamedesTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/include/palamedes/palamedes.h"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/palamedes")
install(EXPORT PalamedesTargets NAMESPACE Palamedes:: DESTINATION "${package_dir}")
install(FILES "${package_files}/PalamedesConfig.cmake" "${package_files}/PalamedesConfigVersion.cmake"
  DESTINATION "${package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
