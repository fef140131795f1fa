#pragma once
// Single keys of a terminal, without waiting for the end of a line.

#include <cstdint>
#include <optional>

#include <termios.h>

namespace palamedes::cli {

enum class Key : std::uint8_t { up, down, left, right, use, pause, step, quit, other };

// While one of these lives, keys are neither shown nor kept until the line ends.
class KeyReader {
 public:
  KeyReader();
  KeyReader(const KeyReader&) = delete;
  KeyReader& operator=(const KeyReader&) = delete;
  ~KeyReader();

  // Standard input is a terminal.
  [[nodiscard]] bool is_ready() const { return ready_; }
  // The next key, if one comes within this time. The end of the input counts as `quit`.
  [[nodiscard]] std::optional<Key> wait(double seconds) const;

 private:
  termios old_{};
  bool ready_ = false;
};

}  // namespace palamedes::cli
