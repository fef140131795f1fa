#include "net/condense.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "net/factor.h"
#include "net/gate_table.h"
#include "net/move_cover.h"

namespace palamedes::net {
namespace {

// Factoring looks at every literal of a sum several times; sums above this size are left alone.
constexpr std::size_t max_literals = 1'000'000;
constexpr std::size_t max_term = 200;
// A gate that this number of factorings asked for is worth making for them together.
constexpr std::uint32_t often = 4;
constexpr std::size_t max_remembered = 8;
constexpr int max_rounds = 4;
constexpr std::size_t max_gates_for_rounds = 500'000;

bool is_anonymous(const Component& component) {
  return component.type == ComponentType::proposition &&
         component.proposition == PropositionType::other;
}
bool joins(ComponentType type) {
  return type == ComponentType::and_gate || type == ComponentType::or_gate;
}
bool is_gate(ComponentType type) { return joins(type) || type == ComponentType::not_gate; }
ComponentType other_kind(ComponentType kind) {
  return kind == ComponentType::and_gate ? ComponentType::or_gate : ComponentType::and_gate;
}

class Condenser {
 public:
  // What could not be paid for alone, and how often: from the round before.
  using Wishes = std::map<std::vector<ComponentId>, std::uint32_t>;

  Condenser(PropNet& net, Wishes wishes)
      : net_(net),
        wanted_before_(std::move(wishes)),
        ands_(net),
        ors_(net),
        and_of_ors_(ors_, ands_),
        or_of_ands_(ands_, ors_),
        cover_(net) {
    grow();
  }

  // False when another round would not be worth its time.
  bool run() {
    look_through_anonymous();
    count_readers();
    for (const ComponentId root : roots_) {
      const ComponentId source = resolve(net_.components[root].inputs.front());
      if (is_gate(type(source)) && nodes_[source].state == State::open) visit(source);
    }
    keep_what_the_unread_read();
    const std::size_t removed = write_back();
    return gates_ <= max_gates_for_rounds && removed > made_ + gates_ / 100;
  }
  Wishes take_wishes() { return std::move(wanted_); }

 private:
  using Inputs = std::vector<ComponentId>;
  enum class State : std::uint8_t {
    open,
    entered,
    done,       // its inputs are sorted and final
    dissolved,  // its only reader has its inputs instead
  };

  struct Node {                         // of a component; all that is often asked for lies together
    ComponentId source = no_component;  // what stands for it: itself, or what replaced it
    std::uint32_t readers = 0;
    ComponentType type = ComponentType::removed;
    State state = State::open;
    bool before_moves = false;  // asked for when nobody has moved yet
  };

  [[nodiscard]] ComponentType type(ComponentId id) const { return nodes_[id].type; }

  void grow() {
    const std::size_t old = nodes_.size();
    nodes_.resize(net_.components.size());
    for (std::size_t i = old; i < nodes_.size(); ++i) {
      nodes_[i].source = static_cast<ComponentId>(i);
      nodes_[i].type = net_.components[i].type;
    }
    negation_.resize(nodes_.size(), no_component);
  }

  // What stands for a component: itself, or what replaced it.
  ComponentId resolve(ComponentId id) {
    while (nodes_[id].source != id) {
      nodes_[id].source = nodes_[nodes_[id].source].source;
      id = nodes_[id].source;
    }
    return id;
  }

  // An anonymous proposition is what it reads; a circle of them supports nothing.
  void look_through_anonymous() {
    std::vector<ComponentId> walk(net_.components.size(), no_component);
    for (ComponentId start = 0; start < net_.components.size(); ++start) {
      ComponentId id = start;
      while (is_anonymous(net_.components[id]) && nodes_[id].source == id &&
             walk[id] == no_component) {
        walk[id] = start;
        id = net_.components[id].inputs.front();
      }
      const bool circle =
          is_anonymous(net_.components[id]) && nodes_[id].source == id && walk[id] == start;
      const ComponentId end = circle ? false_component : id;
      for (id = start; is_anonymous(net_.components[id]) && nodes_[id].source == id && id != end;) {
        const ComponentId next = net_.components[id].inputs.front();
        nodes_[id].source = end;
        id = next;
      }
    }
  }

  // Only those that the game asks for count: what nobody reads is left as it is for the passes.
  void count_readers() {
    for (const bool before_moves : {true, false}) {
      for (ComponentId id = 0; id < net_.components.size(); ++id) {
        const Component& component = net_.components[id];
        const bool view = component.proposition == PropositionType::legal ||
                          component.proposition == PropositionType::goal ||
                          component.proposition == PropositionType::terminal;
        if (before_moves ? !view : component.type != ComponentType::transition) continue;
        roots_.push_back(id);
        read(component.inputs.front());
      }
      while (!to_read_.empty()) {
        const ComponentId gate = to_read_.back();
        to_read_.pop_back();
        ++gates_;
        nodes_[gate].before_moves = before_moves;
        for (const ComponentId input : net_.components[gate].inputs) read(input);
      }
    }
  }
  void read(ComponentId input) {
    const ComponentId source = resolve(input);
    if (nodes_[source].readers++ == 0 && is_gate(type(source))) to_read_.push_back(source);
  }

  // Depth first: what a gate reads is settled before the gate, but for circles.
  void visit(ComponentId first) {
    struct Place {
      ComponentId gate;
      std::size_t next;
    };
    std::vector<Place> stack{{first, 0}};
    nodes_[first].state = State::entered;
    while (!stack.empty()) {
      const auto [gate, next] = stack.back();
      if (next == net_.components[gate].inputs.size()) {
        stack.pop_back();
        nodes_[gate].state = State::done;
        if (joins(type(gate))) {
          settle(gate);
        } else {
          settle_negation(gate);
        }
        continue;
      }
      ++stack.back().next;
      const ComponentId input = resolve(net_.components[gate].inputs[next]);
      if (is_gate(type(input)) && nodes_[input].state == State::open) {
        nodes_[input].state = State::entered;
        stack.push_back({input, 0});
      }
    }
  }

  void settle_negation(ComponentId gate) {
    const ComponentId input = resolve(net_.components[gate].inputs.front());
    net_.components[gate].inputs.assign(1, input);
    if (type(input) == ComponentType::not_gate && nodes_[input].state == State::done) {
      replace(gate, resolve(net_.components[input].inputs.front()));
      --nodes_[input].readers;
    } else if (negation_[input] != no_component) {
      replace(gate, negation_[input]);
      --nodes_[input].readers;
    } else {
      negation_[input] = gate;
    }
  }

  void replace(ComponentId gate, ComponentId source) {
    nodes_[gate].source = source;
    nodes_[source].readers += nodes_[gate].readers;
  }

  [[nodiscard]] bool has_one_reader(ComponentId input, ComponentType kind,
                                    ComponentId reader) const {
    if (type(input) != kind || nodes_[input].readers != 1 || nodes_[input].state != State::done)
      return false;
    const auto& inputs = net_.components[input].inputs;
    return std::find(inputs.begin(), inputs.end(), reader) == inputs.end();
  }

  void settle(ComponentId gate) {
    const ComponentType kind = type(gate);
    Inputs inputs = collect(gate, kind);
    if (is_decided(gate, kind, inputs)) {
      for (const ComponentId input : inputs) --nodes_[input].readers;
      replace(gate, kind == ComponentType::and_gate ? false_component : true_component);
      return;
    }
    if (inputs.empty()) {
      replace(gate, neutral(kind));
      return;
    }
    factor(gate, kind, inputs);
    if (inputs.size() == 1) {
      --nodes_[inputs.front()].readers;
      replace(gate, inputs.front());
      return;
    }
    GateTable& table = kind == ComponentType::and_gate ? ands_ : ors_;
    const ComponentId equal = table.find(inputs);
    net_.components[gate].inputs.assign(inputs.begin(), inputs.end());
    if (equal == no_component) {
      table.insert(gate);
      return;
    }
    use(equal);
    --nodes_[equal].readers;
    for (const ComponentId input : inputs) --nodes_[input].readers;
    replace(gate, equal);
  }

  // The gate's inputs, sorted; in place of one that only this gate reads, what that one reads.
  Inputs collect(ComponentId gate, ComponentType kind) {
    Inputs inputs;
    for (const ComponentId old : net_.components[gate].inputs) {
      const ComponentId input = resolve(old);
      if (input == neutral(kind) || (input == gate && kind == ComponentType::or_gate)) {
        --nodes_[input].readers;  // a gate is no reason for itself
      } else if (input != gate && has_one_reader(input, kind, gate)) {
        nodes_[input].state = State::dissolved;
        nodes_[input].readers = 0;
        const auto& below = net_.components[input].inputs;
        inputs.insert(inputs.end(), below.begin(), below.end());
      } else {
        inputs.push_back(input);
      }
    }
    std::sort(inputs.begin(), inputs.end());
    std::size_t kept = 0;
    for (const ComponentId input : inputs) {
      if (kept > 0 && inputs[kept - 1] == input) {
        --nodes_[input].readers;
      } else {
        inputs[kept++] = input;
      }
    }
    inputs.resize(kept);
    return inputs;
  }

  static ComponentId neutral(ComponentType kind) {
    return kind == ComponentType::and_gate ? true_component : false_component;
  }

  // FALSE for an AND gate, TRUE for an OR gate, whatever the other inputs are.
  [[nodiscard]] bool is_decided(ComponentId gate, ComponentType kind, const Inputs& inputs) {
    if (kind == ComponentType::or_gate && !nodes_[gate].before_moves && some_move_is_made(inputs)) {
      return true;
    }
    return std::any_of(inputs.begin(), inputs.end(), [&](ComponentId input) {
      if (input == gate) return true;  // an AND gate that waits for itself
      if (input == neutral(other_kind(kind))) return true;
      return type(input) == ComponentType::not_gate &&
             std::binary_search(inputs.begin(), inputs.end(),
                                net_.components[input].inputs.front());
    });
  }

  // An OR gate is certain if it lists all moves of a role; or all but one of several roles', and
  // these together.
  bool some_move_is_made(const Inputs& inputs) {
    const MoveCover::Cover cover = cover_.of(inputs);
    if (cover.certain || cover.missing.empty()) return cover.certain;
    return std::any_of(inputs.begin(), inputs.end(), [&](ComponentId input) {
      if (type(input) != ComponentType::and_gate || nodes_[input].state != State::done)
        return false;
      const auto& moves = net_.components[input].inputs;
      return std::all_of(moves.begin(), moves.end(), [&](ComponentId move) {
        return std::find(cover.missing.begin(), cover.missing.end(), move) != cover.missing.end();
      });
    });
  }

  // Takes out what the gate's inputs of the other kind have in common, if that makes it smaller.
  void factor(ComponentId gate, ComponentType kind, Inputs& inputs) {
    const ComponentType inner = other_kind(kind);
    Inputs own;  // gates that stand for the terms and go with them
    std::size_t literals = 0;
    for (const ComponentId input : inputs) {
      const std::size_t size = net_.components[input].inputs.size();
      const bool is_own = size <= max_term && has_one_reader(input, inner, gate);
      if (is_own) own.push_back(input);
      literals += is_own ? size : 1;
    }
    if (own.empty() || literals > max_literals || !share_something(inputs, own)) return;
    std::vector<Inputs> terms;
    terms.reserve(inputs.size());
    for_each_term(inputs, own, [&](std::span<const ComponentId> term) {
      terms.emplace_back(term.begin(), term.end());
    });
    Factoring& factoring = kind == ComponentType::or_gate ? or_of_ands_ : and_of_ors_;
    factoring.run(std::move(terms), static_cast<ComponentId>(net_.components.size()));

    std::size_t gates = paid_alone(factoring);
    std::size_t links = factoring.links();
    for (const ComponentId found : factoring.found()) {
      const bool is_there = nodes_[found].state != State::dissolved &&
                            !std::binary_search(own.begin(), own.end(), found);
      if (is_there) continue;
      ++gates;
      links += net_.components[found].inputs.size();
    }
    if (gates > own.size() || (gates == own.size() && links >= literals + inputs.size())) {
      remember(factoring);
      return;
    }
    apply(factoring, kind, inputs, own);
  }

  // New gates, without those that others wanted in the round before as well.
  [[nodiscard]] std::size_t paid_alone(const Factoring& factoring) const {
    return static_cast<std::size_t>(
        std::count_if(factoring.gates().begin(), factoring.gates().end(), [&](const auto& gate) {
          const auto count = wanted_before_.find(gate.inputs);
          return count == wanted_before_.end() || count->second < often;
        }));
  }
  void remember(const Factoring& factoring) {
    for (const Factoring::Gate& gate : factoring.gates()) {
      const bool lasting = gate.inputs.back() < net_.components.size();
      if (lasting && gate.inputs.size() <= max_remembered) ++wanted_[gate.inputs];
    }
  }

  // The inputs as products, where `own` are some of them, in the same order.
  template <typename Visit>
  void for_each_term(const Inputs& inputs, const Inputs& own, Visit&& visit) const {
    auto next_own = own.begin();
    for (const ComponentId& input : inputs) {
      if (next_own == own.end() || *next_own != input) {
        visit(std::span(&input, 1));
        continue;
      }
      const auto& below = net_.components[input].inputs;
      visit(std::span(below.data(), below.size()));
      ++next_own;
    }
  }

  [[nodiscard]] bool share_something(const Inputs& inputs, const Inputs& own) {
    bool shared = false;
    for_each_term(inputs, own, [&](std::span<const ComponentId> term) {
      for (const ComponentId literal : term) {
        shared = shared || seen_twice(literal);
      }
    });
    for (const ComponentId literal : marked_) marks_[literal] = false;
    marked_.clear();
    return shared;
  }
  bool seen_twice(ComponentId literal) {
    if (marks_.size() < net_.components.size()) marks_.resize(net_.components.size(), false);
    if (marks_[literal]) return true;
    marks_[literal] = true;
    marked_.push_back(literal);
    return false;
  }

  void apply(const Factoring& factoring, ComponentType kind, Inputs& inputs, const Inputs& own) {
    for (const ComponentId input : inputs) --nodes_[input].readers;
    for (const ComponentId gate : own) {
      nodes_[gate].state = State::dissolved;
      for (const ComponentId input : net_.components[gate].inputs) --nodes_[input].readers;
    }
    const ComponentType inner = other_kind(kind);
    for (const Factoring::Gate& plan : factoring.gates()) {
      const ComponentId id = net_.add(plan.is_sum ? kind : inner);
      net_.components[id].inputs.assign(plan.inputs.begin(), plan.inputs.end());
    }
    const auto first = static_cast<ComponentId>(nodes_.size());
    grow();
    made_ += nodes_.size() - first;
    for (ComponentId id = first; id < net_.components.size(); ++id) {
      nodes_[id].state = State::done;
      for (const ComponentId input : net_.components[id].inputs) use(input);
      (type(id) == ComponentType::and_gate ? ands_ : ors_).insert(id);
    }
    inputs = factoring.sum();
    for (const ComponentId input : inputs) use(input);
  }

  // One reader more; a gate that had gone into its only reader is needed again.
  void use(ComponentId id) {
    ++nodes_[id].readers;
    if (nodes_[id].state != State::dissolved) return;
    nodes_[id].state = State::done;
    for (const ComponentId input : net_.components[id].inputs) use(input);
  }

  void keep_what_the_unread_read() {
    for (ComponentId id = 0; id < net_.components.size(); ++id) {
      if (!is_gate(type(id)) || nodes_[id].state != State::open) continue;
      for (const ComponentId input : net_.components[id].inputs) use(resolve(input));
    }
  }

  // Gives the number of gates that went. Gates read a gate through the first proposition that
  // stands for it. All others read what they
  // did before, which is still there or has been replaced.
  std::size_t write_back() {
    std::size_t removed = 0;
    std::vector<ComponentId> face(net_.components.size());
    for (ComponentId id = 0; id < face.size(); ++id) face[id] = id;
    for (ComponentId id = 0; id < net_.components.size(); ++id) {
      Component& component = net_.components[id];
      const ComponentId source = resolve(id);
      const bool gone =
          nodes_[source].state == State::dissolved || (is_gate(component.type) && source != id);
      if (gone) {
        removed += is_gate(component.type) ? 1 : 0;
        component = {.type = ComponentType::removed};
      } else if (is_anonymous(component) && is_gate(type(source)) && face[source] == source) {
        face[source] = id;
      }
    }
    for (Component& component : net_.components) {
      for (ComponentId& input : component.inputs) {
        if (is_gate(component.type)) {
          input = face[resolve(input)];
        } else if (!is_anonymous(net_.components[input])) {
          input = resolve(input);
        }
      }
    }
    return removed;
  }

  PropNet& net_;
  Wishes wanted_before_;
  Wishes wanted_;
  GateTable ands_;
  GateTable ors_;
  Factoring and_of_ors_;
  Factoring or_of_ands_;
  MoveCover cover_;
  Inputs roots_;
  Inputs to_read_;
  std::vector<Node> nodes_;
  std::vector<ComponentId> negation_;
  std::vector<bool> marks_;
  Inputs marked_;
  std::size_t gates_ = 0;  // that are read, when the round begins
  std::size_t made_ = 0;
};

}  // namespace

void condense(PropNet& net) {
  // What became a gate's only reader in one round lets the gate go in the next.
  Condenser::Wishes wishes;
  for (int round = 0; round < max_rounds; ++round) {
    Condenser condenser(net, std::move(wishes));
    if (!condenser.run()) break;
    wishes = condenser.take_wishes();
  }
}

}  // namespace palamedes::net
