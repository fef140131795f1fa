#include "cli/typing_signals.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <ctime>

#include <poll.h>
#include <unistd.h>

namespace palamedes::cli {
namespace {

constexpr std::size_t highest_signal = 64;
std::array<std::atomic<bool>, highest_signal + 1> came{};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal) { came[static_cast<std::size_t>(signal)].store(true); }

bool has_come(int signal) { return came[static_cast<std::size_t>(signal)].load(); }

}  // namespace

TypingSignals::TypingSignals() {
  sigset_t mask;
  sigemptyset(&mask);
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < caught.size(); ++i) {
    came[static_cast<std::size_t>(caught[i])].store(false);
    sigaddset(&mask, caught[i]);
    sigaction(caught[i], nullptr, &old_actions_[i]);
    // what is ignored, as under nohup, stays so
    if (old_actions_[i].sa_handler != SIG_IGN) sigaction(caught[i], &action, nullptr);
  }
  pthread_sigmask(SIG_BLOCK, &mask, &old_mask_);
}

TypingSignals::~TypingSignals() {
  for (std::size_t i = 0; i < caught.size(); ++i) {
    sigaction(caught[i], &old_actions_[i], nullptr);
  }
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
  for (const int signal : caught) {
    if (take(signal)) std::raise(signal);
  }
}

TypingSignals::Wake TypingSignals::wait() {
  // A signal may be delivered to another thread, which does not end the wait of this one.
  constexpr timespec look{0, 100'000'000};
  for (;;) {
    if (std::any_of(caught.begin(), caught.end(), has_come)) return Wake::signal;
    pollfd entry{STDIN_FILENO, POLLIN, 0};
    if (ppoll(&entry, 1, &look, &old_mask_) > 0) return Wake::key;
  }
}

bool TypingSignals::take(int signal) {
  return came[static_cast<std::size_t>(signal)].exchange(false);
}

bool TypingSignals::must_end() {
  return has_come(SIGTERM) || has_come(SIGHUP) || has_come(SIGQUIT);
}

bool TypingSignals::interrupted() { return has_come(SIGINT); }

}  // namespace palamedes::cli
