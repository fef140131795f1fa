#pragma once
// How far a game is from being won, as its rules say, in points of score:
//
//   left = 0.3 for each sprite that must vanish and each that is still to be spawned
//        + 5 for each step that what chases its end has still to go, as far as it gets by itself
//        + 0.2 for each cell between the avatar and an obstacle that it has to remove for them
//
// Sprites that chase the very thing that removes them (lemmings and their exit) go straight on:
// each step brings them nearer. Where all such steps are blocked they stop, and an obstacle that
// something of the avatar's removes counts as several steps.

#include <cstdint>
#include <optional>
#include <vector>

#include "vgdl/game.h"

namespace palamedes::video::planner {

// Types that the avatar makes, directly or by what becomes of them, by type.
[[nodiscard]] std::vector<std::uint8_t> made_by_avatar(const vgdl::Game& game);

class Progress {
 public:
  Progress(const vgdl::Game& game, std::vector<std::uint8_t> must_vanish);

  [[nodiscard]] double left(const vgdl::State& state);

 private:
  // A type that goes to its end by itself.
  struct Drift {
    vgdl::TypeId type = 0;
    std::vector<vgdl::TypeId> spawners;
    std::vector<vgdl::TypeId> removable;  // what blocks it, and can be removed
    std::vector<std::uint8_t> firm;       // by cell: what cannot
    std::vector<double> ends;             // by cell: what it costs to end there; none: below zero
    std::vector<std::int32_t> far;        // by cell: steps to the nearest end, through everything
    std::vector<std::uint32_t> order;     // cells, the nearest first
  };
  struct Spawner {
    vgdl::TypeId type = 0;
    int total = 0;
  };

  void find_drift(vgdl::TypeId type);
  [[nodiscard]] bool blocks(vgdl::TypeId type, vgdl::TypeId by) const;
  [[nodiscard]] std::optional<double> end_cost(vgdl::TypeId type, vgdl::TypeId by) const;
  void measure_steps(Drift& drift) const;
  [[nodiscard]] double drift_left(const Drift& drift, const vgdl::State& state);
  [[nodiscard]] std::int32_t avatar_to_obstacle(const Drift& drift, std::uint32_t from,
                                                std::uint32_t avatar) const;
  template <typename Use>
  void for_each_nearer(const Drift& drift, std::uint32_t cell, const Use& use) const;
  [[nodiscard]] std::optional<std::uint32_t> cell_of(const vgdl::Sprite& sprite) const;

  const vgdl::Game& game_;
  std::uint32_t columns_;
  std::uint32_t cells_;
  std::vector<vgdl::TypeId> vanishing_;
  std::vector<Spawner> spawners_;
  std::vector<Drift> drifts_;
  std::vector<std::uint8_t> made_;
  std::vector<std::uint8_t> blocked_;  // in the state that is being looked at
  std::vector<double> steps_;          // the same
};

}  // namespace palamedes::video::planner
