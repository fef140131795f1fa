#pragma once
// JSON to be printed: nlohmann's value with the order of its keys, and one layout for all commands.

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace palamedes::cli {

class Json {
 public:
  Json();  // null
  ~Json();
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  // NOLINTBEGIN(google-explicit-constructor): values are written down as they are
  template <std::same_as<bool> Bool>
  Json(Bool value) : Json(number(value ? "true" : "false")) {}
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer value)
      : Json(number(std::to_string(value))) {}
  Json(double value);  // null if it is not finite
  Json(std::string_view value);
  Json(const std::string& value) : Json(std::string_view(value)) {}
  Json(const char* value) : Json(std::string_view(value)) {}
  Json(const std::vector<std::string>& values);
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] static Json object(std::vector<std::pair<std::string, Json>> members = {});
  [[nodiscard]] static Json array(std::vector<Json> entries = {});
  // A number of any size, or true or false, given as it is written.
  [[nodiscard]] static Json number(const std::string& digits);

  void add(const std::string& key, Json value);  // to an object
  void add(Json value);                          // to an array

  // With line breaks and a final line feed; what is short and has no parts of its own stays on one
  // line. In UTF-8, or in ASCII with escapes, which means the same.
  [[nodiscard]] std::string text(bool utf8) const;
  // As the locale can show it.
  [[nodiscard]] std::string text() const;

 private:
  // on the heap, so that few files have to read the library's large header
  std::unique_ptr<nlohmann::ordered_json> value_;
};

}  // namespace palamedes::cli
