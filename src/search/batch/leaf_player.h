#pragma once
// Plays many leaves out at once.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/ids.h"
#include "search/descent.h"
#include "search/playout/strategy.h"
#include "search/tuning/role_values.h"

namespace palamedes::search::batch {

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
    // Places among the moves where there was something to choose from, if that is known.
    std::optional<std::span<const std::uint32_t>> chosen = std::nullopt;
    bool is_whole = true;  // played out to the end of the game
  };
  using Ended = std::function<void(const Ending& ending)>;
  // Each leaf this number of times. Stops early when asked to; then some playouts never end.
  virtual void play(std::span<const Descent<State>* const> leaves, std::uint32_t times,
                    playout::Strategy& strategy, const std::function<bool()>& keep_going,
                    const Ended& ended) = 0;
  // Whether it answers this number of questions (search/question.h) faster than the model would.
  [[nodiscard]] virtual bool answers(std::size_t /*questions*/) const { return false; }
  // Answers the questions of all of them, and changes nothing else of them but their states.
  virtual void answer(std::span<Descent<State>* const> /*asking*/) {}
  // What roles play out by, if that is tuned: each leaf by its own values.
  virtual void set_values(tuning::RoleValues* /*values*/) {}
  // A move of the game was made.
  virtual void next_turn() {}
  // Thinking begins; if it ends by the clock, what is done may depend on the time that it takes.
  virtual void begin(bool /*timed*/) {}
  // A move that the role never had a choice to make, as far as all playouts so far show, where no
  // ending says which moves were chosen.
  [[nodiscard]] virtual std::optional<Move> idle_move(Role /*role*/) const { return std::nullopt; }
  // What the last call of play() spent on making ready for this and later ones.
  [[nodiscard]] virtual double seconds_of_preparation() const { return 0; }
};

}  // namespace palamedes::search::batch
