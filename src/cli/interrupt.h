#pragma once
// Ctrl-C as a question: while one of these lives, SIGINT and SIGTERM end nothing by themselves. A
// second one does.

#include <atomic>
#include <csignal>

namespace palamedes::cli {

class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  // Somebody wants us to come to an end. From any thread.
  [[nodiscard]] static bool requested();
  // The same for those who look at a flag; it lives as long as the program.
  [[nodiscard]] static const std::atomic<bool>& flag();
  // It was Ctrl-C and has been answered: the next one is the first one again. A SIGTERM stays.
  static void answered();

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace palamedes::cli
