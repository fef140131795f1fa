#include "lab/learn_tuning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include "base/rng.h"
#include "gdl/load.h"
#include "lab/machine_choice.h"
#include "machine/game.h"
#include "search/tuning/probe.h"

namespace palamedes::lab {
namespace {

using EffectKey = std::pair<std::string, double>;

// Parameters with several values: of others nothing can be learned.
std::set<std::string> varied(const std::vector<PlayedRole>& players) {
  std::map<std::string, double> first;
  std::set<std::string> names;
  for (const PlayedRole& player : players) {
    for (const auto& [parameter, value] : player.values) {
      if (first.emplace(parameter, value).first->second != value) names.insert(parameter);
    }
  }
  return names;
}

class Effects {
 public:
  explicit Effects(const std::vector<PlayedRole>& players) {
    const std::set<std::string> names = varied(players);
    std::map<EffectKey, std::size_t> numbers;
    std::map<std::size_t, std::pair<double, double>> of_roles;  // sum and number
    for (const PlayedRole& player : players) {
      if (matches_.empty() || match_ != player.match) matches_.emplace_back();
      match_ = player.match;
      Player own{.points = player.goal / 100.0, .role = player.role, .values = {}};
      for (const PlayedValue& played : player.values) {
        if (!names.contains(played.parameter)) continue;
        const auto [at, is_new] =
            numbers.emplace(EffectKey{played.parameter, played.value}, numbers.size());
        own.values.push_back(at->second);
      }
      auto& [sum, count] = of_roles[player.role];
      sum += own.points;
      ++count;
      matches_.back().push_back(std::move(own));
    }
    for (auto& match : matches_) {
      for (Player& player : match) {
        const auto& [sum, count] = of_roles[player.role];
        player.points -= sum / count;
      }
    }
    keys_.resize(numbers.size());
    for (const auto& [key, number] : numbers) keys_[number] = key;
    effects_.resize(keys_.size());
    players_.resize(keys_.size());
  }

  std::vector<tune::KnownValue> fit() {
    constexpr int most_rounds = 200;
    constexpr double nothing = 1e-7;
    for (int round = 0; round < most_rounds; ++round) {
      if (improve() < nothing) break;
    }
    centre();
    std::vector<tune::KnownValue> values;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      values.push_back({keys_[i].first, keys_[i].second, effects_[i], players_[i]});
    }
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
      return std::pair(a.parameter, a.value) < std::pair(b.parameter, b.value);
    });
    return values;
  }

 private:
  struct Player {
    double points = 0;  // more than its role has on average
    std::size_t role = 0;
    std::vector<std::size_t> values;
  };

  [[nodiscard]] double strength(const Player& player) const {
    double sum = 0;
    for (const std::size_t value : player.values) sum += effects_[value];
    return sum;
  }

  // One step of each effect towards what the others leave unexplained. By how much they moved.
  double improve() {
    std::vector<double> sums(keys_.size());
    std::fill(players_.begin(), players_.end(), 0.0);
    for (const auto& match : matches_) {
      double all = 0;
      for (const Player& player : match) all += strength(player);
      for (const Player& player : match) {
        const double own = strength(player);
        const double others =
            match.size() > 1 ? (all - own) / static_cast<double>(match.size() - 1) : 0;
        for (const std::size_t value : player.values) {
          sums[value] += player.points - (own - others) + effects_[value];
          ++players_[value];
        }
      }
    }
    double moved = 0;
    for (std::size_t i = 0; i < effects_.size(); ++i) {
      const double target = sums[i] / (players_[i] + average_players);
      // half of the way: effects of different parameters are improved at once
      const double step = (target - effects_[i]) / 2;
      effects_[i] += step;
      moved = std::max(moved, std::abs(step));
    }
    return moved;
  }

  void centre() {
    std::map<std::string, std::pair<double, double>> of_parameters;  // sum and number
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      auto& [sum, count] = of_parameters[keys_[i].first];
      sum += effects_[i] * players_[i];
      count += players_[i];
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const auto& [sum, count] = of_parameters[keys_[i].first];
      effects_[i] -= sum / count;
    }
  }

  std::string match_;
  std::vector<std::vector<Player>> matches_;
  std::vector<EffectKey> keys_;  // by number
  std::vector<double> effects_;
  std::vector<double> players_;
};

}  // namespace

std::vector<tune::KnownValue> learn_effects(const std::vector<PlayedRole>& players) {
  return Effects(players).fit();
}

Result<tune::KnownGame> learn_game(const PlayedGame& game) {
  auto loaded = gdl::load(game.rules, game.name);
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  auto made = make_game(std::make_shared<const gdl::Loaded>(std::move(*loaded)), "");
  if (!made) return tl::unexpected(std::move(made.error()));
  const tune::Features features = std::visit(
      [](auto& steps) {
        return search::tuning::probe(*steps, steps->initial(), Rng(1),
                                     {.playouts = 200, .steps = 50'000, .seconds = 30});
      },
      (*made)->steps());
  return tune::KnownGame{
      .name = game.name, .features = features, .values = learn_effects(game.players)};
}

}  // namespace palamedes::lab
