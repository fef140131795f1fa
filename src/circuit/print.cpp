#include "circuit/print.h"

#include <fmt/format.h>

namespace palamedes::circuit {
namespace {

std::string quoted_label(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string_view colour_of(CircuitOutput::Kind kind) {
  switch (kind) {
    case CircuitOutput::Kind::legal:
      return "orange";
    case CircuitOutput::Kind::next:
      return "blue";
    default:
      return "red";
  }
}

}  // namespace

CircuitNames::CircuitNames(const Circuit& circuit) {
  const net::PropNet& source = *circuit.source;
  names_.emplace_back("FALSE");
  for (const CircuitBase& base : circuit.bases) {
    names_.push_back(fmt::format("(true {})", source.pool.text(base.fluent, source.symbols)));
  }
  names_.resize(circuit.node_count());
  for (const CircuitRole& role : circuit.roles) {
    for (const CircuitMove& move : role.moves) {
      if (move.input == CircuitMove::no_input) continue;
      names_[move.input] = fmt::format("(does {} {})", source.pool.text(role.name, source.symbols),
                                       source.pool.text(move.move, source.symbols));
    }
  }
  for (CircuitNode node = circuit.first_feedback(); node < circuit.node_count(); ++node) {
    names_[node] = fmt::format("{}#{}", circuit.is_gate(node) ? "and" : "feedback", node);
  }
}

std::string CircuitNames::name(Literal literal) const {
  if (literal == true_literal) return "TRUE";
  return (literal.is_complemented() ? "NOT " : "") + name(literal.node());
}

std::vector<CircuitOutput> outputs_of(const Circuit& circuit) {
  using Kind = CircuitOutput::Kind;
  const net::PropNet& source = *circuit.source;
  const auto text = [&](gdl::TermId term) { return source.pool.text(term, source.symbols); };
  std::vector<CircuitOutput> result;
  for (const CircuitRole& role : circuit.roles) {
    for (const CircuitMove& move : role.moves) {
      result.push_back({Kind::legal, fmt::format("(legal {} {})", text(role.name), text(move.move)),
                        move.legal});
    }
  }
  result.push_back({Kind::terminal, "terminal", circuit.terminal});
  for (const CircuitRole& role : circuit.roles) {
    for (const CircuitGoal& goal : role.goals) {
      result.push_back(
          {Kind::goal, fmt::format("(goal {} {})", text(role.name), goal.value), goal.literal});
    }
  }
  for (std::size_t i = 0; i < circuit.bases.size(); ++i) {
    result.push_back(
        {Kind::next, fmt::format("(next {})", text(circuit.bases[i].fluent)), circuit.next[i]});
  }
  return result;
}

std::string to_text(const Circuit& circuit) {
  const CircuitNames names(circuit);
  std::string result;
  for (CircuitNode node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    const Gate& gate = circuit.gate(node);
    result +=
        fmt::format("{} = {} AND {}\n", names.name(node), names.name(gate.a), names.name(gate.b));
  }
  for (const CircuitLoop& loop : circuit.loops) {
    for (std::size_t i = 0; i < loop.values.size(); ++i) {
      result +=
          fmt::format("{} <- {}\n", names.name(loop.first_feedback + static_cast<CircuitNode>(i)),
                      names.name(loop.values[i]));
    }
  }
  for (const CircuitOutput& output : outputs_of(circuit)) {
    result += fmt::format("{} = {}\n", output.name, names.name(output.literal));
  }
  return result;
}

std::string to_dot(const Circuit& circuit, std::string_view title) {
  const CircuitNames names(circuit);
  std::string result = fmt::format("digraph {} {{\n  rankdir=LR;\n", quoted_label(title));
  const auto arrow = [&](Literal from, std::string_view to, std::string_view more) {
    result += fmt::format("  n{} -> {} [{}{}];\n", from.node(), to,
                          from.is_complemented() ? "arrowhead=odot" : "", more);
  };
  for (CircuitNode node = 1; node < circuit.node_count(); ++node) {
    const bool base = node < circuit.first_input();
    const bool filled = base && circuit.bases[node - 1].initially;
    result += circuit.is_gate(node)
                  ? fmt::format("  n{} [shape=circle, label=\"&\"];\n", node)
                  : fmt::format("  n{} [shape=box, color={}{}, label={}];\n", node,
                                base ? "blue" : "green",
                                filled ? ", style=filled, fillcolor=lightblue" : "",
                                quoted_label(names.name(node)));
  }
  for (CircuitNode node = circuit.first_gate(); node < circuit.node_count(); ++node) {
    for (const Literal input : {circuit.gate(node).a, circuit.gate(node).b}) {
      arrow(input, fmt::format("n{}", node), "");
    }
  }
  for (const CircuitLoop& loop : circuit.loops) {
    for (std::size_t i = 0; i < loop.values.size(); ++i) {
      arrow(loop.values[i], fmt::format("n{}", loop.first_feedback + i),
            " style=dashed, constraint=false");
    }
  }
  std::size_t number = 0;
  for (const CircuitOutput& output : outputs_of(circuit)) {
    result += fmt::format("  o{} [shape=box, color={}, label={}];\n", number,
                          colour_of(output.kind), quoted_label(output.name));
    if (!output.literal.is_constant()) {
      arrow(output.literal, fmt::format("o{}", number), "");
    } else {
      result += fmt::format("  c{0} [shape=plaintext, label=\"{1}\"];\n  c{0} -> o{0};\n", number,
                            names.name(output.literal));
    }
    ++number;
  }
  return result + "}\n";
}

}  // namespace palamedes::circuit
