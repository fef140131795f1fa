// What holds for every machine and every built-in game.

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "exercise/playout.h"
#include "games/builtin.h"
#include "ground/grounder.h"
#include "laws/propnets.h"
#include "laws/walk.h"
#include "machine/factory.h"
#include "support/various_games.h"

namespace palamedes::laws {
namespace {

struct OneGame {
  std::string machine;
  games::Builtin game;
};

std::vector<OneGame> all_games() {
  std::vector<OneGame> result;
  for (const std::string& machine : machine::machine_names()) {
    for (const games::Builtin& game : games::various_games()) result.push_back({machine, game});
  }
  return result;
}

void PrintTo(const OneGame& one, std::ostream* out) {
  *out << one.machine << " on " << one.game.name;
}

std::string name_of(const testing::TestParamInfo<OneGame>& info) {
  return fmt::format("{}_{}", info.param.machine, info.param.game.name);
}

class EveryMachine : public testing::TestWithParam<OneGame> {
 protected:
  void SetUp() override {
    auto loaded = gdl::load(GetParam().game.text, std::string(GetParam().game.name));
    ASSERT_TRUE(loaded);
    rules_ = std::move(*loaded);
    machine::MachineOptions options;
    options.circuit.proof_seconds = 0.02;
    auto chosen = machine::make_machine(GetParam().machine, rules_, options);
    ASSERT_TRUE(chosen);
    // `auto` may find another machine faster, and says so.
    if (GetParam().machine != machine::auto_machine) {
      ASSERT_EQ(chosen->notice, "");
    }
    machine_ = std::move(chosen->machine);
  }

  template <typename Use>
  void with_machine(const Use& use) {
    std::visit([&](auto& machine) { use(*machine); }, machine_);
  }

  gdl::Loaded rules_;
  machine::AnyMachine machine_;
};

constexpr std::size_t max_length = 60;

TEST_P(EveryMachine, SameSeedSameGame) {
  with_machine([](auto& machine) {
    const Walk first = walk(machine, 5, max_length);
    EXPECT_EQ(walk(machine, 5, max_length), first);
    EXPECT_NE(walk(machine, 6, max_length), first);
    EXPECT_EQ(difference(machine, first), "");
  });
}

TEST_P(EveryMachine, CopiesOfStatesAreIndependent) {
  with_machine([]<typename M>(M& machine) {
    Rng rng(3);
    std::vector<typename M::State> states{machine.initial()};
    std::vector<WalkStep> seen{look_at(machine, states.back())};
    model::MoveList moves;
    std::vector<Move> joint_move(machine.role_count());
    while (states.size() < 12 && !machine.terminal(states.back())) {
      for (std::size_t role = 0; role < joint_move.size(); ++role) {
        machine.legal(states.back(), Role(role), moves);
        joint_move[role] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      }
      typename M::State next = states.back();
      machine.advance(next, joint_move);
      // The same step from the same state, after questions about another one.
      typename M::State again = states.back();
      machine.terminal(states.front());
      machine.advance(again, joint_move);
      EXPECT_EQ(next, again);
      EXPECT_EQ(machine.hash(next), machine.hash(again));
      states.push_back(next);
      seen.push_back(look_at(machine, next));
    }
    for (std::size_t i = states.size(); i-- > 0;) {
      EXPECT_EQ(look_at(machine, states[i]), seen[i]) << "state " << i;
    }
    EXPECT_EQ(machine.initial(), states.front());
  });
}

TEST_P(EveryMachine, StatesAreEqualExactlyIfTheirFactsAre) {
  with_machine([]<typename M>(M& machine) {
    std::vector<std::pair<typename M::State, std::vector<std::string>>> states;
    model::MoveList moves;
    std::vector<Move> joint_move(machine.role_count());
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Rng rng(seed);
      typename M::State state = machine.initial();
      for (int i = 0; i < 10 && !machine.terminal(state); ++i) {
        states.emplace_back(state, machine.facts(state));
        for (std::size_t role = 0; role < joint_move.size(); ++role) {
          machine.legal(state, Role(role), moves);
          joint_move[role] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        }
        machine.advance(state, joint_move);
      }
    }
    for (const auto& [state, facts] : states) {
      for (const auto& [other, other_facts] : states) {
        EXPECT_EQ(state == other, facts == other_facts);
        EXPECT_EQ(machine.hash(state) == machine.hash(other), facts == other_facts);
      }
    }
  });
}

TEST_P(EveryMachine, MovesAreThereUntilTheEndAndGoalsAreInRange) {
  with_machine([]<typename M>(M& machine) {
    exercise::PlayoutRunner<M> runner(machine);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Rng rng(seed);
      typename M::State state = machine.initial();
      const exercise::Playout& playout = runner.run(state, rng);
      EXPECT_EQ(playout.end, exercise::PlayoutEnd::terminal);
      for (const int goal : playout.goals) {
        EXPECT_GE(goal, 0);
        EXPECT_LE(goal, 100);
      }
    }
    EXPECT_EQ(machine.fault(), "");
  });
}

TEST_P(EveryMachine, LegalMovesAreDifferentAndKnownByTheirTexts) {
  with_machine([]<typename M>(M& machine) {
    const auto& state = machine.initial();
    model::MoveList moves{Move{12345}};  // what the caller's list held before is gone
    for (std::size_t role = 0; role < machine.role_count(); ++role) {
      machine.legal(state, Role(role), moves);
      EXPECT_FALSE(moves.empty());
      EXPECT_EQ(std::set<Move>(moves.begin(), moves.end()).size(), moves.size());
      for (const Move move : moves) {
        EXPECT_EQ(machine.find_move(Role(role), machine.move_text(Role(role), move)), move);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, EveryMachine, testing::ValuesIn(all_games()), name_of);

// --- the prover against every kind of network

class EveryGame : public testing::TestWithParam<games::Builtin> {};

std::string game_of(const testing::TestParamInfo<games::Builtin>& info) {
  return std::string(info.param.name);
}

TEST_P(EveryGame, NetworksAgreeWithTheProver) {
  const auto rules = gdl::load(GetParam().text, std::string(GetParam().name));
  ASSERT_TRUE(rules);
  auto prover = machine::prover::Prover::make(*rules);
  ASSERT_TRUE(prover);
  std::vector<Walk> ways;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // Mostly openings, which are cheap, and a few whole games.
    ways.push_back(walk(**prover, seed, seed < 5 ? 200 : 25));
  }
  ASSERT_EQ((*prover)->fault(), "");
  for (const std::size_t most : {1'000'000, 3}) {
    auto cached = machine::prover::Prover::make(*rules, {.cache = true, .max_cached_states = most});
    ASSERT_TRUE(cached);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      ASSERT_EQ(difference(**cached, ways[i]), "") << "cache of " << most << ", seed " << i;
      if (i % 3 == 0) (*cached)->end_turn();
    }
  }
  auto ground_rules = ground::ground(*rules, {});
  ASSERT_TRUE(ground_rules);
  const net::PropNet net = net::build(std::move(*ground_rules));
  for (const std::string_view passes : pass_sets) {
    const auto optimised_net = optimised(net, passes);
    const auto graph = std::make_shared<const machine::propnet::PropagationGraph>(*optimised_net);
    for (const Reading& reading : readings) {
      machine::propnet::PropnetMachine machine(optimised_net, reading.options, graph);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        ASSERT_EQ(difference(machine, ways[i]), "")
            << "passes '" << passes << "', " << reading.name << ", seed " << i;
      }
    }
    for (const ScalarReading& reading : scalar_readings) {
      const auto machine =
          machine::scalar::ScalarMachine::of_network(optimised_net, reading.options);
      if (machine == nullptr) continue;  // circles
      const auto second = machine->another();
      for (std::size_t i = 0; i < ways.size(); ++i) {
        ASSERT_EQ(difference(i % 2 == 0 ? *machine : *second, ways[i]), "")
            << "passes '" << passes << "', " << reading.name << ", seed " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(games::various_games()), game_of);

// --- small games with a twist

TEST(SmallGames, NothingIsDoneWhenTheEndIsJudged) {
  const auto rules = gdl::load(
      "(role r) (init p) (legal r a) (legal r b) (goal r 0) (<= (next p) (true p))"
      "(<= (next q) (does r a)) (<= terminal (does r a)) (<= terminal (true q) (does r b))",
      "test");
  ASSERT_TRUE(rules);
  for (const std::string& name : machine::machine_names()) {
    auto chosen = machine::make_machine(name, *rules);
    ASSERT_TRUE(chosen);
    std::visit(
        [&]<typename M>(std::unique_ptr<M>& machine) {
          typename M::State state = machine->initial();
          EXPECT_FALSE(machine->terminal(state)) << name;
          for (const char* text : {"a", "b", "a", "a"}) {
            const typename M::State before = state;
            const std::vector<Move> joint_move{*machine->find_move(Role(0), text)};
            machine->advance(state, joint_move);
            EXPECT_FALSE(machine->terminal(before)) << name;
            EXPECT_FALSE(machine->terminal(state)) << name;
          }
        },
        chosen->machine);
  }
}

// `next` as a condition: what is derived for the next state in this very step.
TEST(SmallGames, NextCanBeAskedForInTheStepThatDerivesIt) {
  const auto text =
      read_text(PALAMEDES_SOURCE_DIR "/tests/sheets/dim_lamps.kif", std::size_t{1} << 20U);
  ASSERT_TRUE(text);
  const auto rules = gdl::load(*text, "dim_lamps");
  ASSERT_TRUE(rules);
  auto prover = machine::prover::Prover::make(*rules);
  ASSERT_TRUE(prover);
  const auto facts_after = [&](std::initializer_list<const char*> texts) {
    auto state = (*prover)->initial();
    std::vector<Move> joint_move;
    for (const char* move : texts) {
      joint_move.push_back(*(*prover)->find_move(Role(joint_move.size()), move));
    }
    (*prover)->advance(state, joint_move);
    return (*prover)->facts(state);
  };
  EXPECT_THAT(facts_after({"(press 1)", "(press 3)"}),
              testing::UnorderedElementsAre("(on 1)", "(on 2)", "(on 3)", "(step 1)", "blown"));
  EXPECT_THAT(
      facts_after({"(press 1)", "wait"}),
      testing::UnorderedElementsAre("(on 1)", "(on 2)", "(step 1)", "(warning 1)", "(warning 2)"));
  EXPECT_THAT(facts_after({"(press 2)", "wait"}),
              testing::UnorderedElementsAre("(step 1)", "dark"));

  using Demand = ground::GroundOptions::Demand;
  for (const std::string& name : machine::machine_names()) {
    for (const Demand demand : {Demand::never, Demand::always}) {
      machine::MachineOptions options;
      options.ground.demand = demand;
      auto chosen = machine::make_machine(name, *rules, options);
      ASSERT_TRUE(chosen);
      ASSERT_EQ(chosen->notice, "");
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Walk way = walk(**prover, seed, max_length);
        std::visit([&](auto& machine) { EXPECT_EQ(difference(*machine, way), "") << name; },
                   chosen->machine);
      }
    }
  }
}

// If a network with one wrong gate passed, the comparisons above would be worth nothing.
TEST(Walks, FindADamagedNetwork) {
  const auto rules = gdl::load(games::find("tictactoe")->text, "tictactoe");
  ASSERT_TRUE(rules);
  auto prover = machine::prover::Prover::make(*rules);
  std::vector<Walk> ways;
  for (std::uint64_t seed = 0; seed < 20; ++seed) ways.push_back(walk(**prover, seed, 20));
  const net::PropNet net = net::build(ground::ground(*rules, {}).value());
  std::size_t damaged = 0;
  std::size_t noticed = 0;
  for (std::size_t i = 0; i < net.components.size(); ++i) {
    auto copy = std::make_shared<net::PropNet>(net);
    net::Component& component = copy->components[i];
    if (component.type != net::ComponentType::and_gate || component.inputs.size() < 2) continue;
    component.type = net::ComponentType::or_gate;
    machine::propnet::PropnetMachine machine(copy, {});
    ++damaged;
    noticed += std::any_of(ways.begin(), ways.end(),
                           [&](const Walk& way) { return !difference(machine, way).empty(); })
                   ? 1
                   : 0;
  }
  EXPECT_GT(damaged, 10U);
  EXPECT_EQ(noticed, damaged);
}

}  // namespace
}  // namespace palamedes::laws
