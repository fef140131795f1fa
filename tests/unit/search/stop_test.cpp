// A model that is stopped in the middle of a playout or of a question: the search goes on later as
// if that simulation had never begun.

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

// As the prover does it: when it comes to another state it asks whether to go on, and once it
// should not, every state is terminal, without goals and moves, until it is told anew. Unlike the
// toy, it has moves where the game is over: only `terminal` says that it is.
template <typename M>
class Stops {
 public:
  using State = typename M::State;
  explicit Stops(M model) : model_(std::move(model)) {}

  [[nodiscard]] std::size_t role_count() const { return model_.role_count(); }
  [[nodiscard]] State initial() { return model_.initial(); }
  [[nodiscard]] bool terminal(const State& state) { return !answers(state) || over(state); }
  [[nodiscard]] int goal(const State& state, Role role) {
    return answers(state) ? model_.goal(state, role) : model::undefined_goal;
  }
  void legal(const State& state, Role role, model::MoveList& moves) {
    moves.clear();
    if (!answers(state)) return;
    if (over(state)) return moves.push_back(Move{1});
    model_.legal(state, role, moves);
  }
  void advance(State& state, std::span<const Move> joint) {
    if (!answers(state)) return;
    ++steps;
    if (!over(state)) model_.advance(state, joint);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const { return model_.hash(state); }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] static State state(std::uint64_t value) { return M::state(value); }

  void keep_going_while(const std::function<bool()>* wanted) {
    wanted_ = wanted;
    stopped_ = false;
  }
  [[nodiscard]] bool was_stopped() const { return stopped_; }

  std::uint64_t steps = 0;

 private:
  bool over(const State& state) { return model_.terminal(state); }
  bool answers(const State& state) {
    const std::uint64_t about = hash(state);
    if (wanted_ != nullptr && about != about_) stopped_ = stopped_ || !(*wanted_)();
    about_ = about;
    return !stopped_;
  }

  M model_;
  std::uint64_t about_ = 0;
  const std::function<bool()>* wanted_ = nullptr;
  bool stopped_ = false;
  std::string fault_;
};

using StoppedNim = Stops<Row<toy::Nim>>;

StoppedNim nim(std::uint64_t pile) { return StoppedNim(Row<toy::Nim>({.pile = pile})); }

// Thinks until it was asked so often whether to go on.
void think_for(Searcher<StoppedNim>& searcher, std::uint64_t questions) {
  std::uint64_t asked = 0;
  searcher.search.run({.keep_going = [&] { return ++asked <= questions; }});
}

TEST(Stop, EndsAPlayoutInTheMiddle) {
  Parameters plan;
  plan.playout.end.max_length = 1'000'000;
  Searcher<StoppedNim> searcher(nim(100'000), plan);
  think_for(searcher, 100);
  EXPECT_LE(searcher.model.steps, 100U);  // a playout has some 50,000
  EXPECT_GT(searcher.model.steps, 50U);
  EXPECT_EQ(searcher.search.fault(), "");
  EXPECT_FALSE(searcher.search.finished());
  EXPECT_EQ(searcher.search.snapshot().simulations, 0U);
  EXPECT_EQ(searcher.root().visits, 0);
  EXPECT_TRUE(searcher.search.best().has_value());
}

TEST(Stop, CountsTheSimulationsThatEnded) {
  for (std::uint64_t questions = 1; questions < 200; ++questions) {
    Searcher<StoppedNim> searcher(nim(21), {});
    for (int i = 0; i < 10; ++i) think_for(searcher, questions);
    const auto simulations = static_cast<double>(searcher.search.snapshot().simulations);
    EXPECT_EQ(searcher.root().visits, simulations);
    if (searcher.root().block == nullptr) continue;
    double visits = 0;
    for (const tree::Entry& entry : searcher.entries(searcher.root(), 0)) visits += entry.visits;
    EXPECT_EQ(visits, simulations);
  }
}

// Wherever it was stopped, no state counts as over that is not, nor the other way round.
TEST(Stop, LeavesNothingWrongInTheTree) {
  for (std::uint64_t questions = 1; questions < 60; ++questions) {
    Parameters plan;
    plan.solver = true;
    Searcher<StoppedNim> searcher(nim(9), plan);
    for (int i = 0; i < 40; ++i) think_for(searcher, questions);
    searcher.think(20'000);
    ASSERT_TRUE(searcher.search.finished()) << questions;
    EXPECT_EQ(searcher.root().known[0], 1) << questions;
    EXPECT_EQ(searcher.best(), 1U) << questions;
    for (std::uint64_t value = 0; value < 20; ++value) {
      const tree::Node* const node = searcher.find(value);
      if (node == nullptr || node->known == nullptr) continue;
      const bool wins = value / 2 % 4 != 0;
      EXPECT_EQ(node->known[value % 2], wins ? 1 : 0) << value << " after " << questions;
    }
  }
}

TEST(Stop, ASearchForSimulationsIsNotAsked) {
  Searcher<StoppedNim> stoppable(nim(21), {});
  Searcher<Row<toy::Nim>> usual(Row<toy::Nim>({.pile = 21}), {});
  stoppable.think(300);
  usual.think(300);
  EXPECT_EQ(stoppable.all_statistics(), usual.all_statistics());
}

}  // namespace
}  // namespace palamedes::search
