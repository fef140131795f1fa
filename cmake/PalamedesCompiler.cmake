# Compiler settings, all carried by the one target palamedes_settings.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# No debug information in the release: it doubles link time and is of use to nobody who runs it.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")

add_library(palamedes_settings INTERFACE)

target_compile_options(palamedes_settings INTERFACE
  -Wall -Wextra -Wpedantic
  # in a unit of several files a local name may hide what another file declares
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
  -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wcast-qual -Wcast-align
  -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough -Wextra-semi -Wunused -Wvla
  -Wmissing-declarations
  -Wno-missing-field-initializers  # a designated initializer leaves the rest at its default on purpose
  # a fused multiply-add on some machines only would make the same seed play different games
  -ffp-contract=off)

# Every x86-64 processor since 2009 counts bits in one instruction, which the first ones could not.
# Wider registers are looked for at run time.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  target_compile_options(palamedes_settings INTERFACE -march=x86-64-v2)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(palamedes_settings INTERFACE
    -Wduplicated-cond -Wlogical-op -Wredundant-decls -Wsuggest-override
    # false alarms of g++ 12 in std::string, std::variant and tl::expected once they are inlined
    -Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread)
else()
  target_compile_options(palamedes_settings INTERFACE
    -Wconditional-uninitialized -Wunreachable-code -Winconsistent-missing-override)
endif()
if(PALAMEDES_WERROR)
  target_compile_options(palamedes_settings INTERFACE -Werror)
endif()

if(PALAMEDES_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(palamedes_settings INTERFACE ${sanitizers} -g1)
  target_compile_definitions(palamedes_settings INTERFACE PALAMEDES_IS_SANITIZED=1)
  target_link_options(palamedes_settings INTERFACE ${sanitizers})
endif()
if(PALAMEDES_FUZZING)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "Fuzzing needs clang: use `cmake --preset fuzz`.")
  endif()
  target_compile_options(palamedes_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(PALAMEDES_COVERAGE)
  target_compile_options(palamedes_settings INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(palamedes_settings INTERFACE --coverage)
endif()

find_program(PALAMEDES_MOLD mold)
find_program(PALAMEDES_LLD ld.lld)
mark_as_advanced(PALAMEDES_MOLD PALAMEDES_LLD)
if(PALAMEDES_MOLD)
  target_link_options(palamedes_settings INTERFACE -fuse-ld=mold)
elseif(PALAMEDES_LLD)
  target_link_options(palamedes_settings INTERFACE -fuse-ld=lld)
endif()
