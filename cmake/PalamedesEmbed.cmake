# Files that are part of the program: games/*.kif, games/*.layout, games/vgdl/*.txt,
# experiments/*.toml, experiments/learned/*.tsv, bench/positions/*.kif, the description of the API, and the page where
# it has been built.

# palamedes_embed(variable folder extension header function)
#
# Sets the variable to a generated source that defines `std::span<const Embedded> function()` of the given
# header, whose first folder is also the namespace. Its entries are sorted by name.
function(palamedes_embed variable folder extension header function)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.${extension}")
  cmake_path(GET header PARENT_PATH namespace)
  cmake_path(GET folder FILENAME last)
  set(source "${PALAMEDES_GENERATED}/${namespace}/embedded_${last}_${extension}.cpp")

  # The names are part of the command, so that a file that was removed also leaves the program.
  set(names "")
  foreach(path IN LISTS files)
    cmake_path(GET path STEM LAST_ONLY name)
    list(APPEND names "${name}")
  endforeach()
  list(SORT names)
  list(JOIN names "," names)

  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" -D "NAMES=${names}" -D "FOLDER=${PROJECT_SOURCE_DIR}/${folder}"
            -D "EXTENSION=${extension}" -D "HEADER=${header}" -D "NAMESPACE=${namespace}"
            -D "FUNCTION=${function}" -D "OUTPUT=${source}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding ${folder}/*.${extension}" VERBATIM)
  set(${variable} "${source}" PARENT_SCOPE)
endfunction()

palamedes_embed(PALAMEDES_GAMES_SOURCE games kif games/builtin.h builtins)
palamedes_embed(PALAMEDES_LAYOUTS_SOURCE games layout games/builtin.h layouts)
palamedes_embed(PALAMEDES_VIDEO_SOURCE games/vgdl txt games/builtin.h video_files)
palamedes_embed(PALAMEDES_EXPERIMENTS_SOURCE experiments toml lab/builtin.h builtin_experiments)
palamedes_embed(PALAMEDES_LEARNED_SOURCE experiments/learned tsv tune/learned.h learned_files)
palamedes_embed(PALAMEDES_POSITIONS_SOURCE bench/positions kif lab/builtin.h builtin_positions)
palamedes_embed(PALAMEDES_API_SOURCE web/api yaml web/page.h api_files)

# palamedes_embed_folder(variable folder header function): the same of all files below a folder, by their paths
# from there. Nothing where the folder is not there: `npm run build` makes web/dist.
function(palamedes_embed_folder variable folder header function)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*")
  cmake_path(GET header PARENT_PATH namespace)
  cmake_path(GET folder FILENAME last)
  set(source "${PALAMEDES_GENERATED}/${namespace}/embedded_${last}.cpp")
  list(SORT files)
  # The names are part of the command, so that a file that was removed also leaves the program.
  string(SHA1 names "${files}")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" -D "NAMES=${names}" -D "FOLDER=${PROJECT_SOURCE_DIR}/${folder}"
            -D "HEADER=${header}" -D "NAMESPACE=${namespace}" -D "FUNCTION=${function}"
            -D "OUTPUT=${source}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding ${folder}" VERBATIM)
  # Files of a page are longer than the texts that every compiler has to take.
  set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  set(${variable} "${source}" PARENT_SCOPE)
endfunction()

palamedes_embed_folder(PALAMEDES_PAGE_SOURCE web/dist web/page.h page_files)
