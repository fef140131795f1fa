#include "cli/command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes::cli {
namespace {

std::string number_range(Options::Number min, Options::Number max) {
  if (max == Options::unlimited) {
    return min == 0 ? std::string("a whole number") : fmt::format("a whole number from {}", min);
  }
  return fmt::format("a whole number from {} to {}", min, max);
}

// Digits only: no sign, no blanks, no other bases.
std::string read_number(const std::string& text, Options::Number min, Options::Number max,
                        Options::Number& value) {
  Options::Number read = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, read);
  if (error != std::errc{} || at != end || read < min || read > max) {
    return fmt::format("needs {}, not '{}'", number_range(min, max), text);
  }
  value = read;
  return {};
}

std::string read_seconds(const std::string& text, std::optional<double>& value) {
  double read = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, read);
  if (error != std::errc{} || at != end || !std::isfinite(read) || read <= 0) {
    return fmt::format("needs a number of seconds above 0, not '{}'", text);
  }
  value = read;
  return {};
}

std::string read_choice(const std::string& text, const std::vector<std::string>& choices,
                        std::string& value) {
  if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
    std::string hint = did_you_mean(text, choices);
    if (!hint.empty()) hint = "; " + hint;
    return fmt::format("cannot be '{}' (one of: {}{})", text, fmt::join(choices, ", "), hint);
  }
  value = text;
  return {};
}

}  // namespace

Option& Options::add(Option option) {
  option.group = group_;
  list_.push_back(std::move(option));
  return list_.back();
}

void Options::flag(std::string name, std::string help, bool& target) {
  Option& option = add({.name = std::move(name), .help = std::move(help)});
  option.assign = [&target](const std::string&) {
    target = true;
    return std::string{};
  };
}

void Options::number(std::string name, std::string help, Number& target, Number min, Number max) {
  Option& option = add({.name = std::move(name), .placeholder = "N", .help = std::move(help)});
  option.default_text = fmt::format("{}", target);
  option.assign = [&target, min, max](const std::string& text) {
    return read_number(text, min, max, target);
  };
}

void Options::number(std::string name, std::string help, std::optional<Number>& target, Number min,
                     Number max) {
  Option& option = add({.name = std::move(name), .placeholder = "N", .help = std::move(help)});
  option.assign = [&target, min, max](const std::string& text) {
    return read_number(text, min, max, target.emplace());
  };
}

void Options::seconds(std::string name, std::string help, std::optional<double>& target) {
  Option& option = add({.name = std::move(name), .placeholder = "S", .help = std::move(help)});
  option.assign = [&target](const std::string& text) { return read_seconds(text, target); };
}

void Options::choice(std::string name, std::string placeholder, std::string help,
                     std::string& target, std::vector<std::string> choices) {
  Option& option = add({.name = std::move(name),
                        .placeholder = std::move(placeholder),
                        .help = std::move(help),
                        .default_text = target,
                        .completes = Completes::choices,
                        .choices = choices});
  option.assign = [&target, choices = std::move(choices)](const std::string& text) {
    return read_choice(text, choices, target);
  };
}

void Options::positional(std::string name, std::string help, Completes completes,
                         std::string& target, std::vector<std::string> choices) {
  Option& option = add({.name = std::move(name),
                        .help = std::move(help),
                        .positional = true,
                        .required = true,
                        .completes = completes,
                        .choices = choices});
  option.assign = [&target, completes, choices = std::move(choices)](const std::string& text) {
    if (completes == Completes::choices) return read_choice(text, choices, target);
    target = text;
    return std::string{};
  };
}

void Options::positionals(std::string name, std::string help, Completes completes,
                          std::vector<std::string>& target) {
  Option& option = add({.name = std::move(name),
                        .help = std::move(help),
                        .positional = true,
                        .required = true,
                        .repeated = true,
                        .completes = completes});
  option.assign = [&target](const std::string& text) {
    target.push_back(text);
    return std::string{};
  };
}

}  // namespace palamedes::cli
