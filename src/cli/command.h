#pragma once
// What a sub-command is: a name, and options that are declared once. Parsing, help and shell
// completion all read this declaration.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palamedes::cli {

class Screen;

enum class Exit : int {
  success = 0,
  failed = 1,  // a failed check or bad input
  usage = 2,   // a wrong command line
};

// What a shell may offer for a value.
enum class Completes : std::uint8_t {
  nothing,
  choices,
  list,   // choices with commas between them
  files,  // and choices, if there are any
  rules,  // files and built-in games
  roles,  // of the built-in game that was named before, and choices
};

struct Option {
  std::string name;         // "seed", or of a positional argument "RULES"
  std::string placeholder;  // "N"; empty: a flag without value
  std::string help;
  std::string group;         // heading in the help; empty for a command's own options
  std::string default_text;  // shown in the help if not empty
  bool positional = false;
  bool required = false;
  bool repeated = false;  // takes several values
  Completes completes = Completes::nothing;
  std::vector<std::string> choices;
  std::vector<std::string> offered;  // by a shell, in place of the choices
  // Takes one value ("" for a flag) and says what is wrong with it, or nothing.
  std::function<std::string(const std::string&)> assign;

  // How a user writes it: "--seed" or "RULES".
  [[nodiscard]] std::string written() const { return positional ? name : "--" + name; }
};

// Declarations bind variables that must live until the command has run; their values are the
// defaults.
class Options {
 public:
  using Number = std::uint64_t;
  static constexpr Number unlimited = std::numeric_limits<Number>::max();

  // Given, it sets the target to `value`.
  void flag(std::string name, std::string help, bool& target, bool value = true);
  void number(std::string name, std::string help, Number& target, Number min = 0,
              Number max = unlimited);
  void number(std::string name, std::string help, std::optional<Number>& target, Number min = 0,
              Number max = unlimited);
  void decimal(std::string name, std::string help, double& target, double min, double max);
  void decimal(std::string name, std::string help, std::optional<double>& target, double min,
               double max);
  // "2", "2s", "500ms", "3m", "1h"
  void seconds(std::string name, std::string help, std::optional<double>& target);
  // With a default, and 0 is a value as well.
  void seconds(std::string name, std::string help, double& target);
  // Bytes, or with K, M, G, T the 1024-fold of each other.
  void size(std::string name, std::string help, Number& target);
  // Any text; `problem` says what is wrong with it, or nothing.
  void text(std::string name, std::string placeholder, std::string help, std::string& target,
            std::function<std::string(const std::string&)> problem);
  // Some of the choices in any order, separated by commas.
  void list(std::string name, std::string placeholder, std::string help,
            std::vector<std::string>& target, std::vector<std::string> choices);
  void choice(std::string name, std::string placeholder, std::string help, std::string& target,
              std::vector<std::string> choices);
  // A name for each value.
  template <typename Value>
  void choice(const std::string& name, const std::string& placeholder, const std::string& help,
              Value& target, const std::vector<std::pair<std::string, Value>>& values) {
    std::vector<std::string> names;
    std::string chosen;
    for (const auto& [text, value] : values) {
      names.push_back(text);
      if (value == target) chosen = text;
    }
    choose(name, placeholder, help, chosen, std::move(names),
           [&target, values](std::size_t at) { target = values[at].second; });
  }
  void positional(std::string name, std::string help, Completes completes, std::string& target,
                  std::vector<std::string> choices = {});
  // Choices are offered by the shell only: other values may make sense as well.
  void positionals(std::string name, std::string help, Completes completes,
                   std::vector<std::string>& target, std::vector<std::string> choices = {});

  // All options declared from here on stand under this heading.
  void group(std::string heading) { group_ = std::move(heading); }
  // The option declared last has to be given; positional arguments always have to.
  void required() { list_.back().required = true; }
  void optional() { list_.back().required = false; }
  // What a shell may offer for the option declared last; other values may make sense as well.
  void offers(Completes completes, std::vector<std::string> choices = {}) {
    list_.back().completes = completes;
    list_.back().offered = std::move(choices);
  }

  [[nodiscard]] const std::vector<Option>& list() const { return list_; }

 private:
  Option& add(Option option);
  void choose(std::string name, std::string placeholder, std::string help, std::string chosen,
              std::vector<std::string> choices, std::function<void(std::size_t)> take);
  std::vector<Option> list_;
  std::string group_;
};

using Run = std::function<Exit(Screen&)>;

struct Command {
  std::string_view name;
  std::string_view summary;      // one line, for the list of commands
  std::string_view description;  // paragraphs, for its own help
  std::string_view examples;     // lines of the help
  // Declares the options and gives back what is to be done once they have their values.
  Run (*setup)(Options& options);
};

}  // namespace palamedes::cli
