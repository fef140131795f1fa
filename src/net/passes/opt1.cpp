// Opt1: remove anonymous propositions (thesis, Algorithm 6).

#include "net/passes/passes.h"
#include "net/passes/replacement.h"

namespace palamedes::net::passes {

void remove_anonymous(PropNet& net) {
  Replacement replacement(net);
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    if (component.type == ComponentType::proposition &&
        component.proposition == PropositionType::other) {
      replacement.replace(id, component.inputs.front());
    }
  }
  replacement.apply();
}

}  // namespace palamedes::net::passes
