// The stages after the rules: ground, net and circuit.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string lights = PALAMEDES_SOURCE_DIR "/tests/sheets/two_lights.kif";
const std::string bulb = PALAMEDES_SOURCE_DIR "/tests/sheets/blown_bulb.kif";

json parsed(const Outcome& outcome) {
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

TEST(ExplainGround, ShowsTheRulesOfFigure42) {
  const Outcome outcome = run({"explain", lights, "--stage", "ground"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("8 rules without variables"), HasSubstr("; fluents               2\n"),
            HasSubstr("; goals of player       1  (100)\n"),
            HasSubstr("\n(<= (legal player (turnon p)) (not (true (on p))))\n"),
            HasSubstr("\n(<= (next (on q)) (does player (turnon q)))\n"),
            HasSubstr("\n(<= terminal (true (on p)) (true (on q)))\n"),
            Not(HasSubstr("not shown"))));
}

TEST(ExplainGround, IsASheetThatMeansTheSame) {
  for (const char* game : {"tictactoe", "runners", "checkers"}) {
    const Outcome outcome = run({"explain", game, "--stage", "ground", "--limit", "0"});
    const std::string file = write_file(std::string(game) + "_ground.kif", outcome.out);
    EXPECT_EQ(run({"check", file}).status, 0) << game;
    const auto levels = [](const std::string& rules) {
      return parsed(run({"perft", rules, "--depth", "3", "--json"})).at("levels");
    };
    EXPECT_EQ(levels(file), levels(game)) << game;
  }
}

TEST(ExplainGround, SaysHowMuchIsLeftOut) {
  // Two rules for moves, four for the next state, one for the end and one goal. Of five lines both
  // single rules get theirs, the moves half of the other three, rounded down, the next state two.
  EXPECT_THAT(run({"explain", lights, "--stage", "ground", "--limit", "5"}).out,
              AllOf(HasSubstr("\n; 3 rules not shown (--limit 0 shows all)\n"),
                    HasSubstr("\n; legal moves: 1 of 2 rules\n(<= (legal "),
                    HasSubstr("\n; next state: 2 of 4 rules\n(<= (next "),
                    HasSubstr("\n; end\n(<= terminal "), HasSubstr("\n; goals\n(<= (goal ")));
}

TEST(ExplainGround, AsJson) {
  const json result = parsed(run({"explain", lights, "--stage", "ground", "--json"}));
  EXPECT_EQ(result.at("stage"), "ground");
  EXPECT_EQ(result.at("roles").at(0).at("name"), "player");
  EXPECT_EQ(result.at("roles").at(0).at("moves"), 2);
  EXPECT_EQ(result.at("roles").at(0).at("goals"), json::array({"100"}));
  EXPECT_EQ(result.at("counts").at("fluents"), 2);
  EXPECT_EQ(result.at("counts").at("rules"), 8);
  EXPECT_EQ(result.at("ground_rules").size(), 8U);
  EXPECT_EQ(result.at("rules_left_out"), 0);
  EXPECT_EQ(result.at("atoms").size(), 10U);
  EXPECT_TRUE(result.at("steps").at(0).at("seconds").is_number());
  const json some = parsed(run({"explain", lights, "--stage", "ground", "--json", "--limit", "3"}));
  EXPECT_EQ(some.at("ground_rules").size(), 3U);
  EXPECT_EQ(some.at("atoms").size(), 3U);
  EXPECT_EQ(some.at("rules_left_out"), 5);
}

TEST(ExplainGround, AReachedLimitIsAFailureWithTheReason) {
  for (const char* stage : {"ground", "net"}) {
    const Outcome outcome =
        run({"explain", "checkers", "--stage", stage, "--max-rules", "10", "--demand", "never"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("error: grounding stopped at"));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST(ExplainNet, TellsWhatEachPassDid) {
  const Outcome outcome =
      run({"explain", bulb, "--stage", "net", "--passes", "opt1,opt0,opt2,opt3"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("19 components in the propositional network, 9 after"),
                                 HasSubstr("\nbuilt "), HasSubstr("  removed   (next (on p))\n"),
                                 HasSubstr("connected to a constant\n  nothing to do\n"),
                                 HasSubstr("  removed   (legal player repair)\n"),
                                 HasSubstr("\nopt3: "), HasSubstr("\nwhat is left\n")));
  // Without a pass there is nothing to tell.
  const Outcome basic = run({"explain", bulb, "--stage", "net", "--passes", ""});
  EXPECT_THAT(basic.out, AllOf(HasSubstr("<- not#"), Not(HasSubstr("what is left"))));
  // A net that nobody can follow is only counted.
  const Outcome large = run({"explain", "tictactoe", "--stage", "net"});
  EXPECT_THAT(large.out, AllOf(HasSubstr("opt3"), Not(HasSubstr("<-"))));
}

TEST(ExplainNet, AsJson) {
  // Worked out by hand in tests/unit/net/print_test.cpp.
  const json result = parsed(run(
      {"explain", bulb, "--stage", "net", "--format", "json", "--passes", "opt1,opt0,opt2,opt3"}));
  const std::vector<int> totals = {19, 17, 17, 10, 9};
  ASSERT_EQ(result.at("steps").size(), totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    EXPECT_EQ(result.at("steps").at(i).at("components").at("total"), totals[i]);
  }
  EXPECT_EQ(result.at("steps").at(0).at("name"), "built");
  EXPECT_EQ(result.at("steps").at(0).at("components").at("links"), 19);
  EXPECT_EQ(result.at("graph").size(), 9U);
  EXPECT_EQ(result.at("components_left_out"), 0);
  std::set<int> ids;
  for (const json& component : result.at("graph")) ids.insert(component.at("id").get<int>());
  for (const json& component : result.at("graph")) {
    for (const json& input : component.at("inputs")) EXPECT_TRUE(ids.contains(input.get<int>()));
  }
}

TEST(ExplainNet, AsADrawing) {
  const Outcome outcome = run({"explain", "tictactoe", "--stage", "net", "--format", "dot"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              AllOf(testing::StartsWith("digraph \"tictactoe\" {\n"), testing::EndsWith("}\n"),
                    HasSubstr("label=\"(true (turn xplayer))\"")));
  const Outcome drawn = shell(
      "command -v dot >/dev/null || exit 77; "
      "palamedes explain tictactoe --stage net --format dot | dot -Tsvg | tail -1");
  if (drawn.status == 77) return;  // without graphviz, its form has to be enough
  EXPECT_EQ(drawn.status, 0);
  EXPECT_THAT(drawn.out, HasSubstr("</svg>"));
}

TEST(ExplainCircuit, ShowsSizesAndGatesOfASmallGame) {
  const Outcome outcome =
      run({"explain", lights, "--stage", "circuit", "--circuit-passes", "rewrite,share"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("3 gates in the circuit, 3 after all passes"),
            HasSubstr("\nlowered      2       2            1           0           2      3 "),
            HasSubstr("\nand#5 = (true (on p)) AND (true (on q))\n"),
            HasSubstr("\n(legal player (turnon p)) = NOT (true (on p))\n"),
            HasSubstr("\nterminal = and#5\n"), HasSubstr("\n(goal player 100) = and#5\n")));
  EXPECT_THAT(run({"explain", "breakthrough", "--stage", "circuit"}).out,
              AllOf(HasSubstr("\nsweep "), HasSubstr("\norder "), Not(HasSubstr("what is left"))));
}

TEST(ExplainCircuit, AsJson) {
  const json value = parsed(
      run({"explain", lights, "--stage", "circuit", "--circuit-passes", "", "--format", "json"}));
  EXPECT_EQ(value.at("steps").size(), 1U);
  EXPECT_EQ(value.at("steps")[0].at("size").at("gates"), 3);
  const json& circuit = value.at("circuit");
  EXPECT_EQ(circuit.at("facts").size(), 2U);
  EXPECT_EQ(circuit.at("inputs").size(), 2U);
  // on(p) AND on(q): nodes 1 and 2, so literals 2 and 4.
  EXPECT_EQ(circuit.at("gates")[0], (json{{"node", 5}, {"a", 2}, {"b", 4}}));
  EXPECT_EQ(circuit.at("outputs").size(), 6U);
  EXPECT_EQ(value.at("gates_left_out"), 0);
  const json limited = parsed(run(
      {"explain", lights, "--stage", "circuit", "--circuit-passes", "", "--limit", "2", "--json"}));
  EXPECT_EQ(limited.at("circuit").at("gates").size(), 2U);
  EXPECT_EQ(limited.at("gates_left_out"), 1);
}

TEST(ExplainCircuit, AsADrawingAndAsVerilog) {
  const Outcome dot = run({"explain", lights, "--stage", "circuit", "--format", "dot"});
  EXPECT_EQ(dot.status, 0);
  EXPECT_THAT(dot.out,
              AllOf(HasSubstr("digraph"), HasSubstr("label=\"(true (on p))\""),
                    HasSubstr("label=\"(legal player (turnon q))\""), HasSubstr("arrowhead=odot")));
  const Outcome verilog = run({"explain", "nim", "--stage", "circuit", "--format", "verilog"});
  EXPECT_EQ(verilog.status, 0);
  EXPECT_THAT(verilog.out,
              AllOf(HasSubstr("\nmodule game_nim (\n"), HasSubstr("endmodule\n"),
                    HasSubstr("  output wire terminal,"), HasSubstr("  // (does player1 noop)\n")));
}

TEST(ExplainCircuit, WrongUse) {
  const Outcome pass = run({"explain", lights, "--stage", "circuit", "--circuit-passes", "swep"});
  EXPECT_EQ(pass.status, 2);
  EXPECT_THAT(pass.err, AllOf(HasSubstr("there is no circuit pass 'swep'"), HasSubstr("sweep")));
  const Outcome stage = run({"explain", lights, "--stage", "net", "--format", "verilog"});
  EXPECT_EQ(stage.status, 2);
  EXPECT_THAT(stage.err, HasSubstr("--format verilog needs --stage circuit"));
}

}  // namespace
}  // namespace palamedes::e2e
