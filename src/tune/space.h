#pragma once
// The space to tune in (thesis 6.2.2): parameters P_1..P_d, each with its values V_i or its
// interval I_i, and LEGAL, which says what goes together. Each role tunes in it by itself.
//
//   wanted       select.k            select.ref
//   values       0 10 50 ... inf     0 50 ... inf      of Table 6.1, or the user's own
//   offset       0                   9                 all values stand in one row
//   legal        K = 0 says nothing about ref: with both tuned it is taken out
//   number       digit(k) + 9 * digit(ref)             of a combination, for flat tables

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/params.h"
#include "base/rng.h"
#include "tune/choice.h"

namespace palamedes::tune {

// A parameter that a user wants to be tuned. Without values and interval it has its own ones.
struct Wanted {
  std::string name;                      // or its end
  std::vector<std::string> values = {};  // as the user writes them
  std::optional<Range> interval = std::nullopt;
};

// A value that does not go with another parameter: with some of its values, or with none.
struct Exclusion {
  std::string parameter;
  double value = 0;
  std::string other;
  Domain others = {};  // empty: all
};

// A parameter that cannot be tuned while playing (6.4.9). The name of a group means all of it.
struct Refusal {
  std::string name;
  std::string reason;
};

// The interval of a parameter where it differs from the ends of its values.
struct Interval {
  std::string name;
  Range range;
};

// What is known of parameters beside their declarations.
struct Knowledge {
  std::vector<Exclusion> exclusions = {};
  std::vector<Refusal> refusals = {};
  std::vector<Interval> intervals = {};
};

enum class SpaceKind : std::uint8_t { discrete, continuous };

// One tuned parameter.
struct Dimension {
  std::string name;
  ParameterKind kind = ParameterKind::real;
  std::vector<double> values;       // discrete
  std::vector<std::string> labels;  // the same, as the parameter reads them
  Range interval;                   // continuous
  double standard = 0;              // its value without tuning
};

// Values of one parameter as bits.
using ValueSet = std::uint64_t;

class Space {
 public:
  // `known` are the parameters of a search as it is without tuning (parameters_of).
  [[nodiscard]] static Result<Space> make(std::span<const Wanted> wanted,
                                          const std::vector<Parameter>& known,
                                          const Knowledge& knowledge, SpaceKind kind);

  [[nodiscard]] std::size_t size() const { return dimensions_.size(); }
  [[nodiscard]] const Dimension& operator[](std::size_t i) const { return dimensions_[i]; }
  [[nodiscard]] bool is_continuous() const { return kind_ == SpaceKind::continuous; }

  // Number of values of a parameter, and of those of all parameters before it. A continuous
  // interval is divided into bins of equal length, for display only.
  [[nodiscard]] std::uint32_t count(std::size_t i) const { return counts_[i]; }
  [[nodiscard]] std::uint32_t offset(std::size_t i) const { return offsets_[i]; }
  [[nodiscard]] std::uint32_t value_count() const { return offsets_[size()]; }

  // Legal combinations; how many numbers combinations have, illegal ones among them.
  [[nodiscard]] std::uint64_t combinations() const { return combinations_; }
  [[nodiscard]] std::uint64_t numbers() const { return numbers_; }
  [[nodiscard]] std::uint32_t number_of(const Digits& digits) const {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < size(); ++i) number += digits[i] * strides_[i];
    return number;
  }
  [[nodiscard]] std::uint32_t stride(std::size_t i) const { return strides_[i]; }
  [[nodiscard]] Digits digits_of(std::uint32_t number) const;

  [[nodiscard]] double value(std::size_t i, std::size_t digit) const {
    return dimensions_[i].values[digit];
  }
  void write_values(const Digits& digits, std::span<double> values) const {
    for (std::size_t i = 0; i < size(); ++i) values[i] = flat_values_[offsets_[i] + digits[i]];
  }

  [[nodiscard]] bool is_legal(const Digits& digits) const;
  // Whether all combinations are legal: then nobody needs to ask.
  [[nodiscard]] bool is_free() const { return conflicts_.empty(); }
  // Values of parameter i with which the parameters chosen so far can still become a legal
  // combination. Bits of `chosen` say which ones are.
  [[nodiscard]] ValueSet allowed(const Digits& digits, std::uint32_t chosen, std::size_t i) const;

  [[nodiscard]] std::uint8_t draw_allowed(const Digits& digits, std::uint32_t chosen, std::size_t i,
                                          Rng& rng) const;

  // One parameter after the other takes any value that is still allowed.
  [[nodiscard]] Digits draw(Rng& rng) const;
  // A single random mutation: one parameter takes any other value. The parameter is size() if
  // nothing can change.
  struct Mutation {
    std::size_t parameter = 0;
    std::uint8_t value = 0;
  };
  [[nodiscard]] Mutation draw_neighbour(const Digits& digits, Rng& rng) const {
    return is_free() && !changeable_.empty() ? draw_any_neighbour(digits, rng)
                                             : draw_legal_neighbour(digits, rng);
  }
  void draw_neighbours(const Digits& digits, std::span<Mutation> neighbours, Rng& rng) const {
    if (is_free() && !changeable_.empty()) {
      for (Mutation& each : neighbours) each = draw_any_neighbour(digits, rng);
    } else {
      for (Mutation& each : neighbours) each = draw_legal_neighbour(digits, rng);
    }
  }
  void mutate(Digits& digits, Rng& rng) const {
    const Mutation mutation = draw_neighbour(digits, rng);
    if (mutation.parameter < size()) digits[mutation.parameter] = mutation.value;
  }
  // The nearest to what the search does without tuning.
  [[nodiscard]] Digits standard() const { return standard_; }

 private:
  friend class SpaceBuilder;
  Space() = default;

  [[nodiscard]] ValueSet all(std::size_t i) const {
    return counts_[i] == max_values ? ~ValueSet{0} : (ValueSet{1} << counts_[i]) - 1;
  }
  // One random number for both: what the multiplication for the parameter leaves over is uniform as
  // well, but for 1 in 2^24.
  [[nodiscard]] Mutation draw_any_neighbour(const Digits& digits, Rng& rng) const {
    const std::uint64_t first = std::uint64_t{rng()} * changeable_.size();
    const std::size_t i = changeable_[first >> 32];
    const std::uint64_t rest = first & 0xffffffffU;
    const auto other = static_cast<std::uint32_t>(rest * (counts_[i] - 1) >> 32);
    return {i, static_cast<std::uint8_t>(other + (other >= digits[i] ? 1 : 0))};
  }
  [[nodiscard]] Mutation draw_legal_neighbour(const Digits& digits, Rng& rng) const;
  [[nodiscard]] ValueSet compatible(const Digits& digits, std::uint32_t chosen,
                                    std::size_t i) const;
  [[nodiscard]] std::uint64_t count_legal(Digits& digits, std::uint32_t chosen,
                                          std::uint64_t enough) const;
  [[nodiscard]] ValueSet conflicts(std::size_t i, std::size_t digit, std::size_t other) const {
    return conflicts_[(offsets_[i] + digit) * size() + other];
  }

  SpaceKind kind_ = SpaceKind::discrete;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> offsets_;  // one more than parameters
  std::vector<std::uint32_t> strides_;  // right as long as numbers() fits
  std::vector<double> flat_values_;
  std::vector<std::uint8_t> changeable_;   // parameters with several values
  std::vector<ValueSet> conflicts_;        // by value and other parameter; empty: none
  std::vector<std::uint8_t> conflicting_;  // parameters that have any
  std::uint64_t combinations_ = 0;
  std::uint64_t numbers_ = 0;
  Digits standard_{};
};

// Bins of a continuous interval.
inline constexpr std::uint32_t bins = 10;

}  // namespace palamedes::tune
