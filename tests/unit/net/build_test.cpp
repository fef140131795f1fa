// Networks from small rule sheets, counted by hand, and the rules of thesis 4.2.1.

#include "net/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "support/various_games.h"
#include "unit/net/net_testing.h"

namespace palamedes::net {
namespace {

using testing::ElementsAre;

ground::GroundRules ground_rules(std::string_view text, bool decompose = true) {
  auto game = gdl::load(text, "test");
  EXPECT_TRUE(game) << text;
  if (!game) return {};
  auto rules = ground::ground(*game, {.decompose = decompose});
  EXPECT_TRUE(rules);
  return rules ? std::move(*rules) : ground::GroundRules{};
}

PropNet net_of(std::string_view text, bool decompose = false) {
  return build(ground_rules(text, decompose), {.names = true});
}

std::vector<ComponentId> named(const PropNet& net, std::string_view name) {
  std::vector<ComponentId> found;
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    if (component.type == ComponentType::proposition && component.atom != no_component &&
        net.names[component.atom] == name) {
      found.push_back(id);
    }
  }
  return found;
}
ComponentId only(const PropNet& net, std::string_view name) {
  const auto found = named(net, name);
  EXPECT_EQ(found.size(), 1U) << name;
  return found.empty() ? no_component : found.front();
}
ComponentId input_of(const PropNet& net, ComponentId id) {
  EXPECT_EQ(net.components[id].inputs.size(), 1U);
  return net.components[id].inputs.front();
}

constexpr std::string_view lights = R"(
  (role player) (light p) (light q) (init (on p))
  (<= (base (on ?x)) (light ?x))
  (<= (input player (turnOn ?x)) (light ?x))
  (<= (legal player (turnOn ?x)) (not (true (on ?x))) (light ?x))
  (<= (next (on ?x)) (does player (turnOn ?x)))
  (<= (next (on ?x)) (true (on ?x)))
  (<= terminal (true (on p)) (true (on q)))
  (<= (goal player 100) (true (on p)) (true (on q))))";

TEST(Build, TwoLights) {  // Figures 4.1 to 4.3; terminal and goal share their AND gate here
  const PropNet net = net_of(lights);
  const Census census = net.census();
  EXPECT_EQ(census.constants, 2U);
  EXPECT_EQ(census.base, 2U);
  EXPECT_EQ(census.input, 2U);
  EXPECT_EQ(census.legal, 2U);
  EXPECT_EQ(census.goal, 1U);
  EXPECT_EQ(census.terminal, 1U);
  EXPECT_EQ(census.other, 2U);  // what collects the reasons of each `next`
  EXPECT_EQ(census.transitions, 2U);
  EXPECT_EQ(census.ands, 1U);
  EXPECT_EQ(census.ors, 2U);
  EXPECT_EQ(census.nots, 2U);
  // Bases, legal, goal, terminal, anonymous, transitions and NOT read one each; AND and OR two.
  EXPECT_EQ(census.links, 2U + 2U + 1U + 1U + 2U + 2U + 2U + 2U + 4U);
  const ComponentId on_p = only(net, "(true (on p))");
  const ComponentId next = only(net, "(next (on p))");
  EXPECT_EQ(input_of(net, input_of(net, on_p)), next);
  const ComponentId legal = only(net, "(legal player (turnon p))");
  EXPECT_EQ(net.components[input_of(net, legal)].type, ComponentType::not_gate);
  EXPECT_EQ(input_of(net, input_of(net, legal)), on_p);
  ASSERT_EQ(net.bases.size(), 2U);
  for (const BaseEntry& base : net.bases) EXPECT_EQ(base.initially, base.proposition == on_p);
  EXPECT_EQ(net.roles[0].goals[0].value, 100);
}

constexpr std::string_view around = "(role r) (init a) (init b) (legal r go) (goal r 0) terminal ";

TEST(Build, NotGatesAreMadeOnce) {
  const PropNet net = net_of(std::string(around) +
                             "(<= (next a) (not (true a))) (<= (next b) (true b) (not (true a)))");
  EXPECT_EQ(net.census().nots, 1U);
}

TEST(Build, EqualAndGatesAreMadeOnce) {
  // In another order, and with a condition twice: still the same two conditions.
  const PropNet net = net_of(std::string(around) +
                             "(<= (next a) (true a) (true b)) (<= (next b) (true b) (true a))"
                             "(<= (next c) (true a) (true b) (true a))");
  EXPECT_EQ(net.census().ands, 1U);
  EXPECT_EQ(input_of(net, only(net, "(next a)")), input_of(net, only(net, "(next c)")));
}

TEST(Build, OneConditionNeedsNoGate) {
  const PropNet net = net_of(std::string(around) + "(<= (next a) (true b) (true b))");
  EXPECT_EQ(net.census().ands, 0U);
  EXPECT_EQ(net.census().ors, 0U);
  EXPECT_EQ(input_of(net, only(net, "(next a)")), only(net, "(true b)"));
}

TEST(Build, EqualReasonsCountOnce) {
  const PropNet net =
      net_of(std::string(around) + "(<= (next a) (true b)) (<= (next a) (true b) (true b))");
  EXPECT_EQ(net.census().ors, 0U);
}

TEST(Build, RulesWithoutConditionsReadTrue) {
  const PropNet net = net_of(std::string(around) + "(next a)");
  EXPECT_EQ(input_of(net, only(net, "(legal r go)")), true_component);
  EXPECT_EQ(input_of(net, only(net, "terminal")), true_component);
  EXPECT_EQ(input_of(net, only(net, "(next a)")), true_component);
  // Nothing leads to b again.
  EXPECT_EQ(input_of(net, input_of(net, only(net, "(true b)"))), false_component);
}

TEST(Build, EveryLegalMoveHasAnInput) {
  const PropNet net = net_of(
      "(role r) (role s) (init a) (legal r go) (legal r stay) (legal s go) (goal r 0) (goal s 0)"
      "(<= (next a) (does r go)) (<= terminal (true a))");
  ASSERT_EQ(net.roles.size(), 2U);
  EXPECT_EQ(net.roles[0].moves.size(), 2U);
  EXPECT_EQ(net.roles[1].moves.size(), 1U);
  EXPECT_EQ(net.census().input, 3U);
  EXPECT_EQ(net.census().legal, 3U);
}

TEST(Build, InputsThatAreNeverLegalAreFalse) {
  ground::GroundRules rules = ground_rules("(role r) (init a) (legal r go) (goal r 0) terminal");
  const auto term = [&](const char* name) {
    return rules.pool.intern(rules.symbols.intern(name), {});
  };
  const auto does = static_cast<std::uint32_t>(rules.atoms.size());
  rules.atoms.push_back({.kind = ground::RelationKind::does, .term = term("fly")});
  rules.atoms.push_back({.kind = ground::RelationKind::next, .term = term("a")});
  rules.atoms.push_back({.kind = ground::RelationKind::next, .term = term("b")});
  for (const std::uint32_t word : {does + 1, 1U, 2 * does, does + 2, 1U, 2 * does + 1}) {
    rules.rules.words.push_back(word);
  }
  const PropNet net = build(std::move(rules), {.names = true});
  EXPECT_TRUE(named(net, "(does r fly)").empty());
  EXPECT_EQ(input_of(net, only(net, "(next a)")), false_component);
  EXPECT_EQ(input_of(net, input_of(net, only(net, "(next b)"))), false_component);
  EXPECT_EQ(net.census().input, 1U);
}

TEST(Build, AtomsWithoutRulesAreFalse) {
  ground::GroundRules rules = ground_rules("(role r) (init a) (legal r go) (goal r 0) terminal");
  rules.rules = {};
  const PropNet net = build(std::move(rules), {.names = true});
  EXPECT_EQ(input_of(net, net.terminal), false_component);
  EXPECT_EQ(input_of(net, only(net, "(legal r go)")), false_component);
  EXPECT_EQ(input_of(net, only(net, "(goal r 0)")), false_component);
}

TEST(Build, RecursionMakesACircle) {
  const PropNet net = net_of(std::string(around) +
                             "(link 1 2) (link 2 1) (init (lamp 1)) (<= (next (lamp 2)) (true a))"
                             "(<= (next (lamp 1)) (true b))"
                             "(<= (lit ?x) (true (lamp ?x))) (<= (lit ?x) (link ?x ?y) (lit ?y))"
                             "(<= (next b) (lit 1))");
  const ComponentId one = only(net, "(lit 1)");
  const ComponentId two = only(net, "(lit 2)");
  EXPECT_THAT(inputs_of(net, input_of(net, one)),
              testing::UnorderedElementsAre(two, only(net, "(true (lamp 1))")));
  EXPECT_THAT(inputs_of(net, input_of(net, two)),
              testing::UnorderedElementsAre(one, only(net, "(true (lamp 2))")));
}

TEST(Build, NamesAreKeptOnDemandOnly) { EXPECT_TRUE(build(ground_rules(lights)).names.empty()); }

// The whole of 4.2.1, and that every gate has something to do.
void expect_well_formed(const PropNet& net, std::string_view name) {
  std::vector<int> in_moves(net.components.size(), 0);
  for (const RoleEntry& role : net.roles) {
    for (const MoveEntry& move : role.moves) {
      EXPECT_EQ(net.components[move.legal].proposition, PropositionType::legal);
      EXPECT_EQ(net.components[move.input].proposition, PropositionType::input);
      ++in_moves[move.legal];
      ++in_moves[move.input];
    }
  }
  std::size_t bad = 0;
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    const auto inputs = inputs_of(net, id);
    for (const ComponentId input : inputs) bad += is_removed(net, input) ? 1U : 0U;
    const bool move = component.proposition == PropositionType::input ||
                      component.proposition == PropositionType::legal;
    bad += in_moves[id] != (move ? 1 : 0) ? 1U : 0U;
    switch (component.type) {
      case ComponentType::constant:
        bad += id > false_component ? 1U : 0U;
        [[fallthrough]];
      case ComponentType::removed:
        bad += inputs.empty() ? 0U : 1U;
        break;
      case ComponentType::and_gate:
      case ComponentType::or_gate:
        bad += inputs.size() > 1 && std::set(inputs.begin(), inputs.end()).size() == inputs.size()
                   ? 0U
                   : 1U;
        break;
      case ComponentType::proposition:
        if (component.proposition == PropositionType::input) {
          bad += inputs.empty() ? 0U : 1U;
          break;
        }
        [[fallthrough]];
      default:
        bad += inputs.size() == 1 ? 0U : 1U;
        break;
    }
    const bool reads_transition =
        inputs.size() == 1 && net.components[inputs[0]].type == ComponentType::transition;
    bad += reads_transition == (component.proposition == PropositionType::base) ? 0U : 1U;
  }
  EXPECT_EQ(bad, 0U) << name;
}

TEST(Build, EveryBuiltInGameIsWellFormed) {
  for (const games::Builtin& game : games::various_games()) {
    if (game.text.size() > 12'000) continue;  // the others say nothing new and take long
    expect_well_formed(net_of(game.text, true), game.name);
  }
}

}  // namespace
}  // namespace palamedes::net
