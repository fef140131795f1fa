#include "web/sessions.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <sys/random.h>

namespace palamedes::web {
namespace {

using std::chrono::duration;

constexpr double seconds_until_evicted = 60;  // not used, when another one wants the place
constexpr double seconds_after_end = 300;     // in which a session says why it has ended

}  // namespace

std::string random_id() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  std::array<unsigned char, 32> bytes{};
  // Less than 256 bytes come at once, and always.
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
  std::string id;
  for (const unsigned char byte : bytes) id += letters[byte % letters.size()];
  return id;
}

Sessions::Sessions(std::vector<std::string> command, const Limits& limits)
    : command_(std::move(command)), limits_(limits), watcher_([this] { watch(); }) {}

Sessions::~Sessions() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  ends_changed_.notify_all();
  watcher_.join();
}

Result<std::unique_ptr<WorkerProcess>> Sessions::start(double processor_seconds) const {
  return WorkerProcess::start(
      command_, {.memory_bytes = limits_.memory_bytes, .processor_seconds = processor_seconds});
}

std::string Sessions::configuration(const std::string& id) const {
  return fmt::format(
      R"({{"id":"{}","memory_bytes":{},"threads":{},"think_seconds":{},"ready_seconds":{}}})", id,
      limits_.memory_bytes, limits_.threads, limits_.think_seconds, limits_.ready_seconds);
}

// A session that nobody has used for a while goes where another one wants its place.
bool Sessions::take_place() {
  const std::scoped_lock lock(mutex_);
  if (taken_ >= limits_.sessions) {
    auto oldest = sessions_.end();
    for (auto at = sessions_.begin(); at != sessions_.end(); ++at) {
      if (at->second.streams > 0 || at->second.is_over) continue;
      if (oldest == sessions_.end() || at->second.last_use < oldest->second.last_use) oldest = at;
    }
    if (oldest == sessions_.end() ||
        Clock::now() - oldest->second.last_use < duration<double>(seconds_until_evicted)) {
      return false;
    }
    oldest->second.process->end("another session took its place");
    oldest->second.is_over = true;
    oldest->second.last_use = Clock::now();
    --taken_;
  }
  ++taken_;
  return true;
}

void Sessions::give_place() {
  const std::scoped_lock lock(mutex_);
  --taken_;
}

Answer Sessions::open(const std::string& request, const std::string& body) {
  end_idle();
  if (!take_place()) {
    return problem(status::too_many,
                   fmt::format("there are {} sessions already, which is the limit; end one, or "
                               "allow more with --sessions",
                               limits_.sessions));
  }
  const std::string id = random_id();
  auto started = start(limits_.session_seconds);
  if (!started) {
    give_place();
    return problem(status::unavailable, started.error().list().front().message);
  }
  const std::shared_ptr<WorkerProcess> process = std::move(*started);
  const duration<double> patience(limits_.ready_seconds);
  Answer answer = process->ask("configure", configuration(id), patience);
  if (answer.status == status::ok) answer = process->ask(request, body, patience);
  if (answer.status != status::created) {
    give_place();
    // What its rules did was no fault of the session that never was.
    if (answer.status == status::gone) {
      answer = problem(status::unprocessable, "the game could not be made ready: " +
                                                  process->ended().value_or("it ended"));
    }
    return answer;
  }
  const std::scoped_lock lock(mutex_);
  sessions_[id] = {.process = process, .last_use = Clock::now()};
  return answer;
}

std::shared_ptr<WorkerProcess> Sessions::use(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  const auto at = sessions_.find(id);
  if (at == sessions_.end()) return nullptr;
  at->second.last_use = Clock::now();
  return at->second.process;
}

Answer Sessions::ask(const std::string& id, const std::string& request, const std::string& body) {
  const std::shared_ptr<WorkerProcess> process = use(id);
  if (process == nullptr) return problem(status::not_found, "there is no such session");
  Answer answer = process->ask(request, body, duration<double>(limits_.answer_seconds));
  static_cast<void>(use(id));  // it was used up to now
  return answer;
}

Answer Sessions::end(const std::string& id) {
  std::shared_ptr<WorkerProcess> process;
  {
    const std::scoped_lock lock(mutex_);
    const auto at = sessions_.find(id);
    if (at == sessions_.end()) return problem(status::not_found, "there is no such session");
    process = at->second.process;
    if (!at->second.is_over) --taken_;
    sessions_.erase(at);
  }
  process->end("it was ended");
  return {.body = "{}"};
}

Answer Sessions::check(const std::string& body) {
  struct Count {
    explicit Count(std::atomic<std::uint64_t>& counted) : count(counted), number(++count) {}
    ~Count() { --count; }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
    std::atomic<std::uint64_t>& count;
    std::uint64_t number;
  };
  const Count count(checks_);
  if (count.number > limits_.checks) {
    return problem(status::too_many, "too many checks of rules at the same time; try again");
  }
  auto started = start(limits_.check_seconds);
  if (!started) return problem(status::unavailable, started.error().list().front().message);
  WorkerProcess& process = **started;
  const duration<double> patience(limits_.check_seconds);
  Answer answer = process.ask("configure", configuration("check"), patience);
  if (answer.status == status::ok) answer = process.ask("check", body, patience);
  if (answer.status != status::gone) return answer;
  return {.body = R"({"valid":false,"limit":)" + json_text(process.ended().value_or("it ended")) +
                  R"(,"diagnostics":[],"info":null,"play":null})"};
}

std::shared_ptr<WorkerProcess> Sessions::begin_stream(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  const auto at = sessions_.find(id);
  if (at == sessions_.end()) return nullptr;
  ++at->second.streams;
  return at->second.process;
}

void Sessions::end_stream(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  const auto at = sessions_.find(id);
  if (at == sessions_.end()) return;
  --at->second.streams;
  at->second.last_use = Clock::now();
}

std::size_t Sessions::count() const {
  const std::scoped_lock lock(mutex_);
  return taken_;
}

void Sessions::watch() {
  constexpr auto period = std::chrono::seconds(1);
  std::unique_lock lock(mutex_);
  while (!ends_) {
    ends_changed_.wait_for(lock, period, [&] { return ends_; });
    lock.unlock();
    end_idle();
    lock.lock();
  }
}

void Sessions::end_idle() {
  std::vector<std::shared_ptr<WorkerProcess>> going;  // ends outside of the lock
  const std::scoped_lock lock(mutex_);
  for (auto at = sessions_.begin(); at != sessions_.end();) {
    Session& session = at->second;
    const duration<double> idle = Clock::now() - session.last_use;
    if (!session.is_over && session.process->ended()) {
      session.is_over = true;
      session.last_use = Clock::now();
      --taken_;
    } else if (!session.is_over && session.streams == 0 && idle.count() > limits_.idle_seconds) {
      session.process->end(fmt::format("nobody used it for {:.0f} s", limits_.idle_seconds));
    } else if (session.is_over && session.streams == 0 && idle.count() > seconds_after_end) {
      going.push_back(std::move(session.process));
      at = sessions_.erase(at);
      continue;
    }
    ++at;
  }
}

}  // namespace palamedes::web
