#include "search/playout/player.h"

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search::playout {
namespace {

using toy::Ring;

TEST(Player, CutsOffWithGoalsOrADraw) {
  Row<Ring> model(Ring{.places = 100});
  Rng rng(1);
  for (const auto& [value, expected] : {std::pair(CutOff::goals, 0.0), {CutOff::draw, 0.5}}) {
    const EndParameters end{.cutoff = 5, .cutoff_value = value};
    Strategy strategy({}, 1);
    IdleMoves idle(model.role_count());
    Player player(model, end, rng, strategy, idle, true);
    auto state = model.initial();
    Simulation played;
    played.roles = 1;
    EXPECT_EQ(player.play(state, played), 5U);
    EXPECT_EQ(played.steps(), 5U);
    EXPECT_EQ(played.payoffs, std::vector{expected});
  }
}

TEST(Player, GivesUpLongGamesAsDraws) {
  Row<Ring> model(Ring{});
  Rng rng(1);
  const EndParameters end{.max_length = 50};
  Strategy strategy({}, 1);
  IdleMoves idle(model.role_count());
  Player player(model, end, rng, strategy, idle, false);
  auto state = model.initial();
  Simulation played;
  EXPECT_EQ(player.play(state, played), 50U);
  EXPECT_EQ(played.payoffs, std::vector{0.5});
}

}  // namespace
}  // namespace palamedes::search::playout
