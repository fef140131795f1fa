// Opt2: detect and remove constant-value components (thesis, Algorithm 7).
//
// Each component collects the truth values that it can have in the course of the game. Where rules
// are recursive the network has circles, and a circle means its least fixpoint: it can be false
// when all that enters it from outside can. So an OR gate in a circle waits only for its inputs
// from outside before it can be false; the thesis's networks had no circles.

#include <span>

#include "base/graph.h"
#include "net/passes/passes.h"

namespace palamedes::net::passes {
namespace {

constexpr std::uint8_t can_be_false = 1;
constexpr std::uint8_t can_be_true = 2;

class ValueSets {
 public:
  explicit ValueSets(const PropNet& net)
      : net_(net),
        outputs_(net.components),
        values_(net.components.size(), 0),
        missing_(net.components.size(), 0),
        partner_(net.inputs_of_legal()) {
    count_missing();
  }

  std::vector<std::uint8_t> run() {
    gain(true_component, can_be_true);
    gain(false_component, can_be_false);
    for (const RoleEntry& role : net_.roles) {
      for (const MoveEntry& move : role.moves) {
        if (move.input != no_component) gain(move.input, can_be_false);
      }
    }
    for (const BaseEntry& base : net_.bases) {
      if (base.transition == no_component) continue;
      gain(base.proposition, base.initially ? can_be_true : can_be_false);
    }
    propagate();
    settle_circles();
    return std::move(values_);
  }

 private:
  struct Arrival {
    ComponentId component;
    std::uint8_t values;
    ComponentId from;
  };

  void propagate() {
    while (!stack_.empty()) {
      const Arrival arrival = stack_.back();
      stack_.pop_back();
      gain(arrival.component, output_values(arrival));
    }
  }

  // A circle without an OR gate waits for itself and has got no value yet: it is false. Needed ones
  // come first, so that what such a circle feeds has its own value before it is looked at.
  void settle_circles() {
    for (const ComponentId id : order_) {
      const Component& component = net_.components[id];
      const bool in_circle = component.type == ComponentType::and_gate ||
                             component.type == ComponentType::or_gate ||
                             component.proposition == PropositionType::other;
      if (!in_circle || values_[id] != 0) continue;
      gain(id, can_be_false);
      propagate();
    }
  }

  // How many inputs must be able to be true (AND) or false (OR) before the gate can.
  void count_missing() {
    const auto needs = [&](ComponentId id) -> std::span<const ComponentId> {
      const Component& component = net_.components[id];
      if (component.type == ComponentType::transition) return {};  // a step apart
      return {component.inputs.data(), component.inputs.size()};
    };
    circle_.assign(net_.components.size(), 0);
    order_.reserve(net_.components.size());
    std::uint32_t number = 0;
    for_each_strong_component(net_.components.size(), needs,
                              [&](std::span<const ComponentId> members) {
                                ++number;
                                for (const ComponentId member : members) circle_[member] = number;
                                order_.insert(order_.end(), members.begin(), members.end());
                              });
    for (ComponentId id = 0; id < net_.components.size(); ++id) {
      const Component& component = net_.components[id];
      missing_[id] = static_cast<std::uint32_t>(component.inputs.size());
      if (component.type != ComponentType::or_gate) continue;
      for (const ComponentId input : component.inputs) {
        if (in_one_circle(input, id)) --missing_[id];
      }
    }
    // A circle that nothing enters through this gate can be false at once.
    for (ComponentId id = 0; id < net_.components.size(); ++id) {
      if (net_.components[id].type == ComponentType::or_gate && missing_[id] == 0) {
        gain(id, can_be_false);
      }
    }
  }

  [[nodiscard]] bool in_one_circle(ComponentId a, ComponentId b) const {
    return circle_[a] == circle_[b];
  }

  // The values that a component can have more, now that one input has these more.
  std::uint8_t output_values(const Arrival& arrival) {
    const auto [id, values, from] = arrival;
    switch (net_.components[id].type) {
      case ComponentType::not_gate:
        return static_cast<std::uint8_t>(((values & can_be_true) != 0 ? can_be_false : 0) |
                                         ((values & can_be_false) != 0 ? can_be_true : 0));
      case ComponentType::and_gate: {
        std::uint8_t result = values & can_be_false;
        if ((values & can_be_true) != 0 && --missing_[id] == 0) result |= can_be_true;
        return result;
      }
      case ComponentType::or_gate: {
        std::uint8_t result = values & can_be_true;
        if ((values & can_be_false) != 0 && !in_one_circle(from, id) && --missing_[id] == 0) {
          result |= can_be_false;
        }
        return result;
      }
      default:
        return values;
    }
  }

  void gain(ComponentId id, std::uint8_t values) {
    const auto fresh = static_cast<std::uint8_t>(values & ~values_[id]);
    if (fresh == 0) return;
    values_[id] |= fresh;
    for (const ComponentId reader : outputs_.of(id)) stack_.push_back({reader, fresh, id});
    if (partner_[id] != no_component) stack_.push_back({partner_[id], fresh, id});
  }

  const PropNet& net_;
  Outputs outputs_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint32_t> missing_;
  std::vector<std::uint32_t> circle_;
  std::vector<ComponentId> order_;  // inputs before readers
  std::vector<ComponentId> partner_;
  std::vector<Arrival> stack_;
};

}  // namespace

void detect_constants(PropNet& net) {
  const std::vector<std::uint8_t> values = ValueSets(net).run();
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    Component& component = net.components[id];
    const bool constant = values[id] == can_be_true || values[id] == can_be_false;
    if (!constant || component.inputs.empty()) continue;
    if (component.type == ComponentType::not_gate) {
      component.inputs.assign(1, values[id] == can_be_true ? false_component : true_component);
    } else {
      component.inputs.assign(1, values[id] == can_be_true ? true_component : false_component);
    }
  }
  remove_constants(net);
}

}  // namespace palamedes::net::passes
