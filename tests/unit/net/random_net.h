#pragma once
// Small networks made by chance, circles and constants included.

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "unit/net/net_testing.h"

namespace palamedes::net {

// Gates in layers: conditions come from the layers below or, in circles, from the same layer.
// Negation only looks down, as stratified rules demand.
class RandomNet {
 public:
  explicit RandomNet(std::uint32_t seed) : random_(seed) {
    sources_ = {true_component, false_component};
    for (int i = 0; i < 4; ++i) sources_.push_back(bases_.emplace_back(maker_.base(chance(2))));
    for (int role = 0; role < 2; ++role) {
      maker_.role();
      for (int i = 0; i < 3; ++i) inputs_.push_back(maker_.move(false_component));
      for (int i = 0; i < 2; ++i) maker_.goal(i, false_component);
    }
    maker_.terminal(false_component);
    const std::size_t given = sources_.size();
    for (int layer = 0; layer < 3; ++layer) add_layer();
    for (ComponentId id = 0; id < maker_.net.components.size(); ++id) {
      const PropositionType type = maker_.net.components[id].proposition;
      if (type == PropositionType::legal || type == PropositionType::goal ||
          type == PropositionType::terminal) {
        maker_.net.components[id].inputs.assign(1, any(sources_));
      }
    }
    for (const ComponentId input : inputs_) sources_.push_back(input);
    for (std::size_t i = given; i < given + 2; ++i) add_layer();
    for (const ComponentId base : bases_) maker_.set_next(base, any(sources_));
  }
  [[nodiscard]] const PropNet& net() const { return maker_.net; }

 private:
  bool chance(std::uint32_t of) { return random_() % of == 0; }
  ComponentId any(const std::vector<ComponentId>& list) { return list[random_() % list.size()]; }

  void add_layer() {
    std::vector<ComponentId> layer;
    for (int i = 0; i < 5; ++i) {
      constexpr std::array types = {ComponentType::and_gate, ComponentType::or_gate,
                                    ComponentType::or_gate, ComponentType::not_gate,
                                    ComponentType::proposition};
      const ComponentType type = types[random_() % types.size()];
      layer.push_back(type == ComponentType::proposition ? maker_.other(any(sources_))
                                                         : maker_.gate(type, {any(sources_)}));
    }
    for (const ComponentId id : layer) {
      Component& component = maker_.net.components[id];
      if (component.type == ComponentType::not_gate) continue;
      if (component.type == ComponentType::proposition) {
        if (chance(2)) component.inputs.assign(1, any(layer));
        continue;
      }
      for (std::uint32_t extra = random_() % 3; extra > 0; --extra) {
        component.inputs.push_back(chance(2) ? any(layer) : any(sources_));
      }
      if (chance(3)) component.inputs.erase(component.inputs.begin());
      if (component.inputs.empty()) component.inputs.push_back(any(layer));
    }
    // A circle through a NOT gate of the same layer would have no meaning.
    for (const ComponentId id : layer) {
      Component& component = maker_.net.components[id];
      for (ComponentId& input : component.inputs) {
        const bool same = std::find(layer.begin(), layer.end(), input) != layer.end();
        if (same && maker_.net.components[input].type == ComponentType::not_gate) {
          input = any(sources_);
        }
      }
    }
    sources_.insert(sources_.end(), layer.begin(), layer.end());
  }

  std::mt19937 random_;
  NetMaker maker_;
  std::vector<ComponentId> bases_;
  std::vector<ComponentId> inputs_;
  std::vector<ComponentId> sources_;  // what a condition may read
};

}  // namespace palamedes::net
