#pragma once
// Many random playouts at once, one bit of a SIMD word per playout.
//
//   lane    one playout at a time; when it ends, the next waiting state takes its place
//   step    all lanes: evaluate the state, end or draw a move for every role, make the moves
//
// A swarm is a playout machine, not a forward model: states go in, results come out (SwarmMachine
// adds the forward model). Same seed, same width, same calls: same playouts, whether gates are
// interpreted or native.

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "circuit/circuit.h"
#include "machine/swarm/compiled_circuit.h"
#include "machine/swarm/contexts.h"
#include "machine/swarm/kernel.h"
#include "machine/swarm/words.h"

namespace palamedes::machine::swarm {

enum class SwarmWidth : std::uint16_t {
  automatic = 0,
  lanes_64 = 64,
  lanes_256 = 256,
  lanes_512 = 512,
};
enum class SwarmGates : std::uint8_t { automatic, interpreted, native };

struct SwarmOptions {
  static constexpr std::uint32_t most_moves = 1U << 30U;
  SwarmWidth width = SwarmWidth::automatic;  // the widest that this processor has
  SwarmGates gates = SwarmGates::automatic;
  SwarmContexts contexts = SwarmContexts::automatic;
  std::uint64_t seed = 1;
  std::uint32_t max_length = 10'000;  // a playout is given up after this number of moves
  bool history = false;               // keep every playout's moves
};

enum class SwarmEnd : std::uint8_t { terminal, truncated, dead_end };

// A state to play from, and how often. Bits as in Circuit::initial_state().
struct SwarmStart {
  std::span<const std::uint64_t> state;
  std::uint32_t times = 1;
  std::span<const Move> moves = {};  // joint moves that led there, role by role; may be empty
};

struct SwarmPlayout {
  std::uint32_t start = 0;  // number of its start
  std::uint32_t length = 0;
  SwarmEnd end = SwarmEnd::terminal;
  std::span<const std::int32_t> goals;  // by role, of the last state
  std::span<const Move> moves;          // with history: length joint moves, role by role
};

struct SwarmTotals {
  std::uint64_t steps = 0;
  std::uint64_t states = 0;           // reached by a move
  std::uint64_t finished = 0;         // playouts that the rules ended
  std::uint64_t finished_states = 0;  // reached in these
  std::uint64_t truncated = 0;
  std::uint64_t dead_ends = 0;
  std::vector<std::int64_t> goal_sums;  // by role, of finished playouts

  [[nodiscard]] std::uint64_t playouts() const { return finished + truncated + dead_ends; }
};

// What a policy sees when a lane's role has more than one move. Valid during the call.
class SwarmChoice {
 public:
  SwarmChoice(const std::uint64_t* row, std::size_t stride, std::size_t words,
              std::span<const Move> moves, std::uint32_t lane, std::uint32_t start, Role role)
      : row_(row),
        stride_(stride),
        words_(words),
        moves_(moves),
        lane_(lane),
        start_(start),
        role_(role) {}

  [[nodiscard]] std::uint32_t lane() const { return lane_; }
  // Number of the start that the lane's playout began from.
  [[nodiscard]] std::uint32_t start() const { return start_; }
  [[nodiscard]] Role role() const { return role_; }
  // Legal moves, 64 to a word.
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t word(std::size_t i) const { return row_[i * stride_]; }
  [[nodiscard]] bool is_legal(Move move) const {
    return (word(index_of(move) / 64) >> (index_of(move) % 64) & 1U) != 0;
  }
  // The joint moves of the playout so far, role by role; empty without history.
  [[nodiscard]] std::span<const Move> moves() const { return moves_; }

 private:
  const std::uint64_t* row_;
  std::size_t stride_;
  std::size_t words_;
  std::span<const Move> moves_;
  std::uint32_t lane_;
  std::uint32_t start_;
  Role role_;
};

// Routines of a circuit, which run in this order; a later one may need what the one before left.
enum class Part : std::uint8_t { state, move, goal };

class Swarm {
 public:
  static constexpr std::string_view name = "swarm";

  Swarm(std::shared_ptr<const circuit::Circuit> circuit, const SwarmOptions& options);
  // The immutable part, which several swarms can share: width, gates and how long playouts can get
  // at most are settled there, the rest by each swarm's options.
  [[nodiscard]] static std::shared_ptr<const CompiledCircuit> compile_for(
      std::shared_ptr<const circuit::Circuit> circuit, const SwarmOptions& options);
  Swarm(std::shared_ptr<const CompiledCircuit> compiled, const SwarmOptions& options);
  ~Swarm();
  Swarm(const Swarm&) = delete;
  Swarm& operator=(const Swarm&) = delete;

  [[nodiscard]] const circuit::Circuit& circuit() const { return *compiled_->source; }
  [[nodiscard]] const SwarmOptions& options() const { return options_; }
  [[nodiscard]] std::size_t role_count() const { return compiled_->source->roles.size(); }
  [[nodiscard]] std::uint32_t lanes() const { return kernel_->lanes; }
  [[nodiscard]] bool is_native() const { return compiled_->code != nullptr; }
  [[nodiscard]] const CompiledCircuit& compiled() const { return *compiled_; }
  // To be shared with other swarms.
  [[nodiscard]] const std::shared_ptr<const CompiledCircuit>& shared() const { return compiled_; }
  [[nodiscard]] std::size_t memory_bytes() const;

  // As if it had just been made with this seed: no playouts, no totals; moves are drawn as before.
  void restart(std::uint64_t seed);

  // How moves are drawn from now on: uniformly, or with probability 1 - epsilon the legal move with
  // the highest value. Values by role and move; equal ones are put into random order at each call.
  void draw_uniformly();
  void draw_greedily(std::span<const std::vector<float>> values, double epsilon);
  // The same, but where a lane's last moves are those of a context of the role (as with N-grams of
  // moves; at most so many moves), values of that context take the place of those that all lanes
  // share. Of several contexts that fit the first one counts, so those of more moves come first in
  // the list; no two of a role ask for the same moves. What lanes did before this call is not
  // known: there no context fits.
  //
  // Few contexts are compiled, so the call takes longer and steps are faster; of many, values
  // become ranks from 0 to 253, and nearly equal ones may change places (see contexts.h).
  static constexpr std::uint32_t longest_context = 2;
  void draw_greedily_after(std::span<const model::MoveContext> contexts,
                           std::span<const std::vector<float>> values, double epsilon);
  // Revises what was set before: values of contexts change, some are added, numbered on from the
  // last. Values that all lanes share are new where no context fits; in contexts that say nothing
  // about a move they stay. False if all must be set again, and perhaps some was not taken in:
  // contexts are not kept in tables, or there is no more room for them.
  [[nodiscard]] bool can_revise_contexts() const { return contexts_ && contexts_->is_revisable(); }
  bool revise_contexts(const model::ContextNews& news, std::span<const std::vector<float>> values);

  // Plays from each start as often as it wants and gives every playout to the sink, in the order in
  // which they end: void(const SwarmPlayout&).
  template <typename Sink>
  void play(std::span<const SwarmStart> starts, Sink&& sink) {
    begin(starts);
    while (advance(many_steps)) deliver(sink);
    deliver(sink);
  }

  // The same, but between some steps it asks whether to go on: bool(). If not, lanes stay as they
  // are, and their playouts are never given to the sink.
  template <typename Sink, typename KeepGoing>
  void play_while(std::span<const SwarmStart> starts, const KeepGoing& keep_going, Sink&& sink) {
    begin(starts);
    while (keep_going() && advance(steps_between_questions())) deliver(sink);
    deliver(sink);
  }

  // The same with moves chosen by a policy: Move(const SwarmChoice&), asked only where there is a
  // choice.
  template <typename Policy, typename Sink>
  void play_by_rows(std::span<const SwarmStart> starts, Policy&& policy, Sink&& sink) {
    begin(starts);
    while (make_room()) {
      step_by_rows(policy);
      deliver(sink);
    }
    deliver(sink);
  }

  // Endless playouts from the initial state, in all lanes, without a sink: totals() counts them.
  void begin_endless();
  void run_steps(std::uint32_t steps);
  template <typename Policy>
  void run_steps_by_rows(std::uint32_t steps, Policy&& policy) {
    for (std::uint32_t i = 0; i < steps && make_room(); ++i) step_by_rows(policy);
  }
  // About so much CPU time.
  void run(double seconds);
  [[nodiscard]] SwarmTotals totals() const;

  // The move that the role makes when it is not its turn, if in all steps so far nobody who could
  // make it had another one, and never two roles had a choice.
  [[nodiscard]] std::optional<Move> forced_move(Role role) const;

  // One part by itself, on words of the caller.
  void execute(Part part, SwarmWords& words) const;

  // For looking into it: a lane's state, its length, and whether it has a game at all.
  [[nodiscard]] std::vector<std::uint64_t> lane_state(std::uint32_t lane) const;
  [[nodiscard]] std::uint32_t lane_length(std::uint32_t lane) const;
  [[nodiscard]] bool lane_active(std::uint32_t lane) const;
  [[nodiscard]] std::span<const Move> lane_moves(std::uint32_t lane) const;

 private:
  using Line = SwarmLine;
  static constexpr std::uint32_t many_steps = 1U << 16U;
  struct RoleBuffers {
    std::vector<Line> rows;
    std::vector<std::uint32_t> chosen;
    std::vector<Line> choosing;
    std::vector<Line> numbers;
  };
  struct Numbers {
    std::vector<NumberPlan> list;
  };

  void connect();
  [[nodiscard]] OrderedMove ordered_move(std::size_t role, std::uint32_t move) const;
  void make_greedy(std::span<const std::vector<float>> values, double epsilon);
  void forget_contexts();
  void connect_draw(const Draw& draw, std::size_t first_function, Numbers& numbers, DrawPlan& plan);
  [[nodiscard]] Tape tape_of(const Routine& program, std::size_t function) const;
  void begin(std::span<const SwarmStart> starts);
  void tell_moves_before(std::span<const SwarmStart> starts);
  void reset_lanes();
  bool advance(std::uint32_t steps);
  [[nodiscard]] std::uint32_t steps_between_questions() const;
  bool make_room();
  void grow_history();
  [[nodiscard]] const std::uint64_t* word(Slot slot) const { return words_.word(slot); }
  [[nodiscard]] std::uint64_t* word(Slot slot) { return words_.word(slot); }
  [[nodiscard]] bool bit(Slot slot, std::uint32_t lane) const;

  template <typename Sink>
  void deliver(Sink& sink) {
    const std::size_t roles = role_count();
    for (std::uint32_t i = 0; i < state_.finished_count; ++i) {
      const Finished& finished = finished_[i];
      const std::size_t moves = state_.history ? finished.length * roles : 0;
      sink(SwarmPlayout{.start = finished.start,
                        .length = finished.length,
                        .end = static_cast<SwarmEnd>(finished.end),
                        .goals = {finished_goals_.data() + i * roles, roles},
                        .moves = {as_moves(pool_.data() + finished.moves), moves}});
    }
    state_.finished_count = 0;
    state_.pool_size = 0;
  }

  static const Move* as_moves(const std::uint32_t* numbers) {
    return reinterpret_cast<const Move*>(numbers);
  }

  template <typename Policy>
  void step_by_rows(Policy& policy) {
    kernel_->begin(state_);
    const std::size_t chunks = lanes() / 64;
    const std::uint64_t* const moving = word(moving_slot);
    for (std::size_t r = 0; r < role_count(); ++r) {
      const RolePlan& role = role_plans_[r];
      const std::size_t words = (role.move_count + 63) / 64;
      for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
        for (std::uint64_t bits = role.choosing[chunk] & moving[chunk]; bits != 0;
             bits &= bits - 1) {
          const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
          const std::uint32_t lane = chunk * 64 + bit;
          const SwarmChoice choice(role.rows + bit * chunks + chunk, 64 * chunks, words,
                                   lane_moves(lane), lane, lane_start_[lane], Role(r));
          role.chosen[lane] = static_cast<std::uint32_t>(policy(choice));
        }
      }
    }
    kernel_->finish(state_);
  }

  SwarmOptions options_;
  std::shared_ptr<const CompiledCircuit> compiled_;
  const Kernel* kernel_;
  SwarmWords words_;
  std::vector<RolePlan> role_plans_;
  std::vector<RoleBuffers> role_buffers_;
  std::vector<std::vector<std::uint32_t>> move_orders_;  // by role: moves that can be legal
  std::vector<std::vector<OrderedMove>> orders_;         // the same
  Numbers separate_numbers_;
  Numbers turn_numbers_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> wanted_;
  std::vector<std::uint32_t> moves_before_;
  std::vector<Line> rows_by_turns_;
  std::vector<std::uint32_t> lane_start_;
  std::vector<Finished> finished_;
  std::vector<std::int32_t> finished_goals_;
  std::vector<std::uint32_t> lane_moves_;
  std::vector<std::uint32_t> lane_length_;
  std::vector<std::uint32_t> pool_;
  std::vector<std::int64_t> goal_sums_;
  std::uint64_t orders_made_ = 0;
  std::optional<ContextBook> contexts_;
  std::uint32_t pace_ = 1;  // steps between two looks at the clock
  Lanes state_;
};

}  // namespace palamedes::machine::swarm
