#include "web/answer.h"

#include <fmt/format.h>

namespace palamedes::web {

std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      json += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      json += c;
    }
  }
  return json + "\"";
}

Answer problem(int status, std::string_view what) {
  return {.status = status, .body = "{\"error\":" + json_text(what) + "}"};
}

}  // namespace palamedes::web
