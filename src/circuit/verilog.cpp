#include "circuit/verilog.h"

#include <cctype>
#include <unordered_set>

#include <fmt/format.h>

namespace palamedes::circuit {
namespace {

// Identifiers of letters, digits and underscores, all different.
class Identifiers {
 public:
  std::string make(std::string_view prefix, std::string_view text) {
    std::string name(prefix);
    for (const char c : text) {
      if (c == '(' || c == ')') continue;
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    std::string result = name;
    for (int number = 2; !taken_.insert(result).second; ++number) {
      result = fmt::format("{}__{}", name, number);
    }
    return result;
  }

 private:
  std::unordered_set<std::string> taken_;
};

class VerilogWriter {
 public:
  explicit VerilogWriter(const Circuit& circuit) : circuit_(circuit) {}

  std::string run(std::string_view game) {
    write_ports(game);
    write_state();
    write_inputs();
    CircuitNode next = circuit_.first_gate();
    for (const CircuitLoop& loop : circuit_.loops) {
      write_gates(next, loop.first_gate);
      write_loop(loop);
      next = loop.end_gate;
    }
    write_gates(next, circuit_.node_count());
    for (const auto& [name, literal] : assignments_) {
      text_ += fmt::format("  assign {} = {};\n", name, value(literal));
    }
    write_step();
    return std::move(text_) + "endmodule\n";
  }

 private:
  [[nodiscard]] std::string term(gdl::TermId id) const {
    return circuit_.source->pool.text(id, circuit_.source->symbols);
  }

  // A comment must stay one: no line ends in names.
  void port(std::string_view direction, const std::string& name, const std::string& comment) {
    ports_.push_back(fmt::format("  {} wire {}", direction, name));
    comments_.push_back(comment);
  }

  void write_ports(std::string_view game) {
    port("input", "clock", "");
    port("input", "reset", "to the initial state");
    for (const CircuitRole& role : circuit_.roles) {
      for (const CircuitMove& move : role.moves) {
        const std::string text = fmt::format("{} {}", term(role.name), term(move.move));
        const std::string name = identifiers_.make("does_", text);
        port("input", name, fmt::format("(does {})", text));
        if (move.input != CircuitMove::no_input) inputs_.emplace_back(move.input, name);
      }
    }
    for (const CircuitRole& role : circuit_.roles) {
      for (const CircuitMove& move : role.moves) {
        const std::string text = fmt::format("{} {}", term(role.name), term(move.move));
        output(identifiers_.make("legal_", text), fmt::format("(legal {})", text), move.legal);
      }
    }
    output("terminal", "terminal", circuit_.terminal);
    for (const CircuitRole& role : circuit_.roles) {
      for (const CircuitGoal& goal : role.goals) {
        const std::string text = fmt::format("{} {}", term(role.name), goal.value);
        output(identifiers_.make("goal_", text), fmt::format("(goal {})", text), goal.literal);
      }
    }
    text_ += fmt::format("// {}: {} facts, {} gates. Give exactly one legal move per role.\n", game,
                         circuit_.bases.size(), circuit_.gates.size());
    text_ += fmt::format("module {} (\n", Identifiers().make("game_", game));
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      text_ += fmt::format("{}{}{}\n", ports_[i], i + 1 < ports_.size() ? "," : "",
                           comments_[i].empty() ? "" : "  // " + comments_[i]);
    }
    text_ += ");\n";
  }

  void output(const std::string& name, const std::string& comment, Literal literal) {
    port("output", name, comment);
    assignments_.emplace_back(name, literal);
  }

  void write_state() {
    for (const gdl::TermId fluent : circuit_.always) {
      text_ += fmt::format("  // always: (true {})\n", term(fluent));
    }
    if (circuit_.bases.empty()) return;
    text_ += fmt::format("  reg [{}:0] state;\n", circuit_.bases.size() - 1);
    for (std::size_t i = 0; i < circuit_.bases.size(); ++i) {
      text_ += fmt::format("  wire n{} = state[{}];  // (true {})\n", i + 1, i,
                           term(circuit_.bases[i].fluent));
    }
  }

  void write_inputs() {
    for (const auto& [node, name] : inputs_) {
      text_ += fmt::format("  wire n{} = {};\n", node, name);
    }
  }

  // In the rounds of a loop its nodes have the number of the round behind their own.
  [[nodiscard]] std::string value(Literal literal, std::string_view round = "",
                                  const CircuitLoop* loop = nullptr) const {
    if (literal.is_constant()) return literal == true_literal ? "1'b1" : "1'b0";
    const CircuitNode node = literal.node();
    const bool inside =
        loop != nullptr &&
        ((node >= loop->first_gate && node < loop->end_gate) ||
         (node >= loop->first_feedback && node < loop->first_feedback + loop->values.size()));
    return fmt::format("{}n{}{}", literal.is_complemented() ? "~" : "", node, inside ? round : "");
  }

  void write_gates(CircuitNode first, CircuitNode end, const std::string& round = "",
                   const CircuitLoop* loop = nullptr) {
    for (CircuitNode node = first; node < end; ++node) {
      const Gate& gate = circuit_.gate(node);
      text_ += fmt::format("  wire n{}{} = {} & {};\n", node, round, value(gate.a, round, loop),
                           value(gate.b, round, loop));
    }
  }

  // Each round but the last makes at least one feedback node true, or nothing changes any more.
  void write_loop(const CircuitLoop& loop) {
    const std::size_t last = loop.values.size();
    for (std::size_t number = 0; number <= last; ++number) {
      const std::string round = number == last ? "" : fmt::format("_{}", number);
      const std::string before = fmt::format("_{}", number == 0 ? 0 : number - 1);
      for (std::size_t i = 0; i < loop.values.size(); ++i) {
        text_ += fmt::format("  wire n{}{} = {};\n", loop.first_feedback + i, round,
                             number == 0 ? "1'b0" : value(loop.values[i], before, &loop));
      }
      write_gates(loop.first_gate, loop.end_gate, round, &loop);
    }
  }

  void write_step() {
    if (circuit_.bases.empty()) return;
    text_ += "  always @(posedge clock)\n    if (reset) begin\n";
    for (std::size_t i = 0; i < circuit_.bases.size(); ++i) {
      text_ += fmt::format("      state[{}] <= 1'b{};\n", i, circuit_.bases[i].initially ? 1 : 0);
    }
    text_ += "    end else begin\n";
    for (std::size_t i = 0; i < circuit_.bases.size(); ++i) {
      text_ += fmt::format("      state[{}] <= {};\n", i, value(circuit_.next[i]));
    }
    text_ += "    end\n";
  }

  const Circuit& circuit_;
  Identifiers identifiers_;
  std::string text_;
  std::vector<std::string> ports_;
  std::vector<std::string> comments_;
  std::vector<std::pair<CircuitNode, std::string>> inputs_;
  std::vector<std::pair<std::string, Literal>> assignments_;
};

}  // namespace

Result<std::string> to_verilog(const Circuit& circuit, std::string_view game,
                               const VerilogOptions& options) {
  std::size_t gates = circuit.gates.size();
  for (const CircuitLoop& loop : circuit.loops) {
    gates += (loop.end_gate - loop.first_gate + 1) * loop.values.size();
  }
  if (gates > options.max_gates) {
    return failure({},
                   fmt::format("the circuit has {} gates when its loops are unrolled; Verilog is "
                               "written for at most {}",
                               gates, options.max_gates),
                   "");
  }
  return VerilogWriter(circuit).run(game);
}

}  // namespace palamedes::circuit
