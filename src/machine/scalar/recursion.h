#pragma once
// Facts that recursive rules derive, kept up to date from state to state.
//
// A derived fact remembers the rule that made it true, its *source*. When a rule fails that is
// nobody's source, nothing changes. When a source fails, the facts behind it lose their sources one
// after the other, and look for another rule whose facts still have theirs; those that find none
// are false. So facts that support nothing but each other in a circle disappear, and a change costs
// what hangs on it instead of the whole fixpoint. (Answer set solvers look for unfounded sets in
// this way.)
//
//   fact        feedback node of the circuit, from 0 on
//   condition   what a rule needs besides facts: a bit that somebody else keeps; rules share it
//   layer       loops that are at the same depth: their conditions read facts of earlier ones alone
//   missing     of a rule: how many of its facts are false, and one more if its condition is

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "circuit/wide/wide_circuit.h"

namespace palamedes::machine::scalar {

using Fact = std::uint32_t;
using RuleNumber = std::uint32_t;
using ConditionNumber = std::uint32_t;

// Lists of numbers, one for each number.
class NumberLists {
 public:
  NumberLists() = default;
  // Pairs of whose list and what is in it.
  NumberLists(std::size_t lists, std::span<const std::pair<std::uint32_t, std::uint32_t>> entries);

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t list) const {
    return {numbers_.data() + first_[list], first_[list + 1] - first_[list]};
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return (first_.capacity() + numbers_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  std::vector<std::uint32_t> first_{0};
  std::vector<std::uint32_t> numbers_;
};

// What never changes about it; shared.
class RecursiveRules {
 public:
  RecursiveRules() = default;
  // `layers` has, by fact, the layer of its loop.
  RecursiveRules(const circuit::wide::WideCircuit& wide, std::span<const std::uint32_t> layers);

  struct Layer {
    std::uint32_t first_word = 0;  // of all conditions
    std::uint32_t end_word = 0;
  };

  [[nodiscard]] std::span<const Layer> layers() const { return layers_; }
  [[nodiscard]] std::size_t condition_words() const {
    return layers_.empty() ? 0 : layers_.back().end_word;
  }
  struct Condition {
    ConditionNumber number = 0;
    circuit::Literal literal;
  };
  [[nodiscard]] std::span<const Condition> conditions() const { return conditions_; }
  [[nodiscard]] std::size_t fact_count() const { return fact_count_; }
  [[nodiscard]] std::size_t rule_count() const { return heads_.size(); }
  [[nodiscard]] Fact head(RuleNumber rule) const { return heads_[rule]; }
  [[nodiscard]] std::span<const Fact> needs(RuleNumber rule) const { return needs_.of(rule); }
  [[nodiscard]] std::span<const RuleNumber> rules_on(ConditionNumber condition) const {
    return on_condition_.of(condition);
  }
  [[nodiscard]] std::span<const RuleNumber> rules_needing(Fact fact) const {
    return needing_.of(fact);
  }
  // One without needs comes first.
  [[nodiscard]] std::span<const RuleNumber> rules_for(Fact fact) const { return for_.of(fact); }
  // While every fact and every condition is false.
  [[nodiscard]] const std::vector<std::uint32_t>& missing() const { return missing_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  std::size_t fact_count_ = 0;
  std::vector<Layer> layers_;
  std::vector<Condition> conditions_;
  std::vector<Fact> heads_;  // by rule
  std::vector<std::uint32_t> missing_;
  NumberLists needs_;
  NumberLists on_condition_;
  NumberLists needing_;
  NumberLists for_;
};

class DerivedFacts {
 public:
  explicit DerivedFacts(const RecursiveRules& rules);

  // Brings the facts of a layer up to date with the values of all conditions. `change(fact, value)`
  // is called for what changes; a fact may change twice.
  template <typename Change>
  void update(const RecursiveRules::Layer& layer, const std::uint64_t* conditions,
              Change&& change) {
    for (std::uint32_t word = layer.first_word; word < layer.end_word; ++word) {
      const std::uint64_t now = conditions[word];
      std::uint64_t changed = now ^ conditions_[word];
      conditions_[word] = now;
      for (; changed != 0; changed &= changed - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(changed));
        change_condition(word * 64 + bit, (now >> bit & 1U) != 0);
      }
    }
    if (!lost_.empty()) {
      find_other_sources();
      drop_facts_without_source(change);
    }
    derive(change);
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr RuleNumber none = 0xffffffffU;      // the fact is false
  static constexpr RuleNumber in_doubt = 0xfffffffeU;  // the fact was true, its source has failed

  void change_condition(ConditionNumber condition, bool now_true);
  void lose(Fact fact) {
    source_[fact] = in_doubt;
    lost_.push_back(fact);
  }
  bool has_other_condition(Fact fact);
  void find_other_sources();
  bool find_source(Fact fact);
  [[nodiscard]] bool is_founded(RuleNumber rule) const;

  template <typename Change>
  void drop_facts_without_source(Change&& change) {
    for (const Fact fact : lost_) {
      if (source_[fact] != in_doubt) continue;
      source_[fact] = none;
      for (const RuleNumber rule : rules_->rules_needing(fact)) ++missing_[rule];
      change(fact, false);
    }
    lost_.clear();
  }

  template <typename Change>
  void derive(Change&& change) {
    while (!ready_.empty()) {
      const RuleNumber rule = ready_.back();
      ready_.pop_back();
      const Fact head = rules_->head(rule);
      if (missing_[rule] != 0 || source_[head] != none) continue;
      source_[head] = rule;
      for (const RuleNumber next : rules_->rules_needing(head)) {
        if (--missing_[next] == 0) ready_.push_back(next);
      }
      change(head, true);
    }
  }

  const RecursiveRules* rules_;
  std::vector<std::uint32_t> missing_;     // by rule
  std::vector<RuleNumber> source_;         // by fact
  std::vector<std::uint64_t> conditions_;  // as they were when facts were last brought up to date
  std::vector<Fact> lost_;
  std::vector<Fact> regained_;
  std::vector<RuleNumber> ready_;  // rules that nothing was missing of
};

}  // namespace palamedes::machine::scalar
