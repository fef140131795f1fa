#include "ggp/live_match.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace palamedes::ggp {
namespace {

// The C library keeps what was freed for itself, which a player that waits for days should not.
void return_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

std::string first_line(const Diagnostics& diagnostics) {
  return to_string(diagnostics.list().front());
}

}  // namespace

LiveMatch::LiveMatch(Start start, LiveMatchOptions options, Log log)
    : start_(std::move(start)),
      options_(std::move(options)),
      log_(std::move(log)),
      ponder_until_(Clock::now() + in_seconds(start_.start_clock + start_.play_clock)) {
  options_.game.details.ground.limits.cancelled = &ended_;
  thread_ = std::thread([this] { run(); });
}

LiveMatch::~LiveMatch() {
  end({});
  thread_.join();
}

std::size_t LiveMatch::turn() const {
  const Lock lock(mutex_);
  return history_.size();
}

// ---- asking threads
// ------------------------------------------------------------------------------

Result<void> LiveMatch::wait_ready(Time until) {
  Lock lock(mutex_);
  changed_.wait_until(lock, until,
                      [&] { return ended_ || impossible_ || gave_up_ || (ready_ && sure_); });
  if (impossible_) return tl::unexpected(*impossible_);
  if (!ready_) log_(fmt::format("{}: not ready within the start clock", start_.match));
  return {};
}

Result<LiveMatch::Answer> LiveMatch::play(const std::optional<JointMove>& moves, Time until,
                                          Time latest) {
  Lock lock(mutex_);
  changed_.wait_until(lock, latest,
                      [&] { return ended_ || impossible_ || referee_ || referee_failed_; });
  if (ended_) return failure("play", "the match is over");
  if (impossible_) return tl::unexpected(*impossible_);
  if (!referee_ && !referee_failed_) return failure("play", "the rules are still being read");
  Answer answer;
  if (auto taken = take_moves(moves, answer.replaced); !taken) {
    return tl::unexpected(std::move(taken.error()));
  }
  std::vector<std::string> legal;
  if (referee_) {
    const bool over = referee_->terminal();
    if (!over) legal = referee_->legal(role_);
    if (watch_referee() && over) return failure("play", "the game is over", "STOP is expected");
    if (!referee_) legal.clear();
  }
  if (legal.size() == 1) answer_ = legal.front();  // there is nothing to think about
  const std::size_t turn = history_.size();
  if (!answer_ && !gave_up_) {
    if (!request_) request_ = until;
    alert();
    changed_.wait_until(lock, latest,
                        [&] { return ended_ || answer_ || gave_up_ || history_.size() != turn; });
    answer.thought = answer_ && Clock::now() >= until;
  }
  if (history_.size() != turn) return failure("play", "the manager went on with other moves");
  if (ended_ && !answer_) return failure("play", "the match is over");
  if (!answer_) {
    if (!candidate_ && legal.empty()) return failure("play", "no legal move is known");
    answer_ = stand_in(legal);
  }
  request_.reset();
  alert();
  answer.move = *answer_;
  return answer;
}

Result<void> LiveMatch::take_moves(const std::optional<JointMove>& moves, bool& replaced) {
  if (!moves) {
    if (history_.empty()) return {};
    return failure("play",
                   fmt::format("nil is for the first turn, this is turn {}", history_.size() + 1));
  }
  if (repeats(*moves)) return {};
  if (const std::string problem = problem_with(*moves); !problem.empty()) {
    return failure("play", fmt::format("turn {}: {}", history_.size() + 1, problem));
  }
  make(*moves, replaced);
  return {};
}

std::string LiveMatch::problem_with(const JointMove& moves) {
  if (referee_) {
    std::string problem = referee_->problem_with(moves);
    if (watch_referee()) return problem;
  }
  return moves.size() == roles_
             ? ""
             : fmt::format("there are {} moves for {} roles", moves.size(), roles_);
}

// The protocol has no turn numbers, and the same joint move can be made twice in a row. It is the
// next one if our last answer is in it, and otherwise the last one told again.
bool LiveMatch::repeats(const JointMove& moves) const {
  if (history_.empty() || moves != history_.back()) return false;
  return !answer_ || moves[index_of(role_)] != *answer_;
}

void LiveMatch::make(const JointMove& moves, bool& replaced) {
  if (answer_ && moves[index_of(role_)] != *answer_) {
    replaced = true;
    log_(fmt::format("{}: the manager made {} for us, not {}", start_.match, moves[index_of(role_)],
                     *answer_));
  }
  if (referee_) referee_->advance(moves);
  history_.push_back(moves);
  turn_ = history_.size();
  answer_.reset();
  candidate_.reset();
  request_.reset();
  sure_ = false;
  (void)watch_referee();
  alert();
}

bool LiveMatch::watch_referee() {
  if (!referee_) return false;
  if (referee_->fault().empty()) return true;
  log_(fmt::format("{}: the referee gave up: {}", start_.match, referee_->fault()));
  referee_.reset();
  referee_failed_ = true;
  return false;
}

std::string LiveMatch::stand_in(const std::vector<std::string>& legal) {
  std::string move = candidate_.value_or(legal.empty() ? std::string{} : legal.front());
  log_(fmt::format("{}: no move from the agent in time ({}), {} is made", start_.match,
                   gave_up_ ? "it failed" : (ready_ ? "it still thinks" : "it is not ready"),
                   move));
  return move;
}

void LiveMatch::alert() {
  attention_ = true;
  changed_.notify_all();
}

void LiveMatch::ponder_until(Time until) {
  const Lock lock(mutex_);
  ponder_until_ = until;
}

void LiveMatch::end(const std::optional<JointMove>& moves) {
  const Lock lock(mutex_);
  if (ended_) return;
  if (referee_ && moves && referee_->problem_with(*moves).empty()) {
    referee_->advance(*moves);
    history_.push_back(*moves);
  }
  if (referee_ && referee_->terminal()) {
    log_(fmt::format("{}: over after {} steps, goals {}", start_.match, history_.size(),
                     fmt::join(referee_->goals(), " ")));
  }
  referee_.reset();
  ended_ = true;
  alert();
}

bool LiveMatch::wait_finished(Clock::duration longest) {
  Lock lock(mutex_);
  return changed_.wait_for(lock, longest, [&] { return finished_.load(); });
}

// ---- thinking thread
// -----------------------------------------------------------------------------

void LiveMatch::run() {
  try {
    if (prepare()) follow_and_think();
  } catch (const std::bad_alloc&) {
    give_up("out of memory");
  } catch (const std::exception& error) {
    give_up(error.what());
  }
  agent_.reset();
  position_.reset();
  game_.reset();
  rules_.reset();
  return_memory();
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

bool LiveMatch::prepare() {
  const auto impossible = [&](Diagnostics why) {
    const Lock lock(mutex_);
    impossible_ = std::move(why);
    changed_.notify_all();
    return false;
  };
  auto loaded = gdl::load(start_.rules, "rules", options_.load);
  if (!loaded) return impossible(std::move(loaded.error()));
  rules_ = std::make_shared<const gdl::Loaded>(std::move(*loaded));
  agent::GameOptions quick = options_.game;
  quick.machine = machine::Prover::name;
  auto prover = agent::Game::make(rules_, quick);
  if (!prover) return impossible(std::move(prover.error()));
  auto referee = std::make_unique<Referee>(std::move(*prover));
  const auto role = referee->find_role(start_.role);
  if (!role) {
    Diagnostics why("rules");
    why.error({}, fmt::format("there is no role {}", quote(start_.role)));
    return impossible(std::move(why));
  }
  {
    const Lock lock(mutex_);
    if (ended_) return false;
    role_ = *role;
    roles_ = referee->role_names().size();
    referee_ = std::move(referee);
    changed_.notify_all();
  }
  auto game = agent::Game::make(rules_, options_.game);
  if (ended_) return false;
  if (!game) {
    give_up(first_line(game.error()));
    return false;
  }
  game_ = std::move(*game);
  agent_ = agent::make_agent(*game_, options_.spec, *role, options_.seed);
  position_ = std::make_unique<agent::Position>(*game_);
  log_(fmt::format("{}: ready, machine {}{}", start_.match, game_->machine_name(),
                   game_->notice().empty() ? "" : " (" + game_->notice() + ")"));
  return true;
}

void LiveMatch::follow_and_think() {
  Lock lock(mutex_);
  ready_ = true;
  changed_.notify_all();
  while (!ended_ && !gave_up_) {
    attention_ = false;
    if (!follow(lock)) return;
    if (request_ && !answer_) {
      answer_request(lock);
    } else {
      ponder(lock);
    }
  }
}

bool LiveMatch::follow(Lock& lock) {
  while (followed_ < history_.size() && !ended_) {
    const JointMove moves = history_[followed_];
    lock.unlock();
    const auto found = find_moves(*game_, moves);
    if (!found || position_->terminal()) {
      give_up(fmt::format("its game does not go on with ({})", fmt::join(moves, " ")));
      return false;
    }
    position_->advance(*found);
    agent_->follow(*found);
    game_->end_turn();
    lock.lock();
    ++followed_;
  }
  return true;
}

std::string LiveMatch::agent_move() { return game_->move_text(role_, agent_->move()); }

void LiveMatch::answer_request(Lock& lock) {
  const std::size_t turn = followed_;
  agent::Limit limit;
  limit.deadline = request_;
  limit.stop = [this, turn] { return ended_ || turn_ != turn; };
  lock.unlock();
  if (position_->terminal()) {
    give_up(position_->fault().empty() ? "the game is over" : position_->fault());
    lock.lock();
    return;
  }
  std::string move = agent_move();
  lock.lock();
  if (history_.size() != turn || ended_) return;
  candidate_ = move;
  lock.unlock();
  if (!agent_->is_sure()) agent_->think(limit);
  move = agent_move();
  const search::Snapshot snapshot = agent_->snapshot();
  lock.lock();
  if (history_.size() != turn || answer_ || ended_) return;
  answer_ = move;
  changed_.notify_all();
  log_(fmt::format("{}: turn {}: {} after {} simulations{}", start_.match, turn + 1, move,
                   snapshot.simulations, snapshot.proven ? ", proven" : ""));
}

void LiveMatch::ponder(Lock& lock) {
  agent::Limit limit;
  limit.deadline = ponder_until_;
  limit.stop = [this] { return attention_.load() || ended_.load(); };
  lock.unlock();
  const bool over = position_->terminal();
  if (!over && !agent_->is_sure()) agent_->think(limit);
  const bool sure = over || agent_->is_sure();
  lock.lock();
  if (followed_ == history_.size() && sure && !sure_) {
    sure_ = true;
    changed_.notify_all();
  }
  if (sure || Clock::now() >= ponder_until_) {
    changed_.wait(lock, [&] { return ended_ || attention_.load(); });
  }
}

}  // namespace palamedes::ggp
