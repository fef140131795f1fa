#include "base/graph.h"

#include <algorithm>

namespace palamedes {

std::vector<std::vector<std::uint32_t>> strong_components(const Edges& edges) {
  std::vector<std::vector<std::uint32_t>> components;
  for_each_strong_component(
      edges.size(), [&](std::uint32_t node) { return std::span(edges[node]); },
      [&](std::span<const std::uint32_t> members) {
        components.emplace_back(members.begin(), members.end());
      });
  return components;
}

std::vector<std::uint32_t> PathFinder::path_to(std::uint32_t target) const {
  std::vector<std::uint32_t> path{target};
  while (path.back() != reached_.front()) path.push_back(from_[path.back()]);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace palamedes
