#include "agent/spec.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "agent/presets.h"
#include "base/reader_of_text.h"
#include "base/split.h"
#include "base/suggest.h"
#include "search/tuning/tuning.h"

namespace palamedes::agent {
namespace {

// Every parameter set by its whole name takes less than half of it.
constexpr std::size_t longest_spec = 4096;

constexpr std::array all_switches = {
    Switch{"swarm", "batch.width=512,batch.playouts=0,batch.count=leaf",
           "up to 512 leaves are played out at once, several times where there is room"},
    Switch{"solver", "solver=true", "what is proven is not searched again"},
};

const Switch* find_switch(std::string_view name) {
  for (const Switch& each : all_switches) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

std::string joined(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    if (!text.empty()) text += ',';
    text += fmt::format("{}={}", parameter.name, parameter.value);
  }
  return text;
}

constexpr std::string_view tune_key = "tune=";
constexpr std::string_view no_tuning = "none";

std::string tuning_text(const Spec& spec) {
  return std::string(tune_key) +
         (spec.tuning ? tune::to_text(*spec.tuning) : std::string(no_tuning));
}

// The preset and what differs from it.
void write_text(Spec& spec) {
  const Preset& preset = *find_preset(spec.preset);
  std::string changed = joined(changed_parameters(spec.plan, preset.plan));
  const std::string tuned = spec.tuning ? tune::to_text(*spec.tuning) : std::string();
  if (tuned != preset.tune) changed += (changed.empty() ? "" : ",") + tuning_text(spec);
  spec.text = spec.preset + (changed.empty() ? "" : ":") + changed;
}

// Whether its search can be tuned so. Parameters get their whole names.
Result<void> check_tuning(Spec& spec) {
  if (!spec.tuning) return {};
  const auto space = search::tuning::make_space(*spec.tuning, spec.plan);
  if (!space) return tl::unexpected(space.error());
  for (std::size_t i = 0; i < space->size(); ++i) {
    spec.tuning->parameters[i].name = (*space)[i].name;
  }
  return {};
}

// Where `tune=` begins among parameters; their end if it does not.
std::size_t place_of_tuning(std::string_view parameters) {
  if (parameters.starts_with(tune_key)) return 0;
  const std::size_t place = parameters.find("," + std::string(tune_key));
  return place == std::string_view::npos ? parameters.size() : place + 1;
}

tl::unexpected<Diagnostics> no_parameters(const Spec& spec) {
  return failure({}, fmt::format("'{}' has no parameters", spec.preset));
}

// Reads one text; what is wrong with it is reported with that text.
class Reader : ReaderOfText {
 public:
  explicit Reader(std::string_view text)
      : ReaderOfText(text.empty() || text.size() > 60 ? "agent" : std::string(text)) {
    spec_.name = text;
  }

  Result<Spec> read() {
    const std::string_view text = spec_.name;
    const std::size_t colon = std::min(text.find(':'), text.size());
    if (text.size() > longest_spec) {
      error(fmt::format("more than {} characters", longest_spec));
    } else if (read_names(text.substr(0, colon)) && colon < text.size()) {
      read_settings(text.substr(colon + 1));
    }
    if (!diagnostics_.has_errors()) {
      if (const auto fits = check_tuning(spec_); !fits) take_errors(fits.error());
    }
    if (diagnostics_.has_errors()) return tl::make_unexpected(diagnostics_);
    write_text(spec_);
    return std::move(spec_);
  }

 private:
  // False if there is no preset that parameters could belong to.
  bool read_names(std::string_view text) {
    const std::vector<std::string_view> names = split(text, '+');
    preset_ = find_preset(names.front());
    if (preset_ == nullptr) {
      refuse_first(names.front());
      return false;
    }
    spec_.preset = preset_->name;
    spec_.plan = preset_->plan;
    spec_.random = preset_->random;
    if (!preset_->tune.empty()) spec_.tuning = *tune::parse_description(preset_->tune);
    for (std::size_t i = 1; i < names.size(); ++i) add_part(names[i]);
    return true;
  }

  void refuse_first(std::string_view name) {
    if (name.empty()) {
      error("an agent starts with the name of a preset", "'palamedes agents' lists them");
    } else if (find_switch(name) != nullptr) {
      error(fmt::format("{} can only be added to a preset", quote(name)),
            fmt::format("as in '{}+{}'", presets().front().name, name));
    } else {
      refuse(name, preset_names());
    }
  }

  void refuse(std::string_view name, std::span<const std::string> known) {
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) hint = "'palamedes agents' lists them";
    error(fmt::format("there is no agent {}", quote(name)), std::move(hint));
  }

  void add_part(std::string_view name) {
    const Preset* preset = find_preset(name);
    const Switch* word = find_switch(name);
    if (preset == nullptr && word == nullptr) {
      std::vector<std::string> known = preset_names();
      for (const Switch& each : all_switches) known.emplace_back(each.name);
      refuse(name, known);
    } else if (spec_.random) {
      error(fmt::format("'{}' has nothing to replace by {}", spec_.preset, quote(name)));
    } else if (preset != nullptr && preset->part == Part::whole) {
      error(fmt::format("{} is a player as a whole and can only come first", quote(name)));
    } else if (const std::string place = place_of(preset, word); !is_free(place, name)) {
      refuse_second(taken_[place], name, place);
    } else if (word != nullptr) {
      for (const std::string_view setting : split(word->settings, ',')) {
        const std::size_t equals = setting.find('=');
        set(setting.substr(0, equals), setting.substr(equals + 1));
      }
    } else if (preset->part == Part::select) {
      spec_.plan.select = preset->plan.select;
    } else {
      spec_.plan.playout = preset->plan.playout;
    }
  }

  void refuse_second(std::string_view first, std::string_view second, std::string_view place) {
    error(first == second
              ? fmt::format("{} is added twice", quote(second))
              : fmt::format("{} and {} both stand for '{}'", quote(first), quote(second), place));
  }

  static std::string place_of(const Preset* preset, const Switch* word) {
    if (word != nullptr) return std::string(word->name);
    return preset->part == Part::select ? "select" : "playout";
  }

  bool is_free(const std::string& place, std::string_view name) {
    return taken_.emplace(place, name).second;
  }

  void read_settings(std::string_view text) {
    const std::size_t tuning = place_of_tuning(text);
    if (tuning == text.size()) return read_parameters(text);
    if (tuning > 0) read_parameters(text.substr(0, tuning - 1));  // without the comma
    read_tuning(text.substr(tuning + tune_key.size()));
  }

  void read_tuning(std::string_view text) {
    if (spec_.random) return take_errors(no_parameters(spec_).value());
    spec_.tuning.reset();
    if (text == no_tuning) return;
    auto description = tune::parse_description(text);
    if (!description) return take_errors(description.error());
    spec_.tuning = std::move(*description);
  }

  void read_parameters(std::string_view text) {
    const std::vector<Parameter> known = parameters_of(spec_.plan);
    for (const std::string_view setting : split(text, ',')) {
      const std::size_t equals = setting.find('=');
      if (equals == std::string_view::npos) {
        error(fmt::format("needs parameters as name=value, not {}", quote(setting)));
      } else if (spec_.random) {
        take_errors(no_parameters(spec_).value());
      } else if (const auto name = full_name(setting.substr(0, equals), known); !name) {
        take_errors(name.error());
      } else if (!given_.emplace(*name, setting).second) {
        error(fmt::format("'{}' is given twice", *name));
      } else {
        set(*name, setting.substr(equals + 1));
      }
    }
  }

  void set(std::string_view name, std::string_view value) {
    const Result<void> result = set_parameter(spec_.plan, name, value);
    if (!result) take_errors(result.error());
  }

  Spec spec_;
  const Preset* preset_ = nullptr;
  std::map<std::string, std::string_view> taken_;  // place in the plan -> name of the part
  std::map<std::string, std::string_view> given_;  // parameter -> its setting
};

}  // namespace

std::span<const Switch> switches() { return all_switches; }

Result<Spec> parse_spec(std::string_view text) { return Reader(text).read(); }

Result<void> change_parameter(Spec& spec, std::string_view name, std::string_view value) {
  if (spec.random) return no_parameters(spec);
  const auto full = full_name(name, parameters_of(spec.plan));
  if (!full) return tl::unexpected(full.error());
  Result<void> result = set_parameter(spec.plan, *full, value);
  if (result) result = check_tuning(spec);
  if (result) write_text(spec);
  return result;
}

Result<void> change_tuning(Spec& spec, std::string_view description) {
  if (spec.random) return no_parameters(spec);
  spec.tuning.reset();
  if (description != no_tuning) {
    auto tuning = tune::parse_description(description);
    if (!tuning) return tl::unexpected(tuning.error());
    spec.tuning = std::move(*tuning);
  }
  Result<void> result = check_tuning(spec);
  if (result) write_text(spec);
  return result;
}

namespace {

std::string with_tuning(std::string text, const Spec& spec) {
  if (spec.tuning) text += (text.empty() ? "" : ",") + tuning_text(spec);
  return text;
}

}  // namespace

std::string resolved_text(const Spec& spec) {
  if (spec.random) return "random";
  return with_tuning(joined(changed_parameters(spec.plan, search::Parameters{})), spec);
}

std::string full_text(const Spec& spec) {
  if (spec.random) return "random";
  return with_tuning(joined(parameters_of(spec.plan)), spec);
}

}  // namespace palamedes::agent
