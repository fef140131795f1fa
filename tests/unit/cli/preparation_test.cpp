#include "cli/preparation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/factory.h"

namespace palamedes::cli {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(Preparation, SaysStageTimeAndWhatComesNext) {
  EXPECT_EQ(stage_text({"grounding", 5.0, "the prover"}, 3.42),
            "grounding, 3.4 s (at most 5 s, then the prover)");
  EXPECT_EQ(stage_text({"network, step 2 of 5", {}, "the machine"}, 0.2),
            "network, step 2 of 5, 0.2 s (then the machine)");
  EXPECT_EQ(stage_text({"reading", {}, {}}, 12), "reading, 12.0 s");
  EXPECT_EQ(stage_text({"proving", 30.0, {}}, 1), "proving, 1.0 s (at most 30 s)");
}

TEST(Preparation, TheBoardShowsTheLastStage) {
  StageBoard board;
  EXPECT_EQ(board.text(), "");
  board.begin({"grounding", {}, {}});
  board.begin({"network", {}, {}});
  EXPECT_THAT(board.text(), StartsWith("network, "));
}

TEST(Preparation, MachinesTellTheirStagesInOrder) {
  const auto game = gdl::load(
      "(role r) (init p) (legal r go) (<= (next q) (does r go)) (<= terminal (true q)) "
      "(goal r 100)",
      "test");
  ASSERT_TRUE(game);
  const auto stages = [&](const char* machine, std::size_t max_rules) {
    std::vector<std::string> told;
    machine::MachineOptions options;
    options.passes = "opt0";
    options.circuit_passes = "";
    options.ground.limits.max_rules = max_rules;
    options.on_stage = [&](const machine::Stage& stage) { told.push_back(stage.what); };
    EXPECT_TRUE(machine::make_machine(machine, *game, options));
    return told;
  };
  EXPECT_THAT(stages("scalar", 100),
              ElementsAre("grounding", "network, step 1 of 2", "network, step 2 of 2",
                          "circuit, step 1 of 1", "measuring how the circuit is evaluated best"));
  EXPECT_THAT(stages("scalar", 0), ElementsAre("grounding", "the prover asks for the start"));
}

}  // namespace
}  // namespace palamedes::cli
