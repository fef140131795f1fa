// Agents on machines that can, and cannot, share a tree between threads.

#include <memory>

#include <gtest/gtest.h>

#include "agent/agent.h"
#include "agent/spec.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::agent {
namespace {

std::vector<double> visits_of(const std::string& spec) {
  machine::GameOptions options;
  options.machine = machine::prover::Prover::name;
  auto game = machine::Game::make(
      std::make_shared<const gdl::Loaded>(*gdl::load(games::find("tictactoe")->text, "tictactoe")),
      options);
  const auto agent = make_agent(**game, *parse_spec(spec), Role{0}, 7);
  agent->think({.simulations = 400});
  EXPECT_EQ(agent->fault(), "");
  std::vector<double> visits;
  const search::Snapshot snapshot = agent->snapshot();
  for (const search::MoveReport& report : snapshot.moves.at(0)) visits.push_back(report.visits);
  return visits;
}

// Each prover numbers terms in its own way: a state of one means nothing to another.
TEST(SearchAgent, ThinksWithOneThreadOnTheProver) {
  const std::vector<double> one = visits_of("uct:threads=1");
  ASSERT_EQ(one.size(), 9U);
  EXPECT_EQ(visits_of("uct:threads=4"), one);
}

// The statistics would never count, so they are not kept; a tuned K needs them.
TEST(SearchAgent, KeepsNoAmafStatisticsWithoutWeight) {
  const auto statistics = [](const std::string& spec) {
    auto game = machine::Game::make(std::make_shared<const gdl::Loaded>(
        *gdl::load(games::find("tictactoe")->text, "tictactoe")));
    const auto agent = make_agent(**game, *parse_spec(spec), Role{0}, 7);
    agent->think({.simulations = 400});
    return agent->statistics_per_node();
  };
  EXPECT_GT(statistics("grave"), 0);
  EXPECT_EQ(statistics("grave:select.k=0"), 0);
  EXPECT_GT(statistics("grave:select.k=0,select.beta=bias"), 0);
  EXPECT_EQ(statistics("palamedes"), 0);
  EXPECT_GT(statistics("palamedes:tune=ntbea:select.k,select.ref"), 0);
  EXPECT_EQ(visits_of("grave:select.k=0"), visits_of("grave:select.k=0,select.formula=uct"));
}

// Crosses win at once in the upper right corner, and sight looks at nothing else. All moves are
// legal all the same, and who asks sees them.
TEST(SearchAgent, ListsMovesThatSightLeavesOut) {
  auto game = machine::Game::make(
      std::make_shared<const gdl::Loaded>(*gdl::load(games::find("tictactoe")->text, "tictactoe")));
  const auto agent = make_agent(**game, *parse_spec("uct+solver:sight=wins"), Role{0}, 7);
  machine::Position position(**game);
  std::size_t role = 1;
  for (const char* const move : {"(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"}) {
    role = 1 - role;
    std::vector<Move> joint;
    for (std::size_t each = 0; each < 2; ++each) {
      for (const Move legal : position.legal(Role(each))) {
        if (each != role || (*game)->move_text(Role(each), legal) == move) {
          joint.push_back(legal);
          break;
        }
      }
    }
    ASSERT_EQ(joint.size(), 2U);
    position.advance(joint);
    agent->follow(joint);
  }
  agent->think({.simulations = 10});
  const search::Snapshot snapshot = agent->snapshot();
  const std::vector<search::MoveReport>& moves = snapshot.moves.at(0);
  ASSERT_EQ(moves.size(), 5U);
  EXPECT_EQ((*game)->move_text(Role{0}, moves[0].move), "(mark 1 3)");
  EXPECT_EQ(moves[0].exact, 1);
  EXPECT_GT(moves[0].visits, 0);
  for (std::size_t i = 1; i < moves.size(); ++i) EXPECT_EQ(moves[i].visits, 0);
  const auto branch = agent->branch({});
  ASSERT_TRUE(branch);
  EXPECT_EQ(branch->moves.at(0).size(), 5U);
}

TEST(SearchAgent, SaysThatThereAreNoMoveFeatures) {
  const auto remark = [](const std::string& name, const std::string& machine,
                         const std::string& spec) {
    machine::GameOptions options;
    options.machine = machine;
    auto game = machine::Game::make(
        std::make_shared<const gdl::Loaded>(*gdl::load(games::find(name)->text, name)), options);
    return make_agent(**game, *parse_spec(spec), Role{0}, 7)->remark();
  };
  const std::string none = "no move features were found in this game: PPAF plays as PPA";
  EXPECT_EQ(remark("runners", "scalar", "ppaf"), none);
  EXPECT_EQ(remark("runners", "scalar", "ppa"), "");
  EXPECT_EQ(remark("runners", "scalar", "uct:playout.features=auto"), "");
  EXPECT_EQ(remark("domineering", "scalar", "ppaf"), "");
  EXPECT_EQ(remark("domineering", "propnet", "ppafm"), "");
  // Provers have no bits that could be watched.
  EXPECT_EQ(remark("tictactoe", "prover", "ppaf"), none);
}

// Three hundred states a playout, more than a thousand steps each: the clock does not wait for it.
TEST(SearchAgent, StopsInTheMiddleOfAPlayoutOnTheProver) {
  std::string rules = "(role r)(init (at 0))(legal r go)(legal r stay)(goal r 100)";
  for (int i = 0; i < 300; ++i) {
    rules += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  }
  for (int i = 0; i < 20; ++i) rules += "(d " + std::to_string(i) + ")";
  rules +=
      "(<= (fine ?x ?a ?b) (true (at ?x)) (d ?a) (d ?b))"
      "(<= stuck (true (at ?x)) (d ?a) (d ?b) (not (fine ?x ?a ?b)))"
      "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (not stuck))"
      "(<= terminal (true (at 300)))";
  machine::GameOptions options;
  options.machine = machine::prover::Prover::name;
  const auto game =
      machine::Game::make(std::make_shared<const gdl::Loaded>(*gdl::load(rules, "test")), options);
  const auto agent = make_agent(**game, *parse_spec("uct"), Role{0}, 7);
  int asked = 0;
  agent->think({.stop = [&] { return ++asked > 20; }});
  EXPECT_EQ(agent->fault(), "");
  const search::Snapshot stopped = agent->snapshot();
  EXPECT_EQ(stopped.simulations, 0U);
  EXPECT_LT(stopped.states, 100U);
  agent->think({.simulations = 2});
  EXPECT_EQ(agent->snapshot().simulations, 2U);
  EXPECT_GE(agent->snapshot().states, 600U);
  EXPECT_TRUE(agent->move().has_value());
}

std::unique_ptr<machine::Game> tictactoe() {
  machine::GameOptions options;
  options.machine = "scalar";
  return *machine::Game::make(
      std::make_shared<const gdl::Loaded>(*gdl::load(games::find("tictactoe")->text, "tictactoe")),
      options);
}

// LSI has to know how many simulations there will be. Without a start clock the first tenth of the
// first turn says it: 100 of 1000, which teach it nothing, then the others count.
TEST(SearchAgent, TellsLsiItsBudgetAfterATenthOfTheFirstTurn) {
  const auto game = tictactoe();
  const auto agent = make_agent(*game, *parse_spec("sp-lsi"), Role{0}, 7);
  EXPECT_TRUE(agent->tuning()->needs_budget());
  agent->think({.simulations = 1000});
  EXPECT_FALSE(agent->tuning()->needs_budget());
  EXPECT_EQ(agent->snapshot().simulations, 1000U);
  EXPECT_EQ(agent->snapshot().tuning[0].samples, 1000U);
}

// What is not for a move is the start clock, however long it takes.
TEST(SearchAgent, TakesThinkingBeforeTheFirstMoveForTheStartClock) {
  const auto game = tictactoe();
  const auto agent = make_agent(*game, *parse_spec("sp-lsi"), Role{0}, 7);
  agent->think({.simulations = 200, .for_move = false});
  EXPECT_TRUE(agent->tuning()->needs_budget());
  agent->think({.simulations = 10});
  EXPECT_FALSE(agent->tuning()->needs_budget());
}

TEST(SearchAgent, HandsOnWhatItLearnedAboutItsParameters) {
  const auto game = tictactoe();
  const Spec spec = *parse_spec("ap-ntbea-4");
  auto agent = make_agent(*game, spec, Role{0}, 7);
  agent->think({.simulations = 300});
  const auto learned = agent->tuning();
  agent.reset();
  const auto next = make_agent(*game, spec, Role{0}, 7, learned);
  next->think({.simulations = 200});
  EXPECT_EQ(next->snapshot().tuning[1].samples, 500U);
  EXPECT_EQ(make_agent(*game, *parse_spec("ap"), Role{0}, 7)->tuning(), nullptr);
}

// In the swarm each lane plays out by its own values, and all of them are heard of.
TEST(SearchAgent, TunesInTheSwarm) {
  const auto game = tictactoe();
  for (const char* name : {"ap-ntbea-2+swarm", "ap-ea-4+swarm", "sp-state-rnd+swarm"}) {
    const auto agent = make_agent(*game, *parse_spec(name), Role{0}, 7);
    agent->think({.simulations = 3000});
    const search::Snapshot snapshot = agent->snapshot();
    EXPECT_GT(snapshot.tuning[0].samples, 100U) << name;
    EXPECT_EQ(snapshot.tuning[0].samples, snapshot.tuning[1].samples) << name;
  }
}

}  // namespace
}  // namespace palamedes::agent
