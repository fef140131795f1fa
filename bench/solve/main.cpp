// Makes positions whose right moves are known: random games are cut off near their end, and what
// each move is worth is found out by exhaustive search (alpha-beta with a table of whole states,
// nothing of src/search). Kept are positions in which few moves are right and none wins at once.
//
//   palamedes_solve GAME COUNT [SEED [MOST_STATES]]
//
// A line per position: game, moves made by roles that had a choice, right moves with | between
// them, goal that they bring to the role that moves, states looked at.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/hash.h"
#include "base/rng.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/factory.h"

namespace palamedes {
namespace {

using Machine = machine::scalar::ScalarMachine;
using State = Machine::State;

// Two roles that take turns, for a constant sum of goals. Values are goals of the first.
class ExhaustiveSearch {
 public:
  ExhaustiveSearch(Machine& machine, std::uint64_t most_states)
      : machine_(machine), most_states_(most_states) {}

  void begin() {
    known_.clear();
    states_ = 0;
  }
  // Nothing if that takes too many states.
  std::optional<int> value(const State& state) {
    const int found = search(state, 0, 100);
    return failed() ? std::nullopt : std::optional(found);
  }
  [[nodiscard]] std::uint64_t states() const { return states_; }

  // Whose choice it is: the first role where nobody has one, and nothing where several do.
  std::optional<std::size_t> moves_of(const State& state, std::vector<Move>& joint,
                                      std::vector<Move>& choices) {
    std::optional<std::size_t> mover;
    joint.clear();
    for (std::size_t role = 0; role < 2; ++role) {
      machine_.legal(state, Role(role), list_);
      joint.push_back(list_.front());
      if (list_.size() < 2) continue;
      if (mover) return std::nullopt;
      mover = role;
      choices = list_;
    }
    if (!mover) choices.assign(1, joint.front());
    return mover.value_or(0);
  }

 private:
  struct Bounds {
    std::int8_t low = 0;
    std::int8_t high = 100;
  };
  struct Hash {
    Machine* machine;
    std::size_t operator()(const State& state) const { return machine->hash(state); }
  };

  [[nodiscard]] bool failed() const { return states_ > most_states_; }

  int search(const State& state, int alpha, int beta) {
    if (machine_.terminal(state)) return machine_.goal(state, Role{0});
    if (++states_ > most_states_) return 0;
    if (const auto found = known_.find(state); found != known_.end()) {
      if (found->second.low >= beta || found->second.low == found->second.high) {
        return found->second.low;
      }
      if (found->second.high <= alpha) return found->second.high;
      alpha = std::max<int>(alpha, found->second.low);
      beta = std::min<int>(beta, found->second.high);
    }
    const int best = best_of(state, alpha, beta);
    if (failed()) return 0;
    Bounds& bounds = known_[state];
    if (best > alpha) bounds.low = static_cast<std::int8_t>(best);
    if (best < beta) bounds.high = static_cast<std::int8_t>(best);
    return best;
  }

  int best_of(const State& state, int alpha, int beta) {
    std::vector<Move> joint;
    std::vector<Move> choices;
    const auto mover = moves_of(state, joint, choices);
    if (!mover) {
      states_ = most_states_ + 1;
      return 0;
    }
    std::vector<State> children;
    for (const Move move : choices) {
      joint[*mover] = move;
      children.push_back(state);
      machine_.advance(children.back(), joint);
    }
    // what ends the game first
    std::stable_partition(children.begin(), children.end(),
                          [&](const State& child) { return machine_.terminal(child); });
    int best = *mover == 0 ? -1 : 101;
    for (const State& child : children) {
      const int value = search(child, alpha, beta);
      if (failed()) return 0;
      if (*mover == 0) {
        best = std::max(best, value);
        alpha = std::max(alpha, best);
      } else {
        best = std::min(best, value);
        beta = std::min(beta, best);
      }
      if (alpha >= beta) break;
    }
    return best;
  }

  Machine& machine_;
  std::uint64_t most_states_;
  std::uint64_t states_ = 0;
  boost::unordered_flat_map<State, Bounds, Hash> known_{0, Hash{&machine_}};
  model::MoveList list_;
};

struct RandomGame {
  std::vector<State> states;
  std::vector<std::string> moves;   // of roles that had a choice
  std::vector<std::size_t> so_far;  // by state: how many of the moves led to it
};

RandomGame play(Machine& machine, Rng& rng) {
  RandomGame game;
  State state = machine.initial();
  model::MoveList list;
  while (!machine.terminal(state) && game.states.size() < 500) {
    game.states.push_back(state);
    game.so_far.push_back(game.moves.size());
    std::vector<Move> joint;
    for (std::size_t role = 0; role < machine.role_count(); ++role) {
      machine.legal(state, Role(role), list);
      joint.push_back(list[rng.below(static_cast<std::uint32_t>(list.size()))]);
      if (list.size() > 1) game.moves.push_back(machine.move_text(Role(role), joint.back()));
    }
    machine.advance(state, joint);
  }
  return game;
}

// A position that needs no more is no question.
constexpr std::uint64_t fewest_states = 300;

// The position as a line; nothing if it is too hard or too easy.
std::optional<std::string> line_of(Machine& machine, ExhaustiveSearch& search,
                                   const std::string& name, const RandomGame& game,
                                   std::size_t at) {
  const State& state = game.states[at];
  std::vector<Move> joint;
  std::vector<Move> choices;
  const auto mover = search.moves_of(state, joint, choices);
  if (!mover || choices.size() < 3) return std::nullopt;
  search.begin();
  std::vector<int> values;
  for (const Move move : choices) {
    joint[*mover] = move;
    State child = state;
    machine.advance(child, joint);
    if (machine.terminal(child)) return std::nullopt;
    const auto value = search.value(child);
    if (!value) return std::nullopt;
    values.push_back(*mover == 0 ? *value : 100 - *value);
  }
  const int best = *std::max_element(values.begin(), values.end());
  std::vector<std::string> right;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (values[i] == best) right.push_back(machine.move_text(Role(*mover), choices[i]));
  }
  if (2 * right.size() > choices.size() || search.states() < fewest_states) return std::nullopt;
  const std::vector<std::string> made(
      game.moves.begin(), game.moves.begin() + static_cast<std::ptrdiff_t>(game.so_far[at]));
  return fmt::format("{}\t{}\t{}\t{}\t{}", name, fmt::join(made, " "), fmt::join(right, "|"), best,
                     search.states());
}

int run(const std::string& name, std::size_t count, std::uint64_t seed, std::uint64_t most_states) {
  const games::Builtin* const builtin = games::find(name);
  if (builtin == nullptr) {
    fmt::print(stderr, "there is no built-in game '{}'\n", name);
    return 1;
  }
  const auto rules = gdl::load(std::string(builtin->text), name);
  auto chosen = machine::make_machine(Machine::name, *rules);
  auto* const machine = chosen ? std::get_if<std::unique_ptr<Machine>>(&chosen->machine) : nullptr;
  if (machine == nullptr || (*machine)->role_count() != 2) {
    fmt::print(stderr, "{}: two roles and a scalar machine are needed\n", name);
    return 1;
  }
  ExhaustiveSearch search(**machine, most_states);
  Rng rng(seed);
  constexpr std::size_t most_tries = 4000;
  for (std::size_t tries = 0; count > 0 && tries < most_tries; ++tries) {
    const RandomGame game = play(**machine, rng);
    const std::size_t length = game.states.size();
    if (length < 6) continue;
    // near the end, so that the rest can be searched; the game itself may have gone on for long
    const std::size_t left = 2 + rng.below(static_cast<std::uint32_t>(length / 2));
    const std::size_t at = length - left;
    // the moves have to say how far the game is: a step that nobody chooses leaves no trace
    if (at > 0 && game.so_far[at] == game.so_far[at - 1]) continue;
    if (const auto line = line_of(**machine, search, name, game, at)) {
      fmt::print("{}\n", *line);
      std::fflush(stdout);
      --count;
    }
  }
  return 0;
}

}  // namespace
}  // namespace palamedes

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "palamedes_solve GAME COUNT [SEED [MOST_STATES]]\n");
    return 1;
  }
  const auto number = [&](int i, std::uint64_t otherwise) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  return palamedes::run(argv[1], number(2, 1), number(3, 1), number(4, 2'000'000));
}
