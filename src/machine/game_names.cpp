#include "machine/game_names.h"

#include <algorithm>

namespace palamedes::machine {

std::string GameNames::role_name(Role role) const {
  return net_->pool.text(net_->roles[index_of(role)].name, net_->symbols);
}

std::string GameNames::move_text(Role role, Move move) const {
  return net_->pool.text(net_->roles[index_of(role)].moves[index_of(move)].move, net_->symbols);
}

std::optional<Move> GameNames::find_move(Role role, std::string_view text) {
  if (moves_by_text_.empty()) {
    for (std::size_t r = 0; r < net_->roles.size(); ++r) {
      MovesByText& moves = moves_by_text_.emplace_back();
      for (std::uint32_t i = 0; i < net_->roles[r].moves.size(); ++i) {
        moves.emplace(move_text(Role(r), Move{i}), Move{i});
      }
    }
  }
  const MovesByText& moves = moves_by_text_[index_of(role)];
  const auto found = moves.find(text);
  return found == moves.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> GameNames::facts(const BitState& state) const {
  std::vector<std::string> result;
  std::size_t bit = 0;
  for (const net::BaseEntry& base : net_->bases) {
    const bool constant = base.transition == net::no_component;
    const bool holds = constant ? base.proposition == net::true_component
                                : (state.words[bit / 64] >> (bit % 64) & 1U) != 0;
    if (!constant) ++bit;
    if (holds) result.push_back(net_->pool.text(base.fluent, net_->symbols));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> GameNames::bit_texts() const {
  std::vector<std::string> texts;
  for (const net::BaseEntry& base : net_->bases) {
    if (base.transition == net::no_component) continue;  // always or never true
    texts.push_back(net_->pool.text(base.fluent, net_->symbols));
  }
  return texts;
}

}  // namespace palamedes::machine
