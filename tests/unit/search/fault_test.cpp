// A model that gives up in the middle of a search: nothing that it says from then on is believed.

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

// As the machines do it: from some question on every state is terminal, without goals and moves.
template <typename M>
class GivesUp {
 public:
  using State = typename M::State;
  GivesUp(M model, std::uint64_t questions) : model_(std::move(model)), left_(questions) {}

  [[nodiscard]] std::size_t role_count() const { return model_.role_count(); }
  [[nodiscard]] State initial() { return model_.initial(); }
  [[nodiscard]] bool terminal(const State& state) { return !answers() || model_.terminal(state); }
  [[nodiscard]] int goal(const State& state, Role role) {
    return answers() ? model_.goal(state, role) : model::undefined_goal;
  }
  void legal(const State& state, Role role, model::MoveList& moves) {
    moves.clear();
    if (answers()) model_.legal(state, role, moves);
  }
  void advance(State& state, std::span<const Move> joint) {
    if (answers()) model_.advance(state, joint);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const { return model_.hash(state); }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] static State state(std::uint64_t value) { return M::state(value); }

 private:
  bool answers() {
    if (left_ == 0) fault_ = "the toy broke";
    left_ -= left_ > 0 ? 1 : 0;
    return fault_.empty();
  }

  M model_;
  std::uint64_t left_;
  std::string fault_;
};

using Broken = GivesUp<Row<toy::Nim>>;
using BrokenSearch = Searcher<Broken>;

constexpr std::uint64_t never = 1'000'000'000;

Broken nim(std::uint64_t questions) {
  return {Row<toy::Nim>({.pile = 21}), questions};  // too large to be proven in a few simulations
}

std::vector<Parameters> plans() {
  std::vector<Parameters> plans(6);
  plans[1].solver = true;
  plans[2].select.formula = select::Formula::amaf;
  plans[2].solver = true;
  plans[3].select.formula = select::Formula::flat;
  plans[4].memory.loop = tree::Loop::open;
  plans[5].playout.strategy = playout::Technique::mast;
  plans[5].memory.transpositions = false;
  return plans;
}

TEST(Fault, TheSearchKnowsWhatItKnewBefore) {
  for (std::size_t number = 0; number < plans().size(); ++number) {
    const Parameters plan = plans()[number];
    for (std::uint64_t questions = 3; questions < 600; questions += 23) {
      SCOPED_TRACE(testing::Message() << "plan " << number << ", " << questions << " questions");
      BrokenSearch broken(nim(questions), plan);
      broken.think(10'000);
      ASSERT_EQ(broken.search.fault(), "the toy broke");
      EXPECT_FALSE(broken.search.finished());
      const Snapshot snapshot = broken.search.snapshot();
      EXPECT_FALSE(snapshot.proven);
      // The same as a search that ends after as many simulations by itself.
      BrokenSearch healthy(nim(never), plan);
      healthy.think(snapshot.simulations);
      ASSERT_EQ(healthy.search.fault(), "");
      if (snapshot.simulations > 0) {
        EXPECT_EQ(broken.visits(), healthy.visits());
        EXPECT_EQ(snapshot.payoffs, healthy.search.snapshot().payoffs);
      }
    }
  }
}

TEST(Fault, NoNodeOfTheTreeIsProvenWrongly) {
  for (std::uint64_t questions = 3; questions < 2000; questions += 13) {
    BrokenSearch broken(nim(questions), solver_plan());
    broken.think(10'000);
    EXPECT_NE(broken.search.finished(), broken.search.fault() == "the toy broke");
    for (std::uint64_t pile = 0; pile <= 21; ++pile) {
      for (std::uint64_t mover = 0; mover < 2; ++mover) {
        const tree::Node* const node = broken.find(pile * 2 + mover);
        if (node == nullptr || node->known == nullptr) continue;
        const bool wins = pile % 4 != 0;
        EXPECT_EQ(node->known[mover], wins ? 1 : 0) << pile << " after " << questions;
      }
    }
  }
}

TEST(Fault, EndsAtOnceHoweverLongItMayThink) {
  BrokenSearch broken(nim(50), {});
  broken.think(Budget::unlimited);
  const std::uint64_t simulations = broken.search.snapshot().simulations;
  broken.think(Budget::unlimited);
  EXPECT_EQ(broken.search.snapshot().simulations, simulations);
}

TEST(Fault, StopsAllThreads) {
  Parameters plan;
  plan.threads = 2;
  // Large enough that a tree which is ready before the second thread begins does not happen.
  using Large = GivesUp<Row<toy::Bush>>;
  Large healthy(Row<toy::Bush>(), never);
  Large broken(Row<toy::Bush>(), 500);
  Search<Large> search({&healthy, &broken}, plan, Role{0}, 1);
  search.start(healthy.initial());
  search.run({});
  EXPECT_EQ(search.fault(), "the toy broke");
  EXPECT_FALSE(search.snapshot().proven);
}

}  // namespace
}  // namespace palamedes::search
