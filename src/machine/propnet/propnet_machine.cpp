#include "machine/propnet/propnet_machine.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "machine/machine.h"

namespace palamedes::machine::propnet {

static_assert(Machine<PropnetMachine>);

PropnetMachine::PropnetMachine(std::shared_ptr<const net::PropNet> net,
                               const PropnetOptions& options,
                               std::shared_ptr<const PropagationGraph> graph)
    : GameNames(net),
      net_(std::move(net)),
      graph_(graph ? std::move(graph) : std::make_shared<const PropagationGraph>(*net_)),
      options_(options),
      values_(make_values()),
      cache_(options.max_cached_states) {
  const std::vector<std::uint64_t> initial = net_->initial_state();
  initial_.words.assign(initial.begin(), initial.end());
}

PropnetMachine::Values PropnetMachine::make_values() const {
  if (options_.propagation == Propagation::backward) return BackwardPropagation(*graph_);
  return ForwardPropagation(*graph_);
}

void PropnetMachine::enter(const State& state) {
  if (entered_ && current_ == state) return;
  current_ = state;
  entered_ = true;
  const std::span<const std::uint64_t> words(state.words.data(), state.words.size());
  std::visit([&](auto& values) { values.set_state(words); }, values_);
}

void PropnetMachine::set_inputs(std::span<const Node> inputs) {
  std::visit([&](auto& values) { values.set_inputs(inputs); }, values_);
}

bool PropnetMachine::value(Node node) {
  if (node == no_node) return false;
  return std::visit([&](auto& values) { return values.value(node); }, values_);
}

bool PropnetMachine::terminal(const State& state) {
  if (!options_.cache) return compute_terminal(state);
  return cache_.terminal(state, [&] { return compute_terminal(state); });
}

int PropnetMachine::goal(const State& state, Role role) {
  if (!options_.cache) return compute_goal(state, role);
  return cache_.goal(state, role, [&] { return compute_goal(state, role); });
}

void PropnetMachine::legal(const State& state, Role role, model::MoveList& moves) {
  const auto compute = [&](model::MoveList& list) { compute_legal(state, role, list); };
  if (options_.cache) {
    moves = cache_.legal(state, role, compute);
  } else {
    compute(moves);
  }
}

void PropnetMachine::advance(State& state, std::span<const Move> joint_move) {
  if (!options_.cache) {
    compute_next(state, joint_move);
    return;
  }
  cache_.advance(state, joint_move, [&](State& next) { compute_next(next, joint_move); });
}

bool PropnetMachine::compute_terminal(const State& state) {
  enter(state);
  const Node node = graph_->terminal();
  if (node != no_node && graph_->depends_on_moves(node)) {
    // Nothing is done when the end is judged, but the last moves are still there.
    set_inputs({});
  }
  return value(node);
}

int PropnetMachine::compute_goal(const State& state, Role role) {
  enter(state);
  model::GoalReader reader;
  for (const auto& [number, node] : graph_->roles()[index_of(role)].goals) {
    if (value(node)) reader.holds(number);
  }
  return reader.goal();
}

void PropnetMachine::compute_legal(const State& state, Role role, model::MoveList& moves) {
  moves.clear();
  enter(state);
  const PropagationGraph::RoleNodes& nodes = graph_->roles()[index_of(role)];
  if (auto* forward = std::get_if<ForwardPropagation>(&values_)) {
    const auto watched = forward->watched();
    const std::size_t first = nodes.first_legal_bit / 64;
    for (std::size_t word = 0; word < (nodes.legal.size() + 63) / 64; ++word) {
      for (std::uint64_t bits = watched[first + word]; bits != 0; bits &= bits - 1) {
        moves.push_back(Move{static_cast<std::uint32_t>(word * 64) +
                             static_cast<std::uint32_t>(std::countr_zero(bits))});
      }
    }
    return;
  }
  for (std::uint32_t move = 0; move < nodes.legal.size(); ++move) {
    if (value(nodes.legal[move])) moves.push_back(Move{move});
  }
}

void PropnetMachine::compute_next(State& state, std::span<const Move> joint_move) {
  enter(state);
  inputs_.clear();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    inputs_.push_back(graph_->roles()[role].input[index_of(joint_move[role])]);
  }
  set_inputs(inputs_);
  if (auto* forward = std::get_if<ForwardPropagation>(&values_)) {
    const auto watched = forward->watched();
    std::copy_n(watched.begin(), state.words.size(), state.words.begin());
    return;
  }
  std::fill(state.words.begin(), state.words.end(), 0);
  for (std::size_t i = 0; i < graph_->transitions().size(); ++i) {
    if (value(graph_->transitions()[i])) state.words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

std::size_t PropnetMachine::memory_bytes() const {
  return net_->memory_bytes() + graph_->memory_bytes() +
         std::visit([](const auto& values) { return values.memory_bytes(); }, values_);
}

}  // namespace palamedes::machine::propnet
