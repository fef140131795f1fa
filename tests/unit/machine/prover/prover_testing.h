#pragma once
// A prover on rules that stand in the test.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "gdl/load.h"
#include "machine/prover/prover.h"

namespace palamedes::machine::prover {

using Texts = std::vector<std::string>;

// What every sheet must have, for tests that are about something else.
inline constexpr std::string_view bare_game =
    "(role r) (legal r go) (goal r 0) (<= terminal (true end))";

class Game {
 public:
  explicit Game(std::string_view text, const ProverOptions& limits = {}) {
    auto loaded = gdl::load(text, "test");
    if (!loaded) {
      ADD_FAILURE() << to_string(loaded.error().list().front());
      return;
    }
    rules_ = std::make_unique<gdl::Loaded>(std::move(*loaded));
    auto prover = Prover::make(*rules_, limits);
    if (!prover) {
      error_ = to_string(prover.error().list().front());
      return;
    }
    prover_ = std::move(*prover);
    state = prover_->initial();
  }

  explicit operator bool() const { return prover_ != nullptr; }
  Prover& operator*() { return *prover_; }
  Prover* operator->() { return prover_.get(); }
  [[nodiscard]] const std::string& error() const { return error_; }

  Texts facts() { return prover_->facts(state); }
  bool terminal() { return prover_->terminal(state); }
  int goal(std::size_t role = 0) { return prover_->goal(state, Role(role)); }
  Texts legal(std::size_t role = 0) {
    model::MoveList moves;
    prover_->legal(state, Role(role), moves);
    Texts result;
    for (const Move move : moves) result.push_back(prover_->move_text(Role(role), move));
    std::sort(result.begin(), result.end());
    return result;
  }
  // One move per role, as texts; gives the facts afterwards.
  Texts play(const Texts& moves) {
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < moves.size(); ++role) {
      const auto move = prover_->find_move(Role(role), moves[role]);
      EXPECT_TRUE(move) << moves[role];
      joint_move.push_back(move.value_or(Move{}));
    }
    prover_->advance(state, joint_move);
    return facts();
  }

  Prover::State state;

 private:
  std::unique_ptr<gdl::Loaded> rules_;
  std::unique_ptr<Prover> prover_;
  std::string error_;
};

// All x for which (answer x) can be derived at the start.
inline Texts answers(std::string_view rules) {
  Game game(std::string(rules) + std::string(bare_game) + "(<= (legal r ?x) (answer ?x))");
  if (!game) {
    ADD_FAILURE() << game.error();
    return {};
  }
  Texts result = game.legal();
  std::erase(result, "go");
  return result;
}

}  // namespace palamedes::machine::prover
