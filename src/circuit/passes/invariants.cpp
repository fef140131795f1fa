// What holds in every state that play can reach: facts that exclude each other, are equal, or never
// change. Candidates are what random games never contradict; a candidate counts only when it is
// proved by induction together with the others: it holds initially, and if all hold in a state in
// which play goes on, they hold after any legal moves.

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "circuit/effort.h"
#include "circuit/formula.h"
#include "circuit/knowledge.h"
#include "circuit/passes/passes.h"
#include "circuit/playouts.h"
#include "circuit/substitute.h"
#include "circuit/turns.h"

namespace palamedes::circuit::passes {
namespace {

using Word = CircuitPlayouts::Word;

constexpr std::size_t sample_steps = 256;
constexpr std::size_t largest_group = 600;
constexpr std::size_t most_free_arguments = 3;
constexpr std::size_t small_cone = 200;
constexpr std::size_t all_gates = static_cast<std::size_t>(-1);

// The values of all bases in random games.
class Samples {
 public:
  Samples(const Circuit& circuit, const CircuitPassOptions& options, Effort& effort)
      : bases_(circuit.bases.size()) {
    CircuitPlayouts playouts(circuit, options.seed);
    for (std::size_t step = 0; step < sample_steps && !effort.is_beyond(options.proof_seconds / 4);
         ++step) {
      playouts.step();
      effort.spend_game_step(circuit.node_count());
      for (std::size_t i = 0; i < bases_; ++i) words_.push_back(playouts.values().base(i));
    }
  }
  [[nodiscard]] std::size_t steps() const { return bases_ == 0 ? 0 : words_.size() / bases_; }
  [[nodiscard]] Word word(std::size_t step, std::size_t base) const {
    return words_[step * bases_ + base];
  }

 private:
  std::size_t bases_;
  std::vector<Word> words_;
};

// Facts of one kind that differ in some arguments only, such as all contents of a square.
class GroupCandidates {
 public:
  GroupCandidates(const Circuit& circuit, const Samples& samples)
      : circuit_(circuit), samples_(samples) {}

  std::vector<OneHotGroup> run() {
    const gdl::TermPool& pool = circuit_.source->pool;
    std::map<std::pair<gdl::Symbol, std::size_t>, std::vector<CircuitNode>> kinds;
    for (CircuitNode i = 0; i < circuit_.bases.size(); ++i) {
      const gdl::TermId fluent = circuit_.bases[i].fluent;
      kinds[{pool.functor(fluent), pool.args(fluent).size()}].push_back(1 + i);
    }
    for (const auto& [kind, nodes] : kinds) {
      const std::size_t arity = std::min<std::size_t>(kind.second, 8);
      std::vector<std::uint32_t> subsets(std::size_t{1} << arity);
      std::iota(subsets.begin(), subsets.end(), 0U);
      // Large groups first: they say more.
      std::stable_sort(subsets.begin(), subsets.end(), [](std::uint32_t a, std::uint32_t b) {
        return std::popcount(a) > std::popcount(b);
      });
      for (const std::uint32_t free : subsets) {
        if (free != 0 && std::popcount(free) <= static_cast<int>(most_free_arguments)) {
          add_groups(nodes, free);
        }
      }
    }
    add_all_of_no_arguments(kinds);
    return std::move(result_);
  }

 private:
  template <typename Kinds>
  void add_all_of_no_arguments(const Kinds& kinds) {
    std::vector<CircuitNode> nodes;
    for (const auto& [kind, members] : kinds) {
      if (kind.second == 0) nodes.insert(nodes.end(), members.begin(), members.end());
    }
    add_group(nodes);
  }

  void add_groups(const std::vector<CircuitNode>& nodes, std::uint32_t free) {
    std::map<std::vector<gdl::TermId>, std::vector<CircuitNode>> groups;
    std::vector<gdl::TermId> key;
    for (const CircuitNode node : nodes) {
      const auto args = circuit_.source->pool.args(circuit_.bases[node - 1].fluent);
      key.clear();
      for (std::size_t i = 0; i < args.size(); ++i) {
        if (i >= 32 || (free >> i & 1U) == 0) key.push_back(args[i]);
      }
      groups[key].push_back(node);
    }
    for (const auto& [fixed, members] : groups) add_group(members);
  }

  void add_group(const std::vector<CircuitNode>& members) {
    if (members.size() < 2 || members.size() > largest_group || is_covered(members)) return;
    bool exactly_one = true;
    for (std::size_t step = 0; step < samples_.steps(); ++step) {
      Word once = 0;
      Word twice = 0;
      for (const CircuitNode member : members) {
        const Word word = samples_.word(step, member - 1);
        twice |= once & word;
        once |= word;
      }
      if (twice != 0) return;
      exactly_one = exactly_one && once == ~Word{0};
    }
    for (const CircuitNode member : members) {
      groups_of_[member].push_back(static_cast<std::uint32_t>(result_.size()));
    }
    result_.push_back({members, exactly_one});
  }

  // A group that is there says the same and more.
  [[nodiscard]] bool is_covered(const std::vector<CircuitNode>& members) const {
    const auto found = groups_of_.find(members.front());
    if (found == groups_of_.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [&](std::uint32_t number) {
      const auto& other = result_[number].nodes;
      return std::all_of(members.begin(), members.end(), [&](CircuitNode member) {
        return std::find(other.begin(), other.end(), member) != other.end();
      });
    });
  }

  const Circuit& circuit_;
  const Samples& samples_;
  std::vector<OneHotGroup> result_;
  std::map<CircuitNode, std::vector<std::uint32_t>> groups_of_;
};

struct Equality {
  CircuitNode base = 0;
  Literal other;  // a base before it, or a constant
};

std::vector<Equality> find_equalities(const Circuit& circuit, const Samples& samples) {
  std::vector<Equality> result;
  std::map<std::vector<Word>, CircuitNode> first;
  if (samples.steps() == 0) return result;
  first.emplace(std::vector<Word>(samples.steps(), 0), 0);
  std::vector<Word> key(samples.steps());
  for (CircuitNode node = 1; node <= circuit.bases.size(); ++node) {
    const bool complemented = circuit.bases[node - 1].initially;
    for (std::size_t step = 0; step < key.size(); ++step) {
      key[step] = samples.word(step, node - 1) ^ (complemented ? ~Word{0} : 0);
    }
    const auto [entry, is_new] = first.emplace(key, node);
    if (is_new) continue;
    const bool other_complemented =
        entry->second != 0 && circuit.bases[entry->second - 1].initially;
    result.push_back({node, Literal(entry->second, complemented != other_complemented)});
  }
  return result;
}

// Which candidates can be decided by looking at few gates.
class Cones {
 public:
  Cones(const Circuit& circuit, std::size_t largest)
      : circuit_(circuit), largest_(largest), seen_(circuit.node_count(), 0) {}

  [[nodiscard]] std::vector<OneHotGroup> choose(const std::vector<OneHotGroup>& groups) {
    std::vector<OneHotGroup> result;
    for (const OneHotGroup& group : groups) {
      if (is_small(group.nodes)) result.push_back(group);
    }
    return result;
  }
  [[nodiscard]] std::vector<Equality> choose(const std::vector<Equality>& equalities) {
    std::vector<Equality> result;
    for (const Equality& equality : equalities) {
      std::vector<CircuitNode> bases{equality.base};
      if (!equality.other.is_constant()) bases.push_back(equality.other.node());
      if (is_small(bases)) result.push_back(equality);
    }
    return result;
  }

 private:
  bool is_small(const std::vector<CircuitNode>& bases) {
    if (largest_ >= circuit_.gates.size()) return true;
    ++stamp_;
    std::size_t count = 0;
    stack_.clear();
    for (const CircuitNode base : bases) stack_.push_back(circuit_.next[base - 1].node());
    while (!stack_.empty()) {
      const CircuitNode node = stack_.back();
      stack_.pop_back();
      if (!circuit_.is_gate(node) || seen_[node] == stamp_) continue;
      seen_[node] = stamp_;
      if (++count > largest_) return false;
      stack_.push_back(circuit_.gate(node).a.node());
      stack_.push_back(circuit_.gate(node).b.node());
    }
    return true;
  }

  const Circuit& circuit_;
  std::size_t largest_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t stamp_ = 0;
  std::vector<CircuitNode> stack_;
};

enum class Moves : std::uint8_t { as_needed, all };  // that come into the solver

// Takes candidates away until those that are left prove each other.
class Induction {
 public:
  Induction(const Circuit& circuit, std::vector<OneHotGroup> groups,
            std::vector<Equality> equalities, Moves moves, Effort& effort)
      : circuit_(circuit),
        groups_(std::move(groups)),
        equalities_(std::move(equalities)),
        effort_(effort),
        formula_(circuit, CircuitFormula::Scope::step, effort) {
    if (moves == Moves::all) formula_.know_all_moves();
  }

  // False if it would take too much: then nothing is proved.
  bool run() {
    for (const OneHotGroup& group : groups_) assume(group);
    for (const Equality& equality : equalities_) assume(equality);
    for (bool changed = true; changed;) {
      changed = false;
      for (Claim& claim : claims_) {
        if (!claim.alive) continue;
        if (effort_.is_over()) return false;
        const Answer answer = can_break(claim);
        if (answer == Answer::impossible) continue;
        if (answer == Answer::possible) drop_all_that_break();
        claim.alive = false;
        changed = true;
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<OneHotGroup> groups() const {
    std::vector<OneHotGroup> result;
    for (const Claim& claim : claims_) {
      if (claim.kind == Kind::at_most_one && claim.alive) result.push_back(groups_[claim.number]);
      if (claim.kind == Kind::at_least_one && !result.empty() && !claim.alive &&
          result.back().nodes == groups_[claim.number].nodes) {
        result.back().exactly_one = false;
      }
    }
    return result;
  }
  [[nodiscard]] std::vector<Equality> equalities() const {
    std::vector<Equality> result;
    for (const Claim& claim : claims_) {
      if (claim.kind == Kind::equal && claim.alive) result.push_back(equalities_[claim.number]);
    }
    return result;
  }

 private:
  enum class Kind : std::uint8_t { at_most_one, at_least_one, equal };
  struct Claim {
    Kind kind;
    std::size_t number = 0;   // in its list
    int switched_on = 0;      // the claim about the state counts while this is true
    std::vector<int> broken;  // literals that all hold only if the claim fails after the step
    std::vector<int> next;    // what it is about, after the step
    bool alive = true;
  };

  // A variable that can only be true if two of the literals are.
  int two_of(const std::vector<int>& literals) {
    std::vector<int> pairs;
    int before = 0;  // can only be true if one of those so far is
    for (const int literal : literals) {
      if (before != 0) {
        const int pair = formula_.fresh_variable();
        formula_.add_clause({-pair, literal});
        formula_.add_clause({-pair, before});
        pairs.push_back(pair);
      }
      const int next = formula_.fresh_variable();
      if (before != 0) {
        formula_.add_clause({-next, literal, before});
      } else {
        formula_.add_clause({-next, literal});
      }
      before = next;
    }
    const int result = formula_.fresh_variable();
    pairs.push_back(-result);
    formula_.add_clause(pairs);
    return result;
  }

  void assume(const OneHotGroup& group) {
    const auto number = static_cast<std::size_t>(&group - groups_.data());
    std::vector<int> now;
    std::vector<int> next;
    for (const CircuitNode base : group.nodes) {
      now.push_back(formula_.variable({base, false}));
      next.push_back(formula_.variable(circuit_.next[base - 1]));
    }
    Claim most{Kind::at_most_one, number, formula_.fresh_variable(), {}, {}, true};
    int before = now.front();
    for (std::size_t i = 1; i < now.size(); ++i) {
      formula_.add_clause({-most.switched_on, -before, -now[i]});
      if (i + 1 == now.size()) break;
      const int either = formula_.fresh_variable();
      formula_.add_clause({-before, either});
      formula_.add_clause({-now[i], either});
      before = either;
    }
    most.broken = {two_of(next)};
    most.next = next;
    claims_.push_back(std::move(most));
    if (!group.exactly_one) return;
    Claim least{Kind::at_least_one, number, formula_.fresh_variable(), {}, {}, true};
    now.push_back(-least.switched_on);
    formula_.add_clause(now);
    for (const int literal : next) least.broken.push_back(-literal);
    least.next = next;
    claims_.push_back(std::move(least));
  }

  void assume(const Equality& equality) {
    const auto number = static_cast<std::size_t>(&equality - equalities_.data());
    const int a = formula_.variable({equality.base, false});
    const int b = formula_.variable(equality.other);
    Claim claim{Kind::equal, number, formula_.fresh_variable(), {}, {}, true};
    formula_.add_clause({-claim.switched_on, -a, b});
    formula_.add_clause({-claim.switched_on, a, -b});
    const int next_a = formula_.variable(circuit_.next[equality.base - 1]);
    int next_b = b;
    if (!equality.other.is_constant()) {
      next_b = formula_.variable(circuit_.next[equality.other.node() - 1]);
      if (equality.other.is_complemented()) next_b = -next_b;
    }
    const int different = formula_.fresh_variable();
    formula_.add_clause({-different, next_a, next_b});
    formula_.add_clause({-different, -next_a, -next_b});
    claim.broken = {different};
    claim.next = {next_a, -next_b};
    claims_.push_back(std::move(claim));
  }

  // The step that breaks one claim may break others as well.
  void drop_all_that_break() {
    for (Claim& claim : claims_) {
      const auto holding = std::count_if(claim.next.begin(), claim.next.end(),
                                         [&](int literal) { return formula_.example_of(literal); });
      switch (claim.kind) {
        case Kind::at_most_one:
          claim.alive = claim.alive && holding <= 1;
          break;
        case Kind::at_least_one:
          claim.alive = claim.alive && holding >= 1;
          break;
        case Kind::equal:  // the second literal is the complement
          claim.alive = claim.alive && holding == 1;
          break;
      }
    }
  }

  Answer can_break(const Claim& claim) {
    assumptions_.clear();
    for (const Claim& other : claims_) {
      assumptions_.push_back(other.alive ? other.switched_on : -other.switched_on);
    }
    assumptions_.insert(assumptions_.end(), claim.broken.begin(), claim.broken.end());
    return formula_.ask(assumptions_);
  }

  const Circuit& circuit_;
  std::vector<OneHotGroup> groups_;
  std::vector<Equality> equalities_;
  Effort& effort_;
  CircuitFormula formula_;
  std::vector<Claim> claims_;
  std::vector<int> assumptions_;
};

Circuit with_turns(Circuit circuit) {
  circuit = give_all_moves_inputs(std::move(circuit));
  std::erase_if(circuit.groups, [&](const OneHotGroup& group) {
    return group.nodes.front() >= circuit.first_input();
  });
  if (auto turns = find_turns(circuit)) circuit.groups.push_back(std::move(*turns));
  return circuit;
}

Circuit with_equalities(Circuit circuit, const std::vector<Equality>& equalities) {
  std::vector<Literal> meaning = identity_of(circuit);
  for (const Equality& equality : equalities) {
    meaning[equality.base] = equality.other;
    const Literal other = equality.other;
    const Literal next = other.is_constant() ? other : circuit.next[other.node() - 1];
    circuit.next[equality.base - 1] =
        !other.is_constant() && other.is_complemented() ? !next : next;
  }
  return substitute(std::move(circuit), meaning);
}

bool is_worth_a_proof(const Circuit& circuit, const CircuitPassOptions& options) {
  return circuit.gates.size() <= options.max_gates && !circuit.bases.empty();
}

}  // namespace

Circuit find_turn_taking(Circuit circuit, const CircuitPassOptions& options) {
  if (!is_worth_a_proof(circuit, options)) return circuit;
  circuit = give_all_moves_inputs(std::move(circuit));
  Effort effort(options.proof_seconds);
  const Samples samples(circuit, options, effort);
  Induction induction(circuit,
                      Cones(circuit, small_cone).choose(GroupCandidates(circuit, samples).run()),
                      {}, Moves::as_needed, effort);
  if (induction.run()) circuit.groups = induction.groups();
  return with_turns(std::move(circuit));
}

Circuit find_invariants(Circuit circuit, const CircuitPassOptions& options) {
  if (!is_worth_a_proof(circuit, options)) return circuit;
  circuit = give_all_moves_inputs(std::move(circuit));
  Effort effort(options.proof_seconds);
  const Samples samples(circuit, options, effort);
  const std::vector<OneHotGroup> groups = GroupCandidates(circuit, samples).run();
  const std::vector<Equality> equalities = find_equalities(circuit, samples);
  std::vector<Equality> proved;
  // What takes few gates first: if the rest takes too much, it is there, and it makes the rest
  // easier.
  for (const std::size_t largest : {small_cone, 10 * small_cone, all_gates}) {
    Cones cones(circuit, largest);
    Induction induction(circuit, cones.choose(groups), cones.choose(equalities),
                        largest == all_gates ? Moves::all : Moves::as_needed, effort);
    if (!induction.run()) break;
    circuit.groups = induction.groups();
    proved = induction.equalities();
  }
  return with_turns(with_equalities(std::move(circuit), proved));
}

}  // namespace palamedes::circuit::passes
