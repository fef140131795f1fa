#include "machine/incremental/effects.h"

#include <algorithm>
#include <bit>

namespace palamedes::machine {
namespace {

constexpr std::uint32_t no_news = 0xffffffffU;
constexpr std::uint64_t most_dense_keys = std::uint64_t{1} << 20U;

}  // namespace

StillMoves::StillMoves(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)), expressions_(plan_->logic()) {
  const Logic& logic = plan_->logic();
  value_.resize(logic.node_count());
  first_open_.assign(logic.node_count() + 1, 0);
  std::vector<Literal> literals;
  for (LogicNode node = 0; node < logic.node_count(); ++node) {
    first_open_[node] = static_cast<std::uint32_t>(open_.size());
    value_[node] = logic.is_input(node) ? false_literal : Literal(node, false);
    if (!logic.is_gate(node) || !plan_->depends_on_moves(node)) continue;
    literals.clear();
    for (const Literal literal : logic.inputs(node)) {
      const Literal still = value(literal);
      if (still == true_literal) continue;
      open_.push_back(literal);
      literals.push_back(still);
    }
    value_[node] = expressions_.conjunction(literals);
  }
  first_open_.back() = static_cast<std::uint32_t>(open_.size());
  link_readers();
}

void StillMoves::link_readers() {
  const Logic& logic = plan_->logic();
  first_reader_.assign(logic.node_count() + 1, 0);
  const auto for_each_link = [&](auto&& function) {
    for (LogicNode gate = logic.first_gate(); gate < logic.node_count(); ++gate) {
      if (!plan_->depends_on_moves(gate)) continue;
      for (const Literal literal : logic.inputs(gate)) {
        if (plan_->depends_on_moves(literal.node())) function(literal, gate);
      }
    }
  };
  for_each_link([&](Literal literal, LogicNode) { ++first_reader_[literal.node() + 1]; });
  for (std::size_t i = 1; i < first_reader_.size(); ++i) first_reader_[i] += first_reader_[i - 1];
  readers_.resize(first_reader_.back());
  std::vector<std::uint32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  for_each_link([&](Literal literal, LogicNode gate) {
    readers_[next[literal.node()]++] = {gate, literal.is_complemented()};
  });
}

std::size_t StillMoves::memory_bytes() const {
  return expressions_.memory_bytes() + (value_.capacity() + open_.capacity()) * sizeof(Literal) +
         (first_open_.capacity() + first_reader_.capacity()) * sizeof(std::uint32_t) +
         readers_.capacity() * sizeof(Reader);
}

Effects::Effects(std::shared_ptr<const StillMoves> still, std::size_t max_bytes)
    : still_(std::move(still)),
      max_bytes_(max_bytes),
      expressions_(still_->expressions()),
      code_(still_->plan()) {
  const Logic& logic = still_->plan().logic();
  std::uint64_t keys = 1;
  for (const Logic::Role& role : logic.roles) {
    const std::uint64_t count = std::max<std::uint64_t>(role.legal.size(), 1);
    move_counts_.push_back(static_cast<std::uint32_t>(count));
    keys = keys > most_dense_keys ? keys : keys * count;
  }
  is_dense_ = keys <= most_dense_keys;
  for (std::uint32_t base = 0; base < logic.base_count; ++base) {
    if (still_->plan().depends_on_moves(logic.next[base].node())) move_bases_.push_back(base);
  }
  fixed_.resize(logic.node_count());
  is_fixed_.assign(logic.node_count(), false);
  waiting_.assign(logic.node_count() / 64 + 1, 0);
  first_news_.assign(logic.node_count(), no_news);
  if (is_dense_) by_key_.assign(keys, no_entry);
}

const Effects::Entry& Effects::find(std::span<const Move> joint_move) {
  std::uint64_t number = 0;
  for (const Move move : joint_move) {
    const auto [entry, is_new] = numbers_.try_emplace(
        number << 32U | index_of(move), static_cast<std::uint32_t>(numbers_.size() + 1));
    if (is_new) by_key_.resize(numbers_.size() + 1, no_entry);
    number = entry->second;
  }
  const std::uint32_t found = by_key_[number];
  return found != no_entry ? entries_[found] : compile(joint_move, number);
}

void Effects::forget() {
  expressions_ = still_->expressions();
  code_.clear();
  entries_.clear();
  words_.clear();
  bits_.clear();
  if (is_dense_) {
    std::fill(by_key_.begin(), by_key_.end(), no_entry);
  } else {
    by_key_.clear();
    numbers_.clear();
  }
}

Literal Effects::value(Literal literal) const {
  if (!is_fixed_[literal.node()]) return still_->value(literal);
  return literal.is_complemented() ? !fixed_[literal.node()] : fixed_[literal.node()];
}

void Effects::change(LogicNode node, Literal value) {
  fixed_[node] = value;
  is_fixed_[node] = true;
  changed_.push_back(node);
  for (const StillMoves::Reader& reader : still_->readers(node)) {
    const Literal literal(node, reader.complemented);
    if (still_->value(literal) == true_literal) {
      news_.push_back({literal, first_news_[reader.gate]});
      first_news_[reader.gate] = static_cast<std::uint32_t>(news_.size() - 1);
    }
    waiting_[reader.gate / 64] |= std::uint64_t{1} << (reader.gate % 64);
    first_waiting_ = std::min<std::size_t>(first_waiting_, reader.gate / 64);
  }
}

// Afterwards value() is about these moves, until is_fixed_ is cleared.
void Effects::fix(std::span<const Move> joint_move) {
  const Logic& logic = still_->plan().logic();
  first_waiting_ = waiting_.size();
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    const LogicNode input = logic.roles[role].input[index_of(joint_move[role])];
    if (input != Logic::no_input) change(input, true_literal);
  }
  for (std::size_t word = first_waiting_; word < waiting_.size(); ++word) {
    while (waiting_[word] != 0) {
      const auto gate = static_cast<LogicNode>(word * 64) +
                        static_cast<LogicNode>(std::countr_zero(waiting_[word]));
      waiting_[word] &= waiting_[word] - 1;
      literals_.clear();
      for (const Literal literal : still_->open_inputs(gate)) literals_.push_back(value(literal));
      for (std::uint32_t i = first_news_[gate]; i != no_news; i = news_[i].next) {
        literals_.push_back(value(news_[i].literal));
      }
      first_news_[gate] = no_news;
      const Literal now = expressions_.conjunction(literals_);
      if (now != still_->value(Literal(gate, false))) change(gate, now);
    }
  }
  news_.clear();
}

const Effects::Entry& Effects::compile(std::span<const Move> joint_move, std::uint64_t key) {
  if (memory_bytes() > max_bytes_ && !entries_.empty()) {
    forget();
    return of(joint_move);
  }
  fix(joint_move);
  const Logic& logic = still_->plan().logic();
  Entry entry{.first_word = static_cast<std::uint32_t>(words_.size()),
              .end_word = 0,
              .first_bit = static_cast<std::uint32_t>(bits_.size()),
              .end_bit = 0,
              .code = {}};
  conditions_.clear();
  for (const std::uint32_t base : move_bases_) {
    const Literal next = value(logic.next[base]);
    if (next == Literal(logic.base(base), false)) continue;
    if (!next.is_constant()) {
      conditions_.push_back(next);
      bits_.push_back({base, 0});
      continue;
    }
    if (words_.size() == entry.first_word || words_.back().word != base / 64) {
      words_.push_back({base / 64, ~std::uint64_t{0}, 0});
    }
    const std::uint64_t bit = std::uint64_t{1} << (base % 64);
    words_.back().keep &= ~bit;
    if (next == true_literal) words_.back().set |= bit;
  }
  operands_.clear();
  entry.code = code_.compile(expressions_, conditions_, operands_);
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    bits_[entry.first_bit + i].operand = operands_[i];
  }
  entry.end_word = static_cast<std::uint32_t>(words_.size());
  entry.end_bit = static_cast<std::uint32_t>(bits_.size());
  for (const LogicNode node : changed_) is_fixed_[node] = false;
  changed_.clear();
  by_key_[key] = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(entry);
  return entries_.back();
}

std::size_t Effects::memory_bytes() const {
  return expressions_.memory_bytes() + code_.memory_bytes() + entries_.capacity() * sizeof(Entry) +
         words_.capacity() * sizeof(Word) + bits_.capacity() * sizeof(Bit) +
         by_key_.capacity() * sizeof(std::uint32_t) + numbers_.size() * 24;
}

}  // namespace palamedes::machine
