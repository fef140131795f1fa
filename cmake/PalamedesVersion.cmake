# base/version.h and its build id.
#
# The header holds only the version, so a commit recompiles nothing that includes it. The build id is
# one small generated source that depends on git's log of HEAD: git itself touches that file with every
# commit or checkout, so ninja knows without asking git, and then compiles this one file again.

configure_file("${CMAKE_CURRENT_LIST_DIR}/version.h.in" "${PALAMEDES_GENERATED}/base/version.h" @ONLY)

find_package(Git QUIET)
set(head_files "")
if(GIT_FOUND)
  foreach(name HEAD logs/HEAD)
    execute_process(COMMAND "${GIT_EXECUTABLE}" rev-parse --git-path ${name}
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE path RESULT_VARIABLE status
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(status EQUAL 0)
      cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" NORMALIZE)
      if(EXISTS "${path}")
        list(APPEND head_files "${path}")
      endif()
    endif()
  endforeach()
endif()

set(PALAMEDES_BUILD_ID_SOURCE "${PALAMEDES_GENERATED}/base/build_id.cpp")
add_custom_command(OUTPUT "${PALAMEDES_BUILD_ID_SOURCE}"
  COMMAND "${CMAKE_COMMAND}" -D "GIT=${GIT_EXECUTABLE}" -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}"
          -D "OUTPUT=${PALAMEDES_BUILD_ID_SOURCE}" -P "${CMAKE_CURRENT_LIST_DIR}/write_build_id.cmake"
  DEPENDS ${head_files} "${CMAKE_CURRENT_LIST_DIR}/write_build_id.cmake"
  COMMENT "Reading the build id" VERBATIM)
