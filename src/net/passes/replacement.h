#pragma once
// Taking components away: each removed component names what its readers read from now on.

#include <vector>

#include "net/propnet.h"

namespace palamedes::net {

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
  [[nodiscard]] ComponentId resolve(ComponentId component) const {
    ComponentId current = component;
    for (std::size_t hops = 0; instead_[current] != no_component; ++hops) {
      if (hops > net_.components.size()) return false_component;
      current = instead_[current];
    }
    return current;
  }

  // Rewires all readers and entries, and removes the replaced components.
  void apply();

 private:
  PropNet& net_;
  std::vector<ComponentId> instead_;
  std::vector<bool> stays_;
};

}  // namespace palamedes::net
