#include "lab/worker.h"

#include <algorithm>
#include <iostream>
#include <list>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include "agent/spec.h"
#include "base/stopwatch.h"
#include "gdl/load.h"
#include "lab/machine_choice.h"
#include "lab/measure.h"
#include "lab/task.h"
#include "lab/video.h"
#include "machine/game.h"

namespace palamedes::lab {
namespace {

// The machines of the games that were played last, the latest first.
class Machines {
 public:
  explicit Machines(std::size_t most) : most_(std::max<std::size_t>(1, most)) {}

  // `machine` as in the file; empty for the one that is taken where nobody asks for another. A
  // match may need several at once, so they are shared: one that has to go stays until it is over.
  Result<std::shared_ptr<machine::Game>> get(const Task& task, const std::string& machine) {
    const auto known = std::find_if(list_.begin(), list_.end(), [&](const Entry& entry) {
      return entry.rules_hash == task.rules_hash && entry.machine == machine;
    });
    if (known != list_.end()) {
      list_.splice(list_.begin(), list_, known);
      return list_.front().game;
    }
    // room first, so that there is never one more than allowed
    if (list_.size() >= most_) list_.pop_back();
    auto game = make(task, machine);
    if (!game) return tl::unexpected(std::move(game.error()));
    list_.push_front({task.rules_hash, machine, std::move(*game)});
    return list_.front().game;
  }

  void clear() { list_.clear(); }

 private:
  struct Entry {
    std::string rules_hash;
    std::string machine;
    std::shared_ptr<machine::Game> game;
  };

  static Result<std::unique_ptr<machine::Game>> make(const Task& task, const std::string& machine) {
    auto rules = gdl::load(task.rules, task.game);
    if (!rules) return tl::unexpected(std::move(rules.error()));
    return make_game(std::make_shared<const gdl::Loaded>(std::move(*rules)), machine);
  }

  std::size_t most_;
  std::list<Entry> list_;
};

Reply failed(const Diagnostics& problems) {
  Reply reply;
  reply.error = to_string(problems.list().front());
  return reply;
}

std::string moves_text(machine::Game& game, const std::vector<std::vector<Move>>& moves) {
  std::string text;
  for (const std::vector<Move>& joint_move : moves) {
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      text += role == 0 ? '(' : ' ';
      text += game.move_text(Role(role), joint_move[role]);
    }
    text += ")\n";
  }
  return text;
}

Reply play(Machines& machines, const Task& task) {
  const Stopwatch watch;
  std::vector<agent::Spec> agents;
  for (const std::string& text : task.agents) {
    auto spec = agent::parse_spec(text);
    if (!spec) return failed(spec.error());
    agents.push_back(std::move(*spec));
  }
  const auto game = machines.get(task, "");
  if (!game) return failed(game.error());
  std::vector<std::shared_ptr<machine::Game>> own_games;
  std::vector<machine::Game*> games;  // by agent
  for (const std::string& machine : task.machines) {
    if (machine.empty()) {
      games.push_back(nullptr);
      continue;
    }
    const auto own = machines.get(task, machine);
    if (!own) return failed(own.error());
    own_games.push_back(*own);
    games.push_back(own->get());
  }
  match::GameRecord record =
      match::play_game(**game, agents, task.assignment, task.options, task.seed, {}, games);
  Reply reply;
  reply.result = {.end = record.end,
                  .problem = std::move(record.problem),
                  .machine = std::string((*game)->machine_name()),
                  .role_names = (*game)->role_names(),
                  .moves = moves_text(**game, record.moves),
                  .steps = record.moves.size(),
                  .goals = std::move(record.goals),
                  .efforts = std::move(record.efforts),
                  .seconds = watch.seconds()};
  return reply;
}

// What does not fit into the memory that there is must cost one task, not all that follow.
std::string answer(Machines& machines, const std::string& line) {
  try {
    if (is_measurement(line)) return measure(line);
    const auto task = task_of(line);
    if (!task) return to_line(failed(task.error()));
    return to_line(task->video ? play_video(*task) : play(machines, *task));
  } catch (const std::bad_alloc&) {
    machines.clear();
    Reply reply;
    reply.error = "out of memory";
    return to_line(reply);
  }
}

}  // namespace

bool serve_tasks(const WorkerOptions& options) {
  if (options.memory_bytes > 0) {
    const rlimit limit{options.memory_bytes, options.memory_bytes};
    if (setrlimit(RLIMIT_DATA, &limit) != 0) return false;
  }
  Machines machines(options.machines);
  std::cout << "ready\n" << std::flush;
  for (std::string line; std::getline(std::cin, line);) {
    if (!(std::cout << answer(machines, line) << std::flush)) return false;
  }
  return true;
}

}  // namespace palamedes::lab
