#include "cli/json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/text.h"

namespace palamedes::cli {
namespace {

using Value = nlohmann::ordered_json;

// The layout of a value; nlohmann writes what has no parts.
class Writer {
 public:
  explicit Writer(bool utf8) : utf8_(utf8) {}

  void write(std::string& out, const Value& value, std::size_t indent) const {
    constexpr std::size_t longest_line = 90;
    if (!value.is_structured()) {
      out += plain(value);
      return;
    }
    if (is_flat(value)) {
      std::string line;
      write_parts(line, value, indent, false);
      if (line.size() <= longest_line) {
        out += line;
        return;
      }
    }
    write_parts(out, value, indent, true);
  }

 private:
  static bool is_flat(const Value& value) {
    return std::none_of(value.begin(), value.end(),
                        [](const Value& part) { return part.is_structured(); });
  }

  // File names may hold any bytes; what is not UTF-8 becomes the replacement character.
  [[nodiscard]] std::string plain(const Value& value) const {
    if (value.is_binary()) {  // as it is written, see number()
      return {value.get_binary().begin(), value.get_binary().end()};
    }
    return value.dump(-1, ' ', !utf8_, Value::error_handler_t::replace);
  }

  void write_parts(std::string& out, const Value& value, std::size_t indent, bool broken) const {
    out += value.is_object() ? '{' : '[';
    bool first = true;
    for (auto part = value.begin(); part != value.end(); ++part) {
      if (!first) out += broken ? "," : ", ";
      first = false;
      if (broken) out.append("\n").append(indent + 2, ' ');
      if (value.is_object()) out += plain(part.key()) + ": ";
      write(out, *part, indent + 2);
    }
    if (broken) out.append("\n").append(indent, ' ');
    out += value.is_object() ? '}' : ']';
  }

  bool utf8_;
};

}  // namespace

Json::Json() : value_(std::make_unique<Value>()) {}
Json::~Json() = default;
Json::Json(const Json& other) : value_(std::make_unique<Value>(*other.value_)) {}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&& other) noexcept = default;

Json::Json(std::string_view value) : value_(std::make_unique<Value>(value)) {}
Json::Json(const std::vector<std::string>& values) : value_(std::make_unique<Value>(values)) {}

// Six digits that count: these are measurements and averages.
Json::Json(double value) : Json() {
  if (std::isfinite(value)) *this = number(fmt::format("{:.6g}", value));
}

Json Json::object(std::vector<std::pair<std::string, Json>> members) {
  Json json;
  *json.value_ = Value::object();
  for (std::pair<std::string, Json>& member : members) {
    json.add(member.first, std::move(member.second));
  }
  return json;
}

Json Json::array(std::vector<Json> entries) {
  Json json;
  *json.value_ = Value::array();
  for (Json& entry : entries) json.add(std::move(entry));
  return json;
}

// The library has no numbers of any size, so digits stand in a value of a kind that JSON has not.
Json Json::number(const std::string& digits) {
  Json json;
  *json.value_ = Value::binary({digits.begin(), digits.end()});
  return json;
}

void Json::add(const std::string& key, Json value) { (*value_)[key] = std::move(*value.value_); }

void Json::add(Json value) { value_->push_back(std::move(*value.value_)); }

std::string Json::text(bool utf8) const {
  std::string out;
  Writer(utf8).write(out, *value_, 0);
  return out + '\n';
}

std::string Json::text() const { return text(has_utf8()); }

}  // namespace palamedes::cli
