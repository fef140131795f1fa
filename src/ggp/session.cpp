#include "ggp/session.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/letters.h"

namespace palamedes::ggp {
namespace {

// Threads of ended matches that cannot be interrupted, since they still make a machine. More than
// these at a time would take the cores and the memory from the match that runs.
constexpr std::size_t most_retired = 2;
// How long STOP waits for the memory to be back; usually it takes some milliseconds.
constexpr auto patience_at_the_end = std::chrono::milliseconds(300);

// The rest is for what is taken between two looks at the memory.
std::size_t watched_bytes(std::size_t allowed) { return allowed - allowed / 8; }

Reply fine(std::string text) { return {Reply::Kind::fine, std::move(text)}; }

Reply wrong(const Diagnostics& diagnostics) {
  constexpr std::size_t most = 10;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.list()) {
    if (text.empty() || diagnostics.list().size() <= most) text += to_string(diagnostic) + "\n";
  }
  return {Reply::Kind::wrong, std::move(text)};
}

Reply wrong(const std::string& what) { return {Reply::Kind::wrong, "error: " + what + "\n"}; }

}  // namespace

Session::Session(SessionOptions options, Log log)
    : options_(std::move(options)),
      log_(log ? std::move(log) : [](const std::string&) {}),
      memory_(watched_bytes(options_.match.memory_bytes),
              [this](std::size_t bytes) { save_memory(bytes); }) {
  options_.match.player = options_.name;
}

Session::~Session() { close(); }

void Session::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  retire();
}

Reply Session::handle(const std::string& body, const Arrival& arrival) {
  const auto message = read_message(body, options_.limits);
  if (!message) {
    Reply reply = wrong(message.error());
    log_(fmt::format("refused: {}", reply.text.substr(0, reply.text.find('\n'))));
    return reply;
  }
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return wrong("the player ends");
    bury();
    margin_.round_trip(arrival.round_trip);
  }
  Reply reply = std::visit([&](const auto& kind) { return answer(kind, arrival); }, *message);
  if (reply.kind == Reply::Kind::wrong) {
    log_(fmt::format("refused: {}", reply.text.substr(0, reply.text.find('\n'))));
  }
  return reply;
}

Reply Session::answer(const Info&, const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  return fine(to_text(Status{options_.name, available(arrival.received)}, options_.info));
}

// There is nothing to prepare: START comes with the same rules and a clock.
Reply Session::answer(const Preview&, const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  return fine(available(arrival.received) ? "ready" : "busy");
}

Reply Session::answer(const Start& start, const Arrival& arrival) {
  const MatchPointer match = begin(start, arrival);
  if (!match) {
    log_(fmt::format("{}: refused, busy", start.match));
    return fine("busy");
  }
  if (match->turn() > 0) return wrong(fmt::format("the match {} runs already", quote(start.match)));
  double margin = 0;
  {
    const std::lock_guard lock(mutex_);
    margin = margin_.of(start.start_clock);
  }
  const Time until = arrival.received + in_seconds(start.start_clock - margin);
  if (const auto ready = match->wait_ready(until); !ready) {
    const std::lock_guard lock(mutex_);
    if (current_ == match) retire();
    return wrong(ready.error());
  }
  return fine("ready");
}

Session::MatchPointer Session::begin(const Start& start, const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  if (closed_) return nullptr;
  if (current_ && current_->start() == start) return current_;
  if (!available(arrival.received)) return nullptr;
  if (current_) {
    log_(fmt::format("{}: abandoned by its manager, {} takes its place", current_->start().match,
                     start.match));
    retire();
  }
  const auto runs = [](const MatchPointer& match) { return !match->finished(); };
  if (std::count_if(retired_.begin(), retired_.end(), runs) >
      static_cast<std::ptrdiff_t>(most_retired)) {
    return nullptr;
  }
  log_(fmt::format("{}: starts, role {}, clocks {} and {} s", start.match, start.role,
                   start.start_clock, start.play_clock));
  current_ = std::make_shared<LiveMatch>(start, options_for(start), log_);
  abandoned_ = arrival.received + in_seconds(start.start_clock + options_.patience);
  current_->ponder_until(abandoned_);
  return current_;
}

LiveMatchOptions Session::options_for(const Start& start) {
  // What is not ready by then is made while another machine plays.
  constexpr double least_to_get_ready = 1;
  LiveMatchOptions options = options_.match;
  options.game.details.ready_seconds =
      std::max(least_to_get_ready, start.start_clock + start.play_clock);
  options.seed = mix(combine(options.seed, matches_++));
  return options;
}

void Session::expect_next(LiveMatch& match, Time received, double clock) {
  abandoned_ = std::max(abandoned_, received + in_seconds(clock + options_.patience));
  match.ponder_until(abandoned_);
}

Session::MatchPointer Session::find(const std::string& match) {
  const std::lock_guard lock(mutex_);
  return current_ && same_in_any_case(current_->start().match, match) ? current_ : nullptr;
}

Reply Session::answer(const Play& play, const Arrival& arrival) {
  const MatchPointer match = find(play.match);
  if (!match) return wrong(fmt::format("there is no match {} here", quote(play.match)));
  const double clock = match->start().play_clock;
  double margin = 0;
  {
    const std::lock_guard lock(mutex_);
    margin = margin_.of(clock);
    expect_next(*match, arrival.received, clock);
  }
  const Time until = arrival.received + in_seconds(clock - margin);
  const Time latest = until + in_seconds(margin / 2);
  const auto answer = match->play(play.moves, until, latest);
  if (!answer) return wrong(answer.error());
  const std::lock_guard lock(mutex_);
  if (answer->replaced) {
    margin_.replaced(clock);
  } else if (answer->thought) {
    margin_.in_time(clock, to_seconds(Clock::now() - until));
  }
  return fine(answer->move);
}

Reply Session::answer(const Stop& stop, const Arrival&) { return finish(stop.match, stop.moves); }

Reply Session::answer(const Abort& abort, const Arrival&) {
  log_(fmt::format("{}: aborted", abort.match));
  return finish(abort.match, {});
}

Reply Session::finish(const std::string& name, const std::optional<JointMove>& moves) {
  const MatchPointer match = find(name);
  if (!match) return wrong(fmt::format("there is no match {} here", quote(name)));
  match->end(moves);
  {
    const std::lock_guard lock(mutex_);
    if (current_ == match) retire();
  }
  // without the lock: the player is free already
  if (!match->wait_finished(patience_at_the_end)) {
    log_(fmt::format("{}: its machine is still being made", name));
  }
  return fine("done");
}

bool Session::available(Time now) const { return !current_ || now > abandoned_; }

void Session::retire() {
  if (!current_) return;
  current_->end({});
  retired_.push_back(std::move(current_));
  current_.reset();
}

void Session::save_memory(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (current_) current_->save_memory(bytes);
}

// Ends the threads that have nothing left to do. Somebody may still hold a match, and then this
// will be done the next time.
void Session::bury() {
  std::erase_if(retired_, [](const MatchPointer& match) {
    return match->finished() && match.use_count() == 1;
  });
}

}  // namespace palamedes::ggp
