#pragma once
// Ground rules of a large game, from its questions down. All that can be true is known by then, so
// every atom's rules are looked up once, when some rule above it needs the atom:
//
//   - what no question needs is never written;
//   - atoms that are always or never true are taken out of the rules above them;
//   - an atom with one reason is this reason, and one with the same rules as another is the other.
//
// So an argument that makes no difference does not multiply the rules: "the way from a1 to a4 is
// clear, whatever stands on h8" is the same as "whatever stands on h7".
//
// Nor is it looked at again and again: rows with the same meanings are one *view*, and what a rule
// makes of a view is found out once (`scan_reasons`).

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ground/engine.h"
#include "ground/list_table.h"

namespace palamedes::ground {

class Definitions {
 public:
  // The number of a new atom for this tuple, or no_row if it cannot play a part.
  using MakeAtom = std::function<std::uint32_t(std::uint32_t table, std::uint32_t row)>;
  enum class Role : std::uint8_t {
    given,     // comes from outside: facts and moves
    question,  // keeps its name
    inner,
  };

  Definitions(Engine& engine, MakeAtom names, std::vector<Role> roles, const GroundLimits& limits);

  // False if a limit was reached; stop_reason() says which.
  bool run();
  [[nodiscard]] const std::string& stop_reason() const { return stop_reason_; }
  [[nodiscard]] RuleStream take_rules() { return std::move(rules_); }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  // atom * 2 + negated, one of the constants, or from first_product on a list of several of them
  // that all have to hold.
  using Term = std::uint32_t;
  static constexpr Term truth = 0x7ffffffeU;
  static constexpr Term falsity = truth + 1;
  static constexpr Term unknown = 0x7ffffffcU;
  static constexpr Term first_product = 0x80000000U;
  static constexpr bool is_product(Term term) { return term >= first_product; }
  // In place of a body's length: the rest is the number of a list of reasons.
  static constexpr std::uint32_t list_mark = 0x80000000U;

  struct Frame {  // a tuple whose rules are being looked up
    std::uint32_t table;
    std::uint32_t row;
    std::size_t bodies;  // where they begin
    std::size_t next;    // the word to look at next
    std::uint32_t left;  // conditions of the body that are still to be looked at
  };

  void define(std::uint32_t table, std::uint32_t row);
  void enter(std::uint32_t table, std::uint32_t row);
  bool enter_scan(std::uint32_t definition, std::uint32_t row);
  std::uint32_t view_of(std::uint32_t definition, std::uint32_t first);
  std::uint32_t scan_reasons(std::uint32_t definition, std::uint32_t row);
  bool enter_next_condition(Frame& frame);
  void settle(const Frame& frame);
  void collect_terms(const Frame& frame, Term self);
  void expand_lists();
  void sort_list();
  [[nodiscard]] Term product(Term self);
  [[nodiscard]] Term inner_meaning(const Frame& frame);
  [[nodiscard]] Term meaning(const Frame& frame);
  std::uint32_t own_atom(std::uint32_t table, std::uint32_t row);
  void write(std::uint32_t atom, std::span<const Term> list);
  bool within_limits();

  Engine& engine_;
  MakeAtom names_;
  std::vector<Role> roles_;  // by table
  GroundLimits limits_;
  std::vector<std::vector<Term>> terms_;            // by table and row
  std::vector<std::vector<std::uint8_t>> entered_;  // by table and row
  std::vector<Frame> stack_;
  std::vector<std::uint32_t> bodies_;  // of the tuples on the stack
  std::vector<Term> list_;
  std::vector<std::uint32_t> lists_;  // of reasons that belong to list_ as well
  std::vector<Term> product_;
  std::vector<std::uint32_t> key_;
  std::vector<std::uint32_t> words_;
  std::vector<std::vector<std::uint32_t>> views_at_;  // by definition and first row of a scan
  ListTable views_;                                   // found values and meaning, row after row
  ListTable scans_;                                   // definition, view, tested values
  std::vector<std::uint32_t> scan_lists_;             // by scan: number of its list of reasons
  ListTable reasons_;
  ListTable mixtures_;  // list_ and lists_ of a tuple
  std::vector<Term> mixture_terms_;
  ListTable products_;
  ListTable sums_;
  std::vector<std::uint32_t> sum_atoms_;
  RuleStream rules_;
  std::size_t ticks_ = 0;
  std::string stop_reason_;
};

}  // namespace palamedes::ground
