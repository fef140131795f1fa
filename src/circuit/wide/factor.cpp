// (c AND x) OR (c AND y) OR … becomes c AND (x OR y OR …): whether a role can move at all then does
// not have to look at every move again when the turn goes round.

#include <algorithm>

#include "base/most_frequent.h"
#include "circuit/wide/wide_circuit.h"

namespace palamedes::circuit::wide {
namespace {

constexpr std::size_t fewest_terms = 8;  // fewer are not worth another gate
constexpr std::size_t most_factors = 4;  // of one OR

class Factoring {
 public:
  explicit Factoring(const WideCircuit& wide)
      : old_(wide), new_(without_gates(wide)), copy_(old_, new_) {}

  WideCircuit run() {
    std::vector<Literal> literals;
    for (CircuitNode gate = old_.first_gate(); gate < old_.node_count(); ++gate) {
      literals.clear();
      for (const Literal literal : old_.inputs(gate)) literals.push_back(copy_.at(literal));
      for (std::size_t i = 0; i < most_factors && factor_once(literals); ++i) {
      }
      copy_.add(gate, literals);
    }
    new_.for_each_output([&](Literal& literal) { literal = copy_.at(literal); });
    return std::move(new_);
  }

 private:
  [[nodiscard]] bool is_term(Literal literal) const {
    return literal.is_complemented() && new_.is_gate(literal.node());
  }

  bool factor_once(std::vector<Literal>& literals) {
    if (literals.size() < fewest_terms) return false;
    const Literal factor = most_common_factor(literals);
    if (factor == true_literal) return false;
    std::vector<Literal> others;  // complements of what is left of the terms
    std::vector<Literal> kept;
    for (const Literal literal : literals) {
      if (!is_term(literal)) {
        kept.push_back(literal);
        continue;
      }
      const auto inputs = new_.inputs(literal.node());
      if (std::find(inputs.begin(), inputs.end(), factor) == inputs.end()) {
        kept.push_back(literal);
        continue;
      }
      std::vector<Literal> rest(inputs.begin(), inputs.end());
      std::erase(rest, factor);
      others.push_back(!copy_.builder().conjunction(rest));
    }
    std::vector<Literal> product = {factor, !copy_.builder().conjunction(others)};
    kept.push_back(!copy_.builder().conjunction(product));
    literals = std::move(kept);
    return true;
  }

  [[nodiscard]] Literal most_common_factor(const std::vector<Literal>& literals) {
    codes_.clear();
    for (const Literal literal : literals) {
      if (!is_term(literal)) continue;
      for (const Literal input : new_.inputs(literal.node())) codes_.push_back(input.code());
    }
    return Literal::from_code(most_frequent(codes_, fewest_terms).value_or(true_literal.code()));
  }

  const WideCircuit& old_;
  WideCircuit new_;
  WideCopy copy_;
  std::vector<std::uint32_t> codes_;
};

}  // namespace

void factor(WideCircuit& wide) { wide = Factoring(wide).run(); }

}  // namespace palamedes::circuit::wide
