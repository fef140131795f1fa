#pragma once
// Leaves of a tree played out by the swarm, all at once.
//
// Uniform playouts and greedy ones by the values of moves (MAST) and sequences of moves (NST) are
// drawn without leaving the sliced form. Values of moves are told to the swarm at the beginning of
// each batch, those after other moves too as far as they changed where they were learned; all that
// follows from them takes longer, and is told now and then. All other strategies choose lane by
// lane.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agent/game.h"
#include "base/rng.h"
#include "base/stopwatch.h"
#include "machine/bit_state.h"
#include "machine/swarm/swarm.h"
#include "search/descent.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/strategy.h"

namespace palamedes::agent {

// What a strategy by sequences of moves (NST) has learned, as a swarm wants it; valid as long as
// the strategy's own answer is. No role has more moves than `most_moves`.
[[nodiscard]] std::vector<machine::SwarmContext> contexts_for_swarm(
    search::PlayoutStrategy& strategy, std::size_t most_moves);

class SwarmPlayer final : public search::LeafPlayer<machine::BitState> {
 public:
  using Leaf = search::Descent<machine::BitState>;

  // Nothing where the game has no swarm, or nobody wants it any more.
  [[nodiscard]] static std::unique_ptr<SwarmPlayer> make(Game& game, const search::Plan& plan,
                                                         std::uint64_t seed);

  void set_coder(const search::MoveCoder<machine::BitState>* coder) { coder_ = coder; }

  void play(std::span<const Leaf* const> leaves, std::uint32_t times,
            search::PlayoutStrategy& strategy, const std::function<bool()>& keep_going,
            const Ended& ended) override;
  void next_turn() override {
    lessons_before_.reset();
    told_at_.reset();
  }
  void begin(bool timed) override { timed_ = timed; }
  [[nodiscard]] double seconds_of_preparation() const override { return telling_; }

 private:
  SwarmPlayer(std::unique_ptr<machine::Swarm> swarm, const search::Plan& plan, std::uint64_t seed);

  [[nodiscard]] bool is_sliced() const;
  [[nodiscard]] bool has_news(const search::PlayoutStrategy& strategy) const;
  [[nodiscard]] bool has_time() const;
  void tell_news(search::PlayoutStrategy& strategy);
  void revise(search::PlayoutStrategy& strategy);
  void tell(search::PlayoutStrategy& strategy);
  void play_lane_by_lane(std::span<const Leaf* const> leaves, search::PlayoutStrategy& strategy,
                         const Ended& ended);
  void end(const machine::SwarmPlayout& playout, const search::Choices* choices,
           const Ended& ended);

  // One leaf's playout, where lanes choose by themselves.
  struct UnderWay {
    std::vector<Move> history;    // from the root on
    std::size_t inner = 0;        // moves up to the leaf
    search::Choices choices;      // only where there was one, in this order:
    std::vector<std::size_t> at;  // steps after the leaf * roles + role
  };
  Move choose(const machine::SwarmChoice& choice, search::PlayoutStrategy& strategy);
  std::size_t choose_by_codes(const machine::SwarmChoice& choice, search::PlayoutStrategy& strategy,
                              UnderWay& playout);
  // With what there was no choice about: as the strategies want it.
  const search::Choices& completed(const UnderWay& playout, std::span<const Move> moves);

  search::Playout plan_;
  double news_;  // share of a turn's lessons that is worth telling
  std::unique_ptr<machine::Swarm> swarm_;
  std::size_t most_moves_ = 0;  // of any role
  // Lessons that the strategy had had when the turn's first batch came, and when it was asked last
  // in this turn.
  std::optional<std::uint64_t> lessons_before_;
  std::optional<std::uint64_t> told_at_;
  bool timed_ = false;
  bool revisable_ = false;   // changes can be told by themselves,
  bool due_ = false;         // but the last ones could not
  double telling_ = 0;       // seconds of the last batch that telling took,
  double last_telling_ = 0;  // and of the last time that anything was told,
  CpuStopwatch since_told_;  // which was so long ago
  std::vector<machine::SwarmContext> added_;
  std::vector<machine::SwarmRevision> revised_;
  std::vector<machine::SwarmStart> starts_;
  std::vector<double> payoffs_;
  std::vector<Move> moves_;
  std::vector<UnderWay> under_way_;
  search::Choices choices_;
  const search::MoveCoder<machine::BitState>* coder_ = nullptr;
  machine::BitState state_;
  Rng rng_;
};

}  // namespace palamedes::agent
