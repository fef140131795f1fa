#pragma once
// Threads on one tree have playout statistics of their own, so that nobody waits for another one in
// the middle of a playout. What one of them has learned from, the others learn from as well: each
// has a box, into which the others put their simulations, and which it empties between its own.

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "search/simulation.h"

namespace palamedes::search {

class LessonExchange {
 public:
  // A thread that is busy for long does not learn from all; memory stays bounded.
  static constexpr std::size_t most_lessons = 4096;

  explicit LessonExchange(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) boxes_.push_back(std::make_unique<Box>());
  }

  void tell_others(std::size_t from, const Simulation& simulation) {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (i == from) continue;
      const std::scoped_lock lock(boxes_[i]->mutex);
      if (boxes_[i]->lessons.size() < most_lessons) boxes_[i]->lessons.push_back(simulation);
    }
  }
  // All that others have told this one; `lessons` is empty before.
  void take(std::size_t thread, std::vector<Simulation>& lessons) {
    const std::scoped_lock lock(boxes_[thread]->mutex);
    lessons.swap(boxes_[thread]->lessons);
  }

 private:
  struct Box {
    std::mutex mutex;
    std::vector<Simulation> lessons;
  };
  std::vector<std::unique_ptr<Box>> boxes_;
};

}  // namespace palamedes::search
