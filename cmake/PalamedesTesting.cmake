# How tests are declared. Exit status 77 means "skipped" everywhere. What is skipped, be it a case of a
# test that passes, is named in a line "skipped: ..." of the output: tools/run_ctest collects them.

# palamedes_test(name LABEL label SOURCES file... [LINKS target...] [OPTIONS flag...] [SHARDS n])
#
# One GoogleTest program. It is one test of ctest, or with SHARDS several that share the cases between
# them and so run side by side. The target <label>_tests builds all programs of a label. Suites that
# need the shared material are named Shared..., in files shared_*.cpp, and run as a test of their own,
# <name>_shared: where the material is absent, only that one is reported as skipped.
function(palamedes_test name)
  cmake_parse_arguments(arg "" "LABEL;SHARDS" "SOURCES;LINKS;OPTIONS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  palamedes_is_unity(is_unity ${arg_LABEL})
  if(is_unity)
    palamedes_group(${arg_SOURCES})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
  if(NOT TARGET ${arg_LABEL}_tests)
    add_custom_target(${arg_LABEL}_tests)
  endif()
  add_dependencies(${arg_LABEL}_tests ${name})
  if(PALAMEDES_FUZZING)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set_property(GLOBAL APPEND PROPERTY PALAMEDES_PROGRAMS ${name})
  target_link_libraries(${name} PRIVATE palamedes_settings palamedes_test_support ${arg_LINKS})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  palamedes_borrow_headers(${name} palamedes_test_headers)

  set(without_shared "")
  if("${arg_SOURCES}" MATCHES "/shared_[^/;]*\\.cpp")
    set(without_shared "--gtest_filter=-Shared*")
    palamedes_add_test(${name}_shared ${arg_LABEL} "" ${name} "--gtest_filter=Shared*")
  endif()
  if(NOT arg_SHARDS)
    palamedes_add_test(${name} ${arg_LABEL} "" ${name} ${without_shared})
    return()
  endif()
  math(EXPR last "${arg_SHARDS} - 1")
  foreach(shard RANGE ${last})
    palamedes_add_test(${name}_${shard} ${arg_LABEL}
      "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${shard}" ${name} ${without_shared})
  endforeach()
endfunction()

function(palamedes_add_test name label environment)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT 300
    ENVIRONMENT "GTEST_BRIEF=1;${environment}")
endfunction()

# palamedes_script_test(name LABEL label COMMAND command... [TIMEOUT seconds])
#
# The script finds the program under test first in its PATH, and as $PALAMEDES.
function(palamedes_script_test name)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "COMMAND" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS ${arg_LABEL} SKIP_RETURN_CODE 77
    TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "PALAMEDES=${PROJECT_BINARY_DIR}/palamedes;PALAMEDES_BUILD=${PROJECT_BINARY_DIR};PALAMEDES_SOURCE_DIR=${PROJECT_SOURCE_DIR};PALAMEDES_SHARED_DIR=${PALAMEDES_SHARED_DIR}"
    ENVIRONMENT_MODIFICATION "PATH=path_list_prepend:${PROJECT_BINARY_DIR}")
endfunction()
