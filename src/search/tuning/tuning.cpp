#include "search/tuning/tuning.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "tune/thesis.h"

namespace palamedes::search::tuning {
namespace {

using playout::Technique;
using select::Formula;
using select::Sufficiency;
using select::Unvisited;

// Parameters of techniques that the search does not use: whatever value they have, nothing changes.
void refuse_idle(std::vector<tune::Refusal>& refusals, const Parameters& parameters,
                 const tune::Description& description) {
  const auto refuse = [&](std::string_view name, std::string_view reason) {
    refusals.push_back({std::string(name), std::string(reason)});
  };
  const auto is_tuned = [&](std::string_view end) {
    return std::any_of(description.parameters.begin(), description.parameters.end(),
                       [&](const tune::Wanted& wanted) { return wanted.name.ends_with(end); });
  };
  const Formula formula = parameters.select.formula;
  const Technique technique = parameters.playout.strategy;
  if (select::is_flat(formula)) refuse("select", "this search has no tree");
  for (const std::string_view name : {"select.k", "select.ref", "select.beta", "select.bias"}) {
    if (formula != Formula::amaf) refuse(name, "it acts with select.formula=amaf only");
  }
  if (formula != Formula::history) refuse("select.w", "it acts with select.formula=history only");
  if (parameters.select.sufficiency.kind == Sufficiency::none && !is_tuned("sufficiency")) {
    for (const std::string_view name : {"select.alpha", "select.floor", "select.side"}) {
      refuse(name, "it acts with select.sufficiency only");
    }
  }
  const bool scores = technique == Technique::mast || technique == Technique::nst;
  for (const std::string_view name :
       {"playout.draw", "playout.epsilon", "playout.tau", "playout.fpu"}) {
    if (!scores) refuse(name, "it acts with playout.strategy=mast or nst only");
  }
  for (const std::string_view name : {"playout.length", "playout.visits"}) {
    if (technique != Technique::nst) refuse(name, "it acts with playout.strategy=nst only");
  }
  if (technique != Technique::ppa) refuse("playout.k", "it acts with playout.strategy=ppa only");
}

double highest(const tune::Dimension& dimension) {
  if (dimension.values.empty()) return dimension.interval.max;
  return *std::max_element(dimension.values.begin(), dimension.values.end());
}
double lowest(const tune::Dimension& dimension) {
  if (dimension.values.empty()) return dimension.interval.min;
  return *std::min_element(dimension.values.begin(), dimension.values.end());
}
template <typename Enum>
bool has(const tune::Dimension& dimension, Enum value) {
  return std::find(dimension.values.begin(), dimension.values.end(), static_cast<double>(value)) !=
         dimension.values.end();
}

}  // namespace

Result<tune::Space> make_space(const tune::Description& description, const Parameters& parameters) {
  tune::Knowledge knowledge = tune::thesis_knowledge();
  refuse_idle(knowledge.refusals, parameters, description);
  return tune::make_space(description, parameters_of(parameters), knowledge);
}

Result<std::shared_ptr<Tuning>> Tuning::make(const tune::Description& description,
                                             const Parameters& parameters, std::size_t roles,
                                             std::uint64_t seed) {
  auto made = make_space(description, parameters);
  if (!made) return tl::unexpected(made.error());
  auto space = std::make_shared<const tune::Space>(std::move(*made));
  auto tuners = tune::make_tuners(space, description.settings, roles, seed);
  if (!tuners) return tl::unexpected(tuners.error());
  return std::shared_ptr<Tuning>(new Tuning(std::move(space), std::move(*tuners)));
}

Tuning::Tuning(std::shared_ptr<const tune::Space> space, std::vector<tune::Tuner> tuners)
    : space_(std::move(space)),
      tuners_(std::move(tuners)),
      locks_(new std::mutex[tuners_.size()]),
      changes_by_state_(tuners_.front().changes_by_state()) {}

bool Tuning::tunes(std::string_view beginning) const {
  for (std::size_t i = 0; i < space_->size(); ++i) {
    if ((*space_)[i].name.starts_with(beginning)) return true;
  }
  return false;
}

Parameters Tuning::demanding(Parameters parameters) const {
  for (std::size_t i = 0; i < space_->size(); ++i) {
    const tune::Dimension& tuned = (*space_)[i];
    if (tuned.name == "select.ref") {
      parameters.select.grave.ref = highest(tuned);
    } else if (tuned.name == "select.unvisited") {
      parameters.select.unvisited.by = Unvisited::blend;
    } else if (tuned.name == "select.sufficiency") {
      parameters.select.sufficiency.kind =
          has(tuned, Sufficiency::adaptive) ? Sufficiency::adaptive : Sufficiency::fixed;
    } else if (tuned.name == "playout.length") {
      parameters.playout.nst.length = static_cast<std::uint32_t>(highest(tuned));
    } else if (tuned.name == "playout.visits") {
      parameters.playout.nst.visits = lowest(tuned);
    } else if (tuned.name == "playout.replies") {
      parameters.playout.replies = true;
    } else if (tuned.name == "playout.fpu") {
      parameters.playout.fpu = playout::fpu_of_role;
    }
  }
  return parameters;
}

void Tuning::begin_turn() {
  for (tune::Tuner& tuner : tuners_) tuner.begin_turn();
}

void Tuning::set_budget(std::uint64_t simulations) {
  for (tune::Tuner& tuner : tuners_) tuner.set_budget(simulations);
}

void Tuning::set_budget(const tune::StartClock& start, double play_seconds) {
  for (tune::Tuner& tuner : tuners_) tuner.set_budget(start, play_seconds);
}

void Tuning::set_features(const tune::Features& features) {
  for (tune::Tuner& tuner : tuners_) tuner.set_features(features);
}

std::vector<tune::Snapshot> Tuning::snapshots() const {
  std::vector<tune::Snapshot> all;
  for (const tune::Tuner& tuner : tuners_) all.push_back(tuner.snapshot());
  return all;
}

}  // namespace palamedes::search::tuning
