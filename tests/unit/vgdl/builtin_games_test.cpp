// The video games that are part of the program.

#include <gmock/gmock.h>

#include "games/builtin.h"
#include "unit/vgdl/vgdl_testing.h"

namespace palamedes::vgdl {
namespace {

using testing::IsEmpty;

std::vector<std::string> video_games() {
  std::vector<std::string> names;
  for (const games::Builtin& file : games::video_files()) {
    if (file.name.find("_lvl") == std::string_view::npos) names.emplace_back(file.name);
  }
  return names;
}

class BuiltinVideoGames : public testing::TestWithParam<std::string> {};

TEST_P(BuiltinVideoGames, PlayWithoutWarningsToTheirEnd) {
  const std::string text(games::find_video(GetParam())->text);
  for (int level = 0; level < 5; ++level) {
    const games::Builtin* file = games::find_video(GetParam() + "_lvl" + std::to_string(level));
    ASSERT_NE(file, nullptr) << level;
    const auto loaded = load_game(text, GetParam(), file->text, std::string(file->name));
    ASSERT_TRUE(loaded) << to_string(loaded.error().list().front());
    std::vector<std::string> warnings;
    for (const Diagnostic& each : loaded->warnings.list()) warnings.push_back(to_string(each));
    EXPECT_THAT(warnings, IsEmpty());
    State state = loaded->game->initial(RandomMode::fast, 1);
    Simulator simulator(*loaded->game);
    const std::vector<Action> actions = loaded->game->actions(state);
    Random random;
    random.seed(RandomMode::fast, 2);
    for (int i = 0; i < 2100; ++i) {
      simulator.advance(state, actions[random.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    EXPECT_TRUE(state.head().ended);
  }
}

TEST(BuiltinVideoGameList, HasSix) { EXPECT_GE(video_games().size(), 6U); }

INSTANTIATE_TEST_SUITE_P(All, BuiltinVideoGames, testing::ValuesIn(video_games()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace palamedes::vgdl
