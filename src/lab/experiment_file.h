#pragma once
// An experiment file, read and checked as a whole: docs/lab.md lists its keys.

#include <functional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "lab/experiment.h"

namespace palamedes::lab {

// The text of rules that a file names: a built-in game or a path from the file's folder.
using ReadRules = std::function<Result<std::string>(const std::string& source)>;

struct ExperimentFile {
  Experiment experiment;
  Diagnostics warnings;
};

// `file` is the name in messages. Every error of the text is reported, in the order of the text.
[[nodiscard]] Result<ExperimentFile> read_experiment(std::string_view text, const std::string& file,
                                                     const ReadRules& read_rules);

// "experiments/rave.toml" -> "rave"
[[nodiscard]] std::string experiment_name(std::string_view file);

// What one file may ask for; more is a slip of the finger.
inline constexpr std::size_t longest_file = std::size_t{1} << 20U;
inline constexpr std::size_t most_entries = 1000;  // agents, games, contests, published tables
inline constexpr std::uint64_t most_games = 1'000'000;
inline constexpr std::uint64_t most_matches = 10'000'000;

}  // namespace palamedes::lab
