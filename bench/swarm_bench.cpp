// Swarms on built-in games, by how they choose their moves.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter=Swarm

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/choose.h"

namespace palamedes {
namespace {

constexpr const char* games_measured[] = {"tictactoe",     "connect_four", "breakthrough",
                                          "knightthrough", "othello",      "checkers"};
constexpr std::uint32_t steps_at_once = 64;

std::unique_ptr<machine::Swarm> make(const std::string& name, bool history) {
  const auto rules = gdl::load(games::find(name)->text, name);
  auto chosen = machine::make_machine("swarm", *rules);
  const auto& made = std::get<std::unique_ptr<machine::SwarmMachine>>(chosen->machine);
  auto swarm =
      std::make_unique<machine::Swarm>(made->circuit(), machine::SwarmOptions{.history = history});
  swarm->begin_endless();
  return swarm;
}

template <typename Run>
void measure(benchmark::State& state, machine::Swarm& swarm, const Run& run) {
  for (auto _ : state) run();
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(swarm.totals().states), benchmark::Counter::kIsRate);
}

void uniform(benchmark::State& state, const std::string& name, bool history) {
  const auto swarm = make(name, history);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
}

std::vector<std::vector<float>> some_values(const machine::Swarm& swarm) {
  std::vector<std::vector<float>> values;
  std::uint32_t number = 1;
  for (const net::CircuitRole& role : swarm.circuit().roles) {
    auto& row = values.emplace_back();
    for (std::size_t i = 0; i < role.moves.size(); ++i) {
      row.push_back(static_cast<float>((number = number * 48271U % 2147483647U) % 1000));
    }
  }
  return values;
}

void greedy(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  swarm->draw_greedily(some_values(*swarm), 0.2);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
}

// The least that a policy can do: the first legal move.
Move first_legal(const machine::SwarmChoice& choice) {
  std::size_t word = 0;
  while (choice.word(word) == 0) ++word;
  return Move{static_cast<std::uint32_t>(word * 64) +
              static_cast<std::uint32_t>(std::countr_zero(choice.word(word)))};
}

void rows(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  measure(state, *swarm, [&] { swarm->run_steps_by_rows(steps_at_once, first_legal); });
}

// Like NST with pairs of moves: every legal move is looked up together with the last joint move.
void pairs(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, true);
  constexpr std::uint32_t size = 1U << 16U;
  std::vector<float> values(size);
  std::uint32_t number = 1;
  for (float& value : values) {
    value = static_cast<float>((number = number * 48271U % 2147483647U) % 1000);
  }
  const auto policy = [&](const machine::SwarmChoice& choice) {
    std::uint32_t key = 0;
    const auto past = choice.moves();
    for (const Move move : past.last(past.empty() ? 0 : swarm->role_count())) {
      key = key * 31 + static_cast<std::uint32_t>(move);
    }
    float best_value = -1;
    std::uint32_t best = 0;
    for (std::size_t word = 0; word < choice.words(); ++word) {
      for (std::uint64_t bits = choice.word(word); bits != 0; bits &= bits - 1) {
        const std::uint32_t move = static_cast<std::uint32_t>(word * 64) +
                                   static_cast<std::uint32_t>(std::countr_zero(bits));
        const float value = values[(key * 2654435761U + move * 40503U) >> 16U];
        if (value > best_value) {
          best_value = value;
          best = move;
        }
      }
    }
    return Move{best};
  };
  measure(state, *swarm, [&] { swarm->run_steps_by_rows(steps_at_once, policy); });
}

// --- N-grams of moves, in all lanes at once

using Made = machine::SwarmContext::Made;

struct Gram {
  Role role{};
  Made last;
  std::optional<Made> before_last;
  auto operator<=>(const Gram&) const = default;
};
struct Value {
  double sum = 0;
  std::uint64_t count = 0;
};
struct Context {
  std::map<Move, Value> moves;
  std::vector<Move> order;
};

// Who moves in a joint move: all that do not make the move of those who wait.
std::vector<Made> movers(const machine::Swarm& swarm, std::span<const Move> joint_move) {
  std::vector<Made> result;
  for (std::size_t r = 0; r < joint_move.size(); ++r) {
    const bool waits =
        swarm.plan().by_turns && swarm.plan().roles[r].forced == index_of(joint_move[r]);
    if (!waits) result.push_back({Role(r), joint_move[r]});
  }
  return result;
}

// Best first, those that were seen often enough to be trusted: seven times, as in Tak, Winands and
// Bjornsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (2012).
void put_in_order(Context& context) {
  constexpr std::uint64_t trusted = 7;
  for (const auto& [move, value] : context.moves) {
    if (value.count >= trusted) context.order.push_back(move);
  }
  std::stable_sort(context.order.begin(), context.order.end(), [&](Move a, Move b) {
    const Value& first = context.moves.at(a);
    const Value& second = context.moves.at(b);
    return first.sum * static_cast<double>(second.count) >
           second.sum * static_cast<double>(first.count);
  });
}

// What came after which moves in uniform playouts, and how good it was.
std::map<Gram, Context> learn(const std::string& name) {
  const auto swarm = make(name, true);
  std::map<Gram, Context> contexts;
  const auto initial = swarm->circuit().initial_state();
  const std::array<machine::SwarmStart, 1> starts = {machine::SwarmStart{initial, 10'000}};
  const std::size_t roles = swarm->role_count();
  swarm->play(starts, [&](const machine::SwarmPlayout& playout) {
    std::vector<Made> before_last;
    std::vector<Made> last;
    for (std::size_t step = 0; step < playout.length; ++step) {
      const auto now = movers(*swarm, playout.moves.subspan(step * roles, roles));
      const auto learn_one = [&](const Gram& gram, const Made& made) {
        Value& value = contexts[gram].moves[made.move];
        value.sum += playout.goals[index_of(made.role)];
        ++value.count;
      };
      for (const Made& made : now) {
        for (const Made& one : last) {
          learn_one({.role = made.role, .last = one}, made);
          for (const Made& other : before_last) {
            learn_one({.role = made.role, .last = one, .before_last = other}, made);
          }
        }
      }
      before_last = std::move(last);
      last = now;
    }
  });
  for (auto& [gram, context] : contexts) put_in_order(context);
  return contexts;
}

// The longer contexts first.
std::vector<machine::SwarmContext> contexts_of(const std::map<Gram, Context>& learnt,
                                               std::size_t grams) {
  std::vector<machine::SwarmContext> result;
  for (std::size_t length = grams; length >= 2; --length) {
    for (const auto& [gram, context] : learnt) {
      if (gram.before_last.has_value() != (length == 3) || context.order.empty()) continue;
      result.push_back({.role = gram.role,
                        .last = gram.last,
                        .before_last = gram.before_last,
                        .order = context.order});
    }
  }
  return result;
}

void sliced(benchmark::State& state, const std::string& name, std::size_t grams) {
  static std::map<std::string, std::map<Gram, Context>> learnt;
  const auto swarm = make(name, false);
  if (!learnt.contains(name)) learnt[name] = learn(name);
  const auto contexts = contexts_of(learnt[name], grams);
  swarm->draw_greedily_after(contexts, some_values(*swarm), 0.2);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
  state.counters["contexts"] = static_cast<double>(contexts.size());
}

// How long it takes to give a swarm new orders.
void new_orders(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  const auto learnt = learn(name);
  const auto contexts = contexts_of(learnt, 3);
  const auto values = some_values(*swarm);
  for (auto _ : state) swarm->draw_greedily_after(contexts, values, 0.2);
}

const bool registered = [] {
  for (const std::string name : games_measured) {
    benchmark::RegisterBenchmark(("SwarmUniform/" + name).c_str(), uniform, name, false);
    benchmark::RegisterBenchmark(("SwarmHistory/" + name).c_str(), uniform, name, true);
    benchmark::RegisterBenchmark(("SwarmGreedy/" + name).c_str(), greedy, name);
    benchmark::RegisterBenchmark(("SwarmRows/" + name).c_str(), rows, name);
    benchmark::RegisterBenchmark(("SwarmPairs/" + name).c_str(), pairs, name);
    benchmark::RegisterBenchmark(("SwarmSlicedPairs/" + name).c_str(), sliced, name, 2);
    benchmark::RegisterBenchmark(("SwarmSlicedTriples/" + name).c_str(), sliced, name, 3);
    benchmark::RegisterBenchmark(("SwarmNewOrders/" + name).c_str(), new_orders, name);
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
