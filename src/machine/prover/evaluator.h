#pragma once
// Goal-directed evaluation with tabling.
//
// A question goes to the clauses of its predicate, a condition of a clause becomes a question in
// turn, and each answer list is kept: for good if it depends on nothing, until the state changes if
// it depends on the state, until the moves change if it depends on moves.
//
// Predicates that need themselves are answered in rounds: the questions of one component share a
// work list; a question that gains answers puts those who have read it back on the list. Negation
// is stratified, so a negated question never meets its own component and is complete when read.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "gdl/load.h"
#include "machine/prover/call_table.h"
#include "machine/prover/compiler.h"
#include "machine/prover/prover.h"

namespace palamedes::machine::prover {

// Thrown inside the prover only, when a limit is reached.
struct EvaluationFault {
  std::string reason;
};

// The same where there is a deadline: it has passed, or a limit is reached.
struct EvaluationCutOff {};

// The same where nobody wants the answer any more (Prover::keep_going_while).
struct EvaluationStop {};

// Slots of the clauses under evaluation; blocks never move.
class SlotStack {
 public:
  gdl::TermId* push(std::size_t count) {
    if (used_ + count > block_size || blocks_.empty()) next_block(count);
    gdl::TermId* slots = blocks_[block_].data() + used_;
    used_ += count;
    return slots;
  }
  struct Mark {
    std::size_t block;
    std::size_t used;
  };
  [[nodiscard]] Mark mark() const { return {block_, used_}; }
  void release_all() { release({0, 0}); }
  void release(Mark mark) {
    block_ = mark.block;
    used_ = mark.used;
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 14U;
  void next_block(std::size_t count);

  std::vector<std::vector<gdl::TermId>> blocks_;
  std::size_t block_ = 0;
  std::size_t used_ = 0;
};

class Evaluator {
 public:
  Evaluator(const gdl::Loaded& game, const ProverOptions& limits);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // A predicate to ask; nothing if the rules do not know the relation.
  std::optional<std::uint32_t> prepare(gdl::Symbol relation, std::size_t arity,
                                       std::uint64_t bound);

  // The questions that follow are about this state and, where they look at moves, these moves.
  void enter_state(std::span<const gdl::TermId> facts);
  void enter_moves(std::span<const gdl::TermId> roles, std::span<const Move> moves);

  // All answers, one row per answer with the values of the free arguments. Valid until the next
  // state or move is entered.
  const Answers& ask(std::uint32_t predicate, std::span<const gdl::TermId> given);

  // After a question was cut off: what was found so far, all of it true.
  const Answers& answers_so_far(std::uint32_t predicate, std::span<const gdl::TermId> given);
  // Asked in a long question, and between states when there was enough to do since; null: never.
  // Not between questions about one state: what is known of it can always be asked for again.
  void keep_going_while(const std::function<bool()>* wanted) { wanted_ = wanted; }
  // Forgets all questions, since some are unfinished. The state has to be entered again.
  void abandon();

  [[nodiscard]] gdl::TermPool& pool() { return pool_; }
  [[nodiscard]] gdl::SymbolTable& symbols() { return symbols_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Session {  // one recursive component being answered
    std::vector<Call*> members;
    std::vector<Call*> work;
    Call* current = nullptr;
    bool active = false;
  };
  struct Frame {  // one clause being tried for one question
    const CompiledClause& clause;
    gdl::TermId* slots;
    Call& call;
    bool grew;
  };

  Call& find_call(const Step& step, const gdl::TermId* slots);
  Call& answer(std::uint32_t predicate, std::span<const gdl::TermId> given);
  void answer_component(Call& first, Session& session);
  bool evaluate(Call& call);  // true if it gained an answer

  // Tries the clause from this condition on; true if it succeeded at least once.
  bool solve(Frame& frame, std::size_t number);
  bool solve_scan_state(Frame& frame, std::size_t number);
  bool solve_does(Frame& frame, std::size_t number);
  bool solve_scan_facts(Frame& frame, std::size_t number);
  bool solve_call(Frame& frame, std::size_t number);
  bool add_answer(Frame& frame);

  bool match_row(const Step& step, std::span<const gdl::TermId> row, gdl::TermId* slots) const;
  bool key_of(const Step& step, std::span<const Pattern> args, const gdl::TermId* slots,
              std::uint64_t& key) const;
  bool no_row(const Step& step, gdl::TermId* slots) const;
  [[noreturn]] void stop(std::string reason) const;
  void spend();
  void look_at_the_clock();
  void ask_whether_wanted();

  gdl::Rules rules_;
  gdl::Program program_;
  gdl::SymbolTable& symbols_;
  ProverOptions limits_;
  gdl::TermPool pool_;
  FluentTable fluents_;
  ProverCompiler compiler_;
  CallTable tables_[3];  // by scope
  std::vector<Session> sessions_;
  SlotStack slots_;
  std::vector<gdl::TermId> doing_;  // role, move, role, move …
  static constexpr std::size_t steps_between_looks = std::size_t{1} << 16U;
  static constexpr std::size_t steps_between_states = 1024;  // far less than asking takes
  std::size_t steps_ = 0;                                    // of this question
  std::size_t steps_since_asked_ = 0;                        // of those before it
  const std::function<bool()>* wanted_ = nullptr;
  Stopwatch watch_;
  std::size_t depth_ = 0;
  std::size_t answers_ = 0;
};

}  // namespace palamedes::machine::prover
