// What moves do to the state, found out in advance: by hand, and against each other.

#include "machine/scalar/effects.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "games/builtin.h"
#include "machine/scalar/effect_engine.h"
#include "unit/machine/scalar/scalar_testing.h"

namespace palamedes::machine::scalar {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

constexpr EffectOptions each_alone{.joint_moves_before_factoring = 0, .whole_per_move = 0};

struct Described {
  std::vector<std::string> set;
  std::vector<std::string> cleared;
  std::vector<std::string> conditional;
};

Described describe(const Game& game, Effects& effects, std::span<const Move> joint_move) {
  Described result;
  for (const Effects::EffectNumber number : effects.of(joint_move)) {
    const Effects::Effect& effect = effects.effect(number);
    for (const Effects::Word& word : effects.words(effect)) {
      for (std::uint32_t bit = 0; bit < 64; ++bit) {
        if ((word.keep >> bit & 1U) != 0) continue;
        ((word.set >> bit & 1U) != 0 ? result.set : result.cleared)
            .push_back(game.base_name(word.word * 64 + bit));
      }
    }
    for (const Effects::Bit& bit : effects.bits(effect)) {
      result.conditional.push_back(game.base_name(bit.base));
    }
  }
  return result;
}

TEST(Effects, OfAMoveInTicTacToeAreItsMarkAlone) {
  const Game game(games::find("tictactoe")->text);
  Effects effects(game.no_moves, {});
  const std::vector<Move> joint_move{game.move(0, "(mark 1 3)"), game.move(1, "noop")};
  const Described described = describe(game, effects, joint_move);
  EXPECT_THAT(described.set, ElementsAre("(marked 1 3 xplayer)"));
  EXPECT_THAT(described.cleared, IsEmpty());
  EXPECT_THAT(described.conditional, IsEmpty());
}

// Two switches that are thrown at the same time; a lamp that both together light, and one that one
// alone puts out.
constexpr std::string_view two_hands =
    "(role a) (role b) (init (lamp 2)) (init go)"
    "(legal a throw) (legal a wait) (legal b throw) (legal b wait)"
    "(<= (next (lamp 1)) (does a throw) (does b throw))"
    "(<= (next (lamp 2)) (true (lamp 2)) (not somebody))"
    "(<= (next (lamp 3)) (does a throw) (true go))"
    "(<= somebody (does ?r throw)) (next go)"
    "(goal a 0) (goal b 0) (<= terminal (true (lamp 1)))";

TEST(Effects, OfMovesMadeTogetherDifferFromEachAlone) {
  const Game game(two_hands);
  for (const bool alone : {false, true}) {
    EffectEngine engine(game.no_moves, alone ? each_alone : EffectOptions{});
    const auto after = [&](std::string_view a, std::string_view b) {
      std::vector<std::uint64_t> state = game.initial();
      engine.enter(state.data());
      const std::vector<Move> joint_move{game.move(0, a), game.move(1, b)};
      engine.advance(joint_move, state.data());
      std::vector<std::string> facts;
      for (std::size_t bit = 0; bit < game.no_moves->kept().base_count(); ++bit) {
        if (holds(state, bit)) facts.push_back(game.base_name(bit));
      }
      return facts;
    };
    // `go` holds always and is no bit; the third lamp depends on the first role alone.
    EXPECT_THAT(after("wait", "wait"), UnorderedElementsAre("(lamp 2)"));
    EXPECT_THAT(after("wait", "throw"), IsEmpty());
    EXPECT_THAT(after("throw", "wait"), UnorderedElementsAre("(lamp 3)"));
    EXPECT_THAT(after("throw", "throw"), UnorderedElementsAre("(lamp 1)", "(lamp 3)"));
  }
}

// What one engine has found out, the next one knows, and what it finds out itself is its own.
TEST(Effects, ThatAreRememberedAreKnownToFurtherEngines) {
  const Game game(two_hands);
  EffectEngine engine(game.no_moves);
  const auto step = [&](EffectEngine& steps, std::string_view a) {
    std::vector<std::uint64_t> state = game.initial();
    steps.enter(state.data());
    const std::vector<Move> joint_move{game.move(0, a), game.move(1, "throw")};
    steps.advance(joint_move, state.data());
    return state;
  };
  const auto lit = step(engine, "throw");
  EXPECT_EQ(engine.another().found_out(), 0U);
  engine.remember();
  EffectEngine other = engine.another();
  EXPECT_EQ(other.found_out(), 1U);
  EXPECT_EQ(step(other, "throw"), lit);
  EXPECT_EQ(other.found_out(), 1U);
  const auto dark = step(other, "wait");
  EXPECT_EQ(other.found_out(), 2U);
  EXPECT_EQ(engine.found_out(), 1U);
  EXPECT_EQ(step(engine, "wait"), dark);
}

// --- branches

// Rows of lights, each with a switch of its own. `shift` moves the lights of a row by one place
// where its switch is on; `flip` turns all switches.
std::string rows_of_lights(std::size_t rows, std::size_t lights) {
  std::string text = "(role r) (legal r shift) (legal r flip)";
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string on = fmt::format("(true (switch {}))", row);
    text += fmt::format(
        "(<= (next (switch {0})) (does r shift) {1}) (<= (next (switch {0})) (does r flip) (not "
        "{1}))",
        row, on);
    for (std::size_t i = 0; i < lights; ++i) {
      text += fmt::format(
          "(<= (next (light {0} {1})) (does r flip) (true (light {0} {1})))"
          "(<= (next (light {0} {1})) (does r shift) (not {3}) (true (light {0} {1})))"
          "(<= (next (light {0} {1})) (does r shift) {3} (true (light {0} {2})))",
          row, i, (i + 1) % lights, on);
    }
    text += fmt::format("(init (light {} 0))", row);
  }
  return text + "(<= terminal (not (true (light 0 0)))) (goal r 0)";
}

// By the words above, over all rows.
std::vector<std::uint64_t> shifted(const Game& game, const std::vector<std::uint64_t>& state,
                                   std::size_t rows, std::size_t lights) {
  std::vector<std::uint64_t> result(state.size(), 0);
  const auto light = [&](std::size_t row, std::size_t i) {
    return game.bit(fmt::format("(light {} {})", row, i));
  };
  const auto set = [&](std::size_t bit) { result[bit / 64] |= std::uint64_t{1} << (bit % 64); };
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t on = game.bit(fmt::format("(switch {})", row));
    if (holds(state, on)) set(on);
    for (std::size_t i = 0; i < lights; ++i) {
      const std::size_t from = holds(state, on) ? light(row, (i + 1) % lights) : light(row, i);
      if (holds(state, from)) set(light(row, i));
    }
  }
  return result;
}

void expect_shifts(const Game& game, std::size_t rows, std::size_t lights) {
  EffectEngine engine(game.no_moves);
  const std::vector<Move> shift{game.move(0, "shift")};
  Rng rng(3);
  for (int i = 0; i < 20; ++i) {
    std::vector<std::uint64_t> state = game.initial();
    for (std::size_t bit = 0; bit < game.base_count(); ++bit) {
      state[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));
      state[bit / 64] |= std::uint64_t{rng.below(2)} << (bit % 64);
    }
    const std::vector<std::uint64_t> expected = shifted(game, state, rows, lights);
    engine.enter(state.data());
    engine.advance(shift, state.data());
    EXPECT_EQ(state, expected);
  }
}

TEST(Effects, WithManyBitsOnOneConditionHaveABranch) {
  constexpr std::size_t lights = 10;
  const Game game(rows_of_lights(1, lights));
  Effects effects(game.no_moves, {});
  const std::vector<Move> shift{game.move(0, "shift")};
  const auto numbers = effects.of(shift);
  ASSERT_THAT(numbers, SizeIs(1));
  const Effects::Effect& effect = effects.effect(numbers.front());
  ASSERT_THAT(effects.branches(effect), SizeIs(1));
  EXPECT_THAT(effects.bits(effect), IsEmpty());
  const Effects::Branch& branch = effects.branches(effect).front();
  EXPECT_THAT(effects.bits(effects.effect(branch.if_true)), SizeIs(lights));
  // What a branch leads to has no branches again.
  EXPECT_THAT(effects.branches(effects.effect(branch.if_true)), IsEmpty());
  EXPECT_THAT(effects.branches(effects.effect(branch.if_false)), IsEmpty());
  expect_shifts(game, 1, lights);
}

TEST(Effects, WithFewBitsOnAConditionHaveNone) {
  constexpr std::size_t lights = 3;
  const Game game(rows_of_lights(1, lights));
  Effects effects(game.no_moves, {});
  const std::vector<Move> shift{game.move(0, "shift")};
  const Effects::Effect& effect = effects.effect(effects.of(shift).front());
  EXPECT_THAT(effects.branches(effect), IsEmpty());
  EXPECT_THAT(effects.bits(effect), SizeIs(lights));
  expect_shifts(game, 1, lights);
}

TEST(Effects, HaveSoManyBranchesAndNoMore) {
  constexpr std::size_t rows = Effects::max_branches + 2;
  constexpr std::size_t lights = 9;
  const Game game(rows_of_lights(rows, lights));
  ASSERT_GT(game.base_count(), 64U);  // more than a word
  Effects effects(game.no_moves, {});
  const std::vector<Move> shift{game.move(0, "shift")};
  const Effects::Effect& effect = effects.effect(effects.of(shift).front());
  EXPECT_THAT(effects.branches(effect), SizeIs(Effects::max_branches));
  EXPECT_THAT(effects.bits(effect), SizeIs((rows - Effects::max_branches) * lights));
  expect_shifts(game, rows, lights);
}

// --- many joint moves

// Two or more roles say a number of three digits at the same time. The first and the last digit are
// remembered, and whether both roles said the same middle one.
std::string speakers(std::size_t digits) {
  std::string text =
      "(role a) (role b) (init start) (<= terminal (true same)) (goal a 0) (goal b 0)";
  for (std::size_t i = 0; i < digits; ++i) text += fmt::format("(digit {})", i);
  return text +
         "(<= (legal ?r (say ?x ?y ?z)) (role ?r) (digit ?x) (digit ?y) (digit ?z))"
         "(<= (next (first ?r ?x)) (does ?r (say ?x ?y ?z)))"
         "(<= (next (last ?r ?z)) (does ?r (say ?x ?y ?z)))"
         "(<= (middle ?r ?y) (does ?r (say ?x ?y ?z)))"
         "(<= (next same) (middle a ?y) (middle b ?y))";
}

struct Said {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t z;
  [[nodiscard]] std::string text() const { return fmt::format("(say {} {} {})", x, y, z); }
};

// What was said, and nothing else.
void expect_heard(const Game& game, EffectEngine& engine, const Said& a, const Said& b) {
  std::vector<std::uint64_t> state = game.initial();
  engine.enter(state.data());
  const std::vector<Move> joint_move{game.move(0, a.text()), game.move(1, b.text())};
  engine.advance(joint_move, state.data());
  std::vector<std::string> facts;
  for (std::size_t bit = 0; bit < game.base_count(); ++bit) {
    if (holds(state, bit)) facts.push_back(game.base_name(bit));
  }
  std::vector<std::string> expected = {
      fmt::format("(first a {})", a.x), fmt::format("(last a {})", a.z),
      fmt::format("(first b {})", b.x), fmt::format("(last b {})", b.z)};
  if (a.y == b.y) expected.emplace_back("same");
  EXPECT_THAT(facts, testing::UnorderedElementsAreArray(expected)) << a.text() << b.text();
}

Said said_by_chance(Rng& rng, std::uint32_t digits) {
  return {rng.below(digits), rng.below(digits), rng.below(digits)};
}

TEST(Effects, OfTooManyJointMovesForATable) {
  constexpr std::uint32_t digits = 11;  // (11 * 11 * 11)^2 joint moves
  constexpr std::size_t table = std::size_t{4} * 1331 * 1331;
  const Game game(speakers(digits));
  for (const bool alone : {false, true}) {
    EffectEngine engine(game.no_moves, alone ? each_alone : EffectOptions{});
    Rng rng(5);
    expect_heard(game, engine, {1, 2, 3}, {3, 2, 1});
    for (int i = 0; i < 50; ++i) {
      expect_heard(game, engine, said_by_chance(rng, digits), said_by_chance(rng, digits));
    }
    expect_heard(game, engine, {1, 2, 3}, {3, 2, 1});
  }
  Effects effects(game.no_moves, {});
  const auto number = [&](const Said& a, const Said& b) {
    const std::vector<Move> joint_move{game.move(0, a.text()), game.move(1, b.text())};
    const auto numbers = effects.of(joint_move);
    EXPECT_THAT(numbers, SizeIs(1));
    return numbers.front();
  };
  const Effects::EffectNumber there = number({1, 0, 0}, {2, 0, 0});
  const Effects::EffectNumber back = number({2, 0, 0}, {1, 0, 0});
  EXPECT_NE(there, back);
  EXPECT_EQ(number({1, 0, 0}, {2, 0, 0}), there);  // known by now
  EXPECT_LT(effects.memory_bytes(), table);
}

// 17 roles with 16 moves each have 2^68 joint moves.
TEST(Effects, OfTooManyJointMovesForAWord) {
  std::string text;
  for (int i = 0; i < 17; ++i) text += fmt::format("(role r{})", i);
  for (int i = 0; i < 16; ++i) text += fmt::format("(digit {})", i);
  const Game game(text +
                  "(<= terminal (true (said r0 0)) (true (said r0 1))) (<= (goal ?r 0) (role ?r))"
                  "(<= (legal ?r (say ?x)) (role ?r) (digit ?x))"
                  "(<= (next (said ?r ?x)) (does ?r (say ?x)))");
  EffectEngine engine(game.no_moves);
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::uint32_t> digits;
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < 17; ++role) {
      digits.push_back(round % 2 == 0 ? 3 : rng.below(16));
      joint_move.push_back(game.move(role, fmt::format("(say {})", digits.back())));
    }
    std::vector<std::uint64_t> state = game.initial();
    engine.enter(state.data());
    engine.advance(joint_move, state.data());
    for (std::size_t role = 0; role < 17; ++role) {
      for (std::uint32_t digit = 0; digit < 16; ++digit) {
        const std::size_t bit = game.bit(fmt::format("(said r{} {})", role, digit));
        ASSERT_EQ(holds(state, bit), digit == digits[role]) << "role " << role;
      }
    }
  }
}

TEST(Effects, OfJointMovesAreFoundMoveByMoveWhenThereAreMany) {
  constexpr std::uint32_t digits = 4;
  const Game game(speakers(digits));
  Effects effects(game.no_moves, {.joint_moves_before_factoring = 3, .whole_per_move = 0});
  const auto count = [&](const Said& a, const Said& b) {
    const std::vector<Move> joint_move{game.move(0, a.text()), game.move(1, b.text())};
    return effects.of(joint_move).size();
  };
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(count({0, 0, i}, {0, 1, 0}), 1U);
    EXPECT_EQ(count({0, 0, i}, {0, 1, 0}), 1U);  // again: not one more
  }
  // What no move brings, each role's move, and what they do together.
  EXPECT_EQ(count({0, 0, 3}, {0, 1, 0}), 4U);
  EXPECT_EQ(count({0, 0, 0}, {0, 1, 0}), 4U);

  EffectEngine engine(game.no_moves, {.joint_moves_before_factoring = 3, .whole_per_move = 0});
  Rng rng(8);
  for (int i = 0; i < 100; ++i) {
    expect_heard(game, engine, said_by_chance(rng, digits), said_by_chance(rng, digits));
  }
}

TEST(Effects, OfASingleRoleAreNeverTakenApart) {
  const Game game(rows_of_lights(1, 3));
  Effects effects(game.no_moves, each_alone);
  for (const std::string_view text : {"shift", "flip", "shift"}) {
    EXPECT_THAT(effects.of(std::vector<Move>{game.move(0, text)}), SizeIs(1));
  }
}

// --- memory

TEST(Effects, AreForgottenWhenTheyTakeTooMuchMemory) {
  constexpr std::uint32_t digits = 6;
  const Game game(speakers(digits));
  for (const bool alone : {false, true}) {
    EffectOptions options = alone ? each_alone : EffectOptions{};
    Effects all(game.no_moves, options);
    constexpr std::size_t room = 4096;
    const std::size_t empty = all.memory_bytes();
    options.max_bytes = empty + room;
    Effects some(game.no_moves, options);
    EffectEngine engine(game.no_moves, options);
    Rng rng(9);
    std::size_t most = 0;
    for (int i = 0; i < 400; ++i) {
      const Said a = said_by_chance(rng, digits);
      const Said b = said_by_chance(rng, digits);
      const std::vector<Move> joint_move{game.move(0, a.text()), game.move(1, b.text())};
      static_cast<void>(all.of(joint_move));
      static_cast<void>(some.of(joint_move));
      most = std::max(most, some.memory_bytes());
      if (i % 8 == 0) expect_heard(game, engine, a, b);
    }
    EXPECT_GT(all.memory_bytes(), empty + 3 * room);
    // The limit, and what one more joint move takes.
    EXPECT_LT(most, empty + 2 * room);
  }
}

// --- all ways on real games

// The same moves made in every way: whole, each role's alone, and with hardly any memory.
TEST(Effects, AreTheSameInEveryWay) {
  for (const std::string_view name : {"tictactoe", "breakthrough", "runners", "eight_puzzle"}) {
    const Game game(games::find(name)->text);
    EffectEngine whole(game.no_moves);
    EffectEngine alone(game.no_moves, each_alone);
    EffectEngine forgetful(game.no_moves, {.max_bytes = 1});
    EffectOptions both = each_alone;
    both.max_bytes = 1;
    EffectEngine forgetful_alone(game.no_moves, both);
    Rng rng(2);
    std::vector<std::uint64_t> state = game.initial();
    for (int step = 0; step < 200; ++step) {
      whole.enter(state.data());
      if (whole.terminal()) {
        state = game.initial();
        continue;
      }
      std::vector<Move> joint_move;
      for (std::size_t role = 0; role < game.net.roles.size(); ++role) {
        joint_move.push_back(whole.draw_legal(Role(role), rng).move);
      }
      std::vector<std::uint64_t> next = state;
      whole.advance(joint_move, next.data());
      for (EffectEngine* const other : {&alone, &forgetful, &forgetful_alone}) {
        std::vector<std::uint64_t> reached = state;
        other->enter(reached.data());
        other->advance(joint_move, reached.data());
        ASSERT_EQ(reached, next) << name << " step " << step;
      }
      state = next;
    }
  }
}

}  // namespace
}  // namespace palamedes::machine::scalar
