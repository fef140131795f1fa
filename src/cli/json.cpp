#include "cli/json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/text.h"

namespace palamedes::cli {
namespace {

// The length of the UTF-8 sequence that `text` starts with; 0 if it starts with none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) >= 0xa0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool too_large = first == 0xf4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

// The code point of a UTF-8 sequence.
std::uint32_t code_point(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  std::uint32_t code = sequence.size() == 1 ? first : first & (0xffU >> (sequence.size() + 1));
  for (const char c : sequence.substr(1)) {
    code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3fU);
  }
  return code;
}

// Valid UTF-8 with escapes in place of all that is not ASCII; such characters are in strings only.
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::uint32_t code = code_point(text.substr(0, length));
    if (code < 0x80) {
      result += text.front();
    } else if (code < 0x10000) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((code - 0x10000) >> 10U),
                            0xdc00 + ((code - 0x10000) & 0x3ffU));
    }
    text.remove_prefix(length);
  }
  return result;
}

// File names may hold any bytes; what is not UTF-8 becomes the replacement character.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const char c = text.front();
    if (length == 0) {
      result += "\xef\xbf\xbd";
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result + '"';
}

}  // namespace

// Six digits that count: these are measurements and averages.
Json::Json(double value) : text_(std::isfinite(value) ? fmt::format("{:.6g}", value) : "null") {}
Json::Json(std::string_view value) : text_(quoted(value)) {}
Json::Json(const std::vector<std::string>& values)
    : kind_(Kind::array), values_(values.begin(), values.end()) {}

Json Json::object(std::vector<std::pair<std::string, Json>> members) {
  Json json;
  json.kind_ = Kind::object;
  for (std::pair<std::string, Json>& member : members) {
    json.add(std::move(member.first), std::move(member.second));
  }
  return json;
}

Json Json::array(std::vector<Json> entries) {
  Json json;
  json.kind_ = Kind::array;
  json.values_ = std::move(entries);
  return json;
}

Json Json::number(std::string digits) {
  Json json;
  json.text_ = std::move(digits);
  return json;
}

void Json::add(std::string key, Json value) {
  keys_.push_back(std::move(key));
  values_.push_back(std::move(value));
}

void Json::add(Json value) { values_.push_back(std::move(value)); }

std::string Json::text(bool utf8) const {
  std::string out;
  write(out, 0);
  out += '\n';
  return utf8 ? out : escaped(out);
}

std::string Json::text() const { return text(has_utf8()); }

bool Json::is_flat() const {
  return std::all_of(values_.begin(), values_.end(),
                     [](const Json& value) { return value.kind_ == Kind::scalar; });
}

void Json::write(std::string& out, std::size_t indent) const {
  constexpr std::size_t longest_line = 90;
  if (kind_ == Kind::scalar) {
    out += text_;
    return;
  }
  if (is_flat()) {
    std::string line;
    write_parts(line, indent, false);
    if (line.size() <= longest_line) {
      out += line;
      return;
    }
  }
  write_parts(out, indent, true);
}

void Json::write_parts(std::string& out, std::size_t indent, bool broken) const {
  const bool is_object = kind_ == Kind::object;
  out += is_object ? '{' : '[';
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (i > 0) out += broken ? "," : ", ";
    if (broken) out.append("\n").append(indent + 2, ' ');
    if (is_object) out += quoted(keys_[i]) + ": ";
    values_[i].write(out, indent + 2);
  }
  if (broken) out.append("\n").append(indent, ' ');
  out += is_object ? '}' : ']';
}

}  // namespace palamedes::cli
