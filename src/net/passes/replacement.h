#pragma once
// Taking components away: each removed component names what its readers read from now on.

#include <vector>

#include "net/propnet.h"

namespace palamedes::net::passes {

class Replacement {
 public:
  explicit Replacement(PropNet& net)
      : net_(net),
        instead_(net.components.size(), no_component),
        stays_(net.components.size(), false) {}

  // `component` goes; its readers read `source`.
  void replace(ComponentId component, ComponentId source) { instead_[component] = source; }
  // `component` stays for its meaning, but its readers read `source`.
  void bypass(ComponentId component, ComponentId source) {
    instead_[component] = source;
    stays_[component] = true;
  }
  [[nodiscard]] bool replaced(ComponentId component) const {
    return instead_[component] != no_component;
  }
  [[nodiscard]] bool removed(ComponentId component) const {
    return replaced(component) && !stays_[component];
  }

  // What stands for a component now. A circle of replacements supports nothing: it is FALSE.
  // Every walk halves the chain that it goes along, so that long chains stay cheap; a circle
  // shrinks to a component that stands for itself.
  [[nodiscard]] ComponentId resolve(ComponentId component) {
    ComponentId current = component;
    while (replaced(current)) {
      ComponentId& next = instead_[current];
      if (next == current) {
        next = false_component;
        found_circle_ = true;
      } else if (replaced(next)) {
        next = instead_[next];
      }
      current = next;
    }
    return current;
  }
  [[nodiscard]] bool found_circle() const { return found_circle_; }

  // Rewires all readers and entries, and removes the replaced components.
  void apply();

 private:
  PropNet& net_;
  std::vector<ComponentId> instead_;
  std::vector<bool> stays_;
  bool found_circle_ = false;
};

}  // namespace palamedes::net::passes
