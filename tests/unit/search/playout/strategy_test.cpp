#include "search/playout/strategy.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::playout {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::IsEmpty;

constexpr Role first{0};

const Parameters mast{.strategy = Technique::mast, .draw = {.epsilon = 0}};
const Parameters nst{.strategy = Technique::nst, .draw = {.epsilon = 0}, .nst = {.visits = 3}};

std::size_t choose(Strategy& strategy, const std::vector<Move>& moves, const JointMoves& past,
                   Rng& rng, Role role = first) {
  std::vector<MoveCode> codes;
  if (strategy.needs_choices()) {
    for (const Move move : moves) codes.push_back(index_of(move));
  }
  return strategy.choose(role, moves, codes, joint(past), rng);
}

TEST(Strategy, SaysWhatItNeeds) {
  const auto needs = [](const Parameters& plan) {
    const Strategy strategy(plan, 2);
    return std::vector{strategy.is_uniform(), strategy.needs_moves(), strategy.needs_choices()};
  };
  EXPECT_THAT(needs({}), ElementsAre(true, false, false));
  EXPECT_THAT(needs({.replies = true}), ElementsAre(false, true, false));
  EXPECT_THAT(needs(mast), ElementsAre(false, true, false));
  EXPECT_THAT(needs(nst), ElementsAre(false, true, false));
  EXPECT_THAT(needs({.strategy = Technique::ppa}), ElementsAre(false, true, true));
}

TEST(Strategy, DrawsNothingForASingleMove) {
  for (const Technique kind :
       {Technique::uniform, Technique::mast, Technique::nst, Technique::ppa}) {
    for (const Draw draw : {Draw::greedy, Draw::gibbs}) {
      Strategy strategy({.strategy = kind, .draw = {.by = draw}}, 1);
      Rng rng(1);
      Rng untouched(1);
      EXPECT_EQ(choose(strategy, {c}, {{a}, {b}}, rng), 0U);
      EXPECT_EQ(rng(), untouched());
    }
  }
}

TEST(Strategy, UniformIsUniform) {
  Strategy strategy({}, 1);
  Rng rng(1);
  constexpr int draws = 30'000;
  for (const int count : histogram(3, draws, [&] {
         return choose(strategy, {a, b, c}, {}, rng);
       })) {
    EXPECT_NEAR(count, draws / 3, tolerance(draws, 1.0 / 3));
  }
}

TEST(Strategy, MastTakesTheBestMoveOrOneNeverMade) {
  Strategy strategy(mast, 1);
  Rng rng(1);
  strategy.learn(simulation({{a}, {c}}, {0.5}));
  strategy.learn(simulation({{b}, {c}}, {0.75}));
  EXPECT_EQ(choose(strategy, {a, b}, {}, rng), 1U);
  EXPECT_EQ(choose(strategy, {c, b, a}, {}, rng), 1U);  // c has 0.625
  EXPECT_EQ(choose(strategy, {a, b, e}, {}, rng), 2U);
}

TEST(Strategy, NstTakesTheBestAverageOfItsLengths) {
  Strategy strategy(nst, 1);
  Rng rng(1);
  for (int i = 0; i < 3; ++i) strategy.learn(simulation({{a}, {b}}, {1}));
  for (int i = 0; i < 3; ++i) strategy.learn(simulation({{d}, {b}}, {0}));
  strategy.learn(simulation({{c}, {noop}}, {0.625}));
  // T(c) = 0.625 everywhere, as it never followed anything. T(b) is R(b) = 0.5 where nothing is
  // known of what came before, (0.5 + 1) / 2 after a, (0.5 + 0) / 2 after d.
  EXPECT_EQ(choose(strategy, {b, c}, {}, rng), 1U);
  EXPECT_EQ(choose(strategy, {b, c}, {{a}}, rng), 0U);
  EXPECT_EQ(choose(strategy, {b, c}, {{d}}, rng), 1U);
  EXPECT_EQ(choose(strategy, {b, c, e}, {{a}}, rng), 2U);  // e was never made
}

TEST(Strategy, NstScoresAreThoseOfThePaper) {
  Nst strategy({.visits = 7}, 1, {}, {}, 2, Strategy::default_bytes);
  // Role 1 answers b with c, seven times after its own a; four of these it wins. Once more c loses.
  for (int i = 0; i < 7; ++i) {
    strategy.learn(simulation({{noop, a}, {b, noop}, {noop, c}}, {0, i < 4 ? 1.0 : 0.0}));
  }
  strategy.learn(simulation({{noop, d}, {b, noop}, {noop, c}}, {1, 0}));
  // R(c) = 4/8, R(bc) = 4/8, R(abc) = 4/7; R(dbc) = 0 with one visit only
  const auto score = [&](const JointMoves& past) {
    std::vector<float> scores(2);
    const std::vector<Move> moves = {c, e};
    const std::vector<Move> made = joint(past);
    strategy.fill_scores({.role = Role{1}, .moves = moves, .past = made}, scores);
    EXPECT_EQ(scores[1], 1);
    return scores[0];
  };
  EXPECT_FLOAT_EQ(score({{noop, a}, {b, noop}}), (0.5F + 0.5F + 4.0F / 7) / 3);
  EXPECT_FLOAT_EQ(score({{noop, d}, {b, noop}}), 0.5F);
  EXPECT_FLOAT_EQ(score({}), 0.5F);
}

TEST(Strategy, RepliesComeFirstEvenWhereEpsilonIsOne) {
  Strategy strategy({.strategy = Technique::mast, .replies = true, .draw = {.epsilon = 1}}, 2);
  Rng rng(1);
  strategy.learn(simulation({{a, noop}, {noop, b}}, {0, 1}));
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(choose(strategy, {c, d, b, e}, {{a, noop}}, rng, Role{1}), 2U);
  }
  // without a reply the strategy behind it chooses
  constexpr int draws = 10'000;
  const auto counts = histogram(2, draws, [&] {
    return choose(strategy, {c, b}, {{d, noop}}, rng, Role{1});
  });
  EXPECT_NEAR(counts[0], draws / 2, tolerance(draws, 0.5));
}

TEST(Strategy, PpaDrawsByItsWeights) {
  Strategy strategy({.strategy = Technique::ppa, .ppa = {.alpha = 0.32, .k = 2}}, 1);
  strategy.learn(simulation_of({{{1, 2, 3}, 0}, {{1, 2, 3}, 0}}, {1}));
  // weights 0.42667 and twice -0.21333: exp(0.85333) = 2.34746, exp(-0.42667) = 0.65268
  Rng rng(1);
  constexpr int draws = 40'000;
  const auto counts = histogram(3, draws, [&] { return choose(strategy, {a, b, c}, {}, rng); });
  EXPECT_NEAR(counts[0], draws * 0.64264, tolerance(draws, 0.64264));
  EXPECT_NEAR(counts[1], draws * 0.17868, tolerance(draws, 0.17868));
}

TEST(Strategy, PpaStartsAnewAtEachTurnUnlessItMemorises) {
  for (const bool memorise : {false, true}) {
    Ppa ppa({.memorise = memorise}, 1);
    ppa.learn(simulation_of({{{1, 2}, 0}}, {1}));
    ppa.next_turn();
    EXPECT_NEAR(ppa.weights().weight(first, 1), memorise ? 0.16 : 0, 1e-12);
  }
}

// --- Decay

double value_of_a(Strategy& strategy) { return static_cast<double>(strategy.move_values(2)[0][1]); }

TEST(Strategy, MoveDecayComesWithEachTurn) {
  for (const Technique kind : {Technique::mast, Technique::nst}) {
    Strategy strategy({.strategy = kind, .decay = {.move = 0.4}}, 1);
    strategy.learn(simulation({{a}}, {1}));
    strategy.learn(simulation({{a}}, {0}));
    strategy.next_turn();
    strategy.learn(simulation({{a}}, {1}));
    EXPECT_NEAR(value_of_a(strategy), (0.4 * 1 + 1) / (0.4 * 2 + 1), 1e-6);
  }
}

TEST(Strategy, BatchDecayComesAfterSoManySimulations) {
  Strategy strategy({.strategy = Technique::mast, .decay = {.batch = 0.5, .batch_size = 2}}, 1);
  strategy.learn(simulation({{a}}, {1}));
  strategy.learn(simulation({{a}}, {1}));  // then 2 visits become 1
  strategy.learn(simulation({{a}}, {0}));
  EXPECT_NEAR(value_of_a(strategy), 0.5, 1e-6);
  strategy.learn(simulation({{a}}, {0}));  // 1/3 with 3 visits, which become 1.5
  EXPECT_NEAR(value_of_a(strategy), 1.0 / 3, 1e-6);
  strategy.learn(simulation({{a}}, {1}));
  EXPECT_NEAR(value_of_a(strategy), 1.5 / 2.5, 1e-6);
}

TEST(Strategy, SimulationDecayComesAfterTheResult) {
  Mast strategy(1, {}, {.simulation = 0.9}, 1);
  strategy.learn(simulation({{a}, {a}}, {1}));
  EXPECT_NEAR(strategy.moves().visits(first, a), 0.9 * 0.9 * 2, 1e-12);
  strategy.learn(simulation({{a}}, {0}));
  EXPECT_NEAR(strategy.moves().visits(first, a), 0.9 * (1.62 + 1), 1e-12);
  EXPECT_NEAR(static_cast<double>(strategy.moves().value(first, a)), 1.62 / 2.62, 1e-6);
}

TEST(Strategy, DecaysMix) {
  Mast strategy(1, {}, {.move = 0.8, .simulation = 0.97}, 1);
  strategy.learn(simulation({{a}}, {1}));
  strategy.next_turn();
  EXPECT_NEAR(strategy.moves().visits(first, a), 0.97 * 0.8, 1e-12);
}

TEST(Strategy, DecayByZeroStartsAnewAtEachTurn) {
  Strategy strategy({.strategy = Technique::nst, .fpu = 0.75, .decay = {.move = 0}}, 1);
  strategy.learn(simulation({{a}, {b}}, {0}));
  strategy.next_turn();
  EXPECT_FLOAT_EQ(static_cast<float>(value_of_a(strategy)), 0.75F);
}

// --- All of them

Simulation random_simulation(Rng& rng) {
  std::vector<Chosen> choices;
  const std::size_t steps = 5 + rng.below(10);
  for (std::size_t i = 0; i < 2 * steps; ++i) {
    choices.push_back({.codes = {1, 2, 3, 4, 5}, .taken = rng.below(5)});
  }
  const double payoff = rng.below(3) / 2.0;
  return simulation_of(choices, {payoff, 1 - payoff});
}

std::vector<std::size_t> some_choices(const Parameters& plan) {
  Strategy strategy(plan, 2);
  Rng rng(11);
  std::vector<std::size_t> chosen;
  for (int i = 0; i < 200; ++i) {
    const Simulation played = random_simulation(rng);
    strategy.learn(played);
    for (const Role role : {Role{0}, Role{1}}) {
      const std::vector<Move> moves = {a, b, c, d, e};
      const std::vector<MoveCode> codes = {1, 2, 3, 4, 5};
      chosen.push_back(strategy.choose(role, moves, codes, played.moves, rng));
    }
    if (i % 50 == 49) strategy.next_turn();
  }
  return chosen;
}

TEST(Strategy, SameSeedSameChoices) {
  std::vector<std::vector<std::size_t>> all;
  for (const bool replies : {false, true}) {
    for (const Technique kind :
         {Technique::uniform, Technique::mast, Technique::nst, Technique::ppa}) {
      const Parameters plan{.strategy = kind, .replies = replies, .decay = {.move = 0.6}};
      all.push_back(some_choices(plan));
      EXPECT_EQ(all.back(), some_choices(plan));
    }
  }
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_NE(all[i], all[0]);
}

TEST(Strategy, ValuesAreEmptyWhereThereAreNone) {
  for (const Technique kind : {Technique::uniform, Technique::ppa}) {
    Strategy strategy({.strategy = kind}, 2);
    EXPECT_THAT(strategy.move_values(3), IsEmpty());
    EXPECT_THAT(strategy.contexts(10), IsEmpty());
  }
  Strategy strategy(mast, 2);
  EXPECT_THAT(strategy.move_values(2), ElementsAre(ElementsAre(1, 1), ElementsAre(1, 1)));
  EXPECT_GT(strategy.memory_bytes(), 0U);
}

// --- What sequences tell a machine that plays many playouts at once

TEST(Strategy, ContextsStandByLengthAndVisits) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}}, 2);
  // role 1 after role 0's a: four times b (3 of 4), twice c (2 of 2); after d: twice b (none of 2)
  for (int i = 0; i < 4; ++i) {
    strategy.learn(simulation({{a, noop}, {noop, b}}, {0, i < 3 ? 1.0 : 0.0}));
  }
  for (int i = 0; i < 2; ++i) strategy.learn(simulation({{a, noop}, {noop, c}}, {0, 1}));
  for (int i = 0; i < 2; ++i) strategy.learn(simulation({{d, noop}, {noop, b}}, {1, 0}));
  strategy.learn(simulation({{e, noop}, {noop, b}}, {1, 0}));  // too rare
  const auto contexts = strategy.contexts(2);
  ASSERT_EQ(contexts.size(), 2U);
  // role 0 waits after role 1 waited, nine times
  EXPECT_EQ(contexts[0].role, Role{0});
  EXPECT_THAT(contexts[0].previous, ElementsAre(model::MadeMove{Role{1}, noop}));
  // R(noop) is the same alone and here: 3 of 9
  ASSERT_EQ(contexts[0].values.size(), 1U);
  EXPECT_EQ(contexts[0].values[0].move, noop);
  EXPECT_NEAR(contexts[0].values[0].value, 1.0 / 3, 1e-6);
  EXPECT_NEAR(contexts[0].visits, 9, 1e-4);
  EXPECT_EQ(contexts[1].role, Role{1});
  EXPECT_THAT(contexts[1].previous, ElementsAre(model::MadeMove{Role{0}, a}));
  // R(b) = 3/7 and R(ab) = 3/4; R(c) = R(ac) = 1; nothing else was played after a
  ASSERT_EQ(contexts[1].values.size(), 2U);
  EXPECT_EQ(contexts[1].values[0].move, b);
  EXPECT_NEAR(contexts[1].values[0].value, (3.0 / 7 + 3.0 / 4) / 2, 1e-6);
  EXPECT_EQ(contexts[1].values[1], (ValuedMove{c, 1}));
  EXPECT_NEAR(contexts[1].visits, 6, 1e-4);
  EXPECT_EQ(strategy.contexts(10).size(), 3U);
}

TEST(Strategy, ContextsAverageTheScoresOfAllLengths) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}}, 1);
  for (int i = 0; i < 2; ++i) {
    strategy.learn(simulation({{a}, {b}, {c}}, {0.5}));
    strategy.learn(simulation({{a}, {b}, {d}}, {0.25}));
    strategy.learn(simulation({{e}, {b}, {c}}, {0}));
    strategy.learn(simulation({{d}}, {1}));
  }
  const auto contexts = strategy.contexts(10);
  ASSERT_FALSE(contexts.empty());
  // After a, b: R(c) = R(bc) = 0.25 and R(abc) = 0.5, so T(c) = 1/3; R(d) = 0.625 and R(bd) =
  // R(abd) = 0.25, so T(d) = 0.375: more than T(c) although R(abd) < R(abc). The others were not
  // made there.
  EXPECT_THAT(contexts[0].previous,
              ElementsAre(model::MadeMove{first, b}, model::MadeMove{first, a}));
  ASSERT_EQ(contexts[0].values.size(), 2U);
  EXPECT_EQ(contexts[0].values[0].move, c);
  EXPECT_NEAR(contexts[0].values[0].value, 1.0 / 3, 1e-6);
  EXPECT_EQ(contexts[0].values[1], (ValuedMove{d, 0.375F}));
  EXPECT_THAT(contexts[1].previous,
              ElementsAre(model::MadeMove{first, b}, model::MadeMove{first, e}));
  // After e, b nothing is known of d that is not known after b: R(d) and R(bd).
  ASSERT_EQ(contexts[1].values.size(), 1U);
  EXPECT_EQ(contexts[1].values[0].move, c);
  ASSERT_EQ(contexts[0].base, contexts[1].base);
  ASSERT_LT(contexts[1].base, contexts.size());
  const model::MoveContext& base = contexts[contexts[1].base];
  EXPECT_THAT(base.previous, ElementsAre(model::MadeMove{first, b}));
  EXPECT_THAT(base.values, ElementsAre(ValuedMove{c, 0.25F}, ValuedMove{d, (0.625F + 0.25F) / 2}));
  EXPECT_EQ(base.base, model::MoveContext::no_base);
  for (std::size_t i = 1; i < contexts.size(); ++i) {
    EXPECT_GE(contexts[i - 1].previous.size(), contexts[i].previous.size());
  }
}

// If the shorter context is not among those that are told, a longer one tells all.
TEST(Strategy, ContextsWithoutABaseTellAll) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}}, 1);
  for (int i = 0; i < 2; ++i) {
    strategy.learn(simulation({{a}, {b}, {d}}, {0.5}));
    strategy.learn(simulation({{e}, {b}, {c}}, {0}));
    for (int j = 0; j < 9; ++j) strategy.learn(simulation({{e}, {a}}, {1}));
  }
  const auto contexts = strategy.contexts(1);
  ASSERT_EQ(contexts.size(), 2U);
  EXPECT_THAT(contexts[0].previous,
              ElementsAre(model::MadeMove{first, b}, model::MadeMove{first, a}));
  EXPECT_THAT(contexts[1].previous, ElementsAre(model::MadeMove{first, e}));
  EXPECT_EQ(contexts[0].base, model::MoveContext::no_base);
  EXPECT_THAT(contexts[0].values, ElementsAre(ValuedMove{d, 0.5F}, ValuedMove{c, 0}));
}

TEST(Strategy, ContextNewsTellWhatChanged) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}}, 1);
  EXPECT_FALSE(strategy.context_news());  // nothing was told yet
  strategy.keep_changes(100);
  const auto learn = [&](Move before, Move after, double payoff) {
    for (int i = 0; i < 2; ++i) strategy.learn(simulation({{before}, {after}}, {payoff}));
  };
  learn(a, b, 1);
  ASSERT_EQ(strategy.contexts(10).size(), 1U);
  ASSERT_TRUE(strategy.context_news());
  EXPECT_TRUE(strategy.context_news()->revised.empty());
  learn(a, b, 0);
  learn(a, c, 1);
  learn(d, c, 0.5);
  strategy.learn(simulation({{e}, {c}}, {0.75}));  // too rare
  const auto news = strategy.context_news();
  ASSERT_TRUE(news);
  // After a: R(b) = R(ab) = 1/2, R(c) = 0.75 of five times and R(ac) = 1. Each time that c came
  // after a is a change, but the first one had too few visits only then.
  ASSERT_EQ(news->revised.size(), 4U);
  EXPECT_EQ(news->revised[0].context, 0U);
  EXPECT_EQ(news->revised[0].value, (ValuedMove{b, 0.5F}));
  EXPECT_EQ(news->revised[2].value, (ValuedMove{c, 0.875F}));
  ASSERT_EQ(news->added.size(), 1U);
  EXPECT_THAT(news->added[0].previous, ElementsAre(model::MadeMove{first, d}));
  EXPECT_THAT(news->added[0].values, ElementsAre(ValuedMove{c, 0.625F}));
  EXPECT_EQ(news->added[0].base, model::MoveContext::no_base);
  learn(d, c, 0.5);
  const auto later = strategy.context_news();
  ASSERT_TRUE(later);
  ASSERT_EQ(later->revised.size(), 2U);
  EXPECT_EQ(later->revised[0].context, 1U);  // numbered on
}

TEST(Strategy, ContextNewsBuildOnWhatWasTold) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}}, 1);
  strategy.keep_changes(100);
  for (int i = 0; i < 2; ++i) strategy.learn(simulation({{b}, {c}}, {1}));
  ASSERT_EQ(strategy.contexts(10).size(), 1U);
  for (int i = 0; i < 2; ++i) strategy.learn(simulation({{a}, {b}, {c}}, {0}));
  const auto news = strategy.context_news();
  ASSERT_TRUE(news);
  // b after a; and c after a, b, where R(c) = R(bc) = 1/2 and R(abc) = 0
  ASSERT_EQ(news->added.size(), 2U);
  EXPECT_THAT(news->added[1].previous,
              ElementsAre(model::MadeMove{first, b}, model::MadeMove{first, a}));
  EXPECT_EQ(news->added[1].base, 0U);
  ASSERT_EQ(news->added[1].values.size(), 1U);
  EXPECT_NEAR(news->added[1].values[0].value, 1.0 / 3, 1e-6);
}

TEST(Strategy, ContextNewsEndWhereTooMuchHasChanged) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}, .decay = {.move = 0.5}}, 1);
  strategy.keep_changes(3);
  const auto learn = [&](int times) {
    for (int i = 0; i < times; ++i) strategy.learn(simulation({{a}, {b}}, {1}));
  };
  learn(2);
  ASSERT_EQ(strategy.contexts(10).size(), 1U);
  learn(3);
  EXPECT_TRUE(strategy.context_news());
  learn(4);
  EXPECT_FALSE(strategy.context_news());
  learn(1);
  EXPECT_FALSE(strategy.context_news());  // before all is told
  ASSERT_EQ(strategy.contexts(10).size(), 1U);
  learn(1);
  EXPECT_TRUE(strategy.context_news());
  strategy.next_turn();  // all fades
  EXPECT_FALSE(strategy.context_news());
}

TEST(Strategy, ContextsThatNoLongerComeUpAreLeftOut) {
  Strategy strategy({.strategy = Technique::nst, .nst = {.visits = 2}}, 1);
  const auto learn = [&](Move before, Move after) {
    for (int i = 0; i < 2; ++i) strategy.learn(simulation({{before}, {after}}, {1}));
  };
  const auto last_moves = [](std::span<const model::MoveContext> contexts) {
    std::vector<Move> moves;
    for (const model::MoveContext& context : contexts) moves.push_back(context.previous[0].move);
    return moves;
  };
  learn(a, c);
  EXPECT_THAT(last_moves(strategy.contexts(10, 2)), ElementsAre(a));
  learn(b, c);
  EXPECT_THAT(last_moves(strategy.contexts(10, 2)), ElementsAre(a, b));
  EXPECT_THAT(last_moves(strategy.contexts(10, 2)), ElementsAre(b));
  learn(a, c);
  EXPECT_THAT(last_moves(strategy.contexts(10, 1)), ElementsAre(a));
  EXPECT_THAT(last_moves(strategy.contexts(10)), ElementsAre(a, b));
}

}  // namespace
}  // namespace palamedes::search::playout
