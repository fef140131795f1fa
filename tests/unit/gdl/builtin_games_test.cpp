#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

TEST(BuiltinGames, HaveNoProblemAtAll) {
  LoadOptions options;
  options.check.warn_unused = true;
  EXPECT_FALSE(games::builtins().empty());
  for (const auto& game : games::builtins()) {
    EXPECT_THAT(problems(game.text, options), testing::IsEmpty()) << game.name;
  }
}

}  // namespace
}  // namespace palamedes::gdl
