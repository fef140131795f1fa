#include "machine/swarm/routine.h"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

namespace palamedes::machine::swarm {
namespace {

using Value = std::uint32_t;  // a node, or one more cell that copies or complements a node
constexpr std::uint32_t none = 0xffffffffU;
constexpr std::uint8_t copy_table = 0xf0;
constexpr std::uint8_t complement_table = 0x0f;

// Fewer different tables let an interpreter guess the next one more often, and the table of a
// symmetric function is the same in any order.
void sort_inputs(Cell& cell) {
  for (const auto& [first, second] : {std::pair{0U, 1U}, std::pair{1U, 2U}, std::pair{0U, 1U}}) {
    const std::uint8_t other = exchange_inputs(cell.table, first, second);
    if (depends_on(cell.table, second) && other < cell.table) {
      cell.table = other;
      std::swap(cell.inputs[first], cell.inputs[second]);
    }
  }
}

class Maker {
 public:
  explicit Maker(const RoutineRequest& request) : request_(request), logic_(request.logic) {}

  Routines run() {
    make_cells();
    choose_polarity();
    number_loops();
    for (const auto& outputs : request_.outputs) make_outputs(outputs);
    make_order();
    find_last_reads();
    assign_slots();
    return std::move(result_);
  }

 private:
  struct Step {
    Value value = 0;
    Cell cell;
  };
  struct OrderedLoop {
    std::uint32_t loop = 0;
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };

  // --- cells

  template <typename Visit>
  void for_each_output(Visit&& visit) const {
    for (const auto& outputs : request_.outputs) {
      for (const Output& output : outputs) visit(output.literal);
    }
    for (const circuit::CircuitLoop& loop : request_.loops) {
      for (const circuit::Literal literal : loop.values) visit(literal);
    }
  }

  void make_cells() {
    std::vector<Node> wanted;
    for_each_output([&](circuit::Literal literal) { wanted.push_back(literal.node()); });
    cells_ = cover(logic_, wanted, request_.max_inputs);
    cell_of_.assign(logic_.node_count(), none);
    for (std::uint32_t i = 0; i < cells_.size(); ++i) cell_of_[cells_[i].node] = i;
  }

  // A word may hold the complement of its node. Outputs decide first; elsewhere FALSE inputs give
  // FALSE, which leaves AND, AND NOT, OR and XOR of the functions of two inputs.
  void choose_polarity() {
    std::vector<std::uint8_t> wanted(logic_.node_count(), 0);
    for_each_output([&](circuit::Literal literal) {
      wanted[literal.node()] |= literal.is_complemented() ? 2U : 1U;
    });
    complemented_.assign(logic_.node_count(), false);
    for (Cell& cell : cells_) {
      for (unsigned i = 0; i < cell.inputs.size(); ++i) {
        if (complemented_[cell.inputs[i]]) cell.table = complement_input(cell.table, i);
      }
      const std::uint8_t outputs = wanted[cell.node];
      const bool complement = outputs == 0 ? (cell.table & 1U) != 0 : outputs == 2;
      complemented_[cell.node] = complement;
      if (complement) cell.table = static_cast<std::uint8_t>(~cell.table);
      sort_inputs(cell);
    }
  }

  void number_loops() {
    loop_of_.assign(logic_.node_count(), none);
    loop_done_.assign(request_.loops.size(), false);
    for (std::uint32_t i = 0; i < request_.loops.size(); ++i) {
      const circuit::CircuitLoop& loop = request_.loops[i];
      for (Node node = loop.first_gate; node < loop.end_gate; ++node) loop_of_[node] = i;
      for (std::size_t j = 0; j < loop.values.size(); ++j) {
        loop_of_[loop.first_feedback + j] = i;
      }
    }
  }

  // --- outputs

  Value add_cell(Node node, std::uint8_t table) {
    const auto value = logic_.node_count() + static_cast<Value>(added_.size());
    added_.push_back({.node = value, .inputs = {node, 0, 0}, .table = table});
    return value;
  }

  // A value that holds the literal and not its complement.
  Value value_of(circuit::Literal literal) {
    if (literal == circuit::true_literal) return true_value;
    if (literal.is_complemented() == complemented_[literal.node()]) return literal.node();
    const auto [found, is_new] = complements_.try_emplace(literal.code(), 0);
    if (is_new) found->second = add_cell(literal.node(), complement_table);
    return found->second;
  }

  void make_outputs(const std::vector<Output>& outputs) {
    std::vector<Value>& values = outputs_.emplace_back();
    for (const Output& output : outputs) {
      Value value = value_of(output.literal);
      const bool given = value == true_value || value < logic_.given;
      if (output.slot != Output::any_slot) {
        // Two outputs may have the same value, but it can stand in only one place.
        if (given || !placed_.try_emplace(value, output.slot).second) {
          value =
              add_cell(value == true_value ? 0 : value, value == true_value ? 0xff : copy_table);
          placed_.emplace(value, output.slot);
        }
      } else if (output.copied && given && value != 0 && value != true_value) {
        value = add_cell(value, copy_table);
      }
      values.push_back(value);
    }
  }

  [[nodiscard]] const Cell& cell(Value value) const {
    return value < logic_.node_count() ? cells_[cell_of_[value]]
                                       : added_[value - logic_.node_count()];
  }

  // --- order: depth first from the outputs, so that values are read soon after they are made

  void make_order() {
    done_.assign(logic_.node_count(), false);
    for (const auto& outputs : outputs_) {
      for (const Value value : outputs) visit(value);
      part_end_.push_back(static_cast<std::uint32_t>(order_.size()));
    }
  }

  [[nodiscard]] bool is_done(Value value) const { return value < done_.size() && done_[value]; }
  void emit(Value value) {
    if (value >= done_.size()) done_.resize(value + 1, false);
    done_[value] = true;
    order_.push_back({value, cell(value)});
  }

  [[nodiscard]] std::uint32_t loop_of(Value value) const {
    return value < loop_of_.size() ? loop_of_[value] : none;
  }

  void visit(Value root) {
    std::vector<std::pair<Value, unsigned>> stack{{root, 0}};
    while (!stack.empty()) {
      auto& [value, next] = stack.back();
      if (value == true_value || is_done(value)) {
        stack.pop_back();
        continue;
      }
      if (const std::uint32_t loop = loop_of(value); loop != none) {
        if (!loop_done_[loop]) visit_loop(loop);
        stack.pop_back();
        continue;
      }
      if (value < logic_.given) {
        stack.pop_back();
        continue;
      }
      const Cell& current = cell(value);
      if (next < current.inputs.size()) {
        const Value input = current.inputs[next++];
        if (!is_done(input)) stack.emplace_back(input, 0);
        continue;
      }
      emit(value);
      stack.pop_back();
    }
  }

  void visit_loop(std::uint32_t number) {
    loop_done_[number] = true;
    const circuit::CircuitLoop& loop = request_.loops[number];
    std::vector<Value> values;
    for (const circuit::Literal literal : loop.values) values.push_back(value_of(literal));
    std::vector<Value> body;
    for (Node node = loop.first_gate; node < loop.end_gate; ++node) {
      if (cell_of_[node] != none) body.push_back(node);
    }
    for (const Value value : values) {
      if (value != true_value && value >= logic_.node_count())
        body.push_back(value);
      else if (loop_of(value) != number)
        visit(value);
    }
    for (const Value value : body) {
      for (const Node input : cell(value).inputs) {
        if (loop_of(input) != number) visit(input);
      }
    }
    OrderedLoop ordered{.loop = number, .first = static_cast<std::uint32_t>(order_.size())};
    for (const Value value : body) {
      if (!is_done(value)) emit(value);
    }
    ordered.end = static_cast<std::uint32_t>(order_.size());
    ordered_loops_.push_back(ordered);
    loop_values_.push_back(std::move(values));
  }

  // --- slots

  [[nodiscard]] std::size_t value_count() const { return logic_.node_count() + added_.size(); }

  void find_last_reads() {
    last_read_.assign(value_count(), 0);
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      for (const Node input : order_[i].cell.inputs) last_read_[input] = i;
    }
    // What a round reads must still be there in the next one, and what it made for the feedback
    // until its end.
    for (std::size_t i = 0; i < ordered_loops_.size(); ++i) {
      const auto [loop, first, end] = ordered_loops_[i];
      for (std::uint32_t step = first; step < end; ++step) {
        for (const Node input : order_[step].cell.inputs) {
          if (loop_of(input) != loop) last_read_[input] = std::max(last_read_[input], end);
        }
      }
      for (const Value value : loop_values_[i]) {
        if (value != true_value) last_read_[value] = std::max(last_read_[value], end);
      }
    }
    for (const auto& values : outputs_) {
      for (const Value value : values) {
        if (value != true_value) last_read_[value] = none;
      }
    }
  }

  [[nodiscard]] Slot slot_of(Value value) const {
    return value == true_value ? true_slot : slots_[value];
  }

  // The slots of the dead are taken again last in, first out: they are the warmest.
  Slot take_slot(Value value) {
    if (const auto found = placed_.find(value); found != placed_.end()) return found->second;
    if (free_.empty()) return result_.end_slot++;
    const Slot slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void assign_slots() {
    result_.end_slot = request_.first_free_slot;
    slots_.assign(value_count(), false_slot);
    for (Node node = 1; node < logic_.given; ++node) slots_[node] = request_.given_slots[node];
    std::vector<std::vector<Value>> dying(order_.size() + 1);
    for (const Step& step : order_) {
      if (last_read_[step.value] != none && !placed_.contains(step.value)) {
        dying[std::min<std::size_t>(last_read_[step.value], order_.size())].push_back(step.value);
      }
    }
    std::size_t loop = 0;
    std::uint32_t first = 0;
    for (const std::uint32_t end : part_end_) {
      Routine& program = result_.list.emplace_back();
      for (std::uint32_t i = first; i < end; ++i) {
        const Step& step = order_[i];
        const auto& [a, b, c] = step.cell.inputs;
        Operation operation{0, slots_[a], slots_[b], slots_[c]};
        // A value that nobody reads dies at once, but not before it has a slot.
        for (const Value value : dying[i]) {
          if (value != step.value) free_.push_back(slots_[value]);
        }
        slots_[step.value] = take_slot(step.value);
        operation.out_and_table = slots_[step.value] << 8U | step.cell.table;
        program.operations.push_back(operation);
        if (last_read_[step.value] >= end) program.kept.push_back(slots_[step.value]);
      }
      for (; loop < ordered_loops_.size() && ordered_loops_[loop].first < end; ++loop) {
        add_loop(program, loop, first);
      }
      first = end;
    }
    for (const auto& values : outputs_) {
      auto& slots = result_.output_slots.emplace_back();
      for (const Value value : values) slots.push_back(slot_of(value));
    }
  }

  void add_loop(Routine& program, std::size_t number, std::uint32_t first) {
    const OrderedLoop& ordered = ordered_loops_[number];
    OperationLoop loop{.first = ordered.first - first,
                       .end = ordered.end - first,
                       .first_feedback = static_cast<std::uint32_t>(program.feedback.size())};
    Node node = request_.loops[ordered.loop].first_feedback;
    for (const Value value : loop_values_[number]) {
      program.feedback.push_back({slots_[node++], slot_of(value)});
    }
    loop.end_feedback = static_cast<std::uint32_t>(program.feedback.size());
    program.loops.push_back(loop);
  }

  static constexpr Value true_value = 0xfffffffeU;

  const RoutineRequest& request_;
  const GateView& logic_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> cell_of_;  // by node
  std::vector<Cell> added_;
  std::vector<bool> complemented_;      // by node: its word holds the complement
  std::vector<std::uint32_t> loop_of_;  // by node
  boost::unordered_flat_map<std::uint32_t, Value> complements_;  // by code of the literal
  boost::unordered_flat_map<Value, Slot> placed_;
  std::vector<std::vector<Value>> outputs_;
  std::vector<bool> done_;
  std::vector<bool> loop_done_;
  std::vector<Step> order_;
  std::vector<std::uint32_t> part_end_;
  std::vector<OrderedLoop> ordered_loops_;
  std::vector<std::vector<Value>> loop_values_;  // by ordered loop
  std::vector<std::uint32_t> last_read_;         // by value; none: an output
  std::vector<Slot> slots_;                      // by value
  std::vector<Slot> free_;
  Routines result_;
};

}  // namespace

Tape Routine::tape() const {
  return {.operations = operations.data(),
          .operation_count = static_cast<std::uint32_t>(operations.size()),
          .loops = loops.data(),
          .loop_count = static_cast<std::uint32_t>(loops.size()),
          .feedback = feedback.data()};
}

std::size_t Routine::memory_bytes() const {
  return operations.capacity() * sizeof(Operation) + loops.capacity() * sizeof(OperationLoop) +
         feedback.capacity() * sizeof(Feedback) + kept.capacity() * sizeof(Slot);
}

Routines make_routines(const RoutineRequest& request) { return Maker(request).run(); }

}  // namespace palamedes::machine::swarm
