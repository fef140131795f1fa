#include "match/play.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/moments.h"
#include "base/numbers.h"
#include "base/stopwatch.h"
#include "machine/position.h"
#include "match/goal_problem.h"
#include "model/forward_model.h"

namespace palamedes::match {

using agent::Agent;
using agent::Limit;
using machine::Position;

namespace {

double median(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  const std::size_t half = numbers.size() / 2;
  std::sort(numbers.begin(), numbers.end());
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

// By decision.
struct Speeds {
  std::vector<double> simulations;
  std::vector<double> states;
  Moments statistics_per_node;
};

class Player {
 public:
  Player(machine::Game& game, std::span<const agent::Spec> agents, OwnGames own_games,
         const PlayOptions& options, const std::function<bool()>& stop, GameRecord& record)
      : game_(game), options_(options), stop_(stop), position_(game), record_(record) {
    for (const std::uint32_t agent : record.assignment) {
      const bool own = agent < own_games.size() && own_games[agent] != nullptr;
      games_.push_back(own ? own_games[agent] : &game);
    }
    different_games_.insert(&game);
    different_games_.insert(games_.begin(), games_.end());
    for (machine::Game* each : different_games_) each->forget_states();
    for (std::size_t role = 0; role < game.role_count(); ++role) {
      players_.push_back(agent::make_agent(*games_[role], agents[record.assignment[role]],
                                           Role(role), mix(combine(record.seed, role))));
    }
    for (const std::uint32_t agent : record.assignment) {
      thinks_alone_.push_back(agents[agent].plan.threads == 1);
    }
    record_.efforts.resize(players_.size());
    for (std::size_t role = 0; role < players_.size(); ++role) {
      record_.efforts[role].remark = players_[role]->remark();
    }
    speeds_.resize(players_.size());
  }

  void play() {
    note_state();
    while (!position_.terminal()) {
      if (record_.moves.size() >= options_.max_length) return end(GameEnd::too_long);
      if (stop_ && stop_()) return end(GameEnd::interrupted);
      std::vector<Move> joint_move;
      for (std::size_t role = 0; role < players_.size(); ++role) {
        if (const auto problem = decide(role, joint_move)) return end(*problem);
      }
      if (!follow(joint_move)) return end(GameEnd::fault);
      note_moves(joint_move);
      position_.advance(joint_move);
      note_state();
      for (machine::Game* each : different_games_) each->end_turn();
      record_.moves.push_back(std::move(joint_move));
      if (options_.on_step) options_.on_step();
    }
    end(GameEnd::terminal);
  }

 private:
  // Why the game cannot go on; usually nothing.
  std::optional<GameEnd> decide(std::size_t role, std::vector<Move>& joint_move) {
    const std::vector<Move> legal = position_.legal(Role(role));
    if (gave_up(position_.fault())) return GameEnd::fault;
    if (legal.empty()) {
      record_.problem = fmt::format("'{}' has no legal move after {}", game_.role_names()[role],
                                    counted(record_.moves.size(), "step"));
      return GameEnd::dead_end;
    }
    const bool chooses = legal.size() > 1;
    if (chooses || options_.ponder) think(role);
    if (gave_up(players_[role]->fault())) return GameEnd::fault;
    const std::optional<Move> move = chooses ? chosen(role, legal) : legal.front();
    if (!move) {
      record_.problem = fmt::format("the {} machine of '{}' has no legal move after {}",
                                    games_[role]->machine_name(), game_.role_names()[role],
                                    counted(record_.moves.size(), "step"));
      return GameEnd::fault;
    }
    joint_move.push_back(*move);
    return std::nullopt;
  }

  bool gave_up(const std::string& fault) {
    if (!fault.empty()) record_.problem = fault;
    return !fault.empty();
  }

  // Machines number the moves each in its own way; their texts are the same.
  static std::optional<Move> translated(machine::Game& from, machine::Game& to, Role role,
                                        Move move) {
    if (&from == &to) return move;
    return to.find_move(role, from.move_text(role, move));
  }

  // Nothing if a machine of the agent's own gave up: it has no legal moves then.
  std::optional<Move> chosen(std::size_t role, const std::vector<Move>& legal) {
    const std::optional<Move> own = players_[role]->move();
    if (!own || games_[role] == &game_) return own;
    const auto move = translated(*games_[role], game_, Role(role), *own);
    const bool known = move && std::find(legal.begin(), legal.end(), *move) != legal.end();
    return known ? move : std::nullopt;
  }

  bool follow(const std::vector<Move>& joint_move) {
    for (std::size_t player = 0; player < players_.size(); ++player) {
      std::vector<Move> own_moves;
      for (std::size_t role = 0; role < joint_move.size(); ++role) {
        const auto move = translated(game_, *games_[player], Role(role), joint_move[role]);
        if (!move) {
          record_.problem = fmt::format("the {} machine does not know the move {}",
                                        games_[player]->machine_name(),
                                        game_.move_text(Role(role), joint_move[role]));
          return false;
        }
        own_moves.push_back(*move);
      }
      players_[player]->follow(own_moves);
    }
    return true;
  }

  void note_state() {
    if (!options_.history) return;
    record_.history.push_back({std::chrono::system_clock::now(), position_.facts(), {}});
  }

  void note_moves(const std::vector<Move>& joint_move) {
    if (!options_.history) return;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      record_.history.back().moves.push_back(game_.move_text(Role(role), joint_move[role]));
    }
  }

  void think(std::size_t role) {
    using Clock = std::chrono::steady_clock;
    Limit limit;
    limit.simulations = options_.simulations;
    limit.stop = stop_;
    std::optional<CpuAllowance> allowance;
    if (options_.seconds && options_.cpu_clock && thinks_alone_[role]) {
      allowance.emplace(*options_.seconds);
      limit.turn_seconds = options_.seconds;
      limit.stop = [&] { return allowance->is_used_up() || (stop_ && stop_()); };
    } else if (options_.seconds) {
      limit.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(*options_.seconds));
    }
    const Stopwatch watch;
    players_[role]->think(limit);
    const search::Snapshot snapshot = players_[role]->snapshot();
    Effort& effort = record_.efforts[role];
    const double seconds = watch.seconds();  // without the time that counting statistics takes
    const double statistics = players_[role]->statistics_per_node();
    if (statistics > 0) speeds_[role].statistics_per_node.add(statistics);
    if (options_.turns) {
      effort.turns.push_back({.step = record_.moves.size(),
                              .simulations = snapshot.simulations,
                              .states = snapshot.states,
                              .seconds = seconds,
                              .nodes = snapshot.nodes,
                              .depth = snapshot.deepest,
                              .branching = players_[role]->effective_branching()});
    }
    effort.simulations += snapshot.simulations;
    effort.states += snapshot.states;
    effort.seconds += seconds;
    if (snapshot.simulations > 0 && seconds > 0) {
      speeds_[role].simulations.push_back(static_cast<double>(snapshot.simulations) / seconds);
      speeds_[role].states.push_back(static_cast<double>(snapshot.states) / seconds);
    }
    ++effort.decisions;
    effort.nodes = std::max(effort.nodes, snapshot.nodes);
  }

  void end(GameEnd how) {
    record_.end = how;
    record_goals();
    for (std::size_t role = 0; role < players_.size(); ++role) {
      record_.efforts[role].simulations_per_second = median(std::move(speeds_[role].simulations));
      record_.efforts[role].states_per_second = median(std::move(speeds_[role].states));
      record_.efforts[role].statistics_per_node = speeds_[role].statistics_per_node.mean;
    }
  }

  // Goals that are there are those of the game; one that is not leaves it without a result.
  void record_goals() {
    bool all = true;
    for (std::size_t role = 0; role < players_.size(); ++role) {
      const std::optional<int> goal = position_.goal(Role(role));
      all = all && goal;
      record_.goals.push_back(goal.value_or(model::undefined_goal));
      if (options_.history) {
        record_.all_goals.push_back(machine::good_goals(game_, position_, Role(role)));
      }
    }
    if (record_.end != GameEnd::terminal && record_.end != GameEnd::too_long) return;
    if (!position_.fault().empty()) {
      record_.end = GameEnd::fault;
      record_.problem = position_.fault();
    } else if (!all) {
      record_.end = GameEnd::bad_goals;
      record_.problem = goal_problem(game_, position_, record_.moves);
    }
  }

  machine::Game& game_;
  const PlayOptions& options_;
  const std::function<bool()>& stop_;
  Position position_;
  GameRecord& record_;
  std::vector<machine::Game*> games_;         // by role
  std::set<machine::Game*> different_games_;  // each once, the referee's too
  std::vector<std::unique_ptr<Agent>> players_;
  std::vector<char> thinks_alone_;  // by role: with one thread
  std::vector<Speeds> speeds_;      // by role
};

}  // namespace

std::string limit_text(const PlayOptions& options) {
  std::vector<std::string> parts;
  if (options.seconds) {
    parts.push_back(
        fmt::format("{} s{}", *options.seconds, options.cpu_clock ? " of CPU time" : ""));
  }
  if (options.simulations) {
    parts.push_back(counted(*options.simulations, "simulation"));
  }
  return fmt::format("{} a move{}, at most {}", fmt::join(parts, " or "),
                     options.ponder ? " also without a choice" : "",
                     counted(options.max_length, "step"));
}

GameRecord play_game(machine::Game& game, std::span<const agent::Spec> agents,
                     const Assignment& assignment, const PlayOptions& options, std::uint64_t seed,
                     const std::function<bool()>& stop, OwnGames own_games) {
  GameRecord record;
  record.assignment = assignment;
  record.seed = seed;
  Player(game, agents, own_games, options, stop, record).play();
  return record;
}

}  // namespace palamedes::match
