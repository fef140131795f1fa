#include "machine/prover/prover.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/hash.h"
#include "machine/machine.h"
#include "machine/prover/evaluator.h"
#include "model/limits.h"

namespace palamedes::machine::prover {

using gdl::TermId;
static_assert(Machine<Prover>);

Prover::Prover(std::unique_ptr<Evaluator> evaluator, const ProverOptions& options)
    : evaluator_(std::move(evaluator)), caches_(options.cache), cache_(options.max_cached_states) {}
Prover::~Prover() = default;

Result<std::unique_ptr<Prover>> Prover::make(const gdl::Loaded& game,
                                             const ProverOptions& options) {
  std::unique_ptr<Prover> prover(new Prover(std::make_unique<Evaluator>(game, options), options));
  if (!prover->start()) return failure(game.rules.file, prover->fault_);
  return prover;
}

// Runs a question; a limit that is reached becomes the machine's fault.
template <typename Question, typename Rescue>
void Prover::guarded(Question&& question, Rescue&& on_cut_off) {
  cut_off_ = false;
  if (!fault_.empty() || stopped_) return;
  try {
    question();
  } catch (const EvaluationFault& fault) {
    fault_ = fault.reason;
  } catch (const EvaluationCutOff&) {
    on_cut_off();
    evaluator_->abandon();
    entered_ = false;
    cut_off_ = true;
  } catch (const EvaluationStop&) {
    evaluator_->abandon();
    entered_ = false;
    stopped_ = true;
  }
}

void Prover::keep_going_while(const std::function<bool()>* wanted) {
  evaluator_->keep_going_while(wanted);
  stopped_ = false;
}

bool Prover::start() {
  Evaluator& evaluator = *evaluator_;
  guarded([&] {
    const auto all_of = [&](gdl::Symbol relation) {
      std::vector<TermId> result;
      if (const auto predicate = evaluator.prepare(relation, 1, 0)) {
        const auto values = evaluator.ask(*predicate, {}).values();
        result.assign(values.begin(), values.end());
      }
      return result;
    };
    evaluator.enter_state({});
    roles_ = all_of(gdl::keyword::role);
    initial_.facts = all_of(gdl::keyword::init);
    std::sort(initial_.facts.begin(), initial_.facts.end());
    // The start shows the compiler how many facts of a kind to expect.
    enter(initial_);
    terminal_ = evaluator.prepare(gdl::keyword::terminal, 0, 0);
    legal_ = evaluator.prepare(gdl::keyword::legal, 2, 1);
    goal_ = evaluator.prepare(gdl::keyword::goal, 2, 1);
    next_ = evaluator.prepare(gdl::keyword::next, 1, 0);
  });
  if (fault_.empty() && roles_.empty()) fault_ = "the rules define no role";
  if (fault_.empty() && roles_.size() > model::max_roles) {
    fault_ =
        fmt::format("the rules define {} roles, more than {}", roles_.size(), model::max_roles);
  }
  return fault_.empty();
}

void Prover::enter(const State& state) {
  if (entered_ && current_ == state) return;
  current_ = state;
  entered_ = true;
  evaluator_->enter_state(state.facts);
}

bool Prover::terminal(const State& state) {
  if (!uses_cache()) return compute_terminal(state);
  const bool result = cache_.terminal(state, [&] { return compute_terminal(state); });
  forget_if_stopped(state);
  return result;
}

int Prover::goal(const State& state, Role role) {
  if (!uses_cache()) return compute_goal(state, role);
  const int result = cache_.goal(state, role, [&] { return compute_goal(state, role); });
  forget_if_stopped(state);
  return result;
}

void Prover::legal(const State& state, Role role, model::MoveList& moves) {
  const auto compute = [&](model::MoveList& list) { compute_legal(state, role, list); };
  if (uses_cache()) {
    moves = cache_.legal(state, role, compute);
    forget_if_stopped(state);
  } else {
    compute(moves);
  }
}

void Prover::advance(State& state, std::span<const Move> joint_move) {
  if (!uses_cache()) {
    compute_next(state, joint_move);
    return;
  }
  cache_.advance(state, joint_move, [&](State& next) { compute_next(next, joint_move); });
  forget_if_stopped(state);
}

bool Prover::compute_terminal(const State& state) {
  bool result = true;
  guarded([&] {
    enter(state);
    result = terminal_ && evaluator_->ask(*terminal_, {}).count() > 0;
  });
  return result || !fault_.empty() || stopped_;
}

std::vector<int> Prover::goal_values(const State& state, Role role) {
  std::vector<int> result;
  guarded([&] {
    enter(state);
    if (!goal_) return;
    for (const TermId value : evaluator_->ask(*goal_, {&roles_[index_of(role)], 1}).values()) {
      const std::string text = evaluator_->pool().text(value, evaluator_->symbols());
      int number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      const bool whole = error == std::errc{} && end == text.data() + text.size();
      result.push_back(whole ? number : model::undefined_goal);
    }
  });
  return result;
}

int Prover::compute_goal(const State& state, Role role) {
  model::GoalReader reader;
  for (const int value : goal_values(state, role)) reader.holds(value);
  return reader.goal();
}

void Prover::compute_legal(const State& state, Role role, model::MoveList& moves) {
  moves.clear();
  const std::span<const TermId> given{&roles_[index_of(role)], 1};
  const auto take = [&](const Answers& answers) {
    for (const TermId move : answers.values()) moves.push_back(static_cast<Move>(move));
  };
  guarded(
      [&] {
        enter(state);
        if (legal_) take(evaluator_->ask(*legal_, given));
      },
      [&] { take(evaluator_->answers_so_far(*legal_, given)); });
}

void Prover::compute_next(State& state, std::span<const Move> joint_move) {
  guarded([&] {
    enter(state);
    evaluator_->enter_moves(roles_, joint_move);
    if (next_) {
      const auto values = evaluator_->ask(*next_, {}).values();
      state.facts.assign(values.begin(), values.end());
      std::sort(state.facts.begin(), state.facts.end());
    } else {
      state.facts.clear();
    }
    // The step is over: whatever is asked next, nothing is being done.
    evaluator_->enter_moves({}, {});
  });
}

std::string Prover::role_name(Role role) const {
  return evaluator_->pool().text(roles_[index_of(role)], evaluator_->symbols());
}

std::string Prover::move_text(Role /*role*/, Move move) const {
  return evaluator_->pool().text(static_cast<TermId>(move), evaluator_->symbols());
}

std::optional<Move> Prover::find_move(Role /*role*/, std::string_view text) {
  const auto term = evaluator_->pool().parse(text, evaluator_->symbols());
  if (!term) return std::nullopt;
  return static_cast<Move>(*term);
}

std::vector<std::string> Prover::facts(const State& state) const {
  std::vector<std::string> result;
  for (const TermId fact : state.facts) {
    result.push_back(evaluator_->pool().text(fact, evaluator_->symbols()));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::size_t Prover::StateHash::operator()(const State& state) const {
  return hash_span(std::span<const TermId>(state.facts), 1);
}

std::size_t Prover::memory_bytes() const { return evaluator_->memory_bytes(); }

std::vector<std::string> Prover::base_facts() {
  std::vector<std::string> result;
  guarded([&] {
    if (const auto predicate = evaluator_->prepare(gdl::keyword::base, 1, 0)) {
      for (const TermId fact : evaluator_->ask(*predicate, {}).values()) {
        result.push_back(evaluator_->pool().text(fact, evaluator_->symbols()));
      }
    }
  });
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> Prover::input_moves(Role role) {
  std::vector<std::string> result;
  guarded([&] {
    if (const auto predicate = evaluator_->prepare(gdl::keyword::input, 2, 1)) {
      for (const TermId move : evaluator_->ask(*predicate, {&roles_[index_of(role)], 1}).values()) {
        result.push_back(evaluator_->pool().text(move, evaluator_->symbols()));
      }
    }
  });
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<Prover::State> Prover::state_of(std::span<const std::string> facts) {
  State state;
  for (const std::string& fact : facts) {
    const auto term = evaluator_->pool().parse(fact, evaluator_->symbols());
    if (!term) return std::nullopt;
    state.facts.push_back(*term);
  }
  std::sort(state.facts.begin(), state.facts.end());
  state.facts.erase(std::unique(state.facts.begin(), state.facts.end()), state.facts.end());
  return state;
}

}  // namespace palamedes::machine::prover
