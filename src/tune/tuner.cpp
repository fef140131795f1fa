#include "tune/tuner.h"

#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace palamedes::tune {
namespace {

template <typename Of>
struct Maker;
template <>
struct Maker<MabSettings> : std::type_identity<Mab> {};
template <>
struct Maker<HeSettings> : std::type_identity<HierarchicalExpansion> {};
template <>
struct Maker<NmcSettings> : std::type_identity<NaiveMonteCarlo> {};
template <>
struct Maker<LsiSettings> : std::type_identity<LinearSideInformation> {};
template <>
struct Maker<EaSettings> : std::type_identity<Evolution> {};
template <>
struct Maker<NtbeaSettings> : std::type_identity<Ntbea> {};
template <>
struct Maker<CmaEsSettings> : std::type_identity<CmaEs> {};
template <>
struct Maker<LocalSettings> : std::type_identity<Local> {};
template <>
struct Maker<GuidedSettings> : std::type_identity<Guided> {};
template <>
struct Maker<RandomiserSettings> : std::type_identity<Randomiser> {};

std::string label_of(const Dimension& dimension, double value) {
  for (std::size_t i = 0; i < dimension.values.size(); ++i) {
    if (dimension.values[i] == value) return dimension.labels[i];
  }
  return params::to_text(value);
}

ValueUse value_of(const Space& space, std::size_t parameter, std::uint32_t digit) {
  const Dimension& dimension = space[parameter];
  if (!space.is_continuous()) return {dimension.labels[digit], dimension.values[digit]};
  const double width = (dimension.interval.max - dimension.interval.min) / bins;
  const double from = dimension.interval.min + digit * width;
  return {fmt::format("{:.6g}..{:.6g}", from, from + width), from + width / 2};
}

}  // namespace

Tuner::Tuner(std::shared_ptr<const Space> space, const Settings& settings, Rng rng)
    : space_(std::move(space)),
      strategy_(make(*space_, settings, rng)),
      uses_(space_->value_count()) {}

Tuner::Any Tuner::make(const Space& space, const Settings& settings, Rng rng) {
  return std::visit(
      [&]<typename Own>(const Own& own) {
        return Any(std::in_place_type<typename Maker<Own>::type>, space, own, rng);
      },
      settings);
}

Choice Tuner::choose(std::span<double> values) {
  return std::visit(
      [&](auto& strategy) {
        if constexpr (std::is_same_v<decltype(strategy), CmaEs&>) {
          return strategy.choose(values);
        } else {
          const Choice choice = strategy.choose();
          space_->write_values(choice.digits, values);
          return choice;
        }
      },
      strategy_);
}

void Tuner::reward(const Choice& choice, double payoff) {
  ++samples_;
  for (std::size_t i = 0; i < space_->size(); ++i) {
    Use& use = uses_[space_->offset(i) + choice.digits[i]];
    ++use.samples;
    use.sum += payoff;
  }
  std::visit([&](auto& strategy) { strategy.reward(choice, payoff); }, strategy_);
}

void Tuner::begin_turn() {
  if (auto* randomiser = std::get_if<Randomiser>(&strategy_)) randomiser->begin_turn();
}

bool Tuner::changes_by_state() const {
  const auto* randomiser = std::get_if<Randomiser>(&strategy_);
  return randomiser != nullptr && randomiser->period() == Period::state;
}

void Tuner::choose_for_state(std::span<double> values) {
  if (!changes_by_state()) return;
  space_->write_values(std::get<Randomiser>(strategy_).draw(), values);
}

bool Tuner::needs_budget() const {
  const auto* lsi = std::get_if<LinearSideInformation>(&strategy_);
  return lsi != nullptr && lsi->needs_budget();
}

void Tuner::set_budget(std::uint64_t samples) {
  if (needs_budget()) std::get<LinearSideInformation>(strategy_).set_budget(samples);
}

void Tuner::set_budget(const StartClock& start, double play_seconds) {
  if (!needs_budget()) return;
  auto& lsi = std::get<LinearSideInformation>(strategy_);
  lsi.set_budget(estimated_budget(start, lsi.kappa(), play_seconds));
}

bool Tuner::needs_features() const {
  const auto* guided = std::get_if<Guided>(&strategy_);
  return guided != nullptr && guided->needs_features();
}

void Tuner::set_features(const Features& features) {
  if (needs_features()) std::get<Guided>(strategy_).set_features(features, known_games());
}

std::vector<double> Tuner::best() const {
  std::vector<double> values(space_->size());
  std::visit(
      [&](const auto& strategy) {
        if constexpr (std::is_same_v<decltype(strategy), const CmaEs&>) {
          strategy.best(values);
        } else {
          space_->write_values(strategy.best(), values);
        }
      },
      strategy_);
  return values;
}

Snapshot Tuner::snapshot() const {
  Snapshot snapshot{.samples = samples_};
  const std::vector<double> best_values = best();
  for (std::size_t i = 0; i < space_->size(); ++i) {
    ParameterUse parameter{.name = (*space_)[i].name,
                           .best = label_of((*space_)[i], best_values[i])};
    for (std::uint32_t digit = 0; digit < space_->count(i); ++digit) {
      const Use& use = uses_[space_->offset(i) + digit];
      ValueUse value = value_of(*space_, i, digit);
      value.samples = use.samples;
      if (use.samples > 0) {
        value.mean = use.sum / static_cast<double>(use.samples);
        value.share = static_cast<double>(use.samples) / static_cast<double>(samples_);
      }
      parameter.values.push_back(std::move(value));
    }
    snapshot.parameters.push_back(std::move(parameter));
  }
  return snapshot;
}

Result<std::vector<Tuner>> make_tuners(const std::shared_ptr<const Space>& space,
                                       const Settings& settings, std::size_t roles,
                                       std::uint64_t seed) {
  if (auto fits = check(settings, *space); !fits) return tl::unexpected(fits.error());
  std::vector<Tuner> tuners;
  tuners.reserve(roles);
  for (std::size_t role = 0; role < roles; ++role) {
    tuners.push_back(Tuner(space, settings, Rng(seed, role)));
  }
  return tuners;
}

}  // namespace palamedes::tune
