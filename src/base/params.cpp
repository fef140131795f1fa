#include "base/params.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes {
namespace {

// Names of enumerations and parameters as a sentence ends with them: "uct, amaf or flat".
std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string_view last_part(std::string_view name) {
  const std::size_t point = name.rfind('.');
  return point == std::string_view::npos ? name : name.substr(point + 1);
}

enum class Match : std::uint8_t { none, end, group };

// How `part` stands in a name: at its end, or as one of its groups.
Match match_of(std::string_view name, std::string_view part) {
  if (part.empty()) return Match::none;
  const std::string dotted = fmt::format(".{}", name);
  if (dotted.ends_with(fmt::format(".{}", part))) return Match::end;
  return dotted.find(fmt::format(".{}.", part)) == std::string::npos ? Match::none : Match::group;
}

std::optional<double> read_decimal(std::string_view text) {
  double read = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, read);
  if (error != std::errc{} || at != end || std::isnan(read)) return std::nullopt;
  return read + 0.0;  // makes -0 a plain 0
}

bool is_whole(double value) {
  return std::abs(value) <= params::largest_whole && std::floor(value) == value;
}

}  // namespace

std::string_view kind_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::boolean:
      return "boolean";
    case ParameterKind::integer:
      return "integer";
    case ParameterKind::real:
      return "real";
    case ParameterKind::choice:
      break;
  }
  return "choice";
}

Result<std::string> full_name(std::string_view end, const std::vector<Parameter>& known) {
  std::vector<std::string> candidates;
  bool is_group = false;
  for (const Parameter& parameter : known) {
    if (parameter.name == end) return parameter.name;
    const Match match = match_of(parameter.name, end);
    if (match != Match::none) candidates.push_back(parameter.name);
    is_group = is_group || match == Match::group;
  }
  if (candidates.empty()) return params::unknown(end, known);
  if (candidates.size() == 1 && !is_group) return candidates.front();
  return failure({}, fmt::format("{} can mean {}", quote(end), alternatives(candidates)));
}

namespace params {

std::string to_text(double value) { return fmt::format("{}", value); }

std::string to_text(Range range) {
  if (range.min == -infinity && range.max == infinity) return {};
  return fmt::format("from {} to {}", range.min, range.max);
}

Result<double> read_number(std::string_view name, std::string_view text, Range range, bool whole) {
  const std::optional<double> read = read_decimal(text);
  const bool fits = read && *read >= range.min && *read <= range.max && (!whole || is_whole(*read));
  if (fits) return *read;
  const std::string bounds = to_text(range);
  return failure({}, fmt::format("{} needs a {}number{}{}, not {}", name, whole ? "whole " : "",
                                 bounds.empty() ? "" : " ", bounds, quote(text)));
}

Result<bool> read_boolean(std::string_view name, std::string_view text) {
  constexpr std::array<std::array<std::string_view, 4>, 2> words = {
      {{"false", "no", "off", "0"}, {"true", "yes", "on", "1"}}};
  for (std::size_t value = 0; value < words.size(); ++value) {
    for (const std::string_view word : words[value]) {
      if (text == word) return value == 1;
    }
  }
  return failure({}, fmt::format("{} needs true or false, not {}", name, quote(text)));
}

Result<std::size_t> read_choice(std::string_view name, std::string_view text,
                                const std::vector<std::string>& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == text) return i;
  }
  return failure({}, fmt::format("{} can be {}, not {}", name, alternatives(choices), quote(text)),
                 did_you_mean(text, choices));
}

tl::unexpected<Diagnostics> unknown(std::string_view name, const std::vector<Parameter>& known) {
  std::vector<std::string> names;
  std::vector<std::string> ends;
  for (const Parameter& parameter : known) {
    names.push_back(parameter.name);
    ends.emplace_back(last_part(parameter.name));
  }
  std::string hint = did_you_mean(name, names);
  // Perhaps the group is wrong or missing: then the rest of the name says more.
  const std::string rest(last_part(name));
  for (const std::string& end : {rest, nearest(rest, ends)}) {
    const auto found = std::find(ends.begin(), ends.end(), end);
    if (!hint.empty() || end.empty() || found == ends.end()) continue;
    hint = fmt::format("did you mean '{}'?", names[static_cast<std::size_t>(found - ends.begin())]);
  }
  return failure({}, fmt::format("there is no parameter {}", quote(name)), std::move(hint));
}

}  // namespace params
}  // namespace palamedes
