#include "cli/ticker.h"

#include <chrono>
#include <csignal>
#include <utility>

namespace palamedes::cli {

namespace {

// Short work shows nothing, and nobody waits for half a second without a sign.
constexpr std::chrono::milliseconds between_lines{200};

}  // namespace

Ticker::Ticker(Screen& screen, std::function<std::string(double)> line)
    : screen_(screen), line_(std::move(line)) {
  if (!screen_.shows_progress()) return;
  // Signals go to the thread that works: it is the one whose waiting they are to end.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { draw_until_the_end(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Ticker::~Ticker() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ends_.notify_one();
  thread_.join();
  screen_.clear_progress();
}

void Ticker::draw_until_the_end() {
  std::unique_lock lock(mutex_);
  while (!ends_.wait_for(lock, between_lines, [this] { return ended_; })) {
    const std::string text = line_(watch_.seconds());
    if (!text.empty()) screen_.progress(text);
  }
}

}  // namespace palamedes::cli
