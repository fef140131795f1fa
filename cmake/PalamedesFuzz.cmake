# palamedes_fuzz(name source corpus [LINKS target...] [SOURCES file...] [RUNS n] [LATER])
#
# In the fuzz preset: the libFuzzer program fuzz_<name>. Elsewhere, with tests on: the test
# fuzz_<name>, which gives that program a fixed number of inputs, starting from the corpus folder. SOURCES
# are further files of src, from a library that as a whole would take long to compile. A target that
# comes LATER is neither built with the others nor a test: .ci/run asks for it.
function(palamedes_fuzz name source corpus)
  cmake_parse_arguments(arg "LATER" "RUNS" "LINKS;SOURCES" ${ARGN})
  if(NOT arg_RUNS)
    set(arg_RUNS 20000)
  endif()
  file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
  if(NOT found)
    return()
  endif()
  if(PALAMEDES_FUZZING)
    list(TRANSFORM arg_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/src/")
    add_executable(fuzz_${name} "${found}" ${arg_SOURCES})
    target_link_libraries(fuzz_${name} PRIVATE palamedes_settings ${arg_LINKS})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    palamedes_borrow_headers(fuzz_${name} palamedes_headers)
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    if(arg_LATER)
      set_target_properties(fuzz_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  elseif(PALAMEDES_TESTS AND NOT arg_LATER)
    palamedes_script_test(fuzz_${name} LABEL fuzz
      COMMAND "${PROJECT_SOURCE_DIR}/tools/fuzz" "${PALAMEDES_FUZZ_DIR}/fuzz_${name}"
              "${CMAKE_CURRENT_SOURCE_DIR}/${corpus}" ${arg_RUNS})
  endif()
endfunction()
