#include "net/build.h"

#include <algorithm>
#include <charconv>

#include <boost/unordered/unordered_flat_map.hpp>

#include "net/condense.h"
#include "net/gate_table.h"

namespace palamedes::net {

using gdl::TermId;
using ground::GroundRules;
using ground::RelationKind;

namespace {

class Builder {
 public:
  explicit Builder(GroundRules rules) : rules_(std::move(rules)), and_gates_(net_) {}

  PropNet run(const BuildOptions& options) {
    net_.components.reserve(rules_.atoms.size() + rules_.rules.count / 2 + 16);
    net_.add(ComponentType::constant);
    net_.add(ComponentType::constant);
    add_propositions();
    add_rules();
    join_heads();
    connect_bases();
    if (options.condense) condense(net_);
    if (options.names) {
      for (std::uint32_t atom = 0; atom < rules_.atoms.size(); ++atom) {
        net_.names.push_back(rules_.text(atom));
      }
    }
    net_.symbols = std::move(rules_.symbols);
    net_.pool = std::move(rules_.pool);
    return std::move(net_);
  }

 private:
  void add_propositions() {
    proposition_.assign(rules_.atoms.size(), no_component);
    not_gate_.assign(rules_.atoms.size(), no_component);
    for (const TermId role : rules_.roles) net_.roles.push_back({role, {}, {}});
    for (std::uint32_t atom = 0; atom < rules_.atoms.size(); ++atom) {
      add_proposition(atom, rules_.atoms[atom]);
    }
    pair_moves();
  }

  void add_proposition(std::uint32_t atom, const GroundRules::Atom& entry) {
    const auto add = [&](PropositionType type) {
      return proposition_[atom] = net_.add(ComponentType::proposition, type, atom);
    };
    switch (entry.kind) {
      case RelationKind::truth:
        net_.bases.push_back(
            {.fluent = entry.term,
             .initially = std::binary_search(rules_.init.begin(), rules_.init.end(), entry.term),
             .proposition = add(PropositionType::base)});
        break;
      case RelationKind::does:
        inputs_.push_back({entry.role, entry.term, atom, add(PropositionType::input)});
        break;
      case RelationKind::legal:
        net_.roles[entry.role].moves.push_back(
            {.move = entry.term, .legal = add(PropositionType::legal)});
        break;
      case RelationKind::goal: {
        const std::string text = rules_.pool.text(entry.term, rules_.symbols);
        int value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size()) value = -1;
        net_.roles[entry.role].goals.push_back({value, add(PropositionType::goal)});
        break;
      }
      case RelationKind::terminal:
        net_.terminal = add(PropositionType::terminal);
        break;
      case RelationKind::next:
        // No proposition of its own in the thesis: the anonymous one that collects what leads to
        // it.
      default:
        add(PropositionType::other);
        break;
    }
  }

  // Every legal proposition gets its input, and inputs that are never legal go.
  void pair_moves() {
    boost::unordered_flat_map<std::uint64_t, MoveEntry*> by_move;
    for (std::uint32_t role = 0; role < net_.roles.size(); ++role) {
      for (MoveEntry& entry : net_.roles[role].moves)
        by_move.emplace(key(role, entry.move), &entry);
    }
    for (const InputAtom& input : inputs_) {
      const auto entry = by_move.find(key(input.role, input.move));
      if (entry == by_move.end()) {
        net_.components[input.component] = {.type = ComponentType::removed};
        proposition_[input.atom] = false_component;
      } else {
        entry->second->input = input.component;
      }
    }
    for (RoleEntry& role : net_.roles) {
      for (MoveEntry& move : role.moves) {
        if (move.input == no_component) {
          move.input = net_.add(ComponentType::proposition, PropositionType::input);
        }
      }
    }
  }

  static std::uint64_t key(std::uint32_t role, TermId term) {
    return (std::uint64_t{role} << 32U) | static_cast<std::uint32_t>(term);
  }

  ComponentId not_gate(std::uint32_t atom) {
    ComponentId& gate = not_gate_[atom];
    if (gate == no_component) {
      gate = net_.add(ComponentType::not_gate);
      net_.components[gate].inputs.push_back(proposition_[atom]);
    }
    return gate;
  }

  ComponentId and_gate(std::vector<ComponentId>& inputs) {
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    if (inputs.size() == 1) return inputs.front();
    const ComponentId known = and_gates_.find(inputs);
    if (known != no_component) return known;
    const ComponentId gate = net_.add(ComponentType::and_gate);
    net_.components[gate].inputs.assign(inputs.begin(), inputs.end());
    and_gates_.insert(gate);
    return gate;
  }

  void add_rules() {
    std::vector<ComponentId> conditions;
    rules_.for_each_rule([&](std::uint32_t head, std::span<const std::uint32_t> body) {
      conditions.clear();
      for (const std::uint32_t literal : body) {
        const std::uint32_t atom = literal / 2;
        conditions.push_back((literal & 1U) != 0 ? not_gate(atom) : proposition_[atom]);
      }
      const ComponentId source = conditions.empty() ? true_component : and_gate(conditions);
      net_.components[proposition_[head]].inputs.push_back(source);
    });
    rules_.rules = {};
  }

  // A proposition with several reasons reads them through an OR gate.
  void join_heads() {
    const std::size_t count = net_.components.size();
    for (ComponentId id = 0; id < count; ++id) {
      if (net_.components[id].type != ComponentType::proposition) continue;
      auto& inputs = net_.components[id].inputs;
      std::sort(inputs.begin(), inputs.end());
      inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
      if (inputs.size() > 1) {
        const ComponentId gate = net_.add(ComponentType::or_gate);
        net_.components[gate].inputs = std::move(net_.components[id].inputs);
        net_.components[id].inputs.assign(1, gate);
      } else if (inputs.empty() && net_.components[id].proposition != PropositionType::input &&
                 net_.components[id].proposition != PropositionType::base) {
        inputs.push_back(false_component);
      }
    }
  }

  void connect_bases() {
    boost::unordered_flat_map<TermId, ComponentId> next;
    for (std::uint32_t atom = 0; atom < rules_.atoms.size(); ++atom) {
      if (rules_.atoms[atom].kind == RelationKind::next) {
        next.emplace(rules_.atoms[atom].term, proposition_[atom]);
      }
    }
    for (BaseEntry& base : net_.bases) {
      const auto source = next.find(base.fluent);
      base.transition = net_.add(ComponentType::transition);
      net_.components[base.transition].inputs.push_back(source == next.end() ? false_component
                                                                             : source->second);
      net_.components[base.proposition].inputs.assign(1, base.transition);
    }
  }

  struct InputAtom {
    std::uint32_t role;
    TermId move;
    std::uint32_t atom;
    ComponentId component;
  };

  GroundRules rules_;
  PropNet net_;
  GateTable and_gates_;
  std::vector<ComponentId> proposition_;  // by atom
  std::vector<ComponentId> not_gate_;     // by atom
  std::vector<InputAtom> inputs_;
};

}  // namespace

PropNet build(ground::GroundRules rules, const BuildOptions& options) {
  return Builder(std::move(rules)).run(options);
}

}  // namespace palamedes::net
