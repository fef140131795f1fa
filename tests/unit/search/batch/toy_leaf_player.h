#pragma once
// Plays leaves out one after the other, on a model of its own.

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "search/batch/leaf_player.h"
#include "search/descent.h"
#include "search/parameters.h"
#include "search/playout/player.h"

namespace palamedes::search {

template <typename M>
class ToyLeafPlayer final : public batch::LeafPlayer<typename M::State> {
 public:
  using State = typename M::State;
  using typename batch::LeafPlayer<State>::Ended;

  ToyLeafPlayer(M model, const Parameters& plan, std::uint64_t seed = 9)
      : model_(std::move(model)), plan_(plan), rng_(seed) {}

  void play(std::span<const Descent<State>* const> leaves, std::uint32_t times,
            playout::Strategy& strategy, const std::function<bool()>& keep_going,
            const Ended& ended) override {
    widest = std::max(widest, leaves.size());
    IdleMoves idle(model_.role_count());
    playout::Player maker(model_, plan_.playout.end, rng_, strategy, idle, true);
    for (std::uint32_t time = 0; time < times; ++time) {
      for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
        if (!keep_going()) return;
        play_one(maker, *leaves[leaf], leaf, ended);
      }
    }
  }

  [[nodiscard]] bool answers(std::size_t questions) const override {
    return answers_all || questions >= fewest_answered;
  }
  void answer(std::span<Descent<State>* const> asking) override {
    for (Descent<State>* const descent : asking) answer_one(*descent);
    answered += asking.size();
  }
  void begin(bool timed) override { was_timed = timed; }

  std::size_t widest = 0;
  bool answers_all = false;  // questions of descents are for this one, not for the search's model
  std::size_t fewest_answered = std::numeric_limits<std::size_t>::max();
  std::size_t answered = 0;
  bool was_timed = false;

 private:
  void answer_one(Descent<State>& descent) {
    Question& question = descent.question;
    const std::size_t roles = model_.role_count();
    if (question.about == Question::About::step) {
      model_.advance(descent.state, question.joint);
      question.is_over = model_.terminal(descent.state);
      question.payoffs.clear();
      for (std::size_t role = 0; question.is_over && role < roles; ++role) {
        question.payoffs.push_back(payoff(model_, descent.state, role));
      }
      return;
    }
    question.legal.clear();
    question.ends.clear();
    for (std::size_t role = 0; role < roles; ++role) {
      model::MoveList moves;
      model_.legal(descent.state, Role(role), moves);
      question.legal.insert(question.legal.end(), moves.begin(), moves.end());
      question.ends.push_back(static_cast<std::uint32_t>(question.legal.size()));
    }
  }

  void play_one(playout::Player<M>& maker, const Descent<State>& leaf, std::size_t number,
                const Ended& ended) {
    State state = leaf.state;
    Simulation played;
    played.roles = model_.role_count();
    played.moves = leaf.simulation.moves;
    const std::size_t inner = played.moves.size();
    const std::uint32_t length = maker.play(state, played);
    ended({.leaf = number,
           .length = length,
           .moves = std::span<const Move>(played.moves).subspan(inner),
           .payoffs = played.payoffs,
           .choices = &played.choices});
  }

  M model_;
  Parameters plan_;
  Rng rng_;
};

}  // namespace palamedes::search
