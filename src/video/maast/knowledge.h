#pragma once
// Knowledge-based evaluation (thesis 3.2.4; Perez-Liebana, Samothrakis and Lucas 2014): what the
// collisions of all simulations say about each type of sprites, and from that a value of states
// that are not over. docs/decisions.md has its parts and their weights.

#include <cstdint>
#include <vector>

#include "video/distances.h"
#include "video/evaluation.h"
#include "video/forward_model.h"

namespace palamedes::video::maast {

// The avatar before a tick, to see what the tick did.
struct Before {
  double score = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
  vgdl::Direction orientation;
  std::vector<std::int32_t> carried;
};

class Knowledge {
 public:
  Knowledge(ForwardModel& model, const vgdl::State& start);

  static void remember(const ForwardModel& model, const vgdl::State& state, Before& before);
  // What one simulated tick teaches. A loss in a playout teaches nothing: it may be avoidable.
  void learn(const Before& before, vgdl::Action action, const vgdl::State& after, bool in_playout);

  // A tick of the game itself: everything becomes a bit more interesting, and places where the
  // avatar was a bit less.
  void begin_tick(const vgdl::State& state);
  // The state from which changes are counted.
  void set_root(const vgdl::State& root);

  // Types that are worth as much as anything, whatever was learned about them.
  void set_goals(const std::vector<vgdl::TypeId>& types);

  // Of a state that is not over: from about -0.85 to 0.80.
  [[nodiscard]] double evaluate(const vgdl::State& state);

  // How often the avatar stood in the cell where it now is.
  [[nodiscard]] int stays(const vgdl::State& state) const {
    return stays_[model_.avatar_cell(state)];
  }
  // The largest change of score in a tick so far; 1 at least.
  [[nodiscard]] double largest_change() const { return largest_change_; }
  // How much a unit of distance to sprites of this type is worth.
  [[nodiscard]] double weight(vgdl::TypeId type) const;
  [[nodiscard]] bool blocks(vgdl::TypeId type) const;

 private:
  struct Type {
    vgdl::Category category = vgdl::Category::movable;
    bool is_seen = false;
    bool is_goal = false;
    double weight = 0;
    double rate = 0.8;       // of learning
    double interaction = 0;  // mean distance at which the avatar meets it
    double gain = 0;         // sum of the changes of score that came with it
    int meetings = 0;
    int blocked = 0;
    int lost = 0;
    int vanished = 0;
    int most = 0;  // sprites at once
    std::int32_t root_distance = 0;
    int root_count = 0;
    int count = 0;             // in the state that is being evaluated
    std::int32_t nearest = 0;  // the same
    std::vector<std::uint32_t> fixed_cells;
  };
  struct Seen {
    vgdl::TypeId type;
    std::uint32_t cell;
  };

  void meet(Type& type, vgdl::Category category);
  void note(Type& type, double change, bool blocked, bool loss, bool vanished);
  void raise_scale(double change);
  [[nodiscard]] double initial_weight(vgdl::Category category);
  [[nodiscard]] bool is_relevant(const Type& type) const { return weight_of(type) != 0; }
  [[nodiscard]] double weight_of(const Type& type) const;
  [[nodiscard]] bool blocks(const Type& type) const;
  // Reads a state: counts and nearest distance of each type, blocked cells.
  void look(const vgdl::State& state);
  void measure(Type& type, std::uint32_t cell, std::int32_t& nearest) const;
  template <typename Use>
  void for_each_untouchable(const vgdl::State& state, std::uint32_t cell, const Use& use) const;
  [[nodiscard]] bool to_cell(std::int32_t x, std::int32_t y, std::uint32_t& cell) const;
  [[nodiscard]] double distance_part();
  [[nodiscard]] double blocking_part(bool& fewer_than_root);
  [[nodiscard]] double resource_part(const vgdl::State& state, bool fewer_blocking);
  [[nodiscard]] double danger_part();
  [[nodiscard]] double touching_penalty() const;
  [[nodiscard]] double stuck_penalty() const;
  [[nodiscard]] int blocked_around(std::uint32_t cell) const;

  ForwardModel& model_;
  int columns_;
  int rows_;
  std::vector<Type> types_;
  std::vector<vgdl::TypeId> untouchable_;
  std::vector<int> stays_;
  double largest_change_ = 1;
  std::vector<std::uint8_t> walls_;    // at the start
  std::vector<std::uint8_t> blocked_;  // in the state that is being evaluated
  Distances ways_;
  std::uint32_t avatar_cell_ = 0;
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> movables_;
  std::vector<std::uint32_t> important_;
  std::vector<std::uint32_t> met_;  // stamps by type
  std::uint32_t stamp_ = 0;
  std::vector<std::int32_t> root_carried_;
  Bounds distance_bounds_{-2, 2, false};
  Bounds danger_bounds_{0, 0, false};
  Bounds blocking_bounds_{0, 0, false};
  std::vector<Bounds> carried_bounds_;
  Bounds health_bounds_{0, 0, false};
};

}  // namespace palamedes::video::maast
