#pragma once
// Hierarchical expansion (thesis 6.3.1, Algorithm 10): a tree with one level per parameter. In each
// node UCB1 chooses the value of the next parameter.
//
//   level 0 (ref)       ○ root
//   level 1 (k)      ○     ○
//   level 2 (c)     ○ ○   ○ ○
//
// Arms of all nodes stand in one row, level by level. An arm's number within its level is also that
// of the node below it: the number of the values chosen so far.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/arm.h"
#include "tune/space.h"

namespace palamedes::tune {

enum class LevelOrder : std::uint8_t { random, given };

}  // namespace palamedes::tune

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<tune::LevelOrder> = {"random", "given"};

namespace tune {

struct HeSettings {
  double exploration = 0.7;
  LevelOrder order = LevelOrder::random;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("exploration", exploration, Range{0, 100}, "constant C of UCB1");
    visit("order", order, "of the parameters from the root on: random for each match, or as given");
  }
};

class HierarchicalExpansion {
 public:
  HierarchicalExpansion(const Space& space, const HeSettings& settings, Rng rng);

  Choice choose();
  void reward(const Choice& choice, double payoff);
  [[nodiscard]] Digits best() const;

  // The parameter of each level.
  [[nodiscard]] const std::vector<std::uint8_t>& order() const { return order_; }

 private:
  const Space* space_;
  HeSettings settings_;
  Rng rng_;
  std::vector<std::uint8_t> order_;
  std::vector<std::size_t> first_;  // arm of each level
  std::vector<Arm> arms_;
  std::uint64_t root_visits_ = 0;  // of any other node: those of the arm that leads to it
};

}  // namespace tune
}  // namespace palamedes
