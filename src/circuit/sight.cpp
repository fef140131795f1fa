#include "circuit/sight.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "circuit/arrange.h"
#include "circuit/builder.h"

namespace palamedes::circuit {
namespace {

// Values that some nodes have in place of their own. Nodes that are not mentioned stand for
// themselves.
class Replacement {
 public:
  void begin(std::size_t nodes) {
    if (stamp_.size() < nodes) {
      stamp_.resize(nodes, 0);
      value_.resize(nodes);
    }
    ++now_;
  }
  [[nodiscard]] bool has(CircuitNode node) const { return stamp_[node] == now_; }
  void set(CircuitNode node, Literal value) {
    stamp_[node] = now_;
    value_[node] = value;
  }
  [[nodiscard]] Literal of(CircuitNode node) const { return value_[node]; }

 private:
  std::vector<std::uint32_t> stamp_;  // by node
  std::vector<Literal> value_;
  std::uint32_t now_ = 0;
};

// The best goal of each role, where one role's best is the other one's worst.
struct Stakes {
  std::vector<Literal> best;   // by role
  std::vector<Literal> worst;  // of the other roles when this one has its best
};

std::set<int> goals_of(const CircuitRole& role) {
  std::set<int> goals;
  for (const CircuitGoal& goal : role.goals) {
    if (goal.literal != false_literal) goals.insert(goal.value);
  }
  return goals;
}

Literal goal_literal(const CircuitRole& role, int value) {
  for (const CircuitGoal& goal : role.goals) {
    if (goal.value == value) return goal.literal;
  }
  return false_literal;
}

std::optional<Stakes> stakes_of(const Circuit& circuit) {
  std::vector<std::set<int>> goals;
  for (const CircuitRole& role : circuit.roles) {
    goals.push_back(goals_of(role));
    if (goals.back().size() < 2) return std::nullopt;
  }
  Stakes stakes;
  if (goals.size() == 1) {
    stakes.best.push_back(goal_literal(circuit.roles[0], *goals[0].rbegin()));
    stakes.worst.push_back(true_literal);
    return stakes;
  }
  if (goals.size() != 2 || goals[0].size() != goals[1].size()) return std::nullopt;
  const int sum = *goals[0].begin() + *goals[1].rbegin();
  for (const int goal : goals[0]) {
    if (goals[1].count(sum - goal) == 0) return std::nullopt;
  }
  for (std::size_t role = 0; role < 2; ++role) {
    stakes.best.push_back(goal_literal(circuit.roles[role], *goals[role].rbegin()));
    stakes.worst.push_back(goal_literal(circuit.roles[1 - role], *goals[1 - role].begin()));
  }
  return stakes;
}

class Seer {
 public:
  Seer(Circuit circuit, Stakes stakes, const SightOptions& options)
      : draft_(draft_of(std::move(circuit))),
        circuit_(draft_.circuit),
        options_(options),
        stakes_(std::move(stakes)),
        builder_(circuit_.first_gate(), circuit_.gates.size() * 2),
        groups_of_(circuit_.first_input()) {
    for (const OneHotGroup& group : circuit_.groups) {
      for (const CircuitNode node : group.nodes) {
        if (node < circuit_.first_input()) groups_of_[node].push_back(&group);
      }
    }
    copy_gates();
    most_gates_ = std::max(
        options.least_gates,
        static_cast<std::size_t>(options.growth * static_cast<double>(circuit_.gates.size())));
  }

  std::optional<Circuit> run() {
    look_at_moves();
    if (seen_ == 0) return std::nullopt;
    std::vector<Literal> any_win;
    for (const auto& moves : moves_) any_win.push_back(any_of(moves, &Seen::wins));
    if (options_.sight == Sight::replies && circuit_.roles.size() == 2) look_at_replies(any_win);
    for (std::size_t role = 0; role < moves_.size(); ++role) restrict(role, any_win[role]);
    return take();
  }

 private:
  // What is seen of a move.
  struct Seen {
    bool alone = false;  // nobody else chooses where it is legal
    Literal wins = false_literal;
    Literal answered = false_literal;
  };

  // Equal and trivial gates become one: `own_` says where each is now.
  void copy_gates() {
    own_.resize(circuit_.node_count());
    for (CircuitNode node = 0; node < circuit_.first_gate(); ++node) own_[node] = {node, false};
    for (CircuitNode node = circuit_.first_gate(); node < circuit_.node_count(); ++node) {
      const Gate& gate = circuit_.gate(node);
      own_[node] = builder_.and_of(own(gate.a), own(gate.b));
    }
    for_each_output(circuit_, [&](Literal& literal) { literal = own(literal); });
    for (Literal& literal : stakes_.best) literal = own(literal);
    for (Literal& literal : stakes_.worst) literal = own(literal);
  }
  [[nodiscard]] Literal own(Literal literal) const {
    return own_[literal.node()] ^ literal.is_complemented();
  }

  // --- what has to be looked at, inputs before readers

  [[nodiscard]] std::vector<CircuitNode> gates_below(const std::vector<Literal>& roots) const {
    std::vector<bool> needed(builder_.node_count(), false);
    for (const Literal root : roots) needed[root.node()] = true;
    std::vector<CircuitNode> list;
    for (CircuitNode node = builder_.node_count(); node-- > circuit_.first_gate();) {
      if (!needed[node]) continue;
      list.push_back(node);
      needed[builder_.gate(node).a.node()] = true;
      needed[builder_.gate(node).b.node()] = true;
    }
    std::reverse(list.begin(), list.end());
    return list;
  }
  // Bases that these gates read.
  [[nodiscard]] std::vector<CircuitNode> bases_below(const std::vector<CircuitNode>& gates,
                                                     const std::vector<Literal>& roots) const {
    std::set<CircuitNode> bases;
    const auto add = [&](Literal literal) {
      const CircuitNode node = literal.node();
      if (node >= 1 && node < circuit_.first_input()) bases.insert(node);
    };
    for (const CircuitNode node : gates) {
      add(builder_.gate(node).a);
      add(builder_.gate(node).b);
    }
    for (const Literal root : roots) add(root);
    return {bases.begin(), bases.end()};
  }

  // After a move, these literals are asked for.
  void ask_after(std::vector<Literal> roots) {
    after_ = gates_below(roots);
    bases_ = bases_below(after_, roots);
    for (const CircuitNode base : bases_) roots.push_back(circuit_.next[base - 1]);
    for (const CircuitRole& role : circuit_.roles) {
      for (const CircuitMove& move : role.moves) roots.push_back(move.legal);
    }
    state_gates_.clear();
    move_gates_.clear();
    std::vector<bool> reads_moves(builder_.node_count(), false);
    for (CircuitNode node = circuit_.first_input(); node < circuit_.first_feedback(); ++node) {
      reads_moves[node] = true;
    }
    for (const CircuitNode node : gates_below(roots)) {
      const Gate& gate = builder_.gate(node);
      reads_moves[node] = reads_moves[gate.a.node()] || reads_moves[gate.b.node()];
      (reads_moves[node] ? move_gates_ : state_gates_).push_back(node);
    }
  }
  // Gates and moves that are looked at for one move.
  [[nodiscard]] std::uint64_t work_of_move() const {
    std::uint64_t work = after_.size() + state_gates_.size() + move_gates_.size();
    for (const CircuitRole& role : circuit_.roles) work += role.moves.size();
    return work;
  }

  // --- one move

  [[nodiscard]] Literal now(Literal literal) const {
    const CircuitNode node = literal.node();
    return (now_.has(node) ? now_.of(node) : Literal(node, false)) ^ literal.is_complemented();
  }
  [[nodiscard]] Literal next(Literal literal) const {
    const CircuitNode node = literal.node();
    return next_.has(node) ? next_.of(node) ^ literal.is_complemented() : now(literal);
  }

  // It is true, and so is what it needs.
  void hold(Literal literal) {
    std::vector<Literal> open = {literal};
    while (!open.empty()) {
      const Literal one = open.back();
      open.pop_back();
      const CircuitNode node = one.node();
      if (one.is_constant() || now_.has(node)) continue;
      now_.set(node, one.is_complemented() ? false_literal : true_literal);
      if (one.is_complemented()) continue;
      if (builder_.is_gate(node)) {
        open.push_back(builder_.gate(node).a);
        open.push_back(builder_.gate(node).b);
      } else if (node < circuit_.first_input()) {
        for (const OneHotGroup* group : groups_of_[node]) {
          for (const CircuitNode member : group->nodes) {
            if (member != node) open.emplace_back(member, true);
          }
        }
      }
    }
  }

  void evaluate_now(const std::vector<CircuitNode>& gates) {
    for (const CircuitNode node : gates) {
      if (now_.has(node)) continue;
      const Gate gate = builder_.gate(node);
      if (!now_.has(gate.a.node()) && !now_.has(gate.b.node())) continue;
      const Literal value = builder_.and_of(now(gate.a), now(gate.b));
      if (value != Literal(node, false)) now_.set(node, value);
    }
  }
  void evaluate_next() {
    next_.begin(nodes_);
    for (const CircuitNode base : bases_) {
      const Literal value = now(circuit_.next[base - 1]);
      if (value != now(Literal(base, false))) next_.set(base, value);
    }
    for (const CircuitNode node : after_) {
      const Gate gate = builder_.gate(node);
      if (!next_.has(gate.a.node()) && !next_.has(gate.b.node())) continue;
      next_.set(node, builder_.and_of(next(gate.a), next(gate.b)));
    }
  }

  void set_inputs(std::size_t role, std::size_t made) {
    const auto& moves = circuit_.roles[role].moves;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].input != CircuitMove::no_input) {
        now_.set(moves[i].input, i == made ? true_literal : false_literal);
      }
    }
  }

  // The only move that a role can have, where a condition holds; nothing if there may be several
  // for too many reasons.
  struct Forced {
    std::size_t move = 0;
    Literal condition = true_literal;
  };
  [[nodiscard]] std::optional<Forced> forced_move(std::size_t role) {
    const auto& moves = circuit_.roles[role].moves;
    std::vector<std::size_t> possible;
    std::optional<std::size_t> sure;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Literal legal = now(moves[i].legal);
      if (legal == false_literal) continue;
      possible.push_back(i);
      if (legal == true_literal && !sure) sure = i;
    }
    if (possible.size() == 1) return Forced{possible.front()};
    if (!sure) return std::nullopt;
    // what all others need
    std::vector<Literal> common;
    for (const std::size_t i : possible) {
      if (i == *sure) continue;
      const std::vector<Literal> needs = needs_of(now(moves[i].legal));
      if (common.empty()) common = needs;
      std::erase_if(common, [&](Literal literal) {
        return !std::binary_search(needs.begin(), needs.end(), literal);
      });
      if (common.empty()) return std::nullopt;
    }
    return Forced{*sure, !common.front()};
  }
  // Literals without which this one is false, itself among them; sorted.
  [[nodiscard]] std::vector<Literal> needs_of(Literal literal) const {
    constexpr std::size_t most_needs = 64;
    std::vector<Literal> needs = {literal};
    for (std::size_t i = 0; i < needs.size() && needs.size() < most_needs; ++i) {
      const Literal one = needs[i];
      if (one.is_complemented() || !builder_.is_gate(one.node())) continue;
      needs.push_back(builder_.gate(one.node()).a);
      needs.push_back(builder_.gate(one.node()).b);
    }
    if (literal.is_constant()) needs.clear();
    std::sort(needs.begin(), needs.end());
    return needs;
  }

  // Whether nobody else chooses where the move is legal and alone_ holds. If so, it is made, and
  // what was asked for can be looked at.
  bool make(std::size_t role, std::size_t move) {
    nodes_ = builder_.node_count();
    alone_ = true_literal;
    now_.begin(nodes_);
    hold(!circuit_.terminal);
    const Literal legal = circuit_.roles[role].moves[move].legal;
    if (now(legal) == false_literal) return false;
    hold(legal);
    set_inputs(role, move);
    evaluate_now(state_gates_);
    for (std::size_t other = 0; other < circuit_.roles.size(); ++other) {
      if (other == role) continue;
      const std::optional<Forced> forced = forced_move(other);
      if (!forced) return false;
      set_inputs(other, forced->move);
      alone_ = builder_.and_of(alone_, forced->condition);
    }
    evaluate_now(move_gates_);
    evaluate_next();
    return true;
  }

  // --- all moves

  // Of those that were made since then and are needed for this.
  [[nodiscard]] std::size_t gates_of(Literal found, CircuitNode since) {
    now_.begin(builder_.node_count());
    std::vector<CircuitNode> open = {found.node()};
    std::size_t count = 0;
    while (!open.empty()) {
      const CircuitNode node = open.back();
      open.pop_back();
      if (node < since || now_.has(node)) continue;
      now_.set(node, true_literal);
      ++count;
      open.push_back(builder_.gate(node).a.node());
      open.push_back(builder_.gate(node).b.node());
    }
    return count;
  }

  // Each move is made, and `what` is seen of it: look(role).
  template <typename Look>
  void for_each_move(Literal Seen::*what, const Look& look) {
    std::uint64_t moves = 0;
    for (const CircuitRole& role : circuit_.roles) moves += role.moves.size();
    if (moves * work_of_move() > options_.most_visits) return;
    for (std::size_t role = 0; role < circuit_.roles.size(); ++role) {
      for (std::size_t move = 0; move < circuit_.roles[role].moves.size(); ++move) {
        if (circuit_.roles[role].moves[move].legal == false_literal) continue;
        const CircuitNode before = builder_.node_count();
        if (gates_ > most_gates_ || before > most_made) return;
        if (!make(role, move)) continue;
        const Literal found = builder_.and_of(look(role), alone_);
        const std::size_t gates = gates_of(found, before);
        if (gates > options_.most_gates_of_move) continue;
        gates_ += gates;
        moves_[role][move].alone = true;
        moves_[role][move].*what = found;
        if (found != false_literal) ++seen_;
      }
    }
  }

  void look_at_moves() {
    for (const CircuitRole& role : circuit_.roles) moves_.emplace_back(role.moves.size());
    std::vector<Literal> roots = stakes_.best;
    roots.insert(roots.end(), stakes_.worst.begin(), stakes_.worst.end());
    roots.push_back(circuit_.terminal);
    ask_after(std::move(roots));
    for_each_move(&Seen::wins, [&](std::size_t role) {
      const Literal won = builder_.and_of(next(stakes_.best[role]), next(stakes_.worst[role]));
      return builder_.and_of(next(circuit_.terminal), won);
    });
  }

  void look_at_replies(const std::vector<Literal>& any_win) {
    std::vector<Literal> roots = any_win;
    roots.push_back(circuit_.terminal);
    ask_after(std::move(roots));
    for_each_move(&Seen::answered, [&](std::size_t role) {
      return builder_.and_of(!next(circuit_.terminal), next(any_win[1 - role]));
    });
  }

  // Of the role's legal moves.
  Literal any_of(const std::vector<Seen>& moves, Literal Seen::*what) {
    const auto role = static_cast<std::size_t>(&moves - moves_.data());
    std::vector<Literal> row;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].*what == false_literal) continue;
      row.push_back(builder_.and_of(circuit_.roles[role].moves[i].legal, moves[i].*what));
    }
    return builder_.or_of_all(row);
  }

  void restrict(std::size_t role, Literal any_win) {
    std::vector<Literal> good;
    bool answers = false;
    for (std::size_t i = 0; i < moves_[role].size(); ++i) {
      const Seen& seen = moves_[role][i];
      answers = answers || seen.answered != false_literal;
      good.push_back(builder_.and_of(circuit_.roles[role].moves[i].legal, !seen.answered));
    }
    const Literal any_good = answers ? builder_.or_of_all(good) : true_literal;
    for (std::size_t i = 0; i < moves_[role].size(); ++i) {
      const Seen& seen = moves_[role][i];
      if (!seen.alone) continue;
      CircuitMove& move = circuit_.roles[role].moves[i];
      const Literal not_beaten =
          builder_.and_of(!any_win, !builder_.and_of(seen.answered, any_good));
      move.legal = builder_.and_of(move.legal, builder_.or_of(seen.wins, not_beaten));
    }
  }

  Circuit take() {
    circuit_.gates = builder_.take();
    return arrange(std::move(draft_));
  }

  CircuitDraft draft_;
  Circuit& circuit_;
  const SightOptions& options_;
  Stakes stakes_;
  CircuitBuilder builder_;
  std::vector<Literal> own_;                                // by node of the circuit as it came
  std::vector<std::vector<const OneHotGroup*>> groups_of_;  // by base
  static constexpr std::size_t most_made = 4'000'000;       // gates, with those that nobody needs
  std::size_t most_gates_ = 0;
  std::size_t gates_ = 0;  // that what is seen needs
  std::size_t seen_ = 0;
  std::vector<std::vector<Seen>> moves_;  // by role and move

  // what is asked for
  std::vector<CircuitNode> state_gates_;  // that matter before the move,
  std::vector<CircuitNode> move_gates_;   // with the move,
  std::vector<CircuitNode> bases_;        // in between,
  std::vector<CircuitNode> after_;        // and in the state that it leads to
  // one move
  std::size_t nodes_ = 0;
  Literal alone_;
  Replacement now_;
  Replacement next_;
};

}  // namespace

std::optional<Circuit> with_sight(Circuit circuit, const SightOptions& options) {
  if (options.sight == Sight::none || circuit.feedback_count > 0) return std::nullopt;
  std::optional<Stakes> stakes = stakes_of(circuit);
  if (!stakes) return std::nullopt;
  return Seer(std::move(circuit), std::move(*stakes), options).run();
}

}  // namespace palamedes::circuit
