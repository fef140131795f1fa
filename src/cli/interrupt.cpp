#include "cli/interrupt.h"

namespace palamedes::cli {
namespace {

std::atomic<bool> was_requested{false};
std::atomic<bool> must_end{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void request(int signal) {
  if (signal == SIGTERM) must_end.store(true);
  if (was_requested.exchange(true)) {
    // not again: now the signal does what it does without us
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

Interrupt::Interrupt() {
  was_requested.store(false);
  must_end.store(false);
  struct sigaction action {};
  action.sa_handler = request;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool Interrupt::requested() { return was_requested.load(std::memory_order_relaxed); }

const std::atomic<bool>& Interrupt::flag() { return was_requested; }

void Interrupt::answered() { was_requested.store(must_end.load()); }

}  // namespace palamedes::cli
