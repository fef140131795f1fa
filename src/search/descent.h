#pragma once
// One simulation under way: the way through the tree, and the leaf from which it is played out.
//
//   nodes   visited, the root first
//   taken   [step * roles + role]: which of its moves the role chose there

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/simulation.h"
#include "search/tree/node.h"

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
  std::vector<NodeId> nodes;
  std::vector<std::uint32_t> taken;
  std::vector<Substitute> substitutes;
  Simulation simulation;       // its moves are those in the tree until it is played out
  State state;                 // of the leaf
  bool created = false;        // the last node is new
  bool repeated = false;       // the last node is the leaf of another simulation under way
  bool ended = false;          // payoffs are known without a playout
  double virtual_loss = 0;     // that its way still counts
  NodeId at = no_node;         // while it descends: the node to enter next,
  NodeId reference = no_node;  // and the one whose AMAF statistics count there
  std::uint32_t playouts = 0;  // of the leaf that ended, and the sums of their payoffs
  std::vector<double> sums;

  void clear(std::size_t roles) {
    nodes.clear();
    taken.clear();
    substitutes.clear();
    simulation.roles = roles;
    simulation.moves.clear();
    simulation.choices.clear();
    created = false;
    repeated = false;
    ended = false;
    virtual_loss = 0;
    playouts = 0;
  }
};

class PlayoutStrategy;

// Plays many leaves out at once.
template <typename State>
class LeafPlayer {
 public:
  LeafPlayer() = default;
  LeafPlayer(const LeafPlayer&) = delete;
  LeafPlayer& operator=(const LeafPlayer&) = delete;
  virtual ~LeafPlayer() = default;

  // A playout of a leaf ended; moves and choices are those after the leaf, only if they are needed.
  struct Ending {
    std::size_t leaf = 0;      // its number
    std::uint32_t length = 0;  // moves after the leaf
    std::span<const Move> moves;
    std::span<const double> payoffs;
    const Choices* choices = nullptr;
  };
  using Ended = std::function<void(const Ending& ending)>;
  // Each leaf so many times. Stops early when told to; then some playouts never end.
  virtual void play(std::span<const Descent<State>* const> leaves, std::uint32_t times,
                    PlayoutStrategy& strategy, const std::function<bool()>& keep_going,
                    const Ended& ended) = 0;
  // A move of the game was made.
  virtual void next_turn() {}
  // Thinking begins; if it ends by the clock, what is done may depend on the time that it takes.
  virtual void begin(bool /*timed*/) {}
  // What the last call of play() spent on making ready for this and later ones.
  [[nodiscard]] virtual double seconds_of_preparation() const { return 0; }
};

}  // namespace palamedes::search
