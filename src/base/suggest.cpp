#include "base/suggest.h"

#include <algorithm>
#include <vector>

namespace palamedes {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1);
  std::vector<std::size_t> back(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) back[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_back[j - 2] + 1);
      }
    }
    two_back.swap(back);
    back.swap(row);
  }
  return back[b.size()];
}

std::string nearest(std::string_view name, std::span<const std::string> known) {
  constexpr std::size_t longest_compared = 64;
  // One slip in a name of two letters already makes it another name.
  constexpr std::size_t shortest_compared = 3;
  if (name.size() < shortest_compared || name.size() > longest_compared) return {};
  const std::size_t allowed = name.size() / 3;
  std::string best;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > longest_compared || candidate == name) continue;
    if (candidate.size() > name.size() + allowed || name.size() > candidate.size() + allowed) {
      continue;
    }
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> known) {
  const std::string best = nearest(name, known);
  return best.empty() ? std::string{} : "did you mean '" + best + "'?";
}

}  // namespace palamedes
