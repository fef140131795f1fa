#pragma once
// Where plain facts are looked up: the rules' own facts, which never change, and the state's.
//
//   FactTable    rows of equal width; an index per set of known columns, made once
//                  slots_[hash & mask] -> group; group -> range of row numbers
//   FluentTable  every fluent ever seen, indexed for good; which of them hold now is a stamp per
//                term, so entering a state costs one pass over its facts and clears nothing

#include <cstdint>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/term_pool.h"

namespace palamedes::machine::prover {

class FactTable {
 public:
  explicit FactTable(std::uint32_t width) : width_(width) {}

  void add(std::span<const gdl::TermId> row);
  [[nodiscard]] std::uint32_t row_count() const { return rows_; }
  [[nodiscard]] std::span<const gdl::TermId> row(std::uint32_t number) const {
    return {values_.data() + std::size_t{number} * width_, width_};
  }

  // The index for the columns in `known` (bit per column); made on first demand.
  std::uint32_t index_for(std::uint64_t known);
  // Rows whose known columns hash like `key`: a superset of those that are equal.
  [[nodiscard]] std::span<const std::uint32_t> candidates(std::uint32_t index,
                                                          std::uint64_t key) const;
  // Average number of candidates.
  [[nodiscard]] double selectivity(std::uint32_t index) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Index {
    std::uint64_t known = 0;
    std::vector<std::uint32_t> rows;
    boost::unordered_flat_map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> groups;
  };
  std::uint32_t width_;
  std::uint32_t rows_ = 0;
  std::vector<gdl::TermId> values_;
  std::vector<Index> indexes_;
};

class FluentTable {
 public:
  explicit FluentTable(const gdl::TermPool& pool) : pool_(pool) {}

  // Makes exactly these facts hold.
  void enter(std::span<const gdl::TermId> facts);
  [[nodiscard]] bool holds(gdl::TermId term) const {
    return index_of(term) < stamps_.size() && stamps_[index_of(term)] == stamp_;
  }

  // Access to the fluents of one functor with these arguments known (bit per argument).
  std::uint32_t index_for(gdl::Symbol functor, std::uint32_t arity, std::uint64_t known);
  // Fluents that may match: with `key` over the known arguments. Check holds() for each.
  [[nodiscard]] std::span<const gdl::TermId> candidates(std::uint32_t index,
                                                        std::uint64_t key) const;
  [[nodiscard]] std::span<const gdl::TermId> all() const { return all_; }
  // How many facts of that functor hold now.
  [[nodiscard]] std::size_t count(gdl::Symbol functor, std::uint32_t arity) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Family {  // fluents of one functor
    std::vector<gdl::TermId> now;
    std::vector<gdl::TermId> ever;
    std::vector<std::uint32_t> indexes;
  };
  struct Index {
    std::uint32_t family = 0;
    std::uint64_t known = 0;
    boost::unordered_flat_map<std::uint64_t, std::vector<gdl::TermId>> groups;
  };
  std::uint32_t family_of(gdl::Symbol functor, std::uint32_t arity);
  void add_to_index(Index& index, gdl::TermId term) const;

  const gdl::TermPool& pool_;
  std::vector<gdl::TermId> all_;
  std::vector<std::uint32_t> stamps_;          // by term
  std::vector<std::uint32_t> family_by_term_;  // by term; 0 = not seen yet, else family + 1
  std::vector<Family> families_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> family_ids_;
  std::vector<Index> indexes_;
  std::uint32_t stamp_ = 0;
};

// The key of an index: hash of the known values in the order of the columns.
class KeyHash {
 public:
  void add(gdl::TermId value) { hash_ = combine_value(hash_, value); }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  static std::uint64_t combine_value(std::uint64_t hash, gdl::TermId value) {
    return (hash ^ (static_cast<std::uint64_t>(value) + 1)) * 0x9e3779b97f4a7c15ULL ^ (hash >> 31U);
  }
  std::uint64_t hash_ = 0x51ed270b8d5a7f31ULL;
};

}  // namespace palamedes::machine::prover
