#include "web/worker_process.h"

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/numbers.h"

namespace palamedes::web {
namespace {

constexpr int cannot_start = 127;
constexpr rlim_t most_descriptors = 64;

void limit(__rlimit_resource_t resource, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(resource, &value);
}

// In the child, between fork and exec: nothing here may allocate.
[[noreturn]] void become_worker(char* const* arguments, int socket, const ProcessLimits& limits) {
  dup2(socket, STDIN_FILENO);
  // Ctrl-C goes to all processes of a terminal; what it means is decided in the parent
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_IGN);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);  // it writes no files
  limit(RLIMIT_NOFILE, most_descriptors);
#if !PALAMEDES_IS_SANITIZED  // sanitizers take terabytes of addresses
  if (limits.memory_bytes > 0) limit(RLIMIT_DATA, limits.memory_bytes);
#endif
  if (limits.processor_seconds > 0) {
    const auto seconds = static_cast<rlim_t>(std::ceil(limits.processor_seconds));
    const rlimit processor{seconds, seconds + 1};  // the first one tells that it was this limit
    setrlimit(RLIMIT_CPU, &processor);
  }
  execv(arguments[0], arguments);
  _exit(cannot_start);
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::vector<std::string>& command,
                                                            const ProcessLimits& limits) {
  const auto fail = [&](const char* what) {
    return failure(command.front(), fmt::format("{}: {}", what, std::strerror(errno)));
  };
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    return fail("no socket to a process of a session");
  }
  Descriptor ours(pair[0]);
  const Descriptor theirs(pair[1]);
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process < 0) return fail("a process of a session cannot be started");
  if (process == 0) become_worker(arguments.data(), theirs.get(), limits);
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(process, std::move(ours), limits));
}

WorkerProcess::WorkerProcess(pid_t process, Descriptor socket, const ProcessLimits& limits)
    : process_(process),
      socket_(std::move(socket)),
      limits_(limits),
      listener_([this] { listen(); }) {}

WorkerProcess::~WorkerProcess() {
  kill_it("it was ended");
  listener_.join();
}

Answer WorkerProcess::ask(const std::string& name, const std::string& body,
                          std::chrono::duration<double> patience) {
  std::uint64_t number = 0;
  {
    const std::scoped_lock lock(mutex_);
    if (ended_) return problem(status::gone, "the session has ended: " + *ended_);
    number = ++asked_;
    answers_[number] = std::nullopt;
  }
  {
    const std::scoped_lock lock(writing_);
    const Frame frame{.kind = FrameKind::request, .number = number, .name = name, .body = body};
    // Where it is no longer there, the listener knows why.
    static_cast<void>(write_all(socket_.get(), to_bytes(frame)));
  }
  std::unique_lock lock(mutex_);
  const auto is_answered = [&] { return answers_.at(number).has_value() || ended_.has_value(); };
  if (!answered_.wait_for(lock, patience, is_answered)) {
    lock.unlock();
    kill_it(fmt::format("it took longer than {} s", rounded(patience.count())));
    lock.lock();
    answered_.wait(lock, [&] { return ended_.has_value(); });
  }
  std::optional<Answer> answer = std::move(answers_.at(number));
  answers_.erase(number);
  if (answer) return std::move(*answer);
  return problem(status::gone, "the session has ended: " + *ended_);
}

void WorkerProcess::end(const std::string& reason) { kill_it(reason); }

std::optional<std::string> WorkerProcess::ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

// The process is waited for by the listener alone, and under the lock, so that its number can mean
// no other one here.
void WorkerProcess::kill_it(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  if (ended_) return;
  if (reason_.empty()) reason_ = reason;
  kill(process_, SIGKILL);
}

void WorkerProcess::listen() {
  FrameReader reader(longest_answer);
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = read(socket_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    reader.take({buffer.data(), static_cast<std::size_t>(count)});
    while (std::optional<Frame> frame = reader.next()) take(std::move(*frame));
    if (reader.is_broken()) break;
  }
  kill_it({});
  // Not waited for yet: until it is, nobody else gets its number.
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
  std::string why;
  {
    const std::scoped_lock lock(mutex_);
    why = last_words();
    ended_ = why;
  }
  answered_.notify_all();
  events_.put({"closed", "{\"reason\":" + json_text(why) + "}"});
  events_.close();
}

void WorkerProcess::take(Frame frame) {
  if (frame.kind == FrameKind::event) {
    events_.put({std::move(frame.name), std::move(frame.body)});
    return;
  }
  if (frame.kind != FrameKind::answer) return;
  const std::scoped_lock lock(mutex_);
  const auto waiting = answers_.find(frame.number);
  if (waiting == answers_.end()) return;
  waiting->second = Answer{.status = std::atoi(frame.name.c_str()), .body = std::move(frame.body)};
  answered_.notify_all();
}

std::string WorkerProcess::last_words() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  if (!reason_.empty()) return reason_;
  if (WIFEXITED(status) && WEXITSTATUS(status) == no_memory_status) {
    return fmt::format("it needed more memory than the {} MB that it may have",
                       grouped(limits_.memory_bytes >> 20U));
  }
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU) {
      return fmt::format("it needed more processor time than the {} s that it may have",
                         rounded(limits_.processor_seconds));
    }
    return fmt::format("its process was ended by signal {} ({})", signal, strsignal(signal));
  }
  return fmt::format("its process ended with status {}", WEXITSTATUS(status));
}

}  // namespace palamedes::web
