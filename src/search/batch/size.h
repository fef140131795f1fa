#pragma once
// How many leaves are played out at once, and how often each.
//
// All leaves of a batch are selected before any is known, so that large batches waste some; but the
// swarm takes about as long for few lanes as for all. Where thinking ends by the clock, the size is
// the one that promises most:
//
//   speed   leaves * different * one / (fixed + per_leaf * leaves)
//           against one simulation after the other; all four are measured on the way, different
//           being the share of the leaves that are not selected twice
//   worth   exp(-staleness * depth * leaves / root's visits): the deeper the tree, the more choices
//           on the way to a leaf are made without having heard of the leaves before it; and
//           playouts^0.15 where each leaf is played out several times
//
// If none promises half as much again as one simulation after the other, that is what is done: what
// is promised is a guess, and where it was little more nothing came of it. But now and then a batch
// is tried, since what it takes may have changed with the position. Elsewhere what is found
// must not depend on the speed of the machine, and a batch is a share of the root's visits. Lanes
// that are free play leaves again.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/stopwatch.h"
#include "search/parameters.h"

namespace palamedes::search {

struct BatchSize {
  std::uint64_t leaves = 1;    // 1: without the swarm, one playout
  std::uint32_t playouts = 1;  // of each
};

struct TreeShape {
  double visits = 0;  // of the root
  double depth = 1;   // of the leaves lately, on average
};

// Seconds that batches take, as fixed + per_leaf * leaves: a line through the last ones.
class BatchTime {
 public:
  // The first one is not like the others: nothing is at hand yet. One that takes much longer than
  // it should counts, but not in full.
  void add(double leaves, double seconds, double one) {
    if (seen_++ == 0) return;
    if (is_known()) seconds = std::min(seconds, 2 * predict(leaves, one));
    for (double* const sum : {&count_, &leaves_, &seconds_, &squares_, &products_}) *sum *= memory;
    count_ += 1;
    leaves_ += leaves;
    seconds_ += seconds;
    squares_ += leaves * leaves;
    products_ += leaves * seconds;
  }
  [[nodiscard]] bool is_known() const { return count_ > 0; }

  // `one`: seconds of a simulation by itself. As long as all batches have about the same size it is
  // a guess what a leaf more costs: rather too little, since the next batch will tell.
  [[nodiscard]] double predict(double leaves, double one) const {
    const double spread = count_ * squares_ - leaves_ * leaves_;
    double per_leaf = one / 8;
    if (spread > least_spread * leaves_ * leaves_) {
      per_leaf = (count_ * products_ - leaves_ * seconds_) / spread;
    }
    const double mean = leaves_ / count_;
    per_leaf = std::clamp(per_leaf, 0.0, seconds_ / leaves_);
    return seconds_ / count_ + per_leaf * (leaves - mean);
  }

 private:
  static constexpr double memory = 0.95;
  static constexpr double least_spread = 0.02;
  std::uint64_t seen_ = 0;
  double count_ = 0;
  double leaves_ = 0;
  double seconds_ = 0;
  double squares_ = 0;
  double products_ = 0;
};

class Pace {
 public:
  static constexpr double least_tried = 4;            // leaves of the first batch that is timed
  static constexpr std::uint64_t least_untimed = 16;  // leaves of a batch

  explicit Pace(const Plan& plan) : plan_(plan) {}

  [[nodiscard]] BatchSize next(const TreeShape& tree, bool timed) const {
    if (plan_.batch.least > 0 || !timed) return size_of(share_of(tree.visits));
    const bool alone = untimed_ > 0 || batches_since_one_ >= batches_in_a_row;
    return alone ? BatchSize{} : size_of(most_promising(tree));
  }

  // The watch begins anew.
  void begin() { untimed_ = 0; }

  // The watch runs since the last call: asking the time takes some itself, so that simulations one
  // by one are measured several together.
  void made_one(CpuStopwatch& watch) {
    if (++untimed_ < measured_together) return;
    const double seconds = watch.restart() / measured_together;
    for (; untimed_ > 0; --untimed_) took_one(seconds);
  }
  // `different`: of the leaves. `beside` of the time the swarm spent on other things than this
  // batch.
  void made(const BatchSize& size, std::size_t different, CpuStopwatch& watch, double beside) {
    took(size, different, watch.restart() - beside);
  }
  void took_one(double seconds) {
    batches_since_one_ = 0;
    one_ += (seconds - one_) / std::min(++ones_, memory);
    alone_ += seconds;
  }
  void took(const BatchSize& size, std::size_t different, double seconds) {
    const auto leaves = static_cast<double>(size.leaves);
    batches_.add(leaves, seconds, one_);
    different_ += (static_cast<double>(different) / leaves - different_) / batches_remembered;
    alone_ = 0;
    ++batches_since_one_;
  }

 private:
  static constexpr int measured_together = 8;
  static constexpr double memory = 64;  // simulations
  static constexpr double batches_remembered = 16;

  [[nodiscard]] BatchSize size_of(double leaves) const {
    const auto count = static_cast<std::uint64_t>(leaves);
    return count < 2 ? BatchSize{} : BatchSize{.leaves = count, .playouts = playouts(count)};
  }

  [[nodiscard]] double share_of(double root_visits) const {
    const double leaves =
        std::min<double>(plan_.batch.width, std::floor(plan_.batch.share * root_visits));
    const std::uint64_t least = plan_.batch.least > 0 ? plan_.batch.least : least_untimed;
    return leaves < static_cast<double>(least) ? 1 : leaves;
  }

  [[nodiscard]] double most_promising(const TreeShape& tree) const {
    if (!batches_.is_known() || ones_ <= 0) return size_to_try(tree);
    double best = 1;
    double most = least_promise;
    for (double leaves = plan_.batch.width; leaves >= 2; leaves = std::floor(leaves * 0.8)) {
      const double speed = leaves * different_ * one_ / batches_.predict(leaves, one_);
      const double promise = speed * worth(leaves, tree);
      if (promise <= most) continue;
      most = promise;
      best = leaves;
    }
    return best > 1 ? best : retry(tree);
  }

  [[nodiscard]] double worth(double leaves, const TreeShape& tree) const {
    const double often = std::pow(playouts(static_cast<std::uint64_t>(leaves)), 0.15);
    return often * std::exp(-staleness(tree) * leaves);
  }
  [[nodiscard]] double staleness(const TreeShape& tree) const {
    return plan_.batch.staleness * tree.depth / tree.visits;
  }

  // It would be worth a fifth less than one leaf after the other.
  [[nodiscard]] double size_to_try(const TreeShape& tree) const {
    constexpr double loss = 0.22;  // exp(-0.22) is four fifths
    const double leaves = std::floor(loss / staleness(tree));
    return leaves < least_tried ? 1 : std::min<double>(plan_.batch.width, leaves);
  }
  // As rarely as it is cheap.
  [[nodiscard]] double retry(const TreeShape& tree) const {
    const double leaves = size_to_try(tree);
    return alone_ >= alone_for_retry * batches_.predict(leaves, one_) ? leaves : 1;
  }

  [[nodiscard]] std::uint32_t playouts(std::uint64_t leaves) const {
    if (plan_.batch.playouts > 0) return plan_.batch.playouts;
    const auto fitting = static_cast<std::uint32_t>(plan_.batch.width / leaves);
    return std::max(playouts_of_leaf(plan_), std::min(fitting, most_playouts_of_leaf));
  }

  static constexpr double least_promise = 1.5;
  static constexpr double alone_for_retry = 20;  // batches' time
  static constexpr int batches_in_a_row = 64;
  Plan plan_;
  BatchTime batches_;
  double one_ = 0;  // seconds of one simulation, about
  double ones_ = 0;
  double different_ = 1;  // share of a batch's leaves, about
  double alone_ = 0;      // seconds of simulations since the last batch
  int untimed_ = 0;       // simulations since the watch was read
  int batches_since_one_ = 0;
};

}  // namespace palamedes::search
