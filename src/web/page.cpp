#include "web/page.h"

#include <array>
#include <utility>

namespace palamedes::web {

std::string content_type(std::string_view name) {
  using Type = std::pair<std::string_view, const char*>;
  constexpr std::array<Type, 11> types = {{{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"},
                                           {".json", "application/json"},
                                           {".webmanifest", "application/manifest+json"},
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".png", "image/png"},
                                           {".ico", "image/x-icon"},
                                           {".woff2", "font/woff2"},
                                           {".yaml", "text/yaml; charset=utf-8"}}};
  for (const auto& [ending, type] : types) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

std::string plain_page() {
  return R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Palamedes</title>
</head>
<body>
<h1>Palamedes</h1>
<p>The page is no part of this program, because it had not been built when the program was.</p>
<p>To build it, install Node.js with npm (on Debian the packages <code>nodejs</code> and
<code>npm</code>) and run <code>./palamedes web</code> in the folder of Palamedes. By hand:</p>
<pre>cd web
npm ci
npm run build
cd ..
./palamedes web</pre>
<p>The interface for programs is here without it: <a href="/api/about">/api/about</a>,
<a href="/api/games">/api/games</a>, and as a description of all of it
<a href="/api/openapi.yaml">/api/openapi.yaml</a>.</p>
</body>
</html>
)";
}

std::string content_policy() {
  return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
         "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; "
         "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
}

}  // namespace palamedes::web
