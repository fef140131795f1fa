#include "machine/prover/evaluator.h"

#include <array>

#include <fmt/format.h>

#include "gdl/argument_buffer.h"

namespace palamedes::machine::prover {

using gdl::ArgumentBuffer;
using gdl::TermId;

namespace {

bool is_bound(const Adorned& predicate, std::size_t argument) {
  return argument < max_bound_arguments && (predicate.bound >> argument & 1U) != 0;
}

}  // namespace

void SlotStack::next_block(std::size_t count) {
  if (!blocks_.empty()) ++block_;
  used_ = 0;
  const std::size_t size = std::max(count, block_size);
  if (block_ == blocks_.size()) blocks_.emplace_back(size);
  if (blocks_[block_].size() < size) blocks_[block_].resize(size);
}

Evaluator::Evaluator(const gdl::Loaded& game, const ProverOptions& limits)
    : rules_(game.rules),
      program_(game.program),
      symbols_(rules_.symbols),
      limits_(limits),
      fluents_(pool_),
      compiler_(rules_, program_, pool_, fluents_),
      sessions_(program_.components.size()) {}

std::optional<std::uint32_t> Evaluator::prepare(gdl::Symbol relation, std::size_t arity,
                                                std::uint64_t bound) {
  const auto id = program_.find(relation, arity);
  if (!id) return std::nullopt;
  return compiler_.predicate_for(*id, bound);
}

void Evaluator::enter_state(std::span<const TermId> facts) {
  if (steps_since_asked_ + steps_ >= steps_between_states) ask_whether_wanted();
  fluents_.enter(facts);
  tables_[static_cast<std::size_t>(gdl::Scope::state)].reset();
  tables_[static_cast<std::size_t>(gdl::Scope::moves)].reset();
  answers_ = 0;
}

void Evaluator::enter_moves(std::span<const TermId> roles, std::span<const Move> moves) {
  doing_.clear();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    doing_.push_back(roles[i]);
    doing_.push_back(static_cast<TermId>(moves[i]));
  }
  tables_[static_cast<std::size_t>(gdl::Scope::moves)].reset();
}

const Answers& Evaluator::ask(std::uint32_t predicate, std::span<const TermId> given) {
  steps_since_asked_ += steps_;
  steps_ = 0;
  return answer(predicate, given).answers;
}

const Answers& Evaluator::answers_so_far(std::uint32_t predicate, std::span<const TermId> given) {
  const Adorned& adorned = compiler_.predicates()[predicate];
  return tables_[static_cast<std::size_t>(adorned.scope)]
      .find_or_add(predicate, given, adorned.free_count)
      .answers;
}

void Evaluator::abandon() {
  for (CallTable& table : tables_) table.reset();
  for (Session& session : sessions_) session = {};
  slots_.release_all();
  doing_.clear();
  depth_ = 0;
  answers_ = 0;
}

std::size_t Evaluator::memory_bytes() const {
  std::size_t bytes = pool_.memory_bytes() + fluents_.memory_bytes();
  for (const CallTable& table : tables_) bytes += table.memory_bytes();
  for (const FactTable& table : compiler_.tables()) bytes += table.memory_bytes();
  return bytes;
}

Call& Evaluator::answer(std::uint32_t predicate, std::span<const TermId> given) {
  const Adorned& adorned = compiler_.predicates()[predicate];
  Call& call = tables_[static_cast<std::size_t>(adorned.scope)].find_or_add(predicate, given,
                                                                            adorned.free_count);
  if (call.complete) return call;
  if (!adorned.recursive) {
    evaluate(call);
    call.complete = true;
    return call;
  }
  Session& session = sessions_[adorned.component];
  if (!session.active) {
    answer_component(call, session);
    return call;
  }
  // Somebody up the stack works on this component: take what is there, and be informed of more.
  auto& dependents = call.dependents;
  if (std::find(dependents.begin(), dependents.end(), session.current) == dependents.end()) {
    dependents.push_back(session.current);
  }
  if (!call.member) {
    call.member = true;
    call.queued = true;
    session.members.push_back(&call);
    session.work.push_back(&call);
  }
  return call;
}

void Evaluator::answer_component(Call& first, Session& session) {
  session.active = true;
  session.members.assign(1, &first);
  session.work.assign(1, &first);
  first.member = true;
  first.queued = true;
  while (!session.work.empty()) {
    Call* call = session.work.back();
    session.work.pop_back();
    call->queued = false;
    session.current = call;
    if (!evaluate(*call)) continue;
    for (Call* dependent : call->dependents) {
      if (dependent->queued) continue;
      dependent->queued = true;
      session.work.push_back(dependent);
    }
  }
  for (Call* member : session.members) member->complete = true;
  session.active = false;
}

bool Evaluator::evaluate(Call& call) {
  const Adorned& adorned = compiler_.predicates()[call.predicate];
  bool grew = false;
  for (const CompiledClause& clause : adorned.clauses) {
    if (adorned.free_count == 0 && call.answers.count() > 0) break;  // already known to be true
    const SlotStack::Mark mark = slots_.mark();
    Frame frame{clause, slots_.push(clause.slots), call, false};
    bool matches = true;
    for (std::size_t i = 0; matches && i < clause.head_in.size(); ++i) {
      matches = match(clause.head_in[i], call.given[i], frame.slots, pool_);
    }
    if (matches) solve(frame, 0);
    grew = grew || frame.grew;
    slots_.release(mark);
  }
  return grew;
}

void Evaluator::stop(std::string reason) const {
  if (limits_.deadline != nullptr) throw EvaluationCutOff{};
  throw EvaluationFault{std::move(reason)};
}

void Evaluator::ask_whether_wanted() {
  if (wanted_ == nullptr) return;
  steps_since_asked_ = 0;
  if (!(*wanted_)()) throw EvaluationStop{};
}

void Evaluator::look_at_the_clock() {
  ask_whether_wanted();
  if (limits_.deadline != nullptr && limits_.deadline->has_passed()) throw EvaluationCutOff{};
  if (limits_.cancelled != nullptr && limits_.cancelled->load(std::memory_order_relaxed)) {
    stop("evaluation ended because nobody wants its answer any more");
  }
  if (memory_bytes() > limits_.max_bytes) {
    stop(
        fmt::format("evaluation needs more than {} MB of memory (a larger --prover-max-memory "
                    "allows more)",
                    limits_.max_bytes >> 20U));
  }
  // The first look starts the time: most questions are answered long before it.
  if (steps_ == steps_between_looks) watch_ = {};
  if (watch_.seconds() > limits_.max_seconds) {
    stop(
        fmt::format("evaluation did not end within {:g} seconds (a larger --prover-max-seconds "
                    "allows more)",
                    limits_.max_seconds));
  }
}

void Evaluator::spend() {
  if (++steps_ > limits_.max_steps) {
    stop(
        fmt::format("evaluation did not end within {} steps (a larger --prover-max-steps allows "
                    "more)",
                    limits_.max_steps));
  }
  if (steps_ % steps_between_looks == 0) look_at_the_clock();
  if (pool_.size() > limits_.max_terms) {
    stop(fmt::format("the rules make more than {} terms (a larger --prover-max-terms allows more)",
                     limits_.max_terms));
  }
}

bool Evaluator::solve(Frame& frame, std::size_t number) {
  const auto& steps = frame.clause.steps;
  // Conditions that only test need no frame of their own.
  for (; number < steps.size(); ++number) {
    const Step& step = steps[number];
    spend();
    switch (step.kind) {
      case Step::Kind::distinct:
        if (make_value(step.args[0], frame.slots, pool_) ==
            make_value(step.args[1], frame.slots, pool_))
          return false;
        continue;
      case Step::Kind::holds: {
        const TermId term = find_value(step.args[0], frame.slots, pool_);
        if (term == gdl::no_term || !fluents_.holds(term)) return false;
        continue;
      }
      case Step::Kind::holds_not: {
        const TermId term = find_value(step.args[0], frame.slots, pool_);
        if (term != gdl::no_term && fluents_.holds(term)) return false;
        continue;
      }
      case Step::Kind::does_not:
        for (std::size_t i = 0; i < doing_.size(); i += 2) {
          const std::array<TermId, 2> row{doing_[i], doing_[i + 1]};
          if (match_row(step, row, frame.slots)) return false;
        }
        continue;
      case Step::Kind::fact_not:
        if (!no_row(step, frame.slots)) return false;
        continue;
      case Step::Kind::call_not: {
        const Call& call = find_call(step, frame.slots);
        if (call.answers.count() > 0) return false;
        continue;
      }
      default:
        break;
    }
    if (++depth_ > limits_.max_depth) {
      stop(
          fmt::format("conditions are nested deeper than {} (a larger --prover-max-depth allows "
                      "more)",
                      limits_.max_depth));
    }
    bool found = false;
    switch (step.kind) {
      case Step::Kind::scan_state:
        found = solve_scan_state(frame, number);
        break;
      case Step::Kind::does:
        found = solve_does(frame, number);
        break;
      case Step::Kind::scan_facts:
        found = solve_scan_facts(frame, number);
        break;
      default:
        found = solve_call(frame, number);
        break;
    }
    --depth_;
    return found;
  }
  return add_answer(frame);
}

bool Evaluator::add_answer(Frame& frame) {
  spend();  // an answer is work too: recursive rules may find the same ones again and again
  const auto& out = frame.clause.head_out;
  ArgumentBuffer row(out.size());
  for (std::size_t i = 0; i < out.size(); ++i) row[i] = make_value(out[i], frame.slots, pool_);
  if (frame.call.answers.add(row.first(out.size()))) {
    frame.grew = true;
    if (++answers_ > limits_.max_answers) {
      stop(
          fmt::format("one state has more than {} conclusions (a larger --prover-max-answers "
                      "allows more)",
                      limits_.max_answers));
    }
  }
  return true;
}

bool Evaluator::solve_scan_state(Frame& frame, std::size_t number) {
  const Step& step = frame.clause.steps[number];
  const Pattern& fluent = step.args.front();
  const bool once = number >= frame.clause.cut;
  std::span<const TermId> candidates = fluents_.all();
  if (step.index != no_index) {
    std::uint64_t key = 0;
    if (!key_of(step, fluent.parts, frame.slots, key)) return false;
    candidates = fluents_.candidates(step.index, key);
  }
  bool found = false;
  for (const TermId term : candidates) {
    if (!fluents_.holds(term) || !match(fluent, term, frame.slots, pool_)) continue;
    if (!solve(frame, number + 1)) continue;
    found = true;
    if (once) break;
  }
  return found;
}

bool Evaluator::solve_does(Frame& frame, std::size_t number) {
  const Step& step = frame.clause.steps[number];
  const bool once = number >= frame.clause.cut;
  bool found = false;
  for (std::size_t i = 0; i < doing_.size(); i += 2) {
    const std::array<TermId, 2> row{doing_[i], doing_[i + 1]};
    if (!match_row(step, row, frame.slots) || !solve(frame, number + 1)) continue;
    found = true;
    if (once) break;
  }
  return found;
}

bool Evaluator::solve_scan_facts(Frame& frame, std::size_t number) {
  const Step& step = frame.clause.steps[number];
  const FactTable& table = compiler_.tables()[step.target];
  const bool once = number >= frame.clause.cut;
  bool found = false;
  const auto try_row = [&](std::uint32_t row) {
    if (!match_row(step, table.row(row), frame.slots) || !solve(frame, number + 1)) return false;
    found = true;
    return once;
  };
  if (step.index == no_index) {
    for (std::uint32_t row = 0; row < table.row_count(); ++row) {
      if (try_row(row)) break;
    }
    return found;
  }
  std::uint64_t key = 0;
  if (!key_of(step, step.args, frame.slots, key)) return false;
  for (const std::uint32_t row : table.candidates(step.index, key)) {
    if (try_row(row)) break;
  }
  return found;
}

Call& Evaluator::find_call(const Step& step, const TermId* slots) {
  const Adorned& adorned = compiler_.predicates()[step.target];
  ArgumentBuffer given(step.args.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < step.args.size(); ++i) {
    if (is_bound(adorned, i)) given[count++] = make_value(step.args[i], slots, pool_);
  }
  return answer(step.target, given.first(count));
}

bool Evaluator::solve_call(Frame& frame, std::size_t number) {
  const Step& step = frame.clause.steps[number];
  const bool once = number >= frame.clause.cut;
  const Call& call = find_call(step, frame.slots);
  const Adorned& adorned = compiler_.predicates()[step.target];
  bool found = false;
  // Answers that arrive while we read them bring this clause another round.
  const std::uint32_t count = call.answers.count();
  for (std::uint32_t i = 0; i < count; ++i) {
    bool matches = true;
    std::size_t column = 0;
    for (std::size_t a = 0; matches && a < step.args.size(); ++a) {
      if (is_bound(adorned, a)) continue;
      matches = match(step.args[a], call.answers.row(i)[column++], frame.slots, pool_);
    }
    if (!matches || !solve(frame, number + 1)) continue;
    found = true;
    if (once) break;
  }
  return found;
}

bool Evaluator::no_row(const Step& step, TermId* slots) const {
  const FactTable& table = compiler_.tables()[step.target];
  if (step.index == no_index) {
    for (std::uint32_t row = 0; row < table.row_count(); ++row) {
      if (match_row(step, table.row(row), slots)) return false;
    }
    return true;
  }
  std::uint64_t key = 0;
  if (!key_of(step, step.args, slots, key)) return true;
  for (const std::uint32_t row : table.candidates(step.index, key)) {
    if (match_row(step, table.row(row), slots)) return false;
  }
  return true;
}

// The index key of the known arguments; false if one of them is a term nobody has ever met.
bool Evaluator::key_of(const Step& step, std::span<const Pattern> args, const TermId* slots,
                       std::uint64_t& key) const {
  KeyHash hash;
  for (std::size_t i = 0; i < args.size() && i < max_bound_arguments; ++i) {
    if ((step.known >> i & 1U) == 0) continue;
    const TermId value = find_value(args[i], slots, pool_);
    if (value == gdl::no_term) return false;
    hash.add(value);
  }
  key = hash.value();
  return true;
}

bool Evaluator::match_row(const Step& step, std::span<const TermId> row, TermId* slots) const {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!match(step.args[i], row[i], slots, pool_)) return false;
  }
  return true;
}

}  // namespace palamedes::machine::prover
