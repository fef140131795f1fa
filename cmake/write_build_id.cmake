# cmake -D GIT=... -D SOURCE_DIR=... -D OUTPUT=... -P write_build_id.cmake
set(id "")
if(GIT)
  execute_process(COMMAND "${GIT}" rev-parse --short=10 --verify HEAD WORKING_DIRECTORY "${SOURCE_DIR}"
    OUTPUT_VARIABLE id OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(id STREQUAL "")
  set(id "unknown")
endif()
file(WRITE "${OUTPUT}" "#include \"base/version.h\"

std::string_view palamedes::build_id() { return \"${id}\"; }
")
