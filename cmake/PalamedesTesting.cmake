# How tests are declared. Exit status 77 means "skipped" everywhere.

# palamedes_test(name LABEL label SOURCES file... [LINKS target...] [SHARDS n])
#
# One GoogleTest program. It is one test of ctest, or with SHARDS several that share the cases between
# them and so run side by side.
function(palamedes_test name)
  cmake_parse_arguments(arg "" "LABEL;SHARDS" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE palamedes_settings palamedes_test_support ${arg_LINKS})
  palamedes_borrow_headers(${name} palamedes_test_headers)
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  math(EXPR last "${arg_SHARDS} - 1")
  foreach(shard RANGE ${last})
    set(test ${name})
    set(share "")
    if(arg_SHARDS GREATER 1)
      set(test ${name}_${shard})
      set(share GTEST_TOTAL_SHARDS=${arg_SHARDS} GTEST_SHARD_INDEX=${shard})
    endif()
    add_test(NAME ${test} COMMAND ${name})
    set_tests_properties(${test} PROPERTIES LABELS ${arg_LABEL} SKIP_RETURN_CODE 77
      ENVIRONMENT "GTEST_BRIEF=1;${share}" TIMEOUT 300)
  endforeach()
endfunction()

# palamedes_script_test(name LABEL label COMMAND command...)
function(palamedes_script_test name)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "COMMAND" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS ${arg_LABEL} SKIP_RETURN_CODE 77
    TIMEOUT ${arg_TIMEOUT})
endfunction()
