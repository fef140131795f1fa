#include "machine/swarm/draw.h"

#include <algorithm>
#include <bit>

#include <boost/unordered/unordered_flat_map.hpp>

#include "circuit/builder.h"

namespace palamedes::machine::swarm {
namespace {

using circuit::Literal;
using Number = std::vector<Literal>;  // least bit first

std::uint32_t rank_bits(std::size_t moves) {
  return moves < 2 ? 0 : static_cast<std::uint32_t>(std::bit_width(moves - 1));
}

// Slots read by the logic, each once, as its given nodes.
class Given {
 public:
  Literal add(Slot slot) {
    if (slot == false_slot) return circuit::false_literal;
    if (slot == true_slot) return circuit::true_literal;
    const auto [found, is_new] = nodes_.try_emplace(slot, count());
    if (is_new) slots_.push_back(slot);
    return {found->second, false};
  }
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  [[nodiscard]] Node count() const { return static_cast<Node>(slots_.size()); }

 private:
  std::vector<Slot> slots_{false_slot};  // by node
  boost::unordered_flat_map<Slot, Node> nodes_;
};

class Tree {
 public:
  Tree(circuit::CircuitBuilder& gates, std::span<const Literal> leaves)
      : gates_(gates), leaves_(leaves), counts_(2 * leaves.size() + 1) {}

  const Number& count() {
    if (!leaves_.empty()) make_counts(0, leaves_.size(), 0);
    return counts_[0];
  }

  // By leaf: is it the one of this rank.
  std::vector<Literal> select(const Number& rank) {
    selected_.assign(leaves_.size(), circuit::false_literal);
    if (!leaves_.empty()) descend(0, leaves_.size(), 0, circuit::true_literal, rank);
    return selected_;
  }

 private:
  // The left half of a node comes right after it, the right half after all of the left.
  static std::size_t middle(std::size_t first, std::size_t end) { return (first + end + 1) / 2; }
  static std::size_t right_of(std::size_t node, std::size_t left_leaves) {
    return node + 2 * left_leaves;
  }

  Literal exclusive_or(Literal a, Literal b) {
    return gates_.or_of(gates_.and_of(a, !b), gates_.and_of(!a, b));
  }
  Literal majority(Literal a, Literal b, Literal c) {
    return gates_.or_of(gates_.and_of(a, b), gates_.and_of(c, gates_.or_of(a, b)));
  }
  static Literal bit(const Number& number, std::size_t i) {
    return i < number.size() ? number[i] : circuit::false_literal;
  }

  void make_counts(std::size_t first, std::size_t end, std::size_t node) {
    if (end - first == 1) {
      counts_[node] = {leaves_[first]};
      return;
    }
    const std::size_t half = middle(first, end);
    const std::size_t right = right_of(node, half - first);
    make_counts(first, half, node + 1);
    make_counts(half, end, right);
    Number sum(static_cast<std::size_t>(std::bit_width(end - first)));
    Literal carry = circuit::false_literal;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const Literal a = bit(counts_[node + 1], i);
      const Literal b = bit(counts_[right], i);
      sum[i] = exclusive_or(exclusive_or(a, b), carry);
      carry = majority(a, b, carry);
    }
    counts_[node] = std::move(sum);
  }

  void descend(std::size_t first, std::size_t end, std::size_t node, Literal here,
               const Number& rank) {
    if (end - first == 1) {
      selected_[first] = here;
      return;
    }
    const std::size_t half = middle(first, end);
    const std::size_t right = right_of(node, half - first);
    const Number& left_count = counts_[node + 1];
    Number rest(std::max(rank.size(), left_count.size()));
    Literal below = circuit::false_literal;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const Literal r = bit(rank, i);
      const Literal c = bit(left_count, i);
      rest[i] = exclusive_or(exclusive_or(r, c), below);
      below = majority(!r, c, below);
    }
    Number left_rank = rank;
    left_rank.resize(std::min<std::size_t>(rank.size(), rank_bits(half - first)));
    rest.resize(std::min<std::size_t>(rest.size(), rank_bits(end - half)));
    descend(first, half, node + 1, gates_.and_of(here, below), left_rank);
    descend(half, end, right, gates_.and_of(here, !below), rest);
  }

  circuit::CircuitBuilder& gates_;
  std::span<const Literal> leaves_;
  std::vector<Number> counts_;  // by node of the tree, in preorder
  std::vector<Literal> selected_;
};

// What both kinds of draw have in common: the given slots, and programs in the end.
class DrawMaker {
 public:
  DrawMaker(std::span<const DrawRole> roles, unsigned max_inputs, Slot first_free)
      : max_inputs_(max_inputs), next_free_(first_free) {
    for (const DrawRole& role : roles) {
      auto& legal = legal_.emplace_back();
      for (const DrawMove& move : role) legal.push_back(given_.add(move.legal));
    }
  }

  // Before the first gate: a number that selects one of several.
  void add_number(std::size_t leaves) {
    DrawNumber& number = draw_.numbers.emplace_back();
    auto& rank = ranks_.emplace_back();
    for (std::uint32_t i = 0; i < rank_bits(leaves); ++i) {
      number.rank.push_back(next_free_++);
      rank.push_back(given_.add(number.rank.back()));
    }
  }

  [[nodiscard]] const std::vector<Literal>& legal(std::size_t role) const { return legal_[role]; }
  [[nodiscard]] const Number& rank(std::size_t number) const { return ranks_[number]; }
  [[nodiscard]] Node given_count() const { return given_.count(); }

  void output_count(const Number& count) {
    count_sizes_.push_back(count.size());
    for (const Literal literal : count) counts_.push_back({.literal = literal});
  }
  void output_any(Literal literal) { any_.push_back({.literal = literal}); }
  void output_unfit(Literal literal) { unfit_ = {.literal = literal}; }
  void output_move(const DrawMove& move, Literal literal) {
    if (move.input != Output::any_slot) moves_.push_back({.literal = literal, .slot = move.input});
  }

  Draw make(const circuit::CircuitBuilder& gates) {
    std::vector<Output> first = counts_;
    first.insert(first.end(), any_.begin(), any_.end());
    first.push_back(unfit_);
    Routines programs = make_routines({.logic = {.given = given_.count(), .gates = gates.gates()},
                                       .loops = {},
                                       .given_slots = given_.slots(),
                                       .outputs = {std::move(first), moves_},
                                       .max_inputs = max_inputs_,
                                       .first_free_slot = next_free_});
    draw_.count = std::move(programs.list[0]);
    draw_.select = std::move(programs.list[1]);
    const std::vector<Slot>& slots = programs.output_slots[0];
    std::size_t at = 0;
    for (std::size_t i = 0; i < draw_.numbers.size(); ++i) {
      for (std::size_t bit = 0; bit < count_sizes_[i]; ++bit) {
        draw_.numbers[i].count.push_back(slots[at++]);
      }
    }
    for (std::size_t i = 0; i < any_.size(); ++i) draw_.any.push_back(slots[at++]);
    draw_.unfit = slots[at];
    draw_.end_slot = programs.end_slot;
    return std::move(draw_);
  }

 private:
  unsigned max_inputs_;
  Slot next_free_;
  Given given_;
  std::vector<std::vector<Literal>> legal_;  // by role
  std::vector<Number> ranks_;
  std::vector<std::size_t> count_sizes_;
  std::vector<Output> counts_;
  std::vector<Output> any_;
  std::vector<Output> moves_;
  Output unfit_;
  Draw draw_;
};

}  // namespace

Draw make_draw(std::span<const DrawRole> roles, unsigned max_inputs, Slot first_free) {
  DrawMaker maker(roles, max_inputs, first_free);
  for (const DrawRole& role : roles) maker.add_number(role.size());
  circuit::CircuitBuilder gates(maker.given_count());
  for (std::size_t r = 0; r < roles.size(); ++r) {
    Tree tree(gates, maker.legal(r));
    const Number& count = tree.count();
    maker.output_count(count);
    maker.output_any(gates.or_of_all(count));
    const auto selected = tree.select(maker.rank(r));
    for (std::size_t i = 0; i < selected.size(); ++i) maker.output_move(roles[r][i], selected[i]);
  }
  return maker.make(gates);
}

Draw make_draw_by_turns(std::span<const DrawRole> roles, std::span<const std::uint32_t> forced,
                        unsigned max_inputs, Slot first_free) {
  DrawMaker maker(roles, max_inputs, first_free);
  std::size_t most = 0;
  for (const DrawRole& role : roles) most = std::max(most, role.size() - 1);
  maker.add_number(most);
  circuit::CircuitBuilder gates(maker.given_count());
  std::vector<std::vector<std::uint32_t>> others(roles.size());  // all moves but the forced one
  for (std::size_t r = 0; r < roles.size(); ++r) {
    for (std::uint32_t i = 0; i < roles[r].size(); ++i) {
      if (i != forced[r]) others[r].push_back(i);
    }
  }
  Literal unfit = circuit::false_literal;
  Literal somebody = circuit::false_literal;
  for (std::size_t r = 0; r < roles.size(); ++r) {
    std::vector<Literal> row;
    for (const std::uint32_t i : others[r]) row.push_back(maker.legal(r)[i]);
    const Literal other = gates.or_of_all(row);
    const Literal alone = maker.legal(r)[forced[r]];
    unfit = gates.or_of(unfit, gates.and_of(other, gates.or_of(alone, somebody)));
    somebody = gates.or_of(somebody, other);
    maker.output_any(gates.or_of(other, alone));
  }
  maker.output_unfit(unfit);
  std::vector<Literal> leaves(most, circuit::false_literal);
  for (std::size_t r = 0; r < roles.size(); ++r) {
    for (std::size_t i = 0; i < others[r].size(); ++i) {
      leaves[i] = gates.or_of(leaves[i], maker.legal(r)[others[r][i]]);
    }
  }
  Tree tree(gates, leaves);
  maker.output_count(tree.count());
  const auto selected = tree.select(maker.rank(0));
  for (std::size_t r = 0; r < roles.size(); ++r) {
    for (std::size_t i = 0; i < others[r].size(); ++i) {
      const std::uint32_t move = others[r][i];
      maker.output_move(roles[r][move], gates.and_of(selected[i], maker.legal(r)[move]));
    }
    maker.output_move(roles[r][forced[r]], maker.legal(r)[forced[r]]);
  }
  return maker.make(gates);
}

}  // namespace palamedes::machine::swarm
