#pragma once
// The agent that may read everything: in games that stand still it plans (puzzle.h), in all others
// it searches as MaastCTS2 does, knows from the rules what wins (goals.h), and gives ends a value
// that leaves other differences visible.

#include <optional>

#include "video/maast/maastcts2.h"
#include "video/planner/goals.h"
#include "video/planner/parameters.h"
#include "video/planner/puzzle.h"

namespace palamedes::video::planner {

class PalamedesVideo : public Agent {
 public:
  PalamedesVideo(const vgdl::Game& game, const Parameters& parameters, std::uint64_t seed);

  void prepare(const vgdl::State& start, Budget budget) override;
  vgdl::Action act(const vgdl::State& state, Budget budget) override;
  [[nodiscard]] std::uint64_t iterations() const override { return iterations_; }

 private:
  // The next action of the plan; none where there is no plan, or where the game left it.
  [[nodiscard]] std::optional<vgdl::Action> planned(const vgdl::State& state);
  void think(const vgdl::State& state, Budget& budget);

  Parameters parameters_;
  ForwardModel model_;
  Goals goals_;
  maast::MaastCts2 search_;
  std::optional<Puzzle> puzzle_;
  std::uint64_t puzzle_start_ = 0;  // picture of the state from which the plan leads
  std::vector<vgdl::Action> plan_;
  std::size_t next_ = 0;
  std::uint64_t expected_ = 0;  // picture of the state in which the next action is due
  bool is_searching_ = false;   // by tree
  std::uint64_t iterations_ = 0;
};

}  // namespace palamedes::video::planner
