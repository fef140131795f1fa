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

std::string words_of(const Option& option) {
  const auto& words = option.offered.empty() ? option.choices : option.offered;
  return fmt::format("{}", fmt::join(words, " "));
}

bool takes_value(const Option& option) { return !option.positional && !option.placeholder.empty(); }

// In single quotes, for any of the shells.
std::string shell_quoted(std::string_view text) {
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

// bash: what sets the variables that hold what can be offered.
std::string bash_offer(const Option& option) {
  std::string choices = fmt::format("words+=' {}'", words_of(option));
  switch (option.completes) {
    case Completes::choices:
      return choices;
    case Completes::list:
      return choices + " prefix=${current%\"${current##*,}\"}";
    case Completes::files:
      return choices + " files=yes";
    case Completes::rules:
      return "words+=\" $games\" files=yes";
    case Completes::roles:
      return choices + " && words+=\" $(_palamedes_roles)\"";
    case Completes::nothing:
      break;
  }
  return {};
}

// bash: what may follow an option, then options, then what the positional arguments allow.
std::string bash_case(const Command& command) {
  const std::vector<Option> options = options_of(command);
  std::string text = fmt::format("    {})\n      case $previous in\n", command.name);
  std::vector<std::string> words = {"--help"};
  std::vector<std::string> silent;
  std::string positional;
  for (const Option& option : options) {
    const std::string offer = bash_offer(option);
    if (option.positional) {
      positional += fmt::format("      {}\n", offer);
      continue;
    }
    words.push_back(option.written());
    if (!offer.empty()) {
      text += fmt::format("        {}) {} ;;\n", option.written(), offer);
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
      return fmt::format("({})", words_of(option));
    case Completes::list:
      return fmt::format("_values -s , {} {}", option.placeholder, words_of(option));
    case Completes::rules:
      return "_palamedes_rules";
    case Completes::roles:
      return fmt::format("_palamedes_roles {}", words_of(option));
    case Completes::files:
      return words_of(option).empty() ? "_files"
                                      : fmt::format("_palamedes_named_files {}", words_of(option));
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
    text += fmt::format("          {} \\\n", shell_quoted(specification));
  }
  return text + "          '(- *)--help[show help]' ;;\n";
}

// The branches of a `case` of bash and zsh over the words of the command line.
std::string role_branches(const CompletionInput& input) {
  std::string text;
  for (const BuiltinRoles& game : input.roles) {
    text += fmt::format("      {}) echo '{}'; return ;;\n", game.game, fmt::join(game.roles, " "));
  }
  return text;
}

std::string fish_offer(const Option& option, const CompletionInput& input) {
  const std::string choices = words_of(option);
  switch (option.completes) {
    case Completes::choices:
      return fmt::format(" -a '{}'", choices);
    case Completes::list:
      return fmt::format(" -a '(__palamedes_list {})'", choices);
    case Completes::rules:
      return fmt::format(" -F -a '{}'", fmt::join(input.games, " "));
    case Completes::roles:
      return fmt::format(" -a '{} (__palamedes_roles)'", choices);
    case Completes::files:
      return words_of(option).empty() ? " -F" : fmt::format(" -F -a '{}'", choices);
    case Completes::nothing:
      break;
  }
  return {};
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
      "_palamedes_roles() {{\n"
      "  local word\n"
      "  for word in \"${{COMP_WORDS[@]:2}}\"; do\n"
      "    case $word in\n"
      "{}"
      "    esac\n"
      "  done\n"
      "}}\n"
      "_palamedes() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  local games='{}'\n"
      "  local words='' files='' prefix=''\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    words='{}'\n"
      "  else\n"
      "    case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "    esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- "
      "\"${{current#\"$prefix\"}}\")\n"
      "  if [[ $files ]]; then\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -f -- \"$current\")\n"
      "  fi\n"
      "}}\n"
      "complete -F _palamedes palamedes\n",
      role_branches(input), fmt::join(input.games, " "), words, cases);
}

std::string zsh_completion(const CompletionInput& input) {
  std::string commands;
  std::string cases;
  std::vector<std::string_view> names;
  for (const Command& command : input.commands) {
    commands += fmt::format(
        "    {}\n", shell_quoted(fmt::format("{}:{}", command.name, zsh_escaped(command.summary))));
    cases += zsh_case(command);
    names.push_back(command.name);
  }
  return fmt::format(
      "#compdef palamedes\n"
      "# zsh completion for palamedes; put it into a folder of $fpath as _palamedes\n"
      "_palamedes_rules() {{\n"
      "  _alternative 'games:built-in game:({})' 'files:rule sheet:_files'\n"
      "}}\n"
      "_palamedes_named_files() {{\n"
      "  local -a names=(\"$@\")\n"
      "  _alternative \"names:name:($names)\" 'files:file:_files'\n"
      "}}\n"
      "_palamedes_roles_of() {{\n"
      "  local word\n"
      "  for word in $words; do\n"
      "    case $word in\n"
      "{}"
      "    esac\n"
      "  done\n"
      "}}\n"
      "_palamedes_roles() {{ compadd -- \"$@\" $(_palamedes_roles_of) }}\n"
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
      fmt::join(input.games, " "), role_branches(input), commands, cases, fmt::join(names, " "));
}

std::string fish_completion(const CompletionInput& input) {
  std::string text =
      "# fish completion for palamedes; load it with: palamedes completion fish | source\n"
      "function __palamedes_list\n"
      "  set -l before (string match -r '^.*,' -- (commandline -ct))\n"
      "  printf '%s\\n' \"$before\"$argv\n"
      "end\n"
      "function __palamedes_roles\n"
      "  for word in (commandline -opc)\n"
      "    switch $word\n";
  for (const BuiltinRoles& game : input.roles) {
    text += fmt::format("      case {}\n        printf '%s\\n' {}\n        return\n", game.game,
                        fmt::join(game.roles, " "));
  }
  text +=
      "    end\n"
      "  end\n"
      "end\n"
      "complete -c palamedes -f\n"
      "complete -c palamedes -n __fish_use_subcommand -l help -d 'show help'\n"
      "complete -c palamedes -n __fish_use_subcommand -l version -d 'show version'\n"
      "complete -c palamedes -n __fish_use_subcommand -a help -d 'show help'\n";
  for (const Command& command : input.commands) {
    text += fmt::format("complete -c palamedes -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, shell_quoted(command.summary));
    text += fmt::format("complete -c palamedes -n '__fish_seen_subcommand_from help' -a {}\n",
                        command.name);
    const std::string here =
        fmt::format("complete -c palamedes -n '__fish_seen_subcommand_from {}'", command.name);
    text += fmt::format("{} -l help -d 'show help'\n", here);
    for (const Option& option : options_of(command)) {
      text += here;
      if (!option.positional) {
        text += fmt::format(" -l {} -d {}", option.name, shell_quoted(option.help));
        if (takes_value(option)) text += " -x";
      }
      text += fish_offer(option, input) + "\n";
    }
  }
  return text;
}

}  // namespace palamedes::cli
