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

  // It stands at a combination, and goes to another one or to a neighbour.
  void go_to(const Digits& digits);
  void go_to(std::size_t parameter, std::uint8_t value);
  [[nodiscard]] const Digits& here() const { return here_; }

  // Counts a visit of where it stands; its payoff may come when it stands elsewhere.
  void visit();
  void reward(const Digits& digits, double payoff);
  // UCBVALUE of Algorithm 14.
  [[nodiscard]] double ucb(const Digits& digits, double c) const;

  // The same for neighbours of where it stands, after a look around: only tuples with the parameter
  // in which they differ are looked at again.
  void look_around(double c);
  [[nodiscard]] double ucb_of_neighbour(std::size_t parameter, std::uint8_t value) const;

  // Entries of the tuple of all parameters, by number of the combination; empty if L has no d.
  [[nodiscard]] std::span<const Arm> combinations() const;
  [[nodiscard]] std::size_t tuples() const { return tuples_.size(); }

 private:
  // A parameter of a tuple, and by how much the entry moves with its value.
  struct Part {
    std::uint32_t parameter = 0;
    std::uint32_t stride = 0;
  };
  struct Tuple {
    std::uint32_t parameters = 0;  // as bits
    std::uint32_t first = 0;       // entry
    std::uint32_t begin = 0;       // of its parts
    std::uint32_t end = 0;
  };
  // A tuple that a parameter is in.
  struct Membership {
    std::uint32_t tuple = 0;
    std::uint32_t stride = 0;
  };
  struct Term {
    double value = 0;
    double known = 0;  // 0 or 1
  };

  void add_tuple(std::uint32_t parameters);
  [[nodiscard]] std::uint32_t entry_of(const Tuple& tuple, const Digits& digits) const {
    std::uint32_t entry = tuple.first;
    for (std::uint32_t i = tuple.begin; i < tuple.end; ++i) {
      entry += digits[parts_[i].parameter] * parts_[i].stride;
    }
    return entry;
  }
  [[nodiscard]] Term term_of(std::uint32_t entry, double scale) const {
    const Arm& arm = entries_[entry];
    const double known = arm.payoffs > 0 ? 1 : 0;
    return {known * (arm.mean + scale * arm.reach), known};
  }

  const Space* space_;
  std::vector<Tuple> tuples_;
  std::vector<Part> parts_;
  std::vector<std::vector<Membership>> tuples_with_;  // by parameter
  std::vector<Arm> entries_;
  std::uint64_t visits_ = 0;  // of each table
  Digits here_{};
  std::vector<std::uint32_t> entries_here_;  // by tuple
  // what it saw when it looked around
  double scale_ = 0;
  std::vector<Term> terms_;
  Term sum_;
};

}  // namespace tune
}  // namespace palamedes
