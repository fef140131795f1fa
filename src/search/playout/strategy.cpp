#include "search/playout/strategy.h"

namespace palamedes::search::playout {

Strategy::Strategy(const Parameters& parameters, std::size_t roles, std::size_t most_bytes)
    : values_(roles, parameters), technique_(make(parameters, roles, most_bytes)) {
  if (parameters.replies) replies_.emplace(roles);
}

Strategy::AnyTechnique Strategy::make(const Parameters& parameters, std::size_t roles,
                                      std::size_t most_bytes) {
  switch (parameters.strategy) {
    case Technique::mast:
      return Mast(parameters.fpu, parameters.draw, parameters.decay, roles);
    case Technique::nst:
      return Nst(parameters.nst, parameters.fpu, parameters.draw, parameters.decay, roles,
                 most_bytes);
    case Technique::ppa:
      return Ppa(parameters.ppa, roles);
    case Technique::uniform:
      break;
  }
  return Uniform();
}

bool Strategy::is_uniform() const {
  return !replies_ && std::holds_alternative<Uniform>(technique_);
}

bool Strategy::needs_choices() const { return std::holds_alternative<Ppa>(technique_); }

std::size_t Strategy::choose(Role role, std::span<const Move> moves,
                             std::span<const MoveCode> codes, std::span<const Move> history,
                             Rng& rng) {
  if (moves.size() <= 1) return 0;
  if (is_tuned_) use(values_[index_of(role)]);
  if (replies_ && values_[index_of(role)].replies) {
    const std::size_t reply = replies_->choose(role, moves, history);
    if (reply < moves.size()) return reply;
  }
  const Situation situation{.role = role, .moves = moves, .codes = codes, .past = history};
  return std::visit([&](auto& technique) { return technique.choose(situation, rng); }, technique_);
}

void Strategy::use(const Parameters& values) {
  if (auto* mast = std::get_if<Mast>(&technique_)) {
    mast->use(values.fpu, values.draw);
  } else if (auto* nst = std::get_if<Nst>(&technique_)) {
    nst->use(values.nst, values.fpu, values.draw);
  } else if (auto* ppa = std::get_if<Ppa>(&technique_)) {
    ppa->use(values.ppa);
  }
}

void Strategy::learn(const Simulation& simulation) {
  ++lessons_;
  if (replies_) replies_->learn(simulation);
  std::visit([&](auto& technique) { technique.learn(simulation); }, technique_);
}

void Strategy::next_turn() {
  std::visit([](auto& technique) { technique.next_turn(); }, technique_);
}

void Strategy::take(Strategy& other, const Renumber& renumber) {
  if (auto* mast = std::get_if<Mast>(&technique_)) {
    auto* from = std::get_if<Mast>(&other.technique_);
    if (from != nullptr) mast->moves().take(from->moves(), renumber);
  } else if (auto* nst = std::get_if<Nst>(&technique_)) {
    auto* from = std::get_if<Nst>(&other.technique_);
    if (from == nullptr) return;
    nst->moves().take(from->moves(), renumber);
    nst->sequences().take(from->sequences(), renumber);
  }
  lessons_ += other.lessons_;
}

void Strategy::forget() {
  if (auto* ppa = std::get_if<Ppa>(&technique_)) ppa->forget();
}

const std::vector<std::vector<float>>& Strategy::move_values(std::size_t moves) {
  if (auto* mast = std::get_if<Mast>(&technique_)) return mast->moves().values(moves);
  if (auto* nst = std::get_if<Nst>(&technique_)) return nst->moves().values(moves);
  return no_values_;
}

std::span<const model::MoveContext> Strategy::contexts(std::size_t most, std::uint32_t calls,
                                                       std::uint32_t longest) {
  auto* nst = std::get_if<Nst>(&technique_);
  if (nst == nullptr) return {};
  const auto contexts = contexts_.make(nst->moves(), nst->sequences(),
                                       {.most = most, .periods = calls, .longest = longest});
  nst->sequences().next_period();
  nst->sequences().forget_changes();
  return contexts;
}

void Strategy::keep_changes(std::size_t most) {
  if (auto* nst = std::get_if<Nst>(&technique_)) nst->sequences().keep_changes(most);
}

std::optional<model::ContextNews> Strategy::context_news() {
  auto* nst = std::get_if<Nst>(&technique_);
  if (nst == nullptr) return std::nullopt;
  const auto news = contexts_.update(nst->moves(), nst->sequences());
  if (news) {
    nst->sequences().forget_changes();
  } else {
    nst->sequences().lose_changes();  // until contexts() is asked
  }
  return news;
}

std::size_t Strategy::memory_bytes() const {
  return std::visit([](const auto& technique) { return technique.memory_bytes(); }, technique_) +
         (replies_ ? replies_->memory_bytes() : 0) + contexts_.memory_bytes();
}

}  // namespace palamedes::search::playout
