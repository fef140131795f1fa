#pragma once
// When a swarm is sent what a playout strategy has learned. Values of moves cost little: they are
// sent with each batch. All that follows from the sequences of NST takes longer: it is sent in a
// turn's first batch, then when there is more by a certain share; by the clock, in a tenth of the
// time at most.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/params.h"
#include "base/stopwatch.h"

namespace palamedes::search::batch {

struct TellingParameters {
  double news = 0.125;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit(
        "news", news, Range{0, infinity},
        "nst: all that follows from what was learned is sent to the swarm when there is more by so "
        "large a share");
  }
};

class TellingSchedule {
 public:
  explicit TellingSchedule(const TellingParameters& parameters) : news_(parameters.news) {}

  void begin(bool timed) { timed_ = timed; }
  // A move of the game was made.
  void next_turn() {
    lessons_before_.reset();
    told_at_.reset();
  }

  // A batch begins, after this number of lessons.
  void begin_batch(std::uint64_t lessons) {
    seconds_ = 0;
    if (!lessons_before_) lessons_before_ = lessons;
  }
  // Whether there is enough news in this turn.
  [[nodiscard]] bool has_news(std::uint64_t lessons) const {
    if (!told_at_) return true;
    constexpr double least_news = 32;
    const auto news = static_cast<double>(lessons - *told_at_);
    const auto known = static_cast<double>(lessons - *lessons_before_);
    return news >= std::max(least_news, news_ * known);
  }
  // What was sent in earlier turns still holds, more or less.
  [[nodiscard]] bool has_time() const {
    constexpr double most = 0.1;  // of the time
    return !timed_ || since_told_.seconds() * most >= last_seconds_;
  }

  // tell() sends everything, after this number of lessons.
  template <typename Tell>
  void run(std::uint64_t lessons, const Tell& tell) {
    told_at_ = lessons;
    const CpuStopwatch watch;
    tell();
    seconds_ = last_seconds_ = watch.seconds();
    since_told_.restart();
  }
  // That sending took in this batch.
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  double news_;  // share of a turn's lessons that is worth sending
  // Lessons that the strategy had had when the turn's first batch came, and when everything was
  // sent last in this turn.
  std::optional<std::uint64_t> lessons_before_;
  std::optional<std::uint64_t> told_at_;
  bool timed_ = false;
  double seconds_ = 0;       // of this batch,
  double last_seconds_ = 0;  // and of the last time that anything was sent,
  CpuStopwatch since_told_;  // which was so long ago
};

}  // namespace palamedes::search::batch
