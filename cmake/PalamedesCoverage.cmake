# coverage_report: runs the tests of the built program and writes build/coverage/report/index.html.
find_program(PALAMEDES_GCOVR gcovr REQUIRED)
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/report")
get_property(programs GLOBAL PROPERTY PALAMEDES_PROGRAMS)
add_custom_target(coverage_report
  # a failing test is told, but it does not take the report away
  COMMAND bash -c "'${CMAKE_CTEST_COMMAND}' --output-on-failure --label-exclude 'lint|fuzz' || true"
  COMMAND "${PALAMEDES_GCOVR}" --root "${PROJECT_SOURCE_DIR}" --filter "${PROJECT_SOURCE_DIR}/src/"
          --exclude-throw-branches --print-summary --html-details report/index.html .
  DEPENDS ${programs}
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" USES_TERMINAL VERBATIM)
