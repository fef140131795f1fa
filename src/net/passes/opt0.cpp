// Opt0: remove constant-value components (thesis, Algorithms 4 and 5).
//
// The thesis reconnects one component at a time; here the constants spread first and all readers
// are rewired once at the end. The result is the same network.

#include <algorithm>

#include "net/passes/passes.h"
#include "net/passes/replacement.h"

namespace palamedes::net::passes {
namespace {

class ConstantRemover {
 public:
  explicit ConstantRemover(PropNet& net)
      : net_(net),
        outputs_(net.components),
        replacement_(net),
        lost_(net.components.size(), 0),
        partner_(net.inputs_of_legal()) {}

  // False if there may be more to remove: a circle turned out to be FALSE at the very end.
  bool run() {
    spread(true_component, true);
    spread(false_component, false);
    while (!open_.empty()) {
      const Arrival arrival = open_.back();
      open_.pop_back();
      receive(arrival.component, arrival.value);
    }
    shorten_gates();
    remove_idle_transitions();
    replacement_.apply();
    if (replacement_.found_circle()) return false;
    drop_neutral_inputs();
    return true;
  }

 private:
  struct Arrival {
    ComponentId component;
    bool value;
  };

  void spread(ComponentId component, bool value) {
    for (const ComponentId reader : outputs_.of(component)) open_.push_back({reader, value});
  }

  static ComponentId constant(bool value) { return value ? true_component : false_component; }

  // The component is constant and has no other meaning: it goes, and its readers see the constant.
  void settle(ComponentId component, bool value) {
    replacement_.replace(component, constant(value));
    spread(component, value);
  }

  // One input of the component is this constant.
  void receive(ComponentId id, bool value) {
    if (replacement_.replaced(id)) return;
    const Component& component = net_.components[id];
    switch (component.type) {
      case ComponentType::not_gate:
        settle(id, !value);
        break;
      case ComponentType::and_gate:
      case ComponentType::or_gate: {
        // FALSE decides an AND, TRUE an OR; the other constant only when it is all there is.
        const bool decides = value != (component.type == ComponentType::and_gate);
        if (decides || ++lost_[id] == component.inputs.size()) settle(id, value);
        break;
      }
      case ComponentType::proposition:
        receive(id, component.proposition, value);
        break;
      default:
        break;  // a transition keeps its place as long as its base does
    }
  }

  void receive(ComponentId id, PropositionType type, bool value) {
    const bool meaningless = type == PropositionType::other || type == PropositionType::base;
    const bool never = !value && (type == PropositionType::legal || type == PropositionType::goal);
    if (meaningless || never) {
      settle(id, value);
      // A move that is never legal is never made.
      if (type == PropositionType::legal && partner_[id] != no_component) {
        settle(partner_[id], false);
      }
    } else {
      replacement_.bypass(id, constant(value));
      spread(id, value);
    }
  }

  // Gates that lost neutral inputs and have one left are that one.
  void shorten_gates() {
    for (ComponentId id = 0; id < net_.components.size(); ++id) {
      const Component& component = net_.components[id];
      const bool gate =
          component.type == ComponentType::and_gate || component.type == ComponentType::or_gate;
      if (!gate || replacement_.replaced(id) || lost_[id] == 0) continue;
      if (lost_[id] + 1 != component.inputs.size()) continue;
      for (const ComponentId input : component.inputs) {
        if (!is_settled(input)) replacement_.replace(id, input);
      }
    }
  }

  [[nodiscard]] bool is_settled(ComponentId id) {
    const ComponentId now = replacement_.resolve(id);
    return now == true_component || now == false_component;
  }

  // A transition with a constant input goes when its base is gone.
  void remove_idle_transitions() {
    for (const BaseEntry& base : net_.bases) {
      if (base.transition == no_component || !is_settled(base.proposition)) continue;
      if (!is_settled(net_.components[base.transition].inputs.front())) continue;
      replacement_.replace(base.transition, replacement_.resolve(base.proposition));
    }
  }

  // AND gates drop TRUE, OR gates FALSE.
  void drop_neutral_inputs() {
    for (Component& component : net_.components) {
      const bool is_and = component.type == ComponentType::and_gate;
      if (!is_and && component.type != ComponentType::or_gate) continue;
      const ComponentId neutral = constant(is_and);
      auto& inputs = component.inputs;
      inputs.erase(std::remove(inputs.begin(), inputs.end(), neutral), inputs.end());
    }
  }

  PropNet& net_;
  Outputs outputs_;
  Replacement replacement_;
  std::vector<std::uint32_t> lost_;   // constant inputs so far
  std::vector<ComponentId> partner_;  // of a legal proposition: its input
  std::vector<Arrival> open_;
};

}  // namespace

void remove_constants(PropNet& net) {
  while (!ConstantRemover(net).run()) {
  }
}

}  // namespace palamedes::net::passes
