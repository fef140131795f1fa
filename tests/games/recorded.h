#pragma once
// The recorded counts of tests/games/perft.tsv, and how they are compared with a machine's.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "machine/factory.h"

namespace palamedes::games {

struct RecordedLevel {
  std::string sequences;  // in decimal: they outgrow every number type
  std::uint64_t states = 0;
};

struct Recorded {
  std::string game;
  std::string public_sheet;  // "-": there is none
  std::vector<RecordedLevel> levels;

  // How deep one can count within about so many moves made.
  [[nodiscard]] std::size_t depth_within(double moves) const;
};

// By game. Reports what is wrong with the file as a test failure.
[[nodiscard]] const std::map<std::string, Recorded>& recorded_counts();

// A game and the machine on it; the machine refers to the rules.
struct Playable {
  gdl::Loaded rules;
  machine::AnyMachine machine;
};

// Nothing, and a test failure, if the text cannot be loaded or the machine cannot be made.
[[nodiscard]] std::unique_ptr<Playable> make_playable(std::string_view text,
                                                      const std::string& name,
                                                      std::string_view machine);

// Counts to the depth and compares each level.
void expect_recorded_counts(Playable& game, const Recorded& recorded, std::size_t depth);

}  // namespace palamedes::games
