#include "machine/scalar/recursion.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace palamedes::machine::scalar {

using circuit::true_literal;
using circuit::wide::WideCircuit;

NumberLists::NumberLists(std::size_t lists,
                         std::span<const std::pair<std::uint32_t, std::uint32_t>> entries)
    : first_(lists + 1, 0), numbers_(entries.size()) {
  for (const auto& [list, number] : entries) ++first_[list + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const auto& [list, number] : entries) numbers_[next[list]++] = number;
}

RecursiveRules::RecursiveRules(const WideCircuit& wide, std::span<const std::uint32_t> layers)
    : fact_count_(wide.loop_of.size()) {
  if (wide.rules.empty()) return;
  const auto fact_of = [&](circuit::CircuitNode node) { return node - wide.first_feedback(); };
  layers_.resize(*std::max_element(layers.begin(), layers.end()) + 1);
  // Conditions by layer, each layer from a new word on.
  std::map<std::pair<std::uint32_t, circuit::Literal>, ConditionNumber> numbers;
  for (const WideCircuit::FeedbackRule& rule : wide.rules) {
    if (rule.condition == true_literal) continue;
    numbers.try_emplace({layers[fact_of(rule.head)], rule.condition}, 0);
  }
  ConditionNumber count = 0;
  auto entry = numbers.begin();
  for (std::uint32_t layer = 0; layer < layers_.size(); ++layer) {
    layers_[layer].first_word = count / 64;
    for (; entry != numbers.end() && entry->first.first == layer; ++entry) {
      entry->second = count++;
      conditions_.push_back({entry->second, entry->first.second});
    }
    count = (count + 63) / 64 * 64;
    layers_[layer].end_word = count / 64;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> needs;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> on_condition;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> needing;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> derives;
  for (const WideCircuit::FeedbackRule& rule : wide.rules) {
    const auto number = static_cast<RuleNumber>(heads_.size());
    const Fact head = fact_of(rule.head);
    heads_.push_back(head);
    derives.emplace_back(head, number);
    missing_.push_back(static_cast<std::uint32_t>(rule.needs.size()));
    for (const circuit::CircuitNode node : rule.needs) {
      needs.emplace_back(number, fact_of(node));
      needing.emplace_back(fact_of(node), number);
    }
    if (rule.condition == true_literal) continue;
    ++missing_.back();
    on_condition.emplace_back(numbers.at({layers[head], rule.condition}), number);
  }
  std::stable_partition(derives.begin(), derives.end(),
                        [&](const auto& pair) { return wide.rules[pair.second].needs.empty(); });
  needs_ = NumberLists(heads_.size(), needs);
  on_condition_ = NumberLists(count, on_condition);
  needing_ = NumberLists(fact_count_, needing);
  for_ = NumberLists(fact_count_, derives);
}

std::size_t RecursiveRules::memory_bytes() const {
  return (heads_.capacity() + missing_.capacity()) * sizeof(std::uint32_t) +
         conditions_.capacity() * sizeof(Condition) + needs_.memory_bytes() +
         on_condition_.memory_bytes() + needing_.memory_bytes() + for_.memory_bytes();
}

DerivedFacts::DerivedFacts(const RecursiveRules& rules)
    : rules_(&rules),
      missing_(rules.missing()),
      source_(rules.fact_count(), none),
      conditions_(rules.condition_words(), 0) {
  for (RuleNumber rule = 0; rule < missing_.size(); ++rule) {
    if (missing_[rule] == 0) ready_.push_back(rule);
  }
}

void DerivedFacts::change_condition(ConditionNumber condition, bool now_true) {
  for (const RuleNumber rule : rules_->rules_on(condition)) {
    if (now_true) {
      if (--missing_[rule] == 0) ready_.push_back(rule);
    } else {
      ++missing_[rule];
      const Fact head = rules_->head(rule);
      if (source_[head] == rule && !has_other_condition(head)) lose(head);
    }
  }
}

// A rule without needs is as good as any, and what hangs on the fact need not be looked at. Its
// condition may fail in the same update; then it is the source that fails.
bool DerivedFacts::has_other_condition(Fact fact) {
  const RuleNumber rule = rules_->rules_for(fact).front();
  if (missing_[rule] != 0 || !rules_->needs(rule).empty()) return false;
  source_[fact] = rule;
  return true;
}

// Its facts are true and have sources.
bool DerivedFacts::is_founded(RuleNumber rule) const {
  if (missing_[rule] != 0) return false;
  const std::span<const Fact> needs = rules_->needs(rule);
  return std::none_of(needs.begin(), needs.end(),
                      [&](Fact fact) { return source_[fact] == in_doubt; });
}

bool DerivedFacts::find_source(Fact fact) {
  for (const RuleNumber rule : rules_->rules_for(fact)) {
    if (!is_founded(rule)) continue;
    source_[fact] = rule;
    return true;
  }
  return false;
}

void DerivedFacts::find_other_sources() {
  std::size_t looked_at = 0;
  while (looked_at < lost_.size()) {  // it grows
    for (const RuleNumber rule : rules_->rules_needing(lost_[looked_at++])) {
      if (source_[rules_->head(rule)] == rule) lose(rules_->head(rule));
    }
  }
  for (const Fact fact : lost_) {
    if (source_[fact] == in_doubt && find_source(fact)) regained_.push_back(fact);
    while (!regained_.empty()) {
      const Fact founded = regained_.back();
      regained_.pop_back();
      for (const RuleNumber rule : rules_->rules_needing(founded)) {
        const Fact head = rules_->head(rule);
        if (source_[head] != in_doubt || !is_founded(rule)) continue;
        source_[head] = rule;
        regained_.push_back(head);
      }
    }
  }
}

std::size_t DerivedFacts::memory_bytes() const {
  return (missing_.capacity() + source_.capacity() + lost_.capacity() + regained_.capacity() +
          ready_.capacity()) *
             sizeof(std::uint32_t) +
         conditions_.capacity() * sizeof(std::uint64_t);
}

}  // namespace palamedes::machine::scalar
