# Embeds every games/*.kif in the program.

file(GLOB PALAMEDES_GAME_FILES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/games/*.kif")
set(PALAMEDES_GAMES_SOURCE "${PALAMEDES_GENERATED}/games/builtin_games.cpp")

# The names are part of the command, so that a game that was removed also leaves the program.
set(names "")
foreach(path IN LISTS PALAMEDES_GAME_FILES)
  cmake_path(GET path STEM LAST_ONLY name)
  list(APPEND names "${name}")
endforeach()
list(SORT names)
list(JOIN names "," names)

add_custom_command(OUTPUT "${PALAMEDES_GAMES_SOURCE}"
  COMMAND "${CMAKE_COMMAND}" -D "NAMES=${names}" -D "GAMES_DIR=${PROJECT_SOURCE_DIR}/games"
          -D "OUTPUT=${PALAMEDES_GAMES_SOURCE}" -P "${CMAKE_CURRENT_LIST_DIR}/embed_games.cmake"
  DEPENDS ${PALAMEDES_GAME_FILES} "${CMAKE_CURRENT_LIST_DIR}/embed_games.cmake"
  COMMENT "Embedding the built-in games" VERBATIM)
