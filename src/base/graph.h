#pragma once
// Directed graphs over numbers: strong components and shortest paths.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace palamedes {

// By node: the nodes to which its edges go. The same edge may be there twice.
using Edges = std::vector<std::vector<std::uint32_t>>;

// Each node is in exactly one component; a component comes after those that its edges lead to.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> strong_components(const Edges& edges);

// Breadth first, so that the paths it finds are the shortest. One finder serves many searches and
// pays only for the nodes that they reach.
class PathFinder {
 public:
  explicit PathFinder(const Edges& edges) : edges_(edges), from_(edges.size(), nowhere) {}

  // Visits what can be reached from `start`, but goes on only from nodes where `may_pass` holds;
  // the start is always passed.
  template <typename MayPass>
  void search(std::uint32_t start, MayPass&& may_pass) {
    for (const std::uint32_t node : reached_) from_[node] = nowhere;
    reached_.assign(1, start);
    from_[start] = start;
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const std::uint32_t node = reached_[i];
      if (i > 0 && !may_pass(node)) continue;
      for (const std::uint32_t next : edges_[node]) {
        if (from_[next] != nowhere) continue;
        from_[next] = node;
        reached_.push_back(next);
      }
    }
  }

  [[nodiscard]] bool has_reached(std::uint32_t node) const { return from_[node] != nowhere; }
  // From the start to a node that was reached, both included.
  [[nodiscard]] std::vector<std::uint32_t> path_to(std::uint32_t target) const;

 private:
  static constexpr std::uint32_t nowhere = 0xffffffffU;
  const Edges& edges_;
  std::vector<std::uint32_t> from_;
  std::vector<std::uint32_t> reached_;  // the start first
};

}  // namespace palamedes
