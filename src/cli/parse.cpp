#include "cli/parse.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes::cli {
namespace {

std::string unexpected(const std::vector<std::string>& extras, const Options& options) {
  // "--sede 5" leaves both words; the option is the one to blame.
  const auto dashed = [](const std::string& word) { return word.size() > 1 && word[0] == '-'; };
  const auto option = std::find_if(extras.begin(), extras.end(), dashed);
  if (option == extras.end()) return fmt::format("unexpected argument '{}'", extras.front());
  const std::string name = option->substr(0, option->find('='));
  std::vector<std::string> known = {"--help"};
  for (const Option& each : options.list()) {
    if (!each.positional) known.push_back(each.written());
  }
  const std::string hint = did_you_mean(name, known);
  return fmt::format("unknown option '{}'{}", name, hint.empty() ? "" : " (" + hint + ")");
}

// CLI11 takes "--passes=" for an option without a value; as two words it gets the empty one.
std::vector<std::string> with_empty_values(std::vector<std::string> arguments,
                                           const Options& options) {
  std::vector<std::string> result;
  bool values_only = false;
  for (std::string& argument : arguments) {
    values_only = values_only || argument == "--";
    const bool empty_value =
        !values_only &&
        std::any_of(options.list().begin(), options.list().end(), [&](const Option& option) {
          return !option.placeholder.empty() && argument == option.written() + "=";
        });
    if (empty_value) argument.pop_back();
    result.push_back(std::move(argument));
    if (empty_value) result.emplace_back();
  }
  return result;
}

std::string missing(const Option& option) {
  return fmt::format("{}{}{} is missing", option.written(), option.placeholder.empty() ? "" : " ",
                     option.placeholder);
}

}  // namespace

Parsed parse(const Options& options, std::vector<std::string> arguments) {
  CLI::App app;
  app.set_help_flag();
  // Unknown words are reported here, with a suggestion.
  app.allow_extras();
  const CLI::Option* help = app.add_flag("-h,--help");
  std::vector<std::pair<const Option*, CLI::Option*>> declared;
  for (const Option& option : options.list()) {
    // CLI11 only splits the words; values are read by the option itself.
    const bool is_flag = !option.positional && option.placeholder.empty();
    CLI::Option* added = is_flag
                             ? app.add_flag(option.written())
                             : app.add_option(option.written(), [](const auto&) { return true; });
    if (option.repeated) {
      added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args();
    }
    declared.emplace_back(&option, added);
  }
  try {
    arguments = with_empty_values(std::move(arguments), options);
    std::reverse(arguments.begin(), arguments.end());  // what CLI11 wants
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    for (const auto& [option, added] : declared) {
      // A value that is not there, or one that was given twice.
      if (!option->placeholder.empty() &&
          std::string_view(error.what()).starts_with(option->written() + ":")) {
        return {.error = fmt::format("{} needs exactly one value {}", option->written(),
                                     option->placeholder)};
      }
    }
    return {.error = error.what()};
  }
  if (help->count() > 0) return {.help = true};
  std::vector<std::string> extras = app.remaining();
  std::erase(extras, "--");  // CLI11 keeps the mark after which nothing is an option
  if (!extras.empty()) return {.error = unexpected(extras, options)};
  for (const auto& [option, added] : declared) {
    if (added->count() == 0) {
      if (option->required) return {.error = missing(*option)};
      continue;
    }
    const bool is_flag = !option->positional && option->placeholder.empty();
    if (is_flag && added->results().front() != "true") {  // what CLI11 notes for a bare flag
      return {.error = fmt::format("{} takes no value", option->written())};
    }
    for (const std::string& value : added->results()) {
      const std::string problem = option->assign(value);
      if (!problem.empty()) return {.error = fmt::format("{} {}", option->written(), problem)};
    }
  }
  return {};
}

}  // namespace palamedes::cli
