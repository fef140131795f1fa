// On-line tuning and randomisation of MaastCTS2 (thesis 6.4.8, 7.3.7). The payoff of a simulation
// is its value, rescaled as the search rescales values.

#include <array>

#include "tune/description.h"
#include "tune/thesis.h"
#include "video/maast/maastcts2.h"

namespace palamedes::video::maast {
namespace {

struct Target {
  std::string_view name;
  void (*apply)(Parameters&, double);
};

constexpr std::array targets = {
    Target{"select.c", [](Parameters& p, double v) { p.c = v; }},
    Target{"select.w", [](Parameters& p, double v) { p.w = v; }},
    Target{"playout.epsilon", [](Parameters& p, double v) { p.epsilon = v; }},
    Target{"playout.visits", [](Parameters& p, double v) { p.visits = v; }},
    Target{"playout.length",
           [](Parameters& p, double v) { p.length = static_cast<std::uint32_t>(v); }},
};

// Parameters that do not act within one simulation (6.4.9).
const tune::Knowledge& refusals() {
  static const tune::Knowledge knowledge = [] {
    tune::Knowledge refused;
    for (const Parameter& parameter : parameters_of(Parameters{})) {
      bool is_target = false;
      for (const Target& target : targets) is_target = is_target || target.name == parameter.name;
      if (!is_target) {
        refused.refusals.push_back(
            {parameter.name, "it does not act within one simulation, or changes how far it goes"});
      }
    }
    return refused;
  }();
  return knowledge;
}

}  // namespace

Result<std::unique_ptr<Tuning>> Tuning::make(const std::string& description,
                                             const Parameters& parameters, std::uint64_t seed) {
  const auto read = tune::parse_description(description);
  if (!read) return tl::unexpected(read.error());
  auto space = tune::make_space(*read, parameters_of(parameters), refusals());
  if (!space) return tl::unexpected(space.error());
  const auto shared = std::make_shared<const tune::Space>(std::move(*space));
  auto tuners = tune::make_tuners(shared, read->settings, 1, seed);
  if (!tuners) return tl::unexpected(tuners.error());
  std::unique_ptr<Tuning> tuning(new Tuning(std::move(tuners->front())));
  for (std::size_t i = 0; i < shared->size(); ++i) {
    for (const Target& target : targets) {
      if (target.name != (*shared)[i].name) continue;
      tuning->apply_.push_back(target.apply);
      if (target.name == "playout.length") tuning->longest_ = max_length;
    }
  }
  tuning->values_.resize(shared->size());
  return tuning;
}

void Tuning::choose(Parameters& parameters) {
  choice_ = tuner_.choose(values_);
  for (std::size_t i = 0; i < apply_.size(); ++i) apply_[i](parameters, values_[i]);
}

}  // namespace palamedes::video::maast
