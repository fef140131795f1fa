#include "machine/swarm/cover.h"

#include <algorithm>
#include <utility>

namespace palamedes::machine::swarm {
namespace {

constexpr std::array<std::uint8_t, 3> input_tables = {0xf0, 0xcc, 0xaa};  // a, b, c alone
constexpr std::array<unsigned, 3> shifts = {4, 2, 1};
constexpr unsigned cuts_kept = 6;
constexpr unsigned rounds = 3;

// A function of up to three nodes that computes a gate. Leaves are sorted; leaf i is input i.
struct Cut {
  std::array<Node, 3> leaves{};
  std::uint8_t size = 0;
  std::uint8_t table = 0;
  float flow = 0;  // cells for this gate, each shared one counted in parts
};

struct Cuts {
  std::array<Cut, cuts_kept> list;
  unsigned count = 0;
};

// The table over more inputs: input i of the table becomes input place[i].
std::uint8_t spread(std::uint8_t table, unsigned size, const std::array<unsigned, 3>& place) {
  unsigned result = 0;
  for (unsigned index = 0; index < 8; ++index) {
    unsigned source = 0;
    for (unsigned i = 0; i < size; ++i) {
      if ((index & shifts[place[i]]) != 0) source |= shifts[i];
    }
    result |= ((table >> source) & 1U) << index;
  }
  return static_cast<std::uint8_t>(result);
}

std::uint8_t spread(const Cut& cut, const Cut& onto) {
  std::array<unsigned, 3> place{};
  bool same = true;
  unsigned at = 0;
  for (unsigned i = 0; i < cut.size; ++i) {
    while (onto.leaves[at] != cut.leaves[i]) ++at;
    place[i] = at;
    same = same && at == i;
  }
  return same ? cut.table : spread(cut.table, cut.size, place);
}

// False if together they have too many leaves.
bool unite(const Cut& first, const Cut& second, unsigned max_inputs, Cut& result) {
  unsigned i = 0;
  unsigned j = 0;
  unsigned size = 0;
  while (i < first.size || j < second.size) {
    if (size == max_inputs) return false;
    if (j == second.size || (i < first.size && first.leaves[i] < second.leaves[j])) {
      result.leaves[size++] = first.leaves[i++];
    } else {
      if (i < first.size && first.leaves[i] == second.leaves[j]) ++i;
      result.leaves[size++] = second.leaves[j++];
    }
  }
  result.size = static_cast<std::uint8_t>(size);
  return true;
}

void drop_idle_leaves(Cut& cut) {
  for (unsigned i = cut.size; i-- > 0;) {
    if (depends_on(cut.table, i)) continue;
    for (unsigned j = i; j + 1 < cut.size; ++j) {
      cut.leaves[j] = cut.leaves[j + 1];
      cut.table = exchange_inputs(cut.table, j, j + 1);
    }
    --cut.size;
  }
}

class Coverer {
 public:
  Coverer(const GateView& logic, std::span<const Node> wanted, unsigned max_inputs)
      : logic_(logic),
        wanted_(wanted),
        max_inputs_(max_inputs),
        cuts_(logic.gates.size()),
        flow_(logic.gates.size(), 0),
        readers_(logic.gates.size(), 0) {}

  std::vector<Cell> run() {
    for (const circuit::Gate& gate : logic_.gates) {
      count_reader(gate.a.node());
      count_reader(gate.b.node());
    }
    for (const Node node : wanted_) count_reader(node);
    for (unsigned round = 0; round < rounds; ++round) {
      for (Node gate = 0; gate < logic_.gates.size(); ++gate) find_cuts(gate);
      choose();
    }
    return cells();
  }

 private:
  void count_reader(Node node) {
    if (logic_.is_gate(node)) ++readers_[node - logic_.given];
  }

  [[nodiscard]] Cut alone(Node node) const {
    Cut cut;
    if (node == 0) return cut;  // FALSE: a table without inputs
    cut.leaves[0] = node;
    cut.size = 1;
    cut.table = input_tables[0];
    return cut;
  }

  // The kept cuts of a node and the node by itself.
  template <typename Visit>
  void for_each_cut(Node node, Visit&& visit) const {
    visit(alone(node));
    if (!logic_.is_gate(node)) return;
    const Cuts& cuts = cuts_[node - logic_.given];
    for (unsigned i = 0; i < cuts.count; ++i) visit(cuts.list[i]);
  }

  void find_cuts(Node number) {
    const circuit::Gate& gate = logic_.gates[number];
    Cuts found;
    for_each_cut(gate.a.node(), [&](const Cut& first) {
      for_each_cut(gate.b.node(), [&](const Cut& second) {
        Cut cut;
        if (!unite(first, second, max_inputs_, cut)) return;
        const std::uint8_t a = spread(first, cut);
        const std::uint8_t b = spread(second, cut);
        cut.table = static_cast<std::uint8_t>((gate.a.is_complemented() ? ~a : a) &
                                              (gate.b.is_complemented() ? ~b : b));
        drop_idle_leaves(cut);
        cut.flow = 1;
        for (unsigned i = 0; i < cut.size; ++i) {
          if (logic_.is_gate(cut.leaves[i])) cut.flow += flow_[cut.leaves[i] - logic_.given];
        }
        keep(found, cut);
      });
    });
    flow_[number] =
        found.list[0].flow / static_cast<float>(std::max<std::uint32_t>(readers_[number], 1));
    cuts_[number] = found;
  }

  static void keep(Cuts& cuts, const Cut& cut) {
    const auto better = [](const Cut& x, const Cut& y) {
      return x.flow != y.flow ? x.flow < y.flow : x.size < y.size;
    };
    for (unsigned i = 0; i < cuts.count; ++i) {
      if (cuts.list[i].leaves == cut.leaves && cuts.list[i].size == cut.size) return;
    }
    if (cuts.count == cuts_kept) {
      if (!better(cut, cuts.list[cuts_kept - 1])) return;
      --cuts.count;
    }
    unsigned at = cuts.count++;
    for (; at > 0 && better(cut, cuts.list[at - 1]); --at) cuts.list[at] = cuts.list[at - 1];
    cuts.list[at] = cut;
  }

  // From the wanted nodes back; the number of readers is that of this choice from now on.
  void choose() {
    std::fill(readers_.begin(), readers_.end(), 0);
    for (const Node node : wanted_) count_reader(node);
    for (std::size_t i = logic_.gates.size(); i-- > 0;) {
      if (readers_[i] == 0) continue;
      const Cut& cut = cuts_[i].list[0];
      for (unsigned leaf = 0; leaf < cut.size; ++leaf) count_reader(cut.leaves[leaf]);
    }
  }

  [[nodiscard]] std::vector<Cell> cells() const {
    std::vector<Cell> result;
    for (Node i = 0; i < logic_.gates.size(); ++i) {
      if (readers_[i] == 0) continue;
      const Cut& cut = cuts_[i].list[0];
      Cell cell{.node = logic_.given + i, .table = cut.table};
      for (unsigned leaf = 0; leaf < cut.size; ++leaf) cell.inputs[leaf] = cut.leaves[leaf];
      result.push_back(cell);
    }
    return result;
  }

  const GateView& logic_;
  std::span<const Node> wanted_;
  unsigned max_inputs_;
  std::vector<Cuts> cuts_;              // by gate, best first
  std::vector<float> flow_;             // by gate
  std::vector<std::uint32_t> readers_;  // by gate: of the gates, then of the chosen cells
};

}  // namespace

std::uint8_t complement_input(std::uint8_t table, unsigned input) {
  const unsigned shift = shifts[input];
  const unsigned high = table & input_tables[input];
  const unsigned low = table & ~unsigned{input_tables[input]};
  return static_cast<std::uint8_t>(high >> shift | low << shift);
}

std::uint8_t exchange_inputs(std::uint8_t table, unsigned first, unsigned second) {
  std::array<unsigned, 3> place = {0, 1, 2};
  std::swap(place[first], place[second]);
  return spread(table, 3, place);
}

bool depends_on(std::uint8_t table, unsigned input) {
  return complement_input(table, input) != table;
}

std::vector<Cell> cover(const GateView& logic, std::span<const Node> wanted, unsigned max_inputs) {
  return Coverer(logic, wanted, max_inputs).run();
}

}  // namespace palamedes::machine::swarm
