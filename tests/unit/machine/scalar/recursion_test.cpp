// Derived facts that are kept up to date, against a fixpoint that is worked out anew.

#include "machine/scalar/recursion.h"

#include <map>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/scalar/propagation_engine.h"
#include "unit/circuit/wide/wide_testing.h"
#include "unit/machine/scalar/scalar_testing.h"

namespace palamedes::machine::scalar {
namespace {

using circuit::wide::WideValues;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Facts over conditions that are single bases: condition i is base i.
class Facts {
 public:
  explicit Facts(WideCircuit wide)
      : wide_(std::move(wide)),
        layers_(wide_.loop_of.size(), 0),
        rules_(wide_, layers_),
        derived_(rules_),
        words_(rules_.condition_words(), 0),
        now_(wide_.loop_of.size(), false) {}

  // The facts that were changed, by number; with a complaint about those that did not change.
  std::vector<Fact> set(const std::vector<bool>& bases) {
    for (const RecursiveRules::Condition& condition : rules_.conditions()) {
      const bool is_true =
          bases[condition.literal.node() - 1] != condition.literal.is_complemented();
      const std::uint64_t bit = std::uint64_t{1} << (condition.number % 64);
      std::uint64_t& word = words_[condition.number / 64];
      word = is_true ? word | bit : word & ~bit;
    }
    std::vector<Fact> changed;
    derived_.update(rules_.layers()[0], words_.data(), [&](Fact fact, bool now_true) {
      EXPECT_NE(now_[fact], now_true) << "fact " << fact;
      now_[fact] = now_true;
      changed.push_back(fact);
    });
    return changed;
  }
  [[nodiscard]] const std::vector<bool>& now() const { return now_; }
  [[nodiscard]] std::vector<bool> fixpoint(const std::vector<bool>& bases) const {
    const WideValues values(wide_, [&](CircuitNode node) { return bool{bases[node - 1]}; });
    std::vector<bool> result;
    for (std::size_t i = 0; i < wide_.loop_of.size(); ++i) {
      const auto node = wide_.first_feedback() + static_cast<CircuitNode>(i);
      result.push_back(values.value({node, false}));
    }
    return result;
  }

 private:
  WideCircuit wide_;
  std::vector<std::uint32_t> layers_;
  RecursiveRules rules_;
  DerivedFacts derived_;
  std::vector<std::uint64_t> words_;
  std::vector<bool> now_;
};

WideCircuit with_facts(std::size_t bases, std::size_t facts) {
  WideCircuit wide = circuit::wide::sources(bases);
  wide.loop_of.assign(facts, 0);
  return wide;
}

void add_rule(WideCircuit& wide, Fact head, Literal condition, const std::vector<Fact>& needs) {
  WideCircuit::FeedbackRule& rule = wide.rules.emplace_back();
  rule.head = wide.first_feedback() + head;
  rule.condition = condition;
  for (const Fact need : needs) rule.needs.push_back(wide.first_feedback() + need);
}

// Fact 0 if base 0, or if base 1 and fact 1; fact 1 if base 2, or if fact 0.
WideCircuit two_that_support_each_other() {
  WideCircuit wide = with_facts(3, 2);
  add_rule(wide, 0, {wide.base(0), false}, {});
  add_rule(wide, 0, {wide.base(1), false}, {1});
  add_rule(wide, 1, {wide.base(2), false}, {});
  add_rule(wide, 1, true_literal, {0});
  return wide;
}

TEST(DerivedFacts, FollowTheirSources) {
  Facts facts(two_that_support_each_other());
  EXPECT_THAT(facts.set({true, true, false}), ElementsAre(0, 1));
  // Now each is supported by the other alone.
  EXPECT_THAT(facts.set({false, true, false}), UnorderedElementsAre(0, 1));
  EXPECT_THAT(facts.now(), ElementsAre(false, false));
}

TEST(DerivedFacts, FindAnotherSourceWithoutAChange) {
  Facts facts(two_that_support_each_other());
  facts.set({true, true, false});
  EXPECT_THAT(facts.set({true, true, true}), IsEmpty());
  // Fact 1 stands by itself and takes fact 0 with it.
  EXPECT_THAT(facts.set({false, true, true}), IsEmpty());
  EXPECT_THAT(facts.set({false, false, true}), ElementsAre(0));
  EXPECT_THAT(facts.set({false, true, false}), ElementsAre(1));
}

TEST(DerivedFacts, NeedEverythingThatARuleNames) {
  WideCircuit wide = with_facts(2, 3);
  add_rule(wide, 0, {wide.base(0), false}, {});
  add_rule(wide, 1, {wide.base(1), true}, {});
  add_rule(wide, 2, true_literal, {0, 1});
  add_rule(wide, 0, true_literal, {2});
  Facts facts(std::move(wide));
  EXPECT_THAT(facts.set({false, false}), ElementsAre(1));
  EXPECT_THAT(facts.set({true, false}), ElementsAre(0, 2));
  EXPECT_THAT(facts.set({false, false}), UnorderedElementsAre(0, 2));
}

// Rules of up to three needs over 12 facts and 80 bases, some read as complements.
WideCircuit random_rules(std::mt19937& random) {
  constexpr std::size_t bases = 80;
  constexpr std::size_t facts = 12;
  WideCircuit wide = with_facts(bases, facts);
  for (std::size_t i = 0; i < 40; ++i) {
    std::vector<Fact> needs;
    for (std::size_t k = random() % 4; k > 0; --k) needs.push_back(random() % facts);
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    const auto head = static_cast<Fact>(random() % facts);
    if (std::count(needs.begin(), needs.end(), head) > 0) continue;
    const Literal condition(wide.base(random() % bases), random() % 4 == 0);
    add_rule(wide, head, random() % 6 == 0 && !needs.empty() ? true_literal : condition, needs);
  }
  return wide;
}

TEST(DerivedFacts, AreTheFixpointAfterEveryChange) {
  std::size_t changes = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    Facts facts(random_rules(random));
    std::vector<bool> bases(80, false);
    for (int step = 0; step < 60; ++step) {
      for (std::size_t k = random() % 6; k > 0; --k) bases[random() % bases.size()].flip();
      changes += facts.set(bases).size();
      ASSERT_EQ(facts.now(), facts.fixpoint(bases)) << "seed " << seed << " step " << step;
    }
  }
  EXPECT_GT(changes, 1000U);
}

// Stones on a line of five cells; a cell is reached from the left end through stones, and the far
// end may be played only where nothing is cut off, which reads the first loop through a negation.
constexpr std::string_view line =
    "(role r) (cell 1) (cell 2) (cell 3) (cell 4) (cell 5)"
    "(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5)"
    "(<= (touch ?a ?b) (next-to ?a ?b)) (<= (touch ?a ?b) (next-to ?b ?a))"
    "(<= (legal r (toggle ?c)) (cell ?c))"
    "(<= (legal r count) (not (cut 1)))"
    "(<= (next (stone ?c)) (does r (toggle ?c)) (not (true (stone ?c))))"
    "(<= (next (stone ?c)) (true (stone ?c)) (not (does r (toggle ?c))))"
    "(<= (reached 1) (true (stone 1)))"
    "(<= (reached ?b) (reached ?a) (touch ?a ?b) (true (stone ?b)))"
    "(<= (cut ?c) (true (stone ?c)) (not (reached ?c)))"
    "(<= (cut ?a) (cut ?b) (touch ?a ?b))"
    "(<= terminal (reached 5))"
    "(<= (goal r 100) (reached 5)) (<= (goal r 0) (not (reached 5)))";

// What the rules say, worked out by hand: `cut` spreads over the whole line.
TEST(PropagationEngine, KeepsRecursiveRulesUpToDate) {
  const Game game(line);
  const WideCircuit& wide = game.no_moves->kept().circuit();
  ASSERT_FALSE(wide.rules.empty());
  const auto kept = std::make_shared<const KeptGates>(wide, MovePart::kept);
  EXPECT_EQ(kept->recursion().layers().size(), 2U);
  PropagationEngine engine(kept);
  std::vector<std::uint64_t> state = game.initial();
  std::mt19937 random(1);
  std::map<int, bool> stones;
  std::size_t ends = 0;
  for (int step = 0; step < 400; ++step) {
    const int cell = 1 + static_cast<int>(random() % 5);
    const std::vector<Move> joint{game.move(0, "(toggle " + std::to_string(cell) + ")")};
    engine.advance(joint, state.data());
    stones[cell] = !stones[cell];
    int reached = 0;
    while (reached < 5 && stones[reached + 1]) ++reached;
    bool is_cut = false;
    for (int i = reached + 1; i <= 5; ++i) is_cut = is_cut || stones[i];
    ASSERT_EQ(engine.terminal(), reached == 5) << step;
    ASSERT_EQ(engine.goal(Role{0}), reached == 5 ? 100 : 0) << step;
    model::MoveList moves;
    engine.legal(Role{0}, moves);
    ASSERT_EQ(moves.size(), is_cut ? 5U : 6U) << step;
    ends += reached == 5 ? 1 : 0;
  }
  EXPECT_GT(ends, 0U);
}

}  // namespace
}  // namespace palamedes::machine::scalar
