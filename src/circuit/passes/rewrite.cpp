// Two levels of wide gates at a time. In a gate all leaves are true at once, so each leaf is looked
// at in the light of the others, of what a move's legality says, and of groups of which only one is
// true; then common factors of alternatives are taken out.

#include <algorithm>

#include "base/most_frequent.h"
#include "circuit/knowledge.h"
#include "circuit/passes/passes.h"
#include "circuit/wide/wide_draft.h"

namespace palamedes::circuit::passes {
namespace {

constexpr int most_rounds = 6;
constexpr int most_looks = 4;                    // at one gate, as long as it changes
constexpr std::size_t widest_second_level = 64;  // wider ones are not looked into

constexpr std::int64_t most_spread = 50'000'000;  // leaves of shared gates looked at

constexpr std::size_t largest_tried_twice = 20'000;

// Gates about one group that several others read.
enum class Shared : std::uint8_t { kept, taken_apart };

class Rewriter {
 public:
  Rewriter(wide::WideDraft& wide, Shared shared)
      : wide_(wide),
        knowledge_(wide.circuit()),
        marked_(2 * std::size_t{wide.node_count()}, 0),
        true_member_(knowledge_.groups().size()),
        budget_(shared == Shared::kept ? -1 : most_spread) {}

  void run() {
    for (const CircuitNode input : knowledge_.never()) wide_.set_meaning(input, false_literal);
    order_ = wide_.order();
    readers_ = wide_.count_readers(order_);
    for (const CircuitNode node : order_) {
      for (int look = 0; look < most_looks && simplify(node); ++look) {
      }
    }
    order_ = wide_.order();
    readers_ = wide_.count_readers(order_);
    // NOLINTNEXTLINE(modernize-loop-convert): the list grows on the way
    for (std::size_t i = 0; i < order_.size(); ++i) factor(order_[i]);
  }

 private:
  using Leaves = wide::WideDraft::Leaves;

  [[nodiscard]] bool is_single(Literal gate) const {
    return wide_.is_gate(gate.node()) && readers_[gate.node()] == 1;
  }

  CircuitNode add(Leaves leaves) {
    const CircuitNode node = wide_.add(std::move(leaves));
    readers_.resize(wide_.node_count(), 1);
    marked_.resize(2 * std::size_t{wide_.node_count()}, 0);
    return node;
  }

  bool become(CircuitNode node, Literal literal) {
    wide_.set_meaning(node, literal);
    readers_[literal.node()] += readers_[node];
    return false;
  }

  // --- what is known while all leaves of a gate are true

  void mark(Literal literal) {
    marked_[literal.code()] = stamp_;
    if (literal.is_complemented()) return;
    for (const std::uint32_t group : knowledge_.groups_of(literal.node())) {
      true_member_[group] = {stamp_, literal.node()};
    }
  }
  [[nodiscard]] bool is_marked(Literal literal) const { return marked_[literal.code()] == stamp_; }

  // Another member of a group of the node is true.
  [[nodiscard]] bool is_excluded(CircuitNode node) const {
    const auto groups = knowledge_.groups_of(node);
    return std::any_of(groups.begin(), groups.end(), [&](std::uint32_t group) {
      const TrueMember& member = true_member_[group];
      return member.stamp == stamp_ && member.node != node;
    });
  }

  enum class Known : std::uint8_t { nothing, holds, fails };
  [[nodiscard]] Known known(Literal literal) const {
    if (is_marked(literal)) return Known::holds;
    if (is_marked(!literal)) return Known::fails;
    if (!is_excluded(literal.node())) return Known::nothing;
    return literal.is_complemented() ? Known::holds : Known::fails;
  }

  // What a true literal makes true: the parts of a gate, and of the legality of a move that is
  // made. Never the literal itself, so that no two leaves can be dropped for each other.
  void mark_implied(Literal literal, int depth) {
    if (literal.is_complemented()) return;
    const Literal legal = wide_.resolve(knowledge_.legal_of(literal.node()));
    if (legal != true_literal) {
      mark(legal);
      mark_implied(legal, depth - 1);
      return;
    }
    if (depth == 0 || !wide_.is_gate(literal.node())) return;
    const Leaves& parts = wide_.leaves(literal.node());
    if (parts.size() > widest_second_level) return;
    for (const Literal part : parts) {
      mark(wide_.resolve(part));
      mark_implied(wide_.resolve(part), depth - 1);
    }
  }

  // --- one gate

  // Whether the gate is worth another look.
  bool simplify(CircuitNode node) {
    if (!collect(node) || !apply_groups() || !apply_context()) return become(node, false_literal);
    if (row_.empty()) return become(node, true_literal);
    if (row_.size() == 1) return become(node, row_.front());
    wide_.leaves(node).assign(row_.begin(), row_.end());
    if (!changed_) note_none_of(node);
    return changed_;
  }

  // --- gates that say "none of these", however deep they are built and shared

  void note_none_of(CircuitNode node) {
    if (!std::all_of(row_.begin(), row_.end(), [&](Literal leaf) { return is_none_of(leaf); })) {
      return;
    }
    none_of_.resize(wide_.node_count(), false);
    none_of_[node] = true;
  }

  [[nodiscard]] bool is_none_of(Literal leaf) const {
    if (wide_.is_gate(leaf.node())) {
      return !leaf.is_complemented() && leaf.node() < none_of_.size() && none_of_[leaf.node()];
    }
    return leaf.is_complemented() && !knowledge_.groups_of(leaf.node()).empty();
  }

  // Takes such leaves apart where they leave out less than half of a group.
  void spread_none_of() {
    if (budget_ < 0 || std::none_of(row_.begin(), row_.end(), [&](Literal leaf) {
          return wide_.is_gate(leaf.node()) && is_none_of(leaf);
        })) {
      return;
    }
    std::vector<Literal> spread = row_;
    ++stamp_;
    for (std::size_t i = 0; i < spread.size(); ++i) {
      if (!wide_.is_gate(spread[i].node()) || !is_none_of(spread[i])) continue;
      for (const Literal part : wide_.leaves(spread[i].node())) {
        const Literal literal = wide_.resolve(part);
        if (is_marked(literal)) continue;
        marked_[literal.code()] = stamp_;
        spread.push_back(literal);
      }
    }
    budget_ -= static_cast<std::int64_t>(spread.size());
    std::erase_if(spread,
                  [&](Literal leaf) { return wide_.is_gate(leaf.node()) && is_none_of(leaf); });
    std::sort(spread.begin(), spread.end());
    spread.erase(std::unique(spread.begin(), spread.end()), spread.end());
    count_groups(spread);
    if (std::any_of(counted_groups_.begin(), counted_groups_.end(), [&](const auto& entry) {
          return entry.second * 2 > knowledge_.group(entry.first).members.size();
        })) {
      row_ = std::move(spread);
    }
  }

  // How many members of which groups fail, if exactly one of the group holds.
  void count_groups(const std::vector<Literal>& row) {
    touched_groups_.clear();
    for (const Literal leaf : row) {
      if (!leaf.is_complemented()) continue;
      for (const std::uint32_t group : knowledge_.groups_of(leaf.node())) {
        if (knowledge_.group(group).exactly_one) touched_groups_.push_back(group);
      }
    }
    std::sort(touched_groups_.begin(), touched_groups_.end());
    counted_groups_.clear();
    for (const std::uint32_t group : touched_groups_) {
      if (counted_groups_.empty() || counted_groups_.back().first != group) {
        counted_groups_.emplace_back(group, 0);
      }
      ++counted_groups_.back().second;
    }
  }

  // The leaves as they are now; false if they contradict each other.
  bool collect(CircuitNode node) {
    row_.clear();
    changed_ = false;
    Leaves& leaves = wide_.leaves(node);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Literal leaf = wide_.resolve(leaves[i]);
      if (leaf == false_literal) return false;
      if (leaf == true_literal) continue;
      if (!leaf.is_complemented() && is_single(leaf)) {
        const Leaves taken = wide_.leaves(leaf.node());
        leaves.insert(leaves.end(), taken.begin(), taken.end());
        readers_[leaf.node()] = 0;
        continue;
      }
      row_.push_back(leaf);
    }
    std::sort(row_.begin(), row_.end());
    row_.erase(std::unique(row_.begin(), row_.end()), row_.end());
    for (std::size_t i = 1; i < row_.size(); ++i) {
      if (row_[i] == !row_[i - 1]) return false;
    }
    return true;
  }

  // Most members of a group fail: say instead that one of the others holds.
  bool apply_groups() {
    spread_none_of();
    count_groups(row_);
    for (const auto& [number, failing] : counted_groups_) {
      const auto& members = knowledge_.group(number).members;
      if (failing == members.size()) return false;
      if (failing > members.size() - failing) exchange(members);
    }
    return true;
  }

  void exchange(const std::vector<CircuitNode>& members) {
    ++stamp_;
    for (const Literal leaf : row_) mark(leaf);
    Leaves others;
    for (const CircuitNode member : members) {
      if (!is_marked({member, true})) others.push_back({member, true});
    }
    // Another group may have taken leaves away.
    if (others.empty() || others.size() * 2 >= members.size()) return;
    ++stamp_;
    for (const CircuitNode member : members) mark({member, true});
    std::erase_if(row_, [&](Literal leaf) { return is_marked(leaf); });
    row_.push_back(others.size() == 1 ? !others.front() : Literal(add(others), true));
    changed_ = true;
  }

  bool apply_context() {
    ++stamp_;
    for (const Literal leaf : row_) mark_implied(leaf, 2);
    const auto implied = [&](Literal leaf) { return is_marked(leaf); };
    for (const Literal leaf : row_) {
      if (is_marked(!leaf)) return false;
    }
    std::erase_if(row_, implied);
    for (const Literal leaf : row_) mark(leaf);
    for (Literal& leaf : row_) {
      if (!apply_exclusion(leaf)) return false;
      if (leaf != true_literal && !apply_to_second_level(leaf)) return false;
    }
    std::erase(row_, true_literal);
    return true;
  }

  bool apply_exclusion(Literal& leaf) const {
    if (!is_excluded(leaf.node())) return true;
    if (!leaf.is_complemented()) return false;
    leaf = true_literal;
    return true;
  }

  // A leaf that says "not all of these": those that are true anyway need not be mentioned.
  bool apply_to_second_level(Literal& leaf) {
    if (!leaf.is_complemented() || !wide_.is_gate(leaf.node())) return true;
    Leaves& parts = wide_.leaves(leaf.node());
    if (parts.size() > widest_second_level) return true;
    Leaves open;
    for (const Literal part : parts) {
      const Literal literal = wide_.resolve(part);
      const Known value = known(literal);
      if (value == Known::fails) {
        leaf = true_literal;
        return true;
      }
      if (value == Known::nothing) open.push_back(literal);
    }
    if (open.empty()) return false;
    if (open.size() == parts.size()) return true;
    if (open.size() == 1) {
      leaf = !open.front();
      ++readers_[leaf.node()];
      changed_ = true;
    } else if (is_single(leaf)) {
      parts = open;
    }
    return true;
  }

  // --- common factors

  // NOT (a AND b) AND NOT (a AND c) is NOT (a AND (b OR c)).
  void factor(CircuitNode node) {
    for (;;) {
      codes_.clear();
      for (const Literal leaf : wide_.leaves(node)) {
        if (!is_factorable(wide_.resolve(leaf))) continue;
        const std::size_t first = codes_.size();
        for (const Literal part : wide_.leaves(wide_.resolve(leaf).node())) {
          codes_.push_back(wide_.resolve(part).code());
        }
        const auto begin = codes_.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, codes_.end());
        codes_.erase(std::unique(begin, codes_.end()), codes_.end());
      }
      const auto common = most_frequent(codes_, 2);
      if (!common) return;
      take_out(node, Literal::from_code(*common));
    }
  }

  [[nodiscard]] bool is_factorable(Literal leaf) const {
    return leaf.is_complemented() && is_single(leaf);
  }

  void take_out(CircuitNode node, Literal common) {
    Leaves kept;
    Leaves alternatives;
    const Leaves leaves = wide_.leaves(node);
    for (const Literal unresolved : leaves) {
      const Literal leaf = wide_.resolve(unresolved);
      if (!is_factorable(leaf)) {
        kept.push_back(leaf);
        continue;
      }
      Leaves rest;
      bool found = false;
      for (const Literal part : wide_.leaves(leaf.node())) {
        const Literal literal = wide_.resolve(part);
        found = found || literal == common;
        if (literal != common) rest.push_back(literal);
      }
      if (!found || rest.empty()) {
        kept.push_back(leaf);
      } else if (rest.size() == 1) {
        alternatives.push_back(!rest.front());
      } else {
        wide_.leaves(leaf.node()) = rest;
        alternatives.push_back(leaf);
      }
    }
    const CircuitNode either = add(alternatives);
    order_.push_back(either);
    kept.push_back({add({common, Literal(either, true)}), true});
    wide_.leaves(node) = kept;
  }

  wide::WideDraft& wide_;
  CircuitKnowledge knowledge_;
  std::vector<CircuitNode> order_;
  std::vector<std::uint32_t> readers_;
  struct TrueMember {
    std::uint32_t stamp = 0;
    CircuitNode node = 0;
  };
  std::vector<std::uint32_t> marked_;    // by literal
  std::vector<TrueMember> true_member_;  // by group
  std::uint32_t stamp_ = 0;
  std::vector<Literal> row_;
  std::vector<bool> none_of_;  // by gate
  std::int64_t budget_;
  std::vector<std::uint32_t> touched_groups_;
  std::vector<std::pair<std::uint32_t, std::size_t>> counted_groups_;
  std::vector<std::uint32_t> codes_;
  bool changed_ = false;
};

}  // namespace

namespace {

Circuit rewrite_rounds(Circuit circuit, Shared shared) {
  for (int round = 0; round < most_rounds; ++round) {
    wide::WideDraft wide(give_all_moves_inputs(circuit));
    Rewriter(wide, shared).run();
    Circuit next = wide.narrow();
    const bool smaller = next.gates.size() < circuit.gates.size();
    if (next.gates.size() <= circuit.gates.size()) circuit = std::move(next);
    if (!smaller) break;
  }
  return circuit;
}

}  // namespace

Circuit rewrite(Circuit circuit, const CircuitPassOptions& options) {
  if (circuit.gates.size() > options.max_gates) return circuit;
  Circuit apart = rewrite_rounds(circuit, Shared::taken_apart);
  if (circuit.gates.size() > largest_tried_twice) return apart;
  // Where groups are small, what gates share may be worth more than saying it in fewer words.
  Circuit kept = rewrite_rounds(std::move(circuit), Shared::kept);
  return share(kept, options).gates.size() < share(apart, options).gates.size() ? kept : apart;
}

}  // namespace palamedes::circuit::passes
