#pragma once
// Progressive History (thesis 2.5.1, formula 2.4): a move that was good anywhere in the game is
// looked at more, the more so the worse and the less tried it is here.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "base/params.h"
#include "search/simulation.h"
#include "search/tree/node.h"

namespace palamedes::search::select {

struct HistoryParameters {
  double w = 5;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("w", w, Range{0, infinity}, "history: weight W of the bias");
  }
};

// The last term of formula 2.4: global mean of the move times W / ((1 - q) n + 1).
inline double history_bias(double global_mean, double w, double mean, double move_visits) {
  return global_mean * w / ((1 - mean) * move_visits + 1);
}

class ProgressiveHistory {
 public:
  ProgressiveHistory(const HistoryParameters& parameters, std::size_t roles)
      : w_(parameters.w), history_(roles) {}

  void use(const HistoryParameters& parameters) { w_ = parameters.w; }

  // Of all simulations of a turn, wherever the move was made.
  void learn(const Simulation& simulation) {
    for (std::size_t step = 0; step < simulation.steps(); ++step) {
      for (std::size_t role = 0; role < history_.size(); ++role) {
        const std::size_t move = index_of(simulation.move(step, role));
        if (history_[role].size() <= move) history_[role].resize(move + 1);
        history_[role][move].visits += 1;
        history_[role][move].sum += simulation.payoffs[role];
      }
    }
  }
  void next_turn() {
    for (auto& moves : history_) std::fill(moves.begin(), moves.end(), tree::Statistic{});
  }

  void resize(std::size_t candidates) { means_.resize(candidates); }
  // Candidate i is the role's move; what is known of it counts so much.
  void set(std::size_t i, std::size_t role, Move move, double factor) {
    set_known(i, global_mean(role, move) * factor);
  }
  void set_known(std::size_t i, double global_mean) { means_[i] = global_mean; }

  // What formula 2.4 adds to UCT.
  [[nodiscard]] double of_visited(std::size_t i, double mean, double visits) const {
    return mean + history_bias(means_[i], w_, mean, visits);
  }
  [[nodiscard]] double of_unvisited(std::size_t i, double value) const {
    return value + w_ * means_[i];
  }

 private:
  [[nodiscard]] double global_mean(std::size_t role, Move move) const {
    const std::vector<tree::Statistic>& moves = history_[role];
    if (index_of(move) >= moves.size() || moves[index_of(move)].visits <= 0) return 0;
    return moves[index_of(move)].mean();
  }

  double w_;
  std::vector<std::vector<tree::Statistic>> history_;  // by role and move
  std::vector<double> means_;                          // by candidate
};

}  // namespace palamedes::search::select
