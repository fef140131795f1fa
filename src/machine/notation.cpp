#include "machine/notation.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"
#include "gdl/expression.h"
#include "gdl/symbols.h"

namespace palamedes::machine {
namespace {

// Reads a line term by term and makes the moves.
class LinePlayer {
 public:
  LinePlayer(Game& game, Position& position, std::vector<std::string> terms)
      : game_(game), position_(position), terms_(std::move(terms)) {}

  Result<void> play(const std::function<void(std::span<const Move>)>& made) {
    while (next_ < terms_.size()) {
      const bool over = position_.terminal();
      if (!position_.fault().empty()) return gave_up();
      if (over) return problem("the game is over before it");
      auto joint_move = read_joint_move();
      if (!position_.fault().empty()) return gave_up();
      if (!joint_move) return tl::unexpected(std::move(joint_move.error()));
      position_.advance(*joint_move);
      if (!position_.fault().empty()) return gave_up();
      if (made) made(*joint_move);
    }
    return {};
  }

 private:
  Result<std::vector<Move>> read_joint_move() {
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      const std::vector<Move> legal = position_.legal(Role(role));
      if (legal.empty()) {
        return problem(fmt::format("{} has no legal move there", game_.role_names()[role]));
      }
      if (legal.size() == 1) {
        joint_move.push_back(legal.front());
        continue;
      }
      auto move = read_move(role, legal);
      if (!move) return tl::unexpected(std::move(move.error()));
      joint_move.push_back(*move);
    }
    return joint_move;
  }

  Result<Move> read_move(std::size_t role, const std::vector<Move>& legal) {
    if (next_ == terms_.size()) {
      return failure("moves",
                     fmt::format("the last step has no move of {}", game_.role_names()[role]));
    }
    const std::string& term = terms_[next_];
    const std::optional<Move> move = game_.find_move(Role(role), term);
    if (move && std::find(legal.begin(), legal.end(), *move) != legal.end()) {
      ++next_;
      return *move;
    }
    std::vector<std::string> texts;
    for (const Move each : legal) texts.push_back(game_.move_text(Role(role), each));
    return problem(fmt::format("it is not a legal move of {}", game_.role_names()[role]),
                   did_you_mean(term, texts));
  }

  [[nodiscard]] tl::unexpected<Diagnostics> gave_up() const {
    return failure(game_.rules().rules.file, position_.fault());
  }

  [[nodiscard]] tl::unexpected<Diagnostics> problem(const std::string& what,
                                                    std::string hint = {}) const {
    return failure("moves", fmt::format("move {}, {}: {}", next_ + 1, quote(terms_[next_]), what),
                   std::move(hint));
  }

  Game& game_;
  Position& position_;
  std::vector<std::string> terms_;
  std::size_t next_ = 0;
};

}  // namespace

Result<std::vector<std::string>> read_terms(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  gdl::SymbolTable symbols;
  Diagnostics diagnostics("moves");
  const gdl::Expressions expressions =
      gdl::read_expressions(spaced, symbols, gdl::ReadLimits{}, diagnostics);
  if (diagnostics.has_errors()) return tl::unexpected(std::move(diagnostics));
  std::vector<std::string> terms;
  for (const gdl::Expressions::Index index : expressions.top()) {
    terms.push_back(gdl::to_text(expressions, index, symbols));
  }
  return terms;
}

Result<void> play_line(Game& game, Position& position, std::string_view text,
                       const std::function<void(std::span<const Move>)>& made) {
  auto terms = read_terms(text);
  if (!terms) return tl::unexpected(std::move(terms.error()));
  return LinePlayer(game, position, std::move(*terms)).play(made);
}

std::string write_step(Game& game, const Position& position, std::span<const Move> joint_move,
                       std::string_view between_moves) {
  std::string step;
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    if (position.legal(Role(role)).size() < 2) continue;
    if (!step.empty()) step += between_moves;
    step += game.move_text(Role(role), joint_move[role]);
  }
  return step;
}

std::string write_line(Game& game, Position position,
                       std::span<const std::vector<Move>> joint_moves,
                       std::string_view between_moves, std::string_view between_steps) {
  std::string text;
  for (const std::vector<Move>& joint_move : joint_moves) {
    const std::string step = write_step(game, position, joint_move, between_moves);
    if (!text.empty() && !step.empty()) text += between_steps;
    text += step;
    position.advance(joint_move);
  }
  return text;
}

}  // namespace palamedes::machine
