#pragma once
// Planning in games that stand still while the avatar does: no chance, and nothing moves by itself.
// All that can be reached is searched, each situation once, until a way to win is found; the search
// goes on from tick to tick while the avatar waits.
//
// A situation is everything but the avatar. Ways of the avatar that change nothing else are walked
// in a small search of their own, and only situations are stored:
//
//   situation ── walk, walk, push ──> situation ── walk, push ──> situation ...
//
// Situations are taken in turns from two lists: the oldest one, and the one with the best score
// after the fewest changes.

#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "video/budget.h"
#include "video/forward_model.h"

namespace palamedes::video::planner {

// A number for everything in a state that matters, with and without the avatar.
struct Picture {
  std::uint64_t all = 0;
  std::uint64_t rest = 0;
};
[[nodiscard]] Picture picture_of(const vgdl::Game& game, const vgdl::State& state);

// Whether nothing happens unless the avatar acts, and nothing by chance.
[[nodiscard]] bool stands_still(ForwardModel& model, const vgdl::State& state);

class Puzzle {
 public:
  Puzzle(ForwardModel& model, const vgdl::State& start);

  enum class Result : std::uint8_t { searching, solved, hopeless };
  // Goes on with the search. Hopeless: there is chance after all, nothing is left to look at, or
  // memory is full.
  Result search(Budget& budget);
  // From the state where the search began to a win.
  [[nodiscard]] const std::vector<vgdl::Action>& plan() const { return plan_; }
  [[nodiscard]] std::size_t situations() const { return situations_.size(); }

 private:
  struct Situation {
    vgdl::State state;
    std::uint64_t rest = 0;
    std::uint32_t parent = 0;
    std::uint32_t changes = 0;
    std::int32_t score = 0;
    std::vector<vgdl::Action> way;  // from the parent's state
    bool is_done = false;
  };
  struct Walk {
    std::uint32_t parent = 0;
    vgdl::Action action = vgdl::Action::nil;
  };
  struct Ranked {
    std::int32_t score;
    std::uint32_t changes;
    std::uint32_t situation;
    bool operator<(const Ranked& other) const {
      if (score != other.score) return score < other.score;
      if (changes != other.changes) return changes > other.changes;
      return situation > other.situation;
    }
  };

  bool begin_next();
  // Tries all actions from one place of the walk. True if one of them wins.
  bool try_actions();
  [[nodiscard]] std::vector<vgdl::Action> walk_to(std::uint32_t place) const;
  void make_plan(vgdl::Action last);

  ForwardModel& model_;
  std::vector<Situation> situations_;
  std::deque<std::uint32_t> oldest_;
  std::priority_queue<Ranked> best_;
  bool takes_oldest_ = false;
  boost::unordered_flat_set<std::uint64_t> known_;
  std::uint32_t now_ = 0;
  std::vector<vgdl::State> places_;  // of the walk; those beyond its end keep their memory
  std::vector<Walk> walks_;
  std::size_t next_walk_ = 0;
  vgdl::State copy_;
  std::size_t bytes_ = 0;
  bool has_chance_ = false;
  bool is_full_ = false;
  std::vector<vgdl::Action> plan_;
};

}  // namespace palamedes::video::planner
