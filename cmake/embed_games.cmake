# cmake -D NAMES=a,b,c -D GAMES_DIR=... -D OUTPUT=... -P embed_games.cmake
#
# Each sheet becomes one raw string literal: g++ and clang have no limit on its length and read it an
# order of magnitude faster than an array of numbers. Line ends become plain newlines on the way.

string(REPLACE "," ";" NAMES "${NAMES}")
list(LENGTH NAMES count)

set(code "// Generated from games/*.kif.
#include <array>

#include \"games/builtin.h\"

namespace palamedes::games {
namespace {

constexpr std::array<Builtin, ${count}> sheets{{
")
foreach(name IN LISTS NAMES)
  file(READ "${GAMES_DIR}/${name}.kif" text)
  string(FIND "${text}" ")sheet\"" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "games/${name}.kif contains the text `)sheet\"`, which marks a sheet's end")
  endif()
  string(APPEND code "    {\"${name}\", R\"sheet(${text})sheet\"},\n")
endforeach()
string(APPEND code "}};

}  // namespace

std::span<const Builtin> builtins() { return sheets; }

}  // namespace palamedes::games
")
file(WRITE "${OUTPUT}" "${code}")
