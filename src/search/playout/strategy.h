#pragma once
// How moves are chosen in playouts, and in the tree where the parameters say so. One per thread;
// what it has learned stays from turn to turn.
//
//   replies_    perhaps: the last good reply comes first (LGRF-2), if it is legal
//   technique_  uniform, mast, nst or ppa: what it chooses by is described in its header
//
// Where the moves and past moves of a situation have been seen before, neither choose() nor learn()
// allocates.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "model/move_context.h"
#include "search/playout/context_values.h"
#include "search/playout/mast.h"
#include "search/playout/nst.h"
#include "search/playout/parameters.h"
#include "search/playout/ppa.h"
#include "search/playout/replies.h"
#include "search/playout/uniform.h"
#include "search/renumber.h"
#include "search/simulation.h"

namespace palamedes::search::playout {

class Strategy {
 public:
  static constexpr std::size_t default_bytes = std::size_t{256} << 20U;

  // The bytes are a bound for the sequences of nst, the only statistics that grow with play; the
  // others have one number per move, or are bounded by themselves.
  Strategy(const Parameters& parameters, std::size_t roles, std::size_t most_bytes = default_bytes);

  // Nothing is ever learned: the search may draw by itself.
  [[nodiscard]] bool is_uniform() const;
  // Simulations that it learns from must bring their moves,
  [[nodiscard]] bool needs_moves() const { return !is_uniform(); }
  // and what there was to choose from; then choose() needs codes.
  [[nodiscard]] bool needs_choices() const;

  // What each role plays by, for somebody who changes it between choices.
  [[nodiscard]] std::span<Parameters> tuned_values() {
    is_tuned_ = true;
    return values_;
  }

  // Position in `moves` of the chosen one. `history` has the joint moves of the simulation so far,
  // from its root on, role by role; `codes` are parallel to `moves` if they are needed, else empty.
  // Nothing is drawn from `rng` if there is but one move.
  std::size_t choose(Role role, std::span<const Move> moves, std::span<const MoveCode> codes,
                     std::span<const Move> history, Rng& rng);
  // After each simulation.
  void learn(const Simulation& simulation);
  // Simulations that it learned from.
  [[nodiscard]] std::uint64_t lessons() const { return lessons_; }
  // A move of the game was made.
  void next_turn();
  // What another strategy of the same parameters has learned of moves and sequences; policies (ppa)
  // and replies begin anew.
  void take(Strategy& other, const Renumber& renumber);
  // What a policy (ppa) has learned, so that it is uniform again; averages and replies stay.
  void forget();

  // For machines that play many playouts at once; valid until something is learned or asked again.
  // mast and nst: the value of each move by role, for at least this number of moves of each role;
  // else empty.
  [[nodiscard]] const std::vector<std::vector<float>>& move_values(std::size_t moves);
  // nst: values of moves after certain others, see ContextValues::make(), of those that came up
  // since a number of last calls, and are at most this number of steps long; else empty.
  static constexpr std::uint32_t all_calls = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t any_length = std::numeric_limits<std::uint32_t>::max();
  [[nodiscard]] std::span<const model::MoveContext> contexts(std::size_t most,
                                                             std::uint32_t calls = all_calls,
                                                             std::uint32_t longest = any_length);

  // The same in small: what has changed since contexts() or this was asked last, as far as
  // ContextValues::update() gives it; nothing if contexts() must be asked again. That many changes
  // are kept: none if this is not called.
  void keep_changes(std::size_t most);
  [[nodiscard]] std::optional<model::ContextNews> context_news();

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using AnyTechnique = std::variant<Uniform, Mast, Nst, Ppa>;
  static AnyTechnique make(const Parameters& parameters, std::size_t roles, std::size_t most_bytes);

  void use(const Parameters& values);

  std::vector<Parameters> values_;  // by role; the same if nobody tunes them
  bool is_tuned_ = false;
  std::uint64_t lessons_ = 0;
  std::optional<Replies> replies_;
  AnyTechnique technique_;
  ContextValues contexts_;
  std::vector<std::vector<float>> no_values_;
};

}  // namespace palamedes::search::playout
