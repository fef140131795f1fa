#include "ground/grounder.h"

#include <algorithm>

#include <fmt/format.h>

#include "ground/alternatives.h"
#include "ground/classes.h"
#include "ground/declarations.h"
#include "ground/decompose.h"
#include "ground/definitions.h"
#include "ground/demand.h"

namespace palamedes::ground {

using gdl::Clause;
using gdl::Literal;
using gdl::Symbol;
using gdl::TermId;

namespace {

// Keeps the clauses that some question about the game needs.
void keep_needed(FlatRules& flat) {
  boost::unordered_flat_map<Symbol, std::vector<std::size_t>> by_head;
  const auto& clauses = flat.rules.clauses;
  for (std::size_t i = 0; i < clauses.size(); ++i) by_head[clauses[i].head.relation].push_back(i);
  std::vector<bool> needed(clauses.size(), false);
  std::vector<Symbol> open;
  for (const auto& [relation, list] : by_head) {
    const RelationKind kind = flat.info(relation).kind;
    if (is_question(kind) || kind == RelationKind::init || kind == RelationKind::role) {
      open.push_back(relation);
    }
  }
  boost::unordered_flat_map<Symbol, bool> seen;
  while (!open.empty()) {
    const Symbol relation = open.back();
    open.pop_back();
    if (!seen.emplace(relation, true).second) continue;
    for (const std::size_t clause : by_head[relation]) {
      needed[clause] = true;
      for (const Literal& literal : clauses[clause].body) {
        if (literal.kind != Literal::Kind::distinct) open.push_back(literal.atom.relation);
      }
    }
  }
  std::vector<Clause> kept;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (needed[i]) kept.push_back(std::move(flat.rules.clauses[i]));
  }
  flat.rules.clauses = std::move(kept);
}

// One try at a game, with or without demand-driven rules.
class Grounder {
 public:
  Grounder(const gdl::Loaded& game, const GroundOptions& options, const GroundLimits& limits)
      : options_(options),
        flat_(flatten(options.trust_declarations ? kept_to_declarations(game.rules) : game.rules)),
        engine_(result_.pool, limits) {}

  // `sizes` from an earlier try make this one demand-driven.
  Result<GroundRules> run(const std::string& file, const RelationSizes* sizes) {
    // What is large enough for demand has too many rules to write each instance down.
    const bool from_questions = sizes != nullptr;
    if (from_questions) engine_.reach_only();
    if (!run_fixed(sizes)) return stopped(file);
    if (sizes == nullptr && options_.demand == GroundOptions::Demand::automatic) {
      const std::size_t enough = std::max(options_.rules_before_demand, fixed_facts_);
      engine_.limit_rules(std::min(options_.limits.max_rules, enough));
    }
    if (!evaluate_dynamic()) return stopped(file);
    step("reach", fmt::format("{} atoms, {} rules", engine_.atoms().size(), engine_.rules().count));
    result_.memory_bytes = engine_.memory_bytes();
    collect_outside();
    if (from_questions) {
      if (!define_questions()) return stopped(file);
    } else {
      number_atoms();
      renumber_rules();
    }
    result_.rows_tried = engine_.rows_tried();
    step("collect", fmt::format("{} atoms, {} rules", result_.atoms.size(), result_.rules.count));
    result_.symbols = std::move(flat_.rules.symbols);
    return std::move(result_);
  }

  // The first half of run(): all that does not depend on the state. False if a limit was reached.
  bool run_fixed(const RelationSizes* sizes) {
    step("flatten", fmt::format("{} clauses", flat_.rules.clauses.size()));
    keep_needed(flat_);
    if (sizes != nullptr) {
      const std::size_t merged = merge_alternatives(flat_);
      step("merge", fmt::format("{} rules into others", merged));
    }
    if (options_.decompose) {
      const DecompositionReport report = decompose(flat_);
      step("decompose",
           fmt::format("{} rules split, {} helpers, {} shared, {} guards", report.rules_split,
                       report.helpers, report.helpers_shared, report.guards));
    }
    if (sizes != nullptr) {
      const DemandReport report = restrict_to_demand(flat_, *sizes);
      const DecompositionReport parts = decompose(flat_, DecompositionScope::guards);
      step("demand", fmt::format("{} relations on demand, {} rules, {} parts", report.relations,
                                 report.rules, parts.guards));
    }
    make_tables();
    if (!evaluate_fixed()) return false;
    step("fixed", fmt::format("{} facts", fixed_facts_));
    return true;
  }

  [[nodiscard]] bool stopped_by_rules() const { return engine_.stopped_by_rules(); }

  [[nodiscard]] Result<GroundRules> stopped(const std::string& file) const {
    return failure(file,
                   fmt::format("grounding stopped at {}",
                               stop_reason_.empty() ? engine_.stop_reason() : stop_reason_),
                   fmt::format("after {} rules and {} atoms; largest relations: {}",
                               engine_.rules().count, engine_.atoms().size(), largest_relations()));
  }

  // Of the relations that are fixed; complete once run() has come past them.
  [[nodiscard]] RelationSizes fixed_sizes() const {
    RelationSizes sizes;
    for (std::uint32_t r = 0; r < program_.relations.size(); ++r) {
      if (classes_[r] != TableClass::fixed) continue;
      const Table& table = engine_.table(r);
      RelationSize size{.rows = static_cast<double>(table.row_count())};
      for (std::uint32_t column = 0; column < table.width(); ++column) {
        size.distinct.push_back(table.distinct_values(column));
      }
      sizes.emplace(program_.relations[r].name, std::move(size));
    }
    return sizes;
  }

 private:
  void step(std::string name, std::string detail) {
    const double now = watch_.seconds();
    result_.steps.push_back({std::move(name), now - last_, std::move(detail)});
    last_ = now;
  }

  [[nodiscard]] std::string largest_relations() const {
    constexpr std::size_t shown = 5;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes;
    for (std::uint32_t t = 0; t < engine_.table_count(); ++t) {
      sizes.emplace_back(engine_.table(t).row_count(), t);
    }
    std::sort(sizes.rbegin(), sizes.rend());
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, sizes.size()); ++i) {
      text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                          flat_.rules.symbols.name(name_of(sizes[i].second)), sizes[i].first);
    }
    return text;
  }

  void make_tables() {
    Classified classified = ground::classify(flat_);
    program_ = std::move(classified.program);
    classes_ = std::move(classified.classes);
    for (std::size_t r = 0; r < program_.relations.size(); ++r) {
      engine_.add_table(program_.relations[r].arity, classes_[r]);
    }
    // What next and legal feed may not be read by any rule; then it has no table yet.
    for (std::size_t r = 0; r < program_.relations.size(); ++r) {
      const RelationInfo info = flat_.info(program_.relations[r].name);
      if (info.feeds && info.kind != RelationKind::init) {
        engine_.feed(static_cast<std::uint32_t>(r),
                     table_for(info.target, program_.relations[r].arity));
      }
    }
  }

  std::uint32_t table_for(Symbol relation, std::uint32_t arity) {
    if (const auto id = program_.find(relation, arity)) {
      return static_cast<std::uint32_t>(index_of(*id));
    }
    const auto [entry, added] = extra_.emplace(relation, 0);
    if (added) {
      entry->second = engine_.add_table(arity, TableClass::dynamic);
      extra_names_.push_back(relation);
    }
    return entry->second;
  }

  [[nodiscard]] Symbol name_of(std::uint32_t table) const {
    return table < program_.relations.size() ? program_.relations[table].name
                                             : extra_names_[table - program_.relations.size()];
  }

  void add_rules(gdl::RelationId relation) {
    for (const std::uint32_t clause : program_[relation].clauses) {
      engine_.add_rule(flat_.rules.clauses[clause], table_of_atom());
    }
  }
  [[nodiscard]] std::function<std::uint32_t(const gdl::Atom&)> table_of_atom() const {
    return [this](const gdl::Atom& atom) {
      return static_cast<std::uint32_t>(index_of(program_.relation_of(atom)));
    };
  }

  bool evaluate_fixed() {
    for (const auto& component : program_.components) {
      bool fixed = true;
      for (const gdl::RelationId id : component) {
        fixed = fixed && classes_[index_of(id)] == TableClass::fixed;
      }
      if (!fixed) continue;
      for (const gdl::RelationId id : component) add_rules(id);
      if (!engine_.run()) return false;
      for (const gdl::RelationId id : component) {
        engine_.complete(static_cast<std::uint32_t>(index_of(id)));
        fixed_facts_ += engine_.table(static_cast<std::uint32_t>(index_of(id))).row_count();
      }
    }
    return true;
  }

  bool evaluate_dynamic() {
    for (const auto& component : program_.components) {
      for (const gdl::RelationId id : component) {
        if (classes_[index_of(id)] != TableClass::fixed) add_rules(id);
      }
    }
    for (std::uint32_t r = 0; r < program_.relations.size(); ++r) {
      const RelationInfo info = flat_.info(program_.relations[r].name);
      if (info.kind != RelationKind::init) continue;
      const std::uint32_t target = table_for(info.target, program_.relations[r].arity);
      for (const std::uint32_t row : engine_.table(r).visible_rows()) {
        const auto tuple = engine_.table(r).row(row);
        engine_.seed(target, tuple);
        result_.init.push_back(term_of(info, tuple));
      }
    }
    return engine_.run();
  }

  // The fluent, move or constant that a flattened tuple stands for, without its role.
  TermId term_of(const RelationInfo& info, std::span<const TermId> tuple) {
    return info.has_functor ? result_.pool.intern(info.functor, tuple) : tuple.back();
  }

  // Roles and first state.
  void collect_outside() {
    for (std::uint32_t r = 0; r < program_.relations.size(); ++r) {
      if (flat_.info(program_.relations[r].name).kind != RelationKind::role) continue;
      for (const std::uint32_t row : engine_.table(r).visible_rows()) {
        result_.roles.push_back(engine_.table(r).row(row).front());
      }
    }
    std::sort(result_.init.begin(), result_.init.end());
  }

  bool define_questions() {
    for (std::uint32_t t = 0; t < engine_.table_count(); ++t) engine_.complete(t);
    std::vector<Definitions::Role> roles;
    for (std::uint32_t t = 0; t < engine_.table_count(); ++t) {
      const RelationKind kind = flat_.info(name_of(t)).kind;
      roles.push_back(kind == RelationKind::truth || kind == RelationKind::does
                          ? Definitions::Role::given
                      : is_question(kind) ? Definitions::Role::question
                                          : Definitions::Role::inner);
      if (engine_.table_class(t) != TableClass::dynamic || t >= program_.relations.size()) continue;
      for (const std::uint32_t clause : program_.relations[t].clauses) {
        engine_.add_definition(flat_.rules.clauses[clause], table_of_atom());
      }
    }
    const auto make_atom = [&](std::uint32_t t, std::uint32_t row) {
      const auto atom = atom_of(flat_.info(name_of(t)), t, engine_.table(t).row(row));
      if (is_of_nobody(atom)) return no_row;
      result_.atoms.push_back(atom);
      return static_cast<std::uint32_t>(result_.atoms.size() - 1);
    };
    Definitions definitions(engine_, make_atom, std::move(roles), engine_.limits());
    if (!definitions.run()) {
      stop_reason_ = definitions.stop_reason();
      return false;
    }
    result_.memory_bytes = std::max(result_.memory_bytes, definitions.memory_bytes());
    result_.rules = definitions.take_rules();
    return true;
  }

  // Atoms that can be true, whether a rule mentions them or not.
  void number_atoms() {
    numbers_.resize(engine_.table_count());
    for (std::uint32_t t = 0; t < engine_.table_count(); ++t) {
      if (engine_.table_class(t) != TableClass::dynamic) continue;
      const Table& table = engine_.table(t);
      const RelationInfo info = flat_.info(name_of(t));
      numbers_[t].assign(table.row_count(), no_row);
      for (std::uint32_t row = 0; row < table.row_count(); ++row) {
        if (!table.derived(row)) continue;
        GroundRules::Atom atom = atom_of(info, t, table.row(row));
        if (is_of_nobody(atom)) continue;
        numbers_[t][row] = static_cast<std::uint32_t>(result_.atoms.size());
        result_.atoms.push_back(atom);
      }
    }
  }

  // A move or goal of somebody who does not play.
  static bool is_of_nobody(const GroundRules::Atom& atom) {
    return atom.kind == RelationKind::other && atom.role == unknown_role;
  }

  GroundRules::Atom atom_of(const RelationInfo& info, std::uint32_t table,
                            std::span<const TermId> tuple) {
    GroundRules::Atom atom{.kind = info.kind};
    switch (info.kind) {
      case RelationKind::truth:
      case RelationKind::next:
        atom.term = term_of(info, tuple);
        return atom;
      case RelationKind::does:
      case RelationKind::legal:
      case RelationKind::goal: {
        const auto role = std::find(result_.roles.begin(), result_.roles.end(), tuple.front());
        if (role == result_.roles.end()) {
          atom.kind = RelationKind::other;
          atom.role = unknown_role;
          return atom;
        }
        atom.role = static_cast<std::uint32_t>(role - result_.roles.begin());
        atom.term = term_of(info, tuple.subspan(1));
        return atom;
      }
      case RelationKind::terminal:
        return atom;
      default:
        atom.relation = name_of(table);
        atom.first_argument = static_cast<std::uint32_t>(result_.arguments.size());
        atom.argument_count = static_cast<std::uint32_t>(tuple.size());
        result_.arguments.insert(result_.arguments.end(), tuple.begin(), tuple.end());
        return atom;
    }
  }

  void renumber_rules() {
    const RuleStream raw = engine_.take_rules();
    auto& words = result_.rules.words;
    words.reserve(raw.words.size());
    for (std::size_t i = 0; i < raw.words.size();) {
      const std::uint32_t count = raw.words[i + 1];
      append_rule(raw.words[i], std::span(raw.words).subspan(i + 2, count));
      i += 2 + count;
    }
  }

  void append_rule(std::uint32_t head, std::span<const std::uint32_t> conditions) {
    auto& words = result_.rules.words;
    const std::size_t start = words.size();
    const auto number = [&](std::uint32_t atom) {
      const AtomPlace place = engine_.atoms()[atom];
      return numbers_[place.table][place.row];
    };
    words.push_back(number(head));
    words.push_back(0);
    bool possible = number(head) != no_row;
    for (const std::uint32_t condition : conditions) {
      const std::uint32_t atom = number(condition / 2);
      const bool negated = (condition & 1U) != 0;
      if (atom == no_row) {
        possible = possible && negated;  // never true: its negation always is
        continue;
      }
      possible = possible && (negated || atom != number(head));
      words.push_back(atom * 2 + (negated ? 1 : 0));
    }
    if (!possible) {
      words.resize(start);
      return;
    }
    words[start + 1] = static_cast<std::uint32_t>(words.size() - start - 2);
    ++result_.rules.count;
  }

  static constexpr std::uint32_t unknown_role = 0xffffffffU;

  GroundOptions options_;
  GroundRules result_;
  FlatRules flat_;
  Engine engine_;
  gdl::Program program_;
  std::vector<TableClass> classes_;
  boost::unordered_flat_map<Symbol, std::uint32_t> extra_;
  std::vector<Symbol> extra_names_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by table and row
  std::size_t fixed_facts_ = 0;
  std::string stop_reason_;  // of what comes after the engine
  Stopwatch watch_;
  double last_ = 0;
};

}  // namespace

std::string GroundRules::text(std::uint32_t number) const {
  const Atom& atom = atoms[number];
  const auto role = [&] { return pool.text(roles[atom.role], symbols); };
  switch (atom.kind) {
    case RelationKind::truth:
      return "(true " + pool.text(atom.term, symbols) + ")";
    case RelationKind::next:
      return "(next " + pool.text(atom.term, symbols) + ")";
    case RelationKind::does:
      return "(does " + role() + " " + pool.text(atom.term, symbols) + ")";
    case RelationKind::legal:
      return "(legal " + role() + " " + pool.text(atom.term, symbols) + ")";
    case RelationKind::goal:
      return "(goal " + role() + " " + pool.text(atom.term, symbols) + ")";
    case RelationKind::terminal:
      return "terminal";
    default:
      break;
  }
  std::string result(symbols.name(atom.relation));
  std::replace(result.begin(), result.end(), ' ', '_');
  if (atom.argument_count == 0) return result;
  result = "(" + result;
  for (std::uint32_t i = 0; i < atom.argument_count; ++i) {
    result += " " + pool.text(arguments[atom.first_argument + i], symbols);
  }
  return result + ")";
}

Result<GroundRules> ground(const gdl::Loaded& game, const GroundOptions& options) {
  using Demand = GroundOptions::Demand;
  const Stopwatch watch;
  RelationSizes sizes;
  {
    Grounder grounder(game, options, options.limits);
    if (options.demand == Demand::always) {
      if (!grounder.run_fixed(nullptr)) return grounder.stopped(game.rules.file);
    } else {
      auto result = grounder.run(game.rules.file, nullptr);
      if (options.demand == Demand::never || !grounder.stopped_by_rules()) return result;
    }
    sizes = grounder.fixed_sizes();
  }
  GroundLimits limits = options.limits;
  limits.seconds = std::max(0.0, limits.seconds - watch.seconds());
  return Grounder(game, options, limits).run(game.rules.file, &sizes);
}

}  // namespace palamedes::ground
