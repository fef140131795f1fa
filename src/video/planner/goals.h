#pragma once
// What the rules say about winning, for the search of palamedes-video: types of which all sprites
// must vanish, and which the avatar removes by touching them, or what it makes.

#include <cstdint>
#include <vector>

#include "video/maast/maastcts2.h"
#include "video/planner/progress.h"

namespace palamedes::video::planner {

struct Goal {
  vgdl::TypeId type = 0;
  vgdl::TypeId by = vgdl::no_type;  // kind of avatar; any one if something that it makes does it
  bool is_harmful = false;          // kills the avatar or costs it health
};

class Goals : public maast::Advice {
 public:
  explicit Goals(const vgdl::Game& game);

  [[nodiscard]] const std::vector<Goal>& goals() const { return goals_; }
  // Types that the avatar wants to touch, as it is in this state.
  void wanted(const vgdl::State& root, std::vector<vgdl::TypeId>& types) const override;
  [[nodiscard]] double left(const vgdl::State& state) override { return progress_->left(state); }

 private:
  void read_effect(vgdl::TypeId first, vgdl::TypeId second, const vgdl::Effect& effect);
  [[nodiscard]] bool is_avatar_type(vgdl::TypeId type) const;
  [[nodiscard]] bool harms_avatar(vgdl::TypeId type) const;

  const vgdl::Game& game_;
  std::vector<std::uint8_t> must_vanish_;  // by type
  std::vector<std::uint8_t> made_;         // by the avatar, by type
  std::vector<Goal> goals_;
  std::optional<Progress> progress_;
};

}  // namespace palamedes::video::planner
