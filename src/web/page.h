#pragma once
// The page: files of web/dist that are part of the program, where they were there when it was built
// (cmake/PalamedesEmbed.cmake).

#include <span>
#include <string>
#include <string_view>

#include "base/embedded.h"

namespace palamedes::web {

// Sorted by name, which is the path below web/dist: "index.html", "assets/index-1a2b.js".
[[nodiscard]] std::span<const Embedded> page_files();

// web/api/openapi.yaml.
[[nodiscard]] std::span<const Embedded> api_files();

// By the ending of a name.
[[nodiscard]] std::string content_type(std::string_view name);

// What is shown where the page is no part of the program.
[[nodiscard]] std::string plain_page();

// What a browser may do on the page: nothing but ask this server.
[[nodiscard]] std::string content_policy();

}  // namespace palamedes::web
