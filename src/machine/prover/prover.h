#pragma once
// The prover: answers every question about a game straight from its rules, without grounding.
// Slow beside the other machines, works for every valid game, and the oracle they are tested with.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/diagnostic.h"
#include "base/ids.h"
#include "gdl/load.h"
#include "gdl/term_pool.h"
#include "machine/state_cache.h"
#include "model/forward_model.h"

namespace palamedes::machine::prover {

// The limits: rules that never end must not hang or fill the memory.
struct ProverOptions {
  std::size_t max_terms = 20'000'000;     // distinct ground terms ever met
  std::size_t max_steps = 2'000'000'000;  // conditions tried for one question
  std::size_t max_depth = 8'000;          // conditions open at once
  double max_seconds = 30.0;              // for one question
  std::size_t max_answers = 20'000'000;   // answers kept for one state
  std::size_t max_bytes = std::size_t{4} << 30U;
  bool cache = false;                         // remember what was found out about states (4.3.1)
  std::size_t max_cached_states = 1'000'000;  // a full cache is emptied
  // Set by another thread: nobody wants an answer any more, which is a fault.
  const std::atomic<bool>* cancelled = nullptr;
  // Questions are cut off then, and where a limit is reached. That is no fault: the next question
  // may be answered again. Not together with a cache.
  const Deadline* deadline = nullptr;
};

class Evaluator;

class Prover {
 public:
  static constexpr std::string_view name = "prover";

  // The facts that are true, ascending by term.
  struct State {
    std::vector<gdl::TermId> facts;
    bool operator==(const State&) const = default;
  };
  struct StateHash {
    std::size_t operator()(const State& state) const;
  };

  // Fails if the roles or the initial state cannot be computed.
  [[nodiscard]] static Result<std::unique_ptr<Prover>> make(const gdl::Loaded& game,
                                                            const ProverOptions& options = {});
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  [[nodiscard]] std::size_t role_count() const { return roles_.size(); }
  [[nodiscard]] const State& initial() const { return initial_; }
  bool terminal(const State& state);
  int goal(const State& state, Role role);
  void legal(const State& state, Role role, model::MoveList& moves);
  void advance(State& state, std::span<const Move> joint_move);
  [[nodiscard]] const std::string& fault() const { return fault_; }
  // `wanted` is asked now and then while questions are answered. Once it says no, the question
  // under way ends, and those that follow find a terminal state without moves, until this is called
  // again. That is no fault. Null: all are answered.
  void keep_going_while(const std::function<bool()>* wanted);
  [[nodiscard]] bool was_stopped() const { return stopped_; }
  // The last question was cut off (ProverOptions::deadline). A state that should have advanced is
  // as it was, legal moves are some of them, every other answer means nothing.
  [[nodiscard]] bool was_cut_off() const { return cut_off_; }

  [[nodiscard]] std::string role_name(Role role) const;
  [[nodiscard]] std::string move_text(Role role, Move move) const;
  [[nodiscard]] std::optional<Move> find_move(Role role, std::string_view text);
  [[nodiscard]] std::vector<std::string> facts(const State& state) const;
  [[nodiscard]] std::uint64_t hash(const State& state) const { return StateHash()(state); }
  [[nodiscard]] std::size_t memory_bytes() const;

  // A real move was made: what the cache has not been asked about in the last two turns goes.
  void end_turn() { cache_.end_turn(); }
  // Another match begins.
  void forget_states() { cache_.clear(); }

  // All goal values that the rules give a role in a state: none and several are the rules' fault.
  [[nodiscard]] std::vector<int> goal_values(const State& state, Role role);

  // What `base` and `input` list, without the keyword; empty if the rules do not define them.
  [[nodiscard]] std::vector<std::string> base_facts();
  [[nodiscard]] std::vector<std::string> input_moves(Role role);

  // A state made of these facts (KIF texts without `true`), or nothing if one is no ground term.
  [[nodiscard]] std::optional<State> state_of(std::span<const std::string> facts);

 private:
  Prover(std::unique_ptr<Evaluator> evaluator, const ProverOptions& options);
  bool start();
  void enter(const State& state);
  template <typename Question, typename Rescue>
  void guarded(Question&& question, Rescue&& on_cut_off);
  template <typename Question>
  void guarded(Question&& question) {
    guarded(question, [] {});
  }
  // What was known before a fault counts no longer.
  [[nodiscard]] bool uses_cache() const { return caches_ && fault_.empty() && !stopped_; }
  // What was put into the cache by a question that was stopped is no answer.
  void forget_if_stopped(const State& state) {
    if (stopped_) cache_.forget(state);
  }
  bool compute_terminal(const State& state);
  int compute_goal(const State& state, Role role);
  void compute_legal(const State& state, Role role, model::MoveList& moves);
  void compute_next(State& state, std::span<const Move> joint_move);

  std::unique_ptr<Evaluator> evaluator_;
  bool caches_;
  StateCache<State, StateHash> cache_;
  std::vector<gdl::TermId> roles_;
  State initial_;
  State current_;  // the state that the evaluator's tables are about
  bool entered_ = false;
  std::optional<std::uint32_t> terminal_;
  std::optional<std::uint32_t> legal_;
  std::optional<std::uint32_t> goal_;
  std::optional<std::uint32_t> next_;
  std::string fault_;
  bool cut_off_ = false;
  bool stopped_ = false;
};

}  // namespace palamedes::machine::prover
