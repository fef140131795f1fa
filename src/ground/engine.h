#pragma once
// Semi-naive evaluation. Tuples are taken from a queue one at a time; a tuple that is taken becomes
// visible and is joined, through every condition it can satisfy, with all tuples visible before it.
// So each instance of a rule is found exactly once, and is written down where that is wanted.
//
// Where only what can be true is wanted (`reach_only`), one reason for a head is enough, and the
// rules can be asked for afterwards, head by head (`bodies_of`).

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/stopwatch.h"
#include "gdl/pattern.h"
#include "gdl/rules.h"
#include "ground/rule_stream.h"
#include "ground/table.h"

namespace palamedes::ground {

// How the tuples of a relation enter ground rules.
enum class TableClass : std::uint8_t {
  fixed,    // complete before it is read, true or false once and for all
  guard,    // grows, but never needs to be said
  dynamic,  // an atom of the ground rules
};

// A ground atom: a tuple of a dynamic relation.
struct AtomPlace {
  std::uint32_t table = 0;
  std::uint32_t row = 0;
};

class Engine {
 public:
  Engine(gdl::TermPool& pool, const GroundLimits& limits)
      : pool_(pool), limits_(limits), max_unwritten_(limits.max_rules) {}

  std::uint32_t add_table(std::uint32_t width, TableClass table_class);
  // Every tuple of `from` is a tuple of `to` as well.
  void feed(std::uint32_t from, std::uint32_t to);
  // Declares that nothing more will be derived for a table.
  void complete(std::uint32_t table) {
    entries_[table].complete = true;
    entries_[table].table.complete();
  }

  // A clause whose atoms are resolved by `table_of`. Call run() afterwards.
  void add_rule(const gdl::Clause& clause,
                const std::function<std::uint32_t(const gdl::Atom&)>& table_of);

  // Makes a tuple true from outside.
  void seed(std::uint32_t table, std::span<const gdl::TermId> tuple) {
    derive(table, row_from_outside(table, tuple));
  }

  void limit_rules(std::size_t count) { limits_.max_rules = count; }
  // Derives without writing ground rules down.
  void reach_only() { reach_only_ = true; }

  // Prepares a rule for bodies_of(). All tables must be complete.
  void add_definition(const gdl::Clause& clause,
                      const std::function<std::uint32_t(const gdl::Atom&)>& table_of);
  // The rules of a table, by numbers that mean something to the functions below.
  [[nodiscard]] std::span<const std::uint32_t> definitions(std::uint32_t table) const {
    return entries_[table].definitions;
  }
  // Appends every body that a rule has for a row of its head: its length, then table * 2 + negated
  // and row of each condition. Conditions that are known to hold are left out.
  void bodies_of(std::uint32_t definition, std::uint32_t row, std::vector<std::uint32_t>& words);

  // Many rules have bodies of one condition each: the rows that one scan finds, if they pass some
  // tests. Heads that scan for the same rows, and test them for the same, have the same bodies.
  [[nodiscard]] bool is_single_scan(std::uint32_t definition) const {
    return plans_[definition].only_scan != no_row;
  }
  // The first of the rows that are scanned for a row of the head, or no_row; appends what of the
  // head the tests ask for.
  std::uint32_t start_scan(std::uint32_t definition, std::uint32_t row,
                           std::vector<std::uint32_t>& tested);
  [[nodiscard]] std::uint32_t next_in_scan(std::uint32_t definition, std::uint32_t row) const {
    const Condition& scan = scan_of(definition);
    return entries_[scan.table].table.next(scan.index, row);
  }
  [[nodiscard]] std::uint32_t scanned_table(std::uint32_t definition) const {
    return scan_of(definition).table;
  }
  // Appends the values that a scanned row has beyond what it was looked up by.
  void append_found_values(std::uint32_t definition, std::uint32_t row,
                           std::vector<std::uint32_t>& words) const;

  // Derives all there is to derive. False if a limit was reached; stop_reason() says which.
  bool run();
  [[nodiscard]] const std::string& stop_reason() const { return stop_reason_; }
  [[nodiscard]] bool stopped_by_rules() const {
    return !stop_reason_.empty() && rules_.count > limits_.max_rules;
  }

  [[nodiscard]] const Table& table(std::uint32_t number) const { return entries_[number].table; }
  [[nodiscard]] const GroundLimits& limits() const { return limits_; }
  [[nodiscard]] std::size_t table_count() const { return entries_.size(); }
  [[nodiscard]] TableClass table_class(std::uint32_t number) const {
    return entries_[number].table_class;
  }
  [[nodiscard]] const std::vector<AtomPlace>& atoms() const { return atoms_; }
  // The atom of a tuple, or no_row if no ground rule mentions it.
  [[nodiscard]] std::uint32_t atom_of(std::uint32_t table, std::uint32_t row) const;
  [[nodiscard]] const RuleStream& rules() const { return rules_; }
  [[nodiscard]] RuleStream take_rules() { return std::move(rules_); }
  // Rows that joins have looked at: what grounding costs, on whatever machine.
  [[nodiscard]] std::size_t rows_tried() const { return rows_tried_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Entry {
    Table table;
    TableClass table_class;
    bool complete = false;
    std::vector<std::uint32_t> feeds;
    std::vector<std::uint32_t> plans;        // that start from a tuple of this table
    std::vector<std::uint32_t> definitions;  // plans that start from a head in this table
    std::vector<std::uint32_t> atoms;        // by row
    // Of a guard with the same arguments as a relation's head: that relation, and which row of it
    // belongs to each row here. Saves looking up the head again and again.
    std::uint32_t twin_table = no_row;
    std::vector<std::uint32_t> twin_rows;
    std::uint32_t fed_by = no_row;  // the guard whose rows became rows here
    bool is_fed_otherwise = false;
  };
  struct Condition {  // a condition in its place in a plan
    enum class Kind : std::uint8_t { scan, distinct, absent };
    Kind kind = Kind::scan;
    std::uint32_t table = 0;
    std::uint32_t index = no_row;  // no_row: all columns or none are known
    std::uint64_t known = 0;
    bool all_known = false;
    bool is_test = false;         // `distinct`, or all is known of a fixed relation
    bool drops_settled = false;   // its index lists only what is not derived yet
    bool before_start = false;    // stands before the plan's start: skip the same row
    std::uint32_t body = no_row;  // place in the ground rule
    std::vector<gdl::Pattern> args;
  };
  struct NegativeAtom {
    std::uint32_t table;
    std::vector<gdl::Pattern> args;
  };
  struct JoinPlan {
    std::uint32_t start_table = no_row;  // no_row: nothing to wait for, runs once
    std::uint32_t start_body = no_row;
    std::vector<gdl::Pattern> start;
    std::vector<Condition> conditions;
    std::uint32_t head_table = 0;
    std::vector<gdl::Pattern> head;
    std::uint32_t twin_guard = no_row;      // table of a condition with the head's arguments
    std::uint32_t twin_condition = no_row;  // its place; no_row: it is the start
    std::vector<NegativeAtom> negatives;
    std::uint32_t slots = 0;
    std::vector<std::uint32_t> body_tables;  // of the conditions in the ground rule
    std::uint32_t decided_at = no_row;       // the condition before which the head is known
    bool writes = false;
    // Of a rule with one scan, of a dynamic relation, and tests besides:
    std::uint32_t only_scan = no_row;
    std::vector<std::uint32_t> tested_slots;  // bound by the head, read by tests after the scan
  };
  using TableOf = std::function<std::uint32_t(const gdl::Atom&)>;
  class PlanMaker;

  [[nodiscard]] double cost(const gdl::Literal& literal, std::uint32_t table,
                            const gdl::BoundVariables& bound);
  bool is_twin(const gdl::Clause& clause, const gdl::Literal& literal, std::uint32_t table,
               std::uint32_t head_table);
  [[nodiscard]] const std::vector<std::uint32_t>& distinct_values(std::uint32_t table);
  [[nodiscard]] const Condition& scan_of(std::uint32_t definition) const {
    return plans_[definition].conditions[plans_[definition].only_scan];
  }
  bool start_plan(const JoinPlan& plan, std::uint32_t row);
  void run_plan(const JoinPlan& plan, std::uint32_t row);
  [[nodiscard]] bool passes(const Condition& condition);
  void join(const JoinPlan& plan, std::size_t number);
  bool try_row(const JoinPlan& plan, std::size_t number, std::uint32_t row);
  void scan(const JoinPlan& plan, std::size_t number, std::span<const gdl::TermId> key);
  void scan_open(const JoinPlan& plan, std::size_t number, std::uint32_t row);
  [[nodiscard]] bool is_settled(const JoinPlan& plan, std::size_t number);
  void emit(const JoinPlan& plan);
  void write_rule(const JoinPlan& plan, std::uint32_t row);
  void append_body(const JoinPlan& plan);
  std::uint32_t head_row(const JoinPlan& plan);
  std::uint32_t row_from_outside(std::uint32_t table, std::span<const gdl::TermId> tuple) {
    entries_[table].is_fed_otherwise = true;
    return entries_[table].table.intern(tuple);
  }
  void derive(std::uint32_t table, std::uint32_t row);
  std::uint32_t make_atom(std::uint32_t table, std::uint32_t row);
  std::span<const gdl::TermId> make_tuple(const std::vector<gdl::Pattern>& patterns);
  bool within_limits();

  gdl::TermPool& pool_;
  GroundLimits limits_;
  std::vector<Entry> entries_;
  std::vector<JoinPlan> plans_;
  std::vector<std::uint32_t> once_;  // plans without a start that have not run yet
  std::vector<AtomPlace> queue_;
  std::size_t queue_head_ = 0;
  std::vector<AtomPlace> atoms_;
  RuleStream rules_;

  std::vector<gdl::TermId> slots_;
  std::vector<std::uint32_t> body_;          // rows by place in the ground rule
  std::vector<std::uint32_t> matched_rows_;  // by condition of the plan that runs
  std::vector<gdl::TermId> tuple_;
  std::uint32_t current_table_ = no_row;
  std::uint32_t current_row_ = no_row;
  std::vector<std::vector<std::uint32_t>> distinct_cache_;  // by table, column
  bool reach_only_ = false;
  // Tuples derived by rules that are not written down: each stands for one ground rule at least.
  std::size_t unwritten_ = 0;
  std::size_t max_unwritten_;
  bool found_ = false;                            // a reason for the head that is looked for
  std::vector<std::uint32_t>* bodies_ = nullptr;  // where bodies_of() wants them
  Stopwatch watch_;
  std::size_t ticks_ = 0;
  std::size_t rows_tried_ = 0;
  std::string stop_reason_;
};

}  // namespace palamedes::ground
