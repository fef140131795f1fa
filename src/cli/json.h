#pragma once
// JSON to be printed: a value that remembers the order of its keys. Reading JSON is not its task.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palamedes::cli {

class Json {
 public:
  Json() = default;  // null
  // NOLINTBEGIN(google-explicit-constructor): values are written down as they are
  template <std::same_as<bool> Bool>
  Json(Bool value) : kind_(Kind::scalar), text_(value ? "true" : "false") {}
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer value)
      : kind_(Kind::scalar), text_(std::to_string(value)) {}
  Json(double value);  // null if it is not finite
  Json(std::string_view value);
  Json(const std::string& value) : Json(std::string_view(value)) {}
  Json(const char* value) : Json(std::string_view(value)) {}
  Json(const std::vector<std::string>& values);
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] static Json object(std::vector<std::pair<std::string, Json>> members = {});
  [[nodiscard]] static Json array(std::vector<Json> entries = {});
  // A number of any size, given by its decimal digits.
  [[nodiscard]] static Json number(std::string digits);

  void add(std::string key, Json value);  // to an object
  void add(Json value);                   // to an array

  // With line breaks and a final line feed; what is short and has no parts of its own stays on one
  // line. In UTF-8, or in ASCII with escapes, which means the same.
  [[nodiscard]] std::string text(bool utf8) const;
  // As the locale can show it.
  [[nodiscard]] std::string text() const;

 private:
  enum class Kind : std::uint8_t { scalar, array, object };
  void write(std::string& out, std::size_t indent) const;
  void write_parts(std::string& out, std::size_t indent, bool broken) const;
  [[nodiscard]] bool is_flat() const;

  Kind kind_ = Kind::scalar;
  std::string text_ = "null";  // of a scalar
  std::vector<std::string> keys_;
  std::vector<Json> values_;
};

}  // namespace palamedes::cli
