#pragma once
// Tunes the parameters of one role while it plays (thesis 6.2.1): before each simulation it chooses
// their values, after it it hears what the role got. Everything lives for a whole match.
//
//   Tuner tuner = ...;                        one for each role
//   const Choice choice = tuner.choose(values);
//   ... a simulation with these values ...
//   tuner.reward(choice, payoff);
//
// Any number of choices can wait for their payoffs, which may come in any order. One thread at a
// time.

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "tune/budget.h"
#include "tune/features.h"
#include "tune/snapshot.h"
#include "tune/strategies.h"

namespace palamedes::tune {

class Tuner {
 public:
  [[nodiscard]] const Space& space() const { return *space_; }

  // Writes a value for each parameter of the space.
  Choice choose(std::span<double> values);
  // The payoff of the role, from 0 to 1.
  void reward(const Choice& choice, double payoff);

  void begin_turn();
  // Whether values change within a simulation. If so, the search asks for others at each state.
  [[nodiscard]] bool changes_by_state() const;
  void choose_for_state(std::span<double> values);

  // Whether it still has to be told how many simulations a match has, and that number.
  [[nodiscard]] bool needs_budget() const;
  void set_budget(std::uint64_t samples);
  // The same by formula 6.2.
  void set_budget(const StartClock& start, double play_seconds);

  // Whether it still wants to know what the game is like, and that.
  [[nodiscard]] bool needs_features() const;
  void set_features(const Features& features);

  [[nodiscard]] Snapshot snapshot() const;

 private:
  friend Result<std::vector<Tuner>> make_tuners(const std::shared_ptr<const Space>&,
                                                const Settings&, std::size_t, std::uint64_t);
  using Any = std::variant<Mab, HierarchicalExpansion, NaiveMonteCarlo, LinearSideInformation,
                           Evolution, Ntbea, CmaEs, Local, Guided, Randomiser>;
  struct Use {
    std::uint64_t samples = 0;
    double sum = 0;
  };

  Tuner(std::shared_ptr<const Space> space, const Settings& settings, Rng rng);
  static Any make(const Space& space, const Settings& settings, Rng rng);
  [[nodiscard]] std::vector<double> best() const;

  std::shared_ptr<const Space> space_;
  Any strategy_;
  std::vector<Use> uses_;  // by value
  std::uint64_t samples_ = 0;
};

// One for each role, with random numbers of its own.
[[nodiscard]] Result<std::vector<Tuner>> make_tuners(const std::shared_ptr<const Space>& space,
                                                     const Settings& settings, std::size_t roles,
                                                     std::uint64_t seed);

}  // namespace palamedes::tune
