#pragma once
// LModel, the n-tuple bandit model of the landscape (thesis 6.3.1, Algorithm 14): a table LUT_t for
// each tuple t of parameters, with an entry for each combination of their values. The value of a
// combination is the average of the UCB1 values of its entries that have payoffs.
//
//   parameters    A B C, of 2, 3 and 2 values           L = {1, 3}
//   tuples        <A>    <B>     <C>    <A B C>
//   first         0      2       5      7
//   entries       a a  | b b b | c c  | abc abc ... (12)      entry = first + sum of digit * stride
//
// All tables have the same number of payoffs, so one logarithm serves them all.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "tune/arm.h"
#include "tune/space.h"

namespace palamedes::tune {

// The set of lengths L: {1, d}; all; {1, 2, d}; {1}.
enum class Lengths : std::uint8_t { ends, all, pairs, singles };

}  // namespace palamedes::tune

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 4> names_of<tune::Lengths> = {"ends", "all", "pairs",
                                                                            "singles"};

namespace tune {

class Landscape {
 public:
  Landscape(const Space& space, Lengths lengths);

  // Entries that tables with these lengths have together.
  [[nodiscard]] static std::uint64_t entries(const Space& space, Lengths lengths);

  void visit(const Digits& digits);
  void reward(const Digits& digits, double payoff);
  // UCBVALUE of Algorithm 14.
  [[nodiscard]] double ucb(const Digits& digits, double c) const;

  // The same for many neighbours of one combination: only tuples with the parameter in which they
  // differ are looked at again. No visit may come in between.
  void stand_at(const Digits& digits, double c);
  [[nodiscard]] double ucb_of_neighbour(std::size_t parameter, std::uint8_t value) const;

  // Entries of the tuple of all parameters, by number of the combination; empty if L has no d.
  [[nodiscard]] std::span<const Arm> combinations() const;
  [[nodiscard]] std::size_t tuples() const { return tuples_.size(); }

 private:
  struct Tuple {
    std::uint32_t parameters = 0;  // as bits
    std::uint32_t first = 0;
    std::array<std::uint32_t, max_parameters> strides{};
  };
  struct Term {
    double value = 0;
    std::uint32_t entry = 0;
    std::uint32_t known = 0;  // 0 or 1
  };

  void add_tuple(std::uint32_t parameters);
  [[nodiscard]] std::uint32_t entry_of(const Tuple& tuple, const Digits& digits) const;
  [[nodiscard]] Term term_of(std::uint32_t entry, double scale) const {
    const Arm& arm = entries_[entry];
    const bool known = arm.payoffs > 0;
    return {known ? arm.mean + scale * arm.reach : 0, entry, known ? 1U : 0U};
  }

  const Space* space_;
  std::vector<Tuple> tuples_;
  std::vector<std::vector<std::uint32_t>> tuples_with_;  // by parameter
  std::vector<Arm> entries_;
  std::uint64_t visits_ = 0;  // of each table
  // where it stands
  Digits here_{};
  double scale_ = 0;
  std::vector<Term> terms_;
  double sum_ = 0;
  std::uint32_t known_ = 0;
};

}  // namespace tune
}  // namespace palamedes
