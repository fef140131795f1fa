#include "circuit/turns.h"

#include <algorithm>
#include <map>

namespace palamedes::circuit {
namespace {

constexpr std::size_t most_parts = 200;  // looked at per move

class Turns {
 public:
  explicit Turns(const Circuit& circuit) : circuit_(circuit) {}

  std::optional<OneHotGroup> run() {
    for (std::uint32_t role = 0; role < circuit_.roles.size(); ++role) {
      for (const CircuitMove& move : circuit_.roles[role].moves) {
        if (move.input != CircuitMove::no_input) note_conditions(role, move);
      }
    }
    std::vector<CircuitNode> best;
    const auto consider = [&](const std::vector<Literal>& slots) {
      std::vector<CircuitNode> members = members_of(slots);
      if (members.size() > best.size()) best = std::move(members);
    };
    for (CircuitNode base = 1; base < circuit_.first_input(); ++base) {
      consider({{base, false}, {base, true}});
    }
    for (const OneHotGroup& group : circuit_.groups) {
      std::vector<Literal> slots;
      for (const CircuitNode node : group.nodes) {
        if (node < circuit_.first_input()) slots.emplace_back(node, false);
      }
      consider(slots);
    }
    if (best.empty()) return std::nullopt;
    return OneHotGroup{.nodes = std::move(best)};
  }

 private:
  // Literals of bases without which the move is not legal.
  void note_conditions(std::uint32_t role, const CircuitMove& move) {
    stack_.assign(1, move.legal);
    for (std::size_t parts = 0; !stack_.empty() && parts < most_parts; ++parts) {
      const Literal literal = stack_.back();
      stack_.pop_back();
      if (circuit_.is_gate(literal.node())) {
        if (literal.is_complemented()) continue;
        stack_.push_back(circuit_.gate(literal.node()).a);
        stack_.push_back(circuit_.gate(literal.node()).b);
      } else if (!literal.is_constant() && literal.node() < circuit_.first_input()) {
        auto& moves = needed_by_[literal][role];
        if (moves.empty() || moves.back() != move.input) moves.push_back(move.input);
      }
    }
  }

  // Literals that exclude each other, each left to the role that needs it most.
  [[nodiscard]] std::vector<CircuitNode> members_of(const std::vector<Literal>& slots) const {
    std::vector<CircuitNode> members;
    std::vector<std::uint32_t> roles;
    for (const Literal slot : slots) {
      const auto found = needed_by_.find(slot);
      if (found == needed_by_.end()) continue;
      // Where two need it equally, the one that has nothing yet.
      const auto most = std::max_element(
          found->second.begin(), found->second.end(), [&](const auto& a, const auto& b) {
            if (a.second.size() != b.second.size()) return a.second.size() < b.second.size();
            const auto has_some = [&](std::uint32_t role) {
              return std::find(roles.begin(), roles.end(), role) != roles.end();
            };
            return has_some(a.first) && !has_some(b.first);
          });
      members.insert(members.end(), most->second.begin(), most->second.end());
      roles.push_back(most->first);
    }
    std::sort(roles.begin(), roles.end());
    if (roles.empty() || roles.front() == roles.back()) return {};
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
  }

  const Circuit& circuit_;
  std::map<Literal, std::map<std::uint32_t, std::vector<CircuitNode>>> needed_by_;
  std::vector<Literal> stack_;
};

}  // namespace

std::optional<OneHotGroup> find_turns(const Circuit& circuit) { return Turns(circuit).run(); }

}  // namespace palamedes::circuit
