// random_playouts RULES [COUNT [SEED]]: plays a game at random, many times, and prints what came
// out. RULES is a rule sheet in GDL or the name of a built-in game.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include <palamedes/palamedes.h>

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fputs("usage: random_playouts RULES [COUNT [SEED]]\n", stderr);
    return 2;
  }
  palamedes::PlayoutOptions options;
  options.count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  options.seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;

  const auto rules = palamedes::find_rules(argv[1]);
  if (!rules) {
    std::fprintf(stderr, "%s\n", palamedes::describe(rules.problems()).c_str());
    return 1;
  }
  try {
    // from here on nothing is expected to go wrong: value() throws if it does
    const palamedes::Game game = palamedes::Game::make(*rules).value();
    const palamedes::PlayoutResults results = game.initial().playouts(options).value();

    std::printf("%s: %" PRIu64 " playouts, machine %s\n", rules->name().c_str(), results.playouts(),
                results.machine.c_str());
    std::printf("length %.1f moves (%zu to %zu)\n", results.mean_length, results.shortest,
                results.longest);
    for (const palamedes::RolePlayouts& role : results.roles) {
      std::printf("%s: mean goal %.2f, %" PRIu64 " wins\n", role.role.c_str(), role.mean_goal,
                  role.wins);
    }
    std::fprintf(stderr, "%.0f states/s\n", results.states_per_second());
  } catch (const palamedes::Failure& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
  return 0;
}
