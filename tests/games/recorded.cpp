#include "games/recorded.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "exercise/perft.h"

namespace palamedes::games {

namespace {

const std::string path = std::string(PALAMEDES_SOURCE_DIR) + "/tests/games/perft.tsv";

std::map<std::string, Recorded> read_counts() {
  std::map<std::string, Recorded> result;
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "game\tpublic_sheet\tdepth\tsequences\tstates");
  while (std::getline(file, line)) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream row(line);
    std::string game;
    std::string sheet;
    std::size_t depth = 0;
    RecordedLevel level;
    row >> game >> sheet >> depth >> level.sequences >> level.states;
    EXPECT_TRUE(row) << line;
    Recorded& recorded = result[game];
    EXPECT_EQ(recorded.levels.size(), depth) << line;
    EXPECT_TRUE(depth == 0 || recorded.public_sheet == sheet) << line;
    recorded.game = game;
    recorded.public_sheet = sheet;
    recorded.levels.push_back(level);
  }
  return result;
}

}  // namespace

std::size_t Recorded::depth_within(double moves) const {
  std::size_t depth = 0;
  for (double made = 0; depth + 1 < levels.size(); ++depth) {
    // A state of a level has about as many successors as a sequence that leads to the level.
    const double branching =
        std::stod(levels[depth + 1].sequences) / std::stod(levels[depth].sequences);
    made += static_cast<double>(levels[depth].states) * branching;
    if (made > moves) break;
  }
  return depth;
}

const std::map<std::string, Recorded>& recorded_counts() {
  static const std::map<std::string, Recorded> counts = read_counts();
  return counts;
}

std::unique_ptr<Playable> make_playable(std::string_view text, const std::string& name,
                                        std::string_view machine) {
  auto rules = gdl::load(text, name);
  if (!rules) {
    ADD_FAILURE() << to_string(rules.error().list().front());
    return nullptr;
  }
  auto game = std::make_unique<Playable>();
  game->rules = std::move(*rules);
  auto chosen = machine::make_machine(machine, game->rules);
  if (!chosen || !chosen->notice.empty()) {
    ADD_FAILURE() << name << ": "
                  << (chosen ? chosen->notice : to_string(chosen.error().list().front()));
    return nullptr;
  }
  game->machine = std::move(chosen->machine);
  return game;
}

void expect_recorded_counts(Playable& game, const Recorded& recorded, std::size_t depth) {
  const auto levels = std::visit(
      [&](auto& machine) { return exercise::perft(*machine, {.depth = depth}); }, game.machine);
  ASSERT_TRUE(levels) << to_string(levels.error().list().front());
  ASSERT_EQ(levels->size(), depth + 1);
  for (std::size_t i = 0; i <= depth; ++i) {
    const exercise::PerftLevel& level = (*levels)[i];
    EXPECT_EQ(level.sequences.digits(), recorded.levels[i].sequences) << "depth " << i;
    EXPECT_EQ(level.states, recorded.levels[i].states) << "depth " << i;
    EXPECT_EQ(level.dead_ends, 0U) << "depth " << i;
  }
}

}  // namespace palamedes::games
