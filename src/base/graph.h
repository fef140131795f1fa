#pragma once
// Directed graphs over numbers: strong components and shortest paths.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace palamedes {

// By node: the nodes to which its edges go. The same edge may be there twice.
using Edges = std::vector<std::vector<std::uint32_t>>;

// Tarjan's algorithm with an explicit stack: rule sheets may chain a million relations.
// `edges_of(node)` gives the nodes to which its edges go, `visit(members)` is told each component.
template <typename EdgesOf, typename Visit>
class ComponentFinder {
 public:
  ComponentFinder(std::size_t nodes, EdgesOf edges_of, Visit visit)
      : edges_of_(edges_of), visit_(visit), places_(nodes) {}

  void run() {
    for (std::uint32_t node = 0; node < places_.size(); ++node) {
      if (places_[node].order == 0) search(node);
    }
  }

 private:
  struct Place {
    std::uint32_t order = 0;
    std::uint32_t low = 0;
    bool open = false;
  };
  struct Frame {
    std::uint32_t node;
    std::size_t edge;
  };

  void enter(std::uint32_t node) {
    ++counter_;
    places_[node] = {counter_, counter_, true};
    path_.push_back(node);
    frames_.push_back({node, 0});
  }

  void search(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      const std::uint32_t node = frames_.back().node;
      const std::span<const std::uint32_t> edges = edges_of_(node);
      if (frames_.back().edge < edges.size()) {
        const std::uint32_t target = edges[frames_.back().edge++];
        if (places_[target].order == 0) {
          enter(target);
        } else if (places_[target].open) {
          places_[node].low = std::min(places_[node].low, places_[target].order);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        auto& parent_low = places_[frames_.back().node].low;
        parent_low = std::min(parent_low, places_[node].low);
      }
      if (places_[node].low == places_[node].order) close(node);
    }
  }

  void close(std::uint32_t node) {
    members_.clear();
    do {
      members_.push_back(path_.back());
      places_[path_.back()].open = false;
      path_.pop_back();
    } while (members_.back() != node);
    visit_(std::span<const std::uint32_t>(members_));
  }

  EdgesOf edges_of_;
  Visit visit_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> members_;
  std::vector<Frame> frames_;
  std::uint32_t counter_ = 0;
};

// Each node is in exactly one component; a component comes after those that its edges lead to.
template <typename EdgesOf, typename Visit>
void for_each_strong_component(std::size_t nodes, EdgesOf edges_of, Visit visit) {
  ComponentFinder<EdgesOf, Visit>(nodes, edges_of, visit).run();
}
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
