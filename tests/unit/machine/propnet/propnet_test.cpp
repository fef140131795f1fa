#include <algorithm>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "ground/grounder.h"
#include "machine/factory.h"
#include "machine/propnet/propnet_machine.h"
#include "net/build.h"
#include "net/passes/passes.h"
#include "support/various_games.h"
#include "unit/net/random_net.h"

namespace palamedes::machine::propnet {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const net::PropNet> net_of(std::string_view text,
                                           std::string_view passes = net::passes::default_passes,
                                           const net::BuildOptions& options = {}) {
  const auto game = gdl::load(text, "test");
  EXPECT_TRUE(game);
  auto rules = ground::ground(*game, {});
  EXPECT_TRUE(rules);
  auto result = std::make_shared<net::PropNet>(net::build(std::move(*rules), options));
  net::passes::run_passes(*result, *net::passes::parse_passes(passes));
  return result;
}

const std::vector<PropnetOptions> all_options = {
    {.propagation = Propagation::forward},
    {.propagation = Propagation::backward},
    {.propagation = Propagation::forward, .cache = true},
    {.propagation = Propagation::backward, .cache = true, .max_cached_states = 3},
};

std::vector<std::string> legal_texts(PropnetMachine& machine, const BitState& state, Role role) {
  model::MoveList moves;
  machine.legal(state, role, moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(machine.move_text(role, move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

void play(PropnetMachine& machine, BitState& state, const std::vector<std::string>& moves) {
  std::vector<Move> joint_move;
  for (std::uint32_t role = 0; role < moves.size(); ++role) {
    const auto move = machine.find_move(Role(role), moves[role]);
    ASSERT_TRUE(move) << moves[role];
    joint_move.push_back(*move);
  }
  machine.advance(state, joint_move);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) result += text + " ";
  return result;
}

// Up to some number of states in breadth, each with all that a machine says about it.
std::map<std::string, std::string> explore(PropnetMachine& machine, std::size_t max_states) {
  std::map<std::string, std::string> found;
  std::vector<BitState> open{machine.initial()};
  for (std::size_t next = 0; next < open.size() && found.size() < max_states; ++next) {
    const BitState state = open[next];
    std::string& line = found[joined(machine.facts(state))];
    if (!line.empty()) continue;
    line = machine.terminal(state) ? "terminal " : "open ";
    std::vector<std::vector<std::string>> legal;
    for (std::uint32_t role = 0; role < machine.role_count(); ++role) {
      line += std::to_string(machine.goal(state, Role(role))) + " ";
      legal.push_back(legal_texts(machine, state, Role(role)));
      line += "[" + joined(legal.back()) + "] ";
      if (legal.back().empty()) legal.clear();
    }
    if (legal.size() != machine.role_count() || machine.terminal(state)) continue;
    // Each move of each role once, the others with their first.
    for (std::size_t role = 0; role < legal.size(); ++role) {
      for (const std::string& move : legal[role]) {
        std::vector<std::string> moves;
        for (const auto& list : legal) moves.push_back(list.front());
        moves[role] = move;
        BitState after = state;
        play(machine, after, moves);
        line += "-> " + joined(machine.facts(after));
        open.push_back(after);
      }
    }
  }
  return found;
}

// --- PropagationGraph
// --------------------------------------------------------------------------------------

void expect_ranks(const PropagationGraph& network) {
  for (Node node = 0; node < network.node_count(); ++node) {
    const std::uint32_t group = network.group_of(node);
    for (const Node input : network.inputs(node)) {
      const bool inside = group != PropagationGraph::no_group && network.group_of(input) == group;
      EXPECT_TRUE(inside || input < node);
      const auto readers = inside ? network.inner(input) : network.outputs(input);
      EXPECT_NE(std::find(readers.begin(), readers.end(), node), readers.end());
    }
  }
  for (std::uint32_t group = 0; group < network.group_count(); ++group) {
    ASSERT_LT(network.group(group).first, network.group(group).end);
    for (Node node = network.group(group).first; node < network.group(group).end; ++node) {
      EXPECT_EQ(network.group_of(node), group);
    }
  }
}

TEST(PropagationGraph, InputsComeBeforeReaders) {
  for (const games::Builtin& game : games::various_games())
    expect_ranks(PropagationGraph(*net_of(game.text)));
  for (std::uint32_t seed = 1; seed <= 100; ++seed)
    expect_ranks(PropagationGraph(net::RandomNet(seed).net()));
}

TEST(PropagationGraph, CirclesAreGroups) {
  net::NetMaker maker;
  const auto base = maker.changing_base();
  const auto p = maker.either({base});
  const auto q = maker.other(p);
  maker.feed(p, q);
  const auto alone = maker.either({base});
  maker.feed(alone, alone);
  maker.terminal(maker.both({q, alone}));
  const PropagationGraph network(maker.net);
  // p with q; a gate that reads itself. The base that follows its own negation is no circle: a step
  // lies between.
  ASSERT_EQ(network.group_count(), 2U);
  EXPECT_EQ(network.group(0).end - network.group(0).first +
                (network.group(1).end - network.group(1).first),
            3U);
  EXPECT_EQ(network.group_of(network.terminal()), PropagationGraph::no_group);
}

TEST(PropagationGraph, KnowsWhatDependsOnMoves) {
  net::NetMaker maker;
  const auto input = maker.move(net::true_component);
  const auto base = maker.base(false);
  const auto p = maker.either({base});
  maker.feed(p, maker.either({p, input}));
  maker.set_next(base, p);
  const auto other = maker.changing_base();
  maker.terminal(other);
  const PropagationGraph network(maker.net);
  EXPECT_TRUE(network.depends_on_moves(network.roles()[0].input[0]));
  EXPECT_TRUE(network.depends_on_moves(network.transitions()[0]));
  EXPECT_FALSE(network.depends_on_moves(network.transitions()[1]));
  EXPECT_FALSE(network.depends_on_moves(network.terminal()));
  for (Node node = network.group(0).first; node < network.group(0).end; ++node) {
    EXPECT_TRUE(network.depends_on_moves(node));
  }
}

TEST(PropagationGraph, RemovedComponentsAreNoNodes) {
  net::NetMaker maker;
  maker.net.components[maker.other(net::true_component)] = {.type = net::ComponentType::removed};
  maker.terminal(net::true_component);
  EXPECT_EQ(PropagationGraph(maker.net).node_count(), 3U);
}

// --- Propagation
// ----------------------------------------------------------------------------------

// One way of propagation against the plain evaluator, on states and moves that follow each other at
// random: what a step leaves behind must not be seen in the next.
template <typename Values>
void expect_plain_values(const net::PropNet& net, std::uint32_t seed) {
  const PropagationGraph network(net);
  Values values(network);
  net::PlainEvaluator plain(net);
  std::mt19937 random(seed);
  for (int step = 0; step < 30; ++step) {
    std::vector<bool> state;
    std::vector<std::uint64_t> words(network.state_words(), 0);
    std::size_t bit = 0;
    for (const net::BaseEntry& base : net.bases) {
      state.push_back(random() % 2 == 0);
      if (base.transition == net::no_component) continue;
      if (state.back()) words[bit / 64] |= std::uint64_t{1} << (bit % 64);
      ++bit;
    }
    std::vector<net::ComponentId> inputs;
    std::vector<Node> nodes;
    for (std::size_t role = 0; role < net.roles.size(); ++role) {
      if (net.roles[role].moves.empty()) continue;
      const std::size_t move = random() % net.roles[role].moves.size();
      inputs.push_back(net.roles[role].moves[move].input);
      nodes.push_back(network.roles()[role].input[move]);
    }
    if (random() % 4 != 0) values.set_state(words);
    values.set_inputs(nodes);
    values.set_state(words);
    plain.evaluate(state, inputs);
    ASSERT_EQ(values.value(network.terminal()), plain.value(net.terminal)) << "seed " << seed;
    for (std::size_t role = 0; role < net.roles.size(); ++role) {
      for (std::size_t i = 0; i < net.roles[role].moves.size(); ++i) {
        ASSERT_EQ(values.value(network.roles()[role].legal[i]),
                  plain.value(net.roles[role].moves[i].legal))
            << "seed " << seed;
      }
      for (std::size_t i = 0; i < net.roles[role].goals.size(); ++i) {
        ASSERT_EQ(values.value(network.roles()[role].goals[i].second),
                  plain.value(net.roles[role].goals[i].proposition))
            << "seed " << seed;
      }
    }
    bit = 0;
    for (const net::BaseEntry& base : net.bases) {
      if (base.transition == net::no_component) continue;
      ASSERT_EQ(values.value(network.transitions()[bit++]), plain.value(base.transition))
          << "seed " << seed;
    }
    if constexpr (std::is_same_v<Values, ForwardPropagation>) {
      for (std::size_t i = 0; i < network.transitions().size(); ++i) {
        ASSERT_EQ((values.watched()[i / 64] >> (i % 64) & 1U) != 0,
                  values.value(network.transitions()[i]));
      }
      for (const PropagationGraph::RoleNodes& role : network.roles()) {
        for (std::size_t i = 0; i < role.legal.size(); ++i) {
          const std::size_t place = role.first_legal_bit + i;
          ASSERT_EQ((values.watched()[place / 64] >> (place % 64) & 1U) != 0,
                    values.value(role.legal[i]));
        }
      }
    }
  }
}

TEST(Propagation, ForwardIsWhatTheNetworkSays) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    expect_plain_values<ForwardPropagation>(net::RandomNet(seed).net(), seed);
  }
}

TEST(Propagation, BackwardIsWhatTheNetworkSays) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    expect_plain_values<BackwardPropagation>(net::RandomNet(seed).net(), seed);
  }
}

TEST(Propagation, HoldsForOptimisedNetworksToo) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    net::PropNet net = net::RandomNet(seed).net();
    net::passes::run_passes(net, *net::passes::parse_passes(net::passes::default_passes));
    expect_plain_values<ForwardPropagation>(net, seed);
    expect_plain_values<BackwardPropagation>(net, seed);
  }
}

TEST(Propagation, DeepNetworksNeedNoDeepStack) {
  net::NetMaker maker;
  const auto base = maker.base(false);
  net::ComponentId last = base;
  for (int i = 0; i < 300'000; ++i) last = maker.negate(last);
  maker.terminal(last);
  const PropagationGraph network(maker.net);
  BackwardPropagation values(network);
  values.set_state(std::vector<std::uint64_t>{1});
  EXPECT_TRUE(values.value(network.terminal()));
  values.set_state(std::vector<std::uint64_t>{0});
  EXPECT_FALSE(values.value(network.terminal()));
}

// --- The machine
// ----------------------------------------------------------------------------------

// A ring of four lamps; the first is lit while the power is on, the others through each other.
constexpr std::string_view lamps = R"(
  (role engineer) (init (power on)) (init (name ring)) (init (day 1))
  (link a b) (link b c) (link c d) (link d b)
  (legal engineer toggle) (legal engineer (wait 1))
  (<= (next (power on)) (true (power on)) (does engineer (wait ?n)))
  (<= (next (power on)) (not (true (power on))) (does engineer toggle))
  (next (name ring)) (<= (next (day 1)) (true (day 1))) (<= (next (day 2)) (true (day 2)))
  (<= (lit a) (true (power on))) (<= (lit ?y) (link ?x ?y) (lit ?x))
  (<= terminal (not (lit d)))
  (<= (goal engineer 100) (lit c)) (<= (goal engineer 10) (not (lit b)))
)";

TEST(PropnetMachine, CirclesLoseTheirSupport) {
  for (const std::string_view passes : {"", "opt1,opt0,opt2,opt3", "opt2,opt1"}) {
    for (const PropnetOptions& options : all_options) {
      // Condensed, the ring would be one gate.
      PropnetMachine machine(net_of(lamps, passes, {.condense = false}), options);
      ASSERT_EQ(machine.graph()->group_count(), 1U);
      BitState state = machine.initial();
      const std::vector<std::pair<bool, std::string>> play_lines = {
          {true, "(wait 1)"}, {true, "toggle"}, {false, "(wait 1)"},
          {false, "toggle"},  {true, "toggle"}, {false, "toggle"}};
      for (const auto& [lit, move] : play_lines) {
        EXPECT_EQ(machine.terminal(state), !lit);
        EXPECT_EQ(machine.goal(state, Role{0}), lit ? 100 : 10);
        play(machine, state, {move});
      }
    }
  }
}

TEST(PropnetMachine, ConstantFactsAreStillFacts) {
  PropnetMachine machine(net_of(lamps), {});
  EXPECT_THAT(machine.facts(machine.initial()),
              ElementsAre("(day 1)", "(name ring)", "(power on)"));
  // Only the power changes; the second day never comes.
  EXPECT_EQ(PropagationGraph(*machine.net()).bases().size(), 1U);
  BitState state = machine.initial();
  play(machine, state, {"toggle"});
  EXPECT_THAT(machine.facts(state), ElementsAre("(day 1)", "(name ring)"));
}

TEST(PropnetMachine, NamesRolesAndMoves) {
  PropnetMachine machine(net_of(lamps), {});
  EXPECT_EQ(machine.role_count(), 1U);
  EXPECT_EQ(machine.role_name(Role{0}), "engineer");
  EXPECT_THAT(legal_texts(machine, machine.initial(), Role{0}), ElementsAre("(wait 1)", "toggle"));
  for (const char* text : {"toggle", "(wait 1)"}) {
    const auto move = machine.find_move(Role{0}, text);
    ASSERT_TRUE(move);
    EXPECT_EQ(machine.move_text(Role{0}, *move), text);
  }
  EXPECT_FALSE(machine.find_move(Role{0}, "(wait 2)"));
  EXPECT_FALSE(machine.find_move(Role{0}, ""));
  EXPECT_EQ(machine.fault(), "");
  EXPECT_GT(machine.memory_bytes(), 0U);
}

TEST(PropnetMachine, GoalsThatAreNotOneNumberAreUndefined) {
  PropnetMachine machine(
      net_of("(role a) (role b) (role c) (role d) (init x) (<= (legal ?r go) (role ?r)) terminal"
             "(goal a 10) (<= (goal a 20) (true x)) (goal b 101) (goal c many)"
             "(<= (goal d 5) (not (true x))) (<= (goal d 7) (true x))"),
      {});
  const BitState& state = machine.initial();
  EXPECT_EQ(machine.goal(state, Role{0}), model::contradictory_goal(20));
  EXPECT_EQ(machine.goal(state, Role{1}), model::undefined_goal);
  EXPECT_EQ(machine.goal(state, Role{2}), model::undefined_goal);
  EXPECT_EQ(machine.goal(state, Role{3}), 7);
}

TEST(PropnetMachine, StatesAreValues) {
  PropnetMachine machine(net_of(lamps), {});
  const BitState first = machine.initial();
  BitState second = first;
  play(machine, second, {"toggle"});
  EXPECT_FALSE(first == second);
  EXPECT_NE(machine.hash(first), machine.hash(second));
  EXPECT_FALSE(machine.terminal(first));
  EXPECT_TRUE(machine.terminal(second));
  play(machine, second, {"toggle"});
  EXPECT_TRUE(first == second);
  EXPECT_EQ(machine.hash(first), machine.hash(second));
}

TEST(PropnetMachine, AllPassesInAnyOrderAndAllOptionsPlayTheSameGame) {
  for (const std::string_view text : {lamps, games::find("tictactoe")->text}) {
    PropnetMachine plain(net_of(text, ""), {});
    const auto expected = explore(plain, 60);
    std::vector<std::string> order = {"opt0", "opt1", "opt2", "opt3"};
    do {
      std::string passes;
      for (const std::string& pass : order) passes += (passes.empty() ? "" : ",") + pass;
      const auto net = net_of(text, passes);
      for (const PropnetOptions& options : all_options) {
        PropnetMachine machine(net, options);
        EXPECT_EQ(explore(machine, 60), expected) << passes;
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(PropnetMachine, TooManyRolesAreRefused) {
  std::string text = "(init a) (<= (legal ?r go) (role ?r)) (<= (goal ?r 1) (role ?r)) terminal";
  for (int i = 0; i < 254; ++i) text += " (role r" + std::to_string(i) + ")";
  const auto allowed = gdl::load(text, "test");
  ASSERT_TRUE(allowed);
  EXPECT_TRUE(make_machine(PropnetMachine::name, *allowed));
  const auto game = gdl::load(text + " (role r254)", "test");
  ASSERT_TRUE(game);
  const auto machine = make_machine(PropnetMachine::name, *game);
  ASSERT_FALSE(machine);
  EXPECT_THAT(to_string(machine.error().list().front()),
              testing::HasSubstr("the rules define 255 roles, more than 254"));
}

TEST(PropnetMachine, MachinesShareANetwork) {
  PropnetMachine first(net_of(lamps), {.propagation = Propagation::forward});
  PropnetMachine second(first.net(), {.propagation = Propagation::backward}, first.graph());
  EXPECT_EQ(second.graph(), first.graph());
  EXPECT_EQ(explore(first, 20), explore(second, 20));
  const auto third = second.another();
  EXPECT_EQ(third->graph(), first.graph());
  EXPECT_EQ(explore(first, 20), explore(*third, 20));
}

// --- The cache
// ------------------------------------------------------------------------------------

BitState state_of(std::uint64_t word) {
  BitState state;
  state.words.assign(1, word);
  return state;
}

TEST(StateCache, ForgetsWhatTwoTurnsDidNotAskFor) {
  StateCache<BitState, BitStateHash> cache(100);
  cache.at(state_of(1)).terminal = true;
  cache.at(state_of(2)).terminal = false;
  cache.end_turn();  // of the turn in which both were asked for
  cache.at(state_of(2));
  cache.end_turn();
  EXPECT_EQ(cache.size(), 2U);
  cache.end_turn();  // neither this turn nor the last one asked for the first state
  EXPECT_EQ(cache.size(), 1U);
  EXPECT_EQ(cache.at(state_of(2)).terminal, false);
  cache.end_turn();
  cache.end_turn();
  EXPECT_EQ(cache.size(), 1U);
  cache.end_turn();
  EXPECT_EQ(cache.size(), 0U);
}

TEST(StateCache, IsEmptiedWhenANewStateFindsItFull) {
  StateCache<BitState, BitStateHash> cache(3);
  const auto goal_of = [&](std::uint64_t word, int now) {
    return cache.goal(state_of(word), Role(1), [&] { return now; });
  };
  for (const int i : {0, 1, 2}) EXPECT_EQ(goal_of(static_cast<std::uint64_t>(i), i), i);
  EXPECT_EQ(cache.size(), 3U);
  EXPECT_EQ(goal_of(1, 9), 1);  // a known one is no reason
  EXPECT_EQ(cache.size(), 3U);
  EXPECT_EQ(goal_of(7, 9), 9);
  EXPECT_EQ(cache.size(), 1U);
  EXPECT_EQ(goal_of(1, 8), 8);
  cache.clear();
  EXPECT_EQ(cache.size(), 0U);
}

TEST(StateCache, AnswersStayTheSameOverManyTurns) {
  const auto net = net_of(games::find("tictactoe")->text);
  PropnetMachine plain(net, {});
  PropnetMachine cached(net, {.cache = true, .max_cached_states = 20});
  std::mt19937 random(1);
  for (int game = 0; game < 50; ++game) {
    BitState state = plain.initial();
    while (!plain.terminal(state)) {
      ASSERT_FALSE(cached.terminal(state));
      std::vector<Move> joint_move;
      for (std::uint32_t role = 0; role < 2; ++role) {
        ASSERT_EQ(cached.goal(state, Role(role)), plain.goal(state, Role(role)));
        model::MoveList moves;
        model::MoveList again;
        plain.legal(state, Role(role), moves);
        cached.legal(state, Role(role), again);
        ASSERT_EQ(again, moves);
        joint_move.push_back(moves[random() % moves.size()]);
      }
      BitState other = state;
      plain.advance(state, joint_move);
      cached.advance(other, joint_move);
      ASSERT_TRUE(state == other);
      if (random() % 3 == 0) cached.end_turn();
    }
    ASSERT_TRUE(cached.terminal(state));
  }
}

}  // namespace
}  // namespace palamedes::machine::propnet
