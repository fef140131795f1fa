#include "video/maast/sequences.h"

#include <algorithm>

namespace palamedes::video::maast {

void Sequences::clear() {
  std::fill(single_.begin(), single_.end(), Entry{});
  longer_.clear();
}

void Sequences::add_to(Entry& entry, double value) {
  const Mean before = now(entry);
  entry = {before.visits + 1, before.total + value, tick_};
}

void Sequences::add(std::span<const Step> path, double value, std::size_t length) {
  if (longer_.size() >= max_entries) longer_.clear();
  const std::size_t last = path.size() - 1;
  add_to(single_[path[last]], value);
  std::uint64_t key = path[last];
  for (std::size_t back = 1; back < length && back <= last; ++back) {
    key = longer(key, path[last - back]);
    add_to(longer_[key], value);
  }
}

Sequences::Mean Sequences::sequence(std::span<const Step> steps) const {
  if (steps.size() == 1) return single(steps.front());
  std::uint64_t key = steps.back();
  for (std::size_t i = steps.size() - 1; i-- > 0;) key = longer(key, steps[i]);
  const auto found = longer_.find(key);
  return found == longer_.end() ? Mean{} : now(found->second);
}

double Sequences::value(std::span<const Step> path, Step step, std::size_t length, double visits,
                        double urgency) const {
  const Mean alone = single(step);
  if (alone.visits == 0) return urgency;
  double sum = alone.mean();
  double count = 1;
  std::uint64_t key = step;
  for (std::size_t back = 1; back < length && back <= path.size(); ++back) {
    key = longer(key, path[path.size() - back]);
    const auto found = longer_.find(key);
    if (found == longer_.end()) break;
    const Mean mean = now(found->second);
    if (mean.visits < visits) break;
    sum += mean.mean();
    ++count;
  }
  return sum / count;
}

}  // namespace palamedes::video::maast
