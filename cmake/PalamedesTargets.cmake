# How a folder becomes a library. The folder's name is also its namespace and its include prefix.

set(PALAMEDES_GENERATED "${PROJECT_BINARY_DIR}/generated")
set(PALAMEDES_LIBRARIES "" CACHE INTERNAL "")

# palamedes_shareable(target): the same objects stand in the program and in the shared library. So they
# run wherever they are loaded, and hide all symbols but those that are marked as public. Precompiled
# headers and all who borrow them must agree on it.
function(palamedes_shareable target)
  if(NOT PALAMEDES_FUZZING)
    target_compile_options(${target} PRIVATE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
  endif()
endfunction()

# palamedes_precompile(target headers... [LINKS external...]): a target whose precompiled headers others
# borrow. LINKS names the libraries whose headers are among them; the borrowers get them too, since the
# compiler refuses precompiled headers that were made with other definitions.
function(palamedes_precompile target)
  cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
  if(NOT PALAMEDES_PCH)
    return()
  endif()
  set(source "${PALAMEDES_GENERATED}/${target}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// carries precompiled headers\n" @ONLY)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL "${source}")
  target_link_libraries(${target} PRIVATE palamedes_settings ${arg_LINKS})
  target_precompile_headers(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS})
endfunction()

function(palamedes_borrow_headers target from)
  if(PALAMEDES_PCH)
    target_precompile_headers(${target} REUSE_FROM ${from})
    get_target_property(links ${from} LINK_LIBRARIES)
    target_link_libraries(${target} PRIVATE ${links})
  endif()
endfunction()

palamedes_precompile(palamedes_headers
  <algorithm> <array> <bit> <charconv> <cmath> <compare> <concepts> <cstddef> <cstdint> <cstring>
  <functional> <limits> <map> <memory> <numeric> <optional> <set> <span> <string> <string_view> <tuple>
  <type_traits> <utility> <variant> <vector>
  <boost/unordered/unordered_flat_map.hpp> <boost/unordered/unordered_flat_set.hpp> <fmt/format.h>
  <tl/expected.hpp>
  LINKS fmt::fmt tl::expected)
if(TARGET palamedes_headers)
  palamedes_shareable(palamedes_headers)
endif()

# palamedes_is_unity(result part): whether a part is compiled as a few large units. Headers take most of
# the time where files are many and small; elsewhere large units only make each change dearer.
function(palamedes_is_unity result part)
  set(outer unit law e2e game cli lab web)
  if(PALAMEDES_UNITY STREQUAL "all" OR (PALAMEDES_UNITY STREQUAL "outer" AND part IN_LIST outer))
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# palamedes_group(sources...): forms units of sources whose local names do not clash (tools/units).
function(palamedes_group)
  execute_process(COMMAND "${PROJECT_SOURCE_DIR}/tools/units" 8 ${ARGN}
    OUTPUT_VARIABLE units OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" units "${units}")
  set(number 0)
  foreach(unit IN LISTS units)
    math(EXPR number "${number} + 1")
    separate_arguments(unit UNIX_COMMAND "${unit}")
    set_source_files_properties(${unit} PROPERTIES UNITY_GROUP ${number})
  endforeach()
endfunction()

# palamedes_library(folder [DEPENDS folder...] [LINKS external...] [SOURCES extra...] [EXCEPT file...])
#
# Makes the static library palamedes::<folder> out of all sources below src/<folder>. A folder with
# headers only, or one that does not exist yet, becomes an interface library, so that the list of
# libraries can be written down once and stays.
function(palamedes_library folder)
  cmake_parse_arguments(arg "" "" "DEPENDS;LINKS;SOURCES;EXCEPT" ${ARGN})
  set(target palamedes_${folder})
  set(root "${PROJECT_SOURCE_DIR}/src/${folder}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${root}/*.cpp")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${root}/*.h")
  foreach(file IN LISTS arg_EXCEPT)
    list(REMOVE_ITEM sources "${root}/${file}")
  endforeach()
  palamedes_is_unity(is_unity ${folder})
  if(is_unity)
    palamedes_group(${sources})
  endif()
  list(APPEND sources ${arg_SOURCES})

  set(links ${arg_LINKS})
  foreach(dependency IN LISTS arg_DEPENDS)
    if(NOT TARGET palamedes_${dependency})
      message(FATAL_ERROR "${folder} depends on ${dependency}, which must be declared before it")
    endif()
    list(APPEND links palamedes::${dependency})
  endforeach()

  if(sources)
    add_library(${target} STATIC ${sources} ${headers})
    target_link_libraries(${target} PUBLIC ${links} PRIVATE palamedes_settings)
    palamedes_shareable(${target})
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/src" "${PALAMEDES_GENERATED}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${is_unity} UNITY_BUILD_MODE GROUP)
    palamedes_borrow_headers(${target} palamedes_headers)
    if(PALAMEDES_FUZZING)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  else()
    add_library(${target} INTERFACE ${headers})
    target_link_libraries(${target} INTERFACE ${links})
    target_include_directories(${target} INTERFACE
      "${PROJECT_SOURCE_DIR}/src" "${PALAMEDES_GENERATED}")
  endif()
  add_library(palamedes::${folder} ALIAS ${target})
  set(PALAMEDES_LIBRARIES ${PALAMEDES_LIBRARIES} ${folder} CACHE INTERNAL "")
endfunction()

# palamedes_program(name main [DEPENDS folder...]): an executable; nothing if main does not exist.
function(palamedes_program name main)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${main}")
  if(NOT found)
    return()
  endif()
  add_executable(${name} "${found}")
  set_property(GLOBAL APPEND PROPERTY PALAMEDES_PROGRAMS ${name})
  list(TRANSFORM arg_DEPENDS PREPEND palamedes::)
  target_link_libraries(${name} PRIVATE palamedes_settings ${arg_DEPENDS})
  palamedes_shareable(${name})
  palamedes_borrow_headers(${name} palamedes_headers)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  if(PALAMEDES_FUZZING)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# palamedes_kernel(source [X86 flag...]): a source with flags of its own for this processor family. It takes
# no precompiled headers, which are made with other flags, and stays out of units with other sources.
function(palamedes_kernel source)
  cmake_parse_arguments(arg "" "" "X86" ${ARGN})
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(arg_X86 "")
  endif()
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/${source}" PROPERTIES
    COMPILE_OPTIONS "-O3;${arg_X86}" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
