#include "tune/many_arms.h"

#include <utility>

namespace palamedes::tune {

std::uint32_t ManyArms::best(double c) const {
  const double scale = exploration_scale(c, visits_);
  double highest = -infinity;
  std::uint32_t arm = none;
  for (std::uint32_t i = first_; i != none; i = buckets_[i].next) {
    const double value = arms_[buckets_[i].top].mean + scale * buckets_[i].reach;
    if (value <= highest) continue;
    highest = value;
    arm = buckets_[i].top;
  }
  return arm;
}

void ManyArms::visit(std::uint32_t arm, Rng& rng) {
  ++visits_;
  arms_[arm].visit();
  const std::uint32_t old = nodes_[arm].bucket;
  const std::uint32_t next = bucket_after(old, arms_[arm].visits);
  if (old != none) take_out(arm);
  insert(arm, next, rng);
  if (old != none) drop_if_empty(old);
}

void ManyArms::reward(std::uint32_t arm, double payoff, Rng& rng) {
  const std::uint32_t bucket = nodes_[arm].bucket;
  take_out(arm);
  arms_[arm].reward(payoff);
  insert(arm, bucket, rng);
}

std::uint32_t ManyArms::preferred() const {
  std::uint32_t arm = 0;
  for (std::uint32_t i = 1; i < arms_.size(); ++i) {
    if (is_preferred(arms_[i], arms_[arm])) arm = i;
  }
  return arm;
}

// The heap of two: one of them becomes the first child of the other.
std::uint32_t ManyArms::meld(std::uint32_t a, std::uint32_t b) {
  if (a == none) return b;
  if (b == none) return a;
  if (!is_above(a, b)) std::swap(a, b);
  nodes_[b].next = nodes_[a].child;
  nodes_[b].previous = a;
  if (nodes_[a].child != none) nodes_[nodes_[a].child].previous = b;
  nodes_[a].child = b;
  return a;
}

// Melds siblings two by two, then the pairs from the last to the first.
std::uint32_t ManyArms::meld_siblings(std::uint32_t first) {
  std::uint32_t pairs = none;  // linked by `previous`
  while (first != none) {
    const std::uint32_t second = nodes_[first].next;
    const std::uint32_t rest = second == none ? none : nodes_[second].next;
    nodes_[first].next = none;
    if (second != none) nodes_[second].next = none;
    const std::uint32_t pair = meld(first, second);
    nodes_[pair].previous = pairs;
    pairs = pair;
    first = rest;
  }
  std::uint32_t heap = none;
  while (pairs != none) {
    const std::uint32_t before = nodes_[pairs].previous;
    nodes_[pairs].previous = none;
    heap = meld(heap, pairs);
    pairs = before;
  }
  if (heap != none) nodes_[heap].previous = none;
  return heap;
}

void ManyArms::insert(std::uint32_t arm, std::uint32_t bucket, Rng& rng) {
  nodes_[arm] = {.bucket = bucket, .lot = rng()};
  buckets_[bucket].top = meld(buckets_[bucket].top, arm);
}

void ManyArms::take_out(std::uint32_t arm) {
  Node& node = nodes_[arm];
  Bucket& bucket = buckets_[node.bucket];
  const std::uint32_t children = meld_siblings(std::exchange(node.child, none));
  if (bucket.top == arm) {
    bucket.top = children;
    return;
  }
  Node& before = nodes_[node.previous];
  (before.child == arm ? before.child : before.next) = node.next;
  if (node.next != none) nodes_[node.next].previous = node.previous;
  bucket.top = meld(bucket.top, children);
}

std::uint32_t ManyArms::bucket_after(std::uint32_t before, std::uint32_t visits) {
  const std::uint32_t after = before == none ? first_ : buckets_[before].next;
  if (after != none && buckets_[after].visits == visits) return after;
  std::uint32_t made = unused_;
  if (made == none) {
    made = static_cast<std::uint32_t>(buckets_.size());
    buckets_.emplace_back();
  } else {
    unused_ = buckets_[made].next;
  }
  buckets_[made] = {.reach = 1 / std::sqrt(static_cast<double>(visits)),
                    .visits = visits,
                    .next = after,
                    .previous = before};
  (before == none ? first_ : buckets_[before].next) = made;
  if (after != none) buckets_[after].previous = made;
  return made;
}

void ManyArms::drop_if_empty(std::uint32_t bucket) {
  Bucket& gone = buckets_[bucket];
  if (gone.top != none) return;
  (gone.previous == none ? first_ : buckets_[gone.previous].next) = gone.next;
  if (gone.next != none) buckets_[gone.next].previous = gone.previous;
  gone.next = std::exchange(unused_, bucket);
}

}  // namespace palamedes::tune
