#include "cli/completion.h"

#include <algorithm>

#include <fmt/format.h>

namespace palamedes::cli {
namespace {

std::vector<Option> options_of(const Command& command) {
  Options options;
  const Run unused = command.setup(options);
  return options.list();
}

bool takes_value(const Option& option) { return !option.positional && !option.placeholder.empty(); }

// In single quotes, for any of the shells.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

std::vector<std::string> first_words(const CompletionInput& input) {
  std::vector<std::string> words;
  for (const Command& command : input.commands) words.emplace_back(command.name);
  for (const char* word : {"help", "--help", "--version"}) words.emplace_back(word);
  return words;
}

// bash: what may follow an option, then options, then what the positional arguments allow.
std::string bash_case(const Command& command) {
  const std::vector<Option> options = options_of(command);
  std::string text = fmt::format("    {})\n      case $previous in\n", command.name);
  std::vector<std::string> words = {"--help"};
  std::vector<std::string> silent;
  std::string positional;
  for (const Option& option : options) {
    if (option.positional) {
      if (option.completes == Completes::choices) {
        positional += fmt::format("      words+=' {}'\n", fmt::join(option.choices, " "));
      } else if (option.completes == Completes::rules) {
        positional += "      words+=\" $games\" files=yes\n";
      } else {
        positional += "      files=yes\n";
      }
      continue;
    }
    words.push_back(option.written());
    if (option.completes == Completes::choices) {
      text += fmt::format("        {}) words='{}' ;;\n", option.written(),
                          fmt::join(option.choices, " "));
    } else if (takes_value(option)) {
      silent.push_back(option.written());
    }
  }
  // A number follows: nothing to offer.
  if (!silent.empty()) text += fmt::format("        {}) return ;;\n", fmt::join(silent, "|"));
  text += fmt::format(
      "        *)\n          if [[ $current == -* ]]; then\n            words='{}'\n"
      "          else\n            :\n      {}          fi ;;\n      esac ;;\n",
      fmt::join(words, " "), positional);
  return text;
}

// zsh: colons and brackets have a meaning inside a specification.
std::string zsh_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const Option& option) {
  switch (option.completes) {
    case Completes::choices:
      return fmt::format("({})", fmt::join(option.choices, " "));
    case Completes::rules:
      return "_palamedes_rules";
    case Completes::files:
      return "_files";
    case Completes::nothing:
      break;
  }
  return " ";
}

std::string zsh_case(const Command& command) {
  std::string text = fmt::format("      {})\n        _arguments \\\n", command.name);
  std::size_t position = 0;
  for (const Option& option : options_of(command)) {
    std::string specification;
    if (option.positional) {
      ++position;
      const std::string place = option.repeated ? "*" : fmt::format("{}", position);
      specification = fmt::format("{}:{}:{}", place, option.name, zsh_action(option));
    } else {
      specification = fmt::format("{}[{}]", option.written(), zsh_escaped(option.help));
      if (takes_value(option)) {
        specification += fmt::format(":{}:{}", option.placeholder, zsh_action(option));
      }
    }
    text += fmt::format("          {} \\\n", quoted(specification));
  }
  return text + "          '(- *)--help[show help]' ;;\n";
}

}  // namespace

std::string bash_completion(const CompletionInput& input) {
  const std::string words = fmt::format("{}", fmt::join(first_words(input), " "));
  std::string cases;
  std::vector<std::string_view> names;
  for (const Command& command : input.commands) {
    cases += bash_case(command);
    names.push_back(command.name);
  }
  cases += fmt::format("    help) words='{}' ;;\n", fmt::join(names, " "));
  return fmt::format(
      "# bash completion for palamedes; load it with: source <(palamedes completion bash)\n"
      "_palamedes() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  local games='{}'\n"
      "  local words='' files=''\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    words='{}'\n"
      "  else\n"
      "    case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "    esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "  if [[ $files ]]; then\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -f -- \"$current\")\n"
      "  fi\n"
      "}}\n"
      "complete -F _palamedes palamedes\n",
      fmt::join(input.games, " "), words, cases);
}

std::string zsh_completion(const CompletionInput& input) {
  std::string commands;
  std::string cases;
  std::vector<std::string_view> names;
  for (const Command& command : input.commands) {
    commands += fmt::format(
        "    {}\n", quoted(fmt::format("{}:{}", command.name, zsh_escaped(command.summary))));
    cases += zsh_case(command);
    names.push_back(command.name);
  }
  return fmt::format(
      "#compdef palamedes\n"
      "# zsh completion for palamedes; put it into a folder of $fpath as _palamedes\n"
      "_palamedes_rules() {{\n"
      "  _alternative 'games:built-in game:({})' 'files:rule sheet:_files'\n"
      "}}\n"
      "_palamedes() {{\n"
      "  local curcontext=$curcontext state line\n"
      "  local -a commands\n"
      "  commands=(\n{}    'help:show help'\n  )\n"
      "  _arguments -C '(- *)--help[show help]' '(- *)--version[show version]' \\\n"
      "    '1:command:->command' '*::argument:->argument'\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    argument) case $words[1] in\n{}"
      "      help) _arguments '1:command:({})' ;;\n"
      "    esac ;;\n"
      "  esac\n"
      "}}\n"
      "if [[ $funcstack[1] == _palamedes ]]; then _palamedes \"$@\"; else compdef _palamedes "
      "palamedes; fi\n",
      fmt::join(input.games, " "), commands, cases, fmt::join(names, " "));
}

std::string fish_completion(const CompletionInput& input) {
  std::string text =
      "# fish completion for palamedes; load it with: palamedes completion fish | source\n"
      "complete -c palamedes -f\n"
      "complete -c palamedes -n __fish_use_subcommand -l help -d 'show help'\n"
      "complete -c palamedes -n __fish_use_subcommand -l version -d 'show version'\n"
      "complete -c palamedes -n __fish_use_subcommand -a help -d 'show help'\n";
  for (const Command& command : input.commands) {
    text += fmt::format("complete -c palamedes -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, quoted(command.summary));
    text += fmt::format("complete -c palamedes -n '__fish_seen_subcommand_from help' -a {}\n",
                        command.name);
    const std::string here =
        fmt::format("complete -c palamedes -n '__fish_seen_subcommand_from {}'", command.name);
    text += fmt::format("{} -l help -d 'show help'\n", here);
    for (const Option& option : options_of(command)) {
      text += here;
      if (!option.positional) {
        text += fmt::format(" -l {} -d {}", option.name, quoted(option.help));
        if (takes_value(option)) text += " -x";
      }
      if (option.completes == Completes::choices) {
        text += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
      } else if (option.completes == Completes::rules) {
        text += fmt::format(" -F -a '{}'", fmt::join(input.games, " "));
      } else if (option.completes == Completes::files) {
        text += " -F";
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace palamedes::cli
