#pragma once
// Parameters that a search tunes while it plays (thesis, chapters 6 and 7): one tuner for each
// role. It lives for a whole match and outlives a search that is replaced by another one, as when
// the match goes on with another machine.
//
// All threads of a search share the tuners, each of which is locked while it chooses or learns:
// that is short beside a simulation, and what one thread finds out is known to all.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "search/parameters.h"
#include "tune/description.h"
#include "tune/tuner.h"

namespace palamedes::search::tuning {

// Whether such a search can be tuned like that; the reasons if not.
[[nodiscard]] Result<tune::Space> make_space(const tune::Description& description,
                                             const Parameters& parameters);

class Tuning {
 public:
  [[nodiscard]] static Result<std::shared_ptr<Tuning>> make(const tune::Description& description,
                                                            const Parameters& parameters,
                                                            std::size_t roles, std::uint64_t seed);

  [[nodiscard]] const tune::Space& space() const { return *space_; }
  [[nodiscard]] std::size_t roles() const { return tuners_.size(); }
  // Whether it tunes a parameter whose name begins so.
  [[nodiscard]] bool tunes(std::string_view beginning) const;
  // With every tuned parameter at the value that asks most of the search around it: what it keeps
  // and records must do for all of them.
  [[nodiscard]] Parameters demanding(Parameters parameters) const;

  // Several threads will choose and learn.
  void share() { is_shared_ = true; }

  tune::Choice choose(std::size_t role, std::span<double> values) {
    const Guard guard = lock(role);
    return tuners_[role].choose(values);
  }
  void reward(std::size_t role, const tune::Choice& choice, double payoff) {
    const Guard guard = lock(role);
    tuners_[role].reward(choice, payoff);
  }
  [[nodiscard]] bool changes_by_state() const { return changes_by_state_; }
  void choose_for_state(std::size_t role, std::span<double> values) {
    const Guard guard = lock(role);
    tuners_[role].choose_for_state(values);
  }

  // Not while somebody searches:
  void begin_turn();
  // whether it still has to be told how many simulations a match has, and that number:
  [[nodiscard]] bool needs_budget() const { return tuners_.front().needs_budget(); }
  void set_budget(std::uint64_t simulations);
  void set_budget(const tune::StartClock& start, double play_seconds);
  // whether it wants to know what the game is like, and that:
  [[nodiscard]] bool needs_features() const { return tuners_.front().needs_features(); }
  void set_features(const tune::Features& features);
  // By role.
  [[nodiscard]] std::vector<tune::Snapshot> snapshots() const;

 private:
  using Guard = std::unique_lock<std::mutex>;

  Tuning(std::shared_ptr<const tune::Space> space, std::vector<tune::Tuner> tuners);
  [[nodiscard]] Guard lock(std::size_t role) { return is_shared_ ? Guard(locks_[role]) : Guard(); }

  std::shared_ptr<const tune::Space> space_;
  std::vector<tune::Tuner> tuners_;  // by role
  std::unique_ptr<std::mutex[]> locks_;
  bool is_shared_ = false;
  bool changes_by_state_ = false;
};

}  // namespace palamedes::search::tuning
