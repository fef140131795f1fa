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
// All tables have the same number of payoffs, so one logarithm serves them all. An entry has what
// is looked at in 16 bytes, so that it never lies in two lines of the cache; the numbers of visits,
// which only change, stand apart.

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
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
  struct Entry {
    double mean = 0;            // of known payoffs
    float reach = 0;            // 1 / sqrt(visits) once a payoff is known, before that 0
    std::uint32_t payoffs = 0;  // known ones
  };

  Landscape(const Space& space, Lengths lengths);

  // Entries that tables with these lengths have together.
  [[nodiscard]] static std::uint64_t entries(const Space& space, Lengths lengths);

  // It stands at a combination, and goes to another one or to a neighbour.
  void go_to(const Digits& digits);
  void go_to(std::size_t parameter, std::uint8_t value);
  [[nodiscard]] const Digits& here() const { return here_; }

  // Counts a visit of where it stands; its payoff may come when it stands elsewhere.
  void visit();
  // The tuple of this parameter alone begins with so many samples of a value, which are no visits:
  // they are believed, but it is looked at as if it was never tried. Before any visit.
  void assume(std::size_t parameter, std::uint8_t value, double mean, std::uint32_t samples);
  void reward(const Digits& digits, double payoff);
  // UCBVALUE of Algorithm 14.
  [[nodiscard]] double ucb(const Digits& digits, double c) const;

  // The same for neighbours of where it stands, after a look around: only tuples with the parameter
  // in which they differ are looked at again.
  void look_around(double c);
  void value_neighbours(std::span<const Space::Mutation> neighbours, std::span<double> ucb) const;
  [[nodiscard]] double ucb_of_neighbour(std::size_t parameter, std::uint8_t value) const {
    Term sum = sum_;
    for_each_moved(parameter, value, [&](std::uint32_t tuple, std::uint32_t entry) {
      const Term term = term_of(entry, scale_);
      sum.value += term.value - terms_[tuple].value;
      sum.known += term.known - terms_[tuple].known;
    });
    return sum.mean();
  }
  [[nodiscard]] double ucb_here() const { return sum_.mean(); }
  // The neighbour will be looked at soon.
  void prefetch_neighbour(std::size_t parameter, std::uint8_t value) const {
    for_each_moved(parameter, value, [&](std::uint32_t /*tuple*/, std::uint32_t entry) {
      __builtin_prefetch(&entries_[entry]);
    });
  }

  // The combination with the most payoffs, of equals the higher mean; nothing if L has no d. It is
  // kept up to date, since only a payoff makes another one the best.
  [[nodiscard]] std::optional<std::uint32_t> best_combination() const;
  // Entries of the tuple of all parameters, by number of the combination; empty if L has no d.
  [[nodiscard]] std::span<const Entry> combinations() const;
  // Those of the tuple of one parameter, by value.
  [[nodiscard]] std::span<const Entry> values_of(std::size_t parameter) const {
    return std::span(entries_).subspan(tuples_[parameter].first, space_->count(parameter));
  }
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
    std::int32_t known = 0;  // 0 or 1, of a sum the number of such terms

    [[nodiscard]] double mean() const { return known > 0 ? value / known : 0; }
  };

  // L = {1, d}: each parameter is in two tuples, its own and that of all.
  [[nodiscard]] bool has_ends_only() const {
    return tuples_.size() == space_->size() + 1 && space_->size() > 1;
  }
  void value_by_ends(std::span<const Space::Mutation> neighbours, std::span<double> ucb) const;
  void add_tuple(std::uint32_t parameters);
  void find_memberships();
  [[nodiscard]] std::uint32_t entry_of(const Tuple& tuple, const Digits& digits) const {
    std::uint32_t entry = tuple.first;
    for (std::uint32_t i = tuple.begin; i < tuple.end; ++i) {
      entry += digits[parts_[i].parameter] * parts_[i].stride;
    }
    return entry;
  }
  // The tuples whose entry is another one with this value, and that entry.
  template <typename Use>
  void for_each_moved(std::size_t parameter, std::uint8_t value, const Use& use) const {
    const std::uint32_t by = std::uint32_t{value} - here_[parameter];  // may wrap around
    for (std::uint32_t i = begins_[parameter]; i < begins_[parameter + 1]; ++i) {
      const auto& [tuple, stride] = memberships_[i];
      use(tuple, entries_here_[tuple] + by * stride);
    }
  }
  [[nodiscard]] Term term_of(std::uint32_t entry, double scale) const {
    const Entry& it = entries_[entry];
    return {it.mean + scale * static_cast<double>(it.reach), it.payoffs > 0 ? 1 : 0};
  }
  void pay(std::uint32_t entry, double payoff) {
    Entry& it = entries_[entry];
    it.mean += (payoff - it.mean) / ++it.payoffs;
    if (it.payoffs == 1) it.reach = reach_of(visits_[entry]);
  }
  void note_best(std::uint32_t entry) {
    if (is_preferred(entries_[entry], entries_[best_])) best_ = entry;
  }
  static float reach_of(std::uint32_t visits) { return 1 / std::sqrt(static_cast<float>(visits)); }

  const Space* space_;
  std::vector<Tuple> tuples_;
  std::vector<Part> parts_;
  std::vector<Membership> memberships_;  // by parameter
  std::vector<std::uint32_t> begins_;    // of a parameter's memberships; one more
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> visits_;  // by entry
  std::uint64_t all_visits_ = 0;       // of each table
  Digits here_{};
  std::vector<std::uint32_t> entries_here_;  // by tuple
  std::uint32_t best_ = 0;                   // entry of the last tuple
  // what it saw when it looked around
  double scale_ = 0;
  std::vector<Term> terms_;
  Term sum_;
};

}  // namespace tune
}  // namespace palamedes
