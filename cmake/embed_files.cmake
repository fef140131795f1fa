# cmake -D NAMES=a,b,c -D FOLDER=... -D EXTENSION=... -D HEADER=... -D NAMESPACE=... -D FUNCTION=...
#       -D OUTPUT=... -P embed_files.cmake
#
# Each file becomes one raw string literal: g++ and clang have no limit on its length and read it an
# order of magnitude faster than an array of numbers. Line ends become plain newlines on the way.

string(REPLACE "," ";" NAMES "${NAMES}")
list(LENGTH NAMES count)

set(code "// Generated from *.${EXTENSION}.
#include <array>

#include \"${HEADER}\"

namespace palamedes::${NAMESPACE} {
namespace {

constexpr std::array<Embedded, ${count}> all{{
")
foreach(name IN LISTS NAMES)
  file(READ "${FOLDER}/${name}.${EXTENSION}" text)
  string(FIND "${text}" ")file\"" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${FOLDER}/${name}.${EXTENSION} contains the text `)file\"`, which marks a file's end")
  endif()
  string(APPEND code "    {\"${name}\", R\"file(${text})file\"},\n")
endforeach()
string(APPEND code "}};

}  // namespace

std::span<const Embedded> ${FUNCTION}() { return all; }

}  // namespace palamedes::${NAMESPACE}
")
file(WRITE "${OUTPUT}" "${code}")
