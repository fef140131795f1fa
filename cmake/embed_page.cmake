# cmake -D FOLDER=... -D HEADER=... -D NAMESPACE=... -D FUNCTION=... -D OUTPUT=... -P embed_page.cmake
#
# All files below a folder, by their paths from there, sorted. Text is one raw string literal, cut into pieces
# where it has the mark of its end; what may have zero bytes is written byte by byte.

file(GLOB_RECURSE paths RELATIVE "${FOLDER}" "${FOLDER}/*")
list(SORT paths)
list(LENGTH paths count)

set(code "// Generated from ${FOLDER}.
#include <array>

#include \"${HEADER}\"

namespace palamedes::${NAMESPACE} {
namespace {

constexpr std::array<Embedded, ${count}> all{{
")
foreach(path IN LISTS paths)
  if(path MATCHES "\\.(html|js|css|svg|json|webmanifest|txt)$")
    file(READ "${FOLDER}/${path}" text)
    string(REPLACE ")page\"" ")page\" \")page\\\"\" R\"page(" text "${text}")
    string(APPEND code "    {\"${path}\", R\"page(${text})page\"},\n")
  else()
    file(READ "${FOLDER}/${path}" bytes HEX)
    string(LENGTH "${bytes}" digits)
    math(EXPR length "${digits} / 2")
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    string(APPEND code "    {\"${path}\", std::string_view(\"${bytes}\", ${length})},\n")
  endif()
endforeach()
string(APPEND code "}};

}  // namespace

std::span<const Embedded> ${FUNCTION}() { return all; }

}  // namespace palamedes::${NAMESPACE}
")
file(WRITE "${OUTPUT}" "${code}")
