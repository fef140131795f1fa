#include "circuit/arrange.h"

#include <algorithm>
#include <array>

#include "circuit/builder.h"

namespace palamedes::circuit {
namespace {

constexpr std::uint32_t no_unit = 0xffffffffU;

// Gates and feedback nodes in units: a strong component each. Units come with needed ones first.
class Units {
 public:
  explicit Units(const CircuitDraft& draft) : draft_(draft), circuit_(draft.circuit) {
    unit_.assign(circuit_.node_count(), no_unit);
    if (draft_.feedback.empty()) {
      without_feedback();
    } else {
      with_feedback();
    }
  }

  [[nodiscard]] std::size_t count() const { return first_.size() - 1; }
  // In the order of the draft.
  [[nodiscard]] std::span<const CircuitNode> members(std::size_t unit) const {
    return {members_.data() + first_[unit], first_[unit + 1] - first_[unit]};
  }
  [[nodiscard]] std::uint32_t unit_of(CircuitNode node) const { return unit_[node]; }
  [[nodiscard]] bool is_loop(std::size_t unit) const {
    const auto nodes = members(unit);
    if (nodes.size() > 1) return true;
    return is_feedback(nodes.front()) && value(nodes.front()).node() == nodes.front();
  }
  [[nodiscard]] bool is_feedback(CircuitNode node) const {
    return node >= circuit_.first_feedback() && node < circuit_.first_gate();
  }
  [[nodiscard]] Literal value(CircuitNode feedback) const {
    return draft_.feedback[feedback - circuit_.first_feedback()];
  }

 private:
  void add_unit(std::vector<CircuitNode>::iterator begin, std::vector<CircuitNode>::iterator end) {
    std::sort(begin, end);
    for (auto node = begin; node != end; ++node) unit_[*node] = static_cast<std::uint32_t>(count());
    members_.insert(members_.end(), begin, end);
    first_.push_back(static_cast<std::uint32_t>(members_.size()));
  }

  void without_feedback() {
    std::vector<bool> needed(circuit_.node_count(), false);
    for_each_output(circuit_, [&](const Literal& literal) { needed[literal.node()] = true; });
    for (CircuitNode node = circuit_.node_count(); node-- > circuit_.first_gate();) {
      if (!needed[node]) continue;
      needed[circuit_.gate(node).a.node()] = true;
      needed[circuit_.gate(node).b.node()] = true;
    }
    for (CircuitNode node = circuit_.first_gate(); node < circuit_.node_count(); ++node) {
      if (!needed[node]) continue;
      unit_[node] = static_cast<std::uint32_t>(count());
      members_.push_back(node);
      first_.push_back(static_cast<std::uint32_t>(members_.size()));
    }
  }

  // Tarjan's algorithm, from the outputs, with an explicit stack.
  void with_feedback() {
    order_.assign(circuit_.node_count(), 0);
    low_.assign(circuit_.node_count(), 0);
    for_each_output(circuit_, [&](const Literal& literal) { visit(literal.node()); });
  }

  struct Frame {
    CircuitNode node;
    unsigned edge;
  };

  [[nodiscard]] unsigned edge_count(CircuitNode node) const { return is_feedback(node) ? 1 : 2; }
  [[nodiscard]] CircuitNode target(CircuitNode node, unsigned edge) const {
    if (is_feedback(node)) return value(node).node();
    const Gate& gate = circuit_.gate(node);
    return edge == 0 ? gate.a.node() : gate.b.node();
  }

  void enter(CircuitNode node) {
    order_[node] = low_[node] = ++counter_;
    path_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(CircuitNode root) {
    if (root < circuit_.first_feedback() || order_[root] != 0) return;
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const CircuitNode node = frame.node;
      if (frame.edge < edge_count(node)) {
        const CircuitNode next = target(node, frame.edge++);
        if (next < circuit_.first_feedback()) continue;
        if (order_[next] == 0) {
          enter(next);
        } else if (unit_[next] == no_unit) {
          low_[node] = std::min(low_[node], order_[next]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        auto& parent = low_[frames_.back().node];
        parent = std::min(parent, low_[node]);
      }
      if (low_[node] != order_[node]) continue;
      auto begin = path_.end();
      while (*--begin != node) {
      }
      add_unit(begin, path_.end());
      path_.erase(begin, path_.end());
    }
  }

  const CircuitDraft& draft_;
  const Circuit& circuit_;
  std::vector<std::uint32_t> unit_;
  std::vector<CircuitNode> members_;
  std::vector<std::uint32_t> first_{0};
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<CircuitNode> path_;
  std::vector<Frame> frames_;
  std::uint32_t counter_ = 0;
};

class Arranger {
 public:
  explicit Arranger(CircuitDraft draft)
      : draft_(std::move(draft)), old_(draft_.circuit), units_(draft_) {}

  Circuit run() {
    mark_move_units();
    mark_goal_units();
    number_given_nodes();
    CircuitBuilder builder(old_.first_feedback() - old_.input_count + inputs_ + feedback_,
                           old_.gates.size());
    for (const Part part : parts) {
      if (part == Part::goals) first_goal_gate_ = builder.node_count();
      if (part == Part::moves) first_move_gate_ = builder.node_count();
      for (std::size_t unit = 0; unit < units_.count(); ++unit) {
        if (part_of(unit) == part) emit(unit, builder);
      }
    }
    return finish(builder);
  }

 private:
  enum class Part : std::uint8_t { state, goals, moves };
  static constexpr std::array parts = {Part::state, Part::goals, Part::moves};

  [[nodiscard]] Part part_of(std::size_t unit) const {
    if (depends_on_moves_[unit]) return Part::moves;
    return needed_to_play_[unit] ? Part::state : Part::goals;
  }

  // What more than goals needs.
  void mark_goal_units() {
    needed_to_play_.assign(units_.count(), false);
    const auto need = [&](Literal literal) {
      const CircuitNode node = literal.node();
      if (node >= old_.first_feedback()) needed_to_play_[units_.unit_of(node)] = true;
    };
    for_each_output_of_play(old_, need);
    for (std::size_t unit = units_.count(); unit-- > 0;) {
      if (!needed_to_play_[unit]) continue;
      for (const CircuitNode node : units_.members(unit)) {
        if (units_.is_feedback(node)) {
          need(units_.value(node));
        } else {
          need(old_.gate(node).a);
          need(old_.gate(node).b);
        }
      }
    }
  }

  [[nodiscard]] bool reads_moves(Literal literal) const {
    const CircuitNode node = literal.node();
    if (node >= old_.first_feedback()) return depends_on_moves_[units_.unit_of(node)];
    return node >= old_.first_input();
  }

  void mark_move_units() {
    depends_on_moves_.assign(units_.count(), false);
    for (std::size_t unit = 0; unit < units_.count(); ++unit) {
      for (const CircuitNode node : units_.members(unit)) {
        // Members that were not looked at yet count as independent; one that is dependent is
        // enough.
        const bool dependent = units_.is_feedback(node) ? reads_moves(units_.value(node))
                                                        : reads_moves(old_.gate(node).a) ||
                                                              reads_moves(old_.gate(node).b);
        if (dependent) depends_on_moves_[unit] = true;
      }
    }
  }

  // Bases keep their numbers; inputs and feedback that nothing needs go.
  void number_given_nodes() {
    map_.assign(old_.node_count(), false_literal);
    for (CircuitNode node = 0; node < old_.first_input(); ++node) map_[node] = Literal(node, false);
    std::vector<bool> read(old_.node_count(), false);
    for_each_output(old_, [&](const Literal& literal) { read[literal.node()] = true; });
    for (std::size_t unit = 0; unit < units_.count(); ++unit) {
      for (const CircuitNode node : units_.members(unit)) {
        if (units_.is_feedback(node)) {
          read[units_.value(node).node()] = true;
        } else {
          read[old_.gate(node).a.node()] = true;
          read[old_.gate(node).b.node()] = true;
        }
      }
    }
    CircuitNode next = old_.first_input();
    for (CircuitNode node = old_.first_input(); node < old_.first_feedback(); ++node) {
      if (read[node]) map_[node] = Literal(next++, false);
    }
    inputs_ = next - old_.first_input();
    for (const Part part : parts) {
      for (std::size_t unit = 0; unit < units_.count(); ++unit) {
        if (part_of(unit) != part || !units_.is_loop(unit)) continue;
        for (const CircuitNode node : units_.members(unit)) {
          if (units_.is_feedback(node)) map_[node] = Literal(next++, false);
        }
      }
    }
    feedback_ = next - old_.first_input() - inputs_;
  }

  [[nodiscard]] Literal mapped(Literal literal) const {
    const Literal target = map_[literal.node()];
    return literal.is_complemented() ? !target : target;
  }

  void emit_gate(CircuitNode node, CircuitBuilder& builder) {
    const CircuitNode before = builder.node_count();
    map_[node] = builder.and_of(mapped(old_.gate(node).a), mapped(old_.gate(node).b));
    simplified_ = simplified_ || builder.node_count() == before;
  }

  void emit(std::size_t unit, CircuitBuilder& builder) {
    const auto nodes = units_.members(unit);
    if (!units_.is_loop(unit)) {
      const CircuitNode node = nodes.front();
      // Feedback outside of a loop is another name of what feeds it.
      if (units_.is_feedback(node)) {
        map_[node] = mapped(units_.value(node));
      } else {
        emit_gate(node, builder);
      }
      return;
    }
    CircuitLoop loop{.first_gate = builder.node_count()};
    for (const CircuitNode node : nodes) {
      if (!units_.is_feedback(node)) emit_gate(node, builder);
    }
    loop.end_gate = builder.node_count();
    for (const CircuitNode node : nodes) {
      if (!units_.is_feedback(node)) continue;
      if (loop.values.empty()) loop.first_feedback = map_[node].node();
      loop.values.push_back(mapped(units_.value(node)));
    }
    std::size_t number = 0;
    for (const CircuitNode node : nodes) {
      if (units_.is_feedback(node)) map_[node] = settle(loop, number++);
    }
    loops_.push_back(std::move(loop));
  }

  // What feeds a feedback node in the end, for all that is outside of the loop.
  Literal settle(CircuitLoop& loop, std::size_t number) {
    Literal value = loop.values[number];
    for (std::size_t step = 0; step < loop.values.size(); ++step) {
      const CircuitNode node = value.node();
      if (node < loop.first_feedback || node >= loop.first_feedback + loop.values.size()) break;
      value = loop.values[node - loop.first_feedback];
      // What needs nothing but itself is never reached.
      if (step + 1 == loop.values.size()) value = false_literal;
    }
    simplified_ = simplified_ || value != loop.values[number] || value.is_constant();
    return loop.values[number] = value;
  }

  Circuit finish(CircuitBuilder& builder) {
    Circuit result = std::move(draft_.circuit);
    for_each_output(result, [&](Literal& literal) { literal = mapped(literal); });
    for (CircuitRole& role : result.roles) {
      for (CircuitMove& move : role.moves) {
        if (move.input != CircuitMove::no_input) move.input = map_[move.input].node();
      }
    }
    for (OneHotGroup& group : result.groups) {
      const std::size_t before = group.nodes.size();
      std::erase_if(group.nodes, [&](CircuitNode node) { return map_[node] == false_literal; });
      for (CircuitNode& node : group.nodes) node = map_[node].node();
      if (group.nodes.size() < before) group.exactly_one = false;
    }
    std::erase_if(result.groups, [](const OneHotGroup& group) { return group.nodes.size() < 2; });
    result.input_count = inputs_;
    result.feedback_count = feedback_;
    result.gates = builder.take();
    result.first_goal_gate = first_goal_gate_;
    result.first_move_gate = first_move_gate_;
    result.loops = std::move(loops_);
    // Something may be dead now, and a loop that lost gates may have fallen apart.
    if (simplified_) return arrange(draft_of(std::move(result)));
    return result;
  }

  CircuitDraft draft_;
  const Circuit& old_;
  Units units_;
  std::vector<bool> depends_on_moves_;  // by unit
  std::vector<bool> needed_to_play_;    // by unit
  std::vector<Literal> map_;            // by old node
  CircuitNode inputs_ = 0;
  CircuitNode feedback_ = 0;
  CircuitNode first_goal_gate_ = 0;
  CircuitNode first_move_gate_ = 0;
  std::vector<CircuitLoop> loops_;
  bool simplified_ = false;
};

}  // namespace

Circuit arrange(CircuitDraft draft) { return Arranger(std::move(draft)).run(); }

CircuitDraft draft_of(Circuit circuit) {
  CircuitDraft draft{.circuit = std::move(circuit)};
  draft.feedback.resize(draft.circuit.feedback_count);
  for (const CircuitLoop& loop : draft.circuit.loops) {
    std::copy(loop.values.begin(), loop.values.end(),
              draft.feedback.begin() + (loop.first_feedback - draft.circuit.first_feedback()));
  }
  draft.circuit.loops.clear();
  return draft;
}

}  // namespace palamedes::circuit
