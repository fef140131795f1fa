#include "machine/game_names.h"

#include <algorithm>

namespace palamedes::machine {

std::string GameNames::role_name(Role role) const {
  return net_->pool.text(net_->roles[index_of(role)].name, net_->symbols);
}

std::string GameNames::move_text(Role role, Move move) const {
  return net_->pool.text(net_->roles[index_of(role)].moves[index_of(move)].move, net_->symbols);
}

std::optional<Move> GameNames::find_move(Role role, std::string_view text) const {
  const auto& moves = net_->roles[index_of(role)].moves;
  for (std::uint32_t number = 0; number < moves.size(); ++number) {
    if (move_text(role, Move{number}) == text) return Move{number};
  }
  return std::nullopt;
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
