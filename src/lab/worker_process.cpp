#include "lab/worker_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace palamedes::lab {
namespace {

constexpr int cannot_start = 127;

// In the child, between fork and exec: nothing here may allocate.
[[noreturn]] void become_worker(char* const* arguments, int input, int output, pid_t parent,
                                const cpu_set_t* cores) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  // Ctrl-C goes to all processes of a terminal; what it means is decided in the parent
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(cannot_start);  // it ended before this could be noticed
  if (cores != nullptr) sched_setaffinity(0, sizeof *cores, cores);
  execv(arguments[0], arguments);
  _exit(cannot_start);
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::vector<std::string>& command,
                                           std::optional<int> core) {
  const auto fail = [&](const char* what) {
    return failure(command.front(), fmt::format("{}: {}", what, std::strerror(errno)));
  };
  std::array<int, 2> to_child{};
  std::array<int, 2> from_child{};
  if (pipe2(to_child.data(), O_CLOEXEC) != 0) return fail("no pipe to a worker");
  Descriptor child_input(to_child[0]);
  WorkerProcess worker;
  worker.input_ = Descriptor(to_child[1]);
  if (pipe2(from_child.data(), O_CLOEXEC) != 0) return fail("no pipe from a worker");
  worker.output_ = Descriptor(from_child[0]);
  Descriptor child_output(from_child[1]);
  fcntl(worker.output_.get(), F_SETFL, O_NONBLOCK);

  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (core) CPU_SET(static_cast<std::size_t>(*core), &cores);
  const pid_t parent = getpid();
  worker.process_ = fork();
  if (worker.process_ < 0) return fail("a worker cannot be started");
  if (worker.process_ == 0) {
    become_worker(arguments.data(), child_input.get(), child_output.get(), parent,
                  core ? &cores : nullptr);
  }
  return worker;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      heard_(std::move(other.heard_)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(input_, other.input_);
  std::swap(output_, other.output_);
  std::swap(heard_, other.heard_);
  return *this;
}

WorkerProcess::~WorkerProcess() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool WorkerProcess::tell(std::string_view line) const {
  while (!line.empty()) {
    const ssize_t written = write(input_.get(), line.data(), line.size());
    if (written >= 0) {
      line.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool WorkerProcess::listen() {
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = read(output_.get(), buffer.data(), buffer.size());
    if (count > 0) {
      heard_.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

std::optional<std::string> WorkerProcess::line() {
  const std::size_t end = heard_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  return line;
}

std::string WorkerProcess::last_words() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFSIGNALED(status)) {
    return fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  return fmt::format("ended with status {}", WEXITSTATUS(status));
}

std::vector<int> cores_for(std::size_t workers) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &allowed)) cores.push_back(core);
  }
  if (cores.size() != workers) cores.clear();
  return cores;
}

}  // namespace palamedes::lab
