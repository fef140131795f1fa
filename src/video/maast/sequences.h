#pragma once
// N-gram selection technique over pairs of action and place of the avatar (thesis 2.5.2, 3.2.4).
// The mean of every sequence of up to five such pairs, and the value of an action in a playout: the
// mean of the means of the sequences that end with it, as long as each was seen N times.
//
// Decay is done when an entry is looked at: between two ticks there are many entries and little
// time.

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "vgdl/state.h"

namespace palamedes::video::maast {

inline constexpr std::size_t max_length = 5;

// An action at a place.
using Step = std::uint32_t;
[[nodiscard]] constexpr Step step_of(vgdl::Action action, std::uint32_t cell) {
  return cell * static_cast<Step>(vgdl::action_count) + static_cast<Step>(action);
}

class Sequences {
 public:
  explicit Sequences(std::size_t cells) : single_(cells * vgdl::action_count) {}

  struct Mean {
    double visits = 0;
    double total = 0;
    [[nodiscard]] double mean() const { return total / visits; }
  };

  void begin_tick(double decay) {
    ++tick_;
    decay_ = decay;
  }
  // Takes all room at once: growing takes longer than a tick.
  void reserve() { longer_.reserve(max_entries); }
  void clear();

  // A value for the last step of a path and all sequences up to `length` that end with it.
  void add(std::span<const Step> path, double value, std::size_t length);
  [[nodiscard]] Mean single(Step step) const { return now(single_[step]); }
  // Of a path's last steps.
  [[nodiscard]] Mean sequence(std::span<const Step> steps) const;

  // Value of `step` after a path; `urgency` if it was never made.
  [[nodiscard]] double value(std::span<const Step> path, Step step, std::size_t length,
                             double visits, double urgency) const;

 private:
  struct Entry {
    double visits = 0;
    double total = 0;
    std::uint32_t tick = 0;
  };

  [[nodiscard]] Mean now(const Entry& entry) const {
    if (entry.tick == tick_ || entry.visits == 0) return {entry.visits, entry.total};
    const double factor = std::pow(decay_, tick_ - entry.tick);
    return {entry.visits * factor, entry.total * factor};
  }
  void add_to(Entry& entry, double value);
  // Key of a sequence, from its last step backwards.
  [[nodiscard]] static std::uint64_t longer(std::uint64_t key, Step step) {
    std::uint64_t mixed = (key ^ (step + 0x9e3779b97f4a7c15ULL)) * 0xbf58476d1ce4e5b9ULL;
    mixed ^= mixed >> 29;
    return mixed * 0x94d049bb133111ebULL;
  }

  // Beyond it all is forgotten, most of which has decayed to nothing.
  static constexpr std::size_t max_entries = 800'000;

  std::vector<Entry> single_;
  boost::unordered_flat_map<std::uint64_t, Entry> longer_;
  std::uint32_t tick_ = 0;
  double decay_ = 1;
};

}  // namespace palamedes::video::maast
