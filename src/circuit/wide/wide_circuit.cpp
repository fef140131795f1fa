#include "circuit/wide/wide_circuit.h"

#include <algorithm>

#include "base/hash.h"
#include "circuit/wide/reader_count.h"

namespace palamedes::circuit::wide {

std::size_t WideCircuit::memory_bytes() const {
  std::size_t bytes = (first.capacity() + loop_of.capacity()) * sizeof(std::uint32_t) +
                      (literals.capacity() + next.capacity()) * sizeof(Literal);
  for (const FeedbackRule& rule : rules) {
    bytes += sizeof(rule) + rule.needs.capacity() * sizeof(CircuitNode);
  }
  return bytes;
}

bool simplify_conjunction(std::vector<Literal>& literals) {
  std::sort(literals.begin(), literals.end());
  std::size_t kept = 0;
  for (const Literal literal : literals) {
    if (literal == false_literal) return false;
    if (literal == true_literal) continue;
    if (kept > 0 && literals[kept - 1] == literal) continue;
    if (kept > 0 && literals[kept - 1] == !literal) return false;
    literals[kept++] = literal;
  }
  literals.resize(kept);
  return true;
}

std::uint64_t hash_of(std::span<const Literal> literals) {
  // not small: a code that cancels it would begin the hash anew
  std::uint64_t hash = mix(literals.size() + 1);
  for (const Literal literal : literals) hash = combine(hash, literal.code());
  return mix(hash);
}

WideBuilder::WideBuilder(WideCircuit& wide) : wide_(wide) {
  for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
    by_hash_[hash_of(wide.inputs(gate))] = gate;
  }
}

Literal WideBuilder::conjunction(std::vector<Literal>& literals) {
  if (!simplify_conjunction(literals)) return false_literal;
  if (literals.empty()) return true_literal;
  if (literals.size() == 1) return literals.front();
  const CircuitNode node = wide_.node_count();
  const auto [entry, is_new] = by_hash_.try_emplace(hash_of(literals), node);
  if (!is_new) {
    if (std::ranges::equal(wide_.inputs(entry->second), literals)) return {entry->second, false};
    entry->second = node;
  }
  wide_.literals.insert(wide_.literals.end(), literals.begin(), literals.end());
  wide_.first.push_back(static_cast<std::uint32_t>(wide_.literals.size()));
  return {node, false};
}

WideCircuit without_gates(const WideCircuit& wide) {
  WideCircuit result = wide;
  result.first.assign(1, 0);
  result.literals.clear();
  return result;
}

WideCopy::WideCopy(const WideCircuit& from, WideCircuit& to)
    : builder_(to), known_(from.node_count()) {
  for (CircuitNode node = 0; node < from.first_gate(); ++node) known_[node] = {node, false};
}

void collapse(WideCircuit& wide) {
  ReaderCount readers(wide.node_count());
  std::vector<bool> needed(wide.node_count(), false);
  wide.for_each_output([&](const Literal& literal) {
    readers.add_output(literal);
    needed[literal.node()] = true;
  });
  for (CircuitNode gate = wide.node_count(); gate-- > wide.first_gate();) {
    if (!needed[gate]) continue;
    for (const Literal literal : wide.inputs(gate)) {
      readers.add_gate(literal);
      needed[literal.node()] = true;
    }
  }
  WideCircuit result = without_gates(wide);
  WideCopy copy(wide, result);
  std::vector<std::vector<Literal>> parts(wide.node_count());  // of gates that go into their reader
  std::vector<Literal> literals;
  for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
    if (!needed[gate]) continue;
    literals.clear();
    for (const Literal literal : wide.inputs(gate)) {
      std::vector<Literal>& part = parts[literal.node()];
      if (part.empty()) {
        literals.push_back(copy.at(literal));
      } else {
        literals.insert(literals.end(), part.begin(), part.end());
        part = {};
      }
    }
    if (readers.goes_into_reader(gate)) {
      parts[gate] = literals;
    } else {
      copy.add(gate, literals);
    }
  }
  result.for_each_output([&](Literal& literal) { literal = copy.at(literal); });
  wide = std::move(result);
}

std::vector<bool> depends_on_moves(const WideCircuit& wide) {
  std::vector<bool> depends(wide.node_count(), false);
  for (std::size_t i = 0; i < wide.input_count; ++i) depends[wide.first_input() + i] = true;
  // A gate may read feedback whose conditions come later, so once is not enough with loops.
  for (bool changes = true; changes;) {
    changes = false;
    for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
      for (const Literal literal : wide.inputs(gate)) {
        if (depends[literal.node()]) depends[gate] = true;
      }
    }
    for (const WideCircuit::FeedbackRule& rule : wide.rules) {
      if (depends[rule.head]) continue;
      depends[rule.head] =
          depends[rule.condition.node()] ||
          std::ranges::any_of(rule.needs, [&](CircuitNode node) { return bool{depends[node]}; });
      if (depends[rule.head]) changes = true;
    }
  }
  return depends;
}

bool cut_moves_from_answers(WideCircuit& wide) {
  const std::vector<bool> depends = depends_on_moves(wide);
  std::vector<Literal*> answers;
  wide.for_each_answer([&](Literal& literal) {
    if (depends[literal.node()]) answers.push_back(&literal);
  });
  if (answers.empty()) return true;
  const auto first_feedback = depends.begin() + wide.first_feedback();
  if (std::find(first_feedback, depends.begin() + wide.first_gate(), true) !=
      depends.begin() + wide.first_gate()) {
    return false;
  }
  const CircuitNode end = wide.node_count();
  WideBuilder builder(wide);
  std::vector<Literal> still(end);
  std::vector<Literal> literals;
  for (CircuitNode node = 0; node < end; ++node) {
    still[node] = wide.is_input(node) ? false_literal : Literal(node, false);
    if (!depends[node] || !wide.is_gate(node)) continue;
    literals.clear();
    for (const Literal literal : wide.inputs(node)) {
      literals.push_back(still[literal.node()] ^ literal.is_complemented());
    }
    still[node] = builder.conjunction(literals);
  }
  for (Literal* answer : answers) {
    *answer = still[answer->node()] ^ answer->is_complemented();
  }
  return true;
}

}  // namespace palamedes::circuit::wide
