#include "net/propnet.h"

namespace palamedes::net {

Outputs::Outputs(const std::vector<Component>& components) : first_(components.size() + 1, 0) {
  for (const Component& component : components) {
    for (const ComponentId input : component.inputs) ++first_[input + 1];
  }
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  readers_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (ComponentId id = 0; id < components.size(); ++id) {
    for (const ComponentId input : components[id].inputs) readers_[next[input]++] = id;
  }
}

Census PropNet::census() const {
  Census census;
  for (const Component& component : components) {
    census.links += component.inputs.size();
    switch (component.type) {
      case ComponentType::constant:
        ++census.constants;
        break;
      case ComponentType::transition:
        ++census.transitions;
        break;
      case ComponentType::and_gate:
        ++census.ands;
        break;
      case ComponentType::or_gate:
        ++census.ors;
        break;
      case ComponentType::not_gate:
        ++census.nots;
        break;
      case ComponentType::removed:
        break;
      case ComponentType::proposition:
        switch (component.proposition) {
          case PropositionType::base:
            ++census.base;
            break;
          case PropositionType::input:
            ++census.input;
            break;
          case PropositionType::legal:
            ++census.legal;
            break;
          case PropositionType::goal:
            ++census.goal;
            break;
          case PropositionType::terminal:
            ++census.terminal;
            break;
          default:
            ++census.other;
            break;
        }
        break;
    }
  }
  return census;
}

std::vector<std::uint64_t> PropNet::initial_state() const {
  std::vector<std::uint64_t> state;
  std::size_t bit = 0;
  for (const BaseEntry& base : bases) {
    if (base.transition == no_component) continue;
    if (bit % 64 == 0) state.push_back(0);
    if (base.initially) state.back() |= std::uint64_t{1} << (bit % 64);
    ++bit;
  }
  return state;
}

std::vector<ComponentId> PropNet::inputs_of_legal() const {
  std::vector<ComponentId> inputs(components.size(), no_component);
  for (const RoleEntry& role : roles) {
    for (const MoveEntry& move : role.moves) {
      if (move.legal != no_component) inputs[move.legal] = move.input;
    }
  }
  return inputs;
}

std::size_t PropNet::memory_bytes() const {
  std::size_t bytes = components.capacity() * sizeof(Component) + pool.memory_bytes() +
                      bases.capacity() * sizeof(BaseEntry);
  constexpr std::size_t kept_inside = 2;
  for (const Component& component : components) {
    if (component.inputs.capacity() > kept_inside) {
      bytes += component.inputs.capacity() * sizeof(ComponentId);
    }
  }
  for (const RoleEntry& role : roles) bytes += role.moves.capacity() * sizeof(MoveEntry);
  return bytes;
}

std::string_view name_of(ComponentType type) {
  switch (type) {
    case ComponentType::constant:
      return "constant";
    case ComponentType::proposition:
      return "proposition";
    case ComponentType::transition:
      return "transition";
    case ComponentType::and_gate:
      return "and";
    case ComponentType::or_gate:
      return "or";
    case ComponentType::not_gate:
      return "not";
    case ComponentType::removed:
      break;
  }
  return "removed";
}

std::string_view name_of(PropositionType type) {
  switch (type) {
    case PropositionType::base:
      return "base";
    case PropositionType::input:
      return "input";
    case PropositionType::legal:
      return "legal";
    case PropositionType::goal:
      return "goal";
    case PropositionType::terminal:
      return "terminal";
    case PropositionType::other:
      return "other";
    case PropositionType::none:
      break;
  }
  return "none";
}

}  // namespace palamedes::net
