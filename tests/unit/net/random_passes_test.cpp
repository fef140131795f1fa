// Passes on random networks: whatever is run in whatever order, the game stays the same.

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/passes/passes.h"
#include "unit/net/random_net.h"

namespace palamedes::net {
namespace {

std::vector<passes::Pass> random_order(std::mt19937& random, std::size_t length) {
  std::vector<passes::Pass> list;
  for (std::size_t i = 0; i < length; ++i) {
    list.push_back(passes::all_passes()[random() % passes::all_passes().size()]);
  }
  return list;
}

constexpr std::uint32_t networks = 400;

TEST(RandomPasses, AnyOrderKeepsTheGame) {
  for (std::uint32_t seed = 1; seed <= networks; ++seed) {
    const RandomNet original(seed);
    const Behaviour expected(original.net());
    std::mt19937 random(seed);
    for (int trial = 0; trial < 3; ++trial) {
      PropNet net = original.net();
      std::string order;
      for (const passes::Pass& pass : random_order(random, 1 + random() % 6)) {
        pass.run(net);
        order += std::string(pass.name) + " ";
        ASSERT_EQ(Behaviour(net).lines(), expected.lines())
            << "seed " << seed << ": " << order << "\n"
            << dump(original.net()) << "became\n"
            << dump(net);
      }
    }
  }
}

TEST(RandomPasses, ASecondRunChangesNothing) {
  for (std::uint32_t seed = 1; seed <= networks; ++seed) {
    const RandomNet original(seed);
    for (const passes::Pass& pass : passes::all_passes()) {
      PropNet net = original.net();
      pass.run(net);
      const std::string once = dump(net);
      pass.run(net);
      ASSERT_EQ(dump(net), once) << "seed " << seed << ": " << pass.name << "\n"
                                 << dump(original.net());
    }
  }
}

TEST(RandomPasses, NothingIsAdded) {
  for (std::uint32_t seed = 1; seed <= networks; ++seed) {
    PropNet net = RandomNet(seed).net();
    const auto passes = passes::parse_passes(passes::default_passes);
    ASSERT_TRUE(passes);
    for (const passes::PassReport& report : passes::run_passes(net, *passes)) {
      EXPECT_LE(report.after.total(), report.before.total()) << report.name;
    }
    // Opt1 leaves no anonymous proposition, and Opt3 after Opt0 no gate that a constant decides.
    EXPECT_EQ(net.census().other, 0U);
    for (const Component& component : net.components) {
      if (component.type != ComponentType::and_gate && component.type != ComponentType::or_gate) {
        continue;
      }
      for (const ComponentId input : component.inputs) EXPECT_GT(input, false_component);
    }
  }
}

}  // namespace
}  // namespace palamedes::net
