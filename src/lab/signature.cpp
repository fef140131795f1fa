#include "lab/signature.h"

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agent/presets.h"
#include "agent/spec.h"
#include "base/hash.h"
#include "base/rng.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/factory.h"
#include "machine/game.h"
#include "machine/machine.h"
#include "match/play.h"
#include "model/draw.h"

namespace palamedes::lab {
namespace {

using machine::swarm::SwarmMachine;
using machine::swarm::SwarmPlayout;
using Rules = std::shared_ptr<const gdl::Loaded>;

class Hash {
 public:
  void add(std::uint64_t number) { value_ = combine(value_, number + 1); }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    add(text.size());
  }
  // Goals that the rules leave open are below zero.
  void add_goal(int goal) {
    constexpr std::int64_t offset = 1000;
    add(static_cast<std::uint64_t>(offset + goal));
  }
  [[nodiscard]] std::uint64_t value() const { return mix(value_); }

 private:
  std::uint64_t value_ = 1;
};

machine::MachineOptions machine_options(std::uint64_t seed) {
  machine::MachineOptions options;
  options.swarm.width = machine::swarm::SwarmWidth::lanes_64;
  options.swarm.seed = seed;
  // What a measurement would choose is not the same each time.
  options.scalar.evaluation = machine::scalar::ScalarEvaluation::incremental;
  return options;
}

// A step of random moves; false where the game is over or somebody has none.
template <machine::Machine M>
bool make_step(M& machine, typename M::State& state, Rng& rng, model::MoveList& moves, Hash& hash) {
  if (machine.terminal(state)) return false;
  std::vector<Move> joint_move;
  for (std::size_t role = 0; role < machine.role_count(); ++role) {
    const model::DrawnMove drawn = model::draw_legal(machine, state, Role(role), rng, moves);
    hash.add(drawn.count);
    if (drawn.count == 0) return false;
    hash.add(machine.move_text(Role(role), drawn.move));
    joint_move.push_back(drawn.move);
  }
  machine.advance(state, joint_move);
  return true;
}

template <machine::Machine M>
void add_end(M& machine, const typename M::State& state, Hash& hash) {
  for (const std::string& fact : machine.facts(state)) hash.add(fact);
  for (std::size_t role = 0; role < machine.role_count(); ++role) {
    hash.add_goal(machine.goal(state, Role(role)));
  }
}

template <machine::Machine M>
void play_steps(M& machine, const SignatureOptions& options, Hash& hash) {
  model::MoveList moves;
  for (std::uint64_t i = 0; i < options.playouts; ++i) {
    Rng rng(options.seed, i);
    typename M::State state = machine.initial();
    for (std::size_t step = 0; step < options.max_length; ++step) {
      if (!make_step(machine, state, rng, moves, hash)) break;
    }
    add_end(machine, state, hash);
  }
}

// All lanes at once, with the moves that they drew.
void play_lanes(SwarmMachine& machine, const SignatureOptions& options, Hash& hash) {
  machine::swarm::SwarmOptions swarm_options = machine.swarm().options();
  swarm_options.history = true;
  swarm_options.max_length = static_cast<std::uint32_t>(options.max_length);
  machine::swarm::Swarm swarm(machine.circuit(), swarm_options);
  constexpr std::uint32_t playouts_of_lanes = 256;
  const machine::swarm::SwarmStart start{machine.initial().words, playouts_of_lanes};
  const std::size_t roles = machine.role_count();
  swarm.play(std::span(&start, 1), [&](const SwarmPlayout& playout) {
    hash.add(playout.length);
    for (std::size_t i = 0; i < playout.moves.size(); ++i) {
      hash.add(machine.move_text(Role(i % roles), playout.moves[i]));
    }
    for (const std::int32_t goal : playout.goals) {
      hash.add_goal(goal);
    }
  });
}

Result<std::uint64_t> hash_of_machine(const std::string& name, const gdl::Loaded& rules,
                                      const SignatureOptions& options) {
  auto made = machine::make_machine(name, rules, machine_options(options.seed));
  if (!made) return tl::unexpected(std::move(made.error()));
  if (!made->notice.empty()) return failure(name, made->notice);
  Hash hash;
  std::visit(
      [&]<typename M>(std::unique_ptr<M>& machine) {
        play_steps(*machine, options, hash);
        if constexpr (std::is_same_v<M, SwarmMachine>) play_lanes(*machine, options, hash);
      },
      made->machine);
  return hash.value();
}

Result<std::uint64_t> hash_of_agent(const std::string& name, machine::Game& game,
                                    const SignatureOptions& options) {
  const auto spec = agent::parse_spec(name);
  if (!spec) return tl::unexpected(spec.error());
  match::PlayOptions play;
  play.simulations = options.simulations;
  play.max_length = options.max_length;
  const match::Assignment roles(game.role_count(), 0);
  const match::GameRecord record =
      match::play_game(game, std::span(&*spec, 1), roles, play, options.seed, {}, {});
  Hash hash;
  for (const std::vector<Move>& joint_move : record.moves) {
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      hash.add(game.move_text(Role(role), joint_move[role]));
    }
  }
  for (const int goal : record.goals) hash.add_goal(goal);
  return hash.value();
}

// Every preset, and those of the additions that change how leaves are played.
std::vector<std::string> agent_names() {
  std::vector<std::string> names;
  for (const agent::Preset& preset : agent::presets()) names.emplace_back(preset.name);
  for (const char* more : {"uct+swarm", "nst+swarm", "palamedes+swarm", "uct+solver"}) {
    names.emplace_back(more);
  }
  return names;
}

class Maker {
 public:
  Maker(const SignatureOptions& options, const std::function<bool()>& stop,
        const std::function<void(const SignatureLine&)>& on_line)
      : options_(options), stop_(stop), on_line_(on_line) {}

  Result<Signature> make() {
    for (const std::string& game : options_.machine_games) {
      const auto rules = load(game);
      if (!rules) return tl::unexpected(rules.error());
      rules_.emplace(game, *rules);
    }
    for (const std::string& name : machine::machine_names()) {
      if (name == machine::auto_machine) continue;
      for (const std::string& game : options_.machine_games) {
        const auto made = add("machine", name, game,
                              [&] { return hash_of_machine(name, *rules_.at(game), options_); });
        if (!made) return tl::unexpected(made.error());
      }
    }
    for (const std::string& game : options_.agent_games) {
      auto made = make_game(game);
      if (!made) return tl::unexpected(std::move(made.error()));
      games_.emplace(game, std::move(*made));
    }
    for (const std::string& name : agent_names()) {
      for (const std::string& game : options_.agent_games) {
        const auto made = add("agent", name, game,
                              [&] { return hash_of_agent(name, *games_.at(game), options_); });
        if (!made) return tl::unexpected(made.error());
      }
    }
    Hash all;
    for (const SignatureLine& line : signature_.lines) all.add(line.hash);
    signature_.hash = all.value();
    return std::move(signature_);
  }

 private:
  [[nodiscard]] static Result<Rules> load(const std::string& game) {
    const auto* const built_in = games::find(game);
    if (built_in == nullptr) return failure(game, "there is no such built-in game");
    auto rules = gdl::load(built_in->text, game);
    if (!rules) return tl::unexpected(std::move(rules.error()));
    return std::make_shared<const gdl::Loaded>(std::move(*rules));
  }

  [[nodiscard]] Result<std::unique_ptr<machine::Game>> make_game(const std::string& name) const {
    const auto rules = load(name);
    if (!rules) return tl::unexpected(rules.error());
    machine::GameOptions options;
    options.machine = machine::scalar::ScalarMachine::name;
    options.details = machine_options(options_.seed);
    return machine::Game::make(*rules, options);
  }

  template <typename Compute>
  Result<void> add(const std::string& kind, const std::string& name, const std::string& game,
                   const Compute& compute) {
    if (stop_ && stop_()) {
      signature_.whole = false;
      return {};
    }
    const auto hash = compute();
    if (!hash) return tl::unexpected(hash.error());
    signature_.lines.push_back({kind, name, game, *hash});
    if (on_line_) on_line_(signature_.lines.back());
    return {};
  }

  const SignatureOptions& options_;
  const std::function<bool()>& stop_;
  const std::function<void(const SignatureLine&)>& on_line_;
  std::map<std::string, Rules> rules_;                           // of the machines' games
  std::map<std::string, std::unique_ptr<machine::Game>> games_;  // of the agents', by name
  Signature signature_;
};

}  // namespace

Result<Signature> make_signature(const SignatureOptions& options, const std::function<bool()>& stop,
                                 const std::function<void(const SignatureLine&)>& on_line) {
  return Maker(options, stop, on_line).make();
}

}  // namespace palamedes::lab
