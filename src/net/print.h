#pragma once
// A PropNet for people: names for its components, a list, a drawing.

#include <string>
#include <vector>

#include "net/propnet.h"

namespace palamedes::net {

// What every component is called. A proposition has the name of its ground atom (those without a
// meaning for the game only if the net was built with names), a constant TRUE or FALSE; gates and
// transitions have none.
class ComponentNames {
 public:
  explicit ComponentNames(const PropNet& net);

  [[nodiscard]] const std::string& name(ComponentId id) const { return names_[id]; }
  // "base", "and", "transition", …: the proposition's type, or else the component's.
  [[nodiscard]] static std::string_view kind(const Component& component);
  // For a sentence: the name, or the kind and the number, "and#12".
  [[nodiscard]] std::string label(const PropNet& net, ComponentId id) const;

 private:
  std::vector<std::string> names_;
};

// One line per component: number, kind, name, and what it reads.
[[nodiscard]] std::string to_text(const PropNet& net);

// For graphviz. Propositions are boxes, gates circles with their symbol, transitions double
// circles; base propositions that hold at the start are filled.
[[nodiscard]] std::string to_dot(const PropNet& net, std::string_view title);

// Between two states of one net: what a pass took away or made, and what reads something else now.
struct NetChange {
  std::vector<ComponentId> removed;
  std::vector<ComponentId> added;
  std::vector<ComponentId> rewired;
};
[[nodiscard]] NetChange difference(const PropNet& before, const PropNet& after);

}  // namespace palamedes::net
