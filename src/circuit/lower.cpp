#include "circuit/lower.h"

#include <algorithm>

#include "circuit/arrange.h"
#include "circuit/builder.h"

namespace palamedes::circuit {
namespace {

// A component as it is when moves count, or (number + all components) when no move counts as made.
using View = std::uint32_t;

class Lowering {
 public:
  explicit Lowering(const net::PropNet& net)
      : net_(net), count_(static_cast<net::ComponentId>(net.components.size())) {}

  CircuitDraft run() {
    mark_dependence();
    feedback_.assign(std::size_t{count_} * (judged_by_moves() ? 2 : 1), net::no_component);
    literal_.assign(feedback_.size(), Literal{});
    done_.assign(feedback_.size(), Progress::untouched);
    for_each_output([&](View view) { visit(view); });
    number_bases_and_inputs();
    make_gates();
    return result();
  }

 private:
  enum class Progress : std::uint8_t { untouched, open, done };

  [[nodiscard]] net::ComponentId component_of(View view) const {
    return view < count_ ? view : view - count_;
  }
  [[nodiscard]] bool is_proposition(net::ComponentId id, net::PropositionType type) const {
    return net_.components[id].type == net::ComponentType::proposition &&
           net_.components[id].proposition == type;
  }
  [[nodiscard]] std::span<const net::ComponentId> inputs_of(net::ComponentId id) const {
    // What a base reads is of the step before.
    if (is_proposition(id, net::PropositionType::base) ||
        is_proposition(id, net::PropositionType::input)) {
      return {};
    }
    const auto& inputs = net_.components[id].inputs;
    return {inputs.data(), inputs.size()};
  }

  void mark_dependence() {
    depends_on_moves_.assign(count_, false);
    const net::Outputs outputs(net_.components);
    std::vector<net::ComponentId> work;
    const auto mark = [&](net::ComponentId id) {
      if (depends_on_moves_[id] || is_proposition(id, net::PropositionType::base)) return;
      depends_on_moves_[id] = true;
      work.push_back(id);
    };
    for (const net::RoleEntry& role : net_.roles) {
      for (const net::MoveEntry& move : role.moves) {
        if (move.input != net::no_component) mark(move.input);
      }
    }
    while (!work.empty()) {
      const net::ComponentId id = work.back();
      work.pop_back();
      for (const net::ComponentId reader : outputs.of(id)) mark(reader);
    }
  }

  template <typename Visit>
  void for_each_state_output(Visit&& visit) const {
    for (const net::RoleEntry& role : net_.roles) {
      for (const net::MoveEntry& move : role.moves) {
        if (move.legal != net::no_component) visit(move.legal);
      }
      for (const net::GoalEntry& goal : role.goals) visit(goal.proposition);
    }
    if (net_.terminal != net::no_component) visit(net_.terminal);
  }

  // Whether legality, the end or a goal depends on moves.
  [[nodiscard]] bool judged_by_moves() const {
    bool found = false;
    for_each_state_output([&](net::ComponentId id) { found = found || depends_on_moves_[id]; });
    return found;
  }

  // The view of the component in which no move is made.
  [[nodiscard]] View at_rest(net::ComponentId id) const {
    return depends_on_moves_[id] ? id + count_ : id;
  }
  [[nodiscard]] View input_view(View reader, net::ComponentId input) const {
    return reader < count_ ? input : at_rest(input);
  }

  template <typename Visit>
  void for_each_output(Visit&& visit) const {
    for_each_state_output([&](net::ComponentId id) { visit(at_rest(id)); });
    for (const net::BaseEntry& base : net_.bases) {
      if (base.transition != net::no_component) visit(base.transition);
    }
  }

  // Depth first, so that inputs come before readers. What is met while it is still open closes a
  // circle and is read there as feedback.
  void visit(View root) {
    if (done_[root] != Progress::untouched) return;
    struct Frame {
      View view;
      std::uint32_t edge;
    };
    std::vector<Frame> frames{{root, 0}};
    done_[root] = Progress::open;
    while (!frames.empty()) {
      const View view = frames.back().view;
      const auto inputs = inputs_of(component_of(view));
      if (frames.back().edge == inputs.size()) {
        done_[view] = Progress::done;
        order_.push_back(view);
        frames.pop_back();
        continue;
      }
      const View next = input_view(view, inputs[frames.back().edge++]);
      if (done_[next] == Progress::untouched) {
        done_[next] = Progress::open;
        frames.push_back({next, 0});
      } else if (done_[next] == Progress::open && feedback_[next] == net::no_component) {
        feedback_[next] = feedback_count_++;
      }
    }
  }

  void number_bases_and_inputs() {
    CircuitNode node = 1;
    for (const net::BaseEntry& base : net_.bases) {
      if (base.transition == net::no_component) {
        if (base.proposition == net::true_component) circuit_.always.push_back(base.fluent);
        continue;
      }
      circuit_.bases.push_back({base.fluent, base.initially});
      literal_[base.proposition] = Literal(node++, false);
    }
    for (const net::RoleEntry& role : net_.roles) {
      CircuitRole& entry = circuit_.roles.emplace_back();
      entry.name = role.name;
      for (const net::MoveEntry& move : role.moves) {
        const bool needed =
            move.input != net::no_component && done_[move.input] != Progress::untouched;
        if (needed) literal_[move.input] = Literal(node, false);
        entry.moves.push_back(
            {.move = move.move, .input = needed ? node++ : CircuitMove::no_input});
      }
    }
    circuit_.input_count = node - circuit_.first_input();
    circuit_.feedback_count = feedback_count_;
  }

  [[nodiscard]] Literal read(View view) const {
    if (done_[view] == Progress::open) {  // not made yet: the gates of a circle
      return {circuit_.first_feedback() + feedback_[view], false};
    }
    return literal_[view];
  }

  void make_gates() {
    CircuitBuilder builder(circuit_.first_gate(), order_.size());
    for (const View view : order_) done_[view] = Progress::open;
    std::vector<Literal> row;
    for (const View view : order_) {
      const net::ComponentId id = component_of(view);
      row.clear();
      for (const net::ComponentId input : inputs_of(id))
        row.push_back(read(input_view(view, input)));
      switch (net_.components[id].type) {
        case net::ComponentType::constant:
          literal_[view] = id == net::true_component ? true_literal : false_literal;
          break;
        case net::ComponentType::and_gate:
          literal_[view] = builder.and_of_all(row);
          break;
        case net::ComponentType::not_gate:
          literal_[view] = !row.front();
          break;
        default:  // bases and inputs have their literal, and so does an input at rest: FALSE
          if (!row.empty()) literal_[view] = builder.or_of_all(row);
          break;
      }
      done_[view] = Progress::done;
    }
    circuit_.gates = builder.take();
  }

  CircuitDraft result() {
    for (std::size_t role = 0; role < net_.roles.size(); ++role) {
      CircuitRole& entry = circuit_.roles[role];
      for (std::size_t i = 0; i < entry.moves.size(); ++i) {
        const net::ComponentId legal = net_.roles[role].moves[i].legal;
        if (legal != net::no_component) entry.moves[i].legal = literal_[at_rest(legal)];
      }
      for (const net::GoalEntry& goal : net_.roles[role].goals) {
        entry.goals.push_back({goal.value, literal_[at_rest(goal.proposition)]});
      }
    }
    if (net_.terminal != net::no_component) circuit_.terminal = literal_[at_rest(net_.terminal)];
    for (const net::BaseEntry& base : net_.bases) {
      if (base.transition != net::no_component) circuit_.next.push_back(literal_[base.transition]);
    }
    CircuitDraft draft{.circuit = std::move(circuit_)};
    draft.feedback.resize(feedback_count_);
    for (const View view : order_) {
      if (feedback_[view] != net::no_component) draft.feedback[feedback_[view]] = literal_[view];
    }
    return draft;
  }

  const net::PropNet& net_;
  net::ComponentId count_;
  std::vector<bool> depends_on_moves_;   // by component
  std::vector<std::uint32_t> feedback_;  // by view: number of its feedback node, if it has one
  std::vector<Literal> literal_;         // by view
  std::vector<Progress> done_;           // by view
  std::vector<View> order_;
  CircuitNode feedback_count_ = 0;
  Circuit circuit_;
};

}  // namespace

Circuit lower(std::shared_ptr<const net::PropNet> net) {
  CircuitDraft draft = Lowering(*net).run();
  draft.circuit.source = std::move(net);
  return arrange(std::move(draft));
}

}  // namespace palamedes::circuit
