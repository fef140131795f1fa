#include "gdl/program.h"

#include <algorithm>

namespace palamedes::gdl {
namespace {

std::uint64_t key_of(Symbol name, std::size_t arity) {
  return (static_cast<std::uint64_t>(name) << 32U) | static_cast<std::uint32_t>(arity);
}

bool is_given(Symbol name) { return name == keyword::truth || name == keyword::does; }

// A clause is live if every positive condition is `true`, `does` or the head of a live clause.
std::vector<bool> find_live(const Rules& rules, const Program& program) {
  std::vector<bool> derivable(program.relations.size(), false);
  for (std::size_t r = 0; r < derivable.size(); ++r) {
    derivable[r] = is_given(program.relations[r].name);
  }
  std::vector<bool> live(rules.clauses.size(), false);
  // Counts down the open conditions of each clause, in linear time.
  std::vector<std::uint32_t> open(rules.clauses.size(), 0);
  std::vector<std::vector<std::uint32_t>> waiting(program.relations.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t c = 0; c < rules.clauses.size(); ++c) {
    for (const Literal& literal : rules.clauses[c].body) {
      if (literal.kind != Literal::Kind::positive) continue;
      const auto relation = index_of(program.relation_of(literal.atom));
      if (derivable[relation]) continue;
      waiting[relation].push_back(c);
      ++open[c];
    }
    if (open[c] == 0) ready.push_back(c);
  }
  while (!ready.empty()) {
    const std::uint32_t clause = ready.back();
    ready.pop_back();
    live[clause] = true;
    const auto head = index_of(program.relation_of(rules.clauses[clause].head));
    if (derivable[head]) continue;
    derivable[head] = true;
    for (const std::uint32_t other : waiting[head]) {
      if (--open[other] == 0) ready.push_back(other);
    }
  }
  return live;
}

// Tarjan's algorithm with an explicit stack: rule sheets may chain thousands of relations.
class ComponentFinder {
 public:
  explicit ComponentFinder(const std::vector<std::vector<std::uint32_t>>& edges)
      : edges_(edges), order_(edges.size(), 0), low_(edges.size(), 0), open_(edges.size(), false) {}

  std::vector<std::vector<std::uint32_t>> run() {
    for (std::uint32_t node = 0; node < edges_.size(); ++node) {
      if (order_[node] == 0) visit(node);
    }
    return std::move(components_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t edge;
  };

  void enter(std::uint32_t node) {
    order_[node] = low_[node] = ++counter_;
    open_[node] = true;
    path_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      const std::uint32_t node = frames_.back().node;
      if (frames_.back().edge < edges_[node].size()) {
        const std::uint32_t target = edges_[node][frames_.back().edge++];
        if (order_[target] == 0) {
          enter(target);
        } else if (open_[target]) {
          low_[node] = std::min(low_[node], order_[target]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        auto& parent_low = low_[frames_.back().node];
        parent_low = std::min(parent_low, low_[node]);
      }
      if (low_[node] == order_[node]) close(node);
    }
  }

  void close(std::uint32_t node) {
    auto& component = components_.emplace_back();
    std::uint32_t member = 0;
    do {
      member = path_.back();
      path_.pop_back();
      open_[member] = false;
      component.push_back(member);
    } while (member != node);
  }

  const std::vector<std::vector<std::uint32_t>>& edges_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> open_;
  std::vector<std::uint32_t> path_;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::uint32_t>> components_;
  std::uint32_t counter_ = 0;
};

}  // namespace

std::optional<RelationId> Program::find(Symbol name, std::size_t arity) const {
  const auto known = ids_.find(key_of(name, arity));
  if (known == ids_.end()) return std::nullopt;
  return known->second;
}

RelationId Program::relation_of(const Atom& atom) const {
  return ids_.at(key_of(atom.relation, atom.args.size()));
}

RelationId Program::intern(const Atom& atom) {
  const RelationId fresh{static_cast<std::uint32_t>(relations.size())};
  const auto [entry, added] = ids_.emplace(key_of(atom.relation, atom.args.size()), fresh);
  if (added) {
    relations.push_back(
        {.name = atom.relation, .arity = static_cast<std::uint32_t>(atom.args.size())});
  }
  return entry->second;
}

Program analyse(const Rules& rules) {
  Program program;
  for (const Clause& clause : rules.clauses) {
    program.intern(clause.head);
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::distinct) program.intern(literal.atom);
    }
  }
  program.live = find_live(rules, program);

  std::vector<std::vector<std::uint32_t>> needs(program.relations.size());
  for (std::uint32_t c = 0; c < rules.clauses.size(); ++c) {
    if (!program.live[c]) continue;
    const auto head = index_of(program.relation_of(rules.clauses[c].head));
    program.relations[head].clauses.push_back(c);
    for (const Literal& literal : rules.clauses[c].body) {
      if (literal.kind == Literal::Kind::distinct) continue;
      needs[head].push_back(
          static_cast<std::uint32_t>(index_of(program.relation_of(literal.atom))));
    }
  }
  for (auto& list : needs) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  for (const auto& members : ComponentFinder(needs).run()) {
    const auto number = static_cast<std::uint32_t>(program.components.size());
    auto& component = program.components.emplace_back();
    Scope scope = Scope::fixed;
    for (const std::uint32_t member : members) {
      Relation& relation = program.relations[member];
      component.push_back(RelationId{member});
      relation.component = number;
      relation.recursive = members.size() > 1 || std::binary_search(needs[member].begin(),
                                                                    needs[member].end(), member);
      if (relation.name == keyword::truth) scope = std::max(scope, Scope::state);
      if (relation.name == keyword::does) scope = std::max(scope, Scope::moves);
      // Needed components come first, so their scopes are known.
      for (const std::uint32_t needed : needs[member]) {
        scope = std::max(scope, program.relations[needed].scope);
      }
    }
    for (const std::uint32_t member : members) program.relations[member].scope = scope;
  }
  return program;
}

}  // namespace palamedes::gdl
