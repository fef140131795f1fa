// What moves do, as a part of their codes: worked out by hand on small boards.

#include "board/move_features.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/load.h"
#include "machine/game.h"
#include "machine/notation.h"
#include "machine/position.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/scalar/scalar_machine.h"
#include "support/builtin_game.h"

namespace palamedes::board {
namespace {

using machine::BitState;
using search::MoveCode;
using search::playout::Features;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

std::unique_ptr<machine::Game> game_of(std::string_view text, std::string machine = "scalar") {
  machine::GameOptions options{.machine = std::move(machine), .details = {}};
  auto game = machine::Game::make(
      std::make_shared<const gdl::Loaded>(gdl::load(text, "test").value()), options);
  EXPECT_TRUE(game.has_value());
  return std::move(*game);
}

machine::scalar::ScalarMachine& scalar(machine::Game& game) {
  return *std::get<std::unique_ptr<machine::scalar::ScalarMachine>>(game.steps());
}

// The features of a machine, with names for its bits and moves.
template <typename M>
class Found {
 public:
  Found(M& machine, Features wanted)
      : machine_(machine), texts_(machine.bit_texts()), features_(find_features(machine, wanted)) {}

  [[nodiscard]] bool any() const { return features_ != nullptr; }
  [[nodiscard]] Move move(std::size_t role, std::string_view text) const {
    for (std::uint32_t i = 0; i < machine_.move_count(Role(role)); ++i) {
      if (machine_.move_text(Role(role), Move{i}) == text) return Move{i};
    }
    ADD_FAILURE() << text;
    return {};
  }
  [[nodiscard]] const MoveFeatures::Watch& watch(std::size_t role, std::string_view text) const {
    return features_->watches().at(role).at(index_of(move(role, text)));
  }
  // Facts any of which makes the move a capture,
  [[nodiscard]] std::vector<std::string> captures(std::size_t role, std::string_view text) const {
    return names(watch(role, text).captures);
  }
  // and those on cells next to it, cell by cell.
  [[nodiscard]] std::vector<std::vector<std::string>> neighbours(std::size_t role,
                                                                 std::string_view text) const {
    std::vector<std::vector<std::string>> list;
    for (const auto& cell : watch(role, text).neighbours) list.push_back(names(cell));
    return list;
  }

  // A state in which these facts hold and no others.
  [[nodiscard]] BitState state(const std::vector<std::string>& facts) const {
    BitState state = machine_.initial();
    std::fill(state.words.begin(), state.words.end(), 0);
    for (const std::string& fact : facts) {
      const auto found = std::find(texts_.begin(), texts_.end(), fact);
      EXPECT_NE(found, texts_.end()) << fact;
      const auto bit = static_cast<std::size_t>(found - texts_.begin());
      state.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    return state;
  }
  [[nodiscard]] MoveCode code(const BitState& state, std::size_t role,
                              std::string_view text) const {
    const std::vector<Move> moves = {move(role, text)};
    std::vector<MoveCode> codes;
    features_->encode(state, Role(role), moves, codes);
    EXPECT_THAT(codes, SizeIs(1));
    EXPECT_EQ(codes.front() & 0xffffffffU, index_of(moves.front()));
    return codes.front();
  }

 private:
  [[nodiscard]] std::vector<std::string> names(const std::vector<std::uint32_t>& bits) const {
    std::vector<std::string> list;
    for (const std::uint32_t bit : bits) list.push_back(texts_.at(bit));
    return list;
  }

  M& machine_;
  std::vector<std::string> texts_;
  std::unique_ptr<MoveFeatures> features_;
};

using OnScalar = Found<machine::scalar::ScalarMachine>;

constexpr MoveCode capture_bit = MoveCode{1} << 32U;
// What lies on the so manyth neighbour: 0 is nothing, else the position among its contents plus 1.
MoveCode content_of(MoveCode code, unsigned neighbour) {
  return code >> (33 + 4 * neighbour) & 15U;
}

TEST(MoveFeatures, OfBreakthroughSeeWhatIsTaken) {
  const auto game = machine::builtin_game("breakthrough");
  const OnScalar found(scalar(*game), Features::capture);
  ASSERT_TRUE(found.any());
  // The cell where a move ends is the last one that it names, and white's own pawns are no prey.
  EXPECT_THAT(found.captures(0, "(move 3 4 4 5)"), ElementsAre("(pawn 4 5 black)"));
  EXPECT_THAT(found.captures(1, "(move 4 5 3 4)"), ElementsAre("(pawn 3 4 white)"));
  EXPECT_THAT(found.neighbours(0, "(move 3 4 4 5)"), IsEmpty());
  EXPECT_THAT(found.captures(0, "noop"), IsEmpty());

  const BitState taking = found.state({"(pawn 3 4 white)", "(pawn 4 5 black)", "(turn white)"});
  EXPECT_EQ(found.code(taking, 0, "(move 3 4 4 5)"),
            capture_bit | index_of(found.move(0, "(move 3 4 4 5)")));
  EXPECT_EQ(found.code(taking, 0, "(move 3 4 2 5)"), index_of(found.move(0, "(move 3 4 2 5)")));
  EXPECT_EQ(found.code(taking, 0, "noop"), index_of(found.move(0, "noop")));
  EXPECT_NE(found.code(taking, 1, "(move 4 5 3 4)") & capture_bit, 0U);
}

TEST(MoveFeatures, AreCapturesWhereThereAreSomeElseContents) {
  const auto breakthrough = machine::builtin_game("breakthrough");
  const OnScalar with(scalar(*breakthrough), Features::automatic);
  EXPECT_THAT(with.captures(0, "(move 3 4 4 5)"), SizeIs(1));
  EXPECT_THAT(with.neighbours(0, "(move 3 4 4 5)"), IsEmpty());

  // Marks are never taken.
  const auto tictactoe = machine::builtin_game("tictactoe");
  const OnScalar without(scalar(*tictactoe), Features::automatic);
  EXPECT_THAT(without.captures(0, "(mark 2 2)"), IsEmpty());
  EXPECT_THAT(without.neighbours(0, "(mark 2 2)"), SizeIs(4));
}

TEST(MoveFeatures, OfTicTacToeSeeTheCellsAround) {
  const auto game = machine::builtin_game("tictactoe");
  const OnScalar found(scalar(*game), Features::contents);
  ASSERT_TRUE(found.any());
  // In the corner there are two cells, in the middle four: one step along each coordinate.
  EXPECT_THAT(found.neighbours(0, "(mark 1 1)"),
              ElementsAre(UnorderedElementsAre("(marked 2 1 xplayer)", "(marked 2 1 oplayer)"),
                          UnorderedElementsAre("(marked 1 2 xplayer)", "(marked 1 2 oplayer)")));
  EXPECT_THAT(found.neighbours(0, "(mark 2 1)"), SizeIs(3));
  EXPECT_THAT(found.neighbours(0, "(mark 2 2)"), SizeIs(4));
  EXPECT_THAT(found.neighbours(0, "noop"), IsEmpty());
}

TEST(MoveFeatures, HaveFourBitsForEachNeighbour) {
  const auto game = machine::builtin_game("tictactoe");
  const OnScalar found(scalar(*game), Features::contents);
  const auto& cells = found.neighbours(0, "(mark 2 2)");
  ASSERT_THAT(cells, SizeIs(4));
  const BitState state = found.state({"(marked 1 2 xplayer)", "(marked 2 3 oplayer)"});
  const MoveCode code = found.code(state, 0, "(mark 2 2)");
  for (unsigned i = 0; i < 4; ++i) {
    // Which of the cell's contents holds there, counted from 1.
    MoveCode expected = 0;
    for (std::size_t content = 0; content < cells[i].size(); ++content) {
      const std::string& fact = cells[i][content];
      if (fact == "(marked 1 2 xplayer)" || fact == "(marked 2 3 oplayer)") expected = content + 1;
    }
    EXPECT_EQ(content_of(code, i), expected) << i;
  }
  EXPECT_EQ(code & capture_bit, 0U);
  // On an empty board moves are their own codes.
  EXPECT_EQ(found.code(found.state({}), 0, "(mark 2 2)"), index_of(found.move(0, "(mark 2 2)")));
}

// Half a turn of the board takes each move to the opposite cell, which has the same marks around
// it.
TEST(MoveFeatures, AreTheSameAfterHalfATurn) {
  const auto game = machine::builtin_game("tictactoe");
  const OnScalar found(scalar(*game), Features::contents);
  const BitState here = found.state({"(marked 2 1 xplayer)", "(marked 1 2 oplayer)"});
  const BitState there = found.state({"(marked 2 3 xplayer)", "(marked 3 2 oplayer)"});
  const auto contents = [&](const BitState& state, std::string_view move) {
    const MoveCode code = found.code(state, 0, move);
    std::multiset<MoveCode> all;
    for (unsigned i = 0; i < found.neighbours(0, move).size(); ++i) all.insert(content_of(code, i));
    return all;
  };
  for (const auto& [move, opposite] :
       std::vector<std::pair<std::string, std::string>>{{"(mark 1 1)", "(mark 3 3)"},
                                                        {"(mark 2 2)", "(mark 2 2)"},
                                                        {"(mark 3 1)", "(mark 1 3)"}}) {
    EXPECT_EQ(contents(here, move), contents(there, opposite)) << move;
  }
}

// Paper PPAFM, 4.1: the cells next to the domino. Upright on (3 4) it covers (3 5) too, across (4
// 4).
TEST(MoveFeatures, OfDomineeringSeeTheCellsAroundTheWholeDomino) {
  for (const char* name : {"domineering", "misere_domineering"}) {
    const auto game = machine::builtin_game(name);
    const OnScalar found(scalar(*game), Features::automatic);
    ASSERT_TRUE(found.any()) << name;
    const auto marked = [](const char* cell) {
      return ElementsAre("(covered " + std::string(cell) + ")");
    };
    EXPECT_THAT(found.neighbours(0, "(place 3 4)"),
                UnorderedElementsAre(marked("2 4"), marked("4 4"), marked("3 3"), marked("2 5"),
                                     marked("4 5"), marked("3 6")));
    EXPECT_THAT(found.neighbours(1, "(place 3 4)"),
                UnorderedElementsAre(marked("2 4"), marked("3 3"), marked("3 5"), marked("5 4"),
                                     marked("4 3"), marked("4 5")));
    // In corners there are three.
    EXPECT_THAT(found.neighbours(0, "(place 1 1)"),
                UnorderedElementsAre(marked("2 1"), marked("2 2"), marked("1 3")));
    EXPECT_THAT(found.neighbours(1, "(place 7 8)"),
                UnorderedElementsAre(marked("6 8"), marked("7 7"), marked("8 7")));
    EXPECT_THAT(found.captures(0, "(place 3 4)"), IsEmpty());
    EXPECT_THAT(found.neighbours(0, "noop"), IsEmpty());
  }
}

// Paper PPAFM, 4.1: captures in Breakthrough and Knightthrough, else the cells around.
TEST(MoveFeatures, AreThoseOfThePaperInAllOfItsGames) {
  const auto kinds = [](const char* name) {
    const auto game = machine::builtin_game(name);
    const auto features = find_features(scalar(*game), Features::automatic);
    std::pair<bool, bool> found{false, false};  // captures, contents
    if (features == nullptr) return found;
    for (const auto& of_role : features->watches()) {
      for (const MoveFeatures::Watch& each : of_role) {
        found.first = found.first || !each.captures.empty();
        found.second = found.second || !each.neighbours.empty();
      }
    }
    return found;
  };
  for (const char* name :
       {"breakthrough", "misere_breakthrough", "knightthrough", "misere_knightthrough"}) {
    EXPECT_EQ(kinds(name), std::pair(true, false)) << name;
  }
  for (const char* name : {"atarigo", "nogo", "domineering", "misere_domineering"}) {
    EXPECT_EQ(kinds(name), std::pair(false, true)) << name;
  }
}

// "This simple feature enables for example to detect moves on cells that cannot be reached by the
// opponent": (3 4) upright with both long sides covered has a code of its own.
TEST(MoveFeatures, OfDomineeringTellASafeDominoFromOthers) {
  const auto game = machine::builtin_game("domineering");
  const OnScalar found(scalar(*game), Features::contents);
  const MoveCode plain = index_of(found.move(0, "(place 3 4)"));
  EXPECT_EQ(found.code(found.state({}), 0, "(place 3 4)"), plain);
  EXPECT_EQ(found.code(found.state({"(covered 7 7)"}), 0, "(place 3 4)"), plain);
  const BitState walled =
      found.state({"(covered 2 4)", "(covered 2 5)", "(covered 4 4)", "(covered 4 5)"});
  const MoveCode code = found.code(walled, 0, "(place 3 4)");
  // Neighbours in order: 2 4, 4 4, 3 3 of the lower half, 2 5, 4 5, 3 6 of the upper one.
  EXPECT_EQ(code, plain | 1ULL << 33U | 1ULL << 37U | 1ULL << 45U | 1ULL << 49U);
}

// What a move of Othello turns over depends on the state, so only its own cell counts.
TEST(MoveFeatures, OfOthelloSeeTheCellsAroundTheDiscThatIsPlaced) {
  const auto game = machine::builtin_game("othello");
  const OnScalar found(scalar(*game), Features::contents);
  ASSERT_TRUE(found.any());
  for (std::uint32_t i = 0; i < scalar(*game).move_count(Role(0)); ++i) {
    const std::string text = scalar(*game).move_text(Role(0), Move{i});
    EXPECT_LE(found.neighbours(0, text).size(), 4U) << text;
  }
}

TEST(MoveFeatures, AreTheSameOnTheNetworkAsItStands) {
  const auto on_scalar = machine::builtin_game("breakthrough");
  const auto on_net = machine::builtin_game("breakthrough", "propnet");
  const OnScalar one(scalar(*on_scalar), Features::both);
  auto& propnet = *std::get<std::unique_ptr<machine::propnet::PropnetMachine>>(on_net->steps());
  const Found<machine::propnet::PropnetMachine> other(propnet, Features::both);
  for (const std::string_view move : {"(move 3 4 4 5)", "(move 1 2 1 3)", "noop"}) {
    EXPECT_EQ(one.captures(0, move), other.captures(0, move)) << move;
    EXPECT_EQ(one.neighbours(0, move), other.neighbours(0, move)) << move;
  }
  EXPECT_THAT(one.captures(0, "(move 3 4 4 5)"), SizeIs(1));
  EXPECT_THAT(one.neighbours(0, "(move 3 4 4 5)"), SizeIs(4));
}

// --- what has none

TEST(MoveFeatures, AreNoneIfNobodyWantsThem) {
  const auto game = machine::builtin_game("breakthrough");
  EXPECT_EQ(find_features(scalar(*game), Features::none), nullptr);
}

TEST(MoveFeatures, AreNoneWithoutABoard) {
  const auto game = game_of(
      "(role r) (init (step 0)) (succ 0 1) (succ 1 2) (legal r (go 0)) (legal r (go 1))"
      "(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))"
      "(<= terminal (true (step 2))) (goal r 0)");
  EXPECT_EQ(find_features(scalar(*game), Features::both), nullptr);
}

// Marks belong to nobody, so nothing is captured.
TEST(MoveFeatures, AreNoneWhereThereIsNothingToCapture) {
  const auto game = machine::builtin_game("domineering");
  EXPECT_EQ(find_features(scalar(*game), Features::capture), nullptr);
}

// Four lamps in a row are a board, but no move names one of them.
TEST(MoveFeatures, AreNoneWhereMovesNameNoCell) {
  const auto game = game_of(
      "(role r) (legal r turn) (legal r wait) (opposite on off) (opposite off on)"
      "(init (lamp 1 on)) (init (lamp 2 off)) (init (lamp 3 on)) (init (lamp 4 off)) (init start)"
      "(<= (next (lamp ?i ?x)) (true (lamp ?i ?y)) (opposite ?x ?y) (does r turn))"
      "(<= (next (lamp ?i ?x)) (true (lamp ?i ?x)) (does r wait))"
      "(<= terminal (not (true start))) (<= (next start) (does r wait)) (goal r 0)");
  EXPECT_EQ(find_features(scalar(*game), Features::both), nullptr);
}

}  // namespace
}  // namespace palamedes::board
