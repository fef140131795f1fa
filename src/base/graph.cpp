#include "base/graph.h"

#include <algorithm>

namespace palamedes {
namespace {

// Tarjan's algorithm with an explicit stack: rule sheets may chain a million relations.
class ComponentFinder {
 public:
  explicit ComponentFinder(const Edges& edges)
      : edges_(edges), order_(edges.size(), 0), low_(edges.size(), 0), open_(edges.size(), false) {}

  std::vector<std::vector<std::uint32_t>> run() {
    for (std::uint32_t node = 0; node < edges_.size(); ++node) {
      if (order_[node] == 0) visit(node);
    }
    return std::move(components_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t edge;
  };

  void enter(std::uint32_t node) {
    order_[node] = low_[node] = ++counter_;
    open_[node] = true;
    path_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      const std::uint32_t node = frames_.back().node;
      if (frames_.back().edge < edges_[node].size()) {
        const std::uint32_t target = edges_[node][frames_.back().edge++];
        if (order_[target] == 0) {
          enter(target);
        } else if (open_[target]) {
          low_[node] = std::min(low_[node], order_[target]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        auto& parent_low = low_[frames_.back().node];
        parent_low = std::min(parent_low, low_[node]);
      }
      if (low_[node] == order_[node]) close(node);
    }
  }

  void close(std::uint32_t node) {
    auto& component = components_.emplace_back();
    std::uint32_t member = 0;
    do {
      member = path_.back();
      path_.pop_back();
      open_[member] = false;
      component.push_back(member);
    } while (member != node);
  }

  const Edges& edges_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> open_;
  std::vector<std::uint32_t> path_;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::uint32_t>> components_;
  std::uint32_t counter_ = 0;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> strong_components(const Edges& edges) {
  return ComponentFinder(edges).run();
}

std::vector<std::uint32_t> PathFinder::path_to(std::uint32_t target) const {
  std::vector<std::uint32_t> path{target};
  while (path.back() != reached_.front()) path.push_back(from_[path.back()]);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace palamedes
