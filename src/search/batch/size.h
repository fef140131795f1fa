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
//           on the way to a leaf are made without knowing the leaves before it; and
//           playouts^0.15 where each leaf is played out several times
//
// If none promises half as much again as one simulation after the other, that is what is done: what
// is promised is a guess, and where it was little more nothing came of it. But now and then a batch
// is tried, since what it takes may have changed with the position. Elsewhere what is found
// must not depend on the speed of the machine, and a batch is a share of the root's visits. Lanes
// that are free play leaves again.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "base/stopwatch.h"

namespace palamedes::search::batch {

// What the playouts of a leaf are in the tree.
enum class LeafCount : std::uint8_t { playouts, leaf };

}  // namespace palamedes::search::batch

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<search::batch::LeafCount> = {"playouts",
                                                                                       "leaf"};

namespace search::batch {

struct SizeParameters {
  std::uint32_t width = 1;
  std::uint32_t playouts = 1;
  LeafCount count = LeafCount::playouts;
  double lessons = 1;
  double share = 0.01;
  std::uint32_t least = 0;
  double staleness = 2.5;
  std::uint32_t most_gates = 200'000;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("width", width, Range{1, 1 << 20},
          "leaves played out at once, by the swarm where there is one");
    visit("playouts", playouts, Range{0, 1 << 16},
          "playouts of each leaf; 0: eight where nothing is learned from their moves, else as many "
          "as "
          "the width has room for, up to eight");
    visit("count", count,
          "what the playouts of a leaf are in the tree: a visit each, or one together, with their "
          "mean");
    visit("lessons", lessons, Range{0, 1 << 16},
          "playouts of each leaf whose moves are learned from (amaf, history, mast, nst, ppa)");
    visit("share", share, Range{0, infinity},
          "leaves of a batch, at most this share of the root's visits; where thinking ends by the "
          "clock "
          "only if least is given");
    visit(
        "least", least, Range{0, 1 << 20},
        "leaves of the smallest batch, smaller ones are made one after the other; 0: 16, or where "
        "thinking ends by the clock as many as promise most");
    visit(
        "most_gates", most_gates, Range{0, 1 << 30},
        "a game whose steps take more gates is played without the swarm, which takes long to make "
        "there");
    visit("staleness", staleness, Range{0, infinity},
          "by the clock: s in exp(-s d n / N), by which each of n leaves that are selected "
          "together is worth less in a tree with N visits and leaves d steps from the root");
  }
};

// Of a leaf, if the parameters leave it open. A swarm's playouts cost next to nothing, learning
// from them does.
inline constexpr std::uint32_t most_playouts_of_leaf = 8;
[[nodiscard]] inline std::uint32_t playouts_of_leaf(const SizeParameters& parameters, bool learns) {
  if (parameters.playouts > 0) return parameters.playouts;
  return learns ? 1 : most_playouts_of_leaf;
}

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
  // a guess what a leaf more costs: rather too little, since the next batch will show.
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

class BatchSizer {
 public:
  static constexpr double least_tried = 4;            // leaves of the first batch that is timed
  static constexpr std::uint64_t least_untimed = 16;  // leaves of a batch

  // `learns`: from each simulation something else than its nodes.
  BatchSizer(const SizeParameters& parameters, bool learns)
      : parameters_(parameters), playouts_(playouts_of_leaf(parameters, learns)) {}

  [[nodiscard]] BatchSize next(const TreeShape& tree, bool timed) const {
    if (parameters_.least > 0 || !timed) return size_of(share_of(tree.visits));
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
        std::min<double>(parameters_.width, std::floor(parameters_.share * root_visits));
    const std::uint64_t least = parameters_.least > 0 ? parameters_.least : least_untimed;
    return leaves < static_cast<double>(least) ? 1 : leaves;
  }

  [[nodiscard]] double most_promising(const TreeShape& tree) const {
    if (!batches_.is_known() || ones_ <= 0) return size_to_try(tree);
    double best = 1;
    double most = least_promise;
    for (double leaves = parameters_.width; leaves >= 2; leaves = std::floor(leaves * 0.8)) {
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
    return parameters_.staleness * tree.depth / tree.visits;
  }

  // It would be worth a fifth less than one leaf after the other.
  [[nodiscard]] double size_to_try(const TreeShape& tree) const {
    constexpr double loss = 0.22;  // exp(-0.22) is four fifths
    const double leaves = std::floor(loss / staleness(tree));
    return leaves < least_tried ? 1 : std::min<double>(parameters_.width, leaves);
  }
  // As rarely as it is cheap.
  [[nodiscard]] double retry(const TreeShape& tree) const {
    const double leaves = size_to_try(tree);
    return alone_ >= alone_for_retry * batches_.predict(leaves, one_) ? leaves : 1;
  }

  [[nodiscard]] std::uint32_t playouts(std::uint64_t leaves) const {
    if (parameters_.playouts > 0) return parameters_.playouts;
    const auto fitting = static_cast<std::uint32_t>(parameters_.width / leaves);
    return std::max(playouts_, std::min(fitting, most_playouts_of_leaf));
  }

  static constexpr double least_promise = 1.5;
  static constexpr double alone_for_retry = 20;  // batches' time
  static constexpr int batches_in_a_row = 64;
  SizeParameters parameters_;
  std::uint32_t playouts_;  // of a leaf, at least
  BatchTime batches_;
  double one_ = 0;  // seconds of one simulation, about
  double ones_ = 0;
  double different_ = 1;  // share of a batch's leaves, about
  double alone_ = 0;      // seconds of simulations since the last batch
  int untimed_ = 0;       // simulations since the watch was read
  int batches_since_one_ = 0;
};

}  // namespace search::batch
}  // namespace palamedes
