#include "laws/random_rules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/rng.h"

namespace palamedes::laws {
namespace {

using Texts = std::vector<std::string>;

// How an atom is written in conditions. Fluents and moves are kept apart from other terms: were
// they taken for arguments of fluents or moves, terms would grow from step to step.
struct Signature {
  enum class Kind : std::uint8_t { relation, fluent, move };
  std::string name;  // of a move: the relation it stands in
  std::size_t arity = 0;
  Kind kind = Kind::relation;
  std::string wrapper = "true";  // of a fluent: the relation it stands in
};

class Author {
 public:
  explicit Author(std::uint64_t seed) : rng_(seed, 7) {}

  std::string write() {
    declare_world();
    write_static_relations();
    write_state_relations();
    write_legal();
    write_goals_and_end();
    write_move_relations();
    write_next();
    return sheet_;
  }

 private:
  bool chance(std::uint32_t percent) { return rng_.below(100) < percent; }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + rng_.below(high - low + 1);
  }
  template <typename Range>
  const auto& pick(const Range& range) {
    return range[rng_.below(static_cast<std::uint32_t>(std::size(range)))];
  }
  void say(const std::string& sentence) { sheet_ += sentence + "\n"; }

  // --- terms

  std::string constant() { return pick(constants_); }

  std::string ground_term() {
    if (!chance(15)) return constant();
    switch (rng_.below(odd_arities_ ? 5 : 4)) {
      case 0:
        return fmt::format("(f {})", constant());
      case 1:
        return fmt::format("(g {} {})", constant(), constant());
      case 2:
        return fmt::format("(f (g {} {}))", constant(), constant());
      case 4:
        return fmt::format("(f {} {})", constant(), constant());
      default:
        return fmt::format("(f (f {}))", constant());
    }
  }

  // A term of a condition; its variables become bound by it.
  std::string pattern(std::set<std::string>& bound) {
    const auto variable = [&] { return bind(pick(variables_), bound); };
    const std::uint32_t kind = rng_.below(100);
    if (kind < 75) return variable();
    if (kind < 88) return ground_term();
    if (kind < 92) return fmt::format("(f {})", variable());
    if (kind < 95) return fmt::format("(g {} {})", variable(), constant());
    if (kind < 98) return fmt::format("(g {} {})", variable(), variable());
    return fmt::format("(f (g {} {}))", variable(), variable());
  }

  // A term made of what is bound; for conditions that only test.
  std::string test_term(const std::set<std::string>& bound) {
    if (bound.empty() || chance(25)) return ground_term();
    const Texts known(bound.begin(), bound.end());
    if (chance(85)) return pick(known);
    return fmt::format("(f {})", pick(known));
  }

  static std::string compound(std::string_view name, const Texts& args) {
    return args.empty() ? std::string(name) : fmt::format("({} {})", name, fmt::join(args, " "));
  }

  // --- conditions

  std::string atom(const Signature& signature, const Texts& args) {
    const std::string inner = compound(signature.name, args);
    if (signature.kind == Signature::Kind::relation) {
      return args.empty() && chance(30) ? fmt::format("({})", inner) : inner;
    }
    if (signature.kind == Signature::Kind::fluent) {
      return fmt::format("({} {})", signature.wrapper, inner);
    }
    return inner;
  }

  // A function around a variable of a recursive condition would let questions grow without end.
  std::string recursive_condition(const Signature& signature, std::set<std::string>& bound) {
    Texts args;
    for (std::size_t i = 0; i < signature.arity; ++i) {
      args.push_back(chance(85) ? bind(pick(variables_), bound) : ground_term());
    }
    return atom(signature, args);
  }

  std::string positive(const Signature& signature, std::set<std::string>& bound) {
    if (signature.kind == Signature::Kind::fluent && chance(6)) {
      bound.insert("?f");
      return fmt::format("({} ?f)", signature.wrapper);
    }
    Texts args;
    if (signature.kind == Signature::Kind::move) {
      args = {chance(60) ? bind("?r", bound) : pick(roles_),
              chance(25) ? bind("?m", bound) : compound_move(bound)};
      return atom(signature, args);
    }
    for (std::size_t i = 0; i < signature.arity; ++i) args.push_back(pattern(bound));
    return atom(signature, args);
  }

  static std::string bind(const std::string& variable, std::set<std::string>& bound) {
    bound.insert(variable);
    return variable;
  }

  std::string compound_move(std::set<std::string>& bound) {
    const Signature& move = pick(moves_);
    Texts args;
    for (std::size_t i = 0; i < move.arity; ++i) args.push_back(pattern(bound));
    return compound(move.name, args);
  }

  std::string test(std::span<const Signature> known, const std::set<std::string>& bound) {
    const Signature& signature = pick(known);
    Texts args;
    if (signature.kind == Signature::Kind::move) {
      if (bound.contains("?m") && chance(50)) {
        return atom(signature, {bound.contains("?r") ? "?r" : pick(roles_), "?m"});
      }
      const Signature& move = pick(moves_);
      for (std::size_t i = 0; i < move.arity; ++i) args.push_back(test_term(bound));
      return atom(signature,
                  {bound.contains("?r") ? "?r" : pick(roles_), compound(move.name, args)});
    }
    if (signature.kind == Signature::Kind::fluent && bound.contains("?f") && chance(40)) {
      return fmt::format("({} ?f)", signature.wrapper);
    }
    for (std::size_t i = 0; i < signature.arity; ++i) args.push_back(test_term(bound));
    return atom(signature, args);
  }

  std::string formula(std::span<const Signature> known, const std::set<std::string>& bound,
                      int depth) {
    const std::uint32_t kind = rng_.below(depth == 0 ? 70 : 100);
    if (kind < 35) return fmt::format("(not {})", test(known, bound));
    if (kind < 50) return test(known, bound);
    if (kind < 70) {
      const std::string first = test_term(bound);
      std::string second = test_term(bound);
      if (second == first && chance(90)) second = constant();
      return fmt::format("(distinct {} {})", first, second);
    }
    const std::string first = formula(known, bound, depth - 1);
    const std::string second = formula(known, bound, depth - 1);
    if (kind < 86) return fmt::format("(or {} {})", first, second);
    if (kind < 92) return fmt::format("(not (or {} {}))", first, second);
    if (kind < 96) return fmt::format("(not (and {} {}))", first, second);
    return fmt::format("(or (and {} {}) {})", first, second, test(known, bound));
  }

  struct Body {
    Texts conditions;
    std::set<std::string> bound;
  };

  // `recursive` may stand in positive conditions only.
  Body body(std::span<const Signature> known, const std::vector<Signature>& recursive = {}) {
    Body result;
    const std::uint32_t count = 1 + rng_.below(2) + rng_.below(2);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!recursive.empty() && chance(45)) {
        result.conditions.push_back(recursive_condition(pick(recursive), result.bound));
        continue;
      }
      const Signature& signature = pick(known);
      if (chance(6)) {  // two ways to bind the same variables
        std::set<std::string> first = result.bound;
        std::set<std::string> second = result.bound;
        const std::string a = positive(signature, first);
        const std::string b = positive(pick(known), second);
        result.conditions.push_back(fmt::format("(or {} {})", a, b));
        std::set_intersection(first.begin(), first.end(), second.begin(), second.end(),
                              std::inserter(result.bound, result.bound.end()));
        continue;
      }
      result.conditions.push_back(positive(signature, result.bound));
    }
    const std::uint32_t tests = chance(40) ? 0 : between(1, 2);
    for (std::uint32_t i = 0; i < tests; ++i) {
      const std::string condition = formula(known, result.bound, 2);
      // Where a test stands must not matter.
      const auto place = rng_.below(static_cast<std::uint32_t>(result.conditions.size()) + 1);
      result.conditions.insert(result.conditions.begin() + place, condition);
    }
    return result;
  }

  // The arguments of a head. What goes into a function is a plain constant, so that terms do not
  // grow from step to step.
  Texts head_args(std::size_t arity, Body& body) {
    Texts plain;
    for (const std::string& variable : body.bound) {
      if (variable != "?f" && variable != "?m") plain.push_back(variable);
    }
    Texts args;
    for (std::size_t i = 0; i < arity; ++i) {
      if (plain.empty() || chance(20)) {
        args.push_back(ground_term());
      } else if (chance(12)) {
        const std::string variable = pick(plain);
        body.conditions.push_back(fmt::format("(dom {})", variable));
        args.push_back(chance(70) ? fmt::format("(f {})", variable)
                                  : fmt::format("(g {} {})", constant(), variable));
      } else {
        args.push_back(pick(plain));
      }
    }
    return args;
  }

  void rule(const std::string& head, const Body& body) {
    say(fmt::format("(<= {} {})", head, fmt::join(body.conditions, " ")));
  }

  void derive(const Signature& head, std::span<const Signature> known,
              const std::vector<Signature>& recursive = {}) {
    Body conditions = body(known, recursive);
    const Texts args = head_args(head.arity, conditions);
    rule(compound(head.name, args), conditions);
  }

  // --- the sheet

  void declare_world() {
    odd_arities_ = chance(15);
    constants_ = {"a", "b", "c"};
    if (chance(50)) constants_.emplace_back("1");
    if (chance(20)) constants_.emplace_back("f");   // a name may be shared with a function,
    if (chance(15)) constants_.emplace_back("s1");  // and with a relation
    const Texts names = {"red", "blue", "(f green)"};
    const std::uint32_t count = between(1, 3);
    for (std::uint32_t i = 0; i < count; ++i) {
      roles_.push_back(chance(90) ? names[i] : names[i] == "blue" ? "a" : names[i]);
      say(fmt::format("(role {})", roles_.back()));
    }
    for (const std::string& name : constants_) say(fmt::format("(dom {})", name));
    if (chance(10)) {
      say("(<= (role ?x) (late ?x) (dom ?x))");
      say("(late c)");
      say("(late b)");
      roles_.emplace_back("b");
    }
    known_.push_back({"dom", 1});
    known_.push_back({"role", 1});
    for (std::size_t i = 0; i < 4; ++i) {
      fluents_.push_back(
          {fmt::format("p{}", i), i == 0 ? 0 : between(0, 2), Signature::Kind::fluent});
    }
    moves_ = {{"noop", 0}, {"go", 1}, {"swap", 2}};
  }

  void write_static_relations() {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Signature relation{fmt::format("s{}", i), i == 2 ? between(0, 3) : i + 1};
      const std::uint32_t facts = between(2, 7);
      for (std::uint32_t k = 0; k < facts; ++k) {
        Texts args;
        for (std::size_t a = 0; a < relation.arity; ++a) args.push_back(ground_term());
        const std::string fact = compound(relation.name, args);
        say(chance(10) || args.empty() ? fmt::format("(<= {})", fact) : fact);
      }
      known_.push_back(relation);
    }
    for (std::uint32_t i = 0; i < 2; ++i) write_group(fmt::format("d{}", i), known_);
    if (chance(40)) {
      say("(<= (reach ?x ?y) (s1 ?x ?y))");
      say(chance(50) ? "(<= (reach ?x ?z) (reach ?x ?y) (s1 ?y ?z))"
                     : "(<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z))");
      known_.push_back({"reach", 2});
    }
  }

  // One relation, or two that need each other, and perhaps one that needs its own negation.
  void write_group(const std::string& name, std::vector<Signature>& known) {
    std::vector<Signature> group{{name, between(0, 2)}};
    if (chance(25)) group.push_back({name + "_too", between(1, 2)});
    const bool recursive = group.size() > 1 || chance(45);
    const std::vector<Signature> below = known;
    for (const Signature& relation : group) {
      const std::uint32_t rules = between(1, 3);
      derive(relation, below);
      for (std::uint32_t k = 1; k < rules; ++k) {
        derive(relation, below, recursive ? group : std::vector<Signature>{});
      }
    }
    known.insert(known.end(), group.begin(), group.end());
    if (chance(25)) {
      const Signature tagged{name + "_tag", 2};
      Body first = body(below);
      first.conditions.emplace_back("(dom ?x)");
      rule(fmt::format("({} ?x a)", tagged.name), first);
      Body second = body(below);
      second.conditions.emplace_back("(dom ?x)");
      second.conditions.push_back(fmt::format("(not ({} ?x a))", tagged.name));
      rule(fmt::format("({} ?x b)", tagged.name), second);
      known.push_back(tagged);
    }
  }

  void write_state_relations() {
    known_.insert(known_.end(), fluents_.begin(), fluents_.end());
    // Fluents are what the rest is about.
    known_.insert(known_.end(), fluents_.begin(), fluents_.end());
    for (std::uint32_t i = 0; i < 3; ++i) write_group(fmt::format("e{}", i), known_);
    if (chance(40)) {
      say(link_rule());
      say("(<= (joined ?x ?y) (link ?x ?y))");
      say(chance(50) ? "(<= (joined ?x ?z) (joined ?x ?y) (link ?y ?z))"
                     : "(<= (joined ?x ?z) (joined ?x ?y) (joined ?y ?z))");
      known_.push_back({"joined", 2});
    }
    if (chance(30)) {
      Body conditions = body(known_);
      conditions.conditions.emplace_back("(true ?f)");
      rule("(holds ?f)", conditions);
      for (Signature fluent : fluents_) {
        fluent.wrapper = "holds";
        known_.push_back(fluent);
      }
    }
    const std::uint32_t inits = between(3, 8);
    for (std::uint32_t i = 0; i < inits; ++i) {
      const Signature& fluent = pick(fluents_);
      Texts args;
      for (std::size_t a = 0; a < fluent.arity; ++a) args.push_back(ground_term());
      say(fmt::format("(init {})", compound(fluent.name, args)));
    }
    if (chance(30) && fluents_[3].arity == 1) say("(<= (init (p3 ?x)) (s0 ?x))");
  }

  std::string link_rule() {
    const Signature& fluent = pick(fluents_);
    Texts args(fluent.arity, "?x");
    if (fluent.arity == 2) args[1] = "?y";
    return fmt::format("(<= (link ?x ?y) (s1 ?x ?y) (true {}))", compound(fluent.name, args));
  }

  void write_legal() {
    if (chance(90)) say("(<= (legal ?r noop) (role ?r))");
    if (chance(70)) {  // a real choice
      say(fmt::format("(<= (legal ?r (go ?x)) (role ?r) (dom ?x) {})", test(known_, {"?x", "?r"})));
      say(fmt::format("(<= (legal ?r (swap ?x ?y)) (role ?r) (dom ?x) (s0 ?y) (not {}))",
                      test(known_, {"?x", "?y"})));
    }
    const std::uint32_t rules = between(2, 4);
    for (std::uint32_t i = 0; i < rules; ++i) {
      Body conditions = body(known_);
      const Signature& move = pick(moves_);
      const std::string text = compound(move.name, head_args(move.arity, conditions));
      std::string role = pick(roles_);
      if (chance(50)) {
        role = "?r";
        conditions.conditions.emplace_back("(role ?r)");
      }
      rule(fmt::format("(legal {} {})", role, text), conditions);
    }
    known_.push_back({"legal", 2, Signature::Kind::move});
  }

  void write_goals_and_end() {
    for (const std::string_view value : {"0", "50", "100"}) {
      Body conditions = body(known_);
      conditions.conditions.emplace_back("(role ?r)");
      rule(fmt::format("(goal ?r {})", value), conditions);
    }
    if (chance(15))
      say(fmt::format("(goal {} {})", pick(roles_),
                      pick(std::array{"101", "much", "-1", "050", "(f 1)"})));
    if (chance(40)) say("(<= (goal ?r 10) (role ?r) (not (goal ?r 0)) (not (goal ?r 50)))");
    known_.push_back({"goal", 2});
    Body conditions = body(known_);
    conditions.conditions.push_back(fmt::format("(true {})", pick(std::array{"p0", "over"})));
    rule("terminal", conditions);
    if (chance(10)) {  // nothing is done when the end is judged
      say("(<= terminal (does ?r noop))");
      say("(<= terminal (true p0) (true over) (not (does red noop)))");
      return;  // then nothing that decides about moves may ask for the end
    }
    if (chance(50)) known_.push_back({"terminal", 0});
  }

  void write_move_relations() {
    for (int i = 0; i < 3; ++i) known_.push_back({"does", 2, Signature::Kind::move});
    const std::uint32_t groups = between(0, 2);
    for (std::uint32_t i = 0; i < groups; ++i) write_group(fmt::format("m{}", i), known_);
  }

  void write_next() {
    for (const Signature& fluent : fluents_) {
      const std::uint32_t rules = between(1, 3);
      for (std::uint32_t i = 0; i < rules; ++i) {
        Body conditions = body(known_);
        rule(fmt::format("(next {})", compound(fluent.name, head_args(fluent.arity, conditions))),
             conditions);
      }
      if (chance(60)) {  // moves matter
        const Texts args = fluent.arity == 2 ? Texts{"?x", "?y"} : Texts(fluent.arity, "?x");
        say(fmt::format("(<= (next {}) (does ?r (swap ?x ?y)) (not {}))",
                        compound(fluent.name, args), test(known_, {"?x", "?y", "?r"})));
      }
      if (chance(40)) {  // what nobody touches stays
        Texts args;
        for (std::size_t a = 0; a < fluent.arity; ++a) args.push_back(fmt::format("?v{}", a));
        Body conditions = body(known_);
        conditions.conditions.insert(conditions.conditions.begin(), atom(fluent, args));
        rule(fmt::format("(next {})", compound(fluent.name, args)), conditions);
      }
    }
    if (chance(40)) say("(<= (next ?f) (true ?f) (does ?r noop) (distinct ?f p0))");
    if (chance(15)) say(fmt::format("(next {})", compound("p1", Texts(fluents_[1].arity, "a"))));
    if (chance(15)) say("(<= (next (did ?r ?m)) (does ?r ?m))");
    if (chance(20)) {
      for (const Signature& fluent : fluents_) {
        Texts args;
        for (std::size_t a = 0; a < fluent.arity; ++a) args.push_back(ground_term());
        say(fmt::format("(listed {})", compound(fluent.name, args)));
      }
      say("(<= (next ?f) (listed ?f) (not (true ?f)) (not (does red noop)))");
    }
    if (chance(25)) say("(<= (next over) (does ?r noop) (true p0) (not (true over)))");
  }

  const Texts variables_ = {"?x", "?y", "?z", "?w"};
  Rng rng_;
  bool odd_arities_ = false;  // a function with different numbers of arguments
  std::string sheet_;
  Texts constants_;
  Texts roles_;
  std::vector<Signature> fluents_;
  std::vector<Signature> moves_;
  std::vector<Signature> known_;  // what conditions may use so far
};

}  // namespace

std::string random_rules(std::uint64_t seed) { return Author(seed).write(); }

}  // namespace palamedes::laws
