#include "video/maast/determinism.h"

#include <optional>

namespace palamedes::video::maast {
namespace {

constexpr int sequences = 5;
constexpr int length = 5;
constexpr int repeats = 3;

// A number for what is seen; none if there is a character.
std::optional<std::uint64_t> picture_of(const ForwardModel& model, const vgdl::State& state) {
  std::uint64_t sum = 0;
  bool has_character = false;
  const int block = model.game().block();
  model.see(state).for_each_changing([&](const vgdl::Observed& sprite) {
    has_character = has_character || sprite.category == vgdl::Category::npc;
    std::uint64_t key = sprite.type + 1;
    key = key * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(sprite.x / block);
    key = (key ^ key >> 31) * 0xbf58476d1ce4e5b9ULL + static_cast<std::uint64_t>(sprite.y / block);
    sum += (key ^ key >> 29) * 0x94d049bb133111ebULL;
  });
  if (has_character) return std::nullopt;
  return sum;
}

}  // namespace

bool seems_deterministic(ForwardModel& model, const vgdl::State& start) {
  if (!picture_of(model, start)) return false;
  vgdl::State state;
  for (int sequence = 0; sequence < sequences; ++sequence) {
    std::array<vgdl::Action, length> plan{};
    const Actions& actions = model.actions(start);
    for (vgdl::Action& action : plan) {
      action = actions[model.rng().below(static_cast<std::uint32_t>(actions.size()))];
    }
    std::optional<std::uint64_t> first;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      model.copy(start, state);
      for (const vgdl::Action action : plan) model.advance(state, action);
      const std::optional<std::uint64_t> picture = picture_of(model, state);
      if (!picture || (first && *first != *picture)) return false;
      first = picture;
    }
  }
  return true;
}

}  // namespace palamedes::video::maast
