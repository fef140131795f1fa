// best_move RULES SIMULATIONS [STEP...]: searches for the best move after the steps given, and
// prints what the search thinks of all moves. A step is the moves of all roles that have a choice:
//
//   best_move tictactoe 10000 "(mark 2 2)" "(mark 1 2)"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include <palamedes/palamedes.h>

namespace {

void print(const palamedes::Snapshot& snapshot) {
  std::printf("%" PRIu64 " simulations, %zu nodes, depth %u\n", snapshot.simulations,
              snapshot.nodes, snapshot.depth);
  for (const palamedes::RoleReport& role : snapshot.roles) {
    if (role.moves.size() < 2) continue;  // no choice
    std::printf("%-20s %10s %6s\n", role.role.c_str(), "visits", "value");
    for (const palamedes::MoveReport& move : role.moves) {
      if (move.visits == 0 && !move.proven) continue;  // it never looked at this one
      std::printf("%-20s %10.0f %6.1f%s\n", move.text.c_str(), move.visits,
                  move.proven.value_or(move.value), move.proven ? " proven" : "");
    }
  }
}

int search(const char* name, std::uint64_t simulations, int steps, char** step) {
  const auto rules = palamedes::find_rules(name).value();
  palamedes::State state = palamedes::Game::make(rules)->initial();
  for (int i = 0; i < steps; ++i) state = state.after(step[i]).value();

  palamedes::Searcher searcher = palamedes::Searcher::make(state).value();
  searcher.think({.simulations = simulations}).value();
  print(searcher.snapshot());
  std::printf("best move of %s: %s\n", state.game().roles()[searcher.role()].c_str(),
              searcher.best()->text.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: best_move RULES SIMULATIONS [STEP...]\n", stderr);
    return 2;
  }
  try {
    return search(argv[1], std::strtoull(argv[2], nullptr, 10), argc - 3, argv + 3);
  } catch (const palamedes::Failure& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
