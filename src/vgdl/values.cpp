#include "vgdl/values.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes::vgdl {
namespace {

template <typename Number>
std::optional<Number> to_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::optional<Direction> to_direction(std::string_view text) {
  if (text == "UP") return base_directions[0];
  if (text == "LEFT") return base_directions[1];
  if (text == "DOWN") return base_directions[2];
  if (text == "RIGHT") return base_directions[3];
  if (text == "NONE") return none_direction;
  if (text == "NIL") return nil_direction;
  return std::nullopt;
}

}  // namespace

std::optional<bool> to_bool(std::string_view text) {
  if (equal_ignoring_case(text, "true")) return true;
  if (equal_ignoring_case(text, "false")) return false;
  return std::nullopt;
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

void Values::add(const Token& word) {
  const std::size_t sign = word.text.find('=');
  Value value{.name = word.text.substr(0, sign), .text = word.text.substr(sign + 1)};
  // Further '=' end the value.
  value.text = value.text.substr(0, std::min(value.text.find('='), value.text.size()));
  value.where = word.where;
  value.value_where = {word.where.line, word.where.column + static_cast<std::uint32_t>(sign) + 1};
  if (value.name.empty() || value.text.empty()) {
    diagnostics_->warning(word.where, fmt::format("{} is no parameter: it wants a name and a value "
                                                  "around '='",
                                                  quote_word(word.text)));
    return;
  }
  const auto same = std::find_if(list_.begin(), list_.end(),
                                 [&](const Value& old) { return old.name == value.name; });
  if (same == list_.end()) {
    list_.push_back(value);
  } else {
    diagnostics_->warning(word.where, fmt::format("{} is given twice on this line; the last one "
                                                  "counts",
                                                  quote_word(value.name)));
    *same = value;
  }
}

void Values::inherit(const Values& above) {
  for (const Value& value : above.list_) {
    if (find(value.name) == nullptr) list_.push_back(value);
  }
}

const Value* Values::find(std::string_view name) const {
  for (const Value& value : list_) {
    if (value.name == name) return &value;
  }
  return nullptr;
}

void Values::reject(const Value& value, std::string_view wanted) const {
  diagnostics_->warning(value.value_where,
                        fmt::format("{} is {}, but {} is wanted; the default stays",
                                    quote_word(value.name), quote_word(value.text), wanted));
}

void Values::read(std::string_view name, int& target) const {
  const Value* value = find(name);
  if (value == nullptr) return;
  constexpr int most = 1'000'000'000;  // sums of two stay within the type
  if (const auto number = to_number<int>(value->text)) {
    target = std::clamp(*number, -most, most);
  } else {
    reject(*value, "a whole number");
  }
}

void Values::read(std::string_view name, double& target) const {
  const Value* value = find(name);
  if (value == nullptr) return;
  const auto number = to_number<double>(value->text);
  constexpr double most = 1e6;
  if (number && *number >= -most && *number <= most) {
    target = *number;
  } else {
    reject(*value, "a number");
  }
}

void Values::read(std::string_view name, bool& target) const {
  const Value* value = find(name);
  if (value == nullptr) return;
  if (const auto truth = to_bool(value->text)) {
    target = *truth;
  } else {
    reject(*value, "True or False");
  }
}

void Values::read(std::string_view name, Direction& target) const {
  const Value* value = find(name);
  if (value == nullptr) return;
  if (const auto direction = to_direction(value->text)) {
    target = *direction;
  } else {
    reject(*value, "UP, DOWN, LEFT, RIGHT or NONE");
  }
}

std::string Values::text(std::string_view name) const {
  const Value* value = find(name);
  return value == nullptr ? std::string() : std::string(value->text);
}

void Values::check_known(std::string_view owner, std::string_view own,
                         std::string_view common) const {
  for (const Value& value : list_) {
    if (lists(own, value.name) || lists(common, value.name)) continue;
    std::vector<std::string> known = split_words(own);
    for (std::string& word : split_words(common)) known.push_back(std::move(word));
    diagnostics_->warning(value.where,
                          fmt::format("{} has no parameter {}", owner, quote_word(value.name)),
                          did_you_mean(value.name, known));
  }
}

}  // namespace palamedes::vgdl
