#pragma once
// UCB1 on a bandit with very many arms, exact and without looking at all of them.
//
// Arms with the same number of visits differ in their means only, so the best of them is the one
// with the highest mean. They form a bucket, a heap by mean; the best arm of all is the best of the
// tops. Visits come one by one, so an arm always moves to the next bucket, and buckets stand in a
// list.
//
//   bucket        visits 1 ──────── visits 2 ──────── visits 7       reach = 1 / sqrt(visits)
//   heap by mean  0.9               0.8               0.6
//                ┌─┴─┐             ┌─┴─┐
//               0.5 0.1           0.7 0.7

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "tune/arm.h"

namespace palamedes::tune {

class ManyArms {
 public:
  explicit ManyArms(std::size_t arms) : arms_(arms), nodes_(arms) {
    // k different numbers of visits need k (k + 1) / 2 visits: this is enough for 8 million
    buckets_.reserve(std::min<std::size_t>(arms, 4096));
  }

  [[nodiscard]] bool is_empty() const { return first_ == none; }
  [[nodiscard]] const Arm& operator[](std::uint32_t arm) const { return arms_[arm]; }
  [[nodiscard]] std::uint64_t visits() const { return visits_; }

  // The arm with the highest UCB1 value among those visited before; there must be one.
  [[nodiscard]] std::uint32_t best(double c) const;
  void visit(std::uint32_t arm, Rng& rng);
  void reward(std::uint32_t arm, double payoff, Rng& rng);

  // The arm with the most payoffs.
  [[nodiscard]] std::uint32_t preferred() const;

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  // A pairing heap: each node has its first child and its next sibling; `previous` is the sibling
  // before it, or its parent.
  struct Node {
    std::uint32_t child = none;
    std::uint32_t next = none;
    std::uint32_t previous = none;
    std::uint32_t bucket = none;
    std::uint32_t lot = 0;  // decides between equal means
  };
  struct Bucket {
    double reach = 0;
    std::uint32_t visits = 0;
    std::uint32_t top = none;
    std::uint32_t next = none;
    std::uint32_t previous = none;
  };

  [[nodiscard]] bool is_above(std::uint32_t a, std::uint32_t b) const {
    return arms_[a].mean != arms_[b].mean ? arms_[a].mean > arms_[b].mean
                                          : nodes_[a].lot > nodes_[b].lot;
  }
  std::uint32_t meld(std::uint32_t a, std::uint32_t b);
  std::uint32_t meld_siblings(std::uint32_t first);
  void insert(std::uint32_t arm, std::uint32_t bucket, Rng& rng);
  // The bucket stays, even if it is empty.
  void take_out(std::uint32_t arm);
  // The bucket for arms with this number of visits, which comes right after another one.
  std::uint32_t bucket_after(std::uint32_t before, std::uint32_t visits);
  void drop_if_empty(std::uint32_t bucket);

  std::vector<Arm> arms_;
  std::vector<Node> nodes_;
  std::vector<Bucket> buckets_;
  std::uint32_t first_ = none;  // bucket with the fewest visits
  std::uint32_t unused_ = none;
  std::uint64_t visits_ = 0;
};

}  // namespace palamedes::tune
