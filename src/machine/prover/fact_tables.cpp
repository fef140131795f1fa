#include "machine/prover/fact_tables.h"

#include <algorithm>
#include <numeric>

namespace palamedes::machine::prover {

using gdl::TermId;

namespace {

std::uint64_t key_of(std::span<const TermId> row, std::uint64_t known) {
  KeyHash key;
  for (std::size_t column = 0; column < row.size() && column < 64; ++column) {
    if ((known >> column & 1U) != 0) key.add(row[column]);
  }
  return key.value();
}

}  // namespace

void FactTable::add(std::span<const TermId> row) {
  values_.insert(values_.end(), row.begin(), row.end());
  ++rows_;
}

std::uint32_t FactTable::index_for(std::uint64_t known) {
  for (std::uint32_t i = 0; i < indexes_.size(); ++i) {
    if (indexes_[i].known == known) return i;
  }
  Index& index = indexes_.emplace_back();
  index.known = known;
  std::vector<std::uint64_t> keys(rows_);
  for (std::uint32_t r = 0; r < rows_; ++r) keys[r] = key_of(row(r), known);
  index.rows.resize(rows_);
  std::iota(index.rows.begin(), index.rows.end(), 0U);
  std::stable_sort(index.rows.begin(), index.rows.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  for (std::uint32_t first = 0; first < rows_;) {
    std::uint32_t end = first;
    while (end < rows_ && keys[index.rows[end]] == keys[index.rows[first]]) ++end;
    index.groups.emplace(keys[index.rows[first]], std::pair{first, end - first});
    first = end;
  }
  return static_cast<std::uint32_t>(indexes_.size() - 1);
}

std::span<const std::uint32_t> FactTable::candidates(std::uint32_t index, std::uint64_t key) const {
  const Index& chosen = indexes_[index];
  const auto group = chosen.groups.find(key);
  if (group == chosen.groups.end()) return {};
  return {chosen.rows.data() + group->second.first, group->second.second};
}

double FactTable::selectivity(std::uint32_t index) const {
  const auto groups = indexes_[index].groups.size();
  return groups == 0 ? 0.0 : static_cast<double>(rows_) / static_cast<double>(groups);
}

std::size_t FactTable::memory_bytes() const {
  std::size_t bytes = values_.capacity() * sizeof(TermId);
  for (const Index& index : indexes_) {
    bytes += index.rows.capacity() * sizeof(std::uint32_t) + index.groups.size() * 24;
  }
  return bytes;
}

std::uint32_t FluentTable::family_of(gdl::Symbol functor, std::uint32_t arity) {
  const std::uint64_t key = (static_cast<std::uint64_t>(functor) << 32U) | arity;
  const auto [entry, added] =
      family_ids_.emplace(key, static_cast<std::uint32_t>(families_.size()));
  if (added) families_.emplace_back();
  return entry->second;
}

void FluentTable::add_to_index(Index& index, TermId term) const {
  index.groups[key_of(pool_.args(term), index.known)].push_back(term);
}

void FluentTable::enter(std::span<const TermId> facts) {
  ++stamp_;
  all_.assign(facts.begin(), facts.end());
  for (Family& family : families_) family.now.clear();
  if (stamps_.size() < pool_.size()) {
    stamps_.resize(pool_.size(), 0);
    family_by_term_.resize(pool_.size(), 0);
  }
  for (const TermId fact : facts) {
    stamps_[index_of(fact)] = stamp_;
    std::uint32_t& family = family_by_term_[index_of(fact)];
    if (family == 0) {
      family =
          family_of(pool_.functor(fact), static_cast<std::uint32_t>(pool_.args(fact).size())) + 1;
      families_[family - 1].ever.push_back(fact);
      for (const std::uint32_t index : families_[family - 1].indexes) {
        add_to_index(indexes_[index], fact);
      }
    }
    families_[family - 1].now.push_back(fact);
  }
}

std::uint32_t FluentTable::index_for(gdl::Symbol functor, std::uint32_t arity,
                                     std::uint64_t known) {
  const std::uint32_t family = family_of(functor, arity);
  for (const std::uint32_t index : families_[family].indexes) {
    if (indexes_[index].known == known) return index;
  }
  const auto number = static_cast<std::uint32_t>(indexes_.size());
  Index& index = indexes_.emplace_back();
  index.family = family;
  index.known = known;
  for (const TermId term : families_[family].ever) add_to_index(index, term);
  families_[family].indexes.push_back(number);
  return number;
}

std::span<const TermId> FluentTable::candidates(std::uint32_t index, std::uint64_t key) const {
  const Index& chosen = indexes_[index];
  const Family& family = families_[chosen.family];
  if (chosen.known == 0) return family.now;
  const auto group = chosen.groups.find(key);
  if (group == chosen.groups.end()) return {};
  // The index knows all fluents ever seen; a short list of present ones may be the better start.
  if (group->second.size() > family.now.size()) return family.now;
  return group->second;
}

std::size_t FluentTable::count(gdl::Symbol functor, std::uint32_t arity) const {
  const auto entry = family_ids_.find((static_cast<std::uint64_t>(functor) << 32U) | arity);
  return entry == family_ids_.end() ? 0 : families_[entry->second].now.size();
}

std::size_t FluentTable::memory_bytes() const {
  std::size_t bytes = (stamps_.capacity() + family_by_term_.capacity()) * sizeof(std::uint32_t);
  for (const Family& family : families_) {
    bytes += (family.now.capacity() + family.ever.capacity()) * sizeof(TermId);
  }
  for (const Index& index : indexes_) {
    for (const auto& [key, terms] : index.groups) {
      bytes += sizeof(key) + sizeof(terms) + terms.capacity() * sizeof(TermId);
    }
  }
  return bytes;
}

}  // namespace palamedes::machine::prover
