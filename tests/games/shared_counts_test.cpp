// The public sheets that the built-in games follow have the same counts.

#include <filesystem>

#include <gtest/gtest.h>

#include "base/file.h"
#include "games/recorded.h"

namespace palamedes::games {
namespace {

namespace fs = std::filesystem;

class SharedCounts : public testing::TestWithParam<std::string> {};

TEST_P(SharedCounts, AreTheRecordedOnes) {
  const auto found = recorded_counts().find(GetParam());
  ASSERT_NE(found, recorded_counts().end());
  const Recorded& recorded = found->second;
  const fs::path path =
      fs::path(PALAMEDES_SHARED_DIR) / "games" / "gdl" / (recorded.public_sheet + ".kif");
  if (!fs::exists(path)) GTEST_SKIP() << path << " is absent";
  const auto text = read_text(path.string(), 64 << 20);
  ASSERT_TRUE(text);
  for (const auto& [machine, moves] : {std::pair("prover", 1'500.0), std::pair("propnet", 1e5)}) {
    SCOPED_TRACE(machine);
    const auto game = make_playable(*text, recorded.public_sheet, machine);
    ASSERT_TRUE(game);
    expect_recorded_counts(*game, recorded, recorded.depth_within(moves));
  }
}

std::string name_of(const testing::TestParamInfo<std::string>& info) { return info.param; }

std::vector<std::string> games_with_public_sheets() {
  std::vector<std::string> result;
  for (const auto& [game, recorded] : recorded_counts()) {
    if (recorded.public_sheet != "-") result.push_back(game);
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Shared, SharedCounts, testing::ValuesIn(games_with_public_sheets()),
                         name_of);

}  // namespace
}  // namespace palamedes::games
