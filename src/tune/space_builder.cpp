// How a space is made of what a user wants and of what the parameters declare about themselves.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/reader_of_text.h"
#include "tune/space.h"

namespace palamedes::tune {
namespace {

const Parameter* find(const std::vector<Parameter>& known, std::string_view name) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.name == name; });
  return found == known.end() ? nullptr : &*found;
}

// The value of a parameter as a number: choices count from 0.
Result<double> read_value(const Parameter& parameter, std::string_view text) {
  switch (parameter.kind) {
    case ParameterKind::boolean:
      return params::read_boolean(parameter.name, text).map([](bool value) {
        return value ? 1. : 0.;
      });
    case ParameterKind::choice:
      return params::read_choice(parameter.name, text, parameter.choices)
          .map([](std::size_t value) { return static_cast<double>(value); });
    case ParameterKind::integer:
    case ParameterKind::real:
      break;
  }
  return params::read_number(parameter.name, text, parameter.range,
                             parameter.kind == ParameterKind::integer);
}

std::string label_of(const Parameter& parameter, double value) {
  if (parameter.kind == ParameterKind::boolean) return value == 0 ? "false" : "true";
  if (parameter.kind == ParameterKind::choice) {
    return parameter.choices[static_cast<std::size_t>(value)];
  }
  return params::to_text(value);
}

bool is_within(std::string_view name, std::string_view group) {
  return name == group ||
         (name.size() > group.size() && name.starts_with(group) && name[group.size()] == '.');
}

std::size_t nearest_to(double value, const std::vector<double>& values) {
  const auto distance = [&](double each) {
    return each == value ? 0 : std::abs(each - value);  // infinity is no distance from itself
  };
  const auto found = std::min_element(
      values.begin(), values.end(), [&](double a, double b) { return distance(a) < distance(b); });
  return static_cast<std::size_t>(found - values.begin());
}

}  // namespace

class SpaceBuilder : ReaderOfText {
 public:
  SpaceBuilder(const std::vector<Parameter>& known, const Knowledge& knowledge, SpaceKind kind)
      : ReaderOfText("tune"), known_(known), knowledge_(knowledge) {
    space_.kind_ = kind;
  }

  Result<Space> build(std::span<const Wanted> wanted) {
    if (wanted.empty()) {
      error("there is nothing to tune", "name some parameters, as in 'ntbea:select.k,select.ref'");
    }
    if (wanted.size() > max_parameters) {
      error(fmt::format("{} parameters are too many to tune; at most {} can be", wanted.size(),
                        max_parameters));
      return tl::unexpected(diagnostics_);
    }
    for (const Wanted& each : wanted) add(each);
    if (diagnostics_.has_errors()) return tl::unexpected(diagnostics_);
    if (!space_.is_continuous()) take_out_values();
    if (diagnostics_.has_errors()) return tl::unexpected(diagnostics_);
    lay_out();
    add_conflicts();
    count();
    if (space_.combinations_ == 0) error("no combination of these values is legal");
    if (diagnostics_.has_errors()) return tl::unexpected(diagnostics_);
    set_standard();
    return std::move(space_);
  }

 private:
  [[nodiscard]] const Refusal* refusal_of(std::string_view name) const {
    for (const Refusal& refusal : knowledge_.refusals) {
      if (is_within(name, refusal.name)) return &refusal;
    }
    return nullptr;
  }

  // An end of a name that several parameters share means the only one that can be tuned.
  [[nodiscard]] Result<std::string> name_of(const Wanted& wanted) const {
    auto name = full_name(wanted.name, known_);
    if (name) return name;
    std::vector<Parameter> tunable;
    for (const Parameter& each : known_) {
      if (refusal_of(each.name) == nullptr) tunable.push_back(each);
    }
    auto only = full_name(wanted.name, tunable);
    return only ? only : name;
  }

  void add(const Wanted& wanted) {
    const auto name = name_of(wanted);
    if (!name) return diagnostics_.append(name.error());
    for (const Dimension& dimension : space_.dimensions_) {
      if (dimension.name == *name) return error(fmt::format("'{}' is given twice", *name));
    }
    if (const Refusal* refusal = refusal_of(*name)) {
      return error(fmt::format("'{}' cannot be tuned: {}", *name, refusal->reason));
    }
    const Parameter& parameter = *find(known_, *name);
    Dimension dimension{.name = *name, .kind = parameter.kind, .values = {}, .labels = {}};
    dimension.standard = read_value(parameter, parameter.value).value_or(0);
    const bool fits = space_.is_continuous() ? set_interval(dimension, wanted, parameter)
                                             : set_values(dimension, wanted, parameter);
    if (fits) space_.dimensions_.push_back(std::move(dimension));
  }

  bool set_values(Dimension& dimension, const Wanted& wanted, const Parameter& parameter) {
    if (wanted.interval) {
      error(fmt::format("'{}' needs single values here, not an interval", parameter.name),
            "only cma-es tunes in intervals");
      return false;
    }
    std::vector<double>& values = dimension.values;
    if (!wanted.values.empty()) {
      if (!read_values(values, wanted, parameter)) return false;
    } else if (parameter.kind == ParameterKind::boolean) {
      values = {0, 1};
    } else if (parameter.kind == ParameterKind::choice) {
      for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
        values.push_back(static_cast<double>(i));
      }
    } else {
      values = parameter.domain;
    }
    if (values.empty()) {
      error(fmt::format("'{}' has no values of its own to try", parameter.name),
            fmt::format("give some, as in '{}=1/2/4'", parameter.name));
    } else if (values.size() < 2) {
      error(fmt::format("'{}' needs at least two values to try", parameter.name));
    } else if (values.size() > max_values) {
      error(fmt::format("'{}' has {} values, more than {}", parameter.name, values.size(),
                        max_values));
    } else {
      return true;
    }
    return false;
  }

  bool read_values(std::vector<double>& values, const Wanted& wanted, const Parameter& parameter) {
    const std::size_t errors = diagnostics_.error_count();
    for (const std::string& text : wanted.values) {
      const auto value = read_value(parameter, text);
      if (!value) {
        diagnostics_.append(value.error());
      } else if (std::find(values.begin(), values.end(), *value) != values.end()) {
        error(fmt::format("'{}' has the value {} twice", parameter.name, text));
      } else {
        values.push_back(*value);
      }
    }
    return diagnostics_.error_count() == errors;
  }

  bool set_interval(Dimension& dimension, const Wanted& wanted, const Parameter& parameter) {
    if (parameter.kind == ParameterKind::boolean || parameter.kind == ParameterKind::choice) {
      error(fmt::format("'{}' is not a number, which cma-es needs", parameter.name));
      return false;
    }
    if (!wanted.values.empty()) {
      error(fmt::format("'{}' needs an interval here, not single values", parameter.name),
            fmt::format("as in '{}=0..1'", parameter.name));
      return false;
    }
    const std::optional<Range> interval =
        wanted.interval ? wanted.interval : own_interval(parameter);
    if (!interval) {
      error(fmt::format("'{}' has no interval of its own", parameter.name),
            fmt::format("give one, as in '{}=0..1'", parameter.name));
      return false;
    }
    const auto [min, max] = *interval;
    const bool fits = std::isfinite(min) && std::isfinite(max) && min < max &&
                      min >= parameter.range.min && max <= parameter.range.max;
    if (!fits) {
      error(fmt::format("'{}' needs an interval {}, with two different ends, not {}..{}",
                        parameter.name, params::to_text(parameter.range), min, max));
    }
    dimension.interval = *interval;
    return fits;
  }

  [[nodiscard]] std::optional<Range> own_interval(const Parameter& parameter) const {
    for (const Interval& known : knowledge_.intervals) {
      if (known.name == parameter.name) return known.range;
    }
    std::optional<Range> ends;
    for (const double value : parameter.domain) {
      if (!std::isfinite(value)) continue;
      ends = ends ? Range{std::min(ends->min, value), std::max(ends->max, value)}
                  : Range{value, value};
    }
    return ends;
  }

  [[nodiscard]] std::optional<std::size_t> tuned(std::string_view name) const {
    for (std::size_t i = 0; i < space_.dimensions_.size(); ++i) {
      if (space_.dimensions_[i].name == name) return i;
    }
    return std::nullopt;
  }

  // A value that goes with no value of another tuned parameter is in no legal combination.
  void take_out_values() {
    for (const Exclusion& exclusion : knowledge_.exclusions) {
      const auto i = tuned(exclusion.parameter);
      if (!i || !tuned(exclusion.other) || !exclusion.others.empty()) continue;
      std::vector<double>& values = space_.dimensions_[*i].values;
      std::erase(values, exclusion.value);
      if (values.empty()) {
        error(fmt::format("'{}' has no value that goes with '{}'", exclusion.parameter,
                          exclusion.other));
      }
    }
  }

  void lay_out() {
    space_.offsets_.push_back(0);
    space_.numbers_ = 1;
    for (std::size_t i = 0; i < space_.size(); ++i) {
      Dimension& dimension = space_.dimensions_[i];
      const std::size_t count = space_.is_continuous() ? bins : dimension.values.size();
      const Parameter& parameter = *find(known_, dimension.name);
      for (const double value : dimension.values) {
        dimension.labels.push_back(label_of(parameter, value));
        space_.flat_values_.push_back(value);
      }
      space_.counts_.push_back(static_cast<std::uint32_t>(count));
      space_.offsets_.push_back(space_.offsets_.back() + space_.counts_.back());
      space_.strides_.push_back(static_cast<std::uint32_t>(space_.numbers_));
      // 64^16 does not fit, and nobody needs to know more than that it is too much
      space_.numbers_ = std::min<std::uint64_t>(space_.numbers_ * count, std::uint64_t{1} << 56);
      if (count > 1) space_.changeable_.push_back(static_cast<std::uint8_t>(i));
    }
  }

  void add_conflicts() {
    if (space_.is_continuous()) return;
    for (const Exclusion& exclusion : knowledge_.exclusions) {
      const auto i = tuned(exclusion.parameter);
      const auto other = tuned(exclusion.other);
      if (!i || !other) continue;
      for (const double excluded : exclusion.others) {
        add_conflict(*i, exclusion.value, *other, excluded);
      }
    }
  }

  void add_conflict(std::size_t i, double value, std::size_t other, double excluded) {
    const auto digit = position(i, value);
    const auto with = position(other, excluded);
    if (!digit || !with) return;
    space_.conflicts_.resize(space_.value_count() * space_.size());
    space_.conflicts_[(space_.offsets_[i] + *digit) * space_.size() + other] |= ValueSet{1}
                                                                                << *with;
    space_.conflicts_[(space_.offsets_[other] + *with) * space_.size() + i] |= ValueSet{1}
                                                                               << *digit;
    for (const std::size_t each : {i, other}) {
      auto& list = space_.conflicting_;
      const auto name = static_cast<std::uint8_t>(each);
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
    std::sort(space_.conflicting_.begin(), space_.conflicting_.end());
  }

  [[nodiscard]] std::optional<std::size_t> position(std::size_t i, double value) const {
    const std::vector<double>& values = space_.dimensions_[i].values;
    const auto found = std::find(values.begin(), values.end(), value);
    if (found == values.end()) return std::nullopt;
    return static_cast<std::size_t>(found - values.begin());
  }

  void count() {
    std::uint64_t others = 1;
    for (std::size_t i = 0; i < space_.size(); ++i) {
      const auto& list = space_.conflicting_;
      if (std::find(list.begin(), list.end(), static_cast<std::uint8_t>(i)) != list.end()) continue;
      others = std::min<std::uint64_t>(others * space_.counts_[i], std::uint64_t{1} << 56);
    }
    constexpr std::uint64_t enough = 1 << 20;  // more are never put into a table
    Digits digits{};
    space_.combinations_ = std::min<std::uint64_t>(others, std::uint64_t{1} << 36) *
                           space_.count_legal(digits, 0, enough);
  }

  void set_standard() {
    Digits digits{};
    for (std::size_t i = 0; i < space_.size(); ++i) {
      const Dimension& dimension = space_.dimensions_[i];
      if (!space_.is_continuous()) {
        digits[i] = static_cast<std::uint8_t>(nearest_to(dimension.standard, dimension.values));
      }
    }
    // In the order of the parameters, each as near as the ones before it let it be.
    for (std::size_t i = 0; i < space_.size() && !space_.is_free(); ++i) {
      const ValueSet set = space_.allowed(digits, (1U << i) - 1, i);
      if ((set >> digits[i] & 1) == 0) {
        digits[i] = static_cast<std::uint8_t>(std::countr_zero(set));
      }
    }
    space_.standard_ = digits;
  }

  const std::vector<Parameter>& known_;
  const Knowledge& knowledge_;
  Space space_;
};

Result<Space> Space::make(std::span<const Wanted> wanted, const std::vector<Parameter>& known,
                          const Knowledge& knowledge, SpaceKind kind) {
  return SpaceBuilder(known, knowledge, kind).build(wanted);
}

}  // namespace palamedes::tune
