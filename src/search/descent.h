#pragma once
// One simulation under way: the way through the tree, and the leaf from which it is played out.
//
//   nodes   visited, the root first
//   taken   [step * roles + role]: which of its moves the role chose there

#include <cstdint>
#include <vector>

#include "search/question.h"
#include "search/simulation.h"
#include "search/tree/node.h"
#include "search/tuning/tuned.h"

namespace palamedes::search {

// The best move of a node leads to payoffs that are known. The simulation looks at another move,
// but from the node upwards these payoffs count.
struct Substitute {
  std::uint32_t step;
  std::uint32_t role;
  std::uint32_t move;  // which of the role's
  const float* payoffs;
};

template <typename State>
struct Descent {
  std::vector<tree::NodeId> nodes;
  std::vector<std::uint32_t> taken;
  std::vector<Substitute> substitutes;
  Simulation simulation;            // its moves are those in the tree until it is played out
  State state;                      // of the leaf
  bool created = false;             // the last node is new
  bool repeated = false;            // the last node is the leaf of another simulation under way
  bool ended = false;               // payoffs are known without a playout
  double virtual_loss = 0;          // that its way still counts
  tree::NodeId at = tree::no_node;  // while it descends: the node to enter next,
  std::vector<tree::NodeId> references;  // and those whose AMAF statistics count there: one for
                                         // all roles, or by role
  bool asks = false;                     // it waits for answers instead of asking the model,
  Question question;                     // to this question
  std::uint32_t playouts = 0;            // of the leaf that ended, and the sums of their payoffs
  std::vector<double> sums;
  std::vector<char> sampled;  // by role: its first selection was compared with others before
  tuning::Tuned tuned;        // what it is searched with, if that is tuned

  // Choices of all roles so far.
  [[nodiscard]] std::size_t steps(std::size_t roles) const { return taken.size() / roles; }
  [[nodiscard]] const std::uint32_t* last_taken(std::size_t roles) const {
    return taken.data() + taken.size() - roles;
  }

  void clear(std::size_t roles) {
    nodes.clear();
    taken.clear();
    substitutes.clear();
    sampled.assign(roles, 0);
    simulation.roles = roles;
    simulation.moves.clear();
    simulation.choices.clear();
    simulation.is_whole = false;
    created = false;
    repeated = false;
    ended = false;
    virtual_loss = 0;
    asks = false;
    question.about = Question::About::nothing;
    playouts = 0;
  }
};

}  // namespace palamedes::search
