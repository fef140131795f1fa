#include "machine/scalar/logic.h"

#include <algorithm>

#include "base/hash.h"

namespace palamedes::machine::scalar {

std::size_t Logic::memory_bytes() const {
  return first.capacity() * sizeof(std::uint32_t) +
         (literals.capacity() + next.capacity()) * sizeof(Literal);
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
  std::uint64_t hash = 7;
  for (const Literal literal : literals) hash = combine(hash, literal.code());
  return mix(hash);
}

LogicBuilder::LogicBuilder(Logic& logic) : logic_(logic) {
  for (LogicNode gate = logic.first_gate(); gate < logic.node_count(); ++gate) {
    by_hash_[hash_of(logic.inputs(gate))] = gate;
  }
}

Literal LogicBuilder::conjunction(std::vector<Literal>& literals) {
  if (!simplify_conjunction(literals)) return false_literal;
  if (literals.empty()) return true_literal;
  if (literals.size() == 1) return literals.front();
  const LogicNode node = logic_.node_count();
  const auto [entry, is_new] = by_hash_.try_emplace(hash_of(literals), node);
  if (!is_new) {
    if (std::ranges::equal(logic_.inputs(entry->second), literals)) return {entry->second, false};
    entry->second = node;
  }
  logic_.literals.insert(logic_.literals.end(), literals.begin(), literals.end());
  logic_.first.push_back(static_cast<std::uint32_t>(logic_.literals.size()));
  return {node, false};
}

Logic without_gates(const Logic& logic) {
  Logic result = logic;
  result.first.assign(1, 0);
  result.literals.clear();
  return result;
}

LogicCopy::LogicCopy(const Logic& from, Logic& to) : builder_(to), known_(from.node_count()) {
  for (LogicNode node = 0; node < from.first_gate(); ++node) known_[node] = {node, false};
}

void collapse(Logic& logic) {
  // By node: how often it is read uncomplemented by a gate, and whether by anything else.
  std::vector<std::uint32_t> plain_readers(logic.node_count(), 0);
  std::vector<bool> other_readers(logic.node_count(), false);
  std::vector<bool> needed(logic.node_count(), false);
  logic.for_each_output([&](const Literal& literal) {
    other_readers[literal.node()] = true;
    needed[literal.node()] = true;
  });
  for (LogicNode gate = logic.node_count(); gate-- > logic.first_gate();) {
    if (!needed[gate]) continue;
    for (const Literal literal : logic.inputs(gate)) {
      needed[literal.node()] = true;
      if (literal.is_complemented()) {
        other_readers[literal.node()] = true;
      } else {
        ++plain_readers[literal.node()];
      }
    }
  }
  Logic result = without_gates(logic);
  LogicCopy copy(logic, result);
  std::vector<std::vector<Literal>> parts(
      logic.node_count());  // of gates that go into their reader
  std::vector<Literal> literals;
  for (LogicNode gate = logic.first_gate(); gate < logic.node_count(); ++gate) {
    if (!needed[gate]) continue;
    literals.clear();
    for (const Literal literal : logic.inputs(gate)) {
      std::vector<Literal>& part = parts[literal.node()];
      if (part.empty()) {
        literals.push_back(copy.at(literal));
      } else {
        literals.insert(literals.end(), part.begin(), part.end());
        part = {};
      }
    }
    const bool goes_into_reader = plain_readers[gate] == 1 && !other_readers[gate];
    if (goes_into_reader) {
      parts[gate] = literals;
    } else {
      copy.add(gate, literals);
    }
  }
  result.for_each_output([&](Literal& literal) { literal = copy.at(literal); });
  logic = std::move(result);
}

void cut_moves_from_answers(Logic& logic) {
  std::vector<bool> depends(logic.node_count(), false);
  for (LogicNode node = logic.first_input(); node < logic.node_count(); ++node) {
    if (!logic.is_gate(node)) {
      depends[node] = true;
      continue;
    }
    for (const Literal literal : logic.inputs(node)) {
      if (depends[literal.node()]) depends[node] = true;
    }
  }
  std::vector<Literal*> answers;
  logic.for_each_output([&](Literal& literal) { answers.push_back(&literal); });
  answers.erase(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(logic.next.size()));
  std::erase_if(answers, [&](const Literal* literal) { return !depends[literal->node()]; });
  if (answers.empty()) return;
  const LogicNode end = logic.node_count();
  LogicBuilder builder(logic);
  std::vector<Literal> still(end);
  std::vector<Literal> literals;
  for (LogicNode node = 0; node < end; ++node) {
    still[node] = logic.is_input(node) ? false_literal : Literal(node, false);
    if (!depends[node] || !logic.is_gate(node)) continue;
    literals.clear();
    for (const Literal literal : logic.inputs(node)) {
      literals.push_back(still[literal.node()] ^ literal.is_complemented());
    }
    still[node] = builder.conjunction(literals);
  }
  for (Literal* answer : answers) {
    *answer = still[answer->node()] ^ answer->is_complemented();
  }
}

}  // namespace palamedes::machine::scalar
