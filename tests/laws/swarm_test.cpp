// Swarms play by the rules, in every lane, at every width, interpreted and native.

#include "laws/swarm.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/rng.h"
#include "circuit/lower.h"
#include "circuit/passes/passes.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "laws/propnets.h"
#include "laws/random_rules.h"
#include "support/various_games.h"

namespace palamedes::laws {
namespace {

namespace fs = std::filesystem;
using machine::swarm::Swarm;
using machine::swarm::SwarmEnd;
using machine::swarm::SwarmGates;
using machine::swarm::SwarmOptions;
using machine::swarm::SwarmPlayout;
using machine::swarm::SwarmStart;
using machine::swarm::SwarmWidth;

constexpr std::uint32_t max_length = 120;

// What a playout was, kept after the call.
struct Record {
  std::uint32_t start = 0;
  SwarmEnd end = SwarmEnd::terminal;
  std::vector<std::int32_t> goals;
  std::vector<Move> moves;
  bool operator==(const Record&) const = default;
};

struct Size {
  std::uint32_t playouts = 0;  // from each of the starts
  std::size_t steps = 0;       // followed state by state
};

class Comparison {
 public:
  Comparison(const std::string& text, const std::string& name, std::string_view passes = "") {
    auto rules = gdl::load(text, name);
    if (!rules) return;
    auto ground_rules = ground::ground(*rules, {});
    if (!ground_rules) return;
    net_ = optimised(net::build(std::move(*ground_rules)), net::passes::default_passes);
    circuit::Circuit circuit = circuit::lower(net_);
    circuit::passes::run_circuit_passes(circuit, *circuit::passes::parse_circuit_passes(passes));
    circuit_ = std::make_shared<const circuit::Circuit>(std::move(circuit));
    machine_ = std::make_unique<machine::propnet::PropnetMachine>(
        net_, machine::propnet::PropnetOptions{});
  }
  [[nodiscard]] bool ready() const { return circuit_ != nullptr; }
  [[nodiscard]] const circuit::Circuit& circuit() const { return *circuit_; }

  void run(const Size& size) {
    for (const SwarmWidth width :
         {SwarmWidth::lanes_64, SwarmWidth::lanes_256, SwarmWidth::lanes_512}) {
      std::vector<Record> interpreted;
      for (const SwarmGates gates : {SwarmGates::interpreted, SwarmGates::native}) {
        SCOPED_TRACE(fmt::format("{} lanes, {}", static_cast<int>(width),
                                 gates == SwarmGates::native ? "native" : "interpreted"));
        const SwarmOptions options{
            .width = width, .gates = gates, .seed = 7, .max_length = max_length, .history = true};
        Swarm swarm(circuit_, options);
        std::vector<Record> records = play(swarm, size.playouts);
        ask(swarm);
        if (testing::Test::HasFailure()) return;
        if (gates == SwarmGates::interpreted) {
          interpreted = std::move(records);
          Swarm watched(circuit_, options);
          ASSERT_EQ(SwarmComparison(*circuit_, *machine_).follow_steps(watched, size.steps), "");
        } else {
          ASSERT_EQ(records, interpreted);
        }
      }
    }
  }

 private:
  // From the start and from states on the way, each playout followed on the network.
  std::vector<Record> play(Swarm& swarm, std::uint32_t times) {
    SwarmComparison comparison(*circuit_, *machine_);
    std::vector<machine::BitState> states{machine_->initial()};
    walk(states, 10);
    std::vector<std::vector<std::uint64_t>> rows;
    std::vector<SwarmStart> starts;
    for (const auto& state : states) rows.push_back(comparison.to_swarm(state));
    for (const auto& row : rows) starts.push_back({row, times});
    std::vector<Record> records;
    std::vector<std::uint32_t> seen(starts.size(), 0);
    std::string wrong;
    swarm.play(starts, [&](const SwarmPlayout& playout) {
      ++seen[playout.start];
      if (wrong.empty()) wrong = comparison.follow(playout, states[playout.start], max_length);
      records.push_back({playout.start,
                         playout.end,
                         {playout.goals.begin(), playout.goals.end()},
                         {playout.moves.begin(), playout.moves.end()}});
    });
    EXPECT_EQ(wrong, "");
    EXPECT_EQ(seen, std::vector<std::uint32_t>(starts.size(), times));
    return records;
  }

  // Twice, since what was asked before must not matter.
  void ask(const Swarm& swarm) {
    machine::swarm::LaneSteps steps(swarm.shared());
    SwarmComparison comparison(*circuit_, *machine_);
    Rng rng(5);
    std::vector<machine::BitState> states;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      states.push_back(machine_->initial());
      walk(states, 40, seed);
    }
    ASSERT_EQ(comparison.ask_about(steps, states, rng), "");
    std::reverse(states.begin(), states.end());
    ASSERT_EQ(comparison.ask_about(steps, states, rng), "");
  }

  void walk(std::vector<machine::BitState>& states, std::size_t length, std::uint64_t seed = 3) {
    Rng rng(seed);
    model::MoveList moves;
    std::vector<Move> joint_move(machine_->role_count());
    machine::BitState state = states.back();
    for (std::size_t i = 0; i < length && !machine_->terminal(state); ++i) {
      for (std::size_t role = 0; role < joint_move.size(); ++role) {
        machine_->legal(state, Role(role), moves);
        if (moves.empty()) return;
        joint_move[role] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      }
      machine_->advance(state, joint_move);
      states.push_back(state);
    }
  }

  std::shared_ptr<const net::PropNet> net_;
  std::shared_ptr<const circuit::Circuit> circuit_;
  std::unique_ptr<machine::propnet::PropnetMachine> machine_;
};

class SwarmOfBuiltin : public testing::TestWithParam<games::Builtin> {};

TEST_P(SwarmOfBuiltin, PlaysByTheRules) {
  for (const std::string_view passes :
       {std::string_view(""), circuit::passes::default_circuit_passes}) {
    SCOPED_TRACE(passes);
    Comparison comparison(std::string(GetParam().text), std::string(GetParam().name), passes);
    ASSERT_TRUE(comparison.ready());
    comparison.run({.playouts = 8, .steps = 20});
  }
}

INSTANTIATE_TEST_SUITE_P(Games, SwarmOfBuiltin, testing::ValuesIn(games::various_games()),
                         [](const auto& one) { return std::string(one.param.name); });

// The first ones have recursive rules over the state, and some have one role, or many, or moves of
// all roles at once.
const std::vector<std::string> public_sheets = {
    "AlexHex",     "atariGoVariant_7x7", "cubicup_3player", "battle",   "blocker",
    "checkers_v1", "connectFour",        "breakthrough",    "pentago",  "knightThrough",
    "reversi",     "ticTacToe",          "buttons",         "skirmish", "chineseCheckers3"};

class SwarmOfPublicSheet : public testing::TestWithParam<std::string> {};

TEST_P(SwarmOfPublicSheet, PlaysByTheRules) {
  const fs::path path = fs::path(PALAMEDES_SHARED_DIR) / "games" / "gdl" / (GetParam() + ".kif");
  if (!fs::exists(path)) GTEST_SKIP() << path << " is absent";
  const auto text = read_text(path.string(), 64 << 20);
  ASSERT_TRUE(text);
  Comparison comparison(*text, GetParam());
  ASSERT_TRUE(comparison.ready());
  comparison.run({.playouts = 3, .steps = 5});
}

INSTANTIATE_TEST_SUITE_P(Shared, SwarmOfPublicSheet, testing::ValuesIn(public_sheets),
                         [](const auto& one) { return one.param; });

TEST(Swarms, OfRandomRulesPlayByTheRules) {
  std::size_t valid = 0;
  std::size_t with_loops = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const std::string text = random_rules(seed);
    for (const std::string_view passes :
         {std::string_view(""), circuit::passes::default_circuit_passes}) {
      Comparison comparison(text, fmt::format("random_{}", seed), passes);
      if (!comparison.ready()) continue;
      ++valid;
      if (!comparison.circuit().loops.empty()) ++with_loops;
      comparison.run({.playouts = 5, .steps = 5});
      if (HasFailure()) FAIL() << text << "\ncircuit passes '" << passes << "'";
    }
  }
  EXPECT_GT(valid, 120U);
  EXPECT_GT(with_loops, 0U);
}

}  // namespace
}  // namespace palamedes::laws
