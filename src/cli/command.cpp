#include "cli/command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes::cli {
namespace {

std::string number_range(Options::Number min, Options::Number max, bool too_large) {
  if (max == Options::unlimited && !too_large) {
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
    const bool too_large = error == std::errc::result_out_of_range;
    return fmt::format("needs {}, not '{}'", number_range(min, max, too_large), text);
  }
  value = read;
  return {};
}

std::optional<double> read_decimal(std::string_view text) {
  double read = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, read);
  if (error != std::errc{} || at != end || !std::isfinite(read)) return std::nullopt;
  return read;
}

constexpr std::string_view size_units = "KMGT";

std::string read_size(const std::string& text, Options::Number& value) {
  std::string_view digits = text;
  double unit = 1;
  if (!digits.empty()) {
    const auto power = size_units.find(static_cast<char>(digits.back() & ~0x20));
    if (power != std::string_view::npos) {
      unit = std::pow(1024.0, static_cast<double>(power) + 1);
      digits.remove_suffix(1);
    }
  }
  const std::optional<double> read = read_decimal(digits);
  // Less than a byte is no size, and more than this is no memory.
  constexpr double largest = 1024.0 * 1024 * 1024 * 1024 * 1024;
  if (!read) return fmt::format("needs a size like 500M or 4G, not '{}'", text);
  if (*read * unit < 1 || *read * unit > largest) {
    return fmt::format("needs a size from 1 to 1024T, not '{}'", text);
  }
  value = static_cast<Options::Number>(*read * unit);
  return {};
}

// "4G"; what is no round number of a unit stays in bytes.
std::string size_text(Options::Number bytes) {
  std::string unit;
  for (const char next : size_units) {
    if (bytes == 0 || bytes % 1024 != 0) break;
    bytes /= 1024;
    unit = next;
  }
  return fmt::format("{}{}", bytes, unit);
}

// What is wrong with the choice, or nothing.
std::string check_choice(const std::string& text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
    std::string hint = did_you_mean(text, choices);
    if (!hint.empty()) hint = "; " + hint;
    return fmt::format("cannot be '{}' (one of: {}{})", text, fmt::join(choices, ", "), hint);
  }
  return {};
}

std::string read_choice(const std::string& text, const std::vector<std::string>& choices,
                        std::string& value) {
  std::string problem = check_choice(text, choices);
  if (problem.empty()) value = text;
  return problem;
}

std::string read_list(std::string_view text, const std::vector<std::string>& choices,
                      std::vector<std::string>& value) {
  std::vector<std::string> read;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    std::string entry(text.substr(0, comma));
    if (more) text.remove_prefix(comma + 1);
    std::string problem = check_choice(entry, choices);
    if (!problem.empty()) return problem;
    if (std::find(read.begin(), read.end(), entry) != read.end()) {
      return fmt::format("has '{}' twice", entry);
    }
    read.push_back(std::move(entry));
  }
  value = std::move(read);
  return {};
}

}  // namespace

Option& Options::add(Option option) {
  option.group = group_;
  list_.push_back(std::move(option));
  return list_.back();
}

namespace {

// Clocks count nanoseconds with 64 bits.
constexpr double most_seconds = 1e9;

std::string too_many_seconds(const std::string& text) {
  return fmt::format("needs a number of seconds up to {:.0f}, not '{}'", most_seconds, text);
}

// A number with or without a unit.
std::optional<double> read_seconds(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 4> units = {
      {{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}}};
  for (const auto& [unit, factor] : units) {
    if (!text.ends_with(unit)) continue;
    const std::optional<double> number = read_decimal(text.substr(0, text.size() - unit.size()));
    return number ? std::optional(*number * factor) : std::nullopt;
  }
  return read_decimal(text);
}

}  // namespace

void Options::flag(std::string name, std::string help, bool& target, bool value) {
  Option& option = add({.name = std::move(name), .help = std::move(help)});
  option.assign = [&target, value](const std::string&) {
    target = value;
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

void Options::decimal(std::string name, std::string help, double& target, double min, double max) {
  Option& option = add({.name = std::move(name), .placeholder = "X", .help = std::move(help)});
  option.default_text = fmt::format("{}", target);
  option.assign = [&target, min, max](const std::string& text) {
    const std::optional<double> read = read_decimal(text);
    if (!read || *read < min || *read > max) {
      return fmt::format("needs a number from {} to {}, not '{}'", min, max, text);
    }
    target = *read;
    return std::string{};
  };
}

void Options::decimal(std::string name, std::string help, std::optional<double>& target, double min,
                      double max) {
  Option& option = add({.name = std::move(name), .placeholder = "X", .help = std::move(help)});
  option.assign = [&target, min, max](const std::string& text) {
    const std::optional<double> read = read_decimal(text);
    if (!read || *read < min || *read > max) {
      return fmt::format("needs a number from {} to {}, not '{}'", min, max, text);
    }
    target = read;
    return std::string{};
  };
}

void Options::seconds(std::string name, std::string help, std::optional<double>& target) {
  Option& option = add({.name = std::move(name), .placeholder = "S", .help = std::move(help)});
  option.assign = [&target](const std::string& text) {
    const std::optional<double> read = read_seconds(text);
    if (!read || *read <= 0) {
      return fmt::format("needs a number of seconds above 0, not '{}'", text);
    }
    if (*read > most_seconds) return too_many_seconds(text);
    target = read;
    return std::string{};
  };
}

void Options::seconds(std::string name, std::string help, double& target) {
  Option& option = add({.name = std::move(name), .placeholder = "S", .help = std::move(help)});
  option.default_text = fmt::format("{}", target);
  option.assign = [&target](const std::string& text) {
    const std::optional<double> read = read_seconds(text);
    if (!read || *read < 0) return fmt::format("needs a number of seconds, not '{}'", text);
    if (*read > most_seconds) return too_many_seconds(text);
    target = *read;
    return std::string{};
  };
}

void Options::size(std::string name, std::string help, Number& target) {
  Option& option = add({.name = std::move(name), .placeholder = "SIZE", .help = std::move(help)});
  option.default_text = size_text(target);
  option.assign = [&target](const std::string& text) { return read_size(text, target); };
}

void Options::text(std::string name, std::string placeholder, std::string help, std::string& target,
                   std::function<std::string(const std::string&)> problem) {
  Option& option = add({.name = std::move(name),
                        .placeholder = std::move(placeholder),
                        .help = std::move(help),
                        .default_text = target});
  option.assign = [&target, problem = std::move(problem)](const std::string& text) {
    std::string found = problem(text);
    if (found.empty()) target = text;
    return found;
  };
}

void Options::list(std::string name, std::string placeholder, std::string help,
                   std::vector<std::string>& target, std::vector<std::string> choices) {
  Option& option = add({.name = std::move(name),
                        .placeholder = std::move(placeholder),
                        .help = std::move(help),
                        .default_text = fmt::format("{}", fmt::join(target, ",")),
                        .completes = Completes::list,
                        .choices = choices});
  option.assign = [&target, choices = std::move(choices)](const std::string& text) {
    return read_list(text, choices, target);
  };
}

void Options::choose(std::string name, std::string placeholder, std::string help,
                     std::string chosen, std::vector<std::string> choices,
                     std::function<void(std::size_t)> take) {
  Option& option = add({.name = std::move(name),
                        .placeholder = std::move(placeholder),
                        .help = std::move(help),
                        .default_text = std::move(chosen),
                        .completes = Completes::choices,
                        .choices = choices});
  option.assign = [choices = std::move(choices), take = std::move(take)](const std::string& text) {
    std::string problem = check_choice(text, choices);
    if (problem.empty()) {
      const auto at = std::find(choices.begin(), choices.end(), text);
      take(static_cast<std::size_t>(at - choices.begin()));
    }
    return problem;
  };
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
                          std::vector<std::string>& target, std::vector<std::string> choices) {
  Option& option = add({.name = std::move(name),
                        .help = std::move(help),
                        .positional = true,
                        .required = true,
                        .repeated = true,
                        .completes = completes,
                        .choices = std::move(choices)});
  option.assign = [&target](const std::string& text) {
    target.push_back(text);
    return std::string{};
  };
}

}  // namespace palamedes::cli
