#include "ggp/live_match.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"

namespace palamedes::ggp {
namespace {

// Of the time that a request has, this share is for the referee: whether the moves sent can be
// made, making them, and what is legal afterwards.
constexpr double share_for_judging = 0.25;
constexpr double share_for_following = 0.5;
constexpr double share_for_moves = 0.75;
// What the end of a match may take to find out the goals.
constexpr double seconds_for_goals = 0.2;

Time part_of(Time begin, Time end, double share) {
  return begin + in_seconds(share * std::max(0.0, to_seconds(end - begin)));
}

}  // namespace

LiveMatch::LiveMatch(Start start, LiveMatchOptions options, Log log)
    : start_(std::move(start)),
      options_(std::move(options)),
      log_(std::move(log)),
      record_(start_, options_.player, options_.record_folder),
      ponder_until_(Clock::now() + in_seconds(start_.start_clock + start_.play_clock)),
      begins_(Clock::now()) {
  options_.game.details.ground.limits.cancelled = &halt_;
  options_.game.details.prover.cancelled = &halt_;
  thread_ = std::thread([this] { run(); });
}

LiveMatch::~LiveMatch() {
  end({});
  thread_.join();
}

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
  const Time begin = Clock::now();
  AskingLock asking(asking_, latest);
  if (!asking) return failure("play", "another message about this match is still being worked on");
  Lock lock(mutex_);
  changed_.wait_until(lock, latest, [&] { return ended_ || impossible_ || rules_read_; });
  if (ended_) return failure("play", "the match is over");
  if (impossible_) return tl::unexpected(*impossible_);
  if (!rules_read_) return failure("play", "the rules are still being read");
  lock.unlock();
  Answer answer;
  if (auto taken = take_moves(moves, begin, latest, answer.replaced); !taken) {
    return tl::unexpected(std::move(taken.error()));
  }
  lock.lock();
  const std::size_t turn = history_.size();
  const bool asked = !answer_ && !gave_up_;
  if (asked && !request_) request_ = until;
  alert();
  lock.unlock();
  bool over = false;
  const std::vector<std::string> legal = legal_moves(part_of(begin, latest, share_for_moves), over);
  asking.unlock();
  lock.lock();
  if (over) {
    request_.reset();
    return failure("play", "the game is over", "STOP is expected");
  }
  changed_.wait_until(lock, latest,
                      [&] { return ended_ || answer_ || gave_up_ || history_.size() != turn; });
  if (history_.size() != turn) return failure("play", "the manager went on with other moves");
  if (ended_ && !answer_) return failure("play", "the match is over");
  answer.thought = asked && answer_ && Clock::now() >= until;
  if (!answer_) {
    if (!candidate_ && legal.empty()) return failure("play", "no legal move is known");
    answer_ = stand_in(legal);
  }
  request_.reset();
  alert();
  answer.move = *answer_;
  return answer;
}

// ---- with asking_

Result<void> LiveMatch::take_moves(const std::optional<JointMove>& moves, Time begin, Time latest,
                                   bool& replaced) {
  if (!moves) {
    if (history_.empty()) return {};
    return failure("play",
                   fmt::format("nil is for the first turn, this is turn {}", history_.size() + 1));
  }
  {
    const Lock lock(mutex_);
    if (repeats(*moves)) return {};
  }
  if (const std::string problem = problem_with(*moves, part_of(begin, latest, share_for_judging));
      !problem.empty()) {
    return failure("play", fmt::format("turn {}: {}", history_.size() + 1, problem));
  }
  {
    const Lock lock(mutex_);
    replaced = note_moves(*moves);
  }
  follow_by_referee(*moves, part_of(begin, latest, share_for_following));
  return {};
}

std::string LiveMatch::problem_with(const JointMove& moves, Time until) {
  if (referee_) {
    referee_deadline_.set(until);
    std::string problem = referee_->problem_with(moves);
    // Whoever cannot judge them in time believes the manager.
    if (watch_referee() && !referee_->was_cut_off()) return problem;
  }
  return moves.size() == roles_ ? "" : wrong_count(moves.size(), roles_);
}

void LiveMatch::follow_by_referee(const JointMove& moves, Time until) {
  if (!referee_) return record_.step(moves, {});
  referee_deadline_.set(until);
  referee_->advance(moves);
  if (!watch_referee()) return record_.step(moves, {});
  if (referee_->was_cut_off()) {
    drop_referee("it could not follow the moves within its part of the clock");
    return record_.step(moves, {});
  }
  record_.step(moves, referee_->facts());
}

std::vector<std::string> LiveMatch::legal_moves(Time until, bool& over) {
  if (!referee_) return {};
  referee_deadline_.set(until);
  std::vector<std::string> legal;
  over = referee_->terminal();
  const bool unknown = referee_->was_cut_off();
  constexpr std::size_t enough = 2;  // to know that there is a choice
  if (!over || unknown) legal = referee_->legal(role_, enough);
  const bool all = !unknown && !referee_->was_cut_off();
  if (!watch_referee()) {
    over = false;
    return {};
  }
  if (!all) {
    over = over && !unknown;
    log_(fmt::format("{}: the referee was cut off, {}", start_.match,
                     legal.empty() ? "no legal move is known" : "not all legal moves are known"));
  }
  if (all && legal.size() == 1) {  // there is nothing to think about
    const Lock lock(mutex_);
    if (!answer_) record_.thought({history_.size(), legal.front(), "the only legal move"});
    answer_ = legal.front();
  }
  return legal;
}

bool LiveMatch::watch_referee() {
  if (!referee_) return false;
  if (referee_->fault().empty()) return true;
  drop_referee(referee_->fault());
  return false;
}

void LiveMatch::drop_referee(const std::string& why) {
  log_(fmt::format("{}: the referee gave up: {}", start_.match, why));
  referee_.reset();
}

// ---- with mutex_

// The protocol has no turn numbers, and the same joint move can be made twice in a row. It is the
// next one if our last answer is in it, and otherwise the last one sent again.
bool LiveMatch::repeats(const JointMove& moves) const {
  if (history_.empty() || moves != history_.back()) return false;
  return !answer_ || moves[index_of(role_)] != *answer_;
}

bool LiveMatch::note_moves(const JointMove& moves) {
  const bool replaced = answer_ && moves[index_of(role_)] != *answer_;
  if (replaced) {
    log_(fmt::format("{}: the manager made {} for us, not {}", start_.match, moves[index_of(role_)],
                     *answer_));
  }
  history_.push_back(moves);
  turn_ = history_.size();
  answer_.reset();
  candidate_.reset();
  request_.reset();
  sure_ = false;
  return replaced;
}

std::string LiveMatch::stand_in(const std::vector<std::string>& legal) {
  std::string move = candidate_.value_or(legal.empty() ? std::string{} : legal.front());
  const std::string why = gave_up_ ? "it failed" : (ready_ ? "it still thinks" : "it is not ready");
  log_(fmt::format("{}: no move from the agent in time ({}), {} is made", start_.match, why, move));
  record_.thought({history_.size(), move, "no move from the agent in time: " + why});
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

// ---- the end

void LiveMatch::end(const std::optional<JointMove>& moves) {
  if (ended_.exchange(true)) return;
  halt_ = true;
  halt_building_ = true;
  referee_deadline_.set(Time::min());
  {
    const Lock lock(mutex_);
    alert();
  }
  const AskingLock asking(asking_);
  if (referee_) {
    referee_deadline_.set(Clock::now() + in_seconds(seconds_for_goals));
    if (moves && referee_->problem_with(*moves).empty()) {
      referee_->advance(*moves);
      const Lock lock(mutex_);
      history_.push_back(*moves);
      record_.step(*moves, referee_->facts());
    }
    const bool over = referee_->terminal();
    if (over && referee_->fault().empty() && !referee_->was_cut_off()) {
      tell_goals(referee_->all_goals());
    }
  }
  record_.end();
  if (!record_.problem().empty()) log_(fmt::format("{}: {}", start_.match, record_.problem()));
  referee_.reset();
}

void LiveMatch::tell_goals(const std::vector<std::vector<int>>& goals) {
  std::vector<std::string> texts;
  for (std::size_t role = 0; role < goals.size(); ++role) {
    texts.push_back(goals[role].empty() ? "none" : std::to_string(goals[role].back()));
    if (goals[role].size() > 1) {
      log_(fmt::format("{}: the rules give {} the goals {} at once; it was played for the highest",
                       start_.match, referee_->role_names()[role],
                       fmt::join(goals[role], " and ")));
    }
  }
  log_(fmt::format("{}: over after {}, goals {}", start_.match, counted(history_.size(), "step"),
                   fmt::join(texts, " ")));
  record_.completed(goals);
}

void LiveMatch::save_memory(std::size_t bytes) {
  const Lock lock(mutex_);
  if (ended_ || finished_ || short_of_memory_) return;
  short_of_memory_ = true;
  log_(fmt::format("{}: {} MB of memory are in use, {} are allowed", start_.match, bytes >> 20U,
                   options_.memory_bytes >> 20U));
  if (!ready_) halt_ = true;
  halt_building_ = true;
  alert();
}

bool LiveMatch::wait_finished(Clock::duration longest) {
  Lock lock(mutex_);
  return changed_.wait_for(lock, longest, [&] { return finished_.load(); });
}

}  // namespace palamedes::ggp
