#include "search/playout/ppa.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "search/statistics/memory.h"

namespace palamedes::search::playout {

namespace {

std::optional<std::size_t> winner_of(std::span<const double> payoffs) {
  if (payoffs.empty()) return std::nullopt;
  const auto best = std::max_element(payoffs.begin(), payoffs.end());
  const bool wins =
      payoffs.size() == 1 ? *best >= 1 : std::count(payoffs.begin(), payoffs.end(), *best) == 1;
  if (!wins) return std::nullopt;
  return static_cast<std::size_t>(best - payoffs.begin());
}

double limited(double weight) {
  return std::clamp(weight, -PolicyWeights::largest_weight, PolicyWeights::largest_weight);
}

}  // namespace

void PolicyWeights::learn(const Simulation& simulation) {
  const auto winner = winner_of(simulation.payoffs);
  if (!winner) return;
  const Choices& choices = simulation.choices;
  for (std::size_t place = *winner; place < choices.taken.size(); place += ids_.size()) {
    const std::span<const MoveCode> codes = choices.at(place);
    // without a choice alpha is added and taken away again
    if (codes.size() > 1) adapt(ids_[*winner], codes, choices.taken[place]);
  }
  finish();
}

void PolicyWeights::adapt(Ids& ids, std::span<const MoveCode> codes, std::size_t taken) {
  choice_.clear();
  double sum = 0;
  for (const MoveCode code : codes) {
    choice_.push_back(obtain(ids, code));
    sum += weights_[choice_.back()].exp;
  }
  change(choice_[taken], alpha_);
  for (const std::uint32_t id : choice_) change(id, -alpha_ * weights_[id].exp / sum);
}

void PolicyWeights::change(std::uint32_t id, double difference) {
  Weight& weight = weights_[id];
  weight.weight += difference;
  if (weight.changed) return;
  weight.changed = true;
  changed_.push_back(id);
}

void PolicyWeights::finish() {
  for (const std::uint32_t id : changed_) {
    Weight& weight = weights_[id];
    weight.weight = limited(weight.weight);
    weight.exp = std::exp(weight.weight);
    weight.odds = std::exp(limited(k_ * weight.weight));
    weight.changed = false;
  }
  changed_.clear();
}

std::uint32_t PolicyWeights::obtain(Ids& ids, MoveCode code) {
  const auto [place, is_new] = ids.try_emplace(code, static_cast<std::uint32_t>(weights_.size()));
  if (is_new) weights_.emplace_back();
  return place->second;
}

void PolicyWeights::clear() {
  for (Ids& ids : ids_) ids.clear();
  weights_.clear();
}

double PolicyWeights::fill_odds(Role role, std::span<const MoveCode> codes,
                                std::span<double> odds) const {
  const Ids& ids = ids_[index_of(role)];
  double sum = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto found = ids.find(codes[i]);
    odds[i] = found == ids.end() ? 1 : odds_of(weights_[found->second]);
    sum += odds[i];
  }
  return sum;
}

double PolicyWeights::odds_of(const Weight& weight) const {
  return used_k_ == k_ ? weight.odds : std::exp(limited(used_k_ * weight.weight));
}

double PolicyWeights::weight(Role role, MoveCode code) const {
  const Ids& ids = ids_[index_of(role)];
  const auto found = ids.find(code);
  return found == ids.end() ? 0 : weights_[found->second].weight;
}

std::size_t PolicyWeights::memory_bytes() const {
  std::size_t bytes = statistics::vector_bytes(weights_) + statistics::vector_bytes(changed_) +
                      statistics::vector_bytes(choice_);
  for (const Ids& ids : ids_) bytes += statistics::map_bytes(ids);
  return bytes;
}

}  // namespace palamedes::search::playout
