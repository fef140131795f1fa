#pragma once
// The thesis's reasoner (4.2.3): a state is a row of bits, one per base proposition; a move is the
// number of its input in its role's list.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/ids.h"
#include "machine/bit_state.h"
#include "machine/game_names.h"
#include "machine/propnet/propagation.h"
#include "machine/propnet/propagation_graph.h"
#include "machine/state_cache.h"
#include "model/forward_model.h"
#include "net/propnet.h"

namespace palamedes::machine::propnet {

enum class Propagation : std::uint8_t {
  forward,   // a change of the state or the moves goes on to its readers
  backward,  // what is asked for is looked up
};

struct PropnetOptions {
  Propagation propagation = Propagation::forward;
  bool cache = false;                         // remember what was found out about states (4.3.1)
  std::size_t max_cached_states = 1'000'000;  // a full cache is emptied
};

class PropnetMachine : public GameNames {
 public:
  static constexpr std::string_view name = "propnet";
  using State = BitState;

  // The graph is made if none is given: further machines on the same game share it.
  explicit PropnetMachine(std::shared_ptr<const net::PropNet> net,
                          const PropnetOptions& options = {},
                          std::shared_ptr<const PropagationGraph> graph = nullptr);

  [[nodiscard]] std::size_t role_count() const { return net_->roles.size(); }
  [[nodiscard]] const State& initial() const { return initial_; }
  bool terminal(const State& state);
  int goal(const State& state, Role role);
  void legal(const State& state, Role role, model::MoveList& moves);
  void advance(State& state, std::span<const Move> joint_move);
  [[nodiscard]] const std::string& fault() const { return fault_; }

  [[nodiscard]] std::size_t memory_bytes() const;

  // Another one for another thread, on the same graph; with an empty cache.
  [[nodiscard]] std::unique_ptr<PropnetMachine> another() const {
    return std::make_unique<PropnetMachine>(net_, options_, graph_);
  }

  // A real move was made: what the cache has not been asked about in the last two turns goes.
  void end_turn() { cache_.end_turn(); }
  // Another match begins.
  void forget_states() { cache_.clear(); }

  [[nodiscard]] const std::shared_ptr<const net::PropNet>& net() const { return net_; }
  [[nodiscard]] const std::shared_ptr<const PropagationGraph>& graph() const { return graph_; }

 private:
  using Values = std::variant<ForwardPropagation, BackwardPropagation>;

  [[nodiscard]] Values make_values() const;
  void enter(const State& state);
  bool value(Node node);
  void set_inputs(std::span<const Node> inputs);
  bool compute_terminal(const State& state);
  int compute_goal(const State& state, Role role);
  void compute_legal(const State& state, Role role, model::MoveList& moves);
  void compute_next(State& state, std::span<const Move> joint_move);

  std::shared_ptr<const net::PropNet> net_;
  std::shared_ptr<const PropagationGraph> graph_;
  PropnetOptions options_;
  Values values_;
  StateCache<BitState, BitStateHash> cache_;
  State initial_;
  State current_;
  bool entered_ = false;
  std::vector<Node> inputs_;
  std::string fault_;
};

}  // namespace palamedes::machine::propnet
