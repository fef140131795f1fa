#pragma once
// An answer to a request, before anything of HTTP is there.

#include <string>
#include <string_view>

namespace palamedes::web {

// Numbers of HTTP.
namespace status {
inline constexpr int ok = 200;
inline constexpr int created = 201;
inline constexpr int bad_request = 400;
inline constexpr int forbidden = 403;
inline constexpr int not_found = 404;
inline constexpr int wrong_method = 405;
inline constexpr int conflict = 409;
inline constexpr int gone = 410;
inline constexpr int too_large = 413;
inline constexpr int wrong_type = 415;
inline constexpr int unprocessable = 422;
inline constexpr int too_many = 429;
inline constexpr int internal = 500;
inline constexpr int unavailable = 503;
}  // namespace status

struct Answer {
  int status = status::ok;
  std::string body;
  std::string type = "application/json";
};

// A text of JSON with its quotes.
[[nodiscard]] std::string json_text(std::string_view text);
// {"error": "..."}
[[nodiscard]] Answer problem(int status, std::string_view what);

}  // namespace palamedes::web
