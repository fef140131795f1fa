#pragma once
// A small experiment, and what it takes to read one.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "lab/experiment_file.h"

namespace palamedes::lab {

inline constexpr const char* sample_text =
    "title = \"A sample\"\n"                 // 1
    "seed = 7\n"                             // 2
    "[limits]\n"                             // 3
    "simulations = 20\n"                     // 4
    "games = 8\n"                            // 5
    "[agents.uct]\n"                         // 6
    "spec = \"uct\"\n"                       // 7
    "label = \"UCT\"\n"                      // 8
    "[agents.rave]\n"                        // 9
    "extends = \"uct\"\n"                    // 10
    "spec = \"rave\"\n"                      // 11
    "parameters = { \"select.k\" = 500 }\n"  // 12
    "[meet]\n"                               // 13
    "pairs = [[\"rave\", \"uct\"]]\n"        // 14
    "[[games]]\n"                            // 15
    "name = \"tictactoe\"\n"                 // 16
    "[[games]]\n"                            // 17
    "name = \"maze\"\n"                      // 18
    "rules = \"one.kif\"\n"                  // 19
    "simulations = 5\n"                      // 20
    "[[published]]\n"                        // 21
    "of = [\"rave\", \"uct\"]\n"             // 22
    "source = \"Table 1\"\n"                 // 23
    "values = { tictactoe = [60.2, 4.3], checkers = 51 }\n";

// A game for one role: it may go on or stop.
inline constexpr const char* one_role =
    "(role walker) (init (at 1)) (succ 1 2) (succ 2 3)"
    "(legal walker go) (legal walker stop)"
    "(<= (next (at ?y)) (does walker go) (true (at ?x)) (succ ?x ?y))"
    "(<= (next (at ?x)) (does walker stop) (true (at ?x)))"
    "(<= (next over) (does walker stop))"
    "(<= terminal (true over)) (<= terminal (true (at 3)))"
    "(<= (goal walker 100) (true (at 3)))"
    "(<= (goal walker 10) (true (at ?x)) (distinct ?x 3))";

inline Result<std::string> sample_rules(const std::string& source) {
  if (source == "one.kif") return std::string(one_role);
  if (const games::Builtin* game = games::find(source)) return std::string(game->text);
  return failure(source, "there is no such game");
}

inline Result<ExperimentFile> read_sample(std::string_view text) {
  return read_experiment(text, "folder/sample.toml", sample_rules);
}

inline Experiment sample(std::string_view text = sample_text) {
  auto file = read_sample(text);
  if (file) return std::move(file->experiment);
  for (const Diagnostic& each : file.error().list()) ADD_FAILURE() << to_string(each);
  return {};
}

inline std::vector<std::string> errors_of(std::string_view text) {
  const auto file = read_sample(text);
  std::vector<std::string> errors;
  if (file) return errors;
  for (const Diagnostic& each : file.error().list()) errors.push_back(to_string(each));
  return errors;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

}  // namespace palamedes::lab
