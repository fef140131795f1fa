#include "machine/scalar/effects.h"

#include <algorithm>
#include <limits>

namespace palamedes::machine::scalar {
namespace {

constexpr std::uint64_t most_dense_keys = std::uint64_t{1} << 20U;
constexpr std::uint32_t fewest_on_branch = 8;  // conditions that make a branch worth while

}  // namespace

Effects::Effects(std::shared_ptr<const NoMoveValues> no_moves, const EffectOptions& options)
    : no_moves_(std::move(no_moves)),
      max_bytes_(options.max_bytes),
      most_whole_(options.joint_moves_before_factoring),
      expressions_(no_moves_->expressions()),
      symbolic_(*no_moves_),
      code_(no_moves_->kept()) {
  const WideCircuit& wide = no_moves_->kept().circuit();
  std::uint64_t keys = 1;
  for (const WideCircuit::Role& role : wide.roles) {
    const std::uint64_t count = std::max<std::uint64_t>(role.legal.size(), 1);
    move_counts_.push_back(static_cast<std::uint32_t>(count));
    has_one_key_ = has_one_key_ && count <= std::numeric_limits<std::uint64_t>::max() / keys;
    keys = has_one_key_ ? keys * count : keys;
  }
  is_dense_ = has_one_key_ && keys <= most_dense_keys;
  for (const std::uint32_t count : move_counts_) most_whole_ += options.whole_per_move * count;
  // Alone and together are the same with one role.
  if (move_counts_.size() < 2) most_whole_ = std::numeric_limits<std::size_t>::max();
  if (is_dense_) whole_.assign(keys, none);
  first_base_.assign(wide.node_count() + 1, 0);
  for (std::uint32_t base = 0; base < wide.base_count; ++base) {
    const CircuitNode node = wide.next[base].node();
    if (!no_moves_->kept().depends_on_moves(node)) continue;
    move_bases_.push_back(base);
    ++first_base_[node + 1];
  }
  for (std::size_t i = 1; i < first_base_.size(); ++i) first_base_[i] += first_base_[i - 1];
  bases_of_.resize(move_bases_.size());
  std::vector<std::uint32_t> next(first_base_.begin(), first_base_.end() - 1);
  for (const std::uint32_t base : move_bases_) {
    bases_of_[next[wide.next[base].node()]++] = base;
  }
}

std::uint64_t Effects::sparse_key(std::span<const Move> joint_move) {
  const auto number_of = [&](std::uint64_t key) {
    const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
    return std::uint64_t{numbers_.try_emplace(key, next).first->second};
  };
  std::uint64_t number = 0;
  if (has_one_key_) {
    number = number_of(one_key(joint_move));
  } else {
    for (const Move move : joint_move) number = number_of(number << 32U | index_of(move));
  }
  whole_.resize(numbers_.size() + 1, none);
  return number;
}

void Effects::inputs_of(std::span<const Move> joint_move) {
  inputs_.clear();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    const CircuitNode input =
        no_moves_->kept().circuit().roles[role].input[index_of(joint_move[role])];
    if (input != WideCircuit::no_input) inputs_.push_back(input);
  }
}

Literal Effects::keeps(std::uint32_t base) const {
  return {no_moves_->kept().circuit().base(base), false};
}

bool Effects::hangs_on(Literal literal, CircuitNode node) const {
  if (!expressions_.is_new(literal.node())) return false;
  for (const Literal input : expressions_.inputs(literal.node())) {
    if (input.node() == node) return true;
    if (!expressions_.is_new(input.node())) continue;
    for (const Literal inner : expressions_.inputs(input.node())) {
      if (inner.node() == node) return true;
    }
  }
  return false;
}

CircuitNode Effects::decisive_node(const std::vector<Change>& changes) {
  uses_.clear();
  const auto count = [&](std::span<const Literal> inputs) {
    for (const Literal input : inputs) ++uses_[input.node()];
  };
  for (const Change& change : changes) {
    if (!expressions_.is_new(change.next.node())) continue;
    for (const Literal input : expressions_.inputs(change.next.node())) {
      ++uses_[input.node()];
      if (expressions_.is_new(input.node())) count(expressions_.inputs(input.node()));
    }
  }
  CircuitNode best = 0;
  std::uint32_t most = fewest_on_branch;
  for (const auto& [node, times] : uses_) {
    if (times < most || (times == most && best != 0 && node > best)) continue;
    best = node;
    most = times;
  }
  return best;
}

Effects::EffectNumber Effects::make(std::vector<Change> changes, std::size_t most_branches) {
  std::vector<Branch> branches;
  std::vector<Literal> conditions;
  while (branches.size() < most_branches) {
    const CircuitNode node = decisive_node(changes);
    if (node == 0) break;
    std::vector<Change> if_true;
    std::vector<Change> if_false;
    for (const Change& change : changes) {
      if (!hangs_on(change.next, node)) continue;
      if_true.push_back({change.base, expressions_.given(change.next, node, true)});
      if_false.push_back({change.base, expressions_.given(change.next, node, false)});
    }
    std::erase_if(changes, [&](const Change& change) { return hangs_on(change.next, node); });
    branches.push_back({0, make(std::move(if_true), 0), make(std::move(if_false), 0)});
    conditions.emplace_back(node, false);
  }
  Effect effect{.first_word = static_cast<std::uint32_t>(words_.size()),
                .first_bit = static_cast<std::uint32_t>(bits_.size()),
                .first_branch = static_cast<std::uint32_t>(branches_.size())};
  for (const auto& [base, next] : changes) {
    if (!next.is_constant()) {
      conditions.push_back(next);
      bits_.push_back({base, 0});
      continue;
    }
    if (words_.size() == effect.first_word || words_.back().word != base / 64) {
      words_.push_back({base / 64, ~std::uint64_t{0}, 0});
    }
    const std::uint64_t bit = std::uint64_t{1} << (base % 64);
    words_.back().keep &= ~bit;
    if (next == true_literal) words_.back().set |= bit;
  }
  std::vector<Operand> operands;
  effect.code = code_.compile(expressions_, conditions, operands);
  for (std::size_t i = 0; i < branches.size(); ++i) branches[i].operand = operands[i];
  branches_.insert(branches_.end(), branches.begin(), branches.end());
  for (std::size_t i = branches.size(); i < operands.size(); ++i) {
    bits_[effect.first_bit + i - branches.size()].operand = operands[i];
  }
  effect.end_word = static_cast<std::uint32_t>(words_.size());
  effect.end_bit = static_cast<std::uint32_t>(bits_.size());
  effect.end_branch = static_cast<std::uint32_t>(branches_.size());
  effects_.push_back(effect);
  return static_cast<EffectNumber>(effects_.size() - 1);
}

std::span<const Effects::EffectNumber> Effects::compile_whole(std::span<const Move> joint_move) {
  ++found_out_;
  if (compiled_++ >= most_whole_) {
    is_factored_ = true;
    forget();
    return factored(joint_move);
  }
  if (memory_bytes() > max_bytes_) forget();
  inputs_of(joint_move);
  symbolic_.fix(inputs_, expressions_);
  std::vector<Change> changes;
  for (const std::uint32_t base : move_bases_) {
    const Literal next = symbolic_.value(no_moves_->kept().circuit().next[base]);
    if (next != keeps(base)) changes.push_back({base, next});
  }
  const std::uint64_t key = key_of(joint_move);
  whole_[key] = make(std::move(changes));
  return {whole_.data() + key, 1};
}

const Effects::Alone& Effects::alone(std::size_t role, Move move) {
  Alone& entry = alone_[role][index_of(move)];
  if (entry.effect != none) return entry;
  const WideCircuit& wide = no_moves_->kept().circuit();
  inputs_.clear();
  const CircuitNode input = wide.roles[role].input[index_of(move)];
  if (input != WideCircuit::no_input) inputs_.push_back(input);
  symbolic_.fix(inputs_, expressions_);
  entry.visits.assign(symbolic_.visits().begin(), symbolic_.visits().end());
  std::vector<Change> changes;
  for (const std::uint32_t base : move_bases_) {
    const Literal next = symbolic_.value(wide.next[base]);
    if (next != no_moves_->value(wide.next[base])) changes.push_back({base, next});
  }
  entry.effect = make(std::move(changes));
  return entry;
}

Effects::EffectNumber Effects::compile_together(std::span<const Move> joint_move) {
  visits_.clear();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    visits_.emplace_back(alone_[role][index_of(joint_move[role])].visits);
  }
  inputs_of(joint_move);
  symbolic_.combine(inputs_, visits_, expressions_);
  std::vector<Change> changes;
  const WideCircuit& wide = no_moves_->kept().circuit();
  for (const CircuitNode gate : symbolic_.touched()) {
    for (std::uint32_t i = first_base_[gate]; i < first_base_[gate + 1]; ++i) {
      changes.push_back({bases_of_[i], symbolic_.value(wide.next[bases_of_[i]])});
    }
  }
  return make(std::move(changes));
}

std::span<const Effects::EffectNumber> Effects::factored(std::span<const Move> joint_move) {
  if (memory_bytes() > max_bytes_) forget();
  if (still_effect_ == none) {
    alone_.resize(joint_move.size());
    for (std::size_t role = 0; role < alone_.size(); ++role) {
      alone_[role].resize(move_counts_[role]);
    }
    std::vector<Change> changes;
    for (const std::uint32_t base : move_bases_) {
      const Literal next = no_moves_->value(no_moves_->kept().circuit().next[base]);
      if (next != keeps(base)) changes.push_back({base, next});
    }
    still_effect_ = make(std::move(changes));
  }
  joint_.resize(joint_move.size() + 2);
  joint_.front() = still_effect_;
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    joint_[role + 1] = alone(role, joint_move[role]).effect;
  }
  const std::uint64_t key = key_of(joint_move);
  if (whole_[key] == none) whole_[key] = compile_together(joint_move);
  joint_.back() = whole_[key];
  return joint_;
}

void Effects::forget() {
  expressions_ = no_moves_->expressions();
  code_.clear();
  effects_.clear();
  words_.clear();
  bits_.clear();
  branches_.clear();
  alone_.clear();
  still_effect_ = none;
  if (is_dense_) {
    std::fill(whole_.begin(), whole_.end(), none);
  } else {
    whole_.clear();
    numbers_.clear();
  }
}

std::size_t Effects::memory_bytes() const {
  return expressions_.memory_bytes() + code_.memory_bytes() + effects_.size() * sizeof(Effect) +
         words_.size() * sizeof(Word) + bits_.size() * sizeof(Bit) +
         branches_.size() * sizeof(Branch) + whole_.size() * sizeof(std::uint32_t) +
         numbers_.size() * 24;
}

}  // namespace palamedes::machine::scalar
