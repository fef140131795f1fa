# How a folder becomes a library. The folder's name is also its namespace and its include prefix.

set(PALAMEDES_GENERATED "${PROJECT_BINARY_DIR}/generated")
set(PALAMEDES_LIBRARIES "" CACHE INTERNAL "")


# palamedes_precompile(target headers...): a target whose precompiled headers others borrow.
function(palamedes_precompile target)
  if(NOT PALAMEDES_PCH)
    return()
  endif()
  set(source "${PALAMEDES_GENERATED}/${target}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// carries precompiled headers\n" @ONLY)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL "${source}")
  target_link_libraries(${target} PRIVATE palamedes_settings)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

function(palamedes_borrow_headers target from)
  if(PALAMEDES_PCH)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

palamedes_precompile(palamedes_headers
  <algorithm> <array> <bit> <concepts> <cstddef> <cstdint> <cstring> <functional> <limits> <map>
  <memory> <numeric> <optional> <set> <span> <string> <string_view> <tuple> <type_traits>
  <unordered_map> <unordered_set> <utility> <variant> <vector>)

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
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/src" "${PALAMEDES_GENERATED}")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${PALAMEDES_UNITY})
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
  list(TRANSFORM arg_DEPENDS PREPEND palamedes::)
  target_link_libraries(${name} PRIVATE palamedes_settings ${arg_DEPENDS})
  palamedes_borrow_headers(${name} palamedes_headers)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  if(PALAMEDES_FUZZING)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
