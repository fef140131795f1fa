// Leaves of a tree played out by the swarm, in games whose results are known by hand.

#include "agent/swarm_player.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/spec.h"
#include "gdl/load.h"
#include "machine/game.h"

namespace palamedes::agent {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Leaf = SwarmPlayer::Leaf;

// Three steps to the left or to the right. The goal tells how many went right.
constexpr std::string_view walk =
    "(role r) (init (step 0)) (init (rights 0))"
    "(succ 0 1) (succ 1 2) (succ 2 3)"
    "(legal r left) (legal r right)"
    "(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))"
    "(<= (next (rights ?n)) (true (rights ?n)) (does r left))"
    "(<= (next (rights ?n)) (true (rights ?m)) (succ ?m ?n) (does r right))"
    "(<= terminal (true (step 3)))"
    "(<= (goal r 0) (true (rights 0))) (<= (goal r 10) (true (rights 1)))"
    "(<= (goal r 40) (true (rights 2))) (<= (goal r 100) (true (rights 3)))";
constexpr std::array<double, 4> worth = {0, 0.1, 0.4, 1};

// The same for two, one after the other: a role waits while the other one walks. Each goal tells of
// the role's own steps.
constexpr std::string_view walk_by_turns =
    "(role a) (role b) (init (turn a)) (init (step 0)) (init (rights a 0)) (init (rights b 0))"
    "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (other a b) (other b a)"
    "(<= (legal ?r left) (true (turn ?r))) (<= (legal ?r right) (true (turn ?r)))"
    "(<= (legal ?r wait) (other ?r ?q) (true (turn ?q)))"
    "(<= (next (turn ?r)) (other ?r ?q) (true (turn ?q)))"
    "(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))"
    "(<= (next (rights ?r ?n)) (true (rights ?r ?n)) (not (does ?r right)))"
    "(<= (next (rights ?r ?n)) (true (rights ?r ?m)) (succ ?m ?n) (does ?r right))"
    "(<= terminal (true (step 4)))"
    "(<= (goal ?r 0) (true (rights ?r 0))) (<= (goal ?r 50) (true (rights ?r 1)))"
    "(<= (goal ?r 100) (true (rights ?r 2)))";

std::unique_ptr<machine::Game> game_of(std::string_view text, std::string machine = "scalar") {
  machine::GameOptions options{.machine = std::move(machine), .details = {}};
  auto game = machine::Game::make(
      std::make_shared<const gdl::Loaded>(gdl::load(text, "test").value()), options);
  EXPECT_TRUE(game.has_value());
  return std::move(*game);
}

// One playout, kept after the call.
struct Played {
  std::size_t leaf = 0;
  std::uint32_t length = 0;
  std::vector<Move> moves;
  std::vector<double> payoffs;
  std::optional<search::Choices> choices;
  auto key() const { return std::tie(leaf, length, moves, payoffs); }
};

bool same(const std::vector<Played>& a, const std::vector<Played>& b) {
  return std::ranges::equal(a, b, {}, &Played::key, &Played::key);
}

// A player, a strategy that it asks, and leaves of a game.
class Playing {
 public:
  Playing(machine::Game& game, std::string_view spec, std::uint64_t seed = 1)
      : Playing(game, parse_spec(spec).value(), seed) {}

  [[nodiscard]] Move move(std::string_view text, std::size_t role = 0) {
    const auto found = game_.find_move(Role(role), text);
    EXPECT_TRUE(found) << text;
    return *found;
  }
  // The position after these joint moves: "left right" or "(left wait) (wait right)" as a list.
  Leaf leaf(const std::vector<std::string_view>& moves) {
    const auto roles = game_.role_count();
    Leaf result;
    result.clear(roles);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      result.simulation.moves.push_back(move(moves[i], i % roles));
    }
    auto& machine = *std::get<std::unique_ptr<machine::scalar::ScalarMachine>>(game_.steps());
    result.state = machine.initial();
    for (std::size_t i = 0; i < moves.size(); i += roles) {
      machine.advance(result.state, std::span(result.simulation.moves).subspan(i, roles));
    }
    return result;
  }

  // A simulation with these moves and payoffs, so many times.
  void teach(const std::vector<std::string_view>& moves, const std::vector<double>& payoffs,
             int times = 20) {
    search::Simulation simulation;
    simulation.roles = game_.role_count();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      simulation.moves.push_back(move(moves[i], i % simulation.roles));
    }
    simulation.payoffs = payoffs;
    for (int i = 0; i < times; ++i) strategy.learn(simulation);
  }

  std::vector<Played> play(
      const std::vector<Leaf>& leaves, std::uint32_t times = 1,
      const std::function<bool()>& keep_going = [] { return true; }) {
    std::vector<const Leaf*> pointers;
    for (const Leaf& one : leaves) pointers.push_back(&one);
    std::vector<Played> list;
    player->play(pointers, times, strategy, keep_going, [&](const auto& ending) {
      Played& one = list.emplace_back();
      one.leaf = ending.leaf;
      one.length = ending.length;
      one.moves.assign(ending.moves.begin(), ending.moves.end());
      one.payoffs.assign(ending.payoffs.begin(), ending.payoffs.end());
      if (ending.choices != nullptr) one.choices = *ending.choices;
    });
    return list;
  }
  std::vector<std::string> texts(const Played& played) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < played.moves.size(); ++i) {
      list.push_back(game_.move_text(Role(i % game_.role_count()), played.moves[i]));
    }
    return list;
  }

 private:
  Playing(machine::Game& game, const Spec& spec, std::uint64_t seed)
      : game_(game),
        strategy(spec.plan.playout, game.role_count()),
        player(SwarmPlayer::make(game, spec.plan, seed)) {}

  machine::Game& game_;

 public:
  search::playout::Strategy strategy;
  std::unique_ptr<SwarmPlayer> player;
};

// Uniform playouts whose moves are recorded, since RAVE wants them.
constexpr std::string_view recorded = "rave:strategy=uniform";

std::size_t rights_in(Playing& playing, const Played& played) {
  return static_cast<std::size_t>(
      std::count(played.moves.begin(), played.moves.end(), playing.move("right")));
}

// --- what comes back

TEST(SwarmPlayer, GivesTheResultsThatTheMovesLeadTo) {
  const auto game = game_of(walk);
  Playing playing(*game, recorded);
  const std::vector<Leaf> leaves = {playing.leaf({}), playing.leaf({"right"}),
                                    playing.leaf({"right", "left"})};
  constexpr std::uint32_t times = 100;
  const std::vector<Played> list = playing.play(leaves, times);
  std::map<std::size_t, std::uint32_t> count;
  std::map<std::size_t, std::set<double>> results;
  for (const Played& one : list) {
    ++count[one.leaf];
    ASSERT_EQ(one.length, 3 - one.leaf);
    ASSERT_THAT(one.moves, SizeIs(one.length));
    const std::size_t before = one.leaf > 0 ? 1 : 0;
    ASSERT_THAT(one.payoffs, ElementsAre(worth[before + rights_in(playing, one)]));
    EXPECT_FALSE(one.choices);
    results[one.leaf].insert(one.payoffs.front());
  }
  EXPECT_THAT(count, ElementsAre(testing::Pair(0, times), testing::Pair(1, times),
                                 testing::Pair(2, times)));
  // A hundred playouts see all that can happen.
  EXPECT_THAT(results[0], ElementsAre(0, 0.1, 0.4, 1));
  EXPECT_THAT(results[1], ElementsAre(0.1, 0.4, 1));
  EXPECT_THAT(results[2], ElementsAre(0.1, 0.4));
}

TEST(SwarmPlayer, KeepsNoMovesThatNobodyWants) {
  const auto game = game_of(walk);
  Playing playing(*game, "uct:choose.line=false");
  const std::vector<Played> list = playing.play({playing.leaf({})}, 10);
  ASSERT_THAT(list, SizeIs(10));
  for (const Played& one : list) {
    EXPECT_EQ(one.length, 3U);
    EXPECT_THAT(one.moves, IsEmpty());
  }
}

TEST(SwarmPlayer, EndsAtOnceWhereTheGameHasEnded) {
  const auto game = game_of(walk);
  for (const std::string_view spec : {recorded, std::string_view("ppaf")}) {
    Playing playing(*game, spec);
    const Leaf end = playing.leaf({"right", "right", "left"});
    const std::vector<Played> list = playing.play({end, playing.leaf({"right", "right"})}, 4);
    ASSERT_THAT(list, SizeIs(8));
    for (const Played& one : list) {
      if (one.leaf == 1) {
        EXPECT_EQ(one.length, 1U);
        continue;
      }
      EXPECT_EQ(one.length, 0U);
      EXPECT_THAT(one.moves, IsEmpty());
      EXPECT_THAT(one.payoffs, ElementsAre(0.4));
    }
  }
}

TEST(SwarmPlayer, TellsTheGoalsOfAllRoles) {
  const auto game = game_of(walk_by_turns);
  Playing playing(*game, recorded);
  for (const Played& one : playing.play({playing.leaf({"right", "wait"})}, 50)) {
    ASSERT_EQ(one.length, 3U);
    const std::vector<std::string> moves = playing.texts(one);  // a b a b a b
    EXPECT_EQ(moves[0], "wait");
    EXPECT_EQ(moves[3], "wait");
    EXPECT_EQ(moves[4], "wait");
    EXPECT_EQ(one.payoffs[0], moves[2] == "right" ? 1 : 0.5);
    EXPECT_EQ(one.payoffs[1], ((moves[1] == "right") + (moves[5] == "right")) * 0.5);
  }
}

// --- seeds and stopping

TEST(SwarmPlayer, SameSeedSamePlayouts) {
  const auto game = game_of(walk);
  for (const std::string_view spec : {recorded, std::string_view("ppaf")}) {
    const auto playouts = [&](std::uint64_t seed) {
      Playing playing(*game, spec, seed);
      return playing.play({playing.leaf({}), playing.leaf({"left"})}, 20);
    };
    const std::vector<Played> first = playouts(5);
    EXPECT_TRUE(same(playouts(5), first)) << spec;
    EXPECT_FALSE(same(playouts(6), first)) << spec;
  }
}

TEST(SwarmPlayer, StopsWhenItIsTold) {
  const auto game = game_of(walk);
  Playing sliced(*game, recorded);
  EXPECT_THAT(sliced.play({sliced.leaf({})}, 1000, [] { return false; }), IsEmpty());
  // Nothing is left over for the next call.
  EXPECT_THAT(sliced.play({sliced.leaf({})}, 10), SizeIs(10));

  // Where lanes choose by themselves it is asked before each round of the leaves.
  Playing by_lane(*game, "ppaf");
  int left = 2;
  const std::vector<Leaf> leaves = {by_lane.leaf({}), by_lane.leaf({}), by_lane.leaf({})};
  EXPECT_THAT(by_lane.play(leaves, 1000, [&] { return left-- > 0; }), SizeIs(6));
}

// --- limits of playouts

TEST(SwarmPlayer, CutsOffWithTheGoalsThere) {
  const auto game = game_of(walk);
  Playing playing(*game, "rave:strategy=uniform,cutoff=2");
  for (const Played& one : playing.play({playing.leaf({}), playing.leaf({"right", "right"})}, 50)) {
    if (one.leaf == 1) {  // the game ends before
      EXPECT_EQ(one.length, 1U);
      continue;
    }
    EXPECT_EQ(one.length, 2U);
    EXPECT_THAT(one.payoffs, ElementsAre(worth[rights_in(playing, one)]));
  }
}

TEST(SwarmPlayer, CutsOffAsADraw) {
  const auto game = game_of(walk);
  Playing playing(*game, "uct:cutoff=2,cutoff_value=draw");
  const std::vector<Played> list = playing.play({playing.leaf({})}, 10);
  ASSERT_THAT(list, SizeIs(10));
  for (const Played& one : list) EXPECT_THAT(one.payoffs, ElementsAre(0.5));
}

TEST(SwarmPlayer, GivesLongPlayoutsUpAsADraw) {
  const auto game = game_of(walk);
  Playing playing(*game, "uct:max_length=2");
  const std::vector<Played> list =
      playing.play({playing.leaf({}), playing.leaf({"right", "right", "right"})}, 5);
  ASSERT_THAT(list, SizeIs(10));
  for (const Played& one : list) {
    EXPECT_THAT(one.payoffs, ElementsAre(one.leaf == 0 ? 0.5 : 1.0));
  }
}

// --- what was learned is followed

TEST(SwarmPlayer, FollowsTheValuesOfMovesWithoutEpsilon) {
  const auto game = game_of(walk);
  for (const std::string_view good : {"right", "left"}) {
    const std::string_view bad = good == "right" ? "left" : "right";
    Playing playing(*game, "mast:draw=greedy,epsilon=0");
    playing.teach({good, good, good}, {1});
    playing.teach({bad, bad, bad}, {0});
    const std::vector<Played> list = playing.play({playing.leaf({})}, 30);
    ASSERT_THAT(list, SizeIs(30));
    for (const Played& one : list) EXPECT_THAT(playing.texts(one), Each(good));
  }
}

TEST(SwarmPlayer, TakesAnyMoveWithEpsilonOne) {
  const auto game = game_of(walk);
  Playing playing(*game, "mast:draw=greedy,epsilon=1");
  playing.teach({"right", "right", "right"}, {1});
  playing.teach({"left", "left", "left"}, {0});
  std::set<double> results;
  for (const Played& one : playing.play({playing.leaf({})}, 100)) results.insert(one.payoffs[0]);
  EXPECT_THAT(results, ElementsAre(0, 0.1, 0.4, 1));
}

// Lane by lane, since no sliced draw knows temperatures.
TEST(SwarmPlayer, DrawsByTemperature) {
  const auto game = game_of(walk);
  for (const bool cold : {false, true}) {
    Playing playing(*game, cold ? "mast:draw=gibbs,tau=0.1" : "mast:draw=gibbs,tau=10000");
    playing.teach({"right", "right", "right"}, {1});
    playing.teach({"left", "left", "left"}, {0});
    std::set<double> results;
    for (const Played& one : playing.play({playing.leaf({})}, 100)) results.insert(one.payoffs[0]);
    EXPECT_THAT(results, SizeIs(cold ? 1 : 4));
    EXPECT_THAT(results, Contains(1.0));
  }
}

TEST(SwarmPlayer, FollowsTheNewsOfEachBatch) {
  const auto game = game_of(walk);
  Playing playing(*game, "mast:draw=greedy,epsilon=0");
  playing.teach({"right"}, {1});
  playing.teach({"left"}, {0});
  EXPECT_THAT(playing.texts(playing.play({playing.leaf({})}).front()), Each("right"));
  playing.teach({"right"}, {0}, 100);
  playing.teach({"left"}, {1}, 100);
  EXPECT_THAT(playing.texts(playing.play({playing.leaf({})}).front()), Each("left"));
}

// After a step to one side another one to the same is good; by themselves both sides are worth the
// same.
void teach_to_keep_on(Playing& playing) {
  playing.teach({"left", "left"}, {1});
  playing.teach({"right", "right"}, {1});
  playing.teach({"left", "right"}, {0});
  playing.teach({"right", "left"}, {0});
}

TEST(SwarmPlayer, FollowsSequencesOfMoves) {
  const auto game = game_of(walk);
  Playing playing(*game, "nst:draw=greedy,epsilon=0,length=2");
  teach_to_keep_on(playing);
  // The move that led to the leaf counts, too.
  const std::vector<Leaf> leaves = {playing.leaf({"left"}), playing.leaf({"right"})};
  const std::vector<Played> list = playing.play(leaves, 20);
  ASSERT_THAT(list, SizeIs(40));
  for (const Played& one : list) {
    EXPECT_THAT(playing.texts(one), Each(one.leaf == 0 ? "left" : "right"));
  }
}

TEST(SwarmPlayer, RevisesSequencesOfMoves) {
  const auto game = game_of(walk);
  Playing playing(*game, "nst:draw=greedy,epsilon=0,length=2");
  const auto after = [&](std::string_view first) {
    return playing.texts(playing.play({playing.leaf({first})}).front());
  };
  teach_to_keep_on(playing);
  EXPECT_THAT(after("left"), ElementsAre("left", "left"));
  // Now it is good to turn round, after a step to the left only.
  for (int i = 0; i < 3; ++i) {
    playing.teach({"left", "right"}, {1}, 60);
    playing.teach({"left", "left"}, {0}, 60);
    playing.teach({"right", "right"}, {1}, 60);
    static_cast<void>(after("left"));
  }
  EXPECT_THAT(after("left"), ElementsAre("right", "right"));
  EXPECT_THAT(after("right"), ElementsAre("right", "right"));
  playing.strategy.next_turn();
  playing.player->next_turn();
  EXPECT_THAT(after("left"), ElementsAre("right", "right"));
}

TEST(SwarmPlayer, MakesTheLastGoodReply) {
  const auto game = game_of(walk_by_turns);
  Playing playing(*game, "uct:strategy=uniform,replies=true");
  // After a's step to the left b answered to the right, after the other one to the left, and won.
  playing.teach({"left", "wait", "wait", "right"}, {0, 1}, 1);
  playing.teach({"right", "wait", "wait", "left"}, {0, 1}, 1);
  const std::vector<Leaf> leaves = {playing.leaf({"left", "wait"}),
                                    playing.leaf({"right", "wait"})};
  const std::vector<Played> list = playing.play(leaves, 20);
  ASSERT_THAT(list, SizeIs(40));
  for (const Played& one : list) {
    EXPECT_EQ(playing.texts(one)[1], one.leaf == 0 ? "right" : "left");
  }
}

// --- learned policies

// Which moves there were, and which one was taken, step by step and role by role.
TEST(SwarmPlayer, TellsWhatThereWasToChooseFrom) {
  const auto game = game_of(walk_by_turns);
  Playing playing(*game, "ppa");
  const std::vector<Played> list = playing.play({playing.leaf({"left", "wait"})}, 10);
  ASSERT_THAT(list, SizeIs(10));
  for (const Played& one : list) {
    ASSERT_TRUE(one.choices);
    ASSERT_THAT(one.choices->ends, SizeIs(6));
    ASSERT_THAT(one.choices->taken, SizeIs(6));
    for (std::size_t place = 0; place < 6; ++place) {
      const auto codes = one.choices->at(place);
      const bool waits = place == 0 || place == 3 || place == 4;
      ASSERT_THAT(codes, SizeIs(waits ? 1 : 2)) << place;
      EXPECT_EQ(codes[one.choices->taken[place]], index_of(one.moves[place]));
    }
  }
}

// The code of a move tells how many steps went right so far.
class Counting final : public search::MoveCoder<machine::BitState> {
 public:
  explicit Counting(machine::scalar::ScalarMachine& machine) : machine_(machine) {}
  void encode(const machine::BitState& state, Role /*role*/, std::span<const Move> moves,
              std::vector<search::MoveCode>& codes) const override {
    const auto so_far = static_cast<search::MoveCode>(machine_.goal(state, Role{0}));
    for (const Move move : moves) codes.push_back(so_far << 32U | index_of(move));
  }

 private:
  machine::scalar::ScalarMachine& machine_;
};

TEST(SwarmPlayer, AsksTheCoderAboutEachState) {
  const auto game = game_of(walk);
  Playing playing(*game, "ppa");
  const Counting coder(*std::get<std::unique_ptr<machine::scalar::ScalarMachine>>(game->steps()));
  playing.player->set_coder(&coder);
  const std::vector<Played> list = playing.play({playing.leaf({"right"}), playing.leaf({})}, 10);
  ASSERT_THAT(list, SizeIs(20));
  for (const Played& one : list) {
    ASSERT_TRUE(one.choices);
    std::size_t rights = one.leaf == 0 ? 1 : 0;
    for (std::size_t step = 0; step < one.length; ++step) {
      for (const search::MoveCode code : one.choices->at(step)) {
        EXPECT_EQ(code >> 32U, static_cast<search::MoveCode>(worth[rights] * 100));
      }
      if (one.moves[step] == playing.move("right")) ++rights;
    }
  }
}

// --- contexts

TEST(ContextsForSwarm, LeaveOutWhatIsTooLong) {
  const auto game = game_of(walk);
  Playing playing(*game, "nst:length=4,visits=1");
  playing.teach({"right", "right", "right", "right"}, {1});
  playing.teach({"left", "right", "left", "right"}, {0});
  const auto contexts = contexts_for_swarm(playing.strategy, 2);
  std::size_t of_two = 0;
  for (const auto& context : contexts) {
    if (context.previous.size() == 1) {
      EXPECT_EQ(context.base, model::MoveContext::no_base);
      continue;
    }
    ++of_two;
    // What it builds on is the context without the earlier move.
    ASSERT_LT(context.base, contexts.size());
    ASSERT_EQ(contexts[context.base].previous.size(), 1U);
    EXPECT_EQ(contexts[context.base].previous.front(), context.previous.front());
  }
  // after right and right, left and right, right and left; after right, after left
  EXPECT_EQ(of_two, 3U);
  EXPECT_THAT(contexts, SizeIs(5));
}

TEST(ContextsForSwarm, AreNoneWithoutSequences) {
  const auto game = game_of(walk);
  Playing playing(*game, "mast");
  playing.teach({"right", "right", "right"}, {1});
  EXPECT_THAT(contexts_for_swarm(playing.strategy, 2), IsEmpty());
}

// --- games without a swarm

TEST(SwarmPlayer, IsNoneWhereTheGameHasNoCircuit) {
  const auto game = game_of(walk, "prover");
  const Spec spec = parse_spec("uct").value();
  EXPECT_EQ(SwarmPlayer::make(*game, spec.plan, 1), nullptr);
}

TEST(SwarmPlayer, IsNoneWhereAStepTakesTooManyGates) {
  const auto game = game_of(walk);
  ASSERT_GT(game->gates_of_step(), 1U);
  Spec spec = parse_spec("uct+swarm").value();
  spec.plan.batch.size.most_gates = static_cast<std::uint32_t>(game->gates_of_step());
  EXPECT_NE(SwarmPlayer::make(*game, spec.plan, 1), nullptr);
  EXPECT_TRUE(make_parts(*game, spec.plan));
  --spec.plan.batch.size.most_gates;
  EXPECT_EQ(SwarmPlayer::make(*game, spec.plan, 1), nullptr);
  EXPECT_FALSE(make_parts(*game, spec.plan));
}

}  // namespace
}  // namespace palamedes::agent
