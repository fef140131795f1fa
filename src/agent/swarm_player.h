#pragma once
// Leaves of a tree played out by the swarm, all at once.
//
// Uniform playouts and greedy ones by the values of moves (MAST) and sequences of moves (NST) are
// drawn without leaving the sliced form. Values of moves are sent to the swarm at the beginning of
// each batch, those after other moves too as far as they changed where they were learned; all that
// follows from them takes longer, and is sent at times. All other strategies choose lane by
// lane, and so do all of them where parameters of playouts are tuned: each lane has values of its
// own.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "circuit/sight.h"
#include "machine/bit_state.h"
#include "machine/game.h"
#include "machine/swarm/lane_steps.h"
#include "machine/swarm/swarm.h"
#include "model/move_context.h"
#include "search/batch/leaf_player.h"
#include "search/batch/telling.h"
#include "search/descent.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/strategy.h"

namespace palamedes::agent {

// What a strategy by sequences of moves (NST) has learned, as far as it is worth telling a swarm.
// No role has more moves than `most_moves`.
[[nodiscard]] std::span<const model::MoveContext> contexts_for_swarm(
    search::playout::Strategy& strategy, std::size_t most_moves);

// What the plan's roles see, in the words of circuits.
[[nodiscard]] circuit::Sight sight_of(const search::Parameters& plan);

// What such a plan needs of a game beside its steps, and what takes long to make: the swarm, and
// the machine whose roles see. An agent can begin without them.
[[nodiscard]] bool wants_parts(const search::Parameters& plan);
[[nodiscard]] search::Parameters without_parts(search::Parameters plan);
// Makes them for agents of this plan to come; false where the game has none of them.
bool make_parts(machine::Game& game, const search::Parameters& plan);

class SwarmPlayer final : public search::batch::LeafPlayer<machine::BitState> {
 public:
  using Leaf = search::Descent<machine::BitState>;

  // Nothing where the game has no swarm, or nobody wants it any more.
  [[nodiscard]] static std::unique_ptr<SwarmPlayer> make(machine::Game& game,
                                                         const search::Parameters& plan,
                                                         std::uint64_t seed);

  void set_coder(const search::MoveCoder<machine::BitState>* coder) { coder_ = coder; }

  void play(std::span<const Leaf* const> leaves, std::uint32_t times,
            search::playout::Strategy& strategy, const std::function<bool()>& keep_going,
            const Ended& ended) override;
  [[nodiscard]] bool answers(std::size_t questions) const override {
    return questions >= steps_.least_worthwhile();
  }
  void answer(std::span<search::Descent<machine::BitState>* const> asking) override;
  void set_values(search::tuning::RoleValues* values) override { values_ = values; }
  void next_turn() override { schedule_.next_turn(); }
  void begin(bool timed) override { schedule_.begin(timed); }
  [[nodiscard]] std::optional<Move> idle_move(Role role) const override;
  [[nodiscard]] double seconds_of_preparation() const override { return schedule_.seconds(); }

 private:
  SwarmPlayer(std::unique_ptr<machine::swarm::Swarm> swarm, const search::Parameters& plan,
              std::uint64_t seed);

  [[nodiscard]] bool is_sliced() const;
  [[nodiscard]] bool has_news(const search::playout::Strategy& strategy) const;
  void tell_news(search::playout::Strategy& strategy);
  void revise(search::playout::Strategy& strategy);
  void tell(search::playout::Strategy& strategy);
  void play_lane_by_lane(std::span<const Leaf* const> leaves, search::playout::Strategy& strategy,
                         const Ended& ended);
  void end(const machine::swarm::SwarmPlayout& playout, const search::Choices* choices,
           std::optional<std::span<const std::uint32_t>> chosen, const Ended& ended);

  void take_answer(search::Descent<machine::BitState>& descent, std::size_t lane,
                   bool is_about_moves);

  // One leaf's playout, where lanes choose by themselves.
  struct Playout {
    std::vector<Move> history;      // from the root on
    std::size_t inner = 0;          // moves up to the leaf
    search::Choices choices;        // only where there was one, in this order:
    std::vector<std::uint32_t> at;  // steps after the leaf * roles + role
    const Leaf* leaf = nullptr;
  };
  void use_values(const Playout& playout);
  Move choose(const machine::swarm::SwarmChoice& choice, search::playout::Strategy& strategy);
  std::size_t choose_by_codes(const machine::swarm::SwarmChoice& choice,
                              search::playout::Strategy& strategy, Playout& playout);
  // With what there was no choice about: as the strategies want it.
  const search::Choices& completed(const Playout& playout, std::span<const Move> moves);

  search::playout::Parameters plan_;
  search::batch::TellingSchedule schedule_;
  std::unique_ptr<machine::swarm::Swarm> swarm_;
  machine::swarm::LaneSteps steps_;
  std::vector<machine::swarm::LaneSteps::Question> questions_;
  std::vector<search::Descent<machine::BitState>*> asking_;  // in the order of the questions
  std::size_t most_moves_ = 0;                               // of any role
  bool revisable_ = false;                                   // changes can be sent by themselves,
  bool due_ = false;                                         // but the last ones could not
  std::vector<machine::swarm::SwarmStart> starts_;
  std::vector<double> payoffs_;
  std::vector<Move> moves_;
  std::vector<Playout> playouts_;
  search::Choices choices_;
  const search::MoveCoder<machine::BitState>* coder_ = nullptr;
  search::tuning::RoleValues* values_ = nullptr;  // that are tuned; none: always the same
  machine::BitState state_;
  Rng rng_;
};

}  // namespace palamedes::agent
