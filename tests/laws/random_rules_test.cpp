// Machines on rule sheets that were made up at random: the prover against every kind of network.

#include "laws/random_rules.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <gtest/gtest.h>

#include "ground/grounder.h"
#include "laws/propnets.h"
#include "laws/walk.h"
#include "machine/prover/prover.h"

namespace palamedes::laws {
namespace {

using Demand = ground::GroundOptions::Demand;

constexpr std::uint64_t default_seeds = 300;
constexpr std::uint64_t blocks = 10;  // so that they can run side by side
constexpr std::size_t walks = 3;
constexpr std::size_t max_length = 6;

// PALAMEDES_RANDOM_RULES=first:count looks at other seeds than the usual ones, and counts aloud.
constexpr const char* variable = "PALAMEDES_RANDOM_RULES";

std::pair<std::uint64_t, std::uint64_t> seeds() {
  const char* text = std::getenv(variable);
  if (text == nullptr) return {1, default_seeds};
  const std::string_view range(text);
  const std::size_t colon = std::min(range.find(':'), range.size());
  std::pair<std::uint64_t, std::uint64_t> result{1, default_seeds};
  std::from_chars(range.data(), range.data() + colon, result.first);
  std::from_chars(range.data() + std::min(colon + 1, range.size()), range.data() + range.size(),
                  result.second);
  return result;
}

struct Tally {
  std::size_t refused = 0;
  std::size_t stopped = 0;  // a limit was reached
  std::size_t compared = 0;
  std::size_t steps = 0;
  std::size_t changes = 0;  // steps after which the state is another one
};

void compare(std::uint64_t seed, Tally& tally) {
  const std::string sheet = random_rules(seed);
  const auto rules = gdl::load(sheet, fmt::format("seed {}", seed));
  if (!rules) {
    ++tally.refused;
    return;
  }
  auto prover = machine::prover::Prover::make(*rules, {.max_steps = 500'000});
  if (!prover) {
    ++tally.stopped;
    return;
  }
  std::vector<Walk> ways;
  for (std::size_t i = 0; i < walks; ++i) {
    ways.push_back(walk(**prover, seed * walks + i, max_length));
    tally.steps += ways.back().steps.size();
    const auto& steps = ways.back().steps;
    for (std::size_t k = 1; k < steps.size(); ++k) {
      tally.changes += steps[k].facts != steps[k - 1].facts ? 1 : 0;
    }
  }
  if (!(*prover)->fault().empty()) {
    ++tally.stopped;
    return;
  }
  std::size_t number = seed;
  for (const Demand demand : {Demand::never, Demand::always}) {
    for (const bool decompose : {false, true}) {
      ground::GroundOptions options;
      options.demand = demand;
      options.decompose = decompose;
      options.limits.max_rules = 1'000'000;
      auto ground_rules = ground::ground(*rules, options);
      ASSERT_TRUE(ground_rules) << to_string(ground_rules.error().list().front()) << "\n" << sheet;
      const net::PropNet net = net::build(std::move(*ground_rules));
      for (const std::string_view passes : pass_sets) {
        // Each network is read in one way, in turn, and over the seeds in all ways.
        const auto network = optimised(net, passes);
        const auto expect_no_difference = [&](auto& machine, std::string_view name) {
          for (const Walk& way : ways) {
            const std::string found = difference(machine, way);
            ASSERT_EQ(found, "") << "seed " << seed << ", demand " << (demand == Demand::always)
                                 << ", decompose " << decompose << ", passes '" << passes << "', "
                                 << name << "\n"
                                 << sheet;
          }
        };
        const Reading& reading = readings[number % readings.size()];
        machine::propnet::PropnetMachine machine(network, reading.options);
        ASSERT_NO_FATAL_FAILURE(expect_no_difference(machine, reading.name));
        const ScalarReading& scalar_reading = scalar_readings[number++ % scalar_readings.size()];
        if (const auto scalar =
                machine::scalar::ScalarMachine::of_network(network, scalar_reading.options)) {
          ASSERT_NO_FATAL_FAILURE(expect_no_difference(*scalar, scalar_reading.name));
        }
      }
    }
  }
  ++tally.compared;
}

class RandomRules : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomRules, MachinesAgree) {
  const auto [first, count] = seeds();
  const std::uint64_t share = (count + blocks - 1) / blocks;
  Tally tally;
  for (std::uint64_t i = 0; i < share; ++i) compare(first + GetParam() * share + i, tally);
  // A generator that writes nonsense, or games in which nothing happens, would make this test pass
  // in silence.
  EXPECT_GT(tally.compared * 2, share);
  EXPECT_GT(tally.steps, 3 * tally.compared);
  EXPECT_GT(tally.changes * 4, tally.steps);
  if (std::getenv(variable) != nullptr) {
    fmt::print("refused {}, stopped {}, compared {}, steps {}, changes {}\n", tally.refused,
               tally.stopped, tally.compared, tally.steps, tally.changes);
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, RandomRules, testing::Range<std::uint64_t>(0, blocks));

}  // namespace
}  // namespace palamedes::laws
