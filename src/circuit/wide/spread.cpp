#include "circuit/wide/spread.h"

#include <utility>
#include <vector>

namespace palamedes::circuit::wide {

void spread(WideCircuit& wide, const SpreadOptions& options) {
  WideCircuit result = without_gates(wide);
  WideCopy copy(wide, result);
  std::vector<Literal> literals;
  for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
    literals.clear();
    std::size_t left = wide.inputs(gate).size();  // at least one more for each
    for (const Literal old : wide.inputs(gate)) {
      const Literal literal = copy.at(old);
      --left;
      if (!literal.is_complemented() && result.is_gate(literal.node())) {
        const auto parts = result.inputs(literal.node());
        if (parts.size() <= options.most_shared &&
            literals.size() + parts.size() + left <= options.most_wide) {
          literals.insert(literals.end(), parts.begin(), parts.end());
          continue;
        }
      }
      literals.push_back(literal);
    }
    copy.add(gate, literals);
  }
  result.for_each_output([&](Literal& literal) { literal = copy.at(literal); });
  wide = std::move(result);
  collapse(wide);  // what nobody reads any more goes
}

}  // namespace palamedes::circuit::wide
