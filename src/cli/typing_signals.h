#pragma once
// Signals while a terminal is in other modes than usual. As long as one of these lives, they are
// only let in while it waits for a key, and only noted; what they do otherwise happens when it is
// gone.

#include <array>
#include <csignal>
#include <optional>

namespace palamedes::cli {

class TypingSignals {
 public:
  TypingSignals();
  TypingSignals(const TypingSignals&) = delete;
  TypingSignals& operator=(const TypingSignals&) = delete;
  // Whatever came and was not taken is now sent again.
  ~TypingSignals();

  enum class Wake { key, signal };
  // Until a key can be read from standard input, or there is a signal to be taken.
  [[nodiscard]] Wake wait();
  // Whether it came, and forgets it.
  [[nodiscard]] static bool take(int signal);
  // One of those that end a program came, and will do so.
  [[nodiscard]] static bool must_end();
  // Ctrl-C came.
  [[nodiscard]] static bool interrupted();

 private:
  static constexpr std::array<int, 6> caught = {SIGINT,  SIGTERM, SIGHUP,
                                                SIGQUIT, SIGTSTP, SIGWINCH};
  std::array<struct sigaction, caught.size()> old_actions_{};
  sigset_t old_mask_{};
};

}  // namespace palamedes::cli
