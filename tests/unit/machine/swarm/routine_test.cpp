// Cells and programs compute what their gates say.

#include "machine/swarm/routine.h"

#include <bit>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "machine/swarm/kernel.h"
#include "machine/swarm/native.h"

namespace palamedes::machine::swarm {
namespace {

using circuit::Gate;
using circuit::Literal;

TEST(Tables, ChangeWithTheirInputs) {
  // a AND NOT b, as vpternlog counts: bits 4 and 5.
  EXPECT_EQ(complement_input(0x30, 1), 0xc0);
  EXPECT_EQ(complement_input(0x30, 0), 0x03);
  EXPECT_EQ(complement_input(0x30, 2), 0x30);
  EXPECT_EQ(exchange_inputs(0x30, 0, 1), 0x0c);
  EXPECT_EQ(exchange_inputs(0x30, 1, 2), 0x50);  // a AND NOT c
  EXPECT_TRUE(depends_on(0x30, 0));
  EXPECT_TRUE(depends_on(0x30, 1));
  EXPECT_FALSE(depends_on(0x30, 2));
}

struct RandomLogic {
  std::vector<Gate> gates;
  Node given = 1;

  RandomLogic(std::uint64_t seed, Node inputs, std::size_t count) : given(1 + inputs) {
    Rng rng(seed);
    const auto literal = [&](Node end) {
      // Mostly near ones, so that the logic is deep.
      const Node back = std::min<Node>(end - 1, 1 + rng.below(rng.below(4) == 0 ? end : 12));
      return Literal(end - back, rng.below(2) == 0);
    };
    for (Node i = 0; i < count; ++i) gates.push_back({literal(given + i), literal(given + i)});
  }
  [[nodiscard]] GateView logic() const { return {.given = given, .gates = gates}; }

  // Gate by gate, one word per node.
  [[nodiscard]] std::vector<std::uint64_t> values(std::vector<std::uint64_t> words) const {
    for (const Gate& gate : gates) words.push_back(value(words, gate.a) & value(words, gate.b));
    return words;
  }
  static std::uint64_t value(const std::vector<std::uint64_t>& words, Literal literal) {
    return words[literal.node()] ^ (literal.is_complemented() ? ~std::uint64_t{0} : 0);
  }
};

std::vector<std::uint64_t> random_words(Node given, Rng& rng) {
  std::vector<std::uint64_t> words{0};
  while (words.size() < given) words.push_back(std::uint64_t{rng()} << 32U | rng());
  return words;
}

TEST(Cover, ComputesTheWantedNodes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomLogic random(seed, 8, 60);
    Rng rng(seed, 1);
    const std::vector<Node> wanted = {random.given + 59, random.given + 40, 3};
    for (const unsigned inputs : {2U, 3U}) {
      const std::vector<Cell> cells = cover(random.logic(), wanted, inputs);
      const auto expected = random.values(random_words(random.given, rng));
      std::vector<std::uint64_t> actual(expected.begin(), expected.begin() + random.given);
      actual.resize(expected.size(), 0x5555);
      std::set<Node> known;
      for (const Cell& cell : cells) {
        std::uint64_t result = 0;
        for (unsigned index = 0; index < 8; ++index) {
          if ((cell.table >> index & 1U) == 0) continue;
          std::uint64_t term = ~std::uint64_t{0};
          for (unsigned i = 0; i < 3; ++i) {
            const std::uint64_t word = actual[cell.inputs[i]];
            term &= (index >> (2 - i) & 1U) != 0 ? word : ~word;
          }
          result |= term;
        }
        for (unsigned i = 0; i < 3; ++i) {
          EXPECT_TRUE(cell.inputs[i] < random.given || known.contains(cell.inputs[i]));
          EXPECT_TRUE(i < inputs || !depends_on(cell.table, i));
        }
        actual[cell.node] = result;
        EXPECT_EQ(result, expected[cell.node]) << "seed " << seed << ", node " << cell.node;
        known.insert(cell.node);
      }
      for (const Node node : wanted) EXPECT_TRUE(node < random.given || known.contains(node));
    }
  }
}

// (a AND b) OR c, and the XOR of three, are one cell each.
TEST(Cover, FusesWhatOneReaderNeeds) {
  const Literal a(1, false);
  const Literal b(2, false);
  const Literal c(3, false);
  const std::vector<Gate> and_or = {{a, b}, {!Literal(4, false), !c}};
  auto cells = cover({.given = 4, .gates = and_or}, std::vector<Node>{5}, 3);
  ASSERT_EQ(cells.size(), 1U);
  EXPECT_EQ(cells[0].table, 0x15);  // NOT (ab OR c)
  const auto node = [](Node number) { return Literal(number, false); };
  const std::vector<Gate> parity = {{a, !b},        {!a, b},      {!node(4), !node(5)},
                                    {!node(6), !c}, {node(6), c}, {!node(7), !node(8)}};
  cells = cover({.given = 4, .gates = parity}, std::vector<Node>{9}, 3);
  ASSERT_EQ(cells.size(), 1U);
  // Node 6 is NOT (a XOR b), and so node 9 the XOR of all three or its complement.
  EXPECT_THAT((std::vector<int>{0x96, 0x69}), testing::Contains(cells[0].table));
  EXPECT_EQ(cover({.given = 4, .gates = parity}, std::vector<Node>{9}, 2).size(), 2U);
}

// Two programs on random logic, at every width, interpreted and native, against gate by gate.
TEST(Routines, ComputeTheirOutputs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RandomLogic random(seed, 10, seed < 50 ? 200 : 3000);
    Rng rng(seed, 2);
    const auto expected = random.values(random_words(random.given, rng));
    for (const Kernel* kernel : {&kernel_64, &kernel_256, &kernel_512}) {
      if (kernel == &kernel_256 && !__builtin_cpu_supports("avx2")) continue;
      if (kernel == &kernel_512 && !__builtin_cpu_supports("avx512f")) continue;
      RoutineRequest request{.logic = random.logic(),
                             .given_slots = {},
                             .outputs = std::vector<std::vector<Output>>(2),
                             .max_inputs = kernel->max_inputs,
                             .first_free_slot = 2 + random.given + 3};
      for (Node node = 0; node < random.given; ++node) request.given_slots.push_back(1 + node);
      request.given_slots[0] = false_slot;
      const Node end = random.logic().node_count();
      for (std::size_t part = 0; part < 2; ++part) {
        for (int i = 0; i < 20; ++i) {
          request.outputs[part].push_back(
              {.literal = Literal(rng.below(end), rng.below(2) == 0), .copied = rng.below(3) == 0});
        }
      }
      request.outputs[1].push_back({.literal = Literal(end - 1, true), .slot = 2 + random.given});
      request.outputs[1].push_back({.literal = Literal(2, true), .slot = 3 + random.given});
      request.outputs[1].push_back({.literal = circuit::true_literal, .slot = 4 + random.given});
      const Routines programs = make_routines(request);
      const std::vector<const Routine*> list = {&programs.list[0], &programs.list[1]};
      const auto code = NativeCode::make(list, kernel->lanes);
      EXPECT_EQ(code != nullptr, kernel->lanes > 64);
      for (const bool native : {false, true}) {
        if (native && !code) continue;
        const std::size_t chunks = kernel->lanes / 64;
        struct alignas(64) Line {
          std::uint64_t words[8];
        };
        std::vector<Line> memory(programs.end_slot, Line{});
        std::uint64_t* const words = &memory[0].words[0];
        for (std::size_t i = 0; i < chunks; ++i) {
          words[chunks + i] = ~std::uint64_t{0};
          for (Node node = 1; node < random.given; ++node) {
            // Every chunk sees the same bits, turned.
            words[(1 + node) * chunks + i] = std::rotl(expected[node], static_cast<int>(i));
          }
        }
        for (std::size_t part = 0; part < 2; ++part) {
          Tape tape = programs.list[part].tape();
          if (native) tape.native = code->function(part);
          kernel->execute(tape, words);
        }
        for (std::size_t part = 0; part < 2; ++part) {
          for (std::size_t i = 0; i < request.outputs[part].size(); ++i) {
            const Output& output = request.outputs[part][i];
            const Slot slot = programs.output_slots[part][i];
            if (output.slot != Output::any_slot) {
              EXPECT_EQ(slot, output.slot);
            }
            if (output.copied && !output.literal.is_constant()) {
              EXPECT_GE(slot, 2 + random.given);
            }
            const std::uint64_t value = RandomLogic::value(expected, output.literal);
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
              ASSERT_EQ(words[slot * chunks + chunk], std::rotl(value, static_cast<int>(chunk)))
                  << "seed " << seed << ", lanes " << kernel->lanes << ", native " << native
                  << ", program " << part << ", output " << i;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace palamedes::machine::swarm
