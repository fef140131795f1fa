// Opt3: remove components with no outputs (thesis, Algorithm 8).

#include "net/passes/passes.h"

namespace palamedes::net::passes {

void remove_unread(PropNet& net) {
  std::vector<std::uint32_t> readers(net.components.size(), 0);
  for (const Component& component : net.components) {
    for (const ComponentId input : component.inputs) ++readers[input];
  }
  const auto removable = [&](ComponentId id) {
    const Component& component = net.components[id];
    const bool gate = component.type == ComponentType::and_gate ||
                      component.type == ComponentType::or_gate ||
                      component.type == ComponentType::not_gate;
    const bool anonymous = component.type == ComponentType::proposition &&
                           component.proposition == PropositionType::other;
    return (gate || anonymous) && readers[id] == 0;
  };
  std::vector<ComponentId> open;
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    if (removable(id)) open.push_back(id);
  }
  while (!open.empty()) {
    const ComponentId id = open.back();
    open.pop_back();
    for (const ComponentId input : net.components[id].inputs) {
      --readers[input];
      if (removable(input)) open.push_back(input);
    }
    net.components[id] = {.type = ComponentType::removed};
  }
}

}  // namespace palamedes::net::passes
