// The thinking thread of a match.

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/swarm_player.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "ggp/live_match.h"
#include "machine/notation.h"

namespace palamedes::ggp {
namespace {

constexpr unsigned bits_of_megabyte = 20;

// How a process that may have so much shares it. Tables double when they grow, so grounding takes
// at most a quarter by its own count, the agent's prover an eighth, the referee's a sixteenth. What
// the machine leaves is the tree's, but for a quarter, half of it for what agents learn beside the
// tree.
std::size_t memory_of_grounding(std::size_t all) { return all / 4; }
std::size_t memory_of_prover(std::size_t all) { return all / 8; }
std::size_t memory_of_referee(std::size_t all) { return all / 16; }
std::size_t memory_of_tree(std::size_t all, std::size_t resident) {
  const std::size_t taken = resident + all / 4;
  return taken < all ? all - taken : 0;
}

std::string in_brackets(const std::string& notice) {
  return notice.empty() ? "" : " (" + notice + ")";
}

}  // namespace

void LiveMatch::run() {
  try {
    if (prepare()) follow_and_think();
  } catch (const std::bad_alloc&) {
    give_up("out of memory");
  } catch (const std::exception& error) {
    give_up(error.what());
  }
  stop_building();
  agent_.reset();
  position_.reset();
  game_.reset();
  rules_.reset();
  return_freed_memory();
  const Lock lock(mutex_);
  finished_ = true;
  changed_.notify_all();
}

void LiveMatch::give_up(const std::string& reason) {
  log_(fmt::format("{}: the agent gave up: {}", start_.match, reason));
  const Lock lock(mutex_);
  gave_up_ = true;
  changed_.notify_all();
}

bool LiveMatch::impossible(Diagnostics why) {
  const Lock lock(mutex_);
  impossible_ = std::move(why);
  changed_.notify_all();
  return false;
}

bool LiveMatch::prepare() {
  auto loaded = gdl::load(start_.rules, "rules", options_.load);
  if (!loaded) return impossible(std::move(loaded.error()));
  rules_ = std::make_shared<const gdl::Loaded>(std::move(*loaded));
  if (options_.memory_bytes > 0) {
    auto& limits = options_.game.details.ground.limits;
    limits.memory_bytes = std::min(limits.memory_bytes, memory_of_grounding(options_.memory_bytes));
    auto& prover = options_.game.details.prover;
    prover.max_bytes = std::min(prover.max_bytes, memory_of_prover(options_.memory_bytes));
  }
  if (!make_referee() || !make_game()) return false;
  make_agent();
  log_(fmt::format("{}: ready, machine {}{}", start_.match, game_->machine_name(),
                   in_brackets(game_->notice())));
  return true;
}

// The match is played by what is ready in time. Meanwhile the machine is made, then a better one,
// then the swarm and what it sees.
void LiveMatch::build() {
  try {
    build_better(build_in_time());
    build_parts();
  } catch (const std::exception& error) {  // too little memory among them
    const Lock lock(mutex_);
    not_built_ = error.what();
    if (ready_) log_(fmt::format("{}: nothing faster: {}", start_.match, error.what()));
  }
  unbuilt_.reset();
  const Lock lock(mutex_);
  is_building_ = false;
  changed_.notify_all();
}

// Within both clocks, if it can be. Gives the network if there is a better machine to be made of
// it.
std::shared_ptr<const net::PropNet> LiveMatch::build_in_time() {
  machine::GameOptions options = options_.game;
  options.details.ground.limits.cancelled = &halt_building_;
  options.details.is_awaited = false;  // the prover plays meanwhile
  auto game = machine::Game::make(rules_, options);
  if (!game) {
    const Lock lock(mutex_);
    not_built_ = to_string(game.error().list().front());
    return nullptr;
  }
  auto network = (*game)->is_late() ? (*game)->network() : nullptr;
  offer(std::move(*game), false);
  return network;
}

void LiveMatch::build_better(std::shared_ptr<const net::PropNet> network) {
  if (network == nullptr || halt_building_) return;
  machine::GameOptions options = options_.game;
  options.details.ready_seconds = 2 * options.details.ground.limits.seconds;  // no limit of its own
  options.details.ground.limits.cancelled = &halt_building_;
  auto game = machine::Game::make(rules_, options, std::move(network));
  if (game) offer(std::move(*game), false);
}

void LiveMatch::build_parts() {
  if (!unbuilt_ || halt_building_) return;
  if (agent::make_parts(*unbuilt_, options_.spec.plan)) offer(std::move(unbuilt_), true);
}

void LiveMatch::offer(std::unique_ptr<machine::Game> made, bool has_parts) {
  const bool wants_parts = agent::wants_parts(options_.spec.plan) && !has_parts;
  if (wants_parts && made->can_swarm()) unbuilt_ = made->twin(&halt_building_);
  const Lock lock(mutex_);
  if (halt_building_) return;
  better_ = std::move(made);
  better_has_parts_ = has_parts;
  is_better_ready_ = true;
  alert();
}

// The states of another machine are others and it numbers moves in its own way, and a search with a
// swarm is another one: the tree is built anew from what the old one knows.
void LiveMatch::change_machine(Lock& lock) {
  std::unique_ptr<machine::Game> old = std::move(better_);
  has_parts_ = better_has_parts_;
  is_better_ready_ = false;
  constexpr auto prover = machine::prover::Prover::name;
  if (old->machine_name() == prover && game_->machine_name() == prover) {
    log_(fmt::format("{}: the prover stays{}", start_.match, in_brackets(old->notice())));
    return;
  }
  lock.unlock();
  auto known = agent_->hand_over();
  const std::size_t steps = followed_;
  agent_.reset();
  position_.reset();
  game_.swap(old);
  make_agent();
  lock.lock();
  while (followed_ < steps && follow_step(lock)) {
  }
  lock.unlock();
  std::size_t taken = 0;
  if (known && followed_ == steps) taken = agent_->take_over(*known, renumber_from(*old));
  known.reset();
  old.reset();
  return_freed_memory();
  log_(fmt::format("{}: the {} ready, the match goes on with it and with {} of the tree",
                   start_.match,
                   has_parts_ ? "swarm is" : fmt::format("machine {} is", game_->machine_name()),
                   counted(taken, "node")));
  lock.lock();
}

// By the texts of moves, each of which is looked up once.
search::Renumber LiveMatch::renumber_from(machine::Game& old) {
  using Numbers = std::map<Move, std::optional<Move>>;
  const auto known = std::make_shared<std::vector<Numbers>>(old.role_count());
  return [this, &old, known](Role role, Move move) -> std::optional<Move> {
    Numbers& numbers = (*known)[index_of(role)];
    const auto found = numbers.find(move);
    if (found != numbers.end()) return found->second;
    const auto number = game_->find_move(role, old.move_text(role, move));
    return numbers[move] = number;
  };
}

void LiveMatch::stop_building() {
  halt_building_ = true;
  if (builder_.joinable()) builder_.join();
  better_.reset();
}

bool LiveMatch::make_referee() {
  machine::GameOptions options = options_.game;
  options.machine = machine::prover::Prover::name;
  options.details.cache = false;
  options.details.prover.deadline = &referee_deadline_;
  options.details.prover.cancelled = nullptr;
  if (options_.memory_bytes > 0) {
    std::size_t& most = options.details.prover.max_bytes;
    most = std::min(most, memory_of_referee(options_.memory_bytes));
  }
  auto prover = machine::Game::make(rules_, options);
  if (!prover) return impossible(std::move(prover.error()));
  auto referee = std::make_unique<Referee>(std::move(*prover));
  const auto role = referee->find_role(start_.role);
  if (!role) {
    Diagnostics why("rules");
    why.error({}, fmt::format("there is no role {}", quote(start_.role)));
    return impossible(std::move(why));
  }
  record_.begin(referee->role_names(), index_of(*role), referee->facts());
  const Lock lock(mutex_);
  if (ended_) return false;
  role_ = *role;
  roles_ = referee->role_names().size();
  referee_ = std::move(referee);  // nobody looks at it before the rules are read
  rules_read_ = true;
  changed_.notify_all();
  return true;
}

bool LiveMatch::make_game() {
  is_building_ = true;
  builder_ = std::thread([this] { build(); });
  game_ = first_game();
  if (game_ == nullptr || ended_) return false;
  share_memory();
  return true;
}

// What the builder makes, if it is there in time or the only machine that is wanted.
std::unique_ptr<machine::Game> LiveMatch::first_game() {
  constexpr double share_for_waiting = 0.75;  // of the start clock; the rest is for thinking
  Lock lock(mutex_);
  const auto decided = [&] { return ended_ || short_of_memory_ || better_ || !is_building_; };
  if (options_.game.machine == machine::auto_machine) {
    changed_.wait_until(lock, begins_ + in_seconds(share_for_waiting * start_.start_clock),
                        decided);
  } else {
    changed_.wait(lock, decided);
  }
  if (!ended_ && !better_ && (short_of_memory_ || is_building_)) {
    lock.unlock();
    auto prover = prover_meanwhile();
    if (prover) return std::move(*prover);
    lock.lock();
    if (!is_building_) not_built_ = to_string(prover.error().list().front());
    changed_.wait(lock, decided);
  }
  if (ended_) return nullptr;
  if (better_) {
    is_better_ready_ = false;
    has_parts_ = better_has_parts_;
    return std::move(better_);
  }
  lock.unlock();
  give_up(not_built_);
  return nullptr;
}

// Where memory is short, nothing else is made any more.
Result<std::unique_ptr<machine::Game>> LiveMatch::prover_meanwhile() {
  if (short_of_memory_) {
    log_(fmt::format("{}: the machine needs more memory than there is, the prover plays",
                     start_.match));
    stop_building();
    return_freed_memory();
    halt_ = false;
    if (ended_) halt_ = true;
    short_of_memory_ = false;
  } else {
    log_(fmt::format("{}: begins while the machine is being made", start_.match));
  }
  machine::GameOptions options = options_.game;
  options.machine = machine::prover::Prover::name;
  return machine::Game::make(rules_, options);
}

void LiveMatch::share_memory() {
  tree_megabytes_ = options_.spec.plan.memory.megabytes;
  if (options_.memory_bytes > 0) {
    const std::size_t left = memory_of_tree(options_.memory_bytes, resident_bytes());
    tree_megabytes_ = std::max<std::uint64_t>(1, left >> bits_of_megabyte);
  }
}

void LiveMatch::make_agent() {
  agent::Spec spec = options_.spec;
  if (!has_parts_) spec.plan = agent::without_parts(spec.plan);
  spec.plan.memory.megabytes = tree_megabytes_;
  agent_ = agent::make_agent(*game_, spec, role_, options_.seed, tuning_);
  tuning_ = agent_->tuning();
  position_ = std::make_unique<machine::Position>(*game_);
  followed_ = 0;
}

void LiveMatch::follow_and_think() {
  Lock lock(mutex_);
  ready_ = true;
  changed_.notify_all();
  while (!ended_ && !gave_up_) {
    attention_ = false;
    if (short_of_memory_) begin_smaller(lock);
    if (is_better_ready_) change_machine(lock);
    if (!follow(lock)) return;
    if (request_ && !answer_) {
      answer_request(lock);
    } else {
      ponder(lock);
    }
  }
}

// The tree, and all that was learned, goes; half as large a tree takes its place.
void LiveMatch::begin_smaller(Lock& lock) {
  lock.unlock();
  const std::uint64_t before = tree_megabytes_;
  tree_megabytes_ = std::max<std::uint64_t>(1, before / 2);
  log_(fmt::format("{}: more memory in use than allowed, the search begins anew with {} MB",
                   start_.match, tree_megabytes_));
  agent_.reset();
  return_freed_memory();
  if (before > 1) {
    make_agent();
  } else {
    give_up("there is not enough memory to think");
  }
  short_of_memory_ = false;
  lock.lock();
}

bool LiveMatch::follow(Lock& lock) {
  while (followed_ < history_.size() && follow_step(lock)) {
  }
  return !gave_up_;
}

bool LiveMatch::follow_step(Lock& lock) {
  if (ended_ || gave_up_) return false;
  const JointMove moves = history_[followed_];
  lock.unlock();
  const auto found = find_moves(*game_, moves);
  if (!found || position_->terminal()) {
    give_up(!agent_->fault().empty()
                ? agent_->fault()
                : fmt::format("its game does not go on with ({})", fmt::join(moves, " ")));
    lock.lock();
    return false;
  }
  position_->advance(*found);
  agent_->follow(*found);
  game_->end_turn();
  lock.lock();
  ++followed_;
  return true;
}

std::optional<std::string> LiveMatch::agent_move() {
  const std::optional<Move> move = agent_->move();
  if (!move || !agent_->fault().empty()) {
    give_up(agent_->fault().empty() ? "no legal move is known" : agent_->fault());
    return std::nullopt;
  }
  return game_->move_text(role_, *move);
}

void LiveMatch::answer_request(Lock& lock) {
  const std::size_t turn = followed_;
  agent::Limit limit;
  limit.deadline = request_;
  limit.stop = [this, turn] {
    return ended_ || short_of_memory_ || is_better_ready_ || turn_ != turn;
  };
  lock.unlock();
  if (position_->terminal()) {
    give_up(position_->fault().empty() ? "the game is over" : position_->fault());
    lock.lock();
    return;
  }
  std::optional<std::string> move = agent_move();
  lock.lock();
  if (!move || history_.size() != turn || ended_) return;
  candidate_ = move;
  lock.unlock();
  if (!agent_->is_sure()) agent_->think(limit);
  move = agent_move();
  if (!move) return lock.lock();
  const Thought thought = thought_of(*move, turn, limit.stop());
  lock.lock();
  if (history_.size() != turn || answer_ || ended_) return;
  // there is time to go on
  if ((short_of_memory_ || is_better_ready_) && Clock::now() < *limit.deadline) return;
  answer_ = move;
  changed_.notify_all();
  record_.thought(thought);
  log_(fmt::format("{}: {}", start_.match, to_text(thought)));
}

Thought LiveMatch::thought_of(const std::string& move, std::size_t turn, bool stopped) {
  const search::Snapshot snapshot = agent_->snapshot();
  Thought thought{.turn = turn, .move = move};
  thought.stopped_by = agent_->is_sure() ? (snapshot.proven ? "proven" : "nothing to search")
                       : stopped         ? "asked to stop"
                                         : "clock";
  thought.simulations = snapshot.simulations;
  thought.seconds = snapshot.seconds;
  if (!snapshot.moves.empty() && !snapshot.moves[index_of(role_)].empty()) {
    const search::MoveReport& best = snapshot.moves[index_of(role_)].front();
    if (best.exact || best.visits > 0) thought.value = 100 * best.exact.value_or(best.value);
  }
  thought.line = machine::write_line(*game_, *position_, snapshot.line, " & ", ", ");
  return thought;
}

void LiveMatch::ponder(Lock& lock) {
  agent::Limit limit;
  limit.deadline = ponder_until_;
  limit.for_move = false;
  limit.stop = [this] { return attention_ || ended_ || short_of_memory_ || is_better_ready_; };
  lock.unlock();
  const bool over = position_->terminal();
  if (!over && !agent_->is_sure()) agent_->think(limit);
  const bool faulty = !agent_->fault().empty();
  if (faulty) give_up(agent_->fault());
  const bool sure = over || agent_->is_sure();
  lock.lock();
  if (faulty) return;
  if (followed_ == history_.size() && sure && !sure_) {
    sure_ = true;
    changed_.notify_all();
  }
  if (sure || Clock::now() >= ponder_until_) {
    changed_.wait(lock,
                  [&] { return ended_ || attention_ || short_of_memory_ || is_better_ready_; });
  }
}

}  // namespace palamedes::ggp
