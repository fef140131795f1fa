#pragma once
// The program at a terminal of its own, with somebody who types.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>
#include <termios.h>

namespace palamedes::e2e {

class Terminal {
 public:
  struct Size {
    unsigned short rows = 40;
    unsigned short columns = 100;
  };
  explicit Terminal(const std::vector<std::string>& arguments, const char* kind = "xterm");
  Terminal(const std::vector<std::string>& arguments, const char* kind, Size dimensions);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& keys) const;
  // Reads until the text is on the screen, after what was found before; false if it never comes.
  [[nodiscard]] bool shows(const std::string& text);
  // All that came on the screen, escape codes included.
  [[nodiscard]] const std::string& screen() const { return screen_; }
  void signal(int number) const;
  [[nodiscard]] termios modes() const;
  // Its exit status, or 128 + the signal that ended it; nothing if it still runs after so long.
  [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds longest);

 private:
  // What came by now, waiting at most so long for something; false if nothing came.
  bool read_some(int milliseconds);

  pid_t child_ = -1;
  int terminal_ = -1;
  std::string screen_;
  std::size_t seen_ = 0;
  std::optional<int> status_;
};

}  // namespace palamedes::e2e
