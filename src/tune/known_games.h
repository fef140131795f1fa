#pragma once
// What is known of parameters in other games: by how much a value won more, or less, than others
// (lab/learn_tuning.h finds it out). It ships as a text file, experiments/learned/tuning.tsv:
//
//   # a comment
//   game   breakthrough   players=2 branching=20.1 length=62.7 simultaneous=0 decided=1
//   value  select.c       0.1   -0.031   57
//
// Fields are parted by tabs. A value has what it won more than the average value, in points from 0
// to 1 of a match, and the number of players that had it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "tune/features.h"
#include "tune/space.h"

namespace palamedes::tune {

struct KnownValue {
  std::string parameter;
  double value = 0;
  double effect = 0;
  double players = 0;

  bool operator==(const KnownValue&) const = default;
};

struct KnownGame {
  std::string name;
  Features features;
  std::vector<KnownValue> values;

  bool operator==(const KnownGame&) const = default;
};

// `name` is that of the file in diagnostics.
[[nodiscard]] Result<std::vector<KnownGame>> read_known_games(std::string_view text,
                                                              std::string_view name);
[[nodiscard]] std::string to_text(std::span<const KnownGame> games);

// Those that ship.
[[nodiscard]] const std::vector<KnownGame>& known_games();

// How games are weighed.
struct Similarity {
  double width = 1;         // distance at which a game counts exp(-1/2)
  double doubt = 50;        // players of this very game that no difference at all is worth
  std::size_t without = 0;  // the number of a game that is left out, from 1 on
};

// By how much each value of the space will win more than others in a game with these features: 0
// where nothing is known of it. By offset and digit.
[[nodiscard]] std::vector<double> expected_effects(const Space& space, const Features& features,
                                                   std::span<const KnownGame> games,
                                                   const Similarity& similarity);

}  // namespace palamedes::tune
