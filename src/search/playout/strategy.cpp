#include "search/playout/strategy.h"

namespace palamedes::search {

PlayoutStrategy::PlayoutStrategy(const Playout& plan, std::size_t roles, std::size_t most_bytes)
    : strategy_(make(plan, roles, most_bytes)) {
  if (plan.replies) replies_.emplace(roles);
}

PlayoutStrategy::Strategy PlayoutStrategy::make(const Playout& plan, std::size_t roles,
                                                std::size_t most_bytes) {
  switch (plan.strategy) {
    case Playouts::mast:
      return Mast(plan, roles);
    case Playouts::nst:
      return Nst(plan, roles, most_bytes);
    case Playouts::ppa:
      return Ppa(plan, roles);
    case Playouts::uniform:
      break;
  }
  return Uniform();
}

bool PlayoutStrategy::is_uniform() const {
  return !replies_ && std::holds_alternative<Uniform>(strategy_);
}

bool PlayoutStrategy::needs_choices() const { return std::holds_alternative<Ppa>(strategy_); }

std::size_t PlayoutStrategy::choose(Role role, std::span<const Move> moves,
                                    std::span<const MoveCode> codes, std::span<const Move> history,
                                    Rng& rng) {
  if (moves.size() <= 1) return 0;
  if (replies_) {
    const std::size_t reply = replies_->choose(role, moves, history);
    if (reply < moves.size()) return reply;
  }
  const Situation situation{.role = role, .moves = moves, .codes = codes, .past = history};
  return std::visit([&](auto& strategy) { return strategy.choose(situation, rng); }, strategy_);
}

void PlayoutStrategy::learn(const Simulation& simulation) {
  ++lessons_;
  if (replies_) replies_->learn(simulation);
  std::visit([&](auto& strategy) { strategy.learn(simulation); }, strategy_);
}

void PlayoutStrategy::next_turn() {
  std::visit([](auto& strategy) { strategy.next_turn(); }, strategy_);
}

const std::vector<std::vector<float>>& PlayoutStrategy::move_values(std::size_t moves) {
  if (auto* mast = std::get_if<Mast>(&strategy_)) return mast->moves().values(moves);
  if (auto* nst = std::get_if<Nst>(&strategy_)) return nst->moves().values(moves);
  return no_values_;
}

std::span<const MoveContext> PlayoutStrategy::contexts(std::size_t most, std::uint32_t calls) {
  auto* nst = std::get_if<Nst>(&strategy_);
  if (nst == nullptr) return {};
  const auto contexts = contexts_.make(nst->moves(), nst->sequences(), most, calls);
  nst->sequences().next_period();
  nst->sequences().forget_changes();
  return contexts;
}

void PlayoutStrategy::keep_changes(std::size_t most) {
  if (auto* nst = std::get_if<Nst>(&strategy_)) nst->sequences().keep_changes(most);
}

std::optional<ContextNews> PlayoutStrategy::context_news() {
  auto* nst = std::get_if<Nst>(&strategy_);
  if (nst == nullptr) return std::nullopt;
  const auto news = contexts_.update(nst->moves(), nst->sequences());
  if (news) {
    nst->sequences().forget_changes();
  } else {
    nst->sequences().lose_changes();  // until contexts() is asked
  }
  return news;
}

std::size_t PlayoutStrategy::memory_bytes() const {
  return std::visit([](const auto& strategy) { return strategy.memory_bytes(); }, strategy_) +
         (replies_ ? replies_->memory_bytes() : 0) + contexts_.memory_bytes();
}

}  // namespace palamedes::search
